"""How the tables word things for people."""

from collections.abc import Iterable


def counted(number: int, noun: str) -> str:
    """A number of things: 1 turn, 2 turns."""
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {noun}s"


def lasting(ms: int) -> str:
    """A time in whole minutes, in seconds below two of them: '10 minutes', '1 second'."""
    count, unit = (-(-ms // 1000), "second") if ms < 120_000 else (-(-ms // 60_000), "minute")
    return f"{count} {unit}" if count == 1 else f"{count} {unit}s"


def listed(names: Iterable[str]) -> str:
    """Names as a sentence has them: Ada, Bob and Cy; of none, nobody."""
    *others, last = (*names,) or ("nobody",)
    return f"{', '.join(others)} and {last}" if others else last
