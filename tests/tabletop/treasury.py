"""The tables' room with the real items room in it: players click stacks into their stakes and out again."""

from collections import Counter
from dataclasses import dataclass

from server.engine.changes import ChangeSet, Pos
from server.engine.plugins import UseHook, Windows
from server.items import Items, RecipeBook, ledger
from server.items.giving import described
from server.shared.inventory.layout import LAYOUTS, STAKES
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import Click, CloseWindow, WindowChanged, WindowClosed, WindowOpened
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.tabletop import Agree, BoardView, OpenStakes
from server.shared.voxel.states import StateTable
from tests.tabletop.room import TABLE, Room

Place = tuple[float, float, float]
STICK, STRING = "minecraft:stick", "minecraft:string"
OWN = LAYOUTS[STAKES].player


@dataclass
class Shown:
    """A window as a player was told of it."""

    kind: str
    revision: int
    slots: list[Stack | None]


class Ground:
    """The floor around the table: what falls lies there for good."""

    welcome_chest: Pos = (0, 0, 0)

    states: StateTable

    def __init__(self) -> None:
        self._next = 0

    def on_use(self, block: str, hook: UseHook) -> None:
        return None

    def drop(self, changes: ChangeSet, holder: str, slot: int, pos: Place, *, speed: Place | None = None) -> None:
        held = list(ledger.slots(changes, holder))
        stack, held[slot] = held[slot], None
        while changes.read(ledger.HOLDERS, f"drop:{self._next}") is not None:
            self._next += 1
        ledger.exchange(changes, {holder: held, f"drop:{self._next}": (stack,)})


class Bodies:
    """Where players stand, as the items room asks it."""

    def __init__(self, room: Room) -> None:
        self._room = room

    def feet(self, player: str) -> Place | None:
        return self._room.people.position(player)

    def eye(self, player: str) -> Place | None:
        return self._room.people.position(player)

    def look(self, player: str) -> tuple[float, float]:
        return 0.0, 0.0

    def held_slot(self, player: str) -> tuple[str, int]:
        return self._room.people.held_slot(player)

    def body(self, player: str) -> int:
        return 1


class Treasury(Room):
    """A room whose players have things of their own."""

    items: Items
    ground: Ground

    def make_windows(self) -> Windows:
        self.ground = Ground()
        self.items = Items(self.engine, self.ground, RecipeBook({}))
        return self.items

    def opened(self) -> None:
        self.ground.states = self.states
        self.items.open(Bodies(self))

    # ------------------------------------------------------------------ things

    def give(self, player: str, item: str, count: int = 1) -> None:
        """Mint something into a player's first free slot."""
        slots = list(self.slots(f"player:{player}"))
        stack = Stack(item, count)
        slots[slots.index(None)] = stack
        self.engine.change(
            lambda changes: ledger.exchange(changes, {f"player:{player}": slots}, minted=[stack], reason="test")
        )

    def fill(self, player: str) -> None:
        """Leave no free slot in a player's inventory."""
        while None in self.slots(f"player:{player}"):
            self.give(player, "minecraft:bone_meal", 64)

    def has(self, player: str, item: str) -> int:
        """How many of an item a player has in the inventory."""
        return self.sums(f"player:{player}")[item]

    def waits(self, player: str, item: str) -> int:
        """How many of an item wait in a player's claim box."""
        return self.sums(f"claim:{player}")[item]

    def sums(self, holder: str) -> Counter[str]:
        """What a holder holds, by item."""
        sums: Counter[str] = Counter()
        for stack in self.slots(holder):
            if stack is not None:
                sums[stack.item] += stack.count
        return sums

    def escrows(self) -> dict[str, str]:
        """Every escrow that exists, in words."""
        rows = self.engine.model.rows(ledger.HOLDERS)
        return {
            holder: described(ledger.tally(record.slots))
            for holder, record in rows.items()
            if holder.startswith("escrow:")
        }

    def accounted(self) -> bool:
        """Whether of every item exists what was minted minus what was burnt."""
        rows = self.engine.model.rows
        existing: Counter[str] = Counter()
        for holder in rows(ledger.HOLDERS):
            existing += self.sums(holder)
        due: Counter[str] = Counter()
        for key, tallied in rows(ledger.MINTED).items():
            due[key.partition("/")[0]] += tallied.count
        for key, tallied in rows(ledger.BURNT).items():
            due[key.partition("/")[0]] -= tallied.count
        return existing == +due

    # ------------------------------------------------------------------ windows

    def window(self, player: str, kind: str = STAKES) -> tuple[int, Shown] | None:
        """A window of this kind that a player has open, as told."""
        shown: dict[int, Shown] = {}
        for message in self.peers[player].heard:
            match message:
                case WindowOpened():
                    shown[message.window] = Shown(message.kind, message.revision, list(message.slots))
                case WindowChanged():
                    shown[message.window].revision = message.revision
                    for slot, stack in message.slots:
                        shown[message.window].slots[slot] = stack
                case WindowClosed():
                    del shown[message.window]
                case _:
                    pass
        return next(((number, each) for number, each in shown.items() if each.kind == kind), None)

    def click(self, player: str, slot: int, mode: str = "pickup", button: int = 0, kind: str = STAKES) -> str:
        """A click into an open window: `done`, or the code of the refusal."""
        found = self.window(player, kind)
        assert found is not None
        answer = self.ask(player, Click, found[0], found[1].revision, slot, button, mode)
        return answer.code if isinstance(answer, Refused) else "done"

    def open_stakes(self, player: str, table: Pos = TABLE) -> str:
        """Open the window of one's stake: `done`, or the code of the refusal."""
        answer = self.ask(player, OpenStakes, table)
        return answer.code if isinstance(answer, Refused) else "done"

    def stake(self, player: str, item: str, count: int = 1, table: Pos = TABLE) -> None:
        """Come by something and put it in."""
        self.give(player, item, count)
        assert self.open_stakes(player, table) == "done"
        found = self.window(player)
        assert found is not None
        slot = next(slot for slot in OWN if found[1].slots[slot] == Stack(item, count))
        assert self.click(player, slot, "quick") == "done"
        self.ask(player, CloseWindow, found[0])

    def all_agree(self, *players: str) -> None:
        """Everybody agrees to the pot as it is."""
        for player in players:
            answer = self.ask(player, Agree, TABLE, self.view(player).pot)
            assert isinstance(answer, Done), answer

    def start_for(self, *players: str, stakes: int = 5) -> BoardView:
        """A running match for a pot: the first player stakes so many sticks, everybody else a string."""
        self.seat(*players)
        for number, player in enumerate(players):
            self.stake(player, STRING if number else STICK, 1 if number else stakes)
        self.all_ready(*players)
        self.all_agree(*players)
        return self.view(players[0])
