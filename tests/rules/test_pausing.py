"""A paused match keeps its dice, its points and what is left on every clock."""

import pytest

from server.rules import RULE_SETS, Bank, IllegalAction, Keep, Roll, RuleSet
from server.rules.clocks import Clock, Idle, MatchTimer, TimeBank, TurnClock
from tests.rules.driver import FARKLE, Table


def under(clock: Clock | None, **house_rules: object) -> RuleSet:
    return RULE_SETS["classic"].with_house_rules(clock=clock, streak_penalty=None, **house_rules)


EACH_CLOCK = [Idle(seconds=60), TimeBank(seconds=60), MatchTimer(seconds=900, turn_seconds=60), TurnClock(seconds=60)]
each_clock = pytest.mark.parametrize("clock", EACH_CLOCK, ids=lambda clock: type(clock).__name__)


@each_clock
def test_what_was_left_is_left_when_it_goes_on_and_nothing_is_refilled(clock: Clock) -> None:
    table = Table(under(clock)).at(10_000).roll(1, 1, 1, 2, 3, 4).at(12_000).keep(0, 1)
    turn, deadlines = table.match.turn, table.match.deadlines
    table.pause(20_000)
    assert (table.match.phase, table.match.deadline, table.match.turn) == ("paused", None, turn)
    left = table.match.time_left(0, now=999_999)
    assert table.advance(5_000_000).recover(6_000_000).match.phase == "paused"
    table.resume(7_000_000)
    assert (table.match.phase, table.match.turn) == ("to_decide", turn)
    assert deadlines.turn is not None
    assert table.match.deadline == deadlines.turn - 20_000 + 7_000_000
    assert left == deadlines.turn - 20_000
    if deadlines.match is not None:
        assert table.match.deadlines.match == deadlines.match - 20_000 + 7_000_000


@pytest.mark.parametrize("phase", ["opening", "to_roll", "to_keep", "to_decide"])
def test_every_phase_can_be_paused_and_goes_on_where_it_was(phase: str) -> None:
    table = Table(RULE_SETS["farkle_board"])
    if phase != "opening":
        table.open(3, 1)
    if phase in ("to_keep", "to_decide"):
        table.roll(1, 1, 1, 2, 3, 4)
    if phase == "to_decide":
        table.keep(0)
    before = table.match
    table.pause(table.now)
    for action in (Roll(FARKLE), Keep((0,)), Bank()):
        table.refused("paused", action).refused("paused", action, seat=1)
    table.resume(table.now + 5)
    assert (table.match.phase, table.match.turn, table.match.opening) == (phase, before.turn, before.opening)


def test_pausing_twice_and_resuming_what_runs_are_refused() -> None:
    table = Table(under(None))
    with pytest.raises(IllegalAction) as refused:
        table.match.resume(5)
    assert refused.value.code == "not_paused"
    table.pause(5)
    with pytest.raises(IllegalAction) as refused:
        table.match.pause(6)
    assert refused.value.code == "paused"


def test_pausing_at_the_deadline_lets_the_timeout_win_first() -> None:
    table = Table(under(TurnClock(seconds=60)), seats=3).make(500).pause(60_000)
    assert (table.seat, table.match.phase, table.match.scores) == (1, "paused", (0, 0, 0))
    assert table.resume(100_000).match.deadline == 160_000


def test_a_time_bank_loses_nothing_to_a_pause() -> None:
    table = Table(under(TimeBank(seconds=60))).pause(10_000).resume(500_000).at(505_000).farkle()
    assert table.match.seats[0].time_left == 45_000


def test_the_grace_stands_while_paused() -> None:
    table = Table(under(MatchTimer(seconds=60)), seats=2).advance(60_000).pause(100_000).resume(500_000)
    assert (table.match.deadline, table.match.deadlines.grace) == (550_000, True)
    assert table.farkle().farkle().match.phase == "over"
