"""A protocol client for tests: plain blocking sockets, a fresh key, numbered requests, and messages kept by type."""

import os
import socket
import time
from collections.abc import Callable
from typing import Any, Self, TypeVar

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from client.model.fairness import Fairness
from server.shared.protocol import limits
from server.shared.protocol.codec import FROM_SERVER, Codec, FrameReader, frame
from server.shared.protocol.login import Goodbye, Hello, Login, ServerHello, Welcome, client_proof, server_proof
from server.shared.protocol.message import Message, Refused, Request
from server.shared.protocol.tabletop import AskCommitment, AskReveal, Ready, Reveal
from server.shared.protocol.world import ColumnData, ColumnsReceived
from tests.support.bounds import beyond

M = TypeVar("M", bound=Message)
R = TypeVar("R", bound=Request)

PATIENCE = 20.0
"""Seconds after which a wait fails."""


class Parted(Exception):
    """The server ended the connection; `goodbye` is what it said, if anything."""

    def __init__(self, goodbye: Goodbye | None) -> None:
        super().__init__(f"The server ended the connection: {goodbye}")
        self.goodbye = goodbye


class Client:
    """One connection. `messages` holds everything received, in order; columns are acknowledged as they come."""

    def __init__(self, address: tuple[str, int]) -> None:
        self.socket = socket.create_connection(address, timeout=PATIENCE)
        self.messages: list[Message] = []
        self.welcome: Welcome
        self._reader = FrameReader()
        self._codec = Codec(FROM_SERVER)
        self._requests = 0
        self.fairness = Fairness()
        self._seen = 0

    @classmethod
    def join(
        cls, address: tuple[str, int], name: str, key: Ed25519PrivateKey | None = None, view_distance: int = 2
    ) -> "Client":
        """Connect and log in; a fresh key unless one is given. Raises Parted when the server refuses."""
        client = cls(address)
        try:
            client.log_in(name, key or Ed25519PrivateKey.generate(), view_distance)
        except BaseException:
            client.close()
            raise
        return client

    def log_in(self, name: str, key: Ed25519PrivateKey, view_distance: int = 2) -> None:
        """Exchange versions, check the server's proof, prove the name, and wait for the welcome."""
        nonce = os.urandom(32)
        self.send(Hello(limits.PROTOCOL, "voxtable-tests", nonce))
        hello = self.expect(ServerHello)
        server = Ed25519PublicKey.from_public_bytes(hello.server_key)
        server.verify(hello.signature, server_proof(nonce, hello.nonce, hello.server_key))
        public = key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        signature = key.sign(client_proof(nonce, hello.nonce, hello.server_key))
        self.send(Login(name, public, signature, view_distance))
        self.welcome = self.expect(Welcome)

    def send(self, message: Message) -> None:
        """Send one message."""
        self.socket.sendall(frame(message))

    def send_bytes(self, data: bytes) -> None:
        """Send raw bytes, for tests of bad input."""
        self.socket.sendall(data)

    def request(self, kind: type[R], *fields: Any) -> int:
        """Send a request with the next number; returns the number."""
        self._requests += 1
        self.send(self.fairness.sealed(kind(self._requests, *fields)))
        return self._requests

    def ask(self, kind: type[R], *fields: Any, timeout: float = PATIENCE) -> Message:
        """Send a request and wait for its answer: Done, Refused, or an answer of its own."""
        number = self.request(kind, *fields)
        return self.wait_for(lambda message: getattr(message, "n", None) == number, timeout)

    def must(self, kind: type[R], *fields: Any) -> Message:
        """Send a request that has to succeed; returns its answer."""
        answer = self.ask(kind, *fields)
        assert not isinstance(answer, Refused), answer
        return answer

    def refused(self, kind: type[R], *fields: Any) -> Refused:
        """Send a request that has to be refused; returns the refusal."""
        answer = self.ask(kind, *fields)
        assert isinstance(answer, Refused), answer
        return answer

    def of(self, kind: type[M]) -> list[M]:
        """All messages of a type received so far."""
        return [message for message in self.messages if isinstance(message, kind)]

    def last(self, kind: type[M]) -> M:
        """The newest message of a type received so far."""
        return self.of(kind)[-1]

    def expect(self, kind: type[M], timeout: float = PATIENCE) -> M:
        """Wait for the next message of a type, past those that earlier waits have seen."""
        message = self.wait_for(lambda message: isinstance(message, kind), timeout)
        assert isinstance(message, kind)
        return message

    def wait_for(self, wanted: Callable[[Message], bool], timeout: float = PATIENCE) -> Message:
        """The first message not yet waited past that is wanted. Raises Parted or TimeoutError."""
        end = time.monotonic() + timeout
        while True:
            while self._seen < len(self.messages):
                self._seen += 1
                if wanted(self.messages[self._seen - 1]):
                    return self.messages[self._seen - 1]
            self._read(end)

    def wait_until(self, true: Callable[[], bool], timeout: float = PATIENCE) -> None:
        """Take in messages until a condition holds. Raises Parted or TimeoutError."""
        end = time.monotonic() + timeout
        while not true():
            self._read(end)

    def goodbye(self, timeout: float = PATIENCE) -> Goodbye | None:
        """Wait for the server to end the connection; returns what it said."""
        try:
            self.wait_until(lambda: False, timeout)
        except Parted as parted:
            return parted.goodbye
        raise AssertionError("unreachable")

    def close(self) -> None:
        """Go, without a word."""
        self.socket.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.close()

    def _read(self, end: float) -> None:
        left = end - time.monotonic()
        if left <= 0:
            raise TimeoutError(f"Nothing of what was awaited came; last: {self.messages[-5:]}")
        self.socket.settimeout(left)
        try:
            data = self.socket.recv(1 << 18)
        except ConnectionError:
            data = b""
        if not data:
            farewells = self.of(Goodbye)
            raise Parted(farewells[-1] if farewells else None)
        for payload in self._reader.feed(data):
            self._take(self._codec.decode(payload))

    def _take(self, message: Message) -> None:
        assert (too_long := list(beyond(message, type(message)))) == [], too_long
        self.messages.append(message)
        if isinstance(message, ColumnData):
            self.send(ColumnsReceived(1))
        elif isinstance(message, AskReveal):
            value = self.fairness.contribution(message, self.welcome.player)
            assert value is not None, "the server published what this client committed to"
            self.request(Reveal, message.match, value)
        elif isinstance(message, AskCommitment):
            self.request(Ready, message.table, True, message.revision)
