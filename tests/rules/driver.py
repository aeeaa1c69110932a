"""A table for tests: plays a match in few words, keeps its log, and checks what each call promises."""

from collections.abc import Sequence
from typing import Self, TypeVar

import pytest

from server.rules import Bank, IllegalAction, Keep, Match, Roll, RuleSet, stream
from server.rules.actions import Action
from server.rules.chart import Chart
from server.rules.clocks import TurnClock
from server.rules.events import AnyEvent
from server.rules.rolls import Dice, every_distinct_roll
from server.rules.strategies import Strategy

FARKLE = (2, 2, 3, 3, 4, 6)
"""Six dice that score nothing in any chart."""

E = TypeVar("E")


class Table:
    """A match, the time at it and all its events. Actions are those of the seat to move, a second after the last."""

    def __init__(
        self,
        rules: RuleSet,
        seats: int | Sequence[str] = 2,
        starter: int = 0,
        now: int = 0,
        bots: Sequence[int] = (),
    ) -> None:
        self.names = tuple(seats) if not isinstance(seats, int) else ("ada", "bob", "cleo", "dan")[:seats]
        self.start, self.starter, self.now = now, starter, now
        self.bots = bots
        self.match = Match.start(rules, self.names, now=now, starter=starter).with_bots(bots)
        self.log: list[AnyEvent] = []

    @property
    def seat(self) -> int:
        """The seat to move."""
        return self.match.turn.seat

    def at(self, now: int) -> Self:
        """Set the time of the next call."""
        self.now = now
        return self

    def act(self, action: Action, seat: int | None = None) -> Self:
        """The seat to move (or another) does this now."""
        return self._take(self.match.act(self.seat if seat is None else seat, action, self.now))

    def roll(self, *dice: int) -> Self:
        return self.act(Roll(dice)).pass_time()

    def keep(self, *positions: int) -> Self:
        return self.act(Keep(positions)).pass_time()

    def bank(self) -> Self:
        return self.act(Bank()).pass_time()

    def open(self, *dice: int) -> Self:
        """Roll one die for each seat in the opening."""
        for die in dice:
            self.roll(die)
        return self

    def farkle(self) -> Self:
        """The seat to move farkles with the dice it has to roll."""
        return self.roll(*FARKLE[: self.match.turn.dice_to_roll])

    def make(self, points: int) -> Self:
        """The seat to move makes so many points more in its turn, and banks nothing."""
        while points:
            kept = _most_up_to(self.match.rules.chart, points, self.match.turn.dice_to_roll)
            points -= self.match.rules.chart.score(kept)
            self.roll(*kept, *FARKLE[: self.match.turn.dice_to_roll - len(kept)]).keep(*range(len(kept)))
        return self

    def score(self, points: int) -> Self:
        """The seat to move makes and banks so many points."""
        return self.make(points).bank()

    def advance(self, now: int) -> Self:
        return self.at(now)._take(self.match.advance(now))

    def recover(self, now: int) -> Self:
        return self.at(now)._take(self.match.recover(now))

    def leave(self, seat: int, reason: str = "resigned") -> Self:
        return self._take(self.match.remove(seat, reason, self.now))

    def pause(self, now: int) -> Self:
        return self.at(now)._take(self.match.pause(now))

    def resume(self, now: int) -> Self:
        return self.at(now)._take(self.match.resume(now))

    def start_clock(self, clock: TurnClock) -> Self:
        return self._take(self.match.start_clock(clock, self.now))

    def refused(self, code: str, action: Action, seat: int | None = None) -> Self:
        """This action is refused with this code, in a sentence, and changes nothing."""
        before = self.match.to_dict()
        with pytest.raises(IllegalAction) as refused:
            self.match.act(self.seat if seat is None else seat, action, self.now)
        assert refused.value.code == code
        assert refused.value.sentence.endswith(".")
        assert self.match.to_dict() == before
        return self

    def events(self, kind: type[E]) -> list[E]:
        """All events of this kind so far."""
        return [event for event in self.log if isinstance(event, kind)]

    def pass_time(self) -> Self:
        self.now += 1_000
        return self

    def _take(self, outcome: tuple[Match, tuple[AnyEvent, ...]]) -> Self:
        """Go on with the outcome of a call, after making sure that stored and replayed it is the same."""
        self.match, events = outcome
        self.log += events
        stored = self.match.to_dict()
        assert Match.from_dict(stored) == self.match
        again = Match.replay(self.match.rules, self.names, self.log, self.start, self.starter, self.bots)
        assert again.to_dict() == stored
        return self


def played(rules: RuleSet, strategies: Sequence[Strategy], seed: int, number: int = 0) -> Match:
    """The match of this number between these strategies, without a clock, by the plain code; a refusal fails it."""
    names = [strategy.name for strategy in strategies]
    match, rolls = Match.start(rules.with_house_rules(clock=None), names, now=0, starter=number % len(names)), 0
    while match.phase != "over":
        action: Action | type[Roll] = (
            Roll if match.phase in ("opening", "to_roll") else strategies[match.turn.seat](match)
        )
        if isinstance(action, type):
            action = Roll(stream.dice(seed, number, rolls, match.turn.dice_to_roll))
            rolls += 1
        match, _ = match.act(match.turn.seat, action, now=0)
    return match


def _most_up_to(chart: Chart, points: int, dice: int) -> Dice:
    """The dice, at most so many, that score the most points up to a limit; of equals the fewest dice."""
    fitting = [roll for roll, _ in every_distinct_roll() if len(roll) <= dice and 0 < chart.score(roll) <= points]
    return max(fitting, key=lambda roll: (chart.score(roll), -len(roll)))
