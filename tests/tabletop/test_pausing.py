"""A match leaves the table with its board and comes back with it, once, whatever happens to the board meanwhile."""

from copy import deepcopy

import pytest

from server.engine.changes import Refusal
from server.shared.content import FARKLE_BOARD
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import (
    Act,
    AskBoard,
    AskPaused,
    Board,
    Dissolve,
    EndPaused,
    PausedMatch,
    PausedMatches,
    Ready,
    Resign,
    SetRule,
    TakeBoard,
)
from server.tabletop.left_behind import LOOK_EVERY as TIDY_EVERY
from server.tabletop.unresumed import DAY_MS
from tests.tabletop.room import AWAY_AFTER_MS, TABLE, Room, chair

ELSEWHERE = (12, 64, 4)
SECOND = 1_000


def paused(*players: str, rules: tuple[tuple[str, object], ...] = ()) -> Room:
    """A match some actions old, its board taken out by the first player."""
    room = Room()
    room.seat(*(players or ("ada", "bob")))
    for name, value in rules:
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.all_ready(*(players or ("ada", "bob")))
    for _ in range(8):
        room.play_on("ada", until_over=False)
    assert isinstance(room.ask("ada", TakeBoard, TABLE), Done)
    return room


def second_table(room: Room) -> None:
    room.put(ELSEWHERE, "voxtable:birch_small_game_table[board=none]")
    room.furnish_chairs("birch", table=ELSEWHERE)


def carried(room: Room, holder: str = "player:ada") -> Stack:
    """The board with data in a holder."""
    (board,) = (stack for stack in room.slots(holder) if stack is not None and stack.data)
    return board


def listed(room: Room, player: str) -> tuple[PausedMatch, ...]:
    answer = room.ask(player, AskPaused)
    assert isinstance(answer, PausedMatches)
    return answer.matches


def reason(match: PausedMatch, action: str) -> str:
    return next(one.reason for one in match.actions if one.name == action)


def test_taking_the_board_of_a_running_match_pauses_it_and_the_board_tells_of_it() -> None:
    room = Room()
    view = room.start("ada", "bob")
    room.ask("ada", TakeBoard, TABLE)
    assert dict(carried(room).data) == {
        "date": "1970-01-01",
        "match": view.match,
        "players": "Ada, Bob",
        "score": "0 : 0",
        "title": "Farkle Board",
    }
    assert "paused" in [event.kind for event in room.events("bob")]
    assert "The match is paused" in [each.text for each in room.peers["bob"].heard if isinstance(each, Notice)][-1]
    assert [message for message in room.peers["bob"].heard if isinstance(message, Board)][-1].view is None
    assert room.refused("ada", Act, view.match, view.step, (), "roll") == "stale"


def test_a_board_that_carries_a_match_stacks_with_none() -> None:
    room = Room()
    room.start("ada", "bob")
    room.give_board("ada", 2)
    room.ask("ada", TakeBoard, TABLE)
    counts = [(stack.count, bool(stack.data)) for stack in room.slots("player:ada") if stack is not None]
    assert counts == [(2, False), (1, True)]


def test_only_the_owner_pauses_a_match() -> None:
    room = Room()
    room.start("ada", "bob")
    assert room.refused("bob", TakeBoard, TABLE) == "not_owner"
    assert room.view("bob").phase == "to_roll"


def test_fitted_into_another_table_it_goes_on_when_all_its_players_sit_there_on_any_chairs() -> None:
    room = paused("ada", "bob", "cy")
    second_table(room)
    before = room.match()
    room.use("ada", ELSEWHERE)
    view = room.view_of("ada", ELSEWHERE)
    assert (view.phase, view.status) == ("paused", "The match is paused. It goes on when Ada, Bob and Cy sit down.")
    for player, side in (("cy", 0), ("ada", 2)):
        room.use(player, chair(side, ELSEWHERE))
    view = room.view_of("ada", ELSEWHERE)
    assert (view.phase, view.status) == ("paused", "The match is paused. It goes on when Bob sits down.")
    room.use("bob", chair(3, ELSEWHERE))
    view = room.view_of("ada", ELSEWHERE)
    assert [(seat.player, seat.side) for seat in view.seats] == [("ada", 2), ("bob", 3), ("cy", 0)]
    assert view.match == before.id
    assert view.phase in ("to_roll", "to_keep", "to_decide")
    assert [seat.score for seat in view.seats] == list(room.scores(before))
    assert view.turn is not None
    assert isinstance(room.ask(view.seats[view.turn.seat].player, Resign, view.match), Done), (
        "it is played on like any other"
    )


def test_a_resumed_match_has_the_dice_it_would_have_had() -> None:
    room = Room()
    room.start("ada", "bob")
    for _ in range(8):
        room.play_on("ada", until_over=False)
    room.engine.tick()
    undisturbed = Room(deepcopy(room.storage), deepcopy(room.blocks))
    for player in ("ada", "bob"):
        undisturbed.join(player)
    room.ask("ada", TakeBoard, TABLE)
    room.use("ada", TABLE)
    room.engine.tick()
    assert room.play_on("ada").result == undisturbed.play_on("ada").result


