"""The look of what is flat: the palette, sizes that every screen shares, how large a unit is on a window."""

from typing import Final

from client.palette import (
    BONE,
    BRASS,
    COLOUR_BLIND,
    DARK_OAK,
    FADED_INK,
    FELT,
    FROST,
    FROST_INK,
    INK,
    NIGHT,
    OAK,
    PALE_OAK,
    PARCHMENT,
    PLAIN,
    QUIET,
    SHADOW,
    VEIL,
    WHITE,
    Accents,
    Colour,
    colour,
    faded,
    mixed,
)

__all__ = [
    "BONE",
    "BRASS",
    "BUTTON_HEIGHT",
    "COLOUR_BLIND",
    "DARK_OAK",
    "FADED_INK",
    "FELT",
    "FRAME",
    "FROST",
    "FROST_INK",
    "GAP",
    "INK",
    "LEAST_HEIGHT",
    "LEAST_WIDTH",
    "NIGHT",
    "OAK",
    "PALE_OAK",
    "PARCHMENT",
    "PLAIN",
    "QUIET",
    "SHADOW",
    "SLOT",
    "VEIL",
    "WHITE",
    "Accents",
    "Colour",
    "colour",
    "ease_out",
    "faded",
    "mixed",
    "scale_for",
]

BUTTON_HEIGHT: Final = 20
SLOT: Final = 18
FRAME: Final = 3
"""Units of a panel's edge: two of frame and one of bevel."""
GAP: Final = 4

LEAST_WIDTH: Final = 400
LEAST_HEIGHT: Final = 300
"""What every screen needs so that its longest words, names and numbers stand there whole, in units; also the least
size of a window, in pixels."""


def scale_for(width: int, height: int, wanted: int = 0) -> int:
    """Pixels to a unit: the largest whole number that leaves what every screen needs, at least 1; `wanted` may lower
    it."""
    largest = max(1, min(width // LEAST_WIDTH, height // LEAST_HEIGHT))
    return min(wanted, largest) if wanted else largest


def ease_out(share: float) -> float:
    """From 0 to 1, fast at first."""
    return 1.0 - (1.0 - min(1.0, max(0.0, share))) ** 3
