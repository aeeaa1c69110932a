"""The board screen by keys and mouse: choosing, rolling, keeping, banking, the tray, resigning, and who may not."""

from typing import Any

import pytest
from msgspec.structs import replace
from pyglet.window import key, mouse

from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.screens.board import tray
from client.ui.screens.board.result import draw_result
from client.ui.screens.board.screen import GONE, BoardScreen
from client.ui.screens.confirm import ConfirmScreen
from client.ui.screens.world import WorldScreen
from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.tabletop import (
    Act,
    AskClock,
    BoardEvent,
    Dissolve,
    EndPaused,
    Group,
    Ready,
    Resign,
    TakeBoard,
    TurnView,
    VoteOut,
)
from server.shared.protocol.world import StandUp
from tests.client.boards import a_lobby, a_match, a_pause, a_result, a_roll, seat

from .conftest import TABLE, Client


def acts(client: Client) -> list[tuple[str, int, tuple[int, ...], str]]:
    return [(act.match, act.step, act.keep, act.then) for act in client.script.heard_of(Act)]


def test_number_keys_choose_dice_and_the_buttons_follow(client: Client) -> None:
    screen = client.open_board(a_roll(at_risk=400))
    client.press(key._1)
    client.press(key.NUM_2)
    assert screen.selection.chosen == {0, 1}
    assert (screen.buttons.roll.label, screen.buttons.keep.label, screen.buttons.bank.label) == (
        "Roll 4 dice",
        "Keep 150",
        "Bank 550",
    )
    client.press(key._2)
    assert screen.buttons.bank.label == "Bank 500"


@pytest.mark.parametrize(("symbol", "then"), [(key.R, "roll"), (key.ENTER, ""), (key.B, "bank")])
def test_keys_keep_the_selection_and_go_on(client: Client, symbol: int, then: str) -> None:
    client.open_board(a_roll())
    client.press(key._1)
    client.press(symbol)
    assert acts(client) == [("m-1", 5, (0,), then)]


def test_one_press_asks_once_until_the_server_has_answered(client: Client) -> None:
    client.open_board(a_roll())
    client.press(key._1)
    client.press(key.R)
    client.press(key.R)
    client.press(key.B)
    assert len(acts(client)) == 1
    client.script.say(Refused(n=client.script.heard_of(Act)[0].n, code="stale", text="The table has moved on."))
    client.frames(0.05)
    assert client.script.know.talk.toasts[-1].text == "The table has moved on."
    client.press(key.B)
    assert len(acts(client)) == 2
    client.script.say(Done(n=client.script.heard_of(Act)[1].n))


def test_arrows_and_space_choose_dice(client: Client) -> None:
    screen = client.open_board(a_roll())
    for symbol in (key.RIGHT, key.RIGHT, key.SPACE, key.LEFT, key.SPACE):
        client.press(symbol)
    assert screen.selection.chosen == {0, 1}


def test_a_useless_die_may_be_pointed_at_but_nothing_be_done_with_it(client: Client) -> None:
    screen = client.open_board(a_roll())
    client.press(key._4)
    assert screen.choice.idle == {3}
    assert "adds no points" in screen.buttons.roll.reason
    client.press(key.R)
    assert acts(client) == []


def test_a_click_on_a_die_chooses_it(client: Client) -> None:
    screen = client.open_board(a_roll())
    client.frames(0.2)
    place = client.app.view.die_place(client.app.canvas, 2)
    assert place is not None
    screen.mouse_press(*place, mouse.LEFT, 0)
    assert screen.selection.chosen == {2}


def test_dice_cannot_be_chosen_while_they_roll(client: Client) -> None:
    screen = client.open_board(a_match())
    client.show(a_roll(), BoardEvent(kind="rolled", seat=0, dice=(1, 5, 5, 2, 3, 3), points=0, text="Ada rolls."))
    client.frames(0.3)
    client.press(key._1)
    assert screen.selection.chosen == frozenset()
    client.frames(1.3)
    client.press(key._1)
    assert screen.selection.chosen == {0}


def test_the_roll_key_rolls_at_the_start_of_a_turn(client: Client) -> None:
    client.open_board(a_match())
    client.press(key.R)
    assert acts(client) == [("m-1", 4, (), "roll")]


def test_on_anothers_turn_the_buttons_say_whose_it_is(client: Client) -> None:
    screen = client.open_board(a_roll(turn=1))
    client.press(key._1)
    client.press(key.R)
    assert acts(client) == []
    assert screen.buttons.roll.tip == "It is Bartholomew_1234's turn."


