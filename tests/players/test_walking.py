"""Steps on the server: honest walking, false claims, too many steps, sitting, and falling out of the world."""

import pytest

from server.players import walking
from server.players.arriving import FELL_OUT
from server.players.presence import SAVED_EVERY
from server.players.records import PLAYERS
from server.shared.protocol.chat import ChatLine
from server.shared.protocol.world import Correction, Sit, Stand, Step, Steps
from server.shared.voxel import motion
from server.shared.voxel.keys import FORWARD, JUMP, SNEAK
from server.storage.memory import MemoryStorage
from tests.players.ground import FLOOR, STONE, Ground, Pos
from tests.players.table import SPAWN, Guest, House


def placed(house: House, name: str = "Ada") -> Guest:
    """A player who stands at the spawn and listens anew."""
    guest = house.join(name)
    guest.settle()
    guest.forget_all_but_welcome()
    return guest


def test_an_honest_walk_is_never_corrected() -> None:
    house = House()
    guest = placed(house)
    guest.walk(FORWARD | JUMP, 60, 30.0)
    assert not guest.of(Correction)
    assert guest.feet == pytest.approx(tuple(guest.own.pos[0]))
    assert house.players.look(guest.id) == (30.0, 10.0)


def test_a_rounded_claim_within_the_tolerance_is_taken() -> None:
    guest = placed(House())
    step = guest.step(FORWARD)
    guest.claim(FORWARD, (step.x, step.y + 9e-4, step.z))
    assert not guest.of(Correction)


def test_a_claim_elsewhere_is_corrected_to_where_the_steps_lead() -> None:
    house = House()
    guest = placed(house)
    guest.claim(FORWARD, (30.5, FLOOR, 0.5))
    correction = guest.of(Correction)[-1]
    assert (correction.number, correction.reason) == (guest.number_of_step, walking.ELSEWHERE)
    assert guest.feet[0] == 0.5
    guest.settle()
    guest.forget_all_but_welcome()
    guest.walk(FORWARD, 10)
    assert not guest.of(Correction)


def test_a_claim_inside_of_a_wall_changes_nothing() -> None:
    wall: dict[Pos, int] = {(x, y, 1): STONE for x in range(-3, 4) for y in (FLOOR, FLOOR + 1)}
    guest = placed(House(Ground(wall)))
    for _ in range(20):
        guest.claim(FORWARD, (0.5, FLOOR, 1.5))
    assert guest.of(Correction)[-1].reason == walking.BLOCKED
    assert guest.feet[2] <= 1 - motion.WIDTH / 2 + 1e-6


def test_nobody_gets_through_a_wall_by_claiming_the_other_side() -> None:
    wall: dict[Pos, int] = {(x, y, 1): STONE for x in range(-9, 10) for y in range(FLOOR, FLOOR + 4)}
    guest = placed(House(Ground(wall)))
    for far in range(2, 30):
        guest.claim(FORWARD, (0.5, FLOOR, float(far)))
    assert guest.feet[2] < 1


def test_many_steps_at_once_move_no_further_than_time_allows() -> None:
    house = House()
    guest = placed(house)
    for _ in range(5):
        guest.send(Steps(tuple(guest.step(FORWARD) for _ in range(20))))
    house.tick()
    walked = guest.feet[2] - SPAWN[2]
    assert walked <= motion.WALK_SPEED * motion.STEP_SECONDS * (walking.BURST + 2)
    assert guest.of(Correction)[-1].reason == walking.TOO_MANY
    assert guest.of(Correction)[-1].number == guest.number_of_step


def test_a_second_of_jitter_loses_nothing() -> None:
    house = House()
    guest = placed(house)
    for _ in range(4):
        house.tick(19)
        guest.send(Steps(tuple(guest.step(FORWARD) for _ in range(20))))
        house.tick()
    assert not guest.of(Correction)
    assert guest.feet == pytest.approx(tuple(guest.own.pos[0]))


def test_steps_that_came_during_a_stall_of_the_server_are_taken_at_once() -> None:
    house = House()
    guest = placed(house)
    guest.send(Steps(tuple(guest.step(FORWARD) for _ in range(20))))
    house.tick()
    for _ in range(20):
        guest.send(Steps((guest.step(FORWARD),)))
    house.clock.ms += 1000
    house.tick()
    assert not guest.of(Correction)
    assert guest.feet == pytest.approx(tuple(guest.own.pos[0]))


def test_a_fast_clock_wins_no_speed() -> None:
    house = House()
    guest = placed(house)
    for _ in range(200):
        guest.send(Steps((guest.step(FORWARD), guest.step(FORWARD))))
        house.tick()
    allowed = (200 * walking.HEADWAY + walking.BURST) * motion.WALK_SPEED * motion.STEP_SECONDS
    assert guest.feet[2] - SPAWN[2] <= allowed + 1e-6


def test_a_step_of_an_old_number_is_ignored() -> None:
    house = House()
    guest = placed(house)
    guest.walk(FORWARD, 5)
    feet = guest.feet
    guest.send(Steps((Step(3, FORWARD, 0.0, 0.0, *feet),)))
    house.tick()
    assert guest.feet == feet
    assert not guest.of(Correction)


