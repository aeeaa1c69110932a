"""An open world on an engine in memory: bodies that a test puts where it likes, and peers that take columns in."""

from dataclasses import dataclass, field
from functools import cache
from random import Random

from server.engine.changes import ChangeSet, Place, Pos
from server.engine.content import Content
from server.engine.engine import Engine
from server.items.giving import inventory
from server.items.ledger import BURNT, HOLDERS, MINTED, exchange, slots
from server.shared.content import WOODS
from server.shared.inventory.stack import Stack
from server.shared.protocol.message import Done, Message, Refused, Request
from server.shared.protocol.world import ColumnData, ColumnsReceived, FinishBreaking, PlaceBlock, StartBreaking
from server.shared.voxel.columns import to_raw
from server.shared.voxel.raycast import NORMALS
from server.shared.voxel.states import StateInfo, StateTable
from server.storage.journal import ColumnPlace, StoredColumn
from server.storage.memory import MemoryStorage
from server.tabletop.furniture import chair_kind, table_kind
from server.world import kinds
from server.world.generation import Generator
from server.world.world import World
from tests.support.engine import ManualClock, Peer

SEED = 7
FIELD = (-24, 8)
"""x and z of open ground outside of the tavern's protection, in columns that are loaded from the start."""


@dataclass
class TestBodies:
    """Where the players' bodies are, as a test says."""

    __test__ = False
    feet: dict[str, Place] = field(default_factory=dict)
    looks: dict[str, tuple[float, float]] = field(default_factory=dict)
    operators: set[str] = field(default_factory=set)
    distance: int = 2

    def position(self, player: str) -> Place | None:
        return self.feet.get(player)

    def eye(self, player: str) -> Place | None:
        feet = self.feet.get(player)
        return None if feet is None else (feet[0], feet[1] + 1.62, feet[2])

    def look(self, player: str) -> tuple[float, float]:
        return self.looks.get(player, (0.0, 0.0))

    def held_slot(self, player: str) -> tuple[str, int]:
        return inventory(player), 0

    def operator(self, player: str) -> bool:
        return player in self.operators

    def body(self, player: str) -> int:
        return 1 + sorted(self.feet).index(player)

    def view_distance(self, player: str) -> int:
        return self.distance

    def in_the_way(self, low: Place, high: Place) -> bool:
        return any(
            low[0] < x + 0.3 and high[0] > x - 0.3 and low[1] < y + 1.8 and high[1] > y and low[2] < z + 0.3
            and high[2] > z - 0.3
            for x, y, z in self.feet.values()
        )  # fmt: skip


class KnownLand(MemoryStorage):
    """A world whose land was made before, by an earlier test of this process: opening it takes no generation."""

    def column(self, place: ColumnPlace) -> StoredColumn | None:
        return super().column(place) or (0, grown(place))


@cache
def grown(place: ColumnPlace) -> bytes:
    """A column of SEED, as it is stored."""
    return to_raw(generator().column(*place))


@cache
def generator() -> Generator:
    return Generator(SEED, state_table())


