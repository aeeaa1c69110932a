"""What the system hands over: a clipboard that is damaged or silent, fractions of a wheel, the click that brings the
window back; and lines and boards that must not be lost or come late."""

from typing import Any

import pyglet
import pytest
from pyglet.window import key, mouse

from client import window as window_module
from client.clipboard import WindowClipboard
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.chat import ChatScreen
from client.ui.screens.pause import PauseScreen
from client.ui.screens.world import LATE_SECONDS, WorldScreen
from client.ui.widgets.text_field import Clipboard, TextField
from client.window import open_window
from server.shared.protocol.tabletop import ShowBoard
from server.shared.protocol.world import StartBreaking
from tests.client.boards import a_match

from .conftest import TABLE, Client


class FailingWindow:
    """A window whose clipboard belongs to a program that fails."""

    def get_clipboard_text(self) -> str:
        return b"caf\xe9".decode("utf-8")

    def set_clipboard_text(self, text: str) -> None:
        raise OSError


class OneWayWindow:
    """A window whose clipboard has an old text, and takes another one or does not."""

    text = "old text"
    takes = False

    def get_clipboard_text(self) -> str:
        return self.text

    def set_clipboard_text(self, text: str) -> None:
        if not self.takes:
            raise OSError
        self.text = text


def test_a_clipboard_that_is_no_text_pastes_nothing_and_the_typing_goes_on() -> None:
    field = TextField("so far", clipboard=WindowClipboard(FailingWindow()))
    field.key(key.V, key.MOD_CTRL)
    assert field.text == "so far"
    field.key(key.A, key.MOD_CTRL)
    field.key(key.C, key.MOD_CTRL)
    assert field.text == "so far"


def test_what_the_system_did_not_take_is_pasted_before_what_it_had() -> None:
    system = OneWayWindow()
    clipboard = WindowClipboard(system)
    clipboard.write("copied here")
    assert clipboard.read() == "copied here"
    system.takes = True
    clipboard.write("copied later")
    system.text = "copied by another program"
    assert clipboard.read() == "copied by another program"


def test_a_clipboard_whose_owner_does_not_answer_is_given_up(window: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    def wait_without_end(self: Any) -> str:
        while True:
            self.dispatch_platform_event(None)

    monkeypatch.setattr(window_module, "CLIPBOARD_SECONDS", 0.02)
    monkeypatch.setattr(pyglet.window.Window, "get_clipboard_text", wait_without_end)
    monkeypatch.setattr(pyglet.window.Window, "dispatch_platform_event", lambda self, event: None, raising=False)
    opened = open_window("clipboard", 16, 16)
    try:
        assert WindowClipboard(opened).read() == ""
        opened.dispatch_platform_event(None)
    finally:
        opened.close()
        window.switch_to()


@pytest.mark.parametrize("symbol", [key.C, key.X])
def test_copying_nothing_does_not_empty_the_clipboard(symbol: int) -> None:
    clipboard = Clipboard()
    clipboard.write("kept")
    TextField("a line", clipboard=clipboard).key(symbol, key.MOD_CTRL)
    assert clipboard.read() == "kept"


def scroll(client: Client, *steps: float) -> int:
    for step in steps:
        client.app.window.dispatch_event("on_mouse_scroll", 10, 10, 0.0, step)
    client.app.frame(0.01)
    return client.script.know.inventory.selected


def test_fractions_of_a_notch_add_up_before_a_slot_turns(client: Client) -> None:
    assert scroll(client, *[-0.1] * 9) == 0
    assert scroll(client, -0.1) == 1
    assert scroll(client, -0.5, 0.5, 0.4) == 1
    assert scroll(client, 0.1) == 0
    assert scroll(client, -1, -1) == 2
    assert scroll(client, 3) == 8


def test_a_line_that_was_begun_comes_back_after_looking_through_earlier_ones(client: Client) -> None:
    client.app.said.extend(["one", "two"])
    client.press(key.T)
    client.write("half a thou")
    screen = client.app.screen
    assert isinstance(screen, ChatScreen)
    for symbol, text in ((key.UP, "two"), (key.UP, "one"), (key.DOWN, "two"), (key.DOWN, "half a thou")):
        client.press(symbol)
        assert screen.field.text == text


def press(client: Client) -> None:
    client.app.window.dispatch_event("on_mouse_press", 10, 10, mouse.LEFT, 0)
    client.app.frame(0.01)
    client.frames(0.1)


def test_the_click_that_brings_the_window_back_does_nothing_in_the_world(client: Client) -> None:
    client.script.know.own.turn(0.0, 45.0)
    client.frames(0.1)
    client.app.window.dispatch_event("on_deactivate")
    client.app.frame(0.01)
    press(client)
    client.app.window.dispatch_event("on_activate")
    press(client)
    assert client.script.heard_of(StartBreaking) == []
    client.app.window.dispatch_event("on_mouse_release", 10, 10, mouse.LEFT, 0)
    client.frames(0.3)
    press(client)
    assert len(client.script.heard_of(StartBreaking)) == 1


def test_a_board_that_was_to_be_shown_long_ago_does_not_open_late(client: Client) -> None:
    client.show(a_match())
    client.press(key.ESCAPE)
    client.script.say(ShowBoard(TABLE))
    client.frames(LATE_SECONDS + 0.5)
    assert client.shows(PauseScreen)
    client.press(key.ESCAPE)
    client.frames(0.2)
    assert client.shows(WorldScreen)


def test_a_board_that_is_to_be_shown_opens_when_a_page_closes_soon(client: Client) -> None:
    client.show(a_match())
    client.press(key.ESCAPE)
    client.script.say(ShowBoard(TABLE))
    client.frames(0.2)
    client.press(key.ESCAPE)
    client.frames(0.2)
    assert client.shows(BoardScreen)
