"""What players ask of a table: to be ready, to play, to leave. All messages about tables can be had from here."""

from typing import Annotated

from msgspec import Meta

from .kept_matches import (
    AskBoard,
    AskPaused,
    AskStats,
    Dissolve,
    EndPaused,
    FinishedMatch,
    PausedMatch,
    PausedMatches,
    Stats,
)
from .message import BlockPos, Count, Number, Request, ShortText
from .stakes_and_dice import (
    Agree,
    AskCommitment,
    AskDice,
    AskReveal,
    Commitment,
    MatchDice,
    OpenStakes,
    Reveal,
)
from .table_view import (
    Action,
    AskLog,
    Board,
    BoardEvent,
    BoardView,
    Choice,
    FairView,
    Group,
    Guest,
    LogPage,
    Option,
    Piece,
    ResultView,
    SeatView,
    Setting,
    SettingValue,
    ShowBoard,
    TurnView,
)

__all__ = [
    "Act",
    "Action",
    "Agree",
    "AskBoard",
    "AskClock",
    "AskCommitment",
    "AskDice",
    "AskLog",
    "AskPaused",
    "AskReveal",
    "AskStats",
    "Board",
    "BoardEvent",
    "BoardView",
    "Choice",
    "Commitment",
    "Dissolve",
    "EndPaused",
    "FairView",
    "FinishedMatch",
    "Group",
    "Guest",
    "HurryBots",
    "LogPage",
    "MatchDice",
    "Move",
    "OpenLobby",
    "OpenStakes",
    "Option",
    "PausedMatch",
    "PausedMatches",
    "Piece",
    "PlayAlone",
    "Positions",
    "Ready",
    "Resign",
    "ResultView",
    "Reveal",
    "SeatView",
    "SetRule",
    "Setting",
    "SettingValue",
    "ShowBoard",
    "Stats",
    "TakeBoard",
    "TurnView",
    "VoteOut",
]

Positions = Annotated[tuple[Annotated[int, Meta(ge=0, le=5)], ...], Meta(max_length=6)]
"""Positions in the last roll, from 0."""


class Ready(Request, frozen=True, tag="ready"):
    """Set or clear the player's ready mark in the lobby, or for a rematch after the result."""

    table: BlockPos
    ready: bool
    revision: Count | None = None
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


class AskClock(Request, frozen=True, tag="ask_clock"):
    """Ask for a clock in a match without one, while another player does nothing; or ask no longer."""

    match: ShortText
    ask: bool = True


class HurryBots(Request, frozen=True, tag="hurry_bots"):
    """Want the bots of a match to act faster, or no longer. They do while all people want it who still play."""

    match: ShortText
    hurry: bool = True


class VoteOut(Request, frozen=True, tag="vote_out"):
    """Vote to remove the seat to move, whose player has been away for long, or take the vote back."""

    match: ShortText
    seat: Annotated[int, Meta(ge=0, le=7)]
    out: bool = True
