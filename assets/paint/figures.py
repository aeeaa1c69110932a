"""The people of the tavern: six skins, 64 x 64, in the classic unwrapping of head, body, arms and legs.

Each part is a box unwrapped at (u, v): top and bottom in the upper strip, then right, front, left and back below.
"""

from dataclasses import dataclass

import numpy as np

from assets.paint.brush import Picture, Ramp, art, blank, colour, drift, lay, ramp, rgba, shared_out, without_specks

# part: u, v, width, height, depth in pixels
PARTS = {
    "head": (0, 0, 8, 8, 8),
    "body": (16, 16, 8, 12, 4),
    "right_arm": (40, 16, 4, 12, 4),
    "left_arm": (32, 48, 4, 12, 4),
    "right_leg": (0, 16, 4, 12, 4),
    "left_leg": (16, 48, 4, 12, 4),
}


def sides(part: str) -> dict[str, tuple[int, int, int, int]]:
    """Where each side of a part lies on the skin: x, y, width, height."""
    u, v, w, h, d = PARTS[part]
    return {
        "top": (u + d, v, w, d),
        "bottom": (u + d + w, v, w, d),
        "right": (u, v + d, d, h),
        "front": (u + d, v + d, w, h),
        "left": (u + d + w, v + d, d, h),
        "back": (u + d + w + d, v + d, w, h),
    }


@dataclass(frozen=True)
class Figure:
    """One person: ramps of four tones for skin, hair and clothes, a face, and what is worn over the shirt."""

    skin: Ramp
    hair: Ramp
    shirt: Ramp
    trousers: Ramp
    boots: Ramp
    eyes: str
    face: str
    over: str
    worn: dict[str, str]
    hair_rows: int  # how far the hair falls at the sides and back, of 8
    bare_forearms: bool = False


def pictures() -> dict[str, Picture]:
    """Every skin by its path under `assets/`."""
    return {f"voxtable/textures/entity/player/{name}.png": skin(figure) for name, figure in FIGURES.items()}


def skin(figure: Figure) -> Picture:
    """The whole sheet of one person."""
    picture = blank(64, 64)
    picture = _head(picture, figure)
    picture = _body(picture, figure)
    for arm in ("right_arm", "left_arm"):
        picture = _arm(picture, figure, arm)
    for leg in ("right_leg", "left_leg"):
        picture = _leg(picture, figure, leg)
    return picture


