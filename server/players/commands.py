"""The commands of the core: help and home for everybody, the rest for operators. Each answers with a sentence."""

from collections.abc import Callable
from typing import Protocol

import msgspec

from ..engine.changes import ChangeSet, Place, Refusal
from ..engine.content import ItemKind
from ..engine.engine import Engine
from ..engine.plugins import Command
from ..items import ledger
from ..items.giving import inventory, stack_size
from ..shared.inventory.merging import poured
from ..shared.inventory.stack import Stack
from ..shared.protocol.chat import Notice
from ..shared.protocol.limits import WORLD_EDGE
from ..shared.voxel.columns import HEIGHT
from ..world.daylight import DAY
from .records import PLAYERS, PlayerRecord
from .roster import find

TIMES = {"sunrise": 0, "day": 1_000, "noon": 6_000, "sunset": 12_000, "night": 14_000, "midnight": 18_000}

NAMED = 8
"""Players whom /list has room to name in the chat."""


class Doings(Protocol):
    """What commands do to the world and its players."""

    def name(self, player: str) -> str: ...
    def position(self, player: str) -> Place | None: ...
    def present(self) -> tuple[str, ...]:
        """The ids of all players in the world."""
        ...

    def move(self, changes: ChangeSet, player: str, feet: Place) -> None:
        """Put a standing body elsewhere. Raises Refusal when it sits."""
        ...

    def rename(self, changes: ChangeSet, player: str, name: str) -> None:
        """Call a player something else from now on. Raises Refusal."""
        ...

    def home(self) -> Place:
        """The feet of a newcomer."""
        ...

    def kick(self, player: str, text: str) -> None:
        """End a player's connection with a sentence."""
        ...

    def set_time(self, changes: ChangeSet, time: int) -> None:
        """Make it this time of day in ticks, 0 to 23,999."""
        ...


