"""What becomes of a pot: paid once or given back, whatever happens to whom, over rematches, pauses and crashes."""

from copy import deepcopy
from typing import ClassVar

import pytest

from server.engine.changes import ChangeSet, Refusal
from server.items import giving
from server.shared.content import FARKLE_BOARD
from server.shared.inventory.layout import STAKES
from server.shared.inventory.merging import StackSize
from server.shared.inventory.stack import Stack
from server.shared.protocol.chat import Notice
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import (
    AskPaused,
    AskStats,
    Dissolve,
    EndPaused,
    PausedMatches,
    Resign,
    SetRule,
    Stats,
    TakeBoard,
)
from server.storage.journal import Journal
from server.storage.memory import MemoryStorage
from server.tabletop.escrows import FREE_EVERY
from server.tabletop.game import Outcome
from server.tabletop.records import key_of
from server.tabletop.unresumed import DAY_MS
from tests.tabletop.expected import expect
from tests.tabletop.room import TABLE, chair
from tests.tabletop.sticks import Sticks
from tests.tabletop.treasury import STICK, STRING, Treasury

HERE = key_of(TABLE)


@pytest.fixture
def room() -> Treasury:
    """Ada and Bob at Ada's board."""
    room = Treasury()
    room.seat("ada", "bob")
    return room


def resign(room: Treasury, *players: str) -> None:
    for player in players:
        assert isinstance(room.ask(player, Resign, room.match().id), Done)


def test_the_winner_takes_the_pot_and_the_result_shows_what_it_was() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    view = room.play_on("ada")
    assert view.result is not None
    (winner,) = view.result.winners
    loser, taker = ("bob", "ada") if winner == 0 else ("ada", "bob")
    assert (room.has(taker, STICK), room.has(taker, STRING)) == (5, 1)
    assert (room.has(loser, STICK), room.has(loser, STRING), room.escrows()) == (0, 0, {})
    assert view.result.pot == ((Stack(STICK, 5),), (Stack(STRING, 1),))
    assert view.result.pot_to == winner
    assert room.finished()[view.match].stakes == view.result.pot


def test_a_winner_who_is_away_with_full_pockets_finds_the_pot_in_the_claim_box() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    room.fill("bob")
    room.leave("bob")
    resign(room, "ada")
    assert (room.has("bob", STICK), room.waits("bob", STICK), room.waits("bob", STRING)) == (0, 5, 1)
    assert (room.escrows(), room.accounted()) == ({}, True)


def test_a_winner_who_is_away_hears_of_the_pot_on_coming_back_and_only_once() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    room.leave("bob")
    resign(room, "ada")

    def told() -> list[str]:
        heard = room.join("bob").heard
        return [message.text for message in heard if isinstance(message, Notice) and "pot is yours" in message.text]

    assert told() == ["The pot is yours: 5 × stick and 1 × string."]
    room.leave("bob")
    assert told() == []


def test_a_resigned_players_stake_stays_in_the_pot_until_somebody_wins() -> None:
    room = Treasury()
    room.start_for("ada", "bob", "cy")
    assert room.view("ada").seats[0].leaving.endswith("Your stake stays in the pot.")
    resign(room, "ada")
    assert len(room.escrows()) == 3
    resign(room, "bob")
    assert (room.has("cy", STICK), room.has("cy", STRING), room.escrows()) == (5, 2, {})


class Undecided(Sticks):
    """Sticks whose last one brings no single winner; the number of sticks says which way."""

    name = "undecided"
    board = "example:undecided_board"
    ends: ClassVar[dict[int, str]] = {5: "draw", 6: "shared", 7: "none"}

    @property
    def outcome(self) -> Outcome | None:
        kind = self.ends[self.count]
        return None if self.winner is None else Outcome(kind, (0, 1) if kind == "shared" else (), self.scores)


@pytest.mark.parametrize(("sticks", "kind"), Undecided.ends.items())
def test_without_a_single_winner_every_stake_goes_back_a_resigned_players_too(sticks: int, kind: str) -> None:
    room = Treasury(games=(Undecided,))
    room.seat("ada", "bob", "cy", board=Undecided.board)
    room.ask("ada", SetRule, TABLE, "sticks", sticks)
    own = {"ada": STICK, "bob": STRING, "cy": "minecraft:bone_meal"}
    for player, item in own.items():
        room.stake(player, item, 4)
    room.all_ready(*own)
    room.all_agree(*own)
    resign(room, "cy")
    resign(room, "bob")
    view = room.view("ada")
    assert view.result is not None
    assert (view.result.kind, view.result.pot_to) == (kind, None)
    assert [room.has(player, item) for player, item in own.items()] == [4, 4, 4]
    assert (room.escrows(), room.accounted()) == ({}, True)


