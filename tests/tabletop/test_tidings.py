"""What waits for an absent player: the latest sentences, told once."""

from server.engine.plugins import PluginHost
from server.shared.protocol.chat import Notice
from server.tabletop.tidings import MOST, Tidings
from tests.tabletop.room import Room


def test_of_many_tidings_the_latest_are_told_once_on_coming_back() -> None:
    room = Room()
    host = PluginHost("tabletop", room.engine.content, room.hooks, {}, {})
    host.players = room.people
    tidings = Tidings(host)

    def spread(number: int) -> None:
        room.engine.change(lambda changes: tidings.tell(changes, "bob", f"Tiding {number}."))

    def heard() -> list[str]:
        return [message.text for message in room.peers["bob"].heard if isinstance(message, Notice)]

    for number in range(MOST + 3):
        spread(number)
    room.join("bob")
    assert heard() == [f"Tiding {number}." for number in range(3, MOST + 3)]
    spread(99)
    room.engine.tick()
    assert heard()[-1] == "Tiding 99."
    room.leave("bob")
    room.join("bob")
    assert heard() == []
