"""The whole resource pack as values: each picture and each JSON document by its path under `assets/`."""

from typing import Any

from assets.paint import (
    clear,
    cloth,
    dice,
    earth,
    figures,
    font,
    furniture,
    gui,
    items,
    models,
    names,
    plants,
    sky,
    stone,
    tables,
    wood,
)
from assets.paint.brush import Picture

PACK_FORMAT = 34
PAINTERS = (stone, earth, wood, plants, clear, cloth, furniture, tables, items, dice, gui, sky, figures, font)


def all_pictures() -> dict[str, Picture]:
    """Every picture of the pack; raises ValueError when two painters claim one path."""
    painted: dict[str, Picture] = {}
    for painter in PAINTERS:
        family = painter.pictures()
        if both := painted.keys() & family.keys():
            raise ValueError(f"painted twice: {', '.join(sorted(both))}")
        painted |= family
    return painted


def all_documents() -> dict[str, Any]:
    """Every JSON document of the pack: its description, block states, models, names and the font's table."""
    about = {"pack": {"pack_format": PACK_FORMAT, "description": "Voxtable: a voxel tavern in the evening"}}
    written: dict[str, Any] = {"pack.mcmeta": about, "voxtable/font/voxtable.json": font.sheet()[1]}
    return written | models.documents() | names.languages()
