"""Breaking, placing and using blocks: what is asked, in which order, and what each refusal says."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.content import BlockKind, Placement
from ..engine.engine import Engine
from ..engine.plugins import Caller, Use, UseHook
from ..items.ledger import exchange, slots
from ..shared.content import AIR
from ..shared.inventory.stack import Stack
from ..shared.protocol.message import Message
from ..shared.protocol.world import FinishBreaking, PlaceBlock, PlayerSwings, StartBreaking, UseBlock
from ..shared.voxel.columns import HEIGHT
from ..shared.voxel.raycast import DOWN, UP
from ..shared.voxel.states import StateTable, block_of
from . import kinds, placing
from .bodies import Bodies
from .lying import middle
from .touch import Touch

_EARLY_MS: Final = 120
"""Milliseconds by which a block may break before its time, since two frames travel differently long."""


@dataclass(frozen=True, slots=True)
class _Effort:
    """What a player is breaking, and since when in game time."""

    pos: Pos
    state: int
    since: int


class Building:
    """Answers the requests about blocks. `protected` tells where only operators build; `lay(changes, stack, place)`
    mints what a broken block leaves."""

    def __init__(
        self,
        engine: Engine,
        states: StateTable,
        touch: Touch,
        bodies: Bodies,
        protected: Callable[[Pos], bool],
        lay: Callable[[ChangeSet, Stack, tuple[float, float, float]], None],
        uses: dict[str, UseHook],
    ) -> None:
        self._engine = engine
        self._states = states
        self._touch = touch
        self._bodies = bodies
        self._protected = protected
        self._lay = lay
        self._uses = uses
        self._efforts: dict[str, _Effort] = {}

    # ------------------------------------------------------------------ breaking

    def start(self, changes: ChangeSet, caller: Caller, message: StartBreaking) -> Message | None:
        """A player begins to break a block."""
        self._efforts.pop(caller.player, None)
        state = self._may_break(changes, caller.player, message.pos, message.expected)
        self._efforts[caller.player] = _Effort(message.pos, state, caller.stamp)
        return None

    def finish(self, changes: ChangeSet, caller: Caller, message: FinishBreaking) -> Message | None:
        """The block breaks, when its time has passed since the start."""
        state = self._may_break(changes, caller.player, message.pos, message.expected)
        effort = self._efforts.pop(caller.player, None)
        if effort is None or (effort.pos, effort.state) != (message.pos, state):
            raise Refusal("not_breaking", "You did not begin to break that block.")
        if caller.stamp - effort.since < self._states[state].break_ms - _EARLY_MS:
            raise Refusal("too_early", "That block takes longer to break.")
        self._break(changes, caller.player, message.pos, state)
        self._swing(changes, caller.player, message.pos)
        return None

    def _may_break(self, changes: ChangeSet, player: str, pos: Pos, expected: int) -> int:
        state = self._touch.expect(changes, player, pos, expected)
        info = self._states[state]
        if info.break_ms < 0:
            raise Refusal("unbreakable", "That cannot be broken.")
        self._touch.reach_block(player, pos, state)
        self._check_protection(player, pos)
        for may_break in self._engine.hooks.may_break:
            may_break(changes, player, pos, info.name)
        return state

    def _break(self, changes: ChangeSet, player: str, pos: Pos, state: int) -> None:
        name = self._states[state].name
        for broken in self._engine.hooks.broken:
            broken(changes, player, pos, name)
        changes.set_block(pos, self._states.number(AIR))
        for stack in kinds.dropped(self._engine.content.block_kind(name), name, self._engine.rng):
            self._lay(changes, stack, middle(pos))
        self._uproot(changes, player, placing.neighbour(pos, UP))

    def _uproot(self, changes: ChangeSet, player: str, pos: Pos) -> None:
        """A plant whose soil is gone breaks too."""
        state = changes.block(pos)
        if state is None or pos[1] >= HEIGHT:
            return
        kind = self._engine.content.blocks.get(block_of(self._states[state].name))
        if kind is not None and kind.needs_ground and not self._carries(changes, pos, kind):
            self._break(changes, player, pos, state)

    # ------------------------------------------------------------------ placing

    def place(self, changes: ChangeSet, caller: Caller, message: PlaceBlock) -> Message | None:
        """Place the held block."""
        player, pos = caller.player, message.pos
        self._touch.expect(changes, player, pos, message.expected)
        self._touch.reach_point(player, pos, message.hit)
        self._place(changes, player, message)
        return None

    def _place(self, changes: ChangeSet, player: str, touched: PlaceBlock | UseBlock) -> None:
        kind, stack, holder, slot = self._in_hand(changes, player)
        target, name = self._target(changes, player, touched, kind)
        self._check_protection(player, target)
        if kind.needs_ground and not self._carries(changes, target, kind):
            raise Refusal("no_ground", "That only grows on soil.")
        state = self._states.number(name)
        for x0, y0, z0, x1, y1, z1 in self._states[state].collision:
            x, y, z = target
            low, high = (x + x0 / 16, y + y0 / 16, z + z0 / 16), (x + x1 / 16, y + y1 / 16, z + z1 / 16)
            if self._bodies.in_the_way(low, high):
                raise Refusal("in_the_way", "Somebody stands there.")
        changes.set_block(target, state)
        held = list(slots(changes, holder))
        held[slot] = Stack(stack.item, stack.count - 1, stack.data) if stack.count > 1 else None
        exchange(changes, {holder: held}, burnt=[Stack(stack.item, 1, stack.data)], reason="placed")
        for placed in self._engine.hooks.placed:
            placed(changes, player, target, name)
        self._uproot(changes, player, placing.neighbour(target, UP))
        self._swing(changes, player, target)

    def _in_hand(self, changes: ChangeSet, player: str) -> tuple[BlockKind, Stack, str, int]:
        holder, slot = self._bodies.held_slot(player)
        held = slots(changes, holder)
        stack = held[slot] if 0 <= slot < len(held) else None
        item = self._engine.content.items.get(stack.item) if stack is not None else None
        if stack is None or item is None or item.block is None:
            raise Refusal("nothing_to_place", "You hold nothing that can be placed.")
        return self._engine.content.blocks[item.block], stack, holder, slot

    def _target(
        self, changes: ChangeSet, player: str, touched: PlaceBlock | UseBlock, kind: BlockKind
    ) -> tuple[Pos, str]:
        """Where the block goes and as which state: into the touched block when that gives way, else before its face."""
        yaw, pitch = self._bodies.look(player)
        present = self._states[touched.expected]
        if not present.outline:
            raise Refusal("nothing_there", "There is nothing to set that against.")
        if present.replaceable:
            return touched.pos, self._state(kind, Placement(touched.pos, UP, touched.hit, yaw, pitch))
        self._touch.reach_side(player, touched.pos, touched.face)
        double = placing.doubled(present.name, kind.id, touched.face, upper=False)
        if double is not None:
            return touched.pos, double
        target = placing.neighbour(touched.pos, touched.face)
        before = changes.block(target)
        if before is None or not 0 <= target[1] < HEIGHT:
            raise Refusal("outside", "Nothing can be placed there.")
        name = self._state(kind, Placement(target, touched.face, touched.hit, yaw, pitch))
        if self._states[before].replaceable:
            return target, name
        double = placing.doubled(self._states[before].name, kind.id, None, upper=name.endswith("[type=top]"))
        if double is None:
            raise Refusal("occupied", "There is no room for that.")
        return target, double

    def _state(self, kind: BlockKind, placement: Placement) -> str:
        return kind.placed(placement) if kind.placed is not None else kind.states[0].name

    # ------------------------------------------------------------------ using

    def use(self, changes: ChangeSet, caller: Caller, message: UseBlock) -> Message | None:
        """Use a block: a plugin answers for it, or the core; else the held block is placed."""
        player, pos = caller.player, message.pos
        name = self._states[self._touch.expect(changes, player, pos, message.expected)].name
        self._touch.reach_point(player, pos, message.hit)
        holder, slot = self._bodies.held_slot(player)
        held = slots(changes, holder)
        use = Use(player, pos, name, message.face, message.hit, held[slot] if 0 <= slot < len(held) else None)
        block = block_of(name)
        for hooks in (self._engine.hooks.use, self._uses):
            if block in hooks and hooks[block](changes, use):
                return None
        self._place(changes, player, message)
        return None

    # ------------------------------------------------------------------ what all of them ask

    def _check_protection(self, player: str, pos: Pos) -> None:
        if self._protected(pos) and not self._bodies.operator(player):
            raise Refusal("protected", "The tavern and its yard stay as they are; build further out.")

    def _carries(self, changes: ChangeSet, pos: Pos, kind: BlockKind) -> bool:
        below = changes.block(placing.neighbour(pos, DOWN))
        return below is not None and block_of(self._states[below].name) in kind.needs_ground

    def _swing(self, changes: ChangeSet, player: str, pos: Pos) -> None:
        x, y, z = middle(pos)
        changes.tell_near((x, y, z), PlayerSwings(self._bodies.body(player)), but=player)
