"""A thread that moves bytes between a server and a session, and the child process that serves a player's own world.

The thread knows nothing of messages; the program takes what has come, a little each frame, and hands over what goes.
"""

import contextlib
import ipaddress
import logging
import select
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import IO, Final, TypeVar

from server.shared import data_folders
from server.shared.protocol.limits import DEFAULT_PORT

Address = tuple[str, int]
T = TypeVar("T")
_log = logging.getLogger("voxtable.network")

CONNECT_SECONDS: Final = 10.0
START_SECONDS: Final = 30.0
"""What a world of one's own gets to store everything when it is closed."""
OPEN_SECONDS: Final = 60.0
"""What it gets to open, on a slow computer that makes it anew."""
NO_ANSWER: Final = "The server did not answer. It may be off, or a firewall may be in the way."
_MOST_WAITING: Final = 4 * 1024 * 1024
_PIECE: Final = 64 * 1024
_LONGEST_HOST: Final = 253
"""Characters of a whole name on the network."""


class NoServer(Exception):
    """A server that cannot be found or started; the text is a sentence for the player."""


def parse_address(text: str) -> Address:
    """Host and port of `HOST`, `HOST:PORT` or `[IPV6]:PORT`. Raises NoServer."""
    text = text.strip()
    if "/" in text:
        raise NoServer("Enter the name or number of a computer alone, without http:// and without any /.")
    host, colon, port = text.rpartition(":")
    if not colon or "]" in port or (":" in host and not host.startswith("[")):
        host, port = text, str(DEFAULT_PORT)
    host = host.strip("[]")
    if not host.strip("."):
        raise NoServer(f"Enter the server's address, such as play.example.org or 192.168.1.20:{DEFAULT_PORT}.")
    if not port.isdecimal() or len(port) > 5 or not 0 < int(port) < 65536:
        raise NoServer(f"The port after the colon must be a number from 1 to 65535, not {port[:20]!r}.")
    if not _may_be_a_host(host):
        raise NoServer(
            f"{host[:40]!r} cannot be the name of a computer: between its dots stand 1 to 63 letters or digits."
        )
    return _one_spelling(host), int(port)


def _one_spelling(host: str) -> str:
    """A computer's name in the letters that it is looked up with, small and without the final dot; a number at its
    shortest. Raises UnicodeError."""
    try:
        return str(ipaddress.ip_address(host))
    except ValueError:
        return host.removesuffix(".").encode("idna").decode("ascii").lower()


def _may_be_a_host(host: str) -> bool:
    """Whether names are looked up like this at all: an address of numbers, or labels of a bearable length."""
    try:
        spelled = _one_spelling(host)
    except UnicodeError:
        return False
    return (
        len(spelled) <= _LONGEST_HOST
        and not spelled.endswith(".")
        and not any(part.isspace() or not part.isprintable() for part in host)
    )


def address_of(place: Address) -> str:
    """How a server is remembered, however its address was typed."""
    return f"{place[0]}:{place[1]}"


def remembered_at(kept: Mapping[str, T], address: str) -> T | None:
    """What is kept of the server of an address; it may have been kept under another spelling of that, the newest
    last."""
    if address in kept:
        return kept[address]
    found = [value for written, value in kept.items() if _respelled(written) == _respelled(address)]
    return found[-1] if found else None


def _respelled(address: str) -> str:
    host, _, port = address.rpartition(":")
    try:
        return f"{_one_spelling(host)}:{port}"
    except UnicodeError:
        return address


