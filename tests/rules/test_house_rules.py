"""House rules: what may be set, and what is refused by field and with what is allowed (RULES.md section 3)."""

import pytest

from server.rules import RULE_SETS, HouseRuleError, RuleSet, StreakPenalty
from server.rules.clocks import Idle, MatchTimer, TimeBank, TurnClock
from server.rules.rule_sets import changes

BOARD = RULE_SETS["farkle_board"]
CLASSIC = RULE_SETS["classic"]


def test_the_eight_rule_sets_are_as_written() -> None:
    final = ("may_not_bank", "final_round")
    expected = {
        "farkle_board": ("playmonster", 500, *final, "draw", "opening_roll", (1, 2, 3, 4)),
        "playmonster": ("playmonster", 500, *final, "shared", "opening_roll", (1, 2, 3, 4)),
        "classic": ("classic", 0, *final, "lowest_seat", "first_seat", (1, 2, 3, 4)),
        "dice_game_depot": ("dice_game_depot", 0, *final, "lowest_seat", "first_seat", (1, 2, 3, 4)),
        "folk": ("folk", 0, *final, "lowest_seat", "first_seat", (1, 2, 3, 4)),
        "kcd": ("kcd", 0, *final, "lowest_seat", "first_seat", (1, 2, 3, 4)),
        "jpgames": ("jpgames", 0, "counts_zero", "at_once", "lowest_seat", "first_seat", (2,)),
        "katie": ("katie", 1_050, "may_not_bank", "at_once", "lowest_seat", "first_seat", (1, 2, 3, 4)),
    }
    assert {
        name: (r.chart_name, r.entry, r.below_entry, r.ending, r.tie, r.opening, r.player_counts)
        for name, r in RULE_SETS.items()
    } == expected
    assert {rules.goal for rules in RULE_SETS.values()} == {10_000}
    for name, rules in RULE_SETS.items():
        tavern = name in ("classic", "dice_game_depot", "folk", "kcd")
        assert rules.streak_penalty == (StreakPenalty(3, 1_000) if tavern else None)
        assert rules.clock == Idle(seconds=60 if tavern else None)
        assert (rules.hot_dice, rules.four_plus_pair, rules.seats) == ("optional", False, None)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("goal", 500),
        ("goal", 100_000),
        ("entry", 0),
        ("entry", 10_000),
        ("below_entry", "counts_zero"),
        ("below_entry", "may_not_bank"),
        ("seats", 1),
        ("seats", 4),
        ("seats", None),
        ("ending", "final_round"),
        ("ending", "at_once"),
        ("ending", "rebuttal"),
        ("tie", "draw"),
        ("tie", "shared"),
        ("tie", "lowest_seat"),
        ("opening", "opening_roll"),
        ("opening", "first_seat"),
        ("hot_dice", "optional"),
        ("hot_dice", "must_roll"),
        ("streak_penalty", None),
        ("streak_penalty", StreakPenalty(2, 50)),
        ("streak_penalty", StreakPenalty(5, 5_000)),
        ("four_plus_pair", True),
        ("four_plus_pair", False),
        ("clock", Idle(seconds=10)),
        ("clock", Idle(seconds=600)),
        ("clock", TimeBank(seconds=30)),
        ("clock", TimeBank(seconds=7_200)),
        ("clock", MatchTimer(seconds=60, turn_seconds=5, ending="end_immediately")),
        ("clock", MatchTimer(seconds=14_400, turn_seconds=600)),
        ("clock", TurnClock(seconds=5)),
        ("clock", TurnClock(seconds=600)),
    ],
)
def test_every_value_in_range_is_taken_and_nothing_else_changes(field: str, value: object) -> None:
    changed = CLASSIC.with_house_rules(**{field: value})
    assert getattr(changed, field) == value
    assert set(changes(changed)) <= {field}
    assert changes(CLASSIC) == ()


@pytest.mark.parametrize(
    ("field", "value", "allowed"),
    [
        ("goal", 499, "500 to 100,000"),
        ("goal", 100_001, "500 to 100,000"),
        ("goal", "much", "whole number"),
        ("goal", 1_000.0, "whole number"),
        ("goal", True, "whole number"),
        ("entry", -50, "0 to 100,000"),
        ("entry", None, "0 to 100,000"),
        ("below_entry", "maybe", "may_not_bank or counts_zero"),
        ("seats", 0, "1 to 4"),
        ("seats", 5, "1 to 4"),
        ("ending", "never", "final_round, at_once or rebuttal"),
        ("tie", "fight", "draw, shared or lowest_seat"),
        ("opening", 3, "opening_roll or first_seat"),
        ("hot_dice", "cold", "optional or must_roll"),
        ("streak_penalty", 3, "2 to 5 farkles and 50 to 5,000 points"),
        ("streak_penalty", StreakPenalty(1, 1_000), "2 to 5 farkles"),
        ("streak_penalty", StreakPenalty(6, 1_000), "2 to 5 farkles"),
        ("streak_penalty", StreakPenalty(3, 49), "50 to 5,000 points"),
        ("streak_penalty", StreakPenalty(3, 5_001), "50 to 5,000 points"),
        ("streak_penalty", {"farkles": 3}, "2 to 5 farkles"),
        ("streak_penalty", {"farkles": 3, "points": 100, "dice": 2}, "2 to 5 farkles"),
        ("four_plus_pair", 1, "on (true) or off (false)"),
        ("clock", "sundial", "idle, time_bank, match_timer, turn_clock"),
        ("clock", {"mode": "turn_clock", "second": 3}, "seconds 5 to 600"),
        ("clock", {"mode": "match_timer", "ending": "someday"}, "finish_round or end_immediately"),
        ("clock", {"mode": ["idle"]}, "idle, time_bank, match_timer, turn_clock"),
        ("clock", 45, "idle, time_bank, match_timer, turn_clock"),
        ("speed", 3, "goal, entry, below_entry"),
    ],
)
def test_a_value_out_of_range_is_refused_naming_the_field_and_what_is_allowed(
    field: str, value: object, allowed: str
) -> None:
    with pytest.raises(HouseRuleError) as refused:
        CLASSIC.with_house_rules(**{field: value})
    assert refused.value.field == field
    assert allowed in refused.value.allowed
    assert field in refused.value.sentence
    assert allowed in refused.value.sentence


