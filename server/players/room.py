"""The players room: who is in the world, what others may know of them and do to them, and how they come and go."""

import logging
from collections.abc import Callable, Sequence
from itertools import count

import msgspec
import numpy as np

from ..engine.changes import ChangeSet, Place, Pos, Refusal
from ..engine.engine import Engine
from ..engine.plugins import Caller
from ..items.giving import inventory
from ..items.ledger import HOLDERS
from ..shared.protocol.chat import ChatLine, Say
from ..shared.protocol.items import SelectSlot
from ..shared.protocol.limits import VIEW_DISTANCE
from ..shared.protocol.login import ItemInfo, Login, Welcome
from ..shared.protocol.world import Steps
from ..shared.voxel import motion
from ..shared.voxel.motion import EYE_SITTING
from .arriving import beside_others
from .chat import Chat
from .commands import Commands
from .company import Company
from .crowd import Crowd
from .login import Door
from .presence import Presence
from .ranks import Ranks
from .records import OWN_WORLD, PLAYERS, PUTS, SERVER_KEYS, PlayerRecord, Put
from .roster import rename
from .set_aside import told
from .surroundings import Ground
from .welcome import in_pages

_log = logging.getLogger("voxtable.players")


class Players:
    """Registers logins, bodies, chat and commands. `open` it once all content is registered and the world is open.

    `operators` are names of operators; `owner` is the key of whose own world this is, and `commands` whether they may
    use operator commands there, if the world is new; `motd` greets; `stop` ends the server."""

    def __init__(
        self,
        engine: Engine,
        ground: Ground,
        *,
        title: str = "",
        motd: str = "",
        view_distance: int = VIEW_DISTANCE,
        operators: Sequence[str] = (),
        owner: bytes = b"",
        commands: bool = True,
        stop: Callable[[], None] = lambda: None,
    ) -> None:
        self._engine = engine
        self._ground = ground
        self._motd = motd
        self._most_view = view_distance
        self._ranks = Ranks(engine, operators, owner, commands)
        self._numbers = count(1)
        self._views: dict[str, int] = {}
        self._joining: dict[str, tuple[PlayerRecord, Place]] = {}
        self._parting: set[str] = set()
        self._crowd = Crowd()
        self._presence: Presence
        self._company = Company(engine, self._crowd, self.name, self._held_item, ground.drop_rows)
        self._chat = Chat(engine.hooks.commands, self.name, self.operator, self._may_not)
        self._register(title, stop)

    def _register(self, title: str, stop: Callable[[], None]) -> None:
        engine = self._engine
        for collection in (PLAYERS, PUTS, OWN_WORLD, SERVER_KEYS):
            engine.declare(collection)
        Door(engine, title, self._admit)
        commands = Commands(self, engine, self._chat.help, stop)
        for command in commands.all():
            engine.hooks.commands[command.name] = command
        engine.on(Steps, self._steps)
        engine.on(SelectSlot, self._select)
        engine.on(Say, self._chat.say)
        engine.on_gone(self._gone)
        engine.locate = self.position

    def open(self) -> None:
        """The world is open: bodies may stand on it."""
        self._presence = Presence(self._engine, self._ground, self._crowd, self._company)
        self._ranks.open()

    # ------------------------------------------------------------------ what others may know

    def name(self, player: str) -> str:
        """A player's name, '' for an unknown one."""
        record = self._record(player)
        return record.name if record is not None else ""

    def online(self, player: str) -> bool:
        """Whether the player is in the world."""
        return player in self.present()

    def present(self) -> tuple[str, ...]:
        """The ids of all players in the world."""
        everybody = dict.fromkeys((*self._crowd.players, *self._joining))
        return tuple(player for player in everybody if player not in self._parting)

    def operator(self, player: str) -> bool:
        """Whether the player may use operator commands."""
        record = self._record(player)
        return record is not None and self._ranks.operator(record)

    def position(self, player: str) -> Place | None:
        """The feet of a player in the world, else None."""
        joining = self._joining.get(player)
        return joining[1] if joining is not None else self._crowd.feet(player)

    feet = position

    def eye(self, player: str) -> Place | None:
        """The eye of a player in the world, else None."""
        feet = self.position(player)
        if feet is None:
            return None
        x, y, z = feet
        if player not in self._crowd:
            return x, y + motion.EYE_STANDING, z
        if self.sitting(player):
            return x, float(np.floor(y)) + EYE_SITTING, z
        low = bool(self._crowd.bodies.sneaking[self._crowd.row(player)])
        return x, y + (motion.EYE_SNEAKING if low else motion.EYE_STANDING), z

    def look(self, player: str) -> tuple[float, float]:
        """A player's yaw and pitch in degrees; straight south for one who is away."""
        return self._crowd.look(player) if player in self._crowd else (0.0, 0.0)

    def body(self, player: str) -> int:
        """The number of a player's body. Raises KeyError for one who is away."""
        return self._crowd.stays[player].body

    def view_distance(self, player: str) -> int:
        """Columns around a player that are streamed: what its client asked for, as far as the settings allow."""
        return min(self._most_view, self._views.get(player, VIEW_DISTANCE))

    def near(self, pos: Place, radius: float) -> tuple[str, ...]:
        """Players in the world within a radius."""
        apart = np.square(self._crowd.bodies.pos - np.array(pos)).sum(axis=1)
        players = self._crowd.players
        return tuple(players[row] for row in np.flatnonzero(apart <= radius * radius).tolist())

    def in_the_way(self, low: Place, high: Place) -> bool:
        """Whether any body's box overlaps this box by more than a touch."""
        bodies = self._crowd.bodies
        heights = np.where(bodies.sneaking, motion.SNEAKING, motion.STANDING)
        bottom, top = motion.box(bodies.pos, heights)
        inside = (bottom < np.array(high) - 1e-6) & (top > np.array(low) + 1e-6)
        return bool(inside.all(axis=1).any())

    def held_slot(self, player: str) -> tuple[str, int]:
        """The holder and slot that the player has in hand."""
        record = self._record(player)
        return inventory(player), record.slot if record is not None else 0

    def sitting(self, player: str) -> bool:
        """Whether the player's body sits."""
        stay = self._crowd.stays.get(player)
        return stay is not None and stay.table is not None

    def home(self) -> Place:
        """The feet of a newcomer: at the spawn, beside whoever stands there."""
        bodies = [feet for player in self._crowd.players if (feet := self._crowd.feet(player)) is not None]
        return beside_others(self._ground.obstacles, self._ground.spawn, bodies)

    # ------------------------------------------------------------------ what others may do

    def sit(self, changes: ChangeSet, player: str, pos: Place, yaw: float, table: Pos, beside: Place) -> None:
        """Seat a body: it is moved to these feet, faces `yaw` and ignores steps until it stands. Should the server end
        before that, it comes back standing `beside` its seat."""
        record = changes.read(PLAYERS, player)
        if record is not None:
            changes.put(PLAYERS, player, msgspec.structs.replace(record, feet=beside, yaw=yaw))
        changes.put(PUTS, player, Put(self._body_of(changes, player), pos, yaw, 0.0, table))

    def stand(self, changes: ChangeSet, player: str, pos: Place) -> None:
        """End sitting at these feet. Nothing happens to a player who is away."""
        if player in self.present() or player in self._parting:
            changes.put(PUTS, player, Put(self._body_of(changes, player), pos, *self.look(player)))

    def move(self, changes: ChangeSet, player: str, feet: Place) -> None:
        """Put a standing body elsewhere. Raises Refusal when it sits."""
        if self.sitting(player):
            raise Refusal("sitting", "Stand up first.")
        changes.put(PUTS, player, Put(self._body_of(changes, player), feet, *self.look(player)))

    def kick(self, player: str, text: str) -> None:
        """End a player's connection with a sentence."""
        connection = self._engine.connection(player)
        if connection is not None:
            self._engine.close(connection, "kicked", text)

    def set_time(self, changes: ChangeSet, time: int) -> None:
        """Make it this time of day in ticks, 0 to 23,999."""
        self._ground.set_time(changes, time)

    def rename(self, changes: ChangeSet, player: str, name: str) -> None:
        """Call a player something else from now on. Raises Refusal."""
        rename(changes, player, name, self._engine.hooks.renamed)

    # ------------------------------------------------------------------ coming and going

    def _admit(self, changes: ChangeSet, connection: int, player: str, login: Login) -> None:
        returning = player in self._crowd
        if returning:
            self._leave(changes, player)
        record = changes.read(PLAYERS, player)
        assert record is not None
        record = self._ranks.claimed(changes, record)
        changes.put(PLAYERS, player, record)
        feet = record.feet or self.home()
        look = (record.yaw, record.pitch) if record.feet else self._ground.spawn_look
        put = Put(next(self._numbers), feet, *look)
        changes.put(PUTS, player, put)
        self._engine.admit(connection, player)
        for message in in_pages(self._welcome(player, record, put.body)):
            self._engine.reply(connection, message)
        self._views[player] = login.view_distance
        self._joining[player] = record, feet
        try:
            for hook in self._engine.hooks.join:
                hook(changes, player)
            for text in told(self._engine.set_aside, player, self.operator(player)):
                changes.tell(player, ChatLine("", text))
        finally:
            del self._joining[player]
        if not returning:
            changes.tell_all(ChatLine("", f"{record.name} joined."))
        if self._motd:
            changes.tell(player, ChatLine("", self._motd))
        whence = self._engine.address(connection) or "nowhere"
        did = "joined again" if returning else "joined"
        changes.note(_log, "%s (%s) %s from %s.", record.name, player, did, whence)

    def _gone(self, changes: ChangeSet, caller: Caller) -> None:
        if caller.player in self._crowd:
            self._leave(changes, caller.player)
            changes.tell_all(ChatLine("", f"{self.name(caller.player)} left."))
            changes.note(_log, "%s (%s) left.", self.name(caller.player), caller.player)
            self._views.pop(caller.player, None)
            self._chat.forget(caller.player)

    def _leave(self, changes: ChangeSet, player: str) -> None:
        self._parting.add(player)
        try:
            for hook in self._engine.hooks.leave:
                hook(changes, player)
        finally:
            self._parting.discard(player)
        self._presence.save(changes, player)
        changes.delete(PUTS, player)

    def _welcome(self, player: str, record: PlayerRecord, body: int) -> Welcome:
        states = self._ground.states
        content = self._engine.content
        items = tuple(
            ItemInfo(kind.id, kind.max_stack, _placed(content.blocks[kind.block].states[0].name, states.find))
            if kind.block is not None
            else ItemInfo(kind.id, kind.max_stack)
            for kind in content.items.values()
        )
        operator = self._ranks.operator(record)
        return Welcome(player, record.name, body, self._engine.tick_number, operator, tuple(states.states), items)

    def _body_of(self, changes: ChangeSet, player: str) -> int:
        put = changes.read(PUTS, player)
        if put is None or not (player in self._crowd or player in self._joining):
            raise Refusal("not_here", f"{self.name(player)} is not here.")
        return put.body

    # ------------------------------------------------------------------ messages

    def _steps(self, changes: ChangeSet, caller: Caller, message: Steps) -> None:
        if caller.player in self._crowd:
            self._presence.walking.steps(caller.player, message.steps)

    def _select(self, changes: ChangeSet, caller: Caller, message: SelectSlot) -> None:
        record = changes.read(PLAYERS, caller.player)
        if record is not None and record.slot != message.slot:
            changes.put(PLAYERS, caller.player, msgspec.structs.replace(record, slot=message.slot))

    def _record(self, player: str) -> PlayerRecord | None:
        joining = self._joining.get(player)
        return joining[0] if joining is not None else self._engine.model.rows(PLAYERS).get(player)

    def _may_not(self, player: str, command: str) -> Refusal:
        record = self._record(player)
        assert record is not None
        return self._ranks.refusal(record, command)

    def _held_item(self, player: str) -> str:
        holder, slot = self.held_slot(player)
        record = self._engine.model.rows(HOLDERS).get(holder)
        held = record.slots[slot] if record is not None and slot < len(record.slots) else None
        return held.item if held is not None else ""


def _placed(state: str, find: Callable[[str], int | None]) -> int:
    """The number of the state that an item is placed as, 0 for none."""
    return find(state) or 0
