"""What is left of matches: records for good, a player's sums and bests, and the export that replays."""

import json
import logging
from pathlib import Path

import msgspec
import pytest

from client.packs import Packs
from client.ui.text import parse_font
from server.__main__ import main
from server.engine.changes import Collection, Refusal
from server.rules import Match, RuleSet, events
from server.shared.protocol.message import Done
from server.shared.protocol.tabletop import AskStats, OpenLobby, PlayAlone, Resign, SetRule, Stats, TakeBoard
from server.storage.journal import Journal
from server.storage.world_storage import WorldStorage
from server.tabletop.export import exported
from server.tabletop.farkle import Farkle
from server.tabletop.farkle_figures import Tally, counted
from server.tabletop.finished import RECENT
from server.tabletop.records import StatsRecord
from tests.tabletop.room import TABLE, Room

GAMES = {Farkle.name: Farkle}


def played(room: Room, *rules: tuple[str, object], players: tuple[str, ...] = ("ada", "bob")) -> str:
    """A match to its result; returns its id."""
    room.seat(*players)
    for name, value in rules:
        assert isinstance(room.ask("ada", SetRule, TABLE, name, value), Done)
    room.all_ready(*players)
    return room.play_on("ada").match


def stats(room: Room, player: str, name: str = "") -> Stats:
    answer = room.ask(player, AskStats, name)
    assert isinstance(answer, Stats), answer
    return answer


def farkle(room: Room, player: str, *words: str) -> str:
    command = room.hooks.commands["farkle"]
    return room.engine.change(lambda changes: command.run(changes, player, list(words)))


def test_a_finished_match_is_kept_with_players_rules_and_result() -> None:
    room = Room()
    match = played(room, ("rule_set", "classic"), ("goal", 2_000))
    kept = room.finished()[match]
    assert (kept.players, kept.names, kept.how) == (("ada", "bob"), ("Ada", "Bob"), "played")
    assert Farkle.sheet(kept.rules).title == "Classic"
    view = room.view("ada")
    assert view.result is not None
    assert (kept.outcome.winners, kept.outcome.scores) == (
        view.result.winners,
        tuple(seat.score for seat in view.seats),
    )
    room.ask("ada", TakeBoard, TABLE)
    assert match in room.finished(), "it outlives its table"


def test_stats_count_matches_wins_and_what_was_rolled() -> None:
    room = Room()
    match = played(room, ("goal", 3_000))
    room.all_ready("ada", "bob")
    second = room.play_on("ada").match
    kept = room.finished()
    told = stats(room, "ada")
    assert [(one.match, one.title, one.names) for one in told.recent] == [
        (one, "Farkle Board", ("Ada", "Bob")) for one in (second, match)
    ]
    rows = dict(told.rows)
    assert rows["Matches"] == "2"
    assert rows["Wins"] == str(sum(0 in one.outcome.winners for one in kept.values()))
    assert rows["Best turn"] == f"{max(one.figures[0]['best_turn'] for one in kept.values()):,}"
    turns, farkles = (sum(one.figures[0][name] for one in kept.values()) for name in ("turns", "farkles"))
    assert rows["Turns that farkle"] == f"{farkles / turns:.0%}"
    assert kept[match].figures[1]["turns"] == len(
        [event for event in room.logged(match) if event["event"] == "turn_ended" and event["seat"] == 1]
    )


def test_the_last_ten_matches_are_listed_the_newest_first_and_the_others_are_kept() -> None:
    room = Room()
    room.seat("ada", "bob")
    played_one_by_one: list[str] = []
    for _ in range(RECENT + 2):
        room.all_ready("ada", "bob")
        played_one_by_one.append(room.view("ada").match)
        room.ask("bob", Resign, played_one_by_one[-1])
    told = [one.match for one in stats(room, "ada").recent]
    assert told == played_one_by_one[: -RECENT - 1 : -1]
    assert set(room.finished()) == set(played_one_by_one)


def test_the_longest_hot_streak_is_the_most_hot_dice_of_one_turn() -> None:
    happened = (
        events.TurnStarted(0, 0),
        events.HotDice(0, 0),
        events.HotDice(0, 0),
        events.TurnEnded(0, 0, "banked", 0),
        events.TurnStarted(0, 0),
        events.HotDice(0, 0),
        events.TurnEnded(0, 0, "farkle", 0),
    )
    (tally,) = counted((Tally(),), happened)
    assert (tally.best_hot_streak, tally.turns) == (2, 2)


