"""The plan of the tavern, drawn layer by layer.

In it x runs east and z south from the north-west corner post, and y = 0 is the floor, level with the ground.
"""

from dataclasses import dataclass
from typing import Final

from ..shared.content import AIR, WOODS, game_chair, small_game_table
from ..shared.voxel.states import state_name
from .placing import OPPOSITE
from .structure import Drawing

_LEGEND: Final = {
    ".": AIR,
    "#": "minecraft:spruce_log[axis=y]",
    "=": "minecraft:spruce_log[axis=x]",
    "|": "minecraft:spruce_log[axis=z]",
    "k": "minecraft:stone_bricks",
    "c": "minecraft:cobblestone",
    "r": "minecraft:bricks",
    "v": "minecraft:white_wool",
    "g": "minecraft:glass",
    "o": "minecraft:oak_planks",
    "s": "minecraft:spruce_planks",
    "B": "minecraft:bookshelf",
    "t": "minecraft:spruce_slab[type=top]",
    "l": "minecraft:lantern[hanging=false]",
    "n": "minecraft:spruce_stairs[facing=north,half=bottom]",
    "w": "minecraft:crafting_table",
    "h": "minecraft:chest[facing=north]",
}
_FLOOR: Final = (
    "ccccccccccccccccc",
    "coosooosooosooosc",
    "coosooosooosooosc",
    "coosooosooosooosc",
    "coosooosooosooosc",
    "ckksooosooosooosc",
    "ckksooosooosooosc",
    "ckksooosooosooosc",
    "coosooosooosooosc",
    "coosooosooosooosc",
    "coosooosooosooosc",
    "coosooosooosooosc",
    "cccccccoooccccccc",
)
_FOOT: Final = (
    "#kkk#kkkkkkk#kkk#",
    "k.....nnnn.tBBBBk",
    "k..........t...Bk",
    "k..........t...Bk",
    "#B.........t....#",
    "rr.........ttt..k",
    "rl..............k",
    "rr..............k",
    "#B..............#",
    "k|..............k",
    "k|..............k",
    "k....w.....h....k",
    "#kkk#k#...#k#kkk#",
)
_WINDOWS: Final = (
    "#vgv#vvgvgvv#vgv#",
    "v...........BBBBv",
    "g..............Bg",
    "v..............Bv",
    "#B.........l....#",
    "rr..............v",
    "r...............g",
    "rr..............v",
    "#B..............#",
    "v...............v",
    "g...............g",
    "v...............v",
    "#vgv#v#...#v#vgv#",
)
_HEADS: Final = (
    "#vgv#vvgvgvv#vgv#",
    "v...........l..lv",
    "g...............g",
    "v...............v",
    "#l..............#",
    "rr..............v",
    "rr..............g",
    "rr..............v",
    "#l..............#",
    "v...............v",
    "g...............g",
    "v...............v",
    "#vgv#v#...#v#vgv#",
)
_ABOVE: Final = (
    "#vvv#vvvvvvv#vvv#",
    "v...............v",
    "v...............v",
    "v...............v",
    "#...............#",
    "rr..............v",
    "rr..............v",
    "rr..............v",
    "#...............#",
    "v...............v",
    "v...............v",
    "v...............v",
    "#vvv#v#sss#v#vvv#",
)
_BEAMS: Final = (
    "=================",
    *("|...|...|...|...|",) * 11,
    "=================",
)
WIDE, DEEP = 17, 13
"""Blocks of the house along x and z."""
_EAVES: Final = 5
"""Height of the beams on the walls and of the lowest row of the roof, which hangs over by one block."""
RIDGE: Final = _EAVES + 7
"""Height of the roof's highest row."""


@dataclass(frozen=True, slots=True)
class Seating:
    """A table of the tavern and the sides on which its chairs stand; plan coordinates."""

    wood: str
    x: int
    z: int
    sides: tuple[str, ...]


