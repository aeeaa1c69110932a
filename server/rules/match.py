"""The match: what a host calls. Immutable; every call gives the next match and the events that led to it.

A match is a pure function of its rules, seats and events: dice and time come from outside, as arguments.
"""

from collections.abc import Collection, Iterable, Sequence
from typing import Any, Self

from msgspec import Struct
from msgspec.structs import replace

from . import course, deadlines, leaving, legality, opening, record, refusals, turns
from .actions import Action, Bank, Keep, Roll
from .change import Change
from .chart import Combination
from .clocks import Idle, TimeBank, TurnClock, bank_time
from .events import (
    AnyEvent,
    Banked,
    ClockStarted,
    ClockStopped,
    Event,
    GraceEnded,
    Kept,
    MatchTimeUp,
    Paused,
    Recovered,
    Resumed,
    Rolled,
    SeatLeft,
    TimedOut,
)
from .record import RecordError
from .refusals import IllegalAction, Refusal
from .rolls import MOST_DICE
from .rule_set import RuleSet
from .state import Seat, State, Turn

Events = tuple[AnyEvent, ...]


class Option(Struct, frozen=True):
    """A legal keep of the present roll: positions in it, points, the split, and the dice left to roll after it."""

    positions: tuple[int, ...]
    points: int
    groups: tuple[Combination, ...]
    dice_left: int
    hot: bool


