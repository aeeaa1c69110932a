"""What happened in a match, as plain values: enough to draw everything and to rebuild the match.

Each has `at`, the time in milliseconds for which it counts. Each step of a match is a run of events that begins with
its cause (what a host did, or a deadline); the rest of the run follows from the rules.
"""

from typing import Any, Literal

import msgspec
from msgspec import Struct

from .chart import Combination
from .clocks import TurnClock
from .state import ResultKind

TurnEnd = Literal["banked", "farkle", "timeout", "left", "match_over"]
TurnTimer = Literal["idle", "time_bank", "turn_limit", "turn_clock"]


class Event(Struct, frozen=True, tag_field="event"):
    """Something that happened, at a time."""

    at: int


class Rolled(Event, frozen=True, tag="rolled"):
    """A seat threw these dice; a single die while the opening roll decides who starts."""

    seat: int
    dice: tuple[int, ...]


class OpeningTied(Event, frozen=True, tag="opening_tied"):
    """These seats share the highest opening die and roll again."""

    seats: tuple[int, ...]


class StarterChosen(Event, frozen=True, tag="starter_chosen"):
    """The opening roll is decided: this seat starts."""

    seat: int


class TurnStarted(Event, frozen=True, tag="turn_started"):
    """A seat's turn begins, with six dice and no points."""

    seat: int


class Kept(Event, frozen=True, tag="kept"):
    """A seat set dice of its roll aside: where they lay, how they split, their points, and the turn total now."""

    seat: int
    positions: tuple[int, ...]
    groups: tuple[Combination, ...]
    points: int
    turn_points: int


class HotDice(Event, frozen=True, tag="hot_dice"):
    """No die is left unkept: all six are free again."""

    seat: int


class Farkled(Event, frozen=True, tag="farkled"):
    """Nothing of the roll scores; `lost` is the turn total that is gone. `hot` when it came on hot dice."""

    seat: int
    lost: int
    hot: bool


class Penalised(Event, frozen=True, tag="penalised"):
    """A streak of farkles took points off the banked score, which is `score` now."""

    seat: int
    points: int
    score: int


class Banked(Event, frozen=True, tag="banked"):
    """A seat banked its turn total; `counted` is what it added (0 below an entry that counts zero), `score` the sum."""

    seat: int
    points: int
    counted: int
    score: int


class Entered(Event, frozen=True, tag="entered"):
    """A seat's first bank that counts: it is on board from now on."""

    seat: int


class TurnEnded(Event, frozen=True, tag="turn_ended"):
    """A turn is over, and why; `lost` is the turn total that was not banked."""

    seat: int
    reason: TurnEnd
    lost: int


class FinalRound(Event, frozen=True, tag="final_round"):
    """The goal is reached by `seat` with `score`; the `pending` seats have one turn each, in this order."""

    seat: int
    score: int
    pending: tuple[int, ...]


class RebuttalRound(Event, frozen=True, tag="rebuttal_round"):
    """`seat` leads with `score`; the `pending` seats have one turn each to bank more, in this order."""

    seat: int
    score: int
    pending: tuple[int, ...]


class TimedOut(Event, frozen=True, tag="timed_out"):
    """The running turn's deadline passed."""

    seat: int
    timer: TurnTimer


class MatchTimeUp(Event, frozen=True, tag="match_time_up"):
    """The match deadline passed. With grace, the running turn and the `pending` seats play on until `grace_until`."""

    pending: tuple[int, ...]
    grace_until: int | None


class GraceEnded(Event, frozen=True, tag="grace_ended"):
    """The grace after the match deadline is over: banked scores are final."""


class SeatLeft(Event, frozen=True, tag="seat_left"):
    """A seat resigned or was removed: resigned, idle, missed_turns, voted, or what else the host gives."""

    seat: int
    reason: str


class ClockStopped(Event, frozen=True, tag="clock_stopped"):
    """The clock of this seat's turn stands until the seat acts: nobody waits for it."""

    seat: int


class ClockStarted(Event, frozen=True, tag="clock_started"):
    """This clock runs from now on in a match that had none; the running turn has all its time."""

    clock: TurnClock


class Paused(Event, frozen=True, tag="paused"):
    """The match is put aside; every clock stands."""


class Resumed(Event, frozen=True, tag="resumed"):
    """The match goes on with the time that was left on every clock."""


class Recovered(Event, frozen=True, tag="recovered"):
    """The server is back after an outage that mattered to a clock; what follows settles what passed meanwhile."""


class Ended(Event, frozen=True, tag="ended"):
    """The match is over."""

    kind: ResultKind
    winners: tuple[int, ...]
    scores: tuple[int, ...]


AnyEvent = (
    Rolled
    | OpeningTied
    | StarterChosen
    | TurnStarted
    | Kept
    | HotDice
    | Farkled
    | Penalised
    | Banked
    | Entered
    | TurnEnded
    | FinalRound
    | RebuttalRound
    | TimedOut
    | MatchTimeUp
    | GraceEnded
    | SeatLeft
    | ClockStopped
    | ClockStarted
    | Paused
    | Resumed
    | Recovered
    | Ended
)


def to_dict(event: AnyEvent) -> dict[str, Any]:
    """The event as plain data, its kind under `event`."""
    plain: dict[str, Any] = msgspec.msgpack.decode(msgspec.msgpack.encode(event))
    return plain


def from_dict(plain: dict[str, Any]) -> AnyEvent:
    """The event that `to_dict` gave; raises msgspec.ValidationError for anything else."""
    event: AnyEvent = msgspec.convert(plain, AnyEvent)
    return event
