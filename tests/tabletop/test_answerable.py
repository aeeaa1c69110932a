"""A paused match that nobody resumes is answered for by who took its board away, whoever has it by then."""

import pytest

from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import EndPaused, Resign, TakeBoard
from server.tabletop.left_behind import LOOK_EVERY as TIDY_EVERY
from server.tabletop.unresumed import DAY_MS
from tests.tabletop.room import AWAY_AFTER_MS, TABLE, Room, chair
from tests.tabletop.test_pausing import ELSEWHERE, paused, second_table


def fit_and_take(room: Room, player: str) -> None:
    """A player who has been given Ada's board fits it into another table and takes it out again."""
    fit(room, player)
    room.people.places[player] = (ELSEWHERE[0] + 0.5, 64.0, ELSEWHERE[2] + 1.5)
    assert isinstance(room.ask(player, TakeBoard, ELSEWHERE), Done)
    assert room.match().owner == player


def fit(room: Room, player: str) -> None:
    """A player is given Ada's board and fits it into another table."""
    if player not in room.peers:
        room.join(player)
    room.move_slots("player:ada", f"player:{player}")
    second_table(room)
    room.use(player, ELSEWHERE)


def handed_on(room: Room, how: str) -> None:
    """The board of the paused match leaves Ada's hands, in one of these ways."""
    if how == "fitted and taken by another":
        fit_and_take(room, "eve")
    elif how == "fitted by another":
        fit(room, "eve")
    elif how == "left in a chest":
        room.move_slots("player:ada", "chest:9,64,9")
    elif how == "burnt":
        room.burn("player:ada")


@pytest.mark.parametrize(
    "how", ["kept", "fitted and taken by another", "fitted by another", "left in a chest", "burnt"]
)
def test_who_took_the_board_away_counts_as_resigned_whoever_has_it_now(how: str) -> None:
    room = paused()
    match = room.match()
    handed_on(room, how)
    room.clock.ms += 7 * DAY_MS
    assert room.refused("ada", EndPaused, match.id) == "owner_waits"
    assert isinstance(room.ask("bob", EndPaused, match.id), Done)
    outcome = room.finished()[match.id].outcome
    assert (outcome.kind, outcome.winners) == ("win", (1,))


def test_who_took_the_board_away_and_then_gave_up_the_seat_does_not_get_the_stake_back_either() -> None:
    room = paused("ada", "bob", "cy")
    match = room.match()
    handed_on(room, "fitted and taken by another")
    room.ask("ada", Resign, match.id)
    room.clock.ms += 7 * DAY_MS
    room.ask("bob", EndPaused, match.id)
    outcome = room.finished()[match.id].outcome
    scores = room.scores(match)
    assert outcome.winners == ((1,) if scores[1] > scores[2] else (2,) if scores[2] > scores[1] else ())
    assert outcome.kind != "none"


def test_a_match_resumed_and_paused_again_asks_who_paused_it_last() -> None:
    room = paused()
    fit(room, "bob")
    for side, player in enumerate(("ada", "bob")):
        room.use(player, chair(side, ELSEWHERE))
    assert room.match().running
    room.people.places["bob"] = (ELSEWHERE[0] + 0.5, 64.0, ELSEWHERE[2] + 1.5)
    room.ask("bob", TakeBoard, ELSEWHERE)
    match = room.match()
    assert match.paused
    room.clock.ms += 7 * DAY_MS
    assert room.refused("bob", EndPaused, match.id) == "owner_waits"
    room.ask("ada", EndPaused, match.id)
    assert room.finished()[match.id].outcome.winners == (0,)


def test_an_opponent_who_was_handed_the_board_may_end_the_match_of_who_took_it_away() -> None:
    room = paused()
    match = room.match()
    fit_and_take(room, "bob")
    room.clock.ms += 7 * DAY_MS
    room.ask("bob", EndPaused, match.id)
    assert room.finished()[match.id].outcome.winners == (1,)


def test_a_board_that_the_table_sent_away_is_answered_for_by_its_owner_whoever_has_it_now() -> None:
    room = Room()
    room.start("ada", "bob")
    for player in ("ada", "bob"):
        room.leave(player)
    for wait in (0, AWAY_AFTER_MS):
        room.clock.ms += wait
        for _ in range(TIDY_EVERY):
            room.engine.tick()
    assert room.match().answerable == "ada"


def test_an_operator_who_takes_out_the_board_leaves_its_owner_to_answer_for_it() -> None:
    room = Room()
    room.start("ada", "bob")
    room.join("op")
    room.people.operators.add("op")
    room.ask("op", TakeBoard, TABLE)
    assert room.match().answerable == "ada"


def test_who_paused_a_match_still_answers_for_it_when_somebody_who_does_not_play_pauses_it_again() -> None:
    room = paused()
    match = room.match()
    fit(room, "eve")
    for side, player in enumerate(("ada", "bob")):
        room.use(player, chair(side, ELSEWHERE))
    assert room.match().running
    room.people.places["eve"] = (ELSEWHERE[0] + 0.5, 64.0, ELSEWHERE[2] + 1.5)
    assert isinstance(room.ask("eve", TakeBoard, ELSEWHERE), Done)
    told = [message.text for message in room.peers["bob"].heard if isinstance(message, Notice)]
    assert told[-1].endswith("If nobody resumes it, Ada counts as resigned.")
    room.clock.ms += 7 * DAY_MS
    assert room.refused("ada", EndPaused, match.id) == "owner_waits"
    room.ask("bob", EndPaused, match.id)
    outcome = room.finished()[match.id].outcome
    assert (outcome.kind, outcome.winners) == ("win", (1,))
