"""What a ray hits first: exact against the outlines of blocks, not only against cubes.

A client finds the block under the crosshair with it; the server asks it whether a touched point could be seen.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .collision import Floats, Ints, StatesAt
from .columns import HEIGHT
from .states import StateTable

Point = tuple[float, float, float]

DOWN, UP, NORTH, SOUTH, WEST, EAST = range(6)
"""Faces: -y, +y, -z, +z, -x, +x."""
NORMALS: Final = ((0, -1, 0), (0, 1, 0), (0, 0, -1), (0, 0, 1), (-1, 0, 0), (1, 0, 0))
"""By face: the way out of the block."""
_FACES: Final = ((WEST, EAST), (DOWN, UP), (NORTH, SOUTH))
"""By axis: the faces on its low and on its high side."""
_NEVER: Final = 1e-300
"""Stands for a direction of zero along an axis: far less than any other, and still a divisor."""


@dataclass(frozen=True, slots=True)
class Hit:
    """The first thing a ray meets: the block, its state number, the touched face, the point (in the world), and the
    distance from the ray's start in blocks. A ray that starts inside of an outline meets it at once."""

    pos: tuple[int, int, int]
    state: int
    face: int
    point: Point
    distance: float

    @property
    def fraction(self) -> Point:
        """The touched point from the block's lowest corner, each 0 to 1 (further where a shape sticks out)."""
        return (self.point[0] - self.pos[0], self.point[1] - self.pos[1], self.point[2] - self.pos[2])


def direction(yaw: float, pitch: float) -> Point:
    """The unit vector of a view in degrees: yaw 0 looks to +z, 90 to -x; a positive pitch looks down."""
    turn, nod = math.radians(yaw), math.radians(pitch)
    return (-math.sin(turn) * math.cos(nod), -math.sin(nod), math.cos(turn) * math.cos(nod))


