"""The bodies in the world: they come, go and are put where the records of PUTS say, and walk in between.

Following the records means that only a change that became true moves a body. Its own steps are no such change: its
place is written down every few seconds and on leaving.
"""

from typing import Final

import msgspec
import numpy as np

from ..engine.changes import ChangeSet
from ..engine.engine import Engine
from ..shared.protocol.chat import ChatLine
from ..shared.protocol.world import Sit, Stand
from .arriving import FELL_OUT, LIFTED, VOID, free_place, known
from .company import Company
from .crowd import Crowd, Stay
from .records import PLAYERS, PUTS, Put
from .surroundings import Ground
from .walking import Walking

SAVED_EVERY: Final = 100
"""Ticks between two savings of the places of bodies that moved."""


class Presence:
    """Everybody's body. Made once the world is open; what an earlier run left in PUTS is cleared away."""

    def __init__(self, engine: Engine, ground: Ground, crowd: Crowd, company: Company) -> None:
        self._engine = engine
        self._ground = ground
        self._crowd = crowd
        self._company = company
        self.walking = Walking(crowd, ground.obstacles, engine.now)
        engine.change(_clear)
        engine.observe(self._follow)
        engine.every_tick(self._tick)

    def save(self, changes: ChangeSet, player: str) -> None:
        """Write a body's place down when it differs from the one last written. A chair is no place to come back to:
        while a body sits, the place beside it counts, which was written down when it sat down."""
        record, feet = changes.read(PLAYERS, player), self._crowd.feet(player)
        put, stay = changes.records.get((PUTS.name, player)), self._crowd.stays.get(player)
        if put is not None:
            feet = put.feet
        table = put.table if put is not None else stay.table if stay is not None else None
        if table is not None:
            return
        if record is not None and feet is not None:
            yaw, pitch = self._crowd.look(player)
            placed = msgspec.structs.replace(record, feet=feet, yaw=yaw, pitch=pitch)
            if placed != record:
                changes.put(PLAYERS, player, placed)

    def _follow(self, changes: ChangeSet) -> None:
        """A change set became true: bodies come, go and are put where its records say."""
        for player, put in changes.changed(PUTS):
            stay = self._crowd.stays.get(player)
            if stay is not None and (put is None or put.body != stay.body):
                self._company.part(player)
                self.walking.leave(player)
                self._crowd.remove(player)
                stay = None
            if put is None:
                continue
            if stay is None:
                stay = Stay(put.body)
                self._crowd.add(player, stay, put.feet, put.yaw, put.pitch)
                self.walking.enter(player)
                self._move(player, stay, put, look=(put.yaw, put.pitch))
            else:
                turned = (put.yaw, put.pitch) != self._crowd.look(player)
                self._move(player, stay, put, look=(put.yaw, put.pitch) if turned else None)

    def _move(self, player: str, stay: Stay, put: Put, look: tuple[float, float] | None) -> None:
        if stay.table is not None and put.table is None:
            self._engine.tell(player, Stand())
        stay.table = put.table
        stay.arriving = put.table is None
        self._crowd.place(player, put.feet, put.yaw, put.pitch, self._engine.tick_number)
        self.walking.halt(player)
        correction = self.walking.correction(player, put.reason)
        self._engine.tell(player, msgspec.structs.replace(correction, look=look))
        if put.table is not None:
            self._engine.tell(player, Sit(*put.feet, put.yaw, put.table))

    def _tick(self, changes: ChangeSet) -> None:
        tick = self._engine.tick_number
        self._settle(changes)
        for player, correction in self.walking.tick(changes.now, tick).items():
            # Told ahead of what observers say of this change set: where it puts the body, by `_catch`, comes last.
            self._engine.tell(player, correction)
        self._catch(changes)
        self._company.tick(tick)
        if tick % SAVED_EVERY == 0:
            for player in self._crowd.players:
                self.save(changes, player)
        self._clear_strays(changes)

    def _settle(self, changes: ChangeSet) -> None:
        """Look at the places of those who were put somewhere, once their columns are loaded."""
        for player in [player for player, stay in self._crowd.stays.items() if stay.arriving]:
            stay, feet = self._crowd.stays[player], self._crowd.feet(player)
            if feet is not None and known(self._ground.obstacles, feet):
                stay.arriving = False
                free = free_place(self._ground.obstacles, feet)
                if free != feet:
                    changes.put(PUTS, player, Put(stay.body, free, *self._crowd.look(player), reason=LIFTED))

    def _catch(self, changes: ChangeSet) -> None:
        """Bring back who fell out of the world."""
        crowd = self._crowd
        for row in np.flatnonzero(crowd.bodies.pos[:, 1] < VOID).tolist():
            player = crowd.players[row]
            body, home = crowd.stays[player].body, self._ground.spawn
            changes.put(PUTS, player, Put(body, home, *self._ground.spawn_look, reason=FELL_OUT))
            changes.tell(player, ChatLine("", FELL_OUT))

    def _clear_strays(self, changes: ChangeSet) -> None:
        """Take away bodies whose players are gone, when a fault kept them from leaving in order."""
        for player in set(self._crowd.players).difference(self._engine.online()):
            self.save(changes, player)
            changes.delete(PUTS, player)


def _clear(changes: ChangeSet) -> None:
    for player, _ in changes.scan(PUTS):
        changes.delete(PUTS, player)
