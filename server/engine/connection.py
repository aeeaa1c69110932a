"""The protocol of one client connection, without I/O: bytes in, messages or the reason to end it out."""

from dataclasses import dataclass

from ..shared.protocol import limits
from ..shared.protocol.codec import Codec, FrameReader, MalformedMessage, OversizedFrame
from ..shared.protocol.message import Message
from ..shared.protocol.shape import BadShape, check_shape


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a connection ends: a stable code and a sentence."""

    code: str
    text: str


class Allowance:
    """A bucket of messages: `burst` at first, refilled at `rate` a second."""

    def __init__(
        self, now: float, rate: float = limits.MESSAGES_PER_SECOND, burst: float = limits.MESSAGE_BURST
    ) -> None:
        self._rate, self._burst = rate, burst
        self._left, self._at = burst, now

    def take(self, now: float) -> bool:
        """Use one up at this time in seconds; False when none is left."""
        self._left = min(self._burst, self._left + (now - self._at) * self._rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Connection:
    """Cuts, judges and decodes what one client sends. After a fault it takes nothing more."""

    def __init__(self, codec: Codec, now: float) -> None:
        self._codec = codec
        self._reader = FrameReader(limits.FRAME_BEFORE_LOGIN)
        self._allowance = Allowance(now)
        self.fault: Fault | None = None

    def logged_in(self) -> None:
        """The login is proven: longer frames are read from now on."""
        self._reader.limit = limits.FRAME_FROM_CLIENT

    def receive(self, data: bytes, now: float) -> list[Message]:
        """The messages that are complete after these bytes, up to a fault, which then stands in `fault`."""
        if self.fault is not None:
            return []
        oversized: Fault | None = None
        try:
            payloads = self._reader.feed(data)
        except OversizedFrame as error:
            payloads, oversized = error.before, Fault("frame_too_long", str(error))
        messages: list[Message] = []
        for payload in payloads:
            if not self._allowance.take(now):
                self.fault = Fault(
                    "too_many_messages", f"More than {limits.MESSAGES_PER_SECOND} messages a second are not read."
                )
                return messages
            try:
                check_shape(payload)
                messages.append(self._codec.decode(payload))
            except (BadShape, MalformedMessage) as error:
                self.fault = Fault("malformed_message", str(error))
                return messages
        self.fault = oversized
        return messages
