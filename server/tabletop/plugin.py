"""The plugin's entry: what it registers, and which room of it answers which question."""

from collections.abc import Iterable
from functools import partial
from importlib.metadata import entry_points

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.content import ItemKind
from ..engine.plugins import PluginHost, Use
from ..shared.content import WOODS, game_chair, small_game_table
from ..shared.inventory.layout import STAKES
from ..shared.protocol.tabletop import (
    Act,
    Agree,
    AskBoard,
    AskClock,
    AskDice,
    AskLog,
    AskPaused,
    AskStats,
    BoardView,
    Dissolve,
    EndPaused,
    HurryBots,
    Move,
    OpenLobby,
    OpenStakes,
    PlayAlone,
    Ready,
    Resign,
    Reveal,
    SetRule,
    ShowBoard,
    TakeBoard,
    VoteOut,
)
from ..shared.protocol.world import StandUp
from . import boards, escrows, export, left_behind, pots, stalling, verify
from .absence import Absence
from .aftermath import Aftermath
from .bots import Bots
from .farkle import Farkle
from .finished import Finished
from .fitting import Fitting
from .furniture import chair_at, chair_kind, is_chair, table_kind, table_wood
from .game import Game
from .hurrying import Hurry
from .left_behind import LeftBehind
from .lobby import Lobby
from .matches import Matches
from .membership import Membership
from .naming import Naming
from .pausing import Pausing
from .publishing import Publishing
from .records import Records
from .seating import Seating
from .settings import TabletopSettings
from .showing import Shown
from .stakes import Stakes
from .stalling import Stalling
from .tidings import Tidings
from .unresumed import DAY_MS, Unresumed
from .views import Views

GAMES = "voxtable.games"
"""The entry-point group in which an installed distribution names its games."""
BOARDS_IN_A_STACK = 16
LOOK_EVERY = 5
"""Ticks between two looks for players who came near a table."""


