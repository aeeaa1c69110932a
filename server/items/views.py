"""What each player has been shown of their windows, and telling them of every change, whatever its cause.

This is memory of what was told, not truth: it is rebuilt whenever a player joins.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from ..engine.changes import ChangeSet
from ..shared.inventory.merging import Slots
from ..shared.inventory.stack import Stack
from ..shared.protocol.items import ClaimBox, WindowChanged, WindowClosed, WindowOpened
from ..shared.protocol.message import Message
from .giving import claim_box
from .ledger import HOLDERS, slots
from .windows import OWN, OWN_WINDOW, WINDOWS, Opened, Presence, contents, cursor, held_on_cursor, parts


@dataclass(slots=True)
class View:
    """One open window as its player was last told of it. `foreign` is the revision of the last change that was not
    caused by that player's own clicks."""

    player: str
    window: Opened
    slots: Slots
    cursor: Stack | None
    revision: int = 0
    foreign: int = 0
    holders: frozenset[str] = field(init=False)

    def __post_init__(self) -> None:
        self.holders = frozenset(parts(self.player, self.window)) | {cursor(self.player)}

    @property
    def number(self) -> int:
        """The window's number."""
        return self.window.number

    def whole(self) -> WindowOpened:
        """The window with all its slots, for the wire."""
        window = self.window
        return WindowOpened(window.number, window.kind, window.title, self.revision, self.slots, self.cursor)

    def follows(self, revision: int) -> bool:
        """Whether every change since this revision came from the player's own clicks. DESIGN section 5."""
        return self.foreign <= revision <= self.revision


@dataclass(slots=True)
class _Shown:
    stay: int
    views: dict[int, View]
    waiting: int = 0


class Views:
    """All players' views. `tell` sends to one player; `craft` says what a grid makes."""

    def __init__(self, tell: Callable[[str, Message], None], craft: Callable[[Slots], Stack | None]) -> None:
        self._tell = tell
        self._craft = craft
        self._shown: dict[str, _Shown] = {}
        self._clicked: tuple[ChangeSet, str] | None = None

    def view(self, player: str, number: int) -> View | None:
        """A player's open window by its number, or None."""
        shown = self._shown.get(player)
        return shown.views.get(number) if shown is not None else None

    def other(self, player: str) -> View | None:
        """The window that a player has open beside the own inventory, or None."""
        shown = self._shown.get(player)
        return next((view for number, view in shown.views.items() if number != OWN), None) if shown else None

    def others(self) -> Iterator[View]:
        """Every window that is open beside an inventory."""
        for player in tuple(self._shown):
            view = self.other(player)
            if view is not None:
                yield view

    def players(self) -> tuple[str, ...]:
        """Everybody who is in the world."""
        return tuple(self._shown)

    def clicked(self, changes: ChangeSet, player: str) -> None:
        """This change set is a player's own click, which that player has foreseen."""
        self._clicked = (changes, player)

    def observe(self, changes: ChangeSet) -> None:
        """Tell what a change set, which has become true, did to the windows that are open."""
        for player, presence in changes.changed(WINDOWS):
            self._follow(changes, player, presence)
        touched = {holder for holder, _ in changes.changed(HOLDERS)}
        for player, shown in self._shown.items():
            if claim_box(player) in touched:
                self._tell_claim(changes, player, shown)
        if touched:
            for shown in self._shown.values():
                for view in shown.views.values():
                    if not touched.isdisjoint(view.holders):
                        self._refresh(changes, view)

    def _follow(self, changes: ChangeSet, player: str, presence: Presence | None) -> None:
        """Open and close views as the player's presence says."""
        if presence is None:
            self._shown.pop(player, None)
            return
        shown = self._shown.get(player)
        if shown is None or shown.stay != presence.stay:
            shown = self._shown[player] = _Shown(presence.stay, {})
            self._open(changes, shown, player, OWN_WINDOW)
            self._tell_claim(changes, player, shown)
        other = self.other(player)
        wanted = presence.opened
        if other is not None and (wanted is None or wanted.number != other.number):
            del shown.views[other.number]
            self._tell(player, WindowClosed(other.number))
        if wanted is not None and wanted.number not in shown.views:
            self._open(changes, shown, player, wanted)

    def _tell_claim(self, changes: ChangeSet, player: str, shown: _Shown) -> None:
        waiting = sum(stack is not None for stack in slots(changes, claim_box(player)))
        if waiting != shown.waiting:
            shown.waiting = waiting
            self._tell(player, ClaimBox(waiting))

    def _open(self, changes: ChangeSet, shown: _Shown, player: str, window: Opened) -> None:
        filled = contents(changes, player, window, self._craft)
        view = View(player, window, filled, held_on_cursor(changes, player))
        shown.views[window.number] = view
        self._tell(player, view.whole())

    def _refresh(self, changes: ChangeSet, view: View) -> None:
        now = contents(changes, view.player, view.window, self._craft)
        held = held_on_cursor(changes, view.player)
        differing = tuple(
            (slot, stack) for slot, (stack, before) in enumerate(zip(now, view.slots, strict=True)) if stack != before
        )
        if not differing and held == view.cursor:
            return
        view.slots, view.cursor = now, held
        view.revision += 1
        if self._clicked is None or self._clicked[0] is not changes or self._clicked[1] != view.player:
            view.foreign = view.revision
        self._tell(view.player, WindowChanged(view.number, view.revision, differing, held))
