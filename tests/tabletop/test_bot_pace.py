"""The pace of bots: people can follow it, no clock ends a bot's turn for it, and who hurries waits less."""

import pytest

from server.rules import RULE_SETS, RuleSet
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import HurryBots, PlayAlone, Resign, SetRule
from server.tabletop import farkle_pace
from server.tabletop.hurrying import HASTE
from tests.rules.driver import Table
from tests.tabletop.room import TABLE, Room

PLAIN = RULE_SETS["classic"].with_house_rules(clock=None)
PACE = 2_000
SLOW = {"bot_seconds": PACE / 1_000}
ACTION = 100
"""Milliseconds that an action takes a bot at the least: a tick to begin, and one to act."""


def against_bots(*people: str, settings: dict[str, float], **rules: object) -> Room:
    """A running match of these people and a bot, whose turn it is."""
    room = Room(settings=settings)
    room.seat(*people)
    for name, value in ({"opening": "first_seat", "bot.3": "expected_points"} | rules).items():
        assert isinstance(room.ask(people[0], SetRule, TABLE, name, value), Done)
    room.all_ready(*people)
    while not bots_turn(room):
        room.play_on(people[0], until_over=False)
    return room


def bots_turn(room: Room) -> bool:
    view = room.view("ada")
    return view.turn is not None and bool(view.seats[view.turn.seat].bot)


def pass_time(room: Room, ms: int) -> None:
    """Let time pass tick by tick, and bots think as fast as they can."""
    for _ in range(0, ms, 50):
        room.clock.ms += 50
        room.engine.tick()
        room.wait(lambda: not room.engine.working)


def next_act(room: Room) -> int:
    """The milliseconds, in steps of 50, until the bot acts once."""
    step, start = room.farkle().step, room.clock.ms
    while room.farkle().step == step:
        room.clock.ms += 50
        room.settle()
    assert room.farkle().step == step + 1, "one thing at a time"
    return room.clock.ms - start


def wait(table: Table, left: int | None = None) -> int:
    return farkle_pace.wait(table.match, PACE, left)


def test_a_bot_waits_longer_after_a_throw_a_bank_and_a_farkle_than_after_a_keep() -> None:
    assert wait(Table(PLAIN)) == PACE
    rolled = Table(PLAIN).roll(1, 1, 5, 2, 3, 4)
    assert wait(rolled) == 2 * PACE
    assert wait(rolled.keep(0, 1)) == PACE
    assert wait(rolled.bank()) == 2 * PACE
    assert wait(Table(PLAIN).farkle()) == 3 * PACE
    assert wait(Table(PLAIN).roll(1, 2, 3, 4, 5, 6).keep(*range(6))) == 2 * PACE


def test_a_bot_that_starts_waits_for_every_die_of_the_opening() -> None:
    table = Table(RULE_SETS["farkle_board"], seats=3)
    assert wait(table.open(6, 3, 2)) == 4 * PACE


def test_a_bot_lets_as_much_time_pass_as_its_pace_says_before_each_thing_it_does() -> None:
    room = against_bots("ada", settings=SLOW)
    for _ in range(6):
        if not bots_turn(room):
            break
        wanted = farkle_pace.wait(room.farkle(), PACE, None)
        assert next_act(room) == wanted


@pytest.mark.parametrize(
    ("rules", "actions"),
    [(PLAIN.with_house_rules(clock={"mode": "turn_clock", "seconds": 5}), 24),
     (PLAIN.with_house_rules(clock={"mode": "time_bank", "seconds": 30}), 150),
     (PLAIN.with_house_rules(clock={"mode": "idle", "seconds": 10}), 1)],
    ids=["turn clock", "time bank", "idle timer"],
)  # fmt: skip
def test_however_slow_a_bot_is_its_clock_leaves_it_all_the_actions_of_a_turn(rules: RuleSet, actions: int) -> None:
    for table in (Table(rules), Table(rules).roll(1, 1, 5, 2, 3, 4)):
        left = rules.clock.seconds * 1_000  # type: ignore[operator]
        for _ in range(actions):
            left -= farkle_pace.wait(table.match, 60_000, left) + ACTION
        assert left > 0


def test_under_a_short_turn_clock_a_slow_bot_ends_its_turns_itself() -> None:
    clock = {"clock": "turn_clock", "clock.seconds": 5, "goal": 3_000, "entry": 0}
    room = against_bots("ada", settings={"bot_seconds": 60.0}, **clock)
    while (view := room.view("ada")).phase != "result":
        if bots_turn(room):
            pass_time(room, 50)
        else:
            room.play_on("ada", until_over=False)
    assert sum(event.kind == "rolled" and event.seat == 1 for event in room.events("ada")) > 3
    assert not [line for line in view.log if "turn clock" in line]


def test_who_plays_alone_with_bots_hurries_them() -> None:
    room = against_bots("ada", settings=SLOW)
    assert (room.view("ada").hurrying, room.view("ada").hurrying_needed) == ((), 1)
    assert isinstance(room.ask("ada", HurryBots, room.match().id, True), Done)
    assert room.view("ada").hurrying == ("ada",)
    wanted = farkle_pace.wait(room.farkle(), PACE, None) // HASTE
    assert next_act(room) == wanted
    room.ask("ada", HurryBots, room.match().id, False)
    assert room.view("ada").hurrying == ()


def test_bots_hurry_only_when_everybody_who_plays_wants_it() -> None:
    room = against_bots("ada", "bob", settings=SLOW)
    wanted = farkle_pace.wait(room.farkle(), PACE, None)
    room.ask("ada", HurryBots, room.match().id, True)
    assert (room.view("bob").hurrying, room.view("bob").hurrying_needed) == (("ada",), 2)
    pass_time(room, wanted - 50)
    assert farkle_pace.wait(room.farkle(), PACE, None) == wanted, "nothing happened"
    room.ask("bob", HurryBots, room.match().id, True)
    assert next_act(room) == 50
    room.ask("bob", HurryBots, room.match().id, False)
    room.ask("bob", Resign, room.match().id)
    assert room.view("ada").hurrying_needed == 1, "who has left decides nothing"


def test_whoever_plays_no_part_hurries_nobody() -> None:
    room = against_bots("ada", settings=SLOW)
    room.join("zoe")
    assert room.refused("zoe", HurryBots, room.match().id, True) == "not_playing"
    room.ask("ada", Resign, room.match().id)
    assert room.refused("ada", HurryBots, room.match().id, True) == "match_over"
    alone = Room()
    alone.seat("ada")
    alone.ask("ada", PlayAlone, TABLE)
    assert alone.view("ada").hurrying_needed == 0
    assert alone.refused("ada", HurryBots, alone.match().id, True) == "no_bots"
