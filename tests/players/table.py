"""The players room under a test's hand: an engine in memory, a small ground, players with keys of their own."""

import os
from typing import TypeVar

import numpy as np
import numpy.typing as npt
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.engine.changes import ChangeSet, Place
from server.engine.content import BlockKind, ItemKind
from server.engine.engine import Engine
from server.items.ledger import BURNT, HOLDERS, MINTED, Holder
from server.players.room import Players
from server.shared.protocol import limits
from server.shared.protocol.login import Goodbye, Hello, Login, ServerHello, Welcome, client_proof
from server.shared.protocol.message import Message
from server.shared.protocol.world import POSITION_ROW, Correction, Step, Steps
from server.shared.voxel import motion
from server.shared.voxel.motion import Bodies
from server.storage.memory import MemoryStorage
from tests.players.ground import FLOOR, TABLE, Ground
from tests.support.engine import ManualClock, Peer

M = TypeVar("M", bound=Message)
SPAWN: Place = (0.5, float(FLOOR), 0.5)


class TestGround:
    """The world as the players room sees it."""

    __test__ = False

    def __init__(self, ground: Ground) -> None:
        self.states = TABLE
        self.obstacles = ground.terrain
        self.drops = np.zeros(0, dtype=POSITION_ROW)
        self.time = 0

    @property
    def spawn(self) -> Place:
        return SPAWN

    @property
    def spawn_look(self) -> tuple[float, float]:
        return 90.0, 0.0

    def set_time(self, changes: ChangeSet, time: int) -> None:
        self.time = time

    def drop_rows(self) -> npt.NDArray[np.void]:
        return self.drops


class House:
    """An engine with a players room on a ground."""

    def __init__(
        self,
        ground: Ground | None = None,
        storage: MemoryStorage | None = None,
        operators: tuple[str, ...] = (),
        owner: Ed25519PrivateKey | None = None,
        commands: bool = True,
    ) -> None:
        self.clock = ManualClock()
        self.ground = ground or Ground()
        self.engine = Engine(storage, clock=self.clock)
        for collection in (HOLDERS, MINTED, BURNT):
            self.engine.declare(collection)
        self.world = TestGround(self.ground)
        self.stopped = False
        self.players = Players(
            self.engine,
            self.world,
            title="Test",
            motd="Hello.",
            operators=operators,
            owner=b"" if owner is None else owner.public_key().public_bytes_raw(),
            commands=commands,
            stop=self._stop,
        )
        self.engine.content.add_block(BlockKind("minecraft:stone", (TABLE[1],), ()))
        self.engine.content.add_item(ItemKind("minecraft:stick"))
        self.engine.hooks.join.append(self._furnish)
        self.engine.open()
        self.players.open()

    def _stop(self) -> None:
        self.stopped = True

    def _furnish(self, changes: ChangeSet, player: str) -> None:
        if changes.read(HOLDERS, f"player:{player}") is None:
            changes.put(HOLDERS, f"player:{player}", Holder((None,) * 36))

    def tick(self, count: int = 1) -> None:
        """Let ticks of 50 ms pass."""
        for _ in range(count):
            self.clock.ms += 50
            self.engine.tick()

    def greet(self, kind: "type[Guest] | None" = None) -> "Guest":
        """A peer that has said hello and heard the answer."""
        guest = (kind or Guest)(self)
        guest.send(Hello(limits.PROTOCOL, "tests", guest.nonce))
        self.tick()
        return guest

    def join(self, name: str, key: Ed25519PrivateKey | None = None, *, kind: "type[Guest] | None" = None) -> "Guest":
        """A player who has logged in and been placed."""
        guest = self.greet(kind)
        guest.log_in(name, key)
        self.tick()
        assert guest.of(Welcome), guest.heard
        return guest


class Guest(Peer):
    """A peer with a key, which walks by the same motion as a client."""

    def __init__(self, house: House) -> None:
        super().__init__(house.engine)
        self.house = house
        self.nonce = os.urandom(32)
        self.key = Ed25519PrivateKey.generate()
        self.number_of_step = 0
        self.requests = 0
        self.own: Bodies = motion.body(SPAWN)

    def log_in(self, name: str, key: Ed25519PrivateKey | None = None, signed: bytes | None = None) -> None:
        """Send a login; `signed` are other bytes to sign than the right ones."""
        self.key = key or self.key
        hello = self.of(ServerHello)[-1]
        proof = signed if signed is not None else client_proof(self.nonce, hello.nonce, hello.server_key)
        self.send(Login(name, self.key.public_key().public_bytes_raw(), self.key.sign(proof), 6))

    @property
    def id(self) -> str:
        """The player's id."""
        return self.of(Welcome)[-1].player

    @property
    def body(self) -> int:
        """The number of the player's body."""
        return self.of(Welcome)[-1].body

    @property
    def goodbye(self) -> Goodbye:
        """What the server said when it ended the connection."""
        return self.of(Goodbye)[-1]

    def of(self, kind: type[M]) -> list[M]:
        """All messages of a type heard so far."""
        return [message for message in self.heard if isinstance(message, kind)]

    def forget_all_but_welcome(self) -> None:
        """Start to listen anew, keeping the welcome."""
        self.heard[:] = self.of(Welcome)

    def settle(self) -> None:
        """Take over the place of the last correction."""
        last = self.of(Correction)[-1]
        self.own = motion.body((last.x, last.y, last.z), (last.vx, last.vy, last.vz), last.on_ground)

    def step(self, keys: int, yaw: float = 0.0) -> Step:
        """The next step of an honest client."""
        self.own = motion.step(self.own, motion.held(keys, yaw), self.house.ground.terrain)
        self.number_of_step += 1
        return Step(self.number_of_step, keys, yaw, 10.0, *self.own.pos[0].tolist())

    def walk(self, keys: int, steps: int, yaw: float = 0.0) -> None:
        """Walk honestly, one step a tick."""
        for _ in range(steps):
            self.send(Steps((self.step(keys, yaw),)))
            self.house.tick()

    def claim(self, keys: int, place: Place) -> None:
        """Send a step that claims to have ended at a place."""
        self.number_of_step += 1
        self.send(Steps((Step(self.number_of_step, keys, 0.0, 0.0, *place),)))
        self.house.tick()

    @property
    def feet(self) -> Place:
        """Where the server has the body."""
        feet = self.house.players.feet(self.id)
        assert feet is not None
        return feet
