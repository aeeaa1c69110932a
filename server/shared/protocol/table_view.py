"""What a table shows. The view carries every fact, since a client knows no rules."""

from typing import Annotated

from msgspec import Meta

from ..inventory.stack import Stack
from .message import BlockPos, Message, Number, ShortText

SettingValue = bool | Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | ShortText | None
"""What a setting of the lobby holds: a switch, a number, the value of a choice, or None where it is off."""


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

    `side`: 0 north, 1 east, 2 south, 3 west of the table. `player` is '' while nobody sits there. `chair` tells whether
    a matching chair stands there, `seated` whether the player's body sits on it now."""

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
    bot: str = ""
    """The strategy of a bot, '' for a person. A bot's player id is `bot:<number>`."""
    time_left: int | None = None
    """Server milliseconds left in this seat's time bank, or of its running turn; None where no clock runs for it."""
    away: int | None = None
    """Server milliseconds for which the player of a running match has been away, None while they are here."""
    leaving: str = ""
    """What giving up this seat now costs, in a sentence; '' where there is nothing to give up."""
    stakes: tuple[Stack, ...] = ()
    """What this seat's player has put into the pot: in the lobby now, in a match at its start."""
    agreed: bool = False
    """In the lobby: whether the player has agreed to the present pot."""


class Guest(Message, frozen=True):
    """Somebody who sits at the table without being of its company, on the chair at this side. `note` says in a sentence
    or two to them what they are and may do."""

    side: int
    player: str
    name: str
    note: str


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
    turns: tuple[int, ...] = ()
    """How many turns each seat has played."""
    best: int | None = None
    """After a solo run: the player's fewest turns to the goal under these rules, this run included."""
    is_best: bool = False
    """Whether this solo run set or equalled that personal best."""
    how: str = "played"
    """played, dissolved (by all together) or unresumed (a paused match that somebody ended)."""
    pot: tuple[tuple[Stack, ...], ...] = ()
    """What each seat had staked, () when nobody had. It went to the only winner, or back where there was none."""
    pot_to: int | None = None
    """The seat that was handed the whole pot; None: every stake went back to who had put it in."""


class Choice(Message, frozen=True):
    """One value that a setting may have, what it is called, and a sentence about it where there is more to say."""

    value: str
    label: str
    about: str = ""


class Setting(Message, frozen=True):
    """One field of the lobby's form, for a client that knows no rules.

    `kind` is choice (one of `choices`), number (`least` to `most` by `step`; where `none` is not '' it may also be
    None, which is then called that) or switch (true or false). `group` is the heading it stands under."""

    name: str
    label: str
    group: str
    kind: str
    value: SettingValue
    choices: tuple[Choice, ...] = ()
    least: int = 0
    most: int = 0
    step: int = 1
    none: str = ""


class Piece(Message, frozen=True):
    """One piece of a game without a screen of its own: what it is called, whose it is (-1: nobody's), and where it
    lies on a grid."""

    name: str
    owner: int
    x: int
    y: int


class BoardEvent(Message, frozen=True):
    """One thing that happened, for the animation and the log.

    Kinds: opening_roll, opening_tied, started, turn, rolled, kept, farkle, hot_dice, penalised, banked, entered,
    final_round, timeout, removed, asked, clock, paused, resumed, ended. `dice` are faces, of `kept` positions in the
    roll; `text` is the sentence for the log."""

    kind: str
    seat: int
    dice: tuple[int, ...]
    points: int
    text: str


class FairView(Message, frozen=True):
    """What is published of a match's dice. By seat, with b'' for bots: `commitments` before the first roll, and with
    the result `contributions`. `seal` is the SHA-256 of the server's `secret`, which is there with the result.

    `rolls` counts the rolls so far, the opening's included: the rolls among a message's events are the last of them.
    `aborted` counts the starts at this table right before this one that came to nothing."""

    seal: bytes
    commitments: tuple[bytes, ...]
    rolls: Number
    aborted: Number = 0
    secret: bytes = b""
    contributions: tuple[bytes, ...] = ()


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
    game: str = "farkle"
    """Which game; any but farkle is shown by `pieces`, `actions` and `log`."""
    host: str = ""
    """The player id of who may change the settings, '' while nobody is seated."""
    revision: int = 0
    """Counts changes of the lobby; a ready mark names the one it is meant for."""
    settings: tuple[Setting, ...] = ()
    """In the lobby: the form. Names that begin with `bot.` seat a bot at that side."""
    alone: Action | None = None
    """In the lobby: whether the seated player may start alone or against the bots only, and why not."""
    match_deadline: int | None = None
    """Server milliseconds until the match clock runs out (in its grace: until that ends), or None."""
    votes: tuple[str, ...] = ()
    """The players who want to remove the seat to move, whose player is away."""
    votes_needed: int = 0
    """How many votes remove it."""
    vote_in: int | None = None
    """Server milliseconds until that may be voted, 0 when it may; None while the player to move is here."""
    asking: tuple[str, ...] = ()
    """The players who ask for a clock, since the seat to move does nothing."""
    asking_needed: int = 0
    """How many of them start it."""
    asking_in: int | None = None
    """Server milliseconds until that may be asked for, 0 when it may; None where a clock runs or nobody could ask."""
    free_in: int | None = None
    """Server milliseconds until this board leaves its public table, since nobody who uses it is near; else None."""
    dissolving: tuple[str, ...] = ()
    """The players who agree to dissolve the paused match."""
    end_in: int | None = None
    """Server milliseconds until a player may end the paused match unresumed; None while none is paused."""
    pieces: tuple[Piece, ...] = ()
    pot: Number = 0
    """In the lobby: the number of the pot that is to be agreed to, which rises with any change; 0: nobody stakes."""
    staking: Action | None = None
    """Whether stakes may be put in at this table now, and why not."""
    starting: int | None = None
    """Milliseconds that the clients have left to reveal what they add to the dice; None: no start is under way."""
    fair: FairView | None = None
    """What is published of the dice of the match that the table shows."""
    guests: tuple[Guest, ...] = ()
    """Who sits here and only watches."""


class Board(Message, frozen=True, tag="board"):
    """A table near the player: what it shows now and what led here since the last one. None: no board is fitted."""

    table: BlockPos
    view: BoardView | None
    events: tuple[BoardEvent, ...]


class ShowBoard(Message, frozen=True, tag="show_board"):
    """Open the board screen of this table."""

    table: BlockPos
