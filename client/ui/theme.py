"""The look: named colours, the sizes every screen shares, and how large a unit is on a window. See LOOK.

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
SHADOW: Final = colour("#1b1410", 0.6)
VEIL: Final = colour("#1b1410", 0.5)
WHITE: Final = colour("#ffffff")
FADED_INK: Final = colour("#6b5138")


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

BUTTON_HEIGHT: Final = 20
SLOT: Final = 18
FRAME: Final = 3
"""Units of a panel's edge: two of frame and one of bevel."""
GAP: Final = 4

LEAST_WIDTH: Final = 320
LEAST_HEIGHT: Final = 240


def scale_for(width: int, height: int, wanted: int = 0) -> int:
    """Pixels to a unit: the largest whole number that leaves 320 x 240 units, at least 1; `wanted` may lower it."""
    largest = max(1, min(width // LEAST_WIDTH, height // LEAST_HEIGHT))
    return min(wanted, largest) if wanted else largest


def ease_out(share: float) -> float:
    """From 0 to 1, fast at first."""
    return 1.0 - (1.0 - min(1.0, max(0.0, share))) ** 3
