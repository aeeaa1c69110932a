"""Wood as it grows and is sawn: bark, log ends and planks of each kind."""

import numpy as np

from assets.paint.brush import Picture, Tones, cells, colour, drift, lay, raised, scatter, shared_out, without_specks
from assets.paint.palette import WOODS, Wood


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted: dict[str, Picture] = {}
    for wood in WOODS:
        painted[f"{wood.name}_planks"] = planks(wood)
        painted[f"{wood.name}_log"] = bark(wood)
        painted[f"{wood.name}_log_top"] = log_end(wood)
    return {f"minecraft/textures/block/{name}.png": picture for name, picture in painted.items()}


def planks(wood: Wood) -> Picture:
    """Four boards, butted at different places, with the wood's own figure."""
    return colour(board_tones(wood), wood.boards)


JOINTS = (5, 13, 2, 10)


def board_tones(wood: Wood, joints: tuple[int, ...] = JOINTS) -> Tones:
    """Four boards as tones 0 (open seam) to 6; `joints` says where each is butted, none for boards that run on."""
    tones = np.full((16, 16), 3, dtype=np.int16)
    for board, hue in enumerate((0, 1, 0, -1)):
        tones[board * 4 : board * 4 + 4] += hue if scatter(wood.seed, 1, 4)[0, board] > 0.25 else 0
    _grain(tones, wood)
    _knots(tones, wood)
    for board in range(4):
        tones[board * 4 + 3] = 1
        tones[board * 4, drift(wood.seed + 40 + board, 1, 4, 1, 16)[0] > 0.6] += 1
    for board, joint in enumerate(joints):
        top = board * 4
        tones[top : top + 3, joint] = 1
        tones[top + 1, (joint + 1 + board % 2 * 13) % 16] = 2
    return np.clip(tones, 0, 6).astype(np.int16)


def _grain(tones: Tones, wood: Wood) -> None:
    """Long streaks along the boards, mostly darker, that step a row now and then."""
    chance = scatter(wood.seed + 5, wood.streaks, 5)
    for index, (start, length, kind, bend, low) in enumerate(chance):
        y = (index % 4) * 4 + int(low * 3)
        x0, run = int(start * 16), 4 + int(length * 7)
        for step in range(run):
            row = y + (1 if step > run * 0.6 and bend > 0.6 and y % 4 < 2 else 0)
            tones[row, (x0 + step) % 16] += -1 if kind < 0.78 else 1
    np.clip(tones, 2, 5, out=tones)


def _knots(tones: Tones, wood: Wood) -> None:
    for index in range(wood.knots):
        board, x = (index * 2 + 1) % 4, (wood.seed * 3 + index * 6) % 16
        y = board * 4 + 1
        for dx, dy, tone in ((0, 0, 1), (1, 0, 2), (-1, 0, 2), (0, 1, 2), (1, 1, 1), (2, 0, 4), (-1, 1, 4)):
            tones[y + dy, (x + dx) % 16] = tone


def bark(wood: Wood) -> Picture:
    """The side of a log."""
    return {"oak": _furrowed, "birch": _papery, "spruce": _scaly, "cherry": _banded}[wood.name](wood)


def _furrowed(wood: Wood) -> Picture:
    ridges = shared_out(0.8 * drift(wood.seed, 2, 6) + 0.35 * drift(wood.seed + 1, 4, 8), (3, 4, 4, 2))
    tones = without_specks(ridges, 2) + 0
    lit = np.roll(tones, 1, 1) < tones
    tones = (tones + lit).astype(np.int16)
    for x, y, run in ((2, 3, 4), (7, 9, 5), (12, 0, 4), (10, 12, 3), (5, 14, 3), (15, 6, 4)):
        for step in range(run):
            tones[(y + step) % 16, x] = 0
        tones[(y + run) % 16, x] = 3
    return colour(tones, wood.bark)


def _papery(wood: Wood) -> Picture:
    tones = without_specks(shared_out(drift(wood.seed, 3, 5), (2, 5, 3)), 2) + 3
    tones[:, 0] -= 1
    for x, y, run, depth in (
        (1, 1, 4, 0), (9, 3, 3, 0), (13, 6, 5, 0), (4, 7, 3, 1),
        (7, 10, 5, 0), (0, 12, 3, 1), (12, 13, 3, 0), (5, 14, 2, 1), (11, 0, 2, 1),
    ):  # fmt: skip
        for step in range(run):
            tones[y, (x + step) % 16] = depth if 0 < step < run - 1 or depth else 1
        if run > 3:
            tones[(y + 1) % 16, (x + 1) % 16] = 0
            tones[(y + 1) % 16, (x + 2) % 16] = 1
    return colour(tones.astype(np.int16), wood.bark)


def _scaly(wood: Wood) -> Picture:
    """Narrow upright plates that overlap like shingles, each curling off at its foot."""
    points = [(column * 3.2 + 1.6, (row * 16 / 3 + column * 6.4) % 16) for row in range(3) for column in range(5)]
    plates, gap = cells(points, stretch=0.32)
    base = (scatter(wood.seed + 2, 1, 15)[0] * 2.6).astype(np.int16)[plates] + 1
    crack = gap < 0.32
    tones = raised(base.astype(np.int16), np.where(crack, -5, plates).astype(np.int16), light=1, shade=1)
    tones[crack] = np.where(drift(wood.seed + 3, 4, 6) > 0.55, 1, 0)[crack]
    return colour(tones, wood.bark)


def _banded(wood: Wood) -> Picture:
    """Smooth reddish bark that wraps around the stem, with raised pale bands across."""
    tones = without_specks(shared_out(drift(wood.seed, 2, 4), (2, 6)), 3) + 1
    for x, y, run in ((1, 1, 5), (10, 2, 4), (6, 5, 4), (13, 7, 4), (2, 8, 5), (8, 10, 5), (0, 13, 4), (11, 14, 3)):
        for step in range(run):
            tones[y, (x + step) % 16] = 4 if 0 < step < run - 1 else 3
            tones[(y + 1) % 16, (x + step) % 16] = 0 if step > 0 else 1
    return colour(tones.astype(np.int16), wood.bark)


def log_end(wood: Wood) -> Picture:
    """Year rings inside a rim of bark."""
    y, x = np.mgrid[0:16, 0:16] + 0.5 - 8
    away = np.maximum(np.abs(x), np.abs(y)) * 0.62 + np.hypot(x, y) * 0.38 + 0.5 * (drift(wood.seed + 7, 4, 4) - 0.5)
    ring = np.floor(away * 0.95).astype(int)
    tones = np.where(ring % 2 == 0, 4, 3)
    tones = np.where((ring % 2 == 1) & (x + y > 0), 2, tones)
    tones = np.where(away < 1.2, 2, tones)
    picture = colour(tones.astype(np.int16), wood.boards)
    edge = np.zeros((16, 16), dtype=bool)
    edge[[0, -1]] = True
    edge[:, [0, -1]] = True
    rim = np.where(edge, 1 + (scatter(wood.seed + 9) * 2.2).astype(int), -1).astype(np.int16)
    if wood.name == "birch":
        rim = np.where(edge, np.where(scatter(wood.seed + 9) > 0.2, 3, 1), -1).astype(np.int16)
    inner = np.zeros((16, 16), dtype=bool)
    inner[1, 1:15] = inner[1:15, 1] = inner[14, 1:15] = inner[1:15, 14] = True
    picture[inner] = wood.boards[1]
    return lay(picture, colour(rim, wood.bark))
