"""Dice for simulations: the n-th roll of a match is a fixed function of seed, match and n.

So a match is the same whether it is simulated alone, among a million others, or played by the plain code. The numbers
come from the SplitMix64 generator (Steele, Lea and Flood, 2014). Real matches never use them.
"""

import numpy as np
from numpy.typing import NDArray

from .rolls import MOST_DICE, Dice

_GOLDEN = np.uint64(0x9E3779B97F4A7C15)
_FIRST, _SECOND = np.uint64(0xBF58476D1CE4E5B9), np.uint64(0x94D049BB133111EB)

POWERS = np.array([6**dice for dice in range(MOST_DICE + 1)], np.uint64)
"""How many ordered rolls so many dice have."""


def keys(seed: int, matches: int) -> NDArray[np.uint64]:
    """The key of each of so many matches, from which its rolls come."""
    return _keys(seed, np.arange(matches, dtype=np.uint64))


def codes(key: NDArray[np.uint64], number: NDArray[np.uint64], orders: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """In each match the roll of this number, as a code below `orders` (one of POWERS), all equally likely to 2**-32."""
    bits = _mix(key + (number + np.uint64(1)) * _GOLDEN)
    bits >>= np.uint64(16)
    bits *= orders
    bits >>= np.uint64(48)
    return bits


def dice(seed: int, match: int, number: int, count: int) -> Dice:
    """The dice of one roll: of the match and with the number given, both from 0, so many dice."""
    key = _keys(seed, np.array([match], np.uint64))
    code = int(codes(key, np.array([number], np.uint64), POWERS[count : count + 1])[0])
    return tuple(code // 6**place % 6 + 1 for place in reversed(range(count)))


def _keys(seed: int, matches: NDArray[np.uint64]) -> NDArray[np.uint64]:
    return _mix(_mix((matches + np.uint64(1)) * _GOLDEN) + np.uint64(seed % 2**64))


def _mix(z: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Scramble 64 bits, in place."""
    z ^= z >> np.uint64(30)
    z *= _FIRST
    z ^= z >> np.uint64(27)
    z *= _SECOND
    z ^= z >> np.uint64(31)
    return z
