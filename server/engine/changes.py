"""The change set: everything one handler wants to change, kept apart until it has succeeded.

A handler reads through its change set and writes into it. When it returns, the engine merges the set into the model
and the tick's journal; when it raises, the set is dropped whole and nothing of it was ever true. DESIGN section 2.
"""

import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Any, Generic, Protocol, TypeVar

from ..shared.inventory.stack import Stack
from ..shared.protocol.message import Message

T = TypeVar("T")
Pos = tuple[int, int, int]
"""A block: x, y, z."""
Place = tuple[float, float, float]
"""A point of the world in blocks: x, y, z."""

_log = logging.getLogger("voxtable.engine")


class Refusal(Exception):
    """A request that changes nothing: `code` is stable, `text` is a sentence for the player."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code
        self.text = text


class Unreadable(Enum):
    """What becomes of a stored record that this version cannot read. Its bytes are kept as they are, whatever this
    says, for a version that can."""

    LOCKED = "locked"
    """It stays in its place; whoever reads or writes it is refused with a sentence."""
    FREED = "freed"
    """It is laid aside and its place begins anew: for what only tells how things stood a moment ago."""
    FATAL = "fatal"
    """The world is not opened: nothing in it would mean the same without this record."""


@dataclass(frozen=True, slots=True)
class Collection(Generic[T]):
    """A named set of frozen records by key. The part of the name before the slash is the plugin that owns it.

    `called` is one of its records to people, `check` raises whatever it likes for a record that has the right form and
    yet cannot be used, `unreadable` says what becomes of one that cannot be read."""

    name: str
    record: type[T]
    called: str = field(default="a record", compare=False)
    check: Callable[[T], object] | None = field(default=None, compare=False)
    unreadable: Unreadable = field(default=Unreadable.LOCKED, compare=False)


@dataclass(frozen=True, slots=True)
class Log(Generic[T]):
    """A named list of frozen records that only grows."""

    name: str
    record: type[T]


class Blocks(Protocol):
    """The committed blocks, as the world room keeps them."""

    def state_at(self, pos: Pos) -> int | None:
        """The state number at a block, or None where no column is loaded."""
        ...


@dataclass(frozen=True, slots=True)
class SetAside:
    """A stored record that cannot be read: where it is, its bytes, what it is called, and what is wrong with it."""

    collection: str
    key: str
    packed: bytes
    called: str
    why: str

    def names(self, player: str) -> bool:
        """Whether it is of this player, as far as can be seen."""
        return player in self.key or player.encode() in self.packed


class Model:
    """The committed truth in memory: every collection's records by key, and what could not be read."""

    def __init__(self) -> None:
        self._rows: dict[str, dict[str, Any]] = {}
        self.aside: dict[tuple[str, str], SetAside] = {}

    def rows(self, collection: Collection[T]) -> Mapping[str, T]:
        """All committed records of a collection by key."""
        return self._rows.setdefault(collection.name, {})

    def load(self, collection: Collection[T], key: str, record: T) -> None:
        """Take in a stored record at start."""
        self._rows.setdefault(collection.name, {})[key] = record

    def merge(self, changes: "ChangeSet") -> None:
        """Make a successful change set's records true."""
        for (name, key), record in changes.records.items():
            rows = self._rows.setdefault(name, {})
            if record is None:
                rows.pop(key, None)
            else:
                rows[key] = record


class Digest(Protocol):
    """A subject that is told once a tick, however often it changed in it. Equal digests are one subject."""

    def compose(self, changes: "ChangeSet", parts: Sequence[Any]) -> Message | None:
        """What is told when the tick is sealed, of how things stand then and of what was mentioned, in order."""
        ...

    def __hash__(self) -> int: ...


@dataclass(frozen=True, slots=True)
class Mention:
    """Stands for the message that a digest composes; whoever hears it does so in the place of its first mention."""

    digest: Digest
    part: Any = None


@dataclass(frozen=True, slots=True)
class ToPlayer:
    """For the newest connection of one player, when online."""

    player: str
    message: Message | Mention


@dataclass(frozen=True, slots=True)
class ToNear:
    """For every player within `radius` blocks of a place, except one."""

    pos: Place
    radius: float
    message: Message | Mention
    but: str = ""


@dataclass(frozen=True, slots=True)
class ToAll:
    """For everybody who is in the world."""

    message: Message


Telling = ToPlayer | ToNear | ToAll


@dataclass(frozen=True, slots=True)
class Note:
    """A line for the log of the server, with values that its text has places for."""

    log: logging.Logger
    level: int
    text: str
    values: tuple[object, ...]

    def write(self) -> None:
        """It has come true: let the log say so."""
        self.log.log(self.level, self.text, *self.values)


