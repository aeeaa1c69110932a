"""Clicks, from the wire to the ledger: one order of checks, then what the shared click code says becomes true."""

from collections.abc import Callable, Mapping
from typing import Final

from ..engine.changes import ChangeSet, Refusal
from ..engine.plugins import Caller, MovedHook
from ..shared.inventory.clicks import ClickRefused, Outcome, click
from ..shared.inventory.layout import LAYOUTS
from ..shared.inventory.merging import Slots, StackSize, counted
from ..shared.inventory.stack import Stack
from ..shared.protocol.items import Click, ThrowItem
from ..shared.protocol.message import Message, Refused
from .ledger import exchange, slots
from .putting_away import hand
from .surroundings import Bodies, Ground, near_enough
from .throwing import throw
from .views import View, Views
from .windows import OWN, contents, cursor, held_on_cursor, laid, parts

CRAFTED: Final = "crafted"
"""Why ingredients are burnt and results minted."""


class Clicks:
    """Answers `Click` and `ThrowItem`."""

    def __init__(
        self,
        views: Views,
        ground: Ground,
        bodies: Callable[[], Bodies],
        size: StackSize,
        craft: Callable[[Slots], Stack | None],
        moved: Mapping[str, MovedHook],
    ) -> None:
        self._views = views
        self._ground = ground
        self._bodies = bodies
        self._size = size
        self._craft = craft
        self._moved = moved

    def click(self, changes: ChangeSet, caller: Caller, message: Click) -> Message | None:
        """Take a click, or refuse it: `no_such_window`, `other_window_open`, `out_of_reach`, `stale_window`,
        `no_such_slot`, `no_such_click`, or as the plugin of the window's kind does."""
        view = self._open_view(caller.player, message.window)
        shown = contents(changes, view.player, view.window, self._craft)
        held = held_on_cursor(changes, view.player)
        if not view.follows(message.revision) or (shown, held) != (view.slots, view.cursor):
            changes.tell(caller.player, view.whole())
            return Refused(message.n, "stale_window", "This window has changed meanwhile; it is shown anew.")
        outcome = self._outcome(view, shown, held, message)
        self._views.clicked(changes, caller.player)
        self._make_true(changes, view, shown, held, outcome)
        return None

    def throw(self, changes: ChangeSet, caller: Caller, message: ThrowItem) -> Message | None:
        """Throw one of the held stack, or all of it. Refuses `nothing_held`."""
        holder, slot = self._bodies().held_slot(caller.player)
        before = slots(changes, holder)
        stack = before[slot] if slot < len(before) else None
        if stack is None:
            raise Refusal("nothing_held", "You have nothing in your hand to throw.")
        count = stack.count if message.whole else 1
        after = (*before[:slot], counted(stack, stack.count - count), *before[slot + 1 :])
        thrown = Stack(stack.item, count, stack.data)
        exchange(changes, {holder: after, hand(caller.player): (thrown,)})
        throw(changes, self._ground, self._bodies(), caller.player)
        return None

    def _open_view(self, player: str, number: int) -> View:
        view = self._views.view(player, number)
        if view is None:
            raise Refusal("no_such_window", "That window is not open.")
        if number == OWN and self._views.other(player) is not None:
            raise Refusal("other_window_open", "Another window is open; close it first.")
        if view.window.block and not near_enough(self._bodies().eye(player), view.window.pos):
            raise Refusal("out_of_reach", "You are too far away from it.")
        return view

    def _outcome(self, view: View, shown: Slots, held: Stack | None, message: Click) -> Outcome:
        try:
            outcome = click(
                LAYOUTS[view.window.kind],
                shown,
                held,
                slot=message.slot,
                button=message.button,
                mode=message.mode,
                drag=message.slots,
                size=self._size,
                craft=self._craft,
            )
        except ClickRefused as refused:
            raise Refusal(refused.code, refused.text) from refused
        assert outcome is not None, "with recipes every click has an outcome"
        return outcome

    def _make_true(self, changes: ChangeSet, view: View, shown: Slots, held: Stack | None, outcome: Outcome) -> None:
        after: dict[str, Slots | None] = {}
        for holder, part in parts(view.player, view.window).items():
            now = outcome.slots[part.start : part.stop]
            if now != shown[part.start : part.stop]:
                after[holder] = laid(changes, view.window, holder, now)
        if outcome.cursor != held:
            after[cursor(view.player)] = (outcome.cursor,)
        if outcome.thrown:
            after[hand(view.player)] = outcome.thrown
        if after:
            exchange(changes, after, minted=outcome.crafted, burnt=outcome.used, reason=CRAFTED)
        if outcome.thrown:
            throw(changes, self._ground, self._bodies(), view.player)
        hook = self._moved.get(view.window.kind)
        if hook is not None and view.window.holder in after:
            hook(changes, view.player, view.window.pos)