class Match(State, frozen=True, kw_only=True):
    """A match of Farkle. Make one with `Match.start` or `Match.from_dict`, never by hand.

    Seats are numbers by position, times integer milliseconds that never run backwards: a `now` before the match's last
    change counts as the time of that change.
    """

    @classmethod
    def start(cls, rules: RuleSet, seats: Sequence[str], now: int, starter: int = 0) -> Self:
        """A new match for the seats of these names. `starter` begins where the rules do not ask for an opening roll.

        Raises HouseRuleError for a number of seats that the rules do not allow, ValueError for an unknown starter."""
        rules.check_players(len(seats))
        if starter not in range(len(seats)):
            raise ValueError(f"seat {starter} cannot start: there are {len(seats)} seats")
        time_left = bank_time(rules.clock)
        table = tuple(Seat(name=name, time_left=time_left) for name in seats)
        change = Change(cls(rules=rules, seats=table, starter=starter, turn=Turn(seat=starter), time=now), now)
        if rules.opening == "opening_roll" and len(seats) > 1:
            opening.begin(change)
        else:
            course.begin_play(change, starter)
        return cls._outcome(change)[0]

    def with_bots(self, bots: Collection[int]) -> Self:
        """The same match, knowing that no person plays these seats: nobody waits there."""
        seats = tuple(replace(seat, bot=number in bots) for number, seat in enumerate(self.seats))
        return self if seats == self.seats else replace(self, seats=seats)

    def with_names(self, names: Collection[str]) -> Self:
        """The same match, with its players called this by seat."""
        seats = tuple(replace(seat, name=name) for seat, name in zip(self.seats, names, strict=True))
        return replace(self, seats=seats)

    def act(self, seat: int, action: Action, now: int) -> tuple[Self, Events]:
        """The seat acts at `now`, after every deadline up to then has taken effect.

        Raises IllegalAction, which leaves the match as it was: `too_late` when the deadline of the turn has come."""
        change = self._settled(now)
        if seat == self.turn.seat and self._turn_is_over(change):
            raise IllegalAction(refusals.TOO_LATE)
        _insist_on_none(legality.refusal(change.state, seat, action))
        change.begin(change.at)
        turns.act(change, action)
        return self._outcome(change)

    def advance(self, now: int) -> tuple[Self, Events]:
        """Let every deadline up to `now` take effect, each at its own time: the next turn's clock starts at the very
        deadline that ended the last one. It makes no difference how often this is called."""
        return self._outcome(self._settled(now))

    def recover(self, now: int) -> tuple[Self, Events]:
        """To be called once when the server is back after an outage: like `advance`, but the turn that follows the
        running one starts at `now`, so that an outage costs one running turn at most, nobody the seat and no time bank
        anything (RULES.md section 4)."""
        now = max(now, self.time)
        if self.deadline is None or (now < self.deadline and not isinstance(self.clock, Idle | TimeBank)):
            return self, ()
        change = Change(self, now)
        deadlines.recover(change)
        return self._outcome(change)

    def remove(self, seat: int, reason: str, now: int) -> tuple[Self, Events]:
        """The seat leaves for this reason (`resigned`, `idle`, `voted`, ...), in any phase, paused too, after every
        deadline up to `now` has taken effect. Raises IllegalAction: match_over, no_such_seat, seat_left."""
        change = self._settled(now)
        _insist_on_none(legality.removal_refusal(change.state, seat))
        change.begin(change.at)
        deadlines.while_running(change, lambda: leaving.leave(change, seat, reason))
        return self._outcome(change)

    def pause(self, now: int) -> tuple[Self, Events]:
        """Put the match aside, after every deadline up to `now` has taken effect; every clock stands. Raises
        IllegalAction: match_over, paused."""
        change = self._settled(now)
        _insist_on_none(legality.pause_refusal(change.state))
        change.begin(change.at)
        deadlines.pause(change)
        return self._outcome(change)

    def resume(self, now: int) -> tuple[Self, Events]:
        """Go on; every clock has the time that was left. Raises IllegalAction: match_over, not_paused."""
        change = self._settled(now)
        _insist_on_none(legality.resume_refusal(change.state))
        change.begin(change.at)
        deadlines.resume(change)
        return self._outcome(change)

    def start_clock(self, clock: TurnClock, now: int) -> tuple[Self, Events]:
        """From now on everybody's turns are timed; the running turn has all its time. Raises IllegalAction: match_over,
        paused, clock_runs, wrong_clock."""
        change = self._settled(now)
        _insist_on_none(legality.clock_refusal(change.state, clock))
        change.begin(change.at)
        deadlines.start(change, clock)
        return self._outcome(change)

    @property
    def scores(self) -> tuple[int, ...]:
        """The banked scores by seat."""
        return tuple(seat.score for seat in self.seats)

    @property
    def entered(self) -> tuple[bool, ...]:
        """Which seats are on board: once entered, always entered."""
        return tuple(seat.entered for seat in self.seats)

    @property
    def next_starter(self) -> int:
        """The starter to give to a rematch with the same seats: one seat on."""
        return (self.starter + 1) % len(self.seats)

    def refusal(self, seat: int, action: Action | type[Action]) -> Refusal | None:
        """Why this seat may not do this now (code and sentence), or None when it may. Ask for one action, or for a
        kind of action: `Roll`, `Keep` or `Bank`. Deadlines are not looked at: advance first."""
        return legality.refusal(self, seat, action)

    def options(self) -> tuple[Option, ...]:
        """Every legal keep of the present roll, by positions; empty when no keep is to be made."""
        if self.phase != "to_keep":
            return ()
        roll, chart = self.turn.roll, self.rules.chart
        return tuple(
            Option(
                positions,
                points,
                chart.split([roll[position] for position in positions]),
                dice_left=(len(roll) - len(positions)) or MOST_DICE,
                hot=len(positions) == len(roll),
            )
            for positions, points in chart.selections(roll).items()
        )

    def time_left(self, seat: int, now: int) -> int | None:
        """Milliseconds this seat has: for its running turn, or in its time bank; None where no clock runs for it."""
        return deadlines.time_left(self, seat, now)

    def to_dict(self) -> dict[str, Any]:
        """The match as plain data (dicts, lists, numbers, strings), with its schema version."""
        return record.to_plain(self)

    @classmethod
    def from_dict(cls, plain: object) -> Self:
        """The match that `to_dict` gave; fields that came later have their defaults. Raises RecordError, and nothing
        else, for whatever is no such thing."""
        return record.from_plain(plain, cls)

    @classmethod
    def replay(
        cls,
        rules: RuleSet,
        seats: Sequence[str],
        events: Iterable[Event],
        now: int,
        starter: int = 0,
        bots: Collection[int] = (),
    ) -> Self:
        """Play a match again from its start (as given to `start`), its bots and all its events.

        Raises RecordError when the events are not what the rules make of their causes."""
        match = cls.start(rules, seats, now, starter).with_bots(bots)
        log = tuple(events)
        done = 0
        while done < len(log):
            try:
                match, made = match._again(log[done])
            except IllegalAction as error:
                raise RecordError(f"event {done} is not allowed: {error.code}") from error
            if not made or made != log[done : done + len(made)]:
                raise RecordError(f"event {done} does not follow from the rules: {log[done]}")
            done += len(made)
        return match

    def _again(self, cause: Event) -> tuple[Self, Events]:
        match cause:
            case Rolled(at, seat, dice):
                return self.act(seat, Roll(dice), at)
            case Kept(at, seat, positions):
                return self.act(seat, Keep(positions), at)
            case Banked(at, seat):
                return self.act(seat, Bank(), at)
            case SeatLeft(at, seat, reason):
                return self.remove(seat, reason, at)
            case TimedOut(at) | MatchTimeUp(at) | GraceEnded(at) | ClockStopped(at):
                return self.advance(at)
            case ClockStarted(at, clock):
                return self.start_clock(clock, at)
            case Paused(at):
                return self.pause(at)
            case Resumed(at):
                return self.resume(at)
            case Recovered(at):
                return self.recover(at)
            case _:
                return self, ()

    def _settled(self, now: int) -> Change:
        """A change at `now`, in which every deadline up to then has taken effect."""
        change = Change(self, max(now, self.time))
        deadlines.settle(change)
        return change

    def _turn_is_over(self, change: Change) -> bool:
        after = change.state
        return self.phase != "over" and (after.phase == "over" or after.turn.number != self.turn.number)

    @classmethod
    def _outcome(cls, change: Change) -> tuple[Self, Events]:
        assert isinstance(change.state, cls)
        return change.state, tuple(change.events)


def _insist_on_none(refusal: Refusal | None) -> None:
    if refusal is not None:
        raise IllegalAction(refusal)
