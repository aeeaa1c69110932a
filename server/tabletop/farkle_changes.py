"""What a change in the lobby's form makes of the rules of Farkle, and what becomes of the house rules with another rule
set. What cannot be is refused in the words of the form.
"""

import re
from collections.abc import Callable
from typing import Any, Final

import msgspec

from ..engine.changes import Refusal
from ..rules import RULE_SETS, HouseRuleError, RuleSet, StreakPenalty
from ..rules.clocks import Idle
from ..rules.house_rules import VARIATIONS, any_of, told
from ..rules.rule_sets import changes
from ..shared.protocol.tabletop import Setting, SettingValue
from .farkle_form import NO_CLOCK, WORDS, form, mode, varies
from .wording import listed

_USUAL_PENALTY: Final = StreakPenalty(farkles=3, points=1_000)
_USUAL_IDLE: Final = 60
"""Seconds that an idle timer starts with when it is switched on."""
_IDENTIFIER: Final = re.compile(r"[a-z0-9]+(?:_[a-z0-9]+)+")


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
        value = WORDS[NO_CLOCK] if error.field == "clock" else setting.none if setting is not None else value
    return f"{label} cannot be {value}; allowed: {_named(error.allowed)}."


def _named(text: str) -> str:
    return _IDENTIFIER.sub(lambda found: WORDS.get(found[0], found[0]), text)


def kept(before: RuleSet, after: RuleSet) -> RuleSet:
    """Other rules with the house rules of these, as far as they go together: what needs another one waits for it."""
    waiting = changes(before)
    while waiting:
        refused = []
        for field in waiting:
            try:
                after = after.with_house_rules(**{field: getattr(before, field)})
            except HouseRuleError:
                refused.append(field)
        if len(refused) == len(waiting):
            break
        waiting = tuple(refused)
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
    if value == mode(rules.clock):
        return rules
    if value == NO_CLOCK:
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
        if not varies(rules, name):
            return rules
        usual = RULE_SETS[rules.name]
        return rules.with_house_rules(**{field: getattr(usual, field) for field in VARIATIONS[rules.name][name]})

    return change


def _on(field: str, value: SettingValue) -> bool:
    """A switch's value. Raises HouseRuleError for anything else."""
    if not isinstance(value, bool):
        raise HouseRuleError("out_of_range", field, value, "on (true) or off (false)")
    return value


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
