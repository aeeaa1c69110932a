"""The log tab at the board: scrolled to its top it asks for the lines before, and goes on showing what was read."""

from msgspec.structs import replace
from pyglet.window import key

from server.shared.protocol.tabletop import AskLog, LogPage
from tests.client.boards import a_match
from tests.client.ui.conftest import Client

ALL = tuple(f"Line {number} of this long match." for number in range(200))


def test_scrolling_to_the_top_of_the_log_brings_the_older_lines_and_keeps_the_place(
    client: Client, written: list[str]
) -> None:
    screen = client.open_board(replace(a_match(), match="m1", log=ALL[120:], earlier=120))
    if not screen.tray_open:
        client.press(key.TAB)
    client.frames(0.2)
    assert client.script.heard_of(AskLog) == []
    while screen.tray.page.offset > 0:
        screen.tray.page.scroll(5.0)
        client.frames(0.1)
    (asked,) = client.script.heard_of(AskLog)
    assert (asked.match, asked.before) == ("m1", 120)
    client.frames(0.3)
    assert len(client.script.heard_of(AskLog)) == 1, "asked once"
    client.script.say(LogPage(asked.n, "m1", 80, ALL[80:120]))
    client.frames(0.1)
    written.clear()
    client.frames(0.1)
    assert any(line.startswith("Line 120 ") for line in written), "what was read stays in view"
    while screen.tray.page.offset > 0:
        screen.tray.page.scroll(5.0)
        client.frames(0.1)
    written.clear()
    client.frames(0.1)
    assert any(line.startswith("Line 80 ") for line in written)
    assert client.script.heard_of(AskLog)[-1].before == 80
