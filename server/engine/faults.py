"""Faults in the log: each one once with its trace, and then only counted, however often it is repeated."""

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

COUNTED_EVERY: Final = 60_000
"""Milliseconds between two lines about one fault that is repeated."""
MOST_KNOWN: Final = 256
"""Faults that are told apart; the one that was new first is forgotten for another one."""

_log = logging.getLogger("voxtable.engine")


@dataclass(slots=True)
class _Known:
    sentence: str
    since: int
    repeated: int = 0


class FaultLog:
    """Tells faults apart by what they stopped and where they were raised."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], _Known] = {}

    def note(self, sentence: str, error: BaseException | None, now: int) -> None:
        """Something failed at this time in ms; the sentence says what, and what became of it."""
        fault = (sentence, _place(error))
        known = self._known.get(fault)
        if known is not None:
            known.repeated += 1
            return
        _log.error("%s", sentence, exc_info=error)
        if len(self._known) >= MOST_KNOWN:
            del self._known[next(iter(self._known))]
        self._known[fault] = _Known(sentence, now)

    def tick(self, now: int) -> None:
        """Say how often was repeated what has been for a while, and forget what was not."""
        for fault, known in [each for each in self._known.items() if now - each[1].since >= COUNTED_EVERY]:
            if known.repeated:
                seconds = (now - known.since) // 1000
                _log.error("%s This was repeated %d times in %d s.", known.sentence, known.repeated, seconds)
                known.repeated, known.since = 0, now
            else:
                del self._known[fault]

    @property
    def repeated(self) -> Mapping[str, int]:
        """How often each fault was repeated since it was last told of, by its sentence."""
        return {known.sentence: known.repeated for known in self._known.values()}


def _place(error: BaseException | None) -> str:
    """The kind of an error and the line that raised it: its text may hold numbers that change."""
    if error is None:
        return ""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    line = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else str(error)
    return f"{type(error).__qualname__} {line}"
