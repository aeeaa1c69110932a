"""The door: hello and login of a connection, up to the moment when a proven player comes in.

A key that is known here under another name than it wants is asked which is meant, on the same connection.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass
from uuid import uuid4

import msgspec

from ..engine.changes import ChangeSet, Refusal
from ..engine.engine import Engine
from ..engine.plugins import Caller
from ..shared.names.rules import composed, folded
from ..shared.protocol.limits import NAMES_OF_A_KEY
from ..shared.protocol.login import Hello, Login, NameAnswer, NameQuestion
from .identity import ServerIdentity, check_protocol, new_secret
from .records import PLAYERS, SERVER_KEYS, PlayerRecord, ServerKey
from .roster import find, owned, rename, why_not
from .set_aside import check_readable

Admitted = Callable[[ChangeSet, int, str, Login], None]
"""Lets a proven player in: changes, connection number, player id, the login."""


@dataclass(frozen=True, slots=True)
class _Greeted:
    """What both sides sign: the nonces of one connection."""

    client_nonce: bytes
    nonce: bytes


class Door:
    """Answers Hello, Login and NameAnswer. Nothing is decided about a name before the login is proven."""

    def __init__(self, engine: Engine, title: str, admitted: Admitted) -> None:
        self._engine = engine
        self._title = title
        self._admitted = admitted
        self._greeted: dict[int, _Greeted] = {}
        self._asked: dict[int, Login] = {}
        engine.on(Hello, self._hello)
        engine.on(Login, self._login)
        engine.on(NameAnswer, self._answer)
        engine.on_gone(self._gone)

    def _hello(self, changes: ChangeSet, caller: Caller, message: Hello) -> None:
        check_protocol(message.protocol, message.software)
        if caller.player or caller.connection in self._greeted or caller.connection in self._asked:
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
        login = msgspec.structs.replace(message, name=composed(message.name))
        player = _known(changes, login)
        check_readable(self._engine.set_aside, player or "", login.key)
        if player is None and owned(changes, login.key):
            self._ask(changes, caller.connection, login)
        else:
            self._admitted(changes, caller.connection, player or _newcomer(changes, login), login)

    def _ask(self, changes: ChangeSet, connection: int, login: Login) -> None:
        """Which of its names does this key mean, or shall its only one be changed?"""
        players = owned(changes, login.key)
        fault = why_not(changes, login.name, players[0][0]) if len(players) == 1 else "This key has several names here."
        self._asked[connection] = login
        self._engine.give_time(connection)
        names = tuple(record.name for _, record in players)[:NAMES_OF_A_KEY]
        self._engine.reply(connection, NameQuestion(names, login.name, fault))

    def _answer(self, changes: ChangeSet, caller: Caller, message: NameAnswer) -> None:
        login = self._asked.pop(caller.connection, None)
        if login is None:
            raise Refusal("out_of_order", "There is no question about your name.")
        players = owned(changes, login.key)
        player = next((each for each, record in players if folded(record.name) == folded(message.name)), None)
        if player is None or (message.rename and (len(players) > 1 or why_not(changes, login.name, player))):
            self._ask_again(changes, caller.connection, login)
            return
        check_readable(self._engine.set_aside, player, login.key)
        if message.rename:
            rename(changes, player, login.name, self._engine.hooks.renamed)
        self._admitted(changes, caller.connection, player, login)

    def _ask_again(self, changes: ChangeSet, connection: int, login: Login) -> None:
        """What was offered cannot be had any more: somebody else was faster, or an operator freed the name."""
        if not owned(changes, login.key):
            raise Refusal("name_taken", "Your key has no name here any more; join again.")
        self._ask(changes, connection, login)

    def _gone(self, changes: ChangeSet, caller: Caller) -> None:
        self._greeted.pop(caller.connection, None)
        self._asked.pop(caller.connection, None)

    def _identity(self, changes: ChangeSet) -> ServerIdentity:
        """This world's server key, made when the first client asks."""
        record = changes.read(SERVER_KEYS, "server")
        if record is None:
            record = ServerKey(new_secret())
            changes.put(SERVER_KEYS, "server", record)
        return ServerIdentity(record.secret)


def _known(changes: ChangeSet, login: Login) -> str | None:
    """The player who has this name and this key; a name that an operator has freed takes the key that proves itself."""
    found = find(changes, login.name)
    if found is None:
        return None
    player, record = found
    if not record.key:
        changes.put(PLAYERS, player, msgspec.structs.replace(record, key=login.key))
        return player
    return player if record.key == login.key else None


def _newcomer(changes: ChangeSet, login: Login) -> str:
    """A new player under a name that nobody has. Raises Refusal."""
    found = find(changes, login.name)
    if found is not None:
        raise Refusal(
            "name_taken",
            f"The name {found[1].name} belongs to another key on this server. Choose another name, or ask its "
            "operator if you lost your key.",
        )
    fault = why_not(changes, login.name)
    if fault:
        raise Refusal("bad_name", fault)
    player = str(uuid4())
    changes.put(PLAYERS, player, PlayerRecord(login.name, login.key))
    return player
