"""The world by keys and mouse, driven through the window's events: walking, focus loss, hotbar, chat, menus."""

import errno
import os

import msgspec
import numpy as np
import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from client import gl
from client.input import HeldKeys, MouseLook
from client.session import Ended
from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.chat import ChatScreen
from client.ui.screens.connection import EndedScreen
from client.ui.screens.hints import hint_for, table_lines, table_scores
from client.ui.screens.pause import PauseScreen
from client.ui.screens.title import TitleScreen
from client.ui.screens.windows import WindowScreen
from client.ui.screens.world import WorldScreen
from client.ui.theme import FROST
from server.shared.inventory.layout import CHEST, LAYOUTS
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import Notice, Say
from server.shared.protocol.items import Click, CloseWindow, SelectSlot, WindowChanged, WindowClosed, WindowOpened
from server.shared.protocol.tabletop import BoardView, ShowBoard
from server.shared.protocol.world import Sit, StandUp, StartBreaking, Steps
from server.shared.voxel.keys import FORWARD, JUMP, SNEAK
from tests.client.boards import a_lobby, a_match

from .conftest import TABLE, Client


def keys_sent(client: Client) -> list[int]:
    """The keys of all steps since the last look."""
    return [step.keys for message in client.script.listen() if isinstance(message, Steps) for step in message.steps]


def motion(client: Client, dx: int, dy: int) -> None:
    client.app.window.dispatch_event("on_mouse_motion", 100, 100, dx, dy)
    client.app.frame(0.01)


def test_held_keys_walk_and_letting_go_stops(client: Client) -> None:
    client.hold(key.W)
    client.hold(key.SPACE)
    keys_sent(client)
    client.frames(0.2)
    assert set(keys_sent(client)) == {FORWARD | JUMP}
    client.app.window.dispatch_event("on_key_release", key.W, 0)
    client.app.window.dispatch_event("on_key_release", key.SPACE, 0)
    client.frames(0.2)
    assert keys_sent(client)[-1] == 0


def test_losing_the_keyboard_lets_go_of_everything(client: Client) -> None:
    client.script.know.own.turn(0.0, 45.0)
    client.hold(key.W)
    client.app.window.dispatch_event("on_mouse_press", 10, 10, mouse.LEFT, 0)
    client.frames(0.1)
    assert client.script.heard_of(StartBreaking)
    client.app.window.dispatch_event("on_deactivate")
    client.frames(0.1)
    keys_sent(client)
    client.frames(0.3)
    assert set(keys_sent(client)) == {0}
    screen = client.app.screen
    assert isinstance(screen, WorldScreen)
    assert screen.hands.breaking is None


def test_the_first_motion_after_the_pointer_came_back_does_not_turn_the_head(client: Client) -> None:
    motion(client, 5, 0)
    before = client.script.know.own.yaw
    motion(client, 10, 0)
    assert client.script.know.own.yaw == pytest.approx(before + 1.2)
    client.app.window.dispatch_event("on_deactivate")
    client.app.frame(0.01)
    client.app.window.dispatch_event("on_activate")
    client.app.frame(0.01)
    motion(client, 900, 500)
    assert client.script.know.own.yaw == pytest.approx(before + 1.2)
    motion(client, 10, 10)
    assert client.script.know.own.yaw == pytest.approx(before + 2.4)
    assert client.script.know.own.pitch == pytest.approx(-1.2)


def test_looking_up_can_be_turned_round() -> None:
    look = MouseLook()
    look.turn(0, 0, 1.0, False)
    assert look.turn(0, 10, 2.0, False) == pytest.approx((0.0, -2.4))
    assert look.turn(0, 10, 2.0, True) == pytest.approx((0.0, 2.4))


def test_two_keys_for_one_move_count_until_both_are_up() -> None:
    held = HeldKeys()
    assert held.press(key.LSHIFT)
    held.press(key.RSHIFT)
    held.release(key.LSHIFT)
    assert held.bits == SNEAK
    assert not held.press(key.E)
    held.clear()
    assert held.bits == 0


