"""The log of a board: the last lines come with every view, older ones are asked for page by page."""

from msgspec.structs import replace

from client.model.match_log import AskedFor, MatchLog
from client.model.talk import Said
from server.shared.protocol.tabletop import BoardEvent, BoardView, LogPage
from tests.client.boards import a_match

MATCH = "m1"
ALL = tuple(f"Line {number}." for number in range(200))


def view_after(lines: int, shown: int = 80) -> BoardView:
    """A view after so many lines of the match, with the last of them."""
    return replace(a_match(), match=MATCH, log=ALL[max(0, lines - shown) : lines], earlier=max(0, lines - shown))


def page(asked: AskedFor) -> LogPage:
    """What a server answers."""
    first = max(0, (asked.before - 1) // 80 * 80)
    return LogPage(1, asked.match, first, ALL[first : asked.before])


def happened(text: str) -> BoardEvent:
    """An event that the log tells by this line."""
    return BoardEvent("turn", 0, (), 0, text)


def told(log: MatchLog) -> list[str]:
    return [line.text for line in log.lines if not line.chat]


def test_older_lines_join_those_of_the_view_until_the_first_one_is_there() -> None:
    log = MatchLog()
    log.follow(view_after(195))
    assert told(log) == list(ALL[115:195])
    asked = 0
    while (wanted := log.older) is not None:
        asked += 1
        assert asked < 10
        log.take(page(wanted))
    assert told(log) == list(ALL[:195])
    log.follow(view_after(200))
    assert told(log) == list(ALL)
    assert log.older is None


def test_what_happens_and_what_is_said_meanwhile_keeps_the_count() -> None:
    log = MatchLog()
    log.follow(view_after(100))
    log.hear(Said(0.0, "Ada", "well rolled"))
    log.tell(happened(ALL[100]), MATCH)
    assert log.first == 20
    wanted = log.older
    assert wanted == AskedFor(MATCH, 20)
    log.follow(view_after(101))
    log.take(page(AskedFor(MATCH, 20)))
    assert told(log) == list(ALL[:101])


def test_lines_of_another_match_or_place_change_nothing() -> None:
    log = MatchLog()
    log.follow(view_after(150))
    before = told(log)
    log.take(LogPage(1, "m2", 0, ALL[:70]))
    log.take(LogPage(1, MATCH, 0, ALL[:60]))
    assert told(log) == before


def test_a_log_that_nobody_reads_back_in_keeps_its_newest_lines() -> None:
    log = MatchLog()
    for number in range(1_000):
        log.tell(happened(f"Turn {number}."), MATCH)
    log.rest()
    assert len(log.lines) == 300
    assert log.lines[-1].text == "Turn 999."
    assert log.first == 700
