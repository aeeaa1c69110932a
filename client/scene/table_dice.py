"""The dice of a match on the fitted board in the world, so that everybody near sees what was thrown and kept."""

from typing import Final

import numpy as np
import numpy.typing as npt

from server.shared.protocol.message import BlockPos

from .. import gl
from ..packs import Packs
from .board_painting import dice_tiles
from .board_picture import BoardPicture, arrange
from .daylight import Daylight
from .dice import die_vertices
from .frame import TableShape
from .shading import FOG, LIGHTING, set_block_light, set_fog
from .terrain import Terrain
from .view import Matrix, View, scaled, turned

SCALE: Final = 0.078
"""Blocks per die edge: six dice fit onto the felt of a table."""
_SEEN: Final = 24.0
"""Blocks from which dice can still be told apart."""

_VERTEX: Final = (
    LIGHTING
    + """
layout(location = 0) in vec3 place;
layout(location = 1) in vec3 normal;
layout(location = 2) in vec2 uv;
layout(location = 3) in float face;
uniform mat4 matrix;
uniform mat4 model;
uniform vec3 origin;
uniform vec2 around;
out vec3 at;
out vec3 texel;
out vec3 lit;
void main() {
    at = (model * vec4(place, 1.0)).xyz + origin;
    vec3 facing = normalize(mat3(model) * normal);
    texel = vec3(uv, face);
    lit = lighting(around.x, around.y, facing) * (0.80 + 0.20 * facing.y + 0.05 * facing.x);
    gl_Position = matrix * vec4(at, 1.0);
}
"""
)
_FRAGMENT: Final = (
    FOG
    + """
uniform sampler2DArray faces;
in vec3 at;
in vec3 texel;
in vec3 lit;
out vec4 result;
void main() { result = vec4(fogged(texture(faces, texel).rgb * lit, at), 1.0); }
"""
)
_ATTRIBUTES: Final = (
    gl.Attribute(0, "place"),
    gl.Attribute(1, "normal"),
    gl.Attribute(2, "uv"),
    gl.Attribute(3, "face"),
)
SIDE_TURN: Final = (180.0, 90.0, 0.0, 270.0)
"""Degrees about the upright axis that bring the near side of the board to each side of the table."""


class TableDice:
    """Draws the dice on all tables near the eye."""

    def __init__(self, packs: Packs) -> None:
        self._program = gl.Program(_VERTEX, _FRAGMENT)
        self._die = gl.Mesh(_ATTRIBUTES, die_vertices())
        self._faces = dice_tiles(packs)

    def draw(
        self,
        tables: list[tuple[BlockPos, float, TableShape]],
        view: View,
        light: Daylight,
        view_distance: float,
        terrain: Terrain,
        time: float,
    ) -> list[tuple[npt.NDArray[np.float64], float, float]]:
        """Draw the dice of tables, each with its position, the height of its felt and what it shows; answers with the
        shadows to lay under them."""
        near = [entry for entry in tables if _distance(entry[0], view) < _SEEN and (entry[2].roll or entry[2].groups)]
        if not near:
            return []
        gl.states(depth=True, cull=True)
        self._program.use()
        set_block_light(self._program, light)
        set_fog(self._program, light, view_distance, in_water=False)
        self._program.set("matrix", view.matrix)
        self._program.set_unit("faces", 0)
        self._faces.bind(0)
        shadows = []
        for pos, height, table in near:
            place = np.array([pos[0] + 0.5, pos[1] + height, pos[2] + 0.5])
            self._program.set("around", terrain.light_at((place[0], place[1] + 0.5, place[2])))
            self._program.set("origin", place - view.eye)
            shadows += self._draw_table(table, place, time)
        return shadows

    def delete(self) -> None:
        """Free everything."""
        for thing in (self._program, self._die, self._faces):
            thing.delete()

    def _draw_table(
        self, table: TableShape, place: npt.NDArray[np.float64], time: float
    ) -> list[tuple[npt.NDArray[np.float64], float, float]]:
        picture = table_picture(table)
        stance = turned(1, SIDE_TURN[table.side]) @ scaled(SCALE)
        poses = arrange(picture, time).poses
        shadows = []
        for row in np.flatnonzero(poses.seen).tolist():
            model = np.eye(4)
            model[:3, :3] = poses.rotations[row] * poses.sizes[row]
            model[:3, 3] = poses.places[row]
            self._program.set("model", stance @ model)
            self._die.draw_quads()
            shadows.append(_shadow(stance, poses.places[row], place))
        return shadows


def table_picture(table: TableShape) -> BoardPicture:
    """The board picture of a table as bystanders see it: nothing chosen. Its near side is the thrower's."""
    return BoardPicture(
        roll=table.roll, kept=table.kept, groups=table.groups, seed=table.seed, rolled_at=table.rolled_at
    )


def _shadow(
    stance: Matrix, local: npt.NDArray[np.float64], place: npt.NDArray[np.float64]
) -> tuple[npt.NDArray[np.float64], float, float]:
    on_felt = stance @ np.array([local[0], 0.0, local[2], 1.0])
    return place + on_felt[:3] - np.array([0.0, 0.009, 0.0]), SCALE * 0.95, 0.55


def _distance(pos: BlockPos, view: View) -> float:
    return float(np.linalg.norm(np.array(pos) + 0.5 - view.eye))
