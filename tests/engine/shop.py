"""A tiny room for the engine's tests: a till that counts, with a request for every way a handler can end."""

from collections.abc import Callable
from dataclasses import dataclass

import msgspec

from server.engine.changes import ChangeSet, Collection, Log, Refusal
from server.engine.engine import Engine
from server.engine.plugins import Caller
from server.shared.protocol.chat import ChatLine, Say
from server.shared.protocol.login import Login
from server.shared.protocol.message import Message
from server.shared.protocol.world import Positions
from server.storage.journal import Storage
from tests.support.engine import ManualClock


class Sale(msgspec.Struct, frozen=True):
    """How much was sold in all."""

    total: int


TILL: Collection[Sale] = Collection("till", Sale)
SALES: Log[Sale] = Log("sales", Sale)


@dataclass
class Shop:
    """An engine whose chat lines are orders: `sell`, `refuse`, `crash`, `flood`, or else are repeated to all."""

    engine: Engine
    clock: ManualClock

    @property
    def sold(self) -> int:
        """What the committed till says."""
        sale = self.engine.model.rows(TILL).get("all")
        return sale.total if sale else 0


def open_shop(
    storage: Storage | None = None,
    on_main: Callable[[Callable[[], None]], None] = lambda call: call(),
    failed: Callable[[str], None] = lambda sentence: None,
) -> Shop:
    """A shop that is open for business."""
    clock = ManualClock()
    engine = Engine(storage, clock=clock)
    engine.declare(TILL)
    engine.declare(SALES)
    engine.on(Say, _order)
    engine.on(Login, lambda changes, caller, login: _login(engine, caller, login))
    engine.open(on_main, failed)
    return Shop(engine, clock)


def _login(engine: Engine, caller: Caller, login: Login) -> None:
    engine.admit(caller.connection, login.name)
    engine.reply(caller.connection, ChatLine("", f"welcome {login.name}"))


def _order(changes: ChangeSet, caller: Caller, order: Say) -> Message | None:
    if order.text == "sell":
        sell(changes)
    elif order.text == "refuse":
        sell(changes)
        raise Refusal("sold_out", "There is nothing left.")
    elif order.text == "crash":
        sell(changes)
        changes.tell_all(ChatLine("", "never said"))
        raise RuntimeError("the till is stuck")
    elif order.text == "flood":
        for tick in (1, 2):
            changes.tell_all(Positions(tick, bytes(500_000)))
    else:
        changes.tell_all(ChatLine(caller.player, order.text))
    return None


def sell(changes: ChangeSet) -> None:
    """Sell one."""
    sale = changes.read(TILL, "all") or Sale(0)
    changes.put(TILL, "all", Sale(sale.total + 1))
    changes.append(SALES, Sale(sale.total + 1))
    changes.tell_all(ChatLine("", f"sold {sale.total + 1}"))
