"""What happened on a board, one thing after the other at a pace that can be followed.

The newest view is the truth; what is *shown* lags behind it by at most the animations of the events that led there,
so that a throw lands before its outcome is told. Whoever falls too far behind skips to the end.
"""

from collections import deque
from dataclasses import dataclass, field

from msgspec.structs import replace

from client.model.tables import Happening, Table, tumbling
from server.shared.protocol.tabletop import BoardEvent, BoardView, Group

THROW_SECONDS = 1.15
FARKLE_SECONDS = 1.2
_SECONDS = {
    "rolled": THROW_SECONDS,
    "opening_roll": 1.0,
    "opening_tied": 0.7,
    "started": 1.0,
    "kept": 0.12,
    "farkle": FARKLE_SECONDS,
    "penalised": 1.0,
    "hot_dice": 0.9,
    "banked": 0.8,
    "final_round": 1.1,
    "ended": 0.5,
}
_REDUCED = {"rolled": 0.15, "opening_roll": 0.4, "hot_dice": 0.7, "banked": 0.5}
_MOST_WAITING = 14
LONG_AGO = -1.0e6


@dataclass(frozen=True, slots=True)
class Stamp:
    """A word stamped over the felt: what kind, its text, and since when (seconds)."""

    kind: str
    text: str
    at: float
    seconds: float


@dataclass(slots=True)
class Felt:
    """The dice as they lie: faces of the roll, positions kept of it, faces of all groups kept this turn, the seat whose
    they are, what the throw tumbles by, the opening rolls by seat, and when each thing happened (seconds)."""

    roll: tuple[int, ...] = ()
    kept: tuple[int, ...] = ()
    groups: tuple[tuple[int, ...], ...] = ()
    seat: int = 0
    seed: int = 0
    rolled_at: float = LONG_AGO
    kept_at: float = LONG_AGO
    farkled_at: float | None = None
    hot_at: float | None = None
    opening: dict[int, int] = field(default_factory=dict)

    def clear(self) -> None:
        """Take all dice off the felt."""
        self.roll, self.kept, self.groups = (), (), ()
        self.farkled_at = self.hot_at = None


