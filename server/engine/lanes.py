"""The outbox and the lanes: what a tick tells, in order for each connection, held until that tick is durable."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Protocol

from ..shared.protocol import limits
from ..shared.protocol.chat import Notice
from ..shared.protocol.codec import LENGTH_BYTES, OversizedFrame, frame
from ..shared.protocol.login import Goodbye, Welcome
from ..shared.protocol.message import Message, Refused
from .changes import Digest, Mention


class Sender(Protocol):
    """The writing end of a connection; none of its calls ever waits."""

    def write(self, frames: list[bytes]) -> None:
        """Send these frames in order."""
        ...

    def waiting(self) -> int:
        """Bytes that the peer has not taken yet."""
        ...

    def finish(self) -> None:
        """Close once what was written has left; a dead peer is given up after a while."""
        ...

    def abort(self) -> None:
        """Close now."""
        ...


@dataclass(slots=True, eq=False)
class Lane:
    """One connection's ordered lane. `player` is '' until a login is proven and, where its player was
    `asked` under which name, answered; an ended lane takes nothing more.
    `address` says where it comes from.

    `queued` counts the bytes that wait for their tick to be durable; `latest` is a position frame past the lane, which
    goes nowhere before the player has been `greeted`: sent the first thing after the login."""

    number: int
    sender: Sender
    player: str = ""
    asked: bool = False
    ended: bool = False
    queued: int = 0
    greeted: bool = False
    latest: bytes | None = None
    address: str = ""

    def send_now(self, encoded: bytes | None = None) -> None:
        """Send a frame, or the one kept back, past the lane; while the peer lags behind only the latest is kept."""
        if encoded is not None:
            self.latest = encoded
        if self.latest is not None and self.greeted and not self.ended and self.sender.waiting() == 0:
            self.sender.write([self.latest])
            self.latest = None


Failed = Callable[[str, Exception], None]
"""Hears of what could not be sent."""
Compose = Callable[[Digest, list[Any]], Message | None]
"""Makes the message of a digest from what was mentioned of it."""


@dataclass(slots=True, eq=False)
class _Place:
    """Where a digest's frame stands in the lanes of a tick, until it is known when the tick is sealed."""

    mentions: list[Mention] = field(default_factory=list)
    lanes: set[Lane] = field(default_factory=set)
    encoded: bytes = b""


@dataclass(slots=True)
class _TickMail:
    tick: int = 0
    mail: list[tuple[Lane, bytes | _Place]] = field(default_factory=list)
    goodbyes: list[tuple[Lane, bytes]] = field(default_factory=list)


class Outbox:
    """Holds each tick's frames until every tick up to it is durable, then hands them to the senders.

    A message is encoded once, however many hear it."""

    def __init__(self, failed: Failed) -> None:
        self._failed = failed
        self._open = _TickMail()
        self._sealed: deque[_TickMail] = deque()
        self._frames: dict[int, tuple[Message, bytes]] = {}
        self._places: dict[Digest, _Place] = {}

    def put(self, lane: Lane, message: Message | Mention) -> None:
        """Queue a message of the open tick."""
        if lane.ended:
            return
        if isinstance(message, Mention):
            self._mention(lane, message)
            return
        encoded = self._encoded(message)
        lane.queued += len(encoded)
        self._open.mail.append((lane, encoded))

    def part(self, lane: Lane, code: str, text: str, *, drop_queued: bool = False) -> None:
        """Queue the end of a lane. What was queued before it is still sent, or dropped for a lane that was replaced."""
        if lane.ended:
            return
        if drop_queued:
            self._forget(lane)
        lane.ended = True
        self._open.goodbyes.append((lane, self._encoded(Goodbye(code, text))))

    def seal(self, tick: int, compose: Compose) -> None:
        """Close the open tick under its number, with the digests of what was mentioned in it; connections that let too
        much pile up are dropped."""
        self._open.tick = tick
        if self._places:
            self._fill_places(compose)
        if self._open.mail or self._open.goodbyes:
            self._sealed.append(self._open)
            for lane in {lane for lane, _ in self._open.mail if lane.queued > limits.SEND_BUFFER}:
                self._drop(lane)
        self._open = _TickMail()
        self._frames.clear()

    def flush(self, durable: int) -> None:
        """Send all mail of ticks up to `durable`."""
        while self._sealed and self._sealed[0].tick <= durable:
            self._deliver(self._sealed.popleft())

    def _mention(self, lane: Lane, mention: Mention) -> None:
        place = self._places.setdefault(mention.digest, _Place())
        if not any(known is mention for known in place.mentions):
            place.mentions.append(mention)
        if lane not in place.lanes:
            place.lanes.add(lane)
            self._open.mail.append((lane, place))

    def _fill_places(self, compose: Compose) -> None:
        for digest, place in self._places.items():
            message = compose(digest, [mention.part for mention in place.mentions])
            place.encoded = self._encoded(message) if message is not None else b""
        self._places = {}
        for lane, encoded in self._open.mail:
            if isinstance(encoded, _Place):
                lane.queued += len(encoded.encoded)

    def _deliver(self, post: _TickMail) -> None:
        batches: dict[Lane, list[bytes]] = {}
        for lane, item in post.mail:
            encoded = item.encoded if isinstance(item, _Place) else item
            if encoded:
                batches.setdefault(lane, []).append(encoded)
        for lane, frames in batches.items():
            size = sum(map(len, frames))
            lane.queued -= size
            if lane.sender.waiting() + size > limits.SEND_BUFFER:
                self._drop(lane)
            else:
                lane.sender.write(frames)
                lane.greeted = lane.player != ""
        for lane, encoded in post.goodbyes:
            lane.sender.write([encoded])
            lane.sender.finish()

    def _drop(self, lane: Lane) -> None:
        """End a lane at once: its reader is too slow to be told anything, a Goodbye included."""
        self._forget(lane)
        lane.ended = True
        lane.sender.abort()

    def _forget(self, lane: Lane) -> None:
        for post in (*self._sealed, self._open):
            post.mail = [entry for entry in post.mail if entry[0] is not lane]
        lane.queued = 0

    def _encoded(self, message: Message) -> bytes:
        known = self._frames.get(id(message))
        if known is None:
            # The message is kept beside its frame: an id is only unique while its object lives.
            known = self._frames[id(message)] = (message, self._framed(message))
        return known[1]

    def _framed(self, message: Message) -> bytes:
        """A message as it goes out. One that no peer could take is a fault of ours: the log names it, and whoever would
        have heard it gets a plain sentence in its place."""
        try:
            encoded = frame(message)
            if len(encoded) - LENGTH_BYTES <= limits.FRAME_FROM_SERVER:
                return encoded
            raise OversizedFrame(len(encoded) - LENGTH_BYTES, limits.FRAME_FROM_SERVER, [])
        except Exception as error:  # noqa: BLE001 - noted with its trace; nobody is cut off for what cannot be said
            self._failed(f"The message {type(message).__name__} could not be sent; a notice went in its place.", error)
            return frame(_in_place_of(message))


def _in_place_of(message: Message) -> Message:
    number = getattr(message, "n", None)
    if isinstance(number, int):
        return Refused(number, "too_long", "The answer to this is too long to be sent; tell whoever runs the server.")
    if isinstance(message, Welcome):
        return Goodbye("too_long", "This server has more to say at the door than fits a message; tell whoever runs it.")
    return Notice("warning", "The server could not tell you of something that has changed; tell whoever runs it.")
