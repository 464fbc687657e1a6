"""What the corpus has of each decade adds up to the whole."""

from __future__ import annotations

import json

from historag_tui.session import open_study
from historag_tui.session.decades import decades
from historag_tui.workspace import Workspace
from tests.conftest import Call


def test_every_decade_from_first_to_last_adds_up(workspace: Workspace) -> None:
    session = open_study(workspace)
    found = decades(session.index)
    years = [decade.first for decade in found if decade.first is not None]
    assert years == list(range(1790, 2030, 10))
    assert sum(decade.documents for decade in found) == session.index.health.documents
    assert sum(decade.chunks for decade in found) == session.index.health.chunks
    eighteen_sixties = next(decade for decade in found if decade.first == 1860)
    in_them = [
        number
        for number in range(len(session.index.documents))
        if (session.index.documents.get(number).first or "").startswith("186")
    ]
    assert eighteen_sixties.documents == len(in_them) == 10
    session.close()


def test_the_command_shows_the_same(historag: Call, workspace: Workspace) -> None:
    lines = historag("info", "--decades").stdout.splitlines()
    assert lines[7].split() == ["1860–1869", "10", "documents", "529", "chunks"]
    found = json.loads(historag("info", "--decades", "--json").stdout)
    assert [decade["first"] for decade in found] == [int(line[:4]) for line in lines]
