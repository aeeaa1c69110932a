"""The lobby's form for Farkle: every rule that a host may set as a typed field, and what a change makes of the rules.

What a field may be is decided by the rules module alone; here is only how it is asked for.
"""

import contextlib
import re
from collections.abc import Callable, Iterator
from typing import Any, Final, get_args

import msgspec

from ..engine.changes import Refusal
from ..rules import RULE_SETS, HouseRuleError, RuleSet, StreakPenalty
from ..rules.clocks import CLOCKS, MATCH_ENDINGS, Clock, Idle, MatchTimer, TurnClock, mode_of
from ..rules.house_rules import (
    LEAST_GOAL,
    MISSED_TURNS,
    MOST_GOAL,
    STREAK_FARKLES,
    STREAK_POINTS,
    VARIATIONS,
    BelowEntry,
    Ending,
    HotDice,
    Opening,
    Tie,
    any_of,
    told,
)
from ..rules.rule_sets import changes
from ..shared.protocol.tabletop import Choice, Setting, SettingValue
from .wording import listed

_GAME: Final = "The game"
_HOUSE: Final = "House rules"
_CLOCK: Final = "Clock"
_NO_CLOCK: Final = "none"
_USUAL_PENALTY: Final = StreakPenalty(farkles=3, points=1_000)
_USUAL_IDLE: Final = 60
"""Seconds that an idle timer starts with when it is switched on."""

_WORDS: Final = {
    "may_not_bank": "may not bank",
    "counts_zero": "counts nothing",
    "final_round": "final round",
    "at_once": "over at once",
    "rebuttal": "rebuttal rounds",
    "draw": "a draw",
    "shared": "shared win",
    "lowest_seat": "lowest seat wins",
    "opening_roll": "opening roll",
    "first_seat": "first seat, moving on",
    "optional": "roll again or bank",
    "must_roll": "must be rolled",
    "finish_round": "finish the round",
    "end_immediately": "stop at once",
    _NO_CLOCK: "no clock",
    "idle": "idle timer",
    "time_bank": "time bank",
    "match_timer": "match timer",
    "turn_clock": "turn clock",
    "race_to_5000": "Race to 5,000",
    "bank_from_first_score": "Bank from the first score",
    "first_across_the_line": "First across the line",
    "get_on_the_board": "Get on the board with 500",
    "rebuttal_rounds": "Rebuttal rounds",
}
"""What the rules module's identifiers are called in the form."""
_IDENTIFIER: Final = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


_ABOUT: Final = {
    "farkle_board": "The rules of this world: the first bank needs 500 in one turn, and equal scores are a draw.",
    "playmonster": "The same points as Farkle Board; equal scores share the win, and there are three variations.",
    "classic": "Every first bank counts. Sets grow with each die, and three farkles in a row cost 1,000.",
    "dice_game_depot": "Like Classic, with high prices for a straight and for three pairs.",
    "folk": "Four, five and six alike have fixed prices, whatever the face; a straight is 2,500.",
    "kcd": "Runs of five dice score too, and each die more doubles a set.",
    "jpgames": "For two players, quick: the first to bank the goal wins at once.",
    "katie": "The first bank needs 1,050 in one turn; the first to bank the goal wins at once.",
}
"""What each rule set is, for somebody who chooses among their names."""


def form(rules: RuleSet) -> tuple[Setting, ...]:
    """The fields as they stand under these rules, in the order of the form."""
    return tuple(setting for group in (_game, _house_rules, _clock_fields) for setting in group(rules))


def changed(rules: RuleSet, name: str, value: SettingValue) -> RuleSet:
    """These rules with one field of the form changed. Raises Refusal with a sentence in the words of the form."""
    change = _CHANGES.get(name) or _change_of_variation(rules, name)
    if change is None:
        raise Refusal("unknown_setting", f"These rules have no setting {name}.")
    try:
        return change(rules, value)
    except HouseRuleError as error:
        raise Refusal(error.code, _in_words(error, rules)) from error


def _in_words(error: HouseRuleError, rules: RuleSet) -> str:
    """What cannot be, with the labels and names that the host sees in place of identifiers."""
    setting = next((one for one in form(rules) if one.name == error.field), None)
    label = setting.label if setting is not None else re.sub("[._]", " ", error.field).capitalize()
    value = _named(told(error.value))
    if error.value is None:
        value = _WORDS[_NO_CLOCK] if error.field == "clock" else setting.none if setting is not None else value
    return f"{label} cannot be {value}; allowed: {_named(error.allowed)}."


