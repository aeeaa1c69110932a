"""What is told of a match stands beside what happens in it: words that fail never refuse or undo an action."""

from typing import cast

import pytest

from server.rules import RULE_SETS, Match
from server.rules.events import FinalRound, RebuttalRound
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Act, BoardView, Move, PlayAlone, SetRule
from server.tabletop import narration, telling
from server.tabletop.farkle import Farkle
from server.tabletop.game import Dice, Figures, GameView, Rules, Sheet, Step
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
        if self.winner is not None:
            raise KeyError("view")
        return super().view(now)

    def leaving(self, seat: int) -> str:
        raise KeyError("leaving")

    def figures(self) -> tuple[Figures, ...]:
        raise KeyError("figures")


def speechless() -> Room:
    """Ada and Bob in a match of it."""
    room = Room(games=[Speechless])
    room.seat("ada", "bob", board=Sticks.board)
    room.all_ready("ada", "bob")
    return room


def take(room: Room, count: int) -> None:
    match = room.match()
    assert match.mover is not None
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
