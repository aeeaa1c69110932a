"""What a table shows. The view carries every fact, since a client knows no rules."""

from typing import Annotated, Final, TypeVar

from msgspec import Meta

from ..inventory.layout import STAKE_SLOTS
from ..inventory.stack import Stack
from . import limits
from .message import AtMost, BlockPos, Count, Message, Number, Request, Sentence, ShortText, Title, Word

T = TypeVar("T")
BySeat = Annotated[tuple[T, ...], AtMost(limits.SEATS)]
"""One for each seat, or for some of them."""
Faces = Annotated[tuple[int, ...], AtMost(8)]
"""Dice by their faces, or by their positions in a roll."""
Bytes = Annotated[bytes, AtMost(64)]
"""A hash, a secret or a contribution; b'' for none."""
Staked = Annotated[tuple[Stack, ...], AtMost(STAKE_SLOTS)]
"""What one seat has staked."""

SettingValue = bool | Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | ShortText | None
"""What a setting of the lobby holds: a switch, a number, the value of a choice, or None where it is off."""

Value = Annotated[str, AtMost(40)]
"""A value of a setting, a combination or a piece by its name."""
About = Annotated[str, AtMost(160)]
LogLine = Annotated[str, AtMost(200)]
MOST_RULES: Final = 40
MOST_SCORING: Final = 40
MOST_OPTIONS: Final = 64
MOST_ACTIONS: Final = 16
MOST_SETTINGS: Final = 24
MOST_PIECES: Final = 256
MOST_KEPT: Final = 48
MOST_HISTORY: Final = 256
"""What a view carries at most of what a game shows; what is more is left out."""


class Group(Message, frozen=True):
    """One combination: its name, the dice it takes (positions in the roll, or faces once kept) and its points."""

    label: Value
    dice: Faces
    points: int


Groups = Annotated[tuple[Group, ...], AtMost(6)]


class Option(Message, frozen=True):
    """A legal selection of the present roll: positions, points, its best split, dice left to roll afterwards."""

    dice: Faces
    points: int
    groups: Groups
    dice_left: int


class Action(Message, frozen=True):
    """Whether the seat to move may do this now (`roll`, `keep`, `bank`); `reason` says why not."""

    name: Word
    allowed: bool
    reason: Sentence = ""


class SeatView(Message, frozen=True):
    """One seat. In a lobby there are four, by side; in a match and its result only those that play, in seat order.

    `side`: 0 north, 1 east, 2 south, 3 west of the table. `player` is '' while nobody sits there. `chair` tells whether
    a matching chair stands there, `seated` whether the player's body sits on it now."""

    side: int
    player: Word
    name: Word
    chair: bool
    seated: bool
    online: bool
    ready: bool
    score: int
    entered: bool
    eligible: bool
    last: int | None
    wins: int
    bot: Word = ""
    """The strategy of a bot, '' for a person. A bot's player id is `bot:<number>`."""
    time_left: int | None = None
    """Server milliseconds left in this seat's time bank, or of its running turn; None where no clock runs for it."""
    away: int | None = None
    """Server milliseconds for which the player of a running match has been away, None while they are here."""
    leaving: Sentence = ""
    """What giving up this seat now costs, in a sentence; '' where there is nothing to give up."""
    stakes: Staked = ()
    """What this seat's player has put into the pot: in the lobby now, in a match at its start."""
    agreed: bool = False
    """In the lobby: whether the player has agreed to the present pot."""


class Guest(Message, frozen=True):
    """Somebody who sits at the table without being of its company, on the chair at this side. `note` says in a sentence
    or two to them what they are and may do."""

    side: int
    player: Word
    name: Word
    note: Sentence


class TurnView(Message, frozen=True):
    """The running turn: whose seat, the points at risk, the last roll (empty before one), what was kept of it in
    positions, the last groups kept this turn, and how many dice the next roll has."""

    seat: int
    points: int
    roll: Faces
    kept: Faces
    groups: Annotated[tuple[Group, ...], AtMost(MOST_KEPT)]
    dice_to_roll: int


