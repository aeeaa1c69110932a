"""A rectangle to draw into, and the drawing state: clearing, scissors, depth, culling and blending."""

from dataclasses import dataclass

from pyglet import gl


@dataclass(frozen=True, slots=True)
class Viewport:
    """A rectangle of framebuffer pixels, origin at the lower left."""

    x: int
    y: int
    width: int
    height: int

    @property
    def empty(self) -> bool:
        """Nothing can be drawn into it, as when a window is minimised."""
        return self.width <= 0 or self.height <= 0

    @property
    def aspect(self) -> float:
        """Width over height."""
        return self.width / max(1, self.height)

    def enter(self) -> None:
        """Draw into this rectangle from now on."""
        gl.glViewport(self.x, self.y, max(0, self.width), max(0, self.height))


def clear(colour: tuple[float, float, float, float] | None, *, depth: bool = True) -> None:
    """Clear the colour (unless None) and the depth of the whole bound framebuffer, or of the scissor rectangle."""
    gl.glDepthMask(gl.GL_TRUE)
    bits = gl.GL_DEPTH_BUFFER_BIT if depth else 0
    if colour is not None:
        gl.glClearColor(*colour)
        bits |= gl.GL_COLOR_BUFFER_BIT
    gl.glClear(bits)


def scissor(viewport: Viewport | None) -> None:
    """Touch only the pixels of a rectangle, or all again."""
    if viewport is None:
        gl.glDisable(gl.GL_SCISSOR_TEST)
    else:
        gl.glEnable(gl.GL_SCISSOR_TEST)
        gl.glScissor(viewport.x, viewport.y, max(0, viewport.width), max(0, viewport.height))


def states(*, depth: bool = False, write_depth: bool = True, cull: bool = False, blend: str = "") -> None:
    """Set all drawing state at once. `blend`: '' none, 'alpha' (straight alpha) or 'add'."""
    _toggle(gl.GL_DEPTH_TEST, depth)
    gl.glDepthFunc(gl.GL_LEQUAL)
    gl.glDepthMask(gl.GL_TRUE if write_depth else gl.GL_FALSE)
    _toggle(gl.GL_CULL_FACE, cull)
    _toggle(gl.GL_BLEND, blend != "")
    if blend == "alpha":
        gl.glBlendFuncSeparate(gl.GL_SRC_ALPHA, gl.GL_ONE_MINUS_SRC_ALPHA, gl.GL_ONE, gl.GL_ONE_MINUS_SRC_ALPHA)
    elif blend == "add":
        gl.glBlendFunc(gl.GL_SRC_ALPHA, gl.GL_ONE)


def _toggle(what: int, on: bool) -> None:
    if on:
        gl.glEnable(what)
    else:
        gl.glDisable(what)
