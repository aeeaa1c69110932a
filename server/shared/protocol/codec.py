"""From frames to typed messages and back; what cannot be read names its field.

The server's decoder is made from the types that the rooms and plugins register; the client knows all messages at
its build.
"""

from collections.abc import Iterable
from functools import reduce
from operator import or_
from typing import Any, Final

import msgspec

from . import chat, items, limits, login, tabletop, world
from .message import Done, Message, Refused

FROM_SERVER: tuple[type[Message], ...] = (
    Done, Refused,
    login.ServerHello, login.NameQuestion, login.MoreKinds, login.Welcome, login.Goodbye,
    world.ColumnData, world.ColumnGone, world.BlockChanges, world.WorldTime, world.Correction, world.PlayerAppears,
    world.PlayerRenamed, world.PlayerLooks, world.PlayerSwings, world.DropAppears, world.BodyGone, world.Positions,
    world.Sit, world.Stand,
    items.WindowOpened, items.WindowChanged, items.WindowClosed, items.ClaimBox, items.Recipes,
    chat.ChatLine, chat.Notice,
    tabletop.Board, tabletop.ShowBoard, tabletop.PausedMatches, tabletop.Stats,
    tabletop.AskReveal, tabletop.AskCommitment, tabletop.MatchDice, tabletop.LogPage,
)  # fmt: skip
"""Every message a client may receive."""


class MalformedMessage(ValueError):
    """A frame that is not a known message; its text names what is wrong."""


class Codec:
    """Decodes one direction's messages: exactly the given types, by tag."""

    def __init__(self, types: Iterable[type[Message]]) -> None:
        self._decoder: msgspec.msgpack.Decoder[Any] = msgspec.msgpack.Decoder(reduce(or_, types))

    def decode(self, payload: bytes) -> Message:
        """The message in one frame's payload. Raises MalformedMessage."""
        try:
            message: Message = self._decoder.decode(payload)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise MalformedMessage(f"This message cannot be read: {error}.") from error
        return message


LENGTH_BYTES: Final = 4
"""Bytes of the length that a frame begins with, big-endian."""
_encoder = msgspec.msgpack.Encoder()


def frame(message: Message) -> bytes:
    """A message as it goes over the wire: 4-byte big-endian length and one msgpack value."""
    payload = _encoder.encode(message)
    return len(payload).to_bytes(LENGTH_BYTES, "big") + payload


class OversizedFrame(ValueError):
    """A frame longer than its limit; its text names both. `before` are the payloads that were complete before it."""

    def __init__(self, length: int, limit: int, before: list[bytes]) -> None:
        super().__init__(f"A frame of {length} bytes came; at most {limit} are read.")
        self.before = before


class FrameReader:
    """Cuts a byte stream into payloads, in whatever pieces it comes. Allocates nothing for a length it refuses."""

    def __init__(self, limit: int = limits.FRAME_FROM_SERVER) -> None:
        self.limit = limit
        self._pending = bytearray()

    def feed(self, data: bytes) -> list[bytes]:
        """The payloads that are complete after these bytes. Raises OversizedFrame as soon as a length says too much."""
        self._pending += data
        payloads: list[bytes] = []
        start = 0
        while len(self._pending) - start >= 4:
            length = int.from_bytes(self._pending[start : start + 4], "big")
            if length > self.limit:
                raise OversizedFrame(length, self.limit, payloads)
            if len(self._pending) - start - 4 < length:
                break
            payloads.append(bytes(self._pending[start + 4 : start + 4 + length]))
            start += 4 + length
        del self._pending[:start]
        return payloads
