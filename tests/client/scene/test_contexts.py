"""Two windows that take turns in one process, as in the tour: what each has on the card stays there."""

import ctypes
import subprocess
import sys
from typing import Any

import numpy as np
import pyglet
import pytest

from client import gl


def _quads() -> gl.Mesh:
    return gl.Mesh([gl.Attribute(0, "place")], np.zeros(8, dtype=[("place", "<f4", (2,))]))


def _bound_indices() -> int:
    name = pyglet.gl.GLint()
    pyglet.gl.glGetIntegerv(pyglet.gl.GL_ELEMENT_ARRAY_BUFFER_BINDING, ctypes.byref(name))
    return name.value


def test_windows_that_take_turns_keep_the_index_buffer_of_their_quads(window: Any) -> None:
    other = pyglet.window.Window(64, 64, config=window.config, visible=False)
    program_source = "layout(location = 0) in vec2 place; void main() { gl_Position = vec4(place, 0.0, 1.0); }"
    windows = (window, other)
    programs, meshes = [], []
    for each in windows:
        each.switch_to()
        programs.append(gl.Program(program_source, "out vec4 shown; void main() { shown = vec4(1.0); }"))
        meshes.append(_quads())
    bound: list[list[int]] = [[], []]
    try:
        for _ in range(3):
            for number, each in enumerate(windows):
                each.switch_to()
                programs[number].use()
                meshes[number].draw_quads()
                bound[number].append(_bound_indices())
    finally:
        for number, each in enumerate(windows):
            each.switch_to()
            meshes[number].delete()
            programs[number].delete()
        window.switch_to()
        other.close()
        window.switch_to()
    assert all(names[0] > 0 and len(set(names)) == 1 for names in bound)


@pytest.mark.parametrize("module", ["client.app", "client.tour"])
def test_no_way_into_the_client_asks_opengl_for_errors_after_each_call(module: str) -> None:
    code = "import pyglet; pyglet.options.headless = True; import {}; from pyglet.gl import lib; print(lib._debug_gl)"
    command = [sys.executable, "-c", code.format(module)]
    said = subprocess.run(command, check=False, capture_output=True, text=True, timeout=60)
    assert said.stdout.strip() == "False", said.stderr
