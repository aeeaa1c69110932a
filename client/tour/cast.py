"""Who takes part in the tour, and how somebody comes into the world: through the title and the join screen."""

from pathlib import Path

from pyglet.window import key

from client.ui.screens.world import WorldScreen

from .album import Album
from .pilot import Pilot
from .player import Company, Player

LARGE, SMALL = (1280, 720), (960, 540)


class Cast:
    """Ada, and Bob once he has joined; `pilot` is how Ada gets about."""

    def __init__(self, album: Album, folder: Path, address: str) -> None:
        self.album = album
        self.address = address
        self.ada = Player("Ada", LARGE, folder / "ada")
        self.company = Company(self.ada)
        self.pilot = Pilot(self.ada, self.company)
        self._folder = folder

    def bring_bob(self) -> Player:
        """The second player starts the client."""
        bob = Player("Bob", SMALL, self._folder / "bob")
        self.company.players.append(bob)
        return bob

    def close(self) -> None:
        """Everybody ends the client."""
        for player in self.company.players:
            player.close()

    def enter(self, player: Player) -> None:
        """From the title into the world, by typing the server's address."""
        screen = player.app.screen
        if not player.app.name:
            player.type(player.name)
        player.click(screen.placed["join"])
        self.company.beat()
        for _ in range(64):
            player.press(key.BACKSPACE)
        player.type(self.address)
        if player is self.ada:
            self.company.rest(0.3)
            self.album.picture(player, "join", "Ada types the address of a friend's server.")
        player.press(key.ENTER)
        self.company.until(lambda: isinstance(player.app.screen, WorldScreen), f"{player.name} is in the world", 60)
