"""The lie of the land: heights, and which landscape covers a place. Everything is an array over places, by seed."""

from dataclasses import dataclass
from typing import Final

import numpy as np

from ..shared.voxel.collision import Floats, Ints
from .noise import chance, noise, rough_noise, scattered, smooth_step

SEA: Final = 62
"""The highest block of a lake's water."""
TOP: Final = 108
"""No ground is higher, so that trees fit below the ceiling."""

PLAINS, OAK_GROVE, BIRCH_GROVE, SPRUCE_HILLS, CHERRY_MEADOW = range(5)
LANDSCAPES: Final = 5
_RELIEF: Final = np.array([2.5, 5.0, 4.5, 15.0, 5.0])
"""By landscape: how far its hills rise and fall, in blocks."""
_LIFT: Final = np.array([0.0, 1.5, 1.0, 8.0, 4.0])
"""By landscape: how much higher it lies as a whole."""
_REGION: Final = 72
"""Blocks between the middles of two neighbouring landscapes."""

_AROUND: Final = np.array([(dx, dz) for dx in (-1, 0, 1) for dz in (-1, 0, 1)])

HOME_EDGES: Final = (-13, -11, 13, 24)
"""x0 z0 x1 z1 of the level ground around the spawn."""
_HOME_SLOPE: Final = 26.0
"""Blocks over which the level ground blends into the land around it."""


@dataclass(frozen=True, slots=True)
class Land:
    """What lies at places: the height of the highest ground block, and the landscape."""

    height: Ints
    landscape: Ints


class Terrain:
    """The land of one seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._ring = _first_ring(seed)
        origin = np.zeros(1)
        self.home = int(np.clip(np.floor(self._wild(origin, origin, self._regions(origin, origin)[0])[0]), SEA + 4, 72))
        """Height of the level ground around the spawn."""

    def land(self, x: Ints, z: Ints) -> Land:
        """The land at places, in blocks; any shape."""
        fx, fz = x.astype(np.float64), z.astype(np.float64)
        weights, landscape = self._regions(fx, fz)
        wild = self._wild(fx, fz, weights)
        x0, z0, x1, z1 = HOME_EDGES
        away = np.hypot(np.maximum(np.maximum(x0 - fx, fx - x1), 0.0), np.maximum(np.maximum(z0 - fz, fz - z1), 0.0))
        share = smooth_step(0.0, _HOME_SLOPE, away)
        ripples = noise(self.seed, 15, fx, fz, 9.0) * np.minimum(1.0, 5.0 * share) * 0.55
        height = np.floor(self.home + 0.5 + (wild - self.home - 0.5) * share + ripples)
        return Land(np.clip(height, 8, TOP).astype(np.int64), landscape)

    def _wild(self, x: Floats, z: Floats, weights: Floats) -> Floats:
        relief = weights @ _RELIEF
        lift = weights @ _LIFT
        hills = rough_noise(self.seed, 11, x, z, 76.0, 3)
        broad = noise(self.seed, 12, x, z, 210.0) * 5.0
        lakes = noise(self.seed, 13, x, z, 120.0)
        height: Floats = 67.5 + lift + broad + hills * relief + noise(self.seed, 14, x, z, 14.0) * 0.7
        return height + (SEA - 7.0 - height) * smooth_step(0.30, 0.62, lakes)

    def _regions(self, x: Floats, z: Floats) -> tuple[Floats, Ints]:
        """How much each landscape weighs at places (last axis LANDSCAPES, sum 1), and which one covers them."""
        x = x + noise(self.seed, 21, x, z, 34.0) * 14.0
        z = z + noise(self.seed, 22, x, z, 34.0) * 14.0
        cx, cz = np.floor(x / _REGION + 0.5).astype(np.int64), np.floor(z / _REGION + 0.5).astype(np.int64)
        near = (slice(None), *[None] * x.ndim)
        kind, distance = self._region(cx + _AROUND[:, 0][near], cz + _AROUND[:, 1][near], x, z)
        weight = np.exp(-((distance / 26.0) ** 2))
        weights = np.stack([(weight * (kind == each)).sum(axis=0) for each in range(LANDSCAPES)], axis=-1)
        covering = np.take_along_axis(kind, distance.argmin(axis=0)[None], axis=0)[0]
        return weights / weights.sum(axis=-1, keepdims=True), covering

    def _region(self, cx: Ints, cz: Ints, x: Floats, z: Floats) -> tuple[Ints, Floats]:
        near_home = np.maximum(abs(cx), abs(cz)) <= 1
        anywhere = (scattered(self.seed, 23, cx, cz) % np.uint64(LANDSCAPES)).astype(np.int64)
        kind = np.where(near_home, self._ring[np.clip(cx + 1, 0, 2), np.clip(cz + 1, 0, 2)], anywhere)
        shift = np.where(near_home, 16.0, 44.0)
        middle_x = cx * _REGION + (chance(self.seed, 24, cx, cz) - 0.5) * shift
        middle_z = cz * _REGION + (chance(self.seed, 25, cx, cz) - 0.5) * shift
        return kind, np.hypot(x - middle_x, z - middle_z)


def _first_ring(seed: int) -> Ints:
    """The landscapes around the spawn, 3 x 3: open land in the middle, every wood in one of the directions."""
    around = [OAK_GROVE, BIRCH_GROVE, SPRUCE_HILLS, CHERRY_MEADOW, OAK_GROVE, BIRCH_GROVE, CHERRY_MEADOW, PLAINS]
    order = np.argsort(scattered(seed, 26, np.arange(8), np.zeros(8, dtype=np.int64)))
    ring = np.insert(np.array(around)[order], 4, PLAINS)
    return ring.reshape(3, 3).astype(np.int64)
