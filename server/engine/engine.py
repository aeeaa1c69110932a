"""The engine: what rooms speak through, and the tick that runs what they registered. DESIGN section 2.

It does no I/O: connections, messages and finished commits are handed to it on one thread, and it calls senders and
the storage, neither of which waits.
"""

import logging
import random
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from ..shared.protocol import limits
from ..shared.protocol.chat import Notice
from ..shared.protocol.codec import Codec
from ..shared.protocol.login import Hello, Login, NameAnswer
from ..shared.protocol.message import Done, Message, Refused, Request
from ..shared.protocol.pulse import Ping
from ..storage.journal import Storage, StoredColumn
from ..storage.memory import MemoryStorage
from .changes import ChangeSet, Collection, Digest, Model, Place, Refusal, SetAside
from .clock import Clock, GameTime, SystemClock
from .faults import FaultLog
from .lanes import Lane, Outbox, Sender
from .log_lines import Sparing
from .plugins import Caller
from .registry import Farewell, Registry
from .set_aside import SET_ASIDE, bring_up_to_date
from .switchboard import Switchboard
from .truth import ColumnStore, Truth
from .workers import Workers

T = TypeVar("T")

TICK_MS = 50
MOST_PENDING = 20
"""Ticks that may wait for a commit before the simulation waits."""
BEFORE_LOGIN = (Hello, Login, NameAnswer)

_log = logging.getLogger("voxtable.engine")


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


