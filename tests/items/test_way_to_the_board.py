"""The whole way from logs, cotton, a fern and a bone block to a Farkle Board by clicks, and every recipe on it."""

from collections import Counter

import pytest

from server.items.recipes import Recipe, Shaped
from server.shared.content import FARKLE_BOARD, WOODS, game_chair, small_game_table
from server.shared.inventory import clicks
from server.shared.inventory.layout import LAYOUTS
from server.shared.inventory.stack import Stack
from tests.items.cellar import BOOK, TABLE, Cellar, Guest

PLANKS = [f"minecraft:{wood}_planks" for wood in WOODS]


def count(guest: Guest) -> Counter[str]:
    held: Counter[str] = Counter()
    for stack in guest.cellar.holding(f"player:{guest.player}"):
        if stack is not None:
            held[stack.item] += stack.count
    return held


def craft(guest: Guest, places: dict[int, str], times: int = 1) -> None:
    """Lay one of each item into the places of the open grid, take the results, and do it all again."""
    for _ in range(times):
        layout = LAYOUTS[guest.windows[guest.other].kind]
        for place, item in places.items():
            shown = guest.windows[guest.other].slots
            source = next(s for s in layout.player if (stack := shown[s]) is not None and stack.item == item)
            guest.click(source)
            guest.click(layout.parts["grid"][place], button=clicks.RIGHT)
            guest.click(source)
        assert layout.result is not None
        assert guest.windows[guest.other].slots[layout.result] is not None, f"{places} make nothing"
        guest.click(layout.result, mode=clicks.QUICK)


def test_the_whole_way_to_the_board_from_what_the_land_gives() -> None:
    cellar = Cellar()
    ada = cellar.guest("ada")
    found = {f"minecraft:{wood}_log": 4 for wood in WOODS}
    found |= {"minecraft:string": 4, "minecraft:fern": 1, "minecraft:bone_block": 1}
    cellar.fill("player:ada", {slot: Stack(item, number) for slot, (item, number) in enumerate(found.items())})
    ada.listen()

    for wood in WOODS:
        craft(ada, {0: f"minecraft:{wood}_log"}, times=4)
    craft(ada, {0: PLANKS[0], 1: PLANKS[1], 2: PLANKS[2], 3: PLANKS[3]})
    craft(ada, {1: PLANKS[1], 3: PLANKS[2]}, times=2)
    craft(ada, {0: "minecraft:bone_block"})
    craft(ada, {3: "minecraft:bone_meal"})
    craft(ada, {2: "minecraft:fern"})
    craft(ada, {1: "minecraft:green_dye", 2: "minecraft:white_dye"})
    craft(ada, dict.fromkeys(range(4), "minecraft:string"))
    craft(ada, {0: "minecraft:lime_dye", 3: "minecraft:white_wool"})
    assert count(ada)["minecraft:lime_wool"] == 1
    assert count(ada)["minecraft:crafting_table"] == 1

    ada.use(TABLE)
    three, legs = dict.fromkeys(range(3), PLANKS[0]), dict.fromkeys((3, 5, 6, 8), "minecraft:stick")
    craft(ada, three | legs)
    craft(ada, {2: PLANKS[0], 3: PLANKS[0], 4: PLANKS[0], 5: PLANKS[0], 6: "minecraft:stick", 8: "minecraft:stick"})
    mixed = [PLANKS[0], *PLANKS[1:3] * 2, *PLANKS[3:] * 2]
    craft(ada, dict(enumerate([*mixed[:3], "minecraft:lime_wool", *mixed[3:], "minecraft:bone_meal"])))
    held = count(ada)
    assert (held[FARKLE_BOARD], held[small_game_table("oak")], held[game_chair("oak")]) == (1, 1, 2)
    ada.close()
    assert cellar.conserved()


def test_without_a_gatherers_luck_the_welcome_chest_is_enough() -> None:
    cellar = Cellar()
    ada = cellar.guest("ada")
    ada.use(cellar.floor.welcome_chest)
    for slot in range(27):
        ada.click(slot, mode=clicks.QUICK)
    ada.use(TABLE)
    items = [item for item, number in count(ada).items() for _ in range(number)]
    craft(ada, dict(enumerate(items)))
    assert count(ada) == {FARKLE_BOARD: 1}


@pytest.mark.parametrize("recipe", BOOK.recipes.values(), ids=lambda recipe: recipe.id)
def test_every_shipped_recipe_can_be_crafted_by_clicks(recipe: Recipe) -> None:
    cellar = Cellar()
    ada = cellar.guest("ada")
    if isinstance(recipe, Shaped):
        cells = {(i // recipe.width) * 3 + i % recipe.width: cell for i, cell in enumerate(recipe.cells) if cell}
    else:
        cells = dict(enumerate(recipe.ingredients))
    places = {place: max(accepted) for place, accepted in cells.items()}
    needed = Counter(places.values())
    cellar.fill("player:ada", {slot: Stack(item, number) for slot, (item, number) in enumerate(needed.items())})
    ada.use(TABLE)
    craft(ada, places)
    assert count(ada) == {recipe.result.item: recipe.result.count}
    assert cellar.conserved()