def test_an_open_screen_takes_the_keys_and_the_body_stops(client: Client) -> None:
    client.hold(key.W)
    client.press(key.ESCAPE)
    assert client.shows(PauseScreen)
    keys_sent(client)
    client.frames(0.2)
    assert set(keys_sent(client)) == {0}
    client.press(key.ESCAPE)
    assert client.shows(WorldScreen)
    keys_sent(client)
    client.frames(0.2)
    assert set(keys_sent(client)) == {0}


def test_number_keys_and_the_wheel_choose_the_slot_in_hand(client: Client) -> None:
    client.press(key._4)
    client.app.window.dispatch_event("on_mouse_scroll", 1, 1, 0, -1.0)
    client.app.window.dispatch_event("on_mouse_scroll", 1, 1, 0, 1.0)
    client.app.window.dispatch_event("on_mouse_scroll", 1, 1, 0, 0.0)
    client.app.frame(0.01)
    assert [message.slot for message in client.script.heard_of(SelectSlot)] == [3, 4, 3]


def test_the_key_that_opens_the_chat_is_not_typed_into_it(client: Client) -> None:
    client.app.window.dispatch_event("on_key_press", key.T, 0)
    client.app.window.dispatch_event("on_text", "t")
    client.app.frame(0.01)
    client.write("hi there")
    screen = client.app.screen
    assert isinstance(screen, ChatScreen)
    assert screen.field.text == "hi there"
    client.press(key.ENTER)
    assert [message.text for message in client.script.heard_of(Say)] == ["hi there"]
    assert client.shows(WorldScreen)


def test_a_slash_begins_a_command_and_earlier_lines_come_back(client: Client) -> None:
    for text in ("one", "two"):
        client.press(key.T)
        client.write(text)
        client.press(key.ENTER)
    client.app.window.dispatch_event("on_key_press", key.SLASH, 0)
    client.app.window.dispatch_event("on_text", "/")
    client.app.frame(0.01)
    screen = client.app.screen
    assert isinstance(screen, ChatScreen)
    assert screen.field.text == "/"
    client.press(key.UP)
    client.press(key.UP)
    client.press(key.UP)
    assert screen.field.text == "one"
    client.press(key.DOWN)
    assert screen.field.text == "two"
    client.press(key.ESCAPE)
    assert client.shows(WorldScreen)


def test_a_key_that_repeats_moves_on_and_its_first_motion_counts_once(client: Client) -> None:
    client.press(key.T)
    client.write("abcdef")
    window = client.app.window
    window.dispatch_event("on_key_press", key.BACKSPACE, 0)
    for _ in range(3):
        window.dispatch_event("on_text_motion", key.MOTION_BACKSPACE)
    client.app.frame(0.01)
    screen = client.app.screen
    assert isinstance(screen, ChatScreen)
    assert screen.field.text == "abc"


def test_the_inventory_opens_and_closes_with_its_key_and_tells_the_server(client: Client) -> None:
    client.press(key.E)
    assert client.shows(WindowScreen)
    client.press(key.E)
    assert client.shows(WorldScreen)
    assert [message.window for message in client.script.heard_of(CloseWindow)] == [0]


def chest(client: Client) -> WindowScreen:
    slots: list[Stack | None] = [None] * LAYOUTS[CHEST].size
    slots[0] = Stack("minecraft:stick", 9)
    opened = WindowOpened(window=3, kind=CHEST, title="Chest", revision=1, slots=tuple(slots), cursor=None)
    client.script.say(opened)
    client.frames(0.1)
    screen = client.app.screen
    assert isinstance(screen, WindowScreen)
    return screen


def click(client: Client, screen: WindowScreen, slot: int, button: int = mouse.LEFT, modifiers: int = 0) -> None:
    x, y = screen.placed[f"slot {slot}"].centre
    screen.mouse_press(x, y, button, modifiers)
    screen.mouse_release(x, y, button)
    client.app.frame(0.05)


