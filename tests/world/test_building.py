"""Breaking, placing and using blocks: what works, and what each wrong request is told while nothing changes."""

from server.engine.changes import ChangeSet, Pos, Refusal
from server.engine.plugins import Use
from server.items.ledger import BURNT
from server.shared.inventory.stack import Stack
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.world import (
    BlockChanges,
    ColumnData,
    FinishBreaking,
    PlaceBlock,
    PlayerSwings,
    StartBreaking,
    UseBlock,
)
from server.shared.voxel.raycast import DOWN, EAST, NORTH, SOUTH, UP
from tests.world.ground import FIELD, OpenWorld

AIR = "minecraft:air"
STONE = Stack("minecraft:cobblestone", 5)
MIDDLE = (0.5, 1.0, 0.5)


class Field:
    """A stone floor of 9 x 9 in open land with Ada in its middle; `at` gives places from its middle on."""

    def __init__(self, *stacks: Stack) -> None:
        self.world = OpenWorld()
        self.x, self.z = FIELD
        self.y = 100
        floor = self.world.world.states.number("minecraft:stone")

        def lay(changes: ChangeSet) -> None:
            for dx in range(-4, 5):
                for dz in range(-4, 5):
                    changes.set_block((self.x + dx, self.y - 1, self.z + dz), floor)

        self.world.engine.change(lay)
        self.ada = self.world.join("ada", (self.x + 0.5, float(self.y), self.z + 0.5), *stacks)

    def at(self, dx: int, dy: int = 0, dz: int = 0) -> Pos:
        """`dy` 0 is where feet stand; -1 is the floor."""
        return self.x + dx, self.y + dy, self.z + dz

    def put(self, pos: Pos, name: str) -> Pos:
        self.world.put(pos, name)
        return pos


def test_a_block_breaks_after_its_time_and_leaves_its_drop() -> None:
    field = Field()
    pos = field.put(field.at(2), "minecraft:oak_log[axis=x]")
    assert isinstance(field.world.dig("ada", pos), Done)
    assert field.world.name(pos) == AIR
    assert field.world.drops() == [Stack("minecraft:oak_log", 1)]


def test_breaking_too_early_is_refused_and_the_block_stays() -> None:
    field = Field()
    pos = field.put(field.at(2), "minecraft:stone")
    number = field.world.number(pos)
    field.world.ask("ada", StartBreaking, pos, number)
    field.world.clock.ms += 1000
    assert field.world.refusal("ada", FinishBreaking, pos, number) == "too_early"
    assert field.world.name(pos) == "minecraft:stone"
    assert field.world.drops() == []


def test_finishing_without_a_start_or_on_another_block_is_refused() -> None:
    field = Field()
    one, other = field.put(field.at(2), "minecraft:dirt"), field.put(field.at(-2), "minecraft:dirt")
    number = field.world.number(one)
    assert field.world.refusal("ada", FinishBreaking, one, number) == "not_breaking"
    field.world.ask("ada", StartBreaking, one, number)
    field.world.clock.ms += 5000
    assert field.world.refusal("ada", FinishBreaking, other, number) == "not_breaking"


def test_one_effort_breaks_one_block() -> None:
    field = Field()
    pos = field.put(field.at(2), "minecraft:dirt")
    number = field.world.number(pos)
    field.world.dig("ada", pos)
    field.put(pos, "minecraft:dirt")
    assert field.world.refusal("ada", FinishBreaking, pos, number) == "not_breaking"


def test_a_block_out_of_reach_is_not_touched() -> None:
    field = Field(STONE)
    pos = field.put(field.at(9), "minecraft:dirt")
    number = field.world.number(pos)
    assert field.world.refusal("ada", StartBreaking, pos, number) == "out_of_reach"
    assert field.world.refusal("ada", PlaceBlock, pos, UP, MIDDLE, number) == "out_of_reach"
    assert field.world.refusal("ada", UseBlock, pos, UP, MIDDLE, number) == "out_of_reach"


def test_a_block_behind_a_wall_is_not_touched() -> None:
    field = Field()
    for dy in range(4):
        for dz in range(-4, 5):
            field.put(field.at(2, dy, dz), "minecraft:stone")
    hidden = field.put(field.at(3), "minecraft:dirt")
    assert field.world.refusal("ada", StartBreaking, hidden, field.world.number(hidden)) == "out_of_reach"
    assert isinstance(field.world.dig("ada", field.at(2, 1)), Done)


