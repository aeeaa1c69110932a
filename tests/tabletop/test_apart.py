"""What goes wrong with one match stays with it: the clocks, bots and people of all other tables go on."""

import logging
from typing import Any

import pytest

from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Act, Ready, SetRule
from server.tabletop.farkle import Farkle
from server.tabletop.game import Step
from tests.tabletop.room import TABLE, Room, chair
from tests.tabletop.test_pausing import ELSEWHERE, second_table

TICKS = 10
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
    faults = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert len(faults) == 1
    assert broken in faults[0].getMessage()
    caplog.clear()
