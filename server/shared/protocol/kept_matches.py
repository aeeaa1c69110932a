"""Matches away from a table: those put aside with their board, and those that are over, as players may know them."""

from ..inventory.stack import Stack
from .message import BlockPos, Message, Number, Request, ShortText
from .table_view import Action


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
