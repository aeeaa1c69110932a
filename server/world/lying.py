"""The bodies of drops: how they fall and come to rest, who sees them and who picks them up. Array steps over all."""

from typing import Final

import numpy as np
import numpy.typing as npt

from ..engine.changes import ChangeSet, Place
from ..engine.engine import Engine
from ..items.giving import stack_size
from ..items.ledger import HOLDERS
from ..shared.protocol.world import POSITION_ROW, BodyGone, DropAppears
from ..shared.voxel.collision import Floats, Terrain, over_unloaded, sweep
from . import drops
from .bodies import Bodies
from .drops import DROPS, FIRST_BODY

_HALF: Final = 0.125
"""Half the width of a drop's body, which is as high as it is wide."""
_GRAVITY: Final = 0.04
_DRAG: Final = 0.98
_FRICTION: Final = 0.6
_SLOWEST: Final = 0.01
"""Blocks a tick below which a drop on the ground rests."""
_TERMINAL: Final = 1.5
_SEEN: Final = 48.0
_LOST: Final = 56.0
"""Blocks at which a drop comes into view, and leaves it."""
_TIDIED: Final = 20
"""Ticks between two looks at which drops join and which decay."""
_TOLD: Final = 20
"""Ticks for which a drop's place is still told after it has come to rest."""


