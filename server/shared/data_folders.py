"""Where the shipped data lies: beside the packages, in a checkout and in an installed wheel alike."""

from pathlib import Path
from typing import Final

_HOUSE: Final = Path(__file__).resolve().parents[2]

ASSETS: Final = _HOUSE / "assets"
RECIPES: Final = _HOUSE / "recipes"
