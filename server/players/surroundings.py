"""What the players room needs of the world; server.world provides it."""

from typing import Protocol

import numpy as np
import numpy.typing as npt

from ..engine.changes import ChangeSet, Place
from ..shared.voxel.collision import Terrain
from ..shared.voxel.states import StateTable


class Ground(Protocol):
    """The world, as far as players stand on it. It is read once the world is open."""

    states: StateTable
    obstacles: Terrain

    @property
    def spawn(self) -> Place:
        """The feet of a newcomer."""
        ...

    @property
    def spawn_look(self) -> tuple[float, float]:
        """Yaw and pitch of a newcomer, in degrees."""
        ...

    def set_time(self, changes: ChangeSet, time: int) -> None:
        """Set the time of day in ticks, 0 to 23,999, and tell everybody."""
        ...

    def drop_rows(self) -> npt.NDArray[np.void]:
        """The places of drops that moved of late, as rows of `Positions`."""
        ...
