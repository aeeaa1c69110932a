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


def begin_log() -> None:
    """Write what the server has to say to standard error from now on."""
    handler = logging.StreamHandler()
    handler.setFormatter(OneLine("%(asctime)s %(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
