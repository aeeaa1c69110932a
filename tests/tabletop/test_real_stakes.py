"""Stakes and fair dice on a real server process: killed at every point of a pot's way, and seen by real clients."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from client.model.tables import Table
from server.items.audit import audit
from server.shared.content import FARKLE_BOARD
from server.shared.inventory.layout import LAYOUTS, STAKES
from server.shared.protocol.chat import Say
from server.shared.protocol.items import CloseWindow, WindowOpened
from server.shared.protocol.tabletop import (
    Act,
    Agree,
    AskDice,
    Board,
    BoardView,
    MatchDice,
    OpenStakes,
    Ready,
    Resign,
    SetRule,
)
from server.shared.protocol.world import UseBlock
from server.tabletop.furniture import SIDES
from server.tabletop.pots import pots
from tests.end_to_end.guest import Guest, Pos, play_until
from tests.support.live import Live
from tests.support.server import HOUSE, running_server
from tests.tabletop.test_real_server import SETTINGS, balanced, both, rules, stand_at, table_of

pytestmark = pytest.mark.timeout(240)

STICK, STRING = "minecraft:stick", "minecraft:string"


def sit_down(ada: Guest, bob: Guest) -> Pos:
    """Ada's board lies in the oak table and both sit there, in the rules of a short match."""
    table = table_of(ada, "oak")
    for guest in (ada, bob):
        stand_at(guest, table)
    if FARKLE_BOARD in ada.items():
        ada.hold(FARKLE_BOARD)
        ada.use(table)
    ada.sit(table, 1)
    bob.sit(table, 3)
    ada.see(lambda view: sum(seat.seated for seat in view.seats) == 2)
    return table


def stake(guest: Guest, table: Pos) -> None:
    """Put in everything but boards."""
    before = len(guest.of(WindowOpened))
    guest.must(OpenStakes, table)
    guest.wait_until(lambda: len(guest.of(WindowOpened)) > before)
    window = guest.last(WindowOpened).window
    slots = guest.slots(window)[0]
    for slot in LAYOUTS[STAKES].player:
        held = slots[slot]
        if held is not None and held.item != FARKLE_BOARD:
            guest.click(window, slot, "quick")
    guest.must(CloseWindow, window)


def agree(guest: Guest, table: Pos, other: Guest) -> None:
    """Agree to the pot as both see it."""
    pot = max(guest.view().pot, other.view().pot)
    guest.see(lambda view: view.pot >= pot)
    guest.must(Agree, table, guest.view().pot)


def things(*guests: Guest) -> tuple[dict[str, int], ...]:
    """What each has, boards left out."""
    return tuple({item: count for item, count in guest.items().items() if item != FARKLE_BOARD} for guest in guests)


def test_a_server_killed_anywhere_on_a_pots_way_loses_and_doubles_nothing(tmp_path: Path) -> None:
    world = tmp_path / "world"
    with both(tmp_path) as (server, ada, bob):
        for command in (f"/give {FARKLE_BOARD}", f"/give {STICK} 5"):
            ada.must(Say, command)
        bob.must(Say, f"/give {STRING} 2")
        table = sit_down(ada, bob)
        rules(ada, table, ("goal", 500), ("entry", 0), ("opening", "first_seat"))
        stake(ada, table)
        stake(bob, table)
        assert things(ada, bob) == ({}, {})
        server.kill()
    assert balanced(tmp_path)
    assert [pot.stuck for pot in pots(world, ("farkle",))] == [False], "in the lobby"
    with both(tmp_path) as (server, ada, bob):
        table = sit_down(ada, bob)
        assert things(ada, bob) == ({STICK: 5}, {STRING: 2}), "what was in a lobby came back"
        stake(ada, table)
        stake(bob, table)
        ada.ready(table)
        bob.ready(table)
        agree(ada, table, bob)
        agree(bob, table, ada)
        ada.see(lambda view: view.phase == "to_roll")
        server.kill()
    assert balanced(tmp_path)
    (pot,) = pots(world, ("farkle",))
    assert sorted(stack.count for stacks in pot.stakes.values() for stack in stacks or ()) == [2, 5]
    with both(tmp_path) as (server, ada, bob):
        ada.see(lambda view: all(seat.seated for seat in view.seats))
        over = play_until([ada, bob], lambda view: view.phase == "result")
        server.kill()
    assert balanced(tmp_path)
    assert pots(world, ("farkle",)) == []
    assert over.result is not None
    with both(tmp_path) as (server, ada, bob):
        seats = [ada if seat.player == ada.welcome.player else bob for seat in over.seats]
        winner = seats[over.result.pot_to] if over.result.pot_to is not None else None
        assert (
            things(ada, bob)
            == {
                ada: ({STICK: 5, STRING: 2}, {}),
                bob: ({}, {STICK: 5, STRING: 2}),
                None: ({STICK: 5}, {STRING: 2}),
            }[winner]
        )
        assert server.stop() == 0
    assert balanced(tmp_path)


def total(guests: tuple[Guest, ...], world: Path) -> dict[str, int]:
    """All sticks and strings of these guests and in the pots of a stored world."""
    sums: dict[str, int] = {}
    held = [pair for each in things(*guests) for pair in each.items()]
    staked = [
        (stack.item, stack.count)
        for pot in pots(world, ("farkle",))
        for stacks in pot.stakes.values()
        for stack in stacks or ()
    ]
    for item, count in held + staked:
        sums[item] = sums.get(item, 0) + count
    return sums