class ResultView(Message, frozen=True):
    """How the match ended: win, draw, shared or none; winning seats; a sentence; banked scores after each turn."""

    kind: Word
    winners: BySeat[int]
    text: Sentence
    history: Annotated[tuple[BySeat[int], ...], AtMost(MOST_HISTORY)]
    turns: BySeat[int] = ()
    """How many turns each seat has played."""
    best: int | None = None
    """After a solo run: the player's fewest turns to the goal under these rules, this run included."""
    is_best: bool = False
    """Whether this solo run set or equalled that personal best."""
    how: Word = "played"
    """played, dissolved (by all together) or unresumed (a paused match that somebody ended)."""
    pot: BySeat[Staked] = ()
    """What each seat had staked, () when nobody had. It went to the only winner, or back where there was none."""
    pot_to: int | None = None
    """The seat that was handed the whole pot; None: every stake went back to who had put it in."""


class Choice(Message, frozen=True):
    """One value that a setting may have, what it is called, and a sentence about it where there is more to say."""

    value: Value
    label: Title
    about: About = ""


class Setting(Message, frozen=True):
    """One field of the lobby's form, for a client that knows no rules.

    `kind` is choice (one of `choices`), number (`least` to `most` by `step`; where `none` is not '' it may also be
    None, which is then called that) or switch (true or false). `group` is the heading it stands under, `about` a
    sentence where there is more to say whatever the value."""

    name: Word
    label: Title
    group: Title
    kind: Word
    value: SettingValue
    choices: Annotated[tuple[Choice, ...], AtMost(10)] = ()
    least: int = 0
    most: int = 0
    step: int = 1
    none: Title = ""
    about: Sentence = ""


class Piece(Message, frozen=True):
    """One piece of a game without a screen of its own: what it is called, whose it is (-1: nobody's), and where it
    lies on a grid."""

    name: Value
    owner: int
    x: int
    y: int


class BoardEvent(Message, frozen=True):
    """One thing that happened, for the animation and the log.

    Kinds: opening_roll, opening_tied, started, turn, rolled, kept, farkle, hot_dice, penalised, banked, entered,
    final_round, timeout, removed, asked, clock, paused, resumed, ended, and untold for what the server has no words
    for. `dice` are faces, of `kept` positions in the roll; `text` is the sentence for the log."""

    kind: Word
    seat: int
    dice: Faces
    points: int
    text: LogLine


class FairView(Message, frozen=True):
    """What is published of a match's dice. By seat, with b'' for bots: `commitments` before the first roll, and with
    the result `contributions`. `seal` is the SHA-256 of the server's `secret`, which is there with the result.

    `rolls` counts the rolls so far, the opening's included: the rolls among a message's events are the last of them.
    `aborted` counts the starts at this table right before this one that came to nothing."""

    seal: Bytes
    commitments: BySeat[Bytes]
    rolls: Number
    aborted: Number = 0
    secret: Bytes = b""
    contributions: BySeat[Bytes] = ()


