"""New columns: ground, cover, trees, bones and the tavern, as array operations; the same for a seed at any time."""

from typing import Final

import numpy as np
import numpy.typing as npt

from ..engine.changes import Pos
from ..shared.content import WOODS
from ..shared.voxel.collision import Ints
from ..shared.voxel.columns import HEIGHT, SHAPE, WIDTH, Blocks
from ..shared.voxel.states import StateTable, block_of
from . import cover, tavern_plan, trees
from .kinds import SOIL
from .noise import chance
from .structure import LEAVE, Stamp, stamp
from .tavern import Tavern
from .terrain import SEA, SPRUCE_HILLS, Land, Terrain

_SOIL_DEPTH: Final = 4
_STEEP: Final = 2
"""Steps of more blocks than this between neighbours show bare stone."""
_PLANTS: Final = {
    cover.GRASS: "minecraft:short_grass",
    cover.FERN: "minecraft:fern",
    cover.DANDELION: "minecraft:dandelion",
    cover.POPPY: "minecraft:poppy",
    cover.CORNFLOWER: "minecraft:cornflower",
    cover.COTTON: "voxtable:wild_cotton",
}


class Generator:
    """Makes the columns of one seed, in the state numbers of one world. Its columns may be made in worker threads."""

    def __init__(self, seed: int, states: StateTable) -> None:
        self.terrain = Terrain(seed)
        self.tavern = Tavern(self.terrain.home)
        self._number = states.number
        self._plants = np.zeros(len(_PLANTS) + 1, dtype=np.uint16)
        for plant, name in _PLANTS.items():
            self._plants[plant] = states.number(name)
        self._is_plant = np.isin(np.arange(len(states)), self._plants[1:])
        self._is_soil = np.array([block_of(state.name) in SOIL for state in states.states])
        self._yielding = self._is_plant.copy()
        self._yielding[0] = True
        self._trees = _tree_stamps(states)
        self._bones = _bone_stamps(states)
        self._tavern_at, self._tavern_stamp = _tavern_stamp(states, self.tavern)

    def column(self, cx: int, cz: int) -> Blocks:
        """A new column of shape (16, 128, 16)."""
        x, z = np.meshgrid(
            np.arange(cx * WIDTH - 1, cx * WIDTH + WIDTH + 1),
            np.arange(cz * WIDTH - 1, cz * WIDTH + WIDTH + 1),
            indexing="ij",
        )
        land = self.terrain.land(x, z)
        inner = slice(1, -1), slice(1, -1)
        middle = Land(land.height[inner], land.landscape[inner])
        x, z = x[inner], z[inner]
        top = self._top(x, z, middle, _drop_to_neighbours(land.height))
        blocks = self._ground(middle, top)
        self._grow(blocks, x, z, middle, top)
        corner = (cx * WIDTH, 0, cz * WIDTH)
        for fossil in cover.fossils_near(self.terrain, cx, cz):
            bones = self._bones[fossil.along_x][fossil.size]
            stamp(blocks, corner, (fossil.x - bones.shape[0] // 2, fossil.y, fossil.z - bones.shape[2] // 2), bones)
        self._plant_trees(blocks, corner, cx, cz)
        stamp(blocks, corner, self._tavern_at, self._tavern_stamp)
        rootless = self._is_plant[blocks[:, 1:]] & ~self._is_soil[blocks[:, :-1]]
        blocks[:, 1:][rootless] = 0
        return blocks

    def _top(self, x: Ints, z: Ints, land: Land, steep: Ints) -> npt.NDArray[np.uint16]:
        """The highest ground block of each place."""
        number = self._number
        bare = (steep > _STEEP) & (land.height > SEA + 1)
        bare |= (land.landscape == SPRUCE_HILLS) & (land.height > 92 + 4 * chance(self.terrain.seed, 71, x, z))
        shore = land.height <= SEA + (chance(self.terrain.seed, 72, x // 4, z // 4) < 0.6)
        deep = land.height < SEA - 4
        return np.select(
            [deep, shore, bare],
            [number("minecraft:gravel"), number("minecraft:sand"), number("minecraft:stone")],
            number("minecraft:grass_block"),
        ).astype(np.uint16)

    def _ground(self, land: Land, top: npt.NDArray[np.uint16]) -> Blocks:
        number = self._number
        y = np.arange(HEIGHT)[None, :, None]
        height = land.height[:, None, :]
        grassy = top == number("minecraft:grass_block")
        below = np.where(grassy, number("minecraft:dirt"), top).astype(np.uint16)[:, None, :]
        blocks = np.zeros(SHAPE, dtype=np.uint16)
        np.copyto(blocks, np.uint16(number("minecraft:water")), where=y <= SEA)
        np.copyto(blocks, np.uint16(number("minecraft:stone")), where=y <= height)
        np.copyto(blocks, below, where=(y <= height) & (y > height - _SOIL_DEPTH))
        np.copyto(blocks, top[:, None, :], where=y == height)
        blocks[:, 0, :] = number("minecraft:bedrock")
        return blocks

    def _grow(self, blocks: Blocks, x: Ints, z: Ints, land: Land, top: npt.NDArray[np.uint16]) -> None:
        plants = self._plants[cover.cover(self.terrain, x, z, land)]
        plants = np.where(top == self._number("minecraft:grass_block"), plants, np.uint16(0))
        ix, iz = np.indices(plants.shape)
        blocks[ix, land.height + 1, iz] = np.where(plants > 0, plants, blocks[ix, land.height + 1, iz])

    def _plant_trees(self, blocks: Blocks, corner: Pos, cx: int, cz: int) -> None:
        """All crowns first and then all trunks, so that no crown cuts a trunk, in whichever column it stands."""
        near = trees.trees_near(self.terrain, cx, cz)
        for part, yielding in ((0, self._yielding), (1, None)):
            for tree in near:
                at = (tree.x - trees.REACH, tree.y, tree.z - trees.REACH)
                stamp(blocks, corner, at, self._trees[tree.wood][tree.variant][part], yielding)


def _drop_to_neighbours(height: Ints) -> Ints:
    """How far the ground falls to the lowest of the four neighbours; two less each way than `height`."""
    middle = height[1:-1, 1:-1]
    around = np.stack([height[:-2, 1:-1], height[2:, 1:-1], height[1:-1, :-2], height[1:-1, 2:]])
    return np.asarray(middle - around.min(axis=0), dtype=np.int64)


def _tree_stamps(states: StateTable) -> list[list[tuple[Stamp, Stamp]]]:
    """By wood and variant: the crown and the wooden parts."""
    stamps = []
    for wood, variants in zip(WOODS, trees.shapes(), strict=True):
        leaves = np.array([LEAVE, states.number(f"minecraft:{wood}_leaves"), LEAVE, LEAVE, LEAVE], dtype=np.int32)
        logs = [states.number(f"minecraft:{wood}_log[axis={axis}]") for axis in ("y", "x", "z")]
        trunk = np.array([LEAVE, LEAVE, *logs], dtype=np.int32)
        stamps.append([(leaves[shape], trunk[shape]) for shape in variants])
    return stamps


def _bone_stamps(states: StateTable) -> tuple[list[Stamp], list[Stamp]]:
    """Fossils along z and along x, by size: a spine in the ground with ribs that stand out of it."""
    across = [_ribs(states, length, "z", "x") for length in (3, 5, 7)]
    along = [_ribs(states, length, "x", "z").transpose(2, 1, 0) for length in (3, 5, 7)]
    return across, along


def _ribs(states: StateTable, length: int, spine: str, rib: str) -> Stamp:
    bone = {axis: states.number(f"minecraft:bone_block[axis={axis}]") for axis in ("x", "y", "z")}
    bones = np.full((5, 3, length), LEAVE, dtype=np.int32)
    bones[2, 0, :] = bone[spine]
    bones[2, 1, 0] = bone[spine]
    for side in (1, 3):
        bones[side, 0, 1::2] = bone[rib]
    if length > 3:
        bones[0, 0:2, 1::2] = bone["y"]
        bones[4, 0:2, 3::2] = bone["y"]
        bones[0, 2, 3:4] = bone["y"]
    return bones


def _tavern_stamp(states: StateTable, place: Tavern) -> tuple[Pos, Stamp]:
    names = tavern_plan.draw().names
    low = tuple(min(pos[axis] for pos in names) for axis in range(3))
    size = tuple(max(pos[axis] for pos in names) - low[axis] + 1 for axis in range(3))
    numbers = np.full(size, LEAVE, dtype=np.int32)
    for (x, y, z), name in names.items():
        number = states.find(name)
        numbers[x - low[0], y - low[1], z - low[2]] = (
            states.number(tavern_plan.stand_in(name)) if number is None else number
        )
    corner = place.corner
    return (corner[0] + low[0], corner[1] + low[1], corner[2] + low[2]), numbers
