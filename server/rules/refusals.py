"""Why an action is not allowed: a stable code for programs and a sentence for players."""

from msgspec import Struct

from .clocks import TurnClock


class Refusal(Struct, frozen=True):
    """Why not: a `code` that never changes, and a `sentence` that a player understands."""

    code: str
    sentence: str


class IllegalAction(Exception):
    """An action the rules do not allow; the match is as it was."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.sentence)
        self.code = refusal.code
        self.sentence = refusal.sentence


NO_SUCH_SEAT = Refusal("no_such_seat", "There is no such seat in this match.")
SEAT_LEFT = Refusal("seat_left", "That seat has left this match.")
MATCH_OVER = Refusal("match_over", "This match is over.")
PAUSED = Refusal("paused", "The match is paused until its board is back on a table.")
NOT_PAUSED = Refusal("not_paused", "The match is not paused.")
WRONG_CLOCK = Refusal("wrong_clock", f"A turn clock has {TurnClock.limits['seconds']} for each turn.")
CLOCK_RUNS = Refusal("clock_runs", "This match has a clock already.")
NOT_YOUR_TURN = Refusal("not_your_turn", "It is not your turn.")
TOO_LATE = Refusal("too_late", "Too late: the time for this turn has run out.")
OPENING_ROLL_FIRST = Refusal("opening_roll_first", "First roll one die to see who starts.")
MUST_ROLL_FIRST = Refusal("must_roll_first", "Roll the dice first.")
MUST_KEEP_FIRST = Refusal("must_keep_first", "Keep at least one scoring die of this roll first.")
ALREADY_KEPT = Refusal("already_kept", "You have made your keep of this roll; now roll or bank.")
MUST_ROLL_HOT_DICE = Refusal("must_roll_hot_dice", "Hot dice must be rolled again at this table.")
NO_SUCH_DIE = Refusal("no_such_die", "Choose dice of the last roll, each once.")
NOT_A_SCORING_SELECTION = Refusal(
    "not_a_scoring_selection",
    "Every die you keep must score, alone or in a combination.",
)


def below_entry(least: int, total: int) -> Refusal:
    """The turn total is not enough to enter."""
    return Refusal("below_entry", f"Your first bank must be at least {least:,}; this turn has {total:,}.")


def wrong_dice(count: int) -> Refusal:
    """The host gave other dice than the throw has."""
    return Refusal("wrong_dice", f"This roll has {'one die' if count == 1 else f'{count} dice'} with faces 1 to 6.")