class Engine(Registry):
    """One world's engine. `now` is game time in ms; `rng` is chance for drops and the like, never for dice."""

    def __init__(
        self, storage: Storage | None = None, *, clock: Clock | None = None, rng: random.Random | None = None
    ) -> None:
        super().__init__()
        self.rng = rng or random.Random()
        self.tick_number = 0
        self._storage: Storage = storage if storage is not None else MemoryStorage()
        self._clock: Clock = clock or SystemClock()
        self._time = GameTime(self._clock)
        self.now = self._time.now()
        self._faults = FaultLog()
        self._truth = Truth(self.collections, self._failed)
        self._switchboard = Switchboard(self._failed)
        self._workers = Workers()
        self._strangers = Sparing(most=20, every=10_000)
        self._inbox: deque[_Received | _Gone | _Broken] = deque()
        self.on(Ping, lambda changes, caller, message: None)
        self._submitted = 0
        self._durable = 0
        self.declare(SET_ASIDE)

    # ------------------------------------------------------------------ what is true

    @property
    def model(self) -> Model:
        """The committed records."""
        return self._truth.model

    @property
    def set_aside(self) -> tuple[SetAside, ...]:
        """The stored records that this version cannot read; each is kept as it is."""
        return tuple(self.model.aside.values())

    @property
    def columns(self) -> ColumnStore:
        """The committed blocks; the world room sets its own store."""
        return self._truth.columns

    @columns.setter
    def columns(self, store: ColumnStore) -> None:
        self._truth.columns = store

    @property
    def locate(self) -> Callable[[str], Place | None]:
        """Where a player is, for `tell_near`; the players room sets it."""
        return self._switchboard.locate

    @locate.setter
    def locate(self, locate: Callable[[str], Place | None]) -> None:
        self._switchboard.locate = locate

    # ------------------------------------------------------------------ what rooms say

    def tell(self, player: str, message: Message) -> None:
        """Send through the lane of a player's newest connection; nobody hears when the player is away."""
        self._switchboard.tell(player, message)

    def tell_near(self, pos: Place, message: Message, radius: float = 64.0, but: str = "") -> None:
        """Send to everybody within `radius` blocks of a place, except one."""
        self._switchboard.tell_near(pos, message, radius, but)

    def tell_all(self, message: Message) -> None:
        """Send to everybody in the world."""
        self._switchboard.tell_all(message)

    def reply(self, connection: int, message: Message) -> None:
        """Send to one connection, logged in or not. From a handler it comes before all else that the handler causes,
        once the handler has succeeded."""
        self._switchboard.reply(connection, message)

    def send_now(self, player: str, frame: bytes) -> None:
        """Send a position frame past the lane. While the peer has not taken earlier bytes only the latest is kept."""
        lane = self._switchboard.players.get(player)
        if lane is not None:
            lane.send_now(frame)

    def admit(self, connection: int, player: str) -> None:
        """Bind a connection to a player after a proven login. An older connection of the same player ends, and what
        was queued for it is dropped. From a handler: once the handler has succeeded, before its other messages."""
        self._switchboard.admit(connection, player)

    def close(self, connection: int, code: str, text: str) -> None:
        """End a connection with a Goodbye through its lane, after everything that was told before."""
        self._switchboard.close(connection, code, text)

    def connection(self, player: str) -> int | None:
        """The number of a player's living connection, or None."""
        lane = self._switchboard.players.get(player)
        return lane.number if lane is not None else None

    def address(self, connection: int) -> str:
        """Where a living connection comes from, '' when that is not known."""
        lane = self._switchboard.lanes.get(connection)
        return lane.address if lane is not None else ""

    def online(self) -> tuple[str, ...]:
        """The ids of players with a living connection."""
        return tuple(self._switchboard.players)

    # ------------------------------------------------------------------ work beside the tick

    def work(self, job: Callable[[], T], done: Callable[[ChangeSet, T], None]) -> None:
        """Run a job in a worker thread; `done` takes its result inside a later tick, in a change set of its own.

        A job that raises is logged, and `done` is not called."""
        self._workers.start(job, lambda result: self._attempt(lambda changes: done(changes, result), done))

    @property
    def working(self) -> int:
        """Jobs whose result was not taken up yet."""
        return self._workers.running

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
                self._truth.load(collection, self._storage)
        self.tick_number, last_committed = self._storage.last_moment()
        self._submitted = self._durable = self.tick_number
        self._time = GameTime(self._clock, last_committed)
        self.now = self._time.now()
        self._storage.start(
            lambda tick: on_main(lambda: self.committed(tick)), lambda sentence: on_main(lambda: failed(sentence))
        )
        self.change(lambda changes: bring_up_to_date(changes, self.collections))

    def change(self, run: Callable[[ChangeSet], T]) -> T:
        """Run something in a change set of its own between ticks, stored with the next tick. Raises what it raises."""
        changes, result = self._run(run)
        self._publish(changes)
        self._switchboard.end()
        return result

    def take_leave(self) -> None:
        """The clean end: every player leaves the world, all connections hear a Goodbye, and what is open is sealed."""
        for lane in self._switchboard.lanes.values():
            self._inbox.append(_Broken(lane, "server_stops", "The server is stopping."))
            self._inbox.append(_Gone(lane, self._time.now()))
        self.tick()

    def abandon(self) -> None:
        """The end when nothing more can be stored: what is not durable is forgotten untold."""
        outbox = self._switchboard.outbox = Outbox(self._failed)
        for lane in self._switchboard.lanes.values():
            lane.ended = False
            outbox.part(lane, "server_failed", "The server had to stop: it can no longer store the world.")
        outbox.seal(0, self._compose)
        outbox.flush(0)

    def shut_down(self) -> None:
        """Wait for the workers and the storage, and let go of the world."""
        self._workers.close()
        self._storage.close()

    # ------------------------------------------------------------------ what the network hands in

    def codec(self) -> Codec:
        """The decoder of all messages that are handled, once all are registered."""
        return Codec(self.handlers)

    def connect(self, sender: Sender, address: str = "") -> int:
        """Take in a new connection from an address and give it a number."""
        return self._switchboard.connect(sender, address)

    def receive(self, connection: int, message: Message) -> None:
        """A message came: stamp it for the next tick."""
        lane = self._switchboard.lanes.get(connection)
        if lane is not None:
            self._inbox.append(_Received(lane, message, self._time.now()))

    def refuse(self, connection: int, code: str, text: str) -> None:
        """The connection broke the protocol: it ends with a Goodbye, after the messages that came before."""
        lane = self._switchboard.lanes.get(connection)
        if lane is not None:
            self._inbox.append(_Broken(lane, code, text))

    def disconnect(self, connection: int) -> None:
        """The connection is gone; messages that came before are still handled."""
        lane = self._switchboard.lanes.pop(connection, None)
        if lane is not None:
            self._inbox.append(_Gone(lane, self._time.now()))

    def give_time(self, connection: int) -> None:
        """The login on this connection is proven, and its player has been asked something before they come in."""
        lane = self._switchboard.lanes.get(connection)
        if lane is not None:
            lane.asked = True

    def seconds_to_come_in(self, connection: int) -> float:
        """How long a connection may stay outside, from its beginning."""
        lane = self._switchboard.lanes.get(connection)
        return limits.ANSWER_SECONDS if lane is not None and lane.asked else limits.LOGIN_SECONDS

    def admitted(self, connection: int) -> bool:
        """Whether the login on this connection is proven."""
        lane = self._switchboard.lanes.get(connection)
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
        self._faults.tick(self.now)
        for _ in range(len(self._inbox)):
            self._take(self._inbox.popleft())
        for take in self._workers.finished():
            take()
        for run in (*self.ticks, *self.hooks.tick):
            self._attempt(run)
        self._seal()
        for lane in self._switchboard.players.values():
            lane.send_now()

    def committed(self, tick: int) -> None:
        """Every tick up to this one is durable: what they told leaves now."""
        self._durable = max(self._durable, tick)
        if self._durable >= self._submitted:
            # Ticks without changes that followed are as durable as the last one with changes.
            self._durable = self._submitted = self.tick_number
        self._switchboard.outbox.flush(self._durable)

    def _seal(self) -> None:
        journal = self._truth.seal(self.tick_number, self.now)
        self._switchboard.outbox.seal(self.tick_number, self._compose)
        if journal:
            self._submitted = self.tick_number
            self._storage.submit(journal)
        elif self._durable >= self._submitted:
            self.committed(self.tick_number)

    def _compose(self, digest: Digest, parts: list[Any]) -> Message | None:
        """What a digest tells; where it fails nothing is told, and all that happened stands."""
        try:
            return digest.compose(self._truth.changes(self.now), parts)
        except Exception as error:  # noqa: BLE001 - noted with its trace; words about a change must not undo it
            self._failed("What has changed could not be told; it stands.", error)
            return None

    def _take(self, event: _Received | _Gone | _Broken) -> None:
        lane = event.lane
        if isinstance(event, _Gone):
            self._say_farewell(Caller(self._switchboard.bury(lane), event.stamp, lane.number))
        elif lane.ended:
            return
        elif isinstance(event, _Broken):
            self._turn_away(lane, event.code, event.text)
        else:
            self._handle(lane, event.message, event.stamp)

    def _say_farewell(self, caller: Caller) -> None:
        for run in self.farewells:
            self._attempt(_bound(run, caller), run)

    def _handle(self, lane: Lane, message: Message, stamp: int) -> None:
        kind = type(message)
        if not lane.player and kind not in BEFORE_LOGIN and getattr(kind, "needs_login", True):
            self._turn_away(lane, "login_first", "The first messages must be hello and login.")
            return
        handler = self.handlers[kind]
        caller = Caller(lane.player, stamp, lane.number)
        try:
            changes, answer = self._run(lambda changes: handler(changes, caller, message), lane.player)
        except Refusal as refusal:
            self._refuse(lane, message, refusal)
        except Exception as error:  # noqa: BLE001 - noted with its trace; one handler's fault must not end the others
            self._failed(f"The handler of {kind.__name__} failed; it changed nothing.", error)
            self._refuse(lane, message, Refusal("internal_error", "The server made a mistake; nothing was changed."))
        else:
            self._publish(changes)
            if isinstance(message, Request):
                self._switchboard.outbox.put(lane, answer if answer is not None else Done(message.n))
            self._switchboard.end()

    def _refuse(self, lane: Lane, message: Message, refusal: Refusal) -> None:
        if isinstance(message, Request):
            self._switchboard.outbox.put(lane, Refused(message.n, refusal.code, refusal.text))
        elif lane.player:
            self._switchboard.outbox.put(lane, Notice("warning", refusal.text))
        else:
            claimed = message.name if isinstance(message, Login) else ""
            self._turn_away(lane, refusal.code, refusal.text, claimed)

    def _turn_away(self, lane: Lane, code: str, text: str, claimed: str = "") -> None:
        """End a connection with a Goodbye, and say so in the log; `claimed` is the name that a login was meant for."""
        who = f"player {lane.player}" if lane.player else f"a login as {claimed!r}" if claimed else "a stranger"
        left_out = 0 if lane.player else self._strangers.left_out(self.now)
        if left_out:
            _log.info("%d more connections of strangers ended.", left_out)
        if left_out is not None:
            _log.info("The connection of %s from %s ends: %s (%s)", who, lane.address or "nowhere", text, code)
        self._switchboard.outbox.part(lane, code, text)

    def _attempt(self, run: Callable[[ChangeSet], None], of: Callable[..., Any] | None = None) -> None:
        """Run a part of the tick that nobody asked for: when it fails, it changes nothing and the tick goes on. `of` is
        what the log names."""
        try:
            changes, _ = self._run(run)
        except Exception as error:  # noqa: BLE001 - as above
            self._failed(f"A part of the tick, {_named(of or run)}, failed; it changed nothing.", error)
        else:
            self._publish(changes)
            self._switchboard.end()

    def _failed(self, sentence: str, error: Exception) -> None:
        self._faults.note(sentence, error, self.now)

    def _run(self, run: Callable[[ChangeSet], T], asker: str = "") -> tuple[ChangeSet, T]:
        """Run in a fresh change set and make it true. When anything raises, nothing of it ever was."""
        changes = self._truth.changes(self.now, asker)
        self._switchboard.begin()
        try:
            result = run(changes)
            self._truth.merge(changes, self.hooks)
        except BaseException:
            self._switchboard.drop()
            raise
        self._switchboard.succeed()
        return changes, result

    def _publish(self, changes: ChangeSet) -> None:
        """The log first, then observers, then the set's own tellings."""
        for note in changes.notes:
            note.write()
        for observer in (*self.observers, *self.hooks.observers):
            try:
                observer(changes)
            except Exception as error:  # noqa: BLE001 - as above; what the observer saw is true already
                self._failed(f"The observer {_named(observer)} failed; the change it saw stands.", error)
        self._switchboard.deliver_tellings(changes)


def _bound(run: Farewell, caller: Caller) -> Callable[[ChangeSet], None]:
    return lambda changes: run(changes, caller)


def _named(run: Callable[..., Any]) -> str:
    """What a part of the tick is called in the log."""
    return f"{run.__module__}.{getattr(run, '__qualname__', type(run).__qualname__)}"
