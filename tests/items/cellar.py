"""A cellar to try the items room in: the real engine in memory, a dark room of blocks, and guests who click."""

import logging
from collections import Counter
from dataclasses import dataclass, field

from server.engine.changes import ChangeSet, Place, Pos, Refusal
from server.engine.content import ItemKind
from server.engine.engine import Engine
from server.engine.plugins import Caller, Use, UseHook
from server.engine.truth import NoColumns
from server.items import Items, RecipeBook
from server.items.giving import insert
from server.items.ledger import BURNT, HOLDERS, MINTED, exchange, slots, tally
from server.items.room import MATERIALS
from server.shared.content import AIR, FARKLE_BOARD
from server.shared.data_folders import RECIPES
from server.shared.inventory.layout import LAYOUTS
from server.shared.inventory.merging import Slots
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import ChatLine, Notice
from server.shared.protocol.items import Click, CloseWindow, ThrowItem, WindowChanged, WindowClosed, WindowOpened
from server.shared.protocol.message import Message, Refused
from server.shared.protocol.world import FinishBreaking, UseBlock
from server.shared.voxel.states import StateInfo, StateTable, block_of
from server.storage.memory import MemoryStorage
from tests.support.engine import ManualClock, Peer, admitted_peer

BOOK = RecipeBook.from_packs([RECIPES])
TABLE: Pos = (2, 1, 0)
CHEST: Pos = (0, 1, 2)
OTHER_CHEST: Pos = (-2, 1, 0)
WELCOME_CHEST: Pos = (0, 1, -2)
HERE: Place = (0.5, 1.0, 0.5)
FAR: Place = (40.5, 1.0, 0.5)
BOARD = Stack(FARKLE_BOARD, 1, (("match", "seven"),))
STATES = StateTable(
    StateInfo(name) for name in (AIR, "minecraft:crafting_table", "minecraft:chest[facing=north]", "minecraft:stone")
)


class Room(NoColumns):
    """Blocks by place, air everywhere else."""

    def __init__(self) -> None:
        self.blocks: dict[Pos, int] = {TABLE: 1, CHEST: 2, OTHER_CHEST: 2, WELCOME_CHEST: 2}

    def state_at(self, pos: Pos) -> int | None:
        return self.blocks.get(pos, 0)

    def apply(self, block_edits: dict[Pos, tuple[int, int]]) -> None:
        self.blocks.update({pos: after for pos, (_, after) in block_edits.items()})


class Floor:
    """The ground of the cellar: drops lie where they fall and nobody picks them up unasked."""

    states = STATES
    welcome_chest = WELCOME_CHEST

    def __init__(self) -> None:
        self.uses: dict[str, UseHook] = {}
        self.places: dict[str, Place] = {}
        self._next = 0

    def on_use(self, block: str, hook: UseHook) -> None:
        self.uses[block] = hook

    def drop(self, changes: ChangeSet, holder: str, slot: int, pos: Place, *, speed: Place | None = None) -> None:
        held = list(slots(changes, holder))
        stack, held[slot] = held[slot], None
        assert stack is not None
        while changes.read(HOLDERS, f"drop:{self._next}") is not None:
            self._next += 1
        self.places[f"drop:{self._next}"] = pos
        exchange(changes, {holder: held, f"drop:{self._next}": (stack,)})


@dataclass
class Crowd:
    """Where the guests stand and which slot they hold."""

    places: dict[str, Place] = field(default_factory=dict)
    selected: dict[str, int] = field(default_factory=dict)

    def feet(self, player: str) -> Place | None:
        return self.places.get(player)

    def eye(self, player: str) -> Place | None:
        x, y, z = self.places[player]
        return x, y + 1.62, z

    def look(self, _player: str) -> tuple[float, float]:
        return 0.0, 0.0

    def held_slot(self, player: str) -> tuple[str, int]:
        return f"player:{player}", self.selected.get(player, 0)

    def body(self, _player: str) -> int:
        return 1


