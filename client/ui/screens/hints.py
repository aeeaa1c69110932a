"""What the crosshair says of the block aimed at: a small icon and one line about what use does."""

from dataclasses import dataclass

from server.shared.content import FARKLE_BOARD
from server.shared.protocol.tabletop import BoardView
from server.shared.voxel.states import block_of, properties_of

from ..text import points
from .board.words import free_line

SIT = "icon/sit"


@dataclass(frozen=True, slots=True)
class Hint:
    """A picture of the sheet and a few words."""

    icon: str
    text: str


def hint_for(state: str, held: str, *, usable: bool) -> Hint | None:
    """What using a block in this state does with this item in hand ('' for none); None when it does nothing."""
    block = block_of(state)
    if block.endswith("_small_game_table"):
        if properties_of(state).get("board") == "farkle":
            return Hint("icon/open", "Open the board")
        if held == FARKLE_BOARD:
            return Hint("icon/fit", "Fit the board")
        return Hint("icon/hand", "Needs a Farkle Board")
    if block.endswith("_game_chair"):
        return Hint(SIT, "Sit")
    if block == "minecraft:crafting_table":
        return Hint("icon/hand", "Craft, or see what can be made")
    if block == "minecraft:chest":
        return Hint("icon/hand", "Open the chest")
    return Hint("icon/hand", "Use") if usable else None


def table_lines(view: BoardView | None, passed: float) -> tuple[str, ...]:
    """What a table says to whoever looks at it, some seconds after the view came: how its match stands, or that it was
    left behind; nothing while nobody has sat down for a match."""
    if view is None:
        return ()
    if view.free_in is not None:
        return (free_line(view, passed),)
    return (view.status,) if view.match else ()


def table_scores(view: BoardView | None) -> tuple[tuple[int, str], ...]:
    """The banked score of each seat of a match, with the side of the table for its mark; none of one left behind."""
    if view is None or not view.match or view.free_in is not None:
        return ()
    return tuple((seat.side, f"{seat.name} {points(seat.score)}") for seat in view.seats if seat.player)
