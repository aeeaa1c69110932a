"""The dice on a table in the world, as everybody near sees them."""

from client.model.playback import FARKLE_SECONDS, LONG_AGO, THROW_SECONDS
from client.scene.frame import TableShape
from client.ui.screens.world import WorldScreen
from server.shared.protocol.tabletop import BoardEvent
from tests.client.boards import a_lobby, a_match, a_roll

from .conftest import TABLE, Client

FARKLED = (2, 3, 4, 6, 6, 3)


def lying(client: Client) -> TableShape:
    """What lies on the table now."""
    screen = client.app.screen
    assert isinstance(screen, WorldScreen)
    return client.app.view.frame(client.script.know, screen.hands, client.app.seconds).tables[TABLE]


def rolled(kind: str, seat: int, *dice: int) -> BoardEvent:
    return BoardEvent(kind=kind, seat=seat, dice=dice, points=0, text="")


def test_dice_are_thrown_from_the_side_of_whoever_rolls(client: Client) -> None:
    client.show(a_lobby(3))
    client.frames(0.05)
    client.show(a_match(players=4), rolled("opening_roll", 2, 5), rolled("opening_roll", 3, 2), rolled("started", 0))
    client.frames(0.05)
    assert (lying(client).roll, lying(client).side) == ((5,), 1)
    client.frames(THROW_SECONDS)
    assert (lying(client).roll, lying(client).side) == ((2,), 3)
    client.frames(THROW_SECONDS + 1.5)
    client.show(a_roll(), rolled("rolled", 0, *a_roll().turn.roll))  # type: ignore[union-attr]
    client.frames(0.05)
    assert (lying(client).roll, lying(client).side) == ((1, 5, 5, 2, 3, 3), 2)


def test_with_less_motion_dice_lie_still_on_the_table_at_once(client: Client) -> None:
    client.app.remember(reduced_motion=True)
    client.show(a_match())
    client.frames(0.05)
    client.show(a_roll(), rolled("rolled", 0, *a_roll().turn.roll))  # type: ignore[union-attr]
    client.frames(0.05)
    assert (lying(client).roll, lying(client).rolled_at) == ((1, 5, 5, 2, 3, 3), LONG_AGO)


def test_a_farkle_lies_on_the_table_for_a_moment_though_the_turn_has_passed(client: Client) -> None:
    client.show(a_match())
    client.frames(0.05)
    client.show(a_match(turn=1), rolled("rolled", 0, *FARKLED), rolled("farkle", 0))
    client.frames(0.1)
    assert (lying(client).roll, lying(client).side) == (FARKLED, 2)
    client.frames(THROW_SECONDS + FARKLE_SECONDS + 0.2)
    assert (lying(client).roll, lying(client).side) == ((), 0)


def test_a_throw_tumbles_alike_for_everybody_who_sees_it(client: Client) -> None:
    view = a_roll()
    client.show(view, rolled("rolled", 0, *FARKLED))
    client.frames(0.05)
    seed = lying(client).seed
    client.show(None)
    client.show(view, rolled("entered", 0), rolled("rolled", 0, *FARKLED))
    client.frames(0.05)
    assert lying(client).seed == seed
