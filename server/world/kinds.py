"""The core's kinds of blocks: one table of what stands, shines, breaks and drops. Tables and chairs are a plugin's."""

from collections.abc import Iterator
from random import Random
from typing import Final

from ..engine.content import BlockKind, Content, Dropped
from ..shared.content import AIR, WOODS
from ..shared.inventory.stack import Stack
from ..shared.voxel.states import Box, StateInfo, properties_of, state_name
from . import placing

NEVER: Final = -1
"""`break_ms` of what no hand breaks."""
SOIL: Final = frozenset({"minecraft:grass_block", "minecraft:dirt"})
SIDES: Final = ("north", "south", "west", "east")

_LOWER: Final[Box] = (0, 0, 0, 16, 8, 16)
_UPPER: Final[Box] = (0, 8, 0, 16, 16, 16)
_HALF_ON: Final[dict[str, tuple[int, int, int, int]]] = {
    "north": (0, 0, 16, 8),
    "south": (0, 8, 16, 16),
    "west": (0, 0, 8, 16),
    "east": (8, 0, 16, 16),
}
"""x0 z0 x1 z1 of the half of a cube on a side."""
_CHEST: Final[Box] = (1, 0, 1, 15, 14, 15)
_LANTERN: Final[dict[str, Box]] = {"false": (5, 0, 5, 11, 9, 11), "true": (5, 1, 5, 11, 16, 11)}
_PLANT: Final[Box] = (2, 0, 2, 14, 13, 14)
_FLOWER: Final[Box] = (5, 0, 5, 11, 10, 11)


def register(content: Content) -> None:
    """Put every core block into the content, and the items that place them. Air comes first: it is number 0."""
    air = StateInfo(AIR, (), (), opaque=False, break_ms=NEVER, replaceable=True)
    water = StateInfo("minecraft:water", (), (), opaque=False, break_ms=NEVER, replaceable=True, liquid=True)
    for bare in (air, StateInfo("minecraft:bedrock", break_ms=NEVER), water):
        content.add_block(BlockKind(bare.name, (bare,), ()), item=False)
    for kind in (*_ground(), *_wooden(), *_furnishing(), *_plants()):
        content.add_block(kind)


def dropped(kind: BlockKind, state: str, rng: Random) -> list[Stack]:
    """What a broken block leaves, by chance within its kind's bounds; a double slab leaves both halves."""
    times = 2 if properties_of(state).get("type") == "double" else 1
    counts = [(drop.item, times * max(0, rng.randint(drop.least, drop.most))) for drop in kind.drops]
    return [Stack(item, count) for item, count in counts if count]


def _cube(
    block: str, break_ms: int, drop: str | None = None, *, opaque: bool = True, usable: bool = False
) -> BlockKind:
    state = StateInfo(block, opaque=opaque, break_ms=break_ms, usable=usable)
    return BlockKind(block, (state,), (Dropped(drop or block),))


def _pillar(block: str, break_ms: int) -> BlockKind:
    states = tuple(StateInfo(state_name(block, {"axis": axis}), break_ms=break_ms) for axis in ("y", "x", "z"))
    return BlockKind(block, states, (Dropped(block),), placed=placing.pillar(block))


def _ground() -> Iterator[BlockKind]:
    yield _cube("minecraft:stone", 1800, "minecraft:cobblestone")
    yield _cube("minecraft:cobblestone", 1800)
    yield _cube("minecraft:stone_bricks", 1800)
    yield _cube("minecraft:bricks", 1800)
    yield _cube("minecraft:dirt", 500)
    yield _cube("minecraft:grass_block", 600, "minecraft:dirt")
    yield _cube("minecraft:sand", 500)
    yield _cube("minecraft:gravel", 600)
    yield _cube("minecraft:glass", 300, opaque=False)
    yield _pillar("minecraft:bone_block", 1200)


def _wooden() -> Iterator[BlockKind]:
    for wood in WOODS:
        yield _pillar(f"minecraft:{wood}_log", 1500)
        yield _leaves(wood)
        yield _cube(f"minecraft:{wood}_planks", 1200)
        yield _stairs(f"minecraft:{wood}_stairs")
        yield _slab(f"minecraft:{wood}_slab")


def _leaves(wood: str) -> BlockKind:
    block = f"minecraft:{wood}_leaves"
    # Six equal chances from -4 to 1: one leaf block in six leaves a stick.
    return BlockKind(block, (StateInfo(block, opaque=False, break_ms=250),), (Dropped("minecraft:stick", -4, 1),))


def _stairs(block: str) -> BlockKind:
    states = []
    for half in ("bottom", "top"):
        for facing in SIDES:
            x0, z0, x1, z1 = _HALF_ON[facing]
            base, y0 = (_LOWER, 8) if half == "bottom" else (_UPPER, 0)
            boxes: tuple[Box, ...] = (base, (x0, y0, z0, x1, y0 + 8, z1))
            name = state_name(block, {"facing": facing, "half": half})
            states.append(StateInfo(name, boxes, boxes, opaque=False, break_ms=1200))
    return BlockKind(block, tuple(states), (Dropped(block),), placed=placing.stairs(block))


def _slab(block: str) -> BlockKind:
    lower = StateInfo(state_name(block, {"type": "bottom"}), (_LOWER,), (_LOWER,), opaque=False, break_ms=1200)
    upper = StateInfo(state_name(block, {"type": "top"}), (_UPPER,), (_UPPER,), opaque=False, break_ms=1200)
    double = StateInfo(state_name(block, {"type": "double"}), break_ms=1200)
    return BlockKind(block, (lower, upper, double), (Dropped(block),), placed=placing.slab(block))


def _furnishing() -> Iterator[BlockKind]:
    yield _cube("minecraft:crafting_table", 1200, usable=True)
    yield _cube("minecraft:bookshelf", 1000)
    yield _cube("minecraft:white_wool", 600)
    yield _cube("minecraft:lime_wool", 600)
    chest = "minecraft:chest"
    facings = [state_name(chest, {"facing": facing}) for facing in SIDES]
    chests = [StateInfo(name, (_CHEST,), (_CHEST,), opaque=False, break_ms=1500, usable=True) for name in facings]
    yield BlockKind(chest, tuple(chests), (Dropped(chest),), placed=placing.towards_placer(chest))
    lanterns = []
    for hanging, box in _LANTERN.items():
        name = state_name("minecraft:lantern", {"hanging": hanging})
        lanterns.append(StateInfo(name, (box,), (box,), opaque=False, light=15, break_ms=400))
    yield BlockKind("minecraft:lantern", tuple(lanterns), (Dropped("minecraft:lantern"),), placed=placing.lantern)


def _plants() -> Iterator[BlockKind]:
    yield _plant("minecraft:short_grass", _PLANT, (), replaceable=True)
    yield _plant("minecraft:fern", _PLANT, (Dropped("minecraft:fern"),))
    for flower in ("dandelion", "poppy", "cornflower"):
        yield _plant(f"minecraft:{flower}", _FLOWER, (Dropped(f"minecraft:{flower}"),))
    yield _plant("voxtable:wild_cotton", _PLANT, (Dropped("minecraft:string", 1, 3),))


def _plant(block: str, outline: Box, drops: tuple[Dropped, ...], *, replaceable: bool = False) -> BlockKind:
    state = StateInfo(block, (), (outline,), opaque=False, break_ms=50, replaceable=replaceable)
    return BlockKind(block, (state,), drops, needs_ground=SOIL)
