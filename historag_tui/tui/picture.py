"""Draws the README's picture: the Review screen on the demo, one passage judged, those before it decided.

    python -m historag_tui.tui.picture docs/app.svg

What is said of the passage in front was written by a person for the picture, and the judge's name says so.  The same
demo gives the same picture.
"""

from __future__ import annotations

import argparse
import asyncio
import itertools
import json
import re
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, get_args

from historag_tui.index.build import build
from historag_tui.models.scripted import Scripted, serving, usual
from historag_tui.records import Verdict
from historag_tui.session import Session, open_study
from historag_tui.session.workspaces import begin_demo
from historag_tui.tui.app import HistoragApp
from historag_tui.tui.position import Position
from historag_tui.workspace import SETTINGS_FILE, Workspace, open_workspace

SIZE = (120, 36)
TITLE = "historag"
PASSAGE = "The Government must in increasing degree supervise and regulate the workings of the railways"
"""How the passage in front begins (Theodore Roosevelt, 1904)."""
JUDGMENT = {
    "evidence": [
        "such increased supervision is the only alternative to an increase of the present evils",
        "the power to revise rates and regulations",
    ],
    "argument": (
        "The passage does not describe the power of railroads; it argues what to do about it. Supervision is set "
        "between two dangers, the present evils and a more radical policy, and the remedy is named: rates revised by "
        "the Commission and in force at once."
    ),
    "score": 9,
}
_FONT = re.compile(r"\s*@font-face \{[^}]*\}")


def draw(index: Path | None) -> str:
    """The picture as SVG.  Without the folder of a built index the demo's is built first, which takes minutes."""
    with tempfile.TemporaryDirectory() as folder, serving(_reply) as server:
        workspace = begin_demo(Path(folder) / "demo")
        settings = workspace.root / SETTINGS_FILE
        shared = f"index = {json.dumps(str(index.resolve()))}\n" if index else ""
        model = f'[models.by-hand]\nurl = "{server.url}"\nmodel = "scripted"\nconcurrency = 1\n'
        settings.write_text(f"{shared}{settings.read_text('utf-8')}\n{model}", "utf-8")
        workspace = open_workspace(workspace.root)
        if index is None:
            for _ in build(workspace):
                pass
        session = open_study(workspace)
        try:
            position = _study(session)
            return asyncio.run(_drawn(workspace, session, position))
        finally:
            session.close()


def _reply(request: dict[str, Any]) -> Scripted:
    by_hand = PASSAGE in str(request["messages"][-1]["content"])
    return Scripted(text=json.dumps(JUDGMENT)) if by_hand else usual(request)


def _study(session: Session) -> Position:
    """A search, its judgments, decisions up to the passage in front; where the picture is taken."""
    heuristik = session.heuristik
    session.revise_question("How was the power of railroads argued about?")
    recipe = heuristik.recipe("railroads and the regulation of corporations", first="1860", last="1919")
    for _ in heuristik.search(recipe):
        pass
    run = next(reversed(session.state.runs))
    for _ in heuristik.judge(run, "general-relevance"):
        pass
    order = heuristik.review_order(run)
    place = next(place for place, hit in enumerate(order) if hit.text.startswith(PASSAGE))
    for hit, verdict in zip(order[:place], itertools.cycle(get_args(Verdict)), strict=False):
        heuristik.decide(run, [hit.chunk], verdict)
    return Position(mode="review", run=run, chunk=order[place].chunk)


async def _drawn(workspace: Workspace, session: Session, position: Position) -> str:
    app = HistoragApp(workspace, session)
    app.position = position
    async with app.run_test(size=SIZE) as pilot:
        await pilot.pause()
        # A picture in a README fetches nothing: the reader's own fixed-width font does.
        return _FONT.sub("", app.export_screenshot(title=TITLE)).replace("Fira Code, ", "")


def main(arguments: Sequence[str] | None = None) -> None:
    """Write the picture to a file."""
    parser = argparse.ArgumentParser(
        prog="python -m historag_tui.tui.picture", description=(__doc__ or "").split("\n")[0]
    )
    parser.add_argument("target", type=Path, metavar="OUT.svg")
    parser.add_argument("--demo", type=Path, default=Path("demo"), metavar="DIR", help="a demo whose index is used")
    asked = parser.parse_args(arguments)
    built = (asked.demo / SETTINGS_FILE).is_file()
    picture = draw(open_workspace(asked.demo).index_folder if built else None)
    asked.target.parent.mkdir(parents=True, exist_ok=True)
    asked.target.write_text(picture, "utf-8")


if __name__ == "__main__":
    main()
