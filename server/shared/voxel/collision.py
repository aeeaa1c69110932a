"""What stands in the way of bodies: the boxes of the blocks around them, and how far a box gets along one axis.

Everything works on all bodies at once and only compares, adds and takes the least, so that one body alone and the same
body in a crowd come out alike to the last bit. A block of an unloaded column counts as a full cube.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from .columns import HEIGHT, Blocks
from .states import StateTable

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]
Bools = npt.NDArray[np.bool_]

StatesAt = Callable[[Ints, Ints, Ints], npt.NDArray[np.integer]]
"""Integer x, y and z that broadcast against each other -> state numbers of the common shape, -1 where no column is
loaded. It is asked only for heights from 0 to HEIGHT - 1."""
ColumnAt = Callable[[int, int], Blocks | None]
"""Column coordinates cx, cz -> blocks of shape (16, 128, 16), or None where the column is not loaded."""

TOUCH: Final = 1e-7
"""Blocks that two boxes may overlap and still only touch, so that rounding never glues or opens a contact."""


@dataclass(frozen=True, slots=True)
class Obstacles:
    """Collision boxes near bodies. `owner` (K,) is the body each belongs to, `low` and `high` (3, K) its corners in
    blocks, `unloaded` (K,) whether it stands for a block that nobody knows."""

    owner: Ints
    low: Floats
    high: Floats
    unloaded: Bools


class Terrain:
    """Blocks with their shapes: a state table and a way to look states up. Raises nothing; unknown blocks are solid."""

    def __init__(self, table: StateTable, states: StatesAt) -> None:
        self._states = states
        boxes = table.collision
        present = ~np.isnan(boxes[:, :, 0])
        # One further row, reached by state -1: an unloaded block is a full cube.
        self._boxes = np.concatenate([boxes, np.full((1, *boxes.shape[1:]), np.nan)])
        self._boxes[-1, 0] = (0.0, 0.0, 0.0, 1.0, 1.0, 1.0)
        self._counts = np.append(present.sum(axis=1), 1)
        self._liquid = np.append(table.liquid, False)
        # Blocks that a shape may stick out of its own cube, below (3,) and above (3,).
        known = self._boxes[~np.isnan(self._boxes[:, :, 0])]
        self._before = np.maximum(np.ceil(-known[:, :3].min(axis=0)), 0).astype(np.int64)
        self._after = np.maximum(np.ceil(known[:, 3:].max(axis=0) - 1), 0).astype(np.int64)

    def obstacles(self, low: Floats, high: Floats) -> Obstacles:
        """The boxes of all blocks that could reach into the region of each body, from low (N, 3) to high (N, 3)."""
        first = np.floor(low).astype(np.int64) - self._after
        last = np.floor(high).astype(np.int64) + self._before
        wide, tall, deep = (last - first).max(axis=0).tolist() if len(low) else (0, 0, 0)
        x = first[:, 0, None, None, None] + np.arange(wide + 1)[:, None, None]
        y = first[:, 1, None, None, None] + np.arange(tall + 1)[:, None]
        z = first[:, 2, None, None, None] + np.arange(deep + 1)
        states = self.at(x, y, z)
        counts = self._counts[states]
        most = int(counts.max(initial=0))
        parts = [np.nonzero(counts > slot) for slot in range(most)] or [np.nonzero(counts)]
        found = [(owner, states[owner, i, j, k], i, j, k) for owner, i, j, k in parts]
        owner, state, i, j, k = (
            found[0] if len(found) == 1 else tuple(np.concatenate(column) for column in zip(*found, strict=True))
        )
        slots = np.repeat(np.arange(len(parts)), [len(part[0]) for part in parts])
        corner = np.stack((i, j, k)) + first.T[:, owner]
        boxes = self._boxes[state, slots].T
        return Obstacles(owner, boxes[:3] + corner, boxes[3:] + corner, state < 0)

    def at(self, x: Ints, y: Ints, z: Ints) -> npt.NDArray[np.integer]:
        """State numbers at blocks (arrays that broadcast): 0 below and above the columns, -1 where none is loaded."""
        inside = (y >= 0) & (y < HEIGHT)
        states = self._states(x, np.clip(y, 0, HEIGHT - 1), z)
        return states if inside.all() else np.where(inside, states, np.minimum(states, 0))

    def liquid(self, points: Floats) -> Bools:
        """Whether points (N, 3) lie in a liquid."""
        x, y, z = np.floor(points).astype(np.int64).T
        wet: Bools = self._liquid[self.at(x, y, z)]
        return wet

    def free(self, low: Floats, high: Floats) -> Bools:
        """Whether boxes from low (N, 3) to high (N, 3) overlap no collision box and no unloaded block."""
        near = self.obstacles(low, high)
        return ~overlapped(near, low.T, high.T)


def overlapped(near: Obstacles, low: Floats, high: Floats) -> Bools:
    """Which of the boxes (3, N) overlap an obstacle of theirs by more than a touch."""
    return _marked(near, low, high, slice(None))


def over_unloaded(near: Obstacles, low: Floats, high: Floats) -> Bools:
    """Which of the boxes (3, N) reach into a block that nobody knows."""
    if not near.unloaded.any():
        return np.zeros(low.shape[1], dtype=np.bool_)
    return _marked(near, low, high, near.unloaded)


def sweep(near: Obstacles, axis: int, low: Floats, high: Floats, way: Floats) -> Floats:
    """How far boxes (3, N) get of `way` (N,) along an axis before they touch something. What a box already overlaps
    does not hold it: it may leave, and never gets stuck."""
    first, second = (axis + 1) % 3, (axis + 2) % 3
    owner = near.owner
    ahead = way > 0
    lead = np.where(ahead, high[axis], low[axis])
    side = np.where(ahead, 1.0, -1.0)
    gap = (np.where(ahead[owner], near.low[axis], near.high[axis]) - lead[owner]) * side[owner]
    room = np.abs(way)
    held = (
        (gap > -TOUCH)
        & (gap < room[owner])
        & (near.low[first] < high[first, owner] - TOUCH)
        & (near.high[first] > low[first, owner] + TOUCH)
        & (near.low[second] < high[second, owner] - TOUCH)
        & (near.high[second] > low[second, owner] + TOUCH)
    )
    np.minimum.at(room, owner[held], np.maximum(gap[held], 0.0))
    return side * room


def states_of(column: ColumnAt) -> StatesAt:
    """A look-up over whole columns: it loops over the distinct columns that are asked for, never over blocks."""

    def states(x: Ints, y: Ints, z: Ints) -> npt.NDArray[np.integer]:
        cx, cz = np.broadcast_arrays(x >> 4, z >> 4)
        if cx.size == 0:
            return np.zeros(np.broadcast_shapes(x.shape, y.shape, z.shape), dtype=np.int64)
        if (cx == cx.flat[0]).all() and (cz == cz.flat[0]).all():
            return _in_column(column(int(cx.flat[0]), int(cz.flat[0])), x, y, z)
        found = np.full(np.broadcast_shapes(x.shape, y.shape, z.shape), -1, dtype=np.int64)
        for key in set(zip(cx.ravel().tolist(), cz.ravel().tolist(), strict=True)):
            blocks = column(*key)
            if blocks is not None:
                own = np.broadcast_to((cx == key[0]) & (cz == key[1]), found.shape)
                inside = (np.broadcast_to(part, found.shape)[own] for part in (x & 15, y, z & 15))
                found[own] = blocks[tuple(inside)]
        return found

    return states


def _in_column(blocks: Blocks | None, x: Ints, y: Ints, z: Ints) -> npt.NDArray[np.integer]:
    if blocks is None:
        return np.full(np.broadcast_shapes(x.shape, y.shape, z.shape), -1, dtype=np.int64)
    found: Ints = blocks[x & 15, y, z & 15].astype(np.int64)
    return found


def _marked(near: Obstacles, low: Floats, high: Floats, which: slice | Bools) -> Bools:
    owner = near.owner[which]
    inside = (near.low[:, which] < high[:, owner] - TOUCH) & (near.high[:, which] > low[:, owner] + TOUCH)
    marked = np.zeros(low.shape[1], dtype=np.bool_)
    marked[owner[inside.all(axis=0)]] = True
    return marked
