"""Where a match stands: frozen values only. What may happen next is in `legality.py`, what follows in `turns.py`,
`course.py`, `leaving.py` and `deadlines.py`. Seats are numbers from 0 by position, times absolute milliseconds.
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct

from .chart import Combination
from .clocks import Clock, TurnClock, turn_time
from .rule_set import RuleSet

Phase = Literal["opening", "to_roll", "to_keep", "to_decide", "paused", "over"]
ResultKind = Literal["win", "draw", "shared", "none"]
LastTurnsKind = Literal["final_round", "rebuttal", "lap"]


class Seat(Struct, frozen=True, kw_only=True):
    """One player's place on the score list.

    `turns` counts turns ended by a bank, a farkle or a clock; `last_turn` is what the last of them added; `time_left`
    is the time bank in milliseconds at the start of this seat's running or next turn; `left` is why the seat left;
    `missed` counts turns in a row that ran out without an action; `bot` is a seat that no person plays.
    """

    name: str
    score: int = 0
    entered: bool = False
    farkles_in_a_row: int = 0
    turns: int = 0
    last_turn: int | None = None
    time_left: int = 0
    out_of_time: bool = False
    left: str | None = None
    missed: int = 0
    bot: bool = False

    @property
    def eligible(self) -> bool:
        """May this seat still play turns?"""
        return self.left is None and not self.out_of_time

    @property
    def can_win(self) -> bool:
        """Does this seat's banked score still count for the win?"""
        return self.left is None


class Turn(Struct, frozen=True, kw_only=True):
    """The running turn: `points` at risk, the last `roll` and the positions `kept` of it, the `groups` kept in the
    whole turn, and the dice the next roll has (while a roll waits for its keep, the dice it had)."""

    seat: int
    number: int = 0
    points: int = 0
    roll: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    groups: tuple[Combination, ...] = ()
    dice_to_roll: int = 6


class OpeningRoll(Struct, frozen=True):
    """Who may still start, and the dice they have rolled so far in this round, in the same order."""

    contenders: tuple[int, ...]
    dice: tuple[int, ...] = ()

    @property
    def to_roll(self) -> int:
        """The seat that rolls next."""
        return self.contenders[len(self.dice)]


class LastTurns(Struct, frozen=True, kw_only=True):
    """Seats that have one turn left, in order: in the final round, in a rebuttal round, or in the lap that a match
    timer lets finish. A rebuttal round knows who leads, who has led in it, and whether anybody has banked more."""

    kind: LastTurnsKind
    pending: tuple[int, ...]
    leader: int | None = None
    holders: tuple[int, ...] = ()
    surpassed: bool = False


class Deadlines(Struct, frozen=True):
    """Absolute times: of the running turn, and of the match (in `grace`: of the grace)."""

    turn: int | None = None
    match: int | None = None
    grace: bool = False


class Held(Struct, frozen=True):
    """A match put aside: the phase it was in and the milliseconds that were left on its deadlines."""

    phase: Phase
    turn_left: int | None = None
    match_left: int | None = None


class Result(Struct, frozen=True):
    """How a match ended.

    `winners` is empty for a draw and where nobody won. `turns` tells how many turns each seat has
    played: for a solo run, the result.
    """

    kind: ResultKind
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    turns: tuple[int, ...]


class State(Struct, frozen=True, kw_only=True):
    """All of a match. `step` counts its changes, by action or by time; `time` is when the last one was; `started_clock`
    is a clock that was started in a match that had none."""

    rules: RuleSet
    seats: tuple[Seat, ...]
    starter: int
    turn: Turn
    phase: Phase = "to_roll"
    opening: OpeningRoll | None = None
    last_turns: LastTurns | None = None
    deadlines: Deadlines = Deadlines()
    held: Held | None = None
    result: Result | None = None
    step: int = 0
    time: int = 0
    started_clock: TurnClock | None = None

    @property
    def clock(self) -> Clock:
        """The clock in force: the one of the rules, or the one that was started since."""
        return self.rules.clock if self.started_clock is None else self.started_clock

    @property
    def solo(self) -> bool:
        """Is this a solo run?"""
        return len(self.seats) == 1

    @property
    def eligible(self) -> tuple[int, ...]:
        """The seats that may still play turns."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.eligible)

    @property
    def can_win(self) -> tuple[int, ...]:
        """The seats whose banked score still counts for the win."""
        return tuple(i for i, seat in enumerate(self.seats) if seat.can_win)

    @property
    def clock_stands(self) -> bool:
        """Does the clock of the running turn stand until its seat acts?"""
        timed = turn_time(self.clock, self.seats[self.turn.seat].time_left) is not None
        return timed and self.deadlines.turn is None and self.phase in ("to_roll", "to_keep", "to_decide")

    def waited_for(self, seat: int) -> bool:
        """Is there another person in the match, who waits while this seat is to move?"""
        return any(other.left is None and not other.bot for i, other in enumerate(self.seats) if i != seat)

    @property
    def deadline(self) -> int | None:
        """The next absolute time at which time alone changes the match, or None."""
        times = [time for time in (self.deadlines.turn, self.deadlines.match) if time is not None]
        return min(times, default=None)

    @property
    def minimum_bank(self) -> int:
        """The least turn total with which the seat to move may bank; 0 when any will do."""
        must_enter = not self.seats[self.turn.seat].entered and self.rules.below_entry == "may_not_bank"
        return self.rules.entry if must_enter else 0

    def after(self, seat: int, among: Sequence[int]) -> tuple[int, ...]:
        """These seats in seat order (clockwise) from the one after `seat`, `seat` itself last."""
        count = len(self.seats)
        return tuple(sorted(among, key=lambda other: (other - seat - 1) % count))
