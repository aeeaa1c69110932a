"""What the Roll, Keep and Bank buttons say and do for the present view and selection, and why they may not."""

from dataclasses import dataclass

from client.model.tables import seat_of
from server.shared.protocol.tabletop import BoardView

from ...text import plural, points
from .selection import Choice

ROLL, KEEP, BANK = "roll", "keep", "bank"


@dataclass(frozen=True, slots=True)
class Move:
    """One button: its label, why it is disabled ('' when it is not), and the positions to keep and what follows."""

    label: str
    reason: str
    keep: tuple[int, ...] = ()
    then: str = ""


def moves_for(view: BoardView, player: str, choice: Choice, *, busy: bool) -> dict[str, Move]:
    """The three buttons for a player at this table."""
    turn = view.turn
    if turn is None:
        return {}
    refusal = _not_now(view, player, busy=busy)
    if view.phase == "to_keep":
        return _with_selection(view, choice, refusal)
    told = {action.name: action for action in view.actions}

    def reason(name: str) -> str:
        action = told.get(name)
        return refusal or (action.reason if action is not None and not action.allowed else "")

    return {
        ROLL: Move(roll_label(turn.dice_to_roll), reason(ROLL), then=ROLL),
        KEEP: Move("Keep", reason(KEEP) or "Roll the dice first.", then=""),
        BANK: Move(f"Bank {points(turn.points)}", reason(BANK), then=BANK),
    }


def roll_label(dice: int) -> str:
    """'Roll 3 dice'."""
    return f"Roll {plural(dice, 'die', 'dice')}"


def _with_selection(view: BoardView, choice: Choice, refusal: str) -> dict[str, Move]:
    """After a roll all three keep the chosen dice first; Bank counts them."""
    assert view.turn is not None
    option = choice.option
    if option is None:
        missing = refusal or choice.sentence or "Choose the dice to keep first."
        banked = f"Bank {points(view.turn.points)}" if view.turn.points else "Bank"
        return {ROLL: Move("Roll", missing), KEEP: Move("Keep", missing), BANK: Move(banked, missing)}
    total = view.turn.points + option.points
    short = "" if total >= view.bank_from else _too_few(view, total)
    return {
        ROLL: Move(roll_label(option.dice_left or 6), refusal, option.dice, ROLL),
        KEEP: Move(f"Keep {points(option.points)}", refusal, option.dice),
        BANK: Move(f"Bank {points(total)}", refusal or short, option.dice, BANK),
    }


def _too_few(view: BoardView, total: int) -> str:
    return f"Your first bank needs {points(view.bank_from)} in one turn; this would be {points(total)}."


def _not_now(view: BoardView, player: str, *, busy: bool) -> str:
    if view.turn is None:
        return "No match is running."
    seat = seat_of(view, player)
    if view.turn.seat != seat:
        return f"It is {view.seats[view.turn.seat].name}'s turn."
    if view.phase == "paused":
        return "The match is paused."
    return "The dice are still rolling." if busy else ""
