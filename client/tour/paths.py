"""Ways through the blocks that a client holds: a search over places where a body can stand."""

import heapq
import math
from collections.abc import Callable, Iterator

from client.model.chunks import Columns

Cell = tuple[int, int, int]

MOST_CELLS = 60_000
"""Places looked at before a search gives up."""
DEEPEST_FALL = 3
_STEPS = tuple((dx, dz) for dx in (-1, 0, 1) for dz in (-1, 0, 1) if dx or dz)


class Ground:
    """Where a body can stand, as the columns show it."""

    def __init__(self, columns: Columns) -> None:
        self._columns = columns

    def free(self, cell: Cell) -> bool:
        """Whether nothing is in the way at this block."""
        state = self._columns.states[self._columns.block(cell)]
        return not state.collision and not state.liquid

    def floor(self, cell: Cell) -> bool:
        """Whether one stands on top of this block."""
        return any(
            box[4] == 16 and box[:4:3] == (0, 16) for box in self._columns.states[self._columns.block(cell)].collision
        )

    def stands(self, cell: Cell) -> bool:
        """Whether a body has room with its feet in this block."""
        x, y, z = cell
        return self.floor((x, y - 1, z)) and self.free(cell) and self.free((x, y + 1, z))

    def next(self, cell: Cell) -> Iterator[tuple[Cell, float]]:
        """The places one step away, with what the step costs in blocks."""
        x, y, z = cell
        for dx, dz in _STEPS:
            if dx and dz and not (self._passable((x + dx, y, z)) and self._passable((x, y, z + dz))):
                continue
            length = math.hypot(dx, dz)
            if self.stands((x + dx, y, z + dz)):
                yield (x + dx, y, z + dz), length
            elif not (dx and dz):
                yield from self._up_or_down(cell, dx, dz)

    def _up_or_down(self, cell: Cell, dx: int, dz: int) -> Iterator[tuple[Cell, float]]:
        x, y, z = cell
        if self.stands((x + dx, y + 1, z + dz)) and self.free((x, y + 2, z)):
            yield (x + dx, y + 1, z + dz), 2.0
        elif self._passable((x + dx, y, z + dz)):
            for fall in range(1, DEEPEST_FALL + 1):
                if self.stands((x + dx, y - fall, z + dz)):
                    yield (x + dx, y - fall, z + dz), 1.0 + 0.5 * fall
                    return
                if not self.free((x + dx, y - fall, z + dz)):
                    return

    def _passable(self, cell: Cell) -> bool:
        x, y, z = cell
        return self.free(cell) and self.free((x, y + 1, z))


def way(ground: Ground, start: Cell, arrived: Callable[[Cell], bool], towards: Cell) -> list[Cell] | None:
    """The cheapest way from a place to one that will do, or None when there is none near enough to find."""

    def guess(cell: Cell) -> float:
        return math.hypot(cell[0] - towards[0], cell[2] - towards[2])

    best = {start: 0.0}
    came: dict[Cell, Cell] = {}
    border = [(guess(start), start)]
    while border and len(best) < MOST_CELLS:
        _, cell = heapq.heappop(border)
        if arrived(cell):
            steps = [cell]
            while steps[-1] in came:
                steps.append(came[steps[-1]])
            return steps[::-1]
        for after, cost in ground.next(cell):
            length = best[cell] + cost
            if length < best.get(after, math.inf):
                best[after] = length
                came[after] = cell
                heapq.heappush(border, (length + guess(after), after))
    return None
