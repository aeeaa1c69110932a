"""The engine: registrations of the rooms, the tick that runs them, and what they tell. DESIGN section 2.

It does no I/O: connections, messages and finished commits are handed to it on one thread, and it calls senders and
the storage, neither of which waits.
"""

import logging
import random
from collections import deque
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from ..shared.protocol.chat import Notice
from ..shared.protocol.codec import Codec
from ..shared.protocol.login import Hello, Login
from ..shared.protocol.message import Done, Message, Refused, Request
from ..storage.errors import WorldDamaged
from ..storage.journal import ColumnPlace, Journal, Storage, StoredColumn
from ..storage.memory import MemoryStorage
from ..storage.records import UnreadableRecord, pack, unpack
from .changes import ChangeSet, Collection, Log, Model, Pos, Refusal, ToAll, ToNear, ToPlayer
from .clock import Clock, GameTime, SystemClock
from .content import Content
from .lanes import Lane, Outbox, Sender
from .plugins import Caller, Hooks

T = TypeVar("T")
M = TypeVar("M", bound=Message)
Handler = Callable[[ChangeSet, Caller, M], Message | None]
Place = tuple[float, float, float]

TICK_MS = 50
MOST_PENDING = 20
"""Ticks that may wait for a commit before the simulation waits."""
BEFORE_LOGIN = (Hello, Login)

_log = logging.getLogger("voxtable.engine")


class ColumnStore(Protocol):
    """The committed blocks as the world room keeps them."""

    def state_at(self, pos: Pos) -> int | None: ...
    def apply(self, block_edits: dict[Pos, tuple[int, int]]) -> None:
        """Make a change set's edits (state before, state after) true."""
        ...

    def take_dirty(self) -> dict[ColumnPlace, StoredColumn]:
        """The columns changed since the last call, as copies with their revisions."""
        ...


class NoColumns:
    """A world without any loaded column."""

    def state_at(self, pos: Pos) -> int | None:
        return None

    def apply(self, block_edits: dict[Pos, tuple[int, int]]) -> None:
        if block_edits:
            raise RuntimeError("Blocks were edited where no column is loaded.")

    def take_dirty(self) -> dict[ColumnPlace, StoredColumn]:
        return {}


@dataclass(frozen=True, slots=True)
class _Received:
    lane: Lane
    message: Message
    stamp: int


@dataclass(frozen=True, slots=True)
class _Gone:
    lane: Lane
    stamp: int


@dataclass(frozen=True, slots=True)
class _Broken:
    lane: Lane
    code: str
    text: str


