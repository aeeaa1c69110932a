"""The audit: proof from a stored world alone that what exists is exactly what was minted minus what was burnt."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ..storage.schema import read_database, stored
from .ledger import BURNT, HOLDERS, MINTED, Tallied, tally


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
    """The sums of every item that ever was in a world, by item; a server may have it open. Raises WorldError."""
    with read_database(world) as database:
        holders = dict(stored(database, HOLDERS.name, HOLDERS.record))
        minted = _by_item(stored(database, MINTED.name, MINTED.record))
        burnt = _by_item(stored(database, BURNT.name, BURNT.record))
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


def _by_item(counters: Iterable[tuple[str, Tallied]]) -> Counter[str]:
    """Counters are kept by item and reason, as `item/reason`."""
    sums: Counter[str] = Counter()
    for key, tallied in counters:
        sums[key.partition("/")[0]] += tallied.count
    return sums
