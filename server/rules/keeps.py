"""The keeps worth considering: of the legal selections with equally many dice, only the most points can be best."""

from functools import cache
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from .chart import Chart
from .rolls import MOST_DICE, Dice, every_distinct_roll


class Keeps(NamedTuple):
    """The keeps of the 923 distinct rolls, in the order of `every_distinct_roll`.

    `points` (rolls, 6) tells the most points for keeping 1 to 6 dice, 0 where no such keep is legal; `dice_left`
    (rolls, 6) the dice that are left to roll then, hot dice counted as six; `chance` (7, rolls) how likely each roll is
    when so many dice are rolled.
    """

    points: NDArray[np.int64]
    dice_left: NDArray[np.int64]
    chance: NDArray[np.float64]

    def mean_of_best(self, worth: NDArray[np.float64]) -> NDArray[np.float64]:
        """By how many dice are rolled (0 to 6), the mean over all rolls of the best worth of a legal keep; `worth`
        (rolls, 6) is that of each keep. A roll without a legal keep is worth nothing."""
        mean: NDArray[np.float64] = self.chance @ np.where(self.points > 0, worth, 0.0).max(axis=1)
        return mean


@cache
def keeps(chart: Chart) -> Keeps:
    """The keeps of every distinct roll under this chart."""
    rolls = list(every_distinct_roll())
    count = np.array([len(roll.dice) for roll in rolls])
    ways = np.array([roll.ways for roll in rolls])
    left = count[:, None] - np.arange(1, MOST_DICE + 1)
    return Keeps(
        points=np.array([_most_points(chart, roll.dice) for roll in rolls]),
        dice_left=np.where(left > 0, left, MOST_DICE),
        chance=np.where(count == np.arange(MOST_DICE + 1)[:, None], ways / 6.0**count, 0.0),
    )


def _most_points(chart: Chart, roll: Dice) -> list[int]:
    return [
        max((chart.score(kept) for kept in set(combinations(roll, count))), default=0)
        for count in range(1, MOST_DICE + 1)
    ]
