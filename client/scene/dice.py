"""A die as a solid: which way its faces point, its rounded body, and where a ray or another die meets it.

A die has edges of length one and its middle as origin. One is up at rest, opposite faces add up to seven.
"""

from functools import lru_cache
from typing import Final

import numpy as np
import numpy.typing as npt

Vectors = npt.NDArray[np.float64]
"""Any number of vectors, shape (..., 3)."""
Rotations = npt.NDArray[np.float64]
"""Any number of rotations, shape (..., 3, 3), acting on column vectors."""

FACE_NORMALS: Final = np.array([(0, 1, 0), (0, 0, 1), (1, 0, 0), (-1, 0, 0), (0, 0, -1), (0, -1, 0)], dtype=np.float64)
"""Where the faces one to six look."""
# The direction in which the top of each face's picture lies.
_FACE_UPS: Final = np.array([(0, 0, -1), (0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 1, 0), (0, 0, 1)], dtype=np.float64)

ROUNDING: Final = 0.13
"""Radius of edges and corners."""
_STEPS: Final = 4
HALF: Final = 0.5

DIE_VERTEX: Final = np.dtype([("place", "<f4", (3,)), ("normal", "<f4", (3,)), ("uv", "<f4", (2,)), ("face", "<f4")])


def about_y(angle: float | npt.NDArray[np.float64]) -> Rotations:
    """Rotations about the upright axis, radians; shape (..., 3, 3)."""
    return _about(angle, 1)


def about_x(angle: float | npt.NDArray[np.float64]) -> Rotations:
    """Rotations about the x axis, radians; shape (..., 3, 3)."""
    return _about(angle, 0)


def _about(angle: float | npt.NDArray[np.float64], axis: int) -> Rotations:
    angles = np.asarray(angle, dtype=np.float64)
    one, two = (axis + 1) % 3, (axis + 2) % 3
    matrix = np.zeros((*angles.shape, 3, 3))
    matrix[..., axis, axis] = 1.0
    matrix[..., one, one] = matrix[..., two, two] = np.cos(angles)
    matrix[..., two, one] = np.sin(angles)
    matrix[..., one, two] = -np.sin(angles)
    return matrix


def facing_up(face: int, quarter: int = 0) -> Rotations:
    """The rotation that brings a face (1 to 6) to the top, turned by quarters about the upright axis."""
    normal = FACE_NORMALS[face - 1]
    to_top = {
        1: np.eye(3),
        6: about_x(np.pi),
        2: about_x(-np.pi / 2),
        5: about_x(np.pi / 2),
        3: _about(np.pi / 2, 2),
        4: _about(-np.pi / 2, 2),
    }[face]
    if not np.allclose(to_top @ normal, (0, 1, 0)):
        raise AssertionError(f"The face {face} is not brought to the top.")
    return np.asarray(about_y(quarter * np.pi / 2) @ to_top)


def upper_face(rotation: Rotations) -> int:
    """The face that looks up most."""
    return int(np.argmax((rotation @ FACE_NORMALS.T)[1])) + 1


def lowest_reach(rotations: Rotations) -> npt.NDArray[np.float64]:
    """How far a die reaches below its middle, by rotation: 0.5 when flat, more on an edge or corner (rounded)."""
    sharp = np.abs(rotations[..., 1, :]).sum(axis=-1) * (HALF - ROUNDING)
    return np.asarray(sharp + ROUNDING)


@lru_cache(maxsize=1)
def die_vertices() -> npt.NDArray[np.void]:
    """The rounded body as quads, DIE_VERTEX of four a quad; `face` is 0 to 5, `uv` runs over the whole face."""
    parts = [_face_patch(face) for face in range(6)]
    return np.concatenate(parts)


def _face_patch(face: int) -> npt.NDArray[np.void]:
    normal, up = FACE_NORMALS[face], _FACE_UPS[face]
    right = np.cross(up, normal)
    flat = HALF - ROUNDING
    bend = np.sin(np.linspace(0, np.pi / 4, _STEPS + 1)[1:])
    rounded = flat + ROUNDING * bend
    line = np.concatenate([-rounded[::-1], [-flat, flat], rounded])
    u, v = np.meshgrid(line, line, indexing="ij")
    across = np.stack([u, v], axis=-1)
    core = np.clip(across, -flat, flat)
    over = (across - core) / ROUNDING
    depth = np.sqrt(np.maximum(0.0, 1.0 - (over**2).sum(axis=-1)))
    normals = over[..., :1] * right + over[..., 1:] * up + depth[..., None] * normal
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    places = core[..., :1] * right + core[..., 1:] * up + flat * normal + ROUNDING * normals
    grid = np.zeros(u.shape, dtype=DIE_VERTEX)
    grid["place"], grid["normal"], grid["face"] = places, normals, face
    grid["uv"] = np.stack([(u + HALF), (HALF - v)], axis=-1)
    quads = np.stack([grid[:-1, 1:], grid[:-1, :-1], grid[1:, :-1], grid[1:, 1:]], axis=-1)
    return quads.reshape(-1)


def hit_distance(
    origin: Vectors, ray: Vectors, places: Vectors, rotations: Rotations, sizes: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """How far along a ray each die (places (n, 3), rotations, edge lengths) is hit; infinity where it is missed."""
    local_origin = np.einsum("nji,nj->ni", rotations, origin - places)
    local_ray = np.einsum("nji,j->ni", rotations, ray)
    safe = np.where(np.abs(local_ray) < 1e-12, 1e-12, local_ray)
    half = sizes[:, None] * HALF
    one, two = (-half - local_origin) / safe, (half - local_origin) / safe
    enter, leave = np.minimum(one, two).max(axis=1), np.maximum(one, two).min(axis=1)
    return np.where((enter <= leave) & (leave > 0), np.maximum(enter, 0.0), np.inf)


def overlap_depth(one: Vectors, one_turn: Rotations, two: Vectors, two_turn: Rotations) -> npt.NDArray[np.float64]:
    """How deep unit dice are inside each other, for many pairs at once (n, 3) and (n, 3, 3); negative is a gap. Their
    rounding is taken off, so that dice which only seem to touch corners do not count."""
    half = HALF - ROUNDING * 0.4
    axes_one = np.swapaxes(one_turn, -1, -2)
    axes_two = np.swapaxes(two_turn, -1, -2)
    crossed = np.cross(axes_one[:, :, None, :], axes_two[:, None, :, :]).reshape(len(one), 9, 3)
    axes = np.concatenate([axes_one, axes_two, crossed], axis=1)
    length = np.linalg.norm(axes, axis=2, keepdims=True)
    usable = length[..., 0] > 1e-6
    axes = axes / np.maximum(length, 1e-6)
    reach = half * (
        np.abs(axes @ np.swapaxes(axes_one, -1, -2)).sum(axis=2)
        + np.abs(axes @ np.swapaxes(axes_two, -1, -2)).sum(axis=2)
    )
    apart = np.abs((axes * (two - one)[:, None, :]).sum(axis=2))
    return np.asarray(np.where(usable, reach - apart, np.inf).min(axis=1))
