"""The canvas: everything flat on the screen, collected as quads in order and drawn in one call.

Positions are GUI units from the top left. A quad is a plain colour or reads one of three sheets (font, icons,
pictures), all bound at once, so that order never costs a draw call. No OpenGL object is made while drawing.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Final, Protocol

import numpy as np
import numpy.typing as npt

from client import gl

from .geometry import Rect
from .pictures import Pictures
from .text import Font
from .theme import INK, PALE_OAK, PARCHMENT, SHADOW, WHITE, Colour, faded

Uv = tuple[float, float, float, float]
"""Left, top, right and bottom on a sheet, 0 to 1."""
Quads = npt.NDArray[np.float32]

_PLAIN, _FONT, _ICONS, _PICTURES = range(4)
_VERTEX: Final = np.dtype([("place", "f4", (2,)), ("uv", "f4", (2,)), ("sheet", "f4"), ("colour", "f4", (4,))])
_ATTRIBUTES: Final = (
    gl.Attribute(0, "place"),
    gl.Attribute(1, "uv"),
    gl.Attribute(2, "sheet"),
    gl.Attribute(3, "colour"),
)
_MOST_RUNS: Final = 1024
_ROW: Final = 21
"""Numbers of a collected quad: four corners (counter-clockwise from the top left), four uv, sheet, colour."""
_CORNERS: Final = np.array([0, 1, 0, 3, 2, 3, 2, 1, 4, 5, 4, 7, 6, 7, 6, 5])
"""From left, top, right, bottom of a place and of its uv to the corners of both."""

_VERTEX_SHADER: Final = """
layout(location = 0) in vec2 place;
layout(location = 1) in vec2 uv;
layout(location = 2) in float sheet;
layout(location = 3) in vec4 colour;
uniform vec2 size;
out vec2 at;
out vec4 tint;
flat out int source;
void main() {
    at = uv;
    tint = colour;
    source = int(sheet + 0.5);
    gl_Position = vec4(place.x / size.x * 2.0 - 1.0, 1.0 - place.y / size.y * 2.0, 0.0, 1.0);
}
"""
_FRAGMENT_SHADER: Final = """
in vec2 at;
in vec4 tint;
flat in int source;
uniform sampler2D font;
uniform sampler2D icons;
uniform sampler2D pictures;
layout(location = 0) out vec4 shown;
void main() {
    vec4 texel = vec4(1.0);
    if (source == 1) texel = texture(font, at);
    else if (source == 2) texel = texture(icons, at);
    else if (source == 3) texel = texture(pictures, at);
    shown = texel * tint;
    if (shown.a < 0.004) discard;
}
"""


class Icons(Protocol):
    """One sheet with a picture of every item."""

    @property
    def texture(self) -> gl.Texture: ...

    def uv(self, item: str) -> Uv | None: ...


class Canvas:
    """Collects quads between `begin` and `flush`."""

    def __init__(self, font: Font, font_sheet: gl.Texture, pictures: Pictures) -> None:
        self.font = font
        self.pictures = pictures
        self.icons: Icons | None = None
        self.width = 0.0
        self.height = 0.0
        self.scale = 1
        self._font_sheet = font_sheet
        self._program = gl.Program(_VERTEX_SHADER, _FRAGMENT_SHADER)
        self._mesh = gl.Mesh(_ATTRIBUTES, np.zeros(4, dtype=_VERTEX), dynamic=True)
        self._rows: list[tuple[float, ...]] = []
        self._blocks: list[Quads] = []
        self._offset = (0.0, 0.0)
        self._opacity = 1.0
        self._clip: Rect | None = None
        self._runs: dict[tuple[str, int], Quads] = {}

    # ------------------------------------------------------------------ a picture

    def begin(self, pixels: tuple[int, int], scale: int) -> None:
        """Start on a framebuffer of this size; a unit is `scale` pixels."""
        self.scale = scale
        self.width, self.height = pixels[0] / scale, pixels[1] / scale
        self._pixels = pixels
        self._rows, self._blocks = [], []
        self._offset, self._opacity, self._clip = (0.0, 0.0), 1.0, None

    def flush(self) -> None:
        """Draw what has been collected; needed at the end, and before something else is drawn over it."""
        self._close_rows()
        blocks, self._blocks = self._blocks, []
        if not blocks or 0 in self._pixels:
            return
        gl.Viewport(0, 0, *self._pixels).enter()
        gl.states(blend="alpha")
        self._program.use()
        self._program.set("size", (self.width, self.height))
        for unit, name in enumerate(("font", "icons", "pictures")):
            self._program.set_unit(name, unit)
        self._font_sheet.bind(0)
        if self.icons is not None:
            self.icons.texture.bind(1)
        self.pictures.texture.bind(2)
        self._mesh.fill(_vertices(np.concatenate(blocks)))
        self._mesh.draw_quads()

    def delete(self) -> None:
        """Free what this canvas made."""
        self._mesh.delete()
        self._program.delete()
        self._font_sheet.delete()
        self.pictures.delete()

    def viewport(self, rect: Rect) -> gl.Viewport:
        """The framebuffer pixels of a rectangle, for a scene drawn into it."""
        left, right = round(rect.x * self.scale), round(rect.right * self.scale)
        top, bottom = round(rect.y * self.scale), round(rect.bottom * self.scale)
        return gl.Viewport(left, self._pixels[1] - bottom, right - left, bottom - top)

    # ------------------------------------------------------------------ how quads come out

    @contextmanager
    def shifted(self, dx: float, dy: float) -> Iterator[None]:
        """Everything inside is moved by this much."""
        before = self._offset
        self._offset = (before[0] + dx, before[1] + dy)
        yield
        self._offset = before

    @contextmanager
    def faded(self, opacity: float) -> Iterator[None]:
        """Everything inside is this opaque."""
        before = self._opacity
        self._opacity = before * opacity
        yield
        self._opacity = before

    @contextmanager
    def clipped(self, rect: Rect) -> Iterator[None]:
        """Only what lies in this rectangle is seen of what is inside."""
        before = self._clip
        rect = rect.moved(*self._offset)
        self._clip = rect if before is None else before.intersection(rect)
        yield
        self._clip = before

    # ------------------------------------------------------------------ quads

    def rect(self, rect: Rect, colour: Colour) -> None:
        """A plain rectangle."""
        self.box(rect.x, rect.y, rect.width, rect.height, colour)

    def box(self, x: float, y: float, width: float, height: float, colour: Colour) -> None:
        """A plain rectangle by its numbers."""
        if width > 0 and height > 0 and colour[3] > 0:
            self._quad(x, y, x + width, y + height, (0.0, 0.0, 0.0, 0.0), _PLAIN, colour)

    def slanted(self, corners: Sequence[tuple[float, float]], colour: Colour) -> None:
        """A plain quad by its four corners, clockwise from the top left; it is not clipped."""
        places = np.array(corners, dtype=np.float32)[[0, 3, 2, 1]] + np.array(self._offset, dtype=np.float32)
        self._put(np.concatenate([places.ravel(), np.zeros(8, dtype=np.float32)])[None], _PLAIN, colour)

    def picture(self, name: str, x: float, y: float, scale: float = 1, colour: Colour = WHITE) -> None:
        """A picture of the sheet at its own size times `scale`."""
        width, height = self.pictures.size(name)
        self.stretched(name, Rect(x, y, width * scale, height * scale), colour)

    def stretched(self, name: str, rect: Rect, colour: Colour = WHITE) -> None:
        """A picture of the sheet, stretched to a rectangle."""
        self._quad(rect.x, rect.y, rect.right, rect.bottom, self.pictures.uv(name), _PICTURES, colour)

    def tiled(self, name: str, rect: Rect, colour: Colour = WHITE) -> None:
        """A picture of the sheet repeated over a rectangle from its top left, cut off at its edges."""
        width, height = self.pictures.size(name)
        left, top, right, bottom = self.pictures.uv(name)
        x, y = np.meshgrid(np.arange(0, rect.width, width), np.arange(0, rect.height, height))
        across, down = np.minimum(1.0, (rect.width - x) / width), np.minimum(1.0, (rect.height - y) / height)
        quads = np.stack(
            [
                *(rect.x + x, rect.y + y, rect.x + x + width * across, rect.y + y + height * down),
                *(np.full_like(across, left), np.full_like(down, top)),
                *(left + (right - left) * across, top + (bottom - top) * down),
            ],
            axis=-1,
        )
        self._add(quads.reshape(-1, 8).astype(np.float32), _PICTURES, colour)

    def icon(self, item: str, x: float, y: float, size: float = 16, colour: Colour = WHITE) -> None:
        """An item's icon; an item without one is shown as a small parcel."""
        uv = self.icons.uv(item) if self.icons is not None else None
        if uv is None:
            self.box(x + 3, y + 4, size - 6, size - 7, faded(INK, colour[3]))
            self.box(x + 4, y + 5, size - 8, size - 9, faded(PALE_OAK, colour[3]))
            self.box(x + size / 2 - 1, y + 5, 2, size - 9, faded(PARCHMENT, colour[3]))
            return
        self._quad(x, y, x + size, y + size, uv, _ICONS, colour)

    def text(
        self, x: float, y: float, text: str, colour: Colour, scale: int = 1, *, shadow: bool = True, align: float = 0.0
    ) -> float:
        """A line whose capitals begin at `y`; `align` 0 starts at x, 0.5 centres on it, 1 ends there. Its width."""
        width = self.font.width(text, scale)
        x = round((x - width * align) * self.scale) / self.scale
        run = self._run(text, scale)
        if len(run):
            move = np.array([x, y, x, y, 0, 0, 0, 0], dtype=np.float32)
            if shadow:
                dark = faded(SHADOW, colour[3])
                self._add(
                    run + move + np.array([scale, scale, scale, scale, 0, 0, 0, 0], dtype=np.float32), _FONT, dark
                )
            self._add(run + move, _FONT, colour)
        return width

    def stamp(self, x: float, y: float, text: str, colour: Colour, scale: float, degrees: float) -> None:
        """A line centred on a point, of any size and slant."""
        run = self._run(text, 1)
        corners = run[:, _CORNERS].copy()
        places = corners[:, :8].reshape(-1, 2)
        places -= np.array([self.font.width(text) / 2, self.font.cap_height / 2], dtype=np.float32)
        angle = np.radians(degrees)
        turn = np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]], dtype=np.float32)
        places = places @ turn * scale + np.array([x + self._offset[0], y + self._offset[1]], dtype=np.float32)
        corners[:, :8] = places.reshape(-1, 8)
        self._put(corners, _FONT, colour)

    # ------------------------------------------------------------------ vertices

    def _run(self, text: str, scale: int) -> Quads:
        """Rows of x0 y0 x1 y1 u0 v0 u1 v1 for a line at the origin."""
        run = self._runs.get((text, scale))
        if run is None:
            if len(self._runs) >= _MOST_RUNS:
                self._runs.clear()
            run = self._runs[(text, scale)] = self._typeset(text, scale)
        return run

    def _typeset(self, text: str, scale: int) -> Quads:
        font, sheet = self.font, self._font_sheet
        rows = []
        x = 0
        top = -font.cap_top * scale
        for glyph in (glyph for character in text for glyph in font.spelled(character)):
            if glyph.width:
                across = (glyph.x / sheet.width, (glyph.x + glyph.width) / sheet.width)
                down = (glyph.y / sheet.height, (glyph.y + font.cell_height) / sheet.height)
                right, bottom = x + glyph.width * scale, top + font.cell_height * scale
                rows.append((x, top, right, bottom, across[0], down[0], across[1], down[1]))
            x += glyph.advance * scale
        return np.array(rows, dtype=np.float32).reshape(-1, 8)

    def _quad(self, x0: float, y0: float, x1: float, y1: float, uv: Uv, sheet: int, colour: Colour) -> None:
        """Collect one upright quad."""
        if self._clip is not None:
            self._add(np.array([[x0, y0, x1, y1, *uv]], dtype=np.float32), sheet, colour)
            return
        dx, dy = self._offset
        x0, y0, x1, y1 = x0 + dx, y0 + dy, x1 + dx, y1 + dy
        u0, v0, u1, v1 = uv
        red, green, blue, alpha = colour
        self._rows.append(
            (
                *(x0, y0, x0, y1, x1, y1, x1, y0, u0, v0, u0, v1, u1, v1, u1, v0),
                *(sheet, red, green, blue, alpha * self._opacity),
            )
        )

    def _add(self, quads: Quads, sheet: int, colour: Colour) -> None:
        """Collect upright quads given as rows of x0 y0 x1 y1 u0 v0 u1 v1."""
        dx, dy = self._offset
        if dx or dy:
            quads = quads + np.array([dx, dy, dx, dy, 0, 0, 0, 0], dtype=np.float32)
        if self._clip is not None:
            quads = _clipped(quads, self._clip)
        self._put(quads[:, _CORNERS], sheet, colour)

    def _put(self, corners: Quads, sheet: int, colour: Colour) -> None:
        """Collect quads given as rows of four corners and four uv."""
        block = np.empty((len(corners), _ROW), dtype=np.float32)
        block[:, :16] = corners
        block[:, 16] = sheet
        block[:, 17:] = faded(colour, self._opacity)
        self._close_rows()
        self._blocks.append(block)

    def _close_rows(self) -> None:
        if self._rows:
            self._blocks.append(np.array(self._rows, dtype=np.float32))
            self._rows = []


