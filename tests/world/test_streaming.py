"""Each client gets the land nearest first, as fast as it takes it in, and every change with its revision."""

import itertools

import numpy as np
import pytest

from server.engine.changes import Refusal
from server.shared.protocol.limits import COLUMN_WINDOW, NEAREST_VIEW
from server.shared.protocol.world import BlockChanges, ColumnData, ColumnGone, ColumnsReceived, ColumnWanted
from server.shared.voxel.columns import SHAPE, flat_index, to_raw, unpack
from server.storage.journal import ColumnPlace, Journal, StoredColumn
from server.storage.memory import MemoryStorage
from server.world.streaming import nearest_first
from tests.world.ground import FIELD, OpenWorld

HOME = (0.5, 70.0, 5.5)


def columns_of(world: OpenWorld, player: str) -> list[ColumnData]:
    return [each for each in world.peers[player].heard if isinstance(each, ColumnData)]


def test_steps_around_a_place_come_nearest_first_and_make_a_round_view() -> None:
    steps = nearest_first(4)
    away = [x * x + z * z for x, z in steps]
    assert away == sorted(away)
    assert steps[0] == (0, 0)
    assert {(4, 0), (0, -4), (3, 3)} <= set(steps)
    assert (4, 4) not in steps
    assert len(set(steps)) == len(steps)


def test_even_the_shortest_view_has_all_that_it_takes_to_draw_the_columns_next_to_the_own() -> None:
    near = {(x, z) for x in (-1, 0, 1) for z in (-1, 0, 1)}
    assert {(x + dx, z + dz) for x, z in near for dx, dz in near} <= set(nearest_first(NEAREST_VIEW))


def test_columns_come_nearest_first_until_the_view_is_full() -> None:
    world = OpenWorld()
    world.bodies.distance = 4
    world.join("ada", HOME)
    columns = world.take_columns("ada")
    assert [(column.cx, column.cz) for column in columns] == list(nearest_first(4))
    for column in columns:
        assert np.array_equal(unpack(column.blocks), world.world.columns.blocks((column.cx, column.cz)))


def test_no_more_columns_are_on_the_way_than_the_window_holds() -> None:
    world = OpenWorld()
    world.bodies.distance = 4
    peer = world.join("ada", HOME)
    for _ in range(3):
        world.finish_work()
    assert len(columns_of(world, "ada")) == COLUMN_WINDOW
    peer.send(ColumnsReceived(5))
    world.finish_work()
    assert len(columns_of(world, "ada")) == COLUMN_WINDOW + 5


def test_acknowledging_more_than_came_opens_no_wider_window() -> None:
    world = OpenWorld()
    world.bodies.distance = 4
    peer = world.join("ada", HOME)
    for _ in range(10):
        peer.send(ColumnsReceived(64))
    world.finish_work()
    world.finish_work()
    assert len(columns_of(world, "ada")) == COLUMN_WINDOW


def test_walking_on_sends_what_is_new_and_takes_leave_of_what_is_far_behind() -> None:
    world = OpenWorld()
    peer = world.join("ada", HOME)
    before = {(column.cx, column.cz) for column in world.take_columns("ada")}
    world.bodies.feet["ada"] = (HOME[0] + 112, HOME[1], HOME[2])
    columns = world.take_columns("ada")
    after = {(column.cx, column.cz) for column in columns[len(before) :]}
    assert after == {(7 + x, z) for x, z in nearest_first(2)}
    gone = {(each.cx, each.cz) for each in peer.heard if isinstance(each, ColumnGone)}
    assert gone == before


def test_a_step_over_a_border_and_back_takes_nothing_away_and_sends_nothing_twice() -> None:
    world = OpenWorld()
    peer = world.join("ada", HOME)
    for x in (8.0, 24.0, 8.0, 24.0, 8.0):
        world.bodies.feet["ada"] = (x, HOME[1], HOME[2])
        columns = world.take_columns("ada")
    places = [(column.cx, column.cz) for column in columns]
    assert len(set(places)) == len(places)
    assert not [each for each in peer.heard if isinstance(each, ColumnGone)]


