"""The lessons of How to play, as a resource pack tells them: texts, rows of dice, and something to try."""

import msgspec

from .packs import Packs

_PATH = "voxtable/lessons/{}.json"


class Row(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Dice side by side, those at the positions `lit` kept, and a note behind an arrow."""

    dice: tuple[int, ...]
    lit: tuple[int, ...]
    note: str


class Task(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something to try: dice to choose, with the choices that are `right`, or `options` with the index of the answer.

    `well` is said when it is solved, `hint` when it is not yet."""

    ask: str
    well: str
    hint: str
    dice: tuple[int, ...] = ()
    right: tuple[tuple[int, ...], ...] = ()
    options: tuple[str, ...] = ()
    answer: int = 0


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One page. Without a task it is for reference."""

    title: str
    text: tuple[str, ...]
    rows: tuple[Row, ...]
    task: Task | None = None


class LessonsUnreadable(Exception):
    """The lessons are missing or cannot be used; the text says so."""


def read_lessons(packs: Packs, code: str = "en_us") -> tuple[Lesson, ...]:
    """All lessons in one language, in order. Raises LessonsUnreadable."""
    content = packs.read(_PATH.format(code))
    if content is None:
        raise LessonsUnreadable("The lessons are missing from the resource packs.")
    try:
        return msgspec.json.decode(content, type=tuple[Lesson, ...])
    except msgspec.DecodeError as error:
        raise LessonsUnreadable(f"The lessons cannot be used: {error}.") from error
