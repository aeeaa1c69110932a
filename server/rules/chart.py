"""What dice are worth: a chart is one table of combinations, and every answer about dice is derived from it.

The seven charts themselves stand in `charts.py`.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import many
from .rolls import MOST_DICE, Dice, every_distinct_roll, without


class Combination(NamedTuple):
    """Dice that score together: a label for people, the dice in ascending order, and their points."""

    label: str
    dice: Dice
    points: int


class Line(NamedTuple):
    """One line of a chart: a kind of combination and each of its forms.

    A `settled` line is decided before any split: dice that are exactly such a combination are worth its points
    even where a split would pay more (RULES.md section 2, `jpgames`).
    """

    label: str
    combinations: tuple[Combination, ...]
    settled: bool = False


class Chart:
    """A scoring chart. `lines` is the only place where a value stands.

    Dice are given as any sequence of faces 1 to 6, one to six of them, in any order; anything else raises ValueError.
    """

    def __init__(self, name: str, title: str, lines: Iterable[Line]) -> None:
        self.name = name
        self.title = title
        self.lines = tuple(lines)
        self._best_tables: dict[int, NDArray[np.int32]] = {}

    def __repr__(self) -> str:
        return f"<Chart {self.name}>"

    def best(self, roll: Sequence[int]) -> int:
        """The most points that a legal selection of this roll scores; 0 when the roll is a farkle."""
        return self._best[_ascending(roll)]

    def score(self, dice: Sequence[int]) -> int:
        """The points of keeping exactly these dice; 0 when they are not a legal selection."""
        return self._scores.get(_ascending(dice), 0)

    def split(self, dice: Sequence[int]) -> tuple[Combination, ...]:
        """How a selection falls into combinations for the most points, largest first; empty when it is not legal."""
        return self._splits.get(_ascending(dice), ())

    def is_farkle(self, roll: Sequence[int]) -> bool:
        """Does no selection of this roll score?"""
        return self.best(roll) == 0

    def selections(self, roll: Sequence[int]) -> dict[tuple[int, ...], int]:
        """The points of every legal selection, by the positions of its dice in the roll."""
        _ascending(roll)
        scores: dict[tuple[int, ...], int] = {}
        for count in range(1, len(roll) + 1):
            for positions in combinations(range(len(roll)), count):
                if points := self.score([roll[position] for position in positions]):
                    scores[positions] = points
        return scores

    def best_many(self, rolls: NDArray[np.integer]) -> NDArray[np.int32]:
        """`best` of each roll of an integer array of shape (n, dice), faces 1 to 6; anything else raises ValueError."""
        if rolls.ndim != 2 or not 1 <= rolls.shape[1] <= MOST_DICE:
            raise ValueError(f"rolls must have the shape (n, 1 to 6 dice), not {rolls.shape}")
        return many.lookup(rolls, self._best_by_code(rolls.shape[1]))

    @cached_property
    def combinations(self) -> tuple[Combination, ...]:
        """Every combination of every line."""
        return tuple(combination for line in self.lines for combination in line.combinations)

    @cached_property
    def _scores(self) -> dict[Dice, int]:
        return {dice: sum(part.points for part in split) for dice, split in self._splits.items()}

    @cached_property
    def _splits(self) -> dict[Dice, tuple[Combination, ...]]:
        """The best split of each set of dice that splits completely into combinations."""
        by_lowest_die: dict[int, list[Combination]] = {}
        for combination in self.combinations:
            by_lowest_die.setdefault(combination.dice[0], []).append(combination)
        settled = {one.dice: one for line in self.lines if line.settled for one in line.combinations}
        splits: dict[Dice, tuple[Combination, ...]] = {(): ()}
        for dice, _ in every_distinct_roll():
            candidates = [(settled[dice],)] if dice in settled else _splits_of(dice, by_lowest_die, splits)
            if candidates:
                splits[dice] = max(candidates, key=_worth)
        del splits[()]
        return {dice: tuple(sorted(split, key=_largest_first)) for dice, split in splits.items()}

    def _best_by_code(self, dice: int) -> NDArray[np.int32]:
        if dice not in self._best_tables:
            self._best_tables[dice] = many.by_code(dice, self._best.__getitem__)
        return self._best_tables[dice]

    @cached_property
    def _best(self) -> dict[Dice, int]:
        best: dict[Dice, int] = {}
        for dice, _ in every_distinct_roll():
            fewer = (dice[:i] + dice[i + 1 :] for i in range(len(dice)))
            best[dice] = max(self.score(dice), *(best.get(rest, 0) for rest in fewer))
        return best


def _splits_of(
    dice: Dice,
    by_lowest_die: dict[int, list[Combination]],
    splits: dict[Dice, tuple[Combination, ...]],
) -> list[tuple[Combination, ...]]:
    """Each combination that takes the lowest die, followed by the best split of the dice it leaves."""
    found = []
    for combination in by_lowest_die.get(dice[0], ()):
        rest = without(dice, combination.dice)
        if rest is not None and rest in splits:
            found.append((combination, *splits[rest]))
    return found


def _worth(split: tuple[Combination, ...]) -> tuple[int, int]:
    """More points are better; for equal points the split into fewer combinations reads better."""
    return sum(combination.points for combination in split), -len(split)


def _largest_first(combination: Combination) -> tuple[int, int, Dice]:
    return -len(combination.dice), -combination.points, combination.dice


def _ascending(dice: Sequence[int]) -> Dice:
    ascending = tuple(sorted(dice))
    if not ascending or len(ascending) > MOST_DICE or ascending[0] < 1 or ascending[-1] > 6:
        raise ValueError(f"not one to six dice with faces 1 to 6: {tuple(dice)}")
    return ascending
