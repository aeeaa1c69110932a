"""The welcome chest, the claim box, and what others give to a player."""

from server.items.giving import give
from server.items.welcome import INVITATION, SENTENCE
from server.shared.inventory import clicks
from server.shared.inventory.stack import Stack
from server.storage.memory import MemoryStorage
from tests.items.cellar import BOARD, WELCOME_CHEST, Cellar, Guest

LOG, STONE = "minecraft:oak_log", "minecraft:stone"
FULL = {slot: Stack(STONE, 64) for slot in range(36)}


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
        assert guest.notices() == [SENTENCE]
    assert cellar.accounted_for()["minecraft:lime_wool"] == 2


def test_newcomers_are_told_of_the_chest_until_they_have_opened_it(cellar: Cellar, ada: Guest) -> None:
    assert ada.lines() == [INVITATION]
    ada.use(WELCOME_CHEST)
    ada.leave()
    assert cellar.guest("ada").lines() == []
    cellar.engine.change(lambda changes: changes.set_block(WELCOME_CHEST, 0))
    assert cellar.guest("bob").lines() == []


def test_the_gift_is_given_once_in_a_worlds_life() -> None:
    storage = MemoryStorage()
    Cellar(storage).guest("ada").use(WELCOME_CHEST)
    again = Cellar(storage)
    ada = again.guest("ada")
    ada.use(WELCOME_CHEST)
    assert sum(stack.count for stack in ada.shown("chest") if stack) == 9
    assert again.accounted_for()["minecraft:lime_wool"] == 1
    assert ada.notices() == []


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
    assert cellar.conserved()


# ------------------------------------------------------------------ giving


def test_giving_fills_empty_slots_and_the_claim_box_takes_the_rest(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {**FULL, 35: Stack(STONE, 1)})
    cellar.fill("escrow:1/ada", {0: Stack(LOG, 3), 1: BOARD, 2: Stack(STONE, 9)}, 3)
    cellar.engine.change(lambda changes: give(changes, "ada", "escrow:1/ada"))
    cellar.engine.tick()
    assert any("waits: 3 × oak log, 1 × farkle board and 9 × stone" in text for text in ada.notices())
    for _ in range(10):
        cellar.engine.tick()
    assert cellar.holding("player:ada")[35] == Stack(STONE, 10)
    assert cellar.holding("claim:ada") == (Stack(LOG, 3), BOARD, None)
    assert cellar.holding("escrow:1/ada") == ()
    assert cellar.conserved()


def test_giving_to_somebody_who_is_away_or_never_was_there_loses_nothing(cellar: Cellar, ada: Guest) -> None:
    ada.leave()
    for player in ("ada", "nobody"):
        cellar.fill("table:0,0,0", {0: BOARD}, 1)
        cellar.engine.change(lambda changes, player=player: give(changes, player, "table:0,0,0"))  # type: ignore[misc]
    cellar.engine.tick()
    assert cellar.holding("player:ada")[0] == BOARD
    assert cellar.holding("claim:nobody") == (BOARD,)
    assert cellar.conserved()


def test_picking_up_takes_what_fits_and_shows_it_at_once(cellar: Cellar, ada: Guest) -> None:
    cellar.fill("player:ada", {**FULL, 4: Stack(LOG, 60)})
    cellar.fill("drop:1", {0: Stack(LOG, 10)}, 1)
    ada.listen()
    cellar.pick_up("ada", "drop:1")
    assert ada.shown("hotbar")[4] == Stack(LOG, 64)
    assert cellar.drops() == {"drop:1": Stack(LOG, 6)}
