"""A player who is called something else keeps seat, match, pot and statistics, and every table says the new name."""

import pytest

from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import Act, AskPaused, AskStats, Move, PausedMatches, Stats, TakeBoard
from tests.tabletop.room import TABLE, Room, chair
from tests.tabletop.sticks import Sticks


def stats(room: Room, player: str, name: str = "") -> Stats:
    answer = room.ask(player, AskStats, name)
    assert isinstance(answer, Stats), answer
    return answer


def test_a_running_match_goes_on_under_the_new_name() -> None:
    room = Room()
    before = room.start("ada", "bob")
    room.rename("bob", "Zoe")
    view = room.view("ada")
    assert [(seat.player, seat.name) for seat in view.seats if seat.player] == [("ada", "Ada"), ("bob", "Zoe")]
    assert (view.match, view.step, view.turn) == (before.match, before.step, before.turn)
    over = room.play_on("ada")
    assert over.result is not None
    assert "Bob" not in " ".join(event.text for event in room.events("ada")[-3:])
    assert [kept.names for kept in room.finished().values()] == [("Ada", "Zoe")]
    assert stats(room, "bob").name == "Zoe"


def test_what_the_table_tells_of_the_next_move_has_the_new_name() -> None:
    room = Room()
    room.start("ada", "bob")
    room.rename("ada", "Łucja")
    room.rename("bob", "Олег")
    view = room.view("ada")
    assert view.turn is not None
    mover = view.seats[view.turn.seat].player
    heard = len(room.events("ada"))
    assert isinstance(room.ask(mover, Act, view.match, view.step, (), "roll"), Done)
    told = room.events("ada")[heard:]
    assert any(event.text.startswith(room.people.names[mover]) for event in told)


def test_a_paused_match_is_listed_under_the_new_name_and_waits_for_the_same_player() -> None:
    room = Room()
    room.start("ada", "bob")
    room.ask("ada", TakeBoard, TABLE)
    room.leave("bob")
    room.rename("bob", "Zoe")
    answer = room.ask("ada", AskPaused)
    assert isinstance(answer, PausedMatches)
    assert answer.matches[0].names == ("Ada", "Zoe")
    room.use("ada", TABLE)
    assert "Zoe" in room.view("ada").status
    room.join("bob")
    room.use("bob", chair(1))
    assert room.view("ada").phase != "paused"


def test_a_lobby_shows_the_new_name_at_once() -> None:
    room = Room()
    room.seat("ada", "bob")
    room.rename("bob", "Zoe")
    assert [seat.name for seat in room.view("ada").seats if seat.player] == ["Ada", "Zoe"]


def test_statistics_are_found_by_the_new_name_and_no_more_by_the_old_one() -> None:
    room = Room()
    room.start("ada", "bob")
    room.play_on("ada")
    room.rename("bob", "Łucja")
    found = stats(room, "ada", "łucja")
    assert found.name == "Łucja"
    assert found.rows[0] == ("Matches", "1")
    assert found.recent[0].names == ("Ada", "Łucja")
    assert room.refused("ada", AskStats, "Bob") == "unknown_player"
    assert room.view("ada").seats[1].name == "Łucja"


@pytest.mark.parametrize("installed", [True, False])
def test_a_match_of_another_game_follows_too_installed_or_not(installed: bool) -> None:
    room = Room(games=(Sticks,))
    room.furnish()
    for player in ("ada", "bob"):
        room.join(player)
    room.give_board("ada", item=Sticks.board)
    room.use("ada", TABLE)
    for side, player in enumerate(("ada", "bob")):
        room.use(player, chair(side))
    room.all_ready("ada", "bob")
    if not installed:
        room = Room(room.storage, room.blocks)
    room.rename("bob", "Zoe")
    assert room.match().names == ("Ada", "Zoe")
    if installed:
        view = room.view("ada")
        assert view.status in ("Ada takes.", "Zoe takes.")
        mover = "ada" if view.status == "Ada takes." else "bob"
        room.ask(mover, Move, view.match, view.step, "take", (0,))
        assert room.view("ada").status in {"Ada takes.", "Zoe takes."} - {view.status}
