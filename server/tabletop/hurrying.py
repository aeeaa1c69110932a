"""People who would rather not watch every throw of a bot: when all who still play say so, bots act faster."""

from typing import Final

from msgspec.structs import replace

from ..engine.changes import ChangeSet, Refusal
from ..engine.plugins import Caller, PluginHost
from ..shared.protocol.tabletop import HurryBots
from .matches import Matches, seat_of
from .records import MatchRecord, Records
from .showing import Shown

HASTE: Final = 5
"""How many times faster bots act for people who hurry."""


class Hurry:
    """Who hurries the bots of a match. It lasts until it is taken back."""

    def __init__(self, host: PluginHost, records: Records, shown: Shown, matches: Matches) -> None:
        self._host = host
        self._records = records
        self._shown = shown
        self._matches = matches

    def deciding(self, match: MatchRecord) -> tuple[str, ...]:
        """Who together hurries the bots of a running match: its people who still play and are in the world."""
        if not match.running or not match.bot_seats:
            return ()
        return tuple(
            player
            for player in match.people
            if self._host.players.online(player) and not self._records.has_left(match, player)
        )

    def hurried(self, match: MatchRecord) -> bool:
        """Whether its bots act faster."""
        if not match.hurrying:
            return False
        deciding = self.deciding(match)
        return bool(deciding) and set(deciding) <= set(match.hurrying)

    def ask(self, changes: ChangeSet, caller: Caller, request: HurryBots) -> None:
        """A player hurries the bots, or no longer. Raises Refusal."""
        match = self._matches.unfinished(changes, request.match)
        seat_of(match, caller.player)
        if not match.bot_seats:
            raise Refusal("no_bots", "No bot plays in this match.")
        if self._records.has_left(match, caller.player):
            raise Refusal("no_vote", "You have left this match; those who still play decide.")
        others = tuple(player for player in match.hurrying if player != caller.player)
        after = replace(match, hurrying=(*others, caller.player) if request.hurry else others)
        changes.put(self._records.matches, match.id, after)
        if after.table is not None:
            self._shown.show(changes, after.table)