class Engine:
    """Everything the rooms register with and speak through; see notes at each method."""

    def __init__(
        self, storage: Storage | None = None, *, clock: Clock | None = None, rng: random.Random | None = None
    ) -> None:
        self.content = Content()
        self.hooks = Hooks()
        self.model = Model()
        self.columns: ColumnStore = NoColumns()
        self.locate: Callable[[str], Place | None] = lambda player: None
        self.rng = rng or random.Random()
        self.tick_number = 0
        self.collections: dict[str, Collection[Any] | Log[Any]] = {}
        self._storage: Storage = storage if storage is not None else MemoryStorage()
        self._clock: Clock = clock or SystemClock()
        self._time = GameTime(self._clock)
        self.now = self._time.now()
        self._handlers: dict[type[Message], Handler[Any]] = {}
        self._ticks: list[Callable[[ChangeSet], None]] = []
        self._observers: list[Callable[[ChangeSet], None]] = []
        self._farewells: list[Callable[[ChangeSet, Caller], None]] = []
        self._inbox: deque[_Received | _Gone | _Broken] = deque()
        self._finished: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._workers: ThreadPoolExecutor | None = None
        self.working = 0
        self._lanes: dict[int, Lane] = {}
        self._players: dict[str, Lane] = {}
        self._connections = 0
        self._outbox = Outbox()
        self._staged: list[Callable[[], None]] | None = None
        self._staged_closings: list[Callable[[], None]] = []
        self._records: dict[tuple[str, str], Any] = {}
        self._appended: list[tuple[str, Any]] = []
        self._submitted = 0
        self._durable = 0

    # ------------------------------------------------------------------ what rooms register

    def declare(self, collection: Collection[Any] | Log[Any]) -> None:
        """Declare a collection or log of the core, before opening. Raises ValueError when the name is taken."""
        if collection.name in self.collections:
            raise ValueError(f"The collection {collection.name} is declared twice.")
        self.collections[collection.name] = collection

    def on(self, kind: type[M], handler: Handler[M]) -> None:
        """Handle a message. The answer to a Request is the returned message, or Done for None; other answers are
        ignored. Only Hello, Login and requests with `needs_login = False` are handled before the login."""
        if kind in self._handlers:
            raise ValueError(f"The message {kind.__name__} is handled twice.")
        self._handlers[kind] = handler

    def every_tick(self, run: Callable[[ChangeSet], None]) -> None:
        """Run once a tick in a change set of its own, in registration order, before the plugins' own tick hooks."""
        self._ticks.append(run)

    def observe(self, observer: Callable[[ChangeSet], None]) -> None:
        """Call after each change set became true, to tell players of it; it changes nothing."""
        self._observers.append(observer)

    def on_gone(self, run: Callable[[ChangeSet, Caller], None]) -> None:
        """Run in a later tick after a connection ended, whoever ended it. `caller.player` is '' when that connection
        never logged in or when a newer connection of the player lives."""
        self._farewells.append(run)

    # ------------------------------------------------------------------ what rooms say

    def tell(self, player: str, message: Message) -> None:
        """Send through the lane of a player's newest connection; nobody hears when the player is away."""
        lane = self._players.get(player)
        if lane is not None:
            self._outbox.put(lane, message)

    def tell_near(self, pos: Place, message: Message, radius: float = 64.0, but: str = "") -> None:
        """Send to everybody within `radius` blocks of a place, except one."""
        for player, lane in self._players.items():
            if player != but:
                place = self.locate(player)
                if place is not None and _within(place, pos, radius):
                    self._outbox.put(lane, message)

    def tell_all(self, message: Message) -> None:
        """Send to everybody in the world."""
        for lane in self._players.values():
            self._outbox.put(lane, message)

    def reply(self, connection: int, message: Message) -> None:
        """Send to one connection, logged in or not. From a handler it comes before all else that the handler causes,
        once the handler has succeeded."""
        lane = self._lanes.get(connection)
        if lane is not None:
            self._stage(lambda: self._outbox.put(lane, message))

    def send_now(self, player: str, frame: bytes) -> None:
        """Send a position frame past the lane. While the peer has not taken earlier bytes only the latest is kept."""
        lane = self._players.get(player)
        if lane is None or lane.ended:
            return
        lane.latest = frame
        self._send_latest(lane)

    def admit(self, connection: int, player: str) -> None:
        """Bind a connection to a player after a proven login. An older connection of the same player ends, and what
        was queued for it is dropped. From a handler: once the handler has succeeded, before its other messages."""
        lane = self._lanes.get(connection)
        if lane is not None:
            self._stage(lambda: self._bind(lane, player))

    def close(self, connection: int, code: str, text: str) -> None:
        """End a connection with a Goodbye through its lane, after everything that was told before."""
        lane = self._lanes.get(connection)
        if lane is None:
            return
        if self._staged is None:
            self._outbox.part(lane, code, text)
        else:
            self._staged_closings.append(lambda: self._outbox.part(lane, code, text))

    def connection(self, player: str) -> int | None:
        """The number of a player's living connection, or None."""
        lane = self._players.get(player)
        return lane.number if lane is not None else None

    def online(self) -> tuple[str, ...]:
        """The ids of players with a living connection."""
        return tuple(self._players)

    # ------------------------------------------------------------------ work beside the tick

    def work(self, job: Callable[[], T], done: Callable[[ChangeSet, T], None]) -> None:
        """Run a job in a worker thread; `done` takes its result inside a later tick, in a change set of its own.

        A job that raises is logged, and `done` is not called."""
        if self._workers is None:
            self._workers = ThreadPoolExecutor(max_workers=2, thread_name_prefix="voxtable-worker")
        self.working += 1
        self._workers.submit(self._run_job, job, done)

    def stored_column(self, cx: int, cz: int) -> StoredColumn | None:
        """A stored column's revision and raw bytes, or None. May be called from worker threads."""
        return self._storage.column((cx, cz))

    # ------------------------------------------------------------------ life

    def open(
        self,
        on_main: Callable[[Callable[[], None]], None] = lambda call: call(),
        failed: Callable[[str], None] = lambda sentence: None,
    ) -> None:
        """Load the world; from now on ticks may run. `on_main` hands a call to the thread that ticks; `failed` hears
        a sentence there when nothing more can be stored. Raises WorldDamaged."""
        for kind, handler in self.hooks.requests.items():
            self.on(kind, handler)
        for collection in self.collections.values():
            if isinstance(collection, Collection):
                self._load(collection)
        self.tick_number, last_committed = self._storage.last_moment()
        self._submitted = self._durable = self.tick_number
        self._time = GameTime(self._clock, last_committed)
        self.now = self._time.now()
        self._storage.start(
            lambda tick: on_main(lambda: self.committed(tick)), lambda sentence: on_main(lambda: failed(sentence))
        )

    def change(self, run: Callable[[ChangeSet], T]) -> T:
        """Run something in a change set of its own between ticks, stored with the next tick. Raises what it raises."""
        changes = self._changes()
        result = run(changes)
        self._make_true(changes)
        return result

    def take_leave(self) -> None:
        """The clean end: every player leaves the world, all connections hear a Goodbye, and what is open is sealed."""
        for number, lane in tuple(self._lanes.items()):
            self._outbox.part(lane, "server_stops", "The server is stopping.")
            self.disconnect(number)
        self.tick()

    def abandon(self) -> None:
        """The end when nothing more can be stored: what is not durable is forgotten untold."""
        self._outbox = Outbox()
        for lane in self._lanes.values():
            lane.ended = False
            self._outbox.part(lane, "server_failed", "The server had to stop: it can no longer store the world.")
        self._outbox.seal(0)
        self._outbox.flush(0)

    def shut_down(self) -> None:
        """Wait for the storage and let go of everything."""
        if self._workers is not None:
            self._workers.shutdown(wait=True, cancel_futures=True)
        self._storage.close()

    # ------------------------------------------------------------------ what the network hands in

    def codec(self) -> Codec:
        """The decoder of all messages that are handled, once all are registered."""
        return Codec(self._handlers)

    def connect(self, sender: Sender) -> int:
        """Take in a new connection and give it a number."""
        self._connections += 1
        self._lanes[self._connections] = Lane(self._connections, sender)
        return self._connections

    def receive(self, connection: int, message: Message) -> None:
        """A message came: stamp it for the next tick."""
        lane = self._lanes.get(connection)
        if lane is not None:
            self._inbox.append(_Received(lane, message, self._time.now()))

    def refuse(self, connection: int, code: str, text: str) -> None:
        """The connection broke the protocol: it ends with a Goodbye, after the messages that came before."""
        lane = self._lanes.get(connection)
        if lane is not None:
            self._inbox.append(_Broken(lane, code, text))

    def disconnect(self, connection: int) -> None:
        """The connection is gone; messages that came before are still handled."""
        lane = self._lanes.pop(connection, None)
        if lane is not None:
            self._inbox.append(_Gone(lane, self._time.now()))

    def admitted(self, connection: int) -> bool:
        """Whether the login on this connection is proven."""
        lane = self._lanes.get(connection)
        return lane is not None and lane.player != ""

    # ------------------------------------------------------------------ the tick

    @property
    def may_tick(self) -> bool:
        """Whether few enough ticks wait for their commit."""
        return self._submitted - self._durable < MOST_PENDING

    def tick(self) -> None:
        """Run one tick: the inbox in order of receipt, finished jobs, tick hooks; then seal it and hand it over."""
        self.tick_number += 1
        self.now = self._time.now()
        for _ in range(len(self._inbox)):
            self._take(self._inbox.popleft())
        self._take_finished()
        for run in (*self._ticks, *self.hooks.tick):
            self._attempt(run)
        self._seal()
        for lane in self._players.values():
            self._send_latest(lane)

    def committed(self, tick: int) -> None:
        """Every tick up to this one is durable: what they told leaves now."""
        self._durable = max(self._durable, tick)
        if self._durable >= self._submitted:
            # Ticks without changes that followed are as durable as the last one with changes.
            self._durable = self._submitted = self.tick_number
        self._outbox.flush(self._durable)

    # ------------------------------------------------------------------ below: how

    def _take(self, event: _Received | _Gone | _Broken) -> None:
        lane = event.lane
        if isinstance(event, _Gone):
            self._bury(lane, event.stamp)
        elif lane.ended:
            return
        elif isinstance(event, _Broken):
            self._outbox.part(lane, event.code, event.text)
        else:
            self._handle(lane, event.message, event.stamp)

    def _bury(self, lane: Lane, stamp: int) -> None:
        lane.ended = True
        player = lane.player
        if player and self._players.get(player) is lane:
            del self._players[player]
        elif player:
            player = ""
        caller = Caller(player, stamp, lane.number)
        for run in self._farewells:
            self._attempt(lambda changes, run=run: run(changes, caller))  # type: ignore[misc]

    def _handle(self, lane: Lane, message: Message, stamp: int) -> None:
        kind = type(message)
        if not lane.player and kind not in BEFORE_LOGIN and getattr(kind, "needs_login", True):
            self._outbox.part(lane, "login_first", "The first messages must be hello and login.")
            return
        handler = self._handlers[kind]
        caller = Caller(lane.player, stamp, lane.number)
        try:
            changes, answer = self._run_staged(lambda changes: handler(changes, caller, message))
        except Refusal as refusal:
            self._refuse(lane, message, refusal)
        except Exception:  # noqa: BLE001 - logged with its trace; one part's fault must not end the others
            _log.exception("The handler of %s failed; it changed nothing.", kind.__name__)
            self._refuse(lane, message, Refusal("internal_error", "The server made a mistake; nothing was changed."))
        else:
            self._publish(changes)
            if isinstance(message, Request):
                self._outbox.put(lane, answer if answer is not None else Done(message.n))
            self._run_closings()

    def _refuse(self, lane: Lane, message: Message, refusal: Refusal) -> None:
        if isinstance(message, Request):
            self._outbox.put(lane, Refused(message.n, refusal.code, refusal.text))
        elif lane.player:
            self._outbox.put(lane, Notice("warning", refusal.text))
        else:
            self._outbox.part(lane, refusal.code, refusal.text)

    def _attempt(self, run: Callable[[ChangeSet], None]) -> None:
        """Run a part of the tick that nobody asked for: when it fails, it changes nothing and the tick goes on."""
        try:
            changes, _ = self._run_staged(run)
        except Exception:  # noqa: BLE001 - logged with its trace; one part's fault must not end the others
            _log.exception("A part of tick %d failed; it changed nothing.", self.tick_number)
        else:
            self._publish(changes)
            self._run_closings()

    def _run_staged(self, run: Callable[[ChangeSet], T]) -> tuple[ChangeSet, T]:
        """Run in a fresh change set and merge it; then apply what it staged. Raises, with all of it dropped."""
        self._staged = []
        self._staged_closings = []
        try:
            changes = self._changes()
            result = run(changes)
            self._ask_about_burning(changes)
            self._merge(changes)
            staged = self._staged
        except BaseException:
            self._staged_closings = []
            raise
        finally:
            self._staged = None
        for act in staged:
            act()
        return changes, result

    def _make_true(self, changes: ChangeSet) -> None:
        self._ask_about_burning(changes)
        self._merge(changes)
        self._publish(changes)

    def _ask_about_burning(self, changes: ChangeSet) -> None:
        asked = 0
        while asked < len(changes.burnt):
            stack, reason = changes.burnt[asked]
            asked += 1
            for hook in self.hooks.burn:
                hook(changes, stack, reason)

    def _merge(self, changes: ChangeSet) -> None:
        if changes.block_edits:
            self.columns.apply(changes.block_edits)
        self.model.merge(changes)
        self._records.update(changes.records)
        self._appended.extend(changes.appended)

    def _publish(self, changes: ChangeSet) -> None:
        """Observers first, then the set's own tellings."""
        for observer in (*self._observers, *self.hooks.observers):
            try:
                observer(changes)
            except Exception:  # noqa: BLE001 - logged with its trace; one part's fault must not end the others
                _log.exception("An observer failed in tick %d; the change it saw stands.", self.tick_number)
        for telling in changes.tellings:
            match telling:
                case ToPlayer(player, message):
                    self.tell(player, message)
                case ToNear(pos, radius, message, but):
                    self.tell_near(pos, message, radius, but)
                case ToAll(message):
                    self.tell_all(message)

    def _run_closings(self) -> None:
        closings, self._staged_closings = self._staged_closings, []
        for act in closings:
            act()

    def _seal(self) -> None:
        journal = Journal(
            self.tick_number,
            self.now,
            {slot: None if record is None else pack(record) for slot, record in self._records.items()},
            tuple((log, pack(record)) for log, record in self._appended),
            self.columns.take_dirty(),
        )
        self._records, self._appended = {}, []
        self._outbox.seal(self.tick_number)
        if journal:
            self._submitted = self.tick_number
            self._storage.submit(journal)
        elif self._durable >= self._submitted:
            self.committed(self.tick_number)

    def _bind(self, lane: Lane, player: str) -> None:
        older = self._players.get(player)
        if older is not None and older is not lane:
            self._outbox.part(older, "replaced", "You joined from somewhere else.", drop_queued=True)
        lane.player = player
        self._players[player] = lane

    def _stage(self, act: Callable[[], None]) -> None:
        if self._staged is None:
            act()
        else:
            self._staged.append(act)

    def _send_latest(self, lane: Lane) -> None:
        if lane.latest is not None and lane.sender.waiting() == 0:
            lane.sender.write([lane.latest])
            lane.latest = None

    def _run_job(self, job: Callable[[], T], done: Callable[[ChangeSet, T], None]) -> None:
        try:
            result = job()
        except Exception:  # noqa: BLE001 - logged with its trace; one part's fault must not end the others
            _log.exception("A job beside the tick failed.")
            self._finished.put(lambda: None)
        else:
            self._finished.put(lambda: self._attempt(lambda changes: done(changes, result)))

    def _take_finished(self) -> None:
        while True:
            try:
                take = self._finished.get_nowait()
            except Empty:
                return
            self.working -= 1
            take()

    def _changes(self) -> ChangeSet:
        return ChangeSet(self.model, self.columns, self.now)

    def _load(self, collection: Collection[Any]) -> None:
        for key, packed in self._storage.records(collection.name):
            try:
                self.model.load(collection, key, unpack(packed, collection.record))
            except UnreadableRecord as error:
                raise WorldDamaged(
                    f"The record {key!r} of {collection.name!r} in this world cannot be read: {error}. "
                    "Nothing was changed."
                ) from error


def _within(a: Place, b: Place, radius: float) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2 <= radius * radius
