"""Small grounds to move on: blocks given by hand, everything else air, over a level floor with its top at y = 64."""

from collections.abc import Mapping

import numpy as np

from server.shared.voxel.collision import StatesAt, Terrain, states_of
from server.shared.voxel.columns import SHAPE, Blocks
from server.shared.voxel.states import StateInfo, StateTable

Pos = tuple[int, int, int]

AIR, STONE, WATER, SLAB, CHAIR, FENCE, PLANT, STAIRS = range(8)
TABLE = StateTable(
    (
        StateInfo("minecraft:air", (), (), opaque=False),
        StateInfo("minecraft:stone"),
        StateInfo("minecraft:water", (), (), opaque=False, liquid=True),
        StateInfo("minecraft:slab", ((0, 0, 0, 16, 8, 16),), ((0, 0, 0, 16, 8, 16),), opaque=False),
        StateInfo("minecraft:chair", ((2, 0, 2, 14, 8, 14), (2, 8, 12, 14, 16, 14)), opaque=False),
        StateInfo("minecraft:fence", ((6, 0, 6, 10, 24, 10),), ((6, 0, 6, 10, 24, 10),), opaque=False),
        StateInfo("minecraft:plant", (), ((4, 0, 4, 12, 12, 12),), opaque=False),
        StateInfo("minecraft:stairs", ((0, 0, 0, 16, 8, 16), (0, 8, 8, 16, 16, 16)), opaque=False),
    )
)
FLOOR = 64
"""The height of the floor's top."""


class Ground:
    """Columns from -2 to 2 along both axes with a floor, and blocks set by hand."""

    def __init__(self, blocks: Mapping[Pos, int] | None = None, *, floor: bool = True) -> None:
        self.columns: dict[tuple[int, int], Blocks] = {}
        for cx in range(-2, 3):
            for cz in range(-2, 3):
                self.columns[cx, cz] = np.zeros(SHAPE, dtype=np.uint16)
                self.columns[cx, cz][:, 40:FLOOR] = STONE if floor else AIR
        for pos, state in (blocks or {}).items():
            self.set(pos, state)

    def set(self, pos: Pos, state: int) -> None:
        x, y, z = pos
        self.columns[x >> 4, z >> 4][x & 15, y, z & 15] = state

    def unload(self, cx: int, cz: int) -> None:
        del self.columns[cx, cz]

    @property
    def states(self) -> StatesAt:
        return states_of(lambda cx, cz: self.columns.get((cx, cz)))

    @property
    def terrain(self) -> Terrain:
        return Terrain(TABLE, self.states)
