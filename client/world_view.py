"""From what a session knows to pictures: fills the frames that the scene draws, and draws the board screen's board.

The scene exists from the moment a session plays until it ends; nothing of it outlives the connection.
"""

from client.scene.board import BoardScene
from client.scene.board_camera import Margins
from client.scene.board_picture import BoardPicture
from client.scene.frame import Aim, BodyShape, Camera, Frame, Hand, TableShape
from client.scene.icons import Icons
from client.scene.scene import Scene

from .hands import Hands
from .model.bodies import Body
from .model.knowledge import Knowledge
from .model.playback import LONG_AGO, Playback
from .packs import Packs
from .ui.canvas import Canvas
from .ui.geometry import Rect


class WorldView:
    """What is drawn in 3D, for one app."""

    def __init__(self, packs: Packs, *, field_of_view: float) -> None:
        self._packs = packs
        self.field_of_view = field_of_view
        self._scene: Scene | None = None
        self._board: BoardScene | None = None
        self._icons: Icons | None = None
        self._picture: BoardPicture | None = None

    def enter(self, know: Knowledge) -> Icons:
        """A session plays: make its scene. Answers with the icons of its items."""
        self.leave()
        items = tuple(know.items)
        self._scene = Scene(self._packs, know.states, items)
        self._board = BoardScene(self._packs)
        self._icons = Icons(self._packs, items)
        return self._icons

    def leave(self) -> None:
        """The session is over: free its scene."""
        for thing in (self._scene, self._board, self._icons):
            if thing is not None:
                thing.delete()
        self._scene = self._board = self._icons = None

    def delete(self) -> None:
        """Free everything."""
        self.leave()

    # ------------------------------------------------------------------ the world

    def draw_world(self, canvas: Canvas, know: Knowledge, hands: Hands, seconds: float) -> None:
        """Draw the world behind everything that comes after."""
        if self._scene is None:
            return
        canvas.flush()
        self._scene.update(know.columns, know.own.eye)
        whole = canvas.viewport(Rect(0, 0, canvas.width, canvas.height))
        self._scene.draw(self.frame(know, hands, seconds), whole)

    def finish(self, know: Knowledge) -> None:
        """Wait until all that is known is meshed: for pictures."""
        if self._scene is not None:
            self._scene.finish(know.columns, know.own.eye)

    def frame(self, know: Knowledge, hands: Hands, seconds: float) -> Frame:
        """What the player sees now."""
        own = know.own
        x, y, z = own.eye
        held = know.inventory.held
        aim = hands.aim
        eye_block = (int(x // 1), int(y // 1), int(z // 1))
        return Frame(
            camera=Camera(x, y, z, own.yaw, own.pitch, self.field_of_view),
            time=seconds,
            day_time=know.time_of_day,
            view_distance=max(32.0, know.view_distance * 16.0 - 8.0),
            bodies=tuple(_shape(body) for body in know.bodies.bodies.values()),
            tables={pos: _table_shape(know.playbacks.of(table)) for pos, table in know.tables.boards.items()},
            aim=Aim(aim.pos, hands.progress) if aim is not None else None,
            hand=Hand(know.name, held.item if held is not None else "", own.swing_share, own.walk, own.stride),
            in_water=know.states[know.columns.block(eye_block)].liquid,
        )

    # ------------------------------------------------------------------ the board

    def draw_board(self, canvas: Canvas, picture: BoardPicture, main: Rect, felt: Rect, seconds: float) -> None:
        """Draw the board into the main part of the screen, fitted into the rectangle of the felt."""
        if self._board is None:
            return
        canvas.flush()
        viewport, inner = canvas.viewport(main), canvas.viewport(felt)
        margins = Margins(
            left=inner.x - viewport.x,
            right=viewport.x + viewport.width - inner.x - inner.width,
            top=viewport.y + viewport.height - inner.y - inner.height,
            bottom=inner.y - viewport.y,
        )
        self._picture = picture
        self._board.draw(picture, viewport, seconds, margins)

    def die_at(self, canvas: Canvas, x: float, y: float) -> int | None:
        """The die of the roll under a point in units."""
        if self._board is None:
            return None
        return self._board.die_at(x * canvas.scale, (canvas.height - y) * canvas.scale)

    def die_place(self, canvas: Canvas, position: int) -> tuple[float, float] | None:
        """Where a die of the roll is, in units."""
        pixel = self._board.die_pixel(position) if self._board is not None else None
        return None if pixel is None else _to_units(canvas, pixel)

    def group_places(self, canvas: Canvas) -> list[tuple[float, float]]:
        """The places below the kept groups, in units."""
        if self._board is None or self._picture is None:
            return []
        return [_to_units(canvas, pixel) for pixel in self._board.group_pixels(self._picture)]


def _to_units(canvas: Canvas, pixel: tuple[float, float]) -> tuple[float, float]:
    return pixel[0] / canvas.scale, canvas.height - pixel[1] / canvas.scale


def _shape(body: Body) -> BodyShape:
    x, y, z = body.place
    return BodyShape(
        id=body.number,
        kind=body.kind,
        name=body.name,
        x=x,
        y=y,
        z=z,
        yaw=body.yaw,
        pitch=body.pitch,
        pose=body.pose,
        held=body.held,
        item=body.item,
        count=max(1, body.count),
        walk=body.walk,
        stride=body.stride,
        swing=body.swing,
    )


def _table_shape(playback: Playback) -> TableShape:
    """What lies on the board in the world: just what its board screen shows."""
    felt, seats = playback.felt, playback.view.seats
    side = seats[felt.seat].side if 0 <= felt.seat < len(seats) else 2
    rolled_at = LONG_AGO if playback.reduced_motion else felt.rolled_at
    return TableShape(felt.roll, felt.kept, felt.groups, side, rolled_at=rolled_at, seed=felt.seed)
