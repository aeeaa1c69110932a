"""Vertices on the graphics card, drawn as triangles, lines or quads."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final
from weakref import WeakKeyDictionary

import numpy as np
import numpy.typing as npt
from pyglet import gl

from .objects import LIVE, born, pointer


@dataclass(frozen=True, slots=True)
class Attribute:
    """One vertex attribute: its location in the shader, and which field of the vertex array it reads.

    Integer fields arrive as floats, scaled to 0..1 when `normalized`."""

    location: int
    field: str
    normalized: bool = False


_GL_TYPES: Final = {
    "f4": gl.GL_FLOAT,
    "u1": gl.GL_UNSIGNED_BYTE,
    "i1": gl.GL_BYTE,
    "u2": gl.GL_UNSIGNED_SHORT,
    "i2": gl.GL_SHORT,
}


class Mesh:
    """A vertex array object with one vertex buffer, drawn as triangles, lines, or quads of four vertices each."""

    def __init__(self, attributes: Sequence[Attribute], vertices: npt.NDArray[Any], *, dynamic: bool = False) -> None:
        """`vertices` is a structured array whose fields the attributes name."""
        self._usage = gl.GL_DYNAMIC_DRAW if dynamic else gl.GL_STATIC_DRAW
        vao, vbo = gl.GLuint(), gl.GLuint()
        gl.glGenVertexArrays(1, ctypes.byref(vao))
        gl.glGenBuffers(1, ctypes.byref(vbo))
        self._vao, self._vbo = vao.value, vbo.value
        born("mesh")
        gl.glBindVertexArray(self._vao)
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._vbo)
        _describe(attributes, vertices.dtype)
        self._indices: _QuadIndices | None = None
        self.count = 0
        self.fill(vertices)

    def fill(self, vertices: npt.NDArray[Any]) -> None:
        """Replace all vertices by others of the same layout."""
        gl.glBindBuffer(gl.GL_ARRAY_BUFFER, self._vbo)
        gl.glBufferData(gl.GL_ARRAY_BUFFER, vertices.nbytes, pointer(vertices), self._usage)
        self.count = len(vertices)

    def draw(self, mode: int = gl.GL_TRIANGLES) -> None:
        """Draw all vertices in order."""
        if self.count:
            gl.glBindVertexArray(self._vao)
            gl.glDrawArrays(mode, 0, self.count)

    def draw_lines(self) -> None:
        """Draw pairs of vertices as lines."""
        self.draw(gl.GL_LINES)

    def draw_quads(self, first: int = 0, count: int | None = None) -> None:
        """Draw `count` quads from `first` on (all of them when None): four vertices each, counter-clockwise."""
        quads = self.count // 4 - first if count is None else count
        if quads > 0:
            gl.glBindVertexArray(self._vao)
            if self._indices is None:
                self._indices = _quad_indices()
                self._indices.bind()
            self._indices.reach(first + quads)
            gl.glDrawElements(gl.GL_TRIANGLES, quads * 6, gl.GL_UNSIGNED_INT, ctypes.c_void_p(first * 24))

    def delete(self) -> None:
        """Free it."""
        if self._vao:
            gl.glDeleteVertexArrays(1, ctypes.byref(gl.GLuint(self._vao)))
            gl.glDeleteBuffers(1, ctypes.byref(gl.GLuint(self._vbo)))
            self._vao = self._vbo = 0
            LIVE["mesh"] -= 1


def _describe(attributes: Sequence[Attribute], layout: np.dtype[Any]) -> None:
    if layout.fields is None:
        raise ValueError("A mesh needs a structured vertex array.")
    for attribute in attributes:
        field, offset = layout.fields[attribute.field][:2]
        base, shape = field.subdtype or (field, (1,))
        gl.glEnableVertexAttribArray(attribute.location)
        gl.glVertexAttribPointer(
            attribute.location,
            int(np.prod(shape)),
            _GL_TYPES[base.str[1:]],
            gl.GL_TRUE if attribute.normalized else gl.GL_FALSE,
            layout.itemsize,
            ctypes.c_void_p(offset),
        )


class _QuadIndices:
    """The index buffer that all quads of one context share; grows to the most quads ever drawn at once."""

    def __init__(self) -> None:
        name = gl.GLuint()
        gl.glGenBuffers(1, ctypes.byref(name))
        self._name = name.value
        self._quads = 0

    def bind(self) -> None:
        """Make it that of the bound vertex array, which remembers it."""
        gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, self._name)

    def reach(self, quads: int) -> None:
        """Make it long enough for so many quads; it is bound."""
        if quads <= self._quads:
            return
        self._quads = max(4096, 1 << (quads - 1).bit_length())
        corners = np.array([0, 1, 2, 0, 2, 3], dtype=np.uint32)
        values = (np.arange(self._quads, dtype=np.uint32)[:, None] * 4 + corners).ravel()
        gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, values.nbytes, pointer(values), gl.GL_STATIC_DRAW)


# Each context frees its own when it ends; two windows that take turns must not make it anew each time.
_by_context: Final[WeakKeyDictionary[Any, _QuadIndices]] = WeakKeyDictionary()


def _quad_indices() -> _QuadIndices:
    indices = _by_context.get(gl.current_context)
    if indices is None:
        indices = _by_context[gl.current_context] = _QuadIndices()
    return indices
