"""Players and drops as they stand in the world: figures in their skins, what they hold, and things that lie about."""

import zlib
from typing import Final

import numpy as np
import numpy.typing as npt

from .. import gl
from ..packs import Packs
from .daylight import Daylight
from .figures import PARTS, RIGHT_ARM, figure_vertices, hand_matrix, name_height, part_matrices
from .frame import BodyShape, Hand
from .items import ItemShapes
from .papers import Papers
from .shading import FOG, LIGHTING, set_block_light, set_fog, set_model
from .terrain import Terrain
from .view import Matrix, View, moved, scaled, turned

_VERTEX: Final = (
    LIGHTING
    + """
layout(location = 0) in vec3 place;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec3 normal;
layout(location = 3) in float part;
uniform mat4 parts[8];
uniform mat4 matrix;
uniform vec3 origin;
uniform vec2 around;
out vec3 at;
out vec2 texel;
out vec3 lit;
void main() {
    mat4 joint = parts[int(part + 0.5)];
    at = (joint * vec4(place, 1.0)).xyz + origin;
    texel = uv;
    vec3 facing = normalize(mat3(joint) * normal);
    float shade = 0.72 + 0.28 * facing.y + 0.10 * abs(facing.z);
    lit = lighting(around.x, around.y, facing) * min(1.0, shade + 0.1);
    gl_Position = matrix * vec4(at, 1.0);
}
"""
)
_FRAGMENT: Final = (
    FOG
    + """
uniform sampler2D skin;
in vec3 at;
in vec2 texel;
in vec3 lit;
out vec4 result;
void main() {
    vec4 colour = texture(skin, texel);
    if (colour.a < 0.5) discard;
    result = vec4(fogged(colour.rgb * lit, at), 1.0);
}
"""
)

_ATTRIBUTES: Final = (
    gl.Attribute(0, "place"),
    gl.Attribute(1, "uv"),
    gl.Attribute(2, "normal"),
    gl.Attribute(3, "part"),
)
_SKINS: Final = "voxtable/textures/entity/player"
_DROP_BLOCK, _DROP_FLAT = 0.28, 0.42
_BOB: Final = 0.06
_NAMES_SEEN: Final = 40.0
_DROPS_SEEN: Final = 48.0
_AROUND, _ABOVE = 1.2, 1.8
"""Blocks that a body may reach from its feet, and how much more above them."""
# Where further items of a dropped stack lie beside the first, in sizes of it.
_HEAP: Final = ((0.0, 0.0, 0.0), (0.35, 0.18, 0.25), (-0.3, 0.32, -0.2), (0.15, 0.5, -0.3))


def seen_bodies(bodies: tuple[BodyShape, ...], view: View) -> tuple[BodyShape, ...]:
    """Those at least partly in the picture, with what they hold and the names above them; drops only while they
    are near enough to be told from the ground."""
    if not bodies:
        return ()
    feet = np.array([(body.x, body.y, body.z) for body in bodies])
    seen = view.sees_boxes(feet - _AROUND, feet + _AROUND + np.array([0.0, _ABOVE, 0.0]))
    seen &= (np.linalg.norm(feet - view.eye, axis=1) < _DROPS_SEEN) | [body.kind != "drop" for body in bodies]
    return tuple(body for body, there in zip(bodies, seen.tolist(), strict=True) if there)


