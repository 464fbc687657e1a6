"""The error tree.  Each error says the cause and the next step, in one line.

    HistoragError
    ├── UsageError            exit 2: the call or the settings are wrong
    │   ├── SettingsError         historag.toml, a rubric or another file of the researcher cannot be understood
    │   └── WorkspaceMissing      no workspace here or above
    ├── NothingFound          exit 3: the question was fine, the answer is empty
    └── WorkFailed            exit 1: the work could not be done
        ├── CorpusError           the sources cannot be read
        ├── IndexMissing          no index was built yet
        ├── IndexMismatch         the index was built from something else than the settings say
        ├── IndexDamaged          a file of the index is cut, missing or altered
        ├── RecordError           the research record cannot be read or written
        └── ModelError            a model or its server did not answer as it must
            └── NotAllowed            the corpus may not be sent to that host

An interrupt by the researcher is no error of ours: the command line ends with exit 130, and what was done is kept.
Foreign exceptions are mapped where they enter the house; nothing below the front ends prints or exits.
"""

from __future__ import annotations


class HistoragError(Exception):
    """The base of all our errors.

    cause:      what is wrong, without a full stop.
    next_step:  what the researcher can do, as a sentence without a full stop; may be empty.
    """

    exit_code = 1

    def __init__(self, cause: str, next_step: str = "") -> None:
        self.cause = _one_line(cause)
        self.next_step = _one_line(next_step)
        super().__init__(str(self))

    def __str__(self) -> str:
        return ". ".join(part for part in (self.cause, self.next_step) if part)


def _one_line(text: str) -> str:
    """The text on one line and without control characters, since causes may quote what came from outside."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split()).rstrip(".")


class UsageError(HistoragError):
    """The call is wrong: an unknown option value, a reversed period, an unknown run."""

    exit_code = 2


class SettingsError(UsageError):
    """A file that the researcher writes cannot be understood."""


class WorkspaceMissing(UsageError):
    """There is no workspace here or in a folder above."""


class NothingFound(HistoragError):
    """Nothing answers the question."""

    exit_code = 3


class WorkFailed(HistoragError):
    """The work could not be done."""


class CorpusError(WorkFailed):
    """The sources cannot be read."""


class IndexMissing(WorkFailed):
    """No index was built yet."""


class IndexMismatch(WorkFailed):
    """The index was built with another embedder, chunking or corpus than the settings name."""


class IndexDamaged(WorkFailed):
    """A file of the index is cut, missing or altered."""


class RecordError(WorkFailed):
    """The research record cannot be read or written."""


class ModelError(WorkFailed):
    """A model, or the server that holds it, did not answer as it must."""


class NotAllowed(ModelError):
    """The corpus may not be sent to that host."""
