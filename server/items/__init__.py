"""Who holds what: holders and the ledger, recipes and crafting."""

from .recipe_book import RecipeBook

__all__ = ["RecipeBook"]
