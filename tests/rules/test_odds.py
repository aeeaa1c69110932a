"""Odds are exact: by brute force over ordered rolls, and by the equation that the best stopping rule solves."""

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import product

import pytest

from server.rules import RULE_SETS, odds, simulate
from server.rules.chart import Chart
from server.rules.charts import CHARTS, with_four_plus_pair
from server.rules.rolls import distinct_rolls
from server.rules.strategies import expected_points
from tests.rules import oracle

each_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)


@pytest.mark.parametrize("name", ["playmonster", "classic", "dice_game_depot", "folk", "jpgames", "katie", "kcd"])
def test_the_chances_of_a_farkle_are_the_known_ones(name: str) -> None:
    six = Fraction(5, 162) if name == "kcd" else Fraction(5, 216)
    known = [Fraction(2, 3), Fraction(4, 9), Fraction(5, 18), Fraction(17, 108), Fraction(25, 324), six]
    assert odds.farkle_chances(CHARTS[name]) == dict(enumerate(known, start=1))


@each_chart
def test_the_best_points_are_distributed_as_over_all_ordered_rolls(chart: Chart) -> None:
    for dice in range(1, 7):
        counted = Counter(chart.best(roll) for roll in product(range(1, 7), repeat=dice))
        expected = {points: Fraction(count, 6**dice) for points, count in counted.items()}
        assert odds.best_points(chart, dice) == expected
        assert sum(expected.values()) == 1
        assert odds.expected_best(chart, dice) == sum(points * chance for points, chance in expected.items())


def test_the_pair_option_changes_the_points_but_not_the_farkles_where_the_four_scores_anyway() -> None:
    option = with_four_plus_pair("classic")
    assert odds.farkle_chances(option) == odds.farkle_chances(CHARTS["classic"])
    assert odds.expected_best(option, 6) > odds.expected_best(CHARTS["classic"], 6)


@each_chart
def test_rolling_is_worth_the_mean_of_the_best_continuation(chart: Chart) -> None:
    """The equation of the best stopping rule, over every selection of every roll, by plain arithmetic."""

    @cache
    def deciding(total: int, dice_left: int) -> float:
        return max(total, odds.roll_value(chart, total, dice_left))

    for total, dice in ((0, 6), (300, 2), (350, 3), (1_000, 4), (2_950, 5), (16_000, 6)):
        worth = 0.0
        for roll, ways in distinct_rolls(dice):
            keeps = {tuple(sorted(roll[at] for at in positions)) for positions in chart.selections(roll)}
            worth += ways * max(
                (deciding(total + oracle.score(chart.name, kept), dice - len(kept) or 6) for kept in keeps), default=0.0
            )
        assert odds.roll_value(chart, total, dice) == pytest.approx(worth / 6**dice, abs=odds.TOLERANCE)


@each_chart
def test_banking_is_best_for_every_total_from_the_threshold_on(chart: Chart) -> None:
    turn = odds.turn_value(chart)
    for dice, threshold in turn.bank_at.items():
        assert odds.compare(chart, threshold, dice).better == "bank"
        assert odds.compare(chart, threshold - 50, dice).better == "roll"
        for total in (threshold + 50, threshold + 1_000, threshold + 30_000):
            compared = odds.compare(chart, total, dice)
            assert compared.better == "bank"
            assert compared.roll < compared.bank == total
    assert turn.expected_points == odds.roll_value(chart, 0, 6)


def test_far_beyond_the_table_rolling_once_and_banking_is_all_there_is() -> None:
    chart = CHARTS["classic"]
    total = 1_000_000
    expected = total * (1 - odds.farkle_probability(chart, 6)) + odds.expected_best(chart, 6)
    assert odds.roll_value(chart, total, 6) == pytest.approx(float(expected))


def test_a_minimum_is_never_worth_more_and_banking_below_it_is_worth_nothing() -> None:
    chart = CHARTS["playmonster"]
    free, bound = odds.turn_value(chart), odds.turn_value(chart, minimum=500)
    assert bound.expected_points < free.expected_points
    assert bound.bank_at == {dice: max(500, total) for dice, total in free.bank_at.items()}
    assert odds.compare(chart, 450, 1, minimum=500).bank == 0
    assert odds.compare(chart, 450, 1, minimum=500).better == "roll"
    assert odds.turn_value(chart, minimum=40_000).bank_at[6] == 40_000


def test_the_worth_of_a_turn_agrees_with_many_turns_played() -> None:
    """Turns under the best stopping rule with given dice: their mean is near the exact one."""
    rules = RULE_SETS["classic"].with_house_rules(goal=100_000, streak_penalty=None)
    played = simulate(rules, [expected_points], matches=1_000, seed=4)
    points, turns = played.scores.sum(), played.turns.sum()
    # The last turn of each run is longer than others (it is the one that crosses the goal): one turn in 185.
    assert points / turns == pytest.approx(odds.turn_value(rules.chart).expected_points, abs=8)
