"""Keyboards of all layouts: the keys of the world go by place, letters by letter; and AltGr is not Ctrl."""

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any

import pyglet
import pytest
from pyglet.window import key

from client import keyboard
from client import window as window_module
from client.keyboard import Key
from client.ui.screens.chat import ChatScreen
from client.ui.screens.pause import key_table
from client.ui.screens.windows import WindowScreen
from client.ui.widgets.text_field import Clipboard, TextField
from client.window import GameWindow, open_window
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import ThrowItem, WindowOpened
from server.shared.protocol.tabletop import Act
from server.shared.protocol.world import Steps
from server.shared.voxel.keys import BACK, FORWARD, LEFT, RIGHT
from tests.client.boards import a_match

from .conftest import Client

AZERTY = {key.W: ord("z"), key.A: ord("q"), key.S: ord("s"), key.D: ord("d")}
RUSSIAN = {place: key.user_key(code) for place, code in ((key.W, 25), (key.A, 38), (key.S, 39), (key.D, 40))}
DVORAK = {key.W: ord(","), key.A: ord("a"), key.S: ord("o"), key.D: ord("e")}


def moves(client: Client) -> set[int]:
    client.frames(0.1)
    return {step.keys for each in client.script.listen() if isinstance(each, Steps) for step in each.steps} - {0}


def holding_a_board(client: Client) -> None:
    slots = (Stack("voxtable:farkle_board", 1), *[None] * 35)
    grid: tuple[None, ...] = (None,) * (len(client.script.know.inventory.slots(0)) - 36)
    client.script.say(WindowOpened(0, "inventory", "", 1, (*slots, *grid), None))


@pytest.mark.parametrize("layout", [AZERTY, RUSSIAN, DVORAK], ids=["azerty", "russian", "dvorak"])
def test_the_same_places_walk_on_every_layout(client: Client, layout: dict[int, int]) -> None:
    holding_a_board(client)
    for place, move in ((key.W, FORWARD), (key.A, LEFT), (key.S, BACK), (key.D, RIGHT)):
        client.hold(Key(layout[place], place))
        assert moves(client) == {move}
        client.app.window.dispatch_event("on_key_release", Key(layout[place], place), 0)
        client.app.frame(0.01)
        moves(client)
    assert client.script.heard_of(ThrowItem) == []


@pytest.mark.parametrize("symbol", [key.user_key(11), key.PARENLEFT, key._2])
def test_the_row_of_digits_chooses_slots_though_the_layout_gives_it_with_shift(client: Client, symbol: int) -> None:
    client.press(Key(symbol, key._2))
    assert client.script.know.inventory.selected == 1


def test_the_row_of_digits_chooses_dice_and_letters_of_other_scripts_roll(client: Client) -> None:
    client.open_board(a_match())
    client.press(Key(key.user_key(27), key.R))
    assert [act.then for act in client.script.heard_of(Act)] == ["roll"]


def test_the_letter_of_a_button_is_a_letter_and_not_its_place(client: Client) -> None:
    client.open_board(a_match())
    client.press(Key(key.P, key.R))
    assert client.script.heard_of(Act) == []
    client.press(Key(key.R, key.O))
    assert [act.then for act in client.script.heard_of(Act)] == ["roll"]


def test_the_inventory_opens_and_closes_by_place(client: Client) -> None:
    for kind in (True, False):
        client.press(Key(ord("."), key.E))
        assert client.shows(WindowScreen) is kind


def test_a_slash_opens_the_chat_wherever_it_is_and_its_digit_chooses_no_slot(client: Client) -> None:
    client.app.window.dispatch_event("on_key_press", Key(key._7, key._7), key.MOD_SHIFT)
    client.app.window.dispatch_event("on_text", "/")
    client.app.frame(0.01)
    screen = client.app.screen
    assert isinstance(screen, ChatScreen)
    assert screen.field.text == "/"
    assert client.script.know.inventory.selected == 0


def test_select_all_goes_by_letter_while_one_types(client: Client) -> None:
    client.press(Key(key.T, key.T))
    client.write("two words")
    client.press(Key(ord("q"), key.A), key.MOD_CTRL)
    field = client.app.screen.focus
    assert isinstance(field, TextField)
    assert field.selection == (9, 9)
    client.press(Key(ord("a"), key.Q), key.MOD_CTRL)
    assert field.selection == (0, 9)


@pytest.mark.parametrize("modifiers", [key.MOD_CTRL | key.MOD_ALT, key.MOD_ALT | key.MOD_OPTION, key.MOD_SCROLLLOCK])
def test_alt_gr_types_letters_and_commands_nothing(modifiers: int) -> None:
    clipboard = Clipboard()
    clipboard.write("kept")
    field = TextField("Dzień dobry", clipboard=clipboard)
    for symbol, letter in ((key.A, "ą"), (key.C, "ć"), (key.X, "ź"), (key.V, "v")):
        field.key(symbol, modifiers)
        field.type(letter)
    assert field.text == "Dzień dobryąćźv"
    assert clipboard.read() == "kept"


# ------------------------------------------------------------------ what each system says


@pytest.mark.parametrize(
    ("scan_code", "place"), [(0x11, key.W), (0x1E, key.A), (0x02, key._1), (0x0B, key._0), (0x32, key.M), (0x10, key.Q)]
)
def test_windows_and_x11_number_the_same_places(scan_code: int, place: int) -> None:
    assert keyboard.place_of_scan_code(scan_code, 0) == place
    assert keyboard.place_of_keycode(scan_code + 8, 0) == place
    assert keyboard.scan_code(place) == scan_code
    assert keyboard.keycode(place) == scan_code + 8


