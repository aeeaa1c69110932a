"""Finding a free place for a body to stand."""

from itertools import product
from typing import Final

from ..engine.changes import ChangeSet, Place, Pos
from ..shared.voxel.states import StateTable

_AROUND: Final = sorted(
    (step for step in product(range(-3, 4), range(-2, 4), range(-3, 4)) if step != (0, 0, 0)),
    key=lambda step: (step[0] ** 2 + step[1] ** 2 + step[2] ** 2, abs(step[1]), step),
)
"""Steps to the blocks around one, nearest first."""


def standing_place(changes: ChangeSet, states: StateTable, near: Pos) -> Place:
    """Feet of the nearest free place to stand around a block, by distance; the block's top when there is none.

    Free means two open blocks over one that carries."""
    for dx, dy, dz in _AROUND:
        x, y, z = near[0] + dx, near[1] + dy, near[2] + dz
        if _open(changes, states, (x, y, z)) and _open(changes, states, (x, y + 1, z)):
            height = _top(changes, states, (x, y - 1, z))
            if height is not None:
                return x + 0.5, y - 1 + height, z + 0.5
    return near[0] + 0.5, near[1] + 1.0, near[2] + 0.5


def _open(changes: ChangeSet, states: StateTable, pos: Pos) -> bool:
    state = changes.block(pos)
    return state is not None and not states[state].collision and not states[state].liquid


def _top(changes: ChangeSet, states: StateTable, pos: Pos) -> float | None:
    """The height of what carries in a block, None when nothing does."""
    state = changes.block(pos)
    boxes = states[state].collision if state is not None else ()
    tops = [box[4] / 16 for box in boxes]
    return max(tops) if tops else None
