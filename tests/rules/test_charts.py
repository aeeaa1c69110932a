"""Every chart against the slow scorer, and what must hold for any chart."""

from itertools import product

import numpy as np
import pytest

from server.rules.chart import Chart
from server.rules.charts import CHARTS, with_four_plus_pair
from server.rules.rolls import distinct_rolls, every_distinct_roll
from tests.rules import oracle

each_chart = pytest.mark.parametrize("chart", CHARTS.values(), ids=CHARTS)
each_with_pairs = pytest.mark.parametrize("name", [name for name in CHARTS if name != "kcd"])


def agree(chart: Chart, four_plus_pair: bool = False) -> None:
    """The chart says of all 923 distinct rolls what the slow scorer says."""
    slow = {roll: oracle.score(chart.name, roll, four_plus_pair) for roll, _ in every_distinct_roll()}
    assert len(slow) == 923
    for roll, points in slow.items():
        assert chart.score(roll) == points, roll
        selections = chart.selections(roll)
        by_brute_force = {
            positions: points
            for positions in _subsets(len(roll))
            if (points := slow[tuple(sorted(roll[at] for at in positions))])
        }
        assert selections == by_brute_force, roll
        assert chart.best(roll) == max(selections.values(), default=0), roll
        assert chart.is_farkle(roll) == (not selections), roll


def _subsets(count: int) -> list[tuple[int, ...]]:
    every = product((False, True), repeat=count)
    return [tuple(at for at, taken in enumerate(which) if taken) for which in every if any(which)]


@each_chart
def test_every_distinct_roll_scores_as_by_brute_force(chart: Chart) -> None:
    agree(chart)


@each_with_pairs
def test_four_of_a_kind_and_a_pair_as_three_pairs_scores_as_by_brute_force(name: str) -> None:
    agree(with_four_plus_pair(name), four_plus_pair=True)


@each_chart
def test_a_split_uses_every_die_once_and_adds_up(chart: Chart) -> None:
    for roll, _ in every_distinct_roll():
        split = chart.split(roll)
        if split:
            assert sorted(die for part in split for die in part.dice) == sorted(roll)
            assert all(oracle.group_points(chart.name, part.dice) == part.points for part in split)
        assert sum(part.points for part in split) == chart.score(roll)


@each_chart
def test_the_order_of_the_dice_makes_no_difference(chart: Chart) -> None:
    for roll in ((5, 1, 1, 2, 1, 6), (6, 5, 4, 3, 2, 1), (4, 2, 4, 2, 4, 2)):
        assert chart.best(roll) == chart.best(roll[::-1]) == chart.best(sorted(roll))
        assert chart.split(roll) == chart.split(roll[::-1])


@each_chart
def test_many_rolls_at_once_are_worth_what_each_is_worth(chart: Chart) -> None:
    for dice in range(1, 7):
        rolls = np.array(list(product(range(1, 7), repeat=dice)), np.uint8)
        expected = [chart.best(tuple(map(int, roll))) for roll in rolls]
        assert chart.best_many(rolls).tolist() == expected
        assert chart.best_many(rolls.astype(np.int64)).tolist() == expected


def test_no_rolls_at_once_are_worth_nothing() -> None:
    assert CHARTS["classic"].best_many(np.empty((0, 6), np.int64)).shape == (0,)


@pytest.mark.parametrize("rolls", [np.zeros((2, 6), int), np.full((1, 6), 7), np.ones((3, 7), int), np.ones(6, int)])
def test_arrays_that_are_no_rolls_are_refused(rolls: np.ndarray[tuple[int, ...], np.dtype[np.int64]]) -> None:
    with pytest.raises(ValueError, match=r"die|shape"):
        CHARTS["classic"].best_many(rolls)


@pytest.mark.parametrize("dice", [(), (0, 1), (1, 7), (1,) * 7])
def test_what_is_no_roll_is_refused(dice: tuple[int, ...]) -> None:
    for ask in (CHARTS["classic"].best, CHARTS["classic"].score, CHARTS["classic"].split, CHARTS["classic"].selections):
        with pytest.raises(ValueError, match="not one to six dice"):
            ask(dice)


def test_the_distinct_rolls_stand_for_all_ordered_ones() -> None:
    for dice in range(1, 7):
        assert sum(roll.ways for roll in distinct_rolls(dice)) == 6**dice
        ordered = [tuple(sorted(roll)) for roll in product(range(1, 7), repeat=dice)]
        for roll, ways in distinct_rolls(dice)[::37]:
            assert ordered.count(roll) == ways


