"""One tick: handlers succeed or change nothing, and what is told comes in the promised order."""

import logging
from collections.abc import Callable

import pytest

from server.engine.changes import ChangeSet, Collection, Refusal
from server.engine.engine import Engine
from server.engine.plugins import Caller, PluginHost
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import ChatLine, Notice, Say
from server.shared.protocol.items import SelectSlot
from server.shared.protocol.login import Goodbye, Login
from server.shared.protocol.message import Done, Refused
from server.storage.memory import MemoryStorage
from tests.engine.shop import SALES, TILL, Sale, open_shop, sell
from tests.support.engine import ManualClock, Peer, admitted_peer

INTERNAL_ERROR = "The server made a mistake; nothing was changed."


def log_in(name: str) -> Login:
    return Login(name, b"k" * 32, b"s" * 64, 4)


def test_a_successful_request_changes_the_model_and_is_answered_after_what_it_tells() -> None:
    shop = open_shop()
    ada = admitted_peer(shop.engine, "ada")
    ada.send(Say(7, "sell"))
    shop.engine.tick()
    assert shop.sold == 1
    assert ada.heard == [ChatLine("", "sold 1"), Done(7)]


def test_a_refusal_changes_nothing_and_says_why() -> None:
    shop = open_shop()
    ada = admitted_peer(shop.engine, "ada")
    assert ada.ask(Say(1, "refuse")) == Refused(1, "sold_out", "There is nothing left.")
    assert shop.sold == 0
    assert ada.heard == [Refused(1, "sold_out", "There is nothing left.")]


