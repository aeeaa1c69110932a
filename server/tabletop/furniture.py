"""Small Game Tables and Game Chairs: their blocks, and which chair serves which table."""

from dataclasses import dataclass
from typing import Final

from ..engine.changes import Pos
from ..engine.content import BlockKind, Dropped, Placement
from ..engine.plugins import Players
from ..shared.content import WOODS, game_chair, small_game_table
from ..shared.voxel.states import Box, StateInfo, block_of, properties_of

SIDES: Final[tuple[Pos, ...]] = ((0, 0, -1), (1, 0, 0), (0, 0, 1), (-1, 0, 0))
"""From a table to its chairs, clockwise from the north."""
REACH: Final = 6.0
"""Blocks from a table within which its board can be taken out or asked for."""
SIDE_NAMES: Final = ("north", "east", "south", "west")
_FACES_TABLE: Final = ("south", "west", "north", "east")
"""How a chair on each side must face."""
_YAW: Final = {"south": 0.0, "west": 90.0, "north": 180.0, "east": 270.0}

_TABLE_BOX: Final[Box] = (1, 0, 1, 15, 15, 15)
_SEAT: Final[Box] = (2, 0, 2, 14, 8, 14)
_BACKS: Final[dict[str, Box]] = {
    "south": (2, 8, 2, 14, 16, 4),
    "north": (2, 8, 12, 14, 16, 14),
    "east": (2, 8, 2, 4, 16, 14),
    "west": (12, 8, 2, 14, 16, 14),
}

_TABLES: Final = {small_game_table(wood): wood for wood in WOODS}
_CHAIRS: Final = {game_chair(wood): wood for wood in WOODS}


@dataclass(frozen=True, slots=True)
class Chair:
    """A chair as it stands: its wood, the table position it faces, which side of that table it is on, and the
    yaw of who sits on it."""

    wood: str
    table: Pos
    side: int
    yaw: float


def table_wood(state: str) -> str | None:
    """The wood of a Small Game Table's state, or None for another block."""
    return _TABLES.get(block_of(state))


def is_chair(state: str) -> bool:
    """Whether a state is a Game Chair."""
    return block_of(state) in _CHAIRS


def chair_at(pos: Pos, state: str) -> Chair | None:
    """The chair that stands at a position with this state, or None for another block."""
    wood = _CHAIRS.get(block_of(state))
    if wood is None:
        return None
    facing = properties_of(state)["facing"]
    side = _FACES_TABLE.index(facing)
    dx, dy, dz = SIDES[side]
    return Chair(wood, (pos[0] - dx, pos[1] - dy, pos[2] - dz), side, _YAW[facing])


def chair_place(table: Pos, side: int) -> Pos:
    """Where the chair on one side of a table stands."""
    dx, dy, dz = SIDES[side]
    return (table[0] + dx, table[1] + dy, table[2] + dz)


def within_reach(players: Players, player: str, table: Pos) -> bool:
    """Whether a player stands at a table."""
    place = players.position(player)
    return place is not None and sum((a - b) ** 2 for a, b in zip(place, table, strict=True)) <= REACH**2


def with_board(state: str, game: str) -> str:
    """The state of the same table with the board of a game in it, '' for none."""
    return f"{block_of(state)}[board={game or 'none'}]"


def table_kind(wood: str, games: tuple[str, ...]) -> BlockKind:
    """The block of a Small Game Table that takes the boards of these games."""
    block = small_game_table(wood)
    states = tuple(
        StateInfo(
            f"{block}[board={board}]",
            collision=(_TABLE_BOX,),
            outline=(_TABLE_BOX,),
            opaque=False,
            break_ms=1200,
            usable=True,
        )
        for board in ("none", *games)
    )
    return BlockKind(block, states, (Dropped(block),))


def chair_kind(wood: str) -> BlockKind:
    """The block of a Game Chair; placed, it faces the way its placer looks, so that one sits down towards the table."""
    block = game_chair(wood)
    states = tuple(
        StateInfo(
            f"{block}[facing={facing}]",
            collision=(_SEAT, back),
            outline=(_SEAT, back),
            opaque=False,
            break_ms=900,
            usable=True,
        )
        for facing, back in _BACKS.items()
    )
    return BlockKind(block, states, (Dropped(block),), placed=lambda placement: _facing_ahead(block, placement))


def _facing_ahead(block: str, placement: Placement) -> str:
    quarter = ("south", "west", "north", "east")[round(placement.yaw / 90.0) % 4]
    return f"{block}[facing={quarter}]"
