"""What each seat did in a match of Farkle, counted from its events as they happen, for the records."""

from collections.abc import Sequence

import msgspec
from msgspec.structs import replace

from ..rules import events
from .game import Figures


class Tally(msgspec.Struct, frozen=True):
    """One seat's doings. `hot` counts hot dice of the running turn."""

    turns: int = 0
    farkles: int = 0
    best_turn: int = 0
    best_hot_streak: int = 0
    hot: int = 0

    def figures(self) -> Figures:
        """The same by name."""
        return {
            "turns": self.turns,
            "farkles": self.farkles,
            "best_turn": self.best_turn,
            "best_hot_streak": self.best_hot_streak,
        }


def counted(tallies: tuple[Tally, ...], happened: Sequence[events.AnyEvent]) -> tuple[Tally, ...]:
    """The tallies after these events."""
    after = list(tallies)
    for event in happened:
        match event:
            case events.TurnStarted(seat=seat):
                after[seat] = replace(after[seat], hot=0)
            case events.HotDice(seat=seat):
                hot = after[seat].hot + 1
                after[seat] = replace(after[seat], hot=hot, best_hot_streak=max(hot, after[seat].best_hot_streak))
            case events.Farkled(seat=seat):
                after[seat] = replace(after[seat], farkles=after[seat].farkles + 1)
            case events.Banked(seat=seat, counted=points):
                after[seat] = replace(after[seat], best_turn=max(points, after[seat].best_turn))
            case events.TurnEnded(seat=seat, reason="banked" | "farkle" | "timeout"):
                after[seat] = replace(after[seat], turns=after[seat].turns + 1, hot=0)
            case _:
                pass
    return tuple(after)
