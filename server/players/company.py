"""Who sees whom, and what they are told of each other: appearing, going, poses, held items and positions.

Whom a player sees is a question of distances between all bodies at once; positions are packed once for everybody in
the same neighbourhood and pass by the ordered lane.
"""

from collections.abc import Callable
from typing import Final

import numpy as np
import numpy.typing as npt

from ..engine.engine import Engine
from ..shared.protocol.codec import frame
from ..shared.protocol.limits import MOST_POSITIONS
from ..shared.protocol.world import POSITION_ROW, BodyGone, PlayerAppears, PlayerLooks, Positions
from ..shared.voxel.collision import Floats
from .crowd import Crowd

APPEARS: Final = 64.0
GONE: Final = 72.0
"""Blocks within which a body appears, and beyond which it is gone: apart, so that nobody flickers at the edge."""
LOOK_AROUND: Final = 5
"""Ticks between two looks at who is near whom."""
NEIGHBOURHOOD: Final = 32
"""Blocks along x and z whose players share one packed array of positions."""
REPEATED: Final = 20
"""Ticks for which a body's position is sent on after it has come to rest, since only the latest frame is kept for a
slow reader."""
REFRESH: Final = 100
"""Ticks between two frames that hold every body near."""

_ROW: Final = np.dtype(POSITION_ROW)


class Company:
    """Tells players of each other's bodies. `name` and `held` give a player's name and the item id in hand or '';
    `drops` gives the places of drops, sent along."""

    def __init__(
        self,
        engine: Engine,
        crowd: Crowd,
        name: Callable[[str], str],
        held: Callable[[str], str],
        drops: Callable[[], npt.NDArray[np.void]],
    ) -> None:
        self._engine = engine
        self._crowd = crowd
        self._name = name
        self._held = held
        self._drops = drops

    def tick(self, tick: int) -> None:
        """Tell what changed since the last tick."""
        if not len(self._crowd):
            return
        if tick % LOOK_AROUND == 0:
            self.look_around()
        self._tell_looks()
        self._send_positions(tick)

    def look_around(self) -> None:
        """Introduce the bodies that came near, and take leave of those that went away."""
        crowd = self._crowd
        place = crowd.bodies.pos
        apart = np.square(place[:, None] - place[None]).sum(axis=2)
        near = (apart <= APPEARS**2) | (crowd.sees & (apart <= GONE**2))
        np.fill_diagonal(near, False)
        changed = near != crowd.sees
        crowd.sees = near
        for seen in np.flatnonzero(changed.any(axis=0)).tolist():
            came, gone = changed[:, seen] & near[:, seen], changed[:, seen] & ~near[:, seen]
            player = crowd.players[seen]
            if came.any():
                appears = self._appearance(player)
                for viewer in np.flatnonzero(came).tolist():
                    self._engine.tell(crowd.players[viewer], appears)
            if gone.any():
                parting = BodyGone(crowd.stays[player].body, 0)
                for viewer in np.flatnonzero(gone).tolist():
                    self._engine.tell(crowd.players[viewer], parting)

    def part(self, player: str) -> None:
        """A body is about to leave the world: whoever sees it is told."""
        parting = BodyGone(self._crowd.stays[player].body, 0)
        for viewer in self._crowd.viewers(player):
            self._engine.tell(viewer, parting)

    def _appearance(self, player: str) -> PlayerAppears:
        crowd = self._crowd
        stay = crowd.stays[player]
        x, y, z = crowd.bodies.pos[crowd.row(player)].tolist()
        return PlayerAppears(stay.body, player, self._name(player), x, y, z, *crowd.look(player), *stay.shown)

    def _tell_looks(self) -> None:
        crowd = self._crowd
        for player, sneaking in zip(crowd.players, crowd.bodies.sneaking.tolist(), strict=True):
            stay = crowd.stays[player]
            pose = "sitting" if stay.table is not None else "sneaking" if sneaking else "standing"
            shown = (pose, self._held(player))
            if shown != stay.shown:
                stay.shown = shown
                looks = PlayerLooks(stay.body, *shown)
                for viewer in (player, *crowd.viewers(player)):
                    self._engine.tell(viewer, looks)

    def _send_positions(self, tick: int) -> None:
        crowd = self._crowd
        fresh = tick - crowd.moved <= REPEATED
        if tick % REFRESH == 0:
            fresh[:] = True
        seen = crowd.sees & fresh
        drops = self._drops()
        if not seen.any() and not len(drops):
            return
        packed = self._packed()
        cell, where = np.unique(np.floor(crowd.bodies.pos[:, ::2] / NEIGHBOURHOOD), axis=0, return_inverse=True)
        where = where.reshape(-1)
        for neighbourhood, corner in enumerate(cell * NEIGHBOURHOOD):
            there = where == neighbourhood
            rows = np.concatenate([packed[seen[there].any(axis=0)], _around(drops, corner)])[:MOST_POSITIONS]
            if len(rows):
                encoded = frame(Positions(tick, rows.tobytes()))
                for viewer in np.flatnonzero(there).tolist():
                    self._engine.send_now(crowd.players[viewer], encoded)

    def _packed(self) -> npt.NDArray[np.void]:
        crowd = self._crowd
        packed = np.empty(len(crowd), dtype=_ROW)
        packed["body"] = crowd.numbers
        packed["x"], packed["y"], packed["z"] = crowd.bodies.pos.T
        packed["yaw"], packed["pitch"] = crowd.view.T
        return packed


def _around(rows: npt.NDArray[np.void], corner: Floats) -> npt.NDArray[np.void]:
    """The rows that lie within sight of anybody in a neighbourhood with this lowest corner (x, z)."""
    middle = corner + NEIGHBOURHOOD / 2
    reach = GONE + NEIGHBOURHOOD / 2
    near: npt.NDArray[np.void] = rows[
        (np.abs(rows["x"] - middle[0]) <= reach) & (np.abs(rows["z"] - middle[1]) <= reach)
    ]
    return near
