"""Block states and models in the ordinary resource-pack formats, written from short descriptions."""

from collections.abc import Sequence

from assets.paint.elements import SIDES, Box, Json, element
from assets.paint.palette import WOODS
from assets.paint.shapes import board, chair, chest, lantern, table

TURNS = {"north": 0, "east": 90, "south": 180, "west": 270}
PLANTS = ("short_grass", "fern", "dandelion", "poppy", "cornflower", "voxtable:wild_cotton")
PLAIN = (
    "bedrock", "stone", "cobblestone", "stone_bricks", "dirt", "sand", "gravel", "glass", "bricks",
    "white_wool", "lime_wool",
)  # fmt: skip
# Ground whose top is turned by chance from block to block, so that no pattern shows on a wide field.
STREWN = ("stone", "dirt", "sand", "gravel", "grass_block", "bedrock")
NEVER_CARRIED = ("air", "bedrock", "water")
FLAT_ITEMS = ("stick", "string", "bone_meal", "white_dye", "green_dye", "lime_dye", "voxtable:farkle_board")


def documents() -> dict[str, Json]:
    """Every JSON file of block states and models by its path under `assets/`."""
    return _parents() | _plain_blocks() | _wooden_blocks() | _furnishings() | _games() | _flat_items()


def _path(kind: str, name: str) -> str:
    space, _, plain = name.rpartition(":")
    return f"{space or 'minecraft'}/{kind}/{plain}.json"


def _texture(name: str) -> str:
    space, _, plain = name.rpartition(":")
    return f"{space or 'minecraft'}:block/{plain}"


def _model(parent: str, **textures: str) -> Json:
    return {"parent": parent, "textures": textures}


def _block(name: str, model: Json, variants: Json | None = None) -> dict[str, Json]:
    """A block with its model, its states and, where it can be carried, an item that shows it."""
    item = {} if name in NEVER_CARRIED else {_path("models/item", name): {"parent": _texture(name)}}
    return item | {
        _path("models/block", name): model,
        _path("blockstates", name): {"variants": variants or {"": {"model": _texture(name)}}},
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
    documents |= _block("chest", chest(), _facing("chest"))
    hanging = {
        f"hanging={state}": {"model": _texture(model)}
        for state, model in (("false", "lantern"), ("true", "lantern_hanging"))
    }
    documents |= _block("lantern", lantern(0, 12), hanging)
    documents[_path("models/block", "lantern_hanging")] = lantern(1, 16)
    return documents


def _games() -> dict[str, Json]:
    """Small game tables and game chairs: one shape each, with the wood's textures."""
    documents: dict[str, Json] = {
        "voxtable/models/block/small_game_table.json": {"textures": {"particle": "#top"}, "elements": table()},
        "voxtable/models/block/small_game_table_with_board.json": {
            "textures": {
                "particle": "#top",
                "board": "voxtable:block/farkle_board_top",
                "board_side": "voxtable:block/farkle_board_side",
            },
            "elements": table() + board(),
        },
        "voxtable/models/block/game_chair.json": {"textures": {"particle": "#wood"}, "elements": chair()},
    }
    for wood in WOODS:
        table_name, chair_name = f"voxtable:{wood.name}_small_game_table", f"voxtable:{wood.name}_game_chair"
        textures = {part: f"voxtable:block/{wood.name}_table_{part}" for part in ("top", "side")}
        boards = {"none": _texture(table_name), "farkle": _texture(table_name) + "_with_board"}
        states = {f"board={fitted}": {"model": model} for fitted, model in sorted(boards.items())}
        documents |= _block(table_name, _model("voxtable:block/small_game_table", **textures), states)
        documents[_path("models/block", f"{table_name}_with_board")] = _model(
            "voxtable:block/small_game_table_with_board", **textures
        )
        parts = {"seat": f"voxtable:block/{wood.name}_chair_seat", "wood": f"voxtable:block/{wood.name}_chair_wood"}
        documents |= _block(chair_name, _model("voxtable:block/game_chair", **parts), _facing(chair_name))
    return documents


def _flat_items() -> dict[str, Json]:
    documents: dict[str, Json] = {}
    for name in FLAT_ITEMS:
        texture = _texture(name).replace(":block/", ":item/")
        documents[_path("models/item", name)] = _model("minecraft:item/generated", layer0=texture)
    return documents
