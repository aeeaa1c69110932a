"""What each player's client knows of the land: columns nearest first, as fast as it takes them in, and every change."""

from collections import deque
from dataclasses import dataclass, field
from functools import cache
from itertools import islice
from typing import Final

import numpy as np

from ..engine.changes import ChangeSet
from ..engine.engine import Engine
from ..engine.plugins import Caller
from ..shared.protocol.limits import COLUMN_WINDOW
from ..shared.protocol.world import BlockChanges, ColumnData, ColumnGone, ColumnsReceived, ColumnWanted
from ..shared.voxel.columns import ColumnPos
from .bodies import Bodies
from .columns import ColumnStore, edits_by_column
from .loading import Loading

_FORGET: Final = 2
"""Columns beyond the view distance at which a client may forget one, so that walking to and fro sends nothing twice."""
_WHOLE: Final = 8
"""Square of the steps to the corners two columns away: a client draws a column once it has all eight around it, and
those that touch its own are always to be drawn."""
_RESENT_A_TICK: Final = 2
"""Columns that a client which lost track gets again in one tick."""
_UNLOADED_EVERY: Final = 40
"""Ticks between two looks at which columns may leave memory."""
_KEEP: Final = 4
"""Columns beyond everybody's view that stay in memory."""


@dataclass(slots=True)
class View:
    """One connection's window on the land. `sent` are the columns it has or is getting."""

    player: str
    connection: int
    distance: int
    centre: ColumnPos | None = None
    queue: deque[ColumnPos] = field(default_factory=deque)
    sent: set[ColumnPos] = field(default_factory=set)
    wanted: dict[ColumnPos, None] = field(default_factory=dict)
    on_the_way: int = 0


class Streaming:
    """Keeps every view supplied, and memory free of columns that nobody is near."""

    def __init__(self, engine: Engine, store: ColumnStore, loading: Loading, always: frozenset[ColumnPos]) -> None:
        self._engine = engine
        self._store = store
        self._loading = loading
        self._always = always
        self.views: dict[str, View] = {}

    def tick(self, changes: ChangeSet, bodies: Bodies) -> None:
        """Follow the players and send what is due."""
        self._follow(bodies)
        for view in self.views.values():
            self._move(changes, view)
            self._resend(view)
            self._send(changes, view)
        if self._engine.tick_number % _UNLOADED_EVERY == 0:
            self._unload()

    def tell_changes(self, changes: ChangeSet) -> None:
        """Tell a change set's block edits to every client that has their columns."""
        for at, edits in edits_by_column(changes.block_edits).items():
            column = self._store.column(at)
            if column is None:
                continue
            message = BlockChanges(*at, column.revision, edits)
            for view in self.views.values():
                if at in view.sent and self._engine.connection(view.player) == view.connection:
                    self._engine.tell(view.player, message)

    def received(self, changes: ChangeSet, caller: Caller, message: ColumnsReceived) -> None:
        """A client took columns in, so that as many may follow."""
        view = self.views.get(caller.player)
        if view is not None:
            view.on_the_way = max(0, view.on_the_way - message.count)

    def column_wanted(self, changes: ChangeSet, caller: Caller, message: ColumnWanted) -> None:
        """A client lost track of a column."""
        self.send_again(caller.player, (message.cx, message.cz))

    def send_again(self, player: str, at: ColumnPos) -> None:
        """Send a column whole once more, within a tick's limit."""
        view = self.views.get(player)
        if view is not None and at in view.sent:
            view.wanted[at] = None

    def _follow(self, bodies: Bodies) -> None:
        online = self._engine.online()
        for player in set(self.views).difference(online):
            del self.views[player]
        for player in online:
            connection = self._engine.connection(player)
            view = self.views.get(player)
            if connection is not None and (view is None or view.connection != connection):
                self.views[player] = View(player, connection, bodies.view_distance(player))

    def _move(self, changes: ChangeSet, view: View) -> None:
        place = self._engine.locate(view.player)
        if place is None:
            return
        centre = int(place[0] // 16), int(place[2] // 16)
        if centre == view.centre:
            return
        view.centre = centre
        for at in [at for at in view.sent if _apart(at, centre) > view.distance + _FORGET]:
            view.sent.discard(at)
            view.wanted.pop(at, None)
            changes.tell(view.player, ColumnGone(*at))
        around = ((centre[0] + dx, centre[1] + dz) for dx, dz in nearest_first(view.distance))
        view.queue = deque(at for at in around if at not in view.sent)

    def _resend(self, view: View) -> None:
        for at in list(view.wanted)[:_RESENT_A_TICK]:
            del view.wanted[at]
            view.sent.discard(at)
            view.queue.appendleft(at)

    def _send(self, changes: ChangeSet, view: View) -> None:
        while view.queue and view.on_the_way < COLUMN_WINDOW:
            at = view.queue[0]
            packed = self._loading.packed(at)
            if packed is None and at not in self._loading.unreadable:
                break
            view.queue.popleft()
            column = self._store.column(at)
            if packed is not None and column is not None:
                view.sent.add(at)
                view.on_the_way += 1
                changes.tell(view.player, ColumnData(*at, column.revision, packed))
        for at in islice(view.queue, COLUMN_WINDOW):
            self._loading.prepare(at)

    def _unload(self) -> None:
        loaded = [at for at in self._store.loaded() if at not in self._always]
        if not loaded:
            return
        near = np.zeros(len(loaded), dtype=np.bool_)
        places = np.array(loaded)
        for view in self.views.values():
            if view.centre is not None:
                near |= np.abs(places - view.centre).max(axis=1) <= view.distance + _FORGET + _KEEP
        for at, kept in zip(loaded, near.tolist(), strict=True):
            if not kept:
                self._store.unload(at)


@cache
def nearest_first(distance: int) -> tuple[ColumnPos, ...]:
    """Steps to all columns within a round view, nearest first."""
    side = np.arange(-distance, distance + 1)
    dx, dz = (axis.ravel() for axis in np.meshgrid(side, side, indexing="ij"))
    away = dx * dx + dz * dz
    order = np.argsort(away, kind="stable")
    order = order[away[order] <= max((distance + 0.5) ** 2, _WHOLE)]
    return tuple(zip(dx[order].tolist(), dz[order].tolist(), strict=True))


def _apart(a: ColumnPos, b: ColumnPos) -> float:
    return float(np.hypot(a[0] - b[0], a[1] - b[1]))