@pytest.mark.parametrize(
    ("clock", "field", "allowed"),
    [
        (Idle(seconds=9), "clock.seconds", "off, or 10 to 600 seconds"),
        (Idle(seconds=601), "clock.seconds", "off, or 10 to 600 seconds"),
        (TimeBank(seconds=29), "clock.seconds", "30 to 7,200 seconds"),
        (TimeBank(seconds=7_201), "clock.seconds", "30 to 7,200 seconds"),
        (MatchTimer(seconds=59), "clock.seconds", "60 to 14,400 seconds"),
        (MatchTimer(seconds=14_401), "clock.seconds", "60 to 14,400 seconds"),
        (MatchTimer(turn_seconds=4), "clock.turn_seconds", "off, or 5 to 600 seconds"),
        (MatchTimer(turn_seconds=601), "clock.turn_seconds", "off, or 5 to 600 seconds"),
        (TurnClock(seconds=4), "clock.seconds", "5 to 600 seconds"),
        (TurnClock(seconds=601), "clock.seconds", "5 to 600 seconds"),
    ],
)
def test_a_clock_setting_out_of_range_names_the_setting(clock: object, field: str, allowed: str) -> None:
    with pytest.raises(HouseRuleError) as refused:
        CLASSIC.with_house_rules(clock=clock)
    assert (refused.value.field, refused.value.allowed) == (field, allowed)


@pytest.mark.parametrize(
    ("rules", "house_rules", "field"),
    [
        (CLASSIC, {"goal": None}, "goal"),
        (CLASSIC, {"goal": None, "clock": "turn_clock"}, "goal"),
        (CLASSIC.with_house_rules(goal=None, clock="time_bank"), {"clock": "turn_clock"}, "clock"),
        (CLASSIC, {"goal": None, "clock": "time_bank", "ending": "at_once"}, "ending"),
        (CLASSIC, {"entry": 10_001}, "entry"),
        (RULE_SETS["katie"], {"goal": 1_000}, "goal"),
        (RULE_SETS["katie"], {"goal": 1_000, "entry": 1_050}, "entry"),
        (RULE_SETS["jpgames"], {"seats": 1}, "seats"),
        (RULE_SETS["jpgames"], {"seats": 3}, "seats"),
        (RULE_SETS["kcd"], {"four_plus_pair": True}, "four_plus_pair"),
    ],
)
def test_a_forbidden_pair_is_refused(rules: RuleSet, house_rules: dict[str, object], field: str) -> None:
    with pytest.raises(HouseRuleError) as refused:
        rules.with_house_rules(**house_rules)
    assert (refused.value.code, refused.value.field) == ("forbidden_pair", field)


def test_no_goal_goes_with_a_clock_that_ends_the_match() -> None:
    for clock in ("time_bank", "match_timer"):
        rules = CLASSIC.with_house_rules(goal=None, clock=clock, entry=100_000)
        assert (rules.goal, rules.entry) == (None, 100_000)


def test_a_clock_is_named_described_or_given() -> None:
    assert CLASSIC.with_house_rules(clock="time_bank").clock == TimeBank(seconds=300)
    assert CLASSIC.with_house_rules(clock="turn_clock").clock == TurnClock(seconds=45)
    assert CLASSIC.with_house_rules(clock="match_timer").clock == MatchTimer(900, None, "finish_round")
    assert CLASSIC.with_house_rules(clock={"mode": "idle", "seconds": 20}).clock == Idle(seconds=20)
    assert CLASSIC.with_house_rules(clock=None).clock == Idle(seconds=None)


def test_a_streak_penalty_may_come_as_plain_data() -> None:
    rules = BOARD.with_house_rules(streak_penalty={"farkles": 4, "points": 250})
    assert rules.streak_penalty == StreakPenalty(farkles=4, points=250)


def test_house_rules_add_up_and_the_rule_set_itself_never_changes() -> None:
    rules = BOARD.with_house_rules(goal=5_000).with_house_rules(entry=250)
    assert (rules.goal, rules.entry, changes(rules)) == (5_000, 250, ("goal", "entry"))
    assert (BOARD.goal, BOARD.entry) == (10_000, 500)


def test_a_fixed_number_of_seats_is_held_to() -> None:
    rules = BOARD.with_house_rules(seats=3)
    assert rules.player_counts == (3,)
    with pytest.raises(HouseRuleError) as refused:
        rules.check_players(2)
    assert refused.value.field == "seats"


def test_variations_belong_to_their_rule_set() -> None:
    assert RULE_SETS["playmonster"].variations == ("race_to_5000", "bank_from_first_score", "first_across_the_line")
    assert RULE_SETS["jpgames"].with_variations("get_on_the_board").entry == 500
    assert RULE_SETS["katie"].with_variations("rebuttal_rounds").ending == "rebuttal"
    for rules, name in ((BOARD, "race_to_5000"), (RULE_SETS["playmonster"], "race_to_6000")):
        with pytest.raises(HouseRuleError) as refused:
            rules.with_variations(name)
        assert (refused.value.code, refused.value.field) == ("unknown_variation", "variation")
