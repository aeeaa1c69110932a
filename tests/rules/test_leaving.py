"""Leaving a match, in every phase and down to the last seat (RULES.md section 3)."""

import pytest

from server.rules import RULE_SETS, IllegalAction, Result, Roll
from server.rules.clocks import MatchTimer, TimeBank, TurnClock
from server.rules.events import SeatLeft, TurnEnded
from tests.rules.driver import FARKLE, Table

PLAIN = RULE_SETS["classic"].with_house_rules(clock=None, streak_penalty=None, goal=2_000)
OPENING = RULE_SETS["farkle_board"]
REBUTTAL = RULE_SETS["katie"].with_house_rules(ending="rebuttal", goal=2_000, entry=0)


def result(table: Table) -> Result:
    assert table.match.phase == "over"
    assert table.match.result is not None
    return table.match.result


def test_another_seat_leaving_moves_nobody_on_and_costs_the_mover_nothing() -> None:
    table = Table(PLAIN, seats=4).farkle().farkle().make(300).leave(0)
    assert (table.seat, table.match.turn.points, table.match.phase) == (2, 300, "to_decide")
    assert table.bank().match.scores == (0, 0, 300, 0)


@pytest.mark.parametrize("step", ["to_roll", "to_keep", "to_decide"])
def test_the_mover_leaving_loses_its_points_and_the_next_seat_is_to_move(step: str) -> None:
    table = Table(PLAIN, seats=3).score(100).score(100).score(100)
    if step != "to_roll":
        table.roll(1, 1, 1, 2, 3, 4)
    if step == "to_decide":
        table.keep(0, 1, 2)
    table.leave(0, "voted")
    assert (table.seat, table.match.phase, table.match.scores) == (1, "to_roll", (100, 100, 100))
    ended = table.events(TurnEnded)[-1]
    assert (ended.seat, ended.reason, ended.lost) == (0, "left", 1_000 if step == "to_decide" else 0)
    assert table.events(SeatLeft)[0].reason == "voted"


def test_who_has_left_is_skipped_and_cannot_act_or_leave_again() -> None:
    table = Table(PLAIN, seats=3).leave(1).farkle()
    assert table.seat == 2
    table.refused("seat_left", Roll(FARKLE), seat=1)
    with pytest.raises(IllegalAction) as refused:
        table.match.remove(1, "resigned", table.now)
    assert refused.value.code == "seat_left"
    with pytest.raises(IllegalAction) as refused:
        table.match.remove(7, "resigned", table.now)
    assert refused.value.code == "no_such_seat"


def test_the_last_of_several_wins_at_once_whatever_the_score() -> None:
    table = Table(PLAIN, seats=3).score(1_500).score(50).farkle().leave(2).leave(0)
    assert (result(table).kind, result(table).winners, result(table).scores) == ("win", (1,), (1_500, 50, 0))


def test_leaving_a_solo_run_ends_it_without_a_winner() -> None:
    assert result(Table(PLAIN, seats=1).score(500).leave(0)).kind == "none"


def test_a_seat_that_left_cannot_win_with_its_score() -> None:
    table = Table(PLAIN, seats=3).score(1_900).leave(0).score(2_000).farkle()
    assert result(table).winners == (1,)
    table = Table(PLAIN, seats=3).farkle().farkle().score(3_000).leave(2).score(100).score(200)
    assert result(table).winners == (1,)


def test_the_final_round_finishes_when_its_trigger_leaves() -> None:
    table = Table(PLAIN, seats=4).score(2_000).leave(0)
    order = []
    while table.match.phase != "over":
        order.append(table.seat)
        table.score(100)
    assert order == [1, 2, 3]
    assert (result(table).winners, result(table).scores) == ((1,), (2_000, 100, 100, 100))


def test_leaving_in_the_final_round_forfeits_the_turn_in_it() -> None:
    table = Table(PLAIN, seats=4).score(2_000).leave(2).leave(1)
    assert table.seat == 3
    assert table.farkle().match.phase == "over"


def test_the_last_pending_seat_leaving_ends_the_final_round() -> None:
    table = Table(PLAIN, seats=3).score(2_000).farkle().leave(2)
    assert result(table).winners == (0,)


def test_a_rebuttal_leader_leaving_passes_the_lead_on_and_the_round_finishes() -> None:
    table = Table(REBUTTAL, seats=4).score(2_000).score(2_500).leave(1)
    assert table.match.last_turns is not None
    assert (table.match.last_turns.leader, table.match.last_turns.pending) == (0, (3,))
    table.score(2_100).score(100)
    assert (table.seat, table.match.last_turns.kind) == (0, "rebuttal")
    assert result(table.farkle()).winners == (2,)