def test_stats_of_anybody_by_name_and_none_of_who_never_played() -> None:
    room = Room()
    played(room, ("goal", 500))
    assert stats(room, "ada", "BOB").name == "Bob"
    assert farkle(room, "bob", "stats", "ada").startswith("Ada: matches 1, wins ")
    assert room.refused("ada", AskStats, "nobody") == "unknown_player"
    room.join("cy")
    assert dict(stats(room, "cy").rows)["Matches"] == "0"


def test_what_the_command_tells_fits_the_closed_chat() -> None:
    font = parse_font(Packs().read("voxtable/font/voxtable.json"))
    room = Room()
    room.people.name = lambda player: "WWWWWWWWWWWWWWWW"  # type: ignore[method-assign]
    room.join("ada")
    figures = {"turns": 3, "farkles": 1, "best_turn": 88_888, "best_hot_streak": 88}
    record = StatsRecord("WWWWWWWWWWWWWWWW", 8_888, 8_888, 888, {**figures, "net_items": -8_888})
    stored = Collection("tabletop/stats", StatsRecord)
    room.engine.change(lambda changes: changes.put(stored, "farkle/ada", record))
    told = farkle(room, "ada", "stats")
    assert "best turn 88,888" in told
    assert len([row for line in told.splitlines() for row in font.wrap(line, 192)]) <= 5


def test_the_command_says_how_it_is_used() -> None:
    room = Room()
    room.join("ada")
    for words in ((), ("dance",), ("stats", "a", "b")):
        with pytest.raises(Refusal, match="/farkle stats"):
            farkle(room, "ada", *words)


def test_a_run_alone_counts_as_such_and_its_best_is_listed() -> None:
    room = Room()
    room.seat("ada")
    room.ask("ada", SetRule, TABLE, "goal", 1_000)
    room.ask("ada", PlayAlone, TABLE)
    over = room.play_on("ada")
    assert over.result is not None
    told = stats(room, "ada")
    assert dict(told.rows)["Matches"] == "0"
    assert dict(told.rows)["Runs alone"] == "1"
    assert told.bests == (("Farkle Board (goal 1,000)", over.result.turns[0]),)


def test_a_run_given_up_is_no_best() -> None:
    room = Room()
    room.seat("ada")
    room.ask("ada", PlayAlone, TABLE)
    room.ask("ada", Resign, room.view("ada").match)
    assert stats(room, "ada").bests == ()


# ------------------------------------------------------------------ export


KEPT = ("tabletop/matches", "tabletop/finished")


def in_world(folder: Path, room: Room, names: tuple[str, ...] = KEPT) -> Path:
    """The room's records of these collections and its logs as a world on disk."""
    storage = WorldStorage(folder)
    storage.start(lambda tick: None, lambda sentence: None)
    records = {(name, key): packed for name in names for key, packed in room.storage.records(name)}
    storage.submit(Journal(1, room.engine.now, records, tuple(room.storage.logs)))
    storage.close()
    return folder


def test_an_export_replays_to_the_result_and_carries_the_secret(tmp_path: Path) -> None:
    room = Room()
    match = played(room, ("rule_set", "kcd"), ("goal", 2_000))
    kept = room.finished()[match]
    plain = json.loads(json.dumps(exported(in_world(tmp_path / "world", room), match[:8], GAMES)))
    rules = msgspec.convert(plain["rules"], RuleSet)
    names = [player["name"] for player in plain["players"]]
    log = [events.from_dict(event) for event in plain["log"]]
    again = Match.replay(rules, names, log, plain["started"], plain["starter"])
    assert list(again.scores) == plain["result"]["scores"]
    assert plain["dice"]["secret"] == kept.secret.hex()
    assert plain["dice"]["contributions"] == [each.hex() for each in kept.contributions]
    assert plain["dice"]["rolls"] == [event["dice"] for event in plain["log"] if event["event"] == "rolled"]


def test_an_export_of_a_running_match_keeps_the_secret(tmp_path: Path) -> None:
    room = Room()
    room.start("ada", "bob")
    room.engine.tick()
    match = room.match()
    text = json.dumps(exported(in_world(tmp_path / "world", room), match.id, GAMES))
    for hidden in (match.secret, *match.contributions):
        assert hidden.hex() not in text
    assert json.loads(text)["state"] == "running"
    assert json.loads(text)["rules"]["name"] == "farkle_board"


