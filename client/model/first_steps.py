"""The first steps of a newcomer, from the chest to the first roll, and which of them a session has seen done."""

from dataclasses import dataclass
from typing import Final

from server.shared.content import FARKLE_BOARD
from server.shared.inventory.layout import WELCOME

from .knowledge import Knowledge
from .tables import seat_of


@dataclass(frozen=True, slots=True)
class FirstStep:
    """A step: what it is, and how it is done, with `{board}` for the key that opens a board."""

    title: str
    how: str


FIRST_STEPS: Final = (
    FirstStep("Open the chest by the door", "Look at it, press the right mouse button, and take all that lies in it."),
    FirstStep(
        "Craft a Farkle Board",
        "Use the crafting table across the door. Put one thing into each of its nine places: the right mouse button "
        "puts down one.",
    ),
    FirstStep(
        "Fit the board into a table",
        "Take it in hand (keys 1 to 9), look at a table, press the right mouse button.",
    ),
    FirstStep("Sit down at that table", "Press the right mouse button on one of its chairs."),
    FirstStep("Play", "Press {board} to see the board, and R to start: alone, or with whoever sits down too."),
)
"""In the order in which they are done."""


def seen_done(know: Knowledge) -> int:
    """How many of the first steps are done by what is known now; who has done a later one needs no earlier one."""
    done = [_opened_the_gift(know), _has_a_board(know), _has_fitted(know), _sits_at_a_board(know), _plays(know)]
    return max((number for number, one in enumerate(done, 1) if one), default=0)


def _opened_the_gift(know: Knowledge) -> bool:
    window = know.inventory.opened_window
    return window is not None and window.kind == WELCOME


def _has_a_board(know: Knowledge) -> bool:
    held = (*know.inventory.slots(0), know.inventory.cursor)
    return any(stack is not None and stack.item == FARKLE_BOARD for stack in held)


def _has_fitted(know: Knowledge) -> bool:
    return any(board.view.owner == know.player for board in know.tables.boards.values())


def _sits_at_a_board(know: Knowledge) -> bool:
    seat = know.own.seat
    return seat is not None and seat.table in know.tables.boards


def _plays(know: Knowledge) -> bool:
    views = [board.view for board in know.tables.boards.values()]
    return any(view.match and seat_of(view, know.player) is not None for view in views)
