"""How the dice are sealed before the first roll: nobody steers them, and nobody holds the others up."""

from copy import deepcopy

import pytest

from server.shared.fair_dice import commitment, roll
from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.tabletop import (
    AskCommitment,
    AskDice,
    AskReveal,
    Board,
    MatchDice,
    PlayAlone,
    Ready,
    Resign,
    Reveal,
    SetRule,
    TakeBoard,
)
from server.storage.records import unpack
from server.tabletop.starting import ABORTED_MS, MOST_ABORTED, REVEAL_MS, AbortedRecord
from tests.support.engine import Peer
from tests.tabletop.room import TABLE, Room, chair

MINE, YOURS = bytes(range(32)), bytes(range(32, 64))


@pytest.fixture
def room() -> Room:
    """Ada and Bob at Ada's board; their clients answer nothing by themselves."""
    room = Room()
    room.seat("ada", "bob")
    room.silent = {"ada", "bob"}
    return room


def asked(room: Room, player: str) -> list[AskReveal]:
    """Every reveal that a player was asked for."""
    return [message for message in room.peers[player].heard if isinstance(message, AskReveal)]


def ready(room: Room, mine: bytes = MINE, yours: bytes = YOURS) -> AskReveal:
    """Both are ready with these bytes; returns what Ada is asked then."""
    for player, value in (("ada", mine), ("bob", yours)):
        assert isinstance(room.ask(player, Ready, TABLE, True, None, commitment(value)), Done)
    return asked(room, "ada")[-1]


def aborted(room: Room) -> list[AbortedRecord]:
    room.engine.tick()
    return [unpack(packed, AbortedRecord) for name, packed in room.storage.logs if name == "tabletop/aborted_starts"]


def test_all_commitments_and_the_servers_seal_are_published_before_anything_is_revealed(room: Room) -> None:
    told = ready(room)
    assert told.players == ("ada", "bob")
    assert told.commitments == (commitment(MINE), commitment(YOURS))
    assert asked(room, "bob") == [told]
    view = room.view("ada")
    assert (view.phase, view.starting, view.status) == (
        "lobby",
        REVEAL_MS,
        "Everybody is ready: the match begins…",
    )


def test_the_match_begins_with_the_last_part_and_every_die_follows_from_all_of_them(room: Room) -> None:
    told = ready(room)
    room.ask("ada", Reveal, told.match, MINE)
    assert room.view("ada").phase == "lobby"
    room.ask("bob", Reveal, told.match, YOURS)
    view, match = room.view("ada"), room.match()
    assert (view.match, view.phase) == (told.match, "to_roll")
    assert view.fair is not None
    assert (view.fair.seal, view.fair.commitments) == (told.seal, told.commitments)
    assert (view.fair.secret, view.fair.contributions) == (b"", ()), "not before the result"
    assert commitment(match.secret) == told.seal
    rolls = [tuple(faces) for faces in match.rolled]
    assert rolls == [
        roll(match.secret, match.id, number, len(faces), (MINE, YOURS)) for number, faces in enumerate(rolls)
    ]
    assert view.fair.rolls == len(rolls) >= 2, "the opening's rolls count"


def test_who_reveals_nothing_in_time_is_ready_no_more_and_the_others_start_over_with_fresh_values(room: Room) -> None:
    told = ready(room)
    room.ask("ada", Reveal, told.match, MINE)
    room.clock.ms += REVEAL_MS
    room.engine.tick()
    view = room.view("ada")
    assert [seat.ready for seat in view.seats[:2]] == [True, False]
    assert view.starting is None
    assert isinstance(room.peers["ada"].heard[-1], AskCommitment | Board)
    assert any(isinstance(message, AskCommitment) for message in room.peers["ada"].heard)
    assert not any(isinstance(message, AskCommitment) for message in room.peers["bob"].heard)
    room.ask("bob", Ready, TABLE, True, None, commitment(b"2" * 32))
    assert len(asked(room, "bob")) == 1, "Ada's commitment is spent"
    room.ask("ada", Ready, TABLE, True, None, commitment(b"1" * 32))
    again = asked(room, "bob")[-1]
    assert again.match != told.match
    assert again.seal != told.seal
    assert again.commitments == (commitment(b"1" * 32), commitment(b"2" * 32))


def test_who_reveals_other_bytes_is_ready_no_more(room: Room) -> None:
    told = ready(room)
    assert room.refused("bob", Reveal, told.match, MINE) == "other_bytes"
    assert [seat.ready for seat in room.view("ada").seats[:2]] == [True, False]
    assert room.refused("bob", Reveal, told.match, YOURS) == "no_start"
    (record,) = aborted(room)
    assert (record.blamed, record.start.match) == (("bob",), told.match)


