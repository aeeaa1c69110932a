"""The story of the tour from its first picture to its last; each part stands in a file of its own.

Each step waits for what it brought about and fails with a sentence when that does not come.
"""

import tempfile
from pathlib import Path

from client.network import NoServer, OwnWorld

from .album import Album
from .cast import Cast
from .crafting import Crafting
from .hosting import Hosting
from .outdoors import Outdoors
from .player import Stuck
from .playing import Playing

SEED = 7
"""What the tour's land grows from."""


def run(out: Path) -> int:
    """Play the whole journey and keep its pictures in `out`; returns 0, or 1 when a step failed."""
    album = Album(out)
    with tempfile.TemporaryDirectory(prefix="voxtable-tour-") as folder:
        world = OwnWorld(Path(folder) / "world", seed=SEED, operators=("Ada",))
        try:
            host, port = world.start()
            _go(album, Cast(album, Path(folder), f"{host}:{port}"))
        except (Stuck, NoServer) as failure:
            album.say(f"The tour stops here: {failure}")
            return 1
        finally:
            world.stop()
    album.say("The tour is over: everything worked.")
    return 0


def _go(album: Album, cast: Cast) -> None:
    """The whole way; when somebody gets stuck, what they saw last is kept too."""
    try:
        outdoors, crafting, playing = Outdoors(cast), Crafting(cast), Playing(cast)
        outdoors.arrive()
        outdoors.gather()
        crafting.craft()
        playing.sit_down()
        playing.rematch(playing.play())
        hosting = Hosting(cast, playing)
        for part in (hosting.pause, hosting.leave, hosting.check_dice, hosting.stake, hosting.alone, hosting.claim):
            part()
    except Stuck:
        for player in cast.company.players:
            album.picture(player, f"stuck-{player.name.lower()}", "This is what was seen last.")
        raise
    finally:
        cast.close()
