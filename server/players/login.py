"""The door: hello and login of a connection, up to the moment when a proven player comes in."""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import msgspec

from ..engine.changes import ChangeSet, Refusal
from ..engine.engine import Engine
from ..engine.plugins import Caller
from ..shared.protocol.login import Hello, Login
from .identity import ServerIdentity, check_name, check_protocol, folded, new_secret
from .records import PLAYERS, SERVER_KEYS, PlayerRecord, ServerKey
from .set_aside import check_readable

Admitted = Callable[[ChangeSet, int, str, Login], None]
"""Lets a proven player in: changes, connection number, player id, the login."""


@dataclass(frozen=True, slots=True)
class _Greeted:
    """What both sides sign: the nonces of one connection."""

    client_nonce: bytes
    nonce: bytes


class Door:
    """Answers Hello and Login. Nothing is decided about a name before the login is proven."""

    def __init__(self, engine: Engine, title: str, admitted: Admitted) -> None:
        self._engine = engine
        self._title = title
        self._admitted = admitted
        self._greeted: dict[int, _Greeted] = {}
        engine.on(Hello, self._hello)
        engine.on(Login, self._login)
        engine.on_gone(self._gone)

    def _hello(self, changes: ChangeSet, caller: Caller, message: Hello) -> None:
        check_protocol(message.protocol, message.software)
        if caller.player or caller.connection in self._greeted:
            raise Refusal("out_of_order", "One hello is enough.")
        greeted = _Greeted(message.nonce, secrets.token_bytes(32))
        self._greeted[caller.connection] = greeted
        hello = self._identity(changes).hello(self._title, greeted.client_nonce, greeted.nonce)
        self._engine.reply(caller.connection, hello)

    def _login(self, changes: ChangeSet, caller: Caller, message: Login) -> None:
        greeted = self._greeted.pop(caller.connection, None)
        if greeted is None:
            raise Refusal("out_of_order", "A login follows a hello, once.")
        self._identity(changes).check(message, greeted.client_nonce, greeted.nonce)
        check_name(message.name)
        player, record = find(changes, message.name) or (str(uuid4()), PlayerRecord(message.name, message.key))
        check_readable(self._engine.set_aside, player, message.name, message.key)
        if not record.key:
            record = msgspec.structs.replace(record, key=message.key)
        if record.key != message.key:
            raise Refusal(
                "name_taken",
                f"The name {record.name} belongs to another key on this server. Choose another name, or ask its "
                "operator if you lost your key.",
            )
        changes.put(PLAYERS, player, record)
        self._admitted(changes, caller.connection, player, message)

    def _gone(self, changes: ChangeSet, caller: Caller) -> None:
        self._greeted.pop(caller.connection, None)

    def _identity(self, changes: ChangeSet) -> ServerIdentity:
        """This world's server key, made when the first client asks."""
        record = changes.read(SERVER_KEYS, "server")
        if record is None:
            record = ServerKey(new_secret())
            changes.put(SERVER_KEYS, "server", record)
        return ServerIdentity(record.secret)


def find(changes: ChangeSet, name: str) -> tuple[str, PlayerRecord] | None:
    """The player of a name, compared without case: id and record, or None."""
    wanted = folded(name)
    return next((row for row in changes.scan(PLAYERS) if folded(row[1].name) == wanted), None)