class Tabletop:
    """Tables, boards, chairs and the matches on them. Plays Farkle and `more` games, those installed by default."""

    name = "tabletop"

    def __init__(self, more: Iterable[type[Game]] | None = None) -> None:
        installed = (point.load() for point in entry_points(group=GAMES))
        self._games: tuple[type[Game], ...] = (Farkle, *(installed if more is None else more))
        self.audits = (escrows.audit,)
        self.tools = (export.tool(self._games), verify.tool(), pots.tool(self._games))

    def register(self, host: PluginHost) -> None:
        """Register all there is: furniture, boards, requests and hooks."""
        settings = host.settings(TabletopSettings)
        self._records = Records(host, self._games)
        self._shown = Shown(host, self._records, self._view)
        self._finished = Finished(host, self._records)
        self._tidings = Tidings(host)
        self._membership = Membership(self._records)
        self._stakes = Stakes(host, self._records, self._membership, self._shown, self._tidings)
        self._matches = Matches(
            self._records, self._shown, self._finished, self._stakes, Aftermath(host, self._tidings)
        )
        self._lobby = Lobby(host, self._records, self._membership, self._shown, self._matches, self._stakes)
        self._pausing = Pausing(self._records, self._matches, self._stakes, self._tidings)
        self._unresumed = Unresumed(
            host, self._records, self._matches, self._tidings, round(settings.unresumed_days * DAY_MS)
        )
        self._absence = Absence(
            host, self._records, self._shown, self._matches, round(settings.absent_minutes * 60_000)
        )
        self._stalling = Stalling(host, self._records, self._matches, round(settings.stalled_minutes * 60_000))
        self._hurry = Hurry(host, self._records, self._shown, self._matches)
        self._bots = Bots(host, self._records, self._matches, self._hurry, round(settings.bot_seconds * 1_000))
        publishing = Publishing(self._records, self._stakes, self._lobby.starting)
        self._fitting = Fitting(host, self._records, self._shown, self._pausing)
        self._left_behind = LeftBehind(
            host,
            self._records,
            self._shown,
            self._fitting,
            self._tidings,
            round(settings.left_behind_minutes * 60_000),
        )
        self._views = Views(
            host,
            self._records,
            self._membership,
            self._lobby,
            self._pausing,
            self._unresumed,
            self._absence,
            self._stalling,
            self._hurry,
            self._left_behind,
            publishing,
        )
        self._seating = Seating(host, self._records, self._membership, self._sitting_changed)
        self._ticks = 0
        self._register_content(host)
        self._register_requests(host)
        host.command(self._finished.command())
        host.may_break(self._fitting.may_break)
        host.on_placed(self._placed)
        host.on_broken(self._broken)
        host.on_moved(STAKES, self._stakes.moved)
        host.on_burn(self._pausing.burnt)
        host.on_join(self._join)
        host.on_leave(self._leave)
        host.on_renamed(Naming(self._records, self._shown).renamed)
        parts = (
            self._come_back,
            self._seating.tick,
            self._look,
            self._tidy,
            self._lobby.starting.tick,
            self._matches.tick,
        )
        for part in (*parts, self._absence.tick, self._bots.tick, self._shown.tick, self._count):
            host.on_tick(part)

    def _register_content(self, host: PluginHost) -> None:
        for game in self._games:
            host.item(ItemKind(game.board, max_stack=BOARDS_IN_A_STACK))
        for wood in WOODS:
            host.block(table_kind(wood, tuple(game.name for game in self._games)))
            host.block(chair_kind(wood))
            host.on_use(small_game_table(wood), self._use_table)
            host.on_use(game_chair(wood), self._seating.use_chair)

    def _register_requests(self, host: PluginHost) -> None:
        host.request(StandUp, self._seating.stand_up)
        host.request(Ready, self._lobby.ready)
        host.request(SetRule, self._lobby.set_rule)
        host.request(PlayAlone, self._lobby.play_alone)
        host.request(Reveal, self._lobby.starting.reveal)
        host.request(OpenStakes, self._stakes.open)
        host.request(Agree, self._lobby.agree)
        host.request(OpenLobby, self._lobby.open)
        host.request(Act, self._matches.act)
        host.request(Move, self._matches.move)
        host.request(Resign, self._matches.resign)
        host.request(VoteOut, self._absence.vote)
        host.request(AskClock, self._stalling.ask)
        host.request(HurryBots, self._hurry.ask)
        host.request(TakeBoard, self._fitting.take)
        host.request(AskBoard, self._unresumed.ask_board)
        host.request(AskPaused, self._unresumed.paused_of)
        host.request(Dissolve, self._unresumed.dissolve)
        host.request(EndPaused, self._unresumed.end)
        host.request(AskStats, self._finished.ask)
        host.request(AskDice, self._finished.dice)
        host.request(AskLog, self._records.ask_log)

    def _view(self, changes: ChangeSet, table: Pos) -> BoardView | None:
        return self._views.board(changes, table)

    def _use_table(self, changes: ChangeSet, use: Use) -> bool:
        if boards.fitted(changes, use.pos):
            self._records.match_at(changes, use.pos)  # refused here where it cannot be read
            self._shown.show_to(changes, use.player, use.pos)
            changes.tell(use.player, ShowBoard(use.pos))
        elif use.held is not None and self._records.game_of_board(use.held.item) is not None:
            self._fitting.fit(changes, use)
            self._company_changed(changes, use.pos)
        elif use.held is None:
            raise Refusal("no_board", "This table is empty. Craft a Farkle Board and use it here to fit it.")
        else:
            return False
        return True

    def _placed(self, changes: ChangeSet, player: str, pos: Pos, state: str) -> None:
        self._fitting.placed(changes, player, pos, state)
        self._show_table_of(changes, pos, state)

    def _broken(self, changes: ChangeSet, player: str, pos: Pos, state: str) -> None:
        if table_wood(state) is not None:
            self._seating.table_gone(changes, pos)
            self._fitting.table_gone(changes, player, pos)
        elif is_chair(state):
            self._seating.chair_gone(changes, pos)
            self._show_table_of(changes, pos, state)

    def _show_table_of(self, changes: ChangeSet, pos: Pos, state: str) -> None:
        """A chair comes or goes: the board that it serves, if any, shows it."""
        chair = chair_at(pos, state)
        if chair is not None and boards.fitted(changes, chair.table):
            self._shown.show(changes, chair.table)

    def _join(self, changes: ChangeSet, player: str) -> None:
        self._shown.forget(player)
        for part in (self._absence.came, self._tidings.came, self._seating.rejoin, self._show_matches_of):
            changes.attempt(f"{part.__qualname__} for {player}", partial(part, changes, player))

    def _leave(self, changes: ChangeSet, player: str) -> None:
        self._shown.forget(player)
        for part in (self._absence.left, self._seating.leave, self._show_matches_of):
            changes.attempt(f"{part.__qualname__} for {player}", partial(part, changes, player))

    def _show_matches_of(self, changes: ChangeSet, player: str) -> None:
        """A player came or went: the tables of their matches, of those that are over too, say so."""
        for _, match in changes.scan(self._records.matches):
            if match.table is not None and player in match.players:
                self._shown.show(changes, match.table)

    def _come_back(self, changes: ChangeSet) -> None:
        """The first tick after a start: what an outage left behind is settled."""
        if self._ticks == 0:
            self._matches.recover(changes)
            for table in self._seating.clear_absent(changes):
                changes.attempt(f"Clearing the table {table}", partial(self._company_changed, changes, table))
            self._absence.back_up(changes)

    def _look(self, changes: ChangeSet) -> None:
        if self._ticks % LOOK_EVERY == 0:
            self._shown.look_around(changes)
            self._pausing.resume_all(changes)
            for table in self._lobby.overtaken(changes):
                changes.attempt(f"Looking at the table {table}", partial(self._company_changed, changes, table))

    def _tidy(self, changes: ChangeSet) -> None:
        if self._ticks % left_behind.LOOK_EVERY == 0:
            self._left_behind.tick(changes)
        if self._ticks % stalling.LOOK_EVERY == 0:
            self._stalling.tick(changes)
        if self._ticks % escrows.FREE_EVERY == 0:
            changes.attempt("Freeing stray stakes", partial(escrows.free_strays, changes, self._tidings))

    def _count(self, _changes: ChangeSet) -> None:
        self._ticks += 1

    def _sitting_changed(self, changes: ChangeSet, table: Pos, newcomer: str) -> None:
        if not self._records.readable(changes, table):
            return
        self._lobby.sitting_changed(changes, table, newcomer)
        self._company_changed(changes, table)
        self._pausing.resume(changes, table)

    def _company_changed(self, changes: ChangeSet, table: Pos) -> None:
        if not self._records.readable(changes, table):
            return
        self._lobby.company_changed(changes, table)
        self._stakes.company_changed(changes, table)
        self._shown.show(changes, table)
