"""Clipboard, profile, position, keys, typed commands and the row list, each by itself."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from rich.text import Text
from textual.app import App, ComposeResult

from historag_tui.errors import SettingsError, UsageError
from historag_tui.records import Progress
from historag_tui.session import open_study
from historag_tui.tui import clipboard, keymap, position
from historag_tui.tui.app import HistoragApp
from historag_tui.tui.command import answers
from historag_tui.tui.profile import choose
from historag_tui.tui.rows import Row, RowList
from historag_tui.workspace import Workspace
from tests.tui.conftest import opened

# -------------------------------------------------------------------------------------------------------- clipboard


def test_a_footnote_goes_out_as_one_sequence_and_tmux_hands_it_on() -> None:
    plain, wrapped = clipboard.sequence("Müller, S. 12", tmux=False), clipboard.sequence("Müller, S. 12", tmux=True)
    assert plain.startswith("\x1b]52;c;") and plain.endswith("\x07")
    assert base64.b64decode(plain[7:-1]).decode() == "Müller, S. 12"
    assert wrapped == f"\x1bPtmux;\x1b{plain}\x1b\\"
    assert clipboard.sequence("x" * clipboard.LONGEST, tmux=False) == "", "too long for a terminal"


def test_what_is_sent_is_also_kept_and_never_said_to_have_arrived(tmp_path: Path) -> None:
    target = tmp_path / "exports" / "footnote.txt"
    said = clipboard.send("x" * clipboard.LONGEST, target)
    assert said == f"too long for the terminal; also in {target}"
    assert target.read_text() == "x" * clipboard.LONGEST + "\n"
    (tmp_path / "file").write_text("")
    assert clipboard.send("x" * clipboard.LONGEST, tmp_path / "file" / "footnote.txt") == "too long for the terminal"


# ---------------------------------------------------------------------------------------------------------- profile


@pytest.mark.parametrize(
    ("asked", "environment", "chosen"),
    [
        ("", {}, "full"),
        ("", {"SSH_CONNECTION": "a b"}, "lean"),
        ("", {"SSH_CONNECTION": "a b", "NO_COLOR": "1"}, "mono"),
        ("", {"SSH_CONNECTION": "a b", "HISTORAG_PROFILE": "full"}, "full"),
        ("mono", {}, "mono"),
        ("full", {"NO_COLOR": "1"}, "full"),
    ],
)
def test_the_profile_is_asked_for_or_follows_from_the_terminal(
    asked: str, environment: dict[str, str], chosen: str
) -> None:
    assert choose(asked, environment) == chosen


# --------------------------------------------------------------------------------------------------------- position


def test_the_place_is_kept_beside_the_record_and_never_in_it(workspace: Workspace) -> None:
    session = open_study(workspace)
    events = len(session.events)
    place = position.Position(mode="review", run="run-1", chunk="c")
    position.keep(session, place)
    assert position.read(session) == place
    file = workspace.studies_folder / session.name / "screen.json"
    file.write_text(json.dumps({"mode": "a mode of a later version", "run": "run-1"}))
    assert position.read(session) == position.Position(mode="retrieve", run="run-1")
    file.write_text("{")
    assert position.read(session) == position.Position()
    session.close()
    assert len(open_study(workspace).events) == events


# ------------------------------------------------------------------------------------------------------------- keys


def test_the_workspace_s_keys_hold_over_one_s_own(workspace: Workspace, tmp_path: Path) -> None:
    own = tmp_path / "config" / "historag"
    own.mkdir(parents=True)
    (own / "keys.toml").write_text('"review.accept" = "y"\nundo = "z"\n')
    (workspace.root / "keys.toml").write_text('"review.accept" = "p"\n')
    environment = {"XDG_CONFIG_HOME": str(tmp_path / "config")}
    assert keymap.read(workspace, environment) == {"review.accept": "p", "undo": "z"}
    assert keymap.read(workspace, {"HOME": str(tmp_path / "nobody")}) == {"review.accept": "p"}
    (own / "keys.toml").write_text('undo = "ctrl+s"\n')
    with pytest.raises(SettingsError, match="ctrl"):
        keymap.read(workspace, environment)


async def test_the_palette_offers_what_the_keys_do_and_nothing_else(workspace: Workspace) -> None:
    async with opened(workspace) as driver:
        await driver.press("escape", "escape", "4")
        offered = {command.title for command in driver.app.get_system_commands(driver.app.screen)}
    assert {"accept", "reject", "flag", "judge", "transfer", "export", "undo", "memo", "Analyse"} <= offered
    assert not {"Copy selected text", "Page Left"} & offered


# --------------------------------------------------------------------------------------------------- typed commands


def test_a_typed_command_runs_on_this_study_and_gives_what_it_prints(workspace: Workspace) -> None:
    app = HistoragApp(workspace, open_study(workspace))
    *_, printed = answers(app, "memo study 'two words'")
    assert isinstance(printed, str)
    app.session.refresh()
    assert "two words" in str(app.session.events[-1].event)
    *_, printed = answers(app, "no-such-command")
    assert str(printed).startswith("historag: ") and "Traceback" not in str(printed)
    with pytest.raises(UsageError, match="quotation"):
        list(answers(app, "memo study 'open"))


def test_a_typed_command_is_ended_by_not_listening_any_more(workspace: Workspace) -> None:
    running = answers(HistoragApp(workspace, open_study(workspace)), "search railroads --from 1860 --to 1919")
    assert isinstance(next(running), Progress)
    running.close()
    assert open_study(workspace).state.runs == {}, "it was ended before it had searched"


# --------------------------------------------------------------------------------------------------------- row list


class Listed(App[None]):
    """A list alone."""

    def compose(self) -> ComposeResult:
        yield RowList(_rows("abcdefghij"), id="rows")


def _rows(keys: str) -> list[Row]:
    rows = [Row(Text("heading"), "h", heading=True)]
    return rows + [Row(Text(f"row {key}"), key) for key in keys]


async def test_the_cursor_passes_over_headings_and_stays_with_its_row() -> None:
    app = Listed()
    async with app.run_test(size=(20, 5)) as pilot:
        rows = app.query_one(RowList)
        rows.focus()
        assert rows.key == "a"
        await pilot.press("k")
        assert rows.key == "a"
        await pilot.press("j", "down", "j")
        assert rows.key == "d"
        await pilot.press("G")
        assert rows.key == "j"
        await pilot.press("j", "home")
        assert rows.key == "a"
        rows.go_to("f")
        rows.replace(_rows("fedcba"))
        assert rows.key == "f", "the cursor stays with its row"
        rows.replace(_rows("xyz"))
        assert rows.key == "x", "and goes to the first when its row is gone"
        rows.replace([])
        assert rows.key == "" and rows.keys == []
        await pilot.press("j", "k", "pagedown", "pageup", "end", "home", "enter")


async def test_moving_draws_two_lines_and_a_changed_row_one() -> None:
    app = Listed()
    async with app.run_test(size=(20, 12)) as pilot:
        rows = app.query_one(RowList)
        rows.focus()
        await pilot.pause()
        drawn: list[int] = []
        before = rows.render_line
        rows.render_line = lambda y: (drawn.append(y), before(y))[1]  # type: ignore[method-assign]
        await pilot.press("j")
        await pilot.pause()
        assert set(drawn) == {1, 2}
        drawn.clear()
        changed = _rows("abcdefghij")
        changed[5] = Row(Text("decided"), "e")
        rows.replace(changed)
        await pilot.pause()
        assert set(drawn) == {5}
