"""The ledger refuses whatever does not balance, and asks before something singular vanishes."""

import pytest

from server.engine.changes import ChangeSet, Refusal
from server.items.ledger import BURNT, Unbalanced, exchange
from server.shared.inventory.stack import Stack
from tests.items.cellar import BOARD, Cellar

LOG = Stack("minecraft:oak_log", 2)
OTHER_BOARD = Stack(BOARD.item, 1, (("match", "eight"),))


@pytest.fixture(autouse=True)
def a_filled_chest(cellar: Cellar) -> None:
    cellar.fill("chest:1,2,3", {0: LOG, 1: BOARD}, 27)


@pytest.mark.parametrize(
    ("after", "minted", "burnt", "reason"),
    [
        ((LOG,), (), (), ""),
        ((LOG, BOARD, Stack("minecraft:stone", 1)), (), (), ""),
        ((LOG, OTHER_BOARD), (), (), ""),
        ((Stack(LOG.item, 3), BOARD), (), (), ""),
        ((LOG, BOARD, LOG), (LOG,), (), ""),
        ((LOG, BOARD), (LOG,), (), "test"),
        ((BOARD,), (), (LOG,), ""),
        ((LOG,), (), (OTHER_BOARD,), "test"),
    ],
)
def test_an_exchange_that_does_not_balance_changes_nothing(
    cellar: Cellar, after: tuple[Stack, ...], minted: tuple[Stack, ...], burnt: tuple[Stack, ...], reason: str
) -> None:
    def run(changes: ChangeSet) -> None:
        with pytest.raises(Unbalanced):
            exchange(changes, {"chest:1,2,3": after}, minted=minted, burnt=burnt, reason=reason)
        assert changes.records == {}

    cellar.engine.change(run)
    assert cellar.conserved()


def test_an_exchange_moves_between_holders_and_a_holder_may_end(cellar: Cellar) -> None:
    cellar.engine.change(lambda changes: exchange(changes, {"chest:1,2,3": None, "drop:1": (BOARD, LOG)}))
    assert (cellar.holding("chest:1,2,3"), cellar.holding("drop:1")) == ((), (BOARD, LOG))


def test_counters_add_up_by_item_and_reason(cellar: Cellar) -> None:
    for left in (Stack(LOG.item, 1), None):
        cellar.engine.change(
            lambda changes, left=left: exchange(  # type: ignore[misc]
                changes, {"chest:1,2,3": (left, BOARD)}, burnt=[Stack(LOG.item, 1)], reason="placed"
            )
        )
    assert cellar.engine.model.rows(BURNT)[f"{LOG.item}/placed"].count == 2


def test_a_stack_with_data_burns_only_when_nobody_objects(cellar: Cellar) -> None:
    asked: list[tuple[Stack, str]] = []

    def object_once(_changes: ChangeSet, stack: Stack, reason: str) -> None:
        asked.append((stack, reason))
        if len(asked) == 1:
            raise Refusal("precious", "That board carries a match.")

    cellar.engine.hooks.burn.append(object_once)

    def burn(changes: ChangeSet) -> None:
        exchange(changes, {"chest:1,2,3": None}, burnt=[LOG, BOARD], reason="void")

    with pytest.raises(Refusal):
        cellar.engine.change(burn)
    assert BOARD in cellar.holding("chest:1,2,3")
    cellar.engine.change(burn)
    assert asked == [(BOARD, "void")] * 2
    assert cellar.everything() == {}
