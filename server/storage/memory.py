"""A world that lives only as long as its process: every submitted tick is durable at once."""

from collections.abc import Callable, Iterable

from .journal import ColumnPlace, Journal, StoredColumn


class MemoryStorage:
    """Keeps packed records and columns in dictionaries; opening a second engine on it finds what the first one left."""

    def __init__(self) -> None:
        self.logs: list[tuple[str, bytes]] = []
        self._records: dict[str, dict[str, bytes]] = {}
        self._columns: dict[ColumnPlace, StoredColumn] = {}
        self._moment = (0, 0)
        self._committed: Callable[[int], None] = lambda tick: None

    def last_moment(self) -> tuple[int, int]:
        return self._moment

    def records(self, collection: str) -> Iterable[tuple[str, bytes]]:
        return tuple(self._records.get(collection, {}).items())

    def column(self, place: ColumnPlace) -> StoredColumn | None:
        return self._columns.get(place)

    def start(self, committed: Callable[[int], None], failed: Callable[[str], None]) -> None:
        self._committed = committed

    def submit(self, journal: Journal) -> None:
        for (collection, key), packed in journal.records.items():
            rows = self._records.setdefault(collection, {})
            if packed is None:
                rows.pop(key, None)
            else:
                rows[key] = packed
        self.logs.extend(journal.appended)
        self._columns.update(journal.columns)
        self._moment = (journal.tick, journal.now)
        self._committed(journal.tick)

    def close(self) -> None:
        self._committed = lambda tick: None
