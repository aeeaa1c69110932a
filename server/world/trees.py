"""Trees: a few shapes of each wood, and where they grow. Both sides of a column's border work out the same trees."""

from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from ..shared.voxel.collision import Floats
from ..shared.voxel.columns import WIDTH
from .noise import chance, noise, scattered
from .terrain import BIRCH_GROVE, CHERRY_MEADOW, HOME_EDGES, OAK_GROVE, PLAINS, SEA, SPRUCE_HILLS, Terrain

NOTHING, LEAVES, LOG_Y, LOG_X, LOG_Z = range(5)
Shape = npt.NDArray[np.uint8]
"""A tree's parts, indexed x, y, z; its trunk stands in the middle of the lowest layer."""

OAK, BIRCH, SPRUCE, CHERRY = range(4)
REACH: Final = 6
"""Blocks that a crown reaches out from its trunk at most."""
VARIANTS: Final = 5
_SPACING: Final = 4
"""Blocks along a square in which at most one tree stands."""
_CLEAR: Final = 5
"""Blocks between a trunk and the level ground around the spawn."""

_SPECIES: Final = {
    PLAINS: (OAK, OAK, OAK, BIRCH),
    OAK_GROVE: (OAK, OAK, OAK, BIRCH),
    BIRCH_GROVE: (BIRCH, BIRCH, BIRCH, BIRCH),
    SPRUCE_HILLS: (SPRUCE, SPRUCE, SPRUCE, SPRUCE),
    CHERRY_MEADOW: (CHERRY, CHERRY, CHERRY, CHERRY),
}
_DENSITY: Final = np.array([0.02, 0.36, 0.38, 0.42, 0.13])
"""By landscape: the share of squares with a tree, where the woods are of middling thickness."""
_BY_LANDSCAPE: Final = np.array([_SPECIES[landscape] for landscape in range(len(_SPECIES))])


@dataclass(frozen=True, slots=True)
class Tree:
    """One tree: the block above the ground where its trunk starts, its wood, and its shape's number."""

    x: int
    y: int
    z: int
    wood: int
    variant: int


