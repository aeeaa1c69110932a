"""Drops: nothing appears or vanishes with them, they fall, join, are seen, picked up, and decay at last."""

from collections import Counter
from math import floor

import numpy as np
import pytest

from server.engine.changes import ChangeSet, Model, Place, Refusal
from server.engine.truth import NoColumns
from server.items.giving import inventory
from server.items.ledger import BURNT, HOLDERS, MINTED
from server.shared.inventory.stack import Stack
from server.shared.protocol.codec import Codec, frame
from server.shared.protocol.world import BodyGone, DropAppears
from server.storage.memory import MemoryStorage
from server.world.drops import DROPS, FIRST_BODY, LAST_NUMBER, LIFE, Drop, Numbers
from tests.world.ground import FIELD, OpenWorld

DIRT = Stack("minecraft:dirt", 10)
BOARD = Stack("voxtable:farkle_board", 1, (("match", "m1"),))


def sky(world: OpenWorld, up: float = 4.0) -> Place:
    """A place above open ground, some blocks up."""
    x, z = FIELD
    return x + 0.5, world.surface(x, z) + 1 + up, z + 0.5


def lay(world: OpenWorld, stack: Stack, place: Place) -> None:
    world.engine.change(lambda changes: world.world.mint_drop(changes, stack, place))


def lay_still(world: OpenWorld, holder: str, slot: int, place: Place, count: int | None = None) -> None:
    """Drop from a holder without any speed along the ground."""
    world.engine.change(
        lambda changes: world.world.drop(changes, holder, slot, place, count=count, speed=(0.0, 0.01, 0.0))
    )


def balance(world: OpenWorld) -> Counter[str]:
    """What exists, less what was minted, plus what was burnt: nothing, when the books are right."""
    model, sums = world.engine.model, Counter[str]()
    for holder in model.rows(HOLDERS).values():
        sums.update({stack.item: 0 for stack in holder.slots if stack is not None})
        for stack in holder.slots:
            if stack is not None:
                sums[stack.item] += stack.count
    for key, minted in model.rows(MINTED).items():
        sums[key.split("/")[0]] -= minted.count
    for key, burnt in model.rows(BURNT).items():
        sums[key.split("/")[0]] += burnt.count
    return Counter({item: count for item, count in sums.items() if count})


def appearances(world: OpenWorld, player: str) -> list[DropAppears]:
    return [each for each in world.peers[player].heard if isinstance(each, DropAppears)]


def gone(world: OpenWorld, player: str) -> list[BodyGone]:
    return [each for each in world.peers[player].heard if isinstance(each, BodyGone)]


def places(world: OpenWorld) -> list[Place]:
    return [(drop.x, drop.y, drop.z) for drop in world.engine.model.rows(DROPS).values()]


def test_a_drop_falls_to_the_ground_and_its_place_there_is_kept() -> None:
    storage = MemoryStorage()
    world = OpenWorld(storage)
    lay(world, DIRT, sky(world))
    world.tick(80)
    (place,) = places(world)
    corners = [(floor(place[0] + dx), floor(place[2] + dz)) for dx in (-0.125, 0.125) for dz in (-0.125, 0.125)]
    ground = max(world.surface(x, z) for x, z in corners) + 1
    assert place[1] == pytest.approx(ground, abs=1e-6)
    again = OpenWorld(storage)
    again.join("ada", (place[0] + 5, float(ground), place[2]))
    again.tick(2)
    (seen,) = appearances(again, "ada")
    assert (seen.item, seen.count) == (DIRT.item, DIRT.count)
    assert (seen.x, seen.y, seen.z) == pytest.approx(place)


def test_a_drop_rests_on_a_slab_at_its_real_height() -> None:
    world = OpenWorld()
    x, z = FIELD
    y = world.surface(x, z) + 1
    world.put((x, y, z), "minecraft:oak_slab[type=bottom]")
    world.join("ada", (0.0, 100.0, 0.0), DIRT)
    lay_still(world, inventory("ada"), 0, (x + 0.5, y + 2.0, z + 0.5))
    world.tick(60)
    assert places(world)[0][1] == pytest.approx(y + 0.5, abs=1e-6)


def test_a_drop_falls_on_when_its_ground_is_dug_away() -> None:
    world = OpenWorld()
    x, z = FIELD
    y = world.surface(x, z) + 1
    world.put((x, y, z), "minecraft:stone")
    world.join("ada", (0.0, 100.0, 0.0), DIRT)
    lay_still(world, inventory("ada"), 0, (x + 0.5, y + 1.5, z + 0.5))
    world.tick(60)
    assert places(world)[0][1] == pytest.approx(y + 1)
    world.put((x, y, z), "minecraft:air")
    world.tick(60)
    assert places(world)[0][1] == pytest.approx(y)


