"""Real client sessions on a real server, without windows: what the program sends and knows, and time to wait in."""

import time
from collections.abc import Callable

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from client.connection import Connection
from client.model.knowledge import Knowledge
from client.network import Link
from client.session import Keyring, Session
from server.shared.protocol.message import Message, Refused, Request

PATIENCE = 60.0
"""Seconds after which a wait fails."""

STEP = 0.005
"""Seconds that pass while nothing has come."""


def until(connection: Connection, true: Callable[[], bool]) -> None:
    """Let a connection live on in real time until something is so."""
    end = time.monotonic() + PATIENCE
    while not true():
        assert time.monotonic() < end, "waited in vain"
        ended = connection.advance(STEP)
        assert ended is None, ended
        time.sleep(STEP)


class Live:
    """Players who are connected at the same time; whoever waits lets all of them go on."""

    def __init__(self, address: tuple[str, int], *names: str) -> None:
        self.sessions = {name: Session(name, Ed25519PrivateKey.generate(), Keyring(), "here", 2) for name in names}
        self._links = {name: Link(lambda: address) for name in names}
        self.until(lambda: all(session.playing for session in self.sessions.values()))

    def know(self, name: str) -> Knowledge:
        """What a player's client knows."""
        know = self.sessions[name].know
        assert know is not None
        return know

    def ask(self, name: str, kind: type[Request], *fields: object) -> Message:
        """A request of one player and its answer."""
        answers: list[Message] = []
        self.sessions[name].ask(lambda n: kind(n, *fields), answers.append)
        self.until(lambda: bool(answers))
        return answers[0]

    def must(self, name: str, kind: type[Request], *fields: object) -> Message:
        """A request that has to succeed, and its answer."""
        answer = self.ask(name, kind, *fields)
        assert not isinstance(answer, Refused), answer
        return answer

    def until(self, true: Callable[[], bool]) -> None:
        """Move bytes until something is so."""
        end = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < end, "waited in vain"
            if not self._move():
                time.sleep(0.002)

    def close(self) -> None:
        """Everybody goes."""
        for link in self._links.values():
            link.close()

    def _move(self) -> bool:
        moved = False
        for name, session in self.sessions.items():
            data = self._links[name].take()
            session.receive(data)
            self._links[name].send(session.outgoing())
            moved = moved or bool(data)
            assert session.ended is None, session.ended
        return moved
