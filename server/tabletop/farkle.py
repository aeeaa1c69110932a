"""Farkle on this table: which rules are in force, and one step of play with the dice that the match's secret gives."""

from typing import Final

from ..rules import RULE_SETS, Match, Roll, RuleSet, events
from ..rules.actions import Action
from . import dice
from .records import MatchRecord

RULES: Final[RuleSet] = RULE_SETS["farkle_board"]
FEWEST: Final = RULES.fewest
"""Players that a match at a table needs."""


def start(names: tuple[str, ...], now: int) -> Match:
    """A new match for these seats. Raises HouseRuleError when the rules do not allow that number."""
    return Match.start(RULES, names, now)


def load(record: MatchRecord) -> Match:
    """The match as it is stored."""
    return Match.from_dict(record.state)


class Play:
    """One step of a match in the making: the match as it goes, the events so far, and the rolls used up.

    Nothing of it is true until the caller stores it; a refused action raises IllegalAction, and all is dropped."""

    def __init__(self, match: Match, record: MatchRecord, now: int) -> None:
        self.match = match
        self.events: tuple[events.AnyEvent, ...] = ()
        self.rolls = record.rolls
        self.history = record.history
        self.opening = match.phase == "opening"
        self._record = record
        self._now = now

    def act(self, seat: int, action: Action) -> None:
        """A seat acts."""
        self._take(self.match.act(seat, action, self._now))

    def roll(self, seat: int) -> None:
        """A seat rolls: the next dice of the match's stream."""
        count = 1 if self.match.phase == "opening" else self.match.turn.dice_to_roll
        faces = dice.roll(self._record.secret, self._record.id, self.rolls, count)
        self._take(self.match.act(seat, Roll(faces), self._now))
        self.rolls += 1

    def open(self) -> None:
        """Roll one die for each seat, and again for those tied, until it is decided who starts."""
        while self.match.phase == "opening":
            self.roll(self.match.turn.seat)

    def remove(self, seat: int, reason: str) -> None:
        """A seat leaves the match."""
        self._take(self.match.remove(seat, reason, self._now))

    def advance(self) -> None:
        """Let deadlines expire."""
        self._take(self.match.advance(self._now))

    def recover(self) -> None:
        """Settle deadlines after an outage."""
        self._take(self.match.recover(self._now))

    def _take(self, outcome: tuple[Match, tuple[events.AnyEvent, ...]]) -> None:
        self.match, happened = outcome
        self.events += happened
        if any(isinstance(event, events.TurnEnded) for event in happened):
            self.history = (*self.history, self.match.scores)
