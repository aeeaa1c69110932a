"""Dice and the board they are thrown on: faces for the 3D dice, small faces for text, felt, rim and parchment."""

import numpy as np

from assets.paint.brush import Picture, art, blank, colour, disc, drift, lay, rgba, scatter, shared_out, without_specks
from assets.paint.palette import BONE_RAMP, BRASS_RAMP, EMBER, FELT_RAMP, INK, PARCHMENT_RAMP, WOODS

# Where the pips of each face stand, in thirds of the face.
PIPS: dict[int, tuple[tuple[int, int], ...]] = {
    1: ((1, 1),),
    2: ((0, 0), (2, 2)),
    3: ((0, 0), (1, 1), (2, 2)),
    4: ((0, 0), (2, 0), (0, 2), (2, 2)),
    5: ((0, 0), (2, 0), (1, 1), (0, 2), (2, 2)),
    6: ((0, 0), (2, 0), (0, 1), (2, 1), (0, 2), (2, 2)),
}


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted: dict[str, Picture] = {}
    for number in PIPS:
        painted[f"dice/face_{number}"] = face(number)
        painted[f"icon/die_{number}"] = small_face(number)
    painted["icon/coin"] = coin()
    painted["felt"] = felt()
    painted["rim"] = rim()
    painted["parchment"] = parchment()
    return {f"voxtable/textures/gui/{name}.png": picture for name, picture in painted.items()}


def face(number: int) -> Picture:
    """A 32 x 32 face for a 3D die: bone that darkens over its soft edge, sunk pips of ink, the one in ember."""
    y, x = np.mgrid[0:32, 0:32]
    edge = np.minimum(np.minimum(x, 31 - x), np.minimum(y, 31 - y))
    corner = np.hypot(np.maximum(np.abs(x - 15.5) - 9.5, 0), np.maximum(np.abs(y - 15.5) - 9.5, 0))
    tones = np.select([corner > 6.9, (corner > 5.6) | (edge == 0), (corner > 4.2) | (edge <= 1)], [1, 2, 3], 4)
    tones = np.where((tones == 4) & (x + y < 26) & (edge < 4), 5, tones)
    veins = without_specks(shared_out(drift(151 + number, 6, 4, 32, 32), (1, 30)), 1) == 0
    tones = np.where(veins & (tones == 4), 3, tones)
    picture = colour(tones.astype(np.int16), BONE_RAMP)
    for column, row in PIPS[number]:
        pip = _pip(10, EMBER, "#a33c22", "#f5916c") if number == 1 else _pip(7, INK, "#0c0806", "#4d4038")
        half = pip.shape[0] // 2
        picture = lay(picture, pip, (8, 16, 24)[column] - half, (8, 16, 24)[row] - half)
    return picture


def _pip(size: int, body: str, dark: str, light: str) -> Picture:
    """A drilled hollow: dark at its upper left wall, a glint of light at the lower right, pale lip below."""
    picture = blank(size, size)
    round_hole = disc(size, size / 2)
    picture[round_hole] = rgba(body)
    inner = np.roll(disc(size, size / 2), (1, 1), (0, 1))
    picture[round_hole & ~inner] = rgba(dark)
    y, x = np.mgrid[0:size, 0:size]
    glint = round_hole & (np.hypot(x - size * 0.62, y - size * 0.62) < size * 0.16)
    picture[glint] = rgba(light)
    return picture


