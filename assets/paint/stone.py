"""Stone in all its forms: stone, cobblestone, stone bricks, gravel, bricks, bedrock."""

import numpy as np

from assets.paint.brush import (
    Picture,
    Tones,
    cells,
    colour,
    drift,
    jittered,
    lay,
    raised,
    scatter,
    shared_out,
    without_specks,
)
from assets.paint.palette import BEDROCK, BRICK, MORTAR, PEBBLE, STONE


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {
        "stone": stone(),
        "cobblestone": cobblestone(),
        "stone_bricks": stone_bricks(),
        "gravel": gravel(),
        "bricks": bricks(),
        "bedrock": bedrock(),
    }
    return {f"minecraft/textures/block/{name}.png": picture for name, picture in painted.items()}


def stone() -> Picture:
    """Flat beds of warm grey: long ledges with a lit lip above and a crack below some of them."""
    beds = without_specks(shared_out(0.7 * drift(3, 6, 3) + 0.3 * drift(4, 8, 5), (2, 6, 3)), 3)
    above, below = np.roll(beds, 1, 0), np.roll(beds, -1, 0)
    lip = (above < beds) & (drift(5, 3, 6) > 0.38)
    crack = (below < beds) & (drift(6, 3, 6) > 0.6)
    return colour((beds + 3 + lip - crack * 2).astype(np.int16), STONE)


def cobblestone() -> Picture:
    """Rounded field stones in dark joints, each of its own grey, lit at the shoulder."""
    stones, gap = cells(jittered(8, 3, 4, reach=0.55))
    base = (scatter(9, 1, 12)[0] * 2.0).astype(np.int16)[stones] + 3
    joint = gap < 1.15
    regions = np.where(joint, -5, stones).astype(np.int16)
    tones = raised(base.astype(np.int16), regions, light=1, shade=1)
    shoulder = np.roll(joint, (1, 1), (0, 1)) & ~joint & ~np.roll(joint, (-1, -1), (0, 1))
    tones[shoulder] += 1
    tones[joint] = 1
    tones[joint & (gap < 0.45)] = 0
    return colour(tones, STONE)


def masonry(rows: int, length: int, shift: int) -> tuple[Tones, Tones]:
    """Courses of bricks: the number of the brick at each pixel, and 1 where a joint runs (below and right of each)."""
    y, x = np.mgrid[0:16, 0:16]
    height = 16 // rows
    course = y // height
    along = (x + course * shift) % 16
    number = (course * (16 // length) + along // length).astype(np.int16)
    joint = ((y % height == height - 1) | (along % length == length - 1)).astype(np.int16)
    return number, joint


def stone_bricks() -> Picture:
    """Two courses of long dressed blocks, chipped here and there."""
    number, joint = masonry(2, 16, 8)
    regions = np.where(joint == 1, -5, number).astype(np.int16)
    wear = without_specks(shared_out(drift(21, 6, 4), (2, 6, 2)), 2)
    tones = (3 + wear).astype(np.int16)
    tones = raised(tones, regions, light=1, shade=1)
    tones[joint == 1] = 1
    chips = (scatter(23) > 0.93) & (joint == 0)
    tones[chips] -= 1
    return colour(tones, STONE)


def bricks() -> Picture:
    """Four courses of fired clay in pale mortar."""
    number, joint = masonry(4, 8, 4)
    regions = np.where(joint == 1, -5, number).astype(np.int16)
    fired = np.array([2, 3, 3, 2, 3, 2, 2, 3], dtype=np.int16)[number]
    mottled = without_specks(shared_out(drift(31, 8, 6), (2, 7, 1)), 1) - 1
    tones = raised((fired + mottled).astype(np.int16), regions, light=1, shade=1)
    mortar = shared_out(drift(33, 4, 4), (1, 3, 1))
    mortar[joint == 0] = -1
    return lay(colour(tones, BRICK), colour(mortar, MORTAR))


def gravel() -> Picture:
    """Round pebbles of grey and brown, close together, each with a lit crown and a dark foot."""
    pebbles, gap = cells(jittered(44, 4, 4, reach=0.6))
    kind = (scatter(43, 1, 16)[0] * 2.6).astype(np.int16)[pebbles] + 2
    hollow = gap < 0.7
    regions = np.where(hollow, -5, pebbles).astype(np.int16)
    tones = raised(kind.astype(np.int16), regions, light=1, shade=1)
    tones[hollow] = np.where(np.roll(hollow, 1, 0), 0, 1)[hollow]
    return colour(tones, PEBBLE)


def bedrock() -> Picture:
    """Almost black rock with hard, slanting faces."""
    y, x = np.mgrid[0:16, 0:16]
    slant = drift(51, 4, 4) * 0.8 + drift(53, 8, 8) * 0.45 + ((x + y) % 8) / 26
    tones = without_specks(shared_out(slant, (4, 5, 4, 2, 1)), 2)
    edge = np.roll(tones, (1, 1), (0, 1)) < tones
    return colour((tones + edge).astype(np.int16), BEDROCK)