def clicks(client: Client) -> list[tuple[int, int, str, tuple[int, ...]]]:
    return [(each.slot, each.button, each.mode, each.slots) for each in client.script.heard_of(Click)]


def test_a_window_of_the_server_opens_by_itself_and_closes_with_it(client: Client) -> None:
    chest(client)
    client.script.say(WindowClosed(window=3))
    client.frames(0.1)
    assert client.shows(WorldScreen)


def test_clicks_of_all_kinds(client: Client) -> None:
    screen = chest(client)
    click(client, screen, 0, modifiers=key.MOD_SHIFT)
    client.script.refuse("stale_window")
    click(client, screen, 0, mouse.RIGHT)
    click(client, screen, 5, mouse.RIGHT)
    assert clicks(client) == [(0, 0, "quick", ()), (0, 1, "pickup", ()), (5, 1, "pickup", ())]
    assert screen.stage.know is not None
    assert screen.stage.know.inventory.slots(3)[5] == Stack("minecraft:stick", 1)


def test_a_drag_spreads_over_its_slots_and_a_click_outside_throws(client: Client) -> None:
    screen = chest(client)
    click(client, screen, 0)
    places = [screen.placed[f"slot {slot}"].centre for slot in (3, 4, 5)]
    screen.mouse_press(*places[0], mouse.LEFT, 0)
    for place in places[1:]:
        screen.mouse_drag(*place, mouse.LEFT)
    screen.mouse_release(*places[2], mouse.LEFT)
    screen.mouse_press(1, 1, mouse.LEFT, 0)
    assert clicks(client)[1:] == [(-1, 0, "drag", (3, 4, 5)), (-1, 0, "pickup", ())]
    assert client.script.know.inventory.slots(3)[4] == Stack("minecraft:stick", 3)


def test_a_double_click_gathers(client: Client) -> None:
    screen = chest(client)
    click(client, screen, 0)
    click(client, screen, 0)
    assert clicks(client) == [(0, 0, "pickup", ()), (0, 0, "gather", ())]


def test_a_window_is_worked_by_keyboard_alone(client: Client) -> None:
    screen = chest(client)
    for symbol in (key.UP, key.UP, key.UP, key.UP, key.UP, key.UP, key.UP, key.UP):
        client.press(symbol)
    client.press(key.ENTER)
    client.press(key.RIGHT)
    client.press(key.SPACE)
    client.press(key._2)
    client.press(key.Q, key.MOD_CTRL)
    client.press(key.ENTER, key.MOD_SHIFT)
    assert clicks(client) == [
        (0, 0, "pickup", ()),
        (1, 1, "pickup", ()),
        (1, 1, "swap", ()),
        (1, 1, "throw", ()),
        (1, 0, "quick", ()),
    ]
    assert screen is client.app.screen


def test_a_board_is_shown_when_the_server_asks_and_by_its_key(client: Client) -> None:
    client.show(a_lobby())
    client.script.say(ShowBoard(table=TABLE))
    client.frames(0.1)
    assert client.shows(BoardScreen)
    client.press(key.ESCAPE)
    client.press(key.F)
    assert client.shows(WorldScreen)
    client.script.say(Sit(x=8.5, y=64.0, z=11.5, yaw=0.0, table=TABLE))
    client.press(key.F)
    assert client.shows(BoardScreen)
    client.show(None)
    client.frames(0.1)
    assert client.shows(WorldScreen)


def test_a_tap_on_the_sneak_key_does_not_stand_up_and_holding_it_does_once(client: Client) -> None:
    client.script.say(Sit(x=8.5, y=64.0, z=11.5, yaw=0.0, table=TABLE))
    client.press(key.LSHIFT)
    client.frames(0.6)
    assert client.script.heard_of(StandUp) == []
    client.hold(key.LSHIFT)
    client.frames(1.2)
    assert len(client.script.heard_of(StandUp)) == 1


