"""The painted dusk behind the title: bands of sky, stars, a square sun going down, drifting hills and a lit tavern."""

import math
from typing import Final

import numpy as np

from ..canvas import Canvas
from ..geometry import Rect
from ..theme import BONE, Colour, colour, faded, mixed

_BANDS: Final = tuple(
    colour(code)
    for code in (
        *("#1a1626", "#221a2e", "#2e2036", "#3d263b", "#51303f", "#6b3a3f", "#8a4a3e", "#a95c3f", "#c77442"),
        *("#dd8f4d", "#eaa960"),
    )
)
_HILLS: Final = (colour("#5b3540"), colour("#3e2836"), colour("#281d26"), colour("#17120f"))
_WALL: Final = colour("#1d1511")
_ROOF: Final = colour("#120d0a")
_GLOW: Final = colour("#f3bd5a")
_SUN: Final = colour("#ffd98a")


class Dusk:
    """Draws the scene at a time in seconds; everything is blocks of whole units, and nothing moves fast."""

    def __init__(self) -> None:
        chance = np.random.default_rng(7)
        self._stars = [(float(x), float(y), float(p)) for x, y, p in chance.random((70, 3))]
        self._ridges = [np.cumsum(chance.integers(-1, 2, 400)) for _ in _HILLS]

    def draw(self, canvas: Canvas, area: Rect, seconds: float) -> None:
        """Fill the area."""
        ground = round(area.height * 0.78)
        self._sky(canvas, area, ground, seconds)
        for layer, shade in enumerate(_HILLS[:-1]):
            self._hill(canvas, area, layer, ground, seconds, shade)
        self._tavern(canvas, max(70.0, area.width * 0.17), ground, seconds)
        self._hill(canvas, area, 3, ground, 0.0, _HILLS[3])

    def _sky(self, canvas: Canvas, area: Rect, ground: float, seconds: float) -> None:
        height = ground / len(_BANDS)
        for index, shade in enumerate(_BANDS):
            canvas.box(0, round(index * height), area.width, round(height) + 1, shade)
        for x, y, phase in self._stars:
            bright = 0.35 + 0.35 * math.sin(seconds * (0.6 + phase) + phase * 40)
            canvas.box(round(x * area.width), round(y * ground * 0.5), 1, 1, faded(BONE, bright * (1 - y)))
        sun_x, sun_y = round(area.width * 0.8), round(ground * 0.62)
        for reach, alpha in ((20, 0.08), (14, 0.13), (8, 0.2)):
            canvas.box(sun_x - reach, sun_y - reach, 22 + 2 * reach, 22 + 2 * reach, faded(_SUN, alpha))
        canvas.box(sun_x, sun_y, 22, 22, _SUN)
        moon_x, moon_y = round(area.width * 0.13), round(ground * 0.16)
        canvas.box(moon_x, moon_y, 12, 12, colour("#d8d3c4"))
        canvas.box(moon_x + 7, moon_y + 2, 3, 3, colour("#bdb7a7"))
        canvas.box(moon_x + 2, moon_y + 7, 2, 2, colour("#bdb7a7"))

    def _hill(self, canvas: Canvas, area: Rect, layer: int, ground: float, seconds: float, shade: Colour) -> None:
        step = (10, 8, 7, 6)[layer]
        shift = seconds * (0.8, 1.6, 2.6, 0.0)[layer]
        ridge = self._ridges[layer]
        first = int(shift // step)
        for column in range(int(area.width // step) + 2):
            index = (first + column) % len(ridge)
            wave = math.sin((first + column) * (0.13, 0.21, 0.3, 0.17)[layer] + layer * 2) * (4, 3, 2, 1)[layer]
            rise = (9, 6, 3, 0)[layer] + round(wave) + int(ridge[index]) % 3
            top = ground - rise * (3 if layer < 3 else 2) + (0 if layer < 3 else 2)
            x = round(column * step - shift % step)
            canvas.box(x, top, step, area.height - top, shade)
            if layer == 2 and index % 9 == 4:
                self._tree(canvas, x, top, shade)

    def _tree(self, canvas: Canvas, x: float, top: float, shade: Colour) -> None:
        dark = mixed(shade, _ROOF, 0.35)
        canvas.box(x + 2, top - 8, 3, 9, dark)
        canvas.box(x - 3, top - 18, 13, 9, dark)
        canvas.box(x, top - 22, 7, 5, dark)

    def _tavern(self, canvas: Canvas, middle: float, ground: float, seconds: float) -> None:
        x, base = round(middle - 58), round(ground - 2)
        flicker = 0.92 + 0.08 * math.sin(seconds * 5.1) * math.sin(seconds * 3.3)
        for index in range(5):
            age = (seconds * 0.25 + index / 5) % 1.0
            drift = round(math.sin(age * 5 + index) * 3 + age * 14)
            canvas.box(
                x + 92 + drift, base - 66 - round(age * 40), 4 + round(age * 4), 4, faded(BONE, 0.16 * (1 - age))
            )
        canvas.box(x + 88, base - 62, 10, 26, _ROOF)
        canvas.box(x, base - 32, 116, 34, _WALL)
        for index in range(8):
            canvas.box(x - 8 + index * 7, base - 36 - index * 3, 132 - index * 14, 4, _ROOF)
        for left, width in ((10, 16), (34, 16), (82, 16)):
            canvas.box(x + left - 4, base - 27, width + 8, 20, faded(_GLOW, 0.10 * flicker))
            canvas.box(x + left, base - 24, width, 14, mixed(_WALL, _GLOW, 0.9 * flicker))
            canvas.box(x + left + width // 2 - 1, base - 24, 2, 14, _WALL)
            canvas.box(x + left, base - 18, width, 1, _WALL)
        canvas.box(x + 58, base - 22, 14, 24, mixed(_WALL, _GLOW, 0.55 * flicker))
        canvas.box(x + 60, base - 20, 10, 22, colour("#3a2517"))
        canvas.box(x + 74, base - 28, 2, 2, _ROOF)
        canvas.box(x + 73, base - 26, 4, 5, mixed(_WALL, _GLOW, flicker))
        canvas.box(x + 70, base - 29, 10, 10, faded(_GLOW, 0.14 * flicker))
        canvas.box(x + 40, base - 2, 48, 2, faded(_GLOW, 0.18 * flicker))
