"""What the plugin keeps: tables, who sits where, matches and their log. Frozen records in collections of its own."""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any, Final

import msgspec

from ..engine.changes import ChangeSet, Collection, Log, Pos, Refusal, Unreadable
from ..engine.plugins import Caller, PluginHost
from ..shared.inventory.stack import Stack
from ..shared.protocol.tabletop import AskLog, LogPage
from . import pages
from .dice import Seeds
from .game import Figures, Game, Outcome

NO_BOTS = ("", "", "", "")
NO_COMPANY = ("", "", "", "")


class TableRecord(msgspec.Struct, frozen=True):
    """A table that somebody placed or that holds a board.

    `owner` placed it ('' for a public table); `fitter` fitted the board ('' while there is none) and owns it on a
    public table; `game` is that board's; `match` is the running, paused or last match; `wins` counts by player since
    the board was fitted; `away_since` is the game time in ms since when nobody has used a public board: nobody who
    fitted it, sits at it or plays on it is near, and no clocked match goes on; 0 while somebody does. The lobby:
    `rules` as the game stores them, `note` the setting that changed them last and what that did to others, () for
    nothing, `bots` the strategies by side, `stand_in` that of the bot which comes to whoever is alone where the
    rules need more ('' for the usual one), `ready` the players with a ready mark, `revision` counts its changes,
    `agreed` are the players who have agreed to the pot at this revision, `aborted` counts the starts that came to
    nothing since the last match began, `aborted_at` is when the latest did, in game ms, `company` is who was of the
    table's company by side ('' for nobody) when that last changed."""

    owner: str = ""
    fitter: str = ""
    ready: tuple[str, ...] = ()
    match: str = ""
    wins: dict[str, int] = {}
    away_since: int = 0
    game: str = ""
    rules: dict[str, Any] = {}
    bots: tuple[str, str, str, str] = NO_BOTS
    note: tuple[str, ...] = ()
    revision: int = 0
    agreed: tuple[str, ...] = ()
    aborted: int = 0
    aborted_at: tuple[int, ...] = ()
    company: tuple[str, str, str, str] = NO_COMPANY
    stand_in: str = ""

    @property
    def board_owner(self) -> str:
        """Who may take the board out: the table's owner, or on a public table its fitter."""
        return self.owner or self.fitter


class SitterRecord(msgspec.Struct, frozen=True):
    """A player's body on a chair, at one side of a table, since a game time in ms."""

    chair: Pos
    table: Pos
    side: int
    since: int = 0


class MatchRecord(msgspec.Struct, frozen=True):
    """A match. Players, names, sides and bots (strategies, '' for people) are by seat; `table` is None while its board
    is out of any table; `state` is the match itself as its game stores it.

    `secret` keys the dice and never leaves the server while the match runs, nor do the players' `contributions` to
    them, by seat; `rolled` are the faces of its last rolls, after `paged` others; `aborted` counts the starts right
    before it that came to nothing. `stakes` is what lies in escrow for each seat, () without a pot.
    `hurrying` are the players who want its bots to act faster.
    `started` and `starter` are what it began with, `moved` is when anything last happened in it (votes and
    asking for a clock do not count), `deadline` when it next changes by itself: game time in ms.
    `mover` is the seat to move. `log` are its last lines in words, after `told` others. `votes` are those to remove the
    seat to move, `asking` those who ask for a clock since it last did something.
    `outcome` is there once it is over, `how` tells by what, `best` are the player's fewest turns after a solo run.

    `answerable` is the player of it who took its board away last or had it then, wherever that has gone since.
    While it is paused: `paused` since when (else 0), `owner` of the board, `destroyed` when it was burnt, `dissolving`
    who agrees to end the match."""

    id: str
    game: str
    table: Pos | None
    players: tuple[str, ...]
    names: tuple[str, ...]
    sides: tuple[int, ...]
    bots: tuple[str, ...]
    secret: bytes
    state: dict[str, Any]
    started: int
    starter: int = 0
    mover: int | None = None
    moved: int = 0
    deadline: int | None = None
    contributions: tuple[bytes, ...] = ()
    rolled: tuple[bytes, ...] = ()
    aborted: int = 0
    stakes: tuple[tuple[Stack, ...], ...] = ()
    log: tuple[str, ...] = ()
    votes: tuple[str, ...] = ()
    asking: tuple[str, ...] = ()
    outcome: Outcome | None = None
    how: str = "played"
    best: int | None = None
    paused: int = 0
    owner: str = ""
    answerable: str = ""
    destroyed: bool = False
    dissolving: tuple[str, ...] = ()
    hurrying: tuple[str, ...] = ()
    paged: int = 0
    told: int = 0

    @property
    def rolls(self) -> int:
        """How many rolls it has had."""
        return self.paged + len(self.rolled)

    @property
    def seeds(self) -> Seeds:
        """What its dice come from."""
        return Seeds(self.id, self.secret, self.contributions, self.aborted)

    @property
    def over(self) -> bool:
        """Whether there is a result."""
        return self.outcome is not None

    @property
    def running(self) -> bool:
        """Whether it is being played: neither over nor paused."""
        return self.outcome is None and not self.paused

    @property
    def bot_seats(self) -> tuple[int, ...]:
        """The seats that bots play."""
        return tuple(seat for seat, bot in enumerate(self.bots) if bot)

    @property
    def absconder(self) -> str:
        """Who counts as resigned when the paused match is ended: who is answerable for the pause, or the board's owner
        who plays in it; '' for nobody."""
        return self.answerable or (self.owner if self.owner in self.people else "")

    @property
    def people(self) -> tuple[str, ...]:
        """The players who are no bots."""
        return tuple(player for player, bot in zip(self.players, self.bots, strict=True) if not bot)


