"""The furnished room: crafting table, chest, bookshelf, lantern."""

import numpy as np

from assets.paint.brush import Picture, Tones, art, blank, colour, lay, rgba, scatter
from assets.paint.palette import BRASS_RAMP, IRON, WOODS
from assets.paint.wood import board_tones, planks

OAK, _, SPRUCE, _ = WOODS


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {
        "crafting_table_top": workbench_top(),
        "crafting_table_front": workbench_side(HAMMER_AND_CHISEL),
        "crafting_table_side": workbench_side(SAW),
        "chest_front": chest_side(),
        "chest_side": chest_side(),
        "chest_top": chest_top(),
        "chest_latch": latch(),
        "bookshelf": bookshelf(),
        "lantern": lantern(),
    }
    return {f"minecraft/textures/block/{name}.png": picture for name, picture in painted.items()}


def framed(tones: Tones, width: int = 2) -> Tones:
    """Lays a frame of squared timber around a tone map: lit at the upper left, dark inside and at the lower right."""
    result = tones.copy()
    y, x = np.mgrid[0:16, 0:16]
    edge = np.minimum(np.minimum(x, 15 - x), np.minimum(y, 15 - y))
    result[edge < width] = 2
    result[(edge == 0) & ((x == 0) | (y == 0))] = 4
    result[(edge == 0) & ((x == 15) | (y == 15))] = 1
    result[(edge == width) & ((x == width) | (y == width))] = 0
    return result


def workbench_top() -> Picture:
    """A worn bench top with a 3 x 3 grid inlaid in dark wood."""
    picture = colour(framed(board_tones(OAK)), OAK.boards)
    for line in (3, 6, 9, 12):
        picture[line, 3:13] = SPRUCE.boards[1]
        picture[3:13, line] = SPRUCE.boards[1]
    for line in (4, 7, 10):
        for column in (4, 7, 10):
            picture[line, column : column + 2] = OAK.boards[5]
            picture[line + 1, column] = OAK.boards[4]
            picture[line + 1, column + 1] = OAK.boards[3]
    for y, x in ((0, 0), (0, 15), (15, 0), (15, 15), (1, 1), (1, 14), (14, 1), (14, 14)):
        picture[y, x] = BRASS_RAMP[3 if y in (1, 14) else 1]
    return picture


def workbench_side(tools: str) -> Picture:
    """A bench front: thick top, posts, tools hung on dark boards."""
    picture = colour(np.maximum(board_tones(SPRUCE) - 1, 0).astype(np.int16), SPRUCE.boards)
    oak = colour(board_tones(OAK), OAK.boards)
    picture[0:3] = oak[0:3]
    picture[0] = OAK.boards[5]
    picture[2] = OAK.boards[2]
    picture[3] = SPRUCE.boards[0]
    for x in (0, 14):
        picture[3:, x] = OAK.boards[4]
        picture[3:, x + 1] = OAK.boards[2]
    picture[15] = OAK.boards[1]
    picture[14, 2:14] = OAK.boards[2]
    return lay(picture, art(tools, TOOLS), 2, 4)


def chest_side() -> Picture:
    """The side of a chest: boards in a dark frame, the gap of the lid at row 6, iron corners."""
    tones = framed(board_tones(OAK), 2)
    picture = colour(tones, OAK.boards)
    y, x = np.mgrid[0:16, 0:16]
    edge = np.minimum(np.minimum(x - 1, 14 - x), np.minimum(y - 2, 15 - y))
    rim = edge <= 1
    picture[rim] = SPRUCE.boards[3]
    picture[(edge == 0)] = SPRUCE.boards[2]
    picture[(edge == 0) & ((y == 2) | (x == 1))] = SPRUCE.boards[5]
    picture[(edge == 2) & ((y == 4) | (x == 3))] = OAK.boards[1]
    picture[6, 1:15] = SPRUCE.boards[0]
    picture[7, 1:15] = SPRUCE.boards[4]
    for cy, cx in ((2, 1), (2, 13), (14, 1), (14, 13)):
        picture[cy : cy + 2, cx : cx + 2] = IRON[2]
        picture[cy, cx] = IRON[4]
    return picture


def chest_top() -> Picture:
    """The lid from above, with two iron bands."""
    picture = colour(board_tones(OAK), OAK.boards)
    y, x = np.mgrid[0:16, 0:16]
    edge = np.minimum(np.minimum(x - 1, 14 - x), np.minimum(y - 1, 14 - y))
    picture[edge <= 1] = SPRUCE.boards[3]
    picture[edge == 0] = SPRUCE.boards[2]
    picture[(edge == 0) & ((y == 1) | (x == 1))] = SPRUCE.boards[5]
    for band in (4, 10):
        picture[1:15, band] = IRON[3]
        picture[1:15, band + 1] = IRON[1]
        for rivet in (2, 7, 12):
            picture[rivet, band] = IRON[4]
    return picture


