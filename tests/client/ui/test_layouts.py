"""Every screen at every size: no part overlaps another or hangs over the edge, and no text leaves the screen."""

from collections.abc import Callable, Iterator
from itertools import combinations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from client.app import App
from client.network import OwnWorld
from client.session import Ended
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.screen import Screen
from client.ui.screens.board.bots import BotScreen
from client.ui.screens.chat import ChatScreen
from client.ui.screens.confirm import ConfirmScreen
from client.ui.screens.connection import ConnectingScreen, EndedScreen
from client.ui.screens.join import JoinScreen
from client.ui.screens.lessons import LessonsScreen
from client.ui.screens.pause import PauseScreen
from client.ui.screens.settings import SettingsScreen
from client.ui.screens.title import TitleScreen
from client.ui.screens.verify import VerifyScreen
from client.ui.screens.windows import WindowScreen
from client.ui.theme import scale_for
from server.shared.inventory.layout import LAYOUTS
from server.shared.protocol.items import WindowOpened
from tests.client.boards import a_lobby, a_match, a_pause, a_result, a_roll

from .conftest import Client
from .test_records import paused_matches, statistics
from .test_seats import with_bots
from .test_stakes import a_run, a_settled_pot, with_stakes

SIZES = [(640, 360), (1280, 720), (1920, 1080), (3840, 2160), (700, 700), (320, 240), (1366, 768)]
LONG = "The server at a.very.long.address.example.org:25600 shows another key than before. " * 2


class _NoView:
    """Stands for the 3D scenes, which lie below everything and have their own tests."""

    def draw_world(self, *_: object) -> None: ...
    def draw_board(self, *_: object) -> None: ...
    def group_places(self, _: object) -> list[tuple[float, float]]:
        return []

    def leave(self) -> None: ...
    def delete(self) -> None: ...


def _windows(kind: str) -> Callable[[Client], Screen]:
    def make(client: Client) -> Screen:
        number = 0
        if kind != "inventory":
            number = 3
            slots = (None,) * LAYOUTS[kind].size
            client.script.say(WindowOpened(window=3, kind=kind, title="", revision=1, slots=slots, cursor=None))
        return WindowScreen(client.app, client.script.session, client.script.know, number)

    return make


def _pause_of_a_host(client: Client) -> Screen:
    client.app.connection.own_world = world = OwnWorld(Path("home"))
    world.address = ("127.0.0.1", 54_321)
    return PauseScreen(client.app, client.script.session, client.script.know)


SCREENS: dict[str, Callable[[Client], Screen]] = {
    "title": lambda client: TitleScreen(client.app),
    "join": lambda client: JoinScreen(client.app),
    "connecting": lambda client: ConnectingScreen(client.app),
    "ended": lambda client: EndedScreen(client.app, Ended("connection", LONG)),
    "settings": lambda client: SettingsScreen(client.app),
    "pause": lambda client: PauseScreen(client.app, client.script.session, client.script.know),
    "pause of a host": _pause_of_a_host,
    "chat": lambda client: ChatScreen(client.app, client.script.session, client.script.know, ""),
    "confirm": lambda client: ConfirmScreen(client.app, "Resign?", LONG, "Resign", client.app.quit),
    **{f"window {kind}": _windows(kind) for kind in LAYOUTS},
    "lobby of one": lambda client: client.open_board(a_lobby()),
    "lobby of four": lambda client: client.open_board(a_lobby(3)),
    "match of two": lambda client: client.open_board(a_match()),
    "match of four": lambda client: client.open_board(a_match(players=4)),
    "choosing": lambda client: client.open_board(a_roll(at_risk=12_350)),
    "watching": lambda client: client.open_board(a_match(turn=1, players=3)),
    "paused": lambda client: client.open_board(a_pause(3)),
    "result of four": lambda client: client.open_board(a_result(4)),
    "bots": lambda client: BotScreen(client.app, with_bots(bot="bold").settings[2], lambda _: None),
    "staking": lambda client: client.open_board(with_stakes()),
    "result with a pot": lambda client: client.open_board(a_settled_pot()),
    "result of a run": lambda client: client.open_board(a_run()),
    "fair dice": lambda client: VerifyScreen(client.app, client.script.session, client.script.know),
    "lessons": lambda client: LessonsScreen(client.app),
    "statistics": statistics,
    "paused matches": paused_matches,
}


