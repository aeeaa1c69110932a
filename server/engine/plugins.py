"""What a plugin may do: register content, requests, commands, settings and collections, and answer ten questions.

The core never imports a plugin; it finds them by the entry-point group `voxtable.plugins`. DESIGN section 4.
"""

import argparse
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import entry_points
from pathlib import Path
from typing import Any, Protocol, TypeVar

import msgspec

from ..shared.inventory.stack import Stack
from ..shared.protocol.message import Message, Request
from ..shared.voxel.states import StateTable
from .changes import ChangeSet, Collection, Log, Place, Pos, Refusal
from .content import BlockKind, Content, ItemKind

T = TypeVar("T")
R = TypeVar("R", bound=Request)
S = TypeVar("S", bound=msgspec.Struct)
K = TypeVar("K", bound="Collection[Any] | Log[Any]")

ENTRY_POINTS = "voxtable.plugins"


@dataclass(frozen=True, slots=True)
class Caller:
    """Who asks: the player's id ('' before login), the game time in milliseconds at which the frame arrived, and the
    connection's number."""

    player: str
    stamp: int
    connection: int = 0


@dataclass(frozen=True, slots=True)
class Use:
    """A player uses a block: the block, its state's name, the touched face and point, and the stack in hand."""

    player: str
    pos: Pos
    state: str
    face: int
    hit: Place
    held: Stack | None


class Players(Protocol):
    """What plugins may know of players and do to their bodies. Positions are feet, in blocks."""

    def name(self, player: str) -> str: ...
    def online(self, player: str) -> bool: ...
    def operator(self, player: str) -> bool: ...
    def position(self, player: str) -> Place | None:
        """Where an online player stands, else None."""
        ...

    def near(self, pos: Place, radius: float) -> tuple[str, ...]:
        """Online players within a radius."""
        ...

    def held_slot(self, player: str) -> tuple[str, int]:
        """The holder and slot that the player has in hand."""
        ...

    def sit(self, changes: ChangeSet, player: str, pos: Place, yaw: float, table: Pos, beside: Place) -> None:
        """Seat a body: it is moved to these feet, faces `yaw` and ignores steps until it stands. Should the server end
        before that, it comes back standing `beside` its seat."""
        ...

    def stand(self, changes: ChangeSet, player: str, pos: Place) -> None:
        """End sitting at these feet."""
        ...

    def sitting(self, player: str) -> bool: ...


class World(Protocol):
    """What plugins may ask of the world."""

    states: StateTable

    def standing_place(self, changes: ChangeSet, near: Pos) -> Place:
        """Feet of the nearest free place to stand around a block, by distance; the block's top when there is none."""
        ...

    def drop(self, changes: ChangeSet, holder: str, slot: int, pos: Place) -> None:
        """Move a whole stack from a holder's slot into a drop that lies at a place."""
        ...


class Windows(Protocol):
    """What plugins may do with the windows of items; see server.shared.inventory.layout for their kinds."""

    def open_holder(self, changes: ChangeSet, player: str, kind: str, pos: Pos, holder: str) -> None:
        """Open a window of this kind at a block, whose own part shows a holder's slots. It closes when the block goes
        or the player walks away. Raises Refusal."""
        ...

    def close_holder(self, changes: ChangeSet, player: str, holder: str) -> None:
        """Close a player's window if it shows this holder."""
        ...


@dataclass(frozen=True, slots=True)
class Tool:
    """A subcommand of `voxtable-server` that works on a stored world: `arguments` fills its parser, `run` does it and
    returns the exit code."""

    name: str
    help: str
    arguments: Callable[[argparse.ArgumentParser], None]
    run: Callable[[argparse.Namespace], int]


Audit = Callable[[Path], Sequence[str]]
"""Looks through a stored world's folder, which a server may have open, and says in sentences what is wrong in it.
Raises WorldError."""


class Work(Protocol):
    """Runs a job in a worker thread and hands its result to a later tick, as `Engine.work` does."""

    def __call__(self, job: Callable[[], T], done: Callable[[ChangeSet, T], None]) -> None: ...