def latch() -> Picture:
    """The brass latch of a chest, drawn 4 wide and 5 high in the upper left, plain brass elsewhere."""
    picture = blank()
    picture[:] = BRASS_RAMP[2]
    return lay(picture, art("dddd\nbeec\nbkkc\nbkkc\nabba", LATCH))


def bookshelf() -> Picture:
    """Two shelves of books between oak boards."""
    picture = planks(OAK)
    for shelf, (top, seed) in enumerate(((1, 131), (9, 137))):
        picture[top : top + 6] = rgba("#2b1c13")
        _books(picture, top, seed)
        picture[top + 6] = OAK.boards[5]
        picture[top + 7 if shelf == 0 else 15] = OAK.boards[2]
    picture[0] = OAK.boards[4]
    picture[:, 0] = OAK.boards[3]
    picture[:, 15] = OAK.boards[2]
    return picture


def _books(picture: Picture, top: int, seed: int) -> None:
    chance = scatter(seed, 10, 3)
    x, number = 1, 0
    while x < 15:
        dark, mid, light = BINDINGS[(number * 5 + seed) % len(BINDINGS)]
        width = min(2 + (chance[number, 0] > 0.6), 15 - x)
        height = 4 + (chance[number, 1] > 0.35) + (chance[number, 1] > 0.8)
        spine = slice(top + 6 - height, top + 6)
        picture[spine, x : x + width] = rgba(mid)
        picture[spine, x] = rgba(light)
        if width > 1:
            picture[spine, x + width - 1] = rgba(dark)
        if chance[number, 2] > 0.4:
            picture[top + 7 - height, x : x + width] = BRASS_RAMP[3]
        x, number = x + width, number + 1


def lantern() -> Picture:
    """A sheet for the lantern model: body side at (0, 0) 6 x 8, body end at (0, 8) 6 x 6, cap side at (8, 0) 4 x 2,
    cap top at (8, 4) 4 x 4, ring at (8, 10) 3 x 6."""
    picture = blank()
    for drawing, x, y in (
        (LANTERN_BODY, 0, 0),
        (LANTERN_END, 0, 8),
        (LANTERN_CAP, 8, 0),
        (LANTERN_LID, 8, 4),
        (RING, 8, 10),
    ):
        picture = lay(picture, art(drawing, GLOW), x, y)
    return picture


BINDINGS = (
    ("#5e2018", "#8c3526", "#b85a40"),
    ("#2f4a17", "#4f7a26", "#7ba845"),
    ("#243c52", "#3a6080", "#6794b3"),
    ("#5c3d16", "#8f6626", "#c4944a"),
    ("#3d2a45", "#5d4169", "#8a6b96"),
    ("#8c7a55", "#c4b183", "#ead9b0"),
    ("#3a1f1a", "#5a342b", "#845348"),
)
LATCH = {"a": "#5c3d16", "b": "#8a5f20", "c": "#b5832e", "d": "#f0c766", "e": "#d9a441", "k": "#1b1410"}
GLOW = {
    "0": "#3b2710", "1": "#5c3d16", "2": "#8a5f20", "3": "#b5832e", "4": "#d9a441", "5": "#f0c766",
    "o": "#f0a63c", "y": "#ffc95c", "Y": "#ffe38f", "W": "#fff6cf", "r": "#d97a2b",
}  # fmt: skip
LANTERN_BODY = """
    455553
    3oyyo2
    3yYYy2
    3YWWY2
    3YWWy2
    3yYyo2
    3oyor2
    233321
"""
LANTERN_END = """
    455553
    434432
    443332
    443332
    432232
    322221
"""
LANTERN_CAP = """
    5554
    2221
"""
LANTERN_LID = """
    4554
    5432
    5321
    4211
"""
RING = """
    .4.
    .2.
    .4.
    4.3
    3.2
    .2.
"""
TOOLS = {
    "n": "#8a6542", "m": "#6b4a2c", "d": "#4a3322", "i": "#746c64",
    "j": "#a39a8f", "k": "#403a36", "w": "#cfc7ba", "b": "#d9a441",
}  # fmt: skip
HAMMER_AND_CHISEL = """
    ............
    .jjjji...b..
    .iiiik...n..
    .kkkkk...m..
    ..nm.....j..
    ..nm.....i..
    ..nm.....i..
    ..nm.....w..
    ..md........
"""
SAW = """
    ............
    .nm.........
    n..m........
    n..mjjjjjj..
    nnnmiiiiiiw.
    .mm.kiiiii..
    .....k.k.k..
    ............
    ............
"""
