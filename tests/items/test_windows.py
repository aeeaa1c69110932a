"""Windows over the wire: opening, clicking, staleness and closing."""

import logging
from pathlib import Path

import pytest

from server.items import RecipeBook
from server.items.recipes import Shapeless
from server.shared.inventory import clicks
from server.shared.inventory.layout import OUTSIDE
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import WindowChanged, WindowClosed, WindowOpened
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.world import FinishBreaking, UseBlock
from tests.items.cellar import BOARD, CHEST, FAR, OTHER_CHEST, TABLE, Cellar, Guest

LOG, PLANKS, STONE = "minecraft:oak_log", "minecraft:oak_planks", "minecraft:stone"


def test_a_newcomer_has_bare_hands_and_window_0(ada: Guest) -> None:
    ada.listen()
    assert ada.windows[0].kind == "inventory"
    assert ada.windows[0].slots == [None] * 41
    assert ada.cursor is None


def test_a_click_is_answered_after_the_change_it_caused(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 3)})
    ada.listen()
    assert ada.click(0) == "done"
    changed, done = ada.peer.heard[-2:]
    assert changed == WindowChanged(0, 2, ((0, None),), Stack(LOG, 3))
    assert isinstance(done, Done)
    assert cellar.holding("cursor:ada") == (Stack(LOG, 3),)


def test_the_small_grid_crafts_and_counts_what_it_made_and_used(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 2)})
    ada.click(0)
    ada.click(38)
    assert ada.shown("result") == [Stack(PLANKS, 4)]
    ada.click(40)
    assert ada.cursor == Stack(PLANKS, 4)
    assert ada.click(40, mode=clicks.QUICK) == "done"
    assert (cellar.everything(), ada.shown("result")) == ({PLANKS: 8}, [None])
    assert cellar.conserved()


def test_clicks_sent_ahead_of_their_answers_all_count(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 3)})
    ada.listen()
    revision = ada.windows[0].revision
    assert [ada.click(slot, revision=revision) for slot in (0, 5, 5, 7)] == ["done"] * 4
    assert cellar.holding("player:ada")[7] == Stack(LOG, 3)


def test_a_click_on_a_window_that_something_else_changed_changes_nothing_and_shows_it_anew(
    cellar: Cellar, ada: Guest
) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 3)})
    ada.listen()
    revision = ada.windows[0].revision
    cellar.fill("player:ada", {0: Stack(STONE, 3)})
    assert ada.click(0, revision=revision) == "stale_window"
    assert [type(message) for message in ada.peer.heard[-2:]] == [WindowOpened, Refused]
    assert ada.shown("hotbar")[0] == Stack(STONE, 3)
    assert ada.click(0) == "done"
    assert ada.click(0, revision=ada.windows[0].revision + 1) == "stale_window"
    revision = ada.windows[0].revision
    assert ada.click(0) == "done"
    cellar.fill("player:ada", {1: Stack(STONE, 1)})
    assert ada.click(1, revision=revision) == "stale_window"


def test_slots_windows_and_clicks_that_do_not_exist_are_refused(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 3)})
    assert ada.click(41) == "no_such_slot"
    assert ada.click(OUTSIDE, mode=clicks.QUICK) == "no_such_slot"
    assert ada.click(0, mode="juggle") == "no_such_click"
    assert ada.click(0, window=17) == "no_such_window"
    refused = ada.peer.heard[-1]
    assert isinstance(refused, Refused)
    assert refused.text == "That window is not open."
    assert cellar.holding("player:ada")[0] == Stack(LOG, 3)


def test_two_players_at_one_chest_see_each_others_clicks(cellar: Cellar, ada: Guest) -> None:
    bob = cellar.guest("bob")
    cellar.fill("player:ada", {0: Stack(LOG, 3)})
    assert (ada.use(CHEST), bob.use(CHEST)) == ("done", "done")
    stale = bob.windows[bob.other].revision
    assert ada.click(27, mode=clicks.QUICK) == "done"
    assert bob.shown("chest")[0] == Stack(LOG, 3)
    assert bob.click(0, revision=stale) == "stale_window"
    assert bob.click(0, mode=clicks.QUICK) == "done"
    assert cellar.holding("player:bob")[0] == Stack(LOG, 3)
    assert ada.shown("chest")[0] is None
    assert cellar.holding("chest:0,1,2") == ()


def test_one_other_window_at_a_time_and_the_own_one_waits_for_it(cellar: Cellar, ada: Guest) -> None:
    ada.use(CHEST)
    first = ada.other
    ada.use(TABLE)
    assert WindowClosed(first) in ada.peer.heard
    assert set(ada.windows) == {0, ada.other}
    assert ada.click(0, window=first) == "no_such_window"
    assert ada.click(0, window=0) == "other_window_open"
    assert ada.close(first) == "done"
    assert ada.close() == "done"
    assert ada.click(0, window=0) == "done"


