"""Soft things and bone: wools, and the bone block."""

import numpy as np

from assets.paint.brush import HOLE, Picture, Ramp, colour, drift, lay, scatter, shared_out, without_specks
from assets.paint.palette import BONE_RAMP, LIME_WOOL, WOOL


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {
        "white_wool": wool(WOOL),
        "lime_wool": wool(LIME_WOOL),
        "bone_block_side": bone_side(),
        "bone_block_top": bone_top(),
    }
    return {f"minecraft/textures/block/{name}.png": picture for name, picture in painted.items()}


def wool(dyed: Ramp) -> Picture:
    """Rows of knitted stitches, each a small V, thicker and thinner like spun by hand."""
    y, x = np.mgrid[0:16, 0:16]
    stitch = np.array([[3, 2, 2, 3], [3, 3, 2, 2], [1, 3, 3, 2], [2, 1, 1, 1]], dtype=np.int16)[
        y % 4, (x + 2 * (y // 4)) % 4
    ]
    soft = without_specks(shared_out(drift(101, 4, 4), (2, 5, 2)), 1) - 1
    return colour(np.clip(stitch + soft, 0, 4).astype(np.int16), dyed)


def bone_side() -> Picture:
    """Long bones side by side, pale ridges with warm hollows between."""
    profile = np.array([1, 3, 4, 5, 4, 3, 2, 1, 3, 4, 4, 3, 1, 3, 5, 4], dtype=np.int16)
    tones = np.tile(profile, (16, 1))
    worn = drift(111, 3, 8)
    tones = tones - (worn > 0.68) + (worn < 0.2)
    tones[0] -= 1
    tones[15] -= 1
    for x, y, run in ((3, 4, 2), (9, 9, 2), (14, 12, 2), (5, 13, 1), (14, 3, 1)):
        tones[y : y + run, x] -= 2
    return colour(np.clip(tones, 0, 5).astype(np.int16), BONE_RAMP)


def bone_top() -> Picture:
    """A cut bone: hard pale rim, porous marrow within."""
    y, x = np.mgrid[0:16, 0:16]
    edge = np.minimum(np.minimum(x, 15 - x), np.minimum(y, 15 - y))
    tones = np.array([2, 4, 5, 4, 3, 3, 3, 3], dtype=np.int16)[edge]
    tones = np.where((edge >= 4) & (scatter(121) > 0.74), 1, tones)
    hollow = np.where((edge == 4) & (x + y > 15), 2, HOLE)
    return lay(colour(tones.astype(np.int16), BONE_RAMP), colour(hollow.astype(np.int16), BONE_RAMP))
