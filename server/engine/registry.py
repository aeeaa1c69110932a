"""What rooms and plugins register with the engine before a world opens: content, collections, handlers and hooks."""

from collections.abc import Callable
from typing import Any, TypeVar

from ..shared.protocol.message import Message
from .changes import ChangeSet, Collection, Log
from .content import Content
from .plugins import Caller, Hooks

M = TypeVar("M", bound=Message)
Handler = Callable[[ChangeSet, Caller, M], Message | None]
Farewell = Callable[[ChangeSet, Caller], None]


class Registry:
    """All that was registered, in order. Nothing may be registered twice."""

    def __init__(self) -> None:
        self.content = Content()
        self.hooks = Hooks()
        self.collections: dict[str, Collection[Any] | Log[Any]] = {}
        self.handlers: dict[type[Message], Handler[Any]] = {}
        self.ticks: list[Callable[[ChangeSet], None]] = []
        self.observers: list[Callable[[ChangeSet], None]] = []
        self.farewells: list[Farewell] = []

    def declare(self, collection: Collection[Any] | Log[Any]) -> None:
        """Declare a collection or log of the core, before opening. Raises ValueError when the name is taken."""
        if collection.name in self.collections:
            raise ValueError(f"The collection {collection.name} is declared twice.")
        self.collections[collection.name] = collection

    def on(self, kind: type[M], handler: Handler[M]) -> None:
        """Handle a message. The answer to a Request is the returned message, or Done for None; other answers are
        ignored. Only Hello, Login and requests with `needs_login = False` are handled before the login."""
        if kind in self.handlers:
            raise ValueError(f"The message {kind.__name__} is handled twice.")
        self.handlers[kind] = handler

    def every_tick(self, run: Callable[[ChangeSet], None]) -> None:
        """Run once a tick in a change set of its own, in registration order, before the plugins' own tick hooks."""
        self.ticks.append(run)

    def observe(self, observer: Callable[[ChangeSet], None]) -> None:
        """Call after each change set became true, to tell players of it; it changes nothing."""
        self.observers.append(observer)

    def on_gone(self, run: Farewell) -> None:
        """Run in a later tick after a connection ended, whoever ended it. `caller.player` is '' when that connection
        never logged in or when a newer connection of the player lives."""
        self.farewells.append(run)