def test_no_wall_is_passed_however_fast_a_drop_is_thrown() -> None:
    world = OpenWorld()
    x, z = FIELD
    y = world.surface(x, z) + 1
    for dy in range(6):
        for dz in range(-3, 4):
            world.put((x + 3, y + dy, z + dz), "minecraft:stone")
    world.join("ada", (0.0, 100.0, 0.0), DIRT)
    world.engine.change(
        lambda changes: world.world.drop(
            changes, inventory("ada"), 0, (x + 0.5, y + 1.5, z + 0.5), speed=(1.4, 0.0, 0.0)
        )
    )
    world.tick(60)
    assert places(world)[0][0] < x + 3


def test_a_near_player_picks_a_drop_up_after_half_a_second_and_all_see_who_took_it() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 0.0)
    world.join("ada", (x, y, z))
    world.join("bob", (x + 8, y, z))
    lay(world, DIRT, (x, y, z))
    world.tick(5)
    assert world.held("ada")[0] is None
    world.tick(15)
    assert world.held("ada")[0] == DIRT
    assert world.drops() == []
    body = appearances(world, "bob")[0].body
    assert body > FIRST_BODY
    assert gone(world, "bob") == [BodyGone(body, world.bodies.body("ada"))]
    assert balance(world) == Counter()


def test_a_full_inventory_takes_what_fits_and_the_rest_stays_visible_with_its_count() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 0.0)
    full = [Stack("minecraft:dirt", 60), *[Stack("minecraft:stone", 64)] * 35]
    world.join("ada", (x, y, z), *full)
    lay(world, DIRT, (x, y, z))
    world.tick(30)
    assert world.held("ada")[0] == Stack("minecraft:dirt", 64)
    assert world.drops() == [Stack("minecraft:dirt", 6)]
    assert appearances(world, "ada")[-1].count == 6
    assert balance(world) == Counter()


def test_a_player_far_away_or_high_above_picks_nothing_up() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 0.0)
    world.join("ada", (x + 3, y, z))
    world.join("bob", (x, y + 5, z))
    lay(world, DIRT, (x, y, z))
    world.tick(40)
    assert world.drops() == [DIRT]


def test_two_near_players_never_both_get_it() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 0.0)
    world.join("ada", (x + 0.3, y, z))
    world.join("bob", (x - 0.3, y, z))
    lay(world, DIRT, (x, y, z))
    world.tick(30)
    assert sorted([world.held("ada")[0] is None, world.held("bob")[0] is None]) == [False, True]
    assert balance(world) == Counter()


def test_equal_drops_that_lie_together_become_one_and_others_do_not() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 0.0)
    world.join(
        "ada", (x + 8, y, z), DIRT, Stack("minecraft:dirt", 5), Stack("minecraft:sand", 5), Stack("minecraft:dirt", 60)
    )
    for slot in range(4):
        lay_still(world, inventory("ada"), slot, (x, y + 1, z))
    world.tick(60)
    assert sorted((stack.item, stack.count) for stack in world.drops()) == [
        ("minecraft:dirt", 15),
        ("minecraft:dirt", 60),
        ("minecraft:sand", 5),
    ]
    counts = {each.body: each.count for each in appearances(world, "ada")}
    alive = [count for body, count in counts.items() if body not in {each.body for each in gone(world, "ada")}]
    assert sorted(alive) == [5, 15, 60]
    assert balance(world) == Counter()


def test_boards_that_carry_a_match_never_join_and_never_decay() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 0.0)
    world.join("ada", (x + 8, y, z), BOARD, BOARD, DIRT)
    for slot in range(3):
        lay_still(world, inventory("ada"), slot, (x, y + 1, z))
    world.tick(60)
    world.engine.tick_number += LIFE
    world.tick(40)
    assert world.drops() == [BOARD, BOARD]


def test_a_drop_decays_after_ten_minutes_through_the_ledger() -> None:
    world = OpenWorld()
    lay(world, DIRT, sky(world, 0.0))
    world.engine.tick_number += LIFE - 100
    world.tick(40)
    assert world.drops() == [DIRT]
    world.tick(100)
    assert world.drops() == []
    assert world.engine.model.rows(BURNT)["minecraft:dirt/expired"].count == 10
    assert balance(world) == Counter()


def test_an_outage_takes_no_drop_away() -> None:
    storage = MemoryStorage()
    world = OpenWorld(storage)
    lay(world, DIRT, sky(world, 0.0))
    world.tick(40)
    again = OpenWorld(storage)
    again.clock.ms += 10**9
    again.tick(40)
    assert again.drops() == [DIRT]


