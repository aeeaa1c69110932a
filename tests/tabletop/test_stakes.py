"""Stakes: into escrow, agreed by all to the same pot, and out again exactly once, whatever happens to whom."""

from copy import deepcopy
from typing import ClassVar

import pytest

from server.shared.content import FARKLE_BOARD
from server.shared.inventory.layout import STAKES
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import (
    Agree,
    AskPaused,
    AskStats,
    Dissolve,
    EndPaused,
    OpenStakes,
    PausedMatches,
    PlayAlone,
    Ready,
    Resign,
    SetRule,
    Stats,
    TakeBoard,
)
from server.shared.protocol.world import StandUp
from server.storage.journal import Journal
from server.storage.memory import MemoryStorage
from server.tabletop.game import Outcome
from server.tabletop.records import key_of
from server.tabletop.unresumed import DAY_MS
from tests.tabletop.room import TABLE, chair
from tests.tabletop.sticks import Sticks
from tests.tabletop.treasury import OWN, STICK, STRING, Treasury

HERE = key_of(TABLE)


@pytest.fixture
def room() -> Treasury:
    """Ada and Bob at Ada's board."""
    room = Treasury()
    room.seat("ada", "bob")
    return room


# ------------------------------------------------------------------ in the lobby


def test_a_stack_put_in_has_left_its_player_at_once_and_everybody_sees_it(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    assert room.has("ada", STICK) == 0
    assert room.escrows() == {f"escrow:{HERE}/ada": "5 stick"}
    for watcher in ("ada", "bob"):
        assert [seat.stakes for seat in room.view(watcher).seats] == [(Stack(STICK, 5),), (), (), ()]


def test_a_stake_is_taken_out_again_by_a_click_and_its_escrow_ends(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.open_stakes("ada")
    assert room.click("ada", 0, "quick") == "done"
    assert (room.has("ada", STICK), room.escrows(), room.view("bob").pot) == (5, {}, 0)


def test_nobody_opens_a_stake_without_a_seat_a_board_or_a_lobby(room: Treasury) -> None:
    room.join("cy")
    assert room.refused("cy", OpenStakes, TABLE) == "not_seated"
    assert room.refused("cy", OpenStakes, (9, 64, 9)) == "no_board"
    room.all_ready("ada", "bob")
    assert room.refused("ada", OpenStakes, TABLE) == "match_running"


def test_the_pots_number_rises_with_any_change_and_clears_agreements_and_ready_marks(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    first = room.view("ada").pot
    assert isinstance(room.ask("ada", Agree, TABLE, first), Done)
    room.ask("ada", Ready, TABLE, True)
    assert (room.view("bob").seats[0].agreed, room.view("bob").seats[0].ready) == (True, True)
    room.stake("bob", STRING)
    view = room.view("bob")
    assert view.pot > first
    assert not any(seat.agreed or seat.ready for seat in view.seats)
    assert room.refused("ada", Agree, TABLE, first) == "stale"


def test_new_rules_clear_the_agreements_too(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_agree("bob")
    room.ask("ada", SetRule, TABLE, "goal", 2_000)
    assert not any(seat.agreed for seat in room.view("ada").seats)


def test_the_match_starts_only_when_all_who_are_ready_have_agreed(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_ready("ada", "bob")
    room.all_agree("bob")
    view = room.view("ada")
    assert (view.phase, view.status) == ("lobby", "Waiting for Ada to agree to the pot.")
    room.all_agree("ada")
    view = room.view("ada")
    assert view.phase == "to_roll"
    assert room.escrows() == {f"escrow:{view.match}/ada": "5 stick"}
    assert [seat.stakes for seat in view.seats] == [(Stack(STICK, 5),), ()]


def test_an_agreement_can_be_taken_back_and_without_stakes_there_is_none(room: Treasury) -> None:
    assert room.refused("ada", Agree, TABLE, 0) == "no_pot"
    room.stake("ada", STICK, 5)
    room.all_agree("ada", "bob")
    room.ask("ada", Agree, TABLE, room.view("ada").pot, False)
    room.all_ready("ada", "bob")
    assert room.view("ada").phase == "lobby"


def test_the_same_agreement_twice_counts_once(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "ada", "ada")
    assert room.view("ada").phase == "lobby", "Bob has not agreed"


def test_confirming_with_a_stack_on_the_cursor_stakes_nothing_of_it(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.give("bob", STRING, 7)
    room.open_stakes("bob")
    room.click("bob", next(slot for slot in OWN if (found := room.window("bob")) and found[1].slots[slot]))
    room.all_agree("ada", "bob")
    room.all_ready("ada", "bob")
    assert room.view("bob").phase == "to_roll"
    assert room.window("bob") is None, "the window closes with the start"
    assert room.has("bob", STRING) == 7
    assert room.accounted()


def test_a_number_key_on_the_confirming_tick_changes_the_pot_before_it_is_confirmed(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_ready("ada", "bob")
    room.all_agree("ada")
    pot = room.view("bob").pot
    room.give("bob", STRING, 3)
    room.open_stakes("bob")
    assert room.click("bob", 0, "swap", 0) == "done"
    assert room.refused("bob", Agree, TABLE, pot) == "stale"
    assert room.view("ada").phase == "lobby"
    assert room.accounted()


def test_a_stake_changed_while_the_dice_are_sealed_ends_the_start(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_ready("ada", "bob")
    room.silent = {"bob"}
    room.all_agree("ada", "bob")
    assert room.view("ada").starting is not None
    room.give("bob", STRING, 3)
    room.open_stakes("bob")
    slot = next(slot for slot in OWN if (found := room.window("bob")) and found[1].slots[slot] == Stack(STRING, 3))
    assert room.click("bob", slot, "quick") == "done"
    room.engine.tick()
    view = room.view("ada")
    assert (view.phase, view.starting, [seat.ready for seat in view.seats]) == ("lobby", None, [False] * 4)
    assert room.escrows() == {f"escrow:{HERE}/ada": "5 stick", f"escrow:{HERE}/bob": "3 string"}


def test_throwing_out_of_the_stake_window_changes_the_pot_and_doubles_nothing(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    before = room.view("ada").pot
    room.open_stakes("ada")
    assert room.click("ada", 0, "throw", 1) == "done"
    assert (room.escrows(), room.view("ada").pot) == ({}, 0)
    assert before > 0
    assert room.sums("drop:0") == {STICK: 5}
    assert room.accounted()


def test_standing_up_returns_the_stake_and_closes_its_window(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.open_stakes("ada")
    room.ask("ada", StandUp)
    assert (room.has("ada", STICK), room.escrows()) == (5, {})
    assert room.window("ada") is None
    assert room.view("bob").pot == 0


def test_a_window_without_anything_in_it_closes_too_when_its_player_stands_up(room: Treasury) -> None:
    room.open_stakes("bob")
    room.ask("bob", StandUp)
    assert room.window("bob") is None


def test_leaving_the_world_returns_the_stake(room: Treasury) -> None:
    room.stake("bob", STRING, 2)
    room.leave("bob")
    assert (room.has("bob", STRING), room.escrows()) == (2, {})


def test_what_finds_no_room_on_standing_up_waits_in_the_claim_box(room: Treasury) -> None:
    room.stake("bob", STRING, 2)
    room.fill("bob")
    room.ask("bob", StandUp)
    assert (room.has("bob", STRING), room.waits("bob", STRING)) == (0, 2)
    assert room.accounted()


def test_taking_the_board_out_in_the_lobby_returns_all_stakes(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.stake("bob", STRING, 2)
    room.ask("ada", TakeBoard, TABLE)
    assert (room.has("ada", STICK), room.has("bob", STRING), room.escrows()) == (5, 2, {})


def test_a_table_broken_while_a_stake_is_open_closes_it_and_gives_everything_back_once(room: Treasury) -> None:
    room.stake("bob", STRING, 2)
    room.open_stakes("bob")
    found = room.window("bob")
    assert found is not None
    room.break_block("ada", TABLE)
    room.engine.tick()
    assert room.window("bob") is None
    assert (room.has("bob", STRING), room.escrows()) == (2, {})
    assert room.refused("bob", OpenStakes, TABLE) == "no_board"
    assert room.accounted()


def test_a_bot_in_the_lobby_returns_all_stakes_and_refuses_new_ones(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.ask("ada", SetRule, TABLE, "bot.3", "steady")
    assert (room.has("ada", STICK), room.escrows()) == (5, {})
    assert room.refused("ada", OpenStakes, TABLE) == "no_stakes_with_bots"
    staking = room.view("ada").staking
    assert staking is not None
    assert not staking.allowed


def test_a_bot_that_comes_while_the_window_is_open_keeps_it_empty(room: Treasury) -> None:
    room.give("bob", STRING, 2)
    room.open_stakes("bob")
    room.ask("ada", SetRule, TABLE, "bot.3", "steady")
    slot = next(slot for slot in OWN if (found := room.window("bob")) and found[1].slots[slot])
    assert room.click("bob", slot, "quick") == "no_stakes_with_bots"
    assert (room.has("bob", STRING), room.escrows()) == (2, {})


def test_playing_alone_gives_the_stake_back_first() -> None:
    room = Treasury()
    room.seat("ada")
    room.stake("ada", STICK, 5)
    assert isinstance(room.ask("ada", PlayAlone, TABLE), Done)
    assert room.view("ada").phase != "lobby"
    assert (room.has("ada", STICK), room.escrows(), room.match().stakes) == (5, {}, ())


# ------------------------------------------------------------------ the end of a match


def resign(room: Treasury, *players: str) -> None:
    for player in players:
        assert isinstance(room.ask(player, Resign, room.match().id), Done)


def test_the_winner_takes_the_pot_and_the_result_shows_what_it_was() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    view = room.play_on("ada")
    assert view.result is not None
    (winner,) = view.result.winners
    loser, taker = ("bob", "ada") if winner == 0 else ("ada", "bob")
    assert (room.has(taker, STICK), room.has(taker, STRING)) == (5, 1)
    assert (room.has(loser, STICK), room.has(loser, STRING), room.escrows()) == (0, 0, {})
    assert view.result.pot == ((Stack(STICK, 5),), (Stack(STRING, 1),))
    assert view.result.pot_to == winner
    assert room.finished()[view.match].stakes == view.result.pot


def test_a_winner_who_is_away_with_full_pockets_finds_the_pot_in_the_claim_box() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    room.fill("bob")
    room.leave("bob")
    resign(room, "ada")
    assert (room.has("bob", STICK), room.waits("bob", STICK), room.waits("bob", STRING)) == (0, 5, 1)
    assert (room.escrows(), room.accounted()) == ({}, True)


def test_a_winner_who_is_away_hears_of_the_pot_on_coming_back_and_only_once() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    room.leave("bob")
    resign(room, "ada")

    def told() -> list[str]:
        heard = room.join("bob").heard
        return [message.text for message in heard if isinstance(message, Notice) and "pot is yours" in message.text]

    assert told() == ["The pot is yours: 5 stick and 1 string."]
    room.leave("bob")
    assert told() == []


def test_a_resigned_players_stake_stays_in_the_pot_until_somebody_wins() -> None:
    room = Treasury()
    room.start_for("ada", "bob", "cy")
    assert room.view("ada").seats[0].leaving.endswith("Your stake stays in the pot.")
    resign(room, "ada")
    assert len(room.escrows()) == 3
    resign(room, "bob")
    assert (room.has("cy", STICK), room.has("cy", STRING), room.escrows()) == (5, 2, {})


class Undecided(Sticks):
    """Sticks whose last one brings no single winner; the number of sticks says which way."""

    name = "undecided"
    board = "example:undecided_board"
    ends: ClassVar[dict[int, str]] = {5: "draw", 6: "shared", 7: "none"}

    @property
    def outcome(self) -> Outcome | None:
        kind = self.ends[self.count]
        return None if self.winner is None else Outcome(kind, (0, 1) if kind == "shared" else (), self.scores)


@pytest.mark.parametrize(("sticks", "kind"), Undecided.ends.items())
def test_without_a_single_winner_every_stake_goes_back_a_resigned_players_too(sticks: int, kind: str) -> None:
    room = Treasury(games=(Undecided,))
    room.seat("ada", "bob", "cy", board=Undecided.board)
    room.ask("ada", SetRule, TABLE, "sticks", sticks)
    own = {"ada": STICK, "bob": STRING, "cy": "minecraft:bone_meal"}
    for player, item in own.items():
        room.stake(player, item, 4)
    room.all_ready(*own)
    room.all_agree(*own)
    resign(room, "cy")
    resign(room, "bob")
    view = room.view("ada")
    assert view.result is not None
    assert (view.result.kind, view.result.pot_to) == (kind, None)
    assert [room.has(player, item) for player, item in own.items()] == [4, 4, 4]
    assert (room.escrows(), room.accounted()) == ({}, True)


def test_a_paused_match_keeps_its_pot_and_dissolving_it_gives_every_stake_back() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    match = room.match().id
    room.ask("ada", TakeBoard, TABLE)
    room.leave("bob")
    room.join("bob")
    assert set(room.escrows()) == {f"escrow:{match}/ada", f"escrow:{match}/bob"}
    paused = room.ask("bob", AskPaused)
    assert isinstance(paused, PausedMatches)
    assert paused.matches[0].stakes == ((Stack(STICK, 5),), (Stack(STRING, 1),))
    for player in ("ada", "bob"):
        room.ask(player, Dissolve, match)
    assert (room.has("ada", STICK), room.has("bob", STRING), room.escrows()) == (5, 1, {})
    assert room.finished()[match].how == "dissolved"


def test_ending_a_match_that_its_owner_never_resumed_pays_the_best_of_the_others() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    match = room.match().id
    room.ask("ada", TakeBoard, TABLE)
    room.clock.ms += 8 * DAY_MS
    room.engine.tick()
    assert isinstance(room.ask("bob", EndPaused, match), Done)
    assert (room.has("bob", STICK), room.has("bob", STRING), room.escrows()) == (5, 1, {})


def test_a_new_stake_for_the_rematch_is_agreed_anew() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    resign(room, "bob")
    room.stake("bob", STRING, 3)
    room.all_ready("ada", "bob")
    view = room.view("ada")
    assert (view.phase, view.seats[1].stakes) == ("result", (Stack(STRING, 3),))
    assert view.result is not None
    assert view.result.pot_to == 0
    room.all_agree("ada", "bob")
    view = room.view("ada")
    assert view.phase not in ("result", "lobby")
    assert room.escrows() == {f"escrow:{view.match}/bob": "3 string"}


def test_a_rematch_without_a_stake_plays_for_nothing() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    resign(room, "bob")
    room.all_ready("ada", "bob")
    assert (room.view("ada").phase, room.match().stakes) == ("to_roll", ())


# ------------------------------------------------------------------ over restarts


def back(room: Treasury, *players: str) -> Treasury:
    """The server was killed after the last tick and comes back; these players come too."""
    room.engine.tick()
    again = Treasury(deepcopy(room.storage), room.blocks, now=room.clock.ms)
    for player in players:
        again.join(player)
    return again


def test_after_a_crash_in_the_lobby_every_stake_is_back_with_its_player(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.stake("bob", STRING, 2)
    again = back(room, "ada")
    assert (again.has("ada", STICK), again.has("bob", STRING), again.escrows()) == (5, 2, {})
    assert again.accounted()


def test_a_match_carried_over_a_crash_is_settled_once() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    again = back(room, "ada", "bob")
    assert len(again.escrows()) == 2
    resign(again, "bob")
    assert (again.has("ada", STICK), again.has("ada", STRING)) == (5, 1)
    third = back(again, "ada", "bob")
    assert (third.has("ada", STICK), third.has("ada", STRING), third.escrows()) == (5, 1, {})
    assert third.refused("bob", Resign, third.match().id) == "match_over"
    assert third.accounted()


def test_a_board_can_be_a_stake_like_anything_else(room: Treasury) -> None:
    room.stake("bob", FARKLE_BOARD, 2)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "bob")
    resign(room, "bob")
    assert room.has("ada", FARKLE_BOARD) == 2


def test_sitting_down_elsewhere_takes_the_stake_along_to_its_player(room: Treasury) -> None:
    room.stake("bob", STRING, 2)
    room.use("bob", chair(2))
    assert (room.has("bob", STRING), room.escrows()) == (2, {})
    assert room.window("bob", STAKES) is None


def test_whose_stake_was_open_at_a_crash_comes_back_to_windows_that_work(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.open_stakes("ada")
    again = back(room, "ada")
    found = again.window("ada", "inventory")
    assert found is not None
    assert Stack(STICK, 5) in found[1].slots
    assert again.window("ada", STAKES) is None


def test_nobody_has_agreed_any_more_once_a_crash_has_emptied_the_pot(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_agree("ada", "bob")
    again = back(room, "ada", "bob")
    for side, player in enumerate(("ada", "bob")):
        again.use(player, chair(side))
    view = again.view("ada")
    assert (view.pot, [seat.agreed for seat in view.seats]) == (0, [False] * 4)


def test_the_records_count_what_was_won_less_what_was_lost() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    resign(room, "bob")
    room.stake("ada", STICK, 20)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "bob")
    resign(room, "ada")
    told = {player: room.ask(player, AskStats, "") for player in ("ada", "bob")}
    rows = {player: dict(answer.rows) for player, answer in told.items() if isinstance(answer, Stats)}
    assert [rows[player]["Items won, less those lost"] for player in ("ada", "bob")] == ["-19", "+19"]


class Recording(MemoryStorage):
    """Keeps what every tick committed."""

    def __init__(self) -> None:
        super().__init__()
        self.journals: list[Journal] = []

    def submit(self, journal: Journal) -> None:
        self.journals.append(journal)
        super().submit(journal)


def test_wherever_a_whole_story_is_cut_short_no_item_is_lost_or_twice_there() -> None:
    """The server is killed between any two commits, from the first stake to the paid-out pot and the next lobby."""
    storage = Recording()
    room = Treasury(storage)
    room.start_for("ada", "bob", "cy")
    resign(room, "cy")
    room.ask("ada", TakeBoard, TABLE)
    room.use("ada", TABLE)
    room.engine.tick()
    room.play_on("ada")
    room.stake("bob", STRING, 3)
    room.ask("ada", TakeBoard, TABLE)
    room.engine.tick()
    assert room.accounted()
    assert room.escrows() == {}
    assert len(storage.journals) > 30
    so_far = MemoryStorage()
    for journal in storage.journals:
        so_far.submit(journal)
        again = Treasury(deepcopy(so_far), room.blocks, now=room.clock.ms)
        assert again.accounted(), f"killed after tick {journal.tick}"
        unfinished = {match.id for match in again.engine.model.rows(again.matches).values() if not match.over}
        assert {holder.split(":")[1].split("/")[0] for holder in again.escrows()} <= unfinished
