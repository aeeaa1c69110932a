"""How often those near a table are told: what happened in its tick, what merely changed a few times a second."""

from server.shared.protocol.message import Done, Message
from server.shared.protocol.tabletop import Act, Board, Ready, Resign, SetRule, ShowBoard, TakeBoard
from server.tabletop.showing import SHOWN_EVERY
from tests.tabletop.room import TABLE, Room

REQUESTS_A_TICK = 10
"""As many as a client may send in the long run."""
SECOND = 20
"""Ticks."""


def boards(messages: list[Message]) -> list[Board]:
    return [message for message in messages if isinstance(message, Board)]


def quiet(room: Room) -> None:
    """Let all be told that still waits, and as long pass in which nothing changes."""
    for _ in range(2 * SHOWN_EVERY):
        room.engine.tick()


def test_a_player_who_changes_their_mind_all_the_time_is_told_of_a_few_times_a_second() -> None:
    room = Room()
    room.seat("ada", "bob")
    room.join("cyd")
    quiet(room)
    heard = len(room.peers["cyd"].heard)
    number = 10_000
    for _ in range(SECOND):
        for _ in range(REQUESTS_A_TICK):
            number += 1
            room.peers["ada"].send(SetRule(number, TABLE, "goal", 1_000 + 500 * (number % 2)))
        room.engine.tick()
    told = boards(room.peers["cyd"].heard[heard:])
    assert 1 <= len(told) <= SECOND / SHOWN_EVERY


def test_the_last_state_of_a_table_always_arrives() -> None:
    room = Room()
    room.seat("ada", "bob")
    quiet(room)
    for ready in (True, False, True):
        room.peers["ada"].send(room.fairness["ada"].sealed(Ready(1, TABLE, ready)))
        room.engine.tick()
    quiet(room)
    for player in ("ada", "bob"):
        view = boards(room.peers[player].heard)[-1].view
        assert view is not None
        assert [seat.ready for seat in view.seats if seat.player] == [True, False]


def test_who_asks_sees_each_of_their_changes_before_its_answer() -> None:
    room = Room()
    room.seat("ada", "bob")
    quiet(room)
    for number, goal in enumerate((1_000, 1_500, 2_000), 10_000):
        room.peers["ada"].send(SetRule(number, TABLE, "goal", goal))
        room.engine.tick()
        board, done = room.peers["ada"].heard[-2:]
        assert done == Done(number)
        assert isinstance(board, Board)
        assert board.view is not None
        assert board.view.goal == goal


def test_what_happens_at_a_table_is_told_in_its_tick_and_all_of_a_tick_in_one_message() -> None:
    room = Room()
    view = room.start("ada", "bob")
    while not (view := room.view("ada")).options:
        room.play_on("ada", until_over=False)
    assert view.turn is not None
    mover = view.seats[view.turn.seat].player
    other = next(player for player in ("ada", "bob") if player != mover)
    before = {player: len(room.peers[player].heard) for player in ("ada", "bob")}
    room.peers[mover].send(Act(10_001, view.match, view.step, view.options[0].dice, ""))
    room.peers[mover].send(Act(10_002, view.match, view.step + 1, (), "roll"))
    room.engine.tick()
    told = {player: room.peers[player].heard[before[player] :] for player in before}
    (board,) = told[other]
    assert isinstance(board, Board)
    assert [event.kind for event in board.events][:2] == ["kept", "rolled"]
    assert board.view is not None
    assert board.view.step == view.step + 2
    assert told[mover] == [board, Done(10_001), Done(10_002)]


def test_nothing_that_happens_waits_because_the_table_was_told_of_just_before() -> None:
    room = Room()
    match = room.start("ada", "bob").match
    before = len(room.peers["bob"].heard)
    room.peers["ada"].send(Resign(10_001, match))
    room.engine.tick()
    (ended,) = boards(room.peers["bob"].heard[before:])
    assert ended.view is not None
    assert ended.view.phase == "result"
    room.peers["ada"].send(TakeBoard(10_002, TABLE))
    room.engine.tick()
    assert boards(room.peers["bob"].heard)[-1].view is None, "a screen closes in the tick in which its board goes"


def test_who_opens_a_board_sees_it_as_it_stands_however_much_changes_at_once() -> None:
    room = Room()
    room.seat("ada", "bob")
    room.join("cyd")
    room.peers["ada"].send(SetRule(10_001, TABLE, "goal", 1_500))
    room.use("cyd", TABLE)
    board, opened = room.peers["cyd"].heard[-2:]
    assert opened == ShowBoard(TABLE)
    assert isinstance(board, Board)
    assert board.view is not None
    assert board.view.goal == 1_500
