"""The tour's pictures, numbered, and its transcript, a line for each step."""

from pathlib import Path

from client import gl

from .player import Player


class Album:
    """A folder of pictures with a transcript beside them, also said aloud as it grows."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._steps = 0
        self._lines: list[str] = []
        folder.mkdir(parents=True, exist_ok=True)
        for old in folder.glob("[0-9][0-9]-*.png"):
            old.unlink()

    def picture(self, player: Player, name: str, line: str) -> Path:
        """Keep what a player sees now, and a line about it."""
        self._steps += 1
        path = self.folder / f"{self._steps:02}-{name}.png"
        player.frame(0.0)
        player.window.switch_to()
        path.write_bytes(gl.screenshot(*player.window.get_framebuffer_size()))
        self.say(f"{self._steps:02} {name}: {line}")
        return path

    def say(self, line: str) -> None:
        """A line of the transcript."""
        print(line, flush=True)
        self._lines.append(line)
        (self.folder / "transcript.txt").write_text("\n".join(self._lines) + "\n", encoding="utf-8")
