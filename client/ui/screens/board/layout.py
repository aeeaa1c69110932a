"""Where the parts of the board screen lie: felt in the middle, cards at the left, buttons below, and the tray at the
right, or on a page of its own where there is no room beside the board."""

from dataclasses import dataclass

from ...geometry import Rect, shared_row
from ...theme import BUTTON_HEIGHT

LEAST_MAIN = 356
"""Units of width that the board needs for itself; a tray that leaves less opens as a page over it."""
_HEADER = 19
_LINE = 11
_STATUS_LINES = 2
"""The longest sentence, with four names in it, takes so many lines where the board has its least width."""
_LEAST_CARD, _MOST_CARD = 144, 160
_PAD = 6
_CHOOSE = 50
"""Units of the button that chooses all dice that score."""
CARD_HEIGHT = 32
CARD_GAP = 4


@dataclass(frozen=True, slots=True)
class BoardPlaces:
    """Rectangles in units. `tray` is None while it is folded away; `overlay` tells that it covers all but the header.
    `close` and `fold` are the buttons at the right end of the header."""

    header: Rect
    main: Rect
    status: Rect
    cards: Rect
    felt: Rect
    line: Rect
    choose: Rect
    buttons: list[Rect]
    tray: Rect | None
    overlay: bool
    close: Rect
    fold: Rect

    def card(self, index: int) -> Rect:
        """The card of a seat, counted from the top."""
        return Rect(self.cards.x, self.cards.y + index * (CARD_HEIGHT + CARD_GAP), self.cards.width, CARD_HEIGHT)


def tray_width(area: Rect) -> int:
    """30 % of the width, but enough for five tabs and the scoring table."""
    return int(min(240, max(176, area.width * 0.3)))


def has_room_beside(area: Rect) -> bool:
    """Whether the tray finds room beside the board; where it does not, it is folded away until it is asked for."""
    return area.width - tray_width(area) >= LEAST_MAIN


def places_for(area: Rect, *, tray_open: bool) -> BoardPlaces:
    """The places on a screen of this size."""
    beside = has_room_beside(area)
    overlay = tray_open and not beside
    width = tray_width(area) if tray_open and beside else 0
    main = Rect(0, 0, area.width - width, area.height)
    header = Rect(0, 0, main.width, _HEADER)
    close = Rect(header.right - 86, 1, 84, _HEADER - 3)
    fold = Rect(close.x - 80, 1, 78, _HEADER - 3)
    status = Rect(_PAD, header.bottom + 4, main.width - 2 * _PAD, _STATUS_LINES * _LINE)
    buttons_row = Rect(_PAD, main.bottom - BUTTON_HEIGHT - _PAD, main.width - 2 * _PAD, BUTTON_HEIGHT)
    line = Rect(_PAD, buttons_row.y - 17, main.width - 2 * _PAD, 12)
    top = status.bottom + 3
    card_width = int(min(_MOST_CARD, max(_LEAST_CARD, main.width * 0.3)))
    cards = Rect(_PAD, top, card_width, 4 * CARD_HEIGHT + 3 * CARD_GAP)
    felt = _felt(main, cards, line)
    page = Rect(0, header.bottom, area.width, area.height - header.bottom)
    tray = page if overlay else Rect(area.right - width, 0, width, area.height) if tray_open else None
    choose = Rect(buttons_row.x, buttons_row.y, _CHOOSE, buttons_row.height)
    rest = Rect(choose.right + _PAD, buttons_row.y, buttons_row.right - choose.right - _PAD, buttons_row.height)
    buttons = shared_row(rest, 3, _PAD)
    return BoardPlaces(header, main, status, cards, felt, line, choose, buttons, tray, overlay, close, fold)


def _felt(main: Rect, cards: Rect, line: Rect) -> Rect:
    """Beside the cards, or on a tall screen below them in the whole width."""
    below = Rect(_PAD, cards.bottom + _PAD, main.width - 2 * _PAD, line.y - 4 - cards.bottom - _PAD)
    if below.height >= main.width / 2:
        return below
    return Rect(cards.right + _PAD, cards.y, main.width - cards.right - 2 * _PAD, line.y - 4 - cards.y)
