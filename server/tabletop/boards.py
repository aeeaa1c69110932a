"""Boards as items: a plain one in every table, and outside of tables one that carries a match, told in its data.

A match that is paused with its board out of any table is carried by exactly one board, unless that was destroyed.
What a board carries is put on it and taken off it in one exchange, so that boards are only ever moved.
"""

from collections.abc import Sequence
from datetime import UTC, datetime

from ..engine.changes import ChangeSet, Pos
from ..items import giving, ledger
from ..shared.inventory.merging import StackSize
from ..shared.inventory.stack import Stack
from . import telling
from .game import Game
from .records import MatchRecord, key_of

CARRIES = "carries"
"""Why a plain board becomes one that carries a match."""
SETTLED = "settled"
"""Why a board that carries a match becomes a plain one."""
ASKED = "asked"
"""Why a board is made anew: the one that carried its owner's match was destroyed."""


def holder_of(table: Pos) -> str:
    """The holder of a table's fitted board."""
    return f"table:{key_of(table)}"


def fitted(changes: ChangeSet, table: Pos) -> bool:
    """Whether a board lies in this table."""
    return any(ledger.slots(changes, holder_of(table)))


def carrying(item: str, match: MatchRecord, game: Game, now: int) -> Stack:
    """The board that carries a match: its data names the match, its players, the score and the day (UTC)."""
    data = {
        "date": datetime.fromtimestamp(now / 1000, UTC).strftime("%Y-%m-%d"),
        "match": match.id,
        "players": ", ".join(match.names),
        "score": " : ".join(f"{score:,}" for score in game.scores),
        "title": telling.sheet(type(game), game.rules).title,
    }
    return Stack(item, 1, tuple(sorted(data.items())))


def match_of(stack: Stack) -> str:
    """The id of the match that a board carries, '' for a plain one."""
    return dict(stack.data).get("match", "")


def lay(changes: ChangeSet, hand: str, slots: Sequence[Stack | None], slot: int, table: Pos) -> Stack:
    """Move one board from a slot of a hand into a table, where it is plain; returns it as it was in the hand."""
    after = list(slots)
    board = after[slot]
    assert board is not None
    after[slot] = Stack(board.item, board.count - 1, board.data) if board.count > 1 else None
    one, plain = Stack(board.item, 1, board.data), Stack(board.item, 1)
    minted, burnt = ((plain,), (one,)) if one != plain else ((), ())
    ledger.exchange(changes, {hand: after, holder_of(table): (plain,)}, minted=minted, burnt=burnt, reason=SETTLED)
    return one


def load(changes: ChangeSet, table: Pos, loaded: Stack) -> None:
    """Let the board in a table carry a match from now on, right before it is taken out."""
    (plain,) = (stack for stack in ledger.slots(changes, holder_of(table)) if stack is not None)
    ledger.exchange(changes, {holder_of(table): (loaded,)}, minted=(loaded,), burnt=(plain,), reason=CARRIES)


def hand_over(changes: ChangeSet, holder: str, player: str, size: StackSize) -> None:
    """Give a holder's board to a player, into the claim box when there is no room. The holder ends."""
    giving.insert(changes, player, holder, size)
    if ledger.slots(changes, holder):
        giving.give(changes, player, holder)


def make_anew(changes: ChangeSet, player: str, loaded: Stack, size: StackSize) -> None:
    """Give a player a board in place of a destroyed one."""
    holder = f"asked:{player}"
    ledger.exchange(changes, {holder: (loaded,)}, minted=(loaded,), reason=ASKED)
    hand_over(changes, holder, player, size)
