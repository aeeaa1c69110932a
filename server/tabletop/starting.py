"""From 'all are ready' to the first roll: commitments, the server's seal, and what the clients reveal in time.

A start that comes to nothing, since somebody reveals nothing or something else or because the table changed meanwhile,
is logged with all it was made of, and the next one takes fresh values from everybody. DESIGN section 4, Fair dice.
"""

import logging
from collections.abc import Callable, Sequence
from typing import Final

import msgspec
from msgspec.structs import replace

from ..engine.changes import ChangeSet, Collection, Log, Pos, Refusal, Unreadable
from ..engine.plugins import Caller, PluginHost
from ..shared.fair_dice import commitment
from ..shared.protocol.chat import Notice
from ..shared.protocol.message import Refused
from ..shared.protocol.tabletop import AskCommitment, AskReveal, Reveal
from . import dice
from .company import Company
from .dice import Seeds
from .records import Records, TableRecord, key_of, pos_of
from .showing import Shown
from .wording import listed

REVEAL_MS: Final = 5_000
"""How long the clients have to reveal, or to come up with a fresh commitment."""
MOST_ABORTED: Final = 5
"""So many starts at a table may come to nothing within a while; then it has to rest."""
ABORTED_MS: Final = 60_000
_BYTES: Final = 32

_TOO_MANY: Final = f"{MOST_ABORTED} starts came to nothing within a minute; this table rests."

_log = logging.getLogger("voxtable.tabletop")


class CommittedRecord(msgspec.Struct, frozen=True):
    """What a player's ready mark at a table carries."""

    table: Pos
    commitment: bytes


class StartRecord(msgspec.Struct, frozen=True):
    """A start under way at a table. `revision` is the lobby's for which it was begun; by seat: players and their
    commitments, b'' for bots; `revealed` by player; `until` in game ms."""

    match: str
    secret: bytes
    alone: bool
    revision: int
    players: tuple[str, ...]
    commitments: tuple[bytes, ...]
    until: int
    revealed: dict[str, bytes] = {}

    @property
    def people(self) -> tuple[str, ...]:
        """Who has to reveal."""
        return tuple(player for player, sealed in zip(self.players, self.commitments, strict=True) if sealed)


class AskedRecord(msgspec.Struct, frozen=True):
    """At a table, who is ready has been asked for a fresh commitment and has until this game time in ms to answer."""

    until: int


class AbortedRecord(msgspec.Struct, frozen=True):
    """A start that came to nothing at a game time in ms, and who kept it from more."""

    table: Pos
    at: int
    start: StartRecord
    blamed: tuple[str, ...]


Stands = Callable[[ChangeSet, Pos, Sequence[str]], bool]
"""Whether a match at a table would still be one of just these players."""
Launch = Callable[[ChangeSet, Pos, Seeds], None]
"""Begins the match at a table from these seeds."""


