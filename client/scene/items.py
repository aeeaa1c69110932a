"""Items as solid things: blocks as their model, flat pictures with the thickness of a pixel. Each is made once.

All stand in a cube from 0 to 1, like a block, in the vertices of columns, so that the block program draws them.
"""

from typing import Final

import numpy as np
import numpy.typing as npt

from .. import gl
from ..packs import Packs, Picture
from .catalogue import quad_table
from .meshing import FACE_SHADE, VERTEX
from .models import Models
from .terrain import ATTRIBUTES
from .tiles import Tiles, first_square

THICKNESS: Final = 1 / 16
_OPAQUE: Final = 12


class ItemShapes:
    """The shapes of a fixed list of items. All textures must be asked for before the tiles go to the card."""

    def __init__(self, packs: Packs, models: Models, tiles: Tiles, items: tuple[str, ...]) -> None:
        self._vertices = {item: item_vertices(packs, models, tiles, item) for item in items}
        self._flat = {item for item in items if models.item_layers(item)}
        self._meshes: dict[str, gl.Mesh] = {}

    def __contains__(self, item: str) -> bool:
        return item in self._vertices

    def flat(self, item: str) -> bool:
        """Whether the item is a picture rather than a block."""
        return item in self._flat

    def mesh(self, item: str) -> gl.Mesh | None:
        """The mesh of an item, made when first wanted; None for an unknown item."""
        mesh = self._meshes.get(item)
        if mesh is None and item in self._vertices:
            mesh = self._meshes[item] = gl.Mesh(ATTRIBUTES, self._vertices[item])
        return mesh

    def delete(self) -> None:
        """Free everything."""
        for mesh in self._meshes.values():
            mesh.delete()
        self._meshes.clear()


def item_vertices(packs: Packs, models: Models, tiles: Tiles, item: str) -> npt.NDArray[np.void]:
    """The quads of an item, VERTEX of four a quad, fully lit."""
    layers = models.item_layers(item)
    if layers:
        parts = [flat_vertices(first_square(packs.texture(layer)), tiles.layer(layer)) for layer in layers]
        return np.concatenate(parts)
    table = quad_table(models.item_quads(item), tiles)
    vertices = np.zeros((len(table.face), 4), dtype=VERTEX)
    vertices["place"] = table.corners
    vertices["uv"] = table.uv
    vertices["tile"] = table.tile[:, None]
    shade = np.where(table.shade, FACE_SHADE[table.face], 1.0) * 255
    vertices["light"][..., 0] = 255
    vertices["light"][..., 2] = shade[:, None].astype(np.uint8)
    vertices["light"][..., 3] = table.face[:, None]
    return vertices.reshape(-1)


def flat_vertices(picture: Picture, tile: int) -> npt.NDArray[np.void]:
    """A square picture as a slab one pixel thick, its opaque pixels only."""
    size = picture.shape[0]
    solid = np.pad(picture[..., 3] > _OPAQUE, 1)
    near, far = 0.5 + THICKNESS / 2, 0.5 - THICKNESS / 2
    whole = np.array([(0, 1), (0, 0), (1, 0), (1, 1)], dtype=np.float64)
    front = _slab(np.insert(whole, 2, near, axis=1)[None], np.stack([whole[:, 0], 1 - whole[:, 1]], axis=1)[None], 3)
    back_plane = whole[[3, 2, 1, 0]]
    back = _slab(
        np.insert(back_plane, 2, far, axis=1)[None], np.stack([back_plane[:, 0], 1 - back_plane[:, 1]], axis=1)[None], 2
    )
    inner = solid[1:-1, 1:-1]
    sides = [
        (inner & ~solid[:-2, 1:-1], ((0, 0, far), (0, 0, near), (1, 0, near), (1, 0, far)), 1),
        (inner & ~solid[2:, 1:-1], ((0, 1, near), (0, 1, far), (1, 1, far), (1, 1, near)), 0),
        (inner & ~solid[1:-1, :-2], ((0, 0, far), (0, 1, far), (0, 1, near), (0, 0, near)), 4),
        (inner & ~solid[1:-1, 2:], ((1, 0, near), (1, 1, near), (1, 1, far), (1, 0, far)), 5),
    ]
    parts = [front, back]
    for mask, corners, face in sides:
        rows, columns = np.nonzero(mask)
        shape = np.array(corners, dtype=np.float64)
        places = np.empty((len(rows), 4, 3))
        places[..., 0] = (columns[:, None] + shape[:, 0]) / size
        places[..., 1] = 1.0 - (rows[:, None] + shape[:, 1]) / size
        places[..., 2] = shape[:, 2]
        middle = np.stack([(columns + 0.5) / size, (rows + 0.5) / size], axis=1)
        parts.append(_slab(places, np.repeat(middle[:, None], 4, axis=1), face))
    vertices = np.concatenate(parts)
    vertices["tile"] = tile
    return vertices.reshape(-1)


def _slab(places: npt.NDArray[np.float64], uv: npt.NDArray[np.float64], face: int) -> npt.NDArray[np.void]:
    quads = np.zeros(places.shape[:2], dtype=VERTEX)
    quads["place"] = places
    quads["uv"] = np.round(uv * 65535).astype(np.uint16)
    quads["light"] = (255, 0, int(max(0.78, float(FACE_SHADE[face])) * 255), face)
    return quads
