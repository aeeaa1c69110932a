"""What players stake: nine slots per player in escrow, given back whole or handed to the winner, exactly once.

In a lobby a stake lies in `escrow:<x,y,z>/<player>`, from the start of a match in `escrow:<match>/<player>`. A stack
that is put in has left its player at once; nothing is ever only reserved. DESIGN section 4, RULES.md section 5.
"""

from functools import partial
from typing import Final

import msgspec
from msgspec.structs import replace

from ..engine.changes import ChangeSet, Collection, Pos, Refusal, Unreadable
from ..engine.plugins import Caller, PluginHost
from ..items import giving, ledger
from ..shared.inventory.layout import STAKES
from ..shared.inventory.stack import Stack
from ..shared.protocol.tabletop import OpenStakes
from . import boards
from .company import Company
from .game import Outcome
from .membership import Membership
from .records import MatchRecord, Records, TableRecord, key_of
from .showing import Shown
from .tidings import Tidings

Pot = tuple[tuple[Stack, ...], ...]
"""Stakes by seat; () when nobody staked anything."""
ESCROW: Final = "escrow:"
"""What the names of all holders of stakes begin with."""
NEAR: Final = 16.0
"""Blocks around a table in which whoever has a window on a stake there must be."""
_WAITS: Final = (
    "The server keeps it for you and tries again every few minutes. If it does not come, ask who runs the server."
)
_ALONE: Final = "Nothing is staked alone or against bots."


class StakersRecord(msgspec.Struct, frozen=True):
    """Who has something in escrow in a table's lobby."""

    players: tuple[str, ...]


STORED_STAKERS: Final = Collection("tabletop/stakers", StakersRecord, unreadable=Unreadable.FREED)
"""What the audit reads in a stored world too."""