def test_a_spectator_has_no_buttons(client: Client) -> None:
    view = a_roll()
    others = tuple(replace(each, player=f"p-{number}") for number, each in enumerate(view.seats))
    screen = client.open_board(replace(view, seats=others, owner="p-1"))
    buttons = (
        screen.buttons.roll,
        screen.buttons.keep,
        screen.buttons.bank,
        screen.buttons.ready,
        screen.buttons.stand,
        screen.buttons.leave_match,
        screen.buttons.take,
    )
    assert [button.visible for button in buttons] == [False] * 7
    client.press(key.R)
    client.press(key._1)
    assert acts(client) == []


def test_ready_needs_company_and_is_taken_back(client: Client) -> None:
    screen = client.open_board(a_lobby())
    client.press(key.R)
    assert client.script.heard_of(Ready) == []
    assert screen.buttons.ready.reason == "A second player has to sit down here first."
    client.show(a_lobby(1))
    client.frames(0.05)
    client.press(key.R)
    assert [(message.table, message.ready) for message in client.script.heard_of(Ready)] == [(TABLE, True)]
    view = a_lobby(1)
    mine = tuple(replace(each, ready=True) if each.player == "p-ada" else each for each in view.seats)
    client.show(replace(view, seats=mine))
    client.frames(0.05)
    client.press(key.ENTER)
    assert [message.ready for message in client.script.heard_of(Ready)] == [True, False]


def test_a_rematch_is_asked_for_after_the_result(client: Client) -> None:
    screen = client.open_board(a_result())
    client.frames(0.1)
    assert screen.buttons.ready.label == "Rematch"
    client.press(key.R)
    assert [message.ready for message in client.script.heard_of(Ready)] == [True]
    away = tuple(replace(each, seated=False) for each in a_result().seats)
    client.show(replace(a_result(), seats=away))
    client.frames(0.05)
    assert screen.buttons.ready.reason == "Sit down on your chair first."


