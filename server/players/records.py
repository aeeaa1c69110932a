"""What the world keeps of players, and the key by which it proves itself to them."""

import msgspec

from ..engine.changes import Collection, Place, Pos, Unreadable


class PlayerRecord(msgspec.Struct, frozen=True):
    """A player by id. `name` as chosen last; `key` is the Ed25519 key that the name belongs to (b'': the next that
    proves itself); `feet` is None until the player has first stood somewhere; `slot` is the hotbar slot in hand.
    `operator` tells that an operator made this player one, `operator_as` under which of the settings' names of
    operators they came first, as names are compared. `former` are the last names that they gave up, the newest last:
    nobody else may have these."""

    name: str
    key: bytes
    operator: bool = False
    feet: Place | None = None
    yaw: float = 0.0
    pitch: float = 0.0
    slot: int = 0
    operator_as: str = ""
    former: tuple[str, ...] = ()


class Put(msgspec.Struct, frozen=True):
    """Where the server has put a player's body, by player id: on joining, on a seat, by a command.

    The bodies in memory follow these records, so that a body is moved only by a change that became true. `body` is the
    number of the body of this stay; `table` is set while it sits; `reason` is told with the correction."""

    body: int
    feet: Place
    yaw: float
    pitch: float
    table: Pos | None = None
    reason: str = ""


class ServerKey(msgspec.Struct, frozen=True):
    """The private Ed25519 key of this world's server."""

    secret: bytes


class OwnWorld(msgspec.Struct, frozen=True):
    """What a player chose for their own world when it was made: whether they may use operator commands there."""

    commands: bool = True


PLAYERS: Collection[PlayerRecord] = Collection("players", PlayerRecord, "a player's record")
PUTS: Collection[Put] = Collection("puts", Put, unreadable=Unreadable.FREED)
OWN_WORLD: Collection[OwnWorld] = Collection("own_world", OwnWorld, unreadable=Unreadable.FREED)
SERVER_KEYS: Collection[ServerKey] = Collection("server_keys", ServerKey, unreadable=Unreadable.FATAL)
