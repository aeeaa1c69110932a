"""The rules as people read them are told from the data that is played by."""

import re

import pytest

from server.rules import RULE_SETS, RuleSet, StreakPenalty, describe
from server.rules.charts import CHARTS
from server.rules.clocks import Idle, MatchTimer, TimeBank, TurnClock

each_rule_set = pytest.mark.parametrize("rules", RULE_SETS.values(), ids=RULE_SETS)
CLASSIC = RULE_SETS["classic"]
_OPENING = "Everybody rolls one die and the highest starts; those tied for highest roll again."


@each_rule_set
def test_the_sentences_and_the_table_tell_the_same_facts(rules: RuleSet) -> None:
    facts = describe.facts(rules)
    assert describe.sentences(rules) == tuple(fact.sentence for fact in facts)
    assert describe.table(rules) == tuple((fact.label, fact.value) for fact in facts)
    assert all(re.fullmatch(r"[A-Z0-9].*\.", fact.sentence) for fact in facts)
    assert len({fact.label for fact in facts}) == len(facts)


@each_rule_set
def test_goal_entry_and_players_are_told_with_their_figures(rules: RuleSet) -> None:
    told = " ".join(describe.sentences(rules))
    assert "10,000" in told
    entry = f"at least {rules.entry:,} points made in one turn" if rules.entry else "Your first bank may be of any size"
    assert entry in told
    assert ("For 2 players." in told) == (rules.name == "jpgames")


@pytest.mark.parametrize(
    ("house_rules", "sentence"),
    [
        ({"goal": 5_000}, "The goal is 5,000 banked points, or more."),
        ({"goal": None, "clock": TimeBank()}, "There is no goal: play goes on until the clock ends it."),
        ({"entry": 350}, "Your first bank must be at least 350 points made in one turn; below that, roll on."),
        (
            {"entry": 350, "below_entry": "counts_zero"},
            "Until you have banked at least 350 points in one turn, a smaller bank counts nothing.",
        ),
        ({"seats": 1}, "For one player; alone, you count the turns you need."),
        ({"ending": "at_once"}, "The match is over as soon as the goal is banked."),
        ({"tie": "shared"}, "The highest score wins; a tie at the top shares the win."),
        ({"opening": "opening_roll"}, _OPENING),
        ({"hot_dice": "must_roll"}, "When all six dice have scored you have hot dice and must roll all six again."),
        ({"streak_penalty": StreakPenalty(4, 250)}, "4 farkles in a row take 250 points off your banked score."),
        ({"streak_penalty": None}, "Farkles in a row cost nothing extra."),
        ({"four_plus_pair": True}, "Four of a kind and a pair count as three pairs, where that is worth more."),
        ({"clock": None}, "There is no clock."),
        (
            {"clock": Idle(90)},
            "A player who does nothing for 90 seconds is out of the match and cannot win it; "
            "where nobody else waits, the clock stands instead until that player acts.",
        ),
        (
            {"clock": TimeBank(600)},
            "Each player has 10 minutes for all turns together; "
            "who has none left plays no more turns, but the banked points stay and can still win. "
            "While the server is away no time is used up.",
        ),
        (
            {"clock": MatchTimer(900, 30)},
            "The match lasts 15 minutes, and each turn 30 seconds at most; "
            "then the round is finished, within 90 seconds.",
        ),
        (
            {"clock": MatchTimer(3_600, ending="end_immediately")},
            "The match lasts 60 minutes; then it stops and only banked points count.",
        ),
        (
            {"clock": TurnClock(45)},
            "Each turn has 45 seconds; when they are over its points are lost and the next player plays.",
        ),
    ],
)
def test_house_rules_are_told(house_rules: dict[str, object], sentence: str) -> None:
    assert sentence in describe.sentences(CLASSIC.with_house_rules(**house_rules))


def test_rebuttal_rounds_are_told_and_an_ending_without_a_goal_is_not() -> None:
    assert "rebuttal rounds" in dict(describe.table(RULE_SETS["katie"].with_variations("rebuttal_rounds"))).values()
    assert "At the goal" not in dict(describe.table(CLASSIC.with_house_rules(goal=None, clock="time_bank")))


def test_what_is_settled_before_any_split_is_told() -> None:
    start = "Six dice that make straight 1–6, three pairs or two triplets count as just that"
    assert any(sentence.startswith(start) for sentence in describe.sentences(RULE_SETS["jpgames"]))
    assert not any("split" in sentence for sentence in describe.sentences(CLASSIC))


def test_a_chart_is_told_in_few_rows() -> None:
    assert describe.scoring(CHARTS["playmonster"]) == (
        ("single 1", "100"),
        ("single 5", "50"),
        ("three 1s", "300"),
        ("three of another face", "100 × face"),
        ("four of a kind", "1,000"),
        ("five of a kind", "2,000"),
        ("six of a kind", "3,000"),
        ("straight 1–6", "1,500"),
        ("three pairs", "1,500"),
        ("four of a kind and a pair", "1,500"),
        ("two triplets", "2,500"),
    )
    assert ("six of a kind", "8 × three of a kind") in describe.scoring(CHARTS["kcd"])
    assert ("run 2–6", "750") in describe.scoring(CHARTS["kcd"])


def test_the_pair_option_shows_in_the_chart() -> None:
    told = dict(describe.scoring(CLASSIC.with_house_rules(four_plus_pair=True).chart))
    assert told["four of a kind and a pair"] == told["three pairs"] == "750"


def test_a_chart_that_pays_four_and_a_pair_anyway_stays_as_it_is() -> None:
    box = RULE_SETS["playmonster"]
    assert describe.scoring(box.with_house_rules(four_plus_pair=True).chart) == describe.scoring(box.chart)


def test_what_only_concerns_others_is_not_told_of_a_solo_run() -> None:
    told = dict(describe.table(RULE_SETS["farkle_board"].with_house_rules(seats=1)))
    assert not {"Who starts", "Tie"} & set(told)
    assert told["At the goal"] == "over at once"