def test_changes_lead_from_the_sent_revision_on_without_a_gap() -> None:
    world = OpenWorld()
    peer = world.join("ada", HOME)
    columns = {(column.cx, column.cz): column for column in world.take_columns("ada")}
    shown = unpack(columns[(0, 0)].blocks)
    revision = columns[(0, 0)].revision
    for height in (90, 91, 92):
        world.put((3, height, 4), "minecraft:stone")
    world.tick()
    changes = [each for each in peer.heard if isinstance(each, BlockChanges)]
    for change in changes:
        assert (change.cx, change.cz) == (0, 0)
        assert change.revision == revision + 1
        revision += 1
        for index, state in change.changes:
            shown.reshape(-1)[index] = state
    assert len(changes) == 3
    assert np.array_equal(shown, world.world.columns.blocks((0, 0)))


def test_a_column_that_changes_before_it_is_sent_comes_in_its_present_revision() -> None:
    world = OpenWorld()
    peer = world.join("ada", HOME)
    for height in range(90, 96):
        world.put((3, height, 4), "minecraft:stone")
        world.tick()
    columns = world.take_columns("ada")
    first = next(column for column in columns if (column.cx, column.cz) == (0, 0))
    late = [each for each in peer.heard if isinstance(each, BlockChanges) and each.revision > first.revision]
    blocks = unpack(first.blocks).reshape(-1)
    for change in late:
        for index, state in change.changes:
            blocks[index] = state
    assert np.array_equal(blocks.reshape(SHAPE), world.world.columns.blocks((0, 0)))


def test_changes_are_told_only_to_those_who_have_the_column() -> None:
    world = OpenWorld()
    world.join("ada", HOME)
    far = world.join("bob", (HOME[0] + 48 * 16, HOME[1], HOME[2]))
    world.take_columns("ada")
    world.take_columns("bob")
    world.put((3, 90, 4), "minecraft:stone")
    world.tick()
    assert not [each for each in far.heard if isinstance(each, BlockChanges)]


def test_a_client_that_lost_track_gets_the_column_again_whole() -> None:
    world = OpenWorld()
    peer = world.join("ada", HOME)
    count = len(world.take_columns("ada"))
    world.put((3, 90, 4), "minecraft:stone")
    peer.send(ColumnWanted(0, 0))
    columns = world.take_columns("ada")
    assert len(columns) == count + 1
    assert unpack(columns[-1].blocks).reshape(-1)[flat_index(3, 90, 4)] == world.world.states.number("minecraft:stone")


def test_asking_again_and_again_sends_no_more_than_a_little_each_tick() -> None:
    world = OpenWorld()
    peer = world.join("ada", HOME)
    places = [(column.cx, column.cz) for column in world.take_columns("ada")]
    count = len(places)
    for at in places[:8] * 5:
        peer.send(ColumnWanted(*at))
    peer.send(ColumnWanted(500, 500))
    world.tick()
    assert len(columns_of(world, "ada")) - count <= 2


def test_a_new_connection_of_the_same_player_gets_everything_afresh() -> None:
    world = OpenWorld()
    world.join("ada", HOME)
    first = world.take_columns("ada")
    peer = world.peers["ada"] = type(world.peers["ada"])(world.engine)
    world.engine.admit(peer.number, "ada")
    assert len(world.take_columns("ada")) == len(first)


def test_columns_far_from_everybody_are_let_go_and_come_back_with_their_edits() -> None:
    world = OpenWorld()
    world.bodies.feet["ada"] = HOME
    far = (HOME[0] + 800.0, 70.0, HOME[2])
    world.join("ada", far)
    world.take_columns("ada")
    pos = (int(far[0]), 100, int(far[2]))
    world.put(pos, "minecraft:bricks")
    world.bodies.feet["ada"] = HOME
    world.take_columns("ada")
    world.tick(41)
    assert world.world.state_at(pos) is None
    with pytest.raises(Refusal):
        world.put(pos, "minecraft:stone")
    world.bodies.feet["ada"] = far
    world.take_columns("ada")
    assert world.name(pos) == "minecraft:bricks"


