"""Turns let run out: a match with a clock for each turn is bounded without people (RULES.md section 4)."""

import pytest

from server.rules import RULE_SETS, HouseRuleError, Match, RuleSet, describe
from server.rules.clocks import Clock, MatchTimer, TurnClock
from server.rules.events import ClockStopped, SeatLeft, TimedOut
from tests.rules.driver import FARKLE, Table

TIMED: list[Clock] = [TurnClock(seconds=10), MatchTimer(seconds=14_400, turn_seconds=10)]
each_turn_time = pytest.mark.parametrize("clock", TIMED, ids=lambda clock: type(clock).__name__)
TEN = 10_000


def under(clock: Clock, **house_rules: object) -> RuleSet:
    return RULE_SETS["classic"].with_house_rules(clock=clock, streak_penalty=None, **house_rules)


@each_turn_time
def test_a_seat_that_lets_five_turns_in_a_row_run_out_is_out(clock: Clock) -> None:
    table = Table(under(clock), seats=3)
    for _ in range(4):
        table.at(table.now + TEN).advance(table.now)
        table.roll(*FARKLE).roll(*FARKLE)
    assert table.match.seats[0].missed == 4
    table.at(table.now + TEN).advance(table.now)
    assert [(event.seat, event.reason) for event in table.events(SeatLeft)] == [(0, "missed_turns")]
    assert (table.seat, table.match.phase) == (1, "to_roll")
    assert [seat.missed for seat in table.match.seats] == [5, 0, 0]


@each_turn_time
def test_a_match_without_people_ends(clock: Clock) -> None:
    table = Table(under(clock), seats=4).score(500).advance(10**7)
    assert table.match.phase == "over"
    assert len(table.events(TimedOut)) < 4 * 5 + 1
    assert [event.reason for event in table.events(SeatLeft)] == ["missed_turns"] * 3


@pytest.mark.parametrize("missed_turns", [3, 20])
def test_how_many_turns_may_be_missed_is_a_house_rule(missed_turns: int) -> None:
    table = Table(under(TurnClock(10), missed_turns=missed_turns)).advance(10**7)
    assert len(table.events(TimedOut)) == 2 * missed_turns - 1
    assert table.match.seats[0].left == "missed_turns"


@pytest.mark.parametrize("missed_turns", [2, 21, None, "5"])
def test_other_numbers_of_missed_turns_are_refused(missed_turns: object) -> None:
    with pytest.raises(HouseRuleError, match="missed_turns"):
        under(TurnClock(), missed_turns=missed_turns)


def test_any_action_begins_the_count_anew() -> None:
    table = Table(under(TurnClock(10)), seats=2)
    for _ in range(4):
        table.advance(table.now + TEN).roll(*FARKLE)
    assert table.match.seats[0].missed == 4
    table.roll(1, 1, 1, 2, 3, 4)
    assert table.match.seats[0].missed == 0
    table.advance(table.now + TEN)
    assert (table.match.seats[0].missed, table.match.seats[0].left) == (0, None)


def test_a_turn_that_an_outage_took_is_not_one_let_run_out() -> None:
    table = Table(under(TurnClock(10)), seats=2)
    for _ in range(20):
        table.recover(table.now + 10**6)
    assert [(seat.missed, seat.left) for seat in table.match.seats] == [(0, None), (0, None)]


@each_turn_time
def test_a_solo_run_stands_its_clock_instead(clock: Clock) -> None:
    table = Table(under(clock), seats=1).advance(10**6)
    assert table.events(ClockStopped) == [ClockStopped(50_000, 0)]
    assert (table.match.seats[0].turns, table.match.phase, table.match.clock_stands) == (5, "to_roll", True)
    table.at(2 * 10**6).roll(1, 1, 1, 2, 3, 4)
    assert (table.match.deadlines.turn, table.match.seats[0].missed) == (2 * 10**6 + TEN, 0)


def test_a_match_stored_without_the_rule_is_bounded_by_the_usual_number() -> None:
    plain = Table(under(TurnClock(10))).match.to_dict()
    del plain["rules"]["missed_turns"]
    for seat in plain["seats"]:
        del seat["missed"], seat["bot"]
    assert Match.from_dict(plain).advance(10**7)[0].seats[0].left == "missed_turns"


def test_the_rule_is_told_where_turns_are_timed_and_nowhere_else() -> None:
    def told(clock: object) -> bool:
        rules = RULE_SETS["farkle_board"].with_house_rules(clock=clock, missed_turns=7)
        return any("7 turns in a row" in sentence for sentence in describe.sentences(rules))

    assert [told(clock) for clock in (*TIMED, None, "idle", "time_bank", "match_timer")] == [True, True] + [False] * 4
