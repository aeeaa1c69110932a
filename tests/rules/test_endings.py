"""How a match ends: final round, at once, rebuttal rounds, ties, and alone."""

import pytest

from server.rules import RULE_SETS, HouseRuleError, Match, Result
from server.rules.events import Ended, FinalRound, RebuttalRound
from tests.rules.driver import Table

PLAIN = RULE_SETS["classic"].with_house_rules(clock=None, streak_penalty=None, goal=2_000)
REBUTTAL = RULE_SETS["katie"].with_variations("rebuttal_rounds").with_house_rules(goal=2_000, entry=0)


def result(table: Table) -> Result:
    assert table.match.result is not None
    assert table.match.phase == "over"
    return table.match.result


def turns_until_over(table: Table, *points: int) -> list[int]:
    """Who plays which of these scores (0: a farkle)."""
    order = []
    for score in points:
        order.append(table.seat)
        if score:
            table.score(score)
        else:
            table.farkle()
    assert table.match.phase == "over"
    return order


def test_the_final_round_goes_on_after_the_trigger_and_leaves_it_out() -> None:
    table = Table(PLAIN, seats=4).score(50).score(50).score(2_000)
    assert table.match.last_turns is not None
    assert (table.match.last_turns.kind, table.match.last_turns.pending) == ("final_round", (0, 1))
    assert turns_until_over(table, 100, 100, 0) == [3, 0, 1]
    assert table.events(FinalRound) == [FinalRound(table.events(FinalRound)[0].at, 2, 2_000, (3, 0, 1))]


def test_a_new_leader_does_not_restart_the_final_round() -> None:
    table = Table(PLAIN, seats=3).score(2_000)
    assert turns_until_over(table, 3_000, 2_500) == [1, 2]
    assert (result(table).winners, result(table).scores) == ((1,), (2_000, 3_000, 2_500))
    assert len(table.events(FinalRound)) == 1


def test_the_entry_holds_in_the_final_round() -> None:
    table = Table(RULE_SETS["farkle_board"]).open(2, 1).score(10_000).make(450)
    assert table.match.minimum_bank == 500
    assert table.farkle().match.phase == "over"


def test_exactly_the_goal_suffices_and_just_below_does_not() -> None:
    assert Table(PLAIN).score(1_950).match.last_turns is None
    assert Table(PLAIN).score(2_000).match.last_turns is not None


def test_points_not_banked_never_reach_the_goal() -> None:
    assert Table(PLAIN).make(5_000).match.last_turns is None


@pytest.mark.parametrize(
    ("tie", "kind", "winners"),
    [("draw", "draw", ()), ("shared", "shared", (1, 2)), ("lowest_seat", "win", (1,))],
)
def test_a_tie_at_the_top(tie: str, kind: str, winners: tuple[int, ...]) -> None:
    table = Table(PLAIN.with_house_rules(tie=tie), seats=3).score(50).score(50).score(2_000).score(100).score(1_950)
    assert (result(table).kind, result(table).winners) == (kind, winners)
    assert result(table).scores == (150, 2_000, 2_000)


def test_a_penalty_in_the_final_round_counts() -> None:
    rules = PLAIN.with_house_rules(streak_penalty={"farkles": 2, "points": 1_000})
    table = Table(rules).farkle().farkle().score(2_000).farkle()
    assert result(table).scores == (2_000, -1_000)


def test_at_once_means_nobody_replies() -> None:
    table = Table(PLAIN.with_house_rules(ending="at_once"), seats=4).farkle().score(2_000)
    assert (result(table).kind, result(table).winners) == ("win", (1,))
    assert table.log[-1] == Ended(table.now - 1_000, "win", (1,), (0, 2_000, 0, 0))


def test_a_rebuttal_that_beats_nobody_ends_after_one_round_and_still_counts() -> None:
    table = Table(REBUTTAL, seats=3).score(2_000)
    assert turns_until_over(table, 1_000, 2_000) == [1, 2]
    assert result(table).scores == (2_000, 1_000, 2_000)
    assert result(table).winners == (0,)
    assert [event.pending for event in table.events(RebuttalRound)] == [(1, 2)]


def test_drawing_level_with_the_leader_is_no_rebuttal() -> None:
    table = Table(REBUTTAL).score(500).score(2_000).score(1_500)
    assert result(table).scores == (2_000, 2_000)
    assert len(table.events(RebuttalRound)) == 1
    assert result(table).winners == (1,)  # nobody answered the leader, who therefore wins


def test_rebuttals_go_on_among_those_who_have_led_until_a_round_brings_no_new_leader() -> None:
    table = Table(REBUTTAL, seats=4).score(2_000)
    order = turns_until_over(table, 2_100, 500, 2_200, 300, 150, 150, 100, 0)
    assert order == [1, 2, 3, 0, 1, 3, 0, 3]
    assert [(event.seat, event.pending) for event in table.events(RebuttalRound)] == [
        (0, (1, 2, 3)),
        (3, (0, 1)),
        (0, (3,)),
        (3, (0,)),
        (0, (3,)),
    ]
    assert result(table).winners == (0,)
    assert result(table).scores == (2_400, 2_250, 500, 2_350)


def test_the_entry_holds_in_rebuttal_rounds() -> None:
    rules = RULE_SETS["katie"].with_variations("rebuttal_rounds")
    assert Table(rules).score(10_000).make(1_000).match.minimum_bank == 1_050


def test_a_solo_run_counts_turns_until_the_goal_is_banked() -> None:
    for name, rules in RULE_SETS.items():
        if name == "jpgames":
            continue
        table = Table(rules.with_house_rules(goal=2_000), seats=1)
        assert table.match.phase == "to_roll"
        table.farkle().score(1_500).farkle().score(500)
        assert (result(table).kind, result(table).winners, result(table).turns) == ("win", (0,), (4,))
        assert table.events(FinalRound) == []


def test_entry_and_streak_hold_in_a_solo_run() -> None:
    table = Table(RULE_SETS["classic"].with_house_rules(entry=500, goal=1_000), seats=1).farkle().farkle().farkle()
    assert (table.match.scores, table.match.minimum_bank) == ((-1_000,), 500)


@pytest.mark.parametrize(
    ("rules", "allowed"),
    [(name, (1, 2, 3, 4)) for name in RULE_SETS if name != "jpgames"] + [("jpgames", (2,))],
)
def test_a_player_count_that_the_rules_do_not_allow_is_refused_in_a_sentence(
    rules: str, allowed: tuple[int, ...]
) -> None:
    for count in range(6):
        names = [f"player {number}" for number in range(count)]
        if count in allowed:
            assert len(Match.start(RULE_SETS[rules], names, now=0).seats) == count
            continue
        with pytest.raises(HouseRuleError) as refused:
            Match.start(RULE_SETS[rules], names, now=0)
        assert (refused.value.code, refused.value.field) == ("player_count", "seats")
        assert str(allowed[-1]) in refused.value.sentence
