"""The tabletop plugin on a real engine in memory, with players and a flat world that a test moves by hand."""

import time
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from client.model.fairness import Fairness
from server.engine.changes import ChangeSet, Collection, Pos
from server.engine.engine import Engine
from server.engine.plugins import Hooks, PluginHost, Use, Windows
from server.items import ledger
from server.rules import Match
from server.shared.content import FARKLE_BOARD
from server.shared.inventory.stack import Stack
from server.shared.protocol.message import Message, Refused, Request
from server.shared.protocol.tabletop import (
    Act,
    AskCommitment,
    AskReveal,
    Board,
    BoardEvent,
    BoardView,
    Ready,
    Reveal,
)
from server.shared.voxel.states import StateInfo, StateTable
from server.storage.journal import ColumnPlace, StoredColumn
from server.storage.memory import MemoryStorage
from server.storage.records import unpack
from server.tabletop.farkle import Farkle
from server.tabletop.furniture import SIDES
from server.tabletop.game import Game, GameView
from server.tabletop.plugin import LOOK_EVERY, Tabletop
from server.tabletop.records import BestRecord, FinishedRecord, LoggedEvent, MatchRecord
from server.tabletop.settings import TabletopSettings
from server.tabletop.showing import SHOWN_EVERY
from tests.support.engine import ManualClock, Peer

TABLE: Pos = (0, 64, 0)
PATIENCE = 20.0
"""Seconds after which a wait fails."""
AWAY_AFTER_MS = round(TabletopSettings().left_behind_minutes * 60_000)
"""How long all who use a public table may be away from it."""
QUICK = {"bot_seconds": 0.0}
"""Bots that do not wait."""
FACING = ("south", "west", "north", "east")


class FlatBlocks:
    """A column store of single blocks: everything else is air, everywhere loaded."""

    def __init__(self) -> None:
        self.blocks: dict[Pos, int] = {}

    def state_at(self, pos: Pos) -> int | None:
        return self.blocks.get(pos, 0)

    def apply(self, block_edits: dict[Pos, tuple[int, int]]) -> None:
        self.blocks.update({pos: after for pos, (_, after) in block_edits.items()})

    def take_dirty(self) -> dict[ColumnPlace, StoredColumn]:
        return {}


class LateLand(FlatBlocks):
    """Land that is not loaded until somebody says so."""

    loaded = False

    def state_at(self, pos: Pos) -> int | None:
        return super().state_at(pos) if self.loaded else None


class FlatWorld:
    """What the plugin may ask of the world."""

    def __init__(self, states: StateTable) -> None:
        self.states = states

    def standing_place(self, changes: ChangeSet, near: Pos) -> tuple[float, float, float]:
        return (near[0] + 0.5, near[1] + 0.0, near[2] + 1.5)

    def drop(self, changes: ChangeSet, holder: str, slot: int, pos: tuple[float, float, float]) -> None:
        raise AssertionError("nothing is dropped here")


class People:
    """What the plugin may know of players: where a test has put them."""

    def __init__(self) -> None:
        self.places: dict[str, tuple[float, float, float]] = {}
        self.seated: dict[str, tuple[float, float, float]] = {}
        self.operators: set[str] = set()
        self.parting: set[str] = set()
        self.beside: dict[str, tuple[float, float, float]] = {}
        """Where players who sat would have come back after a crash."""
        self.left: dict[str, tuple[float, float, float]] = {}
        """Where players stood whom the world has lost sight of."""
        self.names: dict[str, str] = {}

    def name(self, player: str) -> str:
        return self.names.get(player, player.capitalize())

    def online(self, player: str) -> bool:
        return player in self.places and player not in self.parting

    def operator(self, player: str) -> bool:
        return player in self.operators

    def position(self, player: str) -> tuple[float, float, float] | None:
        return self.places.get(player)

    def near(self, pos: tuple[float, float, float], radius: float) -> tuple[str, ...]:
        return tuple(
            player
            for player, place in self.places.items()
            if sum((a - b) ** 2 for a, b in zip(place, pos, strict=True)) <= radius**2
        )

    def held_slot(self, player: str) -> tuple[str, int]:
        return f"player:{player}", 0

    def sit(
        self,
        changes: ChangeSet,
        player: str,
        pos: tuple[float, float, float],
        yaw: float,
        table: Pos,
        beside: tuple[float, float, float],
    ) -> None:
        self.seated[player] = pos
        self.beside[player] = beside

    def stand(self, changes: ChangeSet, player: str, pos: tuple[float, float, float]) -> None:
        self.seated.pop(player)
        self.places[player] = pos

    def sitting(self, player: str) -> bool:
        return player in self.seated