def test_a_raising_handler_changes_nothing_tells_nothing_and_is_logged_with_its_trace(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shop = open_shop()
    ada, bob = admitted_peer(shop.engine, "ada"), admitted_peer(shop.engine, "bob")
    ada.send(Say(1, "crash"))
    bob.send(Say(1, "sell"))
    shop.engine.tick()
    assert ada.heard == [Refused(1, "internal_error", INTERNAL_ERROR), ChatLine("", "sold 1")]
    assert bob.heard == [ChatLine("", "sold 1"), Done(1)]
    assert shop.sold == 1
    assert [record.levelno for record in caplog.records] == [logging.ERROR]
    assert "the till is stuck" in caplog.text


def test_the_connections_that_a_raising_handler_touched_stay_as_they_were(caplog: pytest.LogCaptureFixture) -> None:
    engine = Engine()

    def login(changes: ChangeSet, caller: Caller, message: Login) -> None:
        engine.admit(caller.connection, "ada")
        engine.reply(caller.connection, ChatLine("", "welcome"))
        engine.tell("bob", ChatLine("", "ada is here"))
        engine.tell_all(ChatLine("", "ada is here"))
        engine.close(caller.connection, "changed_my_mind", "Go.")
        raise RuntimeError("no")

    engine.on(Login, login)
    engine.open()
    peer, bob = Peer(engine), admitted_peer(engine, "bob")
    peer.send(log_in("ada"))
    engine.tick()
    assert engine.online() == ("bob",)
    assert bob.heard == []
    assert peer.heard == [Goodbye("internal_error", INTERNAL_ERROR)]
    assert peer.finished


def test_messages_are_handled_in_order_of_receipt_with_their_own_stamps() -> None:
    clock = ManualClock(5_000)
    engine = Engine(clock=clock)
    seen: list[tuple[str, int, int]] = []
    engine.on(Say, lambda changes, caller, say: seen.append((say.text, caller.stamp, changes.now)))
    engine.open()
    ada, bob = admitted_peer(engine, "ada"), admitted_peer(engine, "bob")
    ada.send(Say(1, "first"))
    clock.ms += 20
    bob.send(Say(1, "second"))
    clock.ms += 15
    ada.send(Say(2, "third"))
    clock.ms += 5
    engine.tick()
    assert seen == [("first", 5_000, 5_040), ("second", 5_020, 5_040), ("third", 5_035, 5_040)]


def test_observers_speak_before_the_handler_and_the_answer_comes_last() -> None:
    shop = open_shop()
    shop.engine.observe(
        lambda changes: shop.engine.tell("ada", ChatLine("observer", "seen")) if changes.records else None
    )
    ada = admitted_peer(shop.engine, "ada")
    ada.send(Say(1, "sell"))
    shop.engine.tick()
    assert ada.heard == [ChatLine("observer", "seen"), ChatLine("", "sold 1"), Done(1)]


def test_a_failing_observer_leaves_the_change_and_the_other_observers_alone(caplog: pytest.LogCaptureFixture) -> None:
    shop = open_shop()

    def fails(changes: ChangeSet) -> None:
        raise ValueError("blind observer")

    shop.engine.observe(fails)
    shop.engine.observe(
        lambda changes: shop.engine.tell("ada", ChatLine("observer", "seen")) if changes.records else None
    )
    ada = admitted_peer(shop.engine, "ada")
    assert ada.ask(Say(1, "sell")) == Done(1)
    assert ChatLine("observer", "seen") in ada.heard
    assert "blind observer" in caplog.text


def test_a_login_is_answered_before_anything_that_its_changes_cause() -> None:
    engine = Engine()

    def login(changes: ChangeSet, caller: Caller, message: Login) -> None:
        changes.tell_all(ChatLine("", "ada joined"))
        engine.admit(caller.connection, "ada")
        engine.reply(caller.connection, ChatLine("", "welcome"))

    engine.on(Login, login)
    engine.observe(lambda changes: engine.tell("ada", ChatLine("", "your window")))
    engine.open()
    peer = Peer(engine)
    peer.send(log_in("ada"))
    engine.tick()
    assert peer.heard == [ChatLine("", "welcome"), ChatLine("", "your window"), ChatLine("", "ada joined")]


def test_nothing_but_hello_and_login_is_heard_from_a_stranger() -> None:
    shop = open_shop()
    stranger = Peer(shop.engine)
    stranger.send(Say(1, "sell"))
    stranger.send(log_in("ada"))
    shop.engine.tick()
    assert [type(message) for message in stranger.heard] == [Goodbye]
    assert stranger.finished
    assert shop.sold == 0
    assert shop.engine.online() == ()


def test_a_refused_message_that_is_no_request_is_explained_by_a_notice() -> None:
    engine = Engine()

    def select(changes: ChangeSet, caller: Caller, message: SelectSlot) -> None:
        raise Refusal("busy", "Your hands are full.")

    engine.on(SelectSlot, select)
    engine.open()
    ada = admitted_peer(engine, "ada")
    ada.send(SelectSlot(3))
    engine.tick()
    assert ada.heard == [Notice("warning", "Your hands are full.")]


def test_tick_hooks_run_each_in_its_own_set_in_order_and_one_that_fails_stops_no_other(
    caplog: pytest.LogCaptureFixture,
) -> None:
    shop = open_shop()

    def fails(changes: ChangeSet) -> None:
        sell(changes)
        raise ValueError("hook fell over")

    order: list[str] = []

    def sells(changes: ChangeSet) -> None:
        order.append("room")
        sell(changes)

    shop.engine.hooks.tick.append(lambda changes: order.append("plugin"))
    shop.engine.every_tick(fails)
    shop.engine.every_tick(sells)
    shop.engine.tick()
    assert order == ["room", "plugin"]
    assert shop.sold == 1
    assert "hook fell over" in caplog.text


def test_plugins_are_asked_about_burning_before_it_becomes_true_and_may_refuse_it() -> None:
    engine = Engine()
    board = Stack("voxtable:farkle_board", 1, (("match", "m1"),))

    def burn(changes: ChangeSet, stack: Stack, reason: str) -> None:
        if reason == "void":
            raise Refusal("kept", "The board carries a match.")
        sell(changes)

    def handle(changes: ChangeSet, caller: Caller, say: Say) -> None:
        changes.burnt.append((board, say.text))

    engine.declare(TILL)
    engine.declare(SALES)
    engine.hooks.burn.append(burn)
    engine.on(Say, handle)
    engine.open()
    ada = admitted_peer(engine, "ada")
    assert ada.ask(Say(1, "void")) == Refused(1, "kept", "The board carries a match.")
    assert ada.ask(Say(2, "operator")) == Done(2)
    assert engine.model.rows(TILL) == {"all": Sale(1)}


@pytest.mark.parametrize(
    ("collection", "record"),
    [
        (Collection("nobody", Sale), Sale(1)),
        (TILL, Sale("many")),  # type: ignore[arg-type]
        (TILL, object()),
    ],
)
def test_a_record_that_could_not_be_read_again_is_a_fault_of_its_handler(
    collection: Collection[object], record: object, caplog: pytest.LogCaptureFixture
) -> None:
    storage = MemoryStorage()
    shop = open_shop(storage)
    shop.engine.hooks.tick.append(lambda changes: changes.put(collection, "all", record))
    shop.engine.tick()
    assert shop.sold == 0
    assert not list(storage.records("till"))
    assert "it changed nothing" in caplog.text


def test_a_job_runs_beside_the_tick_and_its_result_enters_a_later_one() -> None:
    shop = open_shop()
    shop.engine.work(lambda: 3, lambda changes, found: changes.put(TILL, "all", Sale(found)))
    while shop.engine.working:
        shop.engine.tick()
    assert shop.sold == 3
    shop.engine.shut_down()


def test_a_failing_job_is_logged_and_forgotten(caplog: pytest.LogCaptureFixture) -> None:
    shop = open_shop()
    taken: list[int] = []

    def job() -> int:
        raise OSError("no such column")

    shop.engine.work(job, lambda changes, found: taken.append(found))
    while shop.engine.working:
        shop.engine.tick()
    assert taken == []
    assert "no such column" in caplog.text
    shop.engine.shut_down()


def test_registrations_that_collide_are_refused() -> None:
    engine = Engine()
    engine.declare(TILL)
    engine.on(Say, lambda changes, caller, say: None)
    repeated: list[Callable[[], None]] = [
        lambda: engine.declare(TILL),
        lambda: engine.on(Say, lambda changes, caller, say: None),
    ]
    for again in repeated:
        with pytest.raises(ValueError, match="twice"):
            again()


def test_game_time_runs_on_from_the_later_of_the_last_commit_and_the_wall_clock() -> None:
    storage = MemoryStorage()
    shop = open_shop(storage)
    shop.clock.ms += 700
    shop.engine.change(sell)
    shop.engine.tick()
    again = open_shop(storage)  # its wall clock stands before the last commit
    assert again.clock.wall() == 1_000_000
    assert again.engine.now == 1_000_700
    again.clock.ms += 50
    again.engine.tick()
    assert again.engine.now == 1_000_750
    assert again.sold == 1
    assert again.engine.tick_number == 2


def test_a_plugin_registers_through_its_door_alone() -> None:
    engine = Engine()
    host = PluginHost("shop", engine.content, engine.hooks, engine.collections, {})
    till = host.keep(Collection("shop/till", Sale))
    host.request(Say, lambda changes, caller, say: changes.put(till, caller.player, Sale(say.n)))
    host.observe(lambda changes: engine.tell("ada", ChatLine("", f"{[key for key, _ in changes.changed(till)]} paid")))
    for again in (lambda: host.request(Say, lambda changes, caller, say: None), lambda: host.keep(till)):
        with pytest.raises(ValueError, match="twice"):
            again()
    with pytest.raises(ValueError, match="not one of the plugin shop"):
        host.keep(Collection("stall/till", Sale))
    engine.open()
    ada = admitted_peer(engine, "ada")
    assert ada.ask(Say(5, "here you are")) == Done(5)
    assert ada.heard[0] == ChatLine("", "['ada'] paid")
    assert engine.model.rows(till) == {"ada": Sale(5)}
    assert till.name == "shop/till"


def test_a_line_for_the_log_is_written_once_its_change_is_true_and_dropped_with_it(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    log = logging.getLogger("voxtable.shop")
    shop = open_shop()
    sold: list[int] = []
    shop.engine.hooks.observers.append(lambda changes: sold.append(len(caplog.records)))

    def half(changes: ChangeSet) -> None:
        changes.note(log, "Half a sale.")
        raise RuntimeError("no")

    def whole(changes: ChangeSet) -> None:
        changes.note(log, "Sold %d to %s.", 1, "ada")
        changes.attempt("Half a sale", lambda: half(changes))
        changes.note(log, "The till is full.", level=logging.WARNING)
        sell(changes)

    def refused(changes: ChangeSet) -> None:
        changes.note(log, "Sold nothing.")
        raise Refusal("sold_out", "There is nothing left.")

    def never_stored(changes: ChangeSet) -> None:
        changes.note(log, "Sold out of nowhere.")
        changes.put(Collection("nobodys", Sale), "all", Sale(1))

    shop.engine.change(whole)
    for fails in (half, refused, never_stored):
        with pytest.raises(Exception, match="no"):
            shop.engine.change(fails)
    told = [record for record in caplog.records if record.name == log.name]
    assert [(record.levelno, record.getMessage()) for record in told] == [
        (logging.INFO, "Sold 1 to ada."),
        (logging.WARNING, "The till is full."),
    ]
    assert sold == [3], "the log says so before anything that follows from it"
