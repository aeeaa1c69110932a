"""A pot is paid once, to whom it is due, in every way in which a match can end and a lobby can be left."""

from collections.abc import Callable
from copy import deepcopy

import pytest

from server.engine.changes import Refusal
from server.shared.inventory.layout import STAKES
from server.shared.inventory.stack import Stack
from server.shared.protocol.message import Done, Message
from server.shared.protocol.tabletop import (
    Agree,
    AskBoard,
    Dissolve,
    EndPaused,
    Resign,
    SetRule,
    TakeBoard,
    VoteOut,
)
from server.storage.memory import MemoryStorage
from server.tabletop.left_behind import LOOK_EVERY as TIDY_EVERY
from server.tabletop.unresumed import DAY_MS
from tests.tabletop.room import AWAY_AFTER_MS, TABLE, chair
from tests.tabletop.test_pot_settled import Recording
from tests.tabletop.treasury import STICK, STRING, Treasury

SECOND = 1_000
ELSEWHERE = (12, 64, 4)
BONE = "minecraft:bone_meal"
OWN = {"ada": STICK, "bob": STRING, "cy": BONE}
"""What each of them stakes, five of it."""


def staked(*players: str, rules: tuple[tuple[str, object], ...] = (), storage: MemoryStorage | None = None) -> Treasury:
    """A running match for a pot at Ada's board; Ada is to move."""
    room = Treasury(storage)
    room.seat(*players)
    for name, value in (("opening", "first_seat"), *rules):
        did(room.ask("ada", SetRule, TABLE, name, value))
    for player in players:
        room.stake(player, OWN[player], 5)
    room.all_ready(*players)
    room.all_agree(*players)
    assert len(room.escrows()) == len(players)
    return room


def did(answer: Message) -> None:
    assert isinstance(answer, Done), answer


def later(room: Treasury, ms: int) -> None:
    room.clock.ms += ms
    room.engine.tick()


def owned(room: Treasury, player: str, item: str) -> int:
    """What a player has of an item, with what waits in the claim box."""
    return room.has(player, item) + room.waits(player, item)


def share(room: Treasury, *players: str) -> list[tuple[int, ...]]:
    """What each of these has of what they staked, item by item."""
    return [tuple(owned(room, player, OWN[other]) for other in players) for player in players]


def settled(room: Treasury, *players: str) -> Treasury:
    """Nothing is left in escrow, no item is lost or doubled, and a restart pays nothing again; gives the server that
    came back."""
    room.engine.tick()
    assert (room.escrows(), room.accounted(), len(room.finished())) == ({}, True, 1)
    before = share(room, *players)
    again = Treasury(deepcopy(room.storage), room.blocks, now=room.clock.ms)
    for player in players:
        again.join(player)
    later(again, 8 * DAY_MS)
    assert (again.escrows(), again.accounted(), len(again.finished())) == ({}, True, 1)
    assert share(again, *players) == before
    return again


# ------------------------------------------------------------------ two players, every way to the end

End = Callable[[Treasury, str], None]
Rules = tuple[tuple[str, object], ...]
Shares = list[tuple[int, ...]]
TO_BOB: Shares = [(0, 0), (5, 5)]
BACK: Shares = [(5, 0), (0, 5)]


def _ada_resigns(room: Treasury, match: str) -> None:
    did(room.ask("ada", Resign, match))


def _ada_is_idle(room: Treasury, match: str) -> None:
    later(room, 60 * SECOND)


def _nobody_has_time_left(room: Treasury, match: str) -> None:
    later(room, 30 * SECOND)
    later(room, 30 * SECOND)


def _the_match_clock_runs_out(room: Treasury, match: str) -> None:
    later(room, 60 * SECOND)


def _ada_is_voted_out(room: Treasury, match: str) -> None:
    room.leave("ada")
    later(room, 5 * 60 * SECOND)
    did(room.ask("bob", VoteOut, match, 0))


def _both_dissolve_it(room: Treasury, match: str) -> None:
    did(room.ask("ada", TakeBoard, TABLE))
    for player in ("bob", "ada"):
        did(room.ask(player, Dissolve, match))


def _both_dissolve_it_at_another_table(room: Treasury, match: str) -> None:
    did(room.ask("ada", TakeBoard, TABLE))
    carry_elsewhere(room)
    for player in ("bob", "ada"):
        did(room.ask(player, Dissolve, match))


def _nobody_resumes_it(room: Treasury, match: str) -> None:
    did(room.ask("ada", TakeBoard, TABLE))
    later(room, 7 * DAY_MS)
    did(room.ask("bob", EndPaused, match))


def _its_board_is_lost_and_nobody_resumes_it(room: Treasury, match: str) -> None:
    did(room.ask("ada", TakeBoard, TABLE))
    room.burn("player:ada")
    later(room, 7 * DAY_MS)
    did(room.ask("bob", EndPaused, match))


def _its_table_is_broken_and_ada_resigns(room: Treasury, match: str) -> None:
    room.break_block("ada", TABLE)
    did(room.ask("ada", Resign, match))


