"""Every distinct roll of one to six dice, with the number of ways it falls.

There are 923 of them, so whatever is asked of a roll can be a lookup in a table built once.
"""

from collections.abc import Iterator
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from typing import NamedTuple

Dice = tuple[int, ...]

FACES = (1, 2, 3, 4, 5, 6)
MOST_DICE = 6


class DistinctRoll(NamedTuple):
    """A roll without regard to order: its dice in ascending order, and in how many of the 6**n orders it falls."""

    dice: Dice
    ways: int


@cache
def distinct_rolls(count: int) -> tuple[DistinctRoll, ...]:
    """All distinct rolls of `count` dice, in ascending order; their ways add up to 6**count."""
    return tuple(DistinctRoll(dice, _ways(dice)) for dice in combinations_with_replacement(FACES, count))


def every_distinct_roll() -> Iterator[DistinctRoll]:
    """The 923 distinct rolls of one to six dice, fewest dice first."""
    for count in range(1, MOST_DICE + 1):
        yield from distinct_rolls(count)


def without(dice: Dice, taken: Dice) -> Dice | None:
    """The dice left when `taken` is taken out of `dice` (both ascending), or None when it is not all there."""
    left = list(dice)
    for die in taken:
        if die not in left:
            return None
        left.remove(die)
    return tuple(left)


def _ways(dice: Dice) -> int:
    ways = factorial(len(dice))
    for face in FACES:
        ways //= factorial(dice.count(face))
    return ways
