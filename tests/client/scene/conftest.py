"""A tiny resource pack and state table, so that the scene is tested without the shipped art."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from client.gl import encode_png
from client.packs import Packs
from client.scene.catalogue import Catalogue
from client.scene.models import Models
from client.scene.tiles import Tiles
from server.shared.voxel.states import StateInfo, StateTable

FACES = ("down", "up", "north", "south", "west", "east")
CUBE = {"textures": {}, "elements": [{"from": [0, 0, 0], "to": [16, 16, 16], "faces": {}}]}
for _face in FACES:
    CUBE["elements"][0]["faces"][_face] = {"texture": "#all", "cullface": _face}  # type: ignore[index]

Write = Callable[[str, Any], None]


def painted(colour: tuple[int, int, int, int], *, hole: bool = False) -> npt.NDArray[np.uint8]:
    """A 16 x 16 picture of one colour, with a hole in its middle when asked."""
    picture = np.zeros((16, 16, 4), dtype=np.uint8)
    picture[:] = colour
    if hole:
        picture[4:12, 4:12] = 0
    return picture


@pytest.fixture
def write(tmp_path: Path) -> Write:
    """Writes a file of the pack in tmp_path: JSON for objects, PNG for arrays, else text."""

    def put(path: str, content: Any) -> None:
        file = tmp_path / "assets" / path
        file.parent.mkdir(parents=True, exist_ok=True)
        if isinstance(content, np.ndarray):
            file.write_bytes(encode_png(content))
        else:
            file.write_text(content if isinstance(content, str) else json.dumps(content))

    return put


@pytest.fixture
def packs(tmp_path: Path, write: Write) -> Packs:
    """Stone, glass, leaves, water, a lantern, a slab and a stick."""
    write("minecraft/models/block/cube_all.json", CUBE)
    looks = {
        "stone": painted((120, 120, 120, 255)),
        "glass": painted((200, 220, 255, 255), hole=True),
        "oak_leaves": painted((60, 120, 40, 255), hole=True),
        "water": painted((50, 90, 200, 170)),
        "lantern": painted((255, 200, 90, 255)),
    }
    for name, picture in looks.items():
        write(f"minecraft/textures/block/{name}.png", picture)
        model = {"parent": "minecraft:block/cube_all", "textures": {"all": f"minecraft:block/{name}"}}
        write(f"minecraft/models/block/{name}.json", model)
        write(f"minecraft/blockstates/{name}.json", {"variants": {"": {"model": f"minecraft:block/{name}"}}})
    slab = json.loads(json.dumps(CUBE))
    slab["textures"] = {"all": "minecraft:block/stone"}
    slab["elements"][0]["to"] = [16, 8, 16]
    del slab["elements"][0]["faces"]["up"]["cullface"]
    write("minecraft/models/block/oak_slab.json", slab)
    write("minecraft/blockstates/oak_slab.json", {"variants": {"": {"model": "minecraft:block/oak_slab"}}})
    write("minecraft/textures/item/stick.png", painted((140, 90, 40, 255), hole=True))
    stick = {"parent": "minecraft:item/generated", "textures": {"layer0": "minecraft:item/stick"}}
    write("minecraft/models/item/stick.json", stick)
    return Packs([tmp_path])


@pytest.fixture
def states() -> StateTable:
    """Air and the blocks of the tiny pack."""
    return StateTable(
        [
            StateInfo("minecraft:air", opaque=False, collision=(), outline=()),
            StateInfo("minecraft:stone"),
            StateInfo("minecraft:glass", opaque=False),
            StateInfo("minecraft:oak_leaves", opaque=False),
            StateInfo("minecraft:water", liquid=True, opaque=False),
            StateInfo("minecraft:lantern", light=15, opaque=False),
            StateInfo("minecraft:oak_slab", opaque=False),
        ]
    )


@pytest.fixture
def catalogue(packs: Packs, states: StateTable) -> Catalogue:
    """The quads of the tiny pack's states."""
    return Catalogue(states, Models(packs), Tiles(packs))