class Link:
    """One connection's bytes. `locate` is called in the thread and may wait, as for a server that is starting."""

    def __init__(self, locate: Callable[[], Address]) -> None:
        self.failure = ""
        self.connected = False
        self.closed = False
        self._locate = locate
        self._lock = threading.Lock()
        self._incoming = bytearray()
        self._outgoing = bytearray()
        self._wake, self._woken = socket.socketpair()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="network", daemon=True)
        self._thread.start()

    def take(self, most: int = _PIECE) -> bytes:
        """At most this many of the bytes that have come."""
        with self._lock:
            data = bytes(self._incoming[:most])
            del self._incoming[:most]
        if data:
            self._nudge()
        return data

    def send(self, data: bytes) -> None:
        """Send these bytes as soon as the socket takes them."""
        if data:
            with self._lock:
                self._outgoing += data
            self._nudge()

    def close(self) -> None:
        """End the connection; once it stood, wait until what was handed over has left."""
        self._stopping = True
        self._nudge()
        if self.connected:
            self._thread.join(timeout=CONNECT_SECONDS + 1)

    def _nudge(self) -> None:
        with contextlib.suppress(OSError):
            self._wake.send(b"\0")

    def _run(self) -> None:
        try:
            address = self._locate()
            if not self._stopping:
                with socket.create_connection(address, timeout=CONNECT_SECONDS) as connection:
                    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                    connection.setblocking(False)
                    self.connected = True
                    self._pump(connection)
        except NoServer as error:
            self.failure = str(error)
        except socket.gaierror:
            self.failure = "No computer of this name was found. Check the address for typing errors."
        except TimeoutError:
            self.failure = NO_ANSWER
        except ConnectionRefusedError:
            self.failure = "That computer answers, but no Voxtable server runs on this port."
        except OSError as error:
            self.failure = f"The connection broke: {error.strerror or error}."
        except Exception:  # noqa: BLE001 - the thread's end is the connection's; the log has the trace
            _log.exception("The connection could not be made.")
            self.failure = "The connection could not be made. Check the address for typing errors."
        finally:
            self.closed = True
            self._wake.close()
            self._woken.close()

    def _pump(self, connection: socket.socket) -> None:
        while not self._stopping:
            with self._lock:
                wants = [connection, self._woken] if len(self._incoming) < _MOST_WAITING else [self._woken]
                sends = [connection] if self._outgoing else []
            readable, writable, _ = select.select(wants, sends, [], 1.0)
            if self._woken in readable:
                self._woken.recv(4096)
            if connection in readable:
                data = connection.recv(_PIECE)
                if not data:
                    self.failure = "The server closed the connection."
                    return
                with self._lock:
                    self._incoming += data
            if writable:
                with self._lock:
                    sent = connection.send(self._outgoing)
                    del self._outgoing[:sent]
        with self._lock:
            rest = bytes(self._outgoing)
        if rest:
            connection.setblocking(True)
            connection.settimeout(1.0)
            connection.sendall(rest)


class OwnWorld:
    """A server of this player's own, as a child process on a free loopback port. It runs once, and ends with this
    process. `owner` is the player's public key; `commands` says whether they may use operator commands in a new world,
    which remembers it."""

    def __init__(
        self,
        folder: Path,
        seed: int | None = None,
        operators: Sequence[str] = (),
        owner: bytes = b"",
        commands: bool = True,
    ) -> None:
        self.folder = folder
        self.address: Address | None = None
        """Where it listens, once it does: on this computer only."""
        self._seed = seed
        self._operators = tuple(operators)
        self._owner = owner.hex()
        self._commands = "on" if commands else "off"
        self._process: subprocess.Popen[str] | None = None
        self._lock = threading.Lock()
        self._stopped = False

    def start(self) -> Address:
        """Start it and wait until it listens. Raises NoServer with what it said last; also when it was stopped before,
        so that nothing runs on for a player who has left."""
        try:
            self.folder.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            reason = error.strerror or error
            raise NoServer(f"The folder {self.folder.parent} for your worlds cannot be made: {reason}.") from error
        command = [
            sys.executable,
            "-m",
            "server",
            "serve",
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--world",
            str(self.folder),
            "--parent-pipe",
            *(() if self._seed is None else ("--seed", str(self._seed))),
            *(word for name in self._operators for word in ("--operator", name)),
            *(("--owner", self._owner, "--commands", self._commands) if self._owner else ()),
        ]
        with self._lock:
            if self._stopped:
                raise NoServer("Your world was closed before it had opened.")
            process = self._process = subprocess.Popen(
                command,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                text=True,
                cwd=data_folders.ASSETS.parent,
            )
        self.address = _listening(process)
        return self.address

    def stop(self, patience: float = START_SECONDS) -> None:
        """End it by closing its pipe, and wait until it has stored everything, so many seconds at most."""
        with self._lock:
            process, self._process = self._process, None
            self._stopped = True
        if process is None:
            return
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()
        try:
            process.wait(timeout=patience)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _listening(process: "subprocess.Popen[str]") -> Address:
    """Where a server that was just started listens. Raises NoServer when it ends instead, or takes too long."""
    assert process.stdout is not None
    last, late = "", threading.Event()

    def give_up() -> None:
        late.set()
        process.kill()

    timer = threading.Timer(OPEN_SECONDS, give_up)
    timer.daemon = True
    timer.start()
    try:
        for line in process.stdout:
            words = line.split()
            if len(words) == 3 and words[0] == "listening":
                threading.Thread(target=_drain, args=(process.stdout,), daemon=True).start()
                return words[1], int(words[2])
            last = line.removeprefix("voxtable-server: ").strip() or last
    finally:
        timer.cancel()
    process.stdout.close()
    if late.is_set():
        last = f"Your world did not open within {OPEN_SECONDS:g} seconds, so its start was given up."
    raise NoServer(last or "Your world could not be started.")


def _drain(output: IO[str]) -> None:
    """Read on what the server says, or it would stand still once the pipe is full."""
    with output:
        for _ in output:
            pass
