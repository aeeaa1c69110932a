"""The columns in memory: the committed blocks with a revision per column, single and gathered by arrays.

All columns lie in one array, so that motion and drops read any blocks of the world in one step. Only the ticking
thread writes here; worker threads get copies.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ..engine.changes import Pos
from ..shared.voxel.collision import Ints
from ..shared.voxel.columns import HEIGHT, SHAPE, Blocks, ColumnPos, column_of, flat_index, to_raw

_FIRST_ROOM: Final = 64
"""Columns that there is room for at the start; room doubles when it is used up."""
_OUTSIDE: Final = 0
"""The slot that stands for columns that are not loaded."""


@dataclass(slots=True)
class Column:
    """One loaded column: where it lies in the array, its revision, and how it last travelled."""

    slot: int
    revision: int
    packed: bytes = b""
    packed_revision: int = -1


class ColumnStore:
    """The loaded columns. `solid` is the state number that stands below the world."""

    def __init__(self, solid: int) -> None:
        self._solid = solid
        self._pool: npt.NDArray[np.uint16] = np.zeros((_FIRST_ROOM, *SHAPE), dtype=np.uint16)
        self._free = list(range(_FIRST_ROOM - 1, _OUTSIDE, -1))
        self._columns: dict[ColumnPos, Column] = {}
        self._dirty: set[ColumnPos] = set()

    # ------------------------------------------------------------------ reading

    def state_at(self, pos: Pos) -> int | None:
        """The state number at a block: air above the world, solid below it, None where no column is loaded."""
        x, y, z = pos
        column = self._columns.get((x >> 4, z >> 4))
        if column is None:
            return None
        if 0 <= y < HEIGHT:
            return int(self._pool[column.slot, x & 15, y, z & 15])
        return 0 if y >= HEIGHT else self._solid

    def states(self, xs: Ints, ys: Ints, zs: Ints) -> npt.NDArray[np.integer]:
        """The state numbers at many blocks, arrays that broadcast: -1 where no column is loaded. `ys` lie within the
        columns. This is the `StatesAt` of server.shared.voxel.collision."""
        cx, cz = np.broadcast_arrays(xs >> 4, zs >> 4)
        columns, which = np.unique(cx * (1 << 32) + cz, return_inverse=True)
        slots = np.array([self._slot_of(key) for key in columns.tolist()], dtype=np.int64)[which.reshape(cx.shape)]
        found: Ints = self._pool[slots, xs & 15, ys, zs & 15].astype(np.int64)
        if (slots == _OUTSIDE).any():
            found[np.broadcast_to(slots == _OUTSIDE, found.shape)] = -1
        return found

    def column(self, at: ColumnPos) -> Column | None:
        """A loaded column, or None."""
        return self._columns.get(at)

    def blocks(self, at: ColumnPos) -> Blocks:
        """A loaded column's blocks, to be read at once and not kept. Raises KeyError when it is not loaded."""
        blocks: Blocks = self._pool[self._columns[at].slot]
        return blocks

    def loaded(self) -> Iterable[ColumnPos]:
        """Where the loaded columns are."""
        return tuple(self._columns)

    def __contains__(self, at: ColumnPos) -> bool:
        return at in self._columns

    def __len__(self) -> int:
        return len(self._columns)

    # ------------------------------------------------------------------ writing

    def insert(self, at: ColumnPos, blocks: Blocks, revision: int, *, packed: bytes = b"", new: bool = False) -> None:
        """Take in a column that was loaded, or made (`new`: it is stored with the next tick). One that is already
        here stays as it is."""
        if at in self._columns:
            return
        if not self._free:
            self._make_room()
        column = Column(self._free.pop(), revision, packed, revision if packed else -1)
        self._pool[column.slot] = blocks
        self._columns[at] = column
        if new:
            self._dirty.add(at)

    def apply(self, block_edits: dict[Pos, tuple[int, int]]) -> None:
        """Make a change set's edits true: every column that it changes gets the next revision."""
        touched: set[ColumnPos] = set()
        for (x, y, z), (_, after) in block_edits.items():
            column = self._columns[(x >> 4, z >> 4)]
            self._pool[column.slot, x & 15, y, z & 15] = after
            touched.add((x >> 4, z >> 4))
        for at in touched:
            self._columns[at].revision += 1
        self._dirty |= touched

    def take_dirty(self) -> dict[ColumnPos, tuple[int, bytes]]:
        """The columns that changed since the last call: revision and raw bytes, copies of their own."""
        dirty, self._dirty = self._dirty, set()
        return {at: (self._columns[at].revision, to_raw(self._pool[self._columns[at].slot])) for at in dirty}

    def unload(self, at: ColumnPos) -> bool:
        """Let go of a column; one that is still to be stored stays. Tells whether it went."""
        if at in self._dirty or at not in self._columns:
            return False
        self._free.append(self._columns.pop(at).slot)
        return True

    def _slot_of(self, key: int) -> int:
        cx = (key + (1 << 31)) >> 32
        column = self._columns.get((cx, key - (cx << 32)))
        return _OUTSIDE if column is None else column.slot

    def _make_room(self) -> None:
        room = len(self._pool)
        pool = np.zeros((2 * room, *SHAPE), dtype=np.uint16)
        pool[:room] = self._pool
        self._pool = pool
        self._free = list(range(2 * room - 1, room - 1, -1))


def edits_by_column(block_edits: dict[Pos, tuple[int, int]]) -> dict[ColumnPos, tuple[tuple[int, int], ...]]:
    """A change set's edits as they travel: by column, flat indices with their new states."""
    grouped: dict[ColumnPos, list[tuple[int, int]]] = {}
    for (x, y, z), (_, after) in block_edits.items():
        grouped.setdefault(column_of(x, z), []).append((flat_index(x, y, z), after))
    return {at: tuple(changes) for at, changes in grouped.items()}
