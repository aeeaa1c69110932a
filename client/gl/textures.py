"""Pictures on the graphics card, alone or as layers of equal tiles."""

import ctypes
from collections.abc import Sequence
from typing import Final

import numpy as np
import numpy.typing as npt
from pyglet import gl

from .objects import LIVE, born, pointer


class Texture:
    """A 2D texture of 8-bit RGBA pixels, row 0 at the top of the picture (v = 0)."""

    target: Final = gl.GL_TEXTURE_2D

    def __init__(self, pixels: npt.NDArray[np.uint8], *, smooth: bool = False, repeat: bool = False) -> None:
        """`pixels` has shape (height, width, 4)."""
        self.height, self.width = pixels.shape[:2]
        self._id = _new_texture(self.target, smooth=smooth, repeat=repeat)
        self.fill(pixels)
        born("texture")

    def fill(self, pixels: npt.NDArray[np.uint8]) -> None:
        """Replace the whole picture by one of any size."""
        self.height, self.width = pixels.shape[:2]
        gl.glBindTexture(self.target, self._id)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        gl.glTexImage2D(
            self.target,
            0,
            gl.GL_RGBA8,
            self.width,
            self.height,
            0,
            gl.GL_RGBA,
            gl.GL_UNSIGNED_BYTE,
            pointer(pixels),
        )

    def bind(self, unit: int = 0) -> None:
        """Read it through this texture unit."""
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(self.target, self._id)

    @property
    def handle(self) -> int:
        """OpenGL's own name of it, for a framebuffer."""
        return self._id

    def delete(self) -> None:
        """Free it."""
        self._id = _free_texture(self._id)


class TextureArray:
    """Layers of equal tiles with their mipmaps given, so that no tile ever bleeds into another."""

    target: Final = gl.GL_TEXTURE_2D_ARRAY

    def __init__(self, levels: Sequence[npt.NDArray[np.uint8]], *, smooth: bool = False) -> None:
        """`levels` are arrays (layers, size, size, 4), each half the size of the one before, down to 1."""
        self._id = _new_texture(self.target, smooth=smooth, repeat=False)
        shrinking = gl.GL_LINEAR_MIPMAP_LINEAR if smooth else gl.GL_NEAREST_MIPMAP_LINEAR
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_MIN_FILTER, shrinking)
        gl.glTexParameteri(self.target, gl.GL_TEXTURE_MAX_LEVEL, len(levels) - 1)
        gl.glPixelStorei(gl.GL_UNPACK_ALIGNMENT, 1)
        for level, tiles in enumerate(levels):
            layers, height, width = tiles.shape[:3]
            gl.glTexImage3D(
                self.target,
                level,
                gl.GL_RGBA8,
                width,
                height,
                layers,
                0,
                gl.GL_RGBA,
                gl.GL_UNSIGNED_BYTE,
                pointer(tiles),
            )
        born("texture")

    def bind(self, unit: int = 0) -> None:
        """Read it through this texture unit."""
        gl.glActiveTexture(gl.GL_TEXTURE0 + unit)
        gl.glBindTexture(self.target, self._id)

    def delete(self) -> None:
        """Free it."""
        self._id = _free_texture(self._id)


def _new_texture(target: int, *, smooth: bool, repeat: bool) -> int:
    name = gl.GLuint()
    gl.glGenTextures(1, ctypes.byref(name))
    gl.glBindTexture(target, name.value)
    filtering = gl.GL_LINEAR if smooth else gl.GL_NEAREST
    wrapping = gl.GL_REPEAT if repeat else gl.GL_CLAMP_TO_EDGE
    gl.glTexParameteri(target, gl.GL_TEXTURE_MIN_FILTER, filtering)
    gl.glTexParameteri(target, gl.GL_TEXTURE_MAG_FILTER, filtering)
    gl.glTexParameteri(target, gl.GL_TEXTURE_WRAP_S, wrapping)
    gl.glTexParameteri(target, gl.GL_TEXTURE_WRAP_T, wrapping)
    return name.value


def _free_texture(name: int) -> int:
    if name:
        gl.glDeleteTextures(1, ctypes.byref(gl.GLuint(name)))
        LIVE["texture"] -= 1
    return 0