def test_grass_hides_nothing_from_the_hands() -> None:
    field = Field()
    pos = field.put(field.at(3), "minecraft:dirt")
    for dx in (1, 2):
        field.put(field.at(dx, -1), "minecraft:grass_block")
        field.put(field.at(dx), "minecraft:short_grass")
    assert isinstance(field.world.dig("ada", pos), Done)


def test_a_block_that_is_looked_at_through_a_gap_breaks() -> None:
    field = Field()
    pos = field.put(field.at(3, 1), "minecraft:dirt")
    for dy in range(4):
        for dz in range(-4, 5):
            field.put(field.at(2, dy, dz), "minecraft:stone")
    field.put(field.at(2, 1), "minecraft:oak_slab[type=bottom]")
    field.world.bodies.looks["ada"] = (-90.0, 0.0)
    assert isinstance(field.world.dig("ada", pos), Done)


def test_a_hidden_face_of_a_block_in_reach_cannot_be_built_on() -> None:
    field = Field(STONE)
    pos = field.put(field.at(2), "minecraft:stone")
    for dy in range(3):
        field.put(field.at(1, dy), "minecraft:stone")
    number = field.world.number(pos)
    assert field.world.refusal("ada", PlaceBlock, pos, EAST, (1.0, 0.5, 0.5), number) in ("out_of_reach", "occupied")


def test_nothing_is_set_behind_a_wall_by_naming_the_far_side_of_a_block_in_sight() -> None:
    field = Field(STONE)
    wall = field.put(field.at(0, 1, 2), "minecraft:stone")
    refused = field.world.place("ada", wall, SOUTH, (0.5, 0.5, 0.0))
    assert isinstance(refused, Refused)
    assert refused.code == "out_of_reach"
    assert field.world.name(field.at(0, 1, 3)) == AIR
    assert isinstance(field.world.place("ada", wall, NORTH, (0.5, 0.5, 0.0)), Done)


def test_a_stale_request_changes_nothing_and_the_present_column_is_sent_again() -> None:
    field = Field(STONE)
    field.world.take_columns("ada")
    pos = field.put(field.at(2), "minecraft:stone")
    before = len(field.world.take_columns("ada"))
    dirt = field.world.world.states.number("minecraft:dirt")
    assert field.world.refusal("ada", StartBreaking, pos, dirt) == "stale_block"
    assert field.world.refusal("ada", PlaceBlock, pos, UP, MIDDLE, dirt) == "stale_block"
    assert field.world.refusal("ada", UseBlock, pos, UP, MIDDLE, dirt) == "stale_block"
    columns = field.world.take_columns("ada")
    assert len(columns) > before
    assert (columns[-1].cx, columns[-1].cz) == (pos[0] >> 4, pos[2] >> 4)
    assert field.world.name(pos) == "minecraft:stone"


def test_what_is_not_loaded_or_outside_of_the_world_is_refused() -> None:
    field = Field(STONE)
    assert field.world.refusal("ada", StartBreaking, (50_000, 64, 0), 1) == "not_loaded"
    bedrock = field.world.world.states.number("minecraft:bedrock")
    assert field.world.refusal("ada", StartBreaking, field.at(0, -101), bedrock) == "unbreakable"


def test_the_roof_of_the_world_is_not_built_over() -> None:
    field = Field(STONE)
    top = field.put((field.x + 2, 127, field.z), "minecraft:stone")
    field.world.bodies.feet["ada"] = (field.x + 0.5, 127.0, field.z + 0.5)
    assert field.world.refusal("ada", PlaceBlock, top, UP, MIDDLE, field.world.number(top)) == "outside"


def test_nothing_is_set_against_air_or_water() -> None:
    field = Field(STONE)
    water = field.put(field.at(2), "minecraft:water")
    sky = field.at(1, 1)
    for pos in (water, sky):
        assert field.world.refusal("ada", PlaceBlock, pos, UP, MIDDLE, field.world.number(pos)) == "nothing_there"
    assert field.world.refusal("ada", UseBlock, sky, UP, MIDDLE, field.world.number(sky)) == "nothing_there"
    assert (field.world.name(water), field.world.name(sky)) == ("minecraft:water", AIR)
    assert field.world.held("ada")[0] == STONE


def test_bedrock_and_water_are_not_broken() -> None:
    field = Field()
    for name in ("minecraft:bedrock", "minecraft:water"):
        pos = field.put(field.at(2), name)
        assert field.world.refusal("ada", StartBreaking, pos, field.world.number(pos)) == "unbreakable"


