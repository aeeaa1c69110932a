"""Where the tavern stands in the world, and the places in it that others ask for."""

from dataclasses import dataclass
from math import atan2, degrees, hypot
from typing import Final

from ..engine.changes import Pos
from ..shared.voxel.motion import EYE_STANDING
from .tavern_plan import CHEST, RIDGE, SPAWN, WIDE

CORNER: Final = (-8, -6)
"""World x and z of the plan's origin, so that the middle of the house is the middle of the world."""
_CHEST_MIDDLE: Final = 0.44


@dataclass(frozen=True, slots=True)
class Tavern:
    """Where the tavern stands: world places of what others ask for. `ground` is the height of its floor."""

    ground: int

    @property
    def corner(self) -> Pos:
        """The world's block at the plan's origin."""
        return CORNER[0], self.ground, CORNER[1]

    @property
    def spawn(self) -> tuple[float, float, float]:
        """Feet of a newcomer: just inside the door."""
        x, y, z = self._world(SPAWN)
        return x + 0.5, float(y), z + 0.5

    @property
    def spawn_look(self) -> tuple[float, float]:
        """Yaw and pitch of a newcomer, in degrees: at the chest that holds the first things to do something with."""
        (x, y, z), (to_x, to_y, to_z) = self.spawn, self.welcome_chest
        aside, ahead, down = to_x + 0.5 - x, to_z + 0.5 - z, y + EYE_STANDING - to_y - _CHEST_MIDDLE
        return degrees(atan2(-aside, ahead)), degrees(atan2(down, hypot(aside, ahead)))

    @property
    def welcome_chest(self) -> Pos:
        """The chest in which every newcomer finds the material for one board."""
        return self._world(CHEST)

    def protects(self, pos: Pos) -> bool:
        """Whether only operators place and break here: the house and its yard, some depth and the roof included."""
        x, y, z = pos[0] - CORNER[0], pos[1] - self.ground, pos[2] - CORNER[1]
        return -4 <= x <= WIDE + 3 and -4 <= z <= 27 and -8 <= y <= RIDGE + 8

    def _world(self, place: Pos) -> Pos:
        return place[0] + CORNER[0], place[1] + self.ground, place[2] + CORNER[1]
