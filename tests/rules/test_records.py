"""What is stored of a match, and a match played again from its log."""

import json
import random
from pathlib import Path
from typing import Any

import msgspec
import pytest

from server.rules import RULE_SETS, Bank, Keep, Match, RecordError, Roll, events
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


def nested(depth: int) -> list[Any]:
    """Lists in lists."""
    plain: list[Any] = []
    for _ in range(depth):
        plain = [plain]
    return plain


@pytest.mark.parametrize(
    "plain", [[], None, "match", 7, 1.5, b"match", (), set(), nested(10_000), {}, {1: 2}, {"version": nested(10_000)}]
)
def test_what_is_no_match_at_all_is_refused_as_one_that_cannot_be_read(plain: object) -> None:
    with pytest.raises(RecordError):
        Match.from_dict(plain)


def mutated(plain: Any, chance: random.Random) -> Any:
    """The same plain data with one value somewhere in it replaced, taken away or put in."""
    if chance.random() < 0.15 or not isinstance(plain, dict | list) or not plain:
        return chance.choice([None, -1, 0, 1, 5, 99, 2**70, 0.5, True, "over", "to_keep", [], [7], {}, nested(2_000)])
    after: Any = plain.copy()
    key = chance.choice(list(plain)) if isinstance(plain, dict) else chance.randrange(len(plain))
    if chance.random() < 0.15:
        del after[key]
    else:
        after[key] = mutated(plain[key], chance)
    return after


@pytest.mark.parametrize("seed", range(8))
def test_a_damaged_match_is_refused_or_can_be_played_to_its_end(seed: int) -> None:
    """Nothing but RecordError comes of it; and what is read as a match is one."""
    chance, whole = random.Random(seed), busy_table().match.to_dict()
    for _ in range(150):
        try:
            match = Match.from_dict(mutated(whole, chance))
        except RecordError:
            continue
        assert Match.from_dict(match.to_dict()) == match
        assert played_on(match).phase == "over"


def played_on(match: Match) -> Match:
    """A match whose seats bank what they can as soon as they can, or leave where they cannot go on."""
    if match.phase == "paused":
        match, _ = match.resume(match.time)
    for _ in range(400):
        match, _ = match.advance(match.time)
        if match.phase == "over":
            break
        seat, roll = match.turn.seat, Roll((1, 1, 1, 1, 1, 1)[: match.turn.dice_to_roll])
        if match.phase == "to_keep":
            match, _ = match.act(seat, Keep(match.options()[0].positions), match.time)
        elif match.refusal(seat, Bank) is None:
            match, _ = match.act(seat, Bank(), match.time)
        elif match.phase == "opening":
            match, _ = match.remove(match.eligible[0], "resigned", match.time)
        else:
            match, _ = match.act(seat, roll, match.time)
    return match.advance(match.time + 10**9)[0]
