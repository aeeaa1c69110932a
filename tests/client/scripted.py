"""A server that says exactly what a test tells it to, over bytes in memory, and remembers what a session asked."""

from collections.abc import Iterable
from typing import TypeVar

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from client.model.knowledge import Knowledge
from client.session import Keyring, KnownServers, Session
from server.shared.protocol import chat, items, limits, login, pulse, tabletop, world
from server.shared.protocol.codec import Codec, FrameReader, frame
from server.shared.protocol.login import ItemInfo
from server.shared.protocol.message import Done, Message, Refused
from server.shared.voxel.columns import SHAPE, Blocks, pack
from server.shared.voxel.states import FULL, StateInfo

M = TypeVar("M", bound=Message)

FROM_CLIENT: tuple[type[Message], ...] = (
    *(
        login.Hello,
        login.Login,
        login.NameAnswer,
        pulse.Ping,
        chat.Say,
        items.Click,
        items.CloseWindow,
        items.SelectSlot,
        items.ThrowItem,
    ),
    *(world.ColumnsReceived, world.ColumnWanted, world.StartBreaking, world.FinishBreaking, world.PlaceBlock),
    *(world.UseBlock, world.Steps, world.StandUp),
    *(tabletop.Ready, tabletop.Act, tabletop.Resign, tabletop.TakeBoard, tabletop.SetRule, tabletop.PlayAlone),
    *(tabletop.OpenLobby, tabletop.Dissolve, tabletop.EndPaused, tabletop.VoteOut, tabletop.AskClock),
    *(
        tabletop.HurryBots,
        tabletop.OpenStakes,
        tabletop.Agree,
        tabletop.Reveal,
        tabletop.AskDice,
        items.OpenClaim,
        items.AskRecipes,
    ),
    *(tabletop.AskStats, tabletop.AskPaused, tabletop.AskBoard, tabletop.AskLog),
)

AIR, STONE, TABLE, CHAIR, WATER, LOG = range(6)
STATES = (
    StateInfo("minecraft:air", collision=(), outline=(), opaque=False, replaceable=True),
    StateInfo("minecraft:stone", collision=FULL, break_ms=300),
    StateInfo("voxtable:oak_small_game_table[board=none]", opaque=False, usable=True),
    StateInfo("voxtable:oak_game_chair[facing=north]", opaque=False, usable=True),
    StateInfo("minecraft:water", collision=(), outline=(), opaque=False, replaceable=True, liquid=True),
    StateInfo("minecraft:oak_log[axis=y]", collision=FULL, break_ms=300),
)
ITEMS = (
    ItemInfo("minecraft:stone", 64, STONE),
    ItemInfo("minecraft:oak_log", 64, LOG),
    ItemInfo("minecraft:stick", 64),
    ItemInfo("voxtable:farkle_board", 16),
)
GROUND = 64
"""The lowest free block over the flat ground of `flat_column`."""


def flat_column() -> Blocks:
    """Stone below GROUND, air above."""
    blocks = np.zeros(SHAPE, dtype=np.uint16)
    blocks[:, :GROUND, :] = STONE
    return blocks


def column(cx: int, cz: int, revision: int = 1, blocks: Blocks | None = None) -> world.ColumnData:
    """A column's message, flat unless blocks are given."""
    return world.ColumnData(cx=cx, cz=cz, revision=revision, blocks=pack(flat_column() if blocks is None else blocks))


class Script:
    """Both ends of one connection: a session, and the server's side of it as the test plays it."""

    def __init__(self, known: KnownServers | None = None, key: Ed25519PrivateKey | None = None) -> None:
        self.key = key or Ed25519PrivateKey.generate()
        self.session = Session("Ada", Ed25519PrivateKey.generate(), known or Keyring(), "somewhere:25600")
        self.heard: list[Message] = []
        self._codec = Codec(FROM_CLIENT)
        self._frames = FrameReader()

    @property
    def know(self) -> Knowledge:
        """What the session knows."""
        assert self.session.know is not None
        return self.session.know

    def listen(self) -> list[Message]:
        """What the session sent since the last time."""
        fresh = [self._codec.decode(payload) for payload in self._frames.feed(self.session.outgoing())]
        self.heard += fresh
        return fresh

    def heard_of(self, kind: type[M]) -> list[M]:
        """Everything of one kind that the session ever sent."""
        self.listen()
        return [message for message in self.heard if isinstance(message, kind)]

    def say(self, *messages: Message) -> None:
        """Send messages to the session."""
        for message in messages:
            self.session.receive(frame(message))

    def greet(self, protocol: int = limits.PROTOCOL, key: Ed25519PrivateKey | None = None) -> None:
        """Answer the hello with a signature by the server's key (or by another one)."""
        hello = self.heard_of(login.Hello)[-1]
        public = self.key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        nonce = bytes(32)
        signature = (key or self.key).sign(login.server_proof(hello.nonce, nonce, public))
        self.say(
            login.ServerHello(
                protocol=protocol, software="test 1", title="Here", server_key=public, nonce=nonce, signature=signature
            )
        )

    def welcome(self) -> "Script":
        """Let the player in."""
        self.greet()
        return self.welcome_as("Ada")

    def welcome_as(self, name: str) -> "Script":
        """Let the player in, once greeted, under this name."""
        self.say(login.Welcome(player="p-ada", name=name, body=1, tick=100, operator=False, states=STATES, items=ITEMS))
        return self

    def stand(self, x: float = 8.5, z: float = 8.5, columns: Iterable[tuple[int, int]] = ((0, 0),)) -> "Script":
        """Give flat ground and put the player's body on it."""
        for cx, cz in columns:
            self.say(column(cx, cz))
        self.say(correction(0, x, float(GROUND), z))
        return self

    def done(self) -> None:
        """Accept the newest request."""
        self.say(Done(n=self._newest()))

    def refuse(self, code: str = "no", text: str = "That is not possible here.") -> None:
        """Refuse the newest request."""
        self.say(Refused(n=self._newest(), code=code, text=text))

    def _newest(self) -> int:
        self.listen()
        return max(getattr(message, "n", 0) for message in self.heard)


def correction(number: int, x: float, y: float, z: float) -> world.Correction:
    """The body stands here after step `number`."""
    return world.Correction(number=number, x=x, y=y, z=z, vx=0.0, vy=0.0, vz=0.0, on_ground=True, reason="")
