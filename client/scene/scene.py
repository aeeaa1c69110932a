"""The world in 3D: everything that a Frame shows, drawn into a viewport in the right order."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from server.shared.voxel.states import StateTable

from .. import gl
from ..packs import Packs
from .catalogue import Catalogue
from .daylight import daylight
from .frame import Frame
from .models import Models
from .shading import block_program, set_block_light, set_fog
from .sky import Sky
from .terrain import Terrain, WorldColumns
from .tiles import CUTOUT, SOLID, TRANSLUCENT, Tiles
from .view import View, view_of

_CUT: Final = 0.5


class Scene:
    """Draws the world. Needs a current OpenGL context from construction to `delete`."""

    def __init__(self, packs: Packs, states: StateTable, items: Sequence[str] = ()) -> None:
        """`items` are the ids of all items that may be held, dropped or shown as icons."""
        self._packs = packs
        self._tiles = Tiles(packs)
        self._models = Models(packs)
        self._catalogue = Catalogue(states, self._models, self._tiles)
        self._terrain = Terrain(self._catalogue)
        self._tile_array = gl.TextureArray(self._tiles.levels())
        self._blocks = block_program()
        self._sky = Sky(packs)

    def update(self, columns: WorldColumns, eye: tuple[float, float, float]) -> None:
        """Take in changed columns; never waits for the workers."""
        self._terrain.update(columns, eye)

    def finish(self, columns: WorldColumns, eye: tuple[float, float, float]) -> None:
        """Mesh all that can be meshed, waiting for it: for tours and tests."""
        self._terrain.finish(columns, eye)

    def draw(self, frame: Frame, viewport: gl.Viewport) -> None:
        """Draw one picture. A viewport without pixels draws nothing."""
        if viewport.empty:
            return
        viewport.enter()
        gl.clear(None)
        view = view_of(frame.camera, viewport.aspect, frame.view_distance * 1.6 + 64)
        light = daylight(frame.day_time)
        self._blocks.use()
        set_block_light(self._blocks, light)
        set_fog(self._blocks, light, frame.view_distance, in_water=frame.in_water)
        self._blocks.set("matrix", view.matrix)
        self._tile_array.bind(0)
        self._blocks.set_unit("tiles", 0)
        self._draw_columns(view, SOLID)
        self._draw_columns(view, CUTOUT)
        self._sky.draw(view, light, frame.time)
        self._blocks.use()
        self._tile_array.bind(0)
        self._draw_columns(view, TRANSLUCENT)

    def _draw_columns(self, view: View, drawn: int) -> None:
        gl.states(depth=True, cull=True, blend="alpha" if drawn == TRANSLUCENT else "")
        self._blocks.set("cut", _CUT if drawn == CUTOUT else 0.0)
        self._blocks.set("tint", (0.0, 0.0, 0.0, 0.0))
        self._blocks.set("model", np.eye(4))
        self._terrain.draw(view, drawn, self._blocks)

    def delete(self) -> None:
        """Free everything."""
        for thing in (self._terrain, self._tile_array, self._blocks, self._sky):
            thing.delete()
