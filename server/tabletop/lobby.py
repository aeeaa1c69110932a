"""The lobby: who hosts, what the host sets, ready marks, and how a match starts, alone or together, or once more."""

from collections.abc import Sequence
from textwrap import shorten
from typing import Final

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.plugins import Caller, PluginHost
from ..shared.protocol.chat import Notice
from ..shared.protocol.tabletop import Agree, Choice, OpenLobby, PlayAlone, Ready, SetRule, Setting, SettingValue
from . import telling
from .company import Company, gather, rearranged, why_it_stays, why_no_start, why_not_alone
from .dice import Seeds
from .furniture import SIDE_NAMES, SIDES
from .game import Game
from .matches import Matches
from .membership import Membership
from .records import MatchRecord, Records, TableRecord, key_of, pos_of
from .showing import Shown
from .stakes import Stakes
from .starting import Starting

_CALLED_AWAY: Final = "You are not ready any more: your match at another table goes on."
_MOST_ABOUT: Final = 400
_BOT = "bot."
"""What the names of the settings that seat a bot begin with; the side follows."""


class Lobby:
    """What is settled at a table before a match and between two."""

    def __init__(
        self,
        host: PluginHost,
        records: Records,
        membership: Membership,
        shown: Shown,
        matches: Matches,
        stakes: Stakes,
    ) -> None:
        self._host = host
        self._records = records
        self._membership = membership
        self._shown = shown
        self._matches = matches
        self._stakes = stakes
        self.starting = Starting(host, records, shown, self._stands, self._launch)

    # ------------------------------------------------------------------ what it is like now

    def game(self, record: TableRecord) -> type[Game]:
        """The game whose board is fitted."""
        return self._records.games[record.game]

    def company(self, changes: ChangeSet, table: Pos) -> Company:
        """Who would play if a match started now."""
        record = self._records.table(changes, table)
        members = self._membership.members(changes, table)
        return gather(members, record.bots, self.game(record), record.rules, self._host.players.name, record.stand_in)

    def host(self, changes: ChangeSet, table: Pos) -> str:
        """Who may change the settings: the table's owner if of the company, else who of it sat down first; '' for
        nobody."""
        owner, members = self._records.table(changes, table).owner, self._membership.members(changes, table)
        if owner and owner in members.values():
            return owner
        since = sorted((self._records.sitting_since(changes, player), side) for side, player in members.items())
        return members[since[0][1]] if since else ""

    def settings(self, changes: ChangeSet, table: Pos) -> tuple[Setting, ...]:
        """The form: the game's own settings, and a bot for each side where one sits or has a place."""
        record = self._records.table(changes, table)
        game, members = self.game(record), self._membership.members(changes, table)
        company = self.company(changes, table)
        stays, room = why_it_stays(company, game, record.rules), _room(company, game, record)
        choices = game.bots if stays else (Choice("", "nobody"), *game.bots)
        bots = (
            Setting(
                f"{_BOT}{side}", f"Bot on the {name} side", "Bots", "choice", bot, choices, about=stays if bot else ""
            )
            for side, name, bot in ((side, name, company.at(side).bot) for side, name in enumerate(SIDE_NAMES))
            if game.bots and side not in members and (bot or room)
        )
        return (*_noted(game.form(record.rules), record.note), *bots)

    # ------------------------------------------------------------------ what is asked of it

    def set_rule(self, changes: ChangeSet, caller: Caller, request: SetRule) -> None:
        """The host changes one setting. Raises Refusal, with the game's own sentence where the value cannot be."""
        record = self._open_record(changes, request.table)
        if caller.player != self.host(changes, request.table):
            raise Refusal("not_host", "Only the host of this table changes its rules.")
        if request.name.startswith(_BOT):
            record = self._with_bot(changes, request, record)
        else:
            rules = self.game(record).changed(record.rules, request.name, request.value)
            note = telling.note(self.game(record), record.rules, rules)
            record = replace(record, rules=dict(rules), note=(request.name, note) if note else ())
            if note:
                changes.tell(caller.player, Notice("info", note))
        self._put(changes, request.table, record)
        if any(record.bots):
            self._stakes.give_back(changes, request.table)
        self._shown.show(changes, request.table)

    def ready(self, changes: ChangeSet, caller: Caller, request: Ready) -> None:
        """Set or clear a ready mark; the last one starts the match, or the rematch, when all have agreed to the same
        pot. Whoever has a mark may take it back. Raises Refusal."""
        record = self._record(changes, request.table)
        self._check_between(changes, request.table)
        if request.ready:
            self._membership.check_free(changes, caller.player, request.table)
        elif caller.player not in record.ready:
            self._membership.check(changes, caller.player, request.table)
        if request.revision is not None and request.revision != record.revision:
            raise Refusal("stale", "The table has changed since you looked; look again before you are ready.")
        members = self._membership.members(changes, request.table)
        marks = [player for player in record.ready if player in members.values() and player != caller.player]
        if request.ready:
            if self.starting.awaits(changes, request.table, caller.player):
                return
            self.starting.commit(changes, caller.player, request.table, request.commitment)
            marks.append(caller.player)
        changes.put(self._records.tables, key_of(request.table), replace(record, ready=tuple(marks)))
        self.starting.interrupt(changes, request.table)
        self._start(changes, request.table)

    def agree(self, changes: ChangeSet, caller: Caller, request: Agree) -> None:
        """Agree to the pot, or no longer; with the last agreement of all who are ready the match starts. Whoever has
        agreed may take it back. Raises Refusal."""
        record = self._record(changes, request.table)
        self._check_between(changes, request.table)
        if request.agree:
            self._membership.check_free(changes, caller.player, request.table)
        elif caller.player not in record.agreed:
            self._membership.check(changes, caller.player, request.table)
        pot = self._stakes.number(changes, request.table, record)
        if not pot:
            raise Refusal("no_pot", "Nobody has staked anything here.")
        if request.pot != pot:
            raise Refusal("stale", "The pot has changed since you looked; look again before you agree.")
        agreed = tuple(player for player in record.agreed if player != caller.player)
        agreed = (*agreed, caller.player) if request.agree else agreed
        changes.put(self._records.tables, key_of(request.table), replace(record, agreed=agreed))
        if not request.agree:
            self.starting.interrupt(changes, request.table)
        self._start(changes, request.table)

    def play_alone(self, changes: ChangeSet, caller: Caller, request: PlayAlone) -> None:
        """The only seated player starts, alone or against the bots of the lobby. Raises Refusal."""
        record = self._open_record(changes, request.table)
        self._membership.check_free(changes, caller.player, request.table)
        company = self.company(changes, request.table)
        reason = why_not_alone(company, self.game(record).player_counts(record.rules))
        if reason:
            raise Refusal("not_alone", reason)
        if self.starting.awaits(changes, request.table, caller.player):
            return
        self.starting.commit(changes, caller.player, request.table, request.commitment)
        self.starting.begin(changes, request.table, company, alone=True)
        self._shown.show(changes, request.table)

    def open(self, changes: ChangeSet, caller: Caller, request: OpenLobby) -> None:
        """A seated player of the last match puts its result away. Raises Refusal."""
        record = self._record(changes, request.table)
        self._check_between(changes, request.table)
        self._membership.check(changes, caller.player, request.table)
        last = self._records.match_at(changes, request.table)
        if last is None:
            raise Refusal("no_result", "There is no result to put away.")
        self._put_away(changes, request.table, record, last)
        self.company_changed(changes, request.table)
        self._shown.show(changes, request.table)

    def sitting_changed(self, changes: ChangeSet, table: Pos, newcomer: str) -> None:
        """Somebody sat down, or stood up ('' for the newcomer): after a result one more who may play means a new lobby,
        and so does that no player of its match is left."""
        last = self._records.match_at(changes, table)
        if last is None or not last.over:
            return
        joins = newcomer not in ("", *last.players) and not self._membership.busy(changes, newcomer, table)
        if joins or not self._membership.members(changes, table):
            self._put_away(changes, table, self._records.table(changes, table), last)

    def company_changed(self, changes: ChangeSet, table: Pos) -> None:
        """Somebody may have come into a table's company or gone from it: nobody is ready for that yet, and a bot makes
        room."""
        record = self._records.table(changes, table)
        if not record.fitter:
            return
        members = self._membership.members(changes, table)
        north, east, south, west = (members.get(side, "") for side in range(len(SIDES)))
        company = (north, east, south, west)
        if company != record.company:
            record = replace(record, bots=self._making_room(record, members), company=company)
            self._put(changes, table, record)

    def overtaken(self, changes: ChangeSet) -> list[Pos]:
        """Between matches: the tables whose company is another one since matches elsewhere ended or went on. Whoever
        was ready at one and has to play elsewhere loses the mark."""
        sat_at, found = self._records.tables_sat_at(changes), []
        for key, record in list(changes.scan(self._records.tables)):
            table = pos_of(key)
            if not record.fitter or record.game not in self._records.games or table not in sat_at:
                continue
            if not self._records.readable(changes, table):
                continue
            match = self._records.match_at(changes, table)
            if match is not None and not match.over:
                continue
            busy = [player for player in record.ready if self._membership.busy(changes, player, table)]
            for player in busy:
                changes.tell(player, Notice("warning", _CALLED_AWAY))
            members = self._membership.members(changes, table)
            if busy:
                ready = tuple(player for player in record.ready if player not in busy)
                changes.put(self._records.tables, key, replace(record, ready=ready))
            if busy or any(members.get(side, "") != player for side, player in enumerate(record.company)):
                found.append(table)
        return found

    # ------------------------------------------------------------------ within

    def _record(self, changes: ChangeSet, table: Pos) -> TableRecord:
        record = self._records.table(changes, table)
        if not record.fitter:
            raise Refusal("no_board", "There is no board in this table.")
        if record.game not in self._records.games:
            raise Refusal("game_missing", "The game of this board is not installed here.")
        return record

    def _open_record(self, changes: ChangeSet, table: Pos) -> TableRecord:
        """The record of a table that has a lobby now."""
        record = self._record(changes, table)
        match = self._records.match_at(changes, table)
        if match is not None:
            self._check_over(match)
            raise Refusal("no_lobby", "The last result is still on the table; open a new lobby first.")
        return record

    def _check_over(self, match: MatchRecord) -> None:
        if match.paused:
            raise Refusal("match_paused", "A paused match waits here for its players.")
        if not match.over:
            raise Refusal("match_running", "The match is already running.")

    def _check_between(self, changes: ChangeSet, table: Pos) -> None:
        present = self._records.match_at(changes, table)
        if present is not None:
            self._check_over(present)

    def _with_bot(self, changes: ChangeSet, request: SetRule, record: TableRecord) -> TableRecord:
        """The lobby with another bot at a side, or none. One that came by itself stays where it is."""
        free = {f"{_BOT}{side}": side for side in range(len(SIDES))}
        side = free.get(request.name)
        if side is None or side in self._membership.members(changes, request.table):
            raise Refusal("unknown_setting", "A bot sits only on a side of the table where nobody does.")
        game, company = self.game(record), self.company(changes, request.table)
        strategy, before = self._strategy(game, request.value), company.at(side).bot
        stays = why_it_stays(company, game, record.rules)
        if before and stays and not strategy:
            raise Refusal("bot_needed", stays)
        if before and not record.bots[side]:
            return replace(record, stand_in=strategy)
        north, east, south, west = (strategy if side == at else bot for at, bot in enumerate(record.bots))
        return replace(record, bots=(north, east, south, west))

    def _making_room(self, record: TableRecord, members: dict[int, str]) -> tuple[str, str, str, str]:
        """The bots that are left when these sides are taken by people: no more than there is room for."""
        game = self._records.games.get(record.game)
        most = max(game.player_counts(record.rules)) if game is not None else len(SIDES)
        kept: dict[int, str] = {}
        for side, bot in enumerate(record.bots):
            if bot and side not in members and len(members) + len(kept) < most:
                kept[side] = bot
        north, east, south, west = (kept.get(side, "") for side in range(len(SIDES)))
        return north, east, south, west

    def _strategy(self, game: type[Game], value: SettingValue) -> str:
        known = {choice.value for choice in game.bots} | {""}
        if not isinstance(value, str) or value not in known:
            raise Refusal("out_of_range", f"There is no such bot; allowed: {', '.join(sorted(known - {''}))}, or none.")
        return value

    def _start(self, changes: ChangeSet, table: Pos) -> None:
        """Let the dice be sealed, and so the match begin, when everybody is ready for it and has agreed to the pot."""
        record = self._records.table(changes, table)
        company = self._next_company(changes, table)
        wanted = set(company.people)
        pot = self._stakes.number(changes, table, record) if not any(company.bots) else 0
        agreed = not pot or wanted <= set(record.agreed)
        if agreed and wanted <= set(record.ready) and not self._why_not(changes, table, record, company):
            self.starting.begin(changes, table, company, alone=False)
        self._shown.show(changes, table)

    def _stands(self, changes: ChangeSet, table: Pos, players: Sequence[str]) -> bool:
        """Whether a match at a table would still be one of just these players, none of whom plays elsewhere."""
        company = self._next_company(changes, table)
        return company.players == tuple(players) and not self._busy(changes, table, company)

    def _busy(self, changes: ChangeSet, table: Pos, company: Company) -> bool:
        return any(self._membership.busy(changes, player, table) for player in company.people)

    def _next_company(self, changes: ChangeSet, table: Pos) -> Company:
        """Who plays next: after a result the same seats once more, wherever they sit now."""
        last = self._records.match_at(changes, table)
        if last is None:
            return self.company(changes, table)
        sides = rearranged(last.players, last.sides, self._records.sitters_at(changes, table))
        return Company(sides, last.players, last.names, last.bots)

    def _why_not(self, changes: ChangeSet, table: Pos, record: TableRecord, company: Company) -> str:
        if self._busy(changes, table, company):
            return "One of the players is still in a match at another table."
        if self._records.match_at(changes, table) is not None:
            return ""
        return why_no_start(company, self.game(record).player_counts(record.rules), len(SIDES))

    def _launch(self, changes: ChangeSet, table: Pos, seeds: Seeds) -> None:
        """The dice are sealed: begin. A rematch moves the start on."""
        record = self._records.table(changes, table)
        last = self._records.match_at(changes, table)
        company = self._next_company(changes, table)
        stakes = self._stakes.lock(changes, table, seeds.match, company)
        if last is None:
            self._matches.start(changes, table, company, record.rules, 0, seeds, stakes)
        else:
            game = self._records.game(last)
            self._matches.start(changes, table, company, game.rules, game.next_starter, seeds, stakes)

    def _put_away(self, changes: ChangeSet, table: Pos, record: TableRecord, last: MatchRecord) -> None:
        rules = self._records.agreed_rules(changes, last.id, record.game)
        self._records.forget(changes, last.id)
        self._put(changes, table, replace(record, match="", rules=rules, note=()))

    def _put(self, changes: ChangeSet, table: Pos, record: TableRecord) -> TableRecord:
        """Store what the lobby is like now; nobody is ready for that yet, nor has agreed to it."""
        record = replace(record, ready=(), agreed=(), revision=record.revision + 1)
        changes.put(self._records.tables, key_of(table), record)
        return record


def _noted(form: Sequence[Setting], note: Sequence[str]) -> tuple[Setting, ...]:
    """A form that says, under the setting that was changed, what that did to others."""
    changed, text = note or ("", "")
    return tuple(
        replace(setting, about=shorten(f"{setting.about} {text}", _MOST_ABOUT, placeholder="…"))
        if setting.name == changed
        else setting
        for setting in form
    )


def _room(company: Company, game: type[Game], record: TableRecord) -> bool:
    """Whether one more seat has a place under these rules."""
    return len(company.players) < max(game.player_counts(record.rules))
