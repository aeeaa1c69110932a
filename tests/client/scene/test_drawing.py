"""What is drawn with OpenGL: the world, the board and icons; nothing is made anew each frame, everything is freed."""

from collections.abc import Iterator
from dataclasses import replace

import numpy as np
import pytest

from client import gl
from client.packs import Packs, decode_png
from client.scene.board import BoardScene, Margins
from client.scene.board_picture import BoardPicture
from client.scene.frame import Aim, BodyShape, Camera, Frame, Hand, TableShape
from client.scene.icons import SIZE, Icons
from client.scene.scene import Scene
from server.shared.voxel.states import StateTable

VIEWPORT = gl.Viewport(0, 0, 160, 90)
pytestmark = pytest.mark.usefixtures("window")


class FakeColumn:
    """A column as the scene reads it."""

    def __init__(self, blocks: np.ndarray[tuple[int, ...], np.dtype[np.uint16]]) -> None:
        self.blocks = blocks


class FakeWorld:
    """A flat world of stone around the middle."""

    def __init__(self, radius: int) -> None:
        self.columns: dict[tuple[int, int], FakeColumn] = {}
        self.changed: set[tuple[int, int]] = set()
        for x in range(-radius, radius + 1):
            for z in range(-radius, radius + 1):
                self.add((x, z))

    def add(self, pos: tuple[int, int]) -> None:
        blocks = np.zeros((16, 128, 16), dtype=np.uint16)
        blocks[:, :4] = 1
        self.columns[pos] = FakeColumn(blocks)
        self.changed.add(pos)

    def put(self, x: int, y: int, z: int, state: int) -> None:
        self.columns[(x >> 4, z >> 4)].blocks[x & 15, y, z & 15] = state
        self.changed.add((x >> 4, z >> 4))


@pytest.fixture(autouse=True)
def _nothing_stays_behind() -> Iterator[None]:
    before = gl.live_objects()
    yield
    assert gl.live_objects() == before


@pytest.fixture
def scene(packs: Packs, states: StateTable) -> Iterator[Scene]:
    made = Scene(packs, states, ("minecraft:stone", "minecraft:stick"))
    yield made
    made.delete()


@pytest.fixture
def board(packs: Packs) -> Iterator[BoardScene]:
    made = BoardScene(packs)
    yield made
    made.delete()


def busy_frame(time: float = 1.0) -> Frame:
    bodies = (
        BodyShape(1, "player", "Ada", 3, 4, 3, yaw=40, pitch=10, held="minecraft:stone", walk=time, stride=1.0),
        BodyShape(2, "player", "Bob", 5, 4, 3, pose="sitting", swing=0.4),
        BodyShape(3, "drop", "", 4, 4, 5, item="minecraft:stick", count=20),
    )
    return Frame(
        Camera(4.5, 6.0, -1.0, 0.0, 25.0),
        time,
        12_000,
        bodies=bodies,
        tables={(4, 3, 3): TableShape((1, 2, 3, 4, 5, 6), rolled_at=0.6)},
        aim=Aim((4, 3, 2), 0.5),
        hand=Hand("Ada", "minecraft:stick"),
    )


def pixels() -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    return gl.read_pixels(VIEWPORT)


# ------------------------------------------------------------------ the world


def test_a_busy_picture_makes_no_objects_after_the_first(scene: Scene) -> None:
    world = FakeWorld(2)
    scene.finish(world, (0, 5, 0))
    scene.draw(busy_frame(), VIEWPORT)
    made = gl.made_objects()
    for number in range(5):
        scene.update(world, (0, 5, 0))
        scene.draw(busy_frame(1.0 + number / 10), VIEWPORT)
    assert gl.made_objects() == made
    assert len(np.unique(pixels().reshape(-1, 4), axis=0)) > 20


def test_an_empty_viewport_draws_nothing(scene: Scene) -> None:
    gl.clear((0.1, 0.2, 0.3, 1.0))
    before = pixels()
    scene.draw(busy_frame(), gl.Viewport(0, 0, 0, 0))
    assert (pixels() == before).all()


