"""Finding a free place for a body to stand, on this side of the walls around it where there is one."""

from collections import deque
from collections.abc import Iterable
from itertools import product
from typing import Final

from ..engine.changes import ChangeSet, Place, Pos
from ..shared.voxel.states import StateTable

_AROUND: Final = sorted(
    (step for step in product(range(-3, 4), range(-2, 4), range(-3, 4)) if step != (0, 0, 0)),
    key=lambda step: (step[0] ** 2 + step[1] ** 2 + step[2] ** 2, abs(step[1]), step),
)
"""Steps to the blocks around one, nearest first."""
_UP: Final = (0, 1, 0)
_ONE_ON: Final = ((1, 0, 0), (-1, 0, 0), _UP, (0, -1, 0), (0, 0, 1), (0, 0, -1))


def standing_place(changes: ChangeSet, states: StateTable, near: Pos) -> Place:
    """Feet of the nearest free place to stand around a block, by distance; the block's top when there is none.

    Free means two open blocks over one that carries. A place on this side of the walls, which open blocks connect with
    the block, goes before any behind them."""
    open_steps = {step for step in _AROUND if _open(changes, states, _stepped(near, step))}
    fitting = [
        step for step in _AROUND if step in open_steps and _open(changes, states, _stepped(near, _stepped(step, _UP)))
    ]
    connected = _connected(open_steps)
    for steps in ([step for step in fitting if step in connected], fitting):
        place = _first_that_carries(changes, states, near, steps)
        if place is not None:
            return place
    return near[0] + 0.5, near[1] + 1.0, near[2] + 0.5


def _first_that_carries(changes: ChangeSet, states: StateTable, near: Pos, steps: Iterable[Pos]) -> Place | None:
    for step in steps:
        x, y, z = _stepped(near, step)
        height = _top(changes, states, (x, y - 1, z))
        if height is not None:
            return x + 0.5, y - 1 + height, z + 0.5
    return None


def _connected(open_steps: set[Pos]) -> set[Pos]:
    """Of the steps to open blocks, those that are connected with the block itself."""
    found: set[Pos] = set()
    ahead = deque([(0, 0, 0)])
    while ahead:
        here = ahead.popleft()
        for step in (_stepped(here, one) for one in _ONE_ON):
            if step in open_steps and step not in found:
                found.add(step)
                ahead.append(step)
    return found


def _stepped(pos: Pos, step: Pos) -> Pos:
    return pos[0] + step[0], pos[1] + step[1], pos[2] + step[2]


def _open(changes: ChangeSet, states: StateTable, pos: Pos) -> bool:
    state = changes.block(pos)
    return state is not None and not states[state].collision and not states[state].liquid


def _top(changes: ChangeSet, states: StateTable, pos: Pos) -> float | None:
    """The height of what carries in a block, None when nothing does."""
    state = changes.block(pos)
    boxes = states[state].collision if state is not None else ()
    tops = [box[4] / 16 for box in boxes]
    return max(tops) if tops else None
