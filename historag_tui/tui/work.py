"""Long work: an engine's generator, consumed in a thread and turned into messages."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from textual.worker import Worker, get_current_worker

from historag_tui.errors import HistoragError
from historag_tui.records import Progress, TextDelta
from historag_tui.tui.messages import Ended, Produced, Progressed

if TYPE_CHECKING:
    from historag_tui.tui.app import HistoragApp


class Job:
    """One running work.

    name:   what the status line calls it.
    take:   called in the app's own thread with each result.
    finish: called there at the end, with whether it went well.
    """

    def __init__(self, number: int, name: str, take: Callable[[Any], None], finish: Callable[[bool], None]) -> None:
        self.number = number
        self.name = name
        self.take = take
        self.finish = finish
        self.worker: Worker[None] | None = None

    def cancel(self) -> None:
        """Stop at the next sign of life of the generator, a quarter of a second at most."""
        if self.worker is not None:
            self.worker.cancel()


def start(app: HistoragApp, job: Job, make: Callable[[], Iterator[Any]]) -> None:
    """Consume the generator that ``make`` gives in a thread of its own."""
    job.worker = app.run_worker(
        lambda: _consume(app, job.number, make), thread=True, exit_on_error=False, name=job.name, group="jobs"
    )


def _consume(app: HistoragApp, number: int, make: Callable[[], Iterator[Any]]) -> None:
    worker = get_current_worker()
    interval, due, text = 1 / app.updates_a_second, 0.0, ""
    error = ""
    try:
        items = make()
        try:
            for item in items:
                if worker.is_cancelled:
                    break
                now = time.monotonic()
                if isinstance(item, Progress | TextDelta):
                    text += item.text if isinstance(item, TextDelta) else ""
                    if now < due:
                        continue
                    due = now + interval
                    if text:
                        app.post_message(Produced(number, TextDelta(text)))
                        text = ""
                    elif isinstance(item, Progress):
                        app.post_message(Progressed(number, item))
                else:
                    app.post_message(Produced(number, item))
        finally:
            close = getattr(items, "close", None)
            if close is not None:
                close()
    except HistoragError as failure:
        error = str(failure)
    except Exception as failure:
        # Whatever went wrong in the engine, the screen stays and says so.
        error = f"An unexpected fault: {type(failure).__name__}: {failure}"
    app.post_message(Ended(number, error, worker.is_cancelled))