def test_bots_are_at_the_table_wherever_it_goes_on() -> None:
    room = Room(settings={"bot_seconds": 60.0})
    room.seat("ada")
    room.ask("ada", SetRule, TABLE, "bot.2", "steady")
    room.all_ready("ada")
    room.ask("ada", TakeBoard, TABLE)
    second_table(room)
    room.use("ada", ELSEWHERE)
    room.use("ada", chair(2, ELSEWHERE))
    view = room.view_of("ada", ELSEWHERE)
    assert view.phase == "to_roll"
    assert sorted((seat.player, seat.side) for seat in view.seats) == [("ada", 2), ("bot:3", 0)]


def test_the_clocks_stand_while_it_is_paused() -> None:
    room = paused(rules=(("clock", "time_bank"), ("clock.seconds", 100)))
    left = [seat.time_left for seat in room.match_view().seats]
    room.clock.ms += 3_600 * SECOND
    room.settle()
    room.use("ada", TABLE)
    view = room.view("ada")
    assert [seat.time_left for seat in view.seats] == left
    assert view.phase != "paused", "both still sit"


def test_a_stranger_does_not_take_a_seat_of_a_paused_match() -> None:
    room = paused()
    second_table(room)
    room.join("cy")
    room.use("ada", ELSEWHERE)
    with pytest.raises(Refusal) as refusal:
        room.use("cy", chair(0, ELSEWHERE))
    assert refusal.value.code == "match_running"
    assert room.refused("cy", SetRule, ELSEWHERE, "goal", 500) == "match_paused"


def test_a_board_given_away_brings_the_match_to_whoever_fits_it() -> None:
    room = paused()
    room.move_slots("player:ada", "player:bob")
    second_table(room)
    room.use("bob", ELSEWHERE)
    assert room.view_of("ada", ELSEWHERE).owner == "bob"
    assert room.view_of("ada", ELSEWHERE).phase == "paused"


def test_breaking_the_own_table_pauses_the_match_with_the_board_in_hand() -> None:
    room = Room()
    view = room.start("ada", "bob")
    with pytest.raises(Refusal):
        room.break_block("bob", TABLE)
    room.break_block("ada", TABLE)
    assert dict(carried(room).data)["match"] == view.match
    assert not room.people.seated
    assert room.refused("ada", Act, view.match, view.step, (), "roll") == "stale"
    second_table(room)
    room.use("ada", ELSEWHERE)
    assert room.view_of("bob", ELSEWHERE).match == view.match


def test_a_match_is_paused_and_resumed_over_restarts() -> None:
    room = paused()
    match = room.match().id
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks)
    for player in ("ada", "bob"):
        again.join(player)
    again.use("ada", TABLE)
    again.engine.tick()
    third = Room(deepcopy(again.storage), again.blocks)
    for side, player in enumerate(("ada", "bob")):
        third.join(player)
        third.use(player, chair(side))
    view = third.view("ada")
    assert (view.match, view.phase == "paused") == (match, False)
    assert third.play_on("ada").phase == "result"


def test_a_match_over_leaves_a_plain_board() -> None:
    room = paused()
    room.use("ada", TABLE)
    room.play_on("ada")
    room.ask("ada", TakeBoard, TABLE)
    assert [stack for stack in room.slots("player:ada") if stack] == [Stack(FARKLE_BOARD, 1)]
    assert room.balanced()


def test_one_who_plays_elsewhere_meanwhile_is_waited_for() -> None:
    room = paused()
    second_table(room)
    room.give_board("bob")
    room.use("bob", ELSEWHERE)
    room.join("cy")
    for player, side in (("bob", 0), ("cy", 1)):
        room.use(player, chair(side, ELSEWHERE))
    for player in ("bob", "cy"):
        assert isinstance(room.ask(player, Ready, ELSEWHERE, True), Done), "a paused match binds nobody"
    room.use("ada", TABLE)
    room.use("bob", chair(1))
    view = room.view("ada")
    assert view.phase == "paused"
    assert view.status == "The match is paused. It goes on when its players have ended another one."
    room.ask("bob", Resign, room.view_of("bob", ELSEWHERE).match)
    room.settle()
    assert room.view("ada").phase != "paused"


def test_a_public_table_is_not_blocked_by_a_match_that_nobody_plays() -> None:
    room = Room()
    view = room.start("ada", "bob")
    for player in ("ada", "bob"):
        room.leave(player)
    for wait in (0, AWAY_AFTER_MS):
        room.clock.ms += wait
        for _ in range(TIDY_EVERY):
            room.engine.tick()
    assert dict(carried(room, "claim:ada").data)["match"] == view.match
    assert room.states[room.blocks.blocks[TABLE]].name.endswith("[board=none]")


# ------------------------------------------------------------------ boards that are lost


