"""The slot windows: inventory, crafting table and chests, by mouse or by keyboard.

A click is sent as what it means (server.shared.inventory.clicks) and shown at once. Slots are walked with the arrow
keys; Enter clicks, Space clicks with the other button, with Shift the stack moves over.
"""

import re
from typing import Final

from pyglet.window import key, mouse

from client import input as keys
from client.model.inventory import Window
from client.model.knowledge import Knowledge
from client.session import Session
from server.shared.inventory.clicks import DRAG, GATHER, LEFT, ONE, PICKUP, QUICK, RIGHT, SWAP, THROW, WHOLE
from server.shared.inventory.layout import CRAFTING, INVENTORY, OUTSIDE
from server.shared.protocol.items import OpenClaim

from ..canvas import Canvas
from ..geometry import Rect
from ..paint import PAPER, WOOD, drop_shadow, focus_marks, panel
from ..screen import Screen, tooltip
from ..slots import dim, draw_bed, draw_stack, tip_lines
from ..stage import Stage
from ..theme import FADED_INK, FRAME, INK, VEIL
from ..widgets import Button
from .claim import open_claim, waits
from .recipes import RecipesScreen
from .window_layout import nearest, places_for

GONE: Final = "This window was closed: what it showed is gone, in use, or too far away."
DOUBLE_CLICK_SECONDS = 0.3
_ARROWS = {key.LEFT: (-1, 0), key.RIGHT: (1, 0), key.UP: (0, -1), key.DOWN: (0, 1)}
_TITLES = {INVENTORY: "Inventory", CRAFTING: "Crafting table"}
_BUTTONS = {mouse.LEFT: LEFT, mouse.RIGHT: RIGHT}


