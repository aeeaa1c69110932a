"""Whoever watches sees all that the players see, and can do nothing at all."""

from typing import Any

import pytest

from server.shared.protocol.message import Refused, Request
from server.shared.protocol.tabletop import (
    Act,
    Agree,
    AskBoard,
    BoardView,
    Dissolve,
    EndPaused,
    Move,
    OpenLobby,
    OpenStakes,
    PlayAlone,
    Ready,
    Resign,
    Reveal,
    SetRule,
    ShowBoard,
    TakeBoard,
    VoteOut,
)
from server.shared.protocol.world import StandUp
from tests.tabletop.room import TABLE
from tests.tabletop.test_pausing import ELSEWHERE, second_table
from tests.tabletop.treasury import STICK, Treasury


def _in_a_lobby_with_a_pot() -> Treasury:
    room = Treasury()
    room.seat("ada", "bob")
    room.stake("ada", STICK, 5)
    return room


def _while_the_dice_are_sealed() -> Treasury:
    room = Treasury()
    room.seat("ada", "bob")
    room.silent = {"ada", "bob"}
    room.all_ready("ada", "bob")
    return room


def _in_a_match() -> Treasury:
    room = Treasury()
    room.start_for("ada", "bob")
    return room


def _in_a_paused_match_at_its_table() -> Treasury:
    room = _in_a_match()
    second_table(room)
    room.ask("ada", TakeBoard, TABLE)
    room.use("ada", ELSEWHERE)
    return room


def _after_a_result() -> Treasury:
    room = _in_a_match()
    room.ask("bob", Resign, room.match().id)
    return room


def everything(room: Treasury, step: int) -> list[tuple[type[Request], tuple[Any, ...]]]:
    """Every request about tables that changes something, as a player would make it now."""
    known = list(room.engine.model.rows(room.matches)) or ["0" * 32]
    at_tables: list[tuple[type[Request], tuple[Any, ...]]] = [
        (kind, (table, *rest))
        for table in (TABLE, ELSEWHERE)
        for kind, rest in (
            (Ready, (True,)),
            (Ready, (False,)),
            (SetRule, ("goal", 500)),
            (SetRule, ("bot.2", "steady")),
            (PlayAlone, ()),
            (OpenLobby, ()),
            (OpenStakes, ()),
            (Agree, (1, True)),
            (TakeBoard, ()),
            (AskBoard, (known[0],)),
        )
    ]
    of_matches: list[tuple[type[Request], tuple[Any, ...]]] = [
        (Act, (known[0], step, (), "roll")),
        (Act, (known[0], step, (0,), "bank")),
        (Move, (known[0], step, "roll", ())),
        (Resign, (known[0],)),
        (VoteOut, (known[0], 0)),
        (Dissolve, (known[0],)),
        (EndPaused, (known[0],)),
        (Reveal, (known[0], bytes(32))),
    ]
    return [*at_tables, *of_matches, (StandUp, ())]


def looked_at(room: Treasury, player: str) -> BoardView:
    """What the table with the board in it shows when it is opened."""
    table = next(table for table in (TABLE, ELSEWHERE) if table in room.blocks.blocks and room.boards(_holder(table)))
    room.use(player, table)
    assert room.peers[player].heard[-1] == ShowBoard(table)
    return room.view_of(player, table)


def _holder(table: tuple[int, int, int]) -> str:
    return f"table:{','.join(map(str, table))}"


@pytest.mark.parametrize(
    "situation",
    [
        _in_a_lobby_with_a_pot,
        _while_the_dice_are_sealed,
        _in_a_match,
        _in_a_paused_match_at_its_table,
        _after_a_result,
    ],
)
def test_a_watcher_sees_what_the_players_see_and_every_request_is_refused(situation: Any) -> None:
    room: Treasury = situation()
    room.join("cy")
    shown = looked_at(room, "cy")
    assert shown == looked_at(room, "ada") == looked_at(room, "bob")
    for kind, fields in everything(room, shown.step):
        answer = room.ask("cy", kind, *fields)
        assert isinstance(answer, Refused), (kind, fields)
        assert answer.code != "internal_error"
        assert answer.text.endswith(".")
    assert looked_at(room, "ada") == shown
    assert looked_at(room, "cy") == shown