class Bodies:
    """Draws players and drops."""

    def __init__(self, packs: Packs, items: ItemShapes) -> None:
        self._items = items
        self._program = gl.Program(_VERTEX, _FRAGMENT)
        self._figure = gl.Mesh(_ATTRIBUTES, figure_vertices())
        names = [name for name in packs.names(_SKINS) if name.endswith(".png")]
        ids = [name.replace("/textures/", ":", 1).removesuffix(".png") for name in names]
        self._skins = [gl.Texture(packs.texture(skin)) for skin in ids or ["voxtable:entity/player/missing"]]

    def draw(
        self,
        bodies: tuple[BodyShape, ...],
        view: View,
        light: Daylight,
        view_distance: float,
        terrain: Terrain,
        time: float,
        *,
        in_water: bool,
    ) -> None:
        """Draw the figures of all players."""
        players = [body for body in bodies if body.kind == "player"]
        if not players:
            return
        gl.states(depth=True, cull=True)
        self._program.use()
        set_block_light(self._program, light)
        set_fog(self._program, light, view_distance, in_water=in_water)
        self._program.set("matrix", view.matrix)
        self._program.set_unit("skin", 0)
        for body in players:
            self._program.set("parts[0]", part_matrices(body, time))
            self._program.set("origin", np.array([body.x, body.y, body.z]) - view.eye)
            self._program.set("around", terrain.light_at((body.x, body.y + 1.0, body.z)))
            self._skin_of(body.name).bind(0)
            self._figure.draw_quads()

    def draw_items(
        self, bodies: tuple[BodyShape, ...], view: View, terrain: Terrain, program: gl.Program, time: float
    ) -> None:
        """Draw drops and held items with the block program in use."""
        for body in bodies:
            sky, lamp = terrain.light_at((body.x, body.y + 0.3, body.z))
            program.set("body_light", (sky, lamp, 1.0))
            if body.kind == "drop":
                self._draw_drop(body, view, program, time)
            elif body.held:
                matrix = hand_matrix(part_matrices(body, time)) @ scaled(16.0) @ self._grip(body.held)
                self._draw_item(body.held, view, np.array([body.x, body.y, body.z]), matrix, program)
        program.set("body_light", (0.0, 0.0, 0.0))

    def draw_hand(
        self, hand: Hand, view: View, light: Daylight, around: tuple[float, float], blocks: gl.Program, time: float
    ) -> None:
        """Draw the player's own hand before the eye, over everything; `view` looks along -z of its own space."""
        pose = _hand_pose(hand, time)
        gl.states(depth=True, cull=True)
        if hand.held and hand.held in self._items:
            blocks.use()
            blocks.set("matrix", view.projection)
            blocks.set("eye_in_block", np.zeros(3))
            blocks.set("cut", 0.5)
            blocks.set("body_light", (*around, 1.0))
            flat = self._items.flat(hand.held)
            model = pose @ (_HELD_FLAT if flat else _HELD_BLOCK)
            blocks.set("model", model)
            blocks.set("origin", np.zeros(3))
            mesh = self._items.mesh(hand.held)
            if mesh is not None:
                mesh.draw_quads()
            blocks.set("body_light", (0.0, 0.0, 0.0))
            return
        self._program.use()
        set_block_light(self._program, light)
        set_fog(self._program, light, 1000.0, in_water=False)
        self._program.set("matrix", view.projection)
        self._program.set_unit("skin", 0)
        parts = np.zeros((PARTS, 4, 4))
        parts[RIGHT_ARM] = pose @ _BARE_HAND
        self._program.set("parts[0]", parts)
        self._program.set("origin", np.zeros(3))
        self._program.set("around", around)
        self._skin_of(hand.name).bind(0)
        self._figure.draw_quads()

    def shadows(self, bodies: tuple[BodyShape, ...]) -> list[tuple[npt.NDArray[np.float64], float, float]]:
        """The round shadows under bodies that stand or lie on the ground."""
        return [
            (np.array([body.x, body.y, body.z]), 0.42 if body.kind == "player" else 0.2, 0.45)
            for body in bodies
            if body.pose != "sitting"
        ]

    def draw_names(self, bodies: tuple[BodyShape, ...], view: View, papers: Papers) -> None:
        """Draw the names of near players."""
        plates = []
        for body in bodies:
            place = np.array([body.x, body.y + name_height(body), body.z])
            if body.kind == "player" and body.name and np.linalg.norm(place - view.eye) < _NAMES_SEEN:
                plates.append((body.name, place))
        papers.draw_names(view, plates)

    def delete(self) -> None:
        """Free everything."""
        self._program.delete()
        self._figure.delete()
        for skin in self._skins:
            skin.delete()

    def _skin_of(self, name: str) -> gl.Texture:
        return self._skins[zlib.crc32(name.lower().encode()) % len(self._skins)]

    def _draw_drop(self, body: BodyShape, view: View, program: gl.Program, time: float) -> None:
        size = _DROP_FLAT if self._items.flat(body.item) else _DROP_BLOCK
        spin = (time * 50.0 + body.id * 77.0) % 360.0
        lift = 0.10 + _BOB * (1.0 + np.sin(time * 2.4 + body.id))
        pieces = 1 + (body.count > 1) + (body.count > 16) + (body.count > 32)
        place = np.array([body.x, body.y + lift, body.z])
        for offset in _HEAP[:pieces]:
            model = turned(1, spin) @ scaled(size) @ moved(np.array(offset)) @ moved((-0.5, 0.0, -0.5))
            self._draw_item(body.item, view, place, model, program)

    def _draw_item(
        self, item: str, view: View, place: npt.NDArray[np.float64], model: Matrix, program: gl.Program
    ) -> None:
        mesh = self._items.mesh(item)
        if mesh is not None:
            set_model(program, view, place, model)
            mesh.draw_quads()

    def _grip(self, item: str) -> Matrix:
        if self._items.flat(item):
            return turned(1, 90) @ turned(2, 35) @ scaled(0.62) @ moved((-0.5, -0.2, -0.5))
        return turned(1, 45) @ scaled(0.30) @ moved((-0.5, 0.0, -0.5))


def _arm_stance() -> Matrix:
    """The bare arm comes from the lower right corner, its fist at the hand's place."""
    forward = np.array([-0.40, 0.42, -0.62])
    forward /= np.linalg.norm(forward)
    side = np.cross(forward, np.array([0.0, 1.0, 0.0]))
    side /= np.linalg.norm(side)
    stance = np.eye(4)
    stance[:3, 0], stance[:3, 1], stance[:3, 2] = side, -forward, np.cross(side, -forward)
    return stance @ turned(1, 28) @ scaled(0.034) @ moved((0.0, 8.5, 0.0))


_HELD_BLOCK: Final = turned(1, 42) @ scaled(0.25) @ moved((-0.5, -0.5, -0.5))
_HELD_FLAT: Final = turned(1, -58) @ turned(2, 8) @ scaled(0.36) @ moved((-0.5, -0.40, -0.5))
_BARE_HAND: Final = _arm_stance()


def _hand_pose(hand: Hand, time: float) -> Matrix:
    """Where the hand is before the eye: it sways with the walk and swings forward and down."""
    sway = np.array([np.sin(hand.walk) * 0.035, -abs(np.cos(hand.walk)) * 0.04, 0.0]) * hand.stride
    sway[1] += np.sin(time * 1.3) * 0.004
    bow = np.sin(np.pi * hand.swing)
    reach = np.array([-0.22 * np.sin(np.pi * np.sqrt(hand.swing)), 0.14 * np.sin(2 * np.pi * hand.swing), -0.22 * bow])
    tilt = turned(0, -38.0 * bow) @ turned(1, 26.0 * np.sin(np.pi * hand.swing**2))
    return moved(np.array([0.56, -0.42, -0.82]) + sway + reach) @ tilt
