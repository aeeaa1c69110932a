"""What players are told of recipes: all of them, page by page, and that whoever follows it gets what was told."""

import pytest

from server.items import RecipeBook
from server.items.recipes import GRID_WIDTH, Shaped
from server.items.recipes_told import told_recipes
from server.shared.data_folders import RECIPES
from server.shared.inventory.stack import Stack
from server.shared.protocol.codec import frame
from server.shared.protocol.items import RECIPES_A_PAGE, AskRecipes, ToldRecipe
from server.shared.protocol.limits import FRAME_FROM_SERVER
from tests.items.cellar import Cellar

BOOK = RecipeBook.from_packs([RECIPES])


def all_told(book: RecipeBook) -> list[ToldRecipe]:
    pages = told_recipes(book, AskRecipes(1, 0)).pages
    return [recipe for page in range(pages) for recipe in told_recipes(book, AskRecipes(1, page)).recipes]


def laid_out(recipe: ToldRecipe) -> list[str | None]:
    """A crafting table's grid with the recipe laid into its upper left corner as it is told."""
    grid: list[str | None] = [None] * GRID_WIDTH**2
    for at, accepted in enumerate(recipe.cells):
        row, column = divmod(at, recipe.width or GRID_WIDTH)
        grid[row * GRID_WIDTH + column] = accepted[-1] if accepted else None
    return grid


def test_who_follows_what_is_told_gets_what_is_told() -> None:
    told = all_told(BOOK)
    assert len(told) == len(BOOK.recipes)
    for recipe in told:
        made = BOOK.match(laid_out(recipe), GRID_WIDTH)
        assert made is not None
        assert made.result == recipe.result


def test_boards_tables_and_chairs_come_first() -> None:
    first = [recipe.result.item for recipe in all_told(BOOK)][:9]
    assert all(item.startswith("voxtable:") for item in first)


def test_a_page_past_the_last_is_the_last_and_a_guest_is_answered() -> None:
    book = RecipeBook([Shaped(f"x:r{n:03}", Stack("x:thing", 1), 1, (frozenset({"x:part"}),)) for n in range(40)])
    last = told_recipes(book, AskRecipes(7, 900))
    assert (last.n, last.page, last.pages, len(last.recipes)) == (7, 1, 2, 40 - RECIPES_A_PAGE)
    guest = Cellar().guest("ada")
    guest.ask(AskRecipes(guest.number()))
    assert any(getattr(message, "recipes", ()) for message in guest.peer.heard)


def test_a_page_of_the_largest_recipes_stays_far_below_a_frame() -> None:
    many = frozenset(f"some_namespace_of_a_pack:a_long_name_of_an_item_that_is_one_of_many_{n:04}" for n in range(500))
    book = RecipeBook(
        Shaped(f"x:r{n:03}", Stack("x:thing", 64), GRID_WIDTH, (many,) * GRID_WIDTH**2) for n in range(RECIPES_A_PAGE)
    )
    assert len(frame(told_recipes(book, AskRecipes(1, 0)))) < FRAME_FROM_SERVER / 4


@pytest.mark.parametrize("item", ["voxtable:oak_small_game_table", "voxtable:oak_game_chair", "voxtable:farkle_board"])
def test_what_a_newcomer_needs_is_among_them(item: str) -> None:
    assert item in [recipe.result.item for recipe in all_told(BOOK)]