ENDS: tuple[tuple[End, Rules, Shares], ...] = (
    (_ada_resigns, (), TO_BOB),
    (_ada_is_idle, (("clock", "idle"), ("clock.seconds", 60)), TO_BOB),
    (_nobody_has_time_left, (("clock", "time_bank"), ("clock.seconds", 30)), BACK),
    (
        _the_match_clock_runs_out,
        (("clock", "match_timer"), ("clock.seconds", 60), ("clock.ending", "end_immediately")),
        BACK,
    ),
    (_ada_is_voted_out, (), TO_BOB),
    (_both_dissolve_it, (), BACK),
    (_both_dissolve_it_at_another_table, (), BACK),
    (_nobody_resumes_it, (), TO_BOB),
    (_its_board_is_lost_and_nobody_resumes_it, (), TO_BOB),
    (_its_table_is_broken_and_ada_resigns, (), TO_BOB),
)


@pytest.mark.parametrize(("end", "rules", "due"), ENDS, ids=[end.__name__.strip("_") for end, _, _ in ENDS])
def test_however_a_match_ends_its_pot_is_paid_exactly_once(end: End, rules: Rules, due: Shares) -> None:
    room = staked("ada", "bob", rules=rules)
    match = room.match().id
    end(room, match)
    assert share(room, "ada", "bob") == due
    assert room.finished()[match].stakes == ((Stack(STICK, 5),), (Stack(STRING, 5),))
    again = settled(room, "ada", "bob")
    for player in ("ada", "bob"):
        for kind in (Resign, Dissolve, EndPaused):
            assert again.refused(player, kind, match) in ("match_over", "no_such_match")
    assert share(again, "ada", "bob") == due


@pytest.mark.parametrize(("end", "rules", "due"), ENDS, ids=[end.__name__.strip("_") for end, _, _ in ENDS])
def test_a_kill_between_any_two_commits_on_the_way_to_each_end_leaves_the_pot_whole_or_paid(
    end: End, rules: Rules, due: Shares
) -> None:
    storage = Recording()
    room = staked("ada", "bob", rules=rules, storage=storage)
    match = room.match().id
    begun = len(storage.journals)
    end(room, match)
    room.engine.tick()
    so_far = MemoryStorage()
    seen: list[Shares] = []
    for number, journal in enumerate(storage.journals):
        so_far.submit(journal)
        if number < begun:
            continue
        again = Treasury(deepcopy(so_far), room.blocks, now=room.clock.ms)
        assert again.accounted()
        paid = share(again, "ada", "bob")
        assert paid == (due if match in again.finished() else [(0, 0), (0, 0)])
        assert bool(again.escrows()) == (match not in again.finished())
        seen.append(paid)
    assert seen[-1] == due


WITHOUT_BOB = (_ada_resigns, _ada_is_idle, _nobody_has_time_left, _the_match_clock_runs_out)


@pytest.mark.parametrize(
    ("end", "rules", "due"),
    [each for each in ENDS if each[0] in WITHOUT_BOB],
    ids=[end.__name__.strip("_") for end in WITHOUT_BOB],
)
def test_who_is_away_with_full_pockets_at_the_end_finds_what_is_due_in_the_claim_box(
    end: End, rules: Rules, due: Shares
) -> None:
    room = staked("ada", "bob", rules=rules)
    room.fill("bob")
    room.leave("bob")
    end(room, room.match().id)
    assert share(room, "ada", "bob") == due
    assert [room.waits("bob", item) for item in (STICK, STRING)] == list(due[1])
    settled(room, "ada", "bob")


# ------------------------------------------------------------------ more than two


def test_a_tie_of_the_others_in_a_match_that_nobody_resumed_gives_every_stake_back() -> None:
    room = staked("ada", "bob", "cy")
    did(room.ask("ada", TakeBoard, TABLE))
    later(room, 7 * DAY_MS)
    did(room.ask("cy", EndPaused, room.match().id))
    assert share(room, "ada", "bob", "cy") == [(5, 0, 0), (0, 5, 0), (0, 0, 5)]
    settled(room, "ada", "bob", "cy")


def test_an_owner_who_does_not_play_and_never_resumes_costs_nobody_a_stake() -> None:
    room = Treasury()
    for player in ("ada", "bob", "cy"):
        room.join(player)
    room.place_table("cy")
    room.furnish_chairs()
    room.give_board("cy")
    room.use("cy", TABLE)
    for side, player in enumerate(("ada", "bob")):
        room.use(player, chair(side))
        room.stake(player, OWN[player], 5)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "bob")
    did(room.ask("cy", TakeBoard, TABLE))
    later(room, 7 * DAY_MS)
    did(room.ask("ada", EndPaused, room.match().id))
    assert share(room, "ada", "bob") == BACK
    settled(room, "ada", "bob")


def test_who_resigned_before_a_match_was_dissolved_has_the_stake_back_too() -> None:
    room = staked("ada", "bob", "cy")
    match = room.match().id
    did(room.ask("cy", Resign, match))
    did(room.ask("ada", TakeBoard, TABLE))
    for player in ("ada", "bob"):
        did(room.ask(player, Dissolve, match))
    assert share(room, "ada", "bob", "cy") == [(5, 0, 0), (0, 5, 0), (0, 0, 5)]
    settled(room, "ada", "bob", "cy")


