"""Where a body comes to stand: a place that became solid moves up to a free one, and who falls out comes back."""

import math
from collections.abc import Iterable
from typing import Final

import numpy as np

from ..engine.changes import Place
from ..shared.voxel import motion
from ..shared.voxel.collision import Terrain
from ..shared.voxel.columns import HEIGHT

VOID: Final = -20.0
"""Height of the feet below which a body has fallen out of the world."""
LIFTED: Final = "Something stands where you were; you were put above it."
FELL_OUT: Final = "You fell out of the world and woke up at the tavern, with all that you carried."


ASIDE: Final = (0.0, 1.0, -1.0, 2.0, -2.0)
"""Blocks east of the spawn at which newcomers arrive while others stand there."""


def known(terrain: Terrain, feet: Place) -> bool:
    """Whether every column that a body here reaches into is loaded."""
    low, high = motion.box(np.array([feet]), np.array([motion.STANDING]))
    x = np.floor([low[0, 0], high[0, 0]]).astype(np.int64)[:, None]
    z = np.floor([low[0, 2], high[0, 2]]).astype(np.int64)
    return bool((terrain.at(x, np.zeros((1, 1), dtype=np.int64), z) >= 0).all())


def free_place(terrain: Terrain, feet: Place) -> Place:
    """The place itself when a body fits there standing, else the lowest free one above it."""
    x, y, z = feet
    heights = np.array([y, *range(max(0, math.ceil(y)), HEIGHT + 1)], dtype=np.float64)
    places = np.column_stack((np.full(len(heights), x), heights, np.full(len(heights), z)))
    free = terrain.free(*motion.box(places, np.full(len(heights), motion.STANDING)))
    return x, float(heights[free.argmax()]), z


def beside_others(terrain: Terrain, spawn: Place, others: Iterable[Place]) -> Place:
    """The spawn, or when somebody stands there a free place to its sides; the spawn itself when there is none."""
    x, y, z = spawn
    taken = list(others)
    for place in [(x + aside, y, z) for aside in ASIDE]:
        crowded = any(abs(place[0] - other[0]) < 0.9 and abs(z - other[2]) < 0.9 for other in taken)
        if not crowded and (place == spawn or (known(terrain, place) and _stands(terrain, place))):
            return place
    return spawn


def _stands(terrain: Terrain, feet: Place) -> bool:
    """Whether a body fits here with ground under it."""
    x, y, z = feet
    fits, sinks = terrain.free(*motion.box(np.array([feet, (x, y - 0.5, z)]), np.full(2, motion.STANDING))).tolist()
    return bool(fits and not sinks)
