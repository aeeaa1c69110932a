"""What the plugin keeps: tables, who sits where, matches and their log. Frozen records in collections of its own."""

from typing import Any

import msgspec

from ..engine.changes import ChangeSet, Collection, Log, Pos
from ..engine.plugins import PluginHost


class TableRecord(msgspec.Struct, frozen=True):
    """A table that somebody placed or that holds a board.

    `owner` placed it ('' for a public table); `fitter` fitted the board ('' while there is none) and owns it on a
    public table; `ready` are the players with a ready mark; `match` is the running or last match; `wins` counts by
    player since the board was fitted; `away_since` is the game time in ms since when a public board's fitter has
    been away, 0 while near."""

    owner: str = ""
    fitter: str = ""
    ready: tuple[str, ...] = ()
    match: str = ""
    wins: dict[str, int] = {}
    away_since: int = 0

    @property
    def board_owner(self) -> str:
        """Who may take the board out: the table's owner, or on a public table its fitter."""
        return self.owner or self.fitter


class SitterRecord(msgspec.Struct, frozen=True):
    """A player's body on a chair, at one side of a table."""

    chair: Pos
    table: Pos
    side: int


class MatchRecord(msgspec.Struct, frozen=True):
    """A match on a table. Players, names and sides are by seat; `state` is the match itself as the rules store it.

    `secret` keys the dice and never leaves the server while the match runs; `rolls` counts the rolls made of it;
    `deadline` is the match's own next one, game time in ms; `history` are the banked scores after each turn; `log`
    are its last lines in words."""

    id: str
    table: Pos
    players: tuple[str, ...]
    names: tuple[str, ...]
    sides: tuple[int, ...]
    secret: bytes
    state: dict[str, Any]
    over: bool = False
    deadline: int | None = None
    rolls: int = 0
    history: tuple[tuple[int, ...], ...] = ()
    log: tuple[str, ...] = ()


class LoggedEvent(msgspec.Struct, frozen=True):
    """One event of a match as the rules told it; all of a match in order replay it."""

    match: str
    event: dict[str, Any]


def key_of(pos: Pos) -> str:
    """A position as a record's key."""
    return f"{pos[0]},{pos[1]},{pos[2]}"


def pos_of(key: str) -> Pos:
    """The position that a record's key names."""
    x, y, z = (int(part) for part in key.split(","))
    return (x, y, z)


class Records:
    """The plugin's collections, declared once."""

    def __init__(self, host: PluginHost) -> None:
        self.tables: Collection[TableRecord] = host.collection("tables", TableRecord)
        self.sitters: Collection[SitterRecord] = host.collection("sitters", SitterRecord)
        self.matches: Collection[MatchRecord] = host.collection("matches", MatchRecord)
        self.events: Log[LoggedEvent] = host.log("events", LoggedEvent)

    def table(self, changes: ChangeSet, pos: Pos) -> TableRecord:
        """The record of a table; a fresh one for a table nobody placed."""
        return changes.read(self.tables, key_of(pos)) or TableRecord()

    def match_at(self, changes: ChangeSet, pos: Pos) -> MatchRecord | None:
        """The running or last match of a table."""
        match = self.table(changes, pos).match
        return changes.read(self.matches, match) if match else None

    def sitters_at(self, changes: ChangeSet, table: Pos) -> dict[int, str]:
        """Who sits at a table, by side in clockwise order."""
        found = {sitter.side: player for player, sitter in changes.scan(self.sitters) if sitter.table == table}
        return dict(sorted(found.items()))

    def running_match_of(self, changes: ChangeSet, player: str) -> MatchRecord | None:
        """The running match in which a player holds a seat."""
        for _, match in changes.scan(self.matches):
            if not match.over and player in match.players:
                return match
        return None
