"""Who is connected, and the ways to speak to them: one player, all near a place, all, or one connection.

While a handler runs, what it says and does to connections is staged: applied when it succeeds, dropped when it raises.
"""

from collections.abc import Callable

from ..shared.protocol.message import Message
from .changes import ChangeSet, Mention, Place, ToAll, ToNear, ToPlayer
from .lanes import Failed, Lane, Outbox, Sender


class Switchboard:
    """All living connections by number, and the newest of each player."""

    def __init__(self, failed: Failed) -> None:
        self.outbox = Outbox(failed)
        self.lanes: dict[int, Lane] = {}
        self.players: dict[str, Lane] = {}
        self.locate: Callable[[str], Place | None] = lambda player: None
        self._connections = 0
        self._staged: list[Callable[[], None]] | None = None
        self._closings: list[Callable[[], None]] = []

    # ------------------------------------------------------------------ connections

    def connect(self, sender: Sender, address: str = "") -> int:
        """Take in a new connection from an address and give it a number."""
        self._connections += 1
        self.lanes[self._connections] = Lane(self._connections, sender, address=address)
        return self._connections

    def admit(self, connection: int, player: str) -> None:
        """Bind a connection to a player; an older connection of the player ends and its queue is dropped."""
        lane = self.lanes.get(connection)
        if lane is not None:
            self._stage(lambda: self._bind(lane, player))

    def close(self, connection: int, code: str, text: str) -> None:
        """End a connection with a Goodbye, from a handler after everything that the handler tells."""
        lane = self.lanes.get(connection)
        if lane is None:
            return
        if self._staged is None:
            self.outbox.part(lane, code, text)
        else:
            self._closings.append(lambda: self.outbox.part(lane, code, text))

    def bury(self, lane: Lane) -> str:
        """A connection is gone; returns the player who left the world with it, or ''."""
        lane.ended = True
        if self.players.get(lane.player) is not lane:
            return ""
        del self.players[lane.player]
        return lane.player

    # ------------------------------------------------------------------ speaking

    def tell(self, player: str, message: Message | Mention) -> None:
        """Queue for a player's newest connection."""
        self._stage(lambda: self._put(self.players.get(player), message))

    def tell_near(self, pos: Place, message: Message | Mention, radius: float, but: str) -> None:
        """Queue for everybody within `radius` blocks of a place, except one."""
        self._stage(lambda: self._put_near(pos, message, radius, but))

    def tell_all(self, message: Message) -> None:
        """Queue for everybody in the world."""
        self._stage(lambda: self._put_all(message))

    def reply(self, connection: int, message: Message) -> None:
        """Queue for one connection, from a handler before everything that its changes cause."""
        self._stage(lambda: self._put(self.lanes.get(connection), message))

    def deliver_tellings(self, changes: ChangeSet) -> None:
        """Queue what a change set tells, in its order."""
        for telling in changes.tellings:
            match telling:
                case ToPlayer(player, message):
                    self.tell(player, message)
                case ToNear(pos, radius, message, but):
                    self.tell_near(pos, message, radius, but)
                case ToAll(message):
                    self.tell_all(message)

    # ------------------------------------------------------------------ staging

    def begin(self) -> None:
        """A handler starts: keep what it says and does to connections until it has succeeded."""
        self._staged, self._closings = [], []

    def drop(self) -> None:
        """The handler raised: nothing of it happened."""
        self._staged, self._closings = None, []

    def succeed(self) -> None:
        """The handler succeeded: what it said directly and its logins take effect; its closings follow with `end`."""
        staged, self._staged = self._staged or [], None
        for act in staged:
            act()

    def end(self) -> None:
        """Everything that the handler caused is queued: now the connections that it closed end."""
        closings, self._closings = self._closings, []
        for act in closings:
            act()

    def _stage(self, act: Callable[[], None]) -> None:
        if self._staged is None:
            act()
        else:
            self._staged.append(act)

    def _put(self, lane: Lane | None, message: Message | Mention) -> None:
        if lane is not None:
            self.outbox.put(lane, message)

    def _put_near(self, pos: Place, message: Message | Mention, radius: float, but: str) -> None:
        for player, lane in self.players.items():
            if player != but:
                place = self.locate(player)
                if place is not None and _within(place, pos, radius):
                    self.outbox.put(lane, message)

    def _put_all(self, message: Message) -> None:
        for lane in self.players.values():
            self.outbox.put(lane, message)

    def _bind(self, lane: Lane, player: str) -> None:
        older = self.players.get(player)
        if older is not None and older is not lane:
            self.outbox.part(older, "replaced", "You joined from somewhere else.", drop_queued=True)
        lane.player = player
        self.players[player] = lane


def _within(a: Place, b: Place, radius: float) -> bool:
    return (a[0] - b[0]) ** 2 + (a[1] - b[1]) ** 2 + (a[2] - b[2]) ** 2 <= radius * radius