class LoggedEvent(msgspec.Struct, frozen=True):
    """One event of a match as its game told it; all of a match in order replay it."""

    match: str
    event: dict[str, Any]


class AwayRecord(msgspec.Struct, frozen=True):
    """A player with a seat in a match who is not in the world, since a game time in ms."""

    since: int


class FinishedRecord(msgspec.Struct, frozen=True):
    """A match that is over, kept for good. By seat: players, names, bots, figures, contributions to the dice, and what
    was staked, () without a pot. `rolled` are the last rolls, after `paged` others. Times in game ms."""

    game: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    bots: tuple[str, ...]
    rules: dict[str, Any]
    outcome: Outcome
    how: str
    started: int
    starter: int
    ended: int
    secret: bytes
    figures: tuple[Figures, ...]
    contributions: tuple[bytes, ...] = ()
    rolled: tuple[bytes, ...] = ()
    aborted: int = 0
    stakes: tuple[tuple[Stack, ...], ...] = ()
    paged: int = 0


class StatsRecord(msgspec.Struct, frozen=True):
    """A player's sums over all matches of one game, under the name last played by; `recent` are the ids of the last of
    them, the newest first."""

    name: str
    games: int = 0
    wins: int = 0
    solo_runs: int = 0
    figures: Figures = {}
    recent: tuple[str, ...] = ()


class BestRecord(msgspec.Struct, frozen=True):
    """A player's fewest turns in solo runs under one contest's rules."""

    turns: int


STORED_MATCHES: Final = Collection("tabletop/matches", MatchRecord, "a match")
STORED_TABLES: Final = Collection("tabletop/tables", TableRecord, "a table's record")
STORED_SITTERS: Final = Collection("tabletop/sitters", SitterRecord, unreadable=Unreadable.FREED)
STORED_FINISHED: Final = Collection("tabletop/finished", FinishedRecord, "a match that is over")
STORED_EVENTS: Final = Log("tabletop/events", LoggedEvent)
"""What tools read in a stored world too."""


def key_of(pos: Pos) -> str:
    """A position as a record's key."""
    return f"{pos[0]},{pos[1]},{pos[2]}"


def pos_of(key: str) -> Pos:
    """The position that a record's key names."""
    x, y, z = (int(part) for part in key.split(","))
    return (x, y, z)


