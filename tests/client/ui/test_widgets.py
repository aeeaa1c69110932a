"""Widgets by keyboard and mouse: focus, buttons with reasons, text fields, scroll areas, tabs."""

import pytest
from pyglet.window import key, mouse

from client.app import App
from client.ui.canvas import Canvas
from client.ui.geometry import Rect
from client.ui.screens.title import TitleScreen
from client.ui.theme import OAK
from client.ui.widgets import Button, ScrollArea, Tabs, TextField
from client.ui.widgets.text_field import Clipboard

PLACE = Rect(10, 10, 100, 20)


@pytest.fixture
def canvas(app: App) -> Canvas:
    app.canvas.begin((320, 240), 1)
    return app.canvas


def field(text: str = "", limit: int = 20) -> TextField:
    made = TextField(text, limit=limit, clipboard=Clipboard())
    made.rect, made.focused = PLACE, True
    return made


def test_a_button_is_pressed_by_a_click_that_ends_on_it_and_not_by_one_that_leaves() -> None:
    presses: list[int] = []
    button = Button("Go", lambda: presses.append(1))
    button.rect = PLACE
    assert button.press(15, 15, mouse.LEFT)
    assert button.release(15, 15, mouse.LEFT)
    button.press(15, 15, mouse.LEFT)
    assert not button.release(300, 15, mouse.LEFT)
    assert not button.press(15, 15, mouse.RIGHT)
    assert presses == [1]


@pytest.mark.parametrize("symbol", [key.ENTER, key.RETURN, key.NUM_ENTER, key.SPACE])
def test_a_focused_button_is_pressed_by_the_keyboard(symbol: int) -> None:
    presses: list[int] = []
    button = Button("Go", lambda: presses.append(1))
    assert button.key(symbol, 0)
    assert not button.key(key.A, 0)
    assert presses == [1]


def test_a_disabled_button_does_nothing_and_says_why() -> None:
    presses: list[int] = []
    button = Button("Go", lambda: presses.append(1))
    button.rect, button.reason = PLACE, "It is Bob's turn."
    button.press(15, 15, mouse.LEFT)
    button.release(15, 15, mouse.LEFT)
    button.key(key.ENTER, 0)
    assert presses == []
    assert button.tip == "It is Bob's turn."


def test_typing_goes_in_at_the_caret_up_to_the_limit_without_control_characters() -> None:
    made = field("Ada", limit=6)
    made.key(key.HOME, 0)
    made.type("x\r\n\x07y")
    assert (made.text, made.caret) == ("xyAda", 2)
    made.type("123456")
    assert made.text == "xy1Ada"


def test_erasing_takes_the_selection_or_one_character() -> None:
    made = field("hello")
    made.key(key.BACKSPACE, 0)
    made.key(key.HOME, 0)
    made.key(key.DELETE, 0)
    assert made.text == "ell"
    made.key(key.RIGHT, key.MOD_SHIFT)
    made.key(key.RIGHT, key.MOD_SHIFT)
    assert made.selection == (0, 2)
    made.key(key.DELETE, 0)
    assert made.text == "l"
    made.key(key.BACKSPACE, 0)
    made.key(key.BACKSPACE, 0)
    assert made.text == "l"


def test_copy_cut_and_paste_go_through_the_clipboard() -> None:
    made = field("hello")
    made.key(key.A, key.MOD_CTRL)
    made.key(key.C, key.MOD_CTRL)
    made.key(key.END, 0)
    made.key(key.V, key.MOD_CTRL)
    assert made.text == "hellohello"
    made.key(key.A, key.MOD_CTRL)
    made.key(key.X, key.MOD_CTRL)
    assert made.text == ""
    made.key(key.V, key.MOD_COMMAND)
    assert made.text == "hellohello"


def test_a_click_puts_the_caret_and_a_drag_selects(canvas: Canvas) -> None:
    made = field("hello")
    made.draw(canvas)
    made.press(PLACE.x + 6, 15, mouse.LEFT)
    assert made.caret == 0
    made.drag(PLACE.x + 6 + canvas.font.width("hel") + 1, 15)
    assert made.selection == (0, 3)
    made.type("J")
    assert made.text == "Jlo"


def test_a_long_text_keeps_the_caret_in_view(canvas: Canvas) -> None:
    made = field("", limit=200)
    for _ in range(60):
        made.type("m")
        made.draw(canvas)
    made.press(PLACE.right - 8, 15, mouse.LEFT)
    assert made.caret >= 58


def test_enter_submits_once() -> None:
    sent: list[str] = []
    made = TextField("hi", submit=lambda: sent.append("hi"))
    assert made.key(key.ENTER, 0)
    assert sent == ["hi"]
    assert not TextField("hi").key(key.ENTER, 0)


def test_a_scroll_area_moves_within_its_content_and_no_further(canvas: Canvas) -> None:
    area = ScrollArea(lambda _canvas, _x, _y, _width: 300.0, OAK)
    area.rect = Rect(0, 0, 100, 80)
    area.draw(canvas)
    area.scroll(5)
    assert area.offset == 0
    area.key(key.END, 0)
    assert area.offset == 220
    area.key(key.PAGEUP, 0)
    area.key(key.UP, 0)
    assert area.offset == 130
    area.key(key.HOME, 0)
    assert area.offset == 0
    assert not area.key(key.A, 0)


def test_tabs_open_by_mouse_and_by_arrow_keys() -> None:
    opened: list[int] = []
    tabs = Tabs(("Log", "Rules"), opened.append)
    tabs.rect = Rect(0, 0, 100, 16)
    tabs.press(80, 5, mouse.LEFT)
    tabs.key(key.RIGHT, 0)
    tabs.key(key.LEFT, 0)
    assert opened == [1, 0, 1]
    assert tabs.open == 1


def test_the_keyboard_walks_through_a_screen_and_skips_what_is_hidden(app: App) -> None:
    screen = app.screen
    assert isinstance(screen, TitleScreen)
    names = {id(widget): name for name, widget in vars(screen).items() if name != "focus"}

    def focused() -> str:
        return names[id(screen.focus)]

    assert focused() == "play"
    for hidden in (screen.join, screen.lessons, screen.settings):
        hidden.visible = False
    walked = []
    for symbol, modifiers in ((key.TAB, 0), (key.TAB, 0), (key.TAB, key.MOD_SHIFT), (key.UP, 0)):
        screen.key_press(symbol, modifiers)
        walked.append(focused())
    assert walked == ["quit", "name", "quit", "play"]
    assert [widget for widget in screen.widgets if widget.focused] == [screen.play]


def test_a_name_that_will_not_do_disables_the_ways_in(app: App) -> None:
    screen = app.screen
    assert isinstance(screen, TitleScreen)
    screen.name.replace("x")
    app.frame(0.01)
    assert "3 to 16" in screen.play.reason
    screen.name.replace("Ada Lovelace!")
    app.frame(0.01)
    assert "without spaces" in screen.play.reason
    screen.name.replace("Ada_1815")
    app.frame(0.01)
    assert screen.play.reason == ""
    screen.join.activate()
    assert app.name == "Ada_1815"
    assert app.profile.settings.name == "Ada_1815"
