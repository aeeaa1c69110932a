"""Whole matches by the thousand, without a clock: who wins with which strategy, how, and how often.

The dice are those of `stream.py`, so that any single match can be played again by the plain code.
"""

from collections.abc import Mapping, Sequence
from itertools import combinations

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from .places import Places
from .rule_set import RuleSet
from .strategies import Strategy


class Simulation(Struct, frozen=True):
    """The outcome of so many matches: `scores` and `turns` have the shape (matches, seats), `starters` and `winners`
    (matches,); a winner is a seat, or -1 for a draw or a shared win."""

    scores: NDArray[np.int32]
    turns: NDArray[np.int32]
    starters: NDArray[np.int32]
    winners: NDArray[np.int32]

    @property
    def wins(self) -> tuple[int, ...]:
        """How many matches each seat has won alone."""
        return tuple(int((self.winners == seat).sum()) for seat in range(self.scores.shape[1]))


def simulate(rules: RuleSet, strategies: Sequence[Strategy], matches: int, seed: int) -> Simulation:
    """Play so many matches between these strategies, one a seat, under these rules without their clock.

    Where the rules have no opening roll, the start moves on by one seat with each match. Raises HouseRuleError for a
    number of seats that the rules do not allow, ValueError where there is no goal."""
    rules.check_players(len(strategies))
    if rules.goal is None:
        raise ValueError("without a goal and a clock a match never ends")
    places = Places(rules, strategies, matches, seed)
    while places.running:
        places.step()
    return Simulation(places.scores, places.turns, places.starters, winners(rules, places.scores))


def round_robin(
    rules: RuleSet, strategies: Mapping[str, Strategy], matches: int, seed: int
) -> dict[tuple[str, str], float]:
    """Let each strategy meet each other one in so many matches from either seat: the share of the decided ones that the
    first of a pair wins against the second."""
    shares = {}
    for one, other in combinations(strategies, 2):
        there = simulate(rules, (strategies[one], strategies[other]), matches, seed).wins
        back = simulate(rules, (strategies[other], strategies[one]), matches, seed + 1).wins
        won, lost = there[0] + back[1], there[1] + back[0]
        shares[one, other], shares[other, one] = won / (won + lost), lost / (won + lost)
    return shares


def winners(rules: RuleSet, scores: NDArray[np.int32]) -> NDArray[np.int32]:
    """The winning seat of each match with these final scores, of shape (matches, seats); -1 where the win is not one
    seat's."""
    first: NDArray[np.int32] = scores.argmax(axis=1).astype(np.int32)
    if rules.tie == "lowest_seat":
        return first
    tied = (scores == scores.max(axis=1, keepdims=True)).sum(axis=1) > 1
    first[tied] = -1
    return first