def test_a_server_killed_around_the_settlement_has_paid_all_or_nothing(tmp_path: Path) -> None:
    world = tmp_path / "world"
    for heard in (0, 1, 2):
        with both(tmp_path) as (server, ada, bob):
            if heard == 0:
                for command in (f"/give {FARKLE_BOARD}", f"/give {STICK} 5", f"/give {STRING} 2"):
                    ada.must(Say, command)
            table = sit_down(ada, bob)
            stake(ada, table)
            for guest in (ada, bob):
                guest.ready(table)
            agree(ada, table, bob)
            agree(bob, table, ada)
            match = ada.see(lambda view: view.phase not in ("lobby", "result")).match
            before = len(ada.messages)
            bob.request(Resign, match)
            ada.wait_until(lambda: len(ada.messages) >= before + heard)  # noqa: B023
            told = [message.view for message in ada.of(Board) if message in ada.messages[before:]]
            server.kill()
        assert balanced(tmp_path)
        with both(tmp_path) as (server, ada, bob):
            paid = things(ada) == ({STICK: 5, STRING: 2},)
            assert total((ada, bob), world) == {STICK: 5, STRING: 2}
            assert paid == (pots(world, ("farkle",)) == [])
            assert paid or not any(view is not None and view.phase == "result" for view in told)
            if not paid:
                bob.must(Resign, match)
            ada.wait_until(lambda: things(ada) == ({STICK: 5, STRING: 2},))
            assert server.stop() == 0


def table_seen(live: Live, name: str) -> Table | None:
    """The only table with a board that a client has been shown."""
    return next(iter(live.know(name).tables.boards.values()), None)


def view_of(live: Live, name: str) -> BoardView:
    table = table_seen(live, name)
    assert table is not None
    return table.view


def play_on(live: Live, names: dict[str, str]) -> None:
    """Whoever is to move keeps the best and banks when it may."""
    view = view_of(live, "Ada")
    assert view.turn is not None
    best = max(view.options, key=lambda option: option.points) if view.options else None
    banks = best is not None and view.turn.points + best.points >= max(view.bank_from, 300)
    mover = names[view.seats[view.turn.seat].player]
    keep = best.dice if best is not None else ()
    live.until(lambda: view_of(live, mover).step >= view.step)
    live.must(mover, Act, view.match, view.step, keep, "bank" if banks else "roll")
    live.until(lambda: view_of(live, "Ada").step > view.step)


def test_real_clients_seal_their_part_by_themselves_and_recompute_every_die(tmp_path: Path) -> None:
    config = tmp_path / "server.toml"
    config.write_text(SETTINGS)
    world = tmp_path / "world"
    with running_server(world, "--config", str(config)) as server:
        with Guest.enter(server.address, "Scout") as scout:
            table = table_of(scout, "oak")
            chairs = {side: (table[0] + SIDES[side][0], table[1], table[2] + SIDES[side][2]) for side in (1, 3)}
            states = {place: scout._number(place) for place in (table, *chairs.values())}
        live = Live(server.address, "Ada", "Bob")
        try:
            live.sessions["Ada"].say(f"/give {FARKLE_BOARD}")
            for name in ("Ada", "Bob"):
                live.sessions[name].say(f"/tp {table[0] + 2.5} {table[1]} {table[2] + 0.5}")
            live.until(lambda: live.know("Ada").inventory.held is not None)
            for name, place in (("Ada", table), ("Ada", chairs[1]), ("Bob", chairs[3])):
                live.must(name, UseBlock, place, 1, (0.5, 0.9, 0.5), states[place])
            for setting, value in (("goal", 1_000), ("entry", 0)):
                live.must("Ada", SetRule, table, setting, value)
            for name in ("Ada", "Bob"):
                live.until(lambda name=name: table_seen(live, name) is not None)  # type: ignore[misc]
                live.must(name, Ready, table, True)
            live.until(lambda: view_of(live, "Ada").phase == "to_roll")
            names = {live.know(name).player: name for name in ("Ada", "Bob")}
            while view_of(live, "Ada").phase != "result":
                play_on(live, names)
            match = view_of(live, "Ada").match
            for name in ("Ada", "Bob"):
                told = live.must(name, AskDice, match)
                assert isinstance(told, MatchDice)
                verdict = live.sessions[name].fairness.verdict(told, live.know(name).player)
                assert verdict.fair, verdict.text
                assert verdict.seen == verdict.rolls == len(told.rolls), "both have seen every roll"
        finally:
            live.close()
        assert server.stop() == 0
    exported = tmp_path / "match.json"
    with exported.open("w") as file:
        command = [sys.executable, "-m", "server", "export", match, "--world", str(world)]
        subprocess.run(command, cwd=HOUSE, stdout=file, timeout=60, check=True)
    assert json.loads(exported.read_text())["dice"]["aborted_starts"] == 0
    command = [sys.executable, "-m", "server", "verify", str(exported)]
    done = subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stdout
    assert done.stdout.startswith(f"All {verdict.rolls} rolls follow")
    assert all(each.sound for each in audit(world))
