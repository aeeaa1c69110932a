"""Other players and drops: where they are between two ticks of the server, and how far their legs have walked.

Positions are kept as one array of the newest snapshots, so that a frame interpolates all bodies in a few array steps.
A body is shown `DELAY` ticks behind the newest tick heard of, so that there is nearly always a snapshot on each side.
"""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from server.shared.protocol.world import (
    POSITION_ROW,
    DropAppears,
    PlayerAppears,
    PlayerLooks,
    PlayerRenamed,
    PlayerSwings,
    Positions,
)
from server.shared.voxel.motion import WALK_SPEED

DELAY = 2.0
"""Ticks that bodies are shown behind the newest tick."""
SWING_SECONDS = 0.3
_SNAPSHOTS = 4
_WALK_RADIANS_PER_BLOCK = 2.2
_ROW = np.dtype(POSITION_ROW)
_NUMBERS = ("x", "y", "z", "yaw", "pitch")


@dataclass(slots=True)
class Body:
    """One body: `kind` is player or drop; `walk` is the walk phase in radians, `stride` 0 at rest to 1 at a
    walk; `swing` runs from 0 to 1 while the arm moves."""

    number: int
    kind: str
    name: str = ""
    player: str = ""
    pose: str = "standing"
    held: str = ""
    item: str = ""
    count: int = 0
    place: tuple[float, float, float] = (0.0, 0.0, 0.0)
    yaw: float = 0.0
    pitch: float = 0.0
    walk: float = 0.0
    stride: float = 0.0
    swing: float = 0.0


