"""What the crosshair points at: a thin outline around the block, and cracks that spread while it breaks."""

from typing import Final

import numpy as np
import numpy.typing as npt

from server.shared.protocol.message import BlockPos
from server.shared.voxel.states import StateInfo

from .. import gl
from .meshing import FACE_SHADE, VERTEX
from .models import FACE_CORNERS, FACES, planar_uv
from .terrain import ATTRIBUTES
from .tiles import Tiles
from .view import View

STAGES: Final = 10
_SWELL: Final = 0.0025
_POINT: Final = np.dtype([("place", "<f4", (3,))])

_VERTEX: Final = """
layout(location = 0) in vec3 place;
uniform mat4 matrix;
uniform vec3 origin;
void main() {
    vec4 at = matrix * vec4(place + origin, 1.0);
    at.z -= 0.0004 * at.w;
    gl_Position = at;
}
"""
_FRAGMENT: Final = """
uniform vec4 colour;
out vec4 result;
void main() { result = colour; }
"""


class Marks:
    """Draws outline and cracks; its two meshes are refilled only when the aim changes."""

    def __init__(self, tiles: Tiles) -> None:
        self._stages = [tiles.layer(f"minecraft:block/destroy_stage_{stage}") for stage in range(STAGES)]
        self._program = gl.Program(_VERTEX, _FRAGMENT)
        self._lines = gl.Mesh((gl.Attribute(0, "place"),), np.zeros(0, dtype=_POINT), dynamic=True)
        self._cracks = gl.Mesh(ATTRIBUTES, np.zeros(0, dtype=VERTEX), dynamic=True)
        self._outlined: tuple[object, ...] = ()
        self._cracked: tuple[object, ...] = ()

    def draw_outline(self, state: StateInfo, pos: BlockPos, view: View) -> None:
        """A thin dark frame around each box of the block."""
        if self._outlined != state.outline:
            self._outlined = state.outline
            self._lines.fill(outline_points(state))
        gl.states(depth=True, write_depth=False, blend="alpha")
        self._program.use()
        self._program.set("matrix", view.base_matrix)
        self._program.set("origin", np.array(pos, dtype=np.float64) - view.base)
        self._program.set("colour", (0.05, 0.035, 0.03, 0.62))
        self._lines.draw_lines()

    def draw_cracks(self, state: StateInfo, pos: BlockPos, progress: float, view: View, program: gl.Program) -> None:
        """Cracks on the block's boxes, with the block program in use and the tiles bound; progress 0 to 1."""
        stage = self._stages[min(STAGES - 1, max(0, int(progress * STAGES)))]
        if self._cracked != (state.outline, stage):
            self._cracked = (state.outline, stage)
            self._cracks.fill(box_quads(state, stage))
        gl.states(depth=True, write_depth=False, cull=True, blend="alpha")
        program.set("cut", 0.0)
        program.set("model", np.eye(4))
        program.set("origin", np.array(pos, dtype=np.float64) - view.base)
        self._cracks.draw_quads()

    def delete(self) -> None:
        """Free everything."""
        for thing in (self._program, self._lines, self._cracks):
            thing.delete()


def outline_points(state: StateInfo) -> npt.NDArray[np.void]:
    """Pairs of points along the edges of the block's outline, in its own space."""
    lines = []
    for box in state.outline:
        low, high = _swollen(box)
        for axis in range(3):
            for one in (0, 1):
                for two in (0, 1):
                    ends = np.empty((2, 3))
                    ends[:, (axis + 1) % 3] = (low, high)[one][(axis + 1) % 3]
                    ends[:, (axis + 2) % 3] = (low, high)[two][(axis + 2) % 3]
                    ends[:, axis] = low[axis], high[axis]
                    lines.append(ends)
    points = np.zeros(len(lines) * 2, dtype=_POINT)
    points["place"] = np.concatenate(lines) if lines else 0.0
    return points


def box_quads(state: StateInfo, tile: int) -> npt.NDArray[np.void]:
    """The faces of the block's outline boxes with a tile laid over each block side."""
    quads = np.zeros((len(state.outline) * len(FACES), 4), dtype=VERTEX)
    row = 0
    for box in state.outline:
        ends = _swollen(box)
        for face, name in enumerate(FACES):
            corners = np.array([[ends[end][axis] for axis, end in enumerate(corner)] for corner in FACE_CORNERS[name]])
            quads["place"][row] = corners
            quads["uv"][row] = np.round(np.clip(planar_uv(corners * 16, face) / 16, 0, 1) * 65535)
            quads["light"][row] = (255, 0, int(FACE_SHADE[face] * 255), face)
            row += 1
    quads["tile"] = tile
    return quads.reshape(-1)


def _swollen(box: tuple[int, ...]) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    sides = np.array(box, dtype=np.float64) / 16
    return sides[:3] - _SWELL, sides[3:] + _SWELL