@dataclass(slots=True)
class ChangeSet:
    """One handler's view of the model and what it changes. `now` is game time in integer milliseconds."""

    model: Model
    blocks: Blocks
    now: int
    asker: str = ""
    """The player whose request this is; '' for what nobody asked for."""
    records: dict[tuple[str, str], Any] = field(default_factory=dict)
    """By (collection, key): the new record, or None where it is deleted."""
    appended: list[tuple[str, Any]] = field(default_factory=list)
    """(log, record) in order."""
    block_edits: dict[Pos, tuple[int, int]] = field(default_factory=dict)
    """By block: the state before this set and the state after it."""
    tellings: list[Telling] = field(default_factory=list)
    burnt: list[tuple[Stack, str]] = field(default_factory=list)
    """Stacks with data that vanish, and why: plugins are asked before the set becomes true."""
    notes: list[Note] = field(default_factory=list)
    failed: Callable[[str, Exception], None] = lambda sentence, error: _log.error("%s", sentence, exc_info=error)
    """Hears of a part that failed."""

    def read(self, collection: Collection[T], key: str) -> T | None:
        """A record as this set sees it, or None. Raises Refusal for one that was set aside."""
        slot = (collection.name, key)
        self._check_readable(slot)
        if slot in self.records:
            record: T | None = self.records[slot]
            return record
        return self.model.rows(collection).get(key)

    def readable(self, collection: Collection[Any], key: str) -> bool:
        """Whether no record that cannot be read stands here."""
        return (collection.name, key) not in self.model.aside

    def scan(self, collection: Collection[T]) -> Iterator[tuple[str, T]]:
        """All records of a collection as this set sees them, without those that were set aside."""
        rows = dict(self.model.rows(collection))
        for (name, key), record in self.records.items():
            if name == collection.name:
                if record is None:
                    rows.pop(key, None)
                else:
                    rows[key] = record
        yield from rows.items()

    def put(self, collection: Collection[T], key: str, record: T) -> None:
        """Write a record. Raises Refusal where one was set aside."""
        self._check_readable((collection.name, key))
        self.records[(collection.name, key)] = record

    def delete(self, collection: Collection[T], key: str) -> None:
        """Take a record away. Raises Refusal where one was set aside."""
        self._check_readable((collection.name, key))
        self.records[(collection.name, key)] = None

    def attempt(self, what: str, run: Callable[[], object]) -> bool:
        """Run a part that must not stop the others. When it raises, what it changed is taken back and the fault is
        noted: `what` says in a few words what has failed. Tells whether it succeeded."""
        records, edits = dict(self.records), dict(self.block_edits)
        kept = (len(self.appended), len(self.tellings), len(self.burnt), len(self.notes))
        try:
            run()
        except Exception as error:  # noqa: BLE001 - noted with its trace, and only this part is undone
            self.records, self.block_edits = records, edits
            del self.appended[kept[0] :], self.tellings[kept[1] :], self.burnt[kept[2] :], self.notes[kept[3] :]
            self.failed(f"{what} failed; nothing of it was changed.", error)
            return False
        return True

    def append(self, log: Log[T], record: T) -> None:
        """Add to a log."""
        self.appended.append((log.name, record))

    def block(self, pos: Pos) -> int | None:
        """The state number at a block as this set sees it, or None where no column is loaded."""
        edit = self.block_edits.get(pos)
        return edit[1] if edit is not None else self.blocks.state_at(pos)

    def set_block(self, pos: Pos, state: int) -> None:
        """Change a block. Raises Refusal where no column is loaded."""
        before = self.blocks.state_at(pos)
        if before is None:
            raise Refusal("not_loaded", "That part of the world is not loaded.")
        self.block_edits[pos] = (before, state)

    def tell(self, player: str, message: Message | Mention) -> None:
        """Send to one player once this set is durable; nobody hears when the player is away."""
        self.tellings.append(ToPlayer(player, message))

    def tell_near(self, pos: Place, message: Message | Mention, radius: float = 64.0, but: str = "") -> None:
        """Send to everybody near a place, except one, once this set is durable."""
        self.tellings.append(ToNear(pos, radius, message, but))

    def tell_all(self, message: Message) -> None:
        """Send to everybody in the world once this set is durable."""
        self.tellings.append(ToAll(message))

    def note(self, log: logging.Logger, text: str, *values: object, level: int = logging.INFO) -> None:
        """Say in the server's log what this set does, once it has become true: a set that is dropped says nothing."""
        self.notes.append(Note(log, level, text, values))

    def _check_readable(self, slot: tuple[str, str]) -> None:
        aside = self.model.aside.get(slot)
        if aside is not None:
            raise Refusal(
                "set_aside",
                f"This needs {aside.called} that this server cannot read. It is kept as it is; tell whoever runs the "
                "server.",
            )

    def changed(self, collection: Collection[T]) -> Iterator[tuple[str, T | None]]:
        """The keys of a collection that this set writes, with their new records (None: deleted)."""
        for (name, key), record in self.records.items():
            if name == collection.name:
                yield key, record
