"""How many OpenGL objects exist, so that tests can tell whether one leaks, and how their memory is handed over."""

import ctypes
from typing import Any, Final

import numpy.typing as npt

LIVE: Final[dict[str, int]] = {"program": 0, "texture": 0, "mesh": 0, "framebuffer": 0}
"""The index buffers of contexts are not among them: these live as long as their context."""
_MADE: Final[dict[str, int]] = dict(LIVE)


def live_objects() -> dict[str, int]:
    """How many objects of each kind exist now."""
    return dict(LIVE)


def made_objects() -> dict[str, int]:
    """How many objects of each kind were ever made."""
    return dict(_MADE)


def born(kind: str) -> None:
    """An object of this kind was made; whoever deletes it takes it out of LIVE."""
    LIVE[kind] += 1
    _MADE[kind] += 1


def pointer(values: npt.NDArray[Any]) -> ctypes.c_void_p:
    """The address of the values; the caller keeps them alive through the call."""
    if not values.flags.c_contiguous:
        raise ValueError("OpenGL reads contiguous arrays only.")
    return ctypes.c_void_p(values.ctypes.data)
