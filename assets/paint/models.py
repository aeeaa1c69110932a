"""Block states and models in the ordinary resource-pack formats, written from short descriptions.

Every face of an element is written with its uv, so that a loader needs no rule for missing ones.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from assets.paint.palette import WOODS

Json = dict[str, Any]
Box = tuple[float, float, float, float, float, float]
Uv = tuple[float, float, float, float]

SIDES = ("north", "east", "south", "west")
TURNS = {"north": 0, "east": 90, "south": 180, "west": 270}
PLANTS = ("short_grass", "fern", "dandelion", "poppy", "cornflower", "voxtable:wild_cotton")
PLAIN = (
    "bedrock", "stone", "cobblestone", "stone_bricks", "dirt", "sand", "gravel", "glass", "bricks",
    "white_wool", "lime_wool",
)  # fmt: skip
# Ground whose top is turned by chance from block to block, so that no pattern shows on a wide field.
STREWN = ("stone", "dirt", "sand", "gravel", "grass_block", "bedrock")
FLAT_ITEMS = ("stick", "string", "bone_meal", "white_dye", "green_dye", "lime_dye", "voxtable:farkle_board")


def documents() -> dict[str, Json]:
    """Every JSON file of block states and models by its path under `assets/`."""
    return _parents() | _plain_blocks() | _wooden_blocks() | _furnishings() | _games() | _flat_items()


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


def _all(texture: str) -> dict[str, str]:
    return {"down": texture, "up": texture, "sides": texture}


def _path(kind: str, name: str) -> str:
    space, _, plain = name.rpartition(":")
    return f"{space or 'minecraft'}/{kind}/{plain}.json"


def _texture(name: str) -> str:
    space, _, plain = name.rpartition(":")
    return f"{space or 'minecraft'}:block/{plain}"


def _model(parent: str, **textures: str) -> Json:
    return {"parent": parent, "textures": textures}


def _block(name: str, model: Json, variants: Json | None = None) -> dict[str, Json]:
    """A block with its model, its states and an item that shows it."""
    return {
        _path("models/block", name): model,
        _path("blockstates", name): {"variants": variants or {"": {"model": _texture(name)}}},
        _path("models/item", name): {"parent": _texture(name)},
    }


def _parents() -> dict[str, Json]:
    full: Box = (0, 0, 0, 16, 16, 16)
    own = {side: f"#{side}" for side in ("down", "up", *SIDES)}
    ends = {"down": "#bottom", "up": "#top", "sides": "#side"}
    every = dict.fromkeys(("down", "up", *SIDES), "#all")
    shapes: dict[str, Json] = {
        "cube": {"elements": [element(full, own)]},
        "cube_all": {"parent": "minecraft:block/cube", "textures": {"particle": "#all"} | every},
        "cube_bottom_top": {
            "parent": "minecraft:block/cube",
            "textures": {"particle": "#side", "down": "#bottom", "up": "#top"} | dict.fromkeys(SIDES, "#side"),
        },
        "cube_column": {
            "parent": "minecraft:block/cube",
            "textures": {"particle": "#side", "down": "#end", "up": "#end"} | dict.fromkeys(SIDES, "#side"),
        },
        "slab": {"textures": {"particle": "#side"}, "elements": [element((0, 0, 0, 16, 8, 16), ends)]},
        "slab_top": {"textures": {"particle": "#side"}, "elements": [element((0, 8, 0, 16, 16, 16), ends)]},
        "stairs": {
            "textures": {"particle": "#side"},
            "elements": [
                element((0, 0, 0, 16, 8, 16), ends),
                element((8, 8, 0, 16, 16, 16), {"up": "#top", "sides": "#side"}),
            ],
        },
        "cross": {
            "ambientocclusion": False,
            "textures": {"particle": "#cross"},
            "elements": [
                _leaf_plane((0.8, 0, 8, 15.2, 16, 8), ("north", "south")),
                _leaf_plane((8, 0, 0.8, 8, 16, 15.2), ("west", "east")),
            ],
        },
    }
    documents = {f"minecraft/models/block/{name}.json": shape for name, shape in shapes.items()}
    return documents | {"minecraft/models/item/generated.json": {"parent": "builtin/generated", "gui_light": "front"}}


def _leaf_plane(box: Box, sides: Sequence[str]) -> Json:
    return {
        "from": list(box[:3]),
        "to": list(box[3:]),
        "rotation": {"origin": [8, 8, 8], "axis": "y", "angle": 45, "rescale": True},
        "shade": False,
        "faces": {side: {"uv": [0, 0, 16, 16], "texture": "#cross"} for side in sides},
    }


def _plain_blocks() -> dict[str, Json]:
    documents: dict[str, Json] = {
        "minecraft/blockstates/air.json": {"variants": {"": {"model": "minecraft:block/air"}}}
    }
    documents["minecraft/models/block/air.json"] = {"elements": []}
    for name in PLAIN:
        documents |= _block(name, _model("minecraft:block/cube_all", all=_texture(name)))
    documents |= _block("water", _model("minecraft:block/cube_all", all=_texture("water_still")))
    documents |= _block(
        "grass_block",
        _model(
            "minecraft:block/cube_bottom_top",
            bottom=_texture("dirt"),
            top=_texture("grass_block_top"),
            side=_texture("grass_block_side"),
        ),
    )
    documents |= {_path("blockstates", name): {"variants": _strewn(name)} for name in STREWN}
    column = _model("minecraft:block/cube_column", end=_texture("bone_block_top"), side=_texture("bone_block_side"))
    documents |= _block("bone_block", column, _axes("bone_block"))
    for name in PLANTS:
        documents |= _block(name, _model("minecraft:block/cross", cross=_texture(name)))
        documents |= {_path("models/item", name): _model("minecraft:item/generated", layer0=_texture(name))}
    return documents


def _strewn(name: str) -> Json:
    return {"": [_turned(_texture(name), turn) for turn in TURNS.values()]}


def _axes(name: str) -> Json:
    return {
        "axis=x": {"model": _texture(name), "x": 90, "y": 90},
        "axis=y": {"model": _texture(name)},
        "axis=z": {"model": _texture(name), "x": 90},
    }


def _turned(model: str, y: int, x: int = 0) -> Json:
    """A variant that leaves out turns of zero."""
    return {"model": model} | ({"x": x} if x else {}) | ({"y": y} if y else {}) | ({"uvlock": True} if x == 180 else {})


def _wooden_blocks() -> dict[str, Json]:
    documents: dict[str, Json] = {}
    for wood in WOODS:
        log, boards, stairs, slab = (f"{wood.name}_{kind}" for kind in ("log", "planks", "stairs", "slab"))
        column = _model("minecraft:block/cube_column", end=_texture(f"{log}_top"), side=_texture(log))
        documents |= _block(log, column, _axes(log))
        for name in (f"{wood.name}_leaves", boards):
            documents |= _block(name, _model("minecraft:block/cube_all", all=_texture(name)))
        ends = {"bottom": _texture(boards), "top": _texture(boards), "side": _texture(boards)}
        documents |= _block(stairs, _model("minecraft:block/stairs", **ends), _stair_states(stairs))
        documents |= _block(slab, _model("minecraft:block/slab", **ends), _slab_states(slab, boards))
        documents[_path("models/block", f"{slab}_top")] = _model("minecraft:block/slab_top", **ends)
    return documents


def _stair_states(name: str) -> Json:
    """The model's high side is in the east; turned over, it is in the east again."""
    states: Json = {}
    for facing in SIDES:
        turn = (TURNS[facing] - 90) % 360
        states[f"facing={facing},half=bottom"] = _turned(_texture(name), turn) | ({"uvlock": True} if turn else {})
        states[f"facing={facing},half=top"] = _turned(_texture(name), turn, 180)
    return states


