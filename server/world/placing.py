"""Which state a placed block takes: by the touched face and point and by the placer's view."""

from collections.abc import Callable
from typing import Final

from ..engine.changes import Pos
from ..engine.content import Placement
from ..shared.voxel.raycast import DOWN, NORMALS, UP
from ..shared.voxel.states import block_of, properties_of, state_name

OPPOSITE: Final = {"north": "south", "south": "north", "west": "east", "east": "west"}
_BY_YAW: Final = ("south", "west", "north", "east")
AXIS_OF_FACE: Final = (1, 1, 2, 2, 0, 0)
"""The axis, 0 to 2 for x to z, that each face looks along."""

Rule = Callable[[Placement], str]


def neighbour(pos: Pos, face: int) -> Pos:
    """The block across a face."""
    dx, dy, dz = NORMALS[face]
    return pos[0] + dx, pos[1] + dy, pos[2] + dz


def view_side(yaw: float) -> str:
    """The side of the world that a yaw looks to."""
    return _BY_YAW[round(yaw / 90.0) % 4]


def pillar(block: str) -> Rule:
    """Lie along the axis of the touched face."""
    return lambda placement: state_name(block, {"axis": "xyz"[AXIS_OF_FACE[placement.face]]})


def stairs(block: str) -> Rule:
    """Rise away from the placer, hanging upside down from the upper half of a face."""
    return lambda placement: state_name(
        block, {"facing": view_side(placement.yaw), "half": "top" if _upper(placement) else "bottom"}
    )


def slab(block: str) -> Rule:
    """Take the touched half."""
    return lambda placement: state_name(block, {"type": "top" if _upper(placement) else "bottom"})


def towards_placer(block: str) -> Rule:
    """Show the front to the placer."""
    return lambda placement: state_name(block, {"facing": OPPOSITE[view_side(placement.yaw)]})


def lantern(placement: Placement) -> str:
    """Hang when it was set under a block, else stand."""
    return state_name("minecraft:lantern", {"hanging": "true" if placement.face == DOWN else "false"})


def doubled(present: str, block: str, face: int | None, upper: bool) -> str | None:
    """The double slab that a slab of `block` makes of the present state, or None when the two do not join.

    `face` is the face of the present slab that was touched; None when its cube was reached through a neighbour, where
    `upper` tells the touched half."""
    half = properties_of(present).get("type")
    if block_of(present) != block or half not in ("bottom", "top"):
        return None
    lower = half == "bottom"
    joins = upper == lower if face is None else face == (UP if lower else DOWN)
    return state_name(block, {"type": "double"}) if joins else None


def _upper(placement: Placement) -> bool:
    if placement.face in (DOWN, UP):
        return placement.face == DOWN
    return placement.hit[1] > 0.5
