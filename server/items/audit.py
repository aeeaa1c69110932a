"""The audit: proof from a stored world alone that what exists is exactly what was minted minus what was burnt."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from sqlite3 import Connection
from typing import TypeVar

from ..engine.changes import Collection
from ..engine.set_aside import SET_ASIDE
from ..storage.records import UnreadableRecord
from ..storage.schema import names_under, read_database, readable
from .ledger import BURNT, HOLDERS, MINTED, Tallied, tally

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class ItemSum:
    """One item over all holders. `doubled` names data that more than one stack of it carries."""

    item: str
    existing: int
    minted: int
    burnt: int
    doubled: tuple[str, ...] = ()

    @property
    def sound(self) -> bool:
        """Whether the sum holds and no singular stack exists twice."""
        return self.existing == self.minted - self.burnt and not self.doubled


def audit(world: Path) -> tuple[ItemSum, ...]:
    """The sums of every item that ever was in a world, by item, as far as they can be read; a server may have it open.
    Raises WorldError."""
    with read_database(world) as database:
        holders = dict(_readable(database, HOLDERS))
        minted = _by_item(_readable(database, MINTED))
        burnt = _by_item(_readable(database, BURNT))
    existing: Counter[str] = Counter()
    doubled: dict[str, list[str]] = {}
    for (item, data), count in tally(stack for holder in holders.values() for stack in holder.slots).items():
        existing[item] += count
        if data and count > 1:
            doubled.setdefault(item, []).append(" ".join(f"{name}={value}" for name, value in data))
    return tuple(
        ItemSum(item, existing[item], minted[item], burnt[item], tuple(doubled.get(item, ())))
        for item in sorted(existing.keys() | minted.keys() | burnt.keys())
    )


def unreadable(world: Path) -> tuple[str, ...]:
    """What of a world this version cannot read, a sentence for each record. Raises WorldError."""
    with read_database(world) as database:
        found = {name: record.why for name, record in _readable(database, SET_ASIDE)}
        for collection in (SET_ASIDE, HOLDERS, MINTED, BURNT):
            for key, error in readable(database, collection.name, collection.record):
                if isinstance(error, UnreadableRecord):
                    found[f"{collection.name} {key}"] = str(error)
        laid_aside = [" ".join(name) for name in names_under(database, f"{SET_ASIDE.name}/")]
    told = [f"{name} cannot be read: {why}." for name, why in sorted(found.items())]
    return (*told, *(f"{name} could not be read; it was laid aside." for name in laid_aside))


def _readable(database: Connection, collection: Collection[T]) -> Iterator[tuple[str, T]]:
    for key, record in readable(database, collection.name, collection.record):
        if not isinstance(record, UnreadableRecord):
            yield key, record


def _by_item(counters: Iterable[tuple[str, Tallied]]) -> Counter[str]:
    """Counters are kept by item and reason, as `item/reason`."""
    sums: Counter[str] = Counter()
    for key, tallied in counters:
        sums[key.partition("/")[0]] += tallied.count
    return sums