# ------------------------------------------------------------------ paused, with clock and pot


def carry_elsewhere(room: Treasury) -> None:
    """Ada lays the board that she carries into a birch table."""
    room.put(ELSEWHERE, "voxtable:birch_small_game_table[board=none]")
    room.furnish_chairs("birch", table=ELSEWHERE)
    room.use("ada", ELSEWHERE)


def test_a_pause_over_a_crash_and_at_another_table_keeps_turn_time_and_pot() -> None:
    room = staked("ada", "bob", rules=(("clock", "turn_clock"), ("clock.seconds", 40)))
    later(room, 15 * SECOND)
    before, pot = room.match_view().turn, room.escrows()
    did(room.ask("ada", TakeBoard, TABLE))
    later(room, 3_600 * SECOND)
    room = Treasury(deepcopy(room.storage), room.blocks, now=room.clock.ms)
    for player in ("ada", "bob"):
        room.join(player, (11.5, 64.0, 2.5))
    carry_elsewhere(room)
    assert room.escrows() == pot
    room.use("bob", chair(0, ELSEWHERE))
    later(room, 600 * SECOND)
    assert room.match().paused, "Ada is waited for, and so is the clock"
    room.use("ada", chair(2, ELSEWHERE))
    match = room.match()
    assert not match.paused
    assert (room.match_view().turn, room.escrows()) == (before, pot)
    assert match.deadline == match.moved + 25 * SECOND
    later(room, 25 * SECOND)
    assert room.match().mover == 1, "the time that was left has run out"
    did(room.ask("ada", Resign, match.id))
    assert share(room, "ada", "bob") == TO_BOB
    settled(room, "ada", "bob")


def test_a_match_whose_board_was_destroyed_is_asked_for_with_its_pot_and_goes_on() -> None:
    room = staked("ada", "bob")
    match, pot = room.match().id, room.escrows()
    did(room.ask("ada", TakeBoard, TABLE))
    room.burn("player:ada")
    assert room.escrows() == pot
    did(room.ask("ada", AskBoard, TABLE, match))
    assert room.refused("ada", AskBoard, TABLE, match) == "board_exists"
    room.use("ada", TABLE)
    for player in ("ada", "bob"):
        assert room.view(player).match == match
    assert room.match().running, "both sit at the table still"
    did(room.ask("ada", Resign, match))
    assert share(room, "ada", "bob") == TO_BOB
    settled(room, "ada", "bob")


def test_a_board_is_not_asked_for_again_once_its_match_is_over() -> None:
    room = staked("ada", "bob")
    match = room.match().id
    did(room.ask("ada", TakeBoard, TABLE))
    room.burn("player:ada")
    for player in ("ada", "bob"):
        did(room.ask(player, Dissolve, match))
    assert room.refused("ada", AskBoard, TABLE, match) in ("match_over", "no_such_match")
    settled(room, "ada", "bob")


# ------------------------------------------------------------------ out of a lobby


def _chair_broken(room: Treasury) -> None:
    room.break_block("ada", chair(1))


def _sits_down_at_another_table(room: Treasury) -> None:
    room.put(ELSEWHERE, "voxtable:birch_small_game_table[board=none]")
    room.furnish_chairs("birch", table=ELSEWHERE)
    room.use("bob", chair(0, ELSEWHERE))


def _public_board_sent_to_its_owner(room: Treasury) -> None:
    room.leave("ada")
    here, room.people.places["bob"] = room.people.places["bob"], (500.0, 64.0, 0.5)
    for wait in (0, AWAY_AFTER_MS):
        room.clock.ms += wait
        for _ in range(TIDY_EVERY):
            room.engine.tick()
    room.people.places["bob"] = here
    room.join("ada")


def _all_chairs_and_the_table_broken(room: Treasury) -> None:
    for side in range(4):
        room.break_block("ada", chair(side))
    room.break_block("ada", TABLE)


@pytest.mark.parametrize(
    "leave",
    [_chair_broken, _sits_down_at_another_table, _public_board_sent_to_its_owner, _all_chairs_and_the_table_broken],
)
def test_a_stake_is_back_with_its_player_however_the_lobby_is_left(leave: Callable[[Treasury], None]) -> None:
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("bob", STRING, 5)
    assert room.open_stakes("bob") == "done"
    leave(room)
    room.engine.tick()
    assert (room.has("bob", STRING), room.escrows(), room.accounted()) == (5, {}, True)
    assert room.window("bob", STAKES) is None
    assert room.refused("ada", Agree, TABLE, 1) in ("no_pot", "no_board", "not_seated")


def test_nobody_else_breaks_a_table_to_shake_stakes_loose() -> None:
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("ada", STICK, 5)
    with pytest.raises(Refusal, match="Ada's board lies in this table"):
        room.break_block("bob", TABLE)
    assert len(room.escrows()) == 1
