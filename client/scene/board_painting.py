"""The parts of the board picture in OpenGL: felt, frame and cup, shadows and rings on the felt, and the dice."""

from typing import Final

import numpy as np
import numpy.typing as npt

from .. import gl
from ..packs import Packs
from ..palette import BRASS, COLOUR_BLIND, PLAIN
from .board_light import (
    DECAL_FRAGMENT,
    DECAL_VERTEX,
    DIE_FRAGMENT,
    DIE_VERTEX_SHADER,
    LAMP,
    SURFACE_FRAGMENT,
    SURFACE_VERTEX,
)
from .board_picture import CUP_PLACES, ILLEGAL, NO_RING, SCORING, SELECTED, Arrangement, BoardPicture
from .board_shape import FELT_X, FELT_Z, OUTER, TABLE_Y, board_vertices, cup_vertices
from .dice import die_vertices
from .tiles import first_square, halved, resized
from .view import View, moved, turned

_TILE: Final = 32
_BRASS: Final = np.array(BRASS[:3]) * 1.2
_POUR_SECONDS: Final = 0.55

_SURFACE: Final = (gl.Attribute(0, "place"), gl.Attribute(1, "normal"), gl.Attribute(2, "uv"), gl.Attribute(3, "stuff"))
_DIE: Final = (gl.Attribute(0, "place"), gl.Attribute(1, "normal"), gl.Attribute(2, "uv"), gl.Attribute(3, "face"))


class BoardPainting:
    """Paints boards. Needs a current OpenGL context from construction to `delete`."""

    def __init__(self, packs: Packs) -> None:
        self._packs = packs
        self._surface = gl.Program(SURFACE_VERTEX, SURFACE_FRAGMENT)
        self._decal = gl.Program(DECAL_VERTEX, DECAL_FRAGMENT)
        self._die_program = gl.Program(DIE_VERTEX_SHADER, DIE_FRAGMENT)
        self._board = gl.Mesh(_SURFACE, board_vertices())
        self._cup = gl.Mesh(_SURFACE, cup_vertices())
        self._die = gl.Mesh(_DIE, die_vertices())
        corners = np.zeros(4, dtype=[("corner", "<f4", (2,))])
        corners["corner"] = [(-1, -1), (-1, 1), (1, 1), (1, -1)]
        self._flat = gl.Mesh([gl.Attribute(0, "corner")], corners)
        self._wood = ""
        self._tiles: gl.TextureArray | None = None

    def draw(
        self,
        picture: BoardPicture,
        arrangement: Arrangement,
        view: View,
        matrix: npt.NDArray[np.float64],
        time: float,
    ) -> None:
        """Fill the bound framebuffer with a board; `matrix` takes places on it to clip space."""
        gl.clear((0.075, 0.055, 0.045, 1.0))
        self._bind_tiles(picture.wood)
        self._draw_surfaces(picture, arrangement, matrix, view, time)
        self._draw_dice(picture, arrangement, matrix, view)

    def delete(self) -> None:
        """Free everything."""
        for thing in (self._surface, self._decal, self._die_program, self._board, self._cup, self._die, self._flat):
            thing.delete()
        if self._tiles is not None:
            self._tiles.delete()

    def _bind_tiles(self, wood: str) -> None:
        if self._tiles is None or wood != self._wood:
            if self._tiles is not None:
                self._tiles.delete()
            self._tiles = _board_tiles(self._packs, wood)
            self._wood = wood
        self._tiles.bind(0)

    def _draw_surfaces(
        self,
        picture: BoardPicture,
        arrangement: Arrangement,
        matrix: npt.NDArray[np.float64],
        view: View,
        time: float,
    ) -> None:
        gl.states(depth=True, cull=True)
        self._surface.use()
        self._surface.set_unit("tiles", 0)
        self._surface.set("matrix", matrix)
        self._surface.set("camera", view.eye)
        self._surface.set("felt", (FELT_X, FELT_Z))
        self._surface.set("outside", (FELT_X + OUTER, FELT_Z + OUTER))
        self._surface.set("glow", hot_glow(picture, time))
        self._surface.set("model", np.eye(4))
        self._board.draw_quads()
        self._draw_on_felt(picture, arrangement, matrix, time)
        self._surface.use()
        self._surface.set("model", cup_pose(picture, time))
        gl.states(depth=True)
        self._cup.draw_quads()

    def _draw_on_felt(
        self, picture: BoardPicture, arrangement: Arrangement, matrix: npt.NDArray[np.float64], time: float
    ) -> None:
        """Shadows, then rings, as flat patches just above felt and table."""
        gl.states(depth=True, write_depth=False, blend="alpha")
        self._decal.use()
        self._decal.set("matrix", matrix)
        self._decal.set("ring", (0.0, 0.0, 0.0, 0.0))
        cup = cup_pose(picture, time)[:3, 3]
        self._patch(np.array([cup[0] + 0.12, TABLE_Y + 0.01, cup[2] + 0.16]), np.array([1.0, 0.0]), 2.6)
        self._decal.set("rounding", 1.0)
        self._decal.set("shadow", (1.0, 0.4, 0.5, 0.45) if cup[1] < TABLE_Y + 0.1 else (1.0, 0.9, 0.35, 0.0))
        self._flat.draw_quads()
        poses = arrangement.poses
        seen = np.flatnonzero(poses.seen).tolist()
        for row in seen:
            place, size = poses.places[row], float(poses.sizes[row])
            lift = max(0.0, float(place[1]) - size / 2)
            shade = _shadow_place(place)
            self._patch(shade, _level_turn(poses.rotations[row]), size * 0.5 + 1.3)
            self._decal.set("rounding", size * 0.15)
            core, contact = 0.60 / (1 + 0.7 * lift), 0.50 / (1 + 5 * lift)
            opacity = float(arrangement.opacity[row])
            self._decal.set("shadow", (size * 0.48, 0.10 + 0.32 * lift, core * opacity, contact * opacity))
            self._flat.draw_quads()
        for row in seen:
            ring = int(arrangement.ring[row])
            if ring == NO_RING:
                continue
            strong = ring != SCORING
            place = poses.places[row] * np.array([1.0, 0.0, 1.0]) + np.array([0.0, 0.012, 0.0])
            self._patch(place, _level_turn(poses.rotations[row]), 1.7)
            self._decal.set("rounding", 0.26)
            self._decal.set("shadow", (0.76, 0.0, 0.0, 0.0))
            self._decal.set("ring", (*_ring_colour(ring, picture), 1.0 if strong else 0.85))
            self._decal.set("halo", 0.5 if strong else 0.0)
            self._flat.draw_quads()

    def _patch(self, centre: npt.NDArray[np.float64], turn: npt.NDArray[np.float64], reach: float) -> None:
        self._decal.set("centre", centre)
        self._decal.set("turn", turn)
        self._decal.set("reach", reach)

    def _draw_dice(
        self, picture: BoardPicture, arrangement: Arrangement, matrix: npt.NDArray[np.float64], view: View
    ) -> None:
        gl.states(depth=True, cull=True, blend="alpha")
        self._die_program.use()
        self._die_program.set_unit("tiles", 0)
        self._die_program.set("matrix", matrix)
        self._die_program.set("camera", view.eye)
        poses = arrangement.poses
        for row in np.flatnonzero(poses.seen).tolist():
            model = np.eye(4)
            model[:3, :3] = poses.rotations[row] * poses.sizes[row]
            model[:3, 3] = poses.places[row]
            self._die_program.set("model", model)
            look = (arrangement.opacity[row], arrangement.grey[row], arrangement.dim[row], 0.0)
            self._die_program.set("look", look)
            colour = _ring_colour(int(arrangement.ring[row]), picture)
            strength = 0.55 if arrangement.ring[row] in (SELECTED, ILLEGAL) else 0.0
            self._die_program.set("rim_light", (*colour, strength))
            self._die.draw_quads()