def test_a_window_out_of_reach_takes_no_click_and_closes(cellar: Cellar, ada: Guest) -> None:
    ada.use(TABLE)
    ada.listen()
    cellar.crowd.places["ada"] = FAR
    assert ada.click(0) == "out_of_reach"
    assert set(ada.windows) == {0}


def test_a_window_closes_in_the_tick_in_which_its_block_goes(cellar: Cellar, ada: Guest) -> None:
    bob = cellar.guest("bob")
    cellar.fill("player:ada", {0: Stack(LOG, 5)})
    ada.use(TABLE)
    ada.click(10)
    ada.click(4, button=clicks.RIGHT)
    table = ada.other
    assert bob.break_block(TABLE) == "done"
    ada.listen()
    assert set(ada.windows) == {0}
    assert ada.click(9, window=table) == "no_such_window"
    assert cellar.holding("player:ada")[0] == Stack(LOG, 5)
    assert len(cellar.holding("grid:ada")) == 4


def test_a_click_that_comes_with_the_breaking_of_its_chest_is_refused(cellar: Cellar, ada: Guest) -> None:
    bob = cellar.guest("bob")
    cellar.fill("player:ada", {0: Stack(LOG, 5)})
    ada.use(CHEST)
    window = ada.windows[ada.other]
    bob.peer.send(FinishBreaking(1, CHEST, 0))
    assert ada.click(27, mode=clicks.QUICK, window=ada.other, revision=window.revision) == "no_such_window"
    assert cellar.holding("chest:0,1,2") == ()
    assert cellar.holding("player:ada")[0] == Stack(LOG, 5)


def test_a_window_closes_when_its_block_goes_without_being_broken(cellar: Cellar, ada: Guest) -> None:
    ada.use(TABLE)
    cellar.engine.change(lambda changes: changes.set_block(TABLE, 3))
    cellar.engine.tick()
    ada.listen()
    assert set(ada.windows) == {0}


def test_a_broken_chest_drops_its_contents_once(cellar: Cellar, ada: Guest) -> None:
    bob = cellar.guest("bob")
    cellar.fill("chest:0,1,2", {3: Stack(LOG, 5), 7: BOARD}, 27)
    ada.use(CHEST)
    ada.peer.send(FinishBreaking(90, CHEST, 0))
    bob.peer.send(FinishBreaking(91, CHEST, 0))
    cellar.engine.tick()
    assert sorted(cellar.drops().values(), key=str) == sorted([Stack(LOG, 5), BOARD], key=str)
    assert cellar.holding("chest:0,1,2") == ()
    assert ada.other == 0
    assert cellar.conserved()


def test_a_crafting_table_has_nine_places_and_gives_them_back(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 5)})
    ada.click(0)
    ada.click(36)
    ada.use(TABLE)
    assert cellar.holding("grid:ada") == (None,) * 9
    assert ada.shown("hotbar")[0] == Stack(LOG, 5)
    ada.click(10)
    ada.click(8)
    assert ada.shown("result") == [Stack(PLANKS, 4)]
    assert ada.shown("grid", 0) == [None] * 4
    ada.close()
    assert cellar.holding("grid:ada") == (None,) * 4
    assert ada.shown("hotbar", 0)[0] == Stack(LOG, 5)


def test_a_second_login_gets_everything_anew(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 5)})
    ada.click(0)
    ada.use(TABLE)
    newer = cellar.guest("ada")
    newer.listen()
    assert set(newer.windows) == {0}
    assert newer.shown("hotbar")[0] == Stack(LOG, 5)
    assert newer.click(0) == "done"


def test_a_window_opened_and_gone_within_one_tick_is_closed(cellar: Cellar, ada: Guest) -> None:
    ada.peer.send(UseBlock(1, OTHER_CHEST, 1, (0.5, 1.0, 0.5), 0))
    ada.peer.send(FinishBreaking(2, OTHER_CHEST, 0))
    cellar.engine.tick()
    assert ada.other == 0


def test_recipes_for_things_that_do_not_exist_are_logged_and_left_out(
    caplog: pytest.LogCaptureFixture, tmp_path: Path
) -> None:
    book = RecipeBook([Shapeless("a:moon", Stack("a:moon", 1), (frozenset({LOG}),))])
    with caplog.at_level(logging.WARNING, "voxtable.items"):
        cellar = Cellar(book=book)
    assert "There is no item a:moon." in caplog.text
    ada = cellar.guest("ada")
    cellar.fill("player:ada", {0: Stack(LOG, 1)})
    ada.click(0)
    ada.click(36)
    assert ada.shown("result") == [None]
