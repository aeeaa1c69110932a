"""The items room: what opens and closes windows, and what happens to stacks when players come, go or walk away."""

import logging
from itertools import count
from math import isqrt
from typing import Final

from ..engine.changes import ChangeSet, Pos, Refusal
from ..engine.content import ItemKind
from ..engine.engine import Engine
from ..engine.plugins import Caller, Command, Use
from ..shared.inventory.layout import CHEST, CRAFTING, GRID_SLOTS, TABLE_GRID_SLOTS, WELCOME
from ..shared.inventory.merging import Slots
from ..shared.inventory.stack import Stack
from ..shared.protocol.chat import Notice
from ..shared.protocol.items import AskRecipes, Click, CloseWindow, OpenClaim, ThrowItem
from ..shared.protocol.message import Message
from ..shared.voxel.states import block_of
from .clicking import Clicks
from .giving import claim_box, described, insert, stack_size
from .ledger import BURNT, HOLDERS, MINTED, slots, tally
from .putting_away import let_fall, put_away
from .recipe_book import RecipeBook
from .recipes_told import told_recipes
from .surroundings import Bodies, Ground, near_enough
from .views import Views
from .welcome import WELCOMED, invite_newcomer, send_after, welcome_newcomer
from .windows import BLOCKS, OWN, TITLES, WINDOWS, Opened, Presence, chest, claim_page, opened, parts, prepare

MATERIALS: Final = ("stick", "string", "bone_meal", "white_dye", "green_dye", "lime_dye")
"""The items of the core that are not blocks, in the namespace minecraft."""
DELIVERY_TICKS: Final = 10
"""Every so many ticks a claim box is looked into."""

_log = logging.getLogger("voxtable.items")