def test_a_placed_block_is_taken_from_the_hand_and_burnt_as_placed() -> None:
    field = Field(STONE)
    assert isinstance(field.world.place("ada", field.at(2, -1)), Done)
    assert field.world.name(field.at(2)) == "minecraft:cobblestone"
    assert field.world.held("ada")[0] == Stack("minecraft:cobblestone", 4)
    burnt = field.world.engine.model.rows(BURNT)
    assert burnt["minecraft:cobblestone/placed"].count == 1


def test_the_last_of_a_stack_leaves_an_empty_hand() -> None:
    field = Field(Stack("minecraft:dirt", 1))
    field.world.place("ada", field.at(2, -1))
    assert field.world.held("ada")[0] is None
    number = field.world.number(field.at(-2, -1))
    assert field.world.refusal("ada", PlaceBlock, field.at(-2, -1), UP, MIDDLE, number) == "nothing_to_place"


def test_what_is_no_block_is_not_placed() -> None:
    field = Field(Stack("minecraft:stick", 3))
    number = field.world.number(field.at(2, -1))
    assert field.world.refusal("ada", PlaceBlock, field.at(2, -1), UP, MIDDLE, number) == "nothing_to_place"


def test_nothing_is_placed_into_a_body() -> None:
    field = Field(STONE)
    field.world.join("bob", (field.x + 2.5, float(field.y), field.z + 0.5))
    number = field.world.number(field.at(2, -1))
    assert field.world.refusal("ada", PlaceBlock, field.at(2, -1), UP, MIDDLE, number) == "in_the_way"
    assert field.world.held("ada")[0] == STONE


def test_a_plant_may_be_placed_where_somebody_stands() -> None:
    field = Field(Stack("minecraft:poppy", 1))
    field.put(field.at(1, -1), "minecraft:grass_block")
    field.world.join("bob", (field.x + 1.5, float(field.y), field.z + 0.5))
    assert isinstance(field.world.place("ada", field.at(1, -1)), Done)


def test_an_occupied_place_is_refused_and_grass_gives_way() -> None:
    field = Field(STONE)
    field.put(field.at(2), "minecraft:lantern[hanging=false]")
    number = field.world.number(field.at(2, -1))
    assert field.world.refusal("ada", PlaceBlock, field.at(2, -1), UP, (0.1, 1.0, 0.5), number) == "occupied"
    field.put(field.at(-2, -1), "minecraft:grass_block")
    tuft = field.put(field.at(-2), "minecraft:short_grass")
    assert isinstance(field.world.place("ada", tuft, UP, (0.5, 0.5, 0.5)), Done)
    assert field.world.name(tuft) == "minecraft:cobblestone"


def test_a_slab_is_doubled_by_its_own_kind() -> None:
    field = Field(Stack("minecraft:oak_slab", 3))
    field.world.place("ada", field.at(2, -1))
    assert field.world.name(field.at(2)) == "minecraft:oak_slab[type=bottom]"
    assert isinstance(field.world.place("ada", field.at(2), UP, (0.5, 0.5, 0.5)), Done)
    assert field.world.name(field.at(2)) == "minecraft:oak_slab[type=double]"
    assert field.world.held("ada")[0] == Stack("minecraft:oak_slab", 1)


def test_plants_are_placed_on_soil_only_and_break_with_it() -> None:
    field = Field(Stack("minecraft:poppy", 2))
    stone = field.world.number(field.at(2, -1))
    assert field.world.refusal("ada", PlaceBlock, field.at(2, -1), UP, MIDDLE, stone) == "no_ground"
    soil = field.put(field.at(2, -1), "minecraft:grass_block")
    field.world.place("ada", soil)
    assert field.world.name(field.at(2)) == "minecraft:poppy"
    assert isinstance(field.world.dig("ada", soil), Done)
    assert field.world.name(field.at(2)) == AIR
    assert sorted(stack.item for stack in field.world.drops()) == ["minecraft:dirt", "minecraft:poppy"]


def test_the_view_of_the_placer_turns_stairs_and_chests() -> None:
    field = Field(Stack("minecraft:oak_stairs", 1))
    field.world.bodies.looks["ada"] = (-90.0, 30.0)
    field.world.place("ada", field.at(2, -1))
    assert field.world.name(field.at(2)) == "minecraft:oak_stairs[facing=east,half=bottom]"


