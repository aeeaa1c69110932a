"""Matches by the thousand are the very matches that the plain code plays with the same dice."""

from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from server.rules import RULE_SETS, STRATEGIES, HouseRuleError, RuleSet, simulate, stream
from server.rules.simulate import round_robin, winners
from server.rules.strategies import Strategy, bold, cautious, expected_points, steady
from tests.rules.driver import played

CLASSIC = RULE_SETS["classic"]
TABLES = {
    **RULE_SETS,
    "entry that counts zero": RULE_SETS["jpgames"].with_variations("get_on_the_board"),
    "rebuttal rounds": RULE_SETS["katie"].with_variations("rebuttal_rounds"),
    "short rebuttal rounds": RULE_SETS["katie"].with_house_rules(ending="rebuttal", goal=500, entry=0),
    "three variations": RULE_SETS["playmonster"].with_variations(*RULE_SETS["playmonster"].variations),
    "odd house rules": CLASSIC.with_house_rules(
        goal=3_333, entry=777, hot_dice="must_roll", four_plus_pair=True, streak_penalty={"farkles": 2, "points": 77}
    ),
    "a short match": RULE_SETS["farkle_board"].with_house_rules(goal=500, entry=0),
}
SEATED: list[list[Strategy]] = [
    [cautious, expected_points],
    [bold, steady, expected_points, cautious],
    [steady],
]


@pytest.mark.parametrize("strategies", SEATED, ids=len)
@pytest.mark.parametrize("rules", TABLES.values(), ids=TABLES)
def test_every_match_is_the_one_that_the_plain_code_plays(rules: RuleSet, strategies: list[Strategy]) -> None:
    if len(strategies) not in rules.player_counts:
        with pytest.raises(HouseRuleError):
            simulate(rules, strategies, matches=1, seed=5)
        return
    many = simulate(rules, strategies, matches=4, seed=5)
    for number in range(4):
        match = played(rules, strategies, 5, number)
        assert match.result is not None
        assert tuple(many.scores[number]) == match.scores
        assert tuple(many.turns[number]) == match.result.turns
        assert many.starters[number] == match.starter
        winner = match.result.winners[0] if match.result.kind == "win" else -1
        assert many.winners[number] == winner


def test_a_match_is_the_same_however_many_are_played_with_it() -> None:
    few = simulate(CLASSIC, (steady, bold), matches=50, seed=9)
    many = simulate(CLASSIC, (steady, bold), matches=20_000, seed=9)
    assert np.array_equal(few.scores, many.scores[:50])
    assert np.array_equal(few.turns, many.turns[:50])
    assert not np.array_equal(few.scores, simulate(CLASSIC, (steady, bold), matches=50, seed=10).scores)


def test_the_highest_score_wins_and_a_tie_goes_by_the_tie_rule() -> None:
    scores = np.array([[300, 200, 100], [100, 500, 500], [-50, -100, -50]], np.int32)
    assert winners(CLASSIC, scores).tolist() == [0, 1, 0]
    for tie in ("draw", "shared"):
        assert winners(CLASSIC.with_house_rules(tie=tie), scores).tolist() == [0, -1, -1]


def test_every_match_has_a_score_at_the_goal_and_wins_add_up() -> None:
    many = simulate(RULE_SETS["farkle_board"], (cautious, steady, bold), matches=2_000, seed=2)
    assert (many.scores.max(axis=1) >= 10_000).all()
    assert sum(many.wins) + int((many.winners == -1).sum()) == 2_000
    assert all(many.wins)


def test_no_match_at_all_is_played_too() -> None:
    assert simulate(CLASSIC, (steady, bold), matches=0, seed=1).wins == (0, 0)


def test_without_a_goal_there_is_nothing_to_simulate() -> None:
    with pytest.raises(ValueError, match="goal"):
        simulate(CLASSIC.with_house_rules(goal=None, clock="time_bank"), list(STRATEGIES.values())[:2], 1, 1)


def test_the_dice_show_every_face_equally_often_and_rolls_do_not_repeat() -> None:
    dice = [stream.dice(1, 0, number, 6) for number in range(3_000)]
    faces = Counter(die for roll in dice for die in roll)
    assert set(faces) == {1, 2, 3, 4, 5, 6}
    assert all(abs(count - 3_000) < 5 * 50 for count in faces.values())
    assert len(set(dice)) > 2_850
    assert stream.dice(1, 0, 7, 6) == dice[7] != stream.dice(1, 1, 7, 6) != stream.dice(2, 0, 7, 6)


def test_every_ordered_roll_comes_equally_often() -> None:
    keys = stream.keys(3, 1_000_000)
    codes = stream.codes(keys, np.zeros(len(keys), np.uint64), stream.POWERS[3:4])
    counts = np.bincount(codes.astype(np.int64), minlength=216)
    expected = len(keys) / 216
    assert len(counts) == 216
    assert float(((counts - expected) ** 2 / expected).sum()) < 300


@pytest.mark.parametrize("rules", [RULE_SETS["farkle_board"], RULE_SETS["jpgames"]])
def test_each_strategy_beats_those_that_are_listed_before_it(rules: RuleSet) -> None:
    shares = round_robin(rules, STRATEGIES, matches=3_000, seed=5)
    for weaker, stronger in combinations(STRATEGIES, 2):
        assert shares[stronger, weaker] > 0.51
        assert shares[stronger, weaker] + shares[weaker, stronger] == pytest.approx(1.0)