def test_a_destroyed_board_leaves_the_match_and_its_owner_asks_for_another_once() -> None:
    room = paused()
    match = room.match().id
    assert reason(listed(room, "ada")[0], "ask_board") == "The board of this match was not destroyed."
    assert room.refused("ada", AskBoard, TABLE, match) == "board_exists"
    room.burn("player:ada")
    assert room.boards_anywhere() == 0
    assert listed(room, "ada")[0].board == "destroyed"
    assert room.refused("bob", AskBoard, TABLE, match) == "not_owner"
    room.people.places["ada"] = (60.5, 64.0, 0.5)
    assert room.refused("ada", AskBoard, TABLE, match) == "too_far"
    assert room.refused("ada", AskBoard, ELSEWHERE, match) == "no_table"
    room.people.places["ada"] = (2.5, 64.0, 2.5)
    assert isinstance(room.ask("ada", AskBoard, TABLE, match), Done)
    assert room.refused("ada", AskBoard, TABLE, match) == "board_exists"
    assert dict(carried(room).data)["match"] == match
    room.use("ada", TABLE)
    room.engine.tick()
    assert room.view("bob").match == match
    assert room.boards_anywhere() == 1
    assert room.balanced()


# ------------------------------------------------------------------ ends that are not played


def test_all_players_together_dissolve_a_paused_match() -> None:
    room = paused("ada", "bob", "cy")
    match = room.match().id
    room.ask("ada", Dissolve, match)
    room.ask("bob", Dissolve, match)
    assert listed(room, "cy")[0].dissolving == ("ada", "bob")
    room.ask("ada", Dissolve, match, False)
    room.ask("cy", Dissolve, match)
    assert listed(room, "cy")[0].dissolving == ("bob", "cy")
    room.ask("ada", Dissolve, match)
    assert listed(room, "ada") == ()
    for player in ("ada", "bob", "cy"):
        told = [each.text for each in room.peers[player].heard if isinstance(each, Notice)]
        assert "its players called it off, and nobody wins." in told[-1]
    assert room.refused("ada", Dissolve, match) == "no_such_match"
    room.use("ada", TABLE)
    assert room.view("ada").phase == "lobby", "the board is plain again"
    assert room.balanced()


def test_a_dissolved_match_at_its_table_shows_that_nobody_won() -> None:
    room = paused()
    match = room.match().id
    second_table(room)
    room.use("ada", ELSEWHERE)
    room.ask("ada", Dissolve, match)
    assert room.view_of("bob", ELSEWHERE).dissolving == ("ada",)
    room.ask("bob", Dissolve, match)
    result = room.view_of("bob", ELSEWHERE).result
    assert result is not None
    assert (result.kind, result.winners, result.how) == ("none", (), "dissolved")


def test_only_a_paused_match_is_dissolved_and_only_by_its_players() -> None:
    room = Room()
    match = room.start("ada", "bob").match
    assert room.refused("ada", Dissolve, match) == "not_paused"
    room.ask("ada", TakeBoard, TABLE)
    room.join("cy")
    assert room.refused("cy", Dissolve, match) == "not_playing"
    assert listed(room, "cy") == ()


def test_a_player_but_not_the_owner_ends_a_match_that_is_not_resumed_and_the_best_other_wins() -> None:
    room = paused("ada", "bob", "cy")
    match = room.match()
    assert room.refused("bob", EndPaused, match.id) == "too_early"
    assert reason(listed(room, "bob")[0], "end_paused") == "A paused match may be ended in 7 days."
    room.clock.ms += 7 * DAY_MS
    assert room.refused("ada", EndPaused, match.id) == "owner_waits"
    assert isinstance(room.ask("bob", EndPaused, match.id), Done)
    outcome = room.finished()[match.id].outcome
    scores = room.scores(match)
    best = max(scores[1:])
    if scores.count(best) - (scores[0] == best) == 1:
        assert (outcome.kind, outcome.winners) == ("win", (scores.index(best, 1),))
    else:
        assert (outcome.kind, outcome.winners) == ("draw", ())


def test_an_owner_who_does_not_play_leaves_nobody_a_winner() -> None:
    room = Room()
    for player in ("ada", "bob", "cy"):
        room.join(player)
    room.place_table("cy")
    room.furnish_chairs()
    room.give_board("cy")
    room.use("cy", TABLE)
    for side, player in enumerate(("ada", "bob")):
        room.use(player, chair(side))
    room.all_ready("ada", "bob")
    match = room.view("ada").match
    room.ask("cy", TakeBoard, TABLE)
    room.clock.ms += 7 * DAY_MS
    assert room.refused("cy", EndPaused, match) == "not_playing"
    room.ask("ada", EndPaused, match)
    assert room.finished()[match].outcome.kind == "none"


def test_resigning_a_paused_match_ends_it_when_one_is_left() -> None:
    room = paused()
    match = room.match().id
    room.ask("bob", Resign, match)
    assert room.finished()[match].outcome.winners == (0,)
    assert room.boards_anywhere() == 1
    room.use("ada", TABLE)
    assert room.slots("table:0,64,0") == (Stack(FARKLE_BOARD, 1),)
