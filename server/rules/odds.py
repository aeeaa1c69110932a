"""Exact odds of a chart, by enumerating every roll. Nothing here is quoted from memory.

Probabilities are fractions. The best stopping rule needs no fixpoint: from some turn total on banking is best whatever
dice are left, and below it each value follows from values of higher totals. Its floats are exact but for rounding:
TOLERANCE bounds the error.
"""

from fractions import Fraction
from functools import cache, reduce
from math import ceil, gcd
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from .chart import Chart
from .keeps import keeps
from .rolls import MOST_DICE, distinct_rolls

TOLERANCE = 1e-6
"""How far, in points, an expectation given as a float may be from the exact one."""


class TurnValue(NamedTuple):
    """What a turn is worth under the best stopping rule that ignores the score, with unlimited hot dice.

    `bank_at`: by dice left (six: hot dice), the turn total from which banking is at least as good as rolling.
    """

    expected_points: float
    bank_at: dict[int, int]


class Comparison(NamedTuple):
    """Rolling on against banking now, in expected points of the turn; `better` is the higher (banking, when equal)."""

    roll: float
    bank: int
    better: Literal["roll", "bank"]


@cache
def farkle_probability(chart: Chart, dice: int) -> Fraction:
    """The exact probability that a roll of so many dice (1 to 6) is a farkle."""
    return best_points(chart, dice).get(0, Fraction(0))


def farkle_chances(chart: Chart) -> dict[int, Fraction]:
    """The exact farkle probability for each number of dice."""
    return {dice: farkle_probability(chart, dice) for dice in range(1, MOST_DICE + 1)}


def best_points(chart: Chart, dice: int) -> dict[int, Fraction]:
    """The exact distribution of the best points of a roll of so many dice: probability by points, 0 being a farkle."""
    ways: dict[int, int] = {}
    for roll in distinct_rolls(dice):
        best = chart.best(roll.dice)
        ways[best] = ways.get(best, 0) + roll.ways
    return {points: Fraction(count, 6**dice) for points, count in sorted(ways.items())}


def expected_best(chart: Chart, dice: int) -> Fraction:
    """The exact mean of the best points of a roll of so many dice."""
    return sum((points * chance for points, chance in best_points(chart, dice).items()), Fraction(0))


@cache
def turn_value(chart: Chart, minimum: int = 0) -> TurnValue:
    """The worth of a turn and the best stopping rule, where banking takes at least `minimum` points."""
    rolling = _values(chart, minimum).rolling
    totals = np.arange(len(rolling)) * unit_of(chart)
    bank_at = {}
    for dice in range(1, MOST_DICE + 1):
        bank = (totals >= minimum) & (totals >= rolling[:, dice] - TOLERANCE)
        bank_at[dice] = int(totals[np.argmax(bank)])
    return TurnValue(float(rolling[0, MOST_DICE]), bank_at)


def compare(chart: Chart, points: int, dice: int, minimum: int = 0) -> Comparison:
    """With this turn total (a sum of points of the chart) and so many dice to roll: the expectation of rolling and of
    banking. (Below `minimum` banking is worth nothing.) Afterwards the turn is played by the best stopping rule."""
    roll = roll_value(chart, points, dice, minimum)
    bank = points if points >= minimum else 0
    return Comparison(roll, bank, "roll" if roll > bank + TOLERANCE else "bank")


def roll_value(chart: Chart, points: int, dice: int, minimum: int = 0) -> float:
    """The expected points of the turn when these dice are rolled with this turn total, and played on for the best."""
    kept = keeps(chart)
    return float(kept.mean_of_best(worth_of(chart, points + kept.points, kept.dice_left, minimum))[dice])


def worth_of(
    chart: Chart,
    total: NDArray[np.int64],
    dice_left: NDArray[np.int64],
    minimum: int = 0,
) -> NDArray[np.float64]:
    """The expected points of a turn with this total after a keep and so many dice left, played on for the best."""
    values = _values(chart, minimum).deciding
    step = total // unit_of(chart)
    return np.where(step < len(values), values[np.minimum(step, len(values) - 1), dice_left], total)


class _Values(NamedTuple):
    """By turn total in units and by dice left: the worth of rolling, and of the better of rolling and banking."""

    rolling: NDArray[np.float64]
    deciding: NDArray[np.float64]


@cache
def _values(chart: Chart, minimum: int) -> _Values:
    unit, kept = unit_of(chart), keeps(chart)
    steps = kept.points // unit
    sure = sure_to_bank(chart, minimum) // unit
    deciding = np.repeat(np.arange(sure + steps.max() + 1.0)[:, None] * unit, MOST_DICE + 1, axis=1)
    rolling = np.zeros((sure + 1, MOST_DICE + 1))
    for total in range(sure, -1, -1):
        rolling[total] = kept.mean_of_best(deciding[total + steps, kept.dice_left])
        bank = total * unit if total * unit >= minimum else 0
        deciding[total] = np.maximum(rolling[total], bank)
    return _Values(rolling, deciding[: sure + 1])


def sure_to_bank(chart: Chart, minimum: int) -> int:
    """A turn total from which banking is best whatever dice are left.

    Rolling once more and then banking gains `expected_best` and loses the total with the farkle's probability. From
    where that loses for every number of dice it loses for ever, since totals only grow; so not rolling at all is best
    (the one-step rule of monotone stopping problems)."""
    ahead = max(expected_best(chart, dice) / chance for dice, chance in farkle_chances(chart).items())
    unit = unit_of(chart)
    return max(ceil(ahead / unit), ceil(Fraction(minimum, unit))) * unit


def unit_of(chart: Chart) -> int:
    """All points of a chart are multiples of this."""
    return reduce(gcd, (combination.points for combination in chart.combinations))
