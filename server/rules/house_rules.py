"""What a host may change in the lobby, and what is refused (RULES.md section 3)."""

from collections.abc import Callable, Mapping, Sequence
from typing import get_args

import msgspec

from server.rules.clocks import CLOCKS, MATCH_ENDINGS, Clock, Idle, MatchTimer, TimeBank
from server.rules.rule_sets import (
    RULE_SETS,
    VARIATIONS,
    BelowEntry,
    Ending,
    HotDice,
    Opening,
    RuleSet,
    StreakPenalty,
    Tie,
)

LEAST_GOAL, MOST_GOAL = 500, 100_000
MOST_SEATS = 4


class HouseRuleError(ValueError):
    """A house rule that cannot be: `code`, the `field` it was for, what is `allowed` there, and a sentence."""

    def __init__(self, code: str, field: str, value: object, allowed: str) -> None:
        self.code = code
        self.field = field
        self.allowed = allowed
        self.sentence = f"{field} cannot be {_told(value)}: allowed is {allowed}."
        super().__init__(self.sentence)


def apply(rules: RuleSet, house_rules: Mapping[str, object]) -> RuleSet:
    """The rules with these fields set otherwise; the whole outcome is checked, not only each field by itself."""
    read = {field: _read(field, value) for field, value in house_rules.items()}
    changed: RuleSet = msgspec.structs.replace(rules, **read)
    _check_together(changed, house_rules)
    return changed


def variation(rules: RuleSet, name: str) -> RuleSet:
    """The rules with the named variation of their rule set."""
    named = VARIATIONS.get(rules.name, {})
    if name not in named:
        raise HouseRuleError("unknown_variation", "variation", name, ", ".join(named) or "none in this rule set")
    return apply(rules, named[name])


def changes(rules: RuleSet) -> tuple[str, ...]:
    """The fields in which these rules differ from the rule set of their name."""
    usual = RULE_SETS[rules.name]
    return tuple(field for field in FIELDS if getattr(rules, field) != getattr(usual, field))


def check_players(rules: RuleSet, count: int) -> None:
    """Raises HouseRuleError when a match under these rules cannot have so many seats."""
    if count not in rules.player_counts:
        raise HouseRuleError("player_count", "seats", count, _any_of(rules.player_counts))


def _read(field: str, value: object) -> object:
    if field not in FIELDS:
        raise HouseRuleError("unknown_field", field, value, f"one of the fields {', '.join(FIELDS)}")
    return FIELDS[field](field, value)


def _check_together(rules: RuleSet, given: Mapping[str, object]) -> None:
    if rules.goal is None and not isinstance(rules.clock, TimeBank | MatchTimer):
        raise HouseRuleError("forbidden_pair", "goal", None, "none only with the clock time_bank or match_timer")
    if rules.goal is None and "ending" in given:
        raise HouseRuleError("forbidden_pair", "ending", rules.ending, "only with a goal")
    most = MOST_GOAL if rules.goal is None else rules.goal
    if rules.entry > most:
        raise HouseRuleError("forbidden_pair", "entry", rules.entry, f"0 to the goal of {most:,}")
    if rules.seats is not None and rules.seats not in _possible_seats(rules):
        raise HouseRuleError(
            "forbidden_pair", "seats", rules.seats, f"{_any_of(_possible_seats(rules))} in {rules.name}"
        )
    if rules.four_plus_pair and rules.chart_name == "kcd":
        raise HouseRuleError("forbidden_pair", "four_plus_pair", True, "off, kcd having no three pairs")


def _possible_seats(rules: RuleSet) -> tuple[int, ...]:
    return msgspec.structs.replace(rules, seats=None).player_counts


def _whole(least: int, most: int, *, or_none: bool = False) -> Callable[[str, object], object]:
    allowed = f"a whole number from {least:,} to {most:,}" + (", or none" if or_none else "")

    def read(field: str, value: object) -> object:
        if value is None and or_none:
            return None
        if type(value) is not int or not least <= value <= most:
            raise HouseRuleError("out_of_range", field, value, allowed)
        return value

    return read


def _one_of(*names: str) -> Callable[[str, object], object]:
    def read(field: str, value: object) -> object:
        if value not in names:
            raise HouseRuleError("out_of_range", field, value, _any_of(names))
        return value

    return read


def _on_or_off(field: str, value: object) -> object:
    if type(value) is not bool:
        raise HouseRuleError("out_of_range", field, value, "on (true) or off (false)")
    return value


def _streak_penalty(field: str, value: object) -> object:
    """None, a StreakPenalty, or a mapping with its `farkles` and `points`."""
    allowed = "off (none), or 2 to 5 farkles and 50 to 5,000 points"
    try:
        penalty = msgspec.convert(value, StreakPenalty | None)
    except msgspec.ValidationError:
        raise HouseRuleError("out_of_range", field, value, allowed) from None
    if penalty and not (2 <= penalty.farkles <= 5 and 50 <= penalty.points <= 5_000):
        raise HouseRuleError("out_of_range", field, value, allowed)
    return penalty


def _clock(field: str, value: object) -> object:
    """None (no clock), a Clock, the name of a mode (with its defaults), or a mapping with its `mode` and settings."""
    if value is None:
        return Idle()
    if isinstance(value, str):
        value = {"mode": value}
    try:
        clock: Clock = msgspec.convert(value, Clock)
    except msgspec.ValidationError:
        raise HouseRuleError("out_of_range", field, value, _clock_settings(value)) from None
    for setting, limits in clock.limits.items():
        if not limits.allow(getattr(clock, setting)):
            raise HouseRuleError("out_of_range", f"{field}.{setting}", getattr(clock, setting), str(limits))
    return clock


def _clock_settings(value: object) -> str:
    mode = value.get("mode") if isinstance(value, Mapping) else None
    if mode not in CLOCKS:
        return f"none, or one of the modes {', '.join(CLOCKS)}"
    settings = [f"{name} {limits}" for name, limits in CLOCKS[mode].limits.items()]
    if CLOCKS[mode] is MatchTimer:
        settings.append(f"ending {_any_of(MATCH_ENDINGS)}")
    return f"{mode} with {', '.join(settings)}"


def _any_of(values: Sequence[object]) -> str:
    *most, last = (str(value) for value in values)
    return f"{', '.join(most)} or {last}" if most else last


def _told(value: object) -> str:
    return "none" if value is None else f"{value:,}" if type(value) is int else str(value)


FIELDS: dict[str, Callable[[str, object], object]] = {
    "goal": _whole(LEAST_GOAL, MOST_GOAL, or_none=True),
    "entry": _whole(0, MOST_GOAL),
    "below_entry": _one_of(*get_args(BelowEntry)),
    "seats": _whole(1, MOST_SEATS, or_none=True),
    "ending": _one_of(*get_args(Ending)),
    "tie": _one_of(*get_args(Tie)),
    "opening": _one_of(*get_args(Opening)),
    "hot_dice": _one_of(*get_args(HotDice)),
    "streak_penalty": _streak_penalty,
    "four_plus_pair": _on_or_off,
    "clock": _clock,
}
"""Every field a house rule may set, with what reads and checks its value."""
