"""What changes many times in a tick is told once, as it stands at the end of the tick, before the answer it led to."""

import logging
from collections.abc import Sequence
from dataclasses import dataclass

import pytest

from server.engine.changes import ChangeSet, Mention, Refusal
from server.engine.plugins import Caller
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.items import ThrowItem
from server.shared.protocol.message import Done, Message, Refused
from tests.engine.shop import TILL, Shop, open_shop, sell
from tests.support.engine import admitted_peer


@dataclass(frozen=True)
class Takings:
    """The till, told once a tick."""

    broken: bool = False

    def compose(self, changes: ChangeSet, parts: Sequence[str]) -> Message:
        if self.broken:
            raise RuntimeError("the scales are stuck")
        sale = changes.read(TILL, "all")
        return ChatLine("till", f"{sale.total if sale else 0}: {' '.join(parts)}")


def shop_with_takings() -> Shop:
    """Throwing sells one item, and all of it is refused after having been sold."""
    shop = open_shop()

    def throw(changes: ChangeSet, caller: Caller, request: ThrowItem) -> None:
        sell(changes)
        changes.tellings.clear()
        changes.tell_near((0.0, 0.0, 0.0), Mention(Takings(), f"{request.n}"))
        if request.whole:
            raise Refusal("sold_out", "There is nothing left.")

    shop.engine.on(ThrowItem, throw)
    shop.engine.locate = lambda player: (0.0, 0.0, 0.0)
    return shop


def test_what_changed_often_in_a_tick_is_told_once_as_it_ended_and_before_the_answers() -> None:
    shop = shop_with_takings()
    ada, bob = admitted_peer(shop.engine, "ada"), admitted_peer(shop.engine, "bob")
    for number in (1, 2, 3):
        ada.send(ThrowItem(number, whole=False))
    shop.engine.tick()
    assert bob.heard == [ChatLine("till", "3: 1 2 3")]
    assert ada.heard == [ChatLine("till", "3: 1 2 3"), Done(1), Done(2), Done(3)]
    ada.send(ThrowItem(4, whole=False))
    shop.engine.tick()
    assert bob.heard[1:] == [ChatLine("till", "4: 4")]


def test_what_a_refused_request_would_have_told_is_not_told() -> None:
    shop = shop_with_takings()
    ada, bob = admitted_peer(shop.engine, "ada"), admitted_peer(shop.engine, "bob")
    ada.send(ThrowItem(1, whole=True))
    ada.send(ThrowItem(2, whole=False))
    shop.engine.tick()
    assert bob.heard == [ChatLine("till", "1: 2")]
    assert ada.heard[0] == Refused(1, "sold_out", "There is nothing left.")


def test_words_that_fail_are_logged_and_what_they_were_about_stands(caplog: pytest.LogCaptureFixture) -> None:
    shop = shop_with_takings()
    ada = admitted_peer(shop.engine, "ada")
    shop.engine.change(lambda changes: changes.tell("ada", Mention(Takings(broken=True))))
    ada.send(Say(1, "sell"))
    with caplog.at_level(logging.ERROR):
        shop.engine.tick()
    assert ada.heard == [ChatLine("", "sold 1"), Done(1)]
    assert shop.sold == 1
    assert "could not be told" in caplog.text
    assert "the scales are stuck" in caplog.text