class Sight:
    """Blocks as rays meet them: a state table and a way to look states up."""

    def __init__(self, table: StateTable, states: StatesAt) -> None:
        self._states = states
        most = max((len(state.outline) for state in table.states), default=0)
        # NaN where a state has fewer boxes: it compares false with everything. The last row is for unloaded blocks.
        self._boxes = np.full((len(table) + 1, max(most, 1), 6), np.nan)
        for number, state in enumerate(table.states):
            for slot, box in enumerate(state.outline):
                self._boxes[number, slot] = np.array(box) / 16.0
        known = self._boxes[~np.isnan(self._boxes[:, :, 0])]
        # Blocks that a shape may stick out of its own cube, below (3,) and above (3,).
        self._before = np.maximum(np.ceil(-known[:, :3].min(axis=0, initial=0)), 0).astype(np.int64)
        self._after = np.maximum(np.ceil(known[:, 3:].max(axis=0, initial=1) - 1), 0).astype(np.int64)
        spans = [np.arange(-self._after[axis], self._before[axis] + 1) for axis in range(3)]
        # Where a shape may stick out of its cube, the neighbours of each block on the way are looked at too.
        self._nearby = np.stack(np.meshgrid(*spans, indexing="ij"), axis=-1).reshape(-1, 3)

    def cast(self, start: Point, way: Point, reach: float) -> Hit | None:
        """What a ray from `start` along `way` (any length but zero) meets within `reach` blocks, or None.

        It ends where a column is not loaded."""
        origin = np.array(start, dtype=np.float64)
        unit = np.array(way, dtype=np.float64)
        unit /= math.sqrt(float(unit @ unit))
        unit = np.where(np.abs(unit) < 1e-12, _NEVER, unit)
        cells, entered = _on_the_way(origin, unit, reach)
        reach = min([reach, *entered[self._at(cells) < 0].tolist()])
        blocks = (cells[:, None] + self._nearby).reshape(-1, 3)
        states = self._at(blocks)
        return self._first(origin, unit, reach, blocks, states)

    def sees_any(self, eye: Point, pos: tuple[int, int, int], points: Sequence[Point]) -> bool:
        """Whether nothing but the block at `pos` itself lies between an eye and any of these points.

        All lines of sight are judged at once, so that looking for a visible point of a hidden block costs no more than
        a few rays. The points lie within a few blocks of the eye."""
        if not points:
            return False
        origin, ends = np.array(eye, dtype=np.float64), np.array(points, dtype=np.float64)
        ways = ends - origin
        if (np.abs(ways).max(axis=1) < 1e-9).any():
            return True
        ways = np.where(np.abs(ways) < 1e-12, _NEVER, ways)
        blocks = self._around(np.minimum(origin, ends.min(axis=0)), np.maximum(origin, ends.max(axis=0)))
        boxes = self._boxes[self._at(blocks)]
        index, slot = np.nonzero(~np.isnan(boxes[:, :, 0]))
        corner = blocks[index] - origin
        low = (boxes[index, slot, :3] + corner) / ways[:, None]
        high = (boxes[index, slot, 3:] + corner) / ways[:, None]
        enter, leave = np.minimum(low, high).max(axis=2), np.maximum(low, high).min(axis=2)
        met = np.where((enter <= leave) & (leave >= 0), np.maximum(enter, 0.0), np.inf)
        own = (blocks[index] == np.array(pos)).all(axis=1)
        # In parts of the way: the point lies at 1; what lies behind it, or behind the block itself, hides nothing.
        until = met[:, own].min(axis=1, initial=1 - 1e-6)
        return bool((met[:, ~own].min(axis=1, initial=np.inf) >= until).any())

    def _around(self, low: Floats, high: Floats) -> Ints:
        """The blocks (K, 3) whose shapes may reach into a region."""
        first, last = np.floor(low).astype(np.int64) - self._after, np.floor(high).astype(np.int64) + self._before
        spans = [np.arange(first[axis], last[axis] + 1) for axis in range(3)]
        return np.stack(np.meshgrid(*spans, indexing="ij"), axis=-1).reshape(-1, 3)

    def _at(self, blocks: Ints) -> npt.NDArray[np.integer]:
        x, y, z = blocks.T
        inside = (y >= 0) & (y < HEIGHT)
        states = self._states(x, np.clip(y, 0, HEIGHT - 1), z)
        return np.where(inside, states, np.minimum(states, 0))

    def _first(
        self, origin: Floats, unit: Floats, reach: float, blocks: Ints, states: npt.NDArray[np.integer]
    ) -> Hit | None:
        boxes = self._boxes[states]
        low = (boxes[:, :, :3] + blocks[:, None] - origin) / unit
        high = (boxes[:, :, 3:] + blocks[:, None] - origin) / unit
        near = np.minimum(low, high)
        enter, leave = near.max(axis=2), np.maximum(low, high).min(axis=2)
        enter = np.where((enter <= leave) & (leave >= 0) & (enter <= reach), np.maximum(enter, 0.0), np.inf)
        index, slot = divmod(int(enter.argmin()), enter.shape[1])
        distance = float(enter[index, slot])
        if math.isinf(distance):
            return None
        axis = int(near[index, slot].argmax()) if distance > 0 else int(np.abs(unit).argmax())
        x, y, z = blocks[index].tolist()
        px, py, pz = (origin + unit * distance).tolist()
        return Hit((x, y, z), int(states[index]), _FACES[axis][int(unit[axis] < 0)], (px, py, pz), distance)


def _on_the_way(origin: Floats, unit: Floats, reach: float) -> tuple[Ints, Floats]:
    """The blocks (K, 3) a ray passes, in order, and the distance (K,) at which it enters each."""
    crossings = [np.array((0.0,))]
    for axis in range(3):
        begin, end = origin[axis], origin[axis] + unit[axis] * reach
        planes = np.arange(math.floor(min(begin, end)) + 1, math.floor(max(begin, end)) + 1)
        crossings.append((planes - begin) / unit[axis])
    entered = np.clip(np.sort(np.concatenate(crossings)), 0.0, reach)
    middle = (entered + np.append(entered[1:], reach)) / 2
    cells = np.floor(origin + unit * middle[:, None]).astype(np.int64)
    return cells, entered
