"""Every screen at every size with its longest words: nothing is cut, overlaps, or hangs over the edge."""

from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations

import numpy as np
import pytest

from client.app import App
from client.hands import Hands
from client.model.bodies import Body
from client.ui.geometry import Rect
from client.ui.screen import Screen
from client.ui.screens import hud
from client.ui.screens.board.layout import LEAST_MAIN, places_for
from client.ui.screens.toasts import draw_toasts
from client.ui.theme import scale_for
from server.shared.voxel.raycast import Hit
from tests.client import scripted
from tests.client.boards import a_match, a_roll

from . import fullest
from .conftest import TABLE, Client
from .drawn import Drawn, record, unit_sizes
from .fullest import SCREENS


class _NoView:
    """Stands for the 3D scenes, which lie below everything and have their own tests."""

    def draw_world(self, *_: object) -> None: ...
    def draw_board(self, *_: object) -> None: ...
    def group_places(self, _: object) -> list[tuple[float, float]]:
        return []

    def die_place(self, *_: object) -> None: ...
    def leave(self) -> None: ...
    def delete(self) -> None: ...


@pytest.fixture
def flat(client: Client, monkeypatch: pytest.MonkeyPatch) -> Iterator[Client]:
    """A client without its 3D scenes."""
    view = client.app.view
    view.leave()
    monkeypatch.setattr(client.app, "view", _NoView())
    yield client
    monkeypatch.setattr(client.app, "view", view)


@pytest.mark.parametrize("name", SCREENS)
def test_every_word_stands_whole_and_apart_on_every_window(
    flat: Client, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    screen = SCREENS[name](flat)
    screen.update(0.01)
    flat.app.seconds += 30.0
    drawn = record(monkeypatch)
    faults = [
        f"{width:g} x {height:g}: {fault}"
        for width, height in unit_sizes()
        for fault in _faults(flat, screen, drawn, width, height)
    ]
    flat.app.canvas.begin((640, 360), 1)
    assert not faults, "\n".join(faults[:12])


def test_every_kind_of_screen_is_among_those_that_are_tried() -> None:
    known = {each.__name__ for each in vars(fullest).values() if isinstance(each, type) and issubclass(each, Screen)}
    told = [child.__name__ for child in _below(Screen) if child.__module__.startswith("client.")]
    assert set(told) - known == {"PaperScreen"}


def _below(kind: type[Screen]) -> list[type[Screen]]:
    return [each for child in kind.__subclasses__() for each in (child, *_below(child))]


def test_what_lies_over_the_world_and_every_screen_stands_whole_too(
    flat: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    know, app, canvas = flat.script.know, flat.app, flat.app.canvas
    know.bodies.bodies |= {number: Body(number, "player", fullest.NAMES[number % 4]) for number in range(2, 90)}
    know.talk.notify(flat.script.session.now, "warning", fullest.LONG)
    know.talk.notify(flat.script.session.now, "info", f"{fullest.NAMES[0]} sits here.")
    flat.frames(0.5)
    flat.show(fullest.crowded(a_match(players=4)))
    hands = Hands(flat.script.session, know)
    hands.aim = Hit(TABLE, scripted.TABLE, 0, (8.5, 64.9, 12.5), 2.0)
    drawn = record(monkeypatch)
    for width, height in unit_sizes():
        area = Rect(0, 0, width, height)
        pieces: list[Callable[[], None]] = [
            partial(hud.draw_crosshair, canvas, area, app, hands, know, 0.0),
            partial(hud.draw_players, canvas, area, know, fullest.TITLE),
            partial(hud.draw_facts, canvas, app, know, hands),
            partial(hud.draw_held_name, canvas, area, "Spruce Small Game Table", 0.0),
            partial(draw_toasts, canvas, area, app, know.talk, flat.script.session.now),
        ]
        for draw in pieces:
            drawn.clear()
            canvas.begin((round(width), round(height)), 1)
            draw()
            assert drawn.lines
            assert not drawn.faults(width, height), (width, height)
    canvas.begin((640, 360), 1)


def _faults(client: Client, screen: Screen, drawn: Drawn, width: float, height: float) -> list[str]:
    """What is wrong at so many units, in what is placed and in what is drawn."""
    screen.resize(width, height)
    client.app.canvas.begin((round(width), round(height)), 1)
    drawn.clear()
    screen.draw(client.app.canvas)
    faults = drawn.faults(screen.area.width, screen.area.height)
    for part, rect in screen.placed.items():
        if rect.width <= 0 or rect.height <= 0 or not screen.area.encloses(rect):
            faults.append(f"{part} hangs over the edge or has no size: {rect}")
    for (one, first), (other, second) in combinations(screen.placed.items(), 2):
        if first.overlaps(second):
            faults.append(f"{one} overlaps {other}: {first} {second}")
    return faults


def test_the_board_keeps_room_for_its_dice_on_every_window() -> None:
    for width, height in unit_sizes():
        for tray_open in (False, True):
            places = places_for(Rect(0, 0, width, height), tray_open=tray_open)
            if places.overlay:
                continue
            assert places.main.width >= LEAST_MAIN, (width, height)
            assert places.felt.width >= 190, (width, height)
            assert places.felt.height >= 180, (width, height)
            assert places.tray is None or not places.tray.overlaps(places.felt), (width, height)


@pytest.mark.parametrize(
    ("size", "scale"),
    [
        ((640, 360), 1),
        ((1280, 720), 2),
        ((700, 720), 1),
        ((1920, 1080), 3),
        ((3840, 2160), 7),
        ((400, 300), 1),
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
    assert scale == 2
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
