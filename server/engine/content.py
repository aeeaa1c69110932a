"""Kinds of blocks and items: what the core rooms and plugins register before a world opens."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from ..shared.inventory.stack import MAX_STACK
from ..shared.voxel.states import StateInfo, block_of
from .changes import Pos


@dataclass(frozen=True, slots=True)
class Placement:
    """How a block is being placed: where, against which face, the touched point in that block, the placer's view."""

    pos: Pos
    face: int
    hit: tuple[float, float, float]
    yaw: float
    pitch: float


@dataclass(frozen=True, slots=True)
class Dropped:
    """What breaking leaves: an item and the least and most of it."""

    item: str
    least: int = 1
    most: int = 1


@dataclass(frozen=True, slots=True)
class BlockKind:
    """A block: its id, all its states (the first is the default), what it drops, and which state a placement gives.

    `placed` returns a state's name; without it the default state is placed. `needs_ground` keeps plants on soil:
    the block ids below it that carry it (empty: anything)."""

    id: str
    states: tuple[StateInfo, ...]
    drops: tuple[Dropped, ...]
    placed: Callable[[Placement], str] | None = None
    needs_ground: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class ItemKind:
    """An item: its id, the largest stack, and the block it places, if any."""

    id: str
    max_stack: int = MAX_STACK
    block: str | None = None


class Content:
    """All kinds in registration order. A second kind of the same id is an error of the one who registers it."""

    def __init__(self) -> None:
        self.blocks: dict[str, BlockKind] = {}
        self.items: dict[str, ItemKind] = {}

    def add_block(self, kind: BlockKind, *, item: bool = True) -> None:
        """Register a block and, unless it has none, the item that places it. Raises ValueError when taken."""
        if kind.id in self.blocks:
            raise ValueError(f"The block {kind.id} is registered twice.")
        self.blocks[kind.id] = kind
        if item:
            self.add_item(ItemKind(kind.id, block=kind.id))

    def add_item(self, kind: ItemKind) -> None:
        """Register an item. Raises ValueError when taken."""
        if kind.id in self.items:
            raise ValueError(f"The item {kind.id} is registered twice.")
        self.items[kind.id] = kind

    def states(self) -> Iterable[StateInfo]:
        """Every state of every block, in order."""
        for kind in self.blocks.values():
            yield from kind.states

    def block_kind(self, state_name: str) -> BlockKind:
        """The kind that a state name belongs to. Raises KeyError for an unknown block."""
        return self.blocks[block_of(state_name)]