SEATING: Final = (
    Seating("oak", 8, 5, ("north", "east", "south", "west")),
    Seating("birch", 4, 9, ("west", "east", "north")),
    Seating("cherry", 12, 9, ("west", "east", "north")),
    Seating("spruce", 4, 2, ("west", "east")),
    Seating("oak", 14, 18, ("north", "east", "south", "west")),
)
SIDE_STEPS: Final = {"north": (0, -1), "south": (0, 1), "west": (-1, 0), "east": (1, 0)}
CHEST: Final = (11, 1, 11)
"""Where the chest for newcomers stands."""
SPAWN: Final = (8, 1, 10)
"""The block in which a newcomer stands."""


def draw() -> Drawing:
    """The whole tavern with its yard."""
    drawing = Drawing()
    drawing.fill(range(-2, WIDE + 2), range(1, RIDGE + 5), range(-2, DEEP + 3), AIR)
    drawing.fill(range(WIDE), range(-2, 0), range(DEEP), "minecraft:cobblestone")
    for y, rows in enumerate((_FLOOR, _FOOT, _WINDOWS, _HEADS, _ABOVE, _BEAMS)):
        drawing.layer(y, rows, _LEGEND)
    _door(drawing)
    _roof(drawing)
    _gables(drawing)
    _chimney(drawing)
    _lights(drawing)
    _yard(drawing)
    for seating in SEATING:
        _seat(drawing, seating)
    return drawing


def stand_in(name: str) -> str:
    """What stands in the tavern instead of furniture whose plugin is absent: planks, and stairs to sit on."""
    wood = next(wood for wood in WOODS if wood in name)
    for side in OPPOSITE:
        if name == state_name(game_chair(wood), {"facing": side}):
            return _stairs(wood, OPPOSITE[side])
    return f"minecraft:{wood}_planks"


def _door(drawing: Drawing) -> None:
    """The corners of the open doorway are rounded."""
    drawing.put(7, 3, 12, _stairs("spruce", "west", "top"))
    drawing.put(9, 3, 12, _stairs("spruce", "east", "top"))


def _roof(drawing: Drawing) -> None:
    for step in range(RIDGE - _EAVES):
        for x in range(-1, WIDE + 1):
            wood = "oak" if x in (-1, WIDE) else "spruce"
            drawing.put(x, _EAVES + step, step - 1, _stairs(wood, "south"))
            drawing.put(x, _EAVES + step, DEEP - step, _stairs(wood, "north"))
    ridge = range(-1, WIDE + 1)
    middle = DEEP // 2
    drawing.fill(ridge, range(RIDGE - 1, RIDGE), range(middle, middle + 1), "minecraft:spruce_planks")
    drawing.fill(ridge, range(RIDGE, RIDGE + 1), range(middle, middle + 1), "minecraft:spruce_slab[type=bottom]")


def _gables(drawing: Drawing) -> None:
    """The triangles under the roof at both ends: white infill, a post, a collar beam and two small windows."""
    middle = DEEP // 2
    for x in (0, WIDE - 1):
        for y in range(_EAVES + 1, RIDGE):
            half = RIDGE - 1 - y
            drawing.fill(range(x, x + 1), range(y, y + 1), range(middle - half, middle + half + 1), _LEGEND["v"])
        drawing.fill(range(x, x + 1), range(_EAVES + 1, RIDGE - 1), range(middle, middle + 1), _LEGEND["#"])
        drawing.fill(range(x, x + 1), range(9, 10), range(middle - 2, middle + 3), _LEGEND["|"])
        for z in (middle - 2, middle - 1, middle + 1, middle + 2):
            drawing.put(x, 7, z, _LEGEND["g"])