def test_a_column_waits_for_its_neighbours(scene: Scene) -> None:
    world = FakeWorld(1)
    scene.finish(world, (0, 5, 0))
    assert scene.drawn_columns == {(0, 0)}
    for z in (-1, 0, 1):
        world.add((2, z))
    scene.finish(world, (0, 5, 0))
    assert scene.drawn_columns == {(0, 0), (1, 0)}


def test_a_column_out_of_view_is_freed(scene: Scene) -> None:
    world = FakeWorld(2)
    scene.finish(world, (0, 5, 0))
    meshes = gl.live_objects()["mesh"]
    del world.columns[(1, 1)]
    world.changed.add((1, 1))
    scene.finish(world, (0, 5, 0))
    assert (1, 1) not in scene.drawn_columns
    assert gl.live_objects()["mesh"] == meshes - 1


def looking_down(x: float, z: float) -> Frame:
    return Frame(Camera(x, 12.0, z, 180.0, 89.0, fov=20.0), 0.0, 6000)


def test_an_edit_at_a_border_shows_the_wall_behind_it_at_once(scene: Scene) -> None:
    world = FakeWorld(2)
    scene.finish(world, (0, 5, 0))
    into_the_wall = Frame(Camera(15.3, 3.5, 8.5, 270.0, 0.0), 0.0, 6000)
    scene.draw(into_the_wall, VIEWPORT)
    blue = pixels()[30:60, 50:110].astype(int)
    assert (blue[..., 2] > blue[..., 0] + 20).any()
    world.put(15, 3, 8, 0)
    scene.finish(world, (0, 5, 0))
    scene.draw(into_the_wall, VIEWPORT)
    wall = pixels()[30:60, 50:110].astype(int)
    assert (np.abs(wall[..., 2] - wall[..., 0]) < 20).all()


def test_a_lamp_lights_the_neighbour_column_that_nobody_named_as_changed(scene: Scene) -> None:
    world = FakeWorld(2)
    scene.finish(world, (0, 5, 0))
    night = replace(looking_down(18.5, 8.5), day_time=18_000)
    scene.draw(night, VIEWPORT)
    before = pixels().astype(int).sum()
    world.put(13, 4, 8, 5)
    scene.finish(world, (0, 5, 0))
    scene.draw(night, VIEWPORT)
    assert pixels().astype(int).sum() > before * 1.2


def test_the_same_place_far_from_the_middle_looks_the_same(packs: Packs, states: StateTable) -> None:
    pictures = []
    for shift in (0, 400_000):
        world = FakeWorld(1)
        world.columns = {(x + shift, z): column for (x, z), column in world.columns.items()}
        world.changed = set(world.columns)
        made = Scene(packs, states)
        made.finish(world, (shift * 16, 5, 0))
        made.draw(Frame(Camera(shift * 16 + 8.3, 6.0, 8.3, 10.0, 70.0), 0.0, 6000), VIEWPORT)
        pictures.append(pixels().astype(int))
        made.delete()
    assert np.abs(pictures[0] - pictures[1]).mean() < 0.5


# ------------------------------------------------------------------ the board

CHOOSING = BoardPicture(
    roll=(1, 5, 3, 2, 6, 5),
    seed=3,
    rolled_at=0.0,
    choosing=True,
    scoring=frozenset({0, 1, 5}),
    selection=frozenset({0}),
)


def test_every_die_is_found_under_its_own_pixel(board: BoardScene) -> None:
    for viewport in (VIEWPORT, gl.Viewport(40, 30, 200, 120)):
        board.draw(CHOOSING, viewport, 9.0, Margins(right=20, bottom=15))
        for position in range(6):
            place = board.die_pixel(position)
            assert place is not None
            assert board.die_at(*place) == position


def test_felt_rim_and_outside_hold_no_die(board: BoardScene) -> None:
    assert board.die_at(80, 45) is None
    board.draw(CHOOSING, VIEWPORT, 9.0)
    for place in ((2, 2), (80, 12), (158, 88), (-50, 900)):
        assert board.die_at(*place) is None