@pytest.fixture
def flat(client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A client without its 3D scenes."""
    view = client.app.view
    view.leave()
    monkeypatch.setattr(client.app, "view", _NoView())
    yield client
    monkeypatch.setattr(client.app, "view", view)


@pytest.mark.parametrize("name", SCREENS)
def test_parts_lie_inside_and_apart(flat: Client, name: str) -> None:
    screen = SCREENS[name](flat)
    for size in SIZES:
        scale = scale_for(*size)
        screen.resize(size[0] / scale, size[1] / scale)
        assert len(screen.placed) > 0
        for part, rect in screen.placed.items():
            assert screen.area.encloses(rect), f"{part} hangs over the edge at {size}: {rect}"
            assert rect.width > 0, f"{part} has no width at {size}"
            assert rect.height > 0, f"{part} has no height at {size}"
        for (one, first), (other, second) in combinations(screen.placed.items(), 2):
            assert not first.overlaps(second), f"{one} overlaps {other} at {size}: {first} {second}"


@pytest.mark.parametrize("name", SCREENS)
def test_no_text_leaves_the_screen(flat: Client, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = SCREENS[name](flat)
    canvas = flat.app.canvas
    written = _written(canvas, monkeypatch)
    screen.update(0.01)
    flat.app.seconds += 30.0
    for size in SIZES:
        scale = scale_for(*size)
        screen.resize(size[0] / scale, size[1] / scale)
        canvas.begin(size, scale)
        written.clear()
        screen.draw(canvas)
        for rect in written:
            inside = Rect(-1, -1, canvas.width + 2, canvas.height + 2)
            assert inside.encloses(rect), f"text at {rect} leaves {canvas.width} x {canvas.height}"
        canvas.begin(size, scale)


def _written(canvas: Canvas, monkeypatch: pytest.MonkeyPatch) -> list[Rect]:
    """Collects the rectangle of every line of text that is drawn unclipped."""
    written: list[Rect] = []
    text = Canvas.text

    def record(self: Canvas, x: float, y: float, line: str, colour: Any, scale: int = 1, **rest: Any) -> float:
        width = self.font.width(line, scale)
        left = x - width * rest.get("align", 0.0)
        if line.strip() and self._clip is None:
            dx, dy = self._offset
            written.append(Rect(left + dx, y + dy, width, self.font.cap_height * scale))
        return text(self, x, y, line, colour, scale, **rest)

    monkeypatch.setattr(Canvas, "text", record)
    return written


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        ((640, 360), 1),
        ((1280, 720), 3),
        ((1920, 1080), 4),
        ((3840, 2160), 9),
        ((320, 240), 1),
        ((100, 100), 1),
        ((0, 0), 1),
    ],
)
def test_a_unit_is_the_largest_whole_number_of_pixels_that_leaves_room(size: tuple[int, int], scale: int) -> None:
    assert scale_for(*size) == scale
    assert scale_for(*size, wanted=2) == min(2, scale)


def test_a_window_of_no_size_is_lived_through(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.window, "get_framebuffer_size", lambda: (0, 0))
    monkeypatch.setattr(app.window, "get_size", lambda: (0, 0))
    app.window.dispatch_event("on_resize", 0, 0)
    app.window.dispatch_event("on_mouse_motion", 3, 3, 1, 1)
    app.frame(0.05)
    monkeypatch.undo()
    app.frame(0.05)
    assert app.screen.area.width >= 320


def test_screens_reach_to_the_last_pixel_of_a_size_that_is_no_multiple_of_a_unit(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.window, "get_framebuffer_size", lambda: (1366, 769))
    app.frame(0.01)
    area, scale = app.screen.area, app.canvas.scale
    assert scale == 3
    assert 1366 <= area.width * scale < 1366 + scale
    assert 769 <= area.height * scale < 769 + scale


def test_the_pointer_is_right_on_a_window_of_high_density(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app.window, "get_framebuffer_size", lambda: (2560, 1440))
    monkeypatch.setattr(app.window, "get_size", lambda: (1280, 720))
    app.frame(0.01)
    app.window.dispatch_event("on_mouse_motion", 640, 360, 1, 1)
    app.frame(0.01)
    units = 2560 / scale_for(2560, 1440)
    assert app.pointer == pytest.approx((units / 2, units / 2 * 9 / 16), abs=0.01)


def test_drawing_makes_no_objects(client: Client) -> None:
    from client import gl

    client.open_board(a_roll())
    client.frames(0.5)
    made = gl.made_objects()
    client.frames(1.0)
    assert gl.made_objects() == made
    assert np.isfinite(client.app.canvas.width)