class OpenWorld:
    """An engine with an open world. Time moves by 50 ms a tick, and chance is the same each time."""

    def __init__(
        self, storage: MemoryStorage | None = None, *, seed: int | None = SEED, furniture: bool = True
    ) -> None:
        self.clock = ManualClock()
        known = storage is None and seed == SEED and furniture
        self.engine = Engine(KnownLand() if known else storage, clock=self.clock, rng=Random(SEED))
        self.bodies = TestBodies()
        for collection in (HOLDERS, MINTED, BURNT):
            self.engine.declare(collection)
        self.world = World(self.engine, seed=seed)
        if furniture:
            add_furniture(self.engine.content)
        self.engine.locate = self.bodies.position
        self.engine.open()
        self.world.open(self.bodies)
        self.peers: dict[str, Peer] = {}
        self._requests = 0

    def join(self, player: str, feet: Place, *stacks: Stack) -> Peer:
        """A player comes in at a place, with these stacks in the first slots."""
        peer = self.peers[player] = Peer(self.engine)
        self.engine.admit(peer.number, player)
        self.bodies.feet[player] = feet
        held: list[Stack | None] = [*stacks, *[None] * (36 - len(stacks))]
        self.engine.change(
            lambda changes: exchange(changes, {inventory(player): held}, minted=stacks, reason="operator")
        )
        return peer

    def tick(self, count: int = 1) -> None:
        """Let ticks pass, 50 ms each."""
        for _ in range(count):
            self.clock.ms += 50
            self.engine.tick()

    def finish_work(self) -> None:
        """Let ticks pass until no worker has anything to do any more."""
        self.tick()
        while self.engine.working:
            self.engine.tick()
        self.tick()

    def surface(self, x: int, z: int) -> int:
        """The height of the highest block that carries, at a loaded place."""
        for y in range(127, -1, -1):
            state = self.state(x, y, z)
            if state.collision:
                return y
        raise AssertionError("no ground")

    def state(self, x: int, y: int, z: int) -> StateInfo:
        """What is known of the block's state."""
        number = self.world.state_at((x, y, z))
        assert number is not None
        return self.world.states[number]

    def number(self, pos: Pos) -> int:
        number = self.world.state_at(pos)
        assert number is not None
        return number

    def put(self, pos: Pos, name: str) -> None:
        """Set a block as if by nature."""
        self.engine.change(lambda changes: changes.set_block(pos, self.world.states.number(name)))

    def name(self, pos: Pos) -> str:
        return self.world.states[self.number(pos)].name

    def held(self, player: str) -> tuple[Stack | None, ...]:
        return slots(self._read(), inventory(player))

    def drops(self) -> list[Stack]:
        """All stacks that lie in the world."""
        rows = self.engine.model.rows(HOLDERS)
        return [row.slots[0] for key, row in rows.items() if key.startswith("drop:") and row.slots[0] is not None]

    def ask(self, player: str, kind: type[Request], *fields: object) -> Message:
        """Send a request; the answer comes in the same tick, as nothing waits for its commit."""
        self._requests += 1
        self.clock.ms += 50
        peer = self.peers[player]
        peer.send(kind(self._requests, *fields))
        self.engine.tick()
        answers = [each for each in peer.heard if isinstance(each, (Done, Refused)) and each.n == self._requests]
        assert len(answers) == 1
        return answers[0]

    def refusal(self, player: str, kind: type[Request], *fields: object) -> str:
        """The code of the refusal that a request must get."""
        answer = self.ask(player, kind, *fields)
        assert isinstance(answer, Refused), answer
        assert answer.text.endswith(".")
        return answer.code

    def dig(self, player: str, pos: Pos) -> Message:
        """Break a block, taking the time it takes."""
        number = self.number(pos)
        answer = self.ask(player, StartBreaking, pos, number)
        if isinstance(answer, Refused):
            return answer
        self.clock.ms += self.world.states[number].break_ms
        return self.ask(player, FinishBreaking, pos, number)

    def place(self, player: str, pos: Pos, face: int = 1, hit: Place | None = None) -> Message:
        """Place what is held against a face of a block."""
        middle = tuple(0.5 + 0.5 * step for step in NORMALS[face])
        return self.ask(player, PlaceBlock, pos, face, hit or middle, self.number(pos))

    def take_columns(self, player: str) -> list[ColumnData]:
        """Let the client take in everything that comes, until nothing more does; the columns in order."""
        peer, taken = self.peers[player], 0
        while True:
            self.finish_work()
            columns = [each for each in peer.heard if isinstance(each, ColumnData)]
            if len(columns) == taken:
                return columns
            peer.send(ColumnsReceived(len(columns) - taken))
            taken = len(columns)

    def _read(self) -> ChangeSet:
        return ChangeSet(self.engine.model, self.world.columns, self.engine.now)


def add_furniture(content: Content) -> None:
    """The blocks that the tabletop plugin registers."""
    for wood in WOODS:
        content.add_block(table_kind(wood, ("farkle",)))
        content.add_block(chair_kind(wood))


def state_table() -> StateTable:
    """All states of the core and of the furniture, in the order of a new world."""
    content = Content()
    kinds.register(content)
    add_furniture(content)
    return StateTable(content.states())