def test_dice_kept_in_earlier_rolls_cannot_be_picked(board: BoardScene) -> None:
    picture = replace(CHOOSING, roll=(2, 3), groups=((5,),))
    board.draw(picture, VIEWPORT, 9.0)
    x, y = board.group_pixels(picture)[0]
    assert all(board.die_at(x, y + up) is None for up in range(0, 16, 2))
    assert board.die_pixel(2) is None


def test_a_selected_die_rises_and_sinks_again(board: BoardScene) -> None:
    def height() -> float:
        place = board.die_pixel(0)
        assert place is not None
        return place[1]

    board.draw(replace(CHOOSING, selection=frozenset()), VIEWPORT, 9.0)
    low = height()
    board.draw(CHOOSING, VIEWPORT, 9.02)
    rising = height()
    board.draw(CHOOSING, VIEWPORT, 20.0)
    high = height()
    assert low < rising < high
    board.draw(replace(CHOOSING, selection=frozenset()), VIEWPORT, 40.0)
    assert height() == pytest.approx(low)


def test_margins_move_the_board_out_of_what_covers_it(board: BoardScene) -> None:
    board.draw(CHOOSING, VIEWPORT, 9.0)
    free = [board.die_pixel(position) for position in range(6)]
    board.draw(CHOOSING, VIEWPORT, 9.0, Margins(right=60))
    covered = [board.die_pixel(position) for position in range(6)]
    for one, two in zip(free, covered, strict=True):
        assert one is not None
        assert two is not None
        assert two[0] < one[0] - 10


def test_a_board_makes_no_objects_after_its_first_pictures(board: BoardScene) -> None:
    for number in range(6):
        board.draw(CHOOSING, VIEWPORT, 0.1 + number / 10)
    made = gl.made_objects()
    for number in range(12):
        board.draw(replace(CHOOSING, hover=number % 6), VIEWPORT, 1.0 + number / 5)
        board.draw(replace(CHOOSING, hover=number % 6), VIEWPORT, 1.0 + number / 5)
    assert gl.made_objects() == made


def test_a_board_at_rest_is_shown_without_being_drawn_anew_and_follows_what_changes(
    board: BoardScene, packs: Packs
) -> None:
    gl.clear((0.0, 0.0, 0.0, 1.0))
    board.draw(CHOOSING, VIEWPORT, 9.0)
    rest = pixels()
    gl.clear((1.0, 0.0, 1.0, 1.0))
    board.draw(CHOOSING, VIEWPORT, 9.5)
    assert np.array_equal(pixels(), rest)
    for seconds in (1.0, 2.0):
        board.draw(replace(CHOOSING, roll=(2, 2, 3, 4, 6, 6)), VIEWPORT, 9.5 + seconds)
    assert not np.array_equal(pixels(), rest)
    board.draw(CHOOSING, gl.Viewport(0, 0, 120, 90), 15.0)
    assert not np.array_equal(pixels()[:, :120], rest[:, :120])


def test_a_board_that_moved_too_slowly_rests_as_sharp_as_one_that_never_moved(board: BoardScene, packs: Packs) -> None:
    board.draw(CHOOSING, VIEWPORT, 9.0)
    sharp = pixels()
    other = BoardScene(packs)
    try:
        for number in range(10):
            other.draw(CHOOSING, VIEWPORT, number / 10)
        coarse = pixels()
        for time in (9.0, 9.1):
            other.draw(CHOOSING, VIEWPORT, time)
        assert np.array_equal(pixels(), sharp)
        assert np.abs(np.diff(coarse[..., 1].astype(int), axis=1)).mean() > 1
    finally:
        other.delete()


def test_a_board_without_pixels_is_harmless(board: BoardScene) -> None:
    board.draw(CHOOSING, gl.Viewport(0, 0, 0, 90), 1.0)
    assert board.die_at(0, 0) is None
    board.draw(CHOOSING, gl.Viewport(0, 0, 1, 1), 1.0, Margins(left=50, top=50))