def test_only_what_a_slot_holds_can_be_dropped() -> None:
    world = OpenWorld()
    world.join("ada", sky(world, 0.0), DIRT)
    for slot, count in ((1, None), (40, None), (-1, None), (0, 11), (0, 0)):
        with pytest.raises(Refusal):
            lay_still(world, inventory("ada"), slot, sky(world), count)
    lay_still(world, inventory("ada"), 0, sky(world), 4)
    assert world.held("ada")[0] == Stack("minecraft:dirt", 6)
    assert world.drops() == [Stack("minecraft:dirt", 4)]
    assert balance(world) == Counter()


def test_a_drop_whose_change_set_fails_was_never_there() -> None:
    world = OpenWorld()

    def fail(changes: ChangeSet) -> None:
        world.world.mint_drop(changes, DIRT, sky(world))
        changes.set_block((10**6, 5, 5), 1)

    with pytest.raises(Refusal):
        world.engine.change(fail)
    world.tick(3)
    assert world.drops() == []
    assert len(world.world.drop_rows()) == 0


def test_drops_come_into_view_when_a_player_comes_near_and_leave_it_far_away() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 0.0)
    world.join("ada", (x + 100, y, z))
    lay(world, DIRT, (x, y, z))
    world.tick(30)
    assert appearances(world, "ada") == []
    world.bodies.feet["ada"] = (x + 40, y, z)
    world.tick(2)
    assert len(appearances(world, "ada")) == 1
    world.bodies.feet["ada"] = (x + 52, y, z)
    world.tick(2)
    assert gone(world, "ada") == []
    world.bodies.feet["ada"] = (x + 100, y, z)
    world.tick(2)
    assert gone(world, "ada") == [BodyGone(appearances(world, "ada")[0].body, 0)]


def test_who_comes_near_in_the_tick_in_which_a_drop_is_taken_hears_of_its_end_last() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 0.0)
    world.join("ada", (x + 100, y, z))
    world.join("bob", (x + 100, y, z))
    lay(world, DIRT, (x, y, z))
    world.tick(60)
    (place,) = places(world)
    world.bodies.feet |= {"ada": place, "bob": (place[0] + 10, place[1], place[2])}
    world.tick(2)
    assert world.held("ada")[0] == DIRT
    told = [type(each) for each in world.peers["bob"].heard if isinstance(each, DropAppears | BodyGone)]
    assert told == [DropAppears, BodyGone]


def test_moving_drops_are_told_by_rows_until_a_second_after_they_rest() -> None:
    world = OpenWorld()
    lay(world, DIRT, sky(world))
    world.tick(3)
    rows = world.world.drop_rows()
    assert len(rows) == 1
    assert rows["body"][0] > FIRST_BODY
    high = float(rows["y"][0])
    world.tick(5)
    assert float(world.world.drop_rows()["y"][0]) != high
    world.tick(100)
    assert len(world.world.drop_rows()) == 0


def test_drops_in_land_that_is_not_loaded_wait_where_they_are() -> None:
    storage = MemoryStorage()
    world = OpenWorld(storage)
    far = (4000.5, 90.25, 4000.5)
    lay(world, DIRT, far)
    world.tick(20)
    x, y, z = (float(world.world.drop_rows()[part][0]) for part in "xyz")
    assert (x, y, z) == far


def test_many_drops_keep_the_books_and_end_on_the_ground() -> None:
    world = OpenWorld()
    x, y, z = sky(world, 3.0)
    rng = np.random.default_rng(5)
    for item in ("minecraft:dirt", "minecraft:sand", "minecraft:stone"):
        for _ in range(40):
            dx, dz = rng.uniform(-3, 3, 2).tolist()
            lay(world, Stack(item, 3), (x + dx, y, z + dz))
    world.tick(100)
    assert balance(world) == Counter()
    assert sum(stack.count for stack in world.drops()) == 360
    assert len(world.drops()) < 120
    for at in places(world):
        assert at[1] == pytest.approx(round(at[1]), abs=1e-6)


def test_the_numbers_of_drops_begin_again_before_a_message_could_not_carry_them() -> None:
    model = Model()
    for number in (1, 2, LAST_NUMBER - 1):
        model.load(DROPS, str(number), Drop(0.0, 64.0, 0.0, 0.0, 0.0, 0.0, 0))
    numbers = Numbers(ChangeSet(model, NoColumns(), 0))
    drawn = [next(numbers) for _ in range(3)]
    assert drawn == [LAST_NUMBER, 3, 4]
    highest = DropAppears(FIRST_BODY + LAST_NUMBER, "minecraft:stick", 1, 0.0, 64.0, 0.0)
    assert Codec((DropAppears,)).decode(frame(highest)[4:]) == highest
