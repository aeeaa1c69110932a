"""The boundary to board games: all that a table asks of a game, and all that it knows of one. DESIGN section 4.

A game is an immutable match of one kind. Time, in game milliseconds, and dice come from outside; what is not allowed
raises Refusal and changes nothing. README.md beside this file shows how to add one.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Final, Self

import msgspec

from ..engine.changes import Refusal
from ..shared.protocol.tabletop import (
    Action,
    BoardEvent,
    Choice,
    Option,
    Piece,
    Setting,
    SettingValue,
    TurnView,
)

Rules = Mapping[str, Any]
"""The rules of a match as plain data that only its game understands; empty for the usual ones."""
Dice = Callable[[int], tuple[int, ...]]
"""Rolls so many dice; the table has them from the match's secret."""
Figures = dict[str, int]
"""What a player did in a match, by name, for the records. Of names that begin with `best_` the highest counts, others
add up."""

SWIFT: Final = 2_000
"""Milliseconds of a clock that a bot keeps for acting without a pause."""
SHARE: Final = 8
"""A bot waits for one part in so many of what a clock leaves it, since a turn has many actions."""


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: `kind` is win, draw, shared or none; winning seats; scores and turns played by seat."""

    kind: str
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    turns: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sheet:
    """The rules told to people: a title, sentences, rows of what scores, and figures that a screen may show."""

    title: str
    sentences: tuple[str, ...] = ()
    scoring: tuple[tuple[str, str], ...] = ()
    goal: int = 0
    entry: int = 0
    chances: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class SeatState:
    """One seat as everybody may know it, besides what its match itself says of it. `time_left` in ms."""

    score: int
    entered: bool = False
    last: int | None = None
    time_left: int | None = None


@dataclass(frozen=True, slots=True)
class GameView:
    """What a running or finished match shows. `phase` is a word of the game's own; `actions` are those of the seat to
    move, each with the reason why not; pieces are for games without a screen of their own."""

    phase: str
    status: str
    seats: tuple[SeatState, ...]
    actions: tuple[Action, ...] = ()
    pieces: tuple[Piece, ...] = ()
    turn: TurnView | None = None
    options: tuple[Option, ...] = ()
    starter: int = 0
    bank_from: int = 0
    final_round: bool = False
    match_left: int | None = None
    history: tuple[tuple[int, ...], ...] = ()


Telling = Callable[[], BoardEvent | None]
"""Puts one thing that happened into words, None where there is nothing to tell. It is called once the change stands, so
that words which fail never undo it."""


@dataclass(frozen=True, slots=True)
class Step:
    """The match after something happened, what is logged of it, and what tells people near the table, in order."""

    game: "Game"
    log: tuple[dict[str, Any], ...] = ()
    telling: tuple[Telling, ...] = ()

    @property
    def happened(self) -> bool:
        """Whether anything did."""
        return bool(self.log or self.telling)


class Game(ABC):
    """A match of one kind of game. Seats are numbers from 0, names are by seat."""

    name: ClassVar[str]
    """A short identifier; the table's block state `board` has it while this game's board is fitted."""
    title: ClassVar[str]
    board: ClassVar[str]
    """The item that is fitted into the table."""
    bots: ClassVar[tuple[Choice, ...]] = ()
    """The strategies that `think` knows, the easiest to beat first; that one comes where nobody chose."""
    bots_in_figures: ClassVar[tuple[Choice, ...]] = ()
    """The same, told in figures where there is more to say than in words."""
    plain_bot: ClassVar[str] = ""
    """The strategy that plays on where another one fails; '' for the first one."""

    # ------------------------------------------------------------------ the lobby

    @classmethod
    @abstractmethod
    def player_counts(cls, rules: Rules) -> tuple[int, ...]:
        """The numbers of seats that a match under these rules may have; 1 for playing alone."""

    @classmethod
    @abstractmethod
    def sheet(cls, rules: Rules) -> Sheet:
        """These rules for people."""

    @classmethod
    def form(cls, rules: Rules) -> tuple[Setting, ...]:
        """The settings that the host may change, as they stand under these rules."""
        return ()

    @classmethod
    def changed(cls, rules: Rules, name: str, value: SettingValue) -> Rules:
        """These rules with one setting changed. Raises Refusal with a sentence."""
        raise Refusal("unknown_setting", f"{cls.title} has no setting {name}.")

    @classmethod
    def note(cls, before: Rules, after: Rules) -> str:
        """What a changed setting did to others, in a sentence to the host; '' where it did nothing."""
        return ""

    @classmethod
    def fills(cls, rules: Rules) -> bool:
        """Whether a bot takes the empty seat of a player who is alone, since nobody may play these rules so."""
        return False

    @classmethod
    def contest(cls, rules: Rules) -> str:
        """A name under which the turns of solo runs compare, '' where they do not."""
        return ""

    # ------------------------------------------------------------------ the match

    @classmethod
    @abstractmethod
    def start(cls, rules: Rules, names: tuple[str, ...], now: int, starter: int, dice: Dice) -> Step:
        """A new match for the seats of these names. `starter` begins where the rules leave that open. Raises Refusal
        when the rules do not allow that number of seats."""

    @classmethod
    @abstractmethod
    def from_dict(cls, plain: dict[str, Any]) -> Self:
        """The match that `to_dict` gave. Raises ValueError for anything else."""

    def with_bots(self, bots: tuple[int, ...]) -> "Game":
        """The same match, knowing which seats are bots'; each stored match is told when it is read."""
        return self

    def with_names(self, names: tuple[str, ...]) -> "Game":
        """The same match, with its players called this by seat; for a game that keeps names itself."""
        return self

    @abstractmethod
    def to_dict(self) -> dict[str, Any]:
        """The whole match as plain data."""

    @abstractmethod
    def act(self, seat: int, action: str, pieces: tuple[int, ...], now: int, dice: Dice) -> Step:
        """A seat acts: an action by its name in the view, on pieces by their number. Raises Refusal."""

    @abstractmethod
    def remove(self, seat: int, reason: str, now: int) -> Step:
        """A seat leaves, whether it is to move or not. Raises Refusal when it has left already."""

    @abstractmethod
    def view(self, now: int) -> GameView:
        """What everybody may see. Nothing else of the match leaves the server while it runs."""

    @property
    @abstractmethod
    def rules(self) -> Rules:
        """The rules this match is played by."""

    @property
    @abstractmethod
    def step(self) -> int:
        """How many changes there were; an action names it."""

    @property
    @abstractmethod
    def to_move(self) -> int | None:
        """The seat that may act, None when the match is over."""

    @property
    @abstractmethod
    def outcome(self) -> Outcome | None:
        """How the match ended, None while it runs."""

    @property
    @abstractmethod
    def scores(self) -> tuple[int, ...]:
        """What counts for the win, by seat."""

    @property
    @abstractmethod
    def left(self) -> tuple[int, ...]:
        """The seats that have left. Unlike a view it decides what may happen, so it tells nobody anything."""

    @property
    def eligible(self) -> tuple[int, ...]:
        """The seats that may still play turns."""
        return tuple(seat for seat in range(len(self.scores)) if seat not in self.left)

    def advance(self, now: int) -> Step:
        """Let deadlines up to `now` take effect, each at its own time."""
        return Step(self)

    def recover(self, now: int) -> Step:
        """The same once after an outage."""
        return self.advance(now)

    def pause(self, now: int) -> Step:
        """Stand all clocks until `resume`; nobody acts in between."""
        return Step(self)

    def resume(self, now: int) -> Step:
        """Go on with the time that was left."""
        return Step(self)

    def start_clock(self, now: int) -> Step:
        """Time everybody's turns from now on, in a match without a clock. Raises Refusal where one runs already, or
        where none can."""
        raise Refusal("no_clock", f"{self.title} has no clock to start.")

    @property
    def in_force(self) -> Rules:
        """The rules it goes on by: `rules`, with what has changed since it began, such as a clock that was started."""
        return self.rules

    @property
    def deadline(self) -> int | None:
        """When time alone would change the match, in game ms, or None."""
        return None

    @property
    def next_starter(self) -> int:
        """The starter to give to a rematch with the same seats."""
        return 0

    def think(self, strategy: str) -> tuple[str, tuple[int, ...]]:
        """What a bot of this strategy does for the seat to move: action and pieces. May take its time: it is called
        beside the tick."""
        raise NotImplementedError(f"{self.title} has no bots.")

    def wait(self, pace: int, left: int | None) -> int:
        """How many ms a bot lets pass after what happened last: `pace` for each moment that people need to see it, but
        never so long that the clock, which left it so many ms then (None: no clock runs), ends its turn."""
        return pace if left is None else min(pace, max(0, left - SWIFT) // SHARE)

    def leaving(self, seat: int) -> str:
        """What leaving now would cost this seat, in a sentence to its player."""
        return "You cannot win this match any more; the others play on without you."

    def figures(self) -> tuple[Figures, ...]:
        """What each seat did so far, for the records."""
        return ()

    @classmethod
    def told_figures(cls, figures: Mapping[str, int]) -> tuple[tuple[str, str], ...]:
        """A player's figures over all matches as rows of what and how much."""
        return ()
