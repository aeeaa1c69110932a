"""What is stored of a match, and a match played again from its log."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.rules import RULE_SETS, Match, RecordError, events
from server.rules.clocks import Idle, MatchTimer
from server.rules.events import AnyEvent, Kept, Rolled
from tests.rules.driver import Table
from tests.support.plain_msgpack import pack, unpack

STORED = Path(__file__).with_name("stored")


def busy_table() -> Table:
    """A match with a bit of everything in it."""
    rules = RULE_SETS["farkle_board"].with_house_rules(
        clock=MatchTimer(60, 30), goal=2_000, streak_penalty={"farkles": 2, "points": 500}
    )
    table = Table(rules, seats=4, now=7).open(3, 3, 1, 2).open(5, 4).farkle().score(600).pause(20_000).leave(3)
    return table.resume(30_000).roll(1, 1, 5, 2, 3, 4).keep(0, 1)


def test_a_match_survives_json_and_msgpack() -> None:
    match = busy_table().match
    plain = match.to_dict()
    assert plain["version"] == 1
    assert Match.from_dict(json.loads(json.dumps(plain))) == match
    packed = pack(plain)
    assert Match.from_dict(unpack(packed)) == match
    assert pack(Match.from_dict(unpack(packed)).to_dict()) == packed


def test_a_match_played_again_from_its_log_is_the_same_byte_for_byte() -> None:
    table = busy_table().advance(10**6)
    log = [events.from_dict(unpack(pack(events.to_dict(event)))) for event in table.log]
    assert log == table.log
    again = Match.replay(table.match.rules, table.names, log, now=7)
    assert pack(again.to_dict()) == pack(table.match.to_dict())


def test_a_stored_match_without_clock_fields_has_no_clock() -> None:
    plain = Table(RULE_SETS["classic"]).make(300).match.to_dict()
    del plain["rules"]["clock"], plain["deadlines"], plain["held"]
    for seat in plain["seats"]:
        del seat["time_left"], seat["out_of_time"]
    match = Match.from_dict(plain)
    assert (match.rules.clock, match.deadline, match.turn.points) == (Idle(seconds=None), None, 300)
    assert match.advance(10**12)[0] is match


def test_a_match_of_the_first_schema_version_still_loads_and_plays_on() -> None:
    plain = json.loads((STORED / "match_version_1.json").read_text())
    match = Match.from_dict(plain)
    assert holds(match.to_dict(), plain)
    assert (match.phase, match.turn.points, match.scores) == ("to_decide", 200, (0, 600, 0, 0))
    assert match.advance(10**7)[0].phase == "over"


def holds(now: Any, before: Any) -> bool:
    """Whether a record has all that it had before; fields may have come since."""
    if isinstance(before, dict):
        return all(field in now and holds(now[field], value) for field, value in before.items())
    if isinstance(before, list):
        return len(now) == len(before) and all(map(holds, now, before))
    return bool(now == before)


@pytest.mark.parametrize("version", [0, 2, "1", None])
def test_a_match_of_an_unknown_version_is_refused(version: object) -> None:
    plain = {**Table(RULE_SETS["classic"]).match.to_dict(), "version": version}
    with pytest.raises(RecordError, match="schema version"):
        Match.from_dict(plain)


@pytest.mark.parametrize(("field", "value"), [("phase", "dancing"), ("seats", 3), ("turn", {}), ("rules", None)])
def test_a_match_that_cannot_be_read_is_refused_saying_where(field: str, value: object) -> None:
    plain: dict[str, Any] = {**Table(RULE_SETS["classic"]).match.to_dict(), field: value}
    with pytest.raises(RecordError, match=field):
        Match.from_dict(plain)


def test_an_event_that_is_none_is_refused() -> None:
    with pytest.raises(msgspec.ValidationError):
        events.from_dict({"event": "danced", "at": 3})


def tampered(log: list[AnyEvent]) -> dict[str, list[AnyEvent]]:
    """Logs in which something has been changed, by what it is."""
    rolled = next(i for i, event in enumerate(log) if isinstance(event, Rolled) and len(event.dice) == 6)
    kept = next(i for i, event in enumerate(log) if isinstance(event, Kept))
    better = Kept(log[kept].at, 1, (0, 1, 2), (), 10_000, 10_000)
    return {
        "a die changed": [*log[:rolled], Rolled(log[rolled].at, 0, (1,) * 6), *log[rolled + 1 :]],
        "points changed": [*log[:kept], better, *log[kept + 1 :]],
        "an event left out": [*log[:rolled], *log[rolled + 1 :]],
        "cut in the middle of a step": log[: rolled + 2],
        "begins with a consequence": log[rolled + 1 :],
    }


@pytest.mark.parametrize("what", tampered(busy_table().log))
def test_a_log_that_the_rules_do_not_make_is_refused(what: str) -> None:
    table = busy_table()
    log = tampered(table.log)[what]
    with pytest.raises(RecordError):
        Match.replay(table.match.rules, table.names, log, now=7)


def test_a_match_cannot_be_changed() -> None:
    match = Table(RULE_SETS["classic"]).match
    with pytest.raises(AttributeError, match="immutable"):
        match.phase = "over"  # type: ignore[misc]