def _named(text: str) -> str:
    return _IDENTIFIER.sub(lambda found: _WORDS.get(found[0], found[0]), text)


def kept(before: RuleSet, after: RuleSet) -> RuleSet:
    """Other rules with the house rules of these, as far as they go together: the clock first, since others need it."""
    house = sorted(changes(before), key=lambda field: field != "clock")
    for field in house:
        with contextlib.suppress(HouseRuleError):
            after = after.with_house_rules(**{field: getattr(before, field)})
    return after


def note(before: RuleSet, after: RuleSet) -> str:
    """What became of the house rules with a new rule set, in sentences to the host; '' for nothing."""
    if before.name == after.name:
        return ""
    house = changes(before)
    stayed = {field for field in house if getattr(before, field) == getattr(after, field)}
    named = {one.name: f"{one.label} ({_shown(one)})" for one in form(before) if one.name in house}
    keeps = [text for field, text in named.items() if field in stayed]
    drops = [text for field, text in named.items() if field not in stayed]
    sentences = [f"House rules kept: {listed(keeps)}."] if keeps else []
    if drops:
        sentences.append(f"Not kept, since {after.title} cannot have it: {listed(drops)}.")
    return " ".join(sentences)


def _shown(setting: Setting) -> str:
    if setting.kind == "switch":
        return "on" if setting.value else "off"
    if setting.kind == "choice":
        return next((choice.label for choice in setting.choices if choice.value == setting.value), "")
    return setting.none if setting.value is None else told(setting.value)


# ------------------------------------------------------------------ what is asked


def _game(rules: RuleSet) -> Iterator[Setting]:
    sets = tuple(Choice(one.name, one.title, _ABOUT[one.name]) for one in RULE_SETS.values())
    yield Setting("rule_set", "Rule set", _GAME, "choice", rules.name, sets)
    for name in rules.variations:
        yield Setting(f"variation.{name}", _WORDS[name], _GAME, "switch", _varies(rules, name))
    counts = RULE_SETS[rules.name].player_counts
    if len(counts) > 1:
        yield _number("seats", "Players", _GAME, rules.seats, counts[0], counts[-1], 1, none="as many as sit down")
    else:
        yield _number("seats", "Players (always so many here)", _GAME, counts[0], counts[0], counts[0], 1)


def _house_rules(rules: RuleSet) -> Iterator[Setting]:
    yield _number("goal", "Points to reach", _HOUSE, rules.goal, LEAST_GOAL, MOST_GOAL, 500, none="no goal")
    most = MOST_GOAL if rules.goal is None else rules.goal
    yield _number("entry", "Points in one turn for the first bank", _HOUSE, rules.entry, 0, most, 50)
    if rules.entry:
        yield _choice("below_entry", "A first bank below that", _HOUSE, rules.below_entry, get_args(BelowEntry))
    if rules.goal is not None:
        yield _choice("ending", "At the goal", _HOUSE, rules.ending, get_args(Ending))
    yield _choice("tie", "A tie at the top", _HOUSE, rules.tie, get_args(Tie))
    yield _choice("opening", "Who starts", _HOUSE, rules.opening, get_args(Opening))
    yield _choice("hot_dice", "Hot dice", _HOUSE, rules.hot_dice, get_args(HotDice))
    penalty = rules.streak_penalty
    yield Setting("streak_penalty", "Farkles in a row cost points", _HOUSE, "switch", penalty is not None)
    if penalty is not None:
        farkles, points = STREAK_FARKLES, STREAK_POINTS
        yield _number("streak_penalty.farkles", "Farkles in a row", _HOUSE, penalty.farkles, farkles[0], farkles[-1], 1)
        yield _number("streak_penalty.points", "Points they cost", _HOUSE, penalty.points, points[0], points[-1], 50)
    if rules.chart_name != "kcd":
        label = "Four of a kind and a pair count as three pairs"
        yield Setting("four_plus_pair", label, _HOUSE, "switch", rules.four_plus_pair)


def _clock_fields(rules: RuleSet) -> Iterator[Setting]:
    clock, mode = rules.clock, _mode(rules.clock)
    yield _choice("clock", "Clock", _CLOCK, mode, (_NO_CLOCK, *CLOCKS))
    if mode == _NO_CLOCK:
        return
    limits = clock.limits["seconds"]
    yield _number("clock.seconds", "Seconds", _CLOCK, clock.seconds, limits.least, limits.most, 5)
    if isinstance(clock, MatchTimer):
        turn = clock.limits["turn_seconds"]
        yield _number(
            "clock.turn_seconds", "Seconds a turn", _CLOCK, clock.turn_seconds, turn.least, turn.most, 5, "off"
        )
        yield _choice("clock.ending", "When it runs out", _CLOCK, clock.ending, MATCH_ENDINGS)
    if isinstance(clock, TurnClock) or (isinstance(clock, MatchTimer) and clock.turn_seconds is not None):
        label, missed = "Turns let run out before one is out", rules.missed_turns
        yield _number("missed_turns", label, _CLOCK, missed, MISSED_TURNS[0], MISSED_TURNS[-1], 1)


