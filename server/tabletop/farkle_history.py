"""How the banked scores of a match of Farkle went, for the chart of its result; of bounded size however long it lasts.

There is one entry for each turn until there are MOST_ENTRIES; from then on for every second turn, for every fourth, and
so on: when the entries are full every second one of them goes. So at least half of MOST_ENTRIES stay, evenly spaced,
and what is stored, decoded and encoded with each action does not grow with the match.
"""

from collections.abc import Iterable
from typing import Final

import msgspec

from ..rules import events

Scores = tuple[int, ...]

MOST_ENTRIES: Final = 200


class History(msgspec.Struct, frozen=True):
    """The banked scores after each turn whose number is a multiple of `every`, and how many `turns` have ended."""

    entries: tuple[Scores, ...] = ()
    every: int = 1
    turns: int = 0

    def told(self, scores: Scores) -> tuple[Scores, ...]:
        """What a chart draws: the entries, and the present scores after them where the last turn has none."""
        return (*self.entries, scores) if self.turns % self.every else self.entries

    def after(self, scores: Scores, happened: Iterable[events.AnyEvent]) -> "History":
        """The history after these events, which began at these scores; each turn that ended has its own entry."""
        history, banked = self, list(scores)
        for event in happened:
            match event:
                case events.Banked(seat=seat, score=score) | events.Penalised(seat=seat, score=score):
                    banked[seat] = score
                case events.TurnEnded():
                    history = history._with(tuple(banked))
                case _:
                    pass
        return history

    def thinned(self) -> "History":
        """The same history within its bound; one that was stored whole is longer."""
        history = self
        while len(history.entries) > MOST_ENTRIES:
            history = History(history.entries[1::2], history.every * 2, history.turns)
        return history

    def _with(self, scores: Scores) -> "History":
        turns = self.turns + 1
        entries = self.entries if turns % self.every else (*self.entries, scores)
        return History(entries, self.every, turns).thinned()
