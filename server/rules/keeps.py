"""The keeps worth considering: of the legal selections with equally many dice, only the most points can be best."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from server.rules.chart import Chart
from server.rules.rolls import MOST_DICE, Dice, distinct_rolls


class Keeps(NamedTuple):
    """The keeps of every distinct roll of so many dice.

    `ways` has the shape (rolls,); `points` (rolls, dice) tells the most points for keeping 1, 2, ... dice, 0 where no
    such keep is legal; `dice_left` (dice,) the dice that are left to roll then, hot dice counted as six.
    """

    ways: NDArray[np.int64]
    points: NDArray[np.int64]
    dice_left: NDArray[np.int64]


@cache
def keeps(chart: Chart, dice: int) -> Keeps:
    """The keeps of every distinct roll of so many dice, in the order of `distinct_rolls`."""
    rolls = distinct_rolls(dice)
    return Keeps(
        ways=np.array([roll.ways for roll in rolls]),
        points=np.array([_most_points(chart, roll.dice) for roll in rolls]),
        dice_left=np.array([(dice - kept) or MOST_DICE for kept in range(1, dice + 1)]),
    )


def _most_points(chart: Chart, roll: Dice) -> list[int]:
    return [max(chart.score(kept) for kept in set(combinations(roll, count))) for count in range(1, len(roll) + 1)]
