"""An outage settles the running turn and the match deadline at their own times and costs no second turn."""

import pytest

from server.rules import RULE_SETS, RuleSet
from server.rules.clocks import Clock, Idle, MatchTimer, TimeBank, TurnClock
from server.rules.events import GraceEnded, MatchTimeUp, Recovered, TimedOut, TurnStarted
from tests.rules.driver import Table


def under(clock: Clock | None, **house_rules: object) -> RuleSet:
    return RULE_SETS["classic"].with_house_rules(clock=clock, streak_penalty=None, **house_rules)


@pytest.mark.parametrize("clock", [TimeBank(seconds=60), TurnClock(seconds=60), Idle(seconds=60)])
def test_the_running_turn_is_lost_at_its_deadline_and_the_next_starts_when_the_server_is_back(clock: Clock) -> None:
    table = Table(under(clock), seats=3).at(0).make(500).recover(1_000_000)
    idle = isinstance(clock, Idle)
    deadline = table.events(TimedOut)[0].at
    assert 60_000 <= deadline <= 70_000
    assert (table.seat, table.match.deadline, table.match.scores) == (1, 1_060_000, (0, 0, 0))
    assert table.match.time == 1_000_000
    assert table.events(TurnStarted) == [TurnStarted(1_000_000, 1)]
    assert (table.match.seats[0].left == "idle") == idle


def test_an_outage_in_which_nothing_was_due_changes_nothing() -> None:
    table = Table(under(TurnClock(seconds=60)))
    before = table.match
    assert table.recover(59_999).match is before
    assert Table(under(None)).recover(10**12).log == []
    paused = Table(under(TurnClock(seconds=60))).pause(10)
    assert paused.recover(10**9).match.phase == "paused"


def test_the_match_deadline_and_its_grace_are_settled_at_their_own_times() -> None:
    table = Table(under(MatchTimer(seconds=60)), seats=3).recover(1_000_000)
    assert table.events(MatchTimeUp)[0].at == 60_000
    assert table.events(GraceEnded)[0].at == 150_000
    assert table.match.phase == "over"


def test_back_within_the_grace_the_lap_goes_on_until_its_cut_off() -> None:
    table = Table(under(MatchTimer(seconds=60, turn_seconds=30)), seats=3).recover(100_000)
    assert table.events(TimedOut)[0].at == 30_000
    assert table.events(MatchTimeUp) == [MatchTimeUp(60_000, (2,), 150_000)]
    assert (table.seat, table.match.deadline, table.match.deadlines.match) == (1, 130_000, 150_000)


def test_a_match_that_ends_at_its_deadline_during_the_outage_starts_no_further_turn() -> None:
    rules = under(MatchTimer(seconds=60, turn_seconds=30, ending="end_immediately"))
    table = Table(rules, seats=3).score(300).recover(1_000_000)
    assert table.match.phase == "over"
    assert [event.seat for event in table.events(TurnStarted)] == [1]
    assert [type(event).__name__ for event in table.log[-4:]] == ["TimedOut", "TurnEnded", "MatchTimeUp", "Ended"]


def test_an_outage_costs_one_turn_where_running_on_would_cost_many() -> None:
    back, on = Table(under(TurnClock(seconds=60)), seats=3), Table(under(TurnClock(seconds=60)), seats=3)
    assert len(back.recover(600_000).events(TimedOut)) == 1
    assert len(on.advance(600_000).events(TimedOut)) == 10
    assert back.log[0] == Recovered(600_000)
