"""The world room put together: it registers the core's blocks, opens the land of a seed, and serves the other rooms."""

from random import SystemRandom
from typing import Final

import msgspec
import numpy as np
import numpy.typing as npt

from ..engine.changes import ChangeSet, Collection, Place, Pos, Unreadable
from ..engine.engine import Engine
from ..engine.plugins import UseHook
from ..shared.inventory.stack import Stack
from ..shared.protocol.world import ColumnsReceived, ColumnWanted, FinishBreaking, PlaceBlock, StartBreaking, UseBlock
from ..shared.voxel.collision import Terrain
from ..shared.voxel.columns import column_of
from ..shared.voxel.states import StateTable
from . import drops, kinds, numbering
from .bodies import Bodies
from .building import Building
from .columns import ColumnStore
from .daylight import Daylight
from .drops import DROPS, Drop
from .generation import Generator
from .loading import Loading
from .lying import Lying
from .standing import standing_place
from .streaming import Streaming, nearest_first
from .tavern import Tavern
from .touch import Touch, solid_sight

_HOME_COLUMNS: Final = 3
"""Radius in columns around the spawn that is loaded from the start and stays."""


_SEEDS: Final = 1 << 62
"""A wanted seed counts up to this number, so that any number in a settings file will do."""


class Land(msgspec.Struct, frozen=True):
    """The seed from which this world's columns are made."""

    seed: int


LAND: Final[Collection[Land]] = Collection("land", Land, unreadable=Unreadable.FATAL)


class World:
    """The ground under everything; implements `World` of server.engine.plugins.

    Constructed before the engine opens. `open(bodies)` follows the engine's opening and the registration of all
    content; from then on everything else may be used."""

    def __init__(self, engine: Engine, *, seed: int | None = None) -> None:
        self._engine = engine
        self._wanted_seed = seed
        self._uses: dict[str, UseHook] = {}
        kinds.register(engine.content)
        for collection in (numbering.STATES, LAND, DROPS):
            engine.declare(collection)
        self._daylight = Daylight(engine)
        self.states: StateTable
        self.columns: ColumnStore
        self.obstacles: Terrain
        self.tavern: Tavern
        self._opened = False
        engine.every_tick(self._tick_daylight)
        engine.every_tick(self._tick_columns)
        engine.every_tick(self._tick_drops)
        engine.observe(self._observe)

    def on_use(self, block: str, hook: UseHook) -> None:
        """Answer the use of a core block; False lets the held block be placed."""
        self._uses[block] = hook

    def open(self, bodies: Bodies) -> None:
        """Number the states, make or load the land around the spawn, and begin to serve. Raises TornNumbering."""
        engine = self._engine
        seed = engine.change(self._begin)
        self.columns = ColumnStore(self.states.number("minecraft:bedrock"))
        self.obstacles = Terrain(self.states, self.columns.states)
        generator = Generator(seed, self.states)
        self.tavern = generator.tavern
        engine.columns = self.columns
        loading = Loading(engine, self.columns, generator.column)
        home = frozenset(nearest_first(_HOME_COLUMNS))
        for at in home:
            loading.load_now(at)
        self._streaming = Streaming(engine, self.columns, loading, home)
        self._lying = Lying(engine, self.obstacles)
        self._bodies = bodies
        sight = solid_sight(self.states, self.columns.states)
        touch = Touch(self.states, sight, bodies, self._send_again)
        self._building = Building(engine, self.states, touch, bodies, self.protected, self.mint_drop, self._uses)
        self._answer()
        self._opened = True

    # ------------------------------------------------------------------ what others ask

    @property
    def spawn(self) -> Place:
        """A newcomer's feet: just inside of the tavern's door."""
        return self.tavern.spawn

    @property
    def spawn_look(self) -> tuple[float, float]:
        """Yaw and pitch of a newcomer, in degrees: at the chest with the gift."""
        return self.tavern.spawn_look

    @property
    def welcome_chest(self) -> Pos:
        """The chest in which each player finds the material for one board once."""
        return self.tavern.welcome_chest

    @property
    def time(self) -> int:
        """Ticks of the day, 0 to 23,999."""
        return self._daylight.time

    def set_time(self, changes: ChangeSet, time: int) -> None:
        """Set the time of day in ticks, 0 to 23,999, and tell everybody."""
        self._daylight.set_time(changes, time)

    def protected(self, pos: Pos) -> bool:
        """Whether only operators place and break here."""
        return self.tavern.protects(pos)

    def state_at(self, pos: Pos) -> int | None:
        """The committed state number at a block, None where no column is loaded."""
        return self.columns.state_at(pos)

    def standing_place(self, changes: ChangeSet, near: Pos) -> Place:
        """Feet of the nearest free place to stand around a block, by distance; the block's top when there is none."""
        return standing_place(changes, self.states, near)

    def drop_rows(self) -> npt.NDArray[np.void]:
        """The places of drops that moved within the last second, as POSITION_ROW rows, to be sent with the players'."""
        return self._lying.rows()

    # ------------------------------------------------------------------ drops

    def drop(
        self,
        changes: ChangeSet,
        holder: str,
        slot: int,
        pos: Place,
        *,
        count: int | None = None,
        speed: Place | None = None,
    ) -> None:
        """Move a stack, or `count` of it, from a holder's slot into a drop that begins at a place, with a speed in
        blocks a tick (None: a small one by chance). Raises Refusal `nothing_there`."""
        drops.release(changes, next(self._numbers), holder, slot, count, self._new_drop(pos, speed))

    def mint_drop(self, changes: ChangeSet, stack: Stack, pos: Place, reason: str = "drop") -> None:
        """Mint a stack that lies at a place."""
        drops.mint(changes, next(self._numbers), stack, self._new_drop(pos), reason)

    # ------------------------------------------------------------------ below: how

    def _new_drop(self, pos: Place, speed: Place | None = None) -> Drop:
        way = drops.scatter(self._engine.rng) if speed is None else speed
        return Drop(*pos, *way, self._engine.tick_number)

    def _begin(self, changes: ChangeSet) -> int:
        self.states = numbering.number_states(changes, self._engine.content)
        self._daylight.begin(changes)
        self._numbers = drops.Numbers(changes)
        land = changes.read(LAND, "land")
        if land is None:
            seed = self._wanted_seed if self._wanted_seed is not None else SystemRandom().getrandbits(48)
            land = Land(seed % _SEEDS)
            changes.put(LAND, "land", land)
        return land.seed

    def _answer(self) -> None:
        engine, building, streaming = self._engine, self._building, self._streaming
        engine.on(StartBreaking, building.start)
        engine.on(FinishBreaking, building.finish)
        engine.on(PlaceBlock, building.place)
        engine.on(UseBlock, building.use)
        engine.on(ColumnsReceived, streaming.received)
        engine.on(ColumnWanted, streaming.column_wanted)

    def _tick_daylight(self, changes: ChangeSet) -> None:
        self._daylight.tick(changes)

    def _tick_columns(self, changes: ChangeSet) -> None:
        self._streaming.tick(changes, self._bodies)

    def _tick_drops(self, changes: ChangeSet) -> None:
        self._lying.tick(changes, self._bodies)

    def _observe(self, changes: ChangeSet) -> None:
        if self._opened:
            self._streaming.tell_changes(changes)
            self._lying.observe(changes)

    def _send_again(self, player: str, pos: Pos) -> None:
        self._streaming.send_again(player, column_of(pos[0], pos[2]))
