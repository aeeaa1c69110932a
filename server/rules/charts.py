"""The seven charts of RULES.md section 2. Nowhere else does the value of a combination stand."""

from collections.abc import Callable, Mapping
from functools import cache
from itertools import combinations, permutations

from server.rules.chart import Chart, Combination, Line
from server.rules.rolls import FACES

_NUMBER = ("", "single", "three", "three", "four", "five", "six")


def _singles(points: Mapping[int, int]) -> Line:
    ones = (Combination(f"single {face}", (face,), value) for face, value in points.items())
    return Line("single die", tuple(ones))


def _of_a_kind(count: int, points: Callable[[int], int]) -> Line:
    word = _NUMBER[count]
    each = (Combination(f"{word} {face}s", (face,) * count, points(face)) for face in FACES)
    return Line(f"{word} of a kind", tuple(each))


def _run(label: str, first: int, last: int, points: int, *, settled: bool = False) -> Line:
    return Line(label, (Combination(label, tuple(range(first, last + 1)), points),), settled)


def _three_pairs(points: int, *, settled: bool = False) -> Line:
    sets = (tuple(sorted(faces * 2)) for faces in combinations(FACES, 3))
    return Line("three pairs", tuple(Combination("three pairs", dice, points) for dice in sets), settled)


def _four_and_a_pair(points: int) -> Line:
    label = "four of a kind and a pair"
    sets = (tuple(sorted((four,) * 4 + (pair,) * 2)) for four, pair in permutations(FACES, 2))
    return Line(label, tuple(Combination(label, dice, points) for dice in sets))


def _two_triplets(points: int, *, settled: bool = False) -> Line:
    sets = (tuple(sorted(faces * 3)) for faces in combinations(FACES, 2))
    return Line("two triplets", tuple(Combination("two triplets", dice, points) for dice in sets), settled)


def _always(points: int) -> Callable[[int], int]:
    return lambda face: points


def _times_triple(factor: int) -> Callable[[int], int]:
    return lambda face: factor * _triple(face)


def _triple(face: int) -> int:
    return 1000 if face == 1 else 100 * face


def _flat_triple(face: int) -> int:
    return 300 if face == 1 else 100 * face


_SINGLES = {1: 100, 5: 50}

CHARTS: dict[str, Chart] = {
    chart.name: chart
    for chart in (
        Chart(
            "playmonster",
            "PlayMonster",
            (
                _singles(_SINGLES),
                _of_a_kind(3, _flat_triple),
                _of_a_kind(4, _always(1000)),
                _of_a_kind(5, _always(2000)),
                _of_a_kind(6, _always(3000)),
                _run("straight 1–6", 1, 6, 1500),
                _three_pairs(1500),
                _four_and_a_pair(1500),
                _two_triplets(2500),
            ),
        ),
        Chart(
            "classic",
            "Classic",
            (
                _singles(_SINGLES),
                _of_a_kind(3, _triple),
                _of_a_kind(4, _times_triple(2)),
                _of_a_kind(5, _times_triple(3)),
                _of_a_kind(6, _times_triple(4)),
                _run("straight 1–6", 1, 6, 1000),
                _three_pairs(750),
            ),
        ),
        Chart(
            "dice_game_depot",
            "Dice Game Depot",
            (
                _singles(_SINGLES),
                _of_a_kind(3, _triple),
                _of_a_kind(4, _times_triple(2)),
                _of_a_kind(5, _times_triple(3)),
                _of_a_kind(6, _times_triple(4)),
                _run("straight 1–6", 1, 6, 3000),
                _three_pairs(1500),
            ),
        ),
        Chart(
            "folk",
            "Folk",
            (
                _singles(_SINGLES),
                _of_a_kind(3, _triple),
                _of_a_kind(4, _always(1000)),
                _of_a_kind(5, _always(2000)),
                _of_a_kind(6, _always(3000)),
                _run("straight 1–6", 1, 6, 2500),
                _three_pairs(1500),
            ),
        ),
        Chart(
            "kcd",
            "Tavern dice",
            (
                _singles(_SINGLES),
                _of_a_kind(3, _triple),
                _of_a_kind(4, _times_triple(2)),
                _of_a_kind(5, _times_triple(4)),
                _of_a_kind(6, _times_triple(8)),
                _run("run 1–5", 1, 5, 500),
                _run("run 2–6", 2, 6, 750),
                _run("straight 1–6", 1, 6, 1500),
            ),
        ),
        Chart(
            "jpgames",
            "JP Games",
            (
                _singles(_SINGLES),
                _of_a_kind(3, _triple),
                _of_a_kind(4, _times_triple(2)),
                _of_a_kind(5, _times_triple(3)),
                _of_a_kind(6, _times_triple(4)),
                _run("straight 1–6", 1, 6, 1500, settled=True),
                _three_pairs(1500, settled=True),
                _two_triplets(1500, settled=True),
            ),
        ),
        Chart(
            "katie",
            "Katie's",
            (
                _singles(_SINGLES),
                _of_a_kind(3, _triple),
                _of_a_kind(4, _times_triple(2)),
                _of_a_kind(5, _times_triple(3)),
                _of_a_kind(6, _times_triple(4)),
                _run("straight 1–6", 1, 6, 1500),
                _three_pairs(750),
            ),
        ),
    )
}


@cache
def with_four_plus_pair(name: str) -> Chart:
    """The chart of that name with the option that four of a kind plus a pair counts as three pairs.

    Only one more split: where four of a kind and the pair are worth more by themselves, that still counts.
    """
    chart = CHARTS[name]
    three_pairs = next(line for line in chart.lines if line.label == "three pairs")
    return Chart(name, chart.title, (*chart.lines, _four_and_a_pair(three_pairs.combinations[0].points)))
