"""How a connection begins: versions, then keys, then the welcome. DESIGN section 5, Identity."""

from ..voxel.states import StateInfo
from .message import Bytes32, Bytes64, Message, Number, ShortText, ViewDistance


class Hello(Message, frozen=True, tag="hello"):
    """Client first: its protocol version, its software's name and version, and 32 fresh random bytes."""

    protocol: Number
    software: ShortText
    nonce: Bytes32


class ServerHello(Message, frozen=True, tag="server_hello"):
    """The server's answer; `signature` is made by `server_key` over `server_proof(...)`."""

    protocol: Number
    software: ShortText
    title: str
    server_key: Bytes32
    nonce: Bytes32
    signature: Bytes64


class Login(Message, frozen=True, tag="login"):
    """The player proves a key, with `signature` over `client_proof(...)`, and wants to go in under a name. It is
    answered by Welcome or, when the key has another name here, by NameQuestion."""

    name: ShortText
    key: Bytes32
    signature: Bytes64
    view_distance: ViewDistance


class NameQuestion(Message, frozen=True, tag="name_question"):
    """The login is proven, but its key has other names here: which is meant? `names` are those it has, at least one;
    `fault` says why `wanted` cannot be had instead of a single one of them, '' when it can."""

    names: tuple[str, ...]
    wanted: str
    fault: str = ""


class NameAnswer(Message, frozen=True, tag="name_answer"):
    """Go in as `name`, one of those of the question; with `rename`, call that player from now on what the login
    wanted."""

    name: ShortText
    rename: bool = False


class ItemInfo(Message, frozen=True):
    """What a client must know of an item: its id, the largest stack, the state its block is placed as (0: none)."""

    item: str
    max_stack: Number
    places: Number = 0


class Welcome(Message, frozen=True, tag="welcome"):
    """The login holds. State `number` is the index in `states`; `tick` runs on at 20 a second."""

    player: str
    name: str
    body: Number
    tick: Number
    operator: bool
    states: tuple[StateInfo, ...]
    items: tuple[ItemInfo, ...]


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The server ends this connection and says why, before the socket closes."""

    code: str
    text: str


def server_proof(client_nonce: bytes, server_nonce: bytes, server_key: bytes) -> bytes:
    """The bytes a server signs."""
    return b"voxtable-server-1" + client_nonce + server_nonce + server_key


def client_proof(client_nonce: bytes, server_nonce: bytes, server_key: bytes) -> bytes:
    """The bytes a client signs."""
    return b"voxtable-client-1" + client_nonce + server_nonce + server_key
