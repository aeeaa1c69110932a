"""Boards by table with their numbered happenings, and what is said and told."""

from client.model.tables import Tables, seat_of, taken_seats
from client.model.talk import Talk
from server.shared.protocol.tabletop import Board, BoardEvent
from tests.client.boards import a_lobby, a_match


def event(kind: str) -> BoardEvent:
    return BoardEvent(kind=kind, seat=0, dice=(), points=0, text=f"{kind}.")


def test_events_are_numbered_across_all_tables_and_read_from_where_one_stopped() -> None:
    tables = Tables()
    tables.take(Board(table=(0, 64, 0), view=a_lobby(), events=(event("a"), event("b"))), 1.0)
    tables.take(Board(table=(9, 64, 9), view=a_lobby(), events=(event("c"),)), 2.0)
    first = tables.boards[(0, 64, 0)]
    seen = first.last_number
    tables.take(Board(table=(0, 64, 0), view=a_match(), events=(event("d"),)), 3.0)
    assert [happening.number for happening in first.happenings] == [1, 2, 4]
    assert [(each.event.kind, each.at) for each in first.since(seen)] == [("d", 3.0)]
    assert first.since(seen)[0].view is first.view


def test_a_board_taken_out_is_gone() -> None:
    tables = Tables()
    tables.take(Board(table=(0, 64, 0), view=a_lobby(), events=()), 1.0)
    tables.take(Board(table=(0, 64, 0), view=None, events=()), 2.0)
    tables.take(Board(table=(5, 64, 0), view=None, events=()), 2.0)
    assert tables.boards == {}


def test_a_player_is_found_by_seat_and_nobody_is_found_by_an_empty_id() -> None:
    view = a_match()
    assert seat_of(view, "p-bob") == 1
    assert seat_of(view, "p-zoe") is None
    assert seat_of(a_lobby(), "") is None
    assert [seat.name for _, seat in taken_seats(a_lobby())] == ["Ada"]


def test_lines_are_split_and_the_oldest_fall_away() -> None:
    talk = Talk()
    talk.say(1.0, "", "first\nsecond")
    assert [said.text for said in talk.lines] == ["first", "second"]
    for number in range(500):
        talk.say(2.0, "Bob", str(number))
    assert len(talk.lines) == 200
    assert talk.lines[-1].text == "499"


def test_the_same_notice_again_is_renewed_instead_of_doubled() -> None:
    talk = Talk()
    talk.notify(1.0, "warning", "Too far.")
    talk.notify(2.0, "info", "Hello.")
    talk.notify(3.0, "warning", "Too far.")
    assert [(toast.text, toast.at) for toast in talk.toasts] == [("Hello.", 2.0), ("Too far.", 3.0)]
