"""The bodies of all players in the world, as arrays with one row each.

Rows come and go with players and keep no order; everything that moves or compares bodies does so for all at once.
"""

from dataclasses import dataclass, field, replace

import numpy as np
import numpy.typing as npt

from ..engine.changes import Place, Pos
from ..shared.voxel import motion
from ..shared.voxel.collision import Bools, Floats, Ints
from ..shared.voxel.motion import Bodies


@dataclass(slots=True)
class Stay:
    """One player's stay in the world, beside the arrays: the body's number, the seat, and what was last shown of it."""

    body: int
    table: Pos | None = None
    """The table it sits at, None while it stands."""
    arriving: bool = True
    """The place has not been looked at yet, since its column may still be missing."""
    shown: tuple[str, str] = ("standing", "")
    """The pose and the held item that others have been told."""


@dataclass(slots=True)
class Crowd:
    """N bodies by row: `players` their ids, `bodies` and `view` (N, 2: yaw and pitch in degrees), `moved` (N,) the tick
    at which place or view last changed, `sees` (N, N) whether the row's player has been shown the column's body."""

    players: list[str] = field(default_factory=list)
    stays: dict[str, Stay] = field(default_factory=dict)
    bodies: Bodies = field(default_factory=lambda: motion.together([]))
    view: Floats = field(default_factory=lambda: np.zeros((0, 2)))
    moved: Ints = field(default_factory=lambda: np.zeros(0, dtype=np.int64))
    sees: Bools = field(default_factory=lambda: np.zeros((0, 0), dtype=np.bool_))
    _rows: dict[str, int] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self.players)

    def __contains__(self, player: str) -> bool:
        return player in self.stays

    def row(self, player: str) -> int:
        """The row of a player's body. Raises KeyError for one who is away."""
        return self._rows[player]

    def rows(self, players: "list[str]") -> Ints:
        """The rows of these players."""
        return np.array([self._rows[player] for player in players], dtype=np.int64)

    def feet(self, player: str) -> Place | None:
        """Where a player's feet are, None for one who is away."""
        row = self._rows.get(player)
        if row is None:
            return None
        x, y, z = self.bodies.pos[row].tolist()
        return x, y, z

    def look(self, player: str) -> tuple[float, float]:
        """A player's yaw and pitch in degrees. Raises KeyError for one who is away."""
        yaw, pitch = self.view[self._rows[player]].tolist()
        return yaw, pitch

    @property
    def numbers(self) -> npt.NDArray[np.uint32]:
        """The bodies' numbers (N,)."""
        return np.array([self.stays[player].body for player in self.players], dtype=np.uint32)

    def add(self, player: str, stay: Stay, feet: Place, yaw: float, pitch: float) -> None:
        """A player's body comes into the world."""
        count = len(self.players)
        self.players.append(player)
        self.stays[player] = stay
        self._rows[player] = count
        self.bodies = motion.together([self.bodies, motion.body(feet)])
        self.view = np.concatenate([self.view, [[yaw, pitch]]])
        self.moved = np.append(self.moved, 0)
        sees = np.zeros((count + 1, count + 1), dtype=np.bool_)
        sees[:count, :count] = self.sees
        self.sees = sees

    def remove(self, player: str) -> None:
        """A player's body leaves the world."""
        row = self._rows[player]
        del self.stays[player]
        del self.players[row]
        self._rows = {each: number for number, each in enumerate(self.players)}
        keep = np.arange(len(self.moved)) != row
        self.bodies = taken(self.bodies, keep)
        self.view, self.moved, self.sees = self.view[keep], self.moved[keep], self.sees[keep][:, keep]

    def place(self, player: str, feet: Place, yaw: float, pitch: float, tick: int) -> None:
        """Put a body somewhere, at rest."""
        row = self._rows[player]
        self.bodies.pos[row] = feet
        self.bodies.vel[row] = 0.0
        self.bodies.on_ground[row] = False
        self.bodies.sneaking[row] = False
        self.view[row] = yaw, pitch
        self.moved[row] = tick

    def viewers(self, player: str) -> list[str]:
        """Who has been shown this player's body."""
        return [self.players[row] for row in np.flatnonzero(self.sees[:, self._rows[player]]).tolist()]


def taken(bodies: Bodies, rows: "Ints | Bools") -> Bodies:
    """These rows as bodies of their own."""
    return replace(
        bodies, pos=bodies.pos[rows], vel=bodies.vel[rows], on_ground=bodies.on_ground[rows],
        sneaking=bodies.sneaking[rows],
    )  # fmt: skip


def written(bodies: Bodies, rows: Ints, moved: Bodies) -> None:
    """Write moved bodies back into their rows."""
    bodies.pos[rows], bodies.vel[rows] = moved.pos, moved.vel
    bodies.on_ground[rows], bodies.sneaking[rows] = moved.on_ground, moved.sneaking
