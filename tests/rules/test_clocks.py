"""The four clock modes: exact deadlines, what time takes and what it never takes (RULES.md section 4)."""

import pytest

from server.rules import RULE_SETS, Bank, Keep, Roll, RuleSet
from server.rules.clocks import Clock, Idle, MatchTimer, TimeBank, TurnClock
from server.rules.events import ClockStopped, GraceEnded, MatchTimeUp, SeatLeft, TimedOut, TurnEnded, TurnStarted
from tests.rules.driver import FARKLE, Table

CLASSIC = RULE_SETS["classic"]
GRACE = 90_000


def under(clock: Clock | None, **house_rules: object) -> RuleSet:
    return CLASSIC.with_house_rules(clock=clock, streak_penalty=None, **house_rules)


EACH_TURN_LIMIT = [
    Idle(seconds=60),
    TimeBank(seconds=60),
    MatchTimer(seconds=900, turn_seconds=60),
    TurnClock(seconds=60),
]
each_turn_limit = pytest.mark.parametrize("clock", EACH_TURN_LIMIT, ids=lambda clock: type(clock).__name__)


@each_turn_limit
def test_an_action_before_the_deadline_counts_and_at_it_the_timeout_wins(clock: Clock) -> None:
    table = Table(under(clock), now=500)
    assert table.match.deadline == 60_500
    table.at(60_500).refused("too_late", Roll(FARKLE)).at(60_499).roll(1, 1, 1, 2, 3, 4)
    assert table.match.phase == "to_keep"


@each_turn_limit
def test_a_timeout_drops_points_that_were_not_banked(clock: Clock) -> None:
    table = Table(under(clock), seats=3).at(0).roll(1, 1, 1, 2, 3, 4).at(0).keep(0, 1, 2)
    table.at(60_000).refused("too_late", Bank()).advance(60_000)
    assert (table.seat, table.match.scores, table.match.turn.points) == (1, (0, 0, 0), 0)
    assert table.events(TurnEnded)[0].lost == 1_000
    assert table.events(TurnStarted)[-1] == TurnStarted(60_000, 1)


@each_turn_limit
def test_it_makes_no_difference_how_often_time_is_looked_at(clock: Clock) -> None:
    once, often = Table(under(clock), seats=3), Table(under(clock), seats=3)
    once.advance(200_000)
    for now in range(0, 200_001, 777):
        often.advance(now)
    assert often.advance(200_000).match == once.match
    assert often.log == once.log


@each_turn_limit
def test_looking_before_the_deadline_changes_nothing(clock: Clock) -> None:
    table = Table(under(clock))
    before = table.match
    table.advance(59_999)
    assert table.match is before
    assert table.log == []


@each_turn_limit
def test_nobody_acts_for_a_turn_that_a_timeout_has_ended(clock: Clock) -> None:
    table = Table(under(clock), seats=2).at(60_000).refused("too_late", Roll(FARKLE))
    table.advance(60_000)
    code = "match_over" if isinstance(clock, Idle) else "not_your_turn"
    table.refused(code, Roll(FARKLE), seat=0)


def test_alone_too_an_action_for_a_turn_that_a_timeout_has_ended_is_too_late() -> None:
    table = Table(under(TurnClock(seconds=45)), seats=1).at(45_000).refused("too_late", Roll(FARKLE))
    assert table.advance(45_000).roll(1, 1, 1, 2, 3, 4).match.phase == "to_keep"


@each_turn_limit
def test_an_action_first_lets_time_take_effect(clock: Clock) -> None:
    table = Table(under(clock), seats=3).at(60_000).act(Roll(FARKLE), seat=1)
    assert [type(event) for event in table.log[:1]] == [TimedOut]
    assert table.seat == 2


def test_without_a_clock_there_is_no_deadline() -> None:
    table = Table(under(None))
    assert table.match.deadline is None
    assert table.match.time_left(0, now=5) is None
    assert table.advance(10**12).log == []


