"""What one tick changed, as bytes and copies only, and what any store of worlds must do with it."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

ColumnPlace = tuple[int, int]
StoredColumn = tuple[int, bytes]
"""A column's revision and its 65,536 bytes of little-endian uint16, shape (16, 128, 16)."""


@dataclass(frozen=True, slots=True)
class Journal:
    """One sealed tick: its number, its game time in ms, packed records (None: deleted), log entries and columns."""

    tick: int
    now: int
    records: Mapping[tuple[str, str], bytes | None] = field(default_factory=dict)
    appended: tuple[tuple[str, bytes], ...] = ()
    columns: Mapping[ColumnPlace, StoredColumn] = field(default_factory=dict)

    def __bool__(self) -> bool:
        """Whether there is anything to store."""
        return bool(self.records or self.appended or self.columns)


class Storage(Protocol):
    """Where a world is kept. `submit` never waits; both callbacks may come from another thread."""

    def last_moment(self) -> tuple[int, int]:
        """The last committed tick and its game time in ms, (0, 0) for a new world."""
        ...

    def records(self, collection: str) -> Iterable[tuple[str, bytes]]:
        """All stored records of a collection: key and packed record."""
        ...

    def column(self, place: ColumnPlace) -> StoredColumn | None:
        """A stored column, submitted ones included. May be called from any thread."""
        ...

    def start(self, committed: Callable[[int], None], failed: Callable[[str], None]) -> None:
        """Begin to commit. `committed(tick)`: every tick up to it is durable. `failed(sentence)`: nothing more is."""
        ...

    def submit(self, journal: Journal) -> None:
        """Commit this tick after all earlier ones."""
        ...

    def close(self) -> None:
        """Commit what was submitted, then let go of the world."""
        ...