class Cellar:
    """The room, and everything that a test does in it."""

    def __init__(self, storage: MemoryStorage | None = None, book: RecipeBook = BOOK) -> None:
        self.storage = storage if storage is not None else MemoryStorage()
        self.engine = Engine(self.storage, clock=ManualClock())
        self.room = Room()
        self.engine.columns = self.room
        self.floor = Floor()
        self.crowd = Crowd()
        materials = {f"minecraft:{name}" for name in MATERIALS}
        for item in sorted({recipe.result.item for recipe in BOOK.recipes.values()} - materials - {FARKLE_BOARD}):
            self.engine.content.add_item(ItemKind(item))
        self.engine.content.add_item(ItemKind(FARKLE_BOARD, max_stack=16))
        self.items = Items(self.engine, self.floor, book)
        self.engine.on(UseBlock, self._use)
        self.engine.on(FinishBreaking, self._break)
        self.engine.open()
        self.items.open(self.crowd)

    def guest(self, player: str) -> "Guest":
        """A player comes into the world."""
        self.crowd.places[player] = HERE
        guest = Guest(self, player)
        self.engine.change(lambda changes: [hook(changes, player) for hook in self.engine.hooks.join])
        self.engine.tick()
        return guest

    def holding(self, holder: str) -> Slots:
        """What a holder has."""
        record = self.engine.model.rows(HOLDERS).get(holder)
        return record.slots if record is not None else ()

    def fill(self, holder: str, stacks: dict[int, Stack], size: int = 36) -> None:
        """Mint stacks into the slots of a holder; what was there goes."""

        def run(changes: ChangeSet) -> None:
            before = [stack for stack in slots(changes, holder) if stack is not None]
            after = [stacks.get(slot) for slot in range(size)]
            minted = [stack for stack in after if stack is not None]
            exchange(changes, {holder: after}, minted=minted, burnt=before, reason="test")

        self.engine.change(run)
        self.engine.tick()

    def drops(self) -> dict[str, Stack]:
        """Everything that lies on the floor."""
        rows = self.engine.model.rows(HOLDERS)
        return {
            key: stack for key, holder in rows.items() if key.startswith("drop:") for stack in holder.slots if stack
        }

    def pick_up(self, player: str, drop: str) -> None:
        """A player takes a drop as far as it fits."""
        self.engine.change(lambda changes: insert(changes, player, drop, self.items.size))
        self.engine.tick()

    def everything(self) -> Counter[str]:
        """All items that exist, by id."""
        return _by_item(tally(s for holder in self.engine.model.rows(HOLDERS).values() for s in holder.slots))

    def accounted_for(self) -> Counter[str]:
        """All items that should exist: minted minus burnt, by id."""
        sums: Counter[str] = Counter()
        for collection, sign in ((MINTED, 1), (BURNT, -1)):
            for key, tallied in self.engine.model.rows(collection).items():
                sums[key.rpartition("/")[0]] += sign * tallied.count
        return Counter({item: count for item, count in sums.items() if count})

    def conserved(self) -> bool:
        """Whether what exists is exactly what was minted minus what was burnt."""
        return self.everything() == self.accounted_for()

    def _use(self, changes: ChangeSet, caller: Caller, message: UseBlock) -> Message | None:
        state = changes.block(message.pos)
        assert state is not None
        name = STATES[state].name
        if block_of(name) not in self.floor.uses:
            raise Refusal("nothing_to_use", "There is nothing to use.")
        use = Use(caller.player, message.pos, name, message.face, message.hit, None)
        assert self.floor.uses[block_of(name)](changes, use)
        return None

    def _break(self, changes: ChangeSet, caller: Caller, message: FinishBreaking) -> Message | None:
        state = changes.block(message.pos)
        assert state is not None
        for hook in self.engine.hooks.broken:
            hook(changes, caller.player, message.pos, STATES[state].name)
        changes.set_block(message.pos, 0)
        return None


