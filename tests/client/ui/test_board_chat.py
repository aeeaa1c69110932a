"""Talking at the board: chat opens over everything that is played, and what one types there plays nothing."""

import pytest
from pyglet.window import key

from client.ui.screens.board.screen import BoardScreen
from client.ui.screens.chat import CHAT_SECONDS, ChatScreen
from client.ui.screens.pause import PauseScreen
from client.ui.screens.paused import PausedScreen
from client.ui.screens.verify import VerifyScreen
from client.ui.screens.windows import WindowScreen
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.tabletop import Act, BoardView, Ready
from tests.client.boards import a_lobby, a_match, a_pause, a_result, a_roll

from .conftest import Client

LISTS = ("lobby", "result")
"""Phases without dice and cards at the left."""
PHASES = [a_lobby(3), a_match(players=4), a_roll(), a_pause(4), a_result(4), a_result(1)]


def said(client: Client) -> list[str]:
    return [line.text for line in client.script.heard_of(Say)]


@pytest.mark.parametrize("view", PHASES, ids=lambda view: f"{view.phase}-{len(view.seats)}")
def test_chat_opens_at_the_board_and_no_key_of_what_is_typed_reaches_the_game(client: Client, view: BoardView) -> None:
    screen = client.open_board(view)
    client.press(key.T)
    for letter in "r1 b a":
        client.hold(ord(letter))
        client.write(letter)
    client.press(key.TAB)
    client.press(key.ENTER)
    assert said(client) == ["r1 b a"]
    assert client.shows(BoardScreen)
    assert client.script.heard_of(Act) + client.script.heard_of(Ready) == []
    assert screen.selection.chosen == frozenset()


def test_the_letter_that_opens_the_chat_is_not_written_into_it(client: Client) -> None:
    client.open_board(a_roll())
    client.app.window.dispatch_event("on_key_press", key.T, 0)
    client.app.window.dispatch_event("on_text", "t")
    client.app.frame(0.01)
    assert isinstance(client.app.screen, ChatScreen)
    assert client.app.screen.field.text == ""


def test_a_slash_at_the_board_begins_a_command(client: Client) -> None:
    client.open_board(a_roll())
    client.write("/")
    assert isinstance(client.app.screen, ChatScreen)
    assert client.app.screen.field.text == "/"


def test_chat_opens_over_pages_and_windows_too(client: Client) -> None:
    session, know = client.app.session, client.script.know
    assert session is not None
    for screen in (
        PauseScreen(client.app, session, know),
        VerifyScreen(client.app, session, know),
        PausedScreen(client.app, session, know),
        WindowScreen(client.app, session, know, 0),
    ):
        client.app.push(screen)
        client.press(key.T)
        assert client.shows(ChatScreen), screen
        client.press(key.ESCAPE)
        assert client.app.screen is screen
        client.app.close_screen(screen)


@pytest.mark.parametrize("view", PHASES, ids=lambda view: f"{view.phase}-{len(view.seats)}")
def test_what_others_say_shows_at_the_board_for_a_while_and_stays_in_the_log(
    client: Client, written: list[str], view: BoardView
) -> None:
    screen = client.open_board(view)
    screen.tray.tabs.choose(1)
    screen.resize(640, 360)
    client.script.say(ChatLine("Bob", "hurry up"))
    client.frames(0.1)
    assert "hurry up" in written
    client.frames(CHAT_SECONDS, 0.5)
    written.clear()
    client.frames(0.1)
    assert "hurry up" not in written
    screen.tray.tabs.choose(0)
    client.frames(0.1)
    assert [line.text for line in screen._playback.log.lines if line.chat] == ["hurry up"]


@pytest.mark.parametrize("view", PHASES, ids=lambda view: f"{view.phase}-{len(view.seats)}")
def test_words_at_the_board_hide_neither_dice_nor_cards_nor_buttons(client: Client, view: BoardView) -> None:
    screen = client.open_board(view)
    for width, height in ((400, 300), (640, 360), (700, 720), (1280, 720)):
        screen.resize(width, height)
        corner = screen._chat_corner
        assert corner.height >= 3 * 11
        buttons = [button.rect for button in screen.buttons.below if button.visible]
        cards = [screen._places.card(index) for index in range(len(view.seats))] if view.phase not in LISTS else []
        for other in (*buttons, *cards):
            assert not corner.overlaps(other), (width, height)
        if view.phase not in LISTS:
            assert not corner.overlaps(screen._places.felt)


def test_what_others_say_shows_over_the_page_too_where_it_covers_the_board(client: Client, written: list[str]) -> None:
    screen = client.open_board(a_match())
    client.press(key.TAB)
    assert screen._places.overlay
    screen.tray.tabs.choose(1)
    client.script.say(ChatLine("Bob", "hurry up"))
    client.frames(0.1)
    assert "hurry up" in written


def test_a_sign_that_shift_and_a_digit_make_chooses_no_die(client: Client) -> None:
    screen = client.open_board(a_roll())
    client.hold(key._1, key.MOD_SHIFT)
    client.write("/")
    assert client.shows(ChatScreen)
    assert screen.selection.chosen == frozenset()


def test_the_first_steps_make_room_for_what_is_typed(client: Client, written: list[str]) -> None:
    client.frames(0.1)
    assert "First steps" in written
    client.press(key.T)
    written.clear()
    client.frames(0.1)
    assert client.shows(ChatScreen)
    assert "First steps" not in written