def test_a_sitter_ignores_steps_but_looks_around_until_it_stands() -> None:
    house = House()
    guest = placed(house)
    seat, table = (2.5, float(FLOOR), 2.5), (3, FLOOR, 2)
    house.engine.change(lambda changes: house.players.sit(changes, guest.id, seat, 270.0, table, seat))
    house.tick()
    assert guest.of(Sit) == [Sit(*seat, 270.0, table)]
    assert house.players.eye(guest.id) == (2.5, FLOOR + motion.EYE_SITTING, 2.5)
    guest.claim(FORWARD, seat)
    assert guest.feet == pytest.approx(seat)
    assert house.players.look(guest.id) == (0.0, 0.0)
    guest.forget_all_but_welcome()
    house.engine.change(lambda changes: house.players.stand(changes, guest.id, (2.5, float(FLOOR), 1.5)))
    house.tick(2)
    told = [type(message) for message in guest.heard if isinstance(message, (Stand, Correction))]
    assert told == [Stand, Correction]
    assert not house.players.sitting(guest.id)
    guest.settle()
    guest.forget_all_but_welcome()
    guest.walk(FORWARD, 5)
    assert not guest.of(Correction)


def test_the_eye_is_lower_when_sneaking() -> None:
    house = House()
    guest = placed(house)
    guest.walk(0, 1)
    upright = house.players.eye(guest.id)
    guest.walk(SNEAK, 1)
    low = house.players.eye(guest.id)
    assert upright == pytest.approx((0.5, FLOOR + motion.EYE_STANDING, 0.5))
    assert low == pytest.approx((0.5, FLOOR + motion.EYE_SNEAKING, 0.5))


def test_a_seat_in_a_change_that_fails_was_never_taken() -> None:
    house = House()
    guest = placed(house)

    def fail(changes: object) -> None:
        house.players.sit(changes, guest.id, (9.5, 64.0, 9.5), 0.0, (9, 64, 9), SPAWN)  # type: ignore[arg-type]
        raise RuntimeError("a fault after sitting down")

    with pytest.raises(RuntimeError):
        house.engine.change(fail)
    house.tick()
    assert not house.players.sitting(guest.id)
    assert guest.feet == SPAWN


def test_a_rejoined_player_stands_where_it_stood_up_on_leaving() -> None:
    house = House()
    guest = placed(house)
    house.engine.change(lambda changes: house.players.sit(changes, guest.id, (2.5, 64.0, 2.5), 0.0, (3, 64, 2), SPAWN))
    house.engine.hooks.leave.append(
        lambda changes, player: house.players.stand(changes, player, (2.5, float(FLOOR), 4.5))
    )
    guest.hang_up()
    house.tick()
    again = house.join("Ada", guest.key)
    assert not house.players.sitting(again.id)
    assert again.feet == (2.5, FLOOR, 4.5)


def test_who_falls_out_of_the_world_comes_back_and_is_told() -> None:
    house = House(Ground({(0, FLOOR - 1, 0): STONE}, floor=False))
    guest = placed(house)
    guest.walk(FORWARD, 200)
    assert FELL_OUT in [line.text for line in guest.of(ChatLine)]
    assert guest.feet[1] > 0


def test_who_falls_out_with_false_claims_hears_of_the_place_at_home_last() -> None:
    house = House(Ground({(0, FLOOR - 1, 0): STONE}, floor=False))
    guest = placed(house)
    while FELL_OUT not in [line.text for line in guest.of(ChatLine)]:
        guest.claim(FORWARD, (30.5, FLOOR, 0.5))
    last = guest.of(Correction)[-1]
    assert (last.x, last.y, last.z) == SPAWN
    assert last.reason == FELL_OUT


def test_places_are_saved_every_few_seconds_and_only_when_changed() -> None:
    storage = MemoryStorage()
    house = House(storage=storage)
    guest = placed(house)
    guest.walk(FORWARD, SAVED_EVERY)
    saved = house.engine.model.rows(PLAYERS)[guest.id].feet
    assert saved is not None
    assert saved[2] > SPAWN[2]
    guest.walk(0, 20)
    before = house.engine.model.rows(PLAYERS)[guest.id]
    house.tick(2 * SAVED_EVERY)
    settled = house.engine.model.rows(PLAYERS)[guest.id]
    house.tick(2 * SAVED_EVERY)
    assert house.engine.model.rows(PLAYERS)[guest.id] is settled
    assert settled.feet != before.feet


def test_a_crash_loses_seconds_of_walking_at_most() -> None:
    storage = MemoryStorage()
    house = House(storage=storage)
    guest = placed(house)
    guest.walk(FORWARD, 2 * SAVED_EVERY)
    revived = House(storage=storage)
    again = revived.join("Ada", guest.key)
    assert again.feet[2] > guest.feet[2] - SAVED_EVERY * motion.WALK_SPEED * motion.STEP_SECONDS - 1e-6


def test_many_bodies_of_a_tick_walk_each_their_own_way() -> None:
    house = House()
    guests = [placed(house, f"walker_{number}") for number in range(6)]
    for _ in range(15):
        for number, guest in enumerate(guests):
            guest.send(Steps(tuple(guest.step(FORWARD, 60.0 * number) for _ in range(1 + number % 2))))
        house.tick()
    for guest in guests:
        assert guest.feet == pytest.approx(tuple(guest.own.pos[0]))
        assert not guest.of(Correction)
