"""Nothing a player has been told is ever undone: the lanes wait for the storage."""

import pytest

from server.engine.changes import ChangeSet
from server.engine.engine import MOST_PENDING
from server.engine.plugins import Caller
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.codec import frame
from server.shared.protocol.login import Goodbye, Login
from server.shared.protocol.message import Done, Refused
from tests.engine.shop import open_shop, sell
from tests.support.engine import HeldStorage, Peer, admitted_peer


def test_nothing_is_told_before_it_is_durable() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    ada = admitted_peer(shop.engine, "ada")
    ada.send(Say(1, "sell"))
    shop.engine.tick()
    assert not ada.heard
    storage.release()
    assert ada.heard == [ChatLine("", "sold 1"), Done(1)]


def test_a_tick_without_changes_speaks_at_once_but_never_past_one_that_waits() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    ada = admitted_peer(shop.engine, "ada")
    assert ada.ask(Say(1, "refuse")) == Refused(1, "sold_out", "There is nothing left.")
    ada.send(Say(2, "sell"))
    shop.engine.tick()
    ada.send(Say(3, "refuse"))
    shop.engine.tick()
    assert len(ada.heard) == 1
    storage.release()
    assert ada.heard[1:] == [ChatLine("", "sold 1"), Done(2), Refused(3, "sold_out", "There is nothing left.")]
    assert ada.ask(Say(4, "hello")) == Done(4)


def test_ticks_become_durable_in_order_and_each_releases_only_its_own() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    ada = admitted_peer(shop.engine, "ada")
    for number in (1, 2, 3):
        ada.send(Say(number, "sell"))
        shop.engine.tick()
    storage.release(1)
    assert ada.heard == [ChatLine("", "sold 1"), Done(1)]
    storage.release(1)
    assert ada.heard[2:] == [ChatLine("", "sold 2"), Done(2)]
    storage.release()
    assert ada.heard[4:] == [ChatLine("", "sold 3"), Done(3)]


def test_the_simulation_waits_when_too_many_ticks_wait_for_their_commit() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    ada = admitted_peer(shop.engine, "ada")
    while shop.engine.may_tick:
        ada.send(Say(1, "sell"))
        shop.engine.tick()
    assert len(storage.held) == MOST_PENDING
    storage.release(1)
    assert shop.engine.may_tick


def test_after_a_failed_commit_nobody_hears_what_was_not_durable() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    ada = admitted_peer(shop.engine, "ada")
    ada.send(Say(1, "sell"))
    shop.engine.tick()
    shop.engine.abandon()
    assert [type(message) for message in ada.heard] == [Goodbye]
    assert ada.finished


def test_a_position_passes_the_lane_and_only_the_latest_is_kept() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    ada = admitted_peer(shop.engine, "ada")
    shop.engine.tell("ada", ChatLine("", "welcome"))
    shop.engine.tick()
    ada.heard.clear()
    ada.send(Say(1, "sell"))
    shop.engine.tick()
    frames = [frame(ChatLine("", letter)) for letter in "ABC"]
    shop.engine.send_now("ada", frames[0])
    assert ada.heard == [ChatLine("", "A")]
    ada.untaken = 100
    shop.engine.send_now("ada", frames[1])
    shop.engine.send_now("ada", frames[2])
    shop.engine.tick()
    assert ada.heard == [ChatLine("", "A")]
    ada.untaken = 0
    shop.engine.tick()
    assert ada.heard == [ChatLine("", "A"), ChatLine("", "C")]


def test_no_position_is_sent_before_the_welcome() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    shop.engine.change(sell)
    ada = Peer(shop.engine)
    ada.send(Login("ada", b"k" * 32, b"s" * 64, 4))
    shop.engine.tick()
    shop.engine.send_now("ada", frame(ChatLine("", "position")))
    assert ada.heard == []
    storage.release()
    shop.engine.tick()
    assert ada.heard == [ChatLine("", "welcome ada"), ChatLine("", "position")]


def test_a_rejoining_player_hears_nothing_that_was_queued_for_the_old_connection() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    old = admitted_peer(shop.engine, "ada")
    old.send(Say(1, "sell"))
    shop.engine.tick()
    new = Peer(shop.engine)
    new.send(Login("ada", b"k" * 32, b"s" * 64, 4))
    shop.engine.tick()
    old.send(Say(2, "sell"))
    shop.engine.tick()
    storage.release()
    assert old.heard == [Goodbye("replaced", "You joined from somewhere else.")]
    assert old.finished
    assert new.heard == [ChatLine("", "welcome ada")]
    assert shop.sold == 1
    assert shop.engine.online() == ("ada",)


def test_the_old_connection_going_away_does_not_take_the_player_along() -> None:
    shop = open_shop()
    gone: list[str] = []
    shop.engine.on_gone(lambda changes, caller: gone.append(caller.player))
    old = admitted_peer(shop.engine, "ada")
    new = admitted_peer(shop.engine, "ada")
    old.hang_up()
    shop.engine.tick()
    assert gone == [""]
    assert shop.engine.online() == ("ada",)
    new.hang_up()
    shop.engine.tick()
    assert gone == ["", "ada"]
    assert shop.engine.online() == ()


def test_a_farewell_that_fails_keeps_no_other_from_running(caplog: pytest.LogCaptureFixture) -> None:
    shop = open_shop()

    def fails(changes: ChangeSet, caller: Caller) -> None:
        raise ValueError("cannot part")

    shop.engine.on_gone(fails)
    shop.engine.on_gone(lambda changes, caller: sell(changes))
    admitted_peer(shop.engine, "ada").hang_up()
    shop.engine.tick()
    assert shop.sold == 1
    assert "cannot part" in caplog.text


def test_what_a_player_sent_before_hanging_up_is_still_done() -> None:
    shop = open_shop()
    order: list[str] = []
    shop.engine.on_gone(lambda changes, caller: order.append(f"{caller.player} gone with {shop.sold} sold"))
    ada = admitted_peer(shop.engine, "ada")
    ada.send(Say(1, "sell"))
    ada.hang_up()
    shop.engine.tick()
    assert order == ["ada gone with 1 sold"]


def test_the_clean_end_lets_everybody_leave_and_stores_it() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    left: list[str] = []
    shop.engine.on_gone(lambda changes, caller: left.append(caller.player))
    ada, stranger = admitted_peer(shop.engine, "ada"), Peer(shop.engine)
    ada.send(Say(1, "sell"))
    shop.engine.take_leave()
    assert left == ["ada", ""]
    assert not ada.heard
    storage.release()
    for peer in (ada, stranger):
        assert peer.heard[-1:] == [Goodbye("server_stops", "The server is stopping.")]
        assert peer.finished