class Lying:
    """The drops in memory, in arrays of equal length: `numbers` (N,), `places` and `speeds` (N, 3), `awake` (N,)."""

    def __init__(self, engine: Engine, terrain: Terrain) -> None:
        self._engine = engine
        self._terrain = terrain
        self._size = stack_size(engine.content)
        self.numbers = np.zeros(0, dtype=np.int64)
        self.places: Floats = np.zeros((0, 3))
        self.speeds: Floats = np.zeros((0, 3))
        self.born = np.zeros(0, dtype=np.int64)
        self.awake = np.zeros(0, dtype=np.bool_)
        self._moved = np.zeros(0, dtype=np.int64)
        self._takers: dict[int, int] = {}
        self._seen: dict[tuple[str, int], set[int]] = {}
        for key, drop in engine.model.rows(DROPS).items():
            if (HOLDERS.name, drops.holder_of(int(key))) not in engine.model.aside:
                self._add(int(key), drop)

    # ------------------------------------------------------------------ each tick

    def tick(self, changes: ChangeSet, bodies: Bodies) -> None:
        """Move what is awake, let players pick up, join what lies together, let the old decay."""
        if len(self.numbers):
            self._fall(changes)
            self._pick_up(changes, bodies)
            if self._engine.tick_number % _TIDIED == 0:
                resting = ~self.awake
                drops.join(changes, self._size, self.numbers[resting], self.places[resting])
                drops.decay(changes, self.numbers[self._engine.tick_number - self.born >= drops.LIFE])
        self._show()

    def rows(self) -> npt.NDArray[np.void]:
        """The places of drops that moved within the last second, as rows of `Positions`."""
        told = self._moved > self._engine.tick_number - _TOLD
        rows = np.zeros(int(told.sum()), dtype=POSITION_ROW)
        rows["body"] = self.numbers[told] + FIRST_BODY
        rows["x"], rows["y"], rows["z"] = self.places[told].T
        return rows

    def observe(self, changes: ChangeSet) -> None:
        """Follow what became true: new drops, drops that are gone, counts that changed, ground that was dug away."""
        for key, drop in changes.changed(DROPS):
            self._follow(int(key), drop)
        for holder, held in changes.changed(HOLDERS):
            if held is not None and holder.startswith("drop:"):
                self._show_anew(int(holder.partition(":")[2]))
        if changes.block_edits and len(self.numbers):
            edited = np.array(list(changes.block_edits)) + 0.5
            apart = np.abs(self.places[:, None] - edited[None]).max(axis=-1)
            self.awake |= (apart < 2.0).any(axis=1)

    # ------------------------------------------------------------------ motion

    def _fall(self, changes: ChangeSet) -> None:
        moving = np.nonzero(self.awake)[0]
        if not len(moving):
            return
        place, speed = self.places[moving], self.speeds[moving]
        speed[:, 1] = np.maximum((speed[:, 1] - _GRAVITY) * _DRAG, -_TERMINAL)
        half = np.array([_HALF, 0.0, _HALF])
        low, high = (place - half).T, (place + half + [0.0, 2 * _HALF, 0.0]).T
        reach = np.abs(speed)
        near = self._terrain.obstacles(low.T - reach, high.T + reach)
        way = np.zeros_like(low)
        for axis in (1, 0, 2):
            way[axis] = sweep(near, axis, low + way, high + way, speed.T[axis])
        waiting = over_unloaded(near, low, high)
        way[:, waiting] = 0.0
        stopped = (speed != way.T) & ~waiting[:, None]
        grounded = stopped[:, 1] & (speed[:, 1] < 0)
        speed = np.where(stopped, 0.0, np.where(waiting[:, None], self.speeds[moving], speed))
        speed[:, 0::2] *= np.where(grounded, _FRICTION, _DRAG)[:, None]
        self.places[moving] = place + way.T
        self.speeds[moving] = speed
        self._moved[moving] = self._engine.tick_number
        rest = grounded & (np.abs(speed).max(axis=1) < _SLOWEST)
        for index in moving[rest].tolist():
            self._settle(changes, index)

    def _settle(self, changes: ChangeSet, index: int) -> None:
        self.awake[index] = False
        self.speeds[index] = 0.0
        x, y, z = self.places[index].tolist()
        key = str(self.numbers[index])
        if changes.read(DROPS, key) is not None:
            changes.put(DROPS, key, drops.Drop(x, y, z, 0.0, 0.0, 0.0, int(self.born[index])))

    # ------------------------------------------------------------------ picking up and seeing

    def _pick_up(self, changes: ChangeSet, bodies: Bodies) -> None:
        ripe = np.nonzero(self.born + drops.PICK_UP_AFTER <= self._engine.tick_number)[0]
        if not len(ripe):
            return
        for player in self._engine.online():
            feet = self._engine.locate(player)
            if feet is None:
                continue
            for index in drops.within_reach(self.places[ripe], feet).tolist():
                number = int(self.numbers[ripe[index]])
                if drops.take(changes, self._size, number, player):
                    self._takers[number] = bodies.body(player)

    def _show(self) -> None:
        """Introduce drops to those who come near them, and take those out of view that are far. The engine tells it
        ahead of what observers say of this change set, so that nobody hears of a drop's end before its beginning."""
        seen_before, self._seen = self._seen, {}
        for player in self._engine.online():
            place = self._engine.locate(player)
            connection = self._engine.connection(player)
            if place is None or connection is None:
                continue
            seen = self._seen[(player, connection)] = seen_before.get((player, connection), set())
            if not seen and not len(self.numbers):
                continue
            away = np.linalg.norm(self.places - np.array(place), axis=1)
            for number in set(self.numbers[away < _SEEN].tolist()) - seen:
                message = self._appearance(number)
                if message is not None:
                    seen.add(number)
                    self._engine.tell(player, message)
            for number in seen.intersection(self.numbers[away > _LOST].tolist()):
                seen.discard(number)
                self._engine.tell(player, BodyGone(FIRST_BODY + number, 0))

    def _appearance(self, number: int) -> DropAppears | None:
        held = self._engine.model.rows(HOLDERS).get(drops.holder_of(number))
        stack = held.slots[0] if held is not None else None
        index = self._index(number)
        if stack is None or index is None:
            return None
        x, y, z = self.places[index].tolist()
        return DropAppears(FIRST_BODY + number, stack.item, stack.count, x, y, z)

    def _show_anew(self, number: int) -> None:
        message = self._appearance(number)
        for (player, connection), seen in self._seen.items():
            if message is not None and number in seen and self._engine.connection(player) == connection:
                self._engine.tell(player, message)

    # ------------------------------------------------------------------ following the records

    def _follow(self, number: int, drop: drops.Drop | None) -> None:
        index = self._index(number)
        if drop is None and index is not None:
            self._remove(index)
            gone = BodyGone(FIRST_BODY + number, self._takers.pop(number, 0))
            for (player, connection), seen in self._seen.items():
                if number in seen and self._engine.connection(player) == connection:
                    self._engine.tell(player, gone)
                seen.discard(number)
        elif drop is not None and index is None:
            self._add(number, drop)

    def _index(self, number: int) -> int | None:
        found = np.nonzero(self.numbers == number)[0]
        return int(found[0]) if len(found) else None

    def _add(self, number: int, drop: drops.Drop) -> None:
        self.numbers = np.append(self.numbers, number)
        self.places = np.vstack([self.places, [[drop.x, drop.y, drop.z]]])
        self.speeds = np.vstack([self.speeds, [[drop.vx, drop.vy, drop.vz]]])
        self.born = np.append(self.born, drop.born)
        self.awake = np.append(self.awake, (drop.vx, drop.vy, drop.vz) != (0.0, 0.0, 0.0))
        self._moved = np.append(self._moved, self._engine.tick_number)

    def _remove(self, index: int) -> None:
        kept = np.arange(len(self.numbers)) != index
        self.numbers, self.places, self.speeds = self.numbers[kept], self.places[kept], self.speeds[kept]
        self.born, self.awake, self._moved = self.born[kept], self.awake[kept], self._moved[kept]


def middle(pos: tuple[int, int, int]) -> Place:
    """Where a drop of a broken block begins."""
    return pos[0] + 0.5, pos[1] + 0.3, pos[2] + 0.5