class Items:
    """Registers the core's items, holders, windows and clicks. After all content is registered, `open` it once."""

    def __init__(self, engine: Engine, ground: Ground, book: RecipeBook) -> None:
        self._engine = engine
        self._ground = ground
        self.recipes = book
        self._numbers = count(1)
        self._bodies: Bodies
        self.size = stack_size(engine.content)
        self._views = Views(engine.tell, self._craft)
        self._register()

    def open(self, bodies: Bodies) -> None:
        """Take in where players stand, and log what is wrong with the recipes now that all items are known."""
        self._bodies = bodies
        self.recipes = self.recipes.limited_to(self._engine.content.items)
        for problem in self.recipes.problems:
            _log.warning("%s", problem)

    def _register(self) -> None:
        engine = self._engine
        for name in MATERIALS:
            engine.content.add_item(ItemKind(f"minecraft:{name}"))
        for collection in (HOLDERS, MINTED, BURNT, WINDOWS, WELCOMED):
            engine.declare(collection)
        clicks = Clicks(self._views, self._ground, lambda: self._bodies, self.size, self._craft, engine.hooks.moved)
        engine.on(Click, clicks.click)
        engine.on(ThrowItem, clicks.throw)
        engine.on(CloseWindow, self._close_asked)
        engine.on(OpenClaim, self._claim_asked)
        engine.on(AskRecipes, lambda _, __, message: told_recipes(self.recipes, message))
        engine.hooks.commands["claim"] = Command("claim", "/claim: open your claim box", self._claim_told)
        engine.every_tick(self._close_what_is_gone)
        engine.every_tick(self._deliver_claims)
        engine.observe(self._views.observe)
        engine.hooks.join.append(self._join)
        engine.hooks.leave.append(self._leave)
        engine.hooks.broken.append(self._broken)
        self._ground.on_use(BLOCKS[CRAFTING], self._use_crafting_table)
        self._ground.on_use(BLOCKS[CHEST], self._use_chest)

    # ------------------------------------------------------------------ coming and going

    def _join(self, changes: ChangeSet, player: str) -> None:
        """What lay loose when the player went comes back first; the claim box follows. PITFALLS 20."""
        prepare(changes, player)
        put_away(changes, player, self.size, self._ground, None)
        changes.put(WINDOWS, player, Presence(next(self._numbers)))
        state = changes.block(self._ground.welcome_chest)
        if state is None or block_of(self._ground.states[state].name) == BLOCKS[CHEST]:
            invite_newcomer(changes, player)

    def _leave(self, changes: ChangeSet, player: str) -> None:
        changes.delete(WINDOWS, player)

    def _deliver_claims(self, changes: ChangeSet) -> None:
        if self._engine.tick_number % DELIVERY_TICKS == 0:
            for player in self._views.players():
                self._deliver(changes, player)

    def _deliver(self, changes: ChangeSet, player: str) -> None:
        """Move what waits for a player into the inventory as far as there is room."""
        box = claim_box(player)
        before = tally(slots(changes, box))
        if before and insert(changes, player, box, self.size):
            arrived = described(before - tally(slots(changes, box)))
            changes.tell(player, Notice("info", f"From your claim box: {arrived}."))

    # ------------------------------------------------------------------ opening and closing

    def _use_crafting_table(self, changes: ChangeSet, use: Use) -> bool:
        self._open_window(changes, use, CRAFTING)
        return True

    def _use_chest(self, changes: ChangeSet, use: Use) -> bool:
        if use.pos == self._ground.welcome_chest:
            welcome_newcomer(changes, use.player)
            self._open_window(changes, use, WELCOME)
        else:
            self._open_window(changes, use, CHEST)
        return True

    def _open_window(self, changes: ChangeSet, use: Use, kind: str) -> None:
        self._open(changes, use.player, opened(next(self._numbers), kind, use.player, use.pos))

    def _open(self, changes: ChangeSet, player: str, window: Opened) -> None:
        presence = changes.read(WINDOWS, player)
        if presence is None:
            raise Refusal("not_in_world", "You are not in the world.")
        for holder in parts(player, window):
            slots(changes, holder)  # refused here where it cannot be read, so that no window ever shows it
        self._put_away(changes, player, TABLE_GRID_SLOTS if window.kind == CRAFTING else GRID_SLOTS)
        changes.put(WINDOWS, player, Presence(presence.stay, window))

    def open_holder(self, changes: ChangeSet, player: str, kind: str, pos: Pos, holder: str) -> None:
        """Open a window of this kind at a block, whose own part shows a holder's slots. Raises Refusal."""
        state = changes.block(pos)
        block = block_of(self._ground.states[state].name) if state is not None else ""
        self._open(changes, player, Opened(next(self._numbers), kind, pos, holder, 0, block, TITLES[kind]))

    def close_holder(self, changes: ChangeSet, player: str, holder: str) -> None:
        """Close a player's window if it shows this holder."""
        other = self._views.other(player)
        if other is not None and other.window.holder == holder:
            self._close(changes, player)

    def _claim_asked(self, changes: ChangeSet, caller: Caller, message: OpenClaim) -> Message | None:
        """Open a page of the claim box."""
        self._open_claim(changes, caller.player, message.page)
        return None

    def _claim_told(self, changes: ChangeSet, player: str, words: list[str]) -> str:
        self._open_claim(changes, player, 0)
        return "Your claim box is open; what you take out is yours again."

    def _open_claim(self, changes: ChangeSet, player: str, page: int) -> None:
        self._open(changes, player, claim_page(changes, next(self._numbers), player, page))

    def _close_asked(self, changes: ChangeSet, caller: Caller, message: CloseWindow) -> Message | None:
        """Close a window; one that is closed already stays so."""
        other = self._views.other(caller.player)
        if message.window == OWN and other is None:
            self._put_away(changes, caller.player)
        elif other is not None and message.window == other.number:
            self._close(changes, caller.player)
        return None

    def _close(self, changes: ChangeSet, player: str) -> None:
        presence = changes.read(WINDOWS, player)
        if presence is not None:
            changes.put(WINDOWS, player, Presence(presence.stay))
            self._put_away(changes, player)

    def _put_away(self, changes: ChangeSet, player: str, grid: int = GRID_SLOTS) -> None:
        put_away(changes, player, self.size, self._ground, self._bodies.feet(player), grid)

    def _close_what_is_gone(self, changes: ChangeSet) -> None:
        """Close windows whose block is gone or whose player has walked away."""
        for view in self._views.others():
            window = view.window
            if not window.block:
                continue
            state = changes.block(window.pos)
            stands = state is not None and block_of(self._ground.states[state].name) == window.block
            if not stands or not near_enough(self._bodies.eye(view.player), window.pos):
                self._close(changes, view.player)

    def _broken(self, changes: ChangeSet, _player: str, pos: Pos, state: str) -> None:
        """A block's windows close with it, in the same change set; a chest's contents come out once. PITFALLS 15."""
        for view in self._views.others():
            if view.window.block and view.window.pos == pos:
                self._close(changes, view.player)
        if block_of(state) == BLOCKS[CHEST]:
            let_fall(changes, self._ground, chest(pos), (pos[0] + 0.5, pos[1] + 0.5, pos[2] + 0.5))
            if pos == self._ground.welcome_chest:
                send_after(changes)

    def _craft(self, grid: Slots) -> Stack | None:
        recipe = self.recipes.match([stack.item if stack is not None else None for stack in grid], isqrt(len(grid)))
        return recipe.result if recipe is not None else None
