"""A world stored by the version before opens with today's code, and what was under way in it comes to its end."""

import shutil
from pathlib import Path

import pytest

from server.items.audit import audit
from server.shared.content import FARKLE_BOARD
from server.tabletop.pots import pots
from tests.end_to_end.guest import play_until
from tests.end_to_end.three_matches import PAIRS, STAKES_OF, Seated, come_to, enter, opened, tables, unpack

pytestmark = pytest.mark.timeout(180)

WORLDS = sorted((Path(__file__).parent / "worlds").glob("three_matches_*.sqlite.gz"))


@pytest.mark.parametrize("stored", WORLDS, ids=lambda path: path.name.split(".")[0])
def test_the_three_matches_of_a_stored_world_come_to_their_ends(stored: Path, tmp_path: Path) -> None:
    unpack(stored, tmp_path)
    shutil.copytree(tmp_path / "world", tmp_path / "before")
    (pot,) = pots(tmp_path / "before", ("farkle",))
    assert not pot.stuck
    with opened(tmp_path) as server:
        for kind, names in PAIRS.items():
            ada, bob = (enter(server, name) for name in names)
            with ada, bob:
                _finish(kind, ada, bob)
        assert server.stop() == 0
    assert all(each.sound for each in audit(tmp_path / "world"))
    assert pots(tmp_path / "world", ("farkle",)) == []


def _finish(kind: str, first: Seated, second: Seated) -> None:
    """Two players come back to their match and play on from where it stood."""
    table = first.table = second.table = tables(first)[tuple(PAIRS).index(kind)]
    if kind == "paused":
        assert FARKLE_BOARD in first.items()
        come_to(table, first, second)
        first.hold(FARKLE_BOARD)
        first.use(table)
        first.see(lambda view: view.phase == "paused")
        first.sit(table, 1)
        second.sit(table, 3)
    first.see(lambda view: view.phase in ("to_roll", "to_keep", "to_decide"))
    before = first.view()
    assert sum(seat.score for seat in before.seats) > 0, "what was banked before still counts"
    assert (before.deadline is not None) == (kind == "clock")
    second.see(lambda view: view.match == before.match)
    over = play_until([first, second], lambda view: view.phase == "result")
    assert over.result is not None
    if kind == "pot":
        (winner,) = over.result.winners
        guest = next(each for each in (first, second) if each.welcome.player == over.seats[winner].player)
        guest.wait_until(lambda: dict(STAKES_OF.values()).items() <= guest.items().items())
