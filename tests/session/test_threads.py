"""A judge writes from one thread while the researcher decides in another."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

from historag_tui.session import open_study
from historag_tui.workspace import Workspace


def test_writers_in_threads_make_one_unbroken_record(workspace: Workspace) -> None:
    session = open_study(workspace)
    before = len(session.events)

    def write(number: int) -> None:
        for _ in range(50):
            session.memo("study", str(number))
            if number == 0:
                session.refresh()

    with ThreadPoolExecutor(4) as threads:
        list(threads.map(write, range(4)))
    clocks = [stamped.line.clock for stamped in session.events]
    assert len(session.events) == before + 200 and len(set(clocks)) == len(clocks)
    state = session.state
    session.close()
    again = open_study(workspace)
    assert again.warnings == [] and again.state == state
    again.close()
