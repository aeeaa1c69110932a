"""Vertex and fragment shaders, and their uniforms."""

import ctypes
from collections.abc import Sequence
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from pyglet import gl

from .objects import LIVE, born

FLOAT_MATRIX: Final = 16


class ShaderRefused(Exception):
    """The driver does not accept a shader; the message carries its log."""


class Program:
    """A vertex and a fragment shader. Attribute locations are written in the shaders."""

    def __init__(self, vertex: str, fragment: str) -> None:
        """Compile and link; sources carry no #version line. Raises ShaderRefused with the driver's log."""
        shaders = [_compile(gl.GL_VERTEX_SHADER, vertex), _compile(gl.GL_FRAGMENT_SHADER, fragment)]
        self._id: int = gl.glCreateProgram()
        for shader in shaders:
            gl.glAttachShader(self._id, shader)
        gl.glLinkProgram(self._id)
        for shader in shaders:
            gl.glDeleteShader(shader)
        _check_status(self._id, gl.glGetProgramiv, gl.GL_LINK_STATUS, gl.glGetProgramInfoLog)
        self._places: dict[str, int] = {}
        born("program")

    def use(self) -> None:
        """Draw with this program from now on."""
        gl.glUseProgram(self._id)

    def set(self, name: str, value: float | Sequence[float] | npt.NDArray[Any]) -> None:
        """Set a uniform of the program in use: a float, 2 to 4 floats, a 4x4 matrix (row-major, as numpy holds it), or
        an array (n, 2..4) of vectors or (n, 4, 4) of matrices, named with [0]. A uniform that the compiler dropped
        is ignored."""
        place = self._place(name)
        if place < 0:
            return
        values = np.ascontiguousarray(value, dtype=np.float32)
        pointer = values.ctypes.data_as(ctypes.POINTER(ctypes.c_float))
        if values.ndim == 3 or (values.shape == (4, 4) and not name.endswith("[0]")):
            gl.glUniformMatrix4fv(place, values.size // FLOAT_MATRIX, gl.GL_TRUE, pointer)
            return
        size = 1 if values.ndim == 0 else values.shape[-1]
        count = values.shape[0] if values.ndim == 2 else 1
        _UNIFORM_SETTERS[size](place, count, pointer)

    def set_place(self, name: str, x: float, y: float, z: float) -> None:
        """Set a vector of three, as `set` does, but faster: for what changes with each object."""
        gl.glUniform3f(self._place(name), x, y, z)

    def set_unit(self, name: str, unit: int) -> None:
        """Set an integer uniform, such as the unit of a sampler."""
        place = self._place(name)
        if place >= 0:
            gl.glUniform1i(place, unit)

    def delete(self) -> None:
        """Free it."""
        if self._id:
            gl.glDeleteProgram(self._id)
            self._id = 0
            LIVE["program"] -= 1

    def _place(self, name: str) -> int:
        if name not in self._places:
            self._places[name] = gl.glGetUniformLocation(self._id, name.encode())
        return self._places[name]


_UNIFORM_SETTERS: Final = {1: gl.glUniform1fv, 2: gl.glUniform2fv, 3: gl.glUniform3fv, 4: gl.glUniform4fv}


def _compile(kind: int, source: str) -> int:
    shader: int = gl.glCreateShader(kind)
    text = ("#version 330 core\n" + source).encode()
    holder = (ctypes.POINTER(ctypes.c_char) * 1)(ctypes.cast(ctypes.create_string_buffer(text), _CHARS))
    gl.glShaderSource(shader, 1, holder, None)
    gl.glCompileShader(shader)
    _check_status(shader, gl.glGetShaderiv, gl.GL_COMPILE_STATUS, gl.glGetShaderInfoLog)
    return shader


_CHARS: Final = ctypes.POINTER(ctypes.c_char)


def _check_status(thing: int, ask: Any, what: int, read_log: Any) -> None:
    status = gl.GLint()
    ask(thing, what, ctypes.byref(status))
    if status.value:
        return
    log = ctypes.create_string_buffer(4096)
    read_log(thing, len(log), None, log)
    raise ShaderRefused(log.value.decode(errors="replace"))
