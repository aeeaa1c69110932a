"""Which dice are chosen and what that is worth: looked up in the options that the server sent, never computed."""

from dataclasses import dataclass

from server.shared.protocol.tabletop import BoardView, Option

NOTHING: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Choice:
    """What a set of chosen positions is: a legal option, or the dice in it that do not contribute and one sentence."""

    option: Option | None
    idle: frozenset[int]
    sentence: str


def scoring_dice(view: BoardView) -> frozenset[int]:
    """The positions of the roll that are part of any legal selection."""
    return frozenset(position for option in view.options for position in option.dice)


def best_option(view: BoardView) -> Option | None:
    """The legal selection with the most dice, and of those the one worth most; None without any."""
    return max(view.options, key=lambda option: (len(option.dice), option.points), default=None)


def judge(view: BoardView, chosen: frozenset[int]) -> Choice:
    """What these positions of the present roll are worth."""
    if not chosen:
        return Choice(None, NOTHING, "")
    inside = [option for option in view.options if chosen.issuperset(option.dice)]
    for option in inside:
        if len(option.dice) == len(chosen):
            return Choice(option, NOTHING, "")
    best = max(inside, key=lambda option: (len(option.dice), option.points), default=None)
    idle = chosen - frozenset(best.dice if best is not None else ())
    return Choice(None, idle, _why(view, idle))


def _why(view: BoardView, idle: frozenset[int]) -> str:
    roll = view.turn.roll if view.turn is not None else ()
    faces = sorted(roll[position] for position in idle if position < len(roll))
    if len(faces) == 1:
        return f"The {faces[0]} adds no points: leave it out."
    listed = ", ".join(str(face) for face in faces[:-1])
    return f"The {listed} and {faces[-1]} add no points: leave them out."


class Selection:
    """The chosen positions, and the one that the arrow keys stand on. It empties itself when the roll changes."""

    def __init__(self) -> None:
        self.chosen = NOTHING
        self.cursor: int | None = None
        self._roll: tuple[object, ...] = ()

    def follow(self, view: BoardView) -> None:
        """Forget the choice when it was made for another roll."""
        roll = (view.match, view.step, view.turn.roll if view.turn is not None else ())
        if roll != self._roll:
            self._roll = roll
            self.chosen = NOTHING
            self.cursor = None

    def toggle(self, position: int, dice: int) -> None:
        """Choose a die or put it back."""
        if 0 <= position < dice:
            self.chosen = self.chosen ^ {position}
            self.cursor = position

    def choose(self, positions: frozenset[int]) -> None:
        """Choose just these dice, or none of them when they are the choice already."""
        self.chosen = NOTHING if self.chosen == positions else positions

    def step(self, by: int, dice: int) -> None:
        """Move the cursor along the dice."""
        if dice:
            self.cursor = (0 if by > 0 else dice - 1) if self.cursor is None else (self.cursor + by) % dice
