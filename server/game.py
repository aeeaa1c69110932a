"""The game put together: one world's storage, engine, rooms and plugins, opened in order and run until stopped."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import msgspec

from .config import BadTable, Settings, with_key
from .engine.engine import Engine
from .engine.host import Host, ServerFailed
from .engine.plugins import PluginHost, PluginMissing, installed_plugins
from .items.recipe_book import RecipeBook
from .items.room import Items
from .players.records import PLAYERS
from .players.room import Players
from .players.roster import free
from .shared.data_folders import RECIPES
from .storage.world_storage import WorldStorage
from .world.world import LAND, World

_log = logging.getLogger("voxtable.game")


async def serve(settings: Settings, announce: Callable[[str, int], None], stopping: "Stopping") -> None:
    """Open the world and run it until `stopping` is asked for. `announce` hears host and port once it listens.

    Raises WorldError, BadTable, PluginMissing, CannotListen or ServerFailed."""
    loop = asyncio.get_running_loop()
    folder = Path(settings.world)
    storage = WorldStorage(folder)
    engine = Engine(storage)
    try:
        open_rooms(engine, settings, folder, lambda call: _hand_over(loop, call), stopping)
        host = Host(engine)
        address = await host.listen(settings.host, settings.port)
    except BaseException:
        engine.shut_down()
        raise
    stopping.bind(host.stop, host.fail)
    announce(*address)
    _log.info("World %s is open on %s port %d.", folder, *address)
    await host.run()
    _log.info("World %s is stored and closed.", folder)


def open_rooms(
    engine: Engine,
    settings: Settings,
    folder: Path,
    on_main: Callable[[Callable[[], None]], None],
    stopping: "Stopping",
) -> None:
    """Construct what registers, load the stored world, then open the rooms from the ground up. Raises WorldError,
    BadTable or PluginMissing."""
    world = World(engine, seed=settings.seed)
    items = Items(engine, world, RecipeBook.from_packs([RECIPES, *_data_packs(folder)]))
    players = Players(
        engine,
        world,
        title=settings.title,
        motd=settings.motd,
        view_distance=settings.view_distance,
        operators=settings.operators,
        owner=bytes.fromhex(settings.owner),
        commands=settings.commands,
        stop=stopping.stop,
    )
    plugins = _load_plugins(engine, settings.plugins)
    engine.open(on_main, stopping.fail)
    world.open(players)
    if settings.seed is not None and engine.model.rows(LAND)["land"].seed != settings.seed:
        _log.warning("The seed %d is left aside: this world has grown from another one.", settings.seed)
    items.open(players)
    players.open()
    for plugin in plugins:
        plugin.open(players, world, items, engine.work)


class Stopping:
    """Asks the running game to stop, from before it runs on; the first failure becomes its end."""

    def __init__(self) -> None:
        self._asked = False
        self._failure: str | None = None
        self._stop: Callable[[], None] | None = None
        self._fail: Callable[[str], None] | None = None

    def bind(self, stop: Callable[[], None], fail: Callable[[str], None]) -> None:
        """The game can be stopped from now on; what was asked before takes effect."""
        self._stop, self._fail = stop, fail
        if self._failure is not None:
            fail(self._failure)
        elif self._asked:
            stop()

    def stop(self) -> None:
        """Stop cleanly. Called on the loop's thread."""
        self._asked = True
        if self._stop is not None:
            self._stop()

    def fail(self, sentence: str) -> None:
        """Stop because nothing more can be stored. Called on the loop's thread."""
        self._failure = sentence
        if self._fail is not None:
            self._fail(sentence)


def rekey(world: Path, name: str) -> tuple[str, bool]:
    """Free a name of a stopped world, so that the next key that logs in with it owns it; returns it as it is written,
    and whether whoever claims it is an operator.

    Raises WorldError, and KeyError when nobody has that name or had it lately."""
    engine = Engine(WorldStorage(world, create=False))
    try:
        engine.declare(PLAYERS)
        failures: list[str] = []
        engine.open(failed=failures.append)
        freed = engine.change(lambda changes: free(changes, name))
        engine.tick()
    finally:
        engine.shut_down()
    if failures:
        raise ServerFailed(failures[0])
    if freed is None:
        raise KeyError(name)
    return freed


def _hand_over(loop: asyncio.AbstractEventLoop, call: Callable[[], None]) -> None:
    loop.call_soon_threadsafe(call)


def _data_packs(folder: Path) -> list[Path]:
    """A world's own data packs, directories or zip files in its folder `datapacks`."""
    packs = folder / "datapacks"
    return sorted(packs.iterdir()) if packs.is_dir() else []


def _load_plugins(engine: Engine, tables: Mapping[str, Mapping[str, Any]]) -> list[PluginHost]:
    """Register every installed plugin with its own table of the settings. Raises PluginMissing or BadTable."""
    plugins = installed_plugins()
    if not plugins:
        raise PluginMissing("No plugin is installed, not even the tables; run 'pip install .' in the game's folder.")
    for name in tables:
        if name not in plugins:
            raise BadTable(f"plugins.{name}: no plugin of that name is installed")
    hosts = []
    for name, plugin in plugins.items():
        host = PluginHost(name, engine.content, engine.hooks, engine.collections, tables.get(name, {}))
        try:
            plugin.register(host)
        except msgspec.ValidationError as error:
            raise BadTable(with_key(error, f"plugins.{name}")) from error
        hosts.append(host)
    return hosts
