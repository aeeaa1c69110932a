"""How the tables word things for people."""

from collections.abc import Iterable


def listed(names: Iterable[str]) -> str:
    """Names as a sentence has them: Ada, Bob and Cy; of none, nobody."""
    *others, last = (*names,) or ("nobody",)
    return f"{', '.join(others)} and {last}" if others else last
