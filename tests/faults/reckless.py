"""The whole game in memory with players who do everything at once: what they send is valid, hasty and often wrong."""

import os
import random
from hashlib import sha256
from itertools import product
from pathlib import Path

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from server.config import Settings
from server.engine.changes import Pos
from server.engine.engine import Engine
from server.game import Stopping, open_rooms
from server.items.giving import inventory
from server.items.ledger import HOLDERS
from server.shared.content import FARKLE_BOARD
from server.shared.protocol import limits
from server.shared.protocol.chat import Say
from server.shared.protocol.items import Click, CloseWindow, SelectSlot, ThrowItem, WindowChanged, WindowOpened
from server.shared.protocol.login import Hello, Login, ServerHello, Welcome, client_proof
from server.shared.protocol.message import Refused, Request
from server.shared.protocol.tabletop import (
    Act,
    AskReveal,
    Board,
    BoardView,
    OpenLobby,
    Ready,
    Resign,
    Reveal,
    TakeBoard,
)
from server.shared.protocol.world import FinishBreaking, PlaceBlock, StandUp, StartBreaking, UseBlock
from server.tabletop.furniture import SIDES
from tests.support.engine import ManualClock, Peer
from tests.world.ground import KnownLand, state_table

CHAIR = "voxtable:oak_game_chair"
HIT = (0.5, 0.9, 0.5)


class OpenGame:
    """Every room and plugin on an engine whose clock a test moves; all players of these names are operators."""

    def __init__(self, folder: Path, seed: int, *names: str) -> None:
        self.clock = ManualClock()
        self.chance = random.Random(seed)
        self.engine = Engine(KnownLand(), clock=self.clock, rng=self.chance)
        settings = Settings(world=str(folder), seed=7, operators=names)
        open_rooms(self.engine, settings, folder, lambda call: call(), Stopping())
        self._names = [state.name for state in state_table().states]
        self.table = self._middle_table()
        self.keys = {name: Ed25519PrivateKey.generate() for name in names}
        self.players = {name: Reckless(self, name) for name in names}

    def _middle_table(self) -> Pos:
        """The oak table of the tavern that has a chair on every side."""
        for x, y, z in product(range(-16, 16), range(60, 80), range(-16, 16)):
            around = [self.name_at((x + dx, y, z + dz)) for dx, _, dz in SIDES]
            if "oak_small_game_table" in self.name_at((x, y, z)) and all(CHAIR in name for name in around):
                return x, y, z
        raise AssertionError("The tavern has no such table.")

    def tick(self, ms: int = 50) -> None:
        """Let one tick pass."""
        self.clock.ms += ms
        self.engine.tick()

    def name_at(self, pos: Pos) -> str:
        """The name of a block's state."""
        number = self.engine.columns.state_at(pos)
        assert number is not None
        return self._names[number]

    def come_back(self, name: str) -> None:
        """A player whose connection ended joins anew."""
        self.players[name] = Reckless(self, name)


