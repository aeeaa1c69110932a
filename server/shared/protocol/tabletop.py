"""What a table shows and what its players may ask. The view carries every fact, since a client knows no rules."""

from typing import Annotated

from msgspec import Meta

from .message import BlockPos, Message, Number, Request, ShortText

Positions = Annotated[tuple[Annotated[int, Meta(ge=0, le=5)], ...], Meta(max_length=6)]
"""Positions in the last roll, from 0."""


class Group(Message, frozen=True):
    """One combination: its name, the dice it takes (positions in the roll, or faces once kept) and its points."""

    label: str
    dice: tuple[int, ...]
    points: int


class Option(Message, frozen=True):
    """A legal selection of the present roll: positions, points, its best split, dice left to roll afterwards."""

    dice: tuple[int, ...]
    points: int
    groups: tuple[Group, ...]
    dice_left: int


class Action(Message, frozen=True):
    """Whether the seat to move may do this now (`roll`, `keep`, `bank`); `reason` says why not."""

    name: str
    allowed: bool
    reason: str = ""


class SeatView(Message, frozen=True):
    """One seat. In a lobby there are four, by side; in a match and its result only those that play, in seat order.

    `side`: 0 north, 1 east, 2 south, 3 west of the table. `player` is '' while nobody sits there. `chair` tells whether a matching chair stands there, `seated` whether the player's body sits on it now."""

    side: int
    player: str
    name: str
    chair: bool
    seated: bool
    online: bool
    ready: bool
    score: int
    entered: bool
    eligible: bool
    last: int | None
    wins: int


class TurnView(Message, frozen=True):
    """The running turn: whose seat, the points at risk, the last roll (empty before one), what was kept of it in
    positions, the groups kept this turn, and how many dice the next roll has."""

    seat: int
    points: int
    roll: tuple[int, ...]
    kept: tuple[int, ...]
    groups: tuple[Group, ...]
    dice_to_roll: int


class ResultView(Message, frozen=True):
    """How the match ended: win, draw, shared or none; winning seats; a sentence; banked scores after each turn."""

    kind: str
    winners: tuple[int, ...]
    text: str
    history: tuple[tuple[int, ...], ...]


class BoardEvent(Message, frozen=True):
    """One thing that happened, for the animation and the log.

    Kinds: started, opening_roll, rolled, kept, farkle, hot_dice, banked, turn, final_round, entered, removed, paused,
    resumed, ended. `dice` are faces; `text` is the sentence for the log."""

    kind: str
    seat: int
    dice: tuple[int, ...]
    points: int
    text: str


class BoardView(Message, frozen=True):
    """Everything a table shows. `phase`: lobby, opening, to_roll, to_keep, to_decide, paused or result.

    `step` counts accepted actions; `options` are the legal selections of the present roll; `farkle_chance[k]` is the
    chance that k dice farkle (index 0 unused); `bank_from` is the turn total from which the seat to move may bank;
    `status` says in a sentence what is going on; `deadline` is server milliseconds left, or None."""

    title: str
    rules: tuple[str, ...]
    goal: int
    entry: int
    match: str
    step: Number
    phase: str
    status: str
    seats: tuple[SeatView, ...]
    starter: int
    turn: TurnView | None
    options: tuple[Option, ...]
    actions: tuple[Action, ...]
    bank_from: int
    farkle_chance: tuple[float, ...]
    final_round: bool
    deadline: int | None
    result: ResultView | None
    log: tuple[str, ...]
    owner: str
    scoring: tuple[tuple[str, str], ...]


class Board(Message, frozen=True, tag="board"):
    """A table near the player: what it shows now and what led here since the last one. None: no board is fitted."""

    table: BlockPos
    view: BoardView | None
    events: tuple[BoardEvent, ...]


class ShowBoard(Message, frozen=True, tag="show_board"):
    """Open the board screen of this table."""

    table: BlockPos


class Ready(Request, frozen=True, tag="ready"):
    """Set or clear the player's ready mark in the lobby, or for a rematch after the result."""

    table: BlockPos
    ready: bool


class Act(Request, frozen=True, tag="act"):
    """A match action: keep the dice at `keep` (empty: nothing) and then `roll`, `bank`, or '' to only keep.

    Names the match and its `step`; a stale one is refused and the present board is sent again."""

    match: ShortText
    step: Number
    keep: Positions
    then: Annotated[str, Meta(max_length=8)]


class Resign(Request, frozen=True, tag="resign"):
    """Give up the seat in a running match."""

    match: ShortText


class TakeBoard(Request, frozen=True, tag="take_board"):
    """The owner takes the board out of the table."""

    table: BlockPos
