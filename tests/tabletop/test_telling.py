"""What is told of a match stands beside what happens in it: words that fail never refuse or undo an action."""

from typing import cast

import pytest

from server.rules import RULE_SETS, Match
from server.rules.events import FinalRound, RebuttalRound
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import (
    Act,
    AskClock,
    BoardView,
    Dissolve,
    EndPaused,
    Move,
    PlayAlone,
    Resign,
    SetRule,
    TakeBoard,
    VoteOut,
)
from server.tabletop import narration, telling
from server.tabletop.farkle import Farkle
from server.tabletop.game import Dice, Figures, GameView, Rules, Sheet, Step
from server.tabletop.unresumed import DAY_MS
from tests.tabletop.expected import expect
from tests.tabletop.room import TABLE, Room
from tests.tabletop.sticks import Sticks

SECOND = 1_000


class Speechless(Sticks):
    """Sticks in which nothing that is said of a match can be said."""

    @classmethod
    def sheet(cls, rules: Rules) -> Sheet:
        raise KeyError("sheet")

    def act(self, seat: int, action: str, pieces: tuple[int, ...], now: int, dice: Dice) -> Step:
        step = super().act(seat, action, pieces, now, dice)
        return Step(step.game, step.log, (lambda: next(iter(())), *step.telling))

    def view(self, now: int) -> GameView:
        raise KeyError("view")

    def leaving(self, seat: int) -> str:
        raise KeyError("leaving")

    def figures(self) -> tuple[Figures, ...]:
        raise KeyError("figures")


