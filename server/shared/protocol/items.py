"""Windows, their slots and what a click does; see server.shared.inventory for layouts and rules of clicks."""

from typing import Annotated, Final

from msgspec import Meta

from ..inventory.stack import Stack
from .message import AtMost, Message, Number, Request, Title, Word

SlotIndex = Annotated[int, Meta(ge=-1, le=255)]
"""A slot of the window, or -1 for outside of it."""
MOST_SLOTS: Final = 96
"""Slots of the largest window."""


class WindowOpened(Message, frozen=True, tag="window"):
    """A window with all its slots. Window 0 is the player's own inventory and always open; `kind` names the layout."""

    window: Number
    kind: Word
    title: Title
    revision: Number
    slots: Annotated[tuple[Stack | None, ...], AtMost(MOST_SLOTS)]
    cursor: Stack | None


class WindowChanged(Message, frozen=True, tag="slots"):
    """Slots of an open window that changed, leading to `revision`, with what the cursor now holds."""

    window: Number
    revision: Number
    slots: Annotated[tuple[tuple[Number, Stack | None], ...], AtMost(MOST_SLOTS)]
    cursor: Stack | None


class WindowClosed(Message, frozen=True, tag="window_closed"):
    """The server closed this window."""

    window: Number


class Click(Request, frozen=True, tag="click"):
    """A click on a slot; `mode` and `button` as in server.shared.inventory.clicks. `slots` lists a drag's slots.

    Answered by `Done` after the `WindowChanged` it caused. Accepted when every change since `revision` came from this
    player's own clicks; else refused as `stale_window`, and the whole window is sent again."""

    window: Number
    revision: Number
    slot: SlotIndex
    button: Annotated[int, Meta(ge=0, le=9)]
    mode: Annotated[str, Meta(max_length=16)]
    slots: Annotated[tuple[SlotIndex, ...], Meta(max_length=64)] = ()


class CloseWindow(Request, frozen=True, tag="close_window"):
    """The player closes a window; what lay in a grid or on the cursor goes back to the inventory, or to the ground."""

    window: Number


class SelectSlot(Message, frozen=True, tag="select"):
    """The hotbar slot in hand, 0 to 8."""

    slot: Annotated[int, Meta(ge=0, le=8)]


class ThrowItem(Request, frozen=True, tag="throw"):
    """Throw one of the held stack, or all of it, to the ground."""

    whole: bool


class ClaimBox(Message, frozen=True, tag="claim_box"):
    """How many stacks wait in the player's claim box, told with the first window if there are any, and whenever it
    changes."""

    waiting: Number


class OpenClaim(Request, frozen=True, tag="open_claim"):
    """Open the claim box, a window of the kind `claim`, at a page of its 27 slots, from 0; a page past the last one is
    the last. Refused as `nothing_to_claim` when nothing waits."""

    page: Annotated[int, Meta(ge=0, le=1000)] = 0


RECIPES_A_PAGE: Final = 32
ALTERNATIVES: Final = 8
"""How many of the items that one place of a recipe accepts are told."""


class AskRecipes(Request, frozen=True, tag="ask_recipes"):
    """A page of what can be crafted, from 0; answered by `Recipes`, for a page past the last one with the last."""

    page: Annotated[int, Meta(ge=0, le=10_000)] = 0


class ToldRecipe(Message, frozen=True):
    """What a recipe makes of what. `cells` are its places, row by row, each with the items that it accepts and () for
    an empty one; `width` of them make a row, and 0 stands for any arrangement."""

    result: Stack
    width: int
    cells: Annotated[tuple[Annotated[tuple[Word, ...], AtMost(ALTERNATIVES)], ...], AtMost(9)]


class Recipes(Message, frozen=True, tag="recipes"):
    """Answers AskRecipes: one of so many `pages`."""

    n: Number
    page: Number
    pages: Number
    recipes: Annotated[tuple[ToldRecipe, ...], AtMost(RECIPES_A_PAGE)]