def _vertices(rows: Quads) -> npt.NDArray[np.void]:
    """Four vertices for each collected quad."""
    vertices = np.empty(len(rows) * 4, dtype=_VERTEX)
    vertices["place"] = rows[:, :8].reshape(-1, 2)
    vertices["uv"] = rows[:, 8:16].reshape(-1, 2)
    vertices["sheet"] = np.repeat(rows[:, 16], 4)
    vertices["colour"] = np.repeat(rows[:, 17:], 4, axis=0)
    return vertices


def _clipped(quads: Quads, clip: Rect) -> Quads:
    """The parts of upright quads inside a rectangle."""
    low = np.array([clip.x, clip.y], dtype=np.float32)
    high = np.array([clip.right, clip.bottom], dtype=np.float32)
    start, end = quads[:, 0:2], quads[:, 2:4]
    first, last = np.clip(start, low, high), np.clip(end, low, high)
    seen = (last > first).all(axis=1)
    size = np.maximum(end - start, 1e-6)
    uv, uv_size = quads[:, 4:6], quads[:, 6:8] - quads[:, 4:6]
    cut = np.concatenate(
        [first, last, uv + uv_size * (first - start) / size, uv + uv_size * (last - start) / size], axis=1
    )
    inside: Quads = cut[seen].astype(np.float32)
    return inside
