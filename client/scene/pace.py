"""When a picture that often lies still is drawn anew, and how finely, so that slow machines can follow what moves.

What looks as it did is not drawn again. Where drawing cannot keep up, what moves is drawn at half the resolution, and
sharply once it rests. No OpenGL here.
"""

from collections.abc import Hashable
from enum import Enum, auto
from typing import Final

SLOW_SECONDS: Final = 1 / 20
"""A frame that takes longer shows motion in jerks."""
_TRIED_AGAIN: Final = 60
_SELDOM: Final = 4096
"""Frames in a row that keep up before sharp motion is tried again: at first, and at most."""
_PATIENCE: Final = 3
"""Slow frames in a row before motion is drawn coarsely: a single one has other causes."""


class Drawing(Enum):
    """What a frame needs: the picture as it was, a sharp one, or a coarse one."""

    KEPT = auto()
    SHARP = auto()
    COARSE = auto()


class Pace:
    """Judges frame by frame. Drawing that was slow is tried sharply again after a while in which it kept up, each time
    after twice as long, so that a machine that is slow for good is not tried all the time."""

    def __init__(self) -> None:
        self._drawn = Drawing.KEPT
        self._look: Hashable = None
        self._moved_at: float | None = None
        self._slow_frames = 0
        self._fast_frames = 0
        self._fast_enough = _TRIED_AGAIN

    def judge(self, look: Hashable, time: float) -> Drawing:
        """What to draw for a `look`, equal for equal pictures, at a time in seconds."""
        if look == self._look:
            self._moved_at = None
            drawing = Drawing.SHARP if self._drawn is Drawing.COARSE else Drawing.KEPT
        else:
            self._watch(time)
            self._look = look
            drawing = Drawing.COARSE if self._slow_frames >= _PATIENCE else Drawing.SHARP
        if drawing is not Drawing.KEPT:
            self._drawn = drawing
        return drawing

    def _watch(self, time: float) -> None:
        """The picture moves: how long did the last of it take?"""
        if self._moved_at is not None:
            self._count(slow=time - self._moved_at > SLOW_SECONDS)
        self._moved_at = time

    def _count(self, *, slow: bool) -> None:
        if self._slow_frames < _PATIENCE:
            self._slow_frames = self._slow_frames + 1 if slow else 0
            self._fast_frames = 0
            return
        self._fast_frames = 0 if slow else self._fast_frames + 1
        if self._fast_frames >= self._fast_enough:
            self._slow_frames, self._fast_enough = 0, min(_SELDOM, self._fast_enough * 2)
