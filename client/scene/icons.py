"""One picture with an icon for every item: blocks as little models seen from a corner, the rest as their own pixels."""

from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt

from .. import gl
from ..packs import Packs
from .daylight import daylight
from .items import ItemShapes
from .models import Models
from .shading import block_program, set_block_light, set_fog
from .tiles import Tiles
from .view import Matrix, moved, scaled, turned

SIZE: Final = 48
"""Pixels of an icon's side: three for each pixel of an item."""
_FINE: Final = 2
_NOON: Final = 6000.0
_FROM_CORNER: Final = turned(0, 30) @ turned(1, 225) @ scaled(0.62) @ moved((-0.5, -0.5, -0.5))
_FROM_FRONT: Final = moved((-0.5, -0.5, -0.5))


class Icons:
    """The icons of a list of items. Needs a current OpenGL context from construction to `delete`."""

    def __init__(self, packs: Packs, items: Sequence[str]) -> None:
        """Renders all icons once. Unknown items have none."""
        self._cells = {item: number for number, item in enumerate(dict.fromkeys(items))}
        self._columns = max(1, int(np.ceil(np.sqrt(len(self._cells)))))
        tiles, models = Tiles(packs), Models(packs)
        shapes = ItemShapes(packs, models, tiles, tuple(self._cells))
        self.texture = gl.Texture(self._rendered(shapes, tiles))
        shapes.delete()

    def __contains__(self, item: str) -> bool:
        return item in self._cells

    def uv(self, item: str) -> tuple[float, float, float, float] | None:
        """Where an item's icon lies on `texture`: left, top, right, bottom as texture coordinates; None without one."""
        cell = self._cells.get(item)
        if cell is None:
            return None
        row, column = divmod(cell, self._columns)
        side = 1.0 / self._columns
        return column * side, row * side, (column + 1) * side, (row + 1) * side

    def delete(self) -> None:
        """Free the picture."""
        self.texture.delete()

    def _rendered(self, shapes: ItemShapes, tiles: Tiles) -> npt.NDArray[np.uint8]:
        fine = SIZE * _FINE
        side = fine * self._columns
        frame = gl.Framebuffer(side, side)
        program = block_program()
        array = gl.TextureArray(tiles.levels())
        with frame:
            gl.clear((0.0, 0.0, 0.0, 0.0))
            program.use()
            noon = daylight(_NOON)
            set_block_light(program, noon)
            program.set("sky_light", (0.96, 0.96, 0.96))
            program.set("direct_light", (0.0, 0.0, 0.0))
            set_fog(program, noon, 1e6, in_water=False)
            program.set("cut", 0.4)
            program.set("body_light", (1.0, 0.0, 1.0))
            program.set("origin", (0.0, 0.0, 0.0))
            program.set("matrix", _flat_projection())
            array.bind(0)
            program.set_unit("tiles", 0)
            gl.states(depth=True)
            for item, cell in self._cells.items():
                row, column = divmod(cell, self._columns)
                gl.Viewport(column * fine, side - (row + 1) * fine, fine, fine).enter()
                program.set("model", _FROM_FRONT if shapes.flat(item) else _FROM_CORNER)
                mesh = shapes.mesh(item)
                if mesh is not None:
                    mesh.draw_quads()
            pixels = gl.read_pixels(frame.viewport)
        for thing in (frame, program, array):
            thing.delete()
        return smaller(pixels, _FINE)


def _flat_projection() -> Matrix:
    matrix = np.diag([2.0, 2.0, -0.5, 1.0])
    return np.asarray(matrix)


def smaller(pixels: npt.NDArray[np.uint8], factor: int) -> npt.NDArray[np.uint8]:
    """A picture shrunk by a whole factor, colours averaged by their opacity."""
    height, width = pixels.shape[0] // factor, pixels.shape[1] // factor
    blocks = pixels.reshape(height, factor, width, factor, 4).astype(np.float64)
    alpha = blocks[..., 3:]
    total = alpha.sum(axis=(1, 3))
    colour = (blocks[..., :3] * alpha).sum(axis=(1, 3)) / np.maximum(total, 1e-6)
    return np.concatenate([colour, total / factor**2], axis=-1).round().astype(np.uint8)
