"""Boxes of block models: their faces with textures and uv, and which faces a neighbour may hide.

Every face is written with its uv, so that a loader needs no rule for missing ones.
"""

from collections.abc import Mapping
from typing import Any

Json = dict[str, Any]
Box = tuple[float, float, float, float, float, float]
Uv = tuple[float, float, float, float]

SIDES = ("north", "east", "south", "west")


def natural_uv(side: str, box: Box) -> Uv:
    """The part of a texture a face shows when it is cut from a full block."""
    x0, y0, z0, x1, y1, z1 = box
    return {
        "down": (x0, 16 - z1, x1, 16 - z0),
        "up": (x0, z0, x1, z1),
        "north": (16 - x1, 16 - y1, 16 - x0, 16 - y0),
        "south": (x0, 16 - y1, x1, 16 - y0),
        "west": (z0, 16 - y1, z1, 16 - y0),
        "east": (16 - z1, 16 - y1, 16 - z0, 16 - y0),
    }[side]


def touching(side: str, box: Box) -> bool:
    """Whether a face lies in the block's outer wall, where a neighbour may hide it."""
    x0, y0, z0, x1, y1, z1 = box
    return {"down": y0 == 0, "up": y1 == 16, "north": z0 == 0, "south": z1 == 16, "west": x0 == 0, "east": x1 == 16}[
        side
    ]


def element(box: Box, textures: Mapping[str, str], uv: Mapping[str, Uv] | None = None) -> Json:
    """A box with the given sides; `sides` stands for all four walls that are not named themselves."""
    named = {side: textures["sides"] for side in SIDES if "sides" in textures}
    named |= {side: texture for side, texture in textures.items() if side != "sides"}
    faces: Json = {}
    for side, texture in named.items():
        chosen = (uv or {}).get(side) or ((uv or {}).get("sides") if side in SIDES else None) or natural_uv(side, box)
        faces[side] = {"uv": list(chosen), "texture": texture}
        if touching(side, box):
            faces[side]["cullface"] = side
    return {"from": list(box[:3]), "to": list(box[3:]), "faces": faces}


def whole(texture: str) -> dict[str, str]:
    """One texture on all six sides."""
    return {"down": texture, "up": texture, "sides": texture}