def test_the_idle_timer_restarts_with_each_accepted_roll_keep_and_bank_and_with_nothing_else() -> None:
    table = Table(under(Idle(seconds=60)))
    table.at(10_000).roll(1, 1, 1, 2, 3, 4)
    assert table.match.deadline == 70_000
    table.at(20_000).refused("not_a_scoring_selection", Keep((5,)))
    assert table.match.deadline == 70_000
    table.at(30_000).keep(0, 1, 2)
    assert table.match.deadline == 90_000
    table.at(40_000).bank()
    assert (table.match.deadline, table.seat) == (100_000, 1)


def test_the_idle_timer_removes_the_player_and_the_others_play_on() -> None:
    table = Table(under(Idle(seconds=60)), seats=3).at(0).roll(1, 1, 1, 2, 3, 4).keep(0).at(5_000).bank()
    table.advance(65_000)
    assert table.events(SeatLeft) == [SeatLeft(65_000, 1, "idle")]
    assert (table.seat, table.match.seats[1].left, table.match.scores) == (2, "idle", (100, 0, 0))
    table.advance(125_000)
    assert table.match.result is not None
    assert (table.match.result.kind, table.match.result.winners) == ("win", (0,))


@pytest.mark.parametrize(("seats", "bots", "left"), [(1, (), ()), (3, (1, 2), ()), (3, (2,), (1,)), (2, (1,), ())])
def test_where_nobody_waits_the_idle_timer_stands_the_clock_until_the_player_acts(
    seats: int, bots: tuple[int, ...], left: tuple[int, ...]
) -> None:
    table = Table(under(Idle(seconds=60)), seats, bots=bots).at(0).make(300)
    for seat in left:
        table.leave(seat)
    before = table.match.turn
    table.advance(10**9)
    assert table.events(ClockStopped) == [ClockStopped(61_000, 0)]
    assert (table.match.turn, table.match.seats[0].left, table.match.deadline) == (before, None, None)
    assert table.match.clock_stands
    table.at(10**9).roll(1, 1, 2)
    assert (table.match.deadline, table.match.clock_stands) == (10**9 + 60_000, False)


def test_a_clock_that_stands_survives_a_pause_and_an_outage() -> None:
    table = Table(under(Idle(seconds=60)), seats=1).advance(60_000).pause(70_000).resume(80_000).recover(90_000)
    assert (table.match.deadline, table.match.clock_stands) == (None, True)


def test_the_idle_timer_still_removes_where_another_person_waits() -> None:
    table = Table(under(Idle(seconds=60)), seats=3, bots=(1,)).advance(60_000)
    assert [seat.left for seat in table.match.seats] == ["idle", None, None]


def test_a_bot_that_a_person_waits_for_is_removed_like_anybody() -> None:
    table = Table(under(Idle(seconds=60)), seats=2, bots=(0,)).advance(60_000)
    assert table.match.seats[0].left == "idle"


def test_a_time_bank_runs_only_on_its_players_turns_and_is_never_refilled() -> None:
    table = Table(under(TimeBank(seconds=300)))
    table.at(1_000).roll(1, 1, 1, 2, 3, 4).at(4_000).keep(0)
    assert table.match.deadline == 300_000
    table.at(10_000).bank()
    assert (table.match.seats[0].time_left, table.match.deadline) == (290_000, 310_000)
    table.at(30_000).farkle()
    assert (table.match.seats[1].time_left, table.match.deadline) == (280_000, 320_000)
    assert (table.match.time_left(0, now=35_000), table.match.time_left(1, now=35_000)) == (285_000, 280_000)


def test_a_player_out_of_time_only_watches_and_can_still_win_with_what_is_banked() -> None:
    table = Table(under(TimeBank(seconds=30), goal=None)).at(0).roll(1, 1, 1, 2, 3, 4).keep(0, 1, 2).at(9_000).bank()
    table.at(10_000).farkle().advance(31_000)
    assert [(seat.out_of_time, seat.left) for seat in table.match.seats] == [(True, None), (False, None)]
    table.at(31_000).score(100).at(table.now).advance(table.now + 30_000)
    assert table.match.result is not None
    assert (table.match.result.kind, table.match.result.winners) == ("win", (0,))
    assert table.match.result.scores == (1_000, 100)


