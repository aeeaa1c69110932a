"""A stored match read back: whatever is not a whole match is refused with a sentence that says why.

Types are checked by their declarations. Here is what types cannot say: seats, dice and positions that exist, parts that
belong to a phase, and rules that a lobby would take; with anything else a match would fail, or never end, later on.
"""

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, TypeVar

import msgspec

from .charts import CHARTS
from .house_rules import FIELDS, MOST_SEATS, HouseRuleError
from .rolls import FACES, MOST_DICE
from .rule_set import RuleSet
from .rule_sets import RULE_SETS
from .state import State

SCHEMA_VERSION = 1
_MOST = 2**62

S = TypeVar("S", bound=State)


class RecordError(ValueError):
    """A stored match or log that cannot be read, with a sentence that says why."""


def to_plain(match: State) -> dict[str, Any]:
    """The match as plain data (dicts, lists, numbers, strings), with its schema version."""
    plain: dict[str, Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(match))
    return {"version": SCHEMA_VERSION, **plain}


def from_plain(plain: object, kind: type[S]) -> S:
    """The match that `to_plain` gave; fields that came later have their defaults. Raises RecordError."""
    if not isinstance(plain, dict):
        raise RecordError(f"this is no match: a {type(plain).__name__}")
    version = plain.get("version")
    if version != SCHEMA_VERSION:
        told = version if isinstance(version, int | str | None) else type(version).__name__
        raise RecordError(f"this match has schema version {told}; version {SCHEMA_VERSION} is read here")
    try:
        match = msgspec.convert(plain, kind)
    except (msgspec.ValidationError, RecursionError) as error:
        raise RecordError(f"this match cannot be read: {error}") from error
    wrong = next(_amiss(match), None)
    if wrong is not None:
        raise RecordError(f"this match cannot be read: {wrong}")
    return match


def _amiss(match: State) -> Iterator[str]:
    """What of a match cannot be, in phrases that name the field."""
    yield from _rules_amiss(match.rules)
    if not 1 <= len(match.seats) <= match.rules.most:
        yield f"seats: {len(match.seats)} of them"
    yield from (f"{field}: too large a number" for field, number in _numbers(match) if not -_MOST <= number <= _MOST)
    clock = match.started_clock
    if clock is not None and not clock.limits["seconds"].allow(clock.seconds):
        yield "started_clock: no such time"
    yield from _seats_amiss(match)
    yield from _dice_amiss(match)
    yield from _phase_amiss(match)


def _numbers(match: State) -> Iterator[tuple[str, int]]:
    turn, deadlines, held = match.turn, match.deadlines, match.held
    yield from (("step", match.step), ("time", match.time), ("turn", turn.number), ("turn", turn.points))
    yield from (("deadlines", time) for time in (deadlines.turn, deadlines.match) if time is not None)
    if held is not None:
        yield from (("held", left) for left in (held.turn_left, held.match_left) if left is not None)
    for seat in match.seats:
        counts = (seat.score, seat.turns, seat.last_turn or 0, seat.farkles_in_a_row, seat.time_left, seat.missed)
        yield from (("seats", number) for number in counts)
    yield from (("turn", number) for group in turn.groups for number in (group.points, *group.dice))
    if match.result is not None:
        yield from (("result", number) for number in (*match.result.scores, *match.result.turns))


def _seats_amiss(match: State) -> Iterator[str]:
    seats, last, opening, result = set(range(len(match.seats))), match.last_turns, match.opening, match.result
    named = {
        "starter": (match.starter,),
        "turn": (match.turn.seat,),
        "opening": opening.contenders if opening is not None else (),
        "last_turns": (*last.pending, *last.holders, last.leader or 0) if last is not None else (),
        "result": result.winners if result is not None else (),
    }
    wrong = [field for field, numbers in named.items() if not set(numbers) <= seats]
    yield from (f"{field}: no such seat" for field in wrong)
    if wrong or match.phase == "over":
        return
    mover, eligible = match.turn.seat, set(match.eligible)
    if mover not in eligible or (len(match.can_win) < 2 and not match.solo):
        yield "seats: nobody is left to play"
    for field, numbers in (("last_turns", last.pending if last is not None else ()), ("opening", named["opening"])):
        if len(set(numbers)) < len(numbers) or not set(numbers) <= eligible:
            yield f"{field}: seats that play no more, or twice"
    if last is not None and (mover in last.pending or (last.kind == "rebuttal" and last.leader is None)):
        yield "last_turns: not as a round goes"


def _dice_amiss(match: State) -> Iterator[str]:
    turn, opening = match.turn, match.opening
    if not {*turn.roll, *(opening.dice if opening is not None else ())} <= set(FACES):
        yield "turn: no such dice"
    if not set(turn.kept) <= set(range(len(turn.roll))) or len(turn.roll) > MOST_DICE:
        yield "turn: no such dice"
    if not 1 <= turn.dice_to_roll <= MOST_DICE:
        yield "turn: no such number of dice"
    if match.phase == "to_keep" and not match.rules.chart.best(turn.roll):
        yield "turn: a farkle that has not ended"


def _phase_amiss(match: State) -> Iterator[str]:
    opening, phase = match.opening, match.held.phase if match.held is not None else match.phase
    rolled = phase in ("to_keep", "to_decide")
    for field, there, belongs in (
        ("held", match.held is not None, match.phase == "paused"),
        ("opening", opening is not None, phase == "opening"),
        ("result", match.result is not None, match.phase == "over"),
        ("turn", bool(match.turn.roll), rolled or (bool(match.turn.roll) and phase == "over")),
    ):
        if there != belongs or phase == "paused":
            yield f"{field}: not in the phase {phase}"
    if opening is not None and (len(opening.dice) >= len(opening.contenders) or opening.to_roll != match.turn.seat):
        yield "opening: nobody is left to roll"


@lru_cache(maxsize=64)
def _rules_amiss(rules: RuleSet) -> tuple[str, ...]:
    if rules.name not in RULE_SETS or rules.chart_name not in CHARTS:
        return (f"rules: no rule set is called {rules.name!r:.40}",)
    if not 1 <= rules.fewest <= rules.most <= MOST_SEATS:
        return ("rules: no such numbers of seats",)
    try:
        rules.with_house_rules(**{field: getattr(rules, field) for field in FIELDS if rules.goal or field != "ending"})
    except HouseRuleError as error:
        return (f"rules: {error.sentence}",)
    return ()