def _slab_states(name: str, boards: str) -> Json:
    models = {"bottom": name, "double": boards, "top": f"{name}_top"}
    return {f"type={kind}": {"model": _texture(model)} for kind, model in models.items()}


def _facing(name: str) -> Json:
    return {f"facing={facing}": _turned(_texture(name), TURNS[facing]) for facing in SIDES}


def _furnishings() -> dict[str, Json]:
    documents: dict[str, Json] = {}
    shelf = _model("minecraft:block/cube_column", end=_texture("oak_planks"), side=_texture("bookshelf"))
    documents |= _block("bookshelf", shelf)
    bench = {"down": "oak_planks", "up": "crafting_table_top", "particle": "crafting_table_front"}
    bench |= {
        "north": "crafting_table_front",
        "east": "crafting_table_side",
        "south": "crafting_table_front",
        "west": "crafting_table_side",
    }
    documents |= _block(
        "crafting_table", _model("minecraft:block/cube", **{side: _texture(name) for side, name in bench.items()})
    )
    documents |= _block("chest", _chest(), _facing("chest"))
    hanging = {
        f"hanging={state}": {"model": _texture(model)}
        for state, model in (("false", "lantern"), ("true", "lantern_hanging"))
    }
    documents |= _block("lantern", _lantern(0, 12), hanging)
    documents[_path("models/block", "lantern_hanging")] = _lantern(1, 16)
    return documents


