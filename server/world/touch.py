"""Whether a player may touch a block: within reach, in sight, and still what the player saw."""

from collections.abc import Callable
from typing import Final

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Place, Pos, Refusal
from ..shared.protocol.limits import REACH
from ..shared.voxel.collision import StatesAt
from ..shared.voxel.raycast import NORMALS, Sight, direction
from ..shared.voxel.states import Box, StateTable
from .bodies import Bodies
from .placing import AXIS_OF_FACE

_TOLERANCE: Final = 0.5
"""Blocks that a body may have moved on between the touch and its arrival here."""
_INSIDE: Final = 0.02
"""How far inside of a touched outline the looked-at points lie, in blocks."""


class Touch:
    """Answers for one world's blocks. `send_again(player, pos)` shows a player the present blocks around a place."""

    def __init__(
        self, states: StateTable, sight: Sight, bodies: Bodies, send_again: Callable[[str, Pos], None]
    ) -> None:
        self._states = states
        self._sight = sight
        self._bodies = bodies
        self._send_again = send_again

    def expect(self, changes: ChangeSet, player: str, pos: Pos, expected: int) -> int:
        """The block's state, when it is the expected one. Raises Refusal `stale_block` or `not_loaded`."""
        state = changes.block(pos)
        if state is None:
            raise Refusal("not_loaded", "That part of the world is not loaded.")
        if state != expected:
            self._send_again(player, pos)
            raise Refusal("stale_block", "That block has changed.")
        return state

    def reach_point(self, player: str, pos: Pos, hit: Place) -> None:
        """The touched point of a block must be near and in sight. Raises Refusal `out_of_reach`."""
        point = pos[0] + hit[0], pos[1] + hit[1], pos[2] + hit[2]
        if not self._sees(self._eye(player), pos, [point]):
            raise _out_of_reach()

    def reach_side(self, player: str, pos: Pos, face: int) -> None:
        """The side of a block's cube that something is set against must be turned to the player, or it would be set
        behind a wall. Raises Refusal `out_of_reach`."""
        eye, axis, outwards = self._eye(player), AXIS_OF_FACE[face], sum(NORMALS[face])
        side = pos[axis] + (outwards > 0)
        if (eye[axis] - side) * outwards < -_TOLERANCE:
            raise _out_of_reach()

    def reach_block(self, player: str, pos: Pos, state: int) -> None:
        """The player must look at a block, or some point of its outline be near and in sight. Raises Refusal
        `out_of_reach`."""
        eye = self._eye(player)
        met = self._sight.cast(eye, direction(*self._bodies.look(player)), REACH + _TOLERANCE)
        if met is not None and met.pos == pos:
            return
        points = [point for box in self._states[state].outline for point in _facing(eye, pos, box)]
        if not self._sees(eye, pos, points):
            raise _out_of_reach()

    def _eye(self, player: str) -> Place:
        eye = self._bodies.eye(player)
        if eye is None:
            raise Refusal("not_in_world", "You are not in the world.")
        return eye

    def _sees(self, eye: Place, pos: Pos, points: list[Place]) -> bool:
        reach = REACH + _TOLERANCE
        near = [point for point in points if sum((a - b) ** 2 for a, b in zip(eye, point, strict=True)) <= reach**2]
        return self._sight.sees_any(eye, pos, near)


def solid_sight(states: StateTable, states_at: StatesAt) -> Sight:
    """How far hands get: only what stops bodies is in the way, so that no tuft of grass hides what is behind it."""
    return Sight(StateTable(replace(state, outline=state.collision) for state in states.states), states_at)


def _facing(eye: Place, pos: Pos, box: Box) -> list[Place]:
    """Points on the sides of a block's box that are turned towards an eye: corners, edges and middles."""
    spans = []
    for axis in range(3):
        low, high = pos[axis] + box[axis] / 16, pos[axis] + box[axis + 3] / 16
        middle = (low + high) / 2
        low_side, high_side = eye[axis] <= high, eye[axis] >= low
        spans.append([*[low + _INSIDE] * low_side, middle, *[high - _INSIDE] * high_side])
    return [(x, y, z) for x in spans[0] for y in spans[1] for z in spans[2]]


def _out_of_reach() -> Refusal:
    return Refusal("out_of_reach", "That is out of your reach.")
