"""The player's windows: what the server said, with the clicks it has not answered yet played over it.

One cursor serves all windows, and the player's 36 slots show the same stacks in each. A click is computed with the
server's own code and shown at once; when its answer comes the prediction goes and what the server said stays.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from server.shared.inventory.clicks import ClickRefused, click
from server.shared.inventory.layout import HOTBAR_SLOTS, INVENTORY, LAYOUTS, Layout
from server.shared.inventory.stack import MAX_STACK, Stack
from server.shared.protocol.items import WindowChanged, WindowOpened
from server.shared.protocol.login import ItemInfo


@dataclass(slots=True)
class Window:
    """An open window as the server last told it; `kind` names its layout."""

    number: int
    kind: str
    title: str
    revision: int
    slots: list[Stack | None]

    @property
    def layout(self) -> Layout:
        return LAYOUTS[self.kind]


@dataclass(frozen=True, slots=True)
class _Click:
    request: int
    window: int
    slot: int
    button: int
    mode: str
    drag: tuple[int, ...]


@dataclass(slots=True)
class _Shown:
    slots: dict[int, list[Stack | None]]
    cursor: Stack | None


class Inventory:
    """All open windows. Window 0 is the player's own; `opened_window` is the other one that is open, if any;
    `waiting` counts the stacks in the claim box."""

    def __init__(self, items: Mapping[str, ItemInfo]) -> None:
        self.items = items
        self.selected = 0
        self.waiting = 0
        self.windows: dict[int, Window] = {
            0: Window(0, INVENTORY, "", 0, [None] * LAYOUTS[INVENTORY].size),
        }
        self._cursor: Stack | None = None
        self._clicks: list[_Click] = []
        self._shown: _Shown | None = None

    # ------------------------------------------------------------------ what is shown

    @property
    def cursor(self) -> Stack | None:
        """The stack on the cursor, with predictions."""
        return self._now().cursor

    def slots(self, window: int) -> list[Stack | None]:
        """A window's slots with predictions; empty when it is not open."""
        return self._now().slots.get(window, [])

    @property
    def hotbar(self) -> list[Stack | None]:
        """The nine stacks of the hotbar."""
        return self.slots(0)[:HOTBAR_SLOTS]

    @property
    def held(self) -> Stack | None:
        """The stack in hand."""
        return self.slots(0)[self.selected]

    @property
    def opened_window(self) -> Window | None:
        """The window that is open besides the player's own."""
        return next((window for number, window in self.windows.items() if number), None)

    def revision(self, window: int) -> int | None:
        """The revision that a click on this window names, None when it is not open."""
        found = self.windows.get(window)
        return found.revision if found else None

    # ------------------------------------------------------------------ what the server says

    def opened(self, message: WindowOpened) -> None:
        """A window with all its slots, new or sent again. An unknown kind or size is left out."""
        layout = LAYOUTS.get(message.kind)
        if layout is None or layout.size != len(message.slots):
            return
        self.windows[message.window] = Window(
            message.window, message.kind, message.title, message.revision, list(message.slots)
        )
        self._cursor = message.cursor
        self._mirror(self._truth(), message.window)
        self._shown = None

    def changed(self, message: WindowChanged) -> None:
        """Slots that changed."""
        window = self.windows.get(message.window)
        if window is None:
            return
        for slot, stack in message.slots:
            if slot < len(window.slots):
                window.slots[slot] = stack
        window.revision = message.revision
        self._cursor = message.cursor
        self._mirror(self._truth(), message.window)
        self._shown = None

    def closed(self, window: int) -> None:
        """The server closed a window; the player's own stays."""
        if window:
            self.windows.pop(window, None)
            self._clicks = [each for each in self._clicks if each.window != window]
            self._shown = None

    # ------------------------------------------------------------------ prediction

    def predict(self, request: int, window: int, slot: int, button: int, mode: str, drag: tuple[int, ...]) -> None:
        """Show a click before its answer."""
        self._clicks.append(_Click(request, window, slot, button, mode, drag))
        self._shown = None

    def settle(self, request: int) -> None:
        """A request was answered: if it was a click, only what the server said of it counts from now on."""
        kept = [each for each in self._clicks if each.request != request]
        if len(kept) != len(self._clicks):
            self._clicks = kept
            self._shown = None

    def size(self, item: str) -> int:
        """The largest stack of an item."""
        info = self.items.get(item)
        return info.max_stack if info else MAX_STACK

    def _now(self) -> _Shown:
        if self._shown is None:
            shown = _Shown({number: list(slots) for number, slots in self._truth().items()}, self._cursor)
            for each in self._clicks:
                self._play(shown, each)
            self._shown = shown
        return self._shown

    def _play(self, shown: _Shown, each: _Click) -> None:
        slots = shown.slots.get(each.window)
        if slots is None:
            return
        try:
            outcome = click(
                self.windows[each.window].layout,
                slots,
                shown.cursor,
                slot=each.slot,
                button=each.button,
                mode=each.mode,
                drag=each.drag,
                size=self.size,
            )
        except ClickRefused:
            return
        if outcome is not None:
            shown.slots[each.window] = list(outcome.slots)
            shown.cursor = outcome.cursor
            self._mirror(shown.slots, each.window)

    def _truth(self) -> dict[int, list[Stack | None]]:
        return {number: window.slots for number, window in self.windows.items()}

    def _mirror(self, slots: dict[int, list[Stack | None]], source: int) -> None:
        """Give the player's slots of one window to all others."""
        own = self.windows[source].layout.player
        stacks = slots[source][own.start : own.stop]
        for number, others in slots.items():
            if number != source:
                target = self.windows[number].layout.player
                others[target.start : target.stop] = stacks
