"""Flat things in the world that are not blocks: names over heads, and soft shadows on the ground.

All of a kind go to the card as one dynamic mesh a frame, relative to the eye.
"""

from typing import Any, Final

import numpy as np
import numpy.typing as npt

from .. import gl
from ..packs import PackError, Packs
from ..palette import BONE, INK, faded
from .view import View

_VERTEX_LAYOUT: Final = np.dtype([("place", "<f4", (3,)), ("uv", "<f4", (2,)), ("colour", "u1", (4,))])
_ATTRIBUTES: Final = (gl.Attribute(0, "place"), gl.Attribute(1, "uv"), gl.Attribute(2, "colour", normalized=True))

_VERTEX: Final = """
layout(location = 0) in vec3 place;
layout(location = 1) in vec2 uv;
layout(location = 2) in vec4 colour;
uniform mat4 matrix;
out vec2 at;
out vec4 shade;
void main() {
    at = uv;
    shade = colour;
    gl_Position = matrix * vec4(place, 1.0);
}
"""
_FRAGMENT: Final = """
uniform sampler2D picture;
in vec2 at;
in vec4 shade;
out vec4 result;
void main() {
    float ink;
    if (at.x < -1.5) ink = 1.0 - smoothstep(0.25, 1.0, length(at + vec2(3.0, 1.0)));
    else if (at.x < 0.0) ink = 1.0;
    else ink = textureLod(picture, at, 0.0).a;
    if (shade.a * ink < 0.004) discard;
    result = vec4(shade.rgb, shade.a * ink);
}
"""

_LETTER: Final = 0.024
"""Blocks per pixel of the font on a name plate."""
_BONE: Final = tuple(round(part * 255) for part in BONE)
_INK: Final = tuple(round(part * 255) for part in faded(INK, 0.5))
_PAD: Final = 2


class Papers:
    """Draws name plates and shadows."""

    def __init__(self, packs: Packs) -> None:
        self._program = gl.Program(_VERTEX, _FRAGMENT)
        empty = np.zeros(0, dtype=_VERTEX_LAYOUT)
        self._names = gl.Mesh(_ATTRIBUTES, empty, dynamic=True)
        self._shadows = gl.Mesh(_ATTRIBUTES, empty, dynamic=True)
        self._font = Lettering(packs)
        self._sheet = gl.Texture(self._font.sheet)

    def draw_shadows(self, view: View, spots: list[tuple[npt.NDArray[np.float64], float, float]]) -> None:
        """Round shadows: the place in the world, the radius in blocks, the strength from 0 to 1."""
        if not spots:
            return
        quads = np.zeros((len(spots), 4), dtype=_VERTEX_LAYOUT)
        corners = np.array([(-1, -1), (-1, 1), (1, 1), (1, -1)], dtype=np.float64)
        flat = corners @ np.array([(1.0, 0.0, 0.0), (0.0, 0.0, 1.0)])
        for number, (place, radius, strength) in enumerate(spots):
            quads["place"][number] = place - view.eye + flat * radius + np.array([0.0, 0.012, 0.0])
            quads["colour"][number] = (12, 10, 16, int(255 * strength))
        quads["uv"] = corners - np.array([3.0, 1.0])
        self._fill_and_draw(self._shadows, quads.reshape(-1), view)

    def draw_names(self, view: View, names: list[tuple[str, npt.NDArray[np.float64]]]) -> None:
        """Names that face the eye, each above its place in the world."""
        if not names:
            return
        far_first = sorted(names, key=lambda name: -float(np.linalg.norm(name[1] - view.eye)))
        parts = [self._plate(text, place - view.eye, view) for text, place in far_first]
        self._fill_and_draw(self._names, np.concatenate(parts), view)

    def delete(self) -> None:
        """Free everything."""
        for thing in (self._program, self._names, self._shadows, self._sheet):
            thing.delete()

    def _plate(self, text: str, place: npt.NDArray[np.float64], view: View) -> npt.NDArray[np.void]:
        corners, uv, width = self._font.quads(text)
        high = self._font.height
        box = np.array([(-_PAD, high), (-_PAD, -1), (width + _PAD, -1), (width + _PAD, high)], dtype=np.float64)
        quads = np.zeros((len(corners) + 1, 4), dtype=_VERTEX_LAYOUT)
        flat = np.concatenate([box[None], corners]) - np.array([width / 2, 0.0])
        near = np.concatenate([[0.0], np.full(len(corners), 0.01)])
        quads["place"] = place + (flat[..., :1] * view.right + flat[..., 1:] * view.up) * _LETTER
        quads["place"] -= (near[:, None, None] * view.forward).astype(np.float32)
        quads["uv"][0], quads["uv"][1:] = -1.0, uv
        quads["colour"][0], quads["colour"][1:] = _INK, _BONE
        return quads.reshape(-1)

    def _fill_and_draw(self, mesh: gl.Mesh, vertices: npt.NDArray[np.void], view: View) -> None:
        gl.states(depth=True, write_depth=False, blend="alpha")
        self._program.use()
        self._program.set("matrix", view.matrix)
        self._program.set_unit("picture", 0)
        self._sheet.bind(0)
        mesh.fill(vertices)
        mesh.draw_quads()


class Lettering:
    """The painted font: where each letter lies on its sheet."""

    def __init__(self, packs: Packs) -> None:
        """Without a readable font file names stay blank, which is logged once."""
        content: dict[str, Any] | None = None
        try:
            content = packs.json("voxtable/font/voxtable.json")
        except PackError as error:
            packs.note_missing("voxtable/font/voxtable.json", f"{error} Names are not written.")
        content = content or {"glyphs": {}, "cell_height": 11, "texture": "voxtable:font/voxtable"}
        self._glyphs: dict[str, Any] = content["glyphs"]
        self._missing: str = content.get("missing", "?")
        self.height: int = content["cell_height"]
        self.sheet = packs.texture(content["texture"])

    def quads(self, text: str) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], int]:
        """Corners (n, 4, 2) in font pixels from the lower left, their places on the sheet (n, 4, 2), and the width."""
        corners, uv, at = [], [], 0
        high, wide = self.sheet.shape[:2]
        for letter in text:
            glyph = self._glyphs.get(letter) or self._glyphs.get(self._missing)
            if glyph is None:
                continue
            x, y, width = glyph["x"], glyph["y"], glyph["width"]
            if width:
                corners.append([(at, self.height), (at, 0), (at + width, 0), (at + width, self.height)])
                box = [(x, y), (x, y + self.height), (x + width, y + self.height), (x + width, y)]
                uv.append([(u / wide, v / high) for u, v in box])
            at += glyph["advance"]
        return np.array(corners, dtype=np.float64).reshape(-1, 4, 2), np.array(uv).reshape(-1, 4, 2), max(0, at - 1)
