"""The claim box as a window: in pages, only to take out of, and open wherever its player stands."""

import pytest

from server.engine.changes import Refusal
from server.items import ledger
from server.shared.inventory.layout import CLAIM, LAYOUTS
from server.shared.inventory.stack import Stack
from server.shared.protocol.items import ClaimBox, OpenClaim, WindowOpened
from tests.items.cellar import FAR, Cellar, Guest

OWN = LAYOUTS[CLAIM].player
STICK, STRING = "minecraft:stick", "minecraft:string"


def with_waiting(count: int) -> tuple[Cellar, Guest]:
    """A guest for whom so many stacks wait, each of another size, while the inventory is full of something else."""
    cellar = Cellar()
    guest = cellar.guest("ada")
    stacks = tuple(Stack(STICK, number + 1) for number in range(count))
    after = {"claim:ada": stacks or None, "player:ada": (Stack(STRING, 64),) * 36}
    minted = (*stacks, *(Stack(STRING, 64),) * 36)
    cellar.engine.change(lambda changes: ledger.exchange(changes, after, minted=minted, reason="test"))
    return cellar, guest


def open_page(guest: Guest, page: int) -> str:
    return guest.ask(OpenClaim(guest.number(), page))


def waits(guest: Guest) -> list[int]:
    """The counts that the open page shows, in order."""
    return [stack.count for stack in guest.shown("claim") if stack is not None]


def test_a_full_box_opens_in_pages_and_things_are_taken_out_of_any_of_them() -> None:
    cellar, guest = with_waiting(30)
    assert open_page(guest, 7) == "done"
    assert waits(guest) == [28, 29, 30], "the last page"
    assert [message.title for message in guest.peer.heard if isinstance(message, WindowOpened)][-1] == (
        "Claim Box, page 2 of 2"
    )
    assert guest.click(1) == "done"
    assert guest.cursor == Stack(STICK, 29)
    guest.click(-1)
    assert waits(guest) == [28, 30]
    assert open_page(guest, 0) == "done"
    assert waits(guest) == list(range(1, 28))
    assert sum(stack is not None for stack in cellar.holding("claim:ada")) == 29


def test_nothing_is_put_into_a_claim_box() -> None:
    cellar, guest = with_waiting(1)
    open_page(guest, 0)
    guest.click(OWN[0])
    for slot in (0, 5):
        guest.click(slot)
    guest.click(OWN[1], mode="quick")
    guest.click(5, button=3, mode="swap")
    assert guest.cursor == Stack(STRING, 64), "it stays in hand"
    assert [stack for stack in cellar.holding("claim:ada") if stack is not None] == [Stack(STICK, 1)]


def test_a_box_that_is_emptied_ends_and_an_empty_one_says_so() -> None:
    cellar, guest = with_waiting(1)
    open_page(guest, 0)
    guest.click(0)
    assert guest.cursor == Stack(STICK, 1)
    assert cellar.holding("claim:ada") == ()
    assert open_page(guest, 0) == "nothing_to_claim"


def test_the_box_opens_by_a_word_and_stays_open_wherever_its_player_goes() -> None:
    cellar, guest = with_waiting(1)
    command = cellar.engine.hooks.commands["claim"]
    cellar.engine.change(lambda changes: command.run(changes, "ada", []))
    cellar.crowd.places["ada"] = FAR
    cellar.engine.tick()
    assert waits(guest) == [1]
    assert guest.click(0) == "done"
    with pytest.raises(Refusal, match="Nothing waits"):
        cellar.engine.change(lambda changes: command.run(changes, "ada", []))


def test_what_finds_room_while_the_box_is_open_arrives_and_is_gone_from_it() -> None:
    cellar, guest = with_waiting(2)
    open_page(guest, 0)
    guest.click(OWN[0])
    guest.click(-1)
    for _ in range(10):
        cellar.engine.tick()
    assert waits(guest) == []
    assert guest.shown("hotbar")[0] == Stack(STICK, 3)


def told(guest: Guest) -> list[int]:
    """How many stacks a guest was told to wait, each time."""
    return [message.waiting for message in guest.peer.heard if isinstance(message, ClaimBox)]


def test_everybody_is_told_what_waits_for_them_alone_and_whenever_that_changes() -> None:
    cellar, guest = with_waiting(3)
    other = cellar.guest("bob")
    assert told(guest) == [3]
    open_page(guest, 0)
    guest.click(0)
    assert told(guest) == [3, 2]
    guest.leave()
    back = cellar.guest("ada")
    cellar.engine.tick()
    assert told(back)[0] > 0
    assert told(other) == []
