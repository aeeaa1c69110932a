"""Matches away from a table: those put aside with their board, and those that are over, as players may know them."""

from typing import Annotated

from . import limits
from .message import AtMost, BlockPos, Message, Number, Request, Sentence, ShortText, Title, Word
from .table_view import Action, BySeat, Staked


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
    """Which paused matches is this player part of, past the first ones that are known? Answered by PausedMatches."""

    known: Number = 0


class PausedMatch(Message, frozen=True):
    """A paused match as its players and its board's owner may know it. `board` is carried, fitted or destroyed;
    `owner` is the player id of the board's owner, `since` the seconds since 1970 at which it was paused."""

    match: Word
    title: Title
    players: BySeat[Word]
    names: BySeat[Word]
    scores: BySeat[int]
    owner: Word
    owner_name: Word
    since: int
    board: Word
    dissolving: BySeat[Word]
    actions: Annotated[tuple[Action, ...], AtMost(3)]
    """`ask_board`, `dissolve` and `end_paused`, each with the reason why not."""
    stakes: BySeat[Staked] = ()
    """What lies in escrow for each seat, () without a pot."""


class PausedMatches(Message, frozen=True, tag="paused_matches"):
    """Answers AskPaused with a page, the oldest first; `left` are to be asked for after these."""

    n: Number
    matches: Annotated[tuple[PausedMatch, ...], AtMost(limits.PAUSED_PAGE)]
    left: Number = 0


class AskStats(Request, frozen=True, tag="ask_stats"):
    """The record of a player by name, '' for the own one. Answered by Stats."""

    name: ShortText = ""


class FinishedMatch(Message, frozen=True):
    """A match that is over: by seat its names and scores; `ended` in seconds since 1970, `how` as in ResultView."""

    match: Word
    title: Title
    names: BySeat[Word]
    scores: BySeat[int]
    kind: Word
    winners: BySeat[int]
    how: Word
    ended: int


class Stats(Message, frozen=True, tag="stats"):
    """Answers AskStats: rows of what and how much, personal bests of solo runs by rules, in turns, and the last
    matches, the newest first."""

    n: Number
    name: Word
    rows: Annotated[tuple[tuple[Title, Title], ...], AtMost(32)]
    bests: Annotated[tuple[tuple[Sentence, int], ...], AtMost(limits.BESTS)]
    recent: Annotated[tuple[FinishedMatch, ...], AtMost(32)] = ()
