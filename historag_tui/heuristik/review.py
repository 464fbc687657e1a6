"""Review (Sichtung und Kritik): in which order chunks are read, and what of them would cross into Analyse."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from historag_tui.records import CorpusChunk, Decision, Hit, Passage, Record, Run, TransferRow


def reading_order(run: Run) -> list[Hit]:
    """Window by window and by date within: never by score, so that the machine's order does not lead the eye."""
    return [
        hit
        for result in run.windows
        for hit in sorted(result.hits, key=lambda hit: (hit.first or "", hit.document, hit.start))
    ]


class Standing(Record, frozen=True):
    """A chunk in a review over several runs."""

    hit: Hit
    """As the first of the runs has it, in the first of its windows."""
    found_by: tuple[tuple[str, int], ...]
    """Which runs found it, in their order, and at which rank in its window there."""

    @property
    def run(self) -> str:
        """The run in which it stands first."""
        return self.found_by[0][0]


def joint_order(runs: Sequence[Run]) -> list[Standing]:
    """Every chunk of these runs once, window by window and by date within.

    Windows stand in the order of one run's recipe; those of several runs by their days, the undated last.
    """
    first: dict[str, Hit] = {}
    found: dict[str, dict[str, int]] = {}
    for run in runs:
        for hit in reading_order(run):
            first.setdefault(hit.chunk, hit)
            found.setdefault(hit.chunk, {}).setdefault(run.id, hit.rank)
    standings = [Standing(hit, tuple(found[chunk].items())) for chunk, hit in first.items()]
    if len(runs) > 1:
        windows = {(run.id, result.window.name): result.window for run in runs for result in run.windows}

        def place(standing: Standing) -> tuple[object, ...]:
            hit, window = standing.hit, windows[(standing.run, standing.hit.window)]
            return window.undated, window.first, window.last, window.name, hit.first or "", hit.document, hit.start

        standings.sort(key=place)
    return standings


BLIND = 5
"""How many chunks of each version of a rubric are read before their judgments are shown."""


def first_judged(runs: Mapping[str, Run], judgings: Iterable[tuple[str, str]]) -> set[tuple[str, str]]:
    """Run and chunk of the first chunks, in reading order, of each rubric version's first run.

    judgings: run and rubric hash of each judging, the oldest first.
    """
    began: dict[str, str] = {}
    for run, rubric_hash in judgings:
        began.setdefault(rubric_hash, run)
    first: set[tuple[str, str]] = set()
    for run in began.values():
        order = dict.fromkeys(hit.chunk for hit in reading_order(runs[run])) if run in runs else {}
        first |= {(run, chunk) for chunk in list(order)[:BLIND]}
    return first


def transfer_table(runs: Sequence[Run], decisions: Mapping[tuple[str, str], Decision]) -> tuple[TransferRow, ...]:
    """What would cross from each window of these runs; a chunk counts once a window."""
    holding = decisions_that_hold(runs, decisions)
    rows = []
    for name, chunks in _chunks_by_window(runs).items():
        found = [holding.get(chunk) for chunk in chunks]
        results = [result for run in runs for result in run.windows if result.window.name == name]
        accepted = [decision for decision in found if decision is not None and decision.verdict == "accept"]
        rows.append(
            TransferRow(
                window=name,
                accepted_read=sum(decision.origin == "read" for decision in accepted),
                accepted_unread=sum(decision.origin != "read" for decision in accepted),
                flagged=sum(decision is not None and decision.verdict == "flag" for decision in found),
                rejected=sum(decision is not None and decision.verdict == "reject" for decision in found),
                undecided=found.count(None),
                eligible=max(result.ledger.eligible_chunks for result in results),
                quota=sum(result.window.quota for result in results),
            )
        )
    return tuple(rows)


def accepted(runs: Sequence[Run], decisions: Mapping[tuple[str, str], Decision]) -> tuple[CorpusChunk, ...]:
    """The accepted chunks of these runs, each once, in reading order."""
    holding = decisions_that_hold(runs, decisions)
    crossing: dict[str, CorpusChunk] = {}
    for run in runs:
        for hit in reading_order(run):
            decision = holding.get(hit.chunk)
            if decision is not None and decision.verdict == "accept" and hit.chunk not in crossing:
                crossing[hit.chunk] = CorpusChunk(
                    passage=passage_of(hit), window=hit.window, run=run.id, origin=decision.origin
                )
    return tuple(crossing.values())


def decisions_that_hold(runs: Sequence[Run], decisions: Mapping[tuple[str, str], Decision]) -> dict[str, Decision]:
    """By chunk: where several runs hold a chunk, the newest decision on it in any of them."""
    ids = {run.id for run in runs}
    return {chunk: decision for (run, chunk), decision in decisions.items() if run in ids}


def passage_of(hit: Hit) -> Passage:
    """The hit without what the search knew of it."""
    return Passage(**{field: getattr(hit, field) for field in Passage.__struct_fields__})


def _chunks_by_window(runs: Iterable[Run]) -> dict[str, list[str]]:
    chunks: dict[str, dict[str, None]] = {}
    for run in runs:
        for result in run.windows:
            chunks.setdefault(result.window.name, {}).update(dict.fromkeys(hit.chunk for hit in result.hits))
    return {name: list(of_window) for name, of_window in chunks.items()}
