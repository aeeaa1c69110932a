"""The asyncio side of the engine: the listening socket, the peers' sockets, and the beat of twenty ticks a second."""

import asyncio
import errno
import logging
import socket
import sys

from ..shared.protocol import limits
from ..shared.protocol.pulse import Ping
from .connection import Connection, Fault
from .engine import TICK_MS, Engine

MOST_BEHIND = 5 * TICK_MS / 1000
"""Seconds of missed ticks that are made up for after a stall; the rest never happened."""
SAID_EVERY = 10.0
"""Seconds between two lines in the log about ticks that were left out."""
LEAST_SAID = 0.001
"""Seconds of ticks left out that are worth such a line."""

_log = logging.getLogger("voxtable.host")


class CannotListen(Exception):
    """The address is not to be had; the sentence names it and the option to change."""


class ServerFailed(Exception):
    """The server had to stop; the sentence says why."""


class Host:
    """Runs one engine on the current event loop."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._codec = engine.codec()
        self._stop = asyncio.Event()
        self._failure: str | None = None
        self._peers: set[_Peer] = set()
        self._server: asyncio.Server | None = None
        self._next = 0.0
        self._behind = Behind()

    async def listen(self, host: str, port: int) -> tuple[str, int]:
        """Open the socket; port 0 takes a free one. Returns the address. Raises CannotListen."""
        loop = asyncio.get_running_loop()
        try:
            self._server = await loop.create_server(
                lambda: _Peer(self._engine, Connection(self._codec, loop.time()), self._peers), host, port
            )
        except OSError as error:
            raise CannotListen(_why_not(host, port, error)) from error
        address = self._server.sockets[0].getsockname()
        return str(address[0]), int(address[1])

    async def run(self) -> None:
        """Tick until stopped; then say goodbye and store what is open. Raises ServerFailed when it had to stop."""
        loop = asyncio.get_running_loop()
        self._next = loop.time()
        self._beat()
        await self._stop.wait()
        if self._server is not None:
            self._server.close()
        if self._failure is None:
            self._engine.take_leave()
        await loop.run_in_executor(None, self._engine.shut_down)
        if self._failure is not None:
            self._engine.abandon()
        await self._part()
        if self._failure is not None:
            raise ServerFailed(self._failure)

    def stop(self) -> None:
        """Let `run` come to its end."""
        self._stop.set()

    def fail(self, sentence: str) -> None:
        """Nothing more can be stored: stop, telling nobody anything that is not durable."""
        if self._failure is None:
            self._failure = sentence
        self._stop.set()

    def _beat(self) -> None:
        if self._stop.is_set():
            return
        loop = asyncio.get_running_loop()
        try:
            if self._engine.may_tick:
                self._engine.tick()
        except Exception:  # noqa: BLE001 - logged with its trace, and the server stops
            _log.exception("The tick itself failed.")
            self.fail("The server stopped because a tick could not be finished; the log says where.")
            return
        now = loop.time()
        due, self._next = self._next + TICK_MS / 1000, next_beat(self._next, now)
        self._behind.note(self._next - due, now)
        loop.call_at(self._next, self._beat)

    async def _part(self) -> None:
        """Give the peers a moment to take their last bytes."""
        waiting = [peer.closed for peer in self._peers]
        if waiting:
            await asyncio.wait(waiting, timeout=limits.GOODBYE_SECONDS)
        for peer in tuple(self._peers):
            peer.abort()


def next_beat(planned: float, now: float) -> float:
    """When the tick after the one planned then is due, in seconds; after a stall most missed ticks never happened."""
    return max(planned + TICK_MS / 1000, now - MOST_BEHIND)


class Behind:
    """Says in the log how many ticks were left out, not more often than every SAID_EVERY seconds."""

    def __init__(self) -> None:
        self._left_out = 0.0
        self._said = -SAID_EVERY

    def note(self, left_out: float, now: float) -> None:
        """So many seconds of ticks never happened, as of this time in seconds."""
        self._left_out += left_out
        if self._left_out >= LEAST_SAID and now - self._said >= SAID_EVERY:
            _log.warning("The server could not keep up: it left out %d ms of ticks.", round(self._left_out * 1000))
            self._left_out, self._said = 0.0, now


class _Peer(asyncio.Protocol):
    """One client's socket: hands bytes to its Connection and messages to the engine, and is the lane's Sender."""

    def __init__(self, engine: Engine, connection: Connection, peers: "set[_Peer]") -> None:
        self._engine = engine
        self._connection = connection
        self._peers = peers
        self._loop = asyncio.get_running_loop()
        self._transport: asyncio.Transport
        self._number = 0
        self._unlocked = False
        self._finishing = False
        self._heard_at = 0.0
        self._asks = False
        self.closed: asyncio.Future[None] = self._loop.create_future()

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._transport = transport
        _notice_silence(transport)
        self._peers.add(self)
        self._number = self._engine.connect(self, _address(transport))
        if len(self._peers) > limits.CONNECTIONS:
            self._make_room()
        self._expect_login(limits.LOGIN_SECONDS)

    def data_received(self, data: bytes) -> None:
        if self._finishing:
            return
        self._heard_at = self._loop.time()
        if not self._unlocked and self._engine.admitted(self._number):
            self._unlocked = True
            self._connection.logged_in()
        already_broken = self._connection.fault is not None
        for message in self._connection.receive(data, self._heard_at):
            self._engine.receive(self._number, message)
            if isinstance(message, Ping) and not self._asks:
                self._asks = True
                self._expect_sign_of_life()
        if self._connection.fault is not None and not already_broken:
            self._break(self._connection.fault)

    def connection_lost(self, exc: Exception | None) -> None:
        self._peers.discard(self)
        self._engine.disconnect(self._number)
        if not self.closed.done():
            self.closed.set_result(None)

    def write(self, frames: list[bytes]) -> None:
        if not self._finishing and not self._transport.is_closing():
            self._transport.writelines(frames)

    def waiting(self) -> int:
        return self._transport.get_write_buffer_size()

    def finish(self) -> None:
        if self._finishing or self._transport.is_closing():
            return
        self._finishing = True
        # Only the sending half is closed at first: bytes that still arrive at a closed socket would reset the
        # connection, and the peer could lose the Goodbye that it has not read yet.
        self._transport.write_eof()
        self._loop.call_later(limits.LINGER_SECONDS, self._transport.close)
        self._loop.call_later(limits.GOODBYE_SECONDS, self.abort)

    def abort(self) -> None:
        self._transport.abort()

    def _expect_sign_of_life(self) -> None:
        """A client that asks whether the server is there is expected to go on asking."""
        left = self._heard_at + limits.ABSENT_SECONDS - self._loop.time()
        if left > 0:
            self._loop.call_later(left, self._expect_sign_of_life)
        elif not self._finishing and not self._transport.is_closing():
            self._break(Fault("silent", f"Nothing came from your computer for {limits.ABSENT_SECONDS:g} seconds."))

    def _make_room(self) -> None:
        """Where strangers fill the server the one that has waited longest goes at once, so that nobody who proves a
        login is kept out by connections that never do; where players fill it this one is turned away."""
        strangers = [peer for peer in self._peers if peer is not self and not self._engine.admitted(peer._number)]
        if strangers:
            longest = min(strangers, key=lambda peer: peer._number)
            self._peers.discard(longest)
            longest.abort()
        else:
            self._engine.refuse(self._number, "server_full", "The server has no room for another connection.")

    def _break(self, fault: Fault) -> None:
        self._engine.refuse(self._number, fault.code, fault.text)

    def _expect_login(self, seconds: float, waited: float = 0.0) -> None:
        """Part from a peer that has not come in so many seconds after it connected."""
        self._loop.call_later(seconds - waited, self._still_outside, seconds)

    def _still_outside(self, seconds: float) -> None:
        if self._engine.admitted(self._number):
            return
        longer = self._engine.seconds_to_come_in(self._number)
        if longer > seconds:
            self._expect_login(longer, seconds)
        else:
            self._break(Fault("login_timeout", f"A login must be proven within {seconds:g} seconds."))


def _address(transport: asyncio.BaseTransport) -> str:
    """Where a peer connects from, as host:port; '' when the system does not say."""
    name = transport.get_extra_info("peername")
    if not name:
        return ""
    host, port = name[:2]
    return f"[{host}]:{port}" if ":" in host else f"{host}:{port}"


def _notice_silence(transport: asyncio.Transport) -> None:
    """Have the system cut a peer that vanished without a word, where it can."""
    sock = transport.get_extra_info("socket")
    sock.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    if sys.platform == "linux":
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_KEEPIDLE, limits.SILENCE_SECONDS // 2)
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, limits.SILENCE_SECONDS * 1000)


def _why_not(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is in use by another program; choose another with --port."
    return f"The server cannot listen on {host} port {port} ({error.strerror or error}); see --host and --port."
