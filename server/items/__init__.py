"""Who holds what: holders and the ledger, recipes and crafting."""

from .recipe_book import RecipeBook
from .room import Items

__all__ = ["Items", "RecipeBook"]
