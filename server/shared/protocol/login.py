"""How a connection begins: versions, then keys, then the welcome. DESIGN section 5, Identity."""

from typing import Annotated

from ..voxel.states import StateInfo
from . import limits
from .message import (
    AtMost,
    Bytes32,
    Bytes64,
    Count,
    Message,
    Number,
    Sentence,
    ShortText,
    Title,
    ViewDistance,
    Word,
)


class Hello(Message, frozen=True, tag="hello"):
    """Client first: its protocol version, its software's name and version, and 32 fresh random bytes."""

    protocol: Number
    software: ShortText
    nonce: Bytes32


class ServerHello(Message, frozen=True, tag="server_hello"):
    """The server's answer; `signature` is made by `server_key` over `server_proof(...)`."""

    protocol: Number
    software: ShortText
    title: Title
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

    names: Annotated[tuple[Word, ...], AtMost(limits.NAMES_OF_A_KEY)]
    wanted: Word
    fault: Sentence = ""


class NameAnswer(Message, frozen=True, tag="name_answer"):
    """Go in as `name`, one of those of the question; with `rename`, call that player from now on what the login
    wanted."""

    name: ShortText
    rename: bool = False


class ItemInfo(Message, frozen=True):
    """What a client must know of an item: its id, the largest stack, the state its block is placed as (0: none)."""

    item: Word
    max_stack: Number
    places: Number = 0


class MoreKinds(Message, frozen=True, tag="more_kinds"):
    """Comes before the welcome where there are more block states or items than it carries: the next ones, after its own
    and those of earlier pages."""

    states: Annotated[tuple[StateInfo, ...], AtMost(limits.KINDS_PAGE)]
    items: Annotated[tuple[ItemInfo, ...], AtMost(limits.KINDS_PAGE)]


class Welcome(Message, frozen=True, tag="welcome"):
    """The login holds. State `number` is the index in `states`, those of MoreKinds after these; `tick` runs on at 20 a
    second."""

    player: Word
    name: Word
    body: Number
    tick: Count
    operator: bool
    states: Annotated[tuple[StateInfo, ...], AtMost(limits.KINDS_PAGE)]
    items: Annotated[tuple[ItemInfo, ...], AtMost(limits.KINDS_PAGE)]


class Goodbye(Message, frozen=True, tag="goodbye"):
    """The server ends this connection and says why, before the socket closes."""

    code: Word
    text: Sentence


def server_proof(client_nonce: bytes, server_nonce: bytes, server_key: bytes) -> bytes:
    """The bytes a server signs."""
    return b"voxtable-server-1" + client_nonce + server_nonce + server_key


def client_proof(client_nonce: bytes, server_nonce: bytes, server_key: bytes) -> bytes:
    """The bytes a client signs."""
    return b"voxtable-client-1" + client_nonce + server_nonce + server_key
