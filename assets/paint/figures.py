"""The people of the tavern: six skins, 64 x 64, in the classic unwrapping of head, body, arms and legs.

Each part is a box unwrapped at (u, v): top and bottom in the upper strip, then right, front, left and back below.
"""

import numpy as np

from assets.paint.brush import Picture, Ramp, art, blank, colour, drift, lay, rgba, shared_out, without_specks
from assets.paint.people import FIGURES, Figure

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
        if figure.cap is not None and side != "bottom":
            covered = h if side == "top" else 2
            hair[:covered] = cloth(figure.cap, x, w, covered)
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