@pytest.fixture(autouse=True)
def nothing_was_logged_before(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(telling, "_logged", set())


def speechless(*bots: str) -> Room:
    """Ada and Bob in a match of it, with these bots beside them."""
    room = Room(games=[Speechless])
    room.seat("ada", "bob", board=Sticks.board)
    for side, bot in enumerate(bots, start=2):
        assert isinstance(room.ask("ada", SetRule, TABLE, f"bot.{side}", bot), Done)
    room.all_ready("ada", "bob")
    room.settle()
    return room


def take(room: Room, count: int) -> None:
    """Whoever of Ada and Bob is to move takes so many; bots move by themselves."""
    match = room.match()
    assert match.mover is not None
    assert not match.bots[match.mover]
    pieces = tuple(range(count))
    step = Speechless.from_dict(match.state).step
    assert isinstance(room.ask(match.players[match.mover], Move, match.id, step, "take", pieces), Done)
    room.settle()


def test_an_action_whose_words_fail_stands_and_is_told_plainly(caplog: pytest.LogCaptureFixture) -> None:
    room = speechless()
    take(room, 3)
    assert room.match().state["sticks"] == 9
    view = room.view("bob")
    assert view.log[-2:] == (telling.UNTOLD.text, f"{room.match().names[1 - _mover(room)]} takes 3.")
    assert [event.kind for event in room.events("bob")][-2:] == ["untold", "taken"]
    assert (view.title, view.rules) == ("Sticks", ())
    assert all(seat.leaving for seat in view.seats)
    expect(caplog, "What a game says failed", None)


def test_words_that_fail_again_and_again_are_logged_once_with_their_trace(caplog: pytest.LogCaptureFixture) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    for _ in range(3):
        assert telling.told((fail,)) == (telling.UNTOLD,)
    expect(caplog, "ZeroDivisionError")


def test_a_match_with_a_bot_goes_on_to_its_end_while_nothing_of_it_can_be_shown(
    caplog: pytest.LogCaptureFixture,
) -> None:
    room = speechless("greedy")
    while not room.match().over:
        take(room, 1)
    assert list(room.finished()) == [room.match().id]
    assert room.view("ada").status == telling.UNSHOWN
    expect(caplog, "What a game says failed", None)


@pytest.fixture
def unshown(monkeypatch: pytest.MonkeyPatch) -> Room:
    """Ada, Bob and a bot in a match of Farkle whose view always fails."""

    def fail(self: Farkle, now: int) -> GameView:
        raise ValueError("no words")

    room = Room(settings={"bot_seconds": 60.0})
    room.seat("ada", "bob")
    for name, value in (("bot.2", "bold"), ("opening", "first_seat"), ("clock", "none")):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.all_ready("ada", "bob")
    monkeypatch.setattr(Farkle, "view", fail)
    return room


def test_a_player_acts_and_everybody_resigns_though_no_view_can_be_made(
    unshown: Room, caplog: pytest.LogCaptureFixture
) -> None:
    match = unshown.match().id
    assert isinstance(unshown.ask("ada", Act, match, unshown.farkle().step, (), "roll"), Done)
    for player in ("ada", "bob"):
        assert isinstance(unshown.ask(player, Resign, match), Done)
    assert unshown.match().over
    expect(caplog, "no words")


def test_who_is_gone_is_voted_out_though_no_view_can_be_made(unshown: Room, caplog: pytest.LogCaptureFixture) -> None:
    match = unshown.match().id
    unshown.leave("ada")
    unshown.clock.ms += 5 * 60 * SECOND
    unshown.settle()
    assert isinstance(unshown.ask("bob", VoteOut, match, 0, True), Done)
    assert Farkle.from_dict(unshown.match().state).left == (0,)
    expect(caplog, "no words")


def test_a_clock_is_asked_for_though_no_view_can_be_made(unshown: Room, caplog: pytest.LogCaptureFixture) -> None:
    unshown.clock.ms += 3 * 60 * SECOND
    unshown.settle()
    assert isinstance(unshown.ask("bob", AskClock, unshown.match().id, True), Done)
    assert unshown.match().deadline is not None
    expect(caplog, "no words")


def test_a_match_is_paused_resumed_and_called_off_though_no_view_can_be_made(
    unshown: Room, caplog: pytest.LogCaptureFixture
) -> None:
    match = unshown.match().id
    assert isinstance(unshown.ask("ada", TakeBoard, TABLE), Done)
    assert unshown.match().paused
    unshown.use("ada", TABLE)
    unshown.settle()
    assert unshown.match().running
    assert isinstance(unshown.ask("ada", TakeBoard, TABLE), Done)
    for player in ("ada", "bob"):
        assert isinstance(unshown.ask(player, Dissolve, match, True), Done)
    assert list(unshown.finished()) == [match]
    expect(caplog, "no words")


def test_a_paused_match_is_ended_at_last_though_no_view_can_be_made(unshown: Room) -> None:
    match = unshown.match().id
    assert isinstance(unshown.ask("ada", TakeBoard, TABLE), Done)
    unshown.clock.ms += 60 * DAY_MS
    assert isinstance(unshown.ask("bob", EndPaused, match), Done)
    assert unshown.finished()[match].how == "unresumed"


def test_a_match_whose_result_cannot_be_shown_is_over_all_the_same(caplog: pytest.LogCaptureFixture) -> None:
    room = speechless()
    for _ in range(4):
        take(room, 3)
    match = room.match()
    assert match.outcome is not None
    assert list(room.finished()) == [match.id]
    assert room.view("ada").status == telling.UNSHOWN
    assert room.view("ada").phase == "result"
    expect(caplog, "What a game says failed", None)


@pytest.mark.parametrize("ending", ["final_round", "rebuttal"])
def test_the_last_player_with_time_left_wins_with_the_bank_that_reaches_the_goal(ending: str) -> None:
    room = Room()
    room.seat("ada", "bob")
    for name, value in (("rule_set", "classic"), ("goal", 500), ("ending", ending), ("clock", "time_bank")):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.all_ready("ada", "bob")
    view = until_bob_is_out_of_time(room)
    while view.result is None:
        view = ada_plays(room, view)
    assert view.result.winners == (0,)
    assert any("nobody else has time left" in line for line in view.log)


def until_bob_is_out_of_time(room: Room) -> BoardView:
    """Ada gives her turns away until Bob has let his time bank run out."""
    while (view := room.view("ada")).seats[1].eligible:
        assert view.turn is not None
        if view.turn.seat == 1:
            room.clock.ms += 300 * SECOND
            room.settle()
        else:
            keep = view.options[0].dice if view.options else ()
            banks = keep and view.turn.points + view.options[0].points + view.seats[0].score < 500
            room.ask("ada", Act, view.match, view.step, keep, "bank" if banks else "roll")
    return room.view("ada")


def ada_plays(room: Room, view: BoardView) -> BoardView:
    """Ada banks as soon as that reaches the goal."""
    assert view.turn is not None
    best = max(view.options, key=lambda option: option.points, default=None)
    points = view.turn.points + (best.points if best is not None else 0)
    banks = best is not None and view.seats[0].score + points >= 500
    keep = best.dice if best is not None else ()
    answer = room.ask("ada", Act, view.match, view.step, keep, "bank" if banks else "roll")
    assert isinstance(answer, Done), answer
    return room.view("ada")


@pytest.mark.parametrize("times", [1, 2])
def test_a_bot_whose_action_fails_is_helped_by_the_plain_one_and_leaves_where_that_fails_too(
    times: int, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    act = Farkle.act
    failed: list[int] = []

    def fails(self: Farkle, seat: int, action: str, pieces: tuple[int, ...], now: int, dice: Dice) -> Step:
        if seat == 1 and len(failed) < times:
            failed.append(seat)
            raise ZeroDivisionError
        return act(self, seat, action, pieces, now, dice)

    monkeypatch.setattr(Farkle, "act", fails)
    room = Room()
    room.seat("ada")
    for name, value in (("bot.1", "bold"), ("goal", 500), ("opening", "first_seat")):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    assert isinstance(room.ask("ada", PlayAlone, TABLE), Done)
    while room.match().mover == 0:
        room.play_on("ada", until_over=False)
    room.wait(lambda: room.match().mover != 1 or room.match().over)
    left = "Daring bot does not know how to go on and is out." in room.view("ada").log
    assert (len(failed), left) == (times, times == 2)
    expect(caplog, "ZeroDivisionError", None)


def test_every_kind_of_event_is_told_with_nobody_and_with_everybody_in_it() -> None:
    match = Match.start(RULE_SETS["classic"], ("Ada", "Bob", "Cy", "Dee"), now=0)
    for seats in ((), (1,), (1, 2, 3)):
        for kind in (FinalRound, RebuttalRound):
            told = narration.tell(kind(0, 0, 500, seats), match)
            assert told is not None
            assert told.text.startswith("Ada ")
            assert told.text.endswith(".")
            assert "nobody else has time left" in told.text or seats


def _mover(room: Room) -> int:
    return cast("int", room.match().mover)
