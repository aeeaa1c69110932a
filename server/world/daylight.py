"""The time of day: 24,000 ticks from sunrise to sunrise, carried on by the tick number."""

from typing import Final

import msgspec

from ..engine.changes import ChangeSet, Collection, Unreadable
from ..engine.engine import Engine
from ..shared.protocol.world import WorldTime

DAY: Final = 24_000
FIRST_LIGHT: Final = 9_800
"""A new world begins in the late afternoon, when the light is golden."""
_TOLD_EVERY: Final = 400
"""Ticks between two words about the time; clients run on by themselves."""


class Sun(msgspec.Struct, frozen=True):
    """What the tick number must be raised by to be the world's time."""

    ahead: int


SUN: Final[Collection[Sun]] = Collection("sun", Sun, unreadable=Unreadable.FREED)


class Daylight:
    """Tells everybody the time, and newcomers at once."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._told: dict[str, int] = {}
        engine.declare(SUN)

    def begin(self, changes: ChangeSet) -> None:
        """Set the sun of a new world."""
        if changes.read(SUN, "sun") is None:
            changes.put(SUN, "sun", Sun((FIRST_LIGHT - self._engine.tick_number) % DAY))

    @property
    def time(self) -> int:
        """Ticks of the day, 0 to 23,999."""
        sun = self._engine.model.rows(SUN).get("sun")
        return (self._engine.tick_number + (sun.ahead if sun is not None else 0)) % DAY

    def set_time(self, changes: ChangeSet, time: int) -> None:
        """Make it this time of day in ticks, 0 to 23,999, and tell everybody."""
        changes.put(SUN, "sun", Sun((time - self._engine.tick_number) % DAY))
        changes.tell_all(WorldTime(self._engine.tick_number, time % DAY))

    def tick(self, changes: ChangeSet) -> None:
        """Tell the time to who came, and now and then to all; then something is stored, so that no restart takes the
        told time back, however still the world lies."""
        connections = {player: self._engine.connection(player) or 0 for player in self._engine.online()}
        message = WorldTime(self._engine.tick_number, self.time)
        due = self._engine.tick_number % _TOLD_EVERY == 0
        for player, connection in connections.items():
            if due or self._told.get(player) != connection:
                changes.tell(player, message)
        sun = changes.read(SUN, "sun")
        if due and connections and sun is not None:
            changes.put(SUN, "sun", sun)
        self._told = connections
