"""From the blocks of a column and its eight neighbours to vertex arrays, by array operations alone. No OpenGL here, so
that it runs in worker threads on copies.

Corners are darkened by what stands around them (ambient occlusion), and light is averaged over the cells that meet
in a corner, so that both fall off smoothly.
"""

import zlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np
import numpy.typing as npt

from server.shared.voxel.columns import HEIGHT

from .catalogue import PLANE_AXES, Catalogue
from .light import lamp_light, sky_light
from .models import NORMALS

VERTEX: Final = np.dtype([("place", "<f4", (3,)), ("uv", "<u2", (2,)), ("tile", "<f4"), ("light", "u1", (4,))])
"""Place in the column, texture coordinates 0..1, tile, and bytes: sky light, lamp light, shade, face."""

PASSES: Final = 3
SIDE: Final = 16
_AROUND: Final = 3 * SIDE
_WIDE: Final = SIDE + 2
FACE_SHADE: Final = np.array([0.58, 1.0, 0.82, 0.82, 0.7, 0.7], dtype=np.float32)
OCCLUSION_STEP: Final = 0.2
DIRECTIONS: Final = tuple((dx, dz) for dx in (-1, 0, 1) for dz in (-1, 0, 1) if (dx, dz) != (0, 0))

# The corners of a face, -u-v, +u-v, +u+v, -u+v: the cells beside them in a 3 x 3 neighbourhood numbered 3 * du + dv.
_SIDE_U: Final = np.array([1, 7, 7, 1])
_SIDE_V: Final = np.array([3, 3, 5, 5])
_DIAGONAL: Final = np.array([0, 6, 8, 2])
_FRONT: Final = 4


@dataclass(frozen=True, slots=True)
class ColumnMesh:
    """Vertices of a column by pass (solid, cutout, translucent), four to a quad; its light (16, height, 16), height
    being where nothing but air begins; and by direction a checksum of the blocks and light along that side, which
    changes when the neighbour there must be meshed anew."""

    passes: tuple[npt.NDArray[np.void], ...]
    sky: npt.NDArray[np.uint8]
    lamp: npt.NDArray[np.uint8]
    borders: dict[tuple[int, int], int]

    @property
    def height(self) -> int:
        """Where nothing but air begins."""
        return int(self.sky.shape[1])


@dataclass(frozen=True, slots=True)
class Cells:
    """A box of cells around those to be meshed, one more on every side, with light. All arrays have one shape."""

    states: npt.NDArray[np.int64]
    opaque: npt.NDArray[np.bool_]
    sky: npt.NDArray[np.uint8]
    lamp: npt.NDArray[np.uint8]


def mesh_column(around: npt.NDArray[np.uint16], catalogue: Catalogue, pos: tuple[int, int] = (0, 0)) -> ColumnMesh:
    """Mesh the middle column of `around`, shape (48, 128, 48). `pos` only chooses among the looks of a state."""
    cells = lit_cells(around, catalogue)
    quads, places, look_of = _shown_quads(cells, catalogue, pos)
    vertices = _vertices(cells, catalogue, quads, places, look_of)
    drawn = catalogue.quads.drawn[quads]
    passes = tuple(np.ascontiguousarray(vertices[drawn == number]).reshape(-1) for number in range(PASSES))
    inner = (slice(1, -1), slice(1, -1), slice(1, -1))
    return ColumnMesh(passes, cells.sky[inner].copy(), cells.lamp[inner].copy(), _borders(cells))


def lit_cells(around: npt.NDArray[np.uint16], catalogue: Catalogue) -> Cells:
    """The column with one cell of its neighbours on each side, up to one cell above the highest block: the cell below
    the world is opaque, the one above it air."""
    occupied = np.flatnonzero(around.any(axis=(0, 2)))
    height = int(occupied[-1]) + 1 if occupied.size else 0
    states = np.zeros((_AROUND, height + 2, _AROUND), dtype=np.int64)
    states[:, 1 : height + 1] = around[:, :height]
    sunk = catalogue.liquid[states[:, :-1]] & (catalogue.kind[states[:, 1:]] == catalogue.kind[states[:, :-1]])
    states[:, :-1] = np.where(sunk, catalogue.deep[catalogue.kind[states[:, :-1]]], states[:, :-1])
    opaque = catalogue.opaque[states]
    opaque[:, 0] = True
    sky = sky_light(opaque, catalogue.dims[states])
    emitted = catalogue.light[states]
    lamp = lamp_light(emitted, opaque) if emitted.any() else np.zeros_like(sky)
    near = slice(SIDE - 1, 2 * SIDE + 1)
    return Cells(
        states=np.ascontiguousarray(states[near, :, near]),
        opaque=np.ascontiguousarray(opaque[near, :, near]),
        sky=np.ascontiguousarray(sky[near, :, near]),
        lamp=np.ascontiguousarray(lamp[near, :, near]),
    )


