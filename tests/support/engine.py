"""An engine under a test's hand: time that stands until it is moved, and peers that keep what they are sent."""

from server.engine.engine import Engine
from server.shared.protocol.codec import FROM_SERVER, Codec, FrameReader
from server.shared.protocol.message import Message
from server.storage.journal import Journal
from server.storage.memory import MemoryStorage
from tests.support.bounds import beyond


class ManualClock:
    """Time in ms that only a test moves."""

    def __init__(self, ms: int = 1_000_000) -> None:
        self.ms = ms

    def wall(self) -> int:
        return self.ms

    def monotonic(self) -> int:
        return self.ms


class Peer:
    """The other end of a connection: what an engine sent is in `heard`."""

    def __init__(self, engine: Engine, codec: Codec | None = None) -> None:
        self.engine = engine
        self.heard: list[Message] = []
        self.frames: list[bytes] = []
        self.finished = False
        self.aborted = False
        self.untaken = 0
        self._reader = FrameReader()
        self._codec = codec or Codec(FROM_SERVER)
        self.number = engine.connect(self)

    def send(self, message: Message) -> None:
        """A message comes from this peer; the next tick handles it."""
        self.engine.receive(self.number, message)

    def ask(self, message: Message) -> Message:
        """Send a request, run a tick, and return the last message heard: the answer."""
        self.send(message)
        self.engine.tick()
        return self.heard[-1]

    def hang_up(self) -> None:
        """This peer is gone."""
        self.engine.disconnect(self.number)

    def write(self, frames: list[bytes]) -> None:
        self.frames += frames
        for encoded in frames:
            for payload in self._reader.feed(encoded):
                message = self._codec.decode(payload)
                assert (too_long := list(beyond(message, type(message)))) == [], too_long
                self.heard.append(message)

    def waiting(self) -> int:
        return self.untaken

    def finish(self) -> None:
        self.finished = True

    def abort(self) -> None:
        self.aborted = True


def admitted_peer(engine: Engine, player: str) -> Peer:
    """A peer that is logged in as this player already."""
    peer = Peer(engine)
    engine.admit(peer.number, player)
    return peer


class HeldStorage(MemoryStorage):
    """Commits nothing until it is released: what is told before that was told too early."""

    def __init__(self) -> None:
        super().__init__()
        self.held: list[Journal] = []

    def submit(self, journal: Journal) -> None:
        self.held.append(journal)

    def release(self, count: int | None = None) -> None:
        """Commit the oldest held journals, all of them unless a count is given."""
        ready = self.held[:count]
        self.held = self.held[len(ready) :]
        for journal in ready:
            super().submit(journal)
