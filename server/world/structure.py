"""A thing of blocks that stands somewhere: names on a small grid, and how they are stamped into columns."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from ..engine.changes import Pos
from ..shared.voxel.columns import HEIGHT, WIDTH, Blocks

LEAVE = -1
"""A place of a stamp that keeps what the land has there."""
Stamp = npt.NDArray[np.int32]
"""State numbers or LEAVE, indexed x, y, z."""


@dataclass(slots=True)
class Drawing:
    """State names by place, to be drawn piece by piece; places without a name keep what the land has there."""

    names: dict[Pos, str] = field(default_factory=dict)

    def put(self, x: int, y: int, z: int, name: str) -> None:
        """Set one block."""
        self.names[(x, y, z)] = name

    def fill(self, xs: range, ys: range, zs: range, name: str) -> None:
        """Set a whole box."""
        self.names.update({(x, y, z): name for x in xs for y in ys for z in zs})

    def layer(self, y: int, rows: Sequence[str], legend: Mapping[str, str]) -> None:
        """Set one layer from text: rows from north to south, each from west to east; spaces leave a place alone."""
        for z, row in enumerate(rows):
            for x, sign in enumerate(row):
                if sign != " ":
                    self.names[(x, y, z)] = legend[sign]


def stamp(blocks: Blocks, corner: Pos, at: Pos, numbers: Stamp, yielding: npt.NDArray[np.bool_] | None = None) -> None:
    """Write a stamp whose lowest corner is `at` into the column whose lowest block is `corner`, as far as it reaches.

    With `yielding`, a truth by state number, only blocks that yield are written over."""
    low = [max(0, at[axis] - corner[axis]) for axis in range(3)]
    high = [min(size, at[a] - corner[a] + numbers.shape[a]) for a, size in enumerate((WIDTH, HEIGHT, WIDTH))]
    if any(first >= last for first, last in zip(low, high, strict=True)):
        return
    there = tuple(slice(first, last) for first, last in zip(low, high, strict=True))
    of_stamp = tuple(slice(low[a] + corner[a] - at[a], high[a] + corner[a] - at[a]) for a in range(3))
    part = numbers[of_stamp]
    written = part != LEAVE
    if yielding is not None:
        written &= yielding[blocks[there]]
    np.copyto(blocks[there], part.astype(np.uint16), where=written)
