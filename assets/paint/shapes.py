"""Shapes of what stands in a room, in sixteenths of a block: chest, lantern, game table, board, game chair."""

from assets.paint.elements import Box, Json, Uv, element, whole


def chest() -> Json:
    """A chest whose front with the latch looks north."""
    walls = {"down": "#top", "up": "#top", "north": "#front", "east": "#side", "south": "#side", "west": "#side"}
    clasp = {"north": "#latch", "east": "#latch", "west": "#latch", "up": "#latch", "down": "#latch"}
    edge: Uv = (1, 6, 2, 11)
    lip: Uv = (1, 6, 5, 7)
    return {
        "textures": {
            "particle": "minecraft:block/oak_planks",
            "top": "minecraft:block/chest_top",
            "front": "minecraft:block/chest_front",
            "side": "minecraft:block/chest_side",
            "latch": "minecraft:block/chest_latch",
        },
        "elements": [
            element((1, 0, 1, 15, 14, 15), walls),
            element((6, 6, 0, 10, 11, 1), clasp, {"north": (0, 0, 4, 5), "sides": edge, "up": lip, "down": lip}),
        ],
    }


def lantern(floor: int, top: int) -> Json:
    """A lantern whose body stands at `floor` and whose ring or chain ends at `top`, in sixteenths."""
    body_uv: dict[str, Uv] = {"sides": (0, 0, 6, 8), "up": (0, 8, 6, 14), "down": (0, 8, 6, 14)}
    cap_uv: dict[str, Uv] = {"sides": (8, 0, 12, 2), "up": (8, 4, 12, 8)}
    neck = floor + 10
    ring: Uv = (8, 10, 11, 10 + top - neck)
    turn = {"origin": [8, 8, 8], "axis": "y", "angle": 45}
    planes = [
        element((6.5, neck, 8, 9.5, top, 8), {"north": "#lantern", "south": "#lantern"}, {"sides": ring}),
        element((8, neck, 6.5, 8, top, 9.5), {"west": "#lantern", "east": "#lantern"}, {"sides": ring}),
    ]
    return {
        "textures": {"particle": "minecraft:block/lantern", "lantern": "minecraft:block/lantern"},
        "elements": [
            element((5, floor, 5, 11, floor + 8, 11), whole("#lantern"), body_uv),
            element((6, floor + 8, 6, 10, neck, 10), {"up": "#lantern", "sides": "#lantern"}, cap_uv),
            *[plane | {"rotation": turn, "shade": False} for plane in planes],
        ],
    }


def table() -> list[Json]:
    """Four legs, an apron set back by one, a top of 14 x 14 whose upper side is at 15."""
    leg_uv: dict[str, Uv] = {"sides": (2, 3, 4, 16), "down": (2, 14, 4, 16)}
    legs = [
        element((x, 0, z, x + 2, 13, z + 2), {"down": "#side", "sides": "#side"}, leg_uv)
        for x in (2, 12)
        for z in (2, 12)
    ]
    apron = element((3, 10, 3, 13, 13, 13), {"down": "#top", "sides": "#side"}, {"sides": (3, 3, 13, 6)})
    top = element((1, 13, 1, 15, 15, 15), {"down": "#top", "up": "#top", "sides": "#side"}, {"sides": (1, 1, 15, 3)})
    return [top, apron, *legs]


def board() -> list[Json]:
    """A board of 12 x 12 on the table: felt half a sixteenth below its wooden rim."""
    felt = element((3, 15, 3, 13, 15.5, 13), {"up": "#board"})
    frames: tuple[Box, ...] = (
        (2, 15, 2, 14, 16, 3),
        (2, 15, 13, 14, 16, 14),
        (2, 15, 3, 3, 16, 13),
        (13, 15, 3, 14, 16, 13),
    )
    rims = []
    for box in frames:
        rim = element(box, {"up": "#board", "sides": "#board_side"}, {"sides": (2, 0, 14, 1)})
        rim["faces"]["up"].pop("cullface")
        rims.append(rim)
    return [felt, *rims]


def chair() -> list[Json]:
    """The sitter looks north; the back with its two slats is in the south, and ends at 18."""
    upright: dict[str, Uv] = {"sides": (0, 8, 2, 14), "down": (0, 14, 2, 16)}
    parts = [element((x, 0, 2, x + 2, 6, 4), {"down": "#wood", "sides": "#wood"}, upright) for x in (2, 12)]
    for x in (2, 12):
        parts.append(element((x, 0, 12, x + 2, 8, 14), {"down": "#wood", "sides": "#wood"}, {"sides": (2, 8, 4, 16)}))
        back: dict[str, Uv] = {"sides": (4, 0, 6, 10), "up": (4, 0, 6, 2)}
        parts.append(element((x, 8, 12, x + 2, 18, 14), {"up": "#wood", "sides": "#wood"}, back))
    rush: dict[str, Uv] = {"sides": (8, 0, 16, 2), "down": (8, 8, 16, 16)}
    parts.append(element((2, 6, 2, 14, 8, 12), {"up": "#seat", "down": "#wood", "sides": "#wood"}, rush))
    for low, high, row in ((10, 12, 4), (14, 17, 0)):
        slat: dict[str, Uv] = {
            "sides": (8, row, 16, row + high - low),
            "up": (8, row, 16, row + 1),
            "down": (8, row, 16, row + 1),
        }
        walls = {"north": "#wood", "south": "#wood", "up": "#wood", "down": "#wood"}
        parts.append(element((4, low, 12.5, 12, high, 13.5), walls, slat))
    rail: dict[str, Uv] = {"sides": (8, 4, 16, 5), "up": (8, 4, 16, 5), "down": (8, 6, 16, 7)}
    for left in (2.5, 12.5):
        sides = {"west": "#wood", "east": "#wood", "up": "#wood", "down": "#wood"}
        parts.append(element((left, 2.5, 4, left + 1, 3.5, 12), sides, rail))
    return parts