def _chest() -> Json:
    walls = {"down": "#top", "up": "#top", "north": "#front", "east": "#side", "south": "#side", "west": "#side"}
    clasp = {"north": "#latch", "east": "#latch", "west": "#latch", "up": "#latch", "down": "#latch"}
    edge: Uv = (1, 6, 2, 11)
    lip: Uv = (1, 6, 5, 7)
    return {
        "textures": {
            "particle": _texture("oak_planks"),
            "top": _texture("chest_top"),
            "front": _texture("chest_front"),
            "side": _texture("chest_side"),
            "latch": _texture("chest_latch"),
        },
        "elements": [
            element((1, 0, 1, 15, 14, 15), walls),
            element((6, 6, 0, 10, 11, 1), clasp, {"north": (0, 0, 4, 5), "sides": edge, "up": lip, "down": lip}),
        ],
    }


def _lantern(floor: int, top: int) -> Json:
    """A lantern whose body stands at `floor` and whose ring or chain ends at `top`, in sixteenths."""
    body_uv: dict[str, Uv] = {"sides": (0, 0, 6, 8), "up": (0, 8, 6, 14), "down": (0, 8, 6, 14)}
    cap_uv: dict[str, Uv] = {"sides": (8, 0, 12, 2), "up": (8, 4, 12, 8)}
    neck = floor + 10
    ring: Uv = (8, 10, 11, 10 + top - neck)
    turn = {"origin": [8, 8, 8], "axis": "y", "angle": 45}
    planes = [
        element((6.5, neck, 8, 9.5, top, 8), {"north": "#lantern", "south": "#lantern"}, {"sides": ring}),
        element((8, neck, 6.5, 8, top, 9.5), {"west": "#lantern", "east": "#lantern"}, {"sides": ring}),
    ]
    return {
        "textures": {"particle": _texture("lantern"), "lantern": _texture("lantern")},
        "elements": [
            element((5, floor, 5, 11, floor + 8, 11), _all("#lantern"), body_uv),
            element((6, floor + 8, 6, 10, neck, 10), {"up": "#lantern", "sides": "#lantern"}, cap_uv),
            *[plane | {"rotation": turn, "shade": False} for plane in planes],
        ],
    }


def _games() -> dict[str, Json]:
    """Small game tables and game chairs: one shape each, with the wood's textures."""
    documents: dict[str, Json] = {
        "voxtable/models/block/small_game_table.json": {"textures": {"particle": "#top"}, "elements": _table()},
        "voxtable/models/block/small_game_table_with_board.json": {
            "textures": {
                "particle": "#top",
                "board": "voxtable:block/farkle_board_top",
                "board_side": "voxtable:block/farkle_board_side",
            },
            "elements": _table() + _board(),
        },
        "voxtable/models/block/game_chair.json": {"textures": {"particle": "#wood"}, "elements": _chair()},
    }
    for wood in WOODS:
        table, chair = f"voxtable:{wood.name}_small_game_table", f"voxtable:{wood.name}_game_chair"
        textures = {part: f"voxtable:block/{wood.name}_table_{part}" for part in ("top", "side")}
        boards = {"none": _texture(table), "farkle": _texture(table) + "_with_board"}
        states = {f"board={board}": {"model": model} for board, model in sorted(boards.items())}
        documents |= _block(table, _model("voxtable:block/small_game_table", **textures), states)
        documents[_path("models/block", f"{table}_with_board")] = _model(
            "voxtable:block/small_game_table_with_board", **textures
        )
        parts = {"seat": f"voxtable:block/{wood.name}_chair_seat", "wood": f"voxtable:block/{wood.name}_chair_wood"}
        documents |= _block(chair, _model("voxtable:block/game_chair", **parts), _facing(chair))
    return documents


