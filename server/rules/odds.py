"""Exact odds of a chart, by enumerating every roll. Nothing here is quoted from memory."""

from fractions import Fraction
from functools import cache

from server.rules.chart import Chart
from server.rules.rolls import MOST_DICE, distinct_rolls


@cache
def farkle_probability(chart: Chart, dice: int) -> Fraction:
    """The exact probability that a roll of so many dice (1 to 6) is a farkle."""
    ways = sum(roll.ways for roll in distinct_rolls(dice) if chart.is_farkle(roll.dice))
    return Fraction(ways, 6**dice)


def farkle_chances(chart: Chart) -> dict[int, Fraction]:
    """The exact farkle probability for each number of dice."""
    return {dice: farkle_probability(chart, dice) for dice in range(1, MOST_DICE + 1)}
