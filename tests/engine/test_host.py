"""The host on real sockets: bad peers end alone, dead peers hold nothing up, and failures stop it with a sentence."""

import asyncio
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest

from server.engine import host as host_module
from server.engine.changes import ChangeSet
from server.engine.host import CannotListen, Host, ServerFailed
from server.shared.protocol import limits
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.login import Login
from server.shared.protocol.message import Done
from server.shared.protocol.pulse import Ping
from server.storage.journal import Journal, Storage
from server.storage.memory import MemoryStorage
from tests.engine.shop import Shop, open_shop, sell
from tests.support.client import Client


class RunningHost:
    """A shop on a free port, in a thread of its own."""

    def __init__(self, storage: Storage | None = None) -> None:
        self.shop: Shop
        self.address = ("", 0)
        self.failure: str | None = None
        self._loop = asyncio.new_event_loop()
        self._host: Host
        self._storage = storage
        self._listening = threading.Event()
        self._thread = threading.Thread(target=self._loop.run_until_complete, args=(self._serve(),))
        self._thread.start()
        assert self._listening.wait(10)

    async def _serve(self) -> None:
        self.shop = open_shop(self._storage, self._on_main, self._fail)
        self._host = Host(self.shop.engine)
        self.address = await self._host.listen("127.0.0.1", 0)
        self._listening.set()
        try:
            await self._host.run()
        except ServerFailed as failed:
            self.failure = str(failed)

    def _fail(self, sentence: str) -> None:
        self._host.fail(sentence)

    def _on_main(self, call: Callable[[], None]) -> None:
        self._loop.call_soon_threadsafe(call)

    def end(self) -> None:
        """Stop it unless it stopped by itself."""
        if self._thread.is_alive():
            self._loop.call_soon_threadsafe(self._host.stop)
        self._thread.join(20)
        assert not self._thread.is_alive()
        self._loop.close()

    def join(self, name: str) -> Client:
        """A client that is logged in as the shop does it."""
        client = Client(self.address)
        client.send(Login(name, b"k" * 32, b"s" * 64, 4))
        client.expect(ChatLine)
        return client


@contextmanager
def running(storage: Storage | None = None) -> Iterator[RunningHost]:
    host = RunningHost(storage)
    try:
        yield host
    finally:
        host.end()


def test_two_clients_hear_each_other_over_tcp() -> None:
    with running() as host, host.join("ada") as ada, host.join("bob") as bob:
        assert ada.ask(Say, "sell") == Done(1)
        assert bob.expect(ChatLine) == ChatLine("", "sold 1")


def test_a_malformed_frame_ends_only_its_own_connection_with_a_sentence() -> None:
    with running() as host, host.join("ada") as ada, host.join("bob") as bob:
        ada.send(Say(1, "sell"))
        ada.send_bytes(b"\0\0\0\x01\xc1")
        goodbye = ada.goodbye()
        assert goodbye is not None
        assert goodbye.code == "malformed_message"
        assert ChatLine("", "sold 1") in ada.messages
        assert bob.ask(Say, "sell") == Done(1)


def test_an_oversized_frame_is_refused_before_it_is_sent() -> None:
    with running() as host, Client(host.address) as stranger:
        stranger.send_bytes((limits.FRAME_BEFORE_LOGIN + 1).to_bytes(4, "big"))
        goodbye = stranger.goodbye()
        assert goodbye is not None
        assert goodbye.code == "frame_too_long"


def test_a_long_frame_is_read_after_the_login() -> None:
    with running() as host, host.join("ada") as ada:
        ada.send_bytes((limits.FRAME_BEFORE_LOGIN + 5).to_bytes(4, "big"))
        ada.send_bytes(b"\xc0" * (limits.FRAME_BEFORE_LOGIN + 5))
        goodbye = ada.goodbye()
        assert goodbye is not None
        assert goodbye.code == "malformed_message"


def test_a_login_that_is_not_proven_in_time_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LOGIN_SECONDS", 0.1)
    with running() as host, Client(host.address) as stranger:
        goodbye = stranger.goodbye()
        assert goodbye is not None
        assert goodbye.code == "login_timeout"


def test_one_connection_too_many_is_turned_away(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 1)
    with running() as host, host.join("ada") as ada, Client(host.address) as bob:
        goodbye = bob.goodbye()
        assert goodbye is not None
        assert goodbye.code == "server_full"
        assert ada.ask(Say, "sell") == Done(1)


def test_strangers_that_fill_the_server_keep_no_player_out(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "CONNECTIONS", 3)
    with running() as host, host.join("ada") as ada, Client(host.address) as first, Client(host.address) as second:
        bob, cyd = host.join("bob"), host.join("cyd")
        assert [stranger.goodbye() for stranger in (first, second)] == [None, None]
        assert [player.ask(Say, "sell") for player in (ada, bob, cyd)] == [Done(1)] * 3
        bob.close()
        cyd.close()


def test_a_reader_that_takes_nothing_is_cut_and_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "SEND_BUFFER", 2_000_000)
    with running() as host, host.join("idle"), host.join("ada") as ada:
        while "idle" in host.shop.engine.online():
            ada.must(Say, "flood")
        ada.must(Say, "sell")


def test_a_clean_end_says_goodbye_to_all() -> None:
    with running() as host:
        ada, stranger = host.join("ada"), Client(host.address)
        ada.ask(Say, "sell")
    for client in (ada, stranger):
        goodbye = client.goodbye()
        assert goodbye is not None
        assert goodbye.code == "server_stops"
        client.close()
    assert host.failure is None


