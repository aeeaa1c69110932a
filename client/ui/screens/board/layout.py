"""Where the parts of the board screen lie: felt in the middle, cards at the left, buttons below, tray at the right."""

from dataclasses import dataclass

from ...geometry import Rect, shared_row
from ...theme import BUTTON_HEIGHT

NARROW = 400
"""Units of width below which the tray folds away."""
_HEADER = 19
_PAD = 6
CARD_HEIGHT = 32
CARD_GAP = 4


@dataclass(frozen=True, slots=True)
class BoardPlaces:
    """Rectangles in units. `tray` is None while it is folded away; `overlay` tells that it covers the main part."""

    header: Rect
    main: Rect
    status: Rect
    cards: Rect
    felt: Rect
    line: Rect
    buttons: list[Rect]
    tray: Rect | None
    overlay: bool

    def card(self, index: int) -> Rect:
        """The card of a seat, counted from the top."""
        return Rect(self.cards.x, self.cards.y + index * (CARD_HEIGHT + CARD_GAP), self.cards.width, CARD_HEIGHT)


def tray_width(area: Rect) -> int:
    """30 % of the width, but enough for five tabs and the scoring table."""
    return int(min(220, max(150, area.width * 0.3)))


def places_for(area: Rect, *, tray_open: bool) -> BoardPlaces:
    """The places on a screen of this size. On a wide one an open tray takes its part; on a narrow one it lies over."""
    narrow = area.width < NARROW
    width = tray_width(area)
    tray = Rect(area.right - width, 0, width, area.height) if tray_open else None
    main = Rect(0, 0, area.width - (width if tray_open and not narrow else 0), area.height)
    header = Rect(0, 0, main.width, _HEADER)
    status = Rect(_PAD, header.bottom + 4, main.width - 2 * _PAD, 10)
    buttons_row = Rect(_PAD, main.bottom - BUTTON_HEIGHT - _PAD, main.width - 2 * _PAD, BUTTON_HEIGHT)
    line = Rect(_PAD, buttons_row.y - 17, main.width - 2 * _PAD, 12)
    top = status.bottom + 4
    card_width = int(min(150, max(100, main.width * 0.32)))
    cards = Rect(_PAD, top, card_width, 4 * CARD_HEIGHT + 3 * CARD_GAP)
    felt = Rect(cards.right + _PAD, top, main.width - cards.right - 2 * _PAD, line.y - 4 - top)
    return BoardPlaces(
        header, main, status, cards, felt, line, shared_row(buttons_row, 3, _PAD), tray, overlay=narrow and tray_open
    )
