"""Bodies on chairs: who may sit where, and that a chair is free again in the tick in which its sitter is gone.

A chair is only where a body sits; a seat in a match is kept by its player whatever happens to the body.
"""

from collections.abc import Callable
from typing import Final

import msgspec

from ..engine.changes import ChangeSet, Collection, Pos, Refusal, Unreadable
from ..engine.plugins import Caller, PluginHost, Use
from ..shared.protocol.chat import Notice
from ..shared.protocol.world import StandUp
from .furniture import SIDE_NAMES, Chair, chair_at, chair_place, table_wood, within_reach
from .membership import Membership
from .records import Records, SitterRecord

Changed = Callable[[ChangeSet, Pos, str], None]
"""Hears of a table at which somebody sat down, whose id it is told, or stood up, then told ''."""


RETURN_MS: Final = 30_000
"""How long a player who is back waits, at the chair, for the land around it."""


class ReturningRecord(msgspec.Struct, frozen=True):
    """A player who is back stands at a chair of theirs that is not loaded yet, and sits down once it is, until a game
    time in ms."""

    until: int


class Seating:
    """Sitting down and standing up."""

    def __init__(self, host: PluginHost, records: Records, membership: Membership, changed: Changed) -> None:
        self._host = host
        self._records = records
        self._membership = membership
        self._changed = changed
        self._returning = host.keep(Collection("tabletop/returning", ReturningRecord, unreadable=Unreadable.FREED))

    def use_chair(self, changes: ChangeSet, use: Use) -> bool:
        """A player uses a chair: sits down, or hears why not."""
        chair = chair_at(use.pos, use.state)
        if chair is None:
            return False
        sitter = changes.read(self._records.sitters, use.player)
        if sitter is not None and sitter.chair == use.pos:
            return True
        self._check(changes, use.player, use.pos, chair)
        self._make_room(changes, use.player, use.pos)
        self._leave_chair(changes, use.player)
        self._sit(changes, use.player, use.pos, chair)
        return True

    def stand_up(self, changes: ChangeSet, caller: Caller, _request: StandUp) -> None:
        """A player stands up next to the chair."""
        if changes.read(self._records.sitters, caller.player) is None:
            raise Refusal("not_seated", "You are not sitting.")
        self._rise(changes, caller.player)

    def rejoin(self, changes: ChangeSet, player: str) -> None:
        """A player comes into the world: back onto the own chair when a match waits there and the chair is free, as
        soon as the land around it is loaded."""
        self._leave_chair(changes, player)
        if not self._sit_back(changes, player):
            changes.put(self._returning, player, ReturningRecord(changes.now + RETURN_MS))

    def tick(self, changes: ChangeSet) -> None:
        """Seat who came back before the land around their chair was there, while they still stand at it."""
        for player, record in list(changes.scan(self._returning)):
            match, sits = self._records.running_match_of(changes, player), self._sits(changes, player)
            if sits or changes.now >= record.until or match is None or match.table is None:
                changes.delete(self._returning, player)
            elif within_reach(self._host.players, player, match.table):
                self._sit_back(changes, player)

    def _sits(self, changes: ChangeSet, player: str) -> bool:
        return changes.read(self._records.sitters, player) is not None

    def _sit_back(self, changes: ChangeSet, player: str) -> bool:
        """Whether it is settled that a player sits, or cannot sit, where a match waits for them; not before the land
        there is loaded."""
        match = self._records.running_match_of(changes, player)
        if match is None or match.table is None:
            return True
        pos = chair_place(match.table, match.sides[match.players.index(player)])
        state = self._state(changes, pos)
        if state is None or self._state(changes, match.table) is None:
            return False
        chair = chair_at(pos, state)
        if chair is None:
            return True
        try:
            self._check(changes, player, pos, chair)
        except Refusal:
            return True
        self._make_room(changes, player, pos)
        self._sit(changes, player, pos, chair)
        return True

    def leave(self, changes: ChangeSet, player: str) -> None:
        """A player is about to leave the world: the chair is free, and the body comes back standing beside it."""
        changes.delete(self._returning, player)
        self._rise(changes, player)

    def clear_absent(self, changes: ChangeSet) -> frozenset[Pos]:
        """Free every chair whose sitter is not in the world, as after a crash; at which tables there were any."""
        gone = {
            player: sitter
            for player, sitter in changes.scan(self._records.sitters)
            if not self._host.players.online(player)
        }
        for player in gone:
            changes.delete(self._records.sitters, player)
        return frozenset(sitter.table for sitter in gone.values())

    def chair_gone(self, changes: ChangeSet, pos: Pos) -> None:
        """A chair is being broken: its sitter stands."""
        for player, sitter in list(changes.scan(self._records.sitters)):
            if sitter.chair == pos:
                self._rise(changes, player)

    def table_gone(self, changes: ChangeSet, table: Pos) -> None:
        """A table is being broken: everybody at it stands."""
        for player in self._records.sitters_at(changes, table).values():
            self._rise(changes, player)

    def _sit(self, changes: ChangeSet, player: str, pos: Pos, chair: Chair) -> None:
        changes.put(self._records.sitters, player, SitterRecord(pos, chair.table, chair.side, changes.now))
        seat, beside = (pos[0] + 0.5, float(pos[1]), pos[2] + 0.5), self._host.world.standing_place(changes, pos)
        self._host.players.sit(changes, player, seat, chair.yaw, chair.table, beside)
        self._changed(changes, chair.table, player)

    def _rise(self, changes: ChangeSet, player: str) -> None:
        sitter = changes.read(self._records.sitters, player)
        if sitter is None:
            return
        self._leave_chair(changes, player)
        self._host.players.stand(changes, player, self._host.world.standing_place(changes, sitter.chair))

    def _leave_chair(self, changes: ChangeSet, player: str) -> None:
        sitter = changes.read(self._records.sitters, player)
        if sitter is None:
            return
        changes.delete(self._records.sitters, player)
        self._changed(changes, sitter.table, "")

    def _make_room(self, changes: ChangeSet, player: str, pos: Pos) -> None:
        """Whoever sits on a chair that is now a player's stands up."""
        for other, sitter in list(changes.scan(self._records.sitters)):
            if sitter.chair == pos and other != player:
                self._rise(changes, other)
                name = self._host.players.name(player)
                changes.tell(other, Notice("info", f"{name} plays in this match and takes the chair you sat on."))

    def _check(self, changes: ChangeSet, player: str, pos: Pos, chair: Chair) -> None:
        table_state = self._state(changes, chair.table)
        wood = table_wood(table_state) if table_state is not None else None
        if wood is None:
            raise Refusal("faces_elsewhere", "This chair does not face a Small Game Table.")
        if wood != chair.wood:
            raise Refusal("wrong_wood", f"A {chair.wood} chair does not match this {wood} table; use a {wood} chair.")
        for other, sitter in changes.scan(self._records.sitters):
            if sitter.chair != pos or other == player:
                continue
            if not self._membership.gives_way(changes, other, player, chair.table):
                raise Refusal("chair_taken", f"{self._host.players.name(other)} sits here.")
        if not self._room_above(changes, pos):
            raise Refusal("no_room", "There is no room to sit here: the block above the chair is in the way.")
        self._check_match(changes, player, chair)

    def _check_match(self, changes: ChangeSet, player: str, chair: Chair) -> None:
        match = self._records.match_at(changes, chair.table)
        if match is None or match.over:
            return
        if player not in match.players:
            doing = "waits for its players" if match.paused else "is running"
            raise Refusal("match_running", f"A match {doing} here. Use the table to watch it.")
        side = match.sides[match.players.index(player)]
        if side != chair.side and match.running:
            raise Refusal("other_seat", f"Your seat in this match is the chair on the {SIDE_NAMES[side]} side.")

    def _room_above(self, changes: ChangeSet, pos: Pos) -> bool:
        above = changes.block((pos[0], pos[1] + 1, pos[2]))
        return above is not None and not self._host.world.states[above].collision

    def _state(self, changes: ChangeSet, pos: Pos) -> str | None:
        number = changes.block(pos)
        return None if number is None else self._host.world.states[number].name
