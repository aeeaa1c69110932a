"""What goes wrong with one match stays with it: the clocks, bots and people of all other tables go on."""

import logging
from copy import deepcopy
from typing import Any

import pytest

from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Act, Ready, SetRule
from server.storage.journal import Journal
from server.tabletop.farkle import Farkle
from server.tabletop.game import Step
from server.tabletop.records import key_of
from tests.tabletop.expected import expect
from tests.tabletop.room import TABLE, Room, chair
from tests.tabletop.test_pausing import ELSEWHERE, second_table
from tests.tabletop.treasury import STICK, STRING, Treasury

TICKS = 10
MOST_TURNS = 30
"""More than two players may miss before one of them is removed."""
HERE = (12.5, 64.0, 6.5)


def two_matches() -> tuple[Room, str]:
    """Ada and Bob play at one table, Cy and Dan at another, both against a turn clock; the id of the first match."""
    room = Room()
    room.seat("ada", "bob")
    second_table(room)
    for player in ("cy", "dan"):
        room.join(player, HERE)
    room.give_board("cy")
    room.use("cy", ELSEWHERE)
    for side, player in enumerate(("cy", "dan")):
        room.use(player, chair(side, ELSEWHERE))
    for table, players in ((TABLE, ("ada", "bob")), (ELSEWHERE, ("cy", "dan"))):
        for name, value in (("clock", "turn_clock"), ("opening", "first_seat")):
            assert isinstance(room.ask(players[0], SetRule, table, name, value), Done)
        for player in players:
            room.ask(player, Ready, table, True)
    return room, room.view_of("ada", TABLE).match


def test_a_match_that_fails_at_every_tick_stops_no_other_clock_and_is_logged_once(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room, broken = two_matches()
    state = room.engine.model.rows(room.matches)[broken].state
    advance = Farkle.advance

    def fail_for_one(self: Farkle, now: int) -> Step:
        if self.to_dict() == state:
            raise RuntimeError("this match is stuck")
        return advance(self, now)

    monkeypatch.setattr(Farkle, "advance", fail_for_one)
    before: Any = room.view_of("cy", ELSEWHERE)
    room.clock.ms += 50 * 1_000
    for _ in range(TICKS):
        room.engine.tick()
    after = room.view_of("cy", ELSEWHERE)
    assert after.step > before.step, "its turns ran out"
    assert after.turn is not None
    mover = after.seats[after.turn.seat].player
    assert isinstance(room.ask(mover, Act, after.match, after.step, (), "roll"), Done)
    expect(caplog, f"The clock of match {broken} failed")


def against_the_clock() -> Treasury:
    """Ada and Bob play for a pot, and whoever does nothing for 5 s loses the turn."""
    room = Treasury()
    room.seat("ada", "bob")
    for name, value in (("clock", "turn_clock"), ("clock.seconds", 5), ("opening", "first_seat")):
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.stake("ada", STICK, 5)
    room.stake("bob", STRING)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "bob")
    return room


def test_a_match_whose_table_cannot_be_read_ends_is_logged_once_and_its_pot_is_paid(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    room = against_the_clock()
    match = room.match().id
    room.engine.tick()
    storage = deepcopy(room.storage)
    storage.submit(Journal(10**6, room.clock.ms, {("tabletop/tables", key_of(TABLE)): b"\x93\x01"}))
    again = Treasury(storage, room.blocks, now=room.clock.ms)
    expect(caplog, f"The record {key_of(TABLE)!r}")
    for player in ("ada", "bob"):
        again.join(player)
    for _ in range(MOST_TURNS):
        again.clock.ms += 5_000
        again.engine.tick()
    outcome = again.match().outcome
    assert outcome is not None
    (winner,) = outcome.winners
    taker = again.match().players[winner]
    assert (again.has(taker, STICK), again.has(taker, STRING), again.escrows()) == (5, 1, {})
    assert list(again.finished()) == [match]
    assert len([line for line in caplog.messages if line.startswith(f"Match {match} ends")]) == 1