def test_a_dead_peer_does_not_hold_up_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "GOODBYE_SECONDS", 0.2)
    with running() as host, host.join("idle"), host.join("ada") as ada:
        for _ in range(7):
            ada.must(Say, "flood")
        host.end()


class BrokenStorage(MemoryStorage):
    """A disk that is full from the start."""

    def start(self, committed: Callable[[int], None], failed: Callable[[str], None]) -> None:
        self._failed = failed

    def submit(self, journal: Journal) -> None:
        self._failed("The disk is full.")


def test_a_failed_commit_stops_the_server_with_its_sentence_and_untold() -> None:
    with running(BrokenStorage()) as host:
        ada = host.join("ada")
        ada.request(Say, "sell")
        goodbye = ada.goodbye()
        assert goodbye is not None
        assert goodbye.code == "server_failed"
        assert not ada.of(Done)
        assert ChatLine("", "sold 1") not in ada.messages
        ada.close()
    assert host.failure == "The disk is full."


def test_the_goodbye_reaches_a_peer_that_is_still_talking() -> None:
    with running() as host, host.join("ada") as ada:
        ada.send_bytes(b"\0\0\0\x01\xc1" + b"chatter, " * 30_000)
        goodbye = ada.goodbye()
        assert goodbye is not None
        assert goodbye.code == "malformed_message"


class LastCommitFails(MemoryStorage):
    """A disk that is full when the server stops."""

    def start(self, committed: Callable[[int], None], failed: Callable[[str], None]) -> None:
        super().start(committed, failed)
        self._failed = failed
        self.full = False

    def submit(self, journal: Journal) -> None:
        if self.full:
            self._failed("The disk is full.")
        else:
            super().submit(journal)


def test_a_commit_that_fails_at_the_very_end_is_told_too() -> None:
    storage = LastCommitFails()
    with running(storage) as host:
        ada = host.join("ada")
        ada.must(Say, "sell")
        host.shop.engine.on_gone(lambda changes, caller: sell(changes))
        storage.full = True
    goodbye = ada.goodbye()
    assert goodbye is not None
    assert goodbye.code == "server_failed"
    ada.close()
    assert host.failure == "The disk is full."


def test_a_port_in_use_is_named_with_its_option() -> None:
    with running() as host:

        async def second() -> None:
            await Host(open_shop().engine).listen(*host.address)

        with pytest.raises(CannotListen, match=f"Port {host.address[1]} on 127.0.0.1 is in use .* --port"):
            asyncio.run(second())


def test_an_address_of_another_machine_is_named() -> None:
    async def elsewhere() -> None:
        await Host(open_shop().engine).listen("192.0.2.1", 0)

    with pytest.raises(CannotListen, match=r"192\.0\.2\.1 .* --host"):
        asyncio.run(elsewhere())


def test_a_stall_is_made_up_for_only_in_part() -> None:
    assert host_module.next_beat(planned=100.0, now=100.01) == pytest.approx(100.05)
    assert host_module.next_beat(planned=100.0, now=100.12) == pytest.approx(100.05)
    assert host_module.next_beat(planned=100.0, now=160.0) == pytest.approx(160.0 - host_module.MOST_BEHIND)


def test_a_stall_is_noted_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    with running() as host, host.join("ada") as ada:
        host.shop.engine.every_tick(Stall(2 * host_module.MOST_BEHIND))
        ada.must(Say, "sell")
        ada.must(Say, "sell")
    assert "The server could not keep up" in caplog.text


def test_ticks_that_were_on_time_are_no_news_and_a_long_stall_is_told_now_and_then(
    caplog: pytest.LogCaptureFixture,
) -> None:
    behind = host_module.Behind()
    for now, left_out in ((1.0, 1e-12), (2.0, 0.0), (5.0, 0.2), (5.1, 0.3), (14.9, 0.1), (15.0, 0.0), (40.0, 0.0)):
        behind.note(left_out, now)
    assert [record.getMessage().rsplit("out ", 1)[1] for record in caplog.records] == [
        "200 ms of ticks.",
        "400 ms of ticks.",
    ]


class Stall:
    """Holds the tick up once, for some seconds, as a machine that swaps does."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds

    def __call__(self, changes: ChangeSet) -> None:
        seconds, self._seconds = self._seconds, 0.0
        time.sleep(seconds)


def test_a_stranger_that_hangs_up_is_forgotten() -> None:
    with running() as host:
        Client(host.address).close()
        with host.join("ada") as ada:
            assert ada.ask(Say, "sell") == Done(1)


def test_a_ping_is_answered() -> None:
    with running() as host, host.join("ada") as ada:
        assert ada.ask(Ping) == Done(1)


def test_a_client_that_asked_and_fell_silent_is_ended_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ABSENT_SECONDS", 0.2)
    with running() as host, host.join("ada") as ada:
        assert ada.ask(Ping) == Done(1)
        goodbye = ada.goodbye()
        assert goodbye is not None
        assert goodbye.code == "silent"


def test_a_client_that_never_asks_may_be_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ABSENT_SECONDS", 0.05)
    with running() as host, host.join("ada") as ada, host.join("bob") as bob:
        assert bob.ask(Ping) == Done(1)
        assert bob.goodbye() is not None
        assert ada.ask(Say, "sell") == Done(1)


def test_a_client_that_goes_on_asking_is_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ABSENT_SECONDS", 1.0)
    with running() as host, host.join("ada") as ada, host.join("bob") as bob:
        assert bob.ask(Ping) == Done(1)
        answers = 0
        while "bob" in host.shop.engine.online():
            answers += 1
            assert ada.ask(Ping) == Done(answers)
        assert ada.ask(Say, "sell") == Done(answers + 1)