def small_face(number: int) -> Picture:
    """A 16 x 16 die for texts and cards."""
    y, x = np.mgrid[0:16, 0:16]
    edge = np.minimum(np.minimum(x - 1, 14 - x), np.minimum(y - 1, 14 - y))
    corner = ((x == 1) | (x == 14)) & ((y == 1) | (y == 14))
    tones = np.select([edge < 0, (x == 14) | (y == 14), (x == 1) | (y == 1)], [-1, 1, 5], 4)
    picture = colour(np.where(corner, -1, tones).astype(np.int16), BONE_RAMP)
    for column, row in PIPS[number]:
        left, top = (3, 7, 11)[column], (3, 7, 11)[row]
        if number == 1:
            picture[top - 1 : top + 3, left - 1 : left + 3] = rgba(EMBER)
            for dy, dx in ((-1, -1), (-1, 2), (2, -1), (2, 2)):
                picture[top + dy, left + dx] = rgba("#eea17f")
        else:
            picture[top : top + 2, left : left + 2] = rgba(INK)
    return picture


def felt() -> Picture:
    """A 32 x 32 tile of lime felt: pressed wool, so short soft fibres without a direction."""
    fibres = 0.5 * drift(161, 12, 12, 32, 32) + 0.35 * drift(162, 5, 5, 32, 32) + 0.25 * scatter(163, 32, 32)
    tones = shared_out(fibres, (2, 9, 2)) + 2
    return colour(without_specks(tones, 1), FELT_RAMP)


def rim() -> Picture:
    """A 32 x 32 tile of dark polished wood for the rim of the board, the grain running across."""
    spruce = WOODS[2].boards
    grain = 0.8 * drift(171, 16, 3, 32, 32) + 0.25 * drift(172, 32, 6, 32, 32)
    tones = without_specks(shared_out(grain, (2, 5, 5, 2)), 2) + 2
    return colour(tones, spruce)


def parchment() -> Picture:
    """A 32 x 32 tile of parchment with faint fibres and blotches, quiet enough to read on."""
    tones = shared_out(0.7 * drift(181, 4, 4, 32, 32) + 0.3 * drift(182, 16, 8, 32, 32), (1, 6, 12, 3)) + 1
    tones = without_specks(tones, 2)
    tones[tones == 1] = 2
    return colour(tones, PARCHMENT_RAMP)


def iso_die() -> Picture:
    """A bone die seen from a corner, 44 x 46: the one in ember on top, three and two on its sides."""
    picture = blank(46, 44)
    for y in range(46):
        for x in range(44):
            picture[y, x] = _iso_pixel(x + 0.5 - 22, y + 0.5 - 11.5)
    return picture


def _iso_pixel(x: float, y: float) -> tuple[int, int, int, int]:
    across, down = (x / 21 + y / 10.5) / 2, (y / 10.5 - x / 21) / 2
    if abs(across) <= 0.5 and abs(down) <= 0.5:
        return _iso_face(across, down, 1, 5)
    u = x / 21
    for side, number, tone in ((-1, 3, 3), (1, 2, 2)):
        if 0 <= u * side <= 1:
            v = (y - 10.5 + abs(u) * 10.5) / 22.5 - 0.5
            if abs(v) <= 0.5:
                return _iso_face((u * side - 0.5) * side, v, number, tone)
    return (0, 0, 0, 0)


def _iso_face(u: float, v: float, number: int, tone: int) -> tuple[int, int, int, int]:
    for column, row in PIPS[number]:
        if np.hypot(u - (column - 1) * 0.27, v - (row - 1) * 0.27) < (0.19 if number == 1 else 0.105):
            return rgba(EMBER if number == 1 else INK)
    if max(abs(u), abs(v)) > 0.44:
        tone += 0 if tone == 5 else -1 if (u > 0.44 or v > 0.44) else 1
    red, green, blue, alpha = (int(value) for value in BONE_RAMP[tone])
    return (red, green, blue, alpha)


def coin() -> Picture:
    """A coin of light, 8 x 8, that flies to the score when points are banked."""
    drawing = "..5555..\n.544443.\n54455432\n54544332\n54543332\n54433322\n.443222.\n..2222.."
    return art(drawing, {str(step): _hex(BRASS_RAMP[step]) for step in range(6)})


def _hex(colour_bytes: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(int(value) for value in colour_bytes[:3]))