class Bodies:
    """All bodies in view but the player's own."""

    def __init__(self) -> None:
        self.bodies: dict[int, Body] = {}
        self._rows: dict[int, int] = {}
        self._free: list[int] = []
        self._ticks = np.zeros((0, _SNAPSHOTS))
        self._places = np.zeros((0, _SNAPSHOTS, 5))
        self._shown = np.zeros((0, 5))
        self._newest = 0.0
        self._tick = 0.0

    @property
    def tick(self) -> float:
        """The server's tick now, as this client reckons it."""
        return self._tick

    def heard_tick(self, tick: float) -> None:
        """The server said which tick it is; the clock follows smoothly, and jumps when it is far off."""
        self._newest = max(self._newest, tick)
        if abs(self._newest - self._tick) > 10:
            self._tick = self._newest

    def player_appears(self, message: PlayerAppears) -> None:
        """A player comes into view, or is introduced anew."""
        body = Body(message.body, "player", message.name, message.player, message.pose, message.held)
        self._enter(body, message.x, message.y, message.z, message.yaw, message.pitch)

    def drop_appears(self, message: DropAppears) -> None:
        """A stack lies in the world."""
        body = Body(message.body, "drop", item=message.item, count=message.count)
        self._enter(body, message.x, message.y, message.z, 0.0, 0.0)

    def renamed(self, message: PlayerRenamed) -> None:
        """A player is called something else."""
        for body in self.bodies.values():
            if body.kind == "player" and body.player == message.player:
                body.name = message.name

    def looks(self, message: PlayerLooks) -> None:
        """A pose or a held item changed."""
        body = self.bodies.get(message.body)
        if body is not None:
            body.pose, body.held = message.pose, message.held

    def swings(self, message: PlayerSwings) -> None:
        """An arm starts to move."""
        body = self.bodies.get(message.body)
        if body is not None:
            body.swing = 1e-6

    def gone(self, number: int) -> None:
        """A body left the view."""
        if self.bodies.pop(number, None) is not None:
            self._free.append(self._rows.pop(number))

    def moved(self, message: Positions) -> None:
        """Take in the positions of one tick; bodies that were never introduced, older ticks, and
        places that are none, are left out."""
        self.heard_tick(float(message.tick))
        if len(message.rows) % _ROW.itemsize:
            return
        rows = np.frombuffer(message.rows, dtype=_ROW)
        rows = rows[np.all([np.isfinite(rows[name]) for name in _NUMBERS], axis=0)]
        known = [(row, self._rows[number]) for row, number in enumerate(rows["body"].tolist()) if number in self._rows]
        if not known:
            return
        source, target = np.array(known).T
        newer = message.tick > self._ticks[target, -1]
        source, target = source[newer], target[newer]
        values = np.stack([rows[name][source].astype(np.float64) for name in _NUMBERS], axis=1)
        # A body that stood still until now starts from its place one tick ago, not from its last report.
        paused = target[message.tick - self._ticks[target, -1] > 2]
        self._push(paused, message.tick - 1.0, self._places[paused, -1])
        self._push(target, float(message.tick), values)

    def advance(self, seconds: float) -> None:
        """Let time pass and bring every body's place, view and stride up to now."""
        self._tick += seconds * 20
        self._tick += (self._newest - self._tick) * min(1.0, seconds * 2)
        if not self.bodies:
            return
        before = self._shown.copy()
        self._shown = self._interpolated(self._tick - DELAY)
        ways = np.hypot(self._shown[:, 0] - before[:, 0], self._shown[:, 2] - before[:, 2])
        for number, row in self._rows.items():
            body = self.bodies[number]
            x, y, z, yaw, pitch = self._shown[row].tolist()
            body.place, body.yaw, body.pitch = (x, y, z), yaw, pitch
            way = min(0.5, float(ways[row]))
            body.walk += way * _WALK_RADIANS_PER_BLOCK
            speed = min(1.0, way / max(seconds, 1e-3) / WALK_SPEED)
            body.stride += (speed - body.stride) * min(1.0, seconds * 10)
            if body.swing:
                body.swing = body.swing + seconds / SWING_SECONDS
                if body.swing >= 1.0:
                    body.swing = 0.0

    def _interpolated(self, tick: float) -> npt.NDArray[np.float64]:
        rows = np.arange(len(self._ticks))
        later = np.clip((self._ticks <= tick).sum(axis=1), 1, _SNAPSHOTS - 1)
        start, end = self._ticks[rows, later - 1], self._ticks[rows, later]
        share = np.clip((tick - start) / np.maximum(end - start, 1e-9), 0.0, 1.0)[:, None]
        first, second = self._places[rows, later - 1], self._places[rows, later]
        step = second - first
        step[:, 3] = (step[:, 3] + 180.0) % 360.0 - 180.0
        shown: npt.NDArray[np.float64] = first + step * share
        return shown

    def _enter(self, body: Body, x: float, y: float, z: float, yaw: float, pitch: float) -> None:
        self.gone(body.number)
        row = self._free.pop() if self._free else self._grow()
        self.bodies[body.number] = body
        self._rows[body.number] = row
        body.place, body.yaw, body.pitch = (x, y, z), yaw, pitch
        self._places[row] = (x, y, z, yaw, pitch)
        self._shown[row] = (x, y, z, yaw, pitch)
        self._ticks[row] = np.arange(_SNAPSHOTS) * 1e-3 - 1e9

    def _grow(self) -> int:
        row = len(self._ticks)
        more = max(16, row)
        self._ticks = np.concatenate([self._ticks, np.zeros((more, _SNAPSHOTS))])
        self._places = np.concatenate([self._places, np.zeros((more, _SNAPSHOTS, 5))])
        self._shown = np.concatenate([self._shown, np.zeros((more, 5))])
        self._free.extend(range(row + more - 1, row, -1))
        return row

    def _push(self, rows: npt.NDArray[np.intp], tick: float, values: npt.NDArray[np.float64]) -> None:
        self._ticks[rows, :-1] = self._ticks[rows, 1:]
        self._places[rows, :-1] = self._places[rows, 1:]
        self._ticks[rows, -1] = tick
        self._places[rows, -1] = values