def test_a_lost_connection_is_told_and_leads_back_to_the_title(client: Client) -> None:
    client.script.say(Notice(kind="info", text="Closing."))
    client.script.session.end("connection", "The server closed the connection.")
    client.frames(0.1)
    assert client.shows(EndedScreen)
    assert client.app.session is None
    client.press(key.ESCAPE)
    assert client.shows(TitleScreen)


def test_nothing_of_an_old_connection_reaches_the_new_session(client: Client) -> None:
    old = client.script
    client.app.leave()
    assert client.app.session is None
    old.say(WindowChanged(window=0, revision=9, slots=(), cursor=None))
    client.frames(0.1)
    assert client.app.know is None
    assert client.shows(TitleScreen)


@pytest.mark.parametrize(
    ("state", "held", "text"),
    [
        ("voxtable:oak_small_game_table[board=farkle]", "", "Open the board"),
        ("voxtable:oak_small_game_table[board=none]", "voxtable:farkle_board", "Fit the board"),
        ("voxtable:oak_small_game_table[board=none]", "minecraft:stick", "Needs a Farkle Board"),
        ("voxtable:cherry_game_chair[facing=north]", "", "Sit"),
        ("minecraft:crafting_table", "", "Craft, or see what can be made"),
        ("minecraft:chest[facing=north]", "", "Open the chest"),
    ],
)
def test_the_crosshair_says_what_use_does(state: str, held: str, text: str) -> None:
    hint = hint_for(state, held, usable=True)
    assert hint is not None
    assert hint.text == text
    assert hint_for("minecraft:stone", held, usable=False) is None


def test_an_ended_session_shows_its_own_words(client: Client) -> None:
    screen = EndedScreen(client.app, Ended("kicked", "Enough for today."))
    screen.resize(640, 360)
    assert screen._lines == ["Enough for today."]


def test_settings_that_no_disk_takes_are_told_and_hold_for_this_run(
    client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(descriptor: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    client.app.apply(msgspec.structs.replace(client.app.profile.settings, field_of_view=90))
    client.frames(0.5)
    assert "settings.json cannot be written" in client.script.know.talk.toasts[-1].text
    assert client.app.view.field_of_view == 90


def test_a_notice_lies_over_an_open_window(client: Client) -> None:
    client.press(key.E)
    assert client.shows(WindowScreen)
    assert _frost(client) == 0
    client.script.say(Notice(kind="info", text="Something happened."))
    client.frames(0.5)
    assert _frost(client) > 20


def _frost(client: Client) -> int:
    """How many pixels at the upper right have the full colour of a notice's edge."""
    client.app.frame(0.01)
    width, height = client.app.window.get_framebuffer_size()
    seen = gl.read_pixels(gl.Viewport(width // 2, height - 40, width // 2, 40))[..., :3].astype(int)
    return int((np.abs(seen - np.array(FROST[:3]) * 255).max(axis=-1) < 6).sum())


def test_a_table_tells_whoever_looks_at_it_whose_turn_it_is_and_the_scores() -> None:
    assert table_lines(None, 0.0) == ()
    assert table_lines(a_lobby(2), 0.0) == ()
    view = a_match(turn=1)
    assert table_lines(view, 0.0) == (view.status,)
    assert table_scores(view) == ((2, "Ada 4,350"), (0, "Bartholomew_1234 4,350"))
    assert table_scores(None) == table_scores(a_lobby(2)) == table_scores(replace(view, free_in=1)) == ()


@pytest.mark.parametrize("view", [a_match(), a_lobby(2)])
def test_a_table_left_behind_tells_whoever_looks_at_it_when_it_is_free(view: BoardView) -> None:
    assert table_lines(replace(view, free_in=600_000), 5.0) == ("Left behind. This table is free in 9:55.",)
