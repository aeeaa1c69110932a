"""The pack is whole: every state has a model, every model its textures, every item a picture and a name."""

import json
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from server.engine.content import Content
from server.shared.content import WOODS, game_chair, small_game_table
from server.tabletop import furniture
from server.world import kinds

ASSETS = Path(__file__).resolve().parents[2] / "assets"
FACINGS = ("north", "south", "west", "east")

PLAIN = (
    "air bedrock stone cobblestone stone_bricks dirt grass_block sand gravel water glass bricks short_grass fern "
    "dandelion poppy cornflower crafting_table white_wool lime_wool bookshelf"
)
ITEMS = (
    "minecraft:stick minecraft:string minecraft:bone_meal minecraft:white_dye minecraft:green_dye minecraft:lime_dye "
    "voxtable:farkle_board"
)


def with_properties(block: str, **values: tuple[str, ...]) -> list[str]:
    """All states of a block, properties in alphabetical order."""
    names = sorted(values)
    return [
        f"{block}[{','.join(f'{name}={value}' for name, value in zip(names, choice, strict=True))}]"
        for choice in product(*(values[name] for name in names))
    ]


def all_states() -> list[str]:
    """Every block state the game has."""
    states = [f"minecraft:{name}" for name in PLAIN.split()] + ["voxtable:wild_cotton"]
    axes = ("x", "y", "z")
    states += with_properties("minecraft:bone_block", axis=axes)
    states += with_properties("minecraft:chest", facing=FACINGS)
    states += with_properties("minecraft:lantern", hanging=("false", "true"))
    for wood in WOODS:
        states += [f"minecraft:{wood}_leaves", f"minecraft:{wood}_planks"]
        states += with_properties(f"minecraft:{wood}_log", axis=axes)
        states += with_properties(f"minecraft:{wood}_stairs", facing=FACINGS, half=("bottom", "top"))
        states += with_properties(f"minecraft:{wood}_slab", type=("bottom", "top", "double"))
        states += with_properties(small_game_table(wood), board=("none", "farkle"))
        states += with_properties(game_chair(wood), facing=FACINGS)
    return states


STATES = all_states()
BLOCKS = sorted({state.partition("[")[0] for state in STATES})
NEVER_CARRIED = {"minecraft:air", "minecraft:bedrock", "minecraft:water"}
CARRIED = [*(block for block in BLOCKS if block not in NEVER_CARRIED), *ITEMS.split()]


def read(kind: str, name: str) -> Any:
    """A document of the pack by its identifier."""
    space, _, plain = name.rpartition(":")
    return json.loads((ASSETS / (space or "minecraft") / kind / f"{plain}.json").read_text("utf-8"))


def resolved(name: str) -> tuple[dict[str, str], list[dict[str, Any]], str]:
    """A model's textures and elements through its parents, and the root it ends at."""
    textures: dict[str, str] = {}
    elements: list[dict[str, Any]] | None = None
    while not name.startswith("builtin/"):
        model = read("models", name)
        textures = model.get("textures", {}) | textures
        elements = model.get("elements") if elements is None else elements
        if "parent" not in model:
            break
        name = model["parent"]
    return textures, elements or [], name


def texture_file(reference: str, textures: dict[str, str]) -> Path:
    """The picture a texture reference leads to."""
    while reference.startswith("#"):
        reference = textures[reference[1:]]
    space, _, plain = reference.rpartition(":")
    return ASSETS / (space or "minecraft") / "textures" / f"{plain}.png"


def variant(state: str) -> dict[str, Any]:
    """The model and turn of a state, the first of several looks."""
    block, _, properties = state.partition("[")
    chosen = read("blockstates", block)["variants"][properties.rstrip("]")]
    if isinstance(chosen, list):
        assert len({option["model"] for option in chosen}) == 1, "the looks of a state differ by their turn only"
        chosen = chosen[0]
    assert isinstance(chosen, dict)
    return chosen


