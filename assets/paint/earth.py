"""Ground: dirt, grass, sand."""

import numpy as np

from assets.paint.brush import HOLE, Picture, Tones, colour, drift, lay, scatter, shared_out, without_specks
from assets.paint.palette import DIRT, GRASS, PEBBLE, SAND


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {
        "dirt": dirt(),
        "grass_block_top": colour(sward(), GRASS),
        "grass_block_side": grass_side(),
        "sand": sand(),
    }
    return {f"minecraft/textures/block/{name}.png": picture for name, picture in painted.items()}


def dirt() -> Picture:
    """Crumbs of soil, lit from above, with a few pebbles."""
    tones = without_specks(shared_out(0.6 * drift(61, 6, 6) + 0.4 * drift(62, 8, 8), (2, 4, 4, 2)), 2) + 1
    crumbs = (np.roll(tones, 1, 0) < tones) & (scatter(63) > 0.45)
    tones = (tones + crumbs).astype(np.int16)
    stones = np.full((16, 16), HOLE, dtype=np.int16)
    for x, y in ((3, 4), (11, 1), (8, 9), (13, 12), (1, 13)):
        stones[y, x], stones[y, (x + 1) % 16] = 4, 3
        stones[(y + 1) % 16, x], stones[(y + 1) % 16, (x + 1) % 16] = 2, 1
    return lay(colour(tones, DIRT), colour(stones, PEBBLE))


def sward() -> Tones:
    """Short turf seen from above: tufts whose tips catch the light."""
    tones = without_specks(shared_out(0.55 * drift(71, 5, 5) + 0.45 * drift(72, 8, 8), (2, 6, 5, 1)), 2) + 1
    for index, (x, y) in enumerate(_tufts()):
        lift = index % 3 == 0
        tones[y % 16, x % 16] = 4 + lift
        tones[(y + 1) % 16, x % 16] = 3 + lift
        tones[(y + 2) % 16, (x + index % 2) % 16] = 1
        tones[(y + 1) % 16, (x + 1) % 16] = 4
    return tones.astype(np.int16)


def _tufts() -> list[tuple[int, int]]:
    return [(1, 1), (6, 0), (11, 2), (14, 5), (4, 5), (9, 6), (2, 9), (7, 10), (12, 9), (15, 12), (5, 13), (10, 13)]


def grass_side() -> Picture:
    """Dirt under a hanging fringe of turf."""
    reach = np.array([4, 3, 3, 5, 4, 3, 4, 5, 6, 4, 3, 3, 4, 5, 3, 3])
    y = np.arange(16)[:, None]
    turf = np.where(y < reach, 3, HOLE).astype(np.int16)
    turf[y[:, 0] == 0] = 4
    shades = without_specks(shared_out(drift(75, 8, 6), (2, 4, 2)), 1)
    body = (y > 0) & (y < reach - 1)
    turf = np.where(body, 2 + shades, turf)
    turf = np.where((y == reach - 1), 1 + (np.arange(16) % 2), turf).astype(np.int16)
    ground = dirt()
    shadow = (y == reach) & np.ones((16, 16), dtype=bool)
    ground[shadow] = DIRT[0]
    return lay(ground, colour(turf, GRASS))


def sand() -> Picture:
    """Dry sand blown into low ripples."""
    y, x = np.mgrid[0:16, 0:16]
    wave = np.sin((y + 1.4 * np.sin(x * np.pi / 8) + 0.8 * np.sin(x * np.pi / 4)) * np.pi / 4)
    tones = shared_out(wave * 0.5 + 0.8 * drift(81, 6, 4), (1, 4, 5, 3)) + 1
    tones = without_specks(tones, 2)
    grains = scatter(83)
    tones[grains > 0.975] = 5
    tones[grains < 0.025] = 1
    return colour(tones.astype(np.int16), SAND)
