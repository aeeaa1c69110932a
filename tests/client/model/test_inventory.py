"""Windows with predicted clicks: shown at once, gone with the answer, with one cursor and one set of player slots."""

import pytest

from client.model.inventory import Inventory
from server.shared.inventory.clicks import LEFT, PICKUP, QUICK, RIGHT, SWAP
from server.shared.inventory.layout import CHEST, LAYOUTS
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import ClaimBox, Click, WindowChanged, WindowClosed, WindowOpened
from tests.client.scripted import Script

STICKS = Stack("minecraft:stick", 10)


@pytest.fixture
def script() -> Script:
    script = Script().welcome()
    slots: list[Stack | None] = [None] * LAYOUTS["inventory"].size
    slots[0] = STICKS
    script.say(WindowOpened(window=0, kind="inventory", title="", revision=5, slots=tuple(slots), cursor=None))
    return script


@pytest.fixture
def inventory(script: Script) -> Inventory:
    return script.know.inventory


def open_chest(script: Script, first: Stack | None = None) -> None:
    slots: list[Stack | None] = [None] * LAYOUTS[CHEST].size
    slots[0] = first
    slots[27] = STICKS
    script.say(WindowOpened(window=3, kind=CHEST, title="Chest", revision=9, slots=tuple(slots), cursor=None))


def test_a_click_shows_at_once_and_names_the_revision_it_was_made_on(script: Script, inventory: Inventory) -> None:
    script.session.click(0, 0, RIGHT, PICKUP)
    assert inventory.cursor == Stack("minecraft:stick", 5)
    assert inventory.held == Stack("minecraft:stick", 5)
    assert [(click.window, click.revision, click.slot) for click in script.heard_of(Click)] == [(0, 5, 0)]


def test_the_answer_leaves_what_the_server_said(script: Script, inventory: Inventory) -> None:
    script.session.click(0, 0, LEFT, PICKUP)
    script.say(WindowChanged(window=0, revision=6, slots=((0, None),), cursor=STICKS))
    script.done()
    assert inventory.cursor == STICKS
    assert inventory.slots(0)[0] is None
    assert inventory.revision(0) == 6


def test_a_refused_click_puts_everything_back(script: Script, inventory: Inventory) -> None:
    script.session.click(0, 0, LEFT, PICKUP)
    script.refuse("stale_window", "The window has changed.")
    assert inventory.cursor is None
    assert inventory.slots(0)[0] == STICKS


def test_hasty_clicks_are_predicted_one_on_the_other(script: Script, inventory: Inventory) -> None:
    script.session.click(0, 0, LEFT, PICKUP)
    script.session.click(0, 4, RIGHT, PICKUP)
    script.session.click(0, 5, LEFT, PICKUP)
    assert (inventory.slots(0)[4], inventory.slots(0)[5], inventory.cursor) == (
        Stack("minecraft:stick", 1),
        Stack("minecraft:stick", 9),
        None,
    )
    numbers = [click.n for click in script.heard_of(Click)]
    script.say(WindowChanged(window=0, revision=6, slots=((0, None),), cursor=STICKS))
    inventory.settle(numbers[0])
    assert inventory.slots(0)[5] == Stack("minecraft:stick", 9)


def test_a_chest_and_the_own_window_show_the_same_player_slots(script: Script, inventory: Inventory) -> None:
    open_chest(script)
    script.session.click(3, 27, LEFT, QUICK)
    assert inventory.slots(3)[0] == STICKS
    assert inventory.hotbar[0] is None
    script.say(WindowChanged(window=3, revision=10, slots=((0, STICKS), (27, None)), cursor=None))
    script.done()
    assert inventory.hotbar[0] is None
    assert inventory.opened_window is not None


def test_a_result_is_not_guessed(script: Script, inventory: Inventory) -> None:
    result = LAYOUTS["inventory"].result
    assert result is not None
    script.say(WindowChanged(window=0, revision=6, slots=((result, Stack("minecraft:stick", 4)),), cursor=None))
    script.session.click(0, result, LEFT, PICKUP)
    assert inventory.cursor is None
    assert inventory.slots(0)[result] == Stack("minecraft:stick", 4)


def test_a_closed_window_takes_its_predictions_with_it(script: Script, inventory: Inventory) -> None:
    open_chest(script)
    script.session.click(3, 27, LEFT, PICKUP)
    script.say(WindowClosed(window=3))
    assert inventory.opened_window is None
    assert inventory.cursor is None
    script.session.click(3, 27, LEFT, PICKUP)
    assert len(script.heard_of(Click)) == 1


def test_the_own_window_never_closes_and_unknown_windows_change_nothing(script: Script, inventory: Inventory) -> None:
    script.say(WindowClosed(window=0), WindowChanged(window=8, revision=2, slots=((0, None),), cursor=None))
    script.say(WindowOpened(window=9, kind="anvil", title="", revision=1, slots=(None,), cursor=None))
    assert inventory.hotbar[0] == STICKS
    assert inventory.opened_window is None


def test_a_slot_that_does_not_exist_changes_nothing(script: Script, inventory: Inventory) -> None:
    script.session.click(0, 200, LEFT, PICKUP)
    script.say(WindowChanged(window=0, revision=6, slots=((200, STICKS),), cursor=None))
    assert inventory.slots(0).count(STICKS) == 1


def test_number_keys_swap_with_the_hotbar(script: Script, inventory: Inventory) -> None:
    script.session.click(0, 20, 0, SWAP)
    assert inventory.slots(0)[20] == STICKS
    assert inventory.hotbar[0] is None


def test_what_waits_in_the_claim_box_is_known_as_a_number(script: Script, inventory: Inventory) -> None:
    assert inventory.waiting == 0
    script.say(ClaimBox(waiting=3))
    assert inventory.waiting == 3
    script.say(ClaimBox(waiting=0))
    assert inventory.waiting == 0
