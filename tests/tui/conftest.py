"""The app under a pilot, on the demo, with a scripted model."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from historag_tui.models.scripted import ScriptedServer, serving
from historag_tui.session import open_study
from historag_tui.tui.app import HistoragApp
from historag_tui.workspace import Workspace, open_workspace

Open = Callable[..., "object"]


@pytest.fixture
def server() -> Iterator[ScriptedServer]:
    with serving() as running:
        yield running


@pytest.fixture
def with_model(workspace: Workspace, server: ScriptedServer) -> Workspace:
    path = workspace.root / "historag.toml"
    path.write_text(f'{path.read_text()}\n[models.scripted]\nurl = "{server.url}"\nmodel = "scripted"\n')
    return open_workspace(workspace.root)


@asynccontextmanager
async def opened(workspace: Workspace, size: tuple[int, int] = (80, 24)) -> AsyncIterator[Driver]:
    """The app on the workspace's study; the study is closed at the end."""
    session = open_study(workspace)
    app = HistoragApp(workspace, session)
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        yield Driver(app, pilot)
    session.close()


class Driver:
    """Presses keys and waits for what they begin."""

    def __init__(self, app: HistoragApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.pilot.press(key)
            await self.pilot.pause()
        await self.settle()

    async def type(self, text: str) -> None:
        """Type a text into the field that has the focus, replacing what stands there."""
        field = self.app.focused
        assert isinstance(field, Input), field
        field.value = ""
        for character in text:
            await self.pilot.press(
                "space" if character == " " else character if character.isalnum() else _name(character)
            )
        await self.pilot.pause()

    async def fill(self, selector: str, text: str) -> None:
        self.app.screen.query_one(selector, Input).value = text
        await self.pilot.pause()

    async def settle(self) -> None:
        """Wait until no work is under way and its last message was taken."""
        async with asyncio.timeout(60):
            await self.app.workers.wait_for_complete()
        for _ in range(3):
            await self.pilot.pause()

    def shown(self) -> str:
        """What stands on the screen, as text."""
        lines = self.app.screen._compositor.render_strips()
        return "\n".join("".join(segment.text for segment in line) for line in lines)

    async def until(self, met: Callable[[], bool]) -> None:
        """Wait for something that comes, a minute at most."""
        async with asyncio.timeout(60):
            while not met():
                await self.pilot.pause(0.02)


def _name(character: str) -> str:
    from textual.keys import _character_to_key

    return _character_to_key(character)


Step = Callable[[Driver], Awaitable[None]]