class NoWindows:
    """Windows where nobody looks into any."""

    def open_holder(self, changes: ChangeSet, player: str, kind: str, pos: Pos, holder: str) -> None:
        raise AssertionError("no window is opened here")

    def close_holder(self, changes: ChangeSet, player: str, holder: str) -> None:
        return None


class Room:
    """One table's surroundings. `storage` may be handed to a second room: the server that comes back."""

    def __init__(
        self,
        storage: MemoryStorage | None = None,
        blocks: FlatBlocks | None = None,
        *,
        games: Iterable[type[Game]] = (),
        settings: Mapping[str, object] = QUICK,
        now: int = 1_000_000,
    ) -> None:
        self.clock = ManualClock(now)
        self.storage = storage or MemoryStorage()
        self.engine = Engine(self.storage, clock=self.clock)
        self.hooks: Hooks = self.engine.hooks
        windows = self.make_windows()
        host = PluginHost("tabletop", self.engine.content, self.hooks, self.engine.collections, settings)
        self.tabletop = Tabletop(games)
        self.tabletop.register(host)
        air = StateInfo("minecraft:air", collision=(), outline=(), opaque=False)
        stone = StateInfo("minecraft:stone")
        self.states = StateTable([air, stone, *self.engine.content.states()])
        self.people = People()
        self.blocks = blocks or FlatBlocks()
        self.engine.columns = self.blocks
        self.engine.locate = self.people.position
        host.open(self.people, FlatWorld(self.states), windows, self.engine.work)
        self.engine.open()
        self.opened()
        self.peers: dict[str, Peer] = {}
        self.fairness: dict[str, Fairness] = {}
        self.silent: set[str] = set()
        self._looked: dict[int, int] = {}
        self._number = 0
        self.engine.tick()

    def make_windows(self) -> Windows:
        """What stands in for the items room: holders, and no windows."""
        for collection in (ledger.HOLDERS, ledger.MINTED, ledger.BURNT):
            self.engine.declare(collection)
        return NoWindows()

    def opened(self) -> None:
        """The engine is open."""

    # ------------------------------------------------------------------ the world

    def put(self, pos: Pos, state: str) -> None:
        """A block stands here, as if generated."""
        self.blocks.blocks[pos] = self.states.number(state)

    def furnish(self, wood: str = "oak", sides: Iterable[int] = range(4)) -> None:
        """A table nobody placed, with matching chairs on some of its sides."""
        self.put(TABLE, f"voxtable:{wood}_small_game_table[board=none]")
        self.furnish_chairs(wood, sides)

    def furnish_chairs(self, wood: str = "oak", sides: Iterable[int] = range(4), table: Pos = TABLE) -> None:
        """Chairs on some sides of a table, facing it."""
        for side in sides:
            self.put(chair(side, table), f"voxtable:{wood}_game_chair[facing={FACING[side]}]")

    def place_table(self, owner: str) -> None:
        """A player places the table."""
        state = "voxtable:oak_small_game_table[board=none]"
        self.put(TABLE, state)
        self.engine.change(lambda changes: [hook(changes, owner, TABLE, state) for hook in self.hooks.placed])

    def break_block(self, player: str, pos: Pos) -> None:
        """A player breaks a block, when the plugin lets it. Raises Refusal."""

        def run(changes: ChangeSet) -> None:
            state = self.states[self.blocks.blocks[pos]].name
            for may in self.hooks.may_break:
                may(changes, player, pos, state)
            for broken in self.hooks.broken:
                broken(changes, player, pos, state)
            changes.set_block(pos, 0)

        self.engine.change(run)

    def use(self, player: str, pos: Pos, ticks: int = 1) -> bool:
        """A player uses a block, and so many ticks pass. Raises Refusal."""
        state = self.states[self.blocks.blocks[pos]].name
        hook = self.hooks.use[state.partition("[")[0]]

        def run(changes: ChangeSet) -> bool:
            hand = ledger.slots(changes, f"player:{player}")
            return hook(changes, Use(player, pos, state, 1, (0.5, 1.0, 0.5), hand[0] if hand else None))

        handled = self.engine.change(run)
        for _ in range(ticks):
            self.engine.tick()
        return handled

    # ------------------------------------------------------------------ players

    def join(self, player: str, place: tuple[float, float, float] = (2.5, 64.0, 2.5)) -> Peer:
        """A player comes into the world."""
        peer = Peer(self.engine)
        self.engine.admit(peer.number, player)
        self.people.places[player] = place
        self.peers[player] = peer
        self.fairness[player] = Fairness()
        self.engine.change(lambda changes: [hook(changes, player) for hook in self.hooks.join])
        for _ in range(5):
            self.engine.tick()
        return peer

    def rename(self, player: str, name: str) -> None:
        """A player is called something else from now on."""
        self.people.names[player] = name
        self.engine.change(lambda changes: [hook(changes, player, name) for hook in self.hooks.renamed])
        for _ in range(LOOK_EVERY):
            self.engine.tick()

    def leave(self, player: str) -> None:
        """A player is gone."""
        self.peers.pop(player).hang_up()
        self.people.parting.add(player)
        self.engine.change(lambda changes: [hook(changes, player) for hook in self.hooks.leave])
        self.people.parting.discard(player)
        self.people.left[player] = self.people.places.pop(player)
        self.engine.tick()

    def give_board(self, player: str, count: int = 1, item: str = FARKLE_BOARD) -> None:
        """Mint boards, or something else, into a player's hand; what was there moves on by one slot."""
        board = Stack(item, count)
        slots = (board, *(self.slots(f"player:{player}") or (None,) * 36))[:36]
        self.engine.change(
            lambda changes: ledger.exchange(changes, {f"player:{player}": slots}, minted=[board], reason="test")
        )

    def boards(self, holder: str) -> int:
        """How many boards a holder has."""
        record = self.engine.model.rows(ledger.HOLDERS).get(holder)
        return sum(stack.count for stack in record.slots if stack is not None) if record is not None else 0

    def boards_anywhere(self) -> int:
        """How many boards exist."""
        return sum(self.boards(holder) for holder in self.engine.model.rows(ledger.HOLDERS))

    def slots(self, holder: str) -> tuple[Stack | None, ...]:
        """What a holder holds."""
        record = self.engine.model.rows(ledger.HOLDERS).get(holder)
        return record.slots if record is not None else ()

    def move_slots(self, source: str, target: str) -> None:
        """All that one holder holds is another's."""
        slots = self.slots(source)
        self.engine.change(lambda changes: ledger.exchange(changes, {source: (None,) * 36, target: slots}))

    def burn(self, holder: str) -> None:
        """All that a holder holds is destroyed."""
        slots = [stack for stack in self.slots(holder) if stack is not None]
        self.engine.change(lambda changes: ledger.exchange(changes, {holder: (None,) * 36}, burnt=slots, reason="void"))

    def balanced(self) -> bool:
        """Whether as many boards exist as were minted and not burnt."""
        rows = self.engine.model.rows
        minted = sum(tallied.count for tallied in rows(ledger.MINTED).values())
        return self.boards_anywhere() == minted - sum(tallied.count for tallied in rows(ledger.BURNT).values())

    # ------------------------------------------------------------------ matches

    @property
    def matches(self) -> Collection[MatchRecord]:
        """The collection of matches that are running, paused or the last of their tables."""
        return Collection("tabletop/matches", MatchRecord)

    def match(self) -> MatchRecord:
        """The only match that is kept as running, paused or last."""
        (match,) = self.engine.model.rows(self.matches).values()
        return match

    def farkle(self) -> Match:
        """That match itself, as the rules know it."""
        return Farkle.from_dict(self.match().state).match

    def match_view(self) -> GameView:
        """What that match itself shows now."""
        return Farkle.from_dict(self.match().state).view(self.engine.now)

    def scores(self, match: MatchRecord) -> tuple[int, ...]:
        """The scores of a stored match."""
        return Farkle.from_dict(match.state).scores

    def finished(self) -> Mapping[str, FinishedRecord]:
        """The matches that are over, by id."""
        return self.engine.model.rows(Collection("tabletop/finished", FinishedRecord))

    def logged(self, match: str) -> list[dict[str, Any]]:
        """The stored events of a match."""
        entries = [unpack(packed, LoggedEvent) for name, packed in self.storage.logs if name == "tabletop/events"]
        return [entry.event for entry in entries if entry.match == match]

    # ------------------------------------------------------------------ the wire

    def ask(self, player: str, kind: type[Request], *fields: object) -> Message:
        """A request and its answer. What it makes the server ask of clients about dice, they do, unless `silent`."""
        self._number += 1
        number, peer = self._number, self.peers[player]
        peer.ask(self.fairness[player].sealed(kind(number, *fields)))
        answer = next(message for message in reversed(peer.heard) if getattr(message, "n", None) == number)
        self.answer_about_dice()
        return answer

    def answer_about_dice(self) -> None:
        """Every client reveals what it was asked to, or is ready anew."""
        due = [(player, message) for player, peer in self.peers.items() for message in self._asked_about_dice(peer)]
        for player, message in due:
            if player in self.silent:
                continue
            if isinstance(message, AskCommitment):
                self.ask(player, Ready, message.table, True, message.revision)
            elif (value := self.fairness[player].contribution(message, player)) is not None:
                self.ask(player, Reveal, message.match, value)

    def _asked_about_dice(self, peer: Peer) -> list[AskReveal | AskCommitment]:
        """What a peer was asked about dice since the last look."""
        before, self._looked[peer.number] = self._looked.get(peer.number, 0), len(peer.heard)
        return [message for message in peer.heard[before:] if isinstance(message, AskReveal | AskCommitment)]

    def refused(self, player: str, kind: type[Request], *fields: object) -> str:
        """The code with which a request is refused."""
        answer = self.ask(player, kind, *fields)
        assert isinstance(answer, Refused), answer
        return answer.code

    def view(self, player: str) -> BoardView:
        """What a player was last told of the table."""
        return self.view_of(player, TABLE)

    def view_of(self, player: str, table: Pos) -> BoardView:
        """What a player was last told of any table, once all that changed there has been told."""
        for _ in range(SHOWN_EVERY):
            self.engine.tick()
        heard = self.peers[player].heard
        boards = [message for message in heard if isinstance(message, Board) and message.table == table]
        assert boards
        view = boards[-1].view
        assert view is not None
        return view

    def events(self, player: str) -> list[BoardEvent]:
        """Every board event that a player was told."""
        return [event for message in self.peers[player].heard if isinstance(message, Board) for event in message.events]

    def bests(self) -> Mapping[str, BestRecord]:
        """The personal bests that are stored."""
        return self.engine.model.rows(Collection("tabletop/bests", BestRecord))

    def settle(self) -> None:
        """Let ticks pass until what bots think has been done, in time that stands."""
        for _ in range(LOOK_EVERY):
            self.engine.tick()
            self.wait(lambda: not self.engine.working)

    def wait(self, condition: Callable[[], bool]) -> None:
        """Let ticks pass, in time that stands, until something is so."""
        end = time.monotonic() + PATIENCE
        while not condition():
            assert time.monotonic() < end, "waited in vain"
            self.engine.tick()

    # ------------------------------------------------------------------ whole stories

    def seat(self, *players: str, board: str = FARKLE_BOARD) -> None:
        """A furnished table with the first player's board in it, and these players on its chairs from the north."""
        self.furnish()
        for player in players:
            self.join(player)
        self.give_board(players[0], item=board)
        self.use(players[0], TABLE)
        for side, player in enumerate(players):
            self.use(player, chair(side))

    def start(self, *players: str) -> BoardView:
        """The same, and everybody ready: a running match."""
        self.seat(*players)
        self.all_ready(*players)
        return self.view(players[0])

    def all_ready(self, *players: str) -> None:
        """Everybody sets the ready mark."""
        for player in players:
            answer = self.ask(player, Ready, TABLE, True)
            assert not isinstance(answer, Refused), answer

    def play_on(self, watcher: str, until_over: bool = True) -> BoardView:
        """Play with every die that scores, and bank as soon as it is allowed: one action, or the whole match."""
        while True:
            view = self.view(watcher)
            if view.phase == "result" or view.turn is None:
                return view
            mover = view.seats[view.turn.seat].player
            keep: tuple[int, ...] = ()
            points = view.turn.points
            if view.options:
                best = max(view.options, key=lambda option: option.points)
                keep, points = best.dice, points + best.points
            banks = points > 0 and points >= max(view.bank_from, 300) and view.phase != "to_roll"
            answer = self.ask(mover, Act, view.match, view.step, keep, "bank" if banks else "roll")
            assert not isinstance(answer, Refused), answer
            if not until_over:
                return self.view(watcher)


def chair(side: int, table: Pos = TABLE) -> Pos:
    """Where the chair on a side of a table stands."""
    dx, dy, dz = SIDES[side]
    return (table[0] + dx, table[1] + dy, table[2] + dz)