def test_edits_and_time_and_numbers_outlive_the_process() -> None:
    storage = MemoryStorage()
    first = OpenWorld(storage)
    first.put((3, 90, 4), "minecraft:bricks")
    first.tick(100)
    time = first.world.time
    second = OpenWorld(storage, seed=999)
    assert second.name((3, 90, 4)) == "minecraft:bricks"
    assert second.world.time - time in range(-100, 2)
    assert np.array_equal(second.world.columns.blocks((2, 2)), first.world.columns.blocks((2, 2)))


class TornStorage(MemoryStorage):
    """A world in which one column cannot be read."""

    torn: ColumnPlace = (4, 0)
    asked = 0
    written: set[ColumnPlace]

    def __init__(self) -> None:
        super().__init__()
        self.written = set()

    def column(self, place: ColumnPlace) -> StoredColumn | None:
        if place == self.torn:
            self.asked += 1
            return 4, b"torn"
        return super().column(place)

    def submit(self, journal: Journal) -> None:
        self.written |= set(journal.columns)
        super().submit(journal)


def test_a_column_that_cannot_be_read_stays_closed_and_is_never_made_anew(caplog: pytest.LogCaptureFixture) -> None:
    storage = TornStorage()
    world = OpenWorld(storage)
    world.bodies.distance = 4
    world.join("ada", HOME)
    places = {(column.cx, column.cz) for column in world.take_columns("ada")}
    assert places == set(nearest_first(4)) - {TornStorage.torn}
    assert "The column 4, 0 cannot be loaded" in caplog.text
    assert storage.asked == 1
    assert TornStorage.torn not in storage.written


def test_standing_places_are_free_and_near() -> None:
    world = OpenWorld()
    x, z = FIELD
    y = world.surface(x, z) + 1
    feet = world.engine.change(lambda changes: world.world.standing_place(changes, (x, y, z)))
    assert sum((a - b) ** 2 for a, b in zip(feet, (x + 0.5, y, z + 0.5), strict=True)) <= 9
    for corner in itertools.product(range(-3, 4), (0, 1, 2), range(-3, 4)):
        world.put((x + corner[0], y + corner[1], z + corner[2]), "minecraft:stone")
    high = world.engine.change(lambda changes: world.world.standing_place(changes, (x, y, z)))
    assert high[1] == y + 3


def test_who_stands_up_in_a_closed_cell_stays_in_it() -> None:
    """A low narrow cell with a chair at its end and a table before it: the lawn behind the wall is as near as what is
    free inside."""
    world = OpenWorld()
    x, z = FIELD
    y = world.surface(x, z) + 1
    for dx, dy, dz in itertools.product(range(-3, 5), range(-1, 4), range(-3, 4)):
        wall = (dz in (-1, 1) and -1 <= dx <= 3 and dy < 3) or (dz == 0 and (dx in (-1, 3) or dy == 2))
        furniture = dy == dz == 0 and dx in (0, 1)
        solid = dy == -1 or wall or furniture
        world.put((x + dx, y + dy, z + dz), "minecraft:stone" if solid else "minecraft:air")
    feet = world.engine.change(lambda changes: world.world.standing_place(changes, (x, y, z)))
    assert feet == (x + 2.5, y, z + 0.5)


def test_stored_columns_are_the_generated_ones() -> None:
    storage = MemoryStorage()
    world = OpenWorld(storage)
    world.tick()
    stored = storage.column((1, 1))
    assert stored is not None
    assert stored == (0, to_raw(world.world.columns.blocks((1, 1))))
