"""What a host may change in the lobby: the fields, their values, and the variations that rule texts name (RULES.md 3).

Each field is read and checked by itself here; what must hold between fields is checked in `rule_set.py`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Literal, get_args

import msgspec
from msgspec import Struct

from .clocks import CLOCKS, MATCH_ENDINGS, Clock, Idle, MatchTimer

LEAST_GOAL, MOST_GOAL = 500, 100_000
MOST_SEATS = 4
MISSED_TURNS = range(3, 20 + 1)
STREAK_FARKLES, STREAK_POINTS = range(2, 5 + 1), range(50, 5_000 + 1)

BelowEntry = Literal["may_not_bank", "counts_zero"]
Ending = Literal["final_round", "at_once", "rebuttal"]
Tie = Literal["draw", "shared", "lowest_seat"]
Opening = Literal["opening_roll", "first_seat"]
HotDice = Literal["optional", "must_roll"]


class StreakPenalty(Struct, frozen=True, forbid_unknown_fields=True):
    """So many farkles of one player in a row take so many points off the banked score."""

    farkles: int
    points: int


VARIATIONS: dict[str, dict[str, Mapping[str, object]]] = {
    "playmonster": {
        "race_to_5000": {"goal": 5_000},
        "bank_from_first_score": {"entry": 0},
        "first_across_the_line": {"ending": "at_once"},
    },
    "jpgames": {"get_on_the_board": {"entry": 500}},
    "katie": {"rebuttal_rounds": {"ending": "rebuttal"}},
}
"""By rule set, the variations that its text names, each as the house rules it stands for."""


class HouseRuleError(ValueError):
    """A house rule that cannot be: a `code`, the `field` and the `value` it was for, what is `allowed`, a sentence."""

    def __init__(self, code: str, field: str, value: object, allowed: str) -> None:
        self.code = code
        self.field = field
        self.value = value
        self.allowed = allowed
        self.sentence = f"{field} cannot be {told(value)}; allowed: {allowed}."
        super().__init__(self.sentence)


def read(house_rules: Mapping[str, object]) -> dict[str, object]:
    """These house rules with each value checked and made the type that a rule set holds. Raises HouseRuleError."""
    return {field: _read(field, value) for field, value in house_rules.items()}


def any_of(values: Sequence[object]) -> str:
    """These values in a phrase: "1, 2 or 3"."""
    *most, last = (str(value) for value in values)
    return f"{', '.join(most)} or {last}" if most else last


def _read(field: str, value: object) -> object:
    if field not in FIELDS:
        raise HouseRuleError("unknown_field", field, value, f"only the fields {', '.join(FIELDS)}")
    return FIELDS[field](field, value)


def _whole(least: int, most: int, *, or_none: bool = False) -> Callable[[str, object], object]:
    allowed = f"a whole number from {least:,} to {most:,}" + (", or none" if or_none else "")

    def checked(field: str, value: object) -> object:
        if value is None and or_none:
            return None
        if type(value) is not int or not least <= value <= most:
            raise HouseRuleError("out_of_range", field, value, allowed)
        return value

    return checked


def _one_of(*names: str) -> Callable[[str, object], object]:
    def checked(field: str, value: object) -> object:
        if value not in names:
            raise HouseRuleError("out_of_range", field, value, any_of(names))
        return value

    return checked


def _on_or_off(field: str, value: object) -> object:
    if type(value) is not bool:
        raise HouseRuleError("out_of_range", field, value, "on (true) or off (false)")
    return value


def _streak_penalty(field: str, value: object) -> object:
    """None, a StreakPenalty, or a mapping with its `farkles` and `points`."""
    farkles, points = STREAK_FARKLES, STREAK_POINTS
    allowed = f"off (none), or {farkles[0]} to {farkles[-1]} farkles and {points[0]} to {points[-1]:,} points"
    try:
        penalty = msgspec.convert(value, StreakPenalty | None)
    except msgspec.ValidationError:
        raise HouseRuleError("out_of_range", field, value, allowed) from None
    if penalty is None:
        return None
    if type(penalty.farkles) is type(penalty.points) is int and penalty.farkles in farkles and penalty.points in points:
        return penalty
    raise HouseRuleError("out_of_range", field, value, allowed)


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
    if isinstance(clock, MatchTimer) and clock.ending not in MATCH_ENDINGS:
        raise HouseRuleError("out_of_range", f"{field}.ending", clock.ending, any_of(MATCH_ENDINGS))
    return clock


def _clock_settings(value: object) -> str:
    mode = value.get("mode") if isinstance(value, Mapping) else None
    if not isinstance(mode, str) or mode not in CLOCKS:
        return f"none, or one of the modes {', '.join(CLOCKS)}"
    settings = [f"{name} {limits}" for name, limits in CLOCKS[mode].limits.items()]
    if CLOCKS[mode] is MatchTimer:
        settings.append(f"ending {any_of(MATCH_ENDINGS)}")
    return f"{mode} with {', '.join(settings)}"


def told(value: object) -> str:
    """A value of a house rule in a phrase."""
    if value is None:
        return "none"
    if isinstance(value, Struct):
        value = msgspec.structs.asdict(value)
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {told(part)}" for name, part in value.items())
    return f"{value:,}" if type(value) is int else str(value)


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
    "missed_turns": _whole(MISSED_TURNS[0], MISSED_TURNS[-1]),
}
"""Every field a house rule may set, with what reads and checks its value."""
