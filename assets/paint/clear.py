"""What light passes through: still water and glass."""

import numpy as np

from assets.paint.brush import Picture, art, colour, drift, shared_out, without_specks
from assets.paint.palette import WATER


def pictures() -> dict[str, Picture]:
    """Every texture of this family by its path under `assets/`."""
    painted = {"water_still": water(), "glass": art(GLASS, GLASS_LEGEND)}
    return {f"minecraft/textures/block/{name}.png": picture for name, picture in painted.items()}


def water() -> Picture:
    """Calm water with long, slightly lit ripples; alpha 170 all over."""
    y, x = np.mgrid[0:16, 0:16]
    bend = 1.3 * np.sin(x * np.pi / 8 + 0.6)
    ripples = np.sin((y + bend) * np.pi / 4) * 0.35 + drift(91, 5, 3)
    tones = without_specks(shared_out(ripples, (3, 6, 5, 2, 0.5)), 2)
    return colour(tones, WATER)


GLASS_LEGEND = {"e": "#8fb3c2", "l": "#cfe4e8", "w": "#f3fbfa", "d": "#6f96a8"}
GLASS = """
    ellllllllllllllw
    l.............ed
    l..w..........ed
    l.w...l.......ed
    l....l........ed
    l...l.........ed
    l..l..........ed
    l.............ed
    l.............ed
    l..........l..ed
    l.........l...ed
    l........l..w.ed
    l.......l..w..ed
    l.............ed
    leeeeeeeeeeeeeed
    wdddddddddddddde
"""