class BoardView(Message, frozen=True):
    """Everything a table shows. `phase`: lobby, opening, to_roll, to_keep, to_decide, paused or result.

    `step` counts accepted actions; `options` are the legal selections of the present roll; `farkle_chance[k]` is the
    chance that k dice farkle (index 0 unused); `bank_from` is the turn total from which the seat to move may bank;
    `status` says in a sentence what is going on; `deadline` is server milliseconds left, or None."""

    title: Title
    rules: Annotated[tuple[Sentence, ...], AtMost(MOST_RULES)]
    goal: int
    entry: int
    match: Word
    step: Number
    phase: Word
    status: Sentence
    seats: BySeat[SeatView]
    starter: int
    turn: TurnView | None
    options: Annotated[tuple[Option, ...], AtMost(MOST_OPTIONS)]
    actions: Annotated[tuple[Action, ...], AtMost(MOST_ACTIONS)]
    bank_from: int
    farkle_chance: Annotated[tuple[float, ...], AtMost(9)]
    final_round: bool
    deadline: int | None
    result: ResultView | None
    log: Annotated[tuple[LogLine, ...], AtMost(limits.LOG_PAGE)]
    """The last lines of the match's log."""
    owner: Word
    scoring: Annotated[tuple[tuple[Title, Title], ...], AtMost(MOST_SCORING)]
    game: Word = "farkle"
    """Which game; any but farkle is shown by `pieces`, `actions` and `log`."""
    host: Word = ""
    """The player id of who may change the settings, '' while nobody is seated."""
    revision: Count = 0
    """Counts changes of the lobby; a ready mark names the one it is meant for."""
    settings: Annotated[tuple[Setting, ...], AtMost(MOST_SETTINGS)] = ()
    """In the lobby: the form. Names that begin with `bot.` seat a bot at that side."""
    bots: Annotated[tuple[Choice, ...], AtMost(8)] = ()
    """In the lobby: how each kind of bot plays in figures, for whoever asks."""
    alone: Action | None = None
    """In the lobby: whether the seated player may start alone or against the bots only, and why not."""
    match_deadline: int | None = None
    """Server milliseconds until the match clock runs out (in its grace: until that ends), or None."""
    votes: BySeat[Word] = ()
    """The players who want to remove the seat to move, whose player is away."""
    votes_needed: int = 0
    """How many votes remove it."""
    vote_in: int | None = None
    """Server milliseconds until that may be voted, 0 when it may; None while the player to move is here."""
    asking: BySeat[Word] = ()
    """The players who ask for a clock, since the seat to move does nothing."""
    asking_needed: int = 0
    """How many of them start it."""
    asking_in: int | None = None
    """Server milliseconds until that may be asked for, 0 when it may; None where a clock runs or nobody could ask."""
    free_in: int | None = None
    """Server milliseconds until this board leaves its public table, since nobody who uses it is near; else None."""
    dissolving: BySeat[Word] = ()
    """The players who agree to dissolve the paused match."""
    end_in: int | None = None
    """Server milliseconds until a player may end the paused match unresumed; None while none is paused."""
    pieces: Annotated[tuple[Piece, ...], AtMost(MOST_PIECES)] = ()
    pot: Count = 0
    """In the lobby: the number of the pot that is to be agreed to, which rises with any change; 0: nobody stakes."""
    staking: Action | None = None
    """Whether stakes may be put in at this table now, and why not."""
    starting: int | None = None
    """Milliseconds that the clients have left to reveal what they add to the dice; None: no start is under way."""
    fair: FairView | None = None
    """What is published of the dice of the match that the table shows."""
    guests: BySeat[Guest] = ()
    """Who sits here and only watches."""
    hurrying: BySeat[Word] = ()
    """The players who want the bots of this match to act faster."""
    hurrying_needed: int = 0
    """How many of them make them; 0: no bot plays in a running match here."""
    earlier: Number = 0
    """How many lines of the log came before those of `log`; AskLog has them."""


class Board(Message, frozen=True, tag="board"):
    """A table near the player: what it shows now and what led here since the last one. None: no board is fitted."""

    table: BlockPos
    view: BoardView | None
    events: Annotated[tuple[BoardEvent, ...], AtMost(limits.EVENTS)]


class ShowBoard(Message, frozen=True, tag="show_board"):
    """Open the board screen of this table."""

    table: BlockPos


class AskLog(Request, frozen=True, tag="ask_log"):
    """The lines of a match's log before the one of this number, counted from 0. Answered by LogPage."""

    match: ShortText
    before: Number


class LogPage(Message, frozen=True, tag="log_page"):
    """Answers AskLog: the lines from `first` up to the one that was named; none where nothing is kept of them."""

    n: Number
    match: Word
    first: Number
    lines: Annotated[tuple[LogLine, ...], AtMost(limits.LOG_PAGE)]