def test_a_board_leaves_the_rest_of_the_window_alone(board: BoardScene) -> None:
    gl.clear((1.0, 0.0, 1.0, 1.0))
    board.draw(CHOOSING, gl.Viewport(40, 20, 80, 50), 9.0)
    picture = pixels()
    assert (picture[0, :, :3] == (255, 0, 255)).all()
    assert (picture[:, :40, :3] == (255, 0, 255)).all()
    assert not (picture[30:60, 50:110, :3] == (255, 0, 255)).all(axis=2).any()


# ------------------------------------------------------------------ icons and the wrapper


def test_every_item_has_an_icon_of_its_own(packs: Packs) -> None:
    items = ("minecraft:stone", "minecraft:stick", "minecraft:glass", "minecraft:oak_slab", "minecraft:lantern")
    icons = Icons(packs, items)
    pictures = icons_of(icons, items)
    for picture in pictures:
        assert picture.shape == (SIZE, SIZE, 4)
        assert (picture[..., 3] > 200).sum() > SIZE * SIZE / 8
        assert picture[0, 0, 3] == 0 or picture[SIZE // 2, SIZE // 2, 3] == 0
    assert icons.uv("minecraft:nothing") is None
    assert "minecraft:stone" in icons
    icons.delete()


def test_a_block_icon_is_lighter_on_top_than_at_its_sides(packs: Packs) -> None:
    icons = Icons(packs, ("minecraft:stone",))
    stone = icons_of(icons, ("minecraft:stone",))[0].astype(int)
    icons.delete()
    top, left, right = stone[SIZE // 4, SIZE // 2, 0], stone[30, 14, 0], stone[30, 34, 0]
    assert top > max(left, right)
    assert left != right


def icons_of(icons: Icons, items: tuple[str, ...]) -> list[np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]:
    """The pixels of icons, read back by drawing the whole picture into a framebuffer."""
    width, height = icons.texture.width, icons.texture.height
    frame = gl.Framebuffer(width, height)
    program = gl.Program(
        "layout(location = 0) in vec2 c; out vec2 at;"
        "void main() { at = vec2(c.x, 1.0 - c.y); gl_Position = vec4(c * 2.0 - 1.0, 0.0, 1.0); }",
        "uniform sampler2D p; in vec2 at; out vec4 r; void main() { r = texture(p, at); }",
    )
    corners = np.zeros(4, dtype=[("c", "<f4", (2,))])
    corners["c"] = [(0, 0), (1, 0), (1, 1), (0, 1)]
    mesh = gl.Mesh([gl.Attribute(0, "c")], corners)
    with frame:
        gl.states()
        program.use()
        icons.texture.bind(0)
        mesh.draw_quads()
        whole = gl.read_pixels(frame.viewport)
    for thing in (frame, program, mesh):
        thing.delete()
    cut = []
    for item in items:
        uv = icons.uv(item)
        assert uv is not None
        left, top, right, bottom = (round(value * width) for value in uv)
        cut.append(whole[top:bottom, left:right])
    return cut


def test_a_screenshot_is_a_picture_of_the_framebuffer_right_side_up() -> None:
    gl.clear((0.0, 0.0, 1.0, 1.0))
    gl.scissor(gl.Viewport(0, 0, 160, 20))
    gl.clear((1.0, 0.0, 0.0, 1.0))
    gl.scissor(None)
    picture = decode_png(gl.screenshot(160, 90))
    assert picture.shape == (90, 160, 4)
    assert picture[0, 0].tolist() == [0, 0, 255, 255]
    assert picture[89, 159].tolist() == [255, 0, 0, 255]


def test_a_refused_shader_says_what_the_driver_said() -> None:
    with pytest.raises(gl.ShaderRefused, match="nonsense"):
        gl.Program("void main() { nonsense; }", "void main() {}")


def test_deleting_twice_is_harmless() -> None:
    texture = gl.Texture(np.zeros((2, 2, 4), dtype=np.uint8))
    texture.delete()
    texture.delete()