def test_a_lantern_hangs_under_a_block() -> None:
    field = Field(Stack("minecraft:lantern", 1))
    ceiling = field.put(field.at(1, 3), "minecraft:stone")
    field.world.place("ada", ceiling, DOWN)
    assert field.world.name(field.at(1, 2)) == "minecraft:lantern[hanging=true]"


def test_in_the_tavern_only_operators_build() -> None:
    world = OpenWorld()
    x, y, z = world.world.spawn
    world.join("ada", (x, y, z), STONE)
    floor = (int(x), int(y) - 1, int(z) - 1)
    number = world.number(floor)
    assert world.refusal("ada", StartBreaking, floor, number) == "protected"
    assert world.refusal("ada", PlaceBlock, floor, UP, MIDDLE, number) == "protected"
    world.bodies.operators.add("ada")
    assert isinstance(world.place("ada", floor), Done)
    assert isinstance(world.dig("ada", (floor[0], floor[1] + 1, floor[2])), Done)


def test_in_the_tavern_everybody_uses() -> None:
    world = OpenWorld()
    used: list[Use] = []
    world.world.on_use("minecraft:chest", lambda changes, use: used.append(use) or True)  # type: ignore[func-returns-value]
    x, y, z = world.world.welcome_chest
    world.join("ada", (x + 0.5, float(y), z - 1.0))
    assert isinstance(world.ask("ada", UseBlock, (x, y, z), NORTH, (0.5, 0.5, 0.1), world.number((x, y, z))), Done)
    assert [(use.player, use.pos, use.held) for use in used] == [("ada", (x, y, z), None)]


def test_plugins_answer_a_use_before_the_core_and_may_leave_it_to_placing() -> None:
    field = Field(STONE)
    asked: list[str] = []

    def of_plugin(changes: ChangeSet, use: Use) -> bool:
        asked.append("plugin")
        return len(asked) == 1

    def of_core(changes: ChangeSet, use: Use) -> bool:
        asked.append("core")
        return False

    field.world.engine.hooks.use["minecraft:chest"] = of_plugin
    field.world.world.on_use("minecraft:chest", of_core)
    pos = field.put(field.at(2), "minecraft:chest[facing=west]")
    touched = (pos, UP, (0.5, 0.875, 0.5), field.world.number(pos))
    assert isinstance(field.world.ask("ada", UseBlock, *touched), Done)
    assert asked == ["plugin"]
    assert isinstance(field.world.ask("ada", UseBlock, *touched), Done)
    assert asked == ["plugin", "plugin", "core"]
    assert field.world.name(field.at(2, 1)) == "minecraft:cobblestone"


def test_plugins_may_keep_a_block_and_hear_of_breaking_and_placing() -> None:
    field = Field(STONE)
    heard: list[tuple[str, str, str]] = []
    hooks = field.world.engine.hooks
    hooks.placed.append(lambda changes, player, pos, name: heard.append(("placed", player, name)))
    hooks.broken.append(lambda changes, player, pos, name: heard.append(("broken", player, name)))
    field.world.place("ada", field.at(2, -1))
    assert heard == [("placed", "ada", "minecraft:cobblestone")]
    field.world.dig("ada", field.at(2))
    assert heard[1:] == [("broken", "ada", "minecraft:cobblestone")]

    def keep(changes: ChangeSet, player: str, pos: Pos, name: str) -> None:
        raise Refusal("kept", "This stays.")

    hooks.may_break.append(keep)
    answer = field.world.dig("ada", field.at(2, -1))
    assert isinstance(answer, Refused)
    assert answer.code == "kept"


def test_others_see_the_change_and_the_arm_swing_and_the_builder_hears_the_change_before_the_answer() -> None:
    field = Field(STONE)
    bob = field.world.join("bob", (field.x - 2.5, float(field.y), field.z + 0.5))
    field.world.take_columns("ada")
    field.world.take_columns("bob")
    field.world.place("ada", field.at(2, -1))
    change = [each for each in bob.heard if isinstance(each, BlockChanges)][-1]
    assert change.changes[0][1] == field.world.number(field.at(2))
    assert PlayerSwings(field.world.bodies.body("ada")) in bob.heard
    kinds = [type(each) for each in field.ada.heard if isinstance(each, (BlockChanges, Done))]
    assert kinds[-2:] == [BlockChanges, Done]
    assert PlayerSwings(field.world.bodies.body("ada")) not in field.ada.heard
    assert any(isinstance(each, ColumnData) for each in field.ada.heard)
