"""The outbox: one encoding for all who hear it, order per connection, and no mercy for readers without end."""

import pytest

from server.shared.protocol import limits
from server.shared.protocol.chat import ChatLine, Notice, Say
from server.shared.protocol.message import Done, Refused
from server.shared.protocol.tabletop import PausedMatches
from server.shared.protocol.world import Positions
from tests.engine.shop import open_shop
from tests.support.engine import HeldStorage, admitted_peer


def test_a_message_to_many_is_encoded_once() -> None:
    shop = open_shop()
    peers = [admitted_peer(shop.engine, name) for name in ("ada", "bob", "cleo")]
    peers[0].send(Say(1, "good evening"))
    shop.engine.tick()
    first = [peer.frames[0] for peer in peers]
    assert first[0] is first[1] is first[2]
    assert [peer.heard[0] for peer in peers] == [ChatLine("ada", "good evening")] * 3


def test_equal_messages_are_each_sent() -> None:
    shop = open_shop()
    ada = admitted_peer(shop.engine, "ada")
    for _ in range(3):
        shop.engine.tell("ada", ChatLine("", "tick"))
    shop.engine.tick()
    assert ada.heard == [ChatLine("", "tick")] * 3


def test_near_is_measured_in_blocks_and_leaves_out_the_one() -> None:
    shop = open_shop()
    places = {"ada": (0.0, 64.0, 0.0), "bob": (3.0, 64.0, 4.0), "cleo": (3.0, 64.0, 4.1), "dan": None}
    shop.engine.locate = lambda player: places[player]
    peers = {name: admitted_peer(shop.engine, name) for name in places}
    shop.engine.tell_near((0.0, 64.0, 0.0), ChatLine("", "psst"), radius=5.0, but="ada")
    shop.engine.tick()
    assert [name for name, peer in peers.items() if peer.heard] == ["bob"]


def test_a_slow_reader_is_dropped_and_nobody_else() -> None:
    shop = open_shop()
    slow, quick = admitted_peer(shop.engine, "ada"), admitted_peer(shop.engine, "bob")
    slow.untaken = limits.SEND_BUFFER
    quick.send(Say(1, "anybody there?"))
    shop.engine.tick()
    assert slow.aborted
    assert slow.heard == []
    assert not quick.aborted
    assert quick.heard == [ChatLine("bob", "anybody there?"), Done(1)]


def test_what_piles_up_while_commits_wait_is_bounded_too() -> None:
    storage = HeldStorage()
    shop = open_shop(storage)
    ada, bob = admitted_peer(shop.engine, "ada"), admitted_peer(shop.engine, "bob")
    bob.send(Say(1, "sell"))
    shop.engine.tick()
    heavy = Positions(1, bytes(limits.SEND_BUFFER // 16))
    for _ in range(17):
        shop.engine.tell("ada", heavy)
        shop.engine.tick()
    assert ada.aborted
    storage.release()
    assert ada.heard == []
    assert bob.heard[-1] == Done(1)


def test_a_closed_connection_hears_what_was_told_before_and_a_goodbye_last() -> None:
    shop = open_shop()
    ada = admitted_peer(shop.engine, "ada")
    shop.engine.tell("ada", ChatLine("", "before"))
    shop.engine.close(ada.number, "kicked", "Mind your manners.")
    shop.engine.tell("ada", ChatLine("", "after"))
    ada.send(Say(1, "sell"))
    shop.engine.tick()
    assert [message for message in ada.heard if isinstance(message, ChatLine)] == [ChatLine("", "before")]
    assert len(ada.heard) == 2
    assert ada.finished
    assert shop.sold == 0


TOO_LARGE = Positions(1, bytes(limits.FRAME_FROM_SERVER + 1))
UNSAYABLE = Positions(2**64, b"")


@pytest.mark.parametrize("message", [TOO_LARGE, UNSAYABLE], ids=["too large", "a number beyond the wire"])
def test_a_message_that_no_peer_could_take_is_named_in_the_log_and_cuts_nobody_off(
    message: Positions, caplog: pytest.LogCaptureFixture
) -> None:
    shop = open_shop()
    ada = admitted_peer(shop.engine, "ada")
    for _ in range(3):
        shop.engine.tell("ada", message)
        shop.engine.tell("ada", ChatLine("", "and this"))
        shop.engine.tick()
    assert [type(heard) for heard in ada.heard] == [Notice, ChatLine] * 3
    assert not ada.aborted
    assert len(caplog.records) == 1, "repeated faults are counted"
    assert "Positions" in caplog.text


def test_an_answer_that_no_peer_could_take_is_a_refusal() -> None:
    shop = open_shop()
    ada = admitted_peer(shop.engine, "ada")
    shop.engine.tell("ada", PausedMatches(7, (), left=2**64))
    shop.engine.tick()
    (refused,) = ada.heard
    assert isinstance(refused, Refused)
    assert (refused.n, refused.code) == (7, "too_long")
