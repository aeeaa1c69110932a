"""Smooth chance by seed and place: hashes, equal on every machine, and gradient noise over whole arrays."""

from typing import Final

import numpy as np
import numpy.typing as npt

from ..shared.voxel.collision import Floats, Ints

_X: Final = np.uint64(0x9E3779B97F4A7C15)
_Z: Final = np.uint64(0xC2B2AE3D27D4EB4F)
_MIX1: Final = np.uint64(0xBF58476D1CE4E5B9)
_MIX2: Final = np.uint64(0x94D049BB133111EB)
_SCALE: Final = 1.0 / 2**53


def scattered(seed: int, salt: int, x: Ints, z: Ints) -> npt.NDArray[np.uint64]:
    """64 well-mixed bits for each place; another `salt` gives independent ones."""
    start = np.uint64((seed * 0x5851F42D4C957F2D + salt * 0x14057B7EF767814F) & 0xFFFFFFFFFFFFFFFF)
    bits = x.astype(np.uint64) * _X + z.astype(np.uint64) * _Z + start
    bits = (bits ^ (bits >> np.uint64(30))) * _MIX1
    bits = (bits ^ (bits >> np.uint64(27))) * _MIX2
    return bits ^ (bits >> np.uint64(31))


def chance(seed: int, salt: int, x: Ints, z: Ints) -> Floats:
    """A number in [0, 1) for each place."""
    return (scattered(seed, salt, x, z) >> np.uint64(11)).astype(np.float64) * _SCALE


def noise(seed: int, salt: int, x: Floats, z: Floats, scale: float) -> Floats:
    """Gradient noise of about -1 to 1 whose hills are `scale` blocks apart."""
    x, z = x / scale, z / scale
    x0, z0 = np.floor(x), np.floor(z)
    fx, fz = x - x0, z - z0
    ix, iz = x0.astype(np.int64), z0.astype(np.int64)
    # The four corners of each place's cell along new first axes, so that one pass serves them all.
    across = (slice(None), *[None] * x.ndim)
    dx, dz = np.arange(2)[across][:, None], np.arange(2)[across][None]
    slopes = _slope(seed, salt, ix + dx, iz + dz, fx - dx, fz - dz)
    near_far = slopes[0] + _fade(fx) * (slopes[1] - slopes[0])
    height: Floats = (near_far[0] + _fade(fz) * (near_far[1] - near_far[0])) * 1.5
    return height


def rough_noise(seed: int, salt: int, x: Floats, z: Floats, scale: float, octaves: int) -> Floats:
    """Noise with finer noise on top, each octave half as wide and half as high."""
    total = np.zeros(np.broadcast(x, z).shape)
    for octave in range(octaves):
        total += noise(seed, salt + 101 * octave, x, z, scale / 2**octave) / 2**octave
    return total


def smooth_step(low: float, high: float, value: Floats) -> Floats:
    """0 below `low`, 1 above `high`, smooth between."""
    t: Floats = np.clip((value - low) / (high - low), 0.0, 1.0)
    return t * t * (3.0 - 2.0 * t)


def _slope(seed: int, salt: int, ix: Ints, iz: Ints, dx: Floats, dz: Floats) -> Floats:
    angle = chance(seed, salt, ix, iz) * (2.0 * np.pi)
    slope: Floats = np.cos(angle) * dx + np.sin(angle) * dz
    return slope


def _fade(t: Floats) -> Floats:
    return t * t * t * (t * (t * 6.0 - 15.0) + 10.0)
