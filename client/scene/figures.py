"""People as jointed figures: boxes unwrapped from a 64 x 64 skin, moved at hips, knees, shoulders and neck.

A figure stands on its origin and looks to +z; its right hand is at -x. Lengths are skin pixels until the last step.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from .frame import SITTING, SNEAKING, BodyShape
from .models import FACE_CORNERS, FACES, NORMALS
from .view import Matrix, moved, scaled, turned

PIXEL: Final = 1.8 / 32
"""Blocks per skin pixel: a figure is 1.8 blocks high."""
SEAT: Final = 8 / 16
"""How high a chair's seat is, blocks."""

PART_VERTEX: Final = np.dtype([("place", "<f4", (3,)), ("uv", "<f4", (2,)), ("normal", "<f4", (3,)), ("part", "<f4")])

HEAD, BODY, RIGHT_ARM, LEFT_ARM, RIGHT_THIGH, LEFT_THIGH, RIGHT_SHIN, LEFT_SHIN = range(8)
PARTS: Final = 8

# Each part: the corner of its unwrapping on the skin, the box unwrapped there (width, height, depth), the rows of it
# that belong to this part, and where the box's middle top stands relative to the joint.
_BOXES: Final = {
    HEAD: ((0, 0), (8, 8, 8), (0, 8), (0.0, 8.0, 0.0)),
    BODY: ((16, 16), (8, 12, 4), (0, 12), (0.0, 12.0, 0.0)),
    RIGHT_ARM: ((40, 16), (4, 12, 4), (0, 12), (0.0, 2.0, 0.0)),
    LEFT_ARM: ((32, 48), (4, 12, 4), (0, 12), (0.0, 2.0, 0.0)),
    RIGHT_THIGH: ((0, 16), (4, 12, 4), (0, 6), (0.0, 0.0, 0.0)),
    LEFT_THIGH: ((16, 48), (4, 12, 4), (0, 6), (0.0, 0.0, 0.0)),
    RIGHT_SHIN: ((0, 16), (4, 12, 4), (6, 12), (0.0, 0.0, 0.0)),
    LEFT_SHIN: ((16, 48), (4, 12, 4), (6, 12), (0.0, 0.0, 0.0)),
}
_SKIN: Final = 64
_HIP: Final = 12.0
_NECK: Final = 24.0
_SHOULDER: Final = 22.0


def figure_vertices() -> npt.NDArray[np.void]:
    """All parts as quads around their joints, PART_VERTEX of four a quad."""
    quads = []
    for part, (corner, (width, height, depth), (first, last), top) in _BOXES.items():
        high = np.array([width / 2, top[1], depth / 2])
        low = np.array([-width / 2, top[1] - (last - first), -depth / 2])
        for face, (x, y, wide, tall) in _unwrapped(corner, width, height, depth, first, last).items():
            quad = np.zeros(4, dtype=PART_VERTEX)
            quad["place"] = [[(low, high)[end][axis] for axis, end in enumerate(ends)] for ends in FACE_CORNERS[face]]
            quad["uv"] = np.array([(x, y), (x, y + tall), (x + wide, y + tall), (x + wide, y)]) / _SKIN
            quad["normal"] = NORMALS[FACES.index(face)]
            quad["part"] = part
            quads.append(quad)
    return np.concatenate(quads)


def _unwrapped(
    corner: tuple[int, int], width: int, height: int, depth: int, first: int, last: int
) -> dict[str, tuple[int, int, int, int]]:
    """Where each side lies on the skin: x, y, width, height. A half of a limb shows its cut as more of the limb."""
    u, v = corner
    rows = last - first
    sides = {
        "west": (u, v + depth + first, depth, rows),
        "south": (u + depth, v + depth + first, width, rows),
        "east": (u + depth + width, v + depth + first, depth, rows),
        "north": (u + 2 * depth + width, v + depth + first, width, rows),
    }
    sides["up"] = (u + depth, v, width, depth) if first == 0 else (u + depth, v + depth + first, width, 1)
    sides["down"] = (
        (u + depth + width, v, width, depth) if last == height else (u + depth, v + depth + last - 1, width, 1)
    )
    return sides


def part_matrices(body: BodyShape, time: float) -> npt.NDArray[np.float64]:
    """A matrix for each part (8, 4, 4), from its joint to the world's directions around the body's place."""
    stance = moved((0.0, _lowered(body), 0.0)) @ turned(1, -body.yaw) @ scaled(PIXEL)
    lean = 24.0 if body.pose == SNEAKING else 0.0
    breath = np.sin(time * 1.6 + body.id) * 1.2
    step = np.sin(body.walk) * 42.0 * body.stride
    hips = moved((0.0, _HIP, 0.0)) @ turned(0, lean)
    trunk = stance @ hips @ moved((0.0, -_HIP, 0.0))
    swing = np.sin(np.pi * body.swing)
    twist = turned(1, 18.0 * np.sin(2 * np.pi * np.sqrt(body.swing)) if body.swing else 0.0)
    trunk_twisted = trunk @ twist
    resting = -38.0 if body.pose == SITTING else 0.0
    held = -14.0 if body.held else 0.0
    right = turned(0, -step * 0.8 + resting + held - 95.0 * swing) @ turned(2, -3.0 - breath)
    left = turned(0, step * 0.8 + resting) @ turned(2, 3.0 + breath)
    matrices = np.zeros((PARTS, 4, 4))
    matrices[HEAD] = trunk @ moved((0.0, _NECK, 0.0)) @ turned(0, body.pitch - lean)
    matrices[BODY] = trunk_twisted @ moved((0.0, _HIP, 0.0))
    matrices[RIGHT_ARM] = trunk_twisted @ moved((-6.0, _SHOULDER, 0.0)) @ right
    matrices[LEFT_ARM] = trunk_twisted @ moved((6.0, _SHOULDER, 0.0)) @ left
    for thigh, shin, side, way in ((RIGHT_THIGH, RIGHT_SHIN, -2.0, 1.0), (LEFT_THIGH, LEFT_SHIN, 2.0, -1.0)):
        upper, lower, spread = _leg_angles(body, step * way)
        leg = stance @ moved((side, _HIP, 0.0)) @ turned(1, spread * way) @ turned(0, upper)
        matrices[thigh] = leg
        matrices[shin] = leg @ moved((0.0, -6.0, 0.0)) @ turned(0, lower)
    return matrices


def _leg_angles(body: BodyShape, step: float) -> tuple[float, float, float]:
    """Turn of the thigh, bend of the knee, and spread, in degrees."""
    if body.pose == SITTING:
        return -88.0, 86.0, -7.0
    if body.pose == SNEAKING:
        return step * 0.6 - 12.0, 24.0, 0.0
    return step, max(0.0, step) * 0.55, 0.0


def _lowered(body: BodyShape) -> float:
    """How far the whole figure moves up from its place, blocks."""
    if body.pose == SITTING:
        return SEAT + 2 * PIXEL - _HIP * PIXEL
    return -0.03 if body.pose == SNEAKING else 0.0


def hand_matrix(parts: npt.NDArray[np.float64]) -> Matrix:
    """Where the right hand holds something, from the matrices of `part_matrices`."""
    return np.asarray(parts[RIGHT_ARM] @ moved((0.0, -9.0, 1.5)) @ turned(0, -75.0))


def name_height(body: BodyShape) -> float:
    """How far above its place a figure's name hangs, blocks."""
    return _lowered(body) + 1.8 + (0.12 if body.pose == SNEAKING else 0.3)