class WindowScreen(Screen):
    """One window of slots over the world."""

    covers = False
    keys_by_place = True

    def __init__(self, stage: Stage, session: Session, know: Knowledge, number: int) -> None:
        super().__init__(stage)
        self.number = number
        self._kind = know.inventory.windows[number].kind
        self._session = session
        self._know = know
        self._hover: int | None = None
        self._cell: int | None = None
        self._dragged: list[int] = []
        self._drag_button: int | None = None
        self._last_click = (-10.0, -2)
        self.claim = Button("Claim box", self._open_claim, hint=stage.key_cap(key.C))
        self._next_page = _page_after(know.inventory.windows[number].title) if number else 0
        self.claim.visible = self._next_page is not None
        if number:
            self.claim.label = "Next page"
        self.recipes = Button("Recipes", lambda: stage.push(RecipesScreen(stage, session)), hint=stage.key_cap(key.R))
        self.recipes.visible = self._kind in (INVENTORY, CRAFTING)
        self.widgets = [self.claim, self.recipes]

    @property
    def window(self) -> Window | None:
        """The window shown, None once it is closed."""
        return self._know.inventory.windows.get(self.number)

    def arrange(self) -> None:
        window = self.window
        if window is None:
            return
        self._places = places_for(window.layout, self.area)
        frame = self._places.panel
        label = self._places.bag_label
        self.claim.rect = Rect(frame.right - 96, label.y - 4, 86, 14)
        self.recipes.rect = Rect(frame.right - 96, frame.y + 3, 86, 14)
        self.placed = {
            "title": Rect(frame.x + 10, frame.y + 6, frame.width - (106 if self.recipes.visible else 20), 9),
            "bag label": self._places.bag_label,
        } | {f"slot {index}": rect for index, rect in self._places.slots.items()}
        self.placed |= {button.label: button.rect for button in (self.claim, self.recipes) if button.visible}
        if self._places.arrow is not None:
            self.placed["arrow"] = self._places.arrow

    def update(self, seconds: float) -> None:
        window = self.window
        if window is None:
            replaced = self._know.inventory.opened_window is not None
            self.close("" if replaced else GONE)
        elif window.kind != self._kind:
            self.close()

    # ------------------------------------------------------------------ drawing

    def draw(self, canvas: Canvas) -> None:
        window = self.window
        if window is None:
            return
        frame = self._places.panel
        canvas.rect(self.area, VEIL)
        drop_shadow(canvas, frame)
        panel(canvas, frame.inset(-FRAME), WOOD)
        panel(canvas, frame, PAPER)
        title = _TITLES.get(window.kind) or window.title or "Chest"
        canvas.text(frame.x + 10, frame.y + 7, canvas.font.fit(title, frame.width - 20), INK, shadow=False)
        label = self._places.bag_label
        canvas.text(label.x, label.y, "Your things", FADED_INK, shadow=False)
        if self._places.arrow is not None:
            self._draw_arrow(canvas, self._places.arrow)
        for rect in self._places.slots.values():
            draw_bed(canvas, rect.x, rect.y)
        stacks = self._know.inventory.slots(self.number)
        for index, rect in self._places.slots.items():
            stack = stacks[index]
            if stack is not None:
                draw_stack(canvas, stack, rect.x + 1, rect.y + 1)
            if index == self._hover or index in self._dragged:
                dim(canvas, rect.x, rect.y)
        self.draw_widgets(canvas)
        if self._cell is not None:
            focus_marks(canvas, self._places.slots[self._cell])
        self._draw_cursor(canvas)

    def _draw_arrow(self, canvas: Canvas, arrow: Rect) -> None:
        middle = arrow.y + 6
        canvas.box(arrow.x, middle - 1, 13, 3, FADED_INK)
        for step in range(6):
            canvas.box(arrow.x + 13 + step, middle - 5 + step, 1, 11 - 2 * step, FADED_INK)

    def _draw_cursor(self, canvas: Canvas) -> None:
        cursor = self._know.inventory.cursor
        x, y = self.stage.pointer
        if self._cell is not None:
            place = self._places.slots[self._cell]
            x, y = place.x + 14, place.y + 14
        if cursor is not None:
            draw_stack(canvas, cursor, x - 8, y - 8)
            return
        pointed = self._cell if self._cell is not None else self._hover
        stack = self._know.inventory.slots(self.number)[pointed] if pointed is not None else None
        if stack is not None:
            tooltip(canvas, tip_lines(self.stage.words, stack), x, y)

    # ------------------------------------------------------------------ mouse

    def mouse_move(self, x: float, y: float) -> None:
        super().mouse_move(x, y)
        self._hover = self._slot_at(x, y)
        self._cell = None

    def mouse_press(self, x: float, y: float, button: int, modifiers: int) -> bool:
        self.mouse_move(x, y)
        if self.claim.hovered or (self.recipes.visible and self.recipes.hovered):
            return super().mouse_press(x, y, button, modifiers)
        if button not in _BUTTONS or self.window is None:
            return False
        slot = self._hover
        if slot is None:
            if not self._places.panel.inset(-FRAME).contains(x, y):
                self._click(OUTSIDE, _BUTTONS[button], PICKUP)
            return True
        if modifiers & key.MOD_SHIFT:
            self._click(slot, LEFT, QUICK)
        elif self._is_double(slot, button):
            self._click(slot, LEFT, GATHER)
        elif self._know.inventory.cursor is not None and slot not in self._closed():
            self._drag_button, self._dragged = _BUTTONS[button], [slot]
        else:
            self._click(slot, _BUTTONS[button], PICKUP)
        self._last_click = (self.stage.seconds, slot)
        return True

    def mouse_drag(self, x: float, y: float, button: int) -> None:
        self.mouse_move(x, y)
        if self._drag_button is not None and self._hover is not None and self._hover not in self._dragged:
            self._dragged.append(self._hover)

    def mouse_release(self, x: float, y: float, button: int) -> bool:
        slots, drag = tuple(self._dragged), self._drag_button
        self._dragged, self._drag_button = [], None
        if drag is None:
            return super().mouse_release(x, y, button)
        if len(slots) == 1:
            self._click(slots[0], drag, PICKUP)
        else:
            self._session.click(self.number, OUTSIDE, drag, DRAG, slots)
        return True

    def lost_focus(self) -> None:
        super().lost_focus()
        self._dragged, self._drag_button = [], None

    # ------------------------------------------------------------------ keys

    def key_press(self, symbol: int, modifiers: int) -> bool:
        slot = self._cell if self._cell is not None else self._hover
        if symbol in (keys.INVENTORY, key.ESCAPE):
            self._close()
        elif symbol == keys.CHAT:
            self.stage.open_chat("")
        elif symbol in _ARROWS:
            start = slot if slot is not None else self._first_cell()
            moved = slot is not None
            self._cell = nearest(self._places.slots, start, *_ARROWS[symbol]) if moved else start
        elif symbol == key.R and self.recipes.visible:
            self.recipes.activate()
        elif symbol == key.C and self.claim.visible:
            self._open_claim()
        elif slot is None:
            return False
        elif symbol in keys.HOTBAR:
            self._click(slot, keys.HOTBAR.index(symbol), SWAP)
        elif symbol == keys.THROW:
            self._click(slot, WHOLE if modifiers & key.MOD_CTRL else ONE, THROW)
        elif symbol in (key.ENTER, key.RETURN, key.NUM_ENTER):
            self._click(slot, LEFT, QUICK if modifiers & key.MOD_SHIFT else PICKUP)
        elif symbol == key.SPACE:
            self._click(slot, RIGHT, PICKUP)
        else:
            return False
        return True

    def text(self, text: str) -> bool:
        """Nothing: where digits bring signs with Shift, a sign would first have moved a stack."""
        return False

    def _close(self) -> None:
        self._session.close_window(self.number)
        if self.number:
            self._know.inventory.closed(self.number)
        self.close()

    def _open_claim(self) -> None:
        """What waits, or its next page, opens as a window in place of this one; that nothing waits is said over it."""
        page = self._next_page or 0
        if not self.number and not waits(self._know):
            open_claim(self.stage, self._session, self._know)
            return
        self._close()
        self._session.ask(lambda n: OpenClaim(n=n, page=page))

    # ------------------------------------------------------------------ slots

    def _click(self, slot: int, button: int, mode: str) -> None:
        self._session.click(self.number, slot, button, mode)

    def _slot_at(self, x: float, y: float) -> int | None:
        return next((index for index, rect in self._places.slots.items() if rect.contains(x, y)), None)

    def _first_cell(self) -> int:
        window = self.window
        return window.layout.parts["hotbar"].start if window is not None else 0

    def _closed(self) -> set[int]:
        window = self.window
        return {window.layout.result} if window is not None and window.layout.result is not None else set()

    def _is_double(self, slot: int, button: int) -> bool:
        at, last = self._last_click
        recent = self.stage.seconds - at < DOUBLE_CLICK_SECONDS
        return button == mouse.LEFT and last == slot and recent and self._know.inventory.cursor is not None


def _page_after(title: str) -> int | None:
    """The page, from 0, that follows the one of a title such as 'Claim Box, page 1 of 2'; None without pages."""
    found = re.search(r"page (\d+) of (\d+)$", title)
    return int(found[1]) % int(found[2]) if found is not None else None
