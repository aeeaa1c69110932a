"""What the seats of a table say and offer: bots in the lobby, clocks and who is away in a match."""

import pytest
from msgspec.structs import replace
from pyglet.window import key

from client.model.tables import taken_seats
from client.ui.screens.board.bots import BotScreen, rules_of
from client.ui.screens.board.clocks import clocks_of, seat_time
from client.ui.screens.board.lobby import seat_line
from client.ui.screens.board.screen import BoardScreen
from client.ui.text import duration
from server.shared.protocol.tabletop import Action, BoardView, Choice, HurryBots, PlayAlone, Ready, SetRule, Setting
from tests.client.boards import a_lobby, a_match, seat

from .conftest import TABLE, Client

STYLES = (Choice("", "nobody"), Choice("steady", "Steady", "Keeps a balance."), Choice("bold", "Bold"))


def with_bots(host: str = "p-ada", bot: str = "") -> BoardView:
    """Ada alone at the south side; bots may sit on the three others, one may at the east."""
    settings = tuple(
        Setting(f"bot.{side}", "Bot", "Bots", "choice", bot if side == 1 else "", STYLES) for side in (0, 1, 3)
    )
    goal = Setting("goal", "Goal", "House rules", "number", 500, least=500, most=2000, step=500)
    alone = Action("alone", True)
    view = replace(a_lobby(), host=host, settings=(goal, *settings), revision=7, alone=alone)
    if bot:
        east = seat(1, "bot:2", "Bold bot 2", bot=bot, seated=False, ready=True)
        view = replace(view, seats=(view.seats[0], east, *view.seats[2:]))
    return view


def test_the_host_seats_a_bot_by_its_card(client: Client) -> None:
    screen = client.open_board(with_bots())
    assert [button.visible for button in screen.bots] == [True, True, False, True]
    screen.mouse_press(*screen.bots[3].rect.centre, 1, 0)
    screen.mouse_release(*screen.bots[3].rect.centre, 1)
    chooser = client.app.screen
    assert isinstance(chooser, BotScreen)
    assert [button.label for button in chooser.options] == ["Steady", "Bold"]
    assert not chooser.nobody.visible
    client.press(key.TAB)
    client.press(key.ENTER)
    assert [(rule.table, rule.name, rule.value) for rule in client.script.heard_of(SetRule)] == [
        (TABLE, "bot.3", "bold")
    ]
    assert client.shows(BoardScreen)


def test_a_bot_is_taken_away_again(client: Client) -> None:
    screen = client.open_board(with_bots(bot="bold"))
    assert screen.bots[1].label == "Change bot"
    assert screen.buttons.alone.label == "Play the bots"
    screen.bots[1].activate()
    chooser = client.app.screen
    assert isinstance(chooser, BotScreen)
    chooser.nobody.activate()
    assert [(rule.name, rule.value) for rule in client.script.heard_of(SetRule)] == [("bot.1", "")]


def test_what_is_chosen_is_marked_and_choosing_it_again_asks_for_nothing(client: Client) -> None:
    screen = client.open_board(with_bots(bot="bold"))
    screen.bots[1].activate()
    chooser = client.app.screen
    assert isinstance(chooser, BotScreen)
    assert [button.kind for button in chooser.options] == ["plain", "go"]
    assert chooser.options[1].focused, "where the keyboard begins"
    chooser.options[1].activate()
    assert client.script.heard_of(SetRule) == []


def test_a_bot_that_the_rules_need_is_told_why_and_cannot_be_taken_away(client: Client, written: list[str]) -> None:
    view = with_bots(bot="bold")
    needed = replace(view.settings[2], choices=STYLES[1:], about="A bot fills the seat.")
    screen = client.open_board(replace(view, settings=(*view.settings[:2], needed, view.settings[3])))
    screen.bots[1].activate()
    chooser = client.app.screen
    assert isinstance(chooser, BotScreen)
    client.frames(0.05)
    assert not chooser.nobody.visible
    assert "A bot fills the seat." in written


def test_how_bots_play_is_told_in_words_and_in_figures_only_on_request(client: Client, written: list[str]) -> None:
    figures = (Choice("steady", "Steady", "Banks from 250 points."),)
    screen = client.open_board(replace(with_bots(), bots=figures))
    screen.bots[3].activate()
    chooser = client.app.screen
    assert isinstance(chooser, BotScreen)
    client.frames(0.05)
    assert "Keeps a balance." in written
    assert "Banks from 250 points." not in written
    chooser.how.activate()
    written.clear()
    client.frames(0.05)
    assert "Banks from 250 points." in written
    chooser.how.activate()
    written.clear()
    client.frames(0.05)
    assert "Banks from 250 points." not in written