def test_a_scorable_die_beside_worthless_ones_is_no_farkle_and_the_worthless_ones_stay() -> None:
    for chart in CHARTS.values():
        roll = (1, 3, 3, 4, 4, 6)
        assert not chart.is_farkle(roll)
        assert chart.selections(roll) == {(0,): 100}
        assert chart.score((1, 3)) == 0


def test_a_run_of_five_takes_a_spare_scoring_die_and_the_long_run_is_paid_once() -> None:
    kcd = CHARTS["kcd"]
    assert kcd.score((1, 2, 3, 4, 5, 1)) == 600
    assert kcd.score((1, 2, 3, 4, 5, 5)) == 550
    assert kcd.score((2, 3, 4, 5, 5, 6)) == 800
    assert kcd.score((1, 2, 3, 4, 5, 6)) == 1500
    assert kcd.score((1, 2, 3, 4, 5, 4)) == 0
    assert kcd.is_farkle((2, 2, 3, 3, 4, 4))


def test_no_combination_stands_in_for_another() -> None:
    assert CHARTS["classic"].score((4, 4, 4, 4, 1, 1)) == 1000
    assert CHARTS["classic"].score((4, 4, 4, 4, 2, 2)) == 0
    assert with_four_plus_pair("classic").score((4, 4, 4, 4, 2, 2)) == 750
    assert with_four_plus_pair("classic").score((4, 4, 4, 4, 1, 1)) == 1000
    assert CHARTS["playmonster"].score((2,) * 6) == 3000
    assert [part.label for part in CHARTS["classic"].split((3,) * 6)] == ["six 3s"]


def test_two_triplets_are_paid_flat_at_one_table_and_as_a_sum_at_the_others() -> None:
    assert CHARTS["jpgames"].score((1, 1, 1, 6, 6, 6)) == 1500
    assert CHARTS["jpgames"].score((1, 1, 1)) == 1000
    assert CHARTS["jpgames"].score((6, 6, 6)) == 600
    assert CHARTS["classic"].score((1, 1, 1, 6, 6, 6)) == 1600
    assert CHARTS["playmonster"].score((1, 1, 1, 6, 6, 6)) == 2500


def test_of_splits_with_equal_points_the_one_into_fewest_combinations_is_told() -> None:
    assert [part.label for part in CHARTS["playmonster"].split((1, 1, 1))] == ["three 1s"]
    assert [part.label for part in CHARTS["playmonster"].split((1, 1, 1, 1, 1, 1))] == ["six 1s"]
    assert [part.label for part in CHARTS["classic"].split((5, 1, 1, 5))] == [
        "single 1",
        "single 1",
        "single 5",
        "single 5",
    ]


def test_the_better_of_two_splits_counts() -> None:
    folk = CHARTS["folk"]
    assert [(part.label, part.points) for part in folk.split((1, 1, 1, 1))] == [("three 1s", 1000), ("single 1", 100)]
    assert CHARTS["classic"].split((1, 1, 1, 5)) == (("three 1s", (1, 1, 1), 1000), ("single 5", (5,), 50))
    assert CHARTS["classic"].best((1, 1, 1, 5, 2, 3)) == 1050
    assert CHARTS["classic"].selections((1, 5, 5, 2, 3, 3)) == {
        (0,): 100,
        (1,): 50,
        (2,): 50,
        (0, 1): 150,
        (0, 2): 150,
        (1, 2): 100,
        (0, 1, 2): 200,
    }


@pytest.mark.parametrize(
    ("chart", "two", "three", "four", "five", "six"),
    [
        ("playmonster", 200, 300, 1000, 2000, 3000),
        ("folk", 200, 1000, 1100, 2000, 3000),
        ("classic", 200, 1000, 2000, 3000, 4000),
        ("dice_game_depot", 200, 1000, 2000, 3000, 4000),
        ("jpgames", 200, 1000, 2000, 3000, 4000),
        ("katie", 200, 1000, 2000, 3000, 4000),
        ("kcd", 200, 1000, 2000, 4000, 8000),
    ],
)
def test_ones_alone(chart: str, two: int, three: int, four: int, five: int, six: int) -> None:
    assert [CHARTS[chart].score((1,) * count) for count in range(2, 7)] == [two, three, four, five, six]
