"""Rolls by the million: a roll of n dice as a number below 6**n, so that any fact about it is one lookup."""

from collections.abc import Callable
from itertools import product

import numpy as np
from numpy.typing import NDArray

from .rolls import FACES, MOST_DICE, Dice

_BLOCK = 8_192
"""Rolls looked up at a time: their numbers stay in the processor's nearest memory."""


def by_code(dice: int, fact: Callable[[Dice], int]) -> NDArray[np.int32]:
    """A fact about each ordered roll of so many dice, at the roll's number; `fact` gets the dice in ascending order."""
    known: dict[Dice, int] = {}
    facts = np.empty(6**dice, np.int32)
    for code, roll in enumerate(product(FACES, repeat=dice)):
        ascending = tuple(sorted(roll))
        if ascending not in known:
            known[ascending] = fact(ascending)
        facts[code] = known[ascending]
    return facts


def lookup(rolls: NDArray[np.integer], facts: NDArray[np.int32]) -> NDArray[np.int32]:
    """The fact about each of these rolls, of shape (n, dice) with faces 1 to 6. Raises ValueError for other faces."""
    if rolls.size and (rolls.min() < 1 or rolls.max() > MOST_DICE):
        raise ValueError("a die shows a face from 1 to 6")
    found = np.empty(len(rolls), np.int32)
    for start in range(0, len(rolls), _BLOCK):
        block = slice(start, start + _BLOCK)
        np.take(facts, _codes(rolls[block]), out=found[block], mode="clip")
    return found


def _codes(rolls: NDArray[np.integer]) -> NDArray[np.uint16]:
    columns: NDArray[np.uint16] = np.ascontiguousarray(rolls.T, np.uint16)
    codes: NDArray[np.uint16] = columns[0] - np.uint16(1)
    for column in columns[1:]:
        codes *= np.uint16(6)
        codes += column - np.uint16(1)
    return codes
