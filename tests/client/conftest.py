"""Off-screen OpenGL for all client tests. The headless option must be set before anything of pyglet is drawn with."""

import os
from collections.abc import Iterator
from typing import Any

import pyglet
import pytest

import client  # noqa: F401 - it turns pyglet's checks of each OpenGL call off; the tests want them

pyglet.options.headless = True
pyglet.options.debug_gl = True


@pytest.fixture(scope="session")
def window() -> Iterator[pyglet.window.BaseWindow]:
    """One window with an OpenGL 3.3 context for the whole run. Without OpenGL the test is skipped, in CI it fails."""
    try:
        from pyglet import gl

        config: Any = gl.Config
        wanted = config(major_version=3, minor_version=3, double_buffer=True, depth_size=24)
        made = pyglet.window.Window(320, 180, config=wanted, visible=False)
    except Exception as error:  # noqa: BLE001 - whatever a driver raises, it means that there is no OpenGL here
        reason = f"There is no OpenGL here: {type(error).__name__}: {error}"
        if os.environ.get("CI"):
            pytest.fail(reason)
        pytest.skip(reason)
    made.switch_to()
    yield made
    made.close()