def cloth(stuff: Ramp, seed: int, width: int, height: int) -> Picture:
    """Cloth with soft upright folds, darker towards the hem."""
    folds = without_specks(shared_out(drift(seed, 2, max(width // 2, 1), height, width), (2, 5, 2)), 1) + 1
    folds[height - 1] = np.maximum(folds[height - 1] - 1, 0)
    return colour(folds, stuff)


def _head(picture: Picture, figure: Figure) -> Picture:
    legend = {
        "s": _hex(figure.skin[2]), "S": _hex(figure.skin[1]), "l": _hex(figure.skin[3]), "m": _hex(figure.skin[0]),
        "h": _hex(figure.hair[2]), "H": _hex(figure.hair[1]), "g": _hex(figure.hair[3]), "d": _hex(figure.hair[0]),
        "w": "#fbf7ea", "e": figure.eyes, "r": "#b5573f", "k": "#2a1f1a", "b": "#d9a441",
        "c": "#3c5370", "C": "#526c8a",
    }  # fmt: skip
    for side, (x, y, w, h) in sides("head").items():
        if side == "front":
            continue
        hair = colour(without_specks(shared_out(drift(len(side) + x, 4, 3, h, w), (2, 5, 2)), 1) + 1, figure.hair)
        if side == "bottom":
            hair[:] = figure.skin[1]
        elif side != "top":
            hair[figure.hair_rows :] = figure.skin[2]
            hair[figure.hair_rows : figure.hair_rows + 1] = figure.skin[1]
            hair[7] = figure.skin[1]
            if side in ("right", "left"):
                face_edge = slice(6, 8) if side == "right" else slice(0, 2)
                hair[2 : figure.hair_rows, face_edge][:, :] = figure.skin[2]
                hair[4:6, 3:5] = figure.skin[3]
                hair[5, 3:5] = figure.skin[1]
        picture = lay(picture, hair, x, y)
    x, y, _, _ = sides("head")["front"]
    return lay(picture, art(figure.face, legend), x, y)


def _body(picture: Picture, figure: Figure) -> Picture:
    for side, (x, y, w, h) in sides("body").items():
        piece = cloth(figure.shirt, x + y, w, h)
        if side not in ("top", "bottom"):
            piece[9] = rgba("#3a2718")
            piece[10:] = cloth(figure.trousers, x, w, 2)
            piece[0] = figure.shirt[3]
        picture = lay(picture, piece, x, y)
    x, y, _, _ = sides("body")["front"]
    picture = lay(picture, art(figure.over, figure.worn | {"s": _hex(figure.skin[2]), "S": _hex(figure.skin[1])}), x, y)
    picture[y + 9, x + 3 : x + 5] = rgba("#d9a441")
    return picture


def _arm(picture: Picture, figure: Figure, arm: str) -> Picture:
    for side, (x, y, w, h) in sides(arm).items():
        piece = cloth(figure.shirt, x + 3, w, h)
        if side == "bottom":
            piece[:] = figure.skin[1]
        elif side != "top":
            sleeve = 5 if figure.bare_forearms else 8
            piece[sleeve:] = figure.skin[2]
            piece[sleeve] = figure.skin[1]
            piece[sleeve - 1] = figure.shirt[0]
            piece[sleeve - 2] = figure.shirt[3]
            piece[11] = figure.skin[1]
            piece[9:11, 0] = figure.skin[3]
            piece[0] = figure.shirt[3]
        picture = lay(picture, piece, x, y)
    return picture


def _leg(picture: Picture, figure: Figure, leg: str) -> Picture:
    for side, (x, y, w, h) in sides(leg).items():
        piece = cloth(figure.trousers, x + 5, w, h)
        if side == "bottom":
            piece[:] = figure.boots[0]
        elif side != "top":
            piece[8:] = cloth(figure.boots, x + 9, w, 4)
            piece[8] = figure.boots[3]
            piece[11] = figure.boots[0]
            piece[:8, w - 1] = figure.trousers[0]
        picture = lay(picture, piece, x, y)
    return picture


def _hex(colour_bytes: np.ndarray[tuple[int], np.dtype[np.uint8]]) -> str:
    return "#{:02x}{:02x}{:02x}".format(*(int(value) for value in colour_bytes[:3]))


FAIR = ramp("#b0714f #d9a27a #efc09a #f8d6b5")
ROSY = ramp("#a8604a #d69478 #eeb597 #f7cdb2")
TAN = ramp("#7c4a2e #a8714a #c68d61 #dba67a")
BROWN = ramp("#442818 #66402a #80543a #996a4c")
LEATHER = ramp("#33231a #4a3322 #644629 #7f5d38")
BLACK_BOOTS = ramp("#171210 #2a211c #3c302a #52443b")

FIGURES = {
    "innkeeper": Figure(
        skin=ROSY, hair=ramp("#2e1a10 #4f2f1c #6e4527 #8f6038"), shirt=ramp("#b3a88c #d6ccb1 #ece4cd #faf5e6"),
        trousers=ramp("#3a2c22 #4c3a2c #604a38 #775d47"), boots=BLACK_BOOTS, eyes="#3f6a2a", hair_rows=4,
        bare_forearms=True,
        face="""
            hhghhghh
            hsllllsh
            ssllllss
            sddssdds
            swessews
            sssSSsss
            shhhhhhs
            SshmmhsS
        """,
        over="""
            ..sssS..
            oo.ss.oo
            oO....Oo
            oO....Oo
            oOOOOOOo
            oPOOOOPo
            oOOOOOOo
            oOPPPPOo
            oOOOOOOo
            pppppppp
            oOOOOOOo
            oOOOOOOp
        """,
        worn={"o": "#4f7a26", "O": "#5f9a28", "P": "#82c23b", "p": "#37521c"},
    ),
    "miller": Figure(
        skin=FAIR, hair=ramp("#9c7428 #c2963c #dfb758 #f2d584"), shirt=ramp("#2f4f6b #3f6888 #5483a6 #74a3c2"),
        trousers=ramp("#6b5b42 #85734f #a08d63 #b9a67c"), boots=LEATHER, eyes="#2f62a0", hair_rows=7,
        face="""
            ghhghhgh
            hhghhhgh
            hhsllshh
            hsdssdsh
            hwessewh
            hrsSSsrh
            hssrrssh
            hSssssSh
        """,
        over="""
            w.ssss.w
            ww.ss.ww
            .wwwwww.
            ..wvvw..
            ..wwww..
            ..wvww..
            .wwwwww.
            .wvwwvw.
            .wwwwww.
            ........
            .wwwwww.
            .vwwwwv.
        """,
        worn={"w": "#f2ead3", "v": "#cfc3a3"},
    ),
    "bard": Figure(
        skin=FAIR, hair=ramp("#74260f #a03d18 #c65a26 #e27f43"), shirt=ramp("#6b1f2c #8f2f3a #b34550 #cf6668"),
        trousers=ramp("#3b2a45 #4f3a5c #664e74 #80668e"), boots=LEATHER, eyes="#2e6b4e", hair_rows=6,
        face="""
            hhhghhhh
            hghhhghH
            hhlhlllH
            HsddsddH
            HwessewH
            sssSSsss
            sSsrrsSs
            SsssssSS
        """,
        over="""
            y.ssss.y
            yy.ss.yy
            .zy..yz.
            ..zyyz..
            ...zz...
            ...yy...
            ........
            ...yy...
            ........
            ........
            yy.yy.yy
            zz.zz.zz
        """,
        worn={"y": "#f0c766", "z": "#b5832e"},
    ),
    "hunter": Figure(
        skin=BROWN, hair=ramp("#120c0a #1f1613 #30231e #453329"), shirt=ramp("#2b3a1b #3c5026 #506834 #688247"),
        trousers=ramp("#4a3322 #5f432c #775637 #8f6c47"), boots=BLACK_BOOTS, eyes="#1b1410", hair_rows=4,
        face="""
            HhHhhHhH
            HhhhhhhH
            hsllllsh
            sdddsdds
            swessews
            sssmSsss
            sSsmmsSs
            SsSssSsS
        """,
        over="""
            l.ssss.b
            ll.ss.bl
            .l...bl.
            .l..bl..
            .l.bl.l.
            .lbl..l.
            .bl...l.
            bl....l.
            l.....l.
            ........
            .l....l.
            .l....l.
        """,
        worn={"l": "#5a3f26", "b": "#8a6542"},
    ),
    "sailor": Figure(
        skin=TAN, hair=ramp("#2a2320 #3f3631 #584d46 #71655c"), shirt=ramp("#b9b29e #d9d2bf #efe9d9 #fbf8ee"),
        trousers=ramp("#1f2d40 #2c3f57 #3c5370 #526c8a"), boots=BLACK_BOOTS, eyes="#2f62a0", hair_rows=5,
        face="""
            cccccccc
            cCccccCc
            hsllllsh
            sddssdds
            swessews
            hssSSssh
            hhhrrhhh
            HhhhhhhH
        """,
        over="""
            ..ssss..
            bb.ss.bb
            ........
            bbbbbbbb
            ........
            bbbbbbbb
            ........
            bbbbbbbb
            ........
            ........
            ........
            ........
        """,
        worn={"b": "#3f6888"},
    ),
    "scholar": Figure(
        skin=TAN, hair=ramp("#6f6a66 #928d88 #b5b0aa #d3cfc9"), shirt=ramp("#2e2148 #42305f #59457a #745f97"),
        trousers=ramp("#2e2148 #3a2a55 #4b3a69 #5f4d80"), boots=LEATHER, eyes="#4a3322", hair_rows=5,
        face="""
            hghhhghh
            hhghhhgh
            hhlllllh
            hddssddh
            bwebbewb
            sbbSSbbs
            ssSrrsss
            SsssssSS
        """,
        over="""
            ggssssgg
            g.gssg.g
            g..gg..g
            g......g
            g......g
            g......g
            g......g
            g......g
            g......g
            ........
            g......g
            G......G
        """,
        worn={"g": "#d9a441", "G": "#8a5f20"},
    ),
}  # fmt: skip
