"""What a table shows and what its players may ask. The view carries every fact, since a client knows no rules."""

from typing import Annotated

from msgspec import Meta

from ..inventory.stack import Stack
from .message import BlockPos, Bytes32, Message, Number, Request, ShortText

Positions = Annotated[tuple[Annotated[int, Meta(ge=0, le=5)], ...], Meta(max_length=6)]
"""Positions in the last roll, from 0."""
SettingValue = bool | Annotated[int, Meta(ge=-(2**31), le=2**31 - 1)] | ShortText | None
"""What a setting of the lobby holds: a switch, a number, the value of a choice, or None where it is off."""
Commitment = Annotated[bytes, Meta(max_length=32)]
"""The SHA-256 of 32 fresh random bytes that a client adds to the dice of the coming match; empty for none."""


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
    final_round, timeout, removed, paused, resumed, ended. `dice` are faces, of `kept` positions in the roll; `text` is
    the sentence for the log."""

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
    revision: Number | None = None
    """The lobby's revision that the player saw; an older one is refused as `stale`. None: whatever it is."""
    commitment: Commitment = b""
    """With a ready mark: what this client adds to the dice, as its SHA-256."""


class Act(Request, frozen=True, tag="act"):
    """A match action: keep the dice at `keep` (empty: nothing) and then `roll`, `bank`, or '' to only keep.

    Names the match and its `step`; a stale one is refused and the present board is sent again."""

    match: ShortText
    step: Number
    keep: Positions
    then: Annotated[str, Meta(max_length=8)]


class Move(Request, frozen=True, tag="move"):
    """An action of any game by its name in the view, on pieces by their number there. Names match and `step` as Act."""

    match: ShortText
    step: Number
    action: ShortText
    pieces: Annotated[tuple[Annotated[int, Meta(ge=0, le=255)], ...], Meta(max_length=64)]


class Resign(Request, frozen=True, tag="resign"):
    """Give up the seat in a running match."""

    match: ShortText


class TakeBoard(Request, frozen=True, tag="take_board"):
    """The owner takes the board out of the table."""

    table: BlockPos


class SetRule(Request, frozen=True, tag="set_rule"):
    """The host changes one setting of the lobby, by its name. Any change clears all ready marks."""

    table: BlockPos
    name: ShortText
    value: SettingValue


class PlayAlone(Request, frozen=True, tag="play_alone"):
    """The only seated player starts: a solo run, or a match against the bots of the lobby."""

    table: BlockPos
    commitment: Commitment = b""
    """As in Ready."""


class OpenLobby(Request, frozen=True, tag="open_lobby"):
    """A seated player puts a result away: the table has a lobby again."""

    table: BlockPos


class VoteOut(Request, frozen=True, tag="vote_out"):
    """Vote to remove the seat to move, whose player has been away for long, or take the vote back."""

    match: ShortText
    seat: Annotated[int, Meta(ge=0, le=7)]
    out: bool = True


class Dissolve(Request, frozen=True, tag="dissolve"):
    """Agree that a paused match is dissolved, or no longer agree; it is when all its players do."""

    match: ShortText
    agree: bool = True


class EndPaused(Request, frozen=True, tag="end_paused"):
    """End a match that has been paused for long and that nobody resumes."""

    match: ShortText


class AskBoard(Request, frozen=True, tag="ask_board"):
    """The owner of a paused match whose board was destroyed asks for a board that carries it, at any table."""

    table: BlockPos
    match: ShortText


class AskPaused(Request, frozen=True, tag="ask_paused"):
    """Which paused matches is this player part of? Answered by PausedMatches."""


class PausedMatch(Message, frozen=True):
    """A paused match as its players and its board's owner may know it. `board` is carried, fitted or destroyed;
    `owner` is the player id of the board's owner, `since` the seconds since 1970 at which it was paused."""

    match: str
    title: str
    players: tuple[str, ...]
    names: tuple[str, ...]
    scores: tuple[int, ...]
    owner: str
    owner_name: str
    since: int
    board: str
    dissolving: tuple[str, ...]
    actions: tuple[Action, ...]
    """`ask_board`, `dissolve` and `end_paused`, each with the reason why not."""
    stakes: tuple[tuple[Stack, ...], ...] = ()
    """What lies in escrow for each seat, () without a pot."""


class PausedMatches(Message, frozen=True, tag="paused_matches"):
    """Answers AskPaused, the oldest first."""

    n: Number
    matches: tuple[PausedMatch, ...]


class AskStats(Request, frozen=True, tag="ask_stats"):
    """The record of a player by name, '' for the own one. Answered by Stats."""

    name: ShortText = ""


class FinishedMatch(Message, frozen=True):
    """A match that is over: by seat its names and scores; `ended` in seconds since 1970, `how` as in ResultView."""

    match: str
    title: str
    names: tuple[str, ...]
    scores: tuple[int, ...]
    kind: str
    winners: tuple[int, ...]
    how: str
    ended: int


class Stats(Message, frozen=True, tag="stats"):
    """Answers AskStats: rows of what and how much, personal bests of solo runs by rules, in turns, and the last
    matches, the newest first."""

    n: Number
    name: str
    rows: tuple[tuple[str, str], ...]
    bests: tuple[tuple[str, int], ...]
    recent: tuple[FinishedMatch, ...] = ()


# ------------------------------------------------------------------ stakes and dice


class OpenStakes(Request, frozen=True, tag="open_stakes"):
    """A seated player opens the nine slots of their stake, a window of the kind `stakes`."""

    table: BlockPos


class Agree(Request, frozen=True, tag="agree"):
    """Agree to the pot of this number, or no longer. Another number than the present one is refused as `stale`."""

    table: BlockPos
    pot: Number
    agree: bool = True


class AskReveal(Message, frozen=True, tag="ask_reveal"):
    """Everybody at a table is ready: the server publishes its seal and all commitments by seat, b'' for bots, and asks
    for the bytes behind this player's, to be sent as Reveal within `ms`. The match will have this id."""

    table: BlockPos
    match: ShortText
    seal: Bytes32
    players: tuple[str, ...]
    commitments: tuple[bytes, ...]
    ms: Number


class Reveal(Request, frozen=True, tag="reveal"):
    """The 32 bytes behind this player's commitment."""

    match: ShortText
    contribution: Bytes32


class AskCommitment(Message, frozen=True, tag="ask_commitment"):
    """A start came to nothing and this player is still ready, for the lobby of this revision: the mark needs a fresh
    commitment, as a new Ready that names it."""

    table: BlockPos
    revision: Number


class AskDice(Request, frozen=True, tag="ask_dice"):
    """All rolls of a match that is over, with what they come from. Answered by MatchDice."""

    match: ShortText


class MatchDice(Message, frozen=True, tag="match_dice"):
    """Answers AskDice. By seat: players, commitments and contributions (b'' for bots). `rolls` are the faces of every
    roll in order; server.shared.fair_dice says how each follows from secret, match and contributions."""

    n: Number
    match: str
    players: tuple[str, ...]
    seal: bytes
    commitments: tuple[bytes, ...]
    secret: bytes
    contributions: tuple[bytes, ...]
    rolls: tuple[tuple[int, ...], ...]
