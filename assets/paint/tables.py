"""Small game tables and game chairs of each wood, and the board that lies on a table."""

import numpy as np
from numpy.typing import NDArray

from assets.paint.brush import Picture, colour, lay, rgba
from assets.paint.palette import BONE, BRASS, DEEP_FELT, FELT_RAMP, WOODS, Wood
from assets.paint.wood import board_tones


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {"farkle_board_top": board_top(), "farkle_board_side": board_side()}
    for wood in WOODS:
        painted[f"{wood.name}_table_top"] = table_top(wood)
        painted[f"{wood.name}_table_side"] = table_side(wood)
        painted[f"{wood.name}_chair_seat"] = chair_seat(wood)
        painted[f"{wood.name}_chair_wood"] = chair_wood(wood)
    return {f"voxtable/textures/block/{name}.png": picture for name, picture in painted.items()}


def _edge(first: int, last: int) -> NDArray[np.int64]:
    """How far each pixel is inside the square from `first` to `last`; negative outside."""
    y, x = np.mgrid[0:16, 0:16]
    inside: NDArray[np.int64] = np.minimum(np.minimum(x - first, last - x), np.minimum(y - first, last - y))
    return inside


def table_top(wood: Wood) -> Picture:
    """A polished top (pixels 1 to 14) with a raised edge and an inlaid line where the board fits."""
    tones = np.clip(board_tones(wood, joints=()), 2, 4)
    edge = _edge(1, 14)
    y, x = np.mgrid[0:16, 0:16]
    lit = (y < 8) & (y <= x) & (y <= 15 - x) | (x < 8) & (x <= y) & (x <= 15 - y)
    tones[edge <= 0] = np.where(lit, 6, 2)[edge <= 0]
    tones[edge == 1] = 4
    tones[edge == 2] = np.where(lit, 0, 1)[edge == 2]
    return colour(tones.astype(np.int16), wood.boards)


def table_side(wood: Wood) -> Picture:
    """The edge of the top in rows 1 to 2, the apron in rows 3 to 5, legs below (upright grain in columns 0 to 15)."""
    upright = np.clip(board_tones(wood, joints=()).T, 1, 4)
    tones = upright.copy()
    tones[0:3] = 5
    tones[2] = 3
    tones[3:6] = np.clip(board_tones(wood, joints=())[4:7] - 1, 1, 4)
    tones[3] = 1
    tones[5] = 1
    tones[6] = 1
    for leg in (2, 12):
        tones[6:, leg] = 4
        tones[6:, leg + 1] = 2
        tones[6, leg : leg + 2] = 1
        tones[11, leg : leg + 2] = (5, 3)
        tones[12, leg : leg + 2] = 1
        tones[15, leg : leg + 2] = 1
    return colour(tones.astype(np.int16), wood.boards)


def chair_seat(wood: Wood) -> Picture:
    """A shaped seat (pixels 2 to 13) with a woven rush panel."""
    picture = colour(np.clip(board_tones(wood), 2, 4).astype(np.int16), wood.boards)
    edge = _edge(2, 13)
    y, x = np.mgrid[0:16, 0:16]
    picture[edge <= 1] = wood.boards[4]
    picture[(edge <= 0) & ((y <= 2) | (x <= 2))] = wood.boards[5]
    picture[(edge <= 0) & ((y >= 13) | (x >= 13))] = wood.boards[2]
    weave = (x // 2 + y // 2) % 2 == 0
    inside = edge >= 2
    picture[inside & weave] = rgba("#d9bf83")
    picture[inside & ~weave] = rgba("#bb9a5c")
    picture[inside & weave & (y % 2 == 1)] = rgba("#c9ac6e")
    picture[inside & ~weave & (x % 2 == 1)] = rgba("#a3824a")
    return picture


def chair_wood(wood: Wood) -> Picture:
    """Turned and planed wood for legs (upright, columns 0 to 7) and slats (level, columns 8 to 15)."""
    boards = board_tones(wood, joints=())
    tones = np.clip(boards.T, 2, 4)
    tones[:, 0:8:2] = 4
    tones[:, 1:8:2] = 2
    tones[0, :8] = 5
    level = np.clip(boards, 2, 4)
    tones[:, 8:] = level[:, 8:]
    tones[0, 8:] = 6
    tones[3, 8:] = 1
    tones[4, 8:] = 5
    tones[6, 8:] = 1
    return colour(tones.astype(np.int16), wood.boards)


def board_top() -> Picture:
    """The Farkle board from above (pixels 2 to 13): wood rim, deep felt border, lime felt, bone corners, brass dots."""
    picture = colour(np.full((16, 16), 1, dtype=np.int16), WOODS[0].boards)
    edge = _edge(2, 13)
    y, x = np.mgrid[0:16, 0:16]
    picture[edge == 0] = np.where(((y <= 2) | (x <= 2))[..., None], WOODS[0].boards[3], WOODS[0].boards[1])[edge == 0]
    picture[edge == 1] = rgba(DEEP_FELT)
    picture[edge >= 2] = FELT_RAMP[3]
    picture[(edge >= 2) & ((x + y) % 4 == 0) & (x % 2 == 0)] = FELT_RAMP[4]
    picture[(edge >= 2) & ((x - y) % 4 == 2) & (x % 2 == 1)] = FELT_RAMP[2]
    for cy, cx, sy, sx in ((3, 3, 1, 1), (3, 12, 1, -1), (12, 3, -1, 1), (12, 12, -1, -1)):
        picture[cy, cx] = rgba(BONE)
        picture[cy, cx + sx] = rgba(BONE)
        picture[cy + sy, cx] = rgba(BONE)
    for dy, dx in ((3, 7), (3, 8), (12, 7), (12, 8), (7, 3), (8, 3), (7, 12), (8, 12)):
        picture[dy, dx] = rgba(BRASS)
    return picture


def board_side() -> Picture:
    """The rim of the board from the side."""
    picture = colour(np.full((16, 16), 2, dtype=np.int16), WOODS[0].boards)
    picture[0] = WOODS[0].boards[4]
    bone = np.zeros((16, 16, 4), dtype=np.uint8)
    bone[0, [2, 3, 12, 13]] = rgba(BONE)
    bone[0, [7, 8]] = rgba(BRASS)
    return lay(picture, bone)
