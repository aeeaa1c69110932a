"""Random comings and goings: whatever players do, the server's bodies and everybody's knowledge of them stay sound."""

import numpy as np
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from server.engine.changes import Place, Refusal
from server.players import company
from server.players.records import PLAYERS, PUTS
from server.shared.protocol.world import BodyGone, PlayerAppears
from server.shared.voxel import motion
from tests.players.ground import FLOOR, SLAB, STONE, WATER, Ground, Pos
from tests.players.table import Guest, House

NAMES = ("Ada", "Bob", "Cleo")
YARD: dict[Pos, int] = (
    {
        (x, y, z): STONE
        for x in range(-6, 7)
        for z in range(-6, 7)
        for y in range(FLOOR, FLOOR + 3)
        if 6 in (abs(x), abs(z))
    }
    | {(-3, FLOOR, z): SLAB for z in range(-4, 5)}
    | {(3, FLOOR, z): STONE for z in range(-4, 2)}
    | {(x, FLOOR - 1, 4): WATER for x in range(-2, 3)}
)
SEAT: Place = (2.5, float(FLOOR), 2.5)

names = st.sampled_from(NAMES)
keys = st.integers(0, 127)
SOLID: list[Place] = [(3.5, float(FLOOR), 0.5), (-2.5, float(FLOOR), 0.5), (2.9, FLOOR + 0.5, -1.5)]
places = st.sampled_from(SOLID) | st.tuples(st.floats(-5, 5), st.floats(FLOOR, FLOOR + 3), st.floats(-5, 5))


class ComingsAndGoings(RuleBasedStateMachine):
    @initialize()
    def open(self) -> None:
        self.house = House(Ground(YARD))
        self.owners: dict[str, Guest] = {}
        self.here: dict[str, Guest] = {}

    @rule(name=names, upper=st.booleans())
    def join(self, name: str, upper: bool) -> None:
        key = self.owners[name].key if name in self.owners else None
        guest = self.house.join(name.upper() if upper else name, key)
        assert name not in self.owners or guest.id == self.owners[name].id
        guest.settle()
        self.owners[name] = self.here[name] = guest

    @precondition(lambda self: self.here)
    @rule(name=names, claimed=places)
    def intrude(self, name: str, claimed: Place) -> None:
        """A stranger with another key tries a name that is taken."""
        if name in self.owners:
            stranger = self.house.greet()
            stranger.log_in(name)
            self.house.tick()
            assert stranger.finished

    @rule(name=names)
    def hang_up(self, name: str) -> None:
        guest = self.here.pop(name, None)
        if guest is not None:
            guest.hang_up()
            self.house.tick()

    @rule(name=names, pressed=keys, yaw=st.floats(-180, 180), steps=st.integers(1, 12))
    def walk(self, name: str, pressed: int, yaw: float, steps: int) -> None:
        if name in self.here:
            guest = self.here[name]
            before = guest.feet
            guest.settle()
            guest.walk(pressed, steps, yaw)
            fastest = motion.DRIFT_LIMIT * motion.STEP_SECONDS * steps
            assert max(abs(guest.feet[0] - before[0]), abs(guest.feet[2] - before[2])) <= fastest + 1e-6

    @rule(name=names, pressed=keys, place=places)
    def claim(self, name: str, pressed: int, place: Place) -> None:
        if name in self.here:
            self.here[name].claim(pressed, place)

    @rule(name=names, place=places)
    def move(self, name: str, place: Place) -> None:
        if name in self.here:
            players, guest = self.house.players, self.here[name]
            try:
                self.house.engine.change(lambda changes: players.move(changes, guest.id, place))
            except Refusal:
                assert players.sitting(guest.id)
            self.house.tick(2)

    @rule(name=names)
    def sit_or_stand(self, name: str) -> None:
        if name in self.here:
            players, guest = self.house.players, self.here[name]
            sat = players.sitting(guest.id)
            if sat:
                self.house.engine.change(lambda changes: players.stand(changes, guest.id, (0.5, FLOOR, 0.5)))
            else:
                place = (0.5, float(FLOOR), 0.5)
                self.house.engine.change(
                    lambda changes: players.sit(changes, guest.id, SEAT, 0.0, (3, FLOOR, 2), place)
                )
            assert players.sitting(guest.id) is not sat
            self.house.tick(2)

    @invariant()
    def those_who_are_here_have_exactly_one_body(self) -> None:
        ids = {guest.id for guest in self.here.values()}
        house = self.house
        assert sorted(house.players.present()) == sorted(house.engine.online()) == sorted(ids)
        assert set(house.engine.model.rows(PUTS)) == ids
        assert len({house.players.body(player) for player in ids}) == len(ids)
        assert len(house.engine.model.rows(PLAYERS)) == len(self.owners)

    @invariant()
    def no_standing_body_is_inside_of_anything(self) -> None:
        for guest in self.here.values():
            if not self.house.players.sitting(guest.id):
                low, high = motion.box(np.array([guest.feet]), np.array([motion.SNEAKING]))
                assert self.house.ground.terrain.free(low + 1e-6, high - 1e-6).all(), guest.feet

    @invariant()
    def everybody_knows_the_others_bodies_and_no_phantoms(self) -> None:
        self.house.tick(company.LOOK_AROUND)
        bodies = {guest.body for guest in self.here.values()}
        for guest in self.here.values():
            known: set[int] = set()
            for message in guest.heard:
                if isinstance(message, PlayerAppears):
                    assert message.body not in known
                    known.add(message.body)
                elif isinstance(message, BodyGone):
                    known.remove(message.body)
            assert known == bodies - {guest.body}


TestComingsAndGoings = ComingsAndGoings.TestCase
TestComingsAndGoings.settings = settings(max_examples=20, stateful_step_count=25, deadline=None)
