"""Matches at the table, through the wire: readiness, actions, authority, the end, and the server's return."""

from copy import deepcopy

import pytest

from server.rules import Match, events
from server.rules.rule_sets import RULE_SETS
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.tabletop import Act, BoardView, Ready, Resign
from tests.tabletop.room import TABLE, Room, chair


def mover(view: BoardView) -> str:
    assert view.turn is not None
    return view.seats[view.turn.seat].player


def other(view: BoardView) -> str:
    return next(seat.player for seat in view.seats if seat.player != mover(view))


def test_a_match_starts_when_everybody_seated_is_ready_and_not_before() -> None:
    room = Room()
    room.seat("ada", "bob", "cy")
    room.all_ready("ada", "bob")
    assert room.view("ada").phase == "lobby"
    assert room.view("ada").status == "Waiting for Cy to be ready."
    room.all_ready("cy")
    view = room.view("ada")
    assert view.phase == "to_roll"
    assert [seat.player for seat in view.seats] == ["ada", "bob", "cy"]


def test_one_player_alone_cannot_start() -> None:
    room = Room()
    room.seat("ada")
    room.all_ready("ada")
    view = room.view("ada")
    assert (view.phase, view.status) == ("lobby", "Waits for a second player to sit down here; or play alone.")


def test_a_ready_mark_can_be_taken_back() -> None:
    room = Room()
    room.seat("ada", "bob")
    room.all_ready("ada")
    room.ask("ada", Ready, TABLE, False)
    room.all_ready("bob")
    assert room.view("ada").phase == "lobby"


def test_only_somebody_seated_can_be_ready() -> None:
    room = Room()
    room.seat("ada", "bob")
    room.join("cy")
    assert room.refused("cy", Ready, TABLE, True) == "not_seated"


def test_the_opening_roll_decides_who_starts_and_everybody_sees_it() -> None:
    room = Room()
    view = room.start("ada", "bob")
    rolls = [event for event in room.events("ada") if event.kind == "opening_roll"]
    assert len(rolls) >= 2
    assert all(len(event.dice) == 1 for event in rolls)
    first, second = rolls[-2:]
    assert view.turn is not None
    assert view.turn.seat == view.starter == max((first, second), key=lambda event: event.dice).seat
    assert room.events("ada") == room.events("bob")


def test_only_the_seat_to_move_acts_and_a_watcher_never() -> None:
    room = Room()
    view = room.start("ada", "bob")
    room.join("cy")
    assert room.refused(other(view), Act, view.match, view.step, (), "roll") == "not_your_turn"
    assert room.refused("cy", Act, view.match, view.step, (), "roll") == "not_playing"
    assert room.refused("cy", Resign, view.match) == "not_playing"
    assert room.view("ada") == view


def test_the_same_action_twice_takes_effect_once_and_shows_the_present_board() -> None:
    room = Room()
    view = room.start("ada", "bob")
    player = mover(view)
    assert isinstance(room.ask(player, Act, view.match, view.step, (), "roll"), Done)
    rolled = room.view(player)
    heard = len(room.peers[player].heard)
    assert room.refused(player, Act, view.match, view.step, (), "roll") == "stale"
    assert room.view(player) == rolled
    assert len(room.peers[player].heard) == heard + 2, "the board and the refusal"


@pytest.mark.parametrize(
    ("keep", "then", "code"),
    [
        ((), "dance", "unknown_action"),
        ((), "", "unknown_action"),
        ((), "bank", "must_roll_first"),
        ((0,), "", "must_roll_first"),
    ],
)
def test_an_action_out_of_order_is_refused_and_changes_nothing(keep: tuple[int, ...], then: str, code: str) -> None:
    room = Room()
    view = room.start("ada", "bob")
    assert room.refused(mover(view), Act, view.match, view.step, keep, then) == code
    assert room.view("ada") == view


