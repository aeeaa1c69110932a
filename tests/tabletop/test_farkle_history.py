"""The history of a match of Farkle: every turn while there are few, bounded and thinned out evenly when many."""

from itertools import pairwise
from typing import Any

import msgspec
import pytest

from server.rules import events
from server.tabletop.farkle import Farkle
from server.tabletop.farkle_history import MOST_ENTRIES, History
from server.tabletop.game import Rules

SECOND = 1_000


def rules(**changes: object) -> Rules:
    present: Rules = {}
    for name, value in {"rule_set": "classic", **{name.replace("__", "."): v for name, v in changes.items()}}.items():
        present = Farkle.changed(present, name, value)  # type: ignore[arg-type]
    return present


def unlucky(count: int) -> tuple[int, ...]:
    return (2, 2, 3, 3, 4, 6)[:count]


def farkle(seats: int = 2, **changes: object) -> Farkle:
    game = Farkle.start(rules(**changes), ("Ada", "Bob", "Cy", "Dee")[:seats], 0, 0, unlucky).game
    assert isinstance(game, Farkle)
    return game


def turns(game: Farkle, count: int) -> Farkle:
    """So many turns on, each of which farkles."""
    for _ in range(count):
        assert game.to_move is not None
        after = game.act(game.to_move, "roll", (), 0, unlucky).game
        assert isinstance(after, Farkle)
        game = after
    return game


def test_several_turns_that_end_in_one_step_have_an_entry_each() -> None:
    game = farkle(3, clock="turn_clock", clock__seconds=5)
    assert game.advance(21 * SECOND).game.view(0).history == ((0, 0, 0),) * 4


def test_each_entry_has_the_scores_as_they_were_after_its_turn() -> None:
    at = 1_000
    banks: list[tuple[events.AnyEvent, events.AnyEvent]] = [
        (events.Banked(at, 0, 300, 300, 300), events.TurnEnded(at, 0, "banked", 0)),
        (events.Penalised(at, 1, 1_000, -800), events.TurnEnded(at, 1, "farkle", 0)),
        (events.TimedOut(at, 2, "turn_clock"), events.TurnEnded(at, 2, "timeout", 50)),
    ]
    after = History().after((0, 200, 0), [event for turn in banks for event in turn])
    assert after.entries == ((300, 200, 0), (300, -800, 0), (300, -800, 0))


def test_every_turn_has_an_entry_until_there_are_too_many_and_then_every_second_one() -> None:
    history = History()
    for turn in range(1, MOST_ENTRIES + 1):
        history = ended(history, turn)
    assert history.entries == tuple((turn,) for turn in range(1, MOST_ENTRIES + 1))
    history = ended(history, MOST_ENTRIES + 1)
    assert history.entries == tuple((turn,) for turn in range(2, MOST_ENTRIES + 1, 2))
    assert history.told((MOST_ENTRIES + 1,))[-1] == (MOST_ENTRIES + 1,)


def test_however_many_turns_there_are_the_entries_are_bounded_evenly_spaced_and_end_with_the_present() -> None:
    history = History()
    for turn in range(1, 10_001):
        history = ended(history, turn)
        told = history.told((turn,))
        assert len(told) <= MOST_ENTRIES + 1
        assert told[-1] == (turn,)
    turns = [0, *(turn for (turn,) in history.entries)]
    assert {after - before for before, after in pairwise(turns)} == {history.every}
    assert len(history.entries) >= MOST_ENTRIES // 2


def ended(history: History, score: int) -> History:
    """The history after a turn that brings the only seat to this score."""
    return history.after((score - 1,), (events.Banked(0, 0, 1, 1, score), events.TurnEnded(0, 0, "banked", 0)))


def test_what_is_stored_of_a_match_does_not_grow_with_its_length() -> None:
    young = turns(farkle(4, streak_penalty=False), 2 * MOST_ENTRIES)
    old = turns(young, 2_000)
    sizes = [len(msgspec.msgpack.encode(game.to_dict())) for game in (young, old)]
    assert sizes[1] <= sizes[0] + 64, "larger numbers, no more of them"


@pytest.mark.parametrize("count", [3, 90_000])
def test_a_match_stored_with_its_whole_history_is_read_and_bounded(count: int) -> None:
    plain: dict[str, Any] = farkle(streak_penalty=False).to_dict()
    del plain["course"]
    plain["history"] = [[turn, 2 * turn] for turn in range(1, count + 1)]
    game = Farkle.from_dict(plain)
    assert game.history.turns == count
    assert len(game.history.entries) == min(count, len(game.history.entries), MOST_ENTRIES)
    assert game.history.entries[0] == (game.history.every, 2 * game.history.every)
    assert Farkle.from_dict(game.to_dict()) == game
    assert turns(game, 1).history.turns == count + 1