class Records:
    """The plugin's collections, declared once, and the games whose matches they hold."""

    def __init__(self, host: PluginHost, games: Iterable[type[Game]]) -> None:
        self.games = {game.name: game for game in games}
        self.tables = host.keep(replace(STORED_TABLES, check=self._check_rules))
        self.sitters = host.keep(STORED_SITTERS)
        self.matches = host.keep(replace(STORED_MATCHES, check=self._check_match))
        self.away = host.keep(Collection("tabletop/away", AwayRecord, unreadable=Unreadable.FREED))
        self.finished = host.keep(STORED_FINISHED)
        self.stats = host.keep(Collection("tabletop/stats", StatsRecord, "a statistic"))
        self.bests = host.keep(Collection("tabletop/bests", BestRecord, "a personal best"))
        self.events = host.keep(STORED_EVENTS)
        host.keep(pages.STORED_LINES)
        host.keep(pages.STORED_ROLLS)

    def readable(self, changes: ChangeSet, pos: Pos) -> bool:
        """Whether what is stored of a table and of its match can be read."""
        key = key_of(pos)
        return changes.readable(self.tables, key) and changes.readable(self.matches, self.table(changes, pos).match)

    def _check_match(self, match: MatchRecord) -> None:
        """Raise ValueError, or what its game raises, for a match whose state is none."""
        game = self.games.get(match.game)
        if game is not None and len(game.from_dict(match.state).scores) != len(match.players):
            raise ValueError(f"the state is not of {len(match.players)} seats")

    def _check_rules(self, table: TableRecord) -> None:
        """Raise what its game raises for a lobby whose rules are none."""
        game = self.games.get(table.game)
        if game is not None:
            game.player_counts(table.rules)

    def forget(self, changes: ChangeSet, match: str) -> None:
        """A match is kept no longer as running, paused or last of its table."""
        record = changes.read(self.matches, match)
        if record is not None:
            pages.forget_lines(changes, match, record.told)
            changes.delete(self.matches, match)

    def ask_log(self, changes: ChangeSet, caller: Caller, request: AskLog) -> LogPage:
        """A page of a match's log, older than what its view carries. Raises Refusal."""
        match = changes.read(self.matches, request.match)
        if match is None:
            raise Refusal("no_such_match", "The log of that match is not kept any more.")
        first, lines = pages.lines_before(changes, match.id, match.log, match.told, request.before)
        return LogPage(request.n, match.id, first, tuple(lines))

    def game(self, match: MatchRecord) -> Game:
        """The match itself."""
        return self.games[match.game].from_dict(match.state).with_bots(match.bot_seats)

    def agreed_rules(self, changes: ChangeSet, match: str, game: str) -> dict[str, Any]:
        """The rules that a match of this game began by, whatever became of it; those of a fresh lobby for none."""
        record, over = changes.read(self.matches, match), changes.read(self.finished, match)
        if record is not None and record.game == game:
            return dict(self.game(record).rules)
        return over.rules if over is not None and over.game == game else {}

    def game_of_board(self, item: str) -> type[Game] | None:
        """The game whose board an item is, if any."""
        return next((game for game in self.games.values() if game.board == item), None)

    def table(self, changes: ChangeSet, pos: Pos) -> TableRecord:
        """The record of a table; a fresh one for a table nobody placed."""
        return changes.read(self.tables, key_of(pos)) or TableRecord()

    def match_at(self, changes: ChangeSet, pos: Pos) -> MatchRecord | None:
        """The running, paused or last match of a table."""
        match = self.table(changes, pos).match
        return changes.read(self.matches, match) if match else None

    def sitters_at(self, changes: ChangeSet, table: Pos) -> dict[int, str]:
        """Who sits at a table, by side in clockwise order."""
        found = {sitter.side: player for player, sitter in changes.scan(self.sitters) if sitter.table == table}
        return dict(sorted(found.items()))

    def sitting_since(self, changes: ChangeSet, player: str) -> int:
        """The game time in ms at which a player who sits sat down."""
        sitter = changes.read(self.sitters, player)
        return sitter.since if sitter is not None else 0

    def tables_sat_at(self, changes: ChangeSet) -> frozenset[Pos]:
        """The tables at which anybody sits."""
        return frozenset(sitter.table for _, sitter in changes.scan(self.sitters))

    def unfinished(self, changes: ChangeSet) -> Iterator[MatchRecord]:
        """All matches that are not over and whose game is installed."""
        return (match for _, match in changes.scan(self.matches) if not match.over and match.game in self.games)

    def running_match_of(self, changes: ChangeSet, player: str) -> MatchRecord | None:
        """The running match in which a player holds a seat that has not left."""
        for match in self.unfinished(changes):
            if match.running and player in match.players and not self.has_left(match, player):
                return match
        return None

    def has_left(self, match: MatchRecord, player: str) -> bool:
        """Whether a player of this match has resigned or been removed."""
        return match.players.index(player) in self.game(match).left