class Faults(logging.Handler):
    """Everything that the server logged as an error since this began to listen."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.heard: list[str] = []
        logging.getLogger("voxtable").addHandler(self)

    def emit(self, record: logging.LogRecord) -> None:
        self.heard.append(f"{record.getMessage()} {record.exc_info[1] if record.exc_info else ''}")

    def stop(self) -> None:
        """Listen no longer."""
        logging.getLogger("voxtable").removeHandler(self)


@dataclass
class Shown:
    """A window as a guest has been told of it."""

    kind: str
    revision: int
    slots: list[Stack | None]


class Guest:
    """A player with nothing but what the messages said."""

    def __init__(self, cellar: Cellar, player: str) -> None:
        self.cellar = cellar
        self.player = player
        self.windows: dict[int, Shown] = {}
        self.cursor: Stack | None = None
        self.peer: Peer = admitted_peer(cellar.engine, player)
        self._listened = 0
        self._requests = 0

    @property
    def other(self) -> int:
        """The number of the window that is open beside the own one, 0 when there is none."""
        self.listen()
        return max(self.windows)

    def listen(self) -> list[Message]:
        """Take in what was said since the last time, and return it."""
        news = self.peer.heard[self._listened :]
        self._listened = len(self.peer.heard)
        for message in news:
            match message:
                case WindowOpened():
                    self.windows[message.window] = Shown(message.kind, message.revision, list(message.slots))
                    self.cursor = message.cursor
                case WindowChanged():
                    shown = self.windows[message.window]
                    assert message.revision == shown.revision + 1
                    shown.revision = message.revision
                    for slot, stack in message.slots:
                        assert shown.slots[slot] != stack
                        shown.slots[slot] = stack
                    self.cursor = message.cursor
                case WindowClosed():
                    del self.windows[message.window]
                case _:
                    pass
        return news

    def ask(self, request: Message) -> str:
        """Send a request, let a tick pass, and return `done` or the code of its refusal."""
        before = len(self.peer.heard)
        self.peer.ask(request)
        (answer,) = (m for m in self.peer.heard[before:] if getattr(m, "n", None) == self._requests)
        self.listen()
        return answer.code if isinstance(answer, Refused) else "done"

    def number(self) -> int:
        """The next request's number."""
        self._requests += 1
        return self._requests

    def click(
        self,
        slot: int,
        button: int = 0,
        mode: str = "pickup",
        drag: tuple[int, ...] = (),
        *,
        window: int | None = None,
        revision: int | None = None,
    ) -> str:
        """Click into the open window, or another one, as of the revision last heard of."""
        self.listen()
        window = self.other if window is None else window
        if revision is None:
            revision = self.windows[window].revision if window in self.windows else 0
        return self.ask(Click(self.number(), window, revision, slot, button, mode, drag))

    def use(self, pos: Pos) -> str:
        """Use a block."""
        return self.ask(UseBlock(self.number(), pos, 1, (0.5, 1.0, 0.5), 0))

    def break_block(self, pos: Pos) -> str:
        """Break a block."""
        return self.ask(FinishBreaking(self.number(), pos, 0))

    def close(self, window: int | None = None) -> str:
        """Close the open window."""
        return self.ask(CloseWindow(self.number(), self.other if window is None else window))

    def throw(self, *, whole: bool) -> str:
        """Throw from the hand."""
        return self.ask(ThrowItem(self.number(), whole))

    def leave(self) -> None:
        """Go away without a word, as a lost connection does."""
        engine = self.cellar.engine
        self.peer.hang_up()
        engine.change(lambda changes: [hook(changes, self.player) for hook in engine.hooks.leave])
        engine.tick()

    def notices(self) -> list[str]:
        """Every notice so far."""
        return [message.text for message in self.peer.heard if isinstance(message, Notice)]

    def lines(self) -> list[str]:
        """Every chat line so far."""
        return [message.text for message in self.peer.heard if isinstance(message, ChatLine)]

    def shown(self, part: str, window: int | None = None) -> list[Stack | None]:
        """The slots of one part of the open window as the guest sees them."""
        self.listen()
        view = self.windows[self.other if window is None else window]
        where = LAYOUTS[view.kind].parts[part]
        return view.slots[where.start : where.stop]


def _by_item(sums: Counter[tuple[str, tuple[tuple[str, str], ...]]]) -> Counter[str]:
    found: Counter[str] = Counter()
    for (item, _), count in sums.items():
        found[item] += count
    return found
