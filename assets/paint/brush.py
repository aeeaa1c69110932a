"""The brushes every painter shares: tone maps, wrapped noise, bevels, text art and stamping.

A *tone map* is an int array (height, width) of steps on a ramp, dark to light, with `HOLE` where nothing is
painted. A *picture* is a uint8 array (height, width, 4). All chance is a hash of a seed and the pixel, so that
a picture never changes unless its script does, and everything wraps, so that blocks tile without seams.
"""

from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

Tones = NDArray[np.int16]
Picture = NDArray[np.uint8]
Field = NDArray[np.float64]
Ramp = NDArray[np.uint8]

HOLE = -1


def rgba(colour: str, alpha: int = 255) -> tuple[int, int, int, int]:
    """`#rrggbb` as four bytes."""
    return (int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16), alpha)


def ramp(colours: str, alpha: int = 255) -> Ramp:
    """A ramp from colours separated by blanks, dark to light."""
    return np.array([rgba(c, alpha) for c in colours.split()], dtype=np.uint8)


def blank(height: int = 16, width: int = 16) -> Picture:
    """A transparent picture."""
    return np.zeros((height, width, 4), dtype=np.uint8)


def colour(tones: Tones, on: Ramp) -> Picture:
    """The picture of a tone map on a ramp; tones beyond the ends take the end, holes stay transparent."""
    picture = on[np.clip(tones, 0, len(on) - 1)].copy()
    picture[tones == HOLE] = 0
    return picture


def scatter(seed: int, height: int = 16, width: int = 16) -> Field:
    """Independent numbers in [0, 1) for each pixel, from a hash of seed and position."""
    y, x = np.mgrid[0:height, 0:width].astype(np.uint64)
    state = x * np.uint64(0x9E3779B1) + y * np.uint64(0x85EBCA77) + np.uint64(seed * 0xC2B2AE3D + 0x27D4EB2F)
    for shift, factor in ((15, 0x2C1B3C6D), (12, 0x297A2D39), (15, 0x1B56C4E9)):
        state &= np.uint64(0xFFFFFFFF)
        state = (state ^ (state >> np.uint64(shift))) * np.uint64(factor)
    numbers: Field = (state & np.uint64(0xFFFFFF)).astype(np.float64) / (1 << 24)
    return numbers


def drift(seed: int, rows: int, columns: int, height: int = 16, width: int = 16) -> Field:
    """Smooth noise in [0, 1) with `rows` x `columns` waves over the picture, wrapping at all edges."""
    lattice = scatter(seed, rows, columns)
    y = (np.arange(height) + 0.5) * rows / height
    x = (np.arange(width) + 0.5) * columns / width
    y0, x0 = np.floor(y).astype(int), np.floor(x).astype(int)
    ty, tx = _ease(y - y0)[:, None], _ease(x - x0)[None, :]
    top = lattice[y0 % rows][:, x0 % columns] * (1 - tx) + lattice[y0 % rows][:, (x0 + 1) % columns] * tx
    low_row = lattice[(y0 + 1) % rows]
    low = low_row[:, x0 % columns] * (1 - tx) + low_row[:, (x0 + 1) % columns] * tx
    return np.asarray(top * (1 - ty) + low * ty)


def _ease(t: Field) -> Field:
    eased: Field = t * t * (3 - 2 * t)
    return eased


def shared_out(values: Field, shares: Sequence[float]) -> Tones:
    """Tones by rank: the lowest `shares[0]` of the pixels become tone 0, and so on."""
    order = np.argsort(values.ravel(), kind="stable")
    bounds = np.cumsum(np.array(shares) / sum(shares)) * values.size
    tones = np.empty(values.size, dtype=np.int16)
    tones[order] = np.searchsorted(bounds, np.arange(values.size), side="right")
    result: Tones = np.minimum(tones, len(shares) - 1).reshape(values.shape)
    return result


def neighbours(tones: Tones) -> list[Tones]:
    """The four wrapped neighbours: above, below, left, right."""
    return [np.roll(tones, step, axis) for step, axis in ((1, 0), (-1, 0), (1, 1), (-1, 1))]