def test_who_is_ready_for_a_rematch_is_marked_on_the_own_card(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures: list[tuple[str, float]] = []

    def record(_: Canvas, name: str, x: float, y: float) -> None:
        pictures.append((name, x))

    monkeypatch.setattr(Canvas, "picture", record)
    view = a_result()
    result = view.result
    assert result is not None
    seats = tuple(replace(each, ready=True) for each in view.seats)
    canvas = client.app.canvas
    for width in (200, 290, 420):
        pictures.clear()
        area = Rect(4, 30, width, 150)
        draw_result(canvas, area, replace(view, seats=seats), result, "p-ada", client.app.accents, 9.0)
        marks = [x for name, x in pictures if name == "icon/ready"]
        assert len(marks) == 2
        assert max(marks) + 16 < area.x + int(min(170, width * 0.44))
    pictures.clear()
    bots = (seats[0], replace(seats[1], bot="bold"))
    draw_result(canvas, Rect(4, 30, 290, 150), replace(view, seats=bots), result, "p-ada", client.app.accents, 9.0)
    assert [name for name, _ in pictures].count("icon/ready") == 1


@pytest.mark.parametrize(
    ("goal", "best"), [(10_000, 0), (10_000, 600), (10_000, 10_150), (500, 0), (500, 9_000), (0, 50)]
)
def test_a_chart_stays_on_its_paper_however_far_from_its_goal_a_match_ended(
    client: Client, monkeypatch: pytest.MonkeyPatch, goal: int, best: int
) -> None:
    drawn: list[float] = []
    text, box = Canvas.text, Canvas.box

    def record_text(canvas: Canvas, x: float, y: float, *rest: Any, **more: Any) -> float:
        drawn.append(y)
        return text(canvas, x, y, *rest, **more)

    def record_box(canvas: Canvas, x: float, y: float, width: float, *rest: Any) -> None:
        drawn.append(y)
        box(canvas, x, y, width, *rest)

    monkeypatch.setattr(Canvas, "text", record_text)
    monkeypatch.setattr(Canvas, "box", record_box)
    view = replace(a_result(), goal=goal)
    result = view.result
    assert result is not None
    result = replace(result, history=((best, 0),))
    draw_result(client.app.canvas, Rect(4, 100, 290, 150), view, result, "p-ada", client.app.accents, 9.0)
    assert len(drawn) > 10
    assert min(drawn) >= 100
    assert max(drawn) <= 250


def wide(client: Client) -> BoardScreen:
    """The open board screen at the units of a 1280 x 720 window."""
    screen = client.app.screen
    assert isinstance(screen, BoardScreen)
    screen.resize(640, 360)
    return screen


def test_tab_folds_the_tray_and_narrow_windows_begin_without_it(client: Client) -> None:
    client.open_board(a_match())
    screen = wide(client)
    assert [screen.tray.tabs.visible, screen.tray.page.visible] == [True, True]
    screen.key_press(key.TAB, 0)
    folded = [widget.visible for widget in (screen.tray.tabs, screen.tray.page)]
    assert folded == [False, False]
    client.app.close_screen(client.app.screen)
    client.open_board(a_match())
    narrow = client.app.screen
    assert isinstance(narrow, BoardScreen)
    narrow.resize(400, 700)
    assert [narrow.tray.tabs.visible, narrow.tray.page.visible] == [False, False]
    narrow.key_press(key.TAB, 0)
    assert [narrow.tray.tabs.visible, narrow.tray.page.visible] == [True, True]


def test_where_there_is_no_room_the_tray_is_a_page_over_the_board_until_one_goes_back(client: Client) -> None:
    client.open_board(a_roll())
    screen = client.app.screen
    assert isinstance(screen, BoardScreen)
    screen.resize(400, 300)
    client.press(key._1)
    assert screen.selection.chosen == {0}
    x, y = screen.fold.rect.centre
    screen.mouse_press(x, y, mouse.LEFT, 0)
    screen.mouse_release(x, y, mouse.LEFT)
    assert screen.placed["tray page"].width > 350
    assert not any(button.visible for button in screen.buttons.below)
    client.press(key._2)
    client.press(key.R)
    assert screen.selection.chosen == {0}
    assert client.script.heard_of(Act) == []
    client.press(key.ESCAPE)
    assert client.app.screen is screen
    assert screen.buttons.roll.visible
    assert not screen.tray.page.visible


def test_resigning_asks_first_and_says_what_it_costs_in_the_servers_words(client: Client) -> None:
    view = a_roll(at_risk=450)
    cost = "Your unbanked 450 points are lost and you cannot win this match any more; Bob wins at once."
    client.open_board(replace(view, seats=(replace(view.seats[0], leaving=cost), *view.seats[1:])))
    wide(client).buttons.leave_match.activate()
    confirm = client.app.screen
    assert isinstance(confirm, ConfirmScreen)
    assert confirm._cost == f"If you resign: y{cost[1:]}"
    client.press(key.ESCAPE)
    assert client.script.heard_of(Resign) == []
    wide(client).buttons.leave_match.activate()
    client.press(key.RIGHT)
    client.press(key.ENTER)
    assert [message.match for message in client.script.heard_of(Resign)] == ["m-1"]
    assert client.shows(BoardScreen)


def test_standing_up_and_taking_the_board_are_asked_of_the_server(client: Client) -> None:
    client.open_board(a_lobby())
    screen = wide(client)
    screen.buttons.stand.activate()
    screen.buttons.take.activate()
    assert len(client.script.heard_of(StandUp)) == 1
    assert [message.table for message in client.script.heard_of(TakeBoard)] == [TABLE]
    client.show(replace(a_lobby(), owner="p-bob"))
    client.frames(0.05)
    assert not wide(client).buttons.take.visible


def test_escape_leaves_the_view_and_not_the_seat(client: Client) -> None:
    client.open_board(a_match())
    client.press(key.ESCAPE)
    assert client.shows(WorldScreen)
    assert client.script.heard_of(Resign) == []
    assert client.script.heard_of(StandUp) == []


def test_the_nearest_side_is_the_players_own(client: Client) -> None:
    assert client.open_board(a_match()).viewer_side == 2
    client.app.close_screen(client.app.screen)
    east = replace(a_lobby(), seats=(seat(0), seat(1, "p-ada", "Ada"), seat(2), seat(3)))
    assert client.open_board(east).viewer_side == 1


def test_a_paused_match_is_dissolved_by_all_or_ended_after_its_time(client: Client) -> None:
    screen = client.open_board(a_pause())
    client.frames(0.05)
    buttons = screen.buttons
    assert [button.visible for button in (buttons.roll, buttons.dissolve, buttons.end)] == [False, True, True]
    assert buttons.dissolve.label == "Call it off (1 of 2 agree)"
    assert buttons.end.reason == "This can be done in 1:30."
    buttons.dissolve.activate()
    assert [(message.match, message.agree) for message in client.script.heard_of(Dissolve)] == [("m-1", True)]
    client.show(replace(a_pause(), dissolving=("p-ada", "p-bob"), end_in=0))
    client.frames(0.05)
    buttons.dissolve.activate()
    assert [message.agree for message in client.script.heard_of(Dissolve)] == [True, False]
    buttons.end.activate()
    client.press(key.RIGHT)
    client.press(key.ENTER)
    assert [message.match for message in client.script.heard_of(EndPaused)] == ["m-1"]


def test_a_player_who_is_long_away_may_be_voted_out_when_the_time_has_come(client: Client) -> None:
    waiting = replace(a_match(turn=1, players=3), vote_in=61_000, votes=(), votes_needed=2)
    client.open_board(waiting)
    screen = wide(client)
    client.frames(1.0)
    assert screen.buttons.vote.reason == "Bartholomew_1234 is away; the seat may be removed in 1:00."
    assert not screen.buttons.roll.visible
    client.show(replace(waiting, vote_in=0, votes=("p-cy",)))
    client.frames(0.05)
    wide(client).buttons.vote.activate()
    assert screen.buttons.vote.label == "Remove Bartholomew_1234's seat (1 of 2)"
    votes = client.script.heard_of(VoteOut)
    assert [(vote.match, vote.seat, vote.out) for vote in votes] == [("m-1", 1, True)]


def test_a_clock_may_be_asked_for_once_another_player_has_done_nothing_for_long_enough(client: Client) -> None:
    stalled = replace(a_match(turn=1, players=3), asking_in=2_000, asking_needed=2)
    client.open_board(stalled)
    screen = wide(client)
    client.frames(1.0)
    assert screen.hint == "Bartholomew_1234 does nothing. You may ask for a clock in 0:01."
    assert _seen(screen) == (False, True)
    client.frames(1.5)
    assert _seen(screen) == (True, False)
    assert screen.buttons.clock.label == "Ask for a clock (0 of 2)"
    screen.buttons.clock.activate()
    client.show(replace(stalled, asking_in=0, asking=("p-ada",)))
    client.frames(0.05)
    assert screen.buttons.clock.label == "Ask no longer (1 of 2)"
    screen.buttons.clock.activate()
    asked = client.script.heard_of(AskClock)
    assert [(each.match, each.ask) for each in asked] == [("m-1", True), ("m-1", False)]
    client.show(replace(stalled, asking_in=None, asking_needed=0, deadline=45_000))
    client.frames(0.05)
    assert _seen(screen) == (False, True)


def _seen(screen: BoardScreen) -> tuple[bool, bool]:
    """Whether the buttons that ask for a clock and that roll are there."""
    return screen.buttons.clock.visible, screen.buttons.roll.visible


def test_who_is_asked_for_a_clock_reads_who_asks_and_keeps_the_moves(client: Client) -> None:
    client.open_board(replace(a_match(players=3), asking=("p-bob",), asking_needed=2, asking_in=0))
    screen = wide(client)
    assert screen.hint == "Bartholomew_1234 asked for a clock. Any move of yours puts it off."
    assert screen.buttons.roll.visible
    assert not screen.buttons.clock.visible


def test_a_board_left_behind_says_when_its_table_is_free(client: Client) -> None:
    client.open_board(replace(a_match(players=2), free_in=61_000))
    screen = wide(client)
    client.frames(1.0)
    assert screen.told == "Left behind. This table is free in 1:00."


def test_taking_the_board_out_of_a_running_match_asks_first(client: Client) -> None:
    client.open_board(a_match())
    wide(client).buttons.take.activate()
    assert client.shows(ConfirmScreen)
    assert client.script.heard_of(TakeBoard) == []
    client.press(key.RIGHT)
    client.press(key.ENTER)
    assert len(client.script.heard_of(TakeBoard)) == 1


def test_the_log_stays_at_its_end_until_somebody_scrolls_away(client: Client) -> None:
    lines = [f"Line {number}." for number in range(80)]
    view = replace(a_roll(), log=tuple(lines))
    screen = client.open_board(view)
    if not screen.tray_open:
        client.press(key.TAB)
    client.frames(0.2)
    page = screen.tray.page

    def end() -> float:
        return page.height - page.rect.height

    assert page.offset == end() > 0
    lines = [*lines[1:], "A line so long that it takes several rows of the tray, whatever the width of the window."]
    client.show(replace(view, log=tuple(lines)))
    client.frames(0.2)
    assert page.offset == end()
    page.scroll(10)
    away = page.offset
    client.frames(0.2)
    assert page.offset == away < end()
    page.scroll(-50)
    client.frames(0.2)
    assert page.offset == end()


def test_no_move_is_offered_while_the_opening_roll_decides_who_starts(client: Client) -> None:
    screen = client.open_board(replace(a_match("opening"), turn=None))
    client.frames(0.1)
    buttons = (screen.buttons.roll, screen.buttons.keep, screen.buttons.bank)
    assert [button.reason for button in buttons] == ["The opening roll comes first."] * 3


def test_one_key_chooses_all_dice_that_score_and_puts_them_back(client: Client) -> None:
    screen = client.open_board(a_roll(at_risk=400))
    client.press(key._2)
    client.press(key.A)
    assert screen.selection.chosen == {0, 1, 2}
    assert (screen.buttons.choose.label, screen.buttons.bank.label) == ("None", "Bank 600")
    client.press(key.A)
    assert screen.selection.chosen == frozenset()
    screen.buttons.choose.activate()
    assert screen.selection.chosen == {0, 1, 2}
    client.frames(0.05)
    client.press(key.B)
    assert acts(client) == [("m-1", 5, (0, 1, 2), "bank")]


def test_nothing_is_chosen_by_key_when_it_is_not_the_own_roll(client: Client) -> None:
    screen = client.open_board(a_roll(turn=1))
    client.press(key.A)
    assert screen.selection.chosen == frozenset()
    assert not screen.buttons.choose.enabled


def test_dice_that_may_be_chosen_bear_the_numbers_of_their_keys(client: Client, written: list[str]) -> None:
    client.open_board(a_roll())
    client.frames(0.1)
    written.clear()
    client.frames(0.05)
    assert {"1", "2", "3", "4", "5", "6"} <= set(written)
    client.show(a_roll(turn=1))
    client.frames(0.1)
    written.clear()
    client.frames(0.05)
    assert not {"2", "3", "4", "6"} & set(written)


def test_the_points_of_kept_dice_go_with_them_when_hot_dice_fly_back_into_the_cup(
    client: Client, written: list[str]
) -> None:
    turn = TurnView(0, 1_500, (1, 2, 3, 4, 5, 6), tuple(range(6)), (Group("straight", (1, 2, 3, 4, 5, 6), 1_500),), 6)
    client.open_board(replace(a_roll(), turn=replace(turn, points=0, kept=(), groups=())))
    kept = BoardEvent(kind="kept", seat=0, dice=tuple(range(6)), points=1_500, text="")
    hot = BoardEvent(kind="hot_dice", seat=0, dice=(), points=0, text="")
    client.show(replace(a_match("to_decide"), turn=turn), kept, hot)
    client.frames(0.4)
    assert "1,500" in written
    client.frames(0.8)
    written.clear()
    client.frames(0.2)
    assert "1,500" not in written
    assert "+1,500" in written


def test_a_mark_in_the_log_is_never_seen_without_its_line(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    marks: list[float] = []

    def note(canvas: Canvas, x: float, y: float, side: int) -> None:
        marks.append(y)

    monkeypatch.setattr(tray, "draw_paper_mark", note)
    long = "Ada has made the first 500: from now on every bank counts, and more words that take two lines."
    screen = client.open_board(replace(a_match(), log=(long,) * 60))
    screen.resize(640, 360)
    client.frames(0.1)
    page = screen.tray.page
    for offset in range(40, 52):
        page.offset = float(offset)
        marks.clear()
        client.frames(0.01, 0.01)
        assert marks
        assert min(marks) >= page.rect.y - 1
        assert max(marks) <= page.rect.bottom - 7


def test_why_the_board_went_is_told_once(client: Client) -> None:
    client.open_board(a_match())
    client.script.say(Notice("info", "The match is paused: its board left the table."))
    client.show(None)
    client.frames(0.2)
    assert client.shows(WorldScreen)
    assert [toast.text for toast in client.script.know.talk.toasts] == [
        "The match is paused: its board left the table."
    ]
    client.frames(2.0)
    client.open_board(a_match())
    client.show(None)
    client.frames(0.2)
    assert [toast.text for toast in client.script.know.talk.toasts][1:] == [GONE]
