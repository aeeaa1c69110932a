"""The seven charts of RULES.md section 2. Nowhere else does the value of a combination stand."""

from collections.abc import Iterable
from functools import cache
from itertools import combinations, permutations

from .chart import Chart, Combination, Line
from .rolls import FACES, Dice

ByFace = tuple[int, ...]
"""Points for each face, 1 to 6; 0 where that face does not score."""

SINGLES: ByFace = (100, 0, 0, 0, 50, 0)
TRIPLES: ByFace = (1_000, 200, 300, 400, 500, 600)
LOW_TRIPLES: ByFace = (300, 200, 300, 400, 500, 600)


def _times(factor: int, points: ByFace = TRIPLES) -> ByFace:
    return tuple(factor * value for value in points)


def _any_face(points: int) -> ByFace:
    return (points,) * len(FACES)


def _chart(
    name: str,
    title: str,
    *,
    three: ByFace,
    four: ByFace,
    five: ByFace,
    six: ByFace,
    run_1_5: int = 0,
    run_2_6: int = 0,
    straight: int = 0,
    three_pairs: int = 0,
    four_and_a_pair: int = 0,
    two_triplets: int = 0,
    six_dice_settled: bool = False,
) -> Chart:
    """A chart of these points. `six_dice_settled`: straight, pairs and triplets are decided before any split."""
    lines = (
        _of_a_kind("single", 1, SINGLES),
        _of_a_kind("three", 3, three),
        _of_a_kind("four", 4, four),
        _of_a_kind("five", 5, five),
        _of_a_kind("six", 6, six),
        _line("run 1–5", [(1, 2, 3, 4, 5)], run_1_5),
        _line("run 2–6", [(2, 3, 4, 5, 6)], run_2_6),
        _line("straight 1–6", [FACES], straight, six_dice_settled),
        _line("three pairs", [faces * 2 for faces in combinations(FACES, 3)], three_pairs, six_dice_settled),
        _four_and_a_pair(four_and_a_pair),
        _line("two triplets", [faces * 3 for faces in combinations(FACES, 2)], two_triplets, six_dice_settled),
    )
    return Chart(name, title, (line for line in lines if line.combinations))


def _of_a_kind(word: str, count: int, points: ByFace) -> Line:
    plural = "" if count == 1 else "s"
    each = zip(FACES, points, strict=True)
    forms = (Combination(f"{word} {face}{plural}", (face,) * count, value) for face, value in each if value)
    return Line("single die" if count == 1 else f"{word} of a kind", tuple(forms))


def _four_and_a_pair(points: int) -> Line:
    dice = [(four,) * 4 + (pair,) * 2 for four, pair in permutations(FACES, 2)]
    return _line("four of a kind and a pair", dice, points)


def _line(label: str, forms: Iterable[Dice], points: int, settled: bool = False) -> Line:
    dice = (tuple(sorted(form)) for form in forms if points)
    return Line(label, tuple(Combination(label, form, points) for form in dice), settled)


_ALL = (
    _chart(
        "playmonster",
        "Family Box",
        three=LOW_TRIPLES,
        four=_any_face(1_000),
        five=_any_face(2_000),
        six=_any_face(3_000),
        straight=1_500,
        three_pairs=1_500,
        four_and_a_pair=1_500,
        two_triplets=2_500,
    ),
    _chart(
        "classic",
        "Classic",
        three=TRIPLES,
        four=_times(2),
        five=_times(3),
        six=_times(4),
        straight=1_000,
        three_pairs=750,
    ),
    _chart(
        "dice_game_depot",
        "Dice Depot",
        three=TRIPLES,
        four=_times(2),
        five=_times(3),
        six=_times(4),
        straight=3_000,
        three_pairs=1_500,
    ),
    _chart(
        "folk",
        "Folk",
        three=TRIPLES,
        four=_any_face(1_000),
        five=_any_face(2_000),
        six=_any_face(3_000),
        straight=2_500,
        three_pairs=1_500,
    ),
    _chart(
        "kcd",
        "Tavern",
        three=TRIPLES,
        four=_times(2),
        five=_times(4),
        six=_times(8),
        run_1_5=500,
        run_2_6=750,
        straight=1_500,
    ),
    _chart(
        "jpgames",
        "Bar Table",
        three=TRIPLES,
        four=_times(2),
        five=_times(3),
        six=_times(4),
        straight=1_500,
        three_pairs=1_500,
        two_triplets=1_500,
        six_dice_settled=True,
    ),
    _chart(
        "katie",
        "Katie's",
        three=TRIPLES,
        four=_times(2),
        five=_times(3),
        six=_times(4),
        straight=1_500,
        three_pairs=750,
    ),
)

CHARTS: dict[str, Chart] = {chart.name: chart for chart in _ALL}


@cache
def with_four_plus_pair(name: str) -> Chart:
    """The chart of that name with the option that four of a kind plus a pair counts as three pairs.

    Only one more split: where four of a kind and the pair are worth more by themselves, that still counts. A chart that
    pays the two together anyway stays as it is.
    """
    chart = CHARTS[name]
    by_label = {line.label: line for line in chart.lines}
    added = _four_and_a_pair(by_label["three pairs"].combinations[0].points)
    return chart if added.label in by_label else Chart(name, chart.title, (*chart.lines, added))
