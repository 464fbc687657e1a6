"""What the retrieving commands share: search, similar, sample."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from typing import Any, TypeVar, get_args

from historag_tui.cli import opened
from historag_tui.cli.diagnostics import follow, tell
from historag_tui.cli.output import Output
from historag_tui.errors import UsageError
from historag_tui.records import FieldCap, Hit, Ledger, RangeRule, Recipe, Reprints, Run, VectorMethod
from historag_tui.session import Session
from historag_tui.session.visible import one_line

_T = TypeVar("_T")


def add_windows(parser: argparse.ArgumentParser, windows: str, quota: int, cap: str = "") -> None:
    """The options that say from where, and how many, chunks are taken."""
    opened.add_period(parser, windows)
    parser.add_argument(
        "--per-window", type=int, default=quota, metavar="N", help=f"quota of each window (default {quota})"
    )
    parser.add_argument("--undated", type=int, metavar="N", help="quota of the undated; 0 leaves them out")
    parser.add_argument(
        "--where", action="append", default=[], metavar="FIELD=VALUE", help="also !=, {A,B}, A..B, empty for missing"
    )
    parser.add_argument(
        "--cap",
        action="append",
        default=None,
        metavar="[FIELD=]N",
        help="at most so many chunks of a document in a window, or of one value of a field, such as issue=2"
        + (f" (default {cap})" if cap else ""),
    )
    parser.add_argument(
        "--spread",
        action="append",
        default=[],
        metavar="FIELD",
        help="let the values of a field, or 'year', take turns in filling each quota",
    )
    parser.add_argument(
        "--reprints",
        choices=get_args(Reprints),
        default="once",
        help="whether nearly the same text counts once, by its earliest witness, or each time (default once)",
    )
    parser.add_argument(
        "--ranges",
        choices=get_args(RangeRule),
        default="touched",
        help="when a source dated by a range belongs to a window (default touched)",
    )
    parser.add_argument("--reason", default="", help="why this search, for the record")
    parser.add_argument("--no-record", action="store_true", help="do not record it")
    opened.add_json(parser)
    opened.add_events(parser)


def add_vectors(parser: argparse.ArgumentParser) -> None:
    """How deep and by which method vectors are looked through."""
    parser.add_argument(
        "--depth", type=int, default=0, metavar="N", help="candidates per layer and window; 0 as many as needed"
    )
    parser.add_argument(
        "--vectors",
        choices=get_args(VectorMethod),
        default="auto",
        help="scan vectors exactly, follow graphs approximately, or what is quicker (default auto)",
    )


def choices(arguments: argparse.Namespace, session: Session, cap: int = 0) -> dict[str, Any]:
    """What :func:`add_windows` asked for, as a recipe takes it."""
    document, fields = _caps(arguments.cap, cap)
    return {
        "first": arguments.first,
        "last": arguments.last,
        "windowing": arguments.window,
        "per_window": arguments.per_window,
        "undated": arguments.undated,
        "filters": tuple(map(session.heuristik.parse_filter, arguments.where)),
        "cap": document,
        "field_caps": fields,
        "spread": tuple(arguments.spread),
        "reprints": arguments.reprints,
        "range_rule": arguments.ranges,
        "reason": arguments.reason,
    }


def _caps(texts: list[str] | None, default: int) -> tuple[int, tuple[FieldCap, ...]]:
    document, fields = default, []
    for text in texts or ():
        field, equals, most = text.rpartition("=")
        if not most.strip().isdecimal() or (equals and not field.strip()):
            raise UsageError(f"'{text[:40]}' is not a cap", "Write a number, or FIELD=NUMBER")
        if equals:
            fields.append(FieldCap(field.strip(), int(most)))
        else:
            document = int(most)
    return document, tuple(fields)


def answer(session: Session, recipe: Recipe, arguments: argparse.Namespace, output: Output, repeats: str = "") -> int:
    """Answer a recipe and show the run; 3 when nothing was found."""
    search = session.heuristik.search(recipe, record=not arguments.no_record, repeats=repeats)
    found = _last(follow(search, output))
    if output.as_json:
        output.document(as_json(found))
    else:
        show(found, output)
    if not found.hits:
        tell("historag: Nothing was retrieved. Loosen the filters or the keywords, or widen the period.")
        return 3
    return 0


def _last(items: Iterator[_T]) -> _T:
    *_, last = items
    return last


def as_json(run: Run) -> dict[str, object]:
    """The documented shape."""
    return {
        "run": run.id,
        "recipe": run.recipe,
        "windows": [
            {
                "name": result.window.name,
                "from": result.window.first,
                "to": result.window.last,
                "ledger": result.ledger,
                "hits": result.hits,
            }
            for result in run.windows
        ],
        "comparison": run.comparison,
        "warnings": [
            *run.warnings,
            *(f"{result.window.name}: {text}" for result in run.windows for text in result.ledger.warnings),
        ],
    }


def show(run: Run, output: Output) -> None:
    """A run for people."""
    recipe = run.recipe
    output.line(
        f"{run.id}  {_asked(recipe)}  [{recipe.layer}]"
        + (f"  keywords read as: {recipe.keywords_read}" if recipe.keywords_read else "")
        + (f"  repeats {run.repeats}" if run.repeats else "")
    )
    if recipe.query_sent not in ("", recipe.topic):
        output.line(f"  sent to {recipe.embedder}: {' '.join(recipe.query_sent.split())}")
    for result in run.windows:
        output.line()
        output.line(f"{result.window.name}  {_balance(result.ledger)}")
        for warning in result.ledger.warnings:
            output.line(f"  ! {warning}")
        for hit in result.hits:
            for line in _hit(hit):
                output.line(line)
    if run.comparison:
        output.line()
        output.line(
            f"Windowing surfaced {len(run.comparison.surfaced)} chunks that the list without windows does not hold, "
            f"and deprioritised {len(run.comparison.deprioritised)}."
        )
    for how in dict.fromkeys(result.ledger.how for result in run.windows if result.ledger.how):
        certain = all(result.ledger.certified for result in run.windows if result.ledger.how == how)
        output.line(f"Vectors: {how}, {'certified exact' if certain else 'approximate'}.")
    for warning in run.warnings:
        output.line(f"! {warning}")


def _asked(recipe: Recipe) -> str:
    if recipe.layer == "random":
        return f"random sample, seed {recipe.seed}"
    return recipe.topic or recipe.keywords or recipe.term_list


def _balance(ledger: Ledger) -> str:
    ratio = "" if ledger.ratio_chunks is None else f", {ledger.ratio_chunks:.2f} × its share of the corpus by chunk"
    turns = ", ".join(f"{turn.value} {turn.retrieved}" for turn in ledger.turns if turn.retrieved)
    return (
        f"{ledger.retrieved} of {ledger.eligible_chunks:,} eligible chunks from {ledger.distinct_documents} documents"
        f"{ratio}" + (f" ({turns})" if turns else "")
    )


def _hit(hit: Hit) -> Iterator[str]:
    layers = ", ".join(f"{place.layer} {place.rank}" for place in hit.layers)
    similarity = "" if hit.similarity is None else f"  {hit.similarity:.3f}"
    text = one_line(hit.text)
    yield f"  {hit.rank:>3}  {hit.chunk[:8]}  {hit.date}  {hit.title}{similarity}" + (f"  ({layers})" if layers else "")
    yield f"       {text[:150]}{'…' if len(text) > 150 else ''}"
    if hit.also:
        printed = "; ".join(f"{witness.date} {witness.title}" for witness in hit.also[:3])
        yield f"       also printed in: {printed}" + (f" and {len(hit.also) - 3} more" if len(hit.also) > 3 else "")
