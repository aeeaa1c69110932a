"""Where a key is on the keyboard, whatever letter the layout puts there: what each system says of a key, turned into
the symbol that stands at that place on a US keyboard.

The numbers are those of the hardware, so they hold for every layout; where they are not known, a key's place is its
symbol.
"""

from typing import Final

from pyglet.window import key

_ROWS: Final = {0x02: "1234567890", 0x10: "qwertyuiop", 0x1E: "asdfghjkl", 0x2C: "zxcvbnm"}
"""Scan codes of the first key of each row, and what a US keyboard has from there on."""
_PLACES: Final = {first + step: ord(name) for first, row in _ROWS.items() for step, name in enumerate(row)}
PLACES: Final = frozenset(_PLACES.values())
"""All places that have a number of their own."""
_SCAN_CODES: Final = {place: code for code, place in _PLACES.items()}
_X11_AHEAD: Final = 8
"""How far X11's keycodes are ahead of scan codes, where its keyboards are those of the kernel."""
_X11_SIGNS: Final = {9: key.ESCAPE, 36: key.RETURN, 65: key.SPACE}
"""Keycodes by which such a keyboard is known: on all layouts these keys are the same."""
_LEGACY_SCRIPTS: Final = {
    0x1: "iso8859_2",
    0x2: "iso8859_3",
    0x3: "iso8859_4",
    0x5: "iso8859_6",
    0x6: "koi8_r",
    0x7: "iso8859_7",
    0xC: "iso8859_8",
}
"""The character sets that X11 numbered its older key symbols by, by their upper byte."""
_FIRST_USER_KEY: Final = 1 << 32
DIGITS: Final = frozenset(map(ord, "1234567890"))
LETTERS: Final = PLACES - DIGITS


class Key(int):
    """A key symbol that also knows the `place` of its key, as the symbol that a US keyboard has there."""

    place: int

    def __new__(cls, symbol: int, place: int) -> "Key":
        made = super().__new__(cls, symbol)
        made.place = place
        return made


def place_of(symbol: int) -> int:
    """Where a key is; the symbol itself where nobody said."""
    return symbol.place if isinstance(symbol, Key) else symbol


def meant(symbol: int, *, by_place: bool) -> int:
    """What a key stands for. By letter, those of other scripts count as what a US keyboard has at their place, and so
    does the row of digits, which some layouts give with Shift only."""
    place = place_of(symbol)
    if by_place or place in DIGITS or symbol >= _FIRST_USER_KEY:
        return place
    return int(symbol)


def place_of_scan_code(code: int, symbol: int) -> int:
    """The place of a key by the scan code that Windows names; `symbol` where it is none of the rows."""
    return _PLACES.get(code, symbol)


def place_of_keycode(code: int, symbol: int) -> int:
    """The place of a key by X11's keycode, on a keyboard of the kernel's numbering."""
    return _PLACES.get(code - _X11_AHEAD, symbol)


def scan_code(place: int) -> int | None:
    """The scan code of a place in the rows."""
    return _SCAN_CODES.get(place)


def keycode(place: int) -> int | None:
    """X11's keycode of a place in the rows."""
    code = _SCAN_CODES.get(place)
    return None if code is None else code + _X11_AHEAD


def numbers_like_the_kernel(symbols: dict[int, int]) -> bool:
    """Whether an X11 keyboard's keycodes are the kernel's, by the symbols of a few of them."""
    return all(symbols.get(code) == symbol for code, symbol in _X11_SIGNS.items())


def asked_keycodes() -> tuple[int, ...]:
    """The keycodes whose symbols tell that."""
    return tuple(_X11_SIGNS)


def letter_of(characters: str) -> int | None:
    """The symbol of what a key types by itself, None where no symbol stands for it."""
    letter = characters[:1].lower()
    return ord(letter) if letter.isascii() and letter.isprintable() and letter != "" else None


def character_of_keysym(symbol: int) -> str:
    """What X11 means by a key symbol, as a character; '' where it is none."""
    if symbol >> 24 == 1:
        character = chr(symbol & 0xFFFFFF)
    elif symbol < 0x100:
        character = chr(symbol)
    elif symbol >> 8 in _LEGACY_SCRIPTS:
        character = bytes([symbol & 0xFF]).decode(_LEGACY_SCRIPTS[symbol >> 8], "ignore")
    else:
        character = ""
    return character if character.isprintable() else ""
