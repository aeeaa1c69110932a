"""The columns a client holds, by revision, with predicted block edits lying over what the server has said.

Whoever draws the world takes the coordinates of what changed from `changed`; an edit at a border marks the
neighbour too, since its faces may come into view.
"""

from dataclasses import dataclass, field
from typing import Final

from server.shared.protocol.world import BlockChanges, ColumnData, ColumnWanted
from server.shared.voxel.columns import HEIGHT, WIDTH, Blocks, ColumnPos, UnreadableColumn, column_of, unpack
from server.shared.voxel.states import StateTable

BlockAt = tuple[int, int, int]
_BLOCKS: Final = WIDTH * HEIGHT * WIDTH


@dataclass(slots=True)
class Column:
    """One column: `blocks` of shape (16, 128, 16) indexed x, y, z, and the revision they stand at."""

    blocks: Blocks
    revision: int


@dataclass(slots=True)
class _Predicted:
    """A block shown before the server confirmed it: what the server last said, and the requests still open."""

    truth: int
    shown: int
    requests: list[int] = field(default_factory=list)


class Columns:
    """All columns in view."""

    def __init__(self, states: StateTable) -> None:
        self.states = states
        self.columns: dict[ColumnPos, Column] = {}
        self.changed: set[ColumnPos] = set()
        self._predicted: dict[BlockAt, _Predicted] = {}

    def block(self, pos: BlockAt) -> int:
        """The state number at a block; 0 (air) where no column is held or above and below the world."""
        x, y, z = pos
        column = self.columns.get(column_of(x, z))
        if column is None or not 0 <= y < HEIGHT:
            return 0
        return int(column.blocks[x & 15, y, z & 15])

    def array_at(self, cx: int, cz: int) -> Blocks | None:
        """A column's blocks, or None where it is not here: how motion and rays look blocks up."""
        column = self.columns.get((cx, cz))
        return column.blocks if column else None

    def holds(self, x: float, z: float) -> bool:
        """Whether the column that contains this place is here."""
        return (int(x // 16), int(z // 16)) in self.columns

    def take(self, message: ColumnData) -> bool:
        """Take in a whole column; an older revision than the one held is left out. Raises UnreadableColumn, also for
        a state that the server never introduced."""
        key = (message.cx, message.cz)
        held = self.columns.get(key)
        if held is not None and message.revision < held.revision:
            return False
        blocks = unpack(message.blocks)
        self._check_state(int(blocks.max()))
        self.columns[key] = Column(blocks, message.revision)
        self._lay_predictions_over(key)
        cx, cz = key
        around = {(cx + dx, cz + dz) for dx in (-1, 0, 1) for dz in (-1, 0, 1)}
        self.changed |= around & self.columns.keys()
        return True

    def forget(self, cx: int, cz: int) -> None:
        """The column is out of view. It stays named in `changed`, so that its mesh goes too."""
        if self.columns.pop((cx, cz), None) is not None:
            self.changed.add((cx, cz))
        for pos in [pos for pos in self._predicted if column_of(pos[0], pos[2]) == (cx, cz)]:
            del self._predicted[pos]

    def apply(self, message: BlockChanges) -> ColumnWanted | None:
        """Take in block changes; answers with the request for the whole column when some were missed. Raises
        UnreadableColumn for a place outside of the column, and for an unknown state."""
        column = self.columns.get((message.cx, message.cz))
        if column is None or message.revision <= column.revision:
            return None
        if message.revision != column.revision + 1:
            return ColumnWanted(cx=message.cx, cz=message.cz)
        column.revision = message.revision
        for index, state in message.changes:
            if index >= _BLOCKS:
                raise UnreadableColumn(f"A change names block {index} of a column that has {_BLOCKS}.")
            self._check_state(state)
            x, y, z = message.cx * 16 + (index >> 11), (index >> 4) % HEIGHT, message.cz * 16 + (index & 15)
            predicted = self._predicted.get((x, y, z))
            if predicted is not None:
                predicted.truth = state
            else:
                self._show((x, y, z), state)
        return None

    def predict(self, request: int, pos: BlockAt, state: int) -> None:
        """Show a block edit at once; `settle` with the same request number ends it."""
        if column_of(pos[0], pos[2]) not in self.columns:
            return
        predicted = self._predicted.setdefault(pos, _Predicted(self.block(pos), state))
        predicted.shown = state
        predicted.requests.append(request)
        self._show(pos, state)

    def settle(self, request: int) -> None:
        """The request was answered, either way: once none is open on a block, it shows what the server said."""
        for pos, predicted in list(self._predicted.items()):
            if request in predicted.requests:
                predicted.requests.remove(request)
                if not predicted.requests:
                    del self._predicted[pos]
                    self._show(pos, predicted.truth)

    def _check_state(self, state: int) -> None:
        if state >= len(self.states):
            raise UnreadableColumn(f"A block has the state {state}, and the server named {len(self.states)} states.")

    def _show(self, pos: BlockAt, state: int) -> None:
        x, y, z = pos
        column = self.columns[column_of(x, z)]
        if int(column.blocks[x & 15, y, z & 15]) == state:
            return
        column.blocks[x & 15, y, z & 15] = state
        for dx in (-1, 0, 1):
            for dz in (-1, 0, 1):
                key = column_of(x + dx, z + dz)
                if key in self.columns:
                    self.changed.add(key)

    def _lay_predictions_over(self, key: ColumnPos) -> None:
        blocks = self.columns[key].blocks
        for (x, y, z), predicted in self._predicted.items():
            if column_of(x, z) == key:
                predicted.truth = int(blocks[x & 15, y, z & 15])
                blocks[x & 15, y, z & 15] = predicted.shown
