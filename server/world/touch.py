"""Whether a player may touch a block: within reach, in sight, and still what the player saw."""

from collections.abc import Callable
from typing import Final

from ..engine.changes import ChangeSet, Pos, Refusal
from ..shared.protocol.limits import REACH
from ..shared.voxel.raycast import Sight
from ..shared.voxel.states import StateTable
from .bodies import Bodies, Place

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

    def reach_block(self, player: str, pos: Pos, state: int) -> None:
        """Some point of a block's outline must be near and in sight. Raises Refusal `out_of_reach`."""
        points: list[Place] = []
        for x0, y0, z0, x1, y1, z1 in self._states[state].outline:
            middle = (x0 + x1) / 32, (y0 + y1) / 32, (z0 + z1) / 32
            spans = [
                (low / 16 + _INSIDE, mid, high / 16 - _INSIDE)
                for low, mid, high in zip((x0, y0, z0), middle, (x1, y1, z1), strict=True)
            ]
            points += [(pos[0] + x, pos[1] + y, pos[2] + z) for x in spans[0] for y in spans[1] for z in spans[2]]
        if not self._sees(self._eye(player), pos, points):
            raise _out_of_reach()

    def _eye(self, player: str) -> Place:
        eye = self._bodies.eye(player)
        if eye is None:
            raise Refusal("not_in_world", "You are not in the world.")
        return eye

    def _sees(self, eye: Place, pos: Pos, points: list[Place]) -> bool:
        def away(point: Place) -> float:
            return sum((a - b) ** 2 for a, b in zip(eye, point, strict=True))

        near = sorted((point for point in points if away(point) <= (REACH + _TOLERANCE) ** 2), key=away)
        return any(self._sight.sees(eye, pos, point) for point in near)


def _out_of_reach() -> Refusal:
    return Refusal("out_of_reach", "That is out of your reach.")
