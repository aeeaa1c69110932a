"""The names and figures that the rest of the project relies on, as the design prints them."""

from fractions import Fraction

import pytest

from server.rules import RULE_SETS, Bank, IllegalAction, Keep, Match, Roll, RuleSet, odds

CHART = RULE_SETS["classic"].chart


def test_the_eight_rule_sets_go_by_their_names() -> None:
    names = ("farkle_board", "playmonster", "classic", "dice_game_depot", "folk", "kcd", "jpgames", "katie")
    assert set(RULE_SETS) == set(names)
    assert all(isinstance(RULE_SETS[name], RuleSet) for name in names)


def test_a_chart_answers_as_printed() -> None:
    assert CHART.best((1, 1, 1, 5, 2, 3)) == 1050
    assert CHART.score((1, 1, 1)) == 1000
    assert CHART.split((1, 1, 1, 5)) == (("three 1s", (1, 1, 1), 1000), ("single 5", (5,), 50))
    assert CHART.is_farkle((2, 3, 4, 6, 6, 3))
    assert CHART.selections((1, 5, 5, 2, 3, 3)) == {
        (0,): 100,
        (1,): 50,
        (2,): 50,
        (0, 1): 150,
        (0, 2): 150,
        (1, 2): 100,
        (0, 1, 2): 200,
    }


def test_a_match_is_driven_as_printed() -> None:
    rules = RULE_SETS["classic"].with_house_rules(goal=5000, streak_penalty=None, clock="turn_clock")
    match = Match.start(rules, seats=("ada", "bob"), now=0)
    assert (match.phase, match.deadline, match.result) == ("to_roll", 45_000, None)
    match, _ = match.act(0, Roll((1, 1, 1, 5, 2, 3)), now=1)
    assert (match.phase, match.turn.seat, match.turn.roll) == ("to_keep", 0, (1, 1, 1, 5, 2, 3))
    match, _ = match.act(0, Keep((0, 1, 2)), now=2)
    assert (match.phase, match.turn.points, match.turn.dice_to_roll) == ("to_decide", 1000, 3)
    match, _ = match.pause(now=3)
    assert match.phase == "paused"
    match, _ = match.resume(now=4)
    match, _ = match.act(0, Bank(), now=5)
    assert (match.scores, match.entered) == ((1000, 0), (True, False))
    match, _ = match.advance(now=45_005)
    assert match.turn.seat == 0
    match, _ = match.remove(1, "resigned", now=45_006)
    assert match.result is not None
    assert (match.phase, match.result.kind, match.result.winners, match.result.scores) == (
        "over",
        "win",
        (0,),
        (1000, 0),
    )
    assert Match.from_dict(match.to_dict()) == match


def test_the_codes_of_refusals_are_as_printed() -> None:
    rules = RULE_SETS["katie"].with_house_rules(clock="turn_clock")
    new = Match.start(rules, seats=("ada", "bob"), now=0)
    rolled, _ = new.act(0, Roll((1, 5, 2, 3, 4, 4)), now=0)
    kept, _ = rolled.act(0, Keep((0,)), now=0)
    paused, _ = kept.pause(now=0)
    over, _ = kept.remove(1, "resigned", now=0)
    for match, seat, action, now, code in (
        (new, 1, Roll((1, 5, 2, 3, 4, 4)), 0, "not_your_turn"),
        (rolled, 0, Bank(), 0, "must_keep_first"),
        (kept, 0, Keep((1,)), 0, "already_kept"),
        (rolled, 0, Keep((0, 2)), 0, "not_a_scoring_selection"),
        (kept, 0, Bank(), 0, "below_entry"),
        (kept, 0, Roll((1, 1, 1, 1, 1)), 45_000, "too_late"),
        (paused, 0, Bank(), 0, "paused"),
        (over, 0, Bank(), 0, "match_over"),
    ):
        with pytest.raises(IllegalAction) as refused:
            match.act(seat, action, now=now)
        assert refused.value.code == code


def test_odds_answer_as_printed() -> None:
    assert odds.farkle_probability(CHART, 2) == Fraction(4, 9)
    turn = odds.turn_value(CHART)
    assert 400 < turn.expected_points < 700
    assert set(turn.bank_at) == {1, 2, 3, 4, 5, 6}
