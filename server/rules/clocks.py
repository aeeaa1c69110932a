"""The four clock modes and their settings (RULES.md section 4). Settings are whole seconds, as players set them;
a running match counts in integer milliseconds.

How the deadlines act on a match stands in `deadlines.py`.
"""

from typing import ClassVar, Literal

from msgspec import Struct

SECOND = 1_000
GRACE = 90 * SECOND
"""How long after the match deadline a `finish_round` match may still be played, in milliseconds."""

MatchEnding = Literal["finish_round", "end_immediately"]
MATCH_ENDINGS: tuple[MatchEnding, ...] = ("finish_round", "end_immediately")


class Limits(Struct, frozen=True):
    """The values a setting may take, in seconds; `off` when it may also be switched off."""

    least: int
    most: int
    off: bool = False

    def allow(self, seconds: object) -> bool:
        """Is this a value that the setting may take?"""
        if seconds is None:
            return self.off
        return type(seconds) is int and self.least <= seconds <= self.most

    def __str__(self) -> str:
        return f"{'off, or ' if self.off else ''}{self.least:,} to {self.most:,} seconds"


class Idle(Struct, frozen=True, tag="idle", tag_field="mode", forbid_unknown_fields=True):
    """No time pressure: a seat that neither rolls, keeps nor banks for so long is removed. None: no clock at all."""

    seconds: int | None = None
    limits: ClassVar[dict[str, Limits]] = {"seconds": Limits(10, 600, off=True)}


NO_CLOCK = Idle()


class TimeBank(Struct, frozen=True, tag="time_bank", tag_field="mode", forbid_unknown_fields=True):
    """Each player's budget for the whole match, running only on that player's turns."""

    seconds: int = 300
    limits: ClassVar[dict[str, Limits]] = {"seconds": Limits(30, 7_200)}


class MatchTimer(Struct, frozen=True, tag="match_timer", tag_field="mode", forbid_unknown_fields=True):
    """One deadline for all, with an optional limit for each turn."""

    seconds: int = 900
    turn_seconds: int | None = None
    ending: MatchEnding = "finish_round"
    limits: ClassVar[dict[str, Limits]] = {
        "seconds": Limits(60, 14_400),
        "turn_seconds": Limits(5, 600, off=True),
    }


class TurnClock(Struct, frozen=True, tag="turn_clock", tag_field="mode", forbid_unknown_fields=True):
    """Each turn has the same time, whatever is done in it."""

    seconds: int = 45
    limits: ClassVar[dict[str, Limits]] = {"seconds": Limits(5, 600)}


Clock = Idle | TimeBank | MatchTimer | TurnClock
CLOCKS: dict[str, type[Clock]] = {
    "idle": Idle,
    "time_bank": TimeBank,
    "match_timer": MatchTimer,
    "turn_clock": TurnClock,
}


def mode_of(clock: Clock) -> str:
    """The name of a clock's mode, as in CLOCKS."""
    return next(mode for mode, kind in CLOCKS.items() if isinstance(clock, kind))


def turn_time(clock: Clock, time_left: int) -> int | None:
    """Milliseconds that a turn starting now may take, None for any; `time_left` is what the seat's time bank has."""
    match clock:
        case TimeBank():
            return time_left
        case MatchTimer(turn_seconds=seconds) | Idle(seconds=seconds) | TurnClock(seconds=seconds):
            return None if seconds is None else seconds * SECOND


def match_time(clock: Clock) -> int | None:
    """Milliseconds from the start of play to the match deadline; None when there is none."""
    return clock.seconds * SECOND if isinstance(clock, MatchTimer) else None


def bank_time(clock: Clock) -> int:
    """Milliseconds in each seat's time bank at the start; 0 when the mode has none."""
    return clock.seconds * SECOND if isinstance(clock, TimeBank) else 0
