"""How long a bot that plays Farkle waits before it acts, so that people can follow its turn. No rule depends on it."""

from typing import Final

from ..rules import Match
from ..rules.clocks import TimeBank
from .game import SHARE, SWIFT

_ACTIONS: Final = 100
"""A time bank has to last for about so many actions more, at any time in a match."""


def wait(match: Match, pace: int, left: int | None) -> int:
    """The ms that a bot lets pass after what happened last (see `Game.wait`)."""
    wanted = pace * moments(match)
    if left is None:
        return wanted
    share = _ACTIONS if isinstance(match.clock, TimeBank) else SHARE
    return min(wanted, max(0, left - SWIFT) // share)


def moments(match: Match) -> int:
    """How many moments it takes to see what happened last: the dice fall before they are read, and a farkle is read
    before it is over."""
    match match.phase:
        case "to_keep":
            return 2
        case "to_decide":
            return 2 if match.turn.dice_to_roll == len(match.turn.roll) == len(match.turn.kept) else 1
        case _:
            return _before_the_first_roll(match)


def _before_the_first_roll(match: Match) -> int:
    seats, seat = match.seats, match.turn.seat
    if not any(each.turns for each in seats):
        return 1 + (len(seats) if match.rules.opening == "opening_roll" else 0)
    earlier = (seats[(seat - back) % len(seats)] for back in range(1, len(seats) + 1))
    before = next((each for each in earlier if each.turns and each.left is None), seats[seat])
    return 3 if before.last_turn == 0 else 2
