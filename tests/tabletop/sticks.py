"""A second, tiny game for the tables, as a third party would write it: take one to three sticks, the last one wins."""

from dataclasses import dataclass, replace
from typing import Any, ClassVar, Self

from server.engine.changes import Refusal
from server.shared.protocol.tabletop import Action, BoardEvent, Choice, Piece, Setting, SettingValue
from server.tabletop.game import Dice, Game, GameView, Outcome, Rules, SeatState, Sheet, Step, Telling

MOST_TAKEN = 3


@dataclass(frozen=True, slots=True)
class Sticks(Game):
    """A match: who plays, who has left, the sticks that lie, and whose turn it is."""

    name: ClassVar[str] = "sticks"
    title: ClassVar[str] = "Sticks"
    board: ClassVar[str] = "example:sticks_board"
    bots: ClassVar[tuple[Choice, ...]] = (Choice("greedy", "Greedy"),)

    names: tuple[str, ...]
    sticks: int
    count: int
    turn: int = 0
    left: tuple[int, ...] = ()
    winner: int | None = None

    @classmethod
    def player_counts(cls, rules: Rules) -> tuple[int, ...]:
        return (2, 3, 4)

    @classmethod
    def sheet(cls, rules: Rules) -> Sheet:
        return Sheet("Sticks", (f"Of {_count(rules)} sticks take one to three; whoever takes the last one wins.",))

    @classmethod
    def form(cls, rules: Rules) -> tuple[Setting, ...]:
        return (Setting("sticks", "Sticks", "The game", "number", _count(rules), least=5, most=40),)

    @classmethod
    def changed(cls, rules: Rules, name: str, value: SettingValue) -> Rules:
        if name != "sticks":
            raise Refusal("unknown_setting", f"Sticks has no setting {name}.")
        if type(value) is not int or not 5 <= value <= 40:
            raise Refusal("out_of_range", "Play with 5 to 40 sticks.")
        return {"sticks": value}

    @classmethod
    def start(cls, rules: Rules, names: tuple[str, ...], now: int, starter: int, dice: Dice) -> Step:
        first = dice(1)[0] % len(names)
        game = cls(names, _count(rules), _count(rules), first)
        return Step(game, ({"event": "begun", "first": first},), (_told("started", first, f"{names[first]} begins."),))

    @classmethod
    def from_dict(cls, plain: dict[str, Any]) -> Self:
        return cls(**{**plain, "names": tuple(plain["names"]), "left": tuple(plain["left"])})

    def with_names(self, names: tuple[str, ...]) -> "Sticks":
        return replace(self, names=names)

    def to_dict(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in ("names", "sticks", "count", "turn", "left", "winner")}

    def act(self, seat: int, action: str, pieces: tuple[int, ...], now: int, dice: Dice) -> Step:
        if seat != self.to_move:
            raise Refusal("not_your_turn", "It is not your turn.")
        if action != "take" or not 1 <= len(set(pieces)) == len(pieces) <= MOST_TAKEN or max(pieces) >= self.sticks:
            raise Refusal("no_such_take", "Take one to three of the sticks that lie here.")
        after = replace(self, sticks=self.sticks - len(pieces))
        after = replace(after, winner=seat) if not after.sticks else replace(after, turn=after._next(seat))
        told = _told("taken", seat, f"{self.names[seat]} takes {len(pieces)}.")
        return Step(after, ({"event": "taken", "seat": seat, "count": len(pieces)},), (told,))

    def remove(self, seat: int, reason: str, now: int) -> Step:
        if seat in self.left:
            raise Refusal("seat_left", "That seat has left.")
        after = replace(self, left=(*self.left, seat))
        staying = [other for other in range(len(self.names)) if other not in after.left]
        after = replace(after, winner=staying[0]) if len(staying) == 1 else after
        after = replace(after, turn=after._next(seat)) if seat == self.turn and after.winner is None else after
        told = _told("removed", seat, f"{self.names[seat]} left.")
        return Step(after, ({"event": "left", "seat": seat, "reason": reason},), (told,))

    def view(self, now: int) -> GameView:
        over = self.winner is not None
        return GameView(
            phase="over" if self.winner is not None else "to_take",
            status=f"{self.names[self.winner]} wins." if self.winner is not None else f"{self.names[self.turn]} takes.",
            seats=tuple(SeatState(score) for score in self.scores),
            actions=() if over else (Action("take", True),),
            pieces=tuple(Piece("stick", -1, number, 0) for number in range(self.sticks)),
        )

    def think(self, strategy: str) -> tuple[str, tuple[int, ...]]:
        return "take", tuple(range(min(MOST_TAKEN, self.sticks)))

    @property
    def rules(self) -> Rules:
        return {"sticks": self.count}

    @property
    def step(self) -> int:
        return self.count - self.sticks + len(self.left)

    @property
    def to_move(self) -> int | None:
        return None if self.winner is not None else self.turn

    @property
    def outcome(self) -> Outcome | None:
        return None if self.winner is None else Outcome("win", (self.winner,), self.scores)

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(int(seat == self.winner) for seat in range(len(self.names)))

    def _next(self, seat: int) -> int:
        order = [(seat + ahead) % len(self.names) for ahead in range(1, len(self.names) + 1)]
        return next(other for other in order if other not in self.left)


def _count(rules: Rules) -> int:
    count: int = rules.get("sticks", 12)
    return count


def _told(kind: str, seat: int, text: str) -> Telling:
    return lambda: BoardEvent(kind, seat, (), 0, text)
