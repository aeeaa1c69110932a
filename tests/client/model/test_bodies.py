"""Bodies between two ticks: smooth, behind by a fixed delay, never thrown about by gaps or old news."""

import numpy as np
import pytest

from client.model.bodies import Bodies
from server.shared.protocol.world import POSITION_ROW, DropAppears, PlayerAppears, PlayerLooks, PlayerSwings, Positions


def bob(x: float = 0.0) -> PlayerAppears:
    return PlayerAppears(
        body=7, player="p-bob", name="Bob", x=x, y=64.0, z=0.0, yaw=0.0, pitch=0.0, pose="standing", held=""
    )


def at(tick: int, x: float, yaw: float = 0.0, body: int = 7) -> Positions:
    return Positions(tick=tick, rows=np.array([(body, x, 64.0, 0.0, yaw, 0.0)], dtype=POSITION_ROW).tobytes())


@pytest.fixture
def bodies() -> Bodies:
    bodies = Bodies()
    bodies.heard_tick(100.0)
    bodies.player_appears(bob())
    return bodies


def test_a_body_is_where_it_appeared_until_it_moves(bodies: Bodies) -> None:
    bodies.advance(0.05)
    assert bodies.bodies[7].place == (0.0, 64.0, 0.0)
    assert bodies.bodies[7].stride == 0.0


def test_a_walking_body_passes_every_place_between_its_reports_evenly(bodies: Bodies) -> None:
    places = []
    for tick in range(101, 141):
        bodies.moved(at(tick, (tick - 100) * 0.2))
        for _ in range(4):
            bodies.advance(0.0125)
            places.append(bodies.bodies[7].place[0])
    steps = np.diff(places[80:])
    assert steps.min() > 0.02
    assert steps.max() < 0.08
    assert 0.2 < 8.0 - places[-1] < 1.2


def test_a_body_that_starts_after_a_rest_does_not_creep(bodies: Bodies) -> None:
    for _ in range(100):
        bodies.advance(0.05)
        bodies.heard_tick(bodies.tick + 1)
    tick = int(bodies.tick) + 1
    bodies.moved(at(tick, 1.0))
    for _ in range(8):
        bodies.advance(0.05)
    assert bodies.bodies[7].place[0] == pytest.approx(1.0)


def test_older_ticks_and_bodies_never_introduced_change_nothing(bodies: Bodies) -> None:
    bodies.moved(at(110, 1.0))
    bodies.moved(at(105, 50.0))
    bodies.moved(at(111, 9.0, body=99))
    for _ in range(40):
        bodies.advance(0.05)
    assert bodies.bodies[7].place[0] == pytest.approx(1.0)
    assert set(bodies.bodies) == {7}


def test_a_view_turns_the_short_way_round(bodies: Bodies) -> None:
    bodies.moved(at(101, 0.0, yaw=170.0))
    bodies.moved(at(102, 0.0, yaw=-170.0))
    seen = []
    for _ in range(120):
        bodies.advance(0.005)
        seen.append(bodies.bodies[7].yaw)
    turned = [yaw % 360 for yaw in seen if yaw]
    assert max(turned) <= 190.1
    assert any(175 < yaw < 185 for yaw in turned)


def test_walking_moves_the_legs_and_standing_still_stops_them(bodies: Bodies) -> None:
    for tick in range(101, 131):
        bodies.moved(at(tick, (tick - 100) * 0.2))
        bodies.advance(0.05)
    assert bodies.bodies[7].walk > 2.0
    assert bodies.bodies[7].stride > 0.5
    for _ in range(40):
        bodies.advance(0.05)
    assert bodies.bodies[7].stride < 0.05


def test_an_arm_swings_once(bodies: Bodies) -> None:
    bodies.swings(PlayerSwings(body=7))
    bodies.advance(0.1)
    assert 0.2 < bodies.bodies[7].swing < 0.6
    bodies.advance(0.3)
    assert bodies.bodies[7].swing == 0.0


def test_looks_change_pose_and_hand_and_gone_bodies_leave_room_for_others(bodies: Bodies) -> None:
    bodies.looks(PlayerLooks(body=7, pose="sitting", held="minecraft:stick"))
    assert (bodies.bodies[7].pose, bodies.bodies[7].held) == ("sitting", "minecraft:stick")
    bodies.gone(7)
    bodies.gone(7)
    bodies.drop_appears(DropAppears(body=8, item="minecraft:stick", count=3, x=1.0, y=2.0, z=3.0))
    bodies.advance(0.05)
    assert bodies.bodies[8].place == (1.0, 2.0, 3.0)
    assert bodies.bodies[8].count == 3


def test_many_bodies_keep_their_own_places(bodies: Bodies) -> None:
    for number in range(20, 80):
        bodies.drop_appears(DropAppears(body=number, item="a", count=1, x=float(number), y=0.0, z=0.0))
    bodies.advance(0.05)
    assert all(bodies.bodies[number].place[0] == number for number in range(20, 80))