def test_a_selection_with_a_useless_die_is_refused_and_the_roll_stays() -> None:
    room = Room()
    view = room.start("ada", "bob")

    def everything() -> tuple[int, ...]:
        return tuple(range(len(view.turn.roll))) if view.turn is not None else ()

    while not view.options or everything() in {option.dice for option in view.options}:
        view = room.play_on("ada", until_over=False)
    assert room.refused(mover(view), Act, view.match, view.step, everything(), "roll") == "not_a_scoring_selection"
    assert room.view("ada") == view


def test_keep_and_roll_in_one_step_is_refused_whole_when_the_keep_is_not_legal() -> None:
    room = Room()
    view = room.start("ada", "bob")
    player = mover(view)
    assert room.refused(player, Act, view.match, view.step, (0, 1), "roll") == "must_roll_first"
    assert room.view(player).step == view.step


def test_every_option_told_is_legal_and_worth_what_it_says() -> None:
    room = Room()
    view = room.start("ada", "bob")
    chart = RULE_SETS["farkle_board"].chart
    seen = 0
    while seen < 30 and view.phase != "result":
        if view.options:
            assert view.turn is not None
            roll = view.turn.roll
            assert {option.dice: option.points for option in view.options} == chart.selections(roll)
            for option in view.options:
                assert sum(group.points for group in option.groups) == option.points
                assert sorted(die for group in option.groups for die in group.dice) == sorted(option.dice)
            seen += 1
        view = room.play_on("ada", until_over=False)
    assert seen == 30


def test_banking_below_the_entry_is_refused_with_the_figure_and_the_view_knows_it() -> None:
    room = Room()
    view = room.start("ada", "bob")
    for _ in range(200):
        smallest = min(view.options, key=lambda option: option.points) if view.options else None
        if smallest is not None and view.turn is not None and view.turn.points + smallest.points < view.bank_from:
            assert view.bank_from == 500
            assert room.refused(mover(view), Act, view.match, view.step, smallest.dice, "bank") == "below_entry"
            assert room.view("ada") == view
            return
        view = room.play_on("ada", until_over=False)
    raise AssertionError("no turn below the entry came up")


def test_a_whole_match_ends_with_a_result_that_everybody_is_told() -> None:
    room = Room()
    room.start("ada", "bob", "cy", "dan")
    view = room.play_on("ada")
    assert view.phase == "result"
    assert view.result is not None
    assert max(seat.score for seat in view.seats) >= 10_000
    assert view.result.history[-1] == tuple(seat.score for seat in view.seats)
    assert room.view("dan") == view
    assert [event.kind for event in room.events("bob")][-1] == "ended"
    if view.result.kind == "win":
        assert view.seats[view.result.winners[0]].wins == 1


def test_the_log_replays_to_the_very_match_that_was_played() -> None:
    room = Room()
    room.start("ada", "bob")
    room.play_on("ada")
    record = room.match()
    stored = Match.from_dict(record.state["match"])
    logged = [events.from_dict(event) for event in room.logged(record.id)]
    replayed = Match.replay(stored.rules, record.names, logged, now=0)
    assert replayed.scores == stored.scores
    assert replayed.result == stored.result


def test_no_view_ever_holds_the_secret() -> None:
    room = Room()
    room.start("ada", "bob")
    record = room.match()
    sent = b"".join(room.peers["ada"].frames) + b"".join(room.peers["bob"].frames)
    assert record.secret not in sent
    assert record.secret.hex().encode() not in sent


def test_a_rematch_needs_everybody_and_starts_anew() -> None:
    room = Room()
    room.start("ada", "bob")
    over = room.play_on("ada")
    room.all_ready("ada")
    assert room.view("bob").phase == "result"
    assert [seat.ready for seat in room.view("bob").seats] == [True, False]
    room.all_ready("bob")
    view = room.view("bob")
    assert view.phase == "to_roll"
    assert view.match != over.match
    assert [seat.score for seat in view.seats] == [0, 0]


