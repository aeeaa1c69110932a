"""Faults in the log: each one once with its trace; what comes again is only counted, whatever it is about."""

import logging
from dataclasses import dataclass, field
from os.path import dirname
from traceback import walk_tb
from typing import Final

COUNTED_EVERY: Final = 60_000
"""Milliseconds between two lines about one fault that is repeated."""
MOST_KNOWN: Final = 256
"""Faults that are told apart; the one that was not repeated for longest is forgotten for another one."""
_ENGINE: Final = dirname(__file__)

_log = logging.getLogger("voxtable.engine")


@dataclass(slots=True)
class _Known:
    """A fault as it was logged first, and what has been counted since it was last told of."""

    sentence: str
    since: int
    repeated: int = 0
    others: set[str] = field(default_factory=set)
    """What was said of it that is not the first sentence, such as of other matches."""


class FaultLog:
    """Tells faults apart by the part that failed and the line that raised. What a sentence says beyond that, such as of
    which of many matches, makes no other fault of it."""

    def __init__(self) -> None:
        self._known: dict[str, _Known] = {}

    def note(self, sentence: str, error: BaseException | None, now: int) -> None:
        """Something failed at this time in ms; the sentence says what, and what became of it."""
        place = _place(sentence, error)
        known = self._known.pop(place, None)
        if known is None:
            _log.error("%s", sentence, exc_info=error)
            self._make_room(now)
            known = _Known(sentence, now)
        else:
            known.repeated += 1
            if sentence != known.sentence:
                known.others.add(sentence)
        self._known[place] = known

    def tick(self, now: int) -> None:
        """Say how often was repeated what has been for a while, and forget what was not."""
        for place, known in [each for each in self._known.items() if now - each[1].since >= COUNTED_EVERY]:
            if known.repeated:
                _tell(known, now)
                self._known[place] = _Known(known.sentence, now)
            else:
                del self._known[place]

    def _make_room(self, now: int) -> None:
        """Forget the fault that was not repeated for longest, where there is no room for another one."""
        if len(self._known) >= MOST_KNOWN:
            known = self._known.pop(next(iter(self._known)))
            if known.repeated:
                _tell(known, now)


def _tell(known: _Known, now: int) -> None:
    """How often a fault was repeated since it was last told of."""
    what = f"This and the same of {len(known.others)} others were" if known.others else "This was"
    seconds = (now - known.since) // 1000
    _log.error("%s %s repeated %d times in %d s.", known.sentence, what, known.repeated, seconds)


def _place(sentence: str, error: BaseException | None) -> str:
    """Which part failed, by its first frame outside the engine, and the kind of the error and the line that raised it:
    its text and the sentence may hold what changes. The sentence stands in where only the engine's own code ran."""
    trace = list(walk_tb(error.__traceback__)) if error is not None else []
    if not trace:
        return f"{sentence} {error!r}"
    codes = (frame.f_code for frame, _ in trace)
    part = next(
        (f"{code.co_filename}:{code.co_firstlineno}" for code in codes if not _engines(code.co_filename)), sentence
    )
    frame, line = trace[-1]
    return f"{part} {type(error).__qualname__} {frame.f_code.co_filename}:{line}"


def _engines(file: str) -> bool:
    return dirname(file) == _ENGINE
