"""However many kinds of blocks and items a server has, they reach a client in messages that fit a frame."""

from server.players.welcome import in_pages
from server.shared.protocol import limits
from server.shared.protocol.codec import frame
from server.shared.protocol.login import ItemInfo, MoreKinds, Welcome
from server.shared.voxel.states import StateInfo
from tests.client.scripted import Script

STATES = tuple(StateInfo(f"plugin:{'block_' * 8}{number}") for number in range(3 * limits.KINDS_PAGE - 5))
ITEMS = tuple(ItemInfo(f"plugin:item_{number}", 64) for number in range(limits.KINDS_PAGE + 7))


def test_a_client_knows_every_kind_of_a_server_with_thousands() -> None:
    welcome = Welcome("p-ada", "Ada", 1, 100, operator=False, states=STATES, items=ITEMS)
    pages = list(in_pages(welcome))
    assert [type(page) for page in pages] == [MoreKinds, MoreKinds, Welcome]
    assert all(len(frame(page)) <= limits.FRAME_FROM_SERVER for page in pages)
    script = Script()
    script.greet()
    script.say(*pages)
    assert tuple(script.know.states.states) == STATES
    assert list(script.know.items) == [item.item for item in ITEMS]


def test_a_welcome_with_few_kinds_comes_alone() -> None:
    welcome = Welcome("p-ada", "Ada", 1, 100, operator=False, states=STATES[:10], items=())
    assert list(in_pages(welcome)) == [welcome]
