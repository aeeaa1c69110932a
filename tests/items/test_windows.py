"""Windows over the wire: opening, clicking, staleness, closing, and that nothing is lost on any way out."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from server.engine.changes import ChangeSet
from server.items import RecipeBook
from server.items.giving import give
from server.items.ledger import Unbalanced, exchange, slots
from server.items.recipes import Shapeless
from server.items.welcome import SENTENCE
from server.shared.inventory import clicks
from server.shared.inventory.layout import OUTSIDE
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import Notice
from server.shared.protocol.items import WindowChanged, WindowClosed, WindowOpened
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.world import FinishBreaking, UseBlock
from server.storage.memory import MemoryStorage
from tests.items.cellar import BOARD, CHEST, FAR, HERE, OTHER_CHEST, TABLE, WELCOME_CHEST, Cellar, Faults, Guest

LOG, PLANKS, STONE = "minecraft:oak_log", "minecraft:oak_planks", "minecraft:stone"
FULL = {slot: Stack(STONE, 64) for slot in range(36)}


@pytest.fixture(autouse=True)
def nothing_fails_in_silence() -> Iterator[None]:
    faults = Faults()
    yield
    faults.stop()
    assert faults.heard == []


@pytest.fixture
def cellar() -> Cellar:
    return Cellar()


@pytest.fixture
def ada(cellar: Cellar) -> Guest:
    return cellar.guest("ada")


def conserved(cellar: Cellar) -> bool:
    return cellar.everything() == cellar.accounted_for()


def notices(guest: Guest) -> list[str]:
    return [message.text for message in guest.peer.heard if isinstance(message, Notice)]


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
    assert conserved(cellar)


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
    assert conserved(cellar)


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
    assert "From your claim box: 1 farkle board and 64 oak log." in notices(again)
    assert conserved(cellar)


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
    assert conserved(cellar)


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
    assert conserved(cellar)


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


# ------------------------------------------------------------------ the welcome chest


def test_each_newcomer_finds_the_material_for_one_board_once(cellar: Cellar, ada: Guest) -> None:
    bob = cellar.guest("bob")
    for guest in (ada, bob):
        guest.use(WELCOME_CHEST)
        assert guest.windows[guest.other].kind == "welcome"
        for slot in range(27):
            guest.click(slot, mode=clicks.QUICK)
        held = [stack for stack in cellar.holding(f"player:{guest.player}") if stack]
        assert sum(stack.count for stack in held if stack.item.endswith("_planks")) == 7
        assert {stack.item: stack.count for stack in held if not stack.item.endswith("_planks")} == {
            "minecraft:bone_meal": 1, "minecraft:lime_wool": 1,
        }  # fmt: skip
        guest.close()
        guest.use(WELCOME_CHEST)
        assert guest.shown("chest") == [None] * 27
        assert notices(guest) == [SENTENCE]
    assert cellar.accounted_for()["minecraft:lime_wool"] == 2


def test_the_gift_is_given_once_in_a_worlds_life() -> None:
    storage = MemoryStorage()
    Cellar(storage).guest("ada").use(WELCOME_CHEST)
    again = Cellar(storage)
    ada = again.guest("ada")
    ada.use(WELCOME_CHEST)
    assert sum(stack.count for stack in ada.shown("chest") if stack) == 9
    assert again.accounted_for()["minecraft:lime_wool"] == 1
    assert notices(ada) == []


def test_the_welcome_chest_takes_nothing_and_sends_the_gift_after_when_it_is_broken(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {0: Stack(LOG, 5)})
    ada.use(WELCOME_CHEST)
    ada.click(27)
    assert ada.click(0) == "done"
    assert ada.shown("chest")[0] is None
    ada.break_block(WELCOME_CHEST)
    for _ in range(10):
        cellar.engine.tick()
    assert sum(stack.count for stack in cellar.holding("player:ada") if stack) == 14
    assert conserved(cellar)


# ------------------------------------------------------------------ giving


def test_giving_fills_empty_slots_and_the_claim_box_takes_the_rest(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {**FULL, 35: Stack(STONE, 1)})
    cellar.fill("escrow:1/ada", {0: Stack(LOG, 3), 1: BOARD, 2: Stack(STONE, 9)}, 3)
    cellar.engine.change(lambda changes: give(changes, "ada", "escrow:1/ada"))
    cellar.engine.tick()
    assert any("waits: 3 oak log, 1 farkle board and 9 stone" in text for text in notices(ada))
    for _ in range(10):
        cellar.engine.tick()
    assert cellar.holding("player:ada")[35] == Stack(STONE, 10)
    assert cellar.holding("claim:ada") == (Stack(LOG, 3), BOARD, None)
    assert cellar.holding("escrow:1/ada") == ()
    assert conserved(cellar)


def test_giving_to_somebody_who_is_away_or_never_was_there_loses_nothing(cellar: Cellar, ada: Guest) -> None:
    ada.leave()
    for player in ("ada", "nobody"):
        cellar.fill("table:0,0,0", {0: BOARD}, 1)
        cellar.engine.change(lambda changes, player=player: give(changes, player, "table:0,0,0"))  # type: ignore[misc]
    cellar.engine.tick()
    assert cellar.holding("player:ada")[0] == BOARD
    assert cellar.holding("claim:nobody") == (BOARD,)
    assert conserved(cellar)


def test_picking_up_takes_what_fits_and_shows_it_at_once(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {**FULL, 4: Stack(LOG, 60)})
    cellar.fill("drop:1", {0: Stack(LOG, 10)}, 1)
    ada.listen()
    cellar.pick_up("ada", "drop:1")
    assert ada.shown("hotbar")[4] == Stack(LOG, 64)
    assert cellar.drops() == {"drop:1": Stack(LOG, 6)}


# ------------------------------------------------------------------ order and trouble


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


def test_the_ledger_lets_nobody_make_items_by_mistake(cellar: Cellar, ada: Guest) -> None:
    def cheat(changes: ChangeSet) -> None:
        exchange(changes, {"player:ada": (Stack(LOG, 1), *slots(changes, "player:ada")[1:])})

    with pytest.raises(Unbalanced):
        cellar.engine.change(cheat)
    assert cellar.everything() == {}


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