class Plugin(Protocol):
    """A plugin: a name, which prefixes its collections, one chance to register, and for a stored world its tools and
    what it adds to the audit."""

    name: str
    tools: Sequence[Tool]
    audits: Sequence[Audit]

    def register(self, host: "PluginHost") -> None: ...


UseHook = Callable[[ChangeSet, Use], bool]
BlockHook = Callable[[ChangeSet, str, Pos, str], None]
PlayerHook = Callable[[ChangeSet, str], None]
BurnHook = Callable[[ChangeSet, Stack, str], None]
TickHook = Callable[[ChangeSet], None]
Observer = Callable[[ChangeSet], None]
RenamedHook = Callable[[ChangeSet, str, str], None]
MovedHook = Callable[[ChangeSet, str, Pos], None]
CommandHook = Callable[[ChangeSet, str, list[str]], str]


@dataclass(frozen=True, slots=True)
class Command:
    """A chat command: its name without the slash, one line of help, and what it answers to a player's words."""

    name: str
    help: str
    run: CommandHook
    operator: bool = False


class PluginMissing(Exception):
    """A plugin that cannot be had; the sentence says what to do."""


def installed_plugins() -> dict[str, Plugin]:
    """Every installed plugin by the name of its entry point. Raises PluginMissing for one that cannot be loaded."""
    plugins: dict[str, Plugin] = {}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name):
        try:
            plugins[point.name] = point.load()()
        except Exception as error:  # whatever a third party's code raises while it loads
            raise PluginMissing(
                f"The plugin {point.name} cannot be loaded ({type(error).__name__}: {error}); install it again."
            ) from error
    return plugins


def installed_tools() -> Iterator[Tool]:
    """The tools of every installed plugin. Raises PluginMissing."""
    for plugin in installed_plugins().values():
        yield from plugin.tools


def installed_audits() -> Iterator[Audit]:
    """What every installed plugin adds to the audit. Raises PluginMissing."""
    for plugin in installed_plugins().values():
        yield from getattr(plugin, "audits", ())  # one made for a version before has none


class Hooks:
    """What all plugins together answer; the rooms call these at the moments that their names say."""

    def __init__(self) -> None:
        self.use: dict[str, UseHook] = {}
        self.may_break: list[BlockHook] = []
        self.placed: list[BlockHook] = []
        self.broken: list[BlockHook] = []
        self.join: list[PlayerHook] = []
        self.leave: list[PlayerHook] = []
        self.renamed: list[RenamedHook] = []
        self.burn: list[BurnHook] = []
        self.tick: list[TickHook] = []
        self.observers: list[Observer] = []
        self.moved: dict[str, MovedHook] = {}
        self.commands: dict[str, Command] = {}
        self.requests: dict[type[Message], Callable[[ChangeSet, Caller, Any], Message | None]] = {}


