"""Item tags: named sets of items that later packs add to or replace, nested in one another, never in a circle."""

from collections.abc import Iterable
from typing import Final

from .data_pack import Entry, Problem, Unreadable, identifier, member

DEPTH: Final = 64
"""How deep tags may be nested."""

Wanted = tuple[str, bool]
"""An item id or '#' and a tag id, and whether the tag is broken without it."""


class Tags:
    """The item tags of all packs together."""

    def __init__(self, entries: Iterable[Entry], problems: list[Problem]) -> None:
        self._values: dict[str, list[Wanted]] = {}
        self._resolved: dict[str, frozenset[str]] = {}
        files: dict[str, str] = {}
        for entry in entries:
            try:
                replace, values = _read(entry)
            except Unreadable as error:
                problems.append(Problem(entry.file, error.key, error.text))
            else:
                self._values[entry.id] = values if replace else [*self._values.get(entry.id, ()), *values]
                files[entry.id] = entry.file
        for tag, file in files.items():
            try:
                self.items(tag)
            except Unreadable as error:
                problems.append(Problem(file, error.key, error.text))

    def items(self, tag: str, key: str = "values") -> frozenset[str]:
        """The items of a tag. Raises Unreadable, naming `key`, for an unknown tag or one that contains itself."""
        return self._resolve(tag, (), key)

    def _resolve(self, tag: str, within: tuple[str, ...], key: str) -> frozenset[str]:
        if tag in self._resolved:
            return self._resolved[tag]
        if tag in within:
            raise Unreadable(key, f"The tag #{tag} contains itself, through {' -> '.join((*within, tag))}.")
        if len(within) > DEPTH:
            raise Unreadable(key, f"Tags are nested more than {DEPTH} deep here.")
        if tag not in self._values:
            raise Unreadable(key, f"There is no tag #{tag}.")
        found: set[str] = set()
        for value, required in self._values[tag]:
            if not value.startswith("#"):
                found.add(value)
            elif required or value[1:] in self._values:
                found |= self._resolve(value[1:], (*within, tag), key)
        self._resolved[tag] = frozenset(found)
        return self._resolved[tag]


def _read(entry: Entry) -> tuple[bool, list[Wanted]]:
    replace = entry.value.get("replace", False)
    if not isinstance(replace, bool):
        raise Unreadable("replace", "This should be true or false.")
    values = member(entry.value, "values")
    if not isinstance(values, list):
        raise Unreadable("values", "This should be a list.")
    return replace, [_wanted(value, f"values[{index}]") for index, value in enumerate(values)]


def _wanted(value: object, key: str) -> Wanted:
    required = True
    if isinstance(value, dict):
        required = value.get("required", True) is not False
        value = member(value, "id", f"{key}.id")
    if isinstance(value, str) and value.startswith("#"):
        return "#" + identifier(value[1:], key), required
    return identifier(value, key), required