def without_specks(tones: Tones, passes: int = 1) -> Tones:
    """Lone pixels take the tone of the neighbour above, so that only clusters stay."""
    for _ in range(passes):
        around = neighbours(tones)
        alone = np.all([side != tones for side in around], axis=0)
        tones = np.where(alone, around[0], tones).astype(np.int16)
    return tones


def raised(tones: Tones, regions: Tones, light: int = 1, shade: int = 1) -> Tones:
    """Bevels each region: lighter where its upper or left edge is, darker along its lower or right edge."""
    above, below, left, right = neighbours(regions)
    lit = (above != regions) | (left != regions)
    dim = (below != regions) | (right != regions)
    bevelled: Tones = (tones + light * (lit & ~dim) - shade * (dim & ~lit)).astype(np.int16)
    return bevelled


def cells(points: Sequence[tuple[float, float]], stretch: float = 1.0, size: int = 16) -> tuple[Tones, Field]:
    """Wrapped cells around (x, y) points: the cell of each pixel, and its distance to the next cell, 0 on a border."""
    y, x = np.mgrid[0:size, 0:size] + 0.5
    gaps = []
    for px, py in points:
        dx = np.abs(x - px)
        dy = np.abs(y - py)
        dx, dy = np.minimum(dx, size - dx), np.minimum(dy, size - dy)
        gaps.append(np.hypot(dx, dy * stretch))
    stack = np.stack(gaps)
    nearest = np.sort(stack, axis=0)
    return stack.argmin(axis=0).astype(np.int16), nearest[1] - nearest[0]


def jittered(seed: int, columns: int, rows: int, size: int = 16, reach: float = 0.7) -> list[tuple[float, float]]:
    """Points of a brick-wise shifted grid, each moved by up to `reach` of half a step."""
    step_x, step_y = size / columns, size / rows
    moves = scatter(seed, rows, columns * 2) - 0.5
    return [
        (
            (column + 0.5 + 0.5 * (row % 2) + reach * moves[row, 2 * column]) * step_x % size,
            (row + 0.5 + reach * moves[row, 2 * column + 1]) * step_y % size,
        )
        for row in range(rows)
        for column in range(columns)
    ]


def art(drawing: str, legend: Mapping[str, str]) -> Picture:
    """A picture from text: one character a pixel, `.` and blanks transparent, others named in `legend`."""
    rows = [line.strip() for line in drawing.strip().splitlines()]
    picture = blank(len(rows), max(len(row) for row in rows))
    for y, row in enumerate(rows):
        for x, mark in enumerate(row):
            if mark != ".":
                picture[y, x] = rgba(legend[mark])
    return picture


def lay(under: Picture, over: Picture, x: int = 0, y: int = 0) -> Picture:
    """`over` on `under` at (x, y), opaque pixels only, cut off at the edges; returns a new picture."""
    result = under.copy()
    height = min(over.shape[0], under.shape[0] - y)
    width = min(over.shape[1], under.shape[1] - x)
    window = result[y : y + height, x : x + width]
    part = over[:height, :width]
    window[part[..., 3] > 0] = part[part[..., 3] > 0]
    return result


def centred(picture: Picture, size: int = 16) -> Picture:
    """The picture in the middle of a transparent square."""
    height, width = picture.shape[:2]
    return lay(blank(size, size), picture, (size - width) // 2, (size - height) // 2)


def outlined(picture: Picture, line: str) -> Picture:
    """Adds a one-pixel outline around what is opaque, inside the picture's bounds."""
    solid = np.pad(picture[..., 3] > 0, 1)
    near = solid[:-2, 1:-1] | solid[2:, 1:-1] | solid[1:-1, :-2] | solid[1:-1, 2:]
    result = picture.copy()
    result[near & (picture[..., 3] == 0)] = rgba(line)
    return result


def disc(size: int, radius: float) -> NDArray[np.bool_]:
    """A round mask in the middle of a square."""
    y, x = np.mgrid[0:size, 0:size] + 0.5 - size / 2
    return np.asarray(np.hypot(x, y) <= radius)
