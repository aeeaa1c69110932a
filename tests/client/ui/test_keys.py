"""Wherever keys are told to players, they are those of input.py: in the README, and on the pause screen."""

import re
from pathlib import Path

import pytest
from pyglet.window import key

from client import input as keys
from client.ui.screens.pause import key_table
from server.shared.data_folders import ASSETS

README = ASSETS.parent / "README.md"
_ARROWS = (key.UP, key.DOWN, key.LEFT, key.RIGHT)
_BESIDE = {"left", "right", "button", "wheel", "or", "to", "1", "9", "Esc"}
"""Words of the table that are no keys of input.py: the mouse's, and the digits as a range."""


def _named(symbol: int) -> str:
    return "arrows" if symbol in _ARROWS else keys.COMMAND if symbol == key.SLASH else keys.cap(symbol)


def _table(readme: Path) -> set[str]:
    """The words of the first cells that speak of the world."""
    rows = re.findall(r"^\| ([^|]+) \|", readme.read_text(encoding="utf-8").split("| key | does |")[1], re.MULTILINE)
    rows = rows[: next(number for number, row in enumerate(rows) if row.startswith("Esc")) + 1]
    return {word for row in rows if ":" not in row for word in re.split(r"[ ,]+", row)}


@pytest.mark.skipif(not README.exists(), reason="an installed package carries no README")
def test_the_readme_names_the_keys_of_the_world() -> None:
    symbols = {
        *keys.MOVES,
        keys.INVENTORY,
        keys.THROW,
        keys.BOARD,
        keys.CHAT,
        key.SLASH,
        keys.PLAYERS,
        keys.FACTS,
        keys.STEPS,
    }
    assert _table(README) - _BESIDE == {_named(symbol) for symbol in symbols}
    assert [key.symbol_string(symbol) for symbol in keys.HOTBAR] == [f"_{number}" for number in range(1, 10)]


def test_the_pause_screen_tells_keys_as_they_are_written_on_a_keyboard() -> None:
    assert dict(key_table()) == {
        "W A S D": "walk",
        "Space": "jump",
        "Shift": "sneak",
        "Ctrl": "sprint",
        "E": "inventory",
        "F": "open the board",
        "T": "chat",
        "Q": "throw what you hold",
    }
