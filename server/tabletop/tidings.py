"""What a player has to hear about a match: told at once, or kept until the player comes back into the world."""

import msgspec

from ..engine.changes import ChangeSet, Collection
from ..engine.plugins import PluginHost
from ..shared.protocol.chat import Notice

MOST = 8
"""Sentences kept for one absent player; older ones give way."""


class TidingsRecord(msgspec.Struct, frozen=True):
    """The sentences that wait for a player, oldest first."""

    lines: tuple[str, ...]


class Tidings:
    """Tells players, present or not."""

    def __init__(self, host: PluginHost) -> None:
        self._host = host
        self._kept = host.keep(Collection("tabletop/tidings", TidingsRecord, "a message"))

    def tell(self, changes: ChangeSet, player: str, text: str) -> None:
        """Tell one sentence, now or when the player is back."""
        if self._host.players.online(player):
            changes.tell(player, Notice("info", text))
            return
        changes.attempt("Keeping a message", lambda: self._keep(changes, player, text))

    def _keep(self, changes: ChangeSet, player: str, text: str) -> None:
        kept = changes.read(self._kept, player)
        lines = (*(kept.lines if kept is not None else ()), text)
        changes.put(self._kept, player, TidingsRecord(lines[-MOST:]))

    def came(self, changes: ChangeSet, player: str) -> None:
        """A player comes into the world: tell what was kept."""
        kept = changes.read(self._kept, player)
        if kept is None:
            return
        changes.delete(self._kept, player)
        for text in kept.lines:
            changes.tell(player, Notice("info", text))
