"""The tavern: furnished, reachable on foot, spared by trees, and standing even without the plugin that furnishes it."""

from collections import deque

import numpy as np
import pytest

from server.engine.changes import Pos
from server.engine.content import Content
from server.shared.content import WOODS
from server.shared.voxel.motion import EYE_STANDING
from server.shared.voxel.raycast import direction
from server.shared.voxel.states import StateTable, block_of
from server.tabletop.furniture import SIDES, chair_at, table_wood
from server.world import kinds, tavern_plan
from server.world.generation import Generator
from tests.world.ground import state_table

STATES = state_table()
SOUTH = range(-24, 40)


class Yard:
    """The blocks of the tavern and around it, by world position."""

    def __init__(self, states: StateTable, seed: int) -> None:
        generator = Generator(seed, states)
        rows = [np.concatenate([generator.column(cx, cz) for cz in range(-2, 3)], axis=2) for cx in range(-2, 2)]
        self.blocks = np.concatenate(rows, axis=0)
        self.states = states
        self.tavern = generator.tavern

    def name(self, pos: Pos) -> str:
        return self.states[int(self.blocks[pos[0] + 32, pos[1], pos[2] + 32])].name

    def open(self, pos: Pos) -> bool:
        return not self.states[int(self.blocks[pos[0] + 32, pos[1], pos[2] + 32])].collision

    def walkable(self) -> set[Pos]:
        """Every place of feet that is reached from the spawn, on level ground or by single steps."""
        x, y, z = self.tavern.spawn
        start = (int(x // 1), int(y), int(z // 1))
        reached, edge = {start}, deque([start])
        while edge:
            x0, y0, z0 = edge.popleft()
            for dx, _, dz in SIDES:
                for dy in (0, 1, -1):
                    to = (x0 + dx, y0 + dy, z0 + dz)
                    inside = -30 <= to[0] < 30 and -30 <= to[2] < 46
                    if not inside or to in reached:
                        continue
                    if (
                        self.open(to)
                        and self.open((to[0], to[1] + 1, to[2]))
                        and not self.open((to[0], to[1] - 1, to[2]))
                    ):
                        reached.add(to)
                        edge.append(to)
        return reached

    def all(self, block: str) -> list[Pos]:
        found = [number for number, state in enumerate(self.states.states) if block in state.name]
        where = np.argwhere(np.isin(self.blocks, found)) - [32, 0, 32]
        return [(int(x), int(y), int(z)) for x, y, z in where]


@pytest.fixture(scope="module")
def yard() -> Yard:
    return Yard(STATES, 7)


def test_a_newcomer_stands_free_just_inside_of_the_door_and_looks_at_the_chest_within_reach(yard: Yard) -> None:
    x, y, z = (int(part // 1) for part in yard.tavern.spawn)
    assert yard.open((x, y, z))
    assert yard.open((x, y + 1, z))
    assert not yard.open((x, y - 1, z))
    eye = (x + 0.5, y + EYE_STANDING, z + 0.5)
    ahead = direction(*yard.tavern.spawn_look)
    seen = [[int((start + step * part / 8) // 1) for start, part in zip(eye, ahead, strict=True)] for step in range(36)]
    first = next((x, y, z) for x, y, z in seen if not yard.open((x, y, z)))
    assert first == yard.tavern.welcome_chest


def test_tables_of_all_woods_stand_with_two_to_four_matching_chairs_that_face_them(yard: Yard) -> None:
    tables = yard.all("small_game_table")
    chairs = {pos: chair_at(pos, yard.name(pos)) for pos in yard.all("game_chair")}
    served = {pos: [chair for chair in chairs.values() if chair is not None and chair.table == pos] for pos in tables}
    assert {table_wood(yard.name(pos)) for pos in tables} == set(WOODS)
    assert all(2 <= len(at) <= 4 for at in served.values())
    assert sum(len(at) == 4 for at in served.values()) >= 1
    assert all(chair.wood == table_wood(yard.name(pos)) for pos, at in served.items() for chair in at)
    assert sum(len(at) for at in served.values()) == len(chairs), "no chair faces nothing"


def test_every_chair_the_chest_and_the_crafting_table_are_reached_on_foot_from_the_spawn(yard: Yard) -> None:
    reached = yard.walkable()
    goals = [*yard.all("game_chair"), yard.tavern.welcome_chest, *yard.all("crafting_table")]
    assert len(goals) >= 14
    for x, y, z in goals:
        assert any((x + dx, y, z + dz) in reached for dx, _, dz in SIDES), yard.name((x, y, z))


def test_the_way_out_leads_through_the_door_into_the_land(yard: Yard) -> None:
    assert any(z > 30 for _, _, z in yard.walkable())


def test_the_newcomers_chest_is_a_chest_and_protected(yard: Yard) -> None:
    assert block_of(yard.name(yard.tavern.welcome_chest)) == "minecraft:chest"
    assert yard.tavern.protects(yard.tavern.welcome_chest)


def test_the_house_is_lit_roofed_and_glazed(yard: Yard) -> None:
    assert len(yard.all("lantern[hanging=true]")) >= 8
    assert len(yard.all("minecraft:glass")) >= 12
    x, y, z = (int(part // 1) for part in yard.tavern.spawn)
    assert not all(yard.open((x, above, z)) for above in range(y + 2, y + 14))


@pytest.mark.parametrize("seed", range(6))
def test_no_tree_grows_into_the_house_or_the_yard(seed: int) -> None:
    yard = Yard(STATES, seed)
    leaves = [pos for wood in WOODS for pos in yard.all(f"{wood}_leaves")]
    assert leaves or seed
    assert not [pos for pos in leaves if yard.tavern.protects(pos)]


def test_protection_covers_the_house_and_its_yard_and_ends_there(yard: Yard) -> None:
    names = tavern_plan.draw().names
    cx, cy, cz = yard.tavern.corner
    inside = [pos for pos in names if pos[2] < 27]
    assert all(yard.tavern.protects((cx + x, cy + y, cz + z)) for x, y, z in inside)
    assert not yard.tavern.protects((40, yard.tavern.ground, 0))
    assert not yard.tavern.protects((0, yard.tavern.ground, 40))
    assert not yard.tavern.protects((0, yard.tavern.ground + 40, 0))


def test_without_the_plugin_planks_and_stairs_stand_in_for_the_furniture() -> None:
    content = Content()
    kinds.register(content)
    bare = Yard(StateTable(content.states()), 7)
    furnished = Yard(STATES, 7)
    for pos in furnished.all("small_game_table"):
        assert bare.name(pos) == f"minecraft:{table_wood(furnished.name(pos))}_planks"
    for pos in furnished.all("game_chair"):
        assert "_stairs[" in bare.name(pos)