def exposed_sides(cells: Cells, catalogue: Catalogue) -> npt.NDArray[np.bool_]:
    """Which of the six sides of each inner cell may show: (6, 16, height, 16)."""
    inner = cells.states[1:-1, 1:-1, 1:-1]
    kinds, merges = catalogue.kind[inner], catalogue.merges[inner]
    exposed = np.empty((6, *inner.shape), dtype=np.bool_)
    for face, (dx, dy, dz) in enumerate(NORMALS.tolist()):
        beside = (
            slice(1 + dx, cells.states.shape[0] - 1 + dx),
            slice(1 + dy, cells.states.shape[1] - 1 + dy),
            slice(1 + dz, cells.states.shape[2] - 1 + dz),
        )
        exposed[face] = ~cells.opaque[beside] & ~(merges & (catalogue.kind[cells.states[beside]] == kinds))
    return exposed


def _shown_quads(
    cells: Cells, catalogue: Catalogue, pos: tuple[int, int]
) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int64], npt.NDArray[np.int64]]:
    """Rows of the quad table that show, the inner cell (n, 3) of each, and the state it belongs to."""
    exposed = exposed_sides(cells, catalogue)
    inner = cells.states[1:-1, 1:-1, 1:-1]
    drawn = (inner != 0) & (exposed.any(axis=0) | catalogue.always[inner])
    places = np.argwhere(drawn)
    states = inner[drawn]
    looks = catalogue.first_look[states] + _choice(places, pos) % catalogue.look_count[states]
    counts = catalogue.quad_count[looks]
    rows = np.repeat(np.arange(len(places)), counts)
    within = np.arange(len(rows)) - np.repeat(np.cumsum(counts) - counts, counts)
    quads = catalogue.first_quad[looks][rows] + within
    cull = catalogue.quads.cull[quads]
    x, y, z = places[rows].T
    shown = (cull < 0) | exposed[cull, x, y, z]
    return quads[shown], places[rows[shown]], states[rows[shown]]


def _choice(places: npt.NDArray[np.int64], pos: tuple[int, int]) -> npt.NDArray[np.int64]:
    """A number per cell that always comes out alike and shows no pattern."""
    x, y, z = (places + np.array([pos[0] * SIDE, 0, pos[1] * SIDE])).T
    mixed = (x * 3129871) ^ (z * 116129781) ^ (y * 42317861)
    return np.asarray(np.abs((mixed * mixed * 42317861 + mixed * 11) >> 16))


def _vertices(
    cells: Cells,
    catalogue: Catalogue,
    quads: npt.NDArray[np.int64],
    places: npt.NDArray[np.int64],
    states: npt.NDArray[np.int64],
) -> npt.NDArray[np.void]:
    """Vertices (n, 4) of the shown quads."""
    table = catalogue.quads
    occlusion, sky, lamp = corner_light(cells, catalogue, quads, places)
    shade = (1.0 - OCCLUSION_STEP * occlusion) * np.where(table.shade[quads], FACE_SHADE[table.face[quads]], 1.0)[
        :, None
    ]
    glows = catalogue.light[states] > 0
    shade[glows] = 1.0
    lamp[glows] = 15.0
    vertices = np.zeros((len(quads), 4), dtype=VERTEX)
    vertices["place"] = table.corners[quads] + places[:, None, :]
    vertices["uv"] = table.uv[quads]
    vertices["tile"] = table.tile[quads][:, None]
    vertices["light"][..., 0] = np.round(sky * 17)
    vertices["light"][..., 1] = np.round(lamp * 17)
    vertices["light"][..., 2] = np.round(shade * 255)
    vertices["light"][..., 3] = table.face[quads][:, None]
    return _turned_along_light(vertices)


