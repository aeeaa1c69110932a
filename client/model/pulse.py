"""How long a server has been silent, in time that this client lived through: a computer that slept has not waited."""

from typing import Final

from server.shared.protocol.limits import LOST_SECONDS, PING_SECONDS, UNANSWERED_SECONDS

_LONGEST_FRAME: Final = 1.0
"""What counts of one frame at most, in seconds: what lay in it can only be read after it."""


class Pulse:
    """`silence` are the seconds since something came. While `paused` it is not the server that is waited for."""

    def __init__(self) -> None:
        self.silence = 0.0
        self.paused = False
        self._since_asked = 0.0

    @property
    def unanswered(self) -> bool:
        """Whether the player should know that the server does not answer."""
        return self.silence >= UNANSWERED_SECONDS

    @property
    def lost(self) -> bool:
        """Whether the connection is to be given up."""
        return self.silence >= LOST_SECONDS

    def heard(self) -> None:
        """Something came."""
        self.silence = 0.0

    def advance(self, seconds: float) -> bool:
        """Let time pass; whether to ask now if the server is there."""
        if self.paused:
            return False
        lived = min(seconds, _LONGEST_FRAME)
        self.silence += lived
        self._since_asked += lived
        if self._since_asked < PING_SECONDS:
            return False
        self._since_asked = 0.0
        return True
