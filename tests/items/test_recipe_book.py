"""The shipped recipes in every arrangement that should make them, and none that should not."""

import random
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from server.items import RecipeBook
from server.items.recipes import Ingredient, Recipe, Shaped, Shapeless
from server.shared.content import FARKLE_BOARD, WOODS, game_chair, small_game_table
from server.shared.data_folders import RECIPES
from server.shared.inventory.stack import Stack

BOOK = RecipeBook.from_packs([RECIPES])
PLANKS = [f"minecraft:{wood}_planks" for wood in WOODS]
STICK, BONE_MEAL, LIME_WOOL = "minecraft:stick", "minecraft:bone_meal", "minecraft:lime_wool"
Grid = list[str | None]


def grid(*rows: str, **items: str) -> Grid:
    return [items.get(symbol) for row in rows for symbol in row]


def made(cells: Grid, width: int = 3) -> tuple[str, int] | None:
    recipe = BOOK.match(cells, width)
    return (recipe.result.item, recipe.result.count) if recipe is not None else None


def test_the_shipped_pack_has_no_problems() -> None:
    assert BOOK.problems == []
    assert len(BOOK.recipes) == 30


@pytest.mark.parametrize("wood", WOODS)
def test_each_wood_makes_its_own_things(wood: str) -> None:
    log, plank = f"minecraft:{wood}_log", f"minecraft:{wood}_planks"
    assert made([None, None, log, None], 2) == (plank, 4)
    assert made(grid("...", "PPP", "...", P=plank)) == (f"minecraft:{wood}_slab", 6)
    assert made(grid("P..", "PP.", "PPP", P=plank)) == (f"minecraft:{wood}_stairs", 4)
    assert made(grid("..P", ".PP", "PPP", P=plank)) == (f"minecraft:{wood}_stairs", 4)
    assert made(grid("PPP", "S.S", "S.S", P=plank, S=STICK)) == (small_game_table(wood), 1)
    assert made(grid("P..", "PPP", "S.S", P=plank, S=STICK)) == (game_chair(wood), 2)
    assert made(grid("..P", "PPP", "S.S", P=plank, S=STICK)) == (game_chair(wood), 2)


def test_furniture_wants_planks_of_one_wood() -> None:
    assert made(grid("PPQ", "S.S", "S.S", P=PLANKS[0], Q=PLANKS[1], S=STICK)) is None


def test_the_way_to_lime_wool() -> None:
    string, wool, white, green, lime = (
        f"minecraft:{name}" for name in ("string", "white_wool", "white_dye", "green_dye", "lime_dye")
    )
    assert made([string] * 4, 2) == (wool, 1)
    assert made(["minecraft:bone_block", None, None, None], 2) == (BONE_MEAL, 9)
    assert made([None, BONE_MEAL, None, None], 2) == (white, 1)
    assert made([None, None, None, "minecraft:fern"], 2) == (green, 1)
    for pair in permutations((white, green)):
        assert made([*pair, None, None], 2) == (lime, 2)
    assert made([lime, None, None, wool], 2) == (LIME_WOOL, 1)


def test_small_recipes_lie_anywhere_in_a_large_grid() -> None:
    for row, column in product(range(2), range(3)):
        cells: Grid = [None] * 9
        cells[row * 3 + column], cells[(row + 1) * 3 + column] = PLANKS[0], PLANKS[2]
        assert made(cells) == (STICK, 4)
    for row, column in product(range(2), range(2)):
        cells = [None] * 9
        for down, right in product(range(2), range(2)):
            cells[(row + down) * 3 + column + right] = PLANKS[down * 2 + right]
        assert made(cells) == ("minecraft:crafting_table", 1)
    assert made(grid("P..", ".P.", "...", P=PLANKS[0])) is None
    assert made(grid("PP.", "...", "...", P=PLANKS[0])) is None


def test_a_chest_takes_mixed_planks_and_nothing_in_its_middle() -> None:
    ring: Grid = [PLANKS[index % 4] for index in range(9)]
    assert made(ring) is None
    assert made([*ring[:4], None, *ring[5:]]) == ("minecraft:chest", 1)


@given(st.lists(st.sampled_from(PLANKS), min_size=7, max_size=7), st.randoms(use_true_random=False))
def test_seven_planks_of_any_woods_make_a_board_in_any_arrangement(planks: list[str], order: random.Random) -> None:
    cells: Grid = [BONE_MEAL, LIME_WOOL, *planks]
    order.shuffle(cells)
    assert made(cells) == (FARKLE_BOARD, 1)


def test_a_board_lies_in_all_72_places_of_its_wool_and_meal() -> None:
    for wool, meal in permutations(range(9), 2):
        cells: Grid = [PLANKS[index % 4] for index in range(9)]
        cells[wool], cells[meal] = LIME_WOOL, BONE_MEAL
        assert made(cells) == (FARKLE_BOARD, 1)


