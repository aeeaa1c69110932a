"""A clock that is started in a match which had none (RULES.md section 4)."""

import pytest

from server.rules import RULE_SETS, IllegalAction, Match, Roll, RuleSet, describe, events
from server.rules.clocks import Clock, Idle, MatchTimer, TimeBank, TurnClock
from server.rules.events import ClockStarted, TimedOut, TurnStarted
from tests.rules.driver import FARKLE, Table
from tests.support.plain_msgpack import pack, unpack

PLAIN = RULE_SETS["classic"].with_house_rules(clock=None, streak_penalty=None)
THIRTY = TurnClock(seconds=30)


def started(rules: RuleSet = PLAIN, seats: int = 3, now: int = 100_000) -> Table:
    """A match in which seat 0 has made 300 points when its clock is started."""
    return Table(rules, seats).make(300).at(now).start_clock(THIRTY)


def test_a_started_clock_gives_the_running_turn_all_its_time_and_keeps_its_points() -> None:
    table = started()
    assert table.events(ClockStarted) == [ClockStarted(100_000, THIRTY)]
    assert (table.seat, table.match.turn.points, table.match.deadline) == (0, 300, 130_000)
    assert (table.match.clock, table.match.rules.clock) == (THIRTY, Idle())


def test_a_started_clock_runs_for_everybody() -> None:
    table = started().advance(160_000)
    assert [event.seat for event in table.events(TimedOut)] == [0, 1]
    assert table.events(TurnStarted)[-1] == TurnStarted(160_000, 2)
    table.refused("not_your_turn", Roll(FARKLE), seat=0)


@pytest.mark.parametrize("clock", [Idle(60), TimeBank(), MatchTimer(), MatchTimer(900, 30), TurnClock()])
def test_where_a_clock_runs_none_is_started(clock: Clock) -> None:
    assert refusal(Table(PLAIN.with_house_rules(clock=clock)), THIRTY) == "clock_runs"


def test_a_clock_is_started_once_only_and_only_while_the_match_runs() -> None:
    assert refusal(started(), THIRTY) == "clock_runs"
    assert refusal(Table(PLAIN).pause(10), THIRTY) == "paused"
    assert refusal(Table(PLAIN).leave(0), THIRTY) == "match_over"


@pytest.mark.parametrize("seconds", [0, 4, 601])
def test_a_clock_that_the_lobby_would_not_take_is_not_started(seconds: int) -> None:
    assert refusal(Table(PLAIN), TurnClock(seconds)) == "wrong_clock"


def test_a_clock_started_in_the_opening_roll_runs_from_the_first_turn() -> None:
    table = Table(RULE_SETS["farkle_board"], 2).roll(3).start_clock(THIRTY)
    assert table.match.deadline is None
    assert table.at(50_000).roll(5).match.deadline == 80_000


def test_a_started_clock_is_stored_and_paused_like_any_other() -> None:
    table = started().pause(110_000)
    stored = Match.from_dict(unpack(pack(table.match.to_dict())))
    assert stored.clock == THIRTY
    assert stored.resume(500_000)[0].deadline == 520_000
    log = [events.from_dict(unpack(pack(events.to_dict(event)))) for event in table.log]
    assert log == table.log


def test_the_rules_in_force_tell_of_the_started_clock() -> None:
    match = started().match
    told = describe.sentences(match.rules.with_house_rules(clock=match.clock))
    assert any(sentence.startswith("Each turn has 30 seconds") for sentence in told)


def refusal(table: Table, clock: TurnClock) -> str:
    """The code with which this clock is refused; nothing has changed."""
    before = table.match.to_dict()
    with pytest.raises(IllegalAction) as refused:
        table.match.start_clock(clock, table.now)
    assert refused.value.sentence.endswith(".")
    assert table.match.to_dict() == before
    return refused.value.code
