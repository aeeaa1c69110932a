"""Farkle at the table: the rules module's match behind the boundary that every game has."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import msgspec
from msgspec.structs import replace

from ..engine.changes import Refusal
from ..rules import (
    RULE_SETS,
    STRATEGIES,
    Bank,
    HouseRuleError,
    IllegalAction,
    Keep,
    Match,
    RecordError,
    Roll,
    RuleSet,
    StreakPenalty,
    events,
)
from ..rules.clocks import TurnClock
from ..rules.rule_sets import changes as changed_fields
from ..shared.content import FARKLE_BOARD
from ..shared.protocol.tabletop import Choice, Setting, SettingValue
from . import farkle_changes, farkle_form, farkle_pace, farkle_view
from .farkle_figures import Tally, counted
from .farkle_history import History, Scores
from .game import Dice, Figures, Game, GameView, Outcome, Rules, Sheet, Step
from .narration import narrate

USUAL: Final = RULE_SETS["farkle_board"]
"""The rules of a table whose host has chosen none."""
_BOTS: Final = {
    "cautious": ("Gentle", "The easiest to beat. Takes what it gets and banks early."),
    "steady": ("Even", "Stronger than Gentle. Now and then it rolls once more."),
    "bold": ("Daring", "Stronger than Even. Rolls on where others would bank."),
    "expected_points": ("Sharp", "The strongest. Knows the odds of every roll."),
}
"""What the strategies of the rules module are called at the table, and how strong they are against each other: the
easiest to beat comes first."""
_WITHOUT_RIVALS: Final = ("seats", "ending", "tie", "opening", "clock", "missed_turns")
"""Rules that make no difference to the turns that a solo run takes."""


class _Stored(msgspec.Struct, frozen=True):
    """A match as it is stored: the rules module's own form, and what is counted beside it. A match of before has a
    `history` of every turn, and no `course`."""

    match: dict[str, Any]
    tallies: tuple[Tally, ...]
    history: tuple[Scores, ...] = ()
    course: History | None = None


@dataclass(frozen=True, slots=True)
class Farkle(Game):
    """A match of Farkle, with what is counted beside the rules: its history, and each seat's tally."""

    name: ClassVar[str] = "farkle"
    title: ClassVar[str] = "Farkle"
    board: ClassVar[str] = FARKLE_BOARD
    bots: ClassVar[tuple[Choice, ...]] = tuple(Choice(name, label, about) for name, (label, about) in _BOTS.items())
    bots_in_figures: ClassVar[tuple[Choice, ...]] = tuple(
        Choice(name, label, STRATEGIES[name].about) for name, (label, _) in _BOTS.items()
    )
    plain_bot: ClassVar[str] = "cautious"

    match: Match
    history: History
    tallies: tuple[Tally, ...]

    # ------------------------------------------------------------------ the lobby

    @classmethod
    def player_counts(cls, rules: Rules) -> tuple[int, ...]:
        return _rule_set(rules).player_counts

    @classmethod
    def sheet(cls, rules: Rules) -> Sheet:
        return farkle_view.sheet(_rule_set(rules))

    @classmethod
    def form(cls, rules: Rules) -> tuple[Setting, ...]:
        return farkle_form.form(_rule_set(rules))

    @classmethod
    def changed(cls, rules: Rules, name: str, value: SettingValue) -> Rules:
        return _plain(farkle_changes.changed(_rule_set(rules), name, value))

    @classmethod
    def note(cls, before: Rules, after: Rules) -> str:
        return farkle_changes.note(_rule_set(before), _rule_set(after))

    @classmethod
    def fills(cls, rules: Rules) -> bool:
        return not _rule_set(rules).solo

    @classmethod
    def contest(cls, rules: Rules) -> str:
        rule_set = _rule_set(rules)
        if rule_set.goal is None:
            return ""
        house = [field for field in changed_fields(rule_set) if field not in _WITHOUT_RIVALS]
        told = [f"{field.replace('_', ' ')} {_told(getattr(rule_set, field))}" for field in house]
        return f"{rule_set.title} ({', '.join(told)})" if told else rule_set.title

    # ------------------------------------------------------------------ the match

    @classmethod
    def start(cls, rules: Rules, names: tuple[str, ...], now: int, starter: int, dice: Dice) -> Step:
        try:
            match = Match.start(_rule_set(rules), names, now, starter)
        except HouseRuleError as error:
            raise Refusal(error.code, error.sentence) from error
        begun = cls(match, History(), (Tally(),) * len(names))
        if match.opening is None:
            return Step(begun, (), narrate((events.StarterChosen(now, starter),), match))
        return begun._after(*_opened(match, now, dice), opening=True)

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Self:
        try:
            stored = msgspec.convert(plain, _Stored)
        except (msgspec.ValidationError, RecursionError) as error:
            raise RecordError(f"this match of Farkle cannot be read: {error}") from error
        match, seats = Match.from_dict(stored.match), len(stored.tallies)
        if len(match.seats) != seats:
            raise RecordError(f"this match of Farkle cannot be read: tallies: {seats} for {len(match.seats)} seats")
        history = stored.course or History(stored.history, turns=len(stored.history)).thinned()
        return cls(match, history, stored.tallies)

    def with_bots(self, bots: tuple[int, ...]) -> "Farkle":
        match = self.match.with_bots(bots)
        return self if match is self.match else Farkle(match, self.history, self.tallies)

    def with_names(self, names: tuple[str, ...]) -> "Farkle":
        return Farkle(self.match.with_names(names), self.history, self.tallies)

    def to_dict(self) -> dict[str, Any]:
        plain: dict[str, Any] = msgspec.to_builtins(_Stored(self.match.to_dict(), self.tallies, course=self.history))
        return plain

    def act(self, seat: int, action: str, pieces: tuple[int, ...], now: int, dice: Dice) -> Step:
        if action not in ("", "keep", "roll", "bank") or not (pieces or action in ("roll", "bank")):
            raise Refusal("unknown_action", "An action keeps dice, rolls, banks, or keeps and then rolls or banks.")
        match = self.match
        happened: tuple[events.AnyEvent, ...] = ()
        with _refusing():
            if pieces:
                match, happened = match.act(seat, Keep(pieces), now)
            if action == "roll":
                refusal = match.refusal(seat, Roll)
                if refusal is not None:
                    raise IllegalAction(refusal)
                match, rolled = match.act(seat, Roll(dice(match.turn.dice_to_roll)), now)
                happened += rolled
            elif action == "bank":
                match, banked = match.act(seat, Bank(), now)
                happened += banked
        return self._after(match, happened)

    def remove(self, seat: int, reason: str, now: int) -> Step:
        with _refusing():
            return self._after(*self.match.remove(seat, reason, now))

    def advance(self, now: int) -> Step:
        return self._after(*self.match.advance(now))

    def recover(self, now: int) -> Step:
        return self._after(*self.match.recover(now))

    def pause(self, now: int) -> Step:
        with _refusing():
            return self._after(*self.match.pause(now))

    def resume(self, now: int) -> Step:
        with _refusing():
            return self._after(*self.match.resume(now))

    def start_clock(self, now: int) -> Step:
        with _refusing():
            return self._after(*self.match.start_clock(TurnClock(), now))

    def view(self, now: int) -> GameView:
        return farkle_view.view(self.match, self.history.told(self.match.scores), now)

    def think(self, strategy: str) -> tuple[str, tuple[int, ...]]:
        action = STRATEGIES[strategy](self.match)
        if isinstance(action, Keep):
            return "keep", action.positions
        return ("bank" if isinstance(action, Bank) else "roll"), ()

    def wait(self, pace: int, left: int | None) -> int:
        return farkle_pace.wait(self.match, pace, left)

    def leaving(self, seat: int) -> str:
        return farkle_view.leaving(self.match, seat)

    def figures(self) -> tuple[Figures, ...]:
        return tuple(tally.figures() for tally in self.tallies)

    @classmethod
    def told_figures(cls, figures: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
        turns = figures.get("turns", 0)
        rate = f"{figures.get('farkles', 0) / turns:.0%}" if turns else "none yet"
        return (
            ("Best turn", f"{figures.get('best_turn', 0):,}"),
            ("Longest hot streak", f"{figures.get('best_hot_streak', 0):,}"),
            ("Turns that farkle", rate),
        )

    @property
    def rules(self) -> Rules:
        return _plain(self.match.rules)

    @property
    def in_force(self) -> Rules:
        return _plain(replace(self.match.rules, clock=self.match.clock))

    @property
    def step(self) -> int:
        return self.match.step

    @property
    def to_move(self) -> int | None:
        return None if self.match.phase == "over" else self.match.turn.seat

    @property
    def outcome(self) -> Outcome | None:
        result = self.match.result
        return None if result is None else Outcome(result.kind, result.winners, result.scores, result.turns)

    @property
    def scores(self) -> tuple[int, ...]:
        return self.match.scores

    @property
    def left(self) -> tuple[int, ...]:
        return tuple(number for number, seat in enumerate(self.match.seats) if seat.left is not None)

    @property
    def eligible(self) -> tuple[int, ...]:
        return self.match.eligible

    @property
    def deadline(self) -> int | None:
        return self.match.deadline

    @property
    def next_starter(self) -> int:
        return self.match.next_starter

    def _after(self, match: Match, happened: tuple[events.AnyEvent, ...], *, opening: bool = False) -> Step:
        history = self.history.after(self.match.scores, happened)
        return Step(
            Farkle(match, history, counted(self.tallies, happened)),
            tuple(events.to_dict(event) for event in happened),
            narrate(happened, match, opening),
        )


def _opened(match: Match, now: int, dice: Dice) -> tuple[Match, tuple[events.AnyEvent, ...]]:
    """Roll one die for each seat, and again for those tied, until it is decided who starts."""
    happened: tuple[events.AnyEvent, ...] = ()
    while match.phase == "opening":
        match, rolled = match.act(match.turn.seat, Roll(dice(1)), now)
        happened += rolled
    return match, happened


def _rule_set(rules: Rules) -> RuleSet:
    return msgspec.convert(rules, RuleSet) if rules else USUAL


def _plain(rules: RuleSet) -> Rules:
    plain: dict[str, Any] = msgspec.to_builtins(rules)
    return plain


def _told(value: object) -> str:
    if isinstance(value, StreakPenalty):
        return f"{value.farkles} cost {value.points:,}"
    return "none" if value is None else f"{value:,}" if type(value) is int else str(value).replace("_", " ")


@contextmanager
def _refusing() -> Iterator[None]:
    """What the rules do not allow is refused in their own words."""
    try:
        yield
    except IllegalAction as illegal:
        raise Refusal(illegal.code, illegal.sentence) from illegal
