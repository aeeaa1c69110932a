"""Strategies play every rule set legally, and do what they say."""

import pytest

from server.rules import RULE_SETS, STRATEGIES, Bank, Keep, Match, Roll, RuleSet, odds, simulate
from server.rules.strategies import Strategy, bold, cautious, expected_points, least_to_lead, steady
from tests.rules.driver import Table, played

PLAIN = RULE_SETS["classic"].with_house_rules(clock=None)
each_strategy = pytest.mark.parametrize("strategy", STRATEGIES.values(), ids=STRATEGIES)

TABLES = [
    *RULE_SETS.values(),
    RULE_SETS["jpgames"].with_variations("get_on_the_board"),
    RULE_SETS["katie"].with_variations("rebuttal_rounds"),
    RULE_SETS["playmonster"].with_variations(*RULE_SETS["playmonster"].variations),
    PLAIN.with_house_rules(hot_dice="must_roll", entry=1_000, four_plus_pair=True),
]


@each_strategy
@pytest.mark.parametrize("rules", TABLES, ids=lambda rules: rules.name)
def test_every_rule_set_is_played_legally_to_its_end(strategy: Strategy, rules: RuleSet) -> None:
    seats = 2 if rules.name == "jpgames" else 3
    match = played(rules, [strategy, bold, steady][:seats], seed=3)
    assert match.result is not None
    assert rules.goal is not None
    assert max(match.scores) >= rules.goal


@each_strategy
def test_the_same_match_gets_the_same_answer_and_stays_as_it_was(strategy: Strategy) -> None:
    match = Table(PLAIN).roll(1, 1, 5, 2, 2, 2).match
    before = match.to_dict()
    assert strategy(match) == strategy(Match.from_dict(before))
    assert match.to_dict() == before


def test_the_cautious_take_every_point_and_bank_early() -> None:
    table = Table(PLAIN).roll(1, 5, 2, 3, 4, 3)
    assert cautious(table.match) == Keep((0, 1))
    assert cautious(table.keep(0, 1).match) is Roll
    assert cautious(table.roll(5, 5, 2, 3).keep(0, 1).match) == Bank()


def test_the_bold_keep_few_dice_and_roll_on() -> None:
    assert bold(Table(PLAIN).roll(1, 5, 2, 3, 4, 4).match) == Keep((0,))
    table = Table(PLAIN).roll(1, 1, 5, 2, 3, 4)
    assert bold(table.keep(0, 1, 2).match) is Roll


@pytest.mark.parametrize("strategy", [cautious, steady, bold])
def test_thresholds_are_documented_where_they_stand(strategy: Strategy) -> None:
    for total in strategy.policy(PLAIN.chart, 0).bank_at:
        assert f"{total:,}" in strategy.about


@pytest.mark.parametrize(
    ("rolls", "left"), [([(1, 1, 1, 2, 3, 4)], 3), ([(1, 1, 2, 3, 4, 6), (5, 2, 3, 4)], 3), ([(5, 2, 3, 4, 6, 6)], 5)]
)
def test_expected_points_banks_exactly_where_the_odds_say(rolls: list[tuple[int, ...]], left: int) -> None:
    table = Table(PLAIN)
    for roll in rolls:
        table.roll(*roll)
        table.keep(*(at for at, die in enumerate(roll) if die in (1, 5)))
    assert table.match.turn.dice_to_roll == left
    better = odds.compare(PLAIN.chart, table.match.turn.points, left).better
    assert (expected_points(table.match) == Bank()) == (better == "bank")


def test_expected_points_keeps_what_leaves_the_turn_worth_most() -> None:
    match = Table(PLAIN).roll(2, 2, 2, 1, 3, 4).match
    keep = expected_points(match)
    assert isinstance(keep, Keep)

    def worth(points: int, left: int) -> float:
        return max(points, odds.roll_value(PLAIN.chart, points, left))

    best = max(match.options(), key=lambda option: worth(option.points, option.dice_left))
    assert keep.positions == best.positions


@each_strategy
def test_nobody_banks_below_the_entry(strategy: Strategy) -> None:
    for below_entry in ("may_not_bank", "counts_zero"):
        rules = PLAIN.with_house_rules(entry=1_000, below_entry=below_entry)
        assert strategy(Table(rules).make(950).match) is Roll


@each_strategy
def test_in_the_last_turn_nobody_banks_less_than_it_takes_to_lead(strategy: Strategy) -> None:
    table = Table(PLAIN.with_house_rules(goal=2_000)).score(2_000)
    assert least_to_lead(table.make(1_950).match) == 2_001
    assert strategy(table.match) is Roll
    assert strategy(table.make(50).match) is Roll
    assert strategy(table.make(50).match) == Bank()


@each_strategy
def test_whoever_ends_the_match_by_banking_banks(strategy: Strategy) -> None:
    for rules, seats in ((PLAIN.with_house_rules(ending="at_once"), 2), (PLAIN, 1)):
        table = Table(rules.with_house_rules(goal=500), seats=seats).roll(5, 5, 5, 2, 3, 4).keep(0, 1, 2)
        assert strategy(table.match) == Bank()


@each_strategy
def test_hot_dice_that_must_be_rolled_are_rolled(strategy: Strategy) -> None:
    table = Table(PLAIN.with_house_rules(hot_dice="must_roll")).roll(1, 2, 3, 4, 5, 6).keep(*range(6))
    assert strategy(table.match) is Roll


def test_expected_points_beats_the_others() -> None:
    for other in (cautious, steady, bold):
        wins = simulate(RULE_SETS["classic"], (expected_points, other), matches=4_000, seed=1).wins
        assert wins[0] > wins[1] * 1.05
