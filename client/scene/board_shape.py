"""The solid parts of the board: felt, bone frame, wooden rim with brass corners, the table below, and the dice cup."""

from itertools import pairwise
from typing import Final

import numpy as np
import numpy.typing as npt

VERTEX: Final = np.dtype(
    [("place", "<f4", (3,)), ("normal", "<f4", (3,)), ("uv", "<f4", (2,)), ("stuff", "<f4")],
)
FELT, RIM, BONE, TABLE, LEATHER, BRASS, HOLLOW = range(7)
"""What a surface is made of, as the shader numbers it."""

FELT_X: Final = 4.8
FELT_Z: Final = 3.4
ROLL_CENTRE: Final = (0.0, 0.0, -0.85)
"""Around which thrown dice come to rest; the near part of the felt is for kept ones."""
RIM_HEIGHT: Final = 0.5
TABLE_Y: Final = -0.55
OUTER: Final = 1.2
"""How far the rim reaches beyond the felt."""

# Profile of the frame from the felt outwards: distance from the felt's edge, height, and what the part up to the next
# point is made of.
_PROFILE: Final = (
    (0.0, 0.0, BONE),
    (0.0, 0.09, BONE),
    (0.05, 0.14, BONE),
    (0.27, 0.14, BONE),
    (0.31, 0.09, RIM),
    (0.31, 0.40, RIM),
    (0.40, RIM_HEIGHT, RIM),
    (1.03, RIM_HEIGHT, RIM),
    (OUTER, 0.36, RIM),
    (OUTER, TABLE_Y, RIM),
)
# Outline of the cup from the foot up and into the hollow: radius, height, stuff of the part up to the next point.
_CUP: Final = (
    (0.0, 0.02, LEATHER),
    (0.92, 0.02, LEATHER),
    (1.00, 0.10, LEATHER),
    (0.99, 0.26, BRASS),
    (1.04, 0.29, BRASS),
    (1.04, 0.40, BRASS),
    (1.00, 0.43, LEATHER),
    (1.13, 1.92, BRASS),
    (1.21, 1.96, BRASS),
    (1.21, 2.12, BRASS),
    (1.13, 2.17, BRASS),
    (1.02, 2.15, HOLLOW),
    (0.94, 0.30, HOLLOW),
    (0.0, 0.26, HOLLOW),
)
_AROUND: Final = 28


def board_vertices() -> npt.NDArray[np.void]:
    """Felt, frame, rim and table as quads."""
    parts = [
        _level(-FELT_X, FELT_X, -FELT_Z, FELT_Z, 0.0, FELT, 0.62),
        _level(-60, 60, -60, 60, TABLE_Y, TABLE, 0.36),
        *_frame(),
        *_corner_plates(),
    ]
    return np.concatenate(parts)


def cup_vertices() -> npt.NDArray[np.void]:
    """The cup as quads, standing on its origin."""
    angles = np.linspace(0, 2 * np.pi, _AROUND + 1)
    circle = np.stack([np.cos(angles), np.zeros_like(angles), np.sin(angles)], axis=1)
    parts = []
    for (r0, y0, stuff), (r1, y1, _) in pairwise(_CUP):
        low = circle * r0 + np.array([0.0, y0, 0.0])
        high = circle * r1 + np.array([0.0, y1, 0.0])
        lean = np.array([y1 - y0, r0 - r1])
        lean = lean / max(1e-9, float(np.hypot(*lean)))
        normals = circle * lean[0] + np.array([0.0, lean[1], 0.0])
        quads = np.zeros((_AROUND, 4), dtype=VERTEX)
        around = angles * 1.2
        for corner, (line, shift, v) in enumerate(((high, 0, y1), (low, 0, y0), (low, 1, y0), (high, 1, y1))):
            # Seen from outside, left comes later on the circle.
            rows = slice(1 - shift, _AROUND + 1 - shift)
            quads["place"][:, corner] = line[rows]
            quads["normal"][:, corner] = normals[rows]
            quads["uv"][:, corner] = np.stack([around[rows], np.full(_AROUND, v * 0.5)], axis=1)
        quads["stuff"] = stuff
        parts.append(quads.reshape(-1))
    return np.concatenate(parts)


def _level(x0: float, x1: float, z0: float, z1: float, y: float, stuff: int, scale: float) -> npt.NDArray[np.void]:
    corners = np.array([(x0, y, z0), (x0, y, z1), (x1, y, z1), (x1, y, z0)])
    return _quad(corners, corners[:, [0, 2]] * scale, stuff)


def _quad(corners: npt.NDArray[np.float64], uv: npt.NDArray[np.float64], stuff: int) -> npt.NDArray[np.void]:
    quad = np.zeros(4, dtype=VERTEX)
    normal = np.cross(corners[1] - corners[0], corners[2] - corners[1])
    quad["place"], quad["uv"], quad["stuff"] = corners, uv, stuff
    quad["normal"] = normal / np.linalg.norm(normal)
    return quad


def _frame() -> list[npt.NDArray[np.void]]:
    quads = []
    for (out0, y0, stuff), (out1, y1, _) in pairwise(_PROFILE):
        inner, outer = _ring(out0, y0), _ring(out1, y1)
        width = float(np.hypot(out1 - out0, y1 - y0))
        for side in range(4):
            ahead = (side + 1) % 4
            corners = np.array([outer[ahead], inner[ahead], inner[side], outer[side]])
            along = inner[ahead] - inner[side]
            axis = int(np.argmax(np.abs(along)))
            uv = np.stack([corners[:, axis] * 0.42, np.array([0.0, width, width, 0.0]) * 0.42 + out0 * 0.42], axis=1)
            quads.append(_quad(corners, uv, stuff))
    return quads


def _ring(out: float, y: float) -> list[npt.NDArray[np.float64]]:
    """The four corners at a distance from the felt, counter-clockwise as seen from above."""
    x, z = FELT_X + out, FELT_Z + out
    return [np.array(corner) for corner in ((-x, y, z), (x, y, z), (x, y, -z), (-x, y, -z))]


def _corner_plates() -> list[npt.NDArray[np.void]]:
    plates = []
    middle = (0.40 + 1.03) / 2
    for sign_x in (-1, 1):
        for sign_z in (-1, 1):
            x, z = sign_x * (FELT_X + middle), sign_z * (FELT_Z + middle)
            plates.append(_level(x - 0.29, x + 0.29, z - 0.29, z + 0.29, 0.506, BRASS, 0.5))
            plates.append(_level(x - 0.10, x + 0.10, z - 0.10, z + 0.10, 0.512, RIM, 0.5))
    return plates