def test_the_only_player_with_time_plays_on_alone() -> None:
    table = Table(under(TimeBank(seconds=30)), seats=2).advance(30_000)
    table.at(31_000).farkle()
    assert (table.seat, table.match.seats[0].out_of_time) == (1, True)
    table.refused("not_your_turn", Roll(FARKLE), seat=0)


def test_out_of_time_before_the_final_turn_forfeits_it() -> None:
    table = Table(under(TimeBank(seconds=30), goal=2_000), seats=3)
    table.advance(30_000).at(30_000).score(2_000)
    assert table.match.last_turns is not None
    assert table.match.last_turns.pending == ()
    assert table.farkle().match.phase == "over"


def test_out_of_time_in_the_final_turn_spends_it() -> None:
    table = Table(under(TimeBank(seconds=30), goal=2_000)).at(0).score(2_000).make(3_000)
    table.advance(10**6)
    assert table.match.result is not None
    assert (table.match.result.winners, table.match.scores) == ((0,), (2_000, 0))


def test_equal_scores_are_never_decided_by_the_time_left() -> None:
    table = Table(under(TimeBank(seconds=60), goal=None)).at(50_000).score(100).score(100).advance(10**6)
    assert table.match.result is not None
    assert (table.match.result.winners, table.match.scores) == ((0,), (100, 100))


def test_a_turn_clock_starts_full_and_nothing_done_in_the_turn_resets_it() -> None:
    table = Table(under(TurnClock(seconds=45))).at(10_000).roll(1, 1, 1, 2, 3, 4).at(20_000).keep(0)
    assert table.match.deadline == 45_000
    table.at(44_999).roll(2, 2, 3, 3, 4)
    assert (table.seat, table.match.deadline) == (1, 44_999 + 45_000)


def test_a_turn_ended_by_the_clock_neither_counts_for_the_streak_nor_resets_it() -> None:
    rules = CLASSIC.with_house_rules(clock=TurnClock(seconds=45))
    table = Table(rules, seats=1).farkle().farkle()
    table.advance(46_000).at(47_000).farkle()
    assert table.match.scores == (-1_000,)
    assert table.match.seats[0].turns == 4


def test_a_final_turn_ended_by_the_clock_is_spent() -> None:
    table = Table(under(TurnClock(seconds=600), goal=2_000), seats=3).score(2_000).make(500).advance(700_000)
    assert table.seat == 2
    assert table.farkle().match.phase == "over"


def test_end_immediately_keeps_what_is_banked_and_drops_the_rest() -> None:
    rules = under(MatchTimer(seconds=60, ending="end_immediately"), goal=None)
    table = Table(rules, seats=2).at(0).score(500).make(3_000).advance(60_000)
    assert table.match.result is not None
    assert (table.match.result.winners, table.match.scores) == ((0,), (500, 0))
    assert table.events(TurnEnded)[-1] == TurnEnded(60_000, 1, "match_over", lost=3_000)


def test_the_match_deadline_starts_after_the_opening_roll() -> None:
    table = Table(RULE_SETS["farkle_board"].with_house_rules(clock="match_timer")).at(50_000)
    assert table.match.deadline is None
    table.at(50_000).roll(3).at(70_000).roll(5)
    assert table.match.deadline == 70_000 + 900_000


def test_a_turn_limit_ends_the_turn_while_the_match_clock_runs_on() -> None:
    table = Table(under(MatchTimer(seconds=900, turn_seconds=30))).at(0).make(500).advance(30_000)
    assert (table.seat, table.match.deadline, table.match.deadlines.match) == (1, 60_000, 900_000)


def finishing(seats: int, turns: int, **house_rules: object) -> Table:
    """A match of 60 s with so many turns played, one second each, at its deadline."""
    table = Table(under(MatchTimer(seconds=60), **house_rules), seats=seats)
    for _ in range(turns):
        table.farkle()
    return table.advance(60_000)