class Stakes:
    """Stakes in lobbies and matches."""

    def __init__(
        self, host: PluginHost, records: Records, membership: Membership, shown: Shown, tidings: Tidings
    ) -> None:
        self._host = host
        self._records = records
        self._membership = membership
        self._shown = shown
        self._tidings = tidings
        self._stakers = host.keep(STORED_STAKERS)

    # ------------------------------------------------------------------ what lies there

    def of(self, changes: ChangeSet, table: Pos, player: str) -> tuple[Stack, ...]:
        """What a player has staked in a table's lobby."""
        return staked(changes, key_of(table), player)

    def number(self, changes: ChangeSet, table: Pos, record: TableRecord) -> int:
        """The number of the pot in a table's lobby: it rises with any change at the table. 0: nobody stakes."""
        return record.revision if self._players(changes, table) else 0

    def refusal(self, changes: ChangeSet, table: Pos) -> Refusal | None:
        """Why nothing can be staked at a table now."""
        record = self._records.table(changes, table)
        match = self._records.match_at(changes, table)
        if not record.fitter:
            return Refusal("no_board", "There is no board in this table.")
        if match is not None and not match.over:
            return Refusal("match_running", "Stakes are put in before a match, not during it.")
        if any(record.bots):
            return Refusal("no_stakes_with_bots", _ALONE)
        return None

    # ------------------------------------------------------------------ putting in and taking out

    def open(self, changes: ChangeSet, caller: Caller, request: OpenStakes) -> None:
        """Open the window of the stake of somebody of the company. Raises Refusal."""
        self._check(changes, caller.player, request.table)
        holder = escrow(key_of(request.table), caller.player)
        self._host.windows.open_holder(changes, caller.player, STAKES, request.table, holder)

    def moved(self, changes: ChangeSet, player: str, table: Pos) -> None:
        """A click has changed a player's stake: nobody has agreed to that yet, and nobody is ready. Raises Refusal."""
        self._check(changes, player, table)
        others = [staker for staker in self._players(changes, table) if staker != player]
        self._keep(changes, table, (*others, player) if self.of(changes, table, player) else tuple(others))
        self._unsettle(changes, table)
        self._shown.show(changes, table)

    def give_back(self, changes: ChangeSet, table: Pos, but: frozenset[str] = frozenset()) -> None:
        """Every stake in a table's lobby goes back to its player, except those of some."""
        players = self._players(changes, table)
        for player in players:
            if player not in but:
                self._close(changes, table, player)
                what = giving.described(ledger.tally(self.of(changes, table, player)))
                self._hand_over(changes, escrow(key_of(table), player), player)
                self._tidings.tell(changes, player, f"Your stake is back with you: {what}.")
        self._keep(changes, table, tuple(player for player in players if player in but))

    def company_changed(self, changes: ChangeSet, table: Pos) -> None:
        """Somebody came into the company or went: who is not of it has no stake here, nor a window on one."""
        members = frozenset(self._membership.members(changes, table).values())
        self.give_back(changes, table, members)
        for player in self._host.players.near((table[0] + 0.5, table[1] + 0.5, table[2] + 0.5), NEAR):
            if player not in members:
                self._close(changes, table, player)

    # ------------------------------------------------------------------ in a match

    def lock(self, changes: ChangeSet, table: Pos, match: str, company: Company) -> Pot:
        """A match starts: the stakes of those who play are its pot from now on, or go back where nothing may be
        staked; all others go back."""
        for player in company.people:
            self._close(changes, table, player)
        staked_for = frozenset() if any(company.bots) or len(company.players) < 2 else company.people
        self.give_back(changes, table, staked_for)
        if not self._players(changes, table):
            return ()
        pot = tuple(self.of(changes, table, player) for player in company.players)
        for player, stacks in zip(company.players, pot, strict=True):
            if stacks:
                ledger.exchange(changes, {escrow(key_of(table), player): None, escrow(match, player): stacks})
        self._keep(changes, table, ())
        return pot

    def settle(self, changes: ChangeSet, match: MatchRecord) -> None:
        """A match is over: its only winner has the pot, or each stake goes back to who put it in. What cannot be handed
        over stays in escrow until a later look at what lies astray there, and who waits for it is told so."""
        assert match.outcome is not None
        winner = pot_to(match.outcome)
        for player in match.players:
            to = player if winner is None else match.players[winner]
            pay = partial(self._hand_over, changes, escrow(match.id, player), to)
            changes.attempt(f"Paying out a stake of match {match.id}, which stays in escrow,", pay)
        self._tell_paid(changes, match, winner)
        self._tell_waiting(changes, match, winner)

    def _tell_paid(self, changes: ChangeSet, match: MatchRecord, winner: int | None) -> None:
        if winner is None or not match.stakes:
            return
        paid = [stack for seat, stake in enumerate(match.stakes) if not unpaid(changes, match, seat) for stack in stake]
        if paid:
            won = giving.described(ledger.tally(paid))
            self._tidings.tell(changes, match.players[winner], f"The pot is yours: {won}.")

    def _tell_waiting(self, changes: ChangeSet, match: MatchRecord, winner: int | None) -> None:
        waiting: dict[str, list[Stack]] = {}
        for seat, stake in enumerate(match.stakes):
            if stake and unpaid(changes, match, seat):
                waiting.setdefault(match.players[seat if winner is None else winner], []).extend(stake)
        for player, stacks in waiting.items():
            what = giving.described(ledger.tally(stacks))
            self._tidings.tell(changes, player, f"{what} could not be given to you yet. {_WAITS}")

    # ------------------------------------------------------------------ within

    def _check(self, changes: ChangeSet, player: str, table: Pos) -> None:
        refusal = self.refusal(changes, table)
        if refusal is not None:
            raise refusal
        self._membership.check_free(changes, player, table)

    def _unsettle(self, changes: ChangeSet, table: Pos) -> None:
        """The pot is another one: nobody has agreed to it, and nobody is ready."""
        record = self._records.table(changes, table)
        record = replace(record, ready=(), agreed=(), revision=record.revision + 1)
        changes.put(self._records.tables, key_of(table), record)

    def _hand_over(self, changes: ChangeSet, holder: str, player: str) -> None:
        if ledger.slots(changes, holder):
            boards.hand_over(changes, holder, player, giving.stack_size(self._host.content))

    def _close(self, changes: ChangeSet, table: Pos, player: str) -> None:
        self._host.windows.close_holder(changes, player, escrow(key_of(table), player))

    def _players(self, changes: ChangeSet, table: Pos) -> tuple[str, ...]:
        record = changes.read(self._stakers, key_of(table))
        return record.players if record is not None else ()

    def _keep(self, changes: ChangeSet, table: Pos, players: tuple[str, ...]) -> None:
        if players:
            changes.put(self._stakers, key_of(table), StakersRecord(players))
        elif self._players(changes, table):
            changes.delete(self._stakers, key_of(table))


def escrow(place: str, player: str) -> str:
    """The holder of a player's stake at a place: a table's key or a match's id."""
    return f"{ESCROW}{place}/{player}"


def staked(changes: ChangeSet, place: str, player: str) -> tuple[Stack, ...]:
    """A player's stake at a place, without gaps."""
    return tuple(stack for stack in ledger.slots(changes, escrow(place, player)) if stack is not None)


def unpaid(changes: ChangeSet, match: MatchRecord, seat: int) -> bool:
    """Whether the stake of a seat in a match that is over still lies in escrow, or where nobody can read it."""
    try:
        return bool(staked(changes, match.id, match.players[seat]))
    except Refusal:
        return True


def pot_to(outcome: Outcome) -> int | None:
    """The seat that has the pot after this outcome; None: every stake goes back. RULES.md section 5."""
    return outcome.winners[0] if outcome.kind == "win" and len(outcome.winners) == 1 else None
