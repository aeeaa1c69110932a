"""A player to move who is gone for long is removed by the others together, and by nobody else."""

from copy import deepcopy

from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import BoardView, Resign, SetRule, VoteOut
from tests.tabletop.room import TABLE, Room, chair

MINUTE = 60_000


def held_up(*others: str) -> Room:
    """Ada is to move and has left the world; the others sit at the table."""
    room = Room()
    room.seat("ada", *others)
    room.ask("ada", SetRule, TABLE, "opening", "first_seat")
    room.all_ready("ada", *others)
    room.leave("ada")
    return room


def later(room: Room, minutes: float) -> BoardView:
    room.clock.ms += round(minutes * MINUTE)
    room.engine.tick()
    room.use("bob", TABLE)
    room.engine.tick()
    return room.view("bob")


def vote(room: Room, player: str, seat: int = 0, out: bool = True) -> None:
    answer = room.ask(player, VoteOut, room.view(player).match, seat, out)
    assert isinstance(answer, Done), answer


def test_the_view_says_how_long_a_player_is_away_and_when_the_vote_opens() -> None:
    room = held_up("bob", "cy")
    view = later(room, 2)
    assert [seat.away for seat in view.seats] == [2 * MINUTE, None, None]
    assert (view.vote_in, view.votes, view.votes_needed) == (3 * MINUTE, (), 2)
    assert room.refused("bob", VoteOut, view.match, 0, True) == "too_early"


def test_the_others_together_remove_the_seat_and_the_next_plays() -> None:
    room = held_up("bob", "cy")
    assert later(room, 5).vote_in == 0
    vote(room, "bob")
    view = room.view("cy")
    assert (view.votes, view.seats[0].eligible) == (("bob",), True)
    vote(room, "cy")
    view = room.view("cy")
    assert (view.seats[0].eligible, view.turn.seat if view.turn else None, view.vote_in) == (False, 1, None)
    assert "Ada was away too long and is out." in view.log


def test_a_vote_can_be_taken_back_and_counts_once() -> None:
    room = held_up("bob", "cy")
    later(room, 5)
    vote(room, "bob")
    vote(room, "bob")
    assert room.view("cy").votes == ("bob",)
    vote(room, "bob", out=False)
    vote(room, "cy")
    assert room.view("cy").votes == ("cy",)


def test_with_two_players_the_other_one_alone_decides_and_wins() -> None:
    room = held_up("bob")
    later(room, 5)
    vote(room, "bob")
    result = room.view("bob").result
    assert result is not None
    assert result.winners == (1,)


def test_whoever_comes_back_in_time_is_not_removed_and_the_votes_are_void() -> None:
    room = held_up("bob", "cy")
    later(room, 5)
    vote(room, "bob")
    room.join("ada")
    view = room.view("bob")
    assert (view.votes, view.vote_in, view.seats[0].away) == ((), None, None)
    assert room.refused("cy", VoteOut, view.match, 0, True) == "not_away"


def test_who_comes_back_is_shown_to_be_here_even_without_a_chair_to_sit_on() -> None:
    room = held_up("bob")
    room.put(chair(0), "minecraft:air")
    room.join("ada")
    seat = room.view("bob").seats[0]
    assert (seat.online, seat.seated, seat.away) == (True, False, None)


def test_only_the_seat_to_move_is_voted_on_and_only_by_its_players() -> None:
    room = held_up("bob", "cy")
    view = later(room, 5)
    room.join("dan")
    assert room.refused("bob", VoteOut, view.match, 2, True) == "stale"
    assert room.refused("dan", VoteOut, view.match, 0, True) == "not_playing"


def test_whoever_left_the_match_has_no_vote() -> None:
    room = held_up("bob", "cy", "dan")
    view = later(room, 5)
    room.ask("dan", Resign, view.match)
    assert room.refused("dan", VoteOut, view.match, 0, True) == "no_vote"
    assert room.view("bob").votes_needed == 2


def test_another_who_is_gone_for_as_long_does_not_hold_up_the_vote() -> None:
    room = held_up("bob", "cy", "dan")
    room.leave("dan")
    assert later(room, 5).votes_needed == 2
    vote(room, "bob")
    vote(room, "cy")
    assert not room.view("bob").seats[0].eligible


def test_absence_is_counted_over_a_restart() -> None:
    room = held_up("bob")
    room.clock.ms += 3 * MINUTE
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks, now=room.clock.ms)
    again.join("bob")
    view = later(again, 2)
    assert (view.seats[0].away, view.vote_in) == (5 * MINUTE, 0)


def test_after_a_crash_whoever_does_not_return_is_away_since_then() -> None:
    room = Room()
    room.start("ada", "bob")
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks, now=room.clock.ms)
    again.join("bob")
    assert [seat.away for seat in later(again, 5).seats] == [5 * MINUTE, None]


def test_a_vote_that_was_cast_counts_at_once_when_the_other_voter_drops_out() -> None:
    room = held_up("bob", "cy")
    later(room, 5)
    vote(room, "bob")
    room.leave("cy")
    view = later(room, 4.9)
    assert (view.votes, view.votes_needed, view.seats[0].eligible) == (("bob",), 2, True)
    room.clock.ms += MINUTE
    room.engine.tick()
    view = room.view("bob")
    assert not view.seats[0].eligible
    assert "Ada was away too long and is out." in view.log


def test_a_vote_that_was_cast_counts_at_once_when_the_other_voter_gives_up() -> None:
    room = held_up("bob", "cy", "di")
    later(room, 5)
    for player in ("bob", "di"):
        vote(room, player)
    room.ask("cy", Resign, room.match().id)
    room.engine.tick()
    assert not room.view("bob").seats[0].eligible


def test_everybody_sees_how_many_votes_are_needed_when_a_voter_drops_out() -> None:
    room = held_up("bob", "cy", "di")
    later(room, 5)
    assert room.view("bob").votes_needed == 3
    room.leave("cy")
    room.clock.ms += 5 * MINUTE
    room.engine.tick()
    assert room.view("bob").votes_needed == 2
    room.join("cy")
    assert room.view("bob").votes_needed == 3


def test_nobody_is_removed_when_nobody_is_left_who_could_vote() -> None:
    room = held_up("bob")
    room.leave("bob")
    room.clock.ms += 6 * MINUTE
    room.engine.tick()
    assert room.match().running
