"""What is shown of each board near the player: what happened on it, one thing after the other at a pace that can be
followed.

The newest view is the truth; what is *shown* lags behind it by at most the animations of the events that led there.
Whatever tells an outcome goes by what is shown here, never by the newest view: the dice, the lines, the scores, the log
and the notices, on the board screen and on the table in the world alike. Whoever falls too far behind skips to the end.
"""

from collections import deque
from dataclasses import dataclass, field
from typing import Final

from msgspec.structs import replace

from server.shared.protocol.tabletop import BoardEvent, BoardView, Group, TurnView

from .match_log import MatchLog
from .tables import Happening, Table, TablePos, Tables, hurried, tumbling
from .talk import Said, Talk

THROW_SECONDS: Final = 1.15
FARKLE_SECONDS: Final = 1.2
_SECONDS: Final = {
    "rolled": THROW_SECONDS,
    "opening_roll": THROW_SECONDS,
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
_REDUCED: Final = {"rolled": 0.15, "opening_roll": 0.4, "hot_dice": 0.7, "banked": 0.5}
_THROWS: Final = {"rolled": "{} rolls…", "opening_roll": "{} rolls for the start…"}
"""The events whose outcome the dice tell first, and what is said until they lie still."""
_OPENING: Final = ("opening_roll", "opening_tied", "started")
_MOST_WAITING: Final = 14
_ALL_DICE: Final = 6
LONG_AGO: Final = -1.0e6


@dataclass(frozen=True, slots=True)
class Stamp:
    """A word stamped over the felt: what kind, its text, and since when (seconds)."""

    kind: str
    text: str
    at: float
    seconds: float


@dataclass(slots=True)
class Felt:
    """The dice as they lie: faces of the roll, positions kept of it, faces of the groups kept beside it, the seat whose
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
    """Plays one table's happenings against a clock in seconds. A table that is seen for the first time lies as it is,
    whatever led there. `view` is what is shown, `log` what has been told."""

    def __init__(self, table: Table, *, reduced_motion: bool = False) -> None:
        self.reduced_motion = reduced_motion
        self.view: BoardView = table.view
        self.came = table.at
        """When on the session's clock that view came: the times that it tells run from then on."""
        self.felt = Felt()
        self.stamp: Stamp | None = None
        self.banked: tuple[int, int, float] | None = None
        """The seat, points and time of the last bank, for the coins of light."""
        self.log = MatchLog()
        self.caption = ""
        """The sentence of what is being shown, '' when all has been told."""
        self._seen = table.last_number
        self._queue: deque[Happening] = deque()
        self._thrown: Happening | None = None
        """The throw that is in the air: its outcome is told when the dice lie still."""
        self._until = LONG_AGO
        self._settled: BoardView = table.view
        self._settled_at = table.at
        self._playing: Happening | None = None
        self._settle()

    @property
    def busy(self) -> bool:
        """Something is still being shown, so that the newest view is not on the screen yet."""
        return bool(self._queue) or self._playing is not None or self.view is not self._settled

    @property
    def waits_since(self) -> float | None:
        """When on the session's clock the message came that is not told to its end yet; None when all is told."""
        oldest = self._playing or (self._queue[0] if self._queue else None)
        return None if oldest is None else oldest.at

    def update(self, table: Table, now: float) -> None:
        """Take in what is new and go on playing."""
        fresh = table.since(self._seen)
        self._seen = table.last_number
        self._queue.extend(fresh)
        self._settled, self._settled_at = table.view, table.at
        if len(self._queue) > _MOST_WAITING:
            self._playing = self._queue[-1]
            self._queue.clear()
            self._until, self.stamp, self._thrown = now, None, None
        while now >= self._until:
            self._land()
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
        if self._playing is not None or self.view is not self._settled:
            self.view, self.came, self.caption, self._playing = self._settled, self._settled_at, "", None
            self._settle()

    def _settle(self) -> None:
        """Lie as the view says, when no event told how it came to this."""
        turn, felt = self.view.turn, self.felt
        self.log.follow(self.view)
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
        if turn.dice_to_roll != _ALL_DICE or not turn.kept:
            felt.hot_at = None

    def _play(self, happening: Happening, now: float) -> None:
        event = happening.event
        seconds, at_once = _SECONDS.get(event.kind, 0.0), self.reduced_motion or _hurried(happening)
        if at_once:
            seconds = _REDUCED.get(event.kind, seconds)
        self._until, self._playing = now + seconds, happening
        if event.kind in _OPENING and self.view.match != happening.view.match:
            self.view = _before_the_opening(happening.view)
        self._lay(happening, now)
        if event.kind in _THROWS and at_once and not self.reduced_motion:
            self.felt.rolled_at = LONG_AGO
        if event.kind in _THROWS and not at_once:
            self._thrown, self.caption = happening, _THROWS[event.kind].format(_name(event, happening.view))
            return
        self._tell(happening)
        text = _stamp_text(event, happening.view)
        if text:
            self.stamp = Stamp(event.kind, text, now, max(seconds, 0.6))
        if event.kind == "banked":
            self.banked = (event.seat, event.points, now)

    def _land(self) -> None:
        """The dice lie still: what they show may be told."""
        thrown, self._thrown = self._thrown, None
        if thrown is not None:
            self._tell(thrown)

    def _tell(self, happening: Happening) -> None:
        """Say what happened, and show what it led to once nothing of the same message is still to come."""
        event = happening.event
        self.caption = event.text
        self.log.tell(event, happening.view.match)
        if event.kind == "opening_roll" and event.dice:
            self.felt.opening[event.seat] = event.dice[0]
        more = bool(self._queue) and self._queue[0].view is happening.view
        if not more:
            self.view, self.came = happening.view, happening.at
            self.log.follow(self.view)
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


class Playbacks:
    """The playback of every board near the player. The world's screen moves them on, once a frame."""

    def __init__(self) -> None:
        self._playing: dict[TablePos, tuple[Table, Playback]] = {}
        self._heard: Said | None = None

    def of(self, table: Table) -> Playback:
        """What is shown of a table."""
        known = self._playing.get(table.pos)
        if known is None or known[0] is not table:
            known = self._playing[table.pos] = (table, Playback(table))
        return known[1]

    def advance(self, tables: Tables, talk: Talk, now: float, *, reduced_motion: bool) -> None:
        """Play on to `now`, in the scene's seconds; what players said meanwhile stands in every board's log."""
        for pos in [pos for pos in self._playing if pos not in tables.boards]:
            del self._playing[pos]
        said = talk.since(self._heard)
        self._heard = said[-1] if said else self._heard
        for table in tables.boards.values():
            playback = self.of(table)
            playback.reduced_motion = reduced_motion
            playback.update(table, now)
            for line in said:
                if line.sender:
                    playback.log.hear(line)


def _hurried(happening: Happening) -> bool:
    """Whether a bot did this, at whom people hurry: its dice lie still at once."""
    view, seat = happening.view, happening.event.seat
    return hurried(view) and seat < len(view.seats) and bool(view.seats[seat].bot)


def _before_the_opening(view: BoardView) -> BoardView:
    """A match that has just begun, with nothing of who starts in it."""
    return replace(
        view,
        phase="opening",
        status="Everybody rolls one die; the highest starts.",
        turn=None,
        options=(),
        actions=(),
        result=None,
        log=(),
        final_round=False,
    )


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


def lying(turn: TurnView) -> tuple[Group, ...]:
    """The kept groups that lie on the felt: since all six dice were free last, whatever the turn had made before."""
    start = count = 0
    for number, group in enumerate(turn.groups):
        if count == _ALL_DICE:
            start, count = number, 0
        count += len(group.dice)
    rolled_again = count == _ALL_DICE and bool(turn.roll) and not turn.kept
    return () if rolled_again else turn.groups[start:]


def _faces(view: BoardView) -> tuple[tuple[int, ...], ...]:
    """The faces of the groups that lie on the felt."""
    return tuple(group.dice for group in lying(view.turn)) if view.turn is not None else ()


def _name(event: BoardEvent, view: BoardView) -> str:
    return view.seats[event.seat].name if 0 <= event.seat < len(view.seats) else "Somebody"


def _stamp_text(event: BoardEvent, view: BoardView) -> str:
    return {
        "farkle": "FARKLE",
        "hot_dice": "HOT DICE",
        "final_round": "FINAL ROUND",
        "started": f"{_name(event, view)} starts",
        "opening_tied": "A tie: again",
        "banked": f"+{event.points:,}",
        "penalised": f"–{event.points:,}",
    }.get(event.kind, "")
