"""No way of leaving, hurrying or having full hands loses, doubles or splits an item. PITFALLS 14, 20, 21 and 23."""

import pytest

from server.shared.inventory import clicks
from server.shared.inventory.layout import OUTSIDE
from server.shared.inventory.stack import Stack
from server.storage.memory import MemoryStorage
from tests.items.cellar import BOARD, HERE, TABLE, Cellar, Guest

LOG, PLANKS, STONE = "minecraft:oak_log", "minecraft:oak_planks", "minecraft:stone"
FULL = {slot: Stack(STONE, 64) for slot in range(36)}


# ------------------------------------------------------------------ PITFALLS 20: nothing is lost when the client goes


@pytest.mark.parametrize("crash", [False, True])
def test_grid_and_cursor_come_back_after_going_away(crash: bool) -> None:
    storage = MemoryStorage()
    cellar = Cellar(storage)
    ada = cellar.guest("ada")
    cellar.fill("player:ada", {0: Stack(LOG, 5), 1: BOARD})
    ada.use(TABLE)
    ada.click(10)
    ada.click(4, button=clicks.RIGHT)
    ada.click(11, mode=clicks.PICKUP)
    assert ada.cursor == BOARD
    if crash:
        cellar = Cellar(storage)
    else:
        ada.leave()
    assert cellar.holding("cursor:ada") == (BOARD,)
    again = cellar.guest("ada")
    again.listen()
    assert set(again.windows) == {0}
    assert again.shown("hotbar")[:3] == [BOARD, Stack(LOG, 5), None]
    assert cellar.everything() == {LOG: 5, BOARD.item: 1}
    assert (cellar.holding("cursor:ada"), cellar.holding("grid:ada")) == ((None,), (None,) * 4)


def test_grid_and_cursor_of_a_full_inventory_wait_in_the_claim_box_when_rejoining(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 64), 1: BOARD})
    for slot in (0, 36, 1):
        ada.click(slot)
    ada.leave()
    cellar.fill("player:ada", FULL)
    again = cellar.guest("ada")
    assert sorted(map(str, cellar.holding("claim:ada"))) == sorted(map(str, (BOARD, Stack(LOG, 64))))
    cellar.fill("player:ada", {slot: Stack(STONE, 64) for slot in range(34)})
    for _ in range(10):
        cellar.engine.tick()
    assert cellar.holding("claim:ada") == ()
    assert "From your claim box: 1 × farkle board and 64 × oak log." in again.notices()
    assert cellar.conserved()


def test_what_finds_no_room_on_closing_falls_at_the_players_feet(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 64)})
    ada.click(0)
    cellar.fill("player:ada", FULL)
    assert ada.close(0) == "done"
    ((drop, stack),) = cellar.drops().items()
    assert (stack, cellar.floor.places[drop]) == (Stack(LOG, 64), HERE)
    assert cellar.holding("hand:ada") == ()


# ------------------------------------------------------------------ PITFALLS 21: results and full inventories


def test_shift_click_on_a_result_with_a_full_inventory_uses_nothing_up(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 3)})
    ada.click(0)
    ada.click(36)
    cellar.fill("player:ada", {**FULL, 20: Stack(PLANKS, 59)})
    ada.listen()
    assert ada.click(40, mode=clicks.QUICK) == "done"
    assert cellar.holding("player:ada")[20] == Stack(PLANKS, 63)
    assert cellar.holding("grid:ada")[0] == Stack(LOG, 2)
    assert ada.click(40, mode=clicks.QUICK) == "done"
    assert cellar.holding("grid:ada")[0] == Stack(LOG, 2)
    assert cellar.conserved()


# ------------------------------------------------------------------ PITFALLS 14 and 23: hasty hands


def test_throwing_and_number_keys_with_a_full_cursor_duplicate_nothing(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 9), 1: BOARD, 2: Stack(STONE, 1)})
    ada.click(1)
    assert ada.throw(whole=False) == "done"
    assert ada.click(2, button=0, mode=clicks.SWAP) == "done"
    assert ada.throw(whole=True) == "done"
    assert ada.click(2, button=clicks.WHOLE, mode=clicks.THROW) == "done"
    assert ada.click(OUTSIDE) == "done"
    assert ada.cursor is None
    assert ada.throw(whole=True) == "nothing_held"
    assert sorted(cellar.drops().values(), key=str) == sorted(
        [Stack(LOG, 1), Stack(STONE, 1), Stack(LOG, 8), BOARD], key=str
    )
    assert cellar.conserved()


def test_a_throw_from_the_hand_makes_clicks_sent_before_it_was_heard_of_stale(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 9)})
    ada.listen()
    revision = ada.windows[0].revision
    ada.throw(whole=False)
    assert ada.click(0, revision=revision) == "stale_window"


def test_a_drag_over_occupied_slots_moves_whole_items_only(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 10), 1: Stack(STONE, 2), 2: Stack(LOG, 63)})
    ada.click(0)
    assert ada.click(OUTSIDE, mode=clicks.DRAG, drag=(0, 1, 2, 3, 3)) == "done"
    assert cellar.holding("player:ada")[:4] == (Stack(LOG, 3), Stack(STONE, 2), Stack(LOG, 64), Stack(LOG, 3))
    assert cellar.holding("cursor:ada") == (Stack(LOG, 3),)
