"""Signs of the screens: crosshair icons, marks and tokens, the hotbar's selection, the logo and the app's icon.

Icons are 16 x 16 (small ones 8 x 8) with an ink outline, so that they read on any ground.
"""

import numpy as np

from assets.paint.brush import Picture, art, blank, centred, colour, disc, lay, outlined, ramp, rgba
from assets.paint.dice import felt, iso_die, rim
from assets.paint.icons import BIG, COLOURS, SMALL
from assets.paint.palette import BONE_RAMP, BRASS_RAMP, DEEP_FELT, EMBER, INK, OAK, PARCHMENT

LETTERS = {
    "V": ("#...#", "#...#", "#...#", "#...#", ".#.#.", ".#.#.", "..#.."),
    "O": (".###.", "#...#", "#...#", "#...#", "#...#", "#...#", ".###."),
    "X": ("#...#", "#...#", ".#.#.", "..#..", ".#.#.", "#...#", "#...#"),
    "T": ("#####", "..#..", "..#..", "..#..", "..#..", "..#..", "..#.."),
    "A": (".###.", "#...#", "#...#", "#####", "#...#", "#...#", "#...#"),
    "B": ("####.", "#...#", "#...#", "####.", "#...#", "#...#", "####."),
    "L": ("#....", "#....", "#....", "#....", "#....", "#....", "#####"),
    "E": ("#####", "#....", "#....", "####.", "#....", "#....", "#####"),
}


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {f"icon/{name}": outlined(centred(art(drawing, COLOURS)), INK) for name, drawing in BIG.items()}
    painted |= {f"icon/{name}": outlined(centred(art(drawing, COLOURS), 8), INK) for name, drawing in SMALL.items()}
    painted |= {
        "icon/ready": token(),
        "icon/seal": seal(),
        "icon/clock": clock(),
        "crosshair": crosshair(),
        "hotbar_selection": hotbar_selection(),
        "logo": logo(),
        "app_icon": app_icon(),
    }
    return {f"voxtable/textures/gui/{name}.png": picture for name, picture in painted.items()}


def token() -> Picture:
    """A round bone token with a tick cut into it: ready."""
    picture = _round(ramp("#8f7f5f #cfc09a #e2d6b5 #f2ead3 #fcf8ea"))
    tick = art(".......#\n......##\n#....##.\n##..##..\n.####...\n..##....", {"#": DEEP_FELT})
    return outlined(lay(picture, tick, 4, 5), INK)


def seal() -> Picture:
    """A brass seal with a star: agreed."""
    picture = _round(BRASS_RAMP[1:])
    star = art("..##..\n..##..\n######\n.####.\n.####.\n##..##", {"#": "#5c3d16"})
    glint = art("..##..\n..#...\n##....", {"#": "#fde9a8"})
    return outlined(lay(lay(picture, star, 5, 5), glint, 4, 4), INK)


def clock() -> Picture:
    """A brass clock with a parchment face."""
    picture = _round(BRASS_RAMP[1:])
    face = disc(16, 5.2)
    picture[face] = rgba(PARCHMENT)
    for y, x in ((3, 8), (12, 8), (8, 3), (8, 12)):
        picture[y, x] = rgba(OAK)
    for y, x in ((4, 8), (5, 8), (6, 8), (7, 8), (8, 8), (8, 9), (9, 10)):
        picture[y, x] = rgba(INK)
    return outlined(picture, INK)