def test_aborted_starts_are_logged_with_all_they_were_made_of_and_counted_in_the_match(room: Room) -> None:
    told = ready(room)
    room.ask("ada", Reveal, told.match, MINE)
    room.clock.ms += REVEAL_MS
    (record,) = aborted(room)
    assert record.start.revealed == {"ada": MINE}
    assert commitment(record.start.secret) == told.seal
    again = ready(room)
    room.ask("ada", Reveal, again.match, MINE)
    room.ask("bob", Reveal, again.match, YOURS)
    fair = room.view("ada").fair
    assert fair is not None
    assert fair.aborted == 1


@pytest.mark.parametrize("how", ["not_ready", "rules", "board", "away"])
def test_a_change_at_the_table_ends_the_start_and_nothing_is_played(room: Room, how: str) -> None:
    told = ready(room)
    if how == "not_ready":
        room.ask("bob", Ready, TABLE, False)
    elif how == "rules":
        room.ask("ada", SetRule, TABLE, "goal", 2_000)
    elif how == "board":
        room.ask("ada", TakeBoard, TABLE)
    else:
        room.leave("bob")
    answer = room.ask("ada", Reveal, told.match, MINE)
    assert isinstance(answer, Refused)
    assert answer.code in ("stale", "no_start")
    room.engine.tick()
    assert len(aborted(room)) == 1
    assert not room.engine.model.rows(room.matches)


def test_a_reveal_counts_once_and_only_from_who_was_asked(room: Room) -> None:
    told = ready(room)
    room.join("cy")
    assert room.refused("cy", Reveal, told.match, MINE) == "no_start"
    room.ask("ada", Reveal, told.match, MINE)
    assert room.refused("ada", Reveal, told.match, MINE) == "revealed_already"
    assert room.refused("ada", Reveal, "f" * 32, MINE) == "no_start"


def test_a_ready_mark_said_twice_does_not_disturb_the_start(room: Room) -> None:
    told = ready(room)
    assert isinstance(room.ask("ada", Ready, TABLE, True, None, commitment(b"3" * 32)), Done)
    room.ask("ada", Reveal, told.match, MINE)
    room.ask("bob", Reveal, told.match, YOURS)
    assert room.view("ada").match == told.match


def test_a_ready_mark_without_a_commitment_is_refused_since_its_dice_could_not_be_checked(room: Room) -> None:
    peer: Peer = room.peers["ada"]
    for message in (Ready(900, TABLE, True), Ready(901, TABLE, True, None, b"short"), PlayAlone(902, TABLE)):
        peer.ask(message)
        (answer,) = (heard for heard in peer.heard if isinstance(heard, Refused) and heard.n == message.n)
        assert answer.code in ("no_commitment", "not_alone")
    peer.ask(Ready(903, TABLE, False))
    assert Done(903) in peer.heard, "taking one back needs none"


def test_alone_the_player_adds_to_the_dice_and_bots_add_nothing() -> None:
    room = Room()
    room.seat("ada")
    room.ask("ada", SetRule, TABLE, "bot.2", "steady")
    room.silent = {"ada"}
    assert isinstance(room.ask("ada", PlayAlone, TABLE, commitment(MINE)), Done)
    (told,) = asked(room, "ada")
    assert (told.players, told.commitments) == (("ada", "bot:3"), (commitment(MINE), b""))
    room.ask("ada", Reveal, told.match, MINE)
    assert room.match().contributions == (MINE, b"")
    assert room.view("ada").match == told.match


def test_a_start_alone_that_is_not_revealed_leaves_the_lobby_as_it_was() -> None:
    room = Room()
    room.seat("ada")
    room.silent = {"ada"}
    room.ask("ada", PlayAlone, TABLE)
    room.clock.ms += REVEAL_MS
    room.engine.tick()
    assert (room.view("ada").phase, room.view("ada").starting) == ("lobby", None)
    room.silent = set()
    room.ask("ada", PlayAlone, TABLE)
    assert room.view("ada").phase != "lobby"


def test_a_start_that_a_crash_cut_short_is_given_up(room: Room) -> None:
    told = ready(room)
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks, now=room.clock.ms)
    again.join("ada")
    again.clock.ms += REVEAL_MS
    again.engine.tick()
    assert again.refused("ada", Reveal, told.match, MINE) == "no_start"
    assert not again.engine.model.rows(again.matches)


@pytest.mark.parametrize("how", ["played", "resigned", "paused and resumed after a crash"])
def test_after_the_result_everything_is_open_to_all(how: str) -> None:
    room = Room()
    room.start("ada", "bob")
    match = room.match()
    assert room.refused("bob", AskDice, match.id) == "not_over"
    if how == "played":
        room.play_on("ada")
    elif how == "resigned":
        room.ask("bob", Resign, match.id)
    else:
        room.play_on("ada", until_over=False)
        room.engine.tick()
        before, room = room.match(), Room(deepcopy(room.storage), room.blocks, now=room.clock.ms)
        for player in ("ada", "bob"):
            room.join(player)
        assert (room.match().secret, room.match().contributions) == (before.secret, before.contributions)
        room.play_on("ada")
    room.join("cy")
    told = room.ask("cy", AskDice, match.id)
    assert isinstance(told, MatchDice)
    assert (told.secret, told.contributions) == (match.secret, match.contributions)
    assert told.rolls == tuple(
        roll(match.secret, match.id, number, len(faces), match.contributions) for number, faces in enumerate(told.rolls)
    )
    fair = room.view("ada").fair
    assert fair is not None
    assert (fair.secret, fair.contributions) == (match.secret, match.contributions)


