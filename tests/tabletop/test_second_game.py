"""Another game at the same tables: its board, lobby, bots, pauses and results come with the boundary, not from it."""

from copy import deepcopy

import pytest

from server.engine.changes import Refusal
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import BoardView, Move, PlayAlone, Resign, SetRule, TakeBoard
from tests.tabletop.room import TABLE, FlatBlocks, Room, chair
from tests.tabletop.sticks import Sticks


@pytest.fixture
def room() -> Room:
    """Ada and Bob at a table with the board of the second game."""
    room = Room(games=(Sticks,))
    room.furnish()
    for player in ("ada", "bob"):
        room.join(player)
    room.give_board("ada", item=Sticks.board)
    room.use("ada", TABLE)
    for side, player in enumerate(("ada", "bob")):
        room.use(player, chair(side))
    return room


def take(room: Room, count: int) -> BoardView:
    view = room.view("ada")
    mover = "ada" if view.status == "Ada takes." else "bob"
    answer = room.ask(mover, Move, view.match, view.step, "take", tuple(range(count)))
    assert isinstance(answer, Done), answer
    return room.view("ada")


def test_its_board_lies_in_the_same_tables_and_shows_its_own_lobby(room: Room) -> None:
    assert room.states[room.blocks.blocks[TABLE]].name == "voxtable:oak_small_game_table[board=sticks]"
    view = room.view("bob")
    assert (view.game, view.title, view.phase) == ("sticks", "Sticks", "lobby")
    assert [setting.name for setting in view.settings] == ["sticks", "bot.2", "bot.3"]
    assert view.rules == ("Of 12 sticks take one to three; whoever takes the last one wins.",)


def test_a_match_of_it_is_played_by_generic_moves_to_a_result(room: Room) -> None:
    assert room.refused("ada", SetRule, TABLE, "sticks", 2) == "out_of_range"
    assert room.refused("ada", SetRule, TABLE, "goal", 500) == "unknown_setting"
    room.ask("ada", SetRule, TABLE, "sticks", 7)
    room.all_ready("ada", "bob")
    view = room.view("ada")
    assert (view.phase, len(view.pieces), [action.name for action in view.actions]) == ("to_take", 7, ["take"])
    assert (view.options, view.turn) == ((), None)
    mover, waiting = ("ada", "bob") if view.status == "Ada takes." else ("bob", "ada")
    assert room.refused(waiting, Move, view.match, view.step, "take", (0,)) == "not_your_turn"
    assert room.refused(mover, Move, view.match, view.step, "take", (0, 1, 2, 3)) == "no_such_take"
    assert room.refused(mover, Move, view.match, view.step + 1, "take", (0,)) == "stale"
    take(room, 3)
    take(room, 3)
    view = take(room, 1)
    assert view.result is not None
    assert [view.seats[seat].player for seat in view.result.winners] == [mover]
    assert view.log[-1] == f"{mover.capitalize()} takes 1."


def test_its_bots_play_too(room: Room) -> None:
    room.leave("bob")
    room.ask("ada", SetRule, TABLE, "bot.2", "greedy")
    room.ask("ada", PlayAlone, TABLE)
    while room.view("ada").phase != "result":
        if room.view("ada").status == "Ada takes.":
            take(room, 1)
        else:
            room.wait(lambda: room.view("ada").status != "Greedy bot takes.")
    assert room.view("ada").result is not None


def test_it_is_paused_with_its_board_and_goes_on_after_a_restart(room: Room) -> None:
    room.all_ready("ada", "bob")
    before = take(room, 2)
    room.ask("ada", TakeBoard, TABLE)
    room.engine.tick()
    again = Room(deepcopy(room.storage), room.blocks, games=(Sticks,))
    for side, player in enumerate(("ada", "bob")):
        again.join(player)
        again.use(player, chair(side))
    again.use("ada", TABLE)
    again.engine.tick()
    view = again.view("bob")
    assert (view.match, view.phase, len(view.pieces)) == (before.match, "to_take", 10)


def test_without_the_game_installed_its_match_waits_and_the_other_tables_go_on(room: Room) -> None:
    room.all_ready("ada", "bob")
    before = take(room, 2)
    room.engine.tick()
    without = Room(deepcopy(room.storage), FlatBlocks())
    without.join("ada")
    assert without.refused("ada", TakeBoard, TABLE) == "game_missing"
    assert without.refused("ada", SetRule, TABLE, "sticks", 9) == "game_missing"
    without.engine.tick()
    again = Room(without.storage, room.blocks, games=(Sticks,))
    again.join("ada")
    assert again.view("ada").match == before.match


def test_leaving_it_ends_it_for_two(room: Room) -> None:
    room.all_ready("ada", "bob")
    room.ask("bob", Resign, room.view("bob").match)
    view = room.view("ada")
    assert view.result is not None
    assert view.result.winners == (0,)
    assert view.seats[0].wins == 1


def test_a_farkle_board_still_brings_farkle(room: Room) -> None:
    room.ask("ada", TakeBoard, TABLE)
    room.give_board("ada")
    room.use("ada", TABLE)
    room.engine.tick()
    assert room.view("bob").game == "farkle"


def test_no_board_but_a_games_own_is_fitted(room: Room) -> None:
    room.ask("ada", TakeBoard, TABLE)
    room.give_board("ada", item="minecraft:dirt")
    assert not room.use("ada", TABLE)
    room.burn("player:ada")
    with pytest.raises(Refusal, match="Craft a Farkle Board"):
        room.use("ada", TABLE)