def test_after_a_result_new_company_makes_a_new_lobby() -> None:
    room = Room()
    room.start("ada", "bob")
    room.play_on("ada")
    room.join("cy")
    room.use("cy", chair(2))
    assert room.view("ada").phase == "lobby"


def test_resigning_with_two_players_wins_for_the_other_at_once() -> None:
    room = Room()
    view = room.start("ada", "bob")
    loser = mover(view)
    room.ask(loser, Resign, view.match)
    over = room.view("ada")
    assert over.result is not None
    assert [over.seats[seat].player for seat in over.result.winners] == [other(view)]
    assert room.refused(loser, Resign, view.match) == "match_over"


def test_the_view_says_what_leaving_costs_each_seat() -> None:
    room = Room()
    view = room.start("ada", "bob", "cy")
    while not view.turn or not view.turn.points:
        view = room.play_on("ada", until_over=False)
    for number, seat in enumerate(view.seats):
        risk = f"Your unbanked {view.turn.points:,} points are lost and you" if number == view.turn.seat else "You"
        assert seat.leaving == f"{risk} cannot win this match any more; the others play on without you."
    leaver = other(view)
    room.ask(leaver, Resign, view.match)
    left = next(seat for seat in room.view("ada").seats if seat.player == leaver)
    stays = next(seat for seat in room.view("ada").seats if seat.player == mover(view))
    assert left.leaving == ""
    assert stays.leaving.endswith(" wins at once.")


def test_somebody_elses_resignation_leaves_the_mover_at_turn_with_the_points() -> None:
    room = Room()
    view = room.start("ada", "bob", "cy")
    while not (view.phase in ("to_keep", "to_decide") and view.turn is not None and view.turn.points > 0):
        view = room.play_on("ada", until_over=False)
        if view.options and view.turn is not None:
            option = min(view.options, key=lambda one: one.points)
            room.ask(mover(view), Act, view.match, view.step, option.dice, "")
            view = room.view("ada")
    before = view.turn
    leaver = other(view)
    room.ask(leaver, Resign, view.match)
    after = room.view("ada")
    assert after.turn is not None
    assert (after.turn.seat, after.turn.points) == (before.seat, before.points)
    assert not next(seat for seat in after.seats if seat.player == leaver).eligible


def test_one_player_holds_one_seat_in_one_running_match() -> None:
    room = Room()
    room.start("ada", "bob")
    second = (10, 64, 0)
    room.put(second, "voxtable:oak_small_game_table[board=none]")
    room.put((10, 64, -1), "voxtable:oak_game_chair[facing=south]")
    room.give_board("ada")
    room.use("ada", second)
    room.use("ada", (10, 64, -1))
    assert room.refused("ada", Ready, second, True) == "playing_elsewhere"


def test_a_match_goes_on_after_the_server_came_back_with_the_same_dice_to_come() -> None:
    first = Room()
    first.start("ada", "bob")
    for _ in range(6):
        first.play_on("ada", until_over=False)
    before = first.view("ada")
    first.engine.tick()
    again = Room(deepcopy(first.storage), first.blocks)
    again.join("ada")
    again.join("bob")
    view = again.view("ada")
    assert (view.match, view.step, view.phase, view.turn, view.options) == (
        before.match,
        before.step,
        before.phase,
        before.turn,
        before.options,
    )
    assert [seat.score for seat in view.seats] == [seat.score for seat in before.seats]
    assert set(again.people.seated) == {"ada", "bob"}
    over = again.play_on("ada")
    expected = first.play_on("ada")
    assert over.result == expected.result, "the dice of a match do not depend on when the server ran"


def test_a_match_that_is_unknown_is_refused() -> None:
    room = Room()
    room.start("ada", "bob")
    answer = room.ask("ada", Act, "no such match", 0, (), "roll")
    assert isinstance(answer, Refused)
    assert answer.code == "no_such_match"