def _chimney(drawing: Drawing) -> None:
    """Stone at the foot, bricks above, narrowing under the roof and reaching over the ridge."""
    middle = DEEP // 2
    drawing.fill(range(-1, 0), range(-2, 3), range(middle - 1, middle + 2), _LEGEND["k"])
    drawing.fill(range(-1, 1), range(3, 8), range(middle - 1, middle + 2), _LEGEND["r"])
    drawing.fill(range(-1, 1), range(8, RIDGE + 3), range(middle, middle + 1), _LEGEND["r"])
    drawing.fill(range(-1, 1), range(RIDGE + 2, RIDGE + 3), range(middle, middle + 1), _LEGEND["k"])
    drawing.fill(range(-1, 0), range(8, 9), (range(middle - 1, middle + 2)), _LEGEND["k"])


def _lights(drawing: Drawing) -> None:
    hanging = "minecraft:lantern[hanging=true]"
    for x, z in ((4, 3), (4, 9), (8, 3), (8, 7), (12, 3), (12, 9)):
        drawing.put(x, _EAVES - 1, z, hanging)
    for x in (1, 6, 10, 15):
        drawing.put(x, _EAVES - 1, DEEP, hanging)
        drawing.put(x, _EAVES - 1, -1, hanging)


def _yard(drawing: Drawing) -> None:
    """The path from the door, lamps on low stones along it, a well and flowers under the windows."""
    for z in range(DEEP, 30):
        for x in range(7, 10):
            drawing.put(x, 0, z, "minecraft:cobblestone" if (3 * x + 5 * z) % 4 == 0 else "minecraft:gravel")
            drawing.fill(range(x, x + 1), range(1, 4), range(z, z + 1), AIR)
    for x, z in ((5, 16), (11, 16), (5, 22), (11, 22), (17, 21)):
        drawing.put(x, 1, z, _LEGEND["k"])
        drawing.put(x, 2, z, _LEGEND["l"])
    _well(drawing, 1, 18)
    drawing.fill(range(12, 17), range(1, 4), range(16, 21), AIR)
    drawing.fill(range(12, 17), range(1), range(16, 21), _LEGEND["c"])
    drawing.fill(range(13, 16), range(1), range(17, 20), _LEGEND["s"])
    flowers = ("minecraft:poppy", "minecraft:cornflower", "minecraft:dandelion")
    for x in (1, 2, 3, 4, 12, 13, 14, 15):
        drawing.put(x, 0, DEEP, "minecraft:grass_block")
        drawing.put(x, 1, DEEP, flowers[x % 3])


def _well(drawing: Drawing, x: int, z: int) -> None:
    drawing.fill(range(x, x + 3), range(-3, 2), range(z, z + 3), _LEGEND["c"])
    drawing.fill(range(x + 1, x + 2), range(-2, 1), range(z + 1, z + 2), "minecraft:water")
    drawing.put(x + 1, 1, z + 1, AIR)
    for post in (x, x + 2):
        drawing.fill(range(post, post + 1), range(2, 4), range(z + 1, z + 2), _LEGEND["#"])
    for row, facing in ((z, "south"), (z + 2, "north")):
        for at in range(x, x + 3):
            drawing.put(at, 4, row, _stairs("spruce", facing))
    drawing.fill(range(x, x + 3), range(4, 5), range(z + 1, z + 2), _LEGEND["s"])
    drawing.put(x + 1, 3, z + 1, "minecraft:lantern[hanging=true]")


def _seat(drawing: Drawing, seating: Seating) -> None:
    """A table and the chairs that face it."""
    drawing.put(seating.x, 1, seating.z, state_name(small_game_table(seating.wood), {"board": "none"}))
    for side in seating.sides:
        dx, dz = SIDE_STEPS[side]
        chair = state_name(game_chair(seating.wood), {"facing": OPPOSITE[side]})
        drawing.put(seating.x + dx, 1, seating.z + dz, chair)


def _stairs(wood: str, facing: str, half: str = "bottom") -> str:
    return state_name(f"minecraft:{wood}_stairs", {"facing": facing, "half": half})