@pytest.mark.parametrize(
    "cells",
    [
        [BONE_MEAL, LIME_WOOL, *PLANKS[:3] * 2, None],
        [BONE_MEAL, BONE_MEAL, LIME_WOOL, *PLANKS[:3] * 2],
        [BONE_MEAL, LIME_WOOL, *PLANKS[:3] * 2, "minecraft:oak_log"],
        [BONE_MEAL, "minecraft:white_wool", *PLANKS, *PLANKS[:3]],
    ],
)
def test_what_is_not_quite_a_board_makes_nothing(cells: Grid) -> None:
    assert made(cells) is None


def test_an_empty_grid_makes_nothing_and_a_crooked_one_is_an_error() -> None:
    assert BOOK.match([None] * 9, 3) is None
    with pytest.raises(ValueError, match="no rows of 3"):
        BOOK.match([None] * 4, 3)


def test_ingredients_that_overlap_are_matched_by_giving_way() -> None:
    narrow, wide = frozenset({"a:x"}), frozenset({"a:x", "a:y"})
    book = RecipeBook([Shapeless("a:r", Stack("a:z", 1), (wide, wide, narrow))])
    for cells in permutations(["a:x", "a:y", "a:y"]):
        assert book.match(list(cells), 3) is not None
    assert book.match(["a:y", "a:y", "a:y"], 3) is None


def matches_by_trying_everything(recipe: Recipe, cells: Grid) -> bool:
    """The oracle: every placement of a shaped recipe, every order of a shapeless one, on a 3 x 3 grid."""
    if isinstance(recipe, Shapeless):
        items = [item for item in cells if item is not None]
        return len(items) == len(recipe.ingredients) and any(
            all(item in wanted for item, wanted in zip(order, recipe.ingredients, strict=True))
            for order in permutations(items)
        )
    height = len(recipe.cells) // recipe.width
    for top, left, mirrored in product(range(4 - height), range(4 - recipe.width), (False, True)):
        expected: list[Ingredient | None] = [None] * 9
        for index, wanted in enumerate(recipe.cells):
            row, column = divmod(index, recipe.width)
            across = recipe.width - 1 - column if mirrored else column
            expected[(top + row) * 3 + left + across] = wanted
        if all(
            (item is None) if wanted is None else (item in wanted) for wanted, item in zip(expected, cells, strict=True)
        ):
            return True
    return False


ingredients = st.sets(st.sampled_from(("a:x", "a:y", "a:z")), min_size=1).map(frozenset)


@st.composite
def shaped(draw: st.DrawFn) -> Recipe:
    width, height = draw(st.integers(1, 3)), draw(st.integers(1, 3))
    cells = draw(st.lists(st.one_of(st.none(), ingredients), min_size=width * height, max_size=width * height))
    rows = [cells[row * width : (row + 1) * width] for row in range(height)]
    trimmed = all(any(row) for row in (rows[0], rows[-1])) and all(any(row[side] for row in rows) for side in (0, -1))
    if not trimmed:
        cells = [cell or frozenset({"a:x"}) for cell in cells]
    return Shaped("a:shaped", Stack("a:z", 1), width, tuple(cells))


shapeless = st.lists(ingredients, min_size=1, max_size=4).map(
    lambda each: Shapeless("a:shapeless", Stack("a:z", 1), tuple(each))
)


@st.composite
def recipes_and_grids(draw: st.DrawFn) -> tuple[Recipe, Grid]:
    """A recipe with a grid that makes it, then changed in up to one place."""
    recipe = draw(st.one_of(shaped(), shapeless))
    cells: Grid = [None] * 9
    if isinstance(recipe, Shapeless):
        wanted: list[Ingredient | None] = [*recipe.ingredients, *[None] * (9 - len(recipe.ingredients))]
        places = draw(st.permutations(range(9)))
    else:
        wanted = list(recipe.cells)
        top = draw(st.integers(0, 3 - len(recipe.cells) // recipe.width))
        left, mirrored = draw(st.integers(0, 3 - recipe.width)), draw(st.booleans())
        across = [recipe.width - 1 - column if mirrored else column for column in range(recipe.width)]
        places = [(top + i // recipe.width) * 3 + left + across[i % recipe.width] for i in range(len(wanted))]
    for place, accepted in zip(places, wanted, strict=False):
        cells[place] = draw(st.sampled_from(sorted(accepted))) if accepted else None
    if draw(st.booleans()):
        cells[draw(st.integers(0, 8))] = draw(st.sampled_from((None, "a:x", "a:y", "a:z")))
    return recipe, cells


@given(recipes_and_grids())
def test_matching_agrees_with_trying_everything(case: tuple[Recipe, Grid]) -> None:
    recipe, cells = case
    assert (RecipeBook([recipe]).match(cells, 3) is not None) is matches_by_trying_everything(recipe, cells)
