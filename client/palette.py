"""The named colours of the look, shared by what is flat and what is solid. See LOOK.

Colours are (red, green, blue, alpha) in 0 to 1, written once; the colour-blind palette only replaces lime and ember.
"""

from dataclasses import dataclass
from typing import Final

Colour = tuple[float, float, float, float]


def colour(code: str, alpha: float = 1.0) -> Colour:
    """A colour from `#rrggbb`."""
    red, green, blue = (int(code[i : i + 2], 16) / 255 for i in (1, 3, 5))
    return red, green, blue, alpha


def faded(shade: Colour, alpha: float) -> Colour:
    """The same colour, this much as opaque."""
    return shade[0], shade[1], shade[2], shade[3] * alpha


def mixed(first: Colour, second: Colour, share: float) -> Colour:
    """A colour between two; `share` is how much of the second."""
    red, green, blue, alpha = (a + (b - a) * share for a, b in zip(first, second, strict=True))
    return red, green, blue, alpha


INK: Final = colour("#1b1410")
NIGHT: Final = colour("#2a1f1a")
DARK_OAK: Final = colour("#4a3322")
OAK: Final = colour("#7a5230")
PALE_OAK: Final = colour("#b98a55")
PARCHMENT: Final = colour("#ead9b0")
BONE: Final = colour("#f2ead3")
FELT: Final = colour("#6fae2f")
BRASS: Final = colour("#d9a441")
FROST: Final = colour("#7fb7d6")
FROST_INK: Final = colour("#1f5470")
"""Frost on parchment, where the bright one is too pale to read."""
SHADOW: Final = colour("#1b1410", 0.6)
VEIL: Final = colour("#1b1410", 0.5)
WHITE: Final = colour("#ffffff")
FADED_INK: Final = colour("#6b5138")
QUIET: Final = colour("#c9b283")
"""What is said beside the point, on wood; the shaded edge of parchment."""


@dataclass(frozen=True, slots=True)
class Accents:
    """The colours that the colour-blind palette replaces; shape or words always say the same. The inks are for
    parchment, where the bright colours would be too pale to read."""

    lime: Colour
    ember: Colour
    lime_ink: Colour
    ember_ink: Colour


PLAIN: Final = Accents(colour("#9be04a"), colour("#e0603a"), colour("#2f5c10"), colour("#96331a"))
COLOUR_BLIND: Final = Accents(colour("#3f8fd6"), colour("#e69f00"), colour("#1a4a78"), colour("#7a5200"))
