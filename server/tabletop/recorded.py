"""The matches that a world keeps in lines for people: which they are, when, who played, and how they ended."""

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime

from ..storage.records import UnreadableRecord
from .records import FinishedRecord, MatchRecord
from .wording import counted, listed

Found = MatchRecord | FinishedRecord | UnreadableRecord
"""A match as it is stored: not over or still on its table, over, or what is wrong with its record."""
_HEADING = ("match", "last change (UTC)", "game", "players", "")


def lines(matches: Mapping[str, Found], titles: Mapping[str, str], most: int) -> Iterator[str]:
    """A heading and so many matches by id, the newest first, in columns; `titles` are those of games by name."""
    newest = sorted(matches.items(), key=lambda each: (-_at(each[1]), each[0]))[:most]
    rows = [_HEADING, *(_row(match, found, titles) for match, found in newest)]
    widths = [max(len(row[column]) for row in rows) for column in range(len(_HEADING))]
    for row in rows:
        yield "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()


def _row(match: str, found: Found, titles: Mapping[str, str]) -> tuple[str, str, str, str, str]:
    if isinstance(found, UnreadableRecord):
        return match, "", "", "", f"cannot be read: {found}"
    return match, _day(_at(found)), titles.get(found.game, found.game), players(found), state(found)


def players(found: MatchRecord | FinishedRecord) -> str:
    """Who plays, such as 'Ada, Bob'; once it is over with the scores."""
    scores = found.outcome.scores if found.outcome is not None else ()
    return ", ".join([f"{name} {score:,}" for name, score in zip(found.names, scores, strict=False)] or found.names)


def state(found: MatchRecord | FinishedRecord) -> str:
    """How it stands or how it ended, in a few words."""
    if found.outcome is None:
        return "PAUSED" if isinstance(found, MatchRecord) and found.paused else "RUNNING"
    winners = [found.names[seat] for seat in found.outcome.winners if seat < len(found.names)]
    if found.how == "dissolved":
        return "dissolved by its players"
    if not winners:
        return "a draw" if found.outcome.kind == "draw" else "nobody won"
    if len(found.names) == 1:
        return f"finished in {counted(found.outcome.turns[0], 'turn')}" if found.outcome.turns else "finished"
    return f"{listed(winners)} won" + (", since nobody resumed it" if found.how == "unresumed" else "")


def _at(found: Found) -> int:
    """When a match last changed, in game ms; one that cannot be read comes last."""
    if isinstance(found, UnreadableRecord):
        return 0
    return found.ended if isinstance(found, FinishedRecord) else found.moved


def _day(moment: int) -> str:
    try:
        return datetime.fromtimestamp(moment / 1000, UTC).strftime("%Y-%m-%d %H:%M")
    except (OverflowError, OSError, ValueError):  # no moment of a calendar's
        return "unknown"
