"""Which chunks are read before their judgments are shown."""

from __future__ import annotations

from historag_tui.heuristik.review import BLIND, first_judged
from historag_tui.session import open_study
from historag_tui.workspace import Workspace


def test_the_first_chunks_in_reading_order_of_each_rubric_version(workspace: Workspace) -> None:
    session = open_study(workspace)
    heuristik = session.heuristik
    for topic in ("railroads", "tariffs"):
        for _ in heuristik.search(heuristik.recipe(topic, first="1860", last="1919")):
            pass
    one, two = session.state.runs
    runs = session.state.runs
    order = {run: [hit.chunk for hit in heuristik.review_order(run)] for run in runs}
    assert first_judged(runs, []) == set()
    # The same rubric on a second run is known by then; another version of it is not.
    found = first_judged(runs, [(one, "a"), (two, "a"), (two, "b"), ("gone", "c")])
    assert found == {(run, chunk) for run in (one, two) for chunk in order[run][:BLIND]}
    assert first_judged(runs, [(one, "a"), (two, "a")]) == {(one, chunk) for chunk in order[one][:BLIND]}
    session.close()


def test_opening_one_is_recorded_and_said_in_the_methods(workspace: Workspace) -> None:
    from historag_tui.record.events import JudgingBegan
    from historag_tui.session.diary import describe
    from historag_tui.session.methods import methods_paragraph

    session = open_study(workspace)
    heuristik = session.heuristik
    for _ in heuristik.search(heuristik.recipe("railroads", first="1860", last="1919")):
        pass
    [run] = session.state.runs
    first, second, third = [hit.chunk for hit in heuristik.review_order(run)][:3]
    session.append(JudgingBegan(run, "r", "hash", "judge", "here", 30))
    assert len(heuristik.blind(run)) == BLIND
    heuristik.reveal(run, first[:8])
    heuristik.decide(run, [second], "accept")
    assert heuristik.blind(run).isdisjoint({first, second}) and third in heuristik.blind(run)
    assert "opened before a decision" in " ".join(map(describe, session.events))
    assert "on 1 the judgments were opened before deciding" in methods_paragraph(session.state)
    before = session.state
    session.close()
    again = open_study(workspace)
    assert again.state == before
    again.close()
