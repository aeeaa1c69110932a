"""Sun and moon, and the cracks of a block that is being broken."""

import numpy as np

from assets.paint.brush import Field, Picture, blank, colour, drift, ramp, rgba, scatter, shared_out, without_specks
from assets.paint.palette import INK

STAGES = 10


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {"environment/sun": sun(), "environment/moon": moon()}
    for stage in range(STAGES):
        painted[f"block/destroy_stage_{stage}"] = cracks(stage)
    return {f"minecraft/textures/{name}.png": picture for name, picture in painted.items()}


def sun() -> Picture:
    """A square evening sun, 32 x 32, its glow in two see-through steps."""
    picture = blank(32, 32)
    for margin, tone, alpha in (
        (1, "#e0603a", 46),
        (4, "#f0a24a", 90),
        (8, "#ffcf6b", 255),
        (10, "#ffe39a", 255),
        (13, "#fff6d6", 255),
    ):
        picture[margin : 32 - margin, margin : 32 - margin] = rgba(tone, alpha)
    return picture


def moon() -> Picture:
    """A square moon, 32 x 32, bone white with grey seas."""
    picture = blank(32, 32)
    picture[5:27, 5:27] = rgba("#c8d6e6", 40)
    seas = without_specks(shared_out(drift(191, 3, 3, 16, 16), (3, 3, 6, 2)), 2)
    picture[8:24, 8:24] = colour(seas, ramp("#a8b0b8 #c3c8c9 #dfe0d8 #f2f0e4"))
    picture[8, 8:24] = picture[8:24, 8] = rgba("#f7f5ea")
    picture[23, 8:24] = picture[8:24, 23] = rgba("#9aa3ad")
    return picture


def cracks(stage: int) -> Picture:
    """Cracks that spread from the middle; each stage adds to the one before."""
    picture = blank()
    path = _crack_path()
    length = round(len(path) * (stage + 1) / STAGES)
    for y, x in path[:length]:
        picture[y, x] = rgba(INK, 190)
    dark = picture[..., 3] > 0
    lip = np.roll(dark, 1, 0) & ~dark
    lip[0] = False
    picture[lip] = rgba("#f2ead3", 60)
    return picture


def _crack_path() -> list[tuple[int, int]]:
    """Pixels of all cracks in the order they open: arms grow from the middle all at once, zigzagging, then fork."""
    chance = scatter(199, 16, 24)
    arms = [_arm(7.5, 7.5, number * np.pi / 3 + 0.3, chance[number], 11) for number in range(6)]
    for number in range(6):
        y, x = arms[number][min(4, len(arms[number]) - 1)]
        side = number * np.pi / 3 + 0.3 + (0.9 if number % 2 else -0.9)
        twig = _arm(y + 0.5, x + 0.5, side, chance[number + 6], 6)
        arms.append([arms[number][0]] * 6 + twig)
    order = [arm[step] for step in range(max(map(len, arms))) for arm in arms if step < len(arm)]
    return list(dict.fromkeys(order))


def _arm(y: float, x: float, heading: float, chance: Field, steps: int) -> list[tuple[int, int]]:
    """A crack that keeps its heading but leans left or right for two steps at a time; ends at the block's edge."""
    pixels = []
    for step in range(steps):
        lean = heading + (0.75 if chance[step // 2] > 0.5 else -0.75)
        y, x = y + np.sin(lean), x + np.cos(lean)
        if not (0 <= y < 16 and 0 <= x < 16):
            break
        pixels.append((int(y), int(x)))
    return pixels
