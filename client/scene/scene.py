"""The world in 3D: everything that a Frame shows, drawn into a viewport in the right order."""

from collections.abc import Sequence
from typing import Final

import numpy as np

from server.shared.protocol.message import BlockPos
from server.shared.voxel.columns import HEIGHT
from server.shared.voxel.states import StateTable

from .. import gl
from ..packs import Packs
from .bodies import Bodies, seen_bodies
from .catalogue import Catalogue
from .daylight import Daylight, daylight
from .frame import Frame, TableShape
from .items import ItemShapes
from .marks import Marks
from .models import Models
from .papers import Papers
from .shading import block_program, murk, set_block_light, set_fog
from .sky import Sky
from .table_dice import TableDice
from .terrain import Terrain, WorldColumns
from .tiles import CUTOUT, SOLID, TRANSLUCENT, Tiles
from .view import View, view_of

_CUT: Final = 0.5
_HAND_FOV: Final = 62.0


class Scene:
    """Draws the world. Needs a current OpenGL context from construction to `delete`."""

    def __init__(self, packs: Packs, states: StateTable, items: Sequence[str] = ()) -> None:
        """`items` are the ids of all items that may be held or dropped."""
        self._states = states
        tiles, models = Tiles(packs), Models(packs)
        self._catalogue = Catalogue(states, models, tiles)
        self._items = ItemShapes(packs, models, tiles, tuple(items))
        self._marks = Marks(tiles)
        self._tiles = gl.TextureArray(tiles.levels())
        self._terrain = Terrain(self._catalogue)
        self._blocks = block_program()
        self._sky = Sky(packs)
        self._bodies = Bodies(packs, self._items)
        self._table_dice = TableDice(packs)
        self._papers = Papers(packs)
        self._world: WorldColumns | None = None

    def update(self, columns: WorldColumns, eye: tuple[float, float, float]) -> None:
        """Take in changed columns; never waits for the workers."""
        self._world = columns
        self._terrain.update(columns, eye)

    def finish(self, columns: WorldColumns, eye: tuple[float, float, float]) -> None:
        """Mesh all that can be meshed, waiting for it: for tours and tests."""
        self._world = columns
        self._terrain.finish(columns, eye)

    @property
    def drawn_columns(self) -> frozenset[tuple[int, int]]:
        """The columns that can be seen already, for a loading bar."""
        return self._terrain.drawn_columns

    def draw(self, frame: Frame, viewport: gl.Viewport) -> None:
        """Draw one picture. A viewport without pixels draws nothing."""
        if viewport.empty:
            return
        light = daylight(frame.day_time)
        _clear(viewport, light, in_water=frame.in_water)
        view = view_of(frame.camera, viewport.aspect, frame.view_distance * 1.6 + 64)
        self._terrain.look(view)
        bodies = seen_bodies(frame.bodies, view)
        self._enter_blocks(frame, light, view)
        self._draw_columns(SOLID)
        self._draw_columns(CUTOUT)
        self._bodies.draw_items(bodies, view, self._terrain, self._blocks, frame.time)
        self._bodies.draw(bodies, view, light, frame.view_distance, self._terrain, frame.time, in_water=frame.in_water)
        tables = self._tables(frame)
        shadows = self._table_dice.draw(tables, view, light, frame.view_distance, self._terrain, frame.time)
        if not frame.in_water:
            self._sky.draw(view, light, frame.time)
        self._papers.draw_shadows(view, shadows + self._bodies.shadows(bodies))
        self._draw_aim(frame, light, view)
        self._enter_blocks(frame, light, view)
        self._draw_columns(TRANSLUCENT, cull=not frame.in_water)
        self._bodies.draw_names(bodies, view, self._papers)
        if frame.hand is not None:
            self._draw_hand(frame, light, viewport)

    def delete(self) -> None:
        """Free everything and stop the workers."""
        for thing in (
            self._terrain,
            self._tiles,
            self._blocks,
            self._sky,
            self._bodies,
            self._items,
            self._marks,
            self._table_dice,
            self._papers,
        ):
            thing.delete()

    def _enter_blocks(self, frame: Frame, light: Daylight, view: View) -> None:
        self._blocks.use()
        set_block_light(self._blocks, light)
        set_fog(self._blocks, light, frame.view_distance, in_water=frame.in_water)
        self._blocks.set("matrix", view.base_matrix)
        self._blocks.set("eye_in_block", view.eye - view.base)
        self._blocks.set("body_light", (0.0, 0.0, 0.0))
        self._tiles.bind(0)
        self._blocks.set_unit("tiles", 0)

    def _draw_columns(self, drawn: int, *, cull: bool = True) -> None:
        gl.states(depth=True, cull=cull, blend="alpha" if drawn == TRANSLUCENT else "")
        self._blocks.set("cut", _CUT if drawn == CUTOUT else 0.0)
        self._blocks.set("model", np.eye(4))
        self._terrain.draw(drawn, self._blocks)
        self._blocks.set("cut", _CUT)

    def _draw_aim(self, frame: Frame, light: Daylight, view: View) -> None:
        if frame.aim is None:
            return
        state = self._state_at(frame.aim.pos)
        if state is None:
            return
        if frame.aim.progress > 0:
            self._enter_blocks(frame, light, view)
            self._blocks.set("body_light", (*self._terrain.light_at(_above(frame.aim.pos)), 1.0))
            self._marks.draw_cracks(self._states[state], frame.aim.pos, frame.aim.progress, view, self._blocks)
        self._marks.draw_outline(self._states[state], frame.aim.pos, view)

    def _draw_hand(self, frame: Frame, light: Daylight, viewport: gl.Viewport) -> None:
        assert frame.hand is not None
        camera = frame.camera
        gl.scissor(viewport)
        gl.clear(None)
        gl.scissor(None)
        own = view_of(type(camera)(0.0, 0.0, 0.0, 180.0, 0.0, _HAND_FOV), viewport.aspect, 10.0)
        self._enter_blocks(frame, light, own)
        around = self._terrain.light_at((camera.x, camera.y, camera.z))
        self._bodies.draw_hand(frame.hand, own, light, around, self._blocks, frame.time)

    def _tables(self, frame: Frame) -> list[tuple[BlockPos, float, TableShape]]:
        placed = []
        for pos, table in frame.tables.items():
            state = self._state_at(pos)
            if state is not None:
                placed.append((pos, self._catalogue.height(state), table))
        return placed

    def _state_at(self, pos: BlockPos) -> int | None:
        x, y, z = pos
        column = self._world.columns.get((x >> 4, z >> 4)) if self._world is not None else None
        if column is None or not 0 <= y < HEIGHT:
            return None
        return int(column.blocks[x & 15, y, z & 15])


def _clear(viewport: gl.Viewport, light: Daylight, *, in_water: bool) -> None:
    """Empty the viewport alone; under water its background is what the water hides."""
    viewport.enter()
    gl.scissor(viewport)
    gl.clear((*murk(light), 1.0) if in_water else None)
    gl.scissor(None)


def _above(pos: BlockPos) -> tuple[float, float, float]:
    return pos[0] + 0.5, pos[1] + 1.5, pos[2] + 0.5