def test_a_key_outside_of_the_rows_is_known_by_its_symbol() -> None:
    assert keyboard.place_of_scan_code(0x135, key.NUM_DIVIDE) == key.NUM_DIVIDE
    assert keyboard.place_of_keycode(9, key.ESCAPE) == key.ESCAPE
    assert keyboard.meant(key.ESCAPE, by_place=True) == key.ESCAPE


def test_keycodes_of_another_numbering_are_not_taken_for_places() -> None:
    kernel = {9: key.ESCAPE, 36: key.RETURN, 65: key.SPACE}
    assert set(keyboard.asked_keycodes()) == set(kernel)
    assert keyboard.numbers_like_the_kernel(kernel)
    assert not keyboard.numbers_like_the_kernel(kernel | {9: key.A})


@pytest.mark.parametrize(
    ("keysym", "character"),
    [(0x71, "q"), (0xE9, "é"), (0x6CA, "й"), (0x1B1, "ą"), (0x7E1, "α"), (0x1000444, "ф"), (0xFF1B, ""), (0x1F, "")],
)
def test_a_keysym_is_read_as_what_is_written_on_the_key(keysym: int, character: str) -> None:
    assert keyboard.character_of_keysym(keysym) == character


@pytest.mark.parametrize(("typed", "symbol"), [("Q", key.Q), ("q", key.Q), ("й", None), ("", None), ("\uf700", None)])
def test_a_letter_typed_on_a_mac_is_its_symbol(typed: str, symbol: int | None) -> None:
    assert keyboard.letter_of(typed) == symbol


class Heard:
    """A window that is no window yet, with what it dispatched."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.window: Any = open_window("keys", 16, 16)
        self.window.push_handlers(
            on_key_press=lambda *event: self.events.append(("press", *event)),
            on_key_release=lambda *event: self.events.append(("release", *event)),
        )
        self.window._enable_event_queue = False
        self.patch = monkeypatch

    def told(self) -> list[tuple[str, int, int]]:
        return [(kind, int(symbol), keyboard.place_of(symbol)) for kind, symbol, _ in self.events]


@pytest.fixture
def heard(window: Any, monkeypatch: pytest.MonkeyPatch) -> Iterator[Heard]:
    made = Heard(monkeypatch)
    yield made
    made.window.close()
    window.switch_to()


def test_windows_tells_the_place_by_the_scan_code_beside_the_modifiers(heard: Heard) -> None:
    heard.patch.setattr(pyglet.window.Window, "_get_modifiers", lambda self, *of: 0, raising=False)
    heard.window._get_modifiers(0x1E << 16)
    heard.window.dispatch_event("on_key_press", key.Q, 0)
    heard.window._get_modifiers()
    heard.window.dispatch_event("on_key_press", key.LSHIFT, 0)
    assert heard.told() == [("press", key.Q, key.A), ("press", key.LSHIFT, key.LSHIFT)]


def x11(heard: Heard, event: int, code: int, symbol: int) -> None:
    """An event of X11 as pyglet takes it in."""
    heard.patch.setattr(window_module, "text_and_symbol", lambda x_input, ev: (None, ev.symbol))
    said = SimpleNamespace(type=event, symbol=symbol, xkey=SimpleNamespace(keycode=code))
    _, known = heard.window._event_text_symbol(said)
    heard.window.dispatch_event("on_key_press" if event == 2 else "on_key_release", known, 0)


def test_x11_tells_the_place_by_the_keycode(heard: Heard) -> None:
    heard.patch.setattr(GameWindow, "_keysym", lambda self, code: {9: key.ESCAPE, 36: key.RETURN, 65: 32}[code])
    x11(heard, 2, 38, key.Q)
    assert heard.told() == [("press", key.Q, key.A)]


def test_x11_keycodes_of_another_numbering_leave_keys_to_their_symbols(heard: Heard) -> None:
    heard.patch.setattr(GameWindow, "_keysym", lambda self, code: key.A)
    x11(heard, 2, 38, key.Q)
    assert heard.told() == [("press", key.Q, key.Q)]


def test_a_key_comes_up_as_what_it_went_down_as_though_shift_changed(heard: Heard) -> None:
    heard.patch.setattr(GameWindow, "_keysym", lambda self, code: key.A)
    x11(heard, 2, 11, key._2)
    x11(heard, 3, 11, key.user_key(11))
    x11(heard, 2, 11, key.user_key(11))
    assert [symbol for _, symbol, _ in heard.told()] == [key._2, key._2, key.user_key(11)]


def test_keys_that_were_down_when_the_window_lost_the_keyboard_can_be_pressed_again(heard: Heard) -> None:
    heard.window.pressed_keys = {key.W}
    heard.window.dispatch_event("on_deactivate")
    assert heard.window.pressed_keys == set()


def test_the_menu_says_the_letters_that_the_layout_has(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client.app, "window", LabelledWindow())
    told = dict(key_table(client.app.key_cap))
    assert "Z Q S D" in told
    assert "Space" in told
    monkeypatch.undo()
    assert "W A S D" in dict(key_table(client.app.key_cap))


class LabelledWindow(GameWindow):
    def __init__(self) -> None:
        pass

    def key_label(self, place: int) -> str:
        return {key.W: "Z", key.A: "Q", key.T: "\uffff"}.get(place, chr(place).upper())

    def __del__(self) -> None:
        pass
