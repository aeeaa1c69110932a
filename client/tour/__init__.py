"""The tour: two players off screen go the whole way from bare hands to a rematch, through their keys and mice alone.

`player.py` is a client without a screen, `pilot.py` its walking and working over `paths.py`, `album.py` the pictures
and the transcript, `journey.py` the story in three parts. Nothing here knows more than a player sees and hears.
"""

from .journey import run

__all__ = ["run"]
