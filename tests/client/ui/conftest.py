"""A whole client in the shared off-screen window, with a scripted server behind it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from client.app import App
from client.model.tables import TablePos
from client.packs import Packs
from client.settings import Profile, Settings
from client.ui.canvas import Canvas
from client.ui.screen import Screen
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.world import WorldScreen
from server.shared.protocol.tabletop import Board, BoardEvent, BoardView
from tests.client.scripted import Script

TABLE: TablePos = (8, 64, 12)


@pytest.fixture(scope="session")
def packs() -> Packs:
    return Packs()


class Client:
    """An app and the server's side of its session. Input goes through the window's events."""

    def __init__(self, app: App, script: Script) -> None:
        self.app = app
        self.script = script

    def frames(self, seconds: float, step: float = 0.05) -> None:
        """Let time pass."""
        for _ in range(max(1, round(seconds / step))):
            self.app.frame(step)

    def press(self, symbol: int, modifiers: int = 0) -> None:
        """Press a key, let it go, and draw a frame."""
        self.hold(symbol, modifiers)
        self.app.window.dispatch_event("on_key_release", symbol, modifiers)
        self.app.frame(0.01)

    def hold(self, symbol: int, modifiers: int = 0) -> None:
        """Press a key and keep it down."""
        self.app.window.dispatch_event("on_key_press", symbol, modifiers)
        self.app.frame(0.01)

    def write(self, text: str) -> None:
        """Type text."""
        for character in text:
            self.app.window.dispatch_event("on_text", character)
        self.app.frame(0.01)

    def shows(self, kind: type[Screen]) -> bool:
        """Whether a screen of this kind is on top."""
        return isinstance(self.app.screen, kind)

    def show(self, view: BoardView | None, *events: BoardEvent) -> None:
        """The server shows a board."""
        self.script.say(Board(table=TABLE, view=view, events=events))

    def open_board(self, view: BoardView) -> BoardScreen:
        """The board screen of a view."""
        self.show(view)
        assert self.app.session is not None
        screen = BoardScreen(self.app, self.app.session, self.script.know, TABLE)
        self.app.push(screen)
        self.app.frame(0.01)
        return screen


@pytest.fixture
def app(window: Any, packs: Packs, tmp_path: Path) -> Iterator[App]:
    """A client at its title."""
    profile = Profile(tmp_path / "profile")
    profile.save(Settings(name="Ada"))
    made = App(window, profile, packs=packs)
    yield made
    made.close()


@pytest.fixture
def client(app: App) -> Client:
    """A client in the world, standing on flat ground."""
    script = Script().welcome().stand()
    app.enter(script.session)
    app.frame(0.01)
    assert isinstance(app.screen, WorldScreen)
    return Client(app, script)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Every line of text that is drawn, from now on."""
    lines: list[str] = []
    text = Canvas.text

    def record(canvas: Canvas, x: float, y: float, line: str, *rest: Any, **more: Any) -> float:
        lines.append(line)
        return text(canvas, x, y, line, *rest, **more)

    monkeypatch.setattr(Canvas, "text", record)
    return lines