class Reckless:
    """One player at one table. Answers are not awaited; most requests of a tick meet what others did in that tick."""

    def __init__(self, game: OpenGame, name: str) -> None:
        self.game = game
        self.peer = Peer(game.engine)
        key, nonce = game.keys[name], os.urandom(32)
        self.peer.send(Hello(limits.PROTOCOL, "reckless", nonce))
        game.tick()
        hello = next(message for message in self.peer.heard if isinstance(message, ServerHello))
        signature = key.sign(client_proof(nonce, hello.nonce, hello.server_key))
        self.peer.send(Login(name, key.public_key().public_bytes_raw(), signature, 2))
        game.tick()
        welcome = next(message for message in self.peer.heard if isinstance(message, Welcome))
        self.player = welcome.player
        self.table = game.table
        self._contribution = os.urandom(32)
        self._sent: dict[int, Request] = {}
        self._come_near()

    def faults(self) -> list[Request | None]:
        """The requests that the server answered with a mistake of its own; forgets all that was heard but windows."""
        faults = [
            self._sent.get(message.n)
            for message in self.peer.heard
            if isinstance(message, Refused) and message.code == "internal_error"
        ]
        self.peer.heard[:] = [
            m for m in self.peer.heard if isinstance(m, Board | AskReveal | WindowOpened | WindowChanged)
        ][-40:]
        return faults

    def act(self) -> None:
        """Do one thing."""
        deeds = (
            self._come_near,
            self._fit,
            self._sit,
            self._get_ready,
            self._play,
            self._break,
            self._build,
            self._click,
        )
        self.game.chance.choices(deeds, weights=(1, 4, 4, 5, 6, 0.5, 2, 2))[0]()

    # ------------------------------------------------------------------ deeds

    def _come_near(self) -> None:
        dx, dz = self.game.chance.choice(((1.5, 1.5), (-0.5, -0.5), (2.0, 2.0), (-0.5, 1.5), (2.0, -0.5)))
        self._ask(Say, f"/tp {self.table[0] + dx} {self.table[1]} {self.table[2] + dz}")

    def _fit(self) -> None:
        if "board=none" in self.game.name_at(self.table):
            self._hold(FARKLE_BOARD)
        self._ask(UseBlock, self.table, 1, HIT, self._state(self.table))

    def _sit(self) -> None:
        pos = self._beside()
        if self.game.chance.random() < 0.15:
            self._ask(StandUp)
        self._ask(UseBlock, pos, 1, HIT, self._state(pos))

    def _get_ready(self) -> None:
        asked = [message for message in self.peer.heard if isinstance(message, AskReveal)]
        if asked:
            self._ask(Reveal, asked[-1].match, self._contribution)
            self.peer.heard.remove(asked[-1])
        elif self.game.chance.random() < 0.8:
            self._ask(Ready, self.table, True, None, sha256(self._contribution).digest())
        else:
            self._ask(OpenLobby, self.table)

    def _play(self) -> None:
        view, chance = self._view(), self.game.chance
        if view is None or not view.match:
            self._get_ready()
            return
        keep = chance.choice(view.options).dice if view.options else ()
        for _ in range(chance.choice((1, 1, 3))):
            self._ask(Act, view.match, view.step, keep, chance.choice(("roll", "bank", "")))
        if chance.random() < 0.05:
            self._ask(Resign, view.match)

    def _break(self) -> None:
        pos = self.game.chance.choice((self.table, self._beside(), self._beside()))
        kinds = (
            (StartBreaking, FinishBreaking, FinishBreaking) if pos != self.table else (StartBreaking, FinishBreaking)
        )
        self._ask(self.game.chance.choice(kinds), pos, self._state(pos))
        if self.game.chance.random() < 0.3:
            self._ask(TakeBoard, self.table)

    def _build(self) -> None:
        item = self.game.chance.choice((CHAIR, "minecraft:chest", "voxtable:oak_small_game_table"))
        pos = self.table if "table" in item else self._beside()
        self._hold(item)
        below = (pos[0], pos[1] - 1, pos[2])
        self._ask(PlaceBlock, below, 1, (0.5, 1.0, 0.5), self._state(below))

    def _click(self) -> None:
        chance = self.game.chance
        windows = [message for message in self.peer.heard if isinstance(message, WindowOpened | WindowChanged)]
        if windows:
            mode = chance.choice(("pickup", "quick", "swap", "gather", "drag", "throw"))
            window = chance.choice(windows[-4:])
            drag = tuple(chance.randint(0, 62) for _ in range(chance.choice((0, 3, 64))))
            self._ask(Click, window.window, window.revision, chance.randint(-1, 62), chance.randint(0, 2), mode, drag)
            if chance.random() < 0.2:
                self._ask(CloseWindow, window.window)
        if chance.random() < 0.2:
            self._ask(ThrowItem, chance.random() < 0.3)

    # ------------------------------------------------------------------ what they know

    def _beside(self) -> Pos:
        dx, dy, dz = self.game.chance.choice(SIDES)
        return self.table[0] + dx, self.table[1] + dy, self.table[2] + dz

    def _state(self, pos: Pos) -> int:
        return self.game.engine.columns.state_at(pos) or 0

    def _view(self) -> BoardView | None:
        boards = [each for each in self.peer.heard if isinstance(each, Board) and each.table == self.table]
        return boards[-1].view if boards else None

    def _hold(self, item: str) -> None:
        held = self.game.engine.model.rows(HOLDERS)[inventory(self.player)].slots[:9]
        slot = next((slot for slot, stack in enumerate(held) if stack is not None and stack.item == item), None)
        if slot is None:
            self._ask(ThrowItem, True)
            self._ask(Say, f"/give {item} {self.game.chance.randint(1, 3)}")
        else:
            self.peer.send(SelectSlot(slot))

    def _ask(self, kind: type[Request], *fields: object) -> None:
        request = kind(len(self._sent) + 1, *fields)
        self._sent[request.n] = request
        self.peer.send(request)