class Starting:
    """Starts under way. One holds while its players `stands`; `launch` makes a match of it when it is complete."""

    def __init__(self, host: PluginHost, records: Records, shown: Shown, stands: Stands, launch: Launch) -> None:
        self._host = host
        self._records = records
        self._shown = shown
        self._stands = stands
        self._launch = launch
        self._committed = host.keep(Collection("tabletop/committed", CommittedRecord, unreadable=Unreadable.FREED))
        self._starts = host.keep(Collection("tabletop/starts", StartRecord, unreadable=Unreadable.FREED))
        self._asked = host.keep(Collection("tabletop/asked", AskedRecord, unreadable=Unreadable.FREED))
        self._aborted = host.keep(Log("tabletop/aborted_starts", AbortedRecord))

    def under_way(self, changes: ChangeSet, table: Pos) -> StartRecord | None:
        """The start at a table that waits for what clients reveal."""
        return changes.read(self._starts, key_of(table))

    def awaits(self, changes: ChangeSet, table: Pos, player: str) -> bool:
        """Whether a start at a table counts on this player already."""
        start = self.under_way(changes, table)
        return start is not None and player in start.people and self._holds(changes, table, start)

    def awaited(self, changes: ChangeSet, table: Pos) -> tuple[str, ...]:
        """Who is ready at a table and has yet to come up with a fresh commitment."""
        if changes.read(self._asked, key_of(table)) is None:
            return ()
        ready = self._records.table(changes, table).ready
        return tuple(player for player in ready if not self._sealed(changes, player, table))

    def interrupt(self, changes: ChangeSet, table: Pos) -> None:
        """Give up the start at a table, if any: somebody has changed their mind."""
        start = self.under_way(changes, table)
        if start is not None:
            self._abort(changes, table, start, ())

    def commit(self, changes: ChangeSet, player: str, table: Pos, sealed: bytes) -> None:
        """A player is ready with this commitment; one that was published before is void. Raises Refusal, also while too
        many starts have come to nothing here."""
        recent = _recent(self._records.table(changes, table), changes.now)
        if len(recent) >= MOST_ABORTED:
            seconds = -(-(recent[0] + ABORTED_MS - changes.now) // 1000)
            raise Refusal("too_many_starts", f"{_TOO_MANY} Be ready again in {seconds} s.")
        if len(sealed) != _BYTES:
            raise Refusal(
                "no_commitment", "Your client adds nothing to the dice, so nobody could check them; update it."
            )
        changes.put(self._committed, player, CommittedRecord(table, sealed))

    def begin(self, changes: ChangeSet, table: Pos, company: Company, alone: bool) -> None:
        """Publish all commitments and ask for what is behind them, once everybody's is fresh."""
        given = tuple(self._sealed(changes, player, table) for player in company.players)
        if any(not sealed and player in company.people for player, sealed in zip(company.players, given, strict=True)):
            return
        start = StartRecord(
            match=dice.fresh_match_id(),
            secret=dice.fresh_secret(),
            alone=alone,
            revision=self._records.table(changes, table).revision,
            players=company.players,
            commitments=given,
            until=changes.now + REVEAL_MS,
        )
        changes.put(self._starts, key_of(table), start)
        changes.delete(self._asked, key_of(table))
        seal = commitment(start.secret)
        for player in start.people:
            changes.delete(self._committed, player)
            changes.tell(player, AskReveal(table, start.match, seal, start.players, start.commitments, REVEAL_MS))

    def reveal(self, changes: ChangeSet, caller: Caller, request: Reveal) -> Refused | None:
        """A player's bytes; with the last ones the match starts. Raises Refusal."""
        table, start = self._of(changes, caller.player, request.match)
        if caller.player in start.revealed:
            raise Refusal("revealed_already", "Your part of the dice is known already.")
        if not self._holds(changes, table, start):
            self._abort(changes, table, start, ())
            return Refused(request.n, "stale", "The table has changed meanwhile; nothing was started.")
        if commitment(request.contribution) != start.commitments[start.players.index(caller.player)]:
            self._abort(changes, table, start, (caller.player,))
            return Refused(request.n, "other_bytes", "That is not what your ready mark promised; nothing was started.")
        start = replace(start, revealed={**start.revealed, caller.player: request.contribution})
        changes.put(self._starts, key_of(table), start)
        if start.revealed.keys() == set(start.people):
            self._finish(changes, table, start)
        return None

    def tick(self, changes: ChangeSet) -> None:
        """Give up what is late, or was overtaken by a change at the table, and wait for no client for ever."""
        for key, start in list(changes.scan(self._starts)):
            table = pos_of(key)
            if not self._holds(changes, table, start):
                self._abort(changes, table, start, ())
            elif changes.now >= start.until:
                self._abort(changes, table, start, tuple(set(start.people) - start.revealed.keys()))
        for key, asked in list(changes.scan(self._asked)):
            if changes.now >= asked.until:
                self._unready(changes, pos_of(key))

    # ------------------------------------------------------------------ within

    def _of(self, changes: ChangeSet, player: str, match: str) -> tuple[Pos, StartRecord]:
        for key, start in changes.scan(self._starts):
            if start.match == match and player in start.people:
                return pos_of(key), start
        raise Refusal("no_start", "That start is over.")

    def _sealed(self, changes: ChangeSet, player: str, table: Pos) -> bytes:
        record = changes.read(self._committed, player)
        return record.commitment if record is not None and record.table == table else b""

    def _holds(self, changes: ChangeSet, table: Pos, start: StartRecord) -> bool:
        """Whether the table is still as it was when everybody was ready."""
        record = self._records.table(changes, table)
        ready = start.alone or set(start.people) <= set(record.ready)
        if not record.fitter or record.revision != start.revision or not ready:
            return False
        return self._stands(changes, table, start.players)

    def _finish(self, changes: ChangeSet, table: Pos, start: StartRecord) -> None:
        changes.delete(self._starts, key_of(table))
        record = self._records.table(changes, table)
        contributions = tuple(start.revealed.get(player, b"") for player in start.players)
        changes.put(self._records.tables, key_of(table), replace(record, aborted=0))
        self._launch(changes, table, Seeds(start.match, start.secret, contributions, record.aborted))

    def _unready(self, changes: ChangeSet, table: Pos) -> None:
        """Who was asked for a fresh commitment and gave none is ready no more; everybody who sits here hears why."""
        late = self.awaited(changes, table)
        changes.delete(self._asked, key_of(table))
        if not late:
            return
        record = self._records.table(changes, table)
        ready = tuple(player for player in record.ready if player not in late)
        changes.put(self._records.tables, key_of(table), replace(record, ready=ready))
        names = listed(self._host.players.name(player) for player in late)
        told = (
            f"{names} did not add to the dice anew within {REVEAL_MS // 1000} s, and {_are(late)} not ready any more."
        )
        for player in self._records.sitters_at(changes, table).values():
            changes.tell(player, Notice("warning", told))
        self._shown.show(changes, table)

    def _abort(self, changes: ChangeSet, table: Pos, start: StartRecord, blamed: tuple[str, ...]) -> None:
        """The values are spent: who is to blame is ready no more, the others are asked for fresh ones."""
        to_blame = ", ".join(blamed) or "nobody"
        changes.note(_log, "A start at %s came to nothing; to blame: %s.", table, to_blame)
        changes.delete(self._starts, key_of(table))
        changes.append(self._aborted, AbortedRecord(table, changes.now, start, blamed))
        record = self._records.table(changes, table)
        recent = (*_recent(record, changes.now), changes.now)
        resting = len(recent) >= MOST_ABORTED
        ready = () if resting else tuple(player for player in record.ready if player not in blamed)
        if record != TableRecord():
            record = replace(record, ready=ready, aborted=record.aborted + 1, aborted_at=recent)
            changes.put(self._records.tables, key_of(table), record)
        if ready and not start.alone:
            changes.put(self._asked, key_of(table), AskedRecord(changes.now + REVEAL_MS))
        for player in start.people:
            if blamed:
                names = listed(self._host.players.name(each) for each in blamed)
                text = f"{names} did not reveal their part of the dice; nothing started."
                changes.tell(player, Notice("warning", text))
            if resting:
                changes.tell(player, Notice("warning", _TOO_MANY))
            elif player in ready and not start.alone:
                changes.tell(player, AskCommitment(table, record.revision))
        self._shown.show(changes, table)


def _are(players: Sequence[str]) -> str:
    return "is" if len(players) == 1 else "are"


def _recent(record: TableRecord, now: int) -> tuple[int, ...]:
    """When the latest starts at a table came to nothing, in game ms, those that still count against it."""
    return tuple(at for at in record.aborted_at if at > now - ABORTED_MS)[-MOST_ABORTED:]
