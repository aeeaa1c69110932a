"""Vertices on the graphics card, drawn as triangles, lines or quads."""

import ctypes
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

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
        self._indexed: Any = None
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
            if self._indexed is not _indices.context or first + quads > _indices.quads:
                _bind_quad_indices(first + quads)
                self._indexed = _indices.context
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
    """The index buffer that all quads share; grows to the most quads ever drawn at once."""

    def __init__(self) -> None:
        self.name = 0
        self.quads = 0
        self.context: Any = None


_indices: Final = _QuadIndices()


def _bind_quad_indices(quads: int) -> None:
    context = gl.current_context
    if _indices.context is not context:
        _indices.name, _indices.quads, _indices.context = 0, 0, context
    if not _indices.name:
        name = gl.GLuint()
        gl.glGenBuffers(1, ctypes.byref(name))
        _indices.name = name.value
    gl.glBindBuffer(gl.GL_ELEMENT_ARRAY_BUFFER, _indices.name)
    if quads <= _indices.quads:
        return
    grown = max(4096, 1 << (quads - 1).bit_length())
    corners = np.array([0, 1, 2, 0, 2, 3], dtype=np.uint32)
    values = (np.arange(grown, dtype=np.uint32)[:, None] * 4 + corners).ravel()
    gl.glBufferData(gl.GL_ELEMENT_ARRAY_BUFFER, values.nbytes, pointer(values), gl.GL_STATIC_DRAW)
    _indices.quads = grown