@pytest.mark.parametrize("state", STATES)
def test_every_state_has_a_model_whose_textures_exist(state: str) -> None:
    textures, elements, _ = resolved(variant(state)["model"])
    assert bool(elements) == (state != "minecraft:air")
    for element in elements:
        for face in element["faces"].values():
            assert texture_file(face["texture"], textures).is_file()
    assert all(texture_file(reference, textures).is_file() for reference in textures.values())


@pytest.mark.parametrize("state", [state for state in STATES if state != "minecraft:air"])
def test_boxes_are_in_range_and_their_uv_on_the_texture(state: str) -> None:
    _, elements, _ = resolved(variant(state)["model"])
    for element in elements:
        assert all(-16 <= low <= high <= 32 for low, high in zip(element["from"], element["to"], strict=True))
        for face in element["faces"].values():
            u0, v0, u1, v1 = face["uv"]
            assert 0 <= u0 < u1 <= 16
            assert 0 <= v0 < v1 <= 16


def test_block_states_name_no_state_the_game_lacks() -> None:
    described = set()
    for block in BLOCKS:
        for properties in read("blockstates", block)["variants"]:
            described.add(f"{block}[{properties}]" if properties else block)
    assert described == set(STATES)


def test_the_states_and_items_are_those_the_server_registers() -> None:
    content = Content()
    kinds.register(content)
    for wood in WOODS:
        content.add_block(furniture.table_kind(wood, ("farkle",)))
        content.add_block(furniture.chair_kind(wood))
    assert {state.name for state in content.states()} == set(STATES)
    assert set(content.items) == set(CARRIED) - set(ITEMS.split())


@pytest.mark.parametrize("item", CARRIED)
def test_every_item_has_a_picture_and_a_name(item: str) -> None:
    space, plain = item.split(":")
    textures, elements, root = resolved(f"{space}:item/{plain}")
    if root == "builtin/generated":
        assert texture_file("#layer0", textures).is_file()
    else:
        assert elements
    names = json.loads((ASSETS / space / "lang" / "en_us.json").read_text("utf-8"))
    assert names.get(f"item.{item.replace(':', '.')}") or names.get(f"block.{item.replace(':', '.')}")


@pytest.mark.parametrize("block", BLOCKS)
def test_every_block_has_a_name(block: str) -> None:
    space, plain = block.split(":")
    names = json.loads((ASSETS / space / "lang" / "en_us.json").read_text("utf-8"))
    assert names[f"block.{space}.{plain}"].strip()


@pytest.mark.parametrize("wood", WOODS)
def test_a_table_is_14_wide_and_its_board_lies_on_top(wood: str) -> None:
    _, bare, _ = resolved(f"voxtable:block/{wood}_small_game_table")
    _, fitted, _ = resolved(f"voxtable:block/{wood}_small_game_table_with_board")
    assert min(element["from"][0] for element in bare) == 1
    assert max(element["to"][0] for element in bare) == 15
    assert max(element["to"][1] for element in bare) == 15
    assert max(element["to"][1] for element in fitted) == 16
    assert [element for element in fitted if element not in bare]


@pytest.mark.parametrize(("facing", "turn"), [("north", 0), ("east", 90), ("south", 180), ("west", 270)])
def test_a_chair_turns_its_back_away_from_where_the_sitter_looks(facing: str, turn: int) -> None:
    assert variant(f"voxtable:oak_game_chair[facing={facing}]").get("y", 0) == turn
    _, elements, _ = resolved("voxtable:block/game_chair")
    back = [element for element in elements if element["to"][1] > 8]
    assert back
    assert all(element["from"][2] >= 12 for element in back)


def test_faces_are_hidden_by_neighbours_only_in_the_blocks_outer_wall() -> None:
    for state in STATES:
        for element in resolved(variant(state)["model"])[1]:
            x0, y0, z0 = element["from"]
            x1, y1, z1 = element["to"]
            outer = {
                "down": y0 <= 0,
                "up": y1 >= 16,
                "north": z0 <= 0,
                "south": z1 >= 16,
                "west": x0 <= 0,
                "east": x1 >= 16,
            }
            hidden = {face["cullface"] for face in element["faces"].values() if "cullface" in face}
            assert all(outer[side] for side in hidden), state
