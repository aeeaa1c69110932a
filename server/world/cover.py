"""What grows on the ground and lies half in it: grass, ferns, flowers, wild cotton and old bones."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ..shared.voxel.collision import Floats, Ints
from ..shared.voxel.columns import WIDTH
from .noise import chance, noise, scattered
from .terrain import HOME_EDGES, SEA, Land, Terrain

BARE, GRASS, FERN, DANDELION, POPPY, CORNFLOWER, COTTON = range(7)

_GRASS: Final = np.array([0.22, 0.14, 0.16, 0.08, 0.20])
_FERN: Final = np.array([0.012, 0.06, 0.03, 0.13, 0.012])
_FLOWERS: Final = np.array([0.05, 0.03, 0.05, 0.004, 0.09])
"""By landscape: the share of ground under each of them where it is common."""
_COTTON_CELL: Final = 20
"""Blocks along a square in which at most one patch of wild cotton grows."""
_COTTON_SHARE: Final = 0.55
_BONE_CELL: Final = 26
"""Blocks along a square in which at most one fossil lies."""
_BONE_SHARE: Final = 0.55
BONE_REACH: Final = 4


@dataclass(frozen=True, slots=True)
class Fossil:
    """Old bones: the ground block in their middle, whether the spine runs along x, and their size 0 to 2."""

    x: int
    y: int
    z: int
    along_x: bool
    size: int


def cover(terrain: Terrain, x: Ints, z: Ints, land: Land) -> Ints:
    """What grows on each place of grassy ground; two-dimensional arrays of blocks."""
    seed, kind = terrain.seed, land.landscape
    fx, fz = x.astype(np.float64), z.astype(np.float64)
    lot = chance(seed, 51, x, z)
    grown = np.full(x.shape, BARE, dtype=np.int64)
    tufts = 1.0 + noise(seed, 52, fx, fz, 16.0)
    grown[lot < _GRASS[kind] * tufts] = GRASS
    grown[chance(seed, 53, x, z) < _FERN[kind] * (1.0 + 1.2 * noise(seed, 54, fx, fz, 18.0))] = FERN
    bloom = np.clip(2.4 * noise(seed, 55, fx, fz, 20.0), 0.0, 2.0)
    flower = DANDELION + np.floor(1.5 + 2.2 * noise(seed, 56, fx, fz, 30.0)).clip(0, 2).astype(np.int64)
    blooms = chance(seed, 57, x, z) < _FLOWERS[kind] * bloom
    grown[blooms] = flower[blooms]
    grown[chance(seed, 58, x, z) < _cotton(terrain, x, z)] = COTTON
    return grown


def _cotton(terrain: Terrain, x: Ints, z: Ints) -> Floats:
    """How thick wild cotton grows at places: patches around hashed middles."""
    seed = terrain.seed
    thick = np.zeros(x.shape)
    cell_x, cell_z = x // _COTTON_CELL, z // _COTTON_CELL
    for dx in (-1, 0, 1):
        for dz in (-1, 0, 1):
            cx, cz = cell_x + dx, cell_z + dz
            bits = scattered(seed, 61, cx, cz)
            middle_x = cx * _COTTON_CELL + (bits % np.uint64(_COTTON_CELL)).astype(np.int64)
            middle_z = cz * _COTTON_CELL + (bits // np.uint64(64) % np.uint64(_COTTON_CELL)).astype(np.int64)
            there = chance(seed, 62, cx, cz) < _COTTON_SHARE
            away = np.hypot(x - middle_x, z - middle_z)
            thick = np.maximum(thick, np.where(there, np.clip(0.55 - away / 8.0, 0.0, 0.5), 0.0))
    return thick


def fossils_near(terrain: Terrain, cx: int, cz: int) -> list[Fossil]:
    """Every fossil that may reach into a column."""
    low_x, low_z = cx * WIDTH - BONE_REACH, cz * WIDTH - BONE_REACH
    high_x, high_z = cx * WIDTH + WIDTH + BONE_REACH, cz * WIDTH + WIDTH + BONE_REACH
    gx, gz = np.meshgrid(
        np.arange(low_x // _BONE_CELL, high_x // _BONE_CELL + 1),
        np.arange(low_z // _BONE_CELL, high_z // _BONE_CELL + 1),
        indexing="ij",
    )
    seed = terrain.seed
    bits = scattered(seed, 63, gx, gz)
    x = gx * _BONE_CELL + (bits % np.uint64(_BONE_CELL)).astype(np.int64)
    z = gz * _BONE_CELL + (bits // np.uint64(64) % np.uint64(_BONE_CELL)).astype(np.int64)
    height = terrain.land(x, z).height
    x0, z0, x1, z1 = HOME_EDGES
    at_home = (x > x0 - BONE_REACH) & (x < x1 + BONE_REACH) & (z > z0 - BONE_REACH) & (z < z1 + BONE_REACH)
    lies = (chance(seed, 64, gx, gz) < _BONE_SHARE) & ~at_home & (height > SEA)
    along = (bits // np.uint64(8192) % np.uint64(2)).astype(np.int64)
    size = (bits // np.uint64(32768) % np.uint64(3)).astype(np.int64)
    rows = np.stack([x, height, z, along, size], axis=-1)[lies].tolist()
    return [Fossil(x, y, z, bool(along), size) for x, y, z, along, size in rows]