class Playback:
    """Plays one table's happenings against a clock in seconds."""

    def __init__(self, table: Table, *, reduced_motion: bool) -> None:
        self.view: BoardView = table.view
        self.felt = Felt()
        self.stamp: Stamp | None = None
        self.banked: tuple[int, int, float] | None = None
        """The seat, points and time of the last bank, for the coins of light."""
        self._reduced = reduced_motion
        self._seen = table.last_number
        self._queue: deque[Happening] = deque()
        self.caption = ""
        """The sentence of the event that is being shown, '' when all has been told."""
        self._until = LONG_AGO
        self._settled: BoardView = table.view
        self._played = False
        self._settle()

    @property
    def busy(self) -> bool:
        """Something is still being shown, so that the newest view is not on the screen yet."""
        return bool(self._queue) or self._played or self.view is not self._settled

    def update(self, table: Table, now: float) -> None:
        """Take in what is new and go on playing."""
        fresh = table.since(self._seen)
        self._seen = table.last_number
        self._queue.extend(fresh)
        self._settled = table.view
        if len(self._queue) > _MOST_WAITING:
            self._queue.clear()
            self._until, self._played, self.stamp = now, True, None
        while now >= self._until:
            if not self._queue:
                self._finish()
                return
            self._play(self._queue.popleft(), now)

    def stamp_now(self, now: float) -> Stamp | None:
        """The word that is over the felt now."""
        if self.stamp is not None and now - self.stamp.at > self.stamp.seconds:
            self.stamp = None
        return self.stamp

    def _finish(self) -> None:
        if self._played or self.view is not self._settled:
            self.view = self._settled
            self.caption, self._played = "", False
            self._settle()

    def _settle(self) -> None:
        """Lie as the view says, when no event told how it came to this."""
        turn, felt = self.view.turn, self.felt
        if self.view.phase != "opening":
            felt.opening.clear()
        if turn is None:
            felt.clear()
            return
        if turn.roll != felt.roll or turn.seat != felt.seat:
            felt.rolled_at, felt.seed = LONG_AGO, tumbling(self.view)
        if turn.kept != felt.kept:
            felt.kept_at = LONG_AGO
        felt.roll, felt.kept, felt.seat = turn.roll, turn.kept, turn.seat
        felt.groups = _faces(self.view)
        felt.farkled_at = None
        if turn.dice_to_roll != 6 or not turn.kept:
            felt.hot_at = None

    def _play(self, happening: Happening, now: float) -> None:
        event = happening.event
        seconds = _SECONDS.get(event.kind, 0.0)
        if self._reduced:
            seconds = _REDUCED.get(event.kind, seconds)
        self._until = now + seconds
        self._played = True
        self.caption = event.text
        self._lay(happening, now)
        text = _stamp_text(event, happening.view)
        if text:
            self.stamp = Stamp(event.kind, text, now, max(seconds, 0.6))
        if event.kind == "banked":
            self.banked = (event.seat, event.points, now)
        follows = self._queue[0].view if self._queue else None
        opening = event.kind in ("opening_roll", "opening_tied", "started")
        if opening or (follows is not happening.view and event.kind != "rolled"):
            self.view = happening.view
        elif event.kind == "kept":
            self.view = _with_kept(self.view, event, self.felt.roll, happening.view.step)

    def _lay(self, happening: Happening, now: float) -> None:
        felt, event, view = self.felt, happening.event, happening.view
        match event.kind:
            case "rolled":
                felt.opening.clear()
                if felt.hot_at is not None or event.seat != felt.seat:
                    felt.groups = ()
                felt.roll, felt.kept, felt.rolled_at, felt.seat = event.dice, (), now, event.seat
                felt.seed = happening.seed
                felt.farkled_at = felt.hot_at = None
            case "opening_roll" if event.dice:
                felt.opening[event.seat] = event.dice[0]
                felt.roll, felt.rolled_at, felt.seat = event.dice, now, event.seat
                felt.seed = happening.seed
            case "farkle":
                felt.farkled_at = now
            case "hot_dice":
                felt.hot_at = now
            case "kept":
                felt.kept = tuple(position for position in event.dice if 0 <= position < len(felt.roll))
                felt.kept_at = now
                faces = tuple(felt.roll[position] for position in felt.kept)
                same_turn = view.turn is not None and view.turn.seat == event.seat and bool(view.turn.groups)
                felt.groups = _faces(view) if same_turn else (*felt.groups, *((faces,) if faces else ()))
            case "turn" | "started" | "opening_tied":
                felt.clear()
                if event.kind == "turn":
                    felt.opening.clear()


def _with_kept(view: BoardView, event: BoardEvent, roll: tuple[int, ...], step: int) -> BoardView:
    """The view once the kept dice are counted, though more came of the same move: the turn total must stand before a
    farkle takes it. There is nothing to choose in it."""
    turn = view.turn
    if turn is None or turn.seat != event.seat:
        return view
    faces = tuple(roll[position] for position in event.dice if position < len(roll))
    groups = (*turn.groups, Group("", faces, event.points))
    counted = replace(turn, points=turn.points + event.points, kept=event.dice, groups=groups)
    return replace(view, turn=counted, options=(), step=step)


def _faces(view: BoardView) -> tuple[tuple[int, ...], ...]:
    """The faces of the groups kept this turn."""
    return tuple(group.dice for group in view.turn.groups) if view.turn is not None else ()


def _stamp_text(event: BoardEvent, view: BoardView) -> str:
    name = view.seats[event.seat].name if event.seat < len(view.seats) else ""
    return {
        "farkle": "FARKLE",
        "hot_dice": "HOT DICE",
        "final_round": "FINAL ROUND",
        "started": f"{name} starts",
        "opening_tied": "A tie: again",
        "banked": f"+{event.points:,}",
        "penalised": f"–{event.points:,}",
    }.get(event.kind, "")
