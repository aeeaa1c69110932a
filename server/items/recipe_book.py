"""The recipe book: every recipe of the data packs, indexed so that a grid finds its recipe at once."""

from collections import defaultdict
from collections.abc import Container, Iterable, Sequence
from pathlib import Path
from typing import Self

from .data_pack import Problem, Unreadable, entries
from .recipes import Ingredient, Recipe, Shaped, Shapeless, read_recipe
from .tags import Tags

Grid = Sequence[str | None]
_Shape = tuple[int, tuple[bool, ...], str]
"""Width, which places of the rectangle are taken, and the item on the first of them."""


class RecipeBook:
    """Recipes by what lies in the grid. `problems` names what could not be read, for the log."""

    def __init__(self, recipes: Iterable[Recipe], problems: Iterable[Problem] = ()) -> None:
        """Where two recipes accept one grid, a shaped one goes first, then the one whose id comes first."""
        self.recipes = {recipe.id: recipe for recipe in sorted(recipes, key=lambda recipe: recipe.id)}
        self.problems = list(problems)
        self._shaped: dict[_Shape, list[tuple[tuple[Ingredient | None, ...], Shaped]]] = defaultdict(list)
        self._shapeless: dict[tuple[int, str], list[Shapeless]] = defaultdict(list)
        for recipe in self.recipes.values():
            if isinstance(recipe, Shaped):
                self._index_shaped(recipe)
            else:
                rarest = min(recipe.ingredients, key=len)
                for item in rarest:
                    self._shapeless[(len(recipe.ingredients), item)].append(recipe)

    @classmethod
    def from_packs(cls, paths: Sequence[Path | str]) -> Self:
        """The recipes of data packs, directories or zip files; a later pack's recipe replaces an earlier one's by id.

        Nothing is raised for a bad pack or file: `problems` names it and the rest is loaded."""
        problems: list[Problem] = []
        found = list(entries(paths, problems))
        tags = Tags((entry for entry in found if entry.kind == "tag"), problems)
        recipes: dict[str, Recipe] = {}
        for entry in found:
            if entry.kind == "recipe":
                try:
                    recipe = read_recipe(entry, tags)
                except Unreadable as error:
                    problems.append(Problem(entry.file, error.key, error.text))
                else:
                    recipes.pop(entry.id, None)
                    if recipe is not None:
                        recipes[entry.id] = recipe
        return cls(recipes.values(), problems)

    def limited_to(self, items: Container[str]) -> Self:
        """The same book without the recipes that make an item which is not among these; each is a problem."""
        missing = [recipe for recipe in self.recipes.values() if recipe.result.item not in items]
        problems = [Problem(recipe.id, "result", f"There is no item {recipe.result.item}.") for recipe in missing]
        kept = (recipe for recipe in self.recipes.values() if recipe.result.item in items)
        return type(self)(kept, (*self.problems, *problems))

    def match(self, grid: Grid, width: int) -> Recipe | None:
        """The recipe that a grid makes: row-major item ids or None, `width` places a row.

        A shaped recipe may lie anywhere in the grid and mirrored; a shapeless one takes each grid item once.
        Raises ValueError when the grid is not made of whole rows."""
        if width < 1 or len(grid) % width:
            raise ValueError(f"A grid of {len(grid)} places has no rows of {width}.")
        items = [item for item in grid if item is not None]
        if not items:
            return None
        return self._match_shaped(*_trimmed(grid, width)) or self._match_shapeless(items)

    def _index_shaped(self, recipe: Shaped) -> None:
        rows = [recipe.cells[start : start + recipe.width] for start in range(0, len(recipe.cells), recipe.width)]
        mirrored = tuple(cell for row in rows for cell in reversed(row))
        for cells in dict.fromkeys((recipe.cells, mirrored)):
            taken = tuple(cell is not None for cell in cells)
            for item in next(cell for cell in cells if cell is not None):
                self._shaped[(recipe.width, taken, item)].append((cells, recipe))

    def _match_shaped(self, cells: tuple[str | None, ...], width: int) -> Shaped | None:
        taken = tuple(item is not None for item in cells)
        first = next(item for item in cells if item is not None)
        for wanted, recipe in self._shaped.get((width, taken, first), ()):
            if all(place is None or item in place for place, item in zip(wanted, cells, strict=True)):
                return recipe
        return None

    def _match_shapeless(self, items: list[str]) -> Shapeless | None:
        candidates = {
            recipe.id: recipe for item in set(items) for recipe in self._shapeless.get((len(items), item), ())
        }
        for identifier in sorted(candidates):
            if _assignable(candidates[identifier].ingredients, items):
                return candidates[identifier]
        return None


def _trimmed(grid: Grid, width: int) -> tuple[tuple[str | None, ...], int]:
    """The grid without its empty margins, and the width that is left."""
    taken = [index for index, item in enumerate(grid) if item is not None]
    left, right = min(index % width for index in taken), max(index % width for index in taken)
    rows = range(taken[0] // width, taken[-1] // width + 1)
    return tuple(grid[row * width + column] for row in rows for column in range(left, right + 1)), right - left + 1


def _assignable(ingredients: Sequence[Ingredient], items: Sequence[str]) -> bool:
    """Whether every ingredient can have an item of its own: a perfect matching, by augmenting paths."""
    owner: dict[int, int] = {}

    def place(ingredient: int, tried: set[int]) -> bool:
        for index, item in enumerate(items):
            if index not in tried and item in ingredients[ingredient]:
                tried.add(index)
                if index not in owner or place(owner[index], tried):
                    owner[index] = ingredient
                    return True
        return False

    return len(ingredients) == len(items) and all(place(ingredient, set()) for ingredient in range(len(ingredients)))