def _table() -> list[Json]:
    """Four legs, an apron set back by one, a top of 14 x 14 whose upper side is at 15."""
    leg_uv: dict[str, Uv] = {"sides": (2, 3, 4, 16), "down": (2, 14, 4, 16)}
    legs = [
        element((x, 0, z, x + 2, 13, z + 2), {"down": "#side", "sides": "#side"}, leg_uv)
        for x in (2, 12)
        for z in (2, 12)
    ]
    apron = element((3, 10, 3, 13, 13, 13), {"down": "#top", "sides": "#side"}, {"sides": (3, 3, 13, 6)})
    top = element((1, 13, 1, 15, 15, 15), {"down": "#top", "up": "#top", "sides": "#side"}, {"sides": (1, 1, 15, 3)})
    return [top, apron, *legs]


def _board() -> list[Json]:
    """A board of 12 x 12 on the table: felt half a sixteenth below its wooden rim."""
    felt = element((3, 15, 3, 13, 15.5, 13), {"up": "#board"})
    frames: tuple[Box, ...] = (
        (2, 15, 2, 14, 16, 3),
        (2, 15, 13, 14, 16, 14),
        (2, 15, 3, 3, 16, 13),
        (13, 15, 3, 14, 16, 13),
    )
    rims = []
    for box in frames:
        rim = element(box, {"up": "#board", "sides": "#board_side"}, {"sides": (2, 0, 14, 1)})
        rim["faces"]["up"].pop("cullface")
        rims.append(rim)
    return [felt, *rims]


def _chair() -> list[Json]:
    """The sitter looks north; the back with its two slats is in the south, and ends at 18."""
    upright: dict[str, Uv] = {"sides": (0, 8, 2, 14), "down": (0, 14, 2, 16)}
    parts = [element((x, 0, 2, x + 2, 6, 4), {"down": "#wood", "sides": "#wood"}, upright) for x in (2, 12)]
    for x in (2, 12):
        parts.append(element((x, 0, 12, x + 2, 8, 14), {"down": "#wood", "sides": "#wood"}, {"sides": (2, 8, 4, 16)}))
        back: dict[str, Uv] = {"sides": (4, 0, 6, 10), "up": (4, 0, 6, 2)}
        parts.append(element((x, 8, 12, x + 2, 18, 14), {"up": "#wood", "sides": "#wood"}, back))
    rush: dict[str, Uv] = {"sides": (8, 0, 16, 2), "down": (8, 8, 16, 16)}
    parts.append(element((2, 6, 2, 14, 8, 12), {"up": "#seat", "down": "#wood", "sides": "#wood"}, rush))
    for low, high, row in ((10, 12, 4), (14, 17, 0)):
        slat: dict[str, Uv] = {
            "sides": (8, row, 16, row + high - low),
            "up": (8, row, 16, row + 1),
            "down": (8, row, 16, row + 1),
        }
        walls = {"north": "#wood", "south": "#wood", "up": "#wood", "down": "#wood"}
        parts.append(element((4, low, 12.5, 12, high, 13.5), walls, slat))
    rail: dict[str, Uv] = {"sides": (8, 4, 16, 5), "up": (8, 4, 16, 5), "down": (8, 6, 16, 7)}
    for left in (2.5, 12.5):
        sides = {"west": "#wood", "east": "#wood", "up": "#wood", "down": "#wood"}
        parts.append(element((left, 2.5, 4, left + 1, 3.5, 12), sides, rail))
    return parts


def _flat_items() -> dict[str, Json]:
    documents: dict[str, Json] = {}
    for name in FLAT_ITEMS:
        texture = _texture(name).replace(":block/", ":item/")
        documents[_path("models/item", name)] = _model("minecraft:item/generated", layer0=texture)
    return documents
