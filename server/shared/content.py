"""Identifiers that more than one room must spell alike: the woods, the board and the materials of a table."""

from typing import Final

WOODS: Final = ("oak", "birch", "spruce", "cherry")

AIR: Final = "minecraft:air"
FARKLE_BOARD: Final = "voxtable:farkle_board"


def small_game_table(wood: str) -> str:
    """The block id of a Small Game Table of this wood."""
    return f"voxtable:{wood}_small_game_table"


def game_chair(wood: str) -> str:
    """The block id of a Game Chair of this wood."""
    return f"voxtable:{wood}_game_chair"
