"""A player as a test sees one: a protocol client that reads the columns it is sent, uses blocks, and plays Farkle."""

import zlib
from collections.abc import Callable

import numpy as np
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.shared.inventory.layout import LAYOUTS
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import Say
from server.shared.protocol.items import Click, CloseWindow, SelectSlot, WindowChanged, WindowOpened
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Act, Board, BoardView, Ready
from server.shared.protocol.world import BlockChanges, ColumnData, UseBlock
from server.tabletop.furniture import SIDES
from tests.support.client import Client

Pos = tuple[int, int, int]
UP = 1


class Guest(Client):
    """A client that also keeps the blocks around it and its windows, as told."""

    name: str

    @classmethod
    def enter(cls, address: tuple[str, int], name: str, key: Ed25519PrivateKey | None = None) -> "Guest":
        """Join and wait for the columns of the tavern."""
        guest = cls(address)
        guest.name = name
        guest.log_in(name, key or Ed25519PrivateKey.generate())
        guest.wait_until(lambda: len(guest.of(ColumnData)) >= 16)
        return guest

    # ------------------------------------------------------------------ blocks

    def blocks(self) -> dict[Pos, str]:
        """Every piece of furniture around, by position: tables, chairs, chests and crafting tables."""
        wanted = ("small_game_table", "game_chair", "chest", "crafting_table")
        numbers = {
            number: state.name
            for number, state in enumerate(self.welcome.states)
            if any(word in state.name for word in wanted)
        }
        found: dict[Pos, str] = {}
        for message in self.messages:
            if isinstance(message, ColumnData):
                column = np.frombuffer(zlib.decompress(message.blocks), "<u2").reshape(16, 128, 16)
                for x, y, z in np.argwhere(np.isin(column, list(numbers))):
                    place = (int(x) + 16 * message.cx, int(y), int(z) + 16 * message.cz)
                    found[place] = numbers[int(column[x, y, z])]
            elif isinstance(message, BlockChanges):
                for index, state in message.changes:
                    x, rest = divmod(index, 128 * 16)
                    y, z = divmod(rest, 16)
                    place = (x + 16 * message.cx, y, z + 16 * message.cz)
                    found.pop(place, None)
                    if state in numbers:
                        found[place] = numbers[state]
        return found

    def find(self, part: str) -> Pos:
        """The first block whose state's name contains this."""
        return next(pos for pos, name in sorted(self.blocks().items()) if part in name)

    def use(self, pos: Pos) -> None:
        """Use a block that must be usable now."""
        self.must(UseBlock, pos, UP, (0.5, 0.9, 0.5), self._number(pos))

    def _number(self, pos: Pos) -> int:
        name = self.blocks()[pos]
        return next(number for number, state in enumerate(self.welcome.states) if state.name == name)

    # ------------------------------------------------------------------ items

    def go(self, x: float, y: float, z: float) -> None:
        """Stand somewhere else, as operators may."""
        self.must(Say, f"/tp {x} {y} {z}")

    def slots(self, window: int) -> tuple[list[Stack | None], int, str]:
        """A window's slots, revision and kind, as told so far."""
        opened = [message for message in self.of(WindowOpened) if message.window == window][-1]
        slots, revision = list(opened.slots), opened.revision
        for message in self.messages[self.messages.index(opened) :]:
            if isinstance(message, WindowChanged) and message.window == window:
                revision = message.revision
                for slot, stack in message.slots:
                    slots[slot] = stack
        return slots, revision, opened.kind

    def click(self, window: int, slot: int, mode: str, button: int = 0) -> None:
        """A click that must take effect."""
        _, revision, _ = self.slots(window)
        self.must(Click, window, revision, slot, button, mode)

    def open(self, pos: Pos) -> int:
        """Use a block that opens a window; returns its number."""
        before = len(self.of(WindowOpened))
        self.use(pos)
        self.wait_until(lambda: len(self.of(WindowOpened)) > before)
        return self.last(WindowOpened).window

    def take_welcome(self) -> None:
        """Take everything out of the newcomers' chest."""
        window = self.open(self.find("minecraft:chest"))
        for slot, stack in enumerate(self.slots(window)[0][:27]):
            if stack is not None:
                self.click(window, slot, "quick")
        self.must(CloseWindow, window)

    def craft_board(self) -> None:
        """Lay the material into a crafting table, one item to a cell, and take the board."""
        window = self.open(self.find("crafting_table"))
        layout = LAYOUTS["crafting"]
        for cell in layout.parts["grid"]:
            slots = self.slots(window)[0]
            source = next(slot for slot in layout.player if slots[slot] is not None)
            self.click(window, source, "pickup")
            self.click(window, cell, "pickup", 1)
            if self.of(WindowChanged)[-1].cursor is not None:
                self.click(window, source, "pickup")
        result = layout.result
        assert result is not None
        self.click(window, result, "quick")
        self.must(CloseWindow, window)

    def hold(self, item: str) -> None:
        """Take an item from the hotbar in hand."""
        slots = self.slots(0)[0]
        slot = next(slot for slot in LAYOUTS["inventory"].player if (held := slots[slot]) and held.item == item)
        self.send(SelectSlot(slot))

    def items(self) -> dict[str, int]:
        """What the inventory holds, by item."""
        sums: dict[str, int] = {}
        slots = self.slots(0)[0]
        for slot in LAYOUTS["inventory"].player:
            stack = slots[slot]
            if stack is not None:
                sums[stack.item] = sums.get(stack.item, 0) + stack.count
        return sums

    # ------------------------------------------------------------------ the table

    def view(self) -> BoardView:
        """What the table shows, as told last."""
        view = self.last(Board).view
        assert view is not None
        return view

    def see(self, true: Callable[[BoardView], bool]) -> BoardView:
        """Wait until the table shows something."""
        self.wait_until(lambda: bool(self.of(Board)) and self.last(Board).view is not None and true(self.view()))
        return self.view()

    def sit(self, table: Pos, side: int) -> None:
        """Sit down on one side of a table."""
        dx, dy, dz = SIDES[side]
        self.use((table[0] + dx, table[1] + dy, table[2] + dz))

    def ready(self, table: Pos) -> None:
        """Set the ready mark."""
        self.must(Ready, table, True)

    def mine(self, view: BoardView) -> bool:
        """Whether this player is to move."""
        return view.turn is not None and view.seats[view.turn.seat].player == self.welcome.player

    def move(self, view: BoardView) -> None:
        """One sensible action: keep the best selection and bank from 300 on where that is allowed, else roll."""
        assert view.turn is not None
        keep: tuple[int, ...] = ()
        points = view.turn.points
        if view.options:
            best = max(view.options, key=lambda option: option.points)
            keep, points = best.dice, points + best.points
        banks = view.phase != "to_roll" and points >= max(view.bank_from, 300)
        answer = self.ask(Act, view.match, view.step, keep, "bank" if banks else "roll")
        assert isinstance(answer, Done), answer


def play_until(guests: list[Guest], done: Callable[[BoardView], bool]) -> BoardView:
    """Everybody plays on in turn until the table shows what is wanted; everybody then has been told the same."""
    while True:
        view = guests[0].view()
        step = view.step
        for guest in guests[1:]:
            guest.see(lambda seen, step=step: seen.step >= step)  # type: ignore[misc]
        if done(view):
            return view
        mover = next(guest for guest in guests if guest.mine(view))
        mover.move(view)
        guests[0].see(lambda seen, match=view.match, step=step: seen.match != match or seen.step > step)  # type: ignore[misc]
