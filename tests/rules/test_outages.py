"""An outage settles the running turn and the match deadline at their own times and costs no second turn."""

import pytest

from server.rules import RULE_SETS, RuleSet
from server.rules.clocks import Clock, Idle, MatchTimer, TimeBank, TurnClock, mode_of
from server.rules.events import GraceEnded, MatchTimeUp, Recovered, TimedOut, TurnStarted
from tests.rules.driver import Table


def under(clock: Clock | None, **house_rules: object) -> RuleSet:
    return RULE_SETS["classic"].with_house_rules(clock=clock, streak_penalty=None, **house_rules)


@pytest.mark.parametrize("clock", [TimeBank(seconds=60), TurnClock(seconds=60), MatchTimer(14_400, turn_seconds=60)])
def test_the_running_turn_is_lost_at_its_deadline_and_the_next_starts_when_the_server_is_back(clock: Clock) -> None:
    table = Table(under(clock), seats=3).at(0).make(500).recover(1_000_000)
    deadline = table.events(TimedOut)[0].at
    assert 60_000 <= deadline <= 70_000
    assert (table.seat, table.match.deadline, table.match.scores) == (1, 1_060_000, (0, 0, 0))
    assert table.match.time == 1_000_000
    assert table.events(TurnStarted) == [TurnStarted(1_000_000, 1)]


@pytest.mark.parametrize("down", [1_000, 60_000, 10**9])
def test_after_an_outage_the_idle_time_begins_anew_for_the_seat_to_move(down: int) -> None:
    table = Table(under(Idle(seconds=60)), seats=2).at(0).make(500)
    before = table.match.turn
    back = table.now + down
    table.recover(back)
    assert (table.match.turn, table.match.deadline) == (before, back + 60_000)
    assert [seat.left for seat in table.match.seats] == [None, None]
    assert table.advance(back + 59_999).match.phase == "to_decide"
    assert table.advance(back + 60_000).match.seats[0].left == "idle"


def test_a_time_bank_that_ran_out_in_an_outage_costs_the_turn_and_has_what_it_had_at_the_last_action() -> None:
    table = Table(under(TimeBank(seconds=60)), seats=3).at(20_000).make(500).recover(1_000_000)
    assert (table.seat, table.match.turn.points, table.match.scores) == (1, 0, (0, 0, 0))
    first = table.match.seats[0]
    assert (first.out_of_time, first.turns) == (False, 1)
    assert first.time_left == 60_000 - 21_000
    table.at(1_000_000).farkle().at(1_000_000).farkle()
    assert (table.seat, table.match.time_left(0, 1_000_000)) == (0, 39_000)


@pytest.mark.parametrize("down", [1, 38_999, 39_000, 10**9])
def test_an_outage_takes_nothing_from_a_time_bank_whichever_side_of_its_end_the_server_is_back(down: int) -> None:
    table = Table(under(TimeBank(seconds=60)), seats=2).at(20_000).make(500)
    back = table.match.time + down
    table.recover(back)
    lasted = down < 39_000
    assert (table.seat, table.match.turn.points) == ((0, 500) if lasted else (1, 0))
    assert table.match.time_left(0, back) == 39_000
    assert table.match.time_left(1, back) == 60_000
    assert table.match.deadline == back + (39_000 if lasted else 60_000)


def test_time_used_before_and_after_an_outage_counts_in_a_time_bank() -> None:
    table = Table(under(TimeBank(seconds=60)), seats=2).at(20_000).make(500).recover(50_000).recover(70_000)
    table.at(75_000).bank()
    assert table.match.time_left(0, 75_000) == 60_000 - 21_000 - 5_000


@pytest.mark.parametrize("clock", [Idle(10), TimeBank(30), MatchTimer(14_400, 5), TurnClock(5)], ids=mode_of)
@pytest.mark.parametrize("seats", [1, 2, 4])
def test_whatever_the_clock_an_outage_costs_nobody_more_than_one_turn(clock: Clock, seats: int) -> None:
    table = Table(under(clock), seats).at(0).make(300)
    for back in range(100_000, 1_000_000, 100_000):
        turns = [seat.turns for seat in table.match.seats]
        table.recover(back)
        assert all(seat.eligible for seat in table.match.seats)
        assert sum(seat.turns for seat in table.match.seats) - sum(turns) <= 1


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
