"""What a game says about itself, kept from ever undoing what it has done.

A change of a match stands before anything is told of it. Words, sheets, views and figures that fail are logged with
their trace, once for each place in the code, and something plain is told instead.
"""

import logging
from collections.abc import Callable
from traceback import extract_tb
from typing import Final, TypeVar

from ..shared.protocol.tabletop import BoardEvent
from .game import Figures, Game, GameView, Rules, SeatState, Sheet, Telling

UNTOLD: Final = BoardEvent(
    "untold", 0, (), 0, "Something happened that the server has no words for; the board shows how it stands."
)
UNSHOWN: Final = "The server cannot show this match; it goes on all the same."

T = TypeVar("T")

_log = logging.getLogger("voxtable.tabletop")
_logged: set[tuple[str, int | None, str]] = set()
"""Where what has failed already: file, line and kind of error."""


def told(tellings: tuple[Telling, ...]) -> tuple[BoardEvent, ...]:
    """What people are told of a step, in order; UNTOLD for what fails."""
    untold: BoardEvent | None = UNTOLD
    events = (_said(tell, untold) for tell in tellings)
    return tuple(event for event in events if event is not None)


def sheet(game: type[Game], rules: Rules) -> Sheet:
    """These rules for people; only the game's title where that fails."""
    return _said(lambda: game.sheet(rules), Sheet(game.title))


def note(game: type[Game], before: Rules, after: Rules) -> str:
    """What a changed setting did to others, '' where that fails."""
    return _said(lambda: game.note(before, after), "")


def view(game: Game, now: int) -> GameView:
    """What a match shows; seats with nothing but their scores where that fails."""
    unshown = GameView("unshown", UNSHOWN, tuple(SeatState(score) for score in game.scores))
    return _said(lambda: game.view(now), unshown)


def leaving(game: Game, seat: int) -> str:
    """What leaving would cost a seat; what it costs in every game where that fails."""
    return _said(lambda: game.leaving(seat), Game.leaving(game, seat))


def figures(game: Game) -> tuple[Figures, ...]:
    """What each seat did, for the records; nothing where that fails."""
    return _said(game.figures, ())


def contest(game: Game) -> str:
    """The name under which turns of solo runs compare, '' where that fails."""
    return _said(lambda: game.contest(game.rules), "")


def _said(say: Callable[[], T], instead: T) -> T:
    try:
        return say()
    except Exception as error:  # noqa: BLE001 - a game's code is a third party's; logged, and told plainly
        last = extract_tb(error.__traceback__)[-1]
        where = (last.filename, last.lineno, type(error).__name__)
        if where not in _logged:
            _logged.add(where)
            _log.exception("What a game says failed; what happened in the match stands. This is logged once.")
        return instead