def corner_light(
    cells: Cells, catalogue: Catalogue, quads: npt.NDArray[np.int64], places: npt.NDArray[np.int64]
) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.float32], npt.NDArray[np.float32]]:
    """Occlusion (0 to 3), sky light and lamp light (0 to 15) of each quad's four vertices, each (n, 4)."""
    table = catalogue.quads
    strides = np.array(cells.states.strides) // cells.states.itemsize
    own = (places + 1) @ strides
    face = table.face[quads]
    front = own + np.where(table.on_side[quads], NORMALS[face] @ strides, 0)
    front = np.where(cells.opaque.ravel()[front], own, front)
    along = PLANE_AXES[face] @ strides
    steps = np.array([-1, 0, 1])
    near = front[:, None, None] + along[:, 0, None, None] * steps[:, None] + along[:, 1, None, None] * steps
    near = np.clip(near.reshape(-1, 9), 0, cells.states.size - 1)
    dark = catalogue.occlusion[cells.states.ravel()[near]]
    opaque = cells.opaque.ravel()[near]
    beside_u, beside_v = dark[:, _SIDE_U], dark[:, _SIDE_V]
    occlusion = beside_u + beside_v + np.maximum(dark[:, _DIAGONAL], beside_u * beside_v)
    open_u, open_v = ~opaque[:, _SIDE_U], ~opaque[:, _SIDE_V]
    reach = [open_u, open_v, ~opaque[:, _DIAGONAL] & (open_u | open_v)]
    weights = table.weights[quads]

    def spread(levels: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        around = levels.ravel()[near].astype(np.float32)
        total = np.repeat(around[:, _FRONT, None], 4, axis=1)
        for corner, lets in zip((_SIDE_U, _SIDE_V, _DIAGONAL), reach, strict=True):
            total = total + around[:, corner] * lets
        mean = total / (1 + sum(lets.astype(np.float32) for lets in reach))
        return _to_vertices(weights, mean)

    return _to_vertices(weights, occlusion), spread(cells.sky), spread(cells.lamp)


def _to_vertices(weights: npt.NDArray[np.float32], corners: npt.NDArray[np.float32]) -> npt.NDArray[np.float32]:
    return np.asarray((weights @ corners[:, :, None].astype(np.float32))[..., 0])


def _turned_along_light(vertices: npt.NDArray[np.void]) -> npt.NDArray[np.void]:
    """Split each quad along its brighter diagonal, so that a dark corner stays a corner."""
    bright = vertices["light"][..., :3].astype(np.int64).sum(axis=2)
    turn = bright[:, 0] + bright[:, 2] < bright[:, 1] + bright[:, 3]
    vertices[turn] = np.roll(vertices[turn], -1, axis=1)
    return vertices


def _borders(cells: Cells) -> dict[tuple[int, int], int]:
    spans = {-1: slice(0, 2), 0: slice(0, _WIDE), 1: slice(_WIDE - 2, _WIDE)}
    checksums = {}
    for dx, dz in DIRECTIONS:
        part = (spans[dx], slice(None), spans[dz])
        value = zlib.crc32(cells.states[part].astype(np.uint16).tobytes())
        for levels in (cells.sky, cells.lamp):
            value = zlib.crc32(levels[part].tobytes(), value)
        checksums[(dx, dz)] = value
    return checksums


def gather_around(
    pos: tuple[int, int], blocks_at: Callable[[tuple[int, int]], npt.NDArray[np.uint16] | None]
) -> npt.NDArray[np.uint16] | None:
    """A copy of a column and its eight neighbours, (48, 128, 48), or None while one of them is not there."""
    around = np.empty((_AROUND, HEIGHT, _AROUND), dtype=np.uint16)
    for dx in range(3):
        for dz in range(3):
            blocks = blocks_at((pos[0] + dx - 1, pos[1] + dz - 1))
            if blocks is None:
                return None
            around[dx * SIDE : (dx + 1) * SIDE, :, dz * SIDE : (dz + 1) * SIDE] = blocks
    return around
