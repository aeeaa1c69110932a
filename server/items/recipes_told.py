"""What can be crafted, told to people page by page, from the very recipes that craft."""

from ..shared.protocol.items import ALTERNATIVES, RECIPES_A_PAGE, AskRecipes, Recipes, ToldRecipe
from .recipe_book import RecipeBook
from .recipes import Ingredient, Recipe, Shaped

_COMMON = "minecraft:"


def told_recipes(book: RecipeBook, request: AskRecipes) -> Recipes:
    """A page of all recipes: what belongs to the games first, then the common things, each by what it makes."""
    ordered = sorted(book.recipes.values(), key=_rank)
    pages = max(1, -(-len(ordered) // RECIPES_A_PAGE))
    page = min(request.page, pages - 1)
    shown = ordered[page * RECIPES_A_PAGE : (page + 1) * RECIPES_A_PAGE]
    return Recipes(request.n, page, pages, tuple(map(_told, shown)))


def _rank(recipe: Recipe) -> tuple[bool, str, str]:
    item = recipe.result.item
    return item.startswith(_COMMON), item.rpartition("_")[2], recipe.id


def _told(recipe: Recipe) -> ToldRecipe:
    if isinstance(recipe, Shaped):
        return ToldRecipe(recipe.result, recipe.width, tuple(map(_accepted, recipe.cells)))
    return ToldRecipe(recipe.result, 0, tuple(map(_accepted, recipe.ingredients)))


def _accepted(ingredient: Ingredient | None) -> tuple[str, ...]:
    return tuple(sorted(ingredient or ()))[:ALTERNATIVES]
