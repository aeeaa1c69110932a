"""Recipes as values: shaped and shapeless, read from the ordinary JSON format with its older and newer spellings."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from ..shared.inventory.layout import CRAFTING, LAYOUTS, TABLE_GRID_SLOTS
from ..shared.inventory.stack import MAX_STACK, Stack
from .data_pack import Entry, Unreadable, identifier, member
from .tags import Tags

Ingredient = frozenset[str]
"""The item ids that one place of a recipe accepts."""

GRID_WIDTH: Final = LAYOUTS[CRAFTING].grid_width
"""Rows and columns of the largest grid there is."""


@dataclass(frozen=True, slots=True)
class Shaped:
    """Ingredients in a rectangle without empty margins, row by row; None is an empty place."""

    id: str
    result: Stack
    width: int
    cells: tuple[Ingredient | None, ...]


@dataclass(frozen=True, slots=True)
class Shapeless:
    """Ingredients in any arrangement, one grid slot each."""

    id: str
    result: Stack
    ingredients: tuple[Ingredient, ...]


Recipe = Shaped | Shapeless


def read_recipe(entry: Entry, tags: Tags) -> Recipe | None:
    """A recipe file's recipe, or None when it is not for a crafting grid. Raises Unreadable naming the key."""
    read = _READERS.get(identifier(member(entry.value, "type"), "type"))
    return read(entry, tags) if read is not None else None


def _shaped(entry: Entry, tags: Tags) -> Shaped:
    rows = _pattern(member(entry.value, "pattern"))
    keys = member(entry.value, "key")
    if not isinstance(keys, dict):
        raise Unreadable("key", "This should be an object of single characters.")
    used = {symbol for row in rows for symbol in row if symbol != " "}
    for symbol in keys:
        if symbol not in used:
            raise Unreadable(f"key.{symbol}", "The pattern does not use this character.")
    for symbol in used:
        if symbol not in keys:
            raise Unreadable(f"key.{symbol}", "The pattern uses this character, which has no ingredient.")
    ingredients = {symbol: _ingredient(value, tags, f"key.{symbol}") for symbol, value in keys.items()}
    cells = tuple(ingredients.get(symbol) for row in rows for symbol in row)
    return Shaped(entry.id, _result(entry.value), len(rows[0]), cells)


def _shapeless(entry: Entry, tags: Tags) -> Shapeless:
    listed = member(entry.value, "ingredients")
    if not isinstance(listed, list) or not 1 <= len(listed) <= TABLE_GRID_SLOTS:
        raise Unreadable("ingredients", f"This should be a list of 1 to {TABLE_GRID_SLOTS} ingredients.")
    ingredients = tuple(_ingredient(value, tags, f"ingredients[{index}]") for index, value in enumerate(listed))
    return Shapeless(entry.id, _result(entry.value), ingredients)


_READERS: Final[dict[str, Callable[[Entry, Tags], Recipe]]] = {
    "minecraft:crafting_shaped": _shaped,
    "minecraft:crafting_shapeless": _shapeless,
}


def _pattern(value: Any) -> list[str]:
    """The rows of a pattern without its empty margins."""
    if (
        not isinstance(value, list)
        or not 1 <= len(value) <= GRID_WIDTH
        or not all(isinstance(row, str) and 1 <= len(row) <= GRID_WIDTH for row in value)
        or len({len(row) for row in value}) != 1
    ):
        raise Unreadable("pattern", f"This should be 1 to {GRID_WIDTH} texts of the same length, 1 to {GRID_WIDTH}.")
    filled_rows = [index for index, row in enumerate(value) if row.strip(" ")]
    if not filled_rows:
        raise Unreadable("pattern", "This pattern is empty.")
    filled = [index for row in value for index, symbol in enumerate(row) if symbol != " "]
    rows: list[str] = value[filled_rows[0] : filled_rows[-1] + 1]
    return [row[min(filled) : max(filled) + 1] for row in rows]


def _ingredient(value: Any, tags: Tags, key: str) -> Ingredient:
    if isinstance(value, list):
        accepted = frozenset[str]().union(*(_choice(one, tags, f"{key}[{place}]") for place, one in enumerate(value)))
    else:
        accepted = _choice(value, tags, key)
    if not accepted:
        raise Unreadable(key, "No item fits here.")
    return accepted


def _choice(value: Any, tags: Tags, key: str) -> Ingredient:
    """What one item or tag accepts, in the object form or as a plain text."""
    if isinstance(value, dict) and "tag" in value:
        return tags.items(identifier(value["tag"], f"{key}.tag"), f"{key}.tag")
    if isinstance(value, dict):
        return frozenset((identifier(member(value, "item", f"{key}.item"), f"{key}.item"),))
    if isinstance(value, str) and value.startswith("#"):
        return tags.items(identifier(value[1:], key), key)
    return frozenset((identifier(value, key),))


def _result(recipe: dict[str, Any]) -> Stack:
    value = member(recipe, "result")
    if not isinstance(value, dict):
        return Stack(identifier(value, "result"), 1)
    name = "id" if "id" in value else "item"
    if value.get("components"):
        raise Unreadable("result.components", "Results with components cannot be made here.")
    count = value.get("count", 1)
    if type(count) is not int or not 1 <= count <= MAX_STACK:
        raise Unreadable("result.count", f"This should be a whole number from 1 to {MAX_STACK}.")
    return Stack(identifier(member(value, name, f"result.{name}"), f"result.{name}"), count)
