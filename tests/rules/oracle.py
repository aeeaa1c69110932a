"""A slow scorer that shares nothing with the fast one: every partition of the dice, group by group, by brute force.

The figures are typed from the table in RULES.md section 2, not taken from the charts.
"""

from collections.abc import Callable
from functools import cache
from itertools import combinations

Group = tuple[int, ...]

TRIPLES = {1: 1000, 2: 200, 3: 300, 4: 400, 5: 500, 6: 600}


def score(chart: str, dice: Group, four_plus_pair: bool = False) -> int:
    """The most points over all partitions in which every group scores; 0 when there is none."""
    return _score(chart, tuple(sorted(dice)), four_plus_pair)


@cache
def _score(chart: str, dice: Group, four_plus_pair: bool) -> int:
    if chart == "jpgames" and len(dice) == 6 and _shape(dice) in ((2, 2, 2), (3, 3), (1,) * 6):
        return 1500
    best = 0
    for partition in _partitions(tuple(range(len(dice)))):
        groups = (tuple(dice[at] for at in group) for group in partition)
        points = [group_points(chart, group, four_plus_pair) for group in groups]
        if all(points):
            best = max(best, sum(points))
    return best


@cache
def _partitions(positions: Group) -> list[list[Group]]:
    """Every way to split these positions into groups."""
    if not positions:
        return [[]]
    first, rest = positions[0], positions[1:]
    found = []
    for size in range(len(rest) + 1):
        for mates in combinations(rest, size):
            others = tuple(at for at in rest if at not in mates)
            found += [[(first, *mates), *more] for more in _partitions(others)]
    return found


@cache
def group_points(chart: str, group: Group, four_plus_pair: bool = False) -> int:
    """The points of exactly this group as one combination; 0 when it is none."""
    shape = _shape(group)
    points = max(_of_a_kind(chart, group), _SETS[chart](shape, group))
    if four_plus_pair and shape == (4, 2):
        points = max(points, _SETS[chart]((2, 2, 2), group))
    return points


def _of_a_kind(chart: str, group: Group) -> int:
    face, count = group[0], len(group)
    if set(group) != {face}:
        return 0
    if count == 1:
        return {1: 100, 5: 50}.get(face, 0)
    if count == 2:
        return 0
    if count == 3:
        return 300 if chart == "playmonster" and face == 1 else TRIPLES[face]
    if chart in ("playmonster", "folk"):
        return {4: 1000, 5: 2000, 6: 3000}[count]
    if chart == "kcd":
        return {4: 2, 5: 4, 6: 8}[count] * TRIPLES[face]
    return {4: 2, 5: 3, 6: 4}[count] * TRIPLES[face]


def _playmonster(shape: Group, group: Group) -> int:
    return {(1,) * 6: 1500, (2, 2, 2): 1500, (4, 2): 1500, (3, 3): 2500}.get(shape, 0)


def _kcd(shape: Group, group: Group) -> int:
    return {(1, 2, 3, 4, 5): 500, (2, 3, 4, 5, 6): 750, (1, 2, 3, 4, 5, 6): 1500}.get(group, 0)


def _straight_and_pairs(straight: int, pairs: int) -> Callable[[Group, Group], int]:
    return lambda shape, group: {(1,) * 6: straight, (2, 2, 2): pairs}.get(shape, 0)


_SETS: dict[str, Callable[[Group, Group], int]] = {
    "playmonster": _playmonster,
    "classic": _straight_and_pairs(1000, 750),
    "dice_game_depot": _straight_and_pairs(3000, 1500),
    "folk": _straight_and_pairs(2500, 1500),
    "kcd": _kcd,
    "jpgames": lambda shape, group: 1500 if shape in ((1,) * 6, (2, 2, 2), (3, 3)) else 0,
    "katie": _straight_and_pairs(1500, 750),
}


def _shape(group: Group) -> Group:
    """How often each face shows, most first."""
    return tuple(sorted((group.count(face) for face in set(group)), reverse=True))
