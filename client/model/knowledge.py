"""All that a session knows after its welcome, and where each message about bodies, windows and time goes."""

from server.shared.protocol import items, login, world
from server.shared.protocol.message import Message
from server.shared.voxel.states import StateTable

from .bodies import Bodies
from .chunks import Columns
from .inventory import Inventory
from .own_body import OwnBody
from .playback import Playbacks
from .tables import Tables
from .talk import Talk


class Knowledge:
    """One player's world, from the welcome on. `show_board` is a table whose board the server asked to be
    opened, `clock` the session's time in seconds."""

    def __init__(self, welcome: login.Welcome, view_distance: int) -> None:
        self.view_distance = view_distance
        self.clock = 0.0
        self.player = welcome.player
        self.name = welcome.name
        self.body = welcome.body
        self.operator = welcome.operator
        self.states = StateTable(welcome.states)
        self.items = {info.item: info for info in welcome.items}
        self.columns = Columns(self.states)
        self.bodies = Bodies()
        self.bodies.heard_tick(float(welcome.tick))
        self.own = OwnBody(self.columns)
        self.inventory = Inventory(self.items)
        self.tables = Tables()
        self.playbacks = Playbacks()
        self.talk = Talk()
        self.time_of_day = 0.0
        self.show_board: tuple[int, int, int] | None = None

    @property
    def players(self) -> list[str]:
        """The names of the players in view, this one first."""
        others = sorted(body.name for body in self.bodies.bodies.values() if body.kind == "player")
        return [self.name, *others]

    def learn(self, message: Message) -> None:
        """Take in one message about the world."""
        match message:
            case world.ColumnGone():
                self.columns.forget(message.cx, message.cz)
            case world.WorldTime():
                self.bodies.heard_tick(float(message.tick))
                self.time_of_day = float(message.time)
            case items.ClaimBox():
                self.inventory.waiting = message.waiting
            case items.WindowOpened() | items.WindowChanged() | items.WindowClosed():
                self._learn_of_windows(message)
            case _:
                self._learn_of_bodies(message)

    def _learn_of_windows(self, message: items.WindowOpened | items.WindowChanged | items.WindowClosed) -> None:
        match message:
            case items.WindowOpened():
                self.inventory.opened(message)
            case items.WindowChanged():
                self.inventory.changed(message)
            case items.WindowClosed():
                self.inventory.closed(message.window)

    def _learn_of_bodies(self, message: Message) -> None:
        match message:
            case world.Correction():
                self.own.correct(message)
            case world.Sit():
                self.own.sit(message)
            case world.Stand():
                self.own.stand()
            case world.PlayerLooks() if message.body == self.body:
                self.own.pose = message.pose
            case world.PlayerSwings() if message.body == self.body:
                self.own.swing()
            case world.PlayerRenamed():
                self.name = message.name if message.player == self.player else self.name
                self.bodies.renamed(message)
            case world.PlayerAppears():
                self.bodies.player_appears(message)
            case world.PlayerLooks():
                self.bodies.looks(message)
            case world.PlayerSwings():
                self.bodies.swings(message)
            case world.DropAppears():
                self.bodies.drop_appears(message)
            case world.BodyGone():
                self.bodies.gone(message.body)
            case world.Positions():
                self.bodies.moved(message)