def test_of_seats_level_behind_a_rebuttal_leader_that_leaves_the_lowest_leads() -> None:
    table = Table(REBUTTAL, seats=4).score(2_000).leave(0).farkle()
    assert table.match.last_turns is not None
    assert table.match.last_turns.leader == 1
    table.score(100).farkle()
    assert (table.seat, table.match.last_turns.leader) == (1, 2)


def test_everybody_else_leaving_a_rebuttal_round_ends_it() -> None:
    assert result(Table(REBUTTAL, seats=3).score(2_000).leave(1).leave(2)).winners == (0,)


@pytest.mark.parametrize(("rolled", "leaver", "next_to_roll"), [((), 0, 1), ((3,), 0, 1), ((3,), 1, 2), ((3,), 2, 1)])
def test_leaving_the_opening_roll(rolled: tuple[int, ...], leaver: int, next_to_roll: int) -> None:
    table = Table(OPENING, seats=3).open(*rolled).leave(leaver)
    assert (table.match.phase, table.seat) == ("opening", next_to_roll)


def test_the_opening_roll_is_decided_among_those_who_stay() -> None:
    table = Table(OPENING, seats=3).open(6, 2).leave(2)
    assert (table.match.phase, table.seat) == ("to_roll", 0)
    table = Table(OPENING, seats=3).open(4, 4, 4).open(1).leave(0).open(2, 2).leave(1)
    assert result(table).winners == (2,)
    table = Table(OPENING, seats=4).open(5, 5, 1, 1).open(3).leave(0)
    assert (table.match.phase, table.seat) == ("to_roll", 1)
    table = Table(OPENING, seats=4).open(5, 5, 1, 1).leave(3)
    assert (table.match.phase, table.seat) == ("opening", 0)


def test_dice_rolled_after_the_leavers_in_the_opening_still_count() -> None:
    table = Table(OPENING, seats=4).open(5, 2, 6).leave(1)
    assert (table.match.phase, table.seat) == ("opening", 3)
    assert table.open(1).match.starter == 2


def test_leaving_down_to_one_in_the_opening_roll_ends_the_match() -> None:
    assert result(Table(OPENING, seats=2).leave(0)).winners == (1,)


@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_leaving_while_paused(leaver: int) -> None:
    table = Table(PLAIN.with_house_rules(clock=TurnClock(seconds=60)), seats=3).make(500).pause(20_000).leave(leaver)
    assert (table.match.phase, table.seat) == ("paused", 1 if leaver == 0 else 0)
    left = 60_000 if leaver == 0 else 40_000
    assert table.match.time_left(table.seat, now=0) == left
    assert table.resume(500_000).match.deadline == 500_000 + left


def test_leaving_while_paused_down_to_one_ends_the_match() -> None:
    assert result(Table(PLAIN).pause(10).leave(1)).winners == (0,)
    table = Table(OPENING, seats=3).pause(10).leave(0)
    assert (table.match.phase, table.seat) == ("paused", 1)
    assert table.resume(20).match.phase == "opening"


def test_leaving_in_the_grace_forfeits_the_turn_in_the_lap() -> None:
    table = Table(PLAIN.with_house_rules(clock=MatchTimer(seconds=60)), seats=4).advance(60_000).leave(2)
    assert table.match.last_turns is not None
    assert table.match.last_turns.pending == (1, 3)
    table.leave(0)
    assert (table.seat, table.match.last_turns.kind) == (1, "lap")


def test_a_seat_out_of_time_can_still_win_when_the_others_leave() -> None:
    table = Table(PLAIN.with_house_rules(clock=TimeBank(seconds=30)), seats=3).at(0).score(500).farkle().farkle()
    table.advance(60_000)
    assert [seat.out_of_time for seat in table.match.seats] == [True, False, False]
    table.leave(1)
    assert (table.match.phase, table.seat) == ("to_roll", 2)
    assert result(table.leave(2)).winners == (0,)


def test_a_seat_out_of_time_that_leaves_cannot_win() -> None:
    rules = PLAIN.with_house_rules(clock=TimeBank(seconds=30))
    table = Table(rules, seats=3).at(0).score(500).farkle().farkle().advance(60_000).leave(0)
    assert (table.match.phase, table.match.can_win) == ("to_roll", (1, 2))
    table.advance(10**6)
    assert (result(table).winners, result(table).scores) == ((1,), (500, 0, 0))


def test_leaving_after_a_deadline_lets_time_take_effect_first() -> None:
    table = Table(PLAIN.with_house_rules(clock=TurnClock(seconds=60)), seats=3).make(500).at(60_000).leave(1)
    assert table.seat == 2
    happened = [type(event).__name__ for event in table.log[-6:]]
    assert happened == ["TimedOut", "TurnEnded", "TurnStarted", "SeatLeft", "TurnEnded", "TurnStarted"]