def test_the_command_line_prints_the_match_or_says_that_there_is_none(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = Room()
    match = played(room, ("goal", 500))
    world = in_world(tmp_path / "world", room)
    assert main(["export", match, "--world", str(world)]) == 0
    assert json.loads(capsys.readouterr().out)["match"] == match
    assert main(["export", "zzz", "--world", str(world)]) == 2
    assert capsys.readouterr().err == "voxtable-server: No match begins with 'zzz'.\n"
    assert main(["export", match, "--world", str(tmp_path / "nowhere")]) == 2


def test_without_an_id_the_matches_are_listed_the_newest_first(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    room = Room(now=1_700_000_000_000)
    first = played(room, ("rule_set", "classic"), ("goal", 500))
    room.clock.ms += 60 * 60_000
    room.all_ready("ada", "bob")
    second = room.view("ada").match
    room.ask("bob", Resign, second)
    room.clock.ms += 60 * 60_000
    room.all_ready("ada", "bob")
    third = room.view("ada").match
    room.engine.tick()
    world = in_world(tmp_path / "world", room)
    assert main(["export", "--world", str(world)]) == 0
    heading, *rows = capsys.readouterr().out.splitlines()
    assert heading.split() == ["match", "last", "change", "(UTC)", "game", "players"]
    assert [row.split()[0] for row in rows] == [third, second, first]
    assert rows[0].split()[1:] == ["2023-11-15", "00:13", "Farkle", "Ada,", "Bob", "RUNNING"]
    assert rows[1].split()[3:] == ["Farkle", "Ada", "0,", "Bob", "0", "Ada", "won"]
    assert main(["export", "--world", str(world), "--last", "2"]) == 0
    *rows, footer = capsys.readouterr().out.splitlines()[1:]
    assert [row.split()[0] for row in rows] == [third, second]
    assert footer == "2 of 3 matches; --last 3 lists them all."


def test_a_list_tells_a_pause_and_a_run_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    room = Room()
    room.seat("ada")
    room.ask("ada", SetRule, TABLE, "goal", 1_000)
    room.ask("ada", PlayAlone, TABLE)
    turns = room.finished()[room.play_on("ada").match].outcome.turns[0]
    room.ask("ada", OpenLobby, TABLE)
    room.ask("ada", PlayAlone, TABLE)
    room.ask("ada", TakeBoard, TABLE)
    room.engine.tick()
    assert main(["export", "--world", str(in_world(tmp_path / "world", room))]) == 0
    told = [row.rpartition("  ")[2] for row in capsys.readouterr().out.splitlines()[1:]]
    assert sorted(told) == sorted(["PAUSED", f"finished in {turns} {'turn' if turns == 1 else 'turns'}"])


def test_a_world_in_which_nothing_was_played_says_so(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    world = in_world(tmp_path / "world", Room())
    assert main(["export", "--world", str(world)]) == 0
    assert capsys.readouterr().out == f"No match has been played in the world in {world}.\n"
    assert main(["export", "", "--world", str(world)]) == 2
    assert "Name a match" in capsys.readouterr().err


# ------------------------------------------------------------------ the log


def test_the_log_says_where_a_match_begins_and_ends_for_whom_and_how(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    room = Room()
    match = room.start("ada", "bob").match
    room.ask("bob", Resign, match)
    assert [record.getMessage() for record in caplog.records if "Match" in record.getMessage()] == [
        f"Match {match} begins at 0,64,0: Ada, Bob.",
        f"Match {match} ends at 0,64,0: Ada 0, Bob 0, Ada won.",
    ]


@pytest.mark.parametrize("did", ["took the board out of", "broke"])
def test_the_log_says_what_an_operator_does_to_the_board_of_another(did: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    room = Room()
    room.seat("ada")
    room.join("bob")
    room.people.operators.add("bob")
    if did == "broke":
        room.break_block("bob", TABLE)
    else:
        room.ask("bob", TakeBoard, TABLE)
    assert f"The operator Bob (bob) {did} Ada's table at 0,64,0." in caplog.messages


def test_the_log_says_nothing_of_those_who_take_their_own_board(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    room = Room()
    room.seat("ada")
    room.ask("ada", TakeBoard, TABLE)
    assert not [message for message in caplog.messages if "operator" in message]
