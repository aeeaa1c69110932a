"""Flat things carried in the hand: stick, string, bone meal, dyes and the Farkle Board."""

from assets.paint.brush import Picture, art
from assets.paint.palette import BONE, BRASS, DARK_OAK, DEEP_FELT, EMBER, FELT, INK, LIME, OAK, PALE_OAK


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {
        "stick": art(STICK, WOODEN),
        "string": art(STRING, COTTON),
        "bone_meal": art(HEAP, POWDERS["bone_meal"]),
        "white_dye": art(POT, POWDERS["white_dye"]),
        "green_dye": art(POT, POWDERS["green_dye"]),
        "lime_dye": art(POT, POWDERS["lime_dye"]),
    }
    pack = {f"minecraft/textures/item/{name}.png": picture for name, picture in painted.items()}
    return pack | {"voxtable/textures/item/farkle_board.png": art(FARKLE_BOARD, BOARD)}


WOODEN = {"k": "#3a2718", "a": DARK_OAK, "b": OAK, "c": "#966b40", "d": PALE_OAK, "e": "#d2a870"}
STICK = """
    ................
    ............kk..
    ...........kddk.
    ..........kecbk.
    .........kecbk..
    ........kdcbk...
    .......kdcak....
    ......kecbk.....
    .....kecbk......
    ....kdcak.......
    ...kdcbk........
    ..kecbk.........
    .kdcbk..........
    .kbak...........
    ..kk............
    ................
"""
COTTON = {"k": "#6d6350", "a": "#a99f88", "b": "#d8cfba", "c": "#f4efe0"}
STRING = """
    ................
    .....kkkkkk.....
    ...kkccbcckkk...
    ..kccbkccbccbk..
    ..kcbkccbkcccbk.
    .kcckccbkccbkck.
    .kbkcccbkcbkcck.
    .kkccbkccbkccbk.
    .kccbkccbkccbkk.
    .kcbkccbkcccbak.
    ..kkccbkccbkcak.
    ..kbcckccbkaak..
    ...kkbbbaaakkbk.
    .....kkkkkkkkbk.
    ............kcbk
    .............kk.
"""
POWDERS = {
    "bone_meal": {"k": "#7c6c4d", "a": "#b8a780", "b": "#dccfae", "c": BONE, "d": "#fffbee"},
    "white_dye": {
        "k": INK,
        "a": "#c9bfa6",
        "b": "#ece6d6",
        "c": "#fffdf6",
        "p": "#6b3f28",
        "q": "#8f583a",
        "r": "#b57a52",
    },
    "green_dye": {
        "k": INK,
        "a": "#264d1c",
        "b": "#3b6f27",
        "c": "#5b9438",
        "p": "#6b3f28",
        "q": "#8f583a",
        "r": "#b57a52",
    },
    "lime_dye": {
        "k": INK,
        "a": DEEP_FELT,
        "b": "#7cc032",
        "c": "#b4ec6c",
        "p": "#6b3f28",
        "q": "#8f583a",
        "r": "#b57a52",
    },
}
HEAP = """
    ................
    ................
    ................
    ........d.......
    ..........c.....
    .......kk.......
    ......kdck......
    .....kdccbk.....
    .....kcdcbk..c..
    ....kdcccbak....
    ...kdccdccbbk...
    ..kdcccccbcbak..
    .kdccdcccccbbak.
    .kcccccbccbbaak.
    ..kkbbbaabaakk..
    ....kkkkkkkk....
"""
POT = """
    ................
    ................
    ......kkkk......
    ....kkcccbkk....
    ...kccbccbbak...
    ..kccbbcbbbaak..
    .krrcbbbbbbaqqk.
    .kprrraaaaqqqpk.
    .kppqrrrqqqqppk.
    ..kpqrrqqqqppk..
    ..kpqrrqqqqppk..
    ..kpqqrqqqqppk..
    ...kpqqqqqppk...
    ....kppppppk....
    .....kkkkkk.....
    ................
"""
BOARD = {
    "k": INK, "a": DARK_OAK, "b": OAK, "c": PALE_OAK, "g": DEEP_FELT, "f": FELT, "l": LIME, "h": "#82c23b",
    "w": BONE, "v": "#cfc09a", "x": "#8f7f5f", "y": BRASS, "z": "#f0c766", "e": EMBER,
}  # fmt: skip
FARKLE_BOARD = """
    ................
    .kkkkkkkkkkkkkk.
    kcccccccccccccck
    kcwwgggyyggggwbk
    kcwghhffffffgwbk
    kcghwwwwfffffgbk
    kcghwkwvxfffffbk
    kcgfwwwvxwwwwgbk
    kcyfwwkvxweevxbk
    kcyfvvvvxweevxbk
    kcgffxxxxwwwvxbk
    kcgfffffhvvvvxbk
    kcwgfffffxxxxwbk
    kcwwgggyyggggwbk
    kabbbbbbbbbbbbak
    .kkkkkkkkkkkkkk.
"""