@pytest.mark.parametrize("how", ["withheld", "taken back"])
def test_a_table_rests_after_too_many_starts_that_came_to_nothing_and_plays_after_that(room: Room, how: str) -> None:
    for number in range(MOST_ABORTED):
        assert not room.view("ada").match
        ready(room)
        if how == "withheld":
            room.clock.ms += REVEAL_MS
            room.engine.tick()
        else:
            room.ask("bob", Ready, TABLE, False)
        assert len(aborted(room)) == number + 1
    assert not any(seat.ready for seat in room.view("ada").seats), "nobody is left waiting without knowing"
    for player in ("ada", "bob"):
        answer = room.ask(player, Ready, TABLE, True)
        assert isinstance(answer, Refused)
        assert answer.code == "too_many_starts"
        assert any(
            isinstance(told, Notice) and "5 starts came to nothing" in told.text for told in room.peers[player].heard
        )
    room.clock.ms += ABORTED_MS
    again = ready(room)
    room.ask("ada", Reveal, again.match, MINE)
    room.ask("bob", Reveal, again.match, YOURS)
    view = room.view("ada")
    assert (view.match, view.phase) == (again.match, "to_roll")
    assert view.fair is not None
    assert view.fair.aborted == MOST_ABORTED


def test_who_sits_down_in_the_middle_of_a_start_ends_it_and_has_a_part_in_the_next(room: Room) -> None:
    told = ready(room)
    room.ask("ada", Reveal, told.match, MINE)
    room.join("cy")
    room.use("cy", chair(2))
    assert room.refused("bob", Reveal, told.match, YOURS) in ("stale", "no_start")
    assert not room.engine.model.rows(room.matches)
    room.silent = set()
    room.all_ready("ada", "bob", "cy")
    match = room.match()
    assert match.players == ("ada", "bob", "cy")
    assert all(len(part) == 32 for part in match.contributions)
    assert match.contributions[0] != MINE, "what was revealed once is not used again"


def test_a_client_that_is_ready_anew_is_so_only_for_the_rules_it_had_seen(room: Room) -> None:
    ready(room)
    room.ask("bob", Ready, TABLE, False)
    again = [message for message in room.peers["ada"].heard if isinstance(message, AskCommitment)][-1]
    room.ask("ada", SetRule, TABLE, "goal", 500)
    assert room.refused("ada", Ready, again.table, True, again.revision) == "stale"
    assert not any(seat.ready for seat in room.view("ada").seats)


def start_taken_back(room: Room) -> None:
    """Both are ready, and Ada changes her mind twice while the dice are sealed: everybody's commitment is spent."""
    ready(room)
    room.ask("ada", Ready, TABLE, False)
    room.ask("ada", Ready, TABLE, True)


def test_who_does_not_commit_anew_in_time_is_ready_no_more_and_everybody_hears_why(room: Room) -> None:
    start_taken_back(room)
    view = room.view("ada")
    assert [seat.ready for seat in view.seats[:2]] == [True, True]
    assert view.status == "Nothing started. Waiting for Bob to add to the dice once more."
    room.clock.ms += REVEAL_MS - 1
    room.engine.tick()
    assert room.view("ada").seats[1].ready
    room.clock.ms += 1
    room.engine.tick()
    view = room.view("ada")
    assert [seat.ready for seat in view.seats[:2]] == [True, False]
    assert view.status == "Waiting for Bob to be ready."
    told = "Bob did not add to the dice anew within 5 s, and is not ready any more."
    for player in ("ada", "bob"):
        assert [heard.text for heard in room.peers[player].heard if isinstance(heard, Notice)] == [told]
    room.silent = set()
    room.ask("bob", Ready, TABLE, True)
    assert room.view("ada").phase == "to_roll", "Ada's commitment has waited"


def test_whose_client_commits_anew_in_time_keeps_the_mark(room: Room) -> None:
    start_taken_back(room)
    room.silent = set()
    asking = [message for message in room.peers["bob"].heard if isinstance(message, AskCommitment)][-1]
    room.ask("bob", Ready, TABLE, True, asking.revision)
    room.clock.ms += REVEAL_MS
    room.engine.tick()
    assert room.view("ada").phase == "to_roll"


def test_a_rematch_waits_no_longer_for_a_fresh_commitment_either() -> None:
    room = Room()
    room.start("ada", "bob")
    room.ask("bob", Resign, room.match().id)
    room.silent = {"ada", "bob"}
    start_taken_back(room)
    room.clock.ms += REVEAL_MS
    room.engine.tick()
    assert [seat.ready for seat in room.view("ada").seats] == [True, False]
