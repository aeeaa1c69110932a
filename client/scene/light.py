"""Light as arrays: sky light that falls and spreads, and the light of lanterns, each flooding by one step a block.

A flood is a dilation of the whole array, repeated as often as light has steps; nothing loops over blocks.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

BRIGHTEST: Final = 15
Levels = npt.NDArray[np.uint8]
"""Light from 0 to 15, indexed x, y, z."""


def sky_light(opaque: npt.NDArray[np.bool_], dims: npt.NDArray[np.uint8]) -> Levels:
    """Light from above: full under the open sky, less by `dims` of every block above and in the cell, then spread.

    The array's top is open sky. Opaque cells hold none."""
    loss = np.where(opaque, np.uint8(BRIGHTEST + 1), dims)
    fallen = np.minimum(np.cumsum(loss[:, ::-1], axis=1, dtype=np.uint16)[:, ::-1], BRIGHTEST)
    return flood((BRIGHTEST - fallen).astype(np.uint8), opaque)


def lamp_light(emitted: Levels, opaque: npt.NDArray[np.bool_]) -> Levels:
    """Light of glowing blocks; an opaque one that glows lights the cells around it."""
    return flood(emitted, opaque)


def flood(levels: Levels, opaque: npt.NDArray[np.bool_]) -> Levels:
    """Spread light: a cell takes its brightest neighbour's level less one. Opaque cells keep what they had and take
    nothing. Stops as soon as nothing changes."""
    result = levels.copy()
    passes = np.where(opaque, np.uint8(0), np.uint8(255))
    best = np.empty_like(result)
    for _ in range(BRIGHTEST - 1):
        best[:] = 0
        np.maximum(best[1:], result[:-1], out=best[1:])
        np.maximum(best[:-1], result[1:], out=best[:-1])
        np.maximum(best[:, 1:], result[:, :-1], out=best[:, 1:])
        np.maximum(best[:, :-1], result[:, 1:], out=best[:, :-1])
        np.maximum(best[:, :, 1:], result[:, :, :-1], out=best[:, :, 1:])
        np.maximum(best[:, :, :-1], result[:, :, 1:], out=best[:, :, :-1])
        best -= best > 0
        best &= passes
        if not (best > result).any():
            break
        np.maximum(result, best, out=result)
    return result
