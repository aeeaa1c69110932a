"""Speed of the rules: single rolls, rolls by the million, a match by the plain code, and matches by the thousand."""

from itertools import cycle

import numpy as np
from pytest_benchmark.fixture import BenchmarkFixture

from server.rules import RULE_SETS, Bank, Keep, Match, Roll, odds, simulate, stream
from server.rules.charts import CHARTS
from server.rules.strategies import expected_points, steady

CHART = CHARTS["playmonster"]
RULES = RULE_SETS["farkle_board"]
MILLION = 1_000_000


def test_best_of_one_roll(benchmark: BenchmarkFixture) -> None:
    rolls = [stream.dice(1, 0, number, 6) for number in range(1_000)]
    some = cycle(rolls)
    CHART.best(rolls[0])
    benchmark(lambda: CHART.best(next(some)))


def test_every_legal_keep_of_one_roll(benchmark: BenchmarkFixture) -> None:
    assert len(benchmark(CHART.selections, (1, 1, 5, 5, 2, 2))) > 10


def test_best_of_a_million_rolls(benchmark: BenchmarkFixture) -> None:
    """The aim is 20 million rolls a second: 50 ms for these."""
    rolls = np.random.default_rng(1).integers(1, 7, size=(MILLION, 6), dtype=np.uint8)
    CHART.best_many(rolls[:1])
    assert len(benchmark(CHART.best_many, rolls)) == MILLION


def test_a_whole_match_by_the_plain_code(benchmark: BenchmarkFixture) -> None:
    script = _script()
    match = benchmark(_play, script)
    assert match.phase == "over"


def test_ten_thousand_matches_at_once(benchmark: BenchmarkFixture) -> None:
    """The aim is 50,000 two-player matches a second: 200 ms for these."""
    many = benchmark(simulate, RULES, (expected_points, steady), 10_000, 1)
    assert sum(many.wins) > 9_000


def test_storing_a_match_and_reading_it_back(benchmark: BenchmarkFixture) -> None:
    match = Match.start(RULES, ("ada", "bob", "cleo", "dan"), now=0)
    assert benchmark(lambda: Match.from_dict(match.to_dict())) == match


def test_the_best_stopping_rule_of_a_chart(benchmark: BenchmarkFixture) -> None:
    """Once for each chart and minimum; afterwards it is looked up."""
    values = benchmark(odds._values.__wrapped__, CHART, 0)
    assert len(values.rolling) > 100


def _script() -> list[Roll | Keep | Bank]:
    """Every action of one match between two steady players."""
    match, actions, rolls = Match.start(RULES, ("ada", "bob"), now=0), [], 0
    while match.phase != "over":
        action: Roll | Keep | Bank | type[Roll] = Roll if match.phase in ("opening", "to_roll") else steady(match)
        if isinstance(action, type):
            action = Roll(stream.dice(2, 0, rolls, match.turn.dice_to_roll))
            rolls += 1
        actions.append(action)
        match, _ = match.act(match.turn.seat, action, now=0)
    return actions


def _play(script: list[Roll | Keep | Bank]) -> Match:
    match = Match.start(RULES, ("ada", "bob"), now=0)
    for action in script:
        match, _ = match.act(match.turn.seat, action, now=0)
    return match