def _choice(name: str, label: str, group: str, value: str, values: tuple[str, ...]) -> Setting:
    return Setting(name, label, group, "choice", value, tuple(Choice(one, _WORDS[one]) for one in values))


def _number(
    name: str, label: str, group: str, value: int | None, least: int, most: int, step: int, none: str = ""
) -> Setting:
    return Setting(name, label, group, "number", value, least=least, most=most, step=step, none=none)


def _mode(clock: Clock) -> str:
    if isinstance(clock, Idle) and clock.seconds is None:
        return _NO_CLOCK
    return mode_of(clock)


# ------------------------------------------------------------------ what a change makes


Change = Callable[[RuleSet, SettingValue], RuleSet]


def _change_rule_set(rules: RuleSet, value: SettingValue) -> RuleSet:
    if not isinstance(value, str) or value not in RULE_SETS:
        raise HouseRuleError("out_of_range", "rule_set", value, any_of(tuple(RULE_SETS)))
    return kept(rules, RULE_SETS[value])


def _change_of(field: str) -> Change:
    return lambda rules, value: rules.with_house_rules(**{field: value})


def _change_penalty(rules: RuleSet, value: SettingValue) -> RuleSet:
    usual = rules.streak_penalty or RULE_SETS[rules.name].streak_penalty or _USUAL_PENALTY
    return rules.with_house_rules(streak_penalty=usual if _on("streak_penalty", value) else None)


def _change_penalty_part(part: str) -> Change:
    def change(rules: RuleSet, value: SettingValue) -> RuleSet:
        penalty: dict[str, Any] = msgspec.to_builtins(rules.streak_penalty or _USUAL_PENALTY)
        return rules.with_house_rules(streak_penalty=penalty | {part: value})

    return change


def _change_clock(rules: RuleSet, value: SettingValue) -> RuleSet:
    if value == _mode(rules.clock):
        return rules
    if value == _NO_CLOCK:
        return rules.with_house_rules(clock=None)
    return rules.with_house_rules(clock=Idle(_USUAL_IDLE) if value == "idle" else value)


def _change_clock_part(part: str) -> Change:
    def change(rules: RuleSet, value: SettingValue) -> RuleSet:
        clock: dict[str, Any] = msgspec.to_builtins(rules.clock)
        return rules.with_house_rules(clock=clock | {part: value})

    return change


def _change_of_variation(rules: RuleSet, name: str) -> Change | None:
    _, _, variation = name.partition("variation.")
    return _variation(variation) if variation in rules.variations else None


def _variation(name: str) -> Change:
    def change(rules: RuleSet, value: SettingValue) -> RuleSet:
        if _on("variation", value):
            return rules.with_variations(name)
        if not _varies(rules, name):
            return rules
        usual = RULE_SETS[rules.name]
        return rules.with_house_rules(**{field: getattr(usual, field) for field in VARIATIONS[rules.name][name]})

    return change


def _on(field: str, value: SettingValue) -> bool:
    """A switch's value. Raises HouseRuleError for anything else."""
    if not isinstance(value, bool):
        raise HouseRuleError("out_of_range", field, value, "on (true) or off (false)")
    return value


def _varies(rules: RuleSet, name: str) -> bool:
    return all(getattr(rules, field) == value for field, value in VARIATIONS[rules.name][name].items())


_CHANGES: Final[dict[str, Change]] = {
    "rule_set": _change_rule_set,
    "streak_penalty": _change_penalty,
    "streak_penalty.farkles": _change_penalty_part("farkles"),
    "streak_penalty.points": _change_penalty_part("points"),
    "clock": _change_clock,
    "clock.seconds": _change_clock_part("seconds"),
    "clock.turn_seconds": _change_clock_part("turn_seconds"),
    "clock.ending": _change_clock_part("ending"),
    **{
        field: _change_of(field)
        for field in (
            "seats",
            "goal",
            "entry",
            "below_entry",
            "ending",
            "tie",
            "opening",
            "hot_dice",
            "four_plus_pair",
            "missed_turns",
        )
    },
}