def test_one_button_starts_a_match_whether_alone_against_bots_or_with_others(client: Client) -> None:
    screen = client.open_board(with_bots(bot="bold"))
    buttons = screen.buttons
    assert [buttons.alone.visible, buttons.ready.visible] == [True, False]
    client.press(key.R)
    assert [ask.table for ask in client.script.heard_of(PlayAlone)] == [TABLE]
    refused = Action("alone", False, "You do not sit here alone.")
    client.show(replace(a_lobby(1), host="p-ada", alone=refused))
    client.frames(0.05)
    assert [buttons.alone.visible, buttons.ready.visible] == [False, True]
    client.press(key.R)
    assert len(client.script.heard_of(Ready)) == 1


def test_who_plays_hurries_a_bot_that_is_to_move_by_a_key_that_the_board_shows(client: Client) -> None:
    bot = replace(a_match().seats[1], bot="bold")
    view = replace(a_match(turn=1), seats=(a_match().seats[0], bot), hurrying_needed=1)
    screen = client.open_board(view)
    faster = screen.buttons.faster
    assert (faster.visible, faster.label, faster.hint, screen.buttons.roll.visible) == (True, "Faster", "Space", False)
    client.press(key.SPACE)
    client.show(replace(view, hurrying=("p-ada",)))
    client.frames(0.05)
    assert faster.label == "Slower"
    client.press(key.SPACE)
    asked = client.script.heard_of(HurryBots)
    assert [(each.match, each.hurry) for each in asked] == [("m-1", True), ("m-1", False)]
    client.show(replace(view, hurrying=("p-ada",), hurrying_needed=2))
    client.frames(0.05)
    assert faster.label == "Not faster (1 of 2)"
    client.show(replace(view, turn=a_match().turn))
    client.frames(0.05)
    assert (faster.visible, screen.buttons.roll.visible) == (False, True)


def test_only_the_host_chooses_bots_and_never_among_the_rules(client: Client) -> None:
    screen = client.open_board(with_bots(host="p-bob"))
    assert not any(button.visible for button in screen.bots)
    assert [setting.name for setting in rules_of(with_bots())] == ["goal"]


def test_a_ready_mark_names_the_lobby_it_is_meant_for(client: Client) -> None:
    client.open_board(replace(a_lobby(1), revision=7))
    client.press(key.R)
    assert [(mark.ready, mark.revision) for mark in client.script.heard_of(Ready)] == [(True, 7)]


def test_only_the_clock_of_the_seat_to_move_runs() -> None:
    view = a_match()
    mine = replace(view.seats[0], time_left=30_000)
    assert seat_time(view, mine, 12.0, on_turn=True) == pytest.approx(18.0)
    assert seat_time(view, mine, 12.0, on_turn=False) == pytest.approx(30.0)
    assert seat_time(view, mine, 31.0, on_turn=True) == 0.0
    assert seat_time(replace(view, phase="paused"), mine, 12.0, on_turn=True) == pytest.approx(30.0)
    assert seat_time(view, view.seats[0], 12.0, on_turn=True) is None


def test_turn_and_match_have_a_clock_each_and_the_same_end_only_one() -> None:
    view = replace(a_match(), deadline=20_000, match_deadline=600_000)
    assert clocks_of(view, 5.0) == [("turn", 15.0), ("match", 595.0)]
    assert clocks_of(replace(view, deadline=600_000), 0.0) == [("match", 600.0)]
    assert clocks_of(a_match(), 0.0) == []


def test_a_time_that_has_passed_is_not_told_ahead() -> None:
    assert (duration(61.2), duration(61.9, up=True), duration(200_000), duration(200_000, up=True)) == (
        "1:02",
        "1:01",
        "3 days",
        "2 days",
    )


def test_a_lobby_card_says_who_is_ready_who_is_host_and_who_has_won() -> None:
    view = a_lobby(2)
    first, second = [each for _, each in taken_seats(view)][:2]
    view = replace(view, host=first.player)
    assert seat_line(view, replace(first, ready=False, wins=0)) == "not ready · host"
    assert seat_line(view, replace(second, ready=True, wins=2)) == "ready · 2 wins"
