"""What a match goes on adding to, its log in words and its rolls, kept in pages: adding costs the same however long it
has lasted. The newest lines and rolls stay in the match's own record; pages that are full never change again.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, Protocol

import msgspec

from ..engine.changes import ChangeSet, Collection
from ..shared.protocol.limits import LOG_PAGE

ROLLS: Final = 256
"""Rolls in one stored page."""


class LinesRecord(msgspec.Struct, frozen=True):
    """A full page of a match's log."""

    lines: tuple[str, ...]


class RollsRecord(msgspec.Struct, frozen=True):
    """A full page of a match's rolls, as faces."""

    rolled: tuple[bytes, ...]


class Lasting(Protocol):
    """A match's record: `log` are its newest lines, after `told` others that are in pages; the rest as in Rolls."""

    @property
    def id(self) -> str: ...
    @property
    def log(self) -> tuple[str, ...]: ...
    @property
    def told(self) -> int: ...
    @property
    def rolled(self) -> tuple[bytes, ...]: ...
    @property
    def paged(self) -> int: ...


class Rolls(Protocol):
    """A record that has the newest rolls of a match: `rolled`, after `paged` ones that are in pages."""

    @property
    def rolled(self) -> tuple[bytes, ...]: ...
    @property
    def paged(self) -> int: ...


STORED_LINES: Final = Collection("tabletop/log_pages", LinesRecord, "a part of a match's log")
STORED_ROLLS: Final = Collection("tabletop/roll_pages", RollsRecord, "a part of a match's rolls")


def turned(changes: ChangeSet, record: Lasting) -> dict[str, Any]:
    """The fields of a match's record after what is too much of its log and its rolls has gone into pages."""
    log, told, rolled, paged = record.log, record.told, record.rolled, record.paged
    while len(log) >= 2 * LOG_PAGE:
        changes.put(STORED_LINES, _key(record.id, told // LOG_PAGE), LinesRecord(log[:LOG_PAGE]))
        log, told = log[LOG_PAGE:], told + LOG_PAGE
    while len(rolled) > ROLLS:
        changes.put(STORED_ROLLS, _key(record.id, paged // ROLLS), RollsRecord(rolled[:ROLLS]))
        rolled, paged = rolled[ROLLS:], paged + ROLLS
    return {"log": log, "told": told, "rolled": rolled, "paged": paged}


def lines_before(
    changes: ChangeSet, match: str, log: Sequence[str], told: int, before: int
) -> tuple[int, Sequence[str]]:
    """A page of the lines before one, and the number of its first; `log` are the newest ones, after `told` others."""
    before = min(before, told + len(log))
    if before > told:
        first = max(told, before - LOG_PAGE)
        return first, log[first - told : before - told]
    page = max(0, before - 1) // LOG_PAGE
    kept = changes.read(STORED_LINES, _key(match, page))
    return page * LOG_PAGE, kept.lines[: before - page * LOG_PAGE] if kept is not None else ()


def forget_lines(changes: ChangeSet, match: str, told: int) -> None:
    """Take the pages of a match's log away, with the match."""
    for page in range(told // LOG_PAGE):
        if changes.readable(STORED_LINES, _key(match, page)):
            changes.delete(STORED_LINES, _key(match, page))


def rolls(
    match: str, kept: Rolls, page: Callable[[str], RollsRecord | None], first: int = 0, most: int | None = None
) -> Iterator[bytes]:
    """The rolls of a match from the first that is wanted, `most` of them or all; `page` has the stored pages by key."""
    end = kept.paged + len(kept.rolled) if most is None else min(kept.paged + len(kept.rolled), first + most)
    for number in range(first // ROLLS, -(-min(end, kept.paged) // ROLLS)):
        stored = page(_key(match, number))
        whole = stored.rolled if stored is not None else ()
        yield from whole[max(0, first - number * ROLLS) : end - number * ROLLS]
    yield from kept.rolled[max(0, first - kept.paged) : max(0, end - kept.paged)]


def _key(match: str, page: int) -> str:
    return f"{match}/{page}"