def _board_tiles(packs: Packs, wood: str) -> gl.TextureArray:
    names = [f"voxtable:gui/dice/face_{number}" for number in range(1, 7)]
    names += ["voxtable:gui/felt", "voxtable:gui/rim", f"minecraft:block/{wood}_planks"]
    return _smooth_tiles(packs, names)


def dice_tiles(packs: Packs) -> gl.TextureArray:
    """The six faces of a die as layers 0 to 5."""
    return _smooth_tiles(packs, [f"voxtable:gui/dice/face_{number}" for number in range(1, 7)])


def _smooth_tiles(packs: Packs, names: list[str]) -> gl.TextureArray:
    levels = [np.stack([resized(first_square(packs.texture(name)), _TILE) for name in names])]
    while levels[-1].shape[1] > 1:
        levels.append(halved(levels[-1]))
    return gl.TextureArray(levels, smooth=True)


def _shadow_place(place: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Where the lamp throws the shadow of a die onto the felt."""
    off = (place - np.array(LAMP)) * (max(0.0, float(place[1]) - 0.4) / (LAMP[1] - place[1]))
    return np.array([place[0] + off[0], 0.006, place[2] + off[2]])


def _level_turn(rotation: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    """Cosine and sine that take a felt direction into the frame of a die's most level edge."""
    level = rotation[:, int(np.argmin(np.abs(rotation[1])))]
    length = max(1e-6, float(np.hypot(level[0], level[2])))
    return np.array([level[0], -level[2]]) / length


def _ring_colour(ring: int, picture: BoardPicture) -> npt.NDArray[np.float64]:
    accents = COLOUR_BLIND if picture.colour_blind else PLAIN
    good, bad = np.array(accents.lime[:3]), np.array(accents.ember[:3])
    return {SELECTED: good * 1.12, SCORING: _BRASS, ILLEGAL: bad}.get(ring, np.zeros(3))


def hot_glow(picture: BoardPicture, time: float) -> npt.NDArray[np.float64]:
    """The light that hot dice add to the felt, red, green and blue."""
    if picture.hot_at is None:
        return np.zeros(3)
    passed = time - picture.hot_at
    strength = np.clip(passed / 0.2, 0, 1) * np.clip((1.9 - passed) / 0.7, 0, 1) * (0.8 + 0.2 * np.sin(passed * 9))
    return np.asarray(np.array([0.06, 0.24, 0.02]) * strength)


def cup_pose(picture: BoardPicture, time: float) -> npt.NDArray[np.float64]:
    """Beside the board; during a throw it is lifted and tipped towards the felt, and set down again."""
    x, z = CUP_PLACES[picture.thrower]
    place = np.array([x, TABLE_Y, z])
    passed = (time - picture.rolled_at) / _POUR_SECONDS
    if picture.reduced_motion or not picture.roll or not 0 <= passed < 1:
        return moved(place)
    raised = float(np.sin(np.pi * min(1.0, passed)) ** 0.6)
    heading = np.degrees(np.arctan2(-x, -z))
    lean = turned(1, heading) @ turned(0, 96 * raised) @ turned(1, -heading)
    return moved(place + np.array([-x * 0.06, 1.9, -z * 0.06]) * raised) @ lean
