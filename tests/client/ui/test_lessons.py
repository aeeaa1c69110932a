"""The lessons: that they teach what the rules say, and that what they ask can be tried by mouse and keys."""

import pytest
from pyglet.window import key, mouse

from client.lessons import Lesson, LessonsUnreadable, read_lessons
from client.packs import Packs
from client.ui.canvas import Canvas
from client.ui.screens.lessons import LessonsScreen
from client.ui.screens.title import TitleScreen
from client.ui.widgets.lesson import RIGHT, UNFINISHED, UNTRIED, WRONG, verdict
from server.rules import RULE_SETS
from tests.client.boards import a_match, a_roll

from .conftest import Client
from .drawn import record, unit_sizes

CHART = RULE_SETS["farkle_board"].chart


@pytest.fixture(scope="module")
def lessons() -> tuple[Lesson, ...]:
    return read_lessons(Packs())


def test_twelve_lessons_have_something_to_try_and_three_are_for_reference(lessons: tuple[Lesson, ...]) -> None:
    assert [lesson.task is not None for lesson in lessons] == [True] * 12 + [False] * 3


def test_every_picture_is_worth_what_it_says(lessons: tuple[Lesson, ...]) -> None:
    told = 0
    for lesson in lessons:
        for row in lesson.rows:
            worth = row.note.split()[0].rstrip(":,").replace(",", "")
            if worth.isdecimal() and "×" not in row.note:
                assert CHART.score(tuple(row.dice[position] for position in row.lit)) == int(worth), lesson.title
                told += 1
            if row.note == "a farkle":
                assert CHART.is_farkle(row.dice)
    assert told > 15


def test_what_is_right_to_choose_is_legal(lessons: tuple[Lesson, ...]) -> None:
    asked = [lesson.task for lesson in lessons if lesson.task is not None and lesson.task.dice]
    assert len(asked) >= 6
    for task in asked:
        legal = CHART.selections(task.dice)
        assert all(choice in legal for choice in task.right), task.ask


def test_lessons_that_are_missing_or_broken_say_so(monkeypatch: pytest.MonkeyPatch) -> None:
    packs = Packs()
    with pytest.raises(LessonsUnreadable, match="missing"):
        read_lessons(packs, "xx_xx")
    monkeypatch.setattr(packs, "read", lambda _: b"[{}]")
    with pytest.raises(LessonsUnreadable, match="cannot be used"):
        read_lessons(packs)


def test_the_title_leads_to_lessons_that_are_solved_by_keys(client: Client) -> None:
    title = TitleScreen(client.app)
    client.app.push(title)
    title.lessons.activate()
    screen = client.app.screen
    assert isinstance(screen, LessonsScreen)
    client.press(key.RIGHT)
    client.press(key.RIGHT)
    assert screen.lesson.lesson.title == "Basic scores"
    client.press(key._2)
    assert screen.lesson.solved == set()
    client.press(key._4)
    assert screen.lesson.solved == {2}
    client.press(key.LEFT)
    assert screen.lesson.chosen == frozenset()
    client.press(key._2)
    assert screen.lesson.solved == {1, 2}
    client.press(key.ESCAPE)
    assert client.shows(TitleScreen)


@pytest.mark.parametrize(
    ("lesson", "chosen", "told"),
    [
        ("The goal", [], UNTRIED),
        ("The goal", [0], WRONG),
        ("The goal", [0, 1], RIGHT),
        ("Basic scores", [1], UNFINISHED),
        ("Basic scores", [1, 0], WRONG),
        ("Basic scores", [1, 0, 0, 3], RIGHT),
        ("One legal set", [0], WRONG),
    ],
)
def test_an_answer_is_marked_as_what_it_is(
    client: Client, written: list[str], lesson: str, chosen: list[int], told: int
) -> None:
    pictures: list[str] = []
    screen = LessonsScreen(client.app)
    client.app.push(screen)
    screen.lesson.at = next(at for at, each in enumerate(client.app.lessons) if each.title == lesson)
    for position in chosen:
        screen.lesson.choose(position)
    task = screen.lesson.lesson.task
    assert task is not None
    assert verdict(task, screen.lesson.chosen, screen.lesson.option) == told
    written.clear()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Canvas, "picture", lambda _, name, *__, **___: pictures.append(name))
        client.app.frame(0.01)
    assert ("icon/cross" in pictures) == (told == WRONG)
    assert ("icon/check" in pictures) == (told == RIGHT)
    assert any(line.startswith("Not right.") for line in written) == (told == WRONG)
    assert any(line.startswith("Right so far") for line in written) == (told == UNFINISHED)


def test_a_whole_lesson_is_seen_at_once_however_it_is_answered(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    screen = LessonsScreen(client.app)
    page = screen.lesson
    record(monkeypatch)
    for width, height in unit_sizes():
        screen.resize(width, height)
        client.app.canvas.begin((round(width), round(height)), 1)
        for at, lesson in enumerate(client.app.lessons):
            page.at, page.chosen, page.option = at, frozenset({0}), 0
            screen.draw(client.app.canvas)
            assert page.height <= page.rect.height, f"{lesson.title} at {width:g} x {height:g}"


def test_dice_of_a_task_are_clicked_in_the_tray(client: Client) -> None:
    screen = client.open_board(a_match())
    screen.resize(640, 360)
    tray = screen.tray
    tray.tabs.choose(tray.tabs.labels.index("Help"))
    tray.lessons.at = 5
    client.frames(0.05)
    spots = [spot for spot, _ in tray.lessons._spots]
    assert tray.lessons.press(*spots[2 + 3].centre, mouse.LEFT)
    assert tray.lessons.chosen == {3}
    assert tray.lessons.solved == {5}
    assert not tray.lessons.press(-5, -5, mouse.LEFT)


def test_digits_belong_to_the_lesson_while_the_keyboard_is_there_and_else_to_the_dice(client: Client) -> None:
    screen = client.open_board(a_roll())
    screen.resize(640, 360)
    tray = screen.tray
    tray.tabs.choose(tray.tabs.labels.index("Help"))
    tray.lessons.at = 5
    client.press(key._1)
    assert (len(screen.selection.chosen), len(tray.lessons.chosen)) == (1, 0)
    screen.give_focus(tray.lessons)
    client.press(key._4)
    assert (len(screen.selection.chosen), len(tray.lessons.chosen)) == (1, 1)
