"""Pictures that are drawn into instead of the window: plain ones, and ones with smoothed edges."""

import ctypes
from collections.abc import Iterator
from contextlib import contextmanager

import numpy as np
from pyglet import gl

from .objects import LIVE, born
from .textures import Texture
from .viewport import Viewport


class Framebuffer:
    """A picture with depth to draw into; its colour is a Texture."""

    def __init__(self, width: int, height: int) -> None:
        self.viewport = Viewport(0, 0, width, height)
        self.colour = Texture(np.zeros((height, width, 4), dtype=np.uint8))
        frame, depth = gl.GLuint(), gl.GLuint()
        gl.glGenFramebuffers(1, ctypes.byref(frame))
        gl.glGenRenderbuffers(1, ctypes.byref(depth))
        self._frame, self._depth = frame.value, depth.value
        born("framebuffer")
        before = bound_framebuffer()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        gl.glFramebufferTexture2D(gl.GL_FRAMEBUFFER, gl.GL_COLOR_ATTACHMENT0, gl.GL_TEXTURE_2D, self.colour.handle, 0)
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, self._depth)
        gl.glRenderbufferStorage(gl.GL_RENDERBUFFER, gl.GL_DEPTH_COMPONENT24, width, height)
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, gl.GL_DEPTH_ATTACHMENT, gl.GL_RENDERBUFFER, self._depth)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, before)

    @property
    def handle(self) -> int:
        """OpenGL's own name of it."""
        return self._frame

    def __enter__(self) -> "Framebuffer":
        """Draw into it until the block ends; then the framebuffer of before again (set a viewport anew)."""
        self._before = bound_framebuffer()
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._frame)
        self.viewport.enter()
        return self

    def __exit__(self, *_: object) -> None:
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._before)

    def delete(self) -> None:
        """Free it and its texture."""
        if self._frame:
            gl.glDeleteFramebuffers(1, ctypes.byref(gl.GLuint(self._frame)))
            gl.glDeleteRenderbuffers(1, ctypes.byref(gl.GLuint(self._depth)))
            self.colour.delete()
            self._frame = self._depth = 0
            LIVE["framebuffer"] -= 1


class SmoothCanvas:
    """A canvas whose edges are smoothed by several samples a pixel; made anew only when its size changes. A `stretched`
    one is shown larger than it was drawn, without showing its pixels."""

    def __init__(self, samples: int, *, stretched: bool = False) -> None:
        self._samples = samples
        self._stretched = stretched
        self._many = 0
        self._buffers: tuple[int, ...] = ()
        self._one: Framebuffer | None = None

    @contextmanager
    def drawing(self, width: int, height: int) -> Iterator[None]:
        """Draw into the canvas at this size until the block ends; then the framebuffer of before is bound again."""
        before = bound_framebuffer()
        if self._one is None or (self._one.viewport.width, self._one.viewport.height) != (width, height):
            self._resize(width, height)
        assert self._one is not None
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._many)
        self._one.viewport.enter()
        yield
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._many)
        gl.glBindFramebuffer(gl.GL_DRAW_FRAMEBUFFER, self._one.handle)
        corners = (0, 0, width, height)
        gl.glBlitFramebuffer(*corners, *corners, gl.GL_COLOR_BUFFER_BIT, gl.GL_NEAREST)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, before)

    def show(self, viewport: Viewport) -> None:
        """Put what was drawn into a viewport of the bound framebuffer."""
        if self._one is None:
            return
        before = bound_framebuffer()
        gl.glBindFramebuffer(gl.GL_READ_FRAMEBUFFER, self._one.handle)
        drawn = (0, 0, self._one.viewport.width, self._one.viewport.height)
        shown = (viewport.x, viewport.y, viewport.x + viewport.width, viewport.y + viewport.height)
        filtering = gl.GL_LINEAR if self._stretched else gl.GL_NEAREST
        gl.glBlitFramebuffer(*drawn, *shown, gl.GL_COLOR_BUFFER_BIT, filtering)
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, before)

    def delete(self) -> None:
        """Free everything."""
        self._free()

    def _resize(self, width: int, height: int) -> None:
        self._free()
        self._one = Framebuffer(width, height)
        before = bound_framebuffer()
        frame = gl.GLuint()
        gl.glGenFramebuffers(1, ctypes.byref(frame))
        self._many = frame.value
        born("framebuffer")
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, self._many)
        self._buffers = tuple(
            self._attach(kind, layout, width, height)
            for kind, layout in (
                (gl.GL_COLOR_ATTACHMENT0, gl.GL_RGBA8),
                (gl.GL_DEPTH_ATTACHMENT, gl.GL_DEPTH_COMPONENT24),
            )
        )
        gl.glBindFramebuffer(gl.GL_FRAMEBUFFER, before)

    def _attach(self, kind: int, layout: int, width: int, height: int) -> int:
        name = gl.GLuint()
        gl.glGenRenderbuffers(1, ctypes.byref(name))
        gl.glBindRenderbuffer(gl.GL_RENDERBUFFER, name.value)
        gl.glRenderbufferStorageMultisample(gl.GL_RENDERBUFFER, self._samples, layout, width, height)
        gl.glFramebufferRenderbuffer(gl.GL_FRAMEBUFFER, kind, gl.GL_RENDERBUFFER, name.value)
        return name.value

    def _free(self) -> None:
        if self._one is None:
            return
        self._one.delete()
        self._one = None
        gl.glDeleteFramebuffers(1, ctypes.byref(gl.GLuint(self._many)))
        for name in self._buffers:
            gl.glDeleteRenderbuffers(1, ctypes.byref(gl.GLuint(name)))
        LIVE["framebuffer"] -= 1


def bound_framebuffer() -> int:
    name = gl.GLint()
    gl.glGetIntegerv(gl.GL_FRAMEBUFFER_BINDING, ctypes.byref(name))
    return name.value
