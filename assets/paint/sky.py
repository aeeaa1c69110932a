"""Sun and moon, and the cracks of a block that is being broken."""

import numpy as np

from assets.paint.brush import Picture, blank, colour, drift, ramp, rgba, scatter, shared_out, without_specks
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
    lip = np.roll(dark, (1, 1), (0, 1)) & ~dark
    lip[0] = lip[:, 0] = False
    picture[lip] = rgba("#f2ead3", 60)
    return picture


def _crack_path() -> list[tuple[int, int]]:
    """Pixels of all cracks in the order they open: eight arms grow outwards at once, each with a fork."""
    arms: list[list[tuple[int, int]]] = []
    chance = scatter(197, 12, 24)
    for arm in range(8):
        heading = arm * np.pi / 4 + chance[arm, 0] - 0.5
        y = x = 7.5
        pixels: list[tuple[int, int]] = []
        for step in range(14):
            bend = heading + (chance[arm, step + 2] - 0.5) * 2.2
            y, x = y + np.sin(bend) * 0.95, x + np.cos(bend) * 0.95
            if not (0 <= y < 16 and 0 <= x < 16):
                break
            pixels.append((int(y), int(x)))
            if step in (5, 9):
                side = heading + (1.2 if arm % 2 else -1.2)
                fork = [(int(y + np.sin(side) * reach), int(x + np.cos(side) * reach)) for reach in (1, 2, 3)]
                pixels.extend((a, b) for a, b in fork if 0 <= a < 16 and 0 <= b < 16)
        arms.append(pixels)
    order = [arm[step] for step in range(max(map(len, arms))) for arm in arms if step < len(arm)]
    return list(dict.fromkeys(order))
