"""A machine of sales, ticks, slow commits, hang-ups and crashes: whatever was heard is still so after a restart."""

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule

from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.message import Done
from tests.engine.shop import Shop, open_shop
from tests.support.engine import HeldStorage, Peer, admitted_peer

NAMES = st.sampled_from(("ada", "bob", "cleo"))


class Trade(RuleBasedStateMachine):
    """Customers of the shop remember the highest sale that any of them ever heard of."""

    @initialize()
    def open(self) -> None:
        self.storage = HeldStorage()
        self.shop: Shop = open_shop(self.storage)
        self.peers: dict[str, Peer] = {}
        self.requests = 0
        self.promised = 0

    @rule(name=NAMES)
    def join(self, name: str) -> None:
        self.peers[name] = admitted_peer(self.shop.engine, name)

    @rule(name=NAMES, order=st.sampled_from(("sell", "refuse", "hello")))
    def order(self, name: str, order: str) -> None:
        if name in self.peers:
            self.requests += 1
            self.peers[name].send(Say(self.requests, order))

    @rule(name=NAMES)
    def hang_up(self, name: str) -> None:
        if name in self.peers:
            self.peers.pop(name).hang_up()

    @rule(milliseconds=st.integers(0, 200))
    def tick(self, milliseconds: int) -> None:
        self.shop.clock.ms += milliseconds
        if self.shop.engine.may_tick:
            self.shop.engine.tick()

    @rule(count=st.integers(1, 3))
    def commit(self, count: int) -> None:
        self.storage.release(count)

    @rule()
    def crash(self) -> None:
        """The process dies: what was not committed never was."""
        self.listen()
        self.peers.clear()
        self.storage.held.clear()
        self.shop = open_shop(self.storage)
        assert self.shop.sold >= self.promised

    @invariant()
    def listen(self) -> None:
        for peer in self.peers.values():
            for message in peer.heard:
                if isinstance(message, ChatLine) and message.text.startswith("sold"):
                    self.promised = max(self.promised, int(message.text.split()[1]))
        assert self.shop.sold >= self.promised

    @invariant()
    def answers_come_once_and_in_order(self) -> None:
        for peer in self.peers.values():
            numbers = [message.n for message in peer.heard if isinstance(message, Done)]
            assert numbers == sorted(set(numbers))


TestTrade = Trade.TestCase
TestTrade.settings = settings(max_examples=60, stateful_step_count=40, deadline=None)