def test_a_paused_match_keeps_its_pot_and_dissolving_it_gives_every_stake_back() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    match = room.match().id
    room.ask("ada", TakeBoard, TABLE)
    room.leave("bob")
    room.join("bob")
    assert set(room.escrows()) == {f"escrow:{match}/ada", f"escrow:{match}/bob"}
    paused = room.ask("bob", AskPaused)
    assert isinstance(paused, PausedMatches)
    assert paused.matches[0].stakes == ((Stack(STICK, 5),), (Stack(STRING, 1),))
    for player in ("ada", "bob"):
        room.ask(player, Dissolve, match)
    assert (room.has("ada", STICK), room.has("bob", STRING), room.escrows()) == (5, 1, {})
    assert room.finished()[match].how == "dissolved"


def test_ending_a_match_that_its_owner_never_resumed_pays_the_best_of_the_others() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    match = room.match().id
    room.ask("ada", TakeBoard, TABLE)
    room.clock.ms += 8 * DAY_MS
    room.engine.tick()
    assert isinstance(room.ask("bob", EndPaused, match), Done)
    assert (room.has("bob", STICK), room.has("bob", STRING), room.escrows()) == (5, 1, {})


def test_a_new_stake_for_the_rematch_is_agreed_anew() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    resign(room, "bob")
    room.stake("bob", STRING, 3)
    room.all_ready("ada", "bob")
    view = room.view("ada")
    assert (view.phase, view.seats[1].stakes) == ("result", (Stack(STRING, 3),))
    assert view.result is not None
    assert view.result.pot_to == 0
    room.all_agree("ada", "bob")
    view = room.view("ada")
    assert view.phase not in ("result", "lobby")
    assert room.escrows() == {f"escrow:{view.match}/bob": "3 × string"}


def test_a_rematch_without_a_stake_plays_for_nothing() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    resign(room, "bob")
    room.all_ready("ada", "bob")
    assert (room.view("ada").phase, room.match().stakes) == ("to_roll", ())


# ------------------------------------------------------------------ over restarts


def back(room: Treasury, *players: str) -> Treasury:
    """The server was killed after the last tick and comes back; these players come too."""
    room.engine.tick()
    again = Treasury(deepcopy(room.storage), room.blocks, now=room.clock.ms)
    for player in players:
        again.join(player)
    return again


def test_after_a_crash_in_the_lobby_every_stake_is_back_with_its_player(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.stake("bob", STRING, 2)
    again = back(room, "ada")
    assert (again.has("ada", STICK), again.has("bob", STRING), again.escrows()) == (5, 2, {})
    assert again.accounted()


def test_a_match_carried_over_a_crash_is_settled_once() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    again = back(room, "ada", "bob")
    assert len(again.escrows()) == 2
    resign(again, "bob")
    assert (again.has("ada", STICK), again.has("ada", STRING)) == (5, 1)
    third = back(again, "ada", "bob")
    assert (third.has("ada", STICK), third.has("ada", STRING), third.escrows()) == (5, 1, {})
    assert third.refused("bob", Resign, third.match().id) == "match_over"
    assert third.accounted()


def test_a_board_can_be_a_stake_like_anything_else(room: Treasury) -> None:
    room.stake("bob", FARKLE_BOARD, 2)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "bob")
    resign(room, "bob")
    assert room.has("ada", FARKLE_BOARD) == 2


def test_sitting_down_elsewhere_takes_the_stake_along_to_its_player(room: Treasury) -> None:
    room.stake("bob", STRING, 2)
    room.use("bob", chair(2))
    assert (room.has("bob", STRING), room.escrows()) == (2, {})
    assert room.window("bob", STAKES) is None


