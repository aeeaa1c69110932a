"""Which state a placed block takes, and what the table of kinds promises for every block."""

from random import Random

import pytest

from server.engine.content import Content, Placement
from server.shared.content import AIR, WOODS
from server.shared.inventory.stack import Stack
from server.shared.voxel.raycast import DOWN, EAST, NORTH, SOUTH, UP, WEST
from server.shared.voxel.states import block_of, state_name
from server.world import kinds, placing
from server.world.placing import doubled

CONTENT = Content()
kinds.register(CONTENT)


def placed(block: str, face: int = UP, hit_y: float = 0.0, yaw: float = 0.0) -> str:
    kind = CONTENT.blocks[block]
    assert kind.placed is not None
    return kind.placed(Placement((0, 64, 0), face, (0.5, hit_y, 0.5), yaw, 0.0))


def test_air_is_number_zero() -> None:
    assert next(iter(CONTENT.states())).name == AIR


def test_every_state_is_named_by_its_block_with_sorted_properties_and_once() -> None:
    names = [state.name for state in CONTENT.states()]
    assert len(set(names)) == len(names)
    for kind in CONTENT.blocks.values():
        assert all(block_of(state.name) == kind.id for state in kind.states)
    assert all(name == state_name(block_of(name), dict(sorted(_properties(name).items()))) for name in names)


def _properties(name: str) -> dict[str, str]:
    inside = name.partition("[")[2].rstrip("]")
    return dict(pair.split("=") for pair in inside.split(",")) if inside else {}


def test_every_wood_has_its_log_leaves_planks_stairs_and_slab() -> None:
    for wood in WOODS:
        for part, states in (("log", 3), ("leaves", 1), ("planks", 1), ("stairs", 8), ("slab", 3)):
            assert len(CONTENT.blocks[f"minecraft:{wood}_{part}"].states) == states


def test_boxes_lie_within_their_cube_and_only_full_cubes_are_opaque() -> None:
    for state in CONTENT.states():
        for box in (*state.collision, *state.outline):
            assert all(0 <= low < high <= 16 for low, high in zip(box[:3], box[3:], strict=True))
        if state.opaque:
            assert state.collision == ((0, 0, 0, 16, 16, 16),)


@pytest.mark.parametrize(
    ("face", "axis"), [(UP, "y"), (DOWN, "y"), (NORTH, "z"), (SOUTH, "z"), (EAST, "x"), (WEST, "x")]
)
def test_logs_lie_along_the_touched_face(face: int, axis: str) -> None:
    assert placed("minecraft:oak_log", face) == f"minecraft:oak_log[axis={axis}]"
    assert placed("minecraft:bone_block", face) == f"minecraft:bone_block[axis={axis}]"


@pytest.mark.parametrize(
    ("yaw", "side"),
    [(0, "south"), (44, "south"), (90, "west"), (180, "north"), (-180, "north"), (270, "east"), (-90, "east")],
)
def test_stairs_rise_away_from_the_placer_and_chests_show_their_front(yaw: float, side: str) -> None:
    assert placed("minecraft:oak_stairs", yaw=yaw) == f"minecraft:oak_stairs[facing={side},half=bottom]"
    assert placed("minecraft:chest", yaw=yaw) == f"minecraft:chest[facing={placing.OPPOSITE[side]}]"


@pytest.mark.parametrize(
    ("face", "hit_y", "half"),
    [(UP, 1.0, "bottom"), (DOWN, 0.0, "top"), (NORTH, 0.7, "top"), (NORTH, 0.3, "bottom"), (EAST, 0.9, "top")],
)
def test_stairs_and_slabs_take_the_touched_half(face: int, hit_y: float, half: str) -> None:
    assert placed("minecraft:birch_stairs", face, hit_y).endswith(f"half={half}]")
    assert placed("minecraft:birch_slab", face, hit_y) == f"minecraft:birch_slab[type={half}]"


def test_the_full_half_of_stairs_is_on_the_side_they_face() -> None:
    state = next(s for s in CONTENT.states() if s.name == "minecraft:oak_stairs[facing=east,half=bottom]")
    assert state.collision == ((0, 0, 0, 16, 8, 16), (8, 8, 0, 16, 16, 16))


def test_lanterns_hang_under_a_block_and_stand_on_one() -> None:
    assert placed("minecraft:lantern", DOWN) == "minecraft:lantern[hanging=true]"
    assert placed("minecraft:lantern", UP) == "minecraft:lantern[hanging=false]"


def test_slabs_join_only_with_their_own_kind_from_the_open_side() -> None:
    slab, double = "minecraft:oak_slab", "minecraft:oak_slab[type=double]"
    bottom, top = f"{slab}[type=bottom]", f"{slab}[type=top]"
    assert doubled(bottom, slab, UP, False) == double
    assert doubled(top, slab, DOWN, False) == double
    assert doubled(bottom, slab, NORTH, False) is None
    assert doubled(bottom, slab, None, True) == double
    assert doubled(bottom, slab, None, False) is None
    assert doubled(bottom, "minecraft:birch_slab", UP, False) is None
    assert doubled(double, slab, UP, False) is None


def drops_of(state: str, times: int = 1) -> list[list[Stack]]:
    rng = Random(4)
    return [kinds.dropped(CONTENT.block_kind(state), state, rng) for _ in range(times)]


def test_blocks_drop_what_the_table_says() -> None:
    assert drops_of("minecraft:grass_block") == [[Stack("minecraft:dirt", 1)]]
    assert drops_of("minecraft:stone") == [[Stack("minecraft:cobblestone", 1)]]
    assert drops_of("minecraft:short_grass") == [[]]
    assert drops_of("minecraft:oak_log[axis=x]") == [[Stack("minecraft:oak_log", 1)]]
    assert drops_of("minecraft:oak_slab[type=double]") == [[Stack("minecraft:oak_slab", 2)]]


def test_cotton_drops_one_to_three_string_and_leaves_now_and_then_a_stick() -> None:
    cotton = drops_of("voxtable:wild_cotton", 200)
    assert {stacks[0].count for stacks in cotton} == {1, 2, 3}
    assert {stacks[0].item for stacks in cotton} == {"minecraft:string"}
    leaves = drops_of("minecraft:oak_leaves", 600)
    assert 60 < sum(stacks == [Stack("minecraft:stick", 1)] for stacks in leaves) < 150
    assert all(stacks in ([], [Stack("minecraft:stick", 1)]) for stacks in leaves)


def test_bedrock_and_water_are_broken_by_nobody_and_held_by_nobody() -> None:
    for block in (AIR, "minecraft:bedrock", "minecraft:water"):
        assert all(state.break_ms == kinds.NEVER for state in CONTENT.blocks[block].states)
        assert block not in CONTENT.items