def _round(metal: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> Picture:
    """A coin-like disc of 14 with a lit rim at the upper left."""
    y, x = np.mgrid[0:16, 0:16] - 7.5
    away = np.hypot(x, y)
    rim_tone = np.select([x + y < -3, x + y > 3], [4, 0], 2)
    tones = np.where(away > 6.9, -1, np.where(away > 5.4, rim_tone, np.where(away > 4.6, 1, 3)))
    return colour(tones.astype(np.int16), metal)


def crosshair() -> Picture:
    """A thin cross with an open middle, bone on an ink edge."""
    picture = blank()
    for step in (3, 4, 5, 10, 11, 12):
        for y, x in ((step, 7), (step, 8), (7, step), (8, step)):
            picture[y, x] = rgba("#f2ead3", 235)
    picture[7:9, 7:9] = rgba("#f2ead3", 235)
    return outlined(picture, INK)


def hotbar_selection() -> Picture:
    """A 24 x 24 brass frame around a slot, its corners raised."""
    picture = blank(24, 24)
    picture[:, :] = rgba(INK)
    picture[1:23, 1:23] = BRASS_RAMP[3]
    picture[1, 1:22] = picture[1:22, 1] = BRASS_RAMP[5]
    picture[22, 2:23] = picture[2:23, 22] = BRASS_RAMP[1]
    picture[2:22, 2:22] = rgba(INK)
    picture[3:21, 3:21] = 0
    for y in (0, 20):
        for x in (0, 20):
            picture[y : y + 4, x : x + 4][picture[y : y + 4, x : x + 4, 3] == 0] = BRASS_RAMP[2]
    return picture


def framed_felt(height: int, width: int) -> Picture:
    """A field of lime felt in a wooden frame with brass studs, as the board of the game."""
    cloth = np.tile(felt(), (height // 32 + 1, width // 32 + 1, 1))[:height, :width].copy()
    wood = np.tile(rim(), (height // 32 + 1, width // 32 + 1, 1))[:height, :width]
    y, x = np.mgrid[0:height, 0:width]
    edge = np.minimum(np.minimum(x, width - 1 - x), np.minimum(y, height - 1 - y))
    cloth[edge < 4] = wood[edge < 4]
    cloth[edge == 0] = rgba(INK)
    cloth[(edge == 1) & ((y == 1) | (x == 1))] = rgba("#96724c")
    cloth[(edge == 3)] = rgba("#2c1d13")
    cloth[edge == 4] = rgba("#37621a")
    cloth[(edge == 5) & ((y == 5) | (x == 5))] = rgba(DEEP_FELT)
    return cloth


def logo() -> Picture:
    """VOXTABLE in blocks of bone on lime felt, 160 x 40; the O carries the ember pip of a one."""
    picture = framed_felt(40, 160)
    top, step = 8, 3
    cells = np.zeros((7, 8 * 6 - 1), dtype=bool)
    for index, letter in enumerate("VOXTABLE"):
        cells[:, index * 6 : index * 6 + 5] = [[dot == "#" for dot in row] for row in LETTERS[letter]]
    left = (160 - cells.shape[1] * step) // 2
    blocks = np.kron(cells, np.ones((step, step), dtype=bool))
    for depth, tone in ((4, "#2f5316"), (3, "#6b5a3a"), (2, "#8f7f5f"), (1, "#a8976f")):
        picture[top + depth : top + depth + 21, left : left + blocks.shape[1]][blocks] = rgba(tone)
    for row, column in np.argwhere(cells):
        y, x = top + row * step, left + column * step
        picture[y : y + step, x : x + step] = BONE_RAMP[4]
        picture[y, x : x + step] = BONE_RAMP[5]
        picture[y + step - 1, x : x + step] = BONE_RAMP[3]
        picture[y : y + step, x + step - 1] = BONE_RAMP[3]
    pip = left + 8 * step
    picture[top + 9 : top + 13, pip : pip + 3] = rgba(EMBER)
    picture[top + 8 : top + 14, pip + 1] = rgba(EMBER)
    picture[top + 9, pip] = rgba("#f5916c")
    for y, x in ((2, 2), (2, 157), (37, 2), (37, 157)):
        picture[y, x] = BRASS_RAMP[4]
    return picture


def app_icon() -> Picture:
    """A bone die on the framed felt, 64 x 64."""
    picture = framed_felt(64, 64)
    y, x = np.mgrid[0:64, 0:64]
    shadow = (np.abs(x - 36) / 25 + np.abs(y - 44) / 13) < 1
    shade = without_edges(shadow, 7)
    picture[shade] = rgba("#37621a")
    die = iso_die()
    return lay(picture, outlined(np.pad(die, ((1, 1), (1, 1), (0, 0))), INK), 9, 8)


def without_edges(
    mask: np.ndarray[tuple[int, int], np.dtype[np.bool_]], margin: int
) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """A mask cut off `margin` pixels from each edge."""
    cut = mask.copy()
    cut[:margin] = cut[-margin:] = False
    cut[:, :margin] = cut[:, -margin:] = False
    return cut
