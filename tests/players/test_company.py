"""Who sees whom: appearing and going with the distance, poses, held items, and positions packed by neighbourhood."""

import numpy as np

from server.engine.changes import ChangeSet, Place
from server.items import ledger
from server.items.ledger import HOLDERS
from server.players import company
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import SelectSlot
from server.shared.protocol.world import (
    POSITION_ROW,
    BodyGone,
    PlayerAppears,
    PlayerLooks,
    Positions,
    Steps,
)
from server.shared.voxel.keys import FORWARD, SNEAK
from tests.players.ground import FLOOR
from tests.players.table import SPAWN, Guest, House


def two(house: House) -> tuple[Guest, Guest]:
    """Two players at the spawn who have met."""
    ada, bob = house.join("Ada"), house.join("Bob")
    house.tick(company.LOOK_AROUND)
    for guest in (ada, bob):
        guest.settle()
    return ada, bob


def put(house: House, guest: Guest, place: Place) -> None:
    house.engine.change(lambda changes: house.players.move(changes, guest.id, place))
    house.tick(company.LOOK_AROUND)


def rows_of(guest: Guest) -> list[int]:
    """The bodies of all positions heard, in order."""
    return [
        number
        for message in guest.of(Positions)
        for number in np.frombuffer(message.rows, dtype=POSITION_ROW)["body"].tolist()
    ]


def test_players_who_meet_are_introduced_once_and_never_to_themselves() -> None:
    house = House()
    ada, bob = two(house)
    house.tick(20)
    assert [(seen.body, seen.name) for seen in ada.of(PlayerAppears)] == [(bob.body, "Bob")]
    assert [(seen.player, seen.pose, seen.held) for seen in bob.of(PlayerAppears)] == [(ada.id, "standing", "")]


def test_a_body_goes_beyond_a_wider_circle_than_it_came_in_by() -> None:
    house = House()
    ada, bob = two(house)
    put(house, bob, (0.5, FLOOR, 0.5 - company.APPEARS - 4))
    assert not ada.of(BodyGone)
    put(house, bob, (0.5, FLOOR, 0.5 - company.GONE - 4))
    assert ada.of(BodyGone) == [BodyGone(bob.body, 0)]
    ada.forget_all_but_welcome()
    put(house, bob, (0.5, FLOOR, 0.5 - company.APPEARS - 4))
    assert not ada.of(PlayerAppears)
    put(house, bob, (0.5, FLOOR, 0.5 - company.APPEARS + 4))
    assert [seen.body for seen in ada.of(PlayerAppears)] == [bob.body]


def test_a_body_that_leaves_is_gone_for_those_who_saw_it() -> None:
    house = House()
    ada, bob = two(house)
    gone = bob.body
    bob.hang_up()
    house.tick()
    assert ada.of(BodyGone) == [BodyGone(gone, 0)]


def test_a_pose_is_shown_to_others_and_to_oneself() -> None:
    house = House()
    ada, bob = two(house)
    ada.walk(SNEAK, 2)
    expected = PlayerLooks(ada.body, "sneaking", "")
    assert ada.of(PlayerLooks) == bob.of(PlayerLooks) == [expected]
    house.engine.change(lambda changes: house.players.sit(changes, ada.id, (1.5, 64.0, 1.5), 0.0, (2, 64, 1), SPAWN))
    house.tick()
    assert bob.of(PlayerLooks)[-1].pose == "sitting"


def test_the_held_item_is_shown_when_the_slot_or_its_stack_changes() -> None:
    house = House()
    ada, bob = two(house)
    assert house.players.held_slot(ada.id) == (f"player:{ada.id}", 0)

    def give(changes: ChangeSet) -> None:
        stack = Stack("minecraft:stick", 1)
        slots = ledger.slots(changes, f"player:{ada.id}")
        ledger.exchange(changes, {f"player:{ada.id}": (*slots[:4], stack, *slots[5:])}, minted=(stack,), reason="test")

    house.engine.change(give)
    house.tick()
    assert not bob.of(PlayerLooks)
    ada.send(SelectSlot(4))
    house.tick()
    assert bob.of(PlayerLooks) == [PlayerLooks(ada.body, "standing", "minecraft:stick")]
    assert house.players.held_slot(ada.id) == (f"player:{ada.id}", 4)
    assert house.engine.model.rows(HOLDERS)[f"player:{ada.id}"].slots[4] == Stack("minecraft:stick", 1)


def test_positions_reach_those_who_see_the_body_and_stop_after_it_rests() -> None:
    house = House()
    ada, bob = two(house)
    house.tick(company.REPEATED + 1)
    bob.forget_all_but_welcome()
    ada.walk(FORWARD, 3)
    newest = np.frombuffer(bob.of(Positions)[-1].rows, dtype=POSITION_ROW)
    there = newest[newest["body"] == ada.body][0]
    assert (there["x"], there["y"], there["z"]) == ada.feet
    house.tick(company.REPEATED + 20)
    sent = len(bob.of(Positions))
    while house.engine.tick_number % company.REFRESH:
        house.tick()
    assert len(bob.of(Positions)) == sent + 1
    assert sorted(rows_of(bob)[-2:]) == sorted((ada.body, bob.body))


def test_a_neighbourhood_hears_one_frame() -> None:
    house = House()
    ada, bob = two(house)
    cleo = house.join("Cleo")
    house.tick(company.LOOK_AROUND)
    cleo.settle()
    for guest in (ada, bob):
        guest.frames.clear()
    cleo.send(Steps((cleo.step(FORWARD),)))
    house.tick()
    assert ada.frames[-1] is bob.frames[-1]


def test_far_players_hear_nothing_of_a_walk() -> None:
    house = House()
    ada, bob = two(house)
    put(house, bob, (0.5, FLOOR, -31.5))
    put(house, ada, (0.5, FLOOR, 47.5))
    house.tick(company.REPEATED + 1)
    bob.forget_all_but_welcome()
    ada.walk(FORWARD, 10)
    assert not bob.of(Positions)


def test_drops_near_a_player_travel_with_the_positions() -> None:
    house = House()
    ada, _ = two(house)
    house.tick(company.REPEATED + 1)
    ada.forget_all_but_welcome()
    house.world.drops = np.array(
        [(1 << 30, 3.0, 64.0, 3.0, 0.0, 0.0), (5 + (1 << 30), 900.0, 64.0, 3.0, 0.0, 0.0)], dtype=POSITION_ROW
    )
    house.tick()
    assert rows_of(ada) == [1 << 30]


def test_near_and_in_the_way_ask_the_bodies() -> None:
    house = House()
    ada, bob = two(house)
    put(house, bob, (10.5, FLOOR, 0.5))
    assert set(house.players.near((0.5, FLOOR, 0.5), 5.0)) == {ada.id}
    assert set(house.players.near((0.5, FLOOR, 0.5), 10.0)) == {ada.id, bob.id}
    assert house.players.in_the_way((0.0, FLOOR, 0.0), (1.0, FLOOR + 1.0, 1.0))
    assert not house.players.in_the_way((0.0, FLOOR - 1.0, 0.0), (1.0, float(FLOOR), 1.0))
    assert not house.players.in_the_way((1.0, FLOOR, 0.0), (2.0, FLOOR + 1.0, 1.0))