class Commands:
    """Makes the core's commands. `help_for` tells of what a player may use, `stop` ends the server."""

    def __init__(
        self,
        doings: Doings,
        engine: Engine,
        help_for: Callable[[str, list[str]], str],
        stop: Callable[[], None],
    ) -> None:
        self._doings = doings
        self._engine = engine
        self._help_for = help_for
        self._stop = stop

    def all(self) -> tuple[Command, ...]:
        """The commands in no order."""
        return (
            Command("help", "/help [NAME]: the commands, or what the one of a name does",
                    lambda changes, player, words: self._help_for(player, words)),
            Command("list", "/list: who is here", self._list),
            Command("name", "/name NAME: be called something else", self._name),
            Command("spawn", "/spawn: go to the tavern", self._spawn),
            Command("tp", "/tp NAME, or /tp X Y Z: go to a player or a place", self._tp, operator=True),
            Command("give", "/give ITEM [COUNT]: take items out of nothing", self._give, operator=True),
            Command("time", "/time set TIME: sunrise, day, noon, sunset, night, midnight or a number of ticks",
                    self._time, operator=True),
            Command("op", "/op NAME: make a player an operator", self._op, operator=True),
            Command("deop", "/deop NAME: make an operator a player", self._deop, operator=True),
            Command("kick", "/kick NAME [WHY]: end a player's connection", self._kick, operator=True),
            Command("stop", "/stop: stop the server", self._stop_server, operator=True),
        )  # fmt: skip

    def _list(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        names = sorted((self._doings.name(each) for each in self._doings.present()), key=str.casefold)
        more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
        return f"{len(names)} here: {', '.join(names[:NAMED])}{more}"

    def _name(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        if len(words) != 1:
            raise Refusal("usage", f"You are {self._doings.name(player)}. Say /name NAME to be called something else.")
        self._doings.rename(changes, player, words[0])
        return "All that is yours stays yours."

    def _spawn(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        self._doings.move(changes, player, self._doings.home())
        return "Welcome back to the tavern."

    def _tp(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        if len(words) == 1:
            other = self._present(changes, words[0])
            place = self._doings.position(other)
            if place is None:
                raise Refusal("not_here", f"{self._doings.name(other)} is not here.")
            self._doings.move(changes, player, place)
            return f"You are with {self._doings.name(other)}."
        if len(words) != 3:
            raise Refusal("usage", "Say /tp NAME, or /tp X Y Z.")
        x, y, z = (_number(word) for word in words)
        if not (abs(x) < WORLD_EDGE and abs(z) < WORLD_EDGE and 0 <= y <= HEIGHT):
            raise Refusal("usage", f"X and Z lie within {WORLD_EDGE} blocks, Y between 0 and {HEIGHT}.")
        self._doings.move(changes, player, (x, y, z))
        return f"You are at {x:g} {y:g} {z:g}."

    def _give(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        if len(words) not in (1, 2):
            raise Refusal("usage", "Say /give ITEM [COUNT].")
        kind = self._item(words[0])
        count = int(words[1]) if len(words) == 2 and words[1].isascii() and words[1].isdigit() else 1
        if (len(words) == 2 and words[1] != str(count)) or not 1 <= count <= kind.max_stack:
            raise Refusal("usage", f"The count of {kind.id} is a whole number from 1 to {kind.max_stack}.")
        holder = inventory(player)
        before = ledger.slots(changes, holder)
        stack = Stack(kind.id, count)
        after, left = poured(before, range(len(before)), stack, stack_size(self._engine.content))
        if left is not None:
            raise Refusal("inventory_full", "There is no room for that in your inventory.")
        ledger.exchange(changes, {holder: after}, minted=(stack,), reason="operator")
        return f"{count} {kind.id} for you."

    def _item(self, word: str) -> ItemKind:
        """The item of an id, or of the part of an id after its namespace."""
        for kind in self._engine.content.items.values():
            if word in (kind.id, kind.id.partition(":")[2]):
                return kind
        raise Refusal("unknown_item", f"There is no item {word[:64]}.")

    def _time(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        if len(words) != 2 or words[0] != "set":
            raise Refusal("usage", "Say /time set TIME.")
        time = TIMES.get(words[1])
        if time is None:
            time = int(_number(words[1])) % DAY
        self._doings.set_time(changes, time)
        return f"The time is {time}."

    def _op(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        return f"{self._rank(changes, words, True)} is an operator."

    def _deop(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        return f"{self._rank(changes, words, False)} is no longer an operator by command."

    def _rank(self, changes: ChangeSet, words: list[str], operator: bool) -> str:
        if len(words) != 1:
            raise Refusal("usage", "Name one player.")
        player, record = self._known(changes, words[0])
        changes.put(PLAYERS, player, msgspec.structs.replace(record, operator=operator))
        changes.tell(player, Notice("info", "You are an operator now." if operator else "You are a player now."))
        return record.name

    def _kick(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        if not words:
            raise Refusal("usage", "Say /kick NAME [WHY].")
        other = self._present(changes, words[0])
        self._doings.kick(other, " ".join(words[1:]) or "An operator ended your visit.")
        return f"{self._doings.name(other)} is gone."

    def _stop_server(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        self._stop()
        return "The server is stopping."

    def _known(self, changes: ChangeSet, name: str) -> tuple[str, PlayerRecord]:
        found = find(changes, name)
        if found is None:
            raise Refusal("unknown_player", f"No player is called {name[:32]}.")
        return found

    def _present(self, changes: ChangeSet, name: str) -> str:
        player, record = self._known(changes, name)
        if player not in self._doings.present():
            raise Refusal("not_here", f"{record.name} is not here.")
        return player


def _number(word: str) -> float:
    try:
        number = float(word)
    except ValueError:
        number = float("nan")
    if not abs(number) <= 1e7:
        raise Refusal("usage", f"{word[:32]} is no number.")
    return number