def trees_near(terrain: Terrain, cx: int, cz: int) -> list[Tree]:
    """Every tree that may reach into a column, in an order that all columns share."""
    first_x, first_z = (cx * WIDTH - REACH) // _SPACING, (cz * WIDTH - REACH) // _SPACING
    last_x, last_z = (cx * WIDTH + WIDTH + REACH) // _SPACING, (cz * WIDTH + WIDTH + REACH) // _SPACING
    gx, gz = np.meshgrid(np.arange(first_x, last_x + 1), np.arange(first_z, last_z + 1), indexing="ij")
    seed = terrain.seed
    bits = scattered(seed, 31, gx, gz)
    x = gx * _SPACING + (bits % np.uint64(_SPACING)).astype(np.int64)
    z = gz * _SPACING + (bits // np.uint64(16) % np.uint64(_SPACING)).astype(np.int64)
    land = terrain.land(x, z)
    thickness = 1.0 + 1.1 * noise(seed, 32, x.astype(np.float64), z.astype(np.float64), 24.0)
    grows = chance(seed, 33, gx, gz) < _DENSITY[land.landscape] * thickness
    x0, z0, x1, z1 = HOME_EDGES
    at_home = (x > x0 - _CLEAR) & (x < x1 + _CLEAR) & (z > z0 - _CLEAR) & (z < z1 + _CLEAR)
    grows &= (land.height > SEA + 1) & ~at_home
    wood = _BY_LANDSCAPE[land.landscape, (bits // np.uint64(256) % np.uint64(4)).astype(np.int64)]
    variant = (bits // np.uint64(4096) % np.uint64(VARIANTS)).astype(np.int64)
    found = np.stack([x, land.height + 1, z, wood, variant], axis=-1)[grows]
    return [Tree(*row) for row in found.tolist()]


def shapes() -> tuple[tuple[Shape, ...], ...]:
    """By wood and variant: every tree's shape."""
    return tuple(tuple(grow(variant) for variant in range(VARIANTS)) for grow in (_oak, _birch, _spruce, _cherry))


def _empty(height: int) -> Shape:
    return np.zeros((2 * REACH + 1, height, 2 * REACH + 1), dtype=np.uint8)


def _ragged(shape: Shape, salt: int) -> Floats:
    """A number in [0, 1) for each block of a shape, to make crowns uneven."""
    x, y, z = np.indices(shape.shape)
    return chance(salt, 41, np.asarray(x + 64 * y), np.asarray(z))


def _crown(shape: Shape, salt: int, middle: tuple[float, float, float], radii: tuple[float, float, float]) -> None:
    """Fill an ellipsoid with leaves, its rim uneven."""
    x, y, z = np.indices(shape.shape).astype(np.float64)
    away = np.sqrt(sum(((at - at0) / r) ** 2 for at, at0, r in zip((x, y, z), middle, radii, strict=True)))
    shape[(away + 0.30 * (_ragged(shape, salt) - 0.5) <= 1.0) & (shape == NOTHING)] = LEAVES


def _trunk(shape: Shape, height: int) -> None:
    shape[REACH, :height, REACH] = LOG_Y


def _oak(variant: int) -> Shape:
    tall = (5, 6, 5, 7, 8)[variant]
    shape = _empty(tall + 4)
    _trunk(shape, tall)
    wide = (2.7, 2.9, 3.2, 3.3, 3.8)[variant]
    _crown(shape, variant, (REACH, tall - 0.4, REACH), (wide, 2.5 + 0.1 * variant, wide))
    if variant >= 3:
        shape[REACH + 1 : REACH + 3, tall - 3, REACH] = LOG_X
        _crown(shape, 10 + variant, (REACH + 3, tall - 2.0, REACH + 0.5), (2.2, 1.7, 2.2))
        shape[REACH, tall - 4, REACH - 2 : REACH] = LOG_Z
        _crown(shape, 20 + variant, (REACH - 0.5, tall - 3.0, REACH - 3), (2.1, 1.6, 2.1))
    return shape


def _birch(variant: int) -> Shape:
    tall = (6, 7, 8, 9, 7)[variant]
    shape = _empty(tall + 3)
    _trunk(shape, tall)
    wide = (2.1, 2.3, 2.2, 2.4, 2.6)[variant]
    _crown(shape, 30 + variant, (REACH, tall - 1.2, REACH), (wide, 3.1, wide))
    shape[REACH, tall + 1, REACH] = LEAVES
    return shape


def _spruce(variant: int) -> Shape:
    tall = (9, 11, 12, 14, 8)[variant]
    shape = _empty(tall + 3)
    x, _, z = np.indices(shape.shape).astype(np.float64)
    away = np.hypot(x - REACH, z - REACH) + 0.5 * (_ragged(shape, 50 + variant) - 0.5)
    bare = 2 + variant % 2
    for y in range(bare, tall):
        share = (tall - y) / (tall - bare)
        wide = 0.7 + (2.8 + 0.15 * variant) * share * (1.0 if (tall - y) % 2 == 0 else 0.58)
        shape[:, y, :][away[:, y, :] <= wide] = LEAVES
    shape[REACH - 1 : REACH + 2, tall - 1, REACH] = shape[REACH, tall - 1, REACH - 1 : REACH + 2] = LEAVES
    shape[REACH, tall : tall + 1 + variant % 2, REACH] = LEAVES
    _trunk(shape, tall - 1)
    return shape


def _cherry(variant: int) -> Shape:
    tall = (4, 5, 4, 5, 6)[variant]
    shape = _empty(tall + 6)
    _trunk(shape, tall)
    wide = (3.3, 3.6, 3.9, 3.4, 4.1)[variant]
    _crown(shape, 60 + variant, (REACH, tall + 1.0, REACH), (wide, 1.9, wide))
    sides = ((1, 0), (-1, 0), (0, 1), (0, -1))
    for step_x, step_z in (sides[variant % 4], sides[(variant + 1 + variant % 2) % 4]):
        log = LOG_X if step_x else LOG_Z
        shape[REACH + step_x, tall - 1, REACH + step_z] = log
        shape[REACH + 2 * step_x, tall - 1, REACH + 2 * step_z] = log
        shape[REACH + 3 * step_x, tall - 1 : tall + 1, REACH + 3 * step_z] = LOG_Y
        middle = (REACH + 3 * step_x, tall + 1.2, REACH + 3 * step_z)
        _crown(shape, 70 + variant, middle, (2.6, 1.8, 2.6))
    # Blossom hangs down here and there below the rim of the crown.
    hanging = np.roll(shape, -1, axis=1) == LEAVES
    hanging &= (shape == NOTHING) & (_ragged(shape, 80 + variant) < 0.16)
    hanging[:, : tall - 2] = False
    shape[hanging] = LEAVES
    return shape