class PluginHost:
    """One plugin's door into the server. Names outside its prefix are refused with ValueError."""

    def __init__(
        self,
        plugin: str,
        content: Content,
        hooks: Hooks,
        collections: dict[str, Collection[Any] | Log[Any]],
        settings: Mapping[str, Any],
    ) -> None:
        self._plugin = plugin
        self._content = content
        self._hooks = hooks
        self._collections = collections
        self._settings = settings
        self.players: Players
        self.world: World
        self.windows: Windows
        self._work: Work

    def open(self, players: Players, world: World, windows: Windows, work: Work) -> None:
        """The world is open: from now on the services may be used. Items are moved by server.items.ledger."""
        self.players, self.world, self.windows, self._work = players, world, windows, work

    def work(self, job: Callable[[], T], done: Callable[[ChangeSet, T], None]) -> None:
        """Run a slow job beside the tick; `done` takes its result inside a later tick, in a change set of its own.

        A job that raises is logged, and `done` is not called."""
        self._work(job, done)

    @property
    def content(self) -> Content:
        """All kinds of blocks and items, to read; complete once the world is open."""
        return self._content

    def block(self, kind: BlockKind, *, item: bool = True) -> None:
        """Register a block and its item."""
        self._content.add_block(kind, item=item)

    def item(self, kind: ItemKind) -> None:
        """Register an item."""
        self._content.add_item(kind)

    def keep(self, kept: K) -> K:
        """Declare a collection or a log `<plugin>/<name>` that this plugin owns."""
        if not kept.name.startswith(f"{self._plugin}/"):
            raise ValueError(f"The collection {kept.name} is not one of the plugin {self._plugin}.")
        if kept.name in self._collections:
            raise ValueError(f"The collection {kept.name} is declared twice.")
        self._collections[kept.name] = kept
        return kept

    def settings(self, schema: type[S]) -> S:
        """The plugin's own table of server.toml, typed. Raises msgspec.ValidationError naming the key."""
        return msgspec.convert(dict(self._settings), schema)

    def request(self, kind: type[R], handler: Callable[[ChangeSet, Caller, R], Message | None]) -> None:
        """Answer a request: return its answer, or None for Done; raise Refusal to change nothing."""
        if kind in self._hooks.requests:
            raise ValueError(f"The request {kind.__name__} is answered twice.")
        self._hooks.requests[kind] = handler

    def command(self, command: Command) -> None:
        """Register a chat command."""
        if command.name in self._hooks.commands:
            raise ValueError(f"The command /{command.name} is registered twice.")
        self._hooks.commands[command.name] = command

    def on_use(self, block: str, hook: UseHook) -> None:
        """Answer the use of a block of ours; return False to let the held block be placed instead."""
        self._hooks.use[block] = hook

    def may_break(self, hook: BlockHook) -> None:
        """Raise Refusal to keep a block (changes, player, pos, state name) from being broken."""
        self._hooks.may_break.append(hook)

    def on_placed(self, hook: BlockHook) -> None:
        """A player placed a block (changes, player, pos, state name)."""
        self._hooks.placed.append(hook)

    def on_broken(self, hook: BlockHook) -> None:
        """A block is being broken (changes, player, pos, state name before)."""
        self._hooks.broken.append(hook)

    def on_join(self, hook: PlayerHook) -> None:
        """A player came into the world. A hook that raises keeps nobody out."""
        self._hooks.join.append(self._apart("coming", hook))

    def on_leave(self, hook: PlayerHook) -> None:
        """A player left the world. A hook that raises keeps nobody in."""
        self._hooks.leave.append(self._apart("going", hook))

    def on_renamed(self, hook: RenamedHook) -> None:
        """A player, in the world or not, gets another name (changes, player, name)."""
        self._hooks.renamed.append(hook)

    def on_burn(self, hook: BurnHook) -> None:
        """A stack with data vanishes for a reason."""
        self._hooks.burn.append(hook)

    def on_moved(self, kind: str, hook: MovedHook) -> None:
        """A player's click (changes, player, pos of the window's block) moved stacks into or out of what a window of
        this kind shows of its holder. Raise Refusal to leave them where they were."""
        self._hooks.moved[kind] = hook

    def on_tick(self, hook: TickHook) -> None:
        """Called once a tick, in a change set of its own."""
        self._hooks.tick.append(hook)

    def observe(self, observer: Observer) -> None:
        """Called with every change set right after it became true, to tell players of it; it changes nothing."""
        self._hooks.observers.append(observer)

    def _apart(self, moment: str, hook: PlayerHook) -> PlayerHook:
        """A hook on a player's way in or out whose fault stays its own."""
        what = f"What the plugin {self._plugin} does at a player's {moment}"

        def run(changes: ChangeSet, player: str) -> None:
            changes.attempt(what, lambda: hook(changes, player))

        return run


__all__ = [
    "BlockHook", "BurnHook", "Caller", "Command", "Hooks", "MovedHook", "Observer", "PlayerHook", "Players", "Plugin",
    "PluginHost", "PluginMissing", "Refusal", "RenamedHook", "TickHook", "Tool", "Use", "UseHook", "Windows", "Work",
    "World", "installed_plugins", "installed_tools",
]  # fmt: skip