def test_finish_round_gives_each_seat_that_has_not_acted_in_the_lap_one_turn() -> None:
    table = finishing(seats=4, turns=5)
    assert (table.seat, table.events(MatchTimeUp)) == (1, [MatchTimeUp(60_000, (2, 3), 150_000)])
    order = []
    while table.match.phase != "over":
        order.append(table.seat)
        table.score(100)
    assert order == [1, 2, 3]
    assert table.match.scores == (0, 100, 100, 100)


def test_a_lap_starts_at_the_first_starter() -> None:
    table = Table(under(MatchTimer(seconds=60)), seats=4, starter=2).farkle().farkle().advance(60_000)
    assert table.match.last_turns is not None
    assert (table.seat, table.match.last_turns.pending) == (0, (1,))


def test_the_last_seat_of_a_lap_only_finishes_its_turn() -> None:
    table = finishing(seats=3, turns=2)
    assert table.seat == 2
    assert table.score(100).match.phase == "over"


def test_the_grace_is_measured_from_the_deadline_and_its_end_is_too_late() -> None:
    table = Table(under(MatchTimer(seconds=60)), seats=2).advance(100_000)
    assert table.match.deadline == 60_000 + GRACE
    table.at(60_000 + GRACE - 1).roll(1, 1, 1, 2, 3, 4)
    table.at(60_000 + GRACE).refused("too_late", Keep((0, 1, 2))).advance(60_000 + GRACE)
    assert table.events(GraceEnded) == [GraceEnded(150_000)]
    assert table.match.phase == "over"


def test_nobody_holds_the_table_open_by_not_moving() -> None:
    assert Table(under(MatchTimer(seconds=60)), seats=4).advance(10**9).match.phase == "over"


def test_the_turn_limit_applies_in_the_grace() -> None:
    table = Table(under(MatchTimer(seconds=60, turn_seconds=40)), seats=3).advance(60_000)
    assert (table.seat, table.match.deadline) == (1, 80_000)
    table.advance(80_000)
    assert (table.seat, table.match.deadline) == (2, 120_000)
    assert table.advance(120_000).match.phase == "over"


def test_of_a_match_deadline_and_a_turn_deadline_at_once_the_match_deadline_comes_first() -> None:
    table = Table(under(MatchTimer(seconds=60, turn_seconds=30)), seats=2).advance(60_000)
    assert (table.match.phase, table.events(MatchTimeUp)[0].pending) == ("over", ())


def test_a_goal_reached_in_the_grace_opens_no_further_round() -> None:
    table = finishing(seats=3, turns=0, goal=2_000).score(2_000)
    assert table.match.last_turns is not None
    assert (table.match.last_turns.kind, table.seat) == ("lap", 1)
    table.score(2_500).score(50)
    assert (table.match.phase, table.match.scores) == ("over", (2_000, 2_500, 50))


def test_a_goal_reached_in_the_grace_ends_a_match_that_ends_at_once() -> None:
    table = finishing(seats=3, turns=0, goal=2_000, ending="at_once").score(2_000)
    assert table.match.phase == "over"


def test_a_running_final_round_replaces_the_lap() -> None:
    table = Table(under(MatchTimer(seconds=60), goal=2_000), seats=4).farkle().farkle().score(2_000).advance(60_000)
    assert table.match.last_turns is not None
    assert (table.match.last_turns.kind, table.seat, table.match.last_turns.pending) == ("final_round", 3, (0, 1))
    order = []
    while table.match.phase != "over":
        order.append(table.seat)
        table.farkle()
    assert order == [3, 0, 1]


def test_a_rebuttal_round_in_the_grace_is_the_last() -> None:
    rules = under(MatchTimer(seconds=60), goal=2_000, ending="rebuttal")
    table = Table(rules).score(2_000).advance(60_000).score(2_500)
    assert (table.match.phase, table.match.scores) == ("over", (2_000, 2_500))


def test_a_time_before_the_last_change_counts_as_the_time_of_that_change() -> None:
    table = Table(under(TurnClock(seconds=45))).at(20_000).farkle().at(10_000).farkle()
    assert (table.match.time, table.match.deadline, table.log[-1].at) == (20_000, 65_000, 20_000)