def test_whose_stake_was_open_at_a_crash_comes_back_to_windows_that_work(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.open_stakes("ada")
    again = back(room, "ada")
    found = again.window("ada", "inventory")
    assert found is not None
    assert Stack(STICK, 5) in found[1].slots
    assert again.window("ada", STAKES) is None


def test_nobody_has_agreed_any_more_once_a_crash_has_emptied_the_pot(room: Treasury) -> None:
    room.stake("ada", STICK, 5)
    room.all_agree("ada", "bob")
    again = back(room, "ada", "bob")
    for side, player in enumerate(("ada", "bob")):
        again.use(player, chair(side))
    view = again.view("ada")
    assert (view.pot, [seat.agreed for seat in view.seats]) == (0, [False] * 4)


def test_the_records_count_what_was_won_less_what_was_lost() -> None:
    room = Treasury()
    room.start_for("ada", "bob")
    resign(room, "bob")
    room.stake("ada", STICK, 20)
    room.all_ready("ada", "bob")
    room.all_agree("ada", "bob")
    resign(room, "ada")
    told = {player: room.ask(player, AskStats, "") for player in ("ada", "bob")}
    rows = {player: dict(answer.rows) for player, answer in told.items() if isinstance(answer, Stats)}
    assert [rows[player]["Items won, less those lost"] for player in ("ada", "bob")] == ["-19", "+19"]


class Recording(MemoryStorage):
    """Keeps what every tick committed."""

    def __init__(self) -> None:
        super().__init__()
        self.journals: list[Journal] = []

    def submit(self, journal: Journal) -> None:
        self.journals.append(journal)
        super().submit(journal)


def test_wherever_a_whole_story_is_cut_short_no_item_is_lost_or_twice_there() -> None:
    """The server is killed between any two commits, from the first stake to the paid-out pot and the next lobby."""
    storage = Recording()
    room = Treasury(storage)
    room.start_for("ada", "bob", "cy")
    resign(room, "cy")
    room.ask("ada", TakeBoard, TABLE)
    room.use("ada", TABLE)
    room.engine.tick()
    room.play_on("ada")
    room.stake("bob", STRING, 3)
    room.ask("ada", TakeBoard, TABLE)
    room.engine.tick()
    assert room.accounted()
    assert room.escrows() == {}
    assert len(storage.journals) > 30
    so_far = MemoryStorage()
    for journal in storage.journals:
        so_far.submit(journal)
        again = Treasury(deepcopy(so_far), room.blocks, now=room.clock.ms)
        assert again.accounted(), f"killed after tick {journal.tick}"
        unfinished = {match.id for match in again.engine.model.rows(again.matches).values() if not match.over}
        assert {holder.split(":")[1].split("/")[0] for holder in again.escrows()} <= unfinished


def out_of_reach(monkeypatch: pytest.MonkeyPatch, player: str) -> None:
    """Nothing can be put into a player's inventory, as when its record cannot be read."""
    insert = giving.insert

    def refused(changes: ChangeSet, to: str, source: str, size: StackSize) -> bool:
        if to == player:
            raise Refusal("unreadable", "That cannot be read.")
        return insert(changes, to, source, size)

    monkeypatch.setattr(giving, "insert", refused)


@pytest.mark.parametrize("wins", [True, False])
def test_what_cannot_be_paid_out_is_told_as_waiting_and_comes_while_the_server_runs(
    wins: bool, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    room = Treasury()
    match = room.start_for("ada", "bob").match
    out_of_reach(monkeypatch, "bob")
    if wins:
        room.people.places["bob"] = (500.0, 64.0, 0.5)
        resign(room, "ada")
        what, due = "5 × stick and 1 × string", (5, 1)
    else:
        assert isinstance(room.ask("ada", TakeBoard, TABLE), Done)
        for player in ("ada", "bob"):
            assert isinstance(room.ask(player, Dissolve, match), Done)
        what, due = "1 × string", (0, 1)
    told = [message.text for message in room.peers["bob"].heard if isinstance(message, Notice)]
    waits = f"{what} could not be given to you yet. The server keeps it for you and tries again every few minutes."
    assert any(text.startswith(waits) for text in told)
    assert not any("is back with you" in text or "The pot is yours" in text for text in told)
    for _ in range(FREE_EVERY):
        room.engine.tick()
    assert tuple(room.has("bob", item) + room.waits("bob", item) for item in (STICK, STRING)) == due
    assert (room.escrows(), room.accounted()) == ({}, True)
    expect(caplog, "stays in escrow", None)
    expect(caplog, "bob has it now.", None)
