"""How the log is written: each entry on one line of its own, whatever players have put into it."""

import logging
from types import TracebackType

SystemFault = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]


class OneLine(logging.Formatter):
    """Escapes what could end a line or hide in it, and indents a trace, so that no entry can pass for another."""

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802 - the name of the method replaced
        return printable(super().formatMessage(record))

    def formatException(self, ei: SystemFault) -> str:  # noqa: N802 - the name of the method replaced
        return "\n".join(f"    | {printable(line)}" for line in super().formatException(ei).splitlines())


def printable(text: str) -> str:
    """The text with escapes in place of what is no letter, digit, sign or plain space."""
    return "".join(each if each.isprintable() else each.encode("unicode_escape").decode() for each in text)


class Sparing:
    """Lets so many entries of one kind into the log in a while (ms), and counts the others, so that no stranger can
    fill a disk."""

    def __init__(self, most: int, every: int) -> None:
        self._most = most
        self._every = every
        self._since = 0
        self._said = 0
        self._left_out = 0

    def left_out(self, now: int) -> int | None:
        """How many were left out before an entry of now, or None where this one is left out too."""
        if self._said >= self._most and now - self._since < self._every:
            self._left_out += 1
            return None
        if now - self._since >= self._every:
            self._since, self._said = now, 0
        self._said += 1
        left_out, self._left_out = self._left_out, 0
        return left_out


def begin_log() -> None:
    """Write what the server has to say to standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
