"""Block states by number, as both sides know them: names, shapes and the few facts that motion and light need."""

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Annotated

import msgspec
import numpy as np
import numpy.typing as npt
from msgspec import Meta

from ..bounds import AtMost

Part = Annotated[int, Meta(ge=0, le=32)]
Box = tuple[Part, Part, Part, Part, Part, Part]
"""x0 y0 z0 x1 y1 z1 in 1/16 of a block; a fence-like shape may reach above 16."""

FULL: tuple[Box, ...] = ((0, 0, 0, 16, 16, 16),)


class StateInfo(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """One block state.

    `collision` stops bodies, `outline` is what a ray hits (and the frame drawn around it); `opaque` fills its cube so
    that nothing behind shows; `light` is 0 to 15; `break_ms` is the time to break it by hand, -1 never; `usable` has an
    answer to UseBlock; `replaceable` gives way to a placed block; `liquid` is swum in."""

    name: Annotated[str, AtMost(64)]
    collision: Annotated[tuple[Box, ...], AtMost(8)] = FULL
    outline: Annotated[tuple[Box, ...], AtMost(8)] = FULL
    opaque: bool = True
    light: Annotated[int, Meta(ge=0, le=15)] = 0
    break_ms: Annotated[int, Meta(ge=-1, le=2**31 - 1)] = 500
    usable: bool = False
    replaceable: bool = False
    liquid: bool = False


class StateTable:
    """An append-only numbering of block states; number 0 is always air."""

    def __init__(self, states: Iterable[StateInfo]) -> None:
        self.states: Sequence[StateInfo] = tuple(states)
        self._numbers = {state.name: number for number, state in enumerate(self.states)}

    def __len__(self) -> int:
        return len(self.states)

    def __getitem__(self, number: int) -> StateInfo:
        return self.states[number]

    def number(self, name: str) -> int:
        """The number of a state name. Raises KeyError for an unknown one."""
        return self._numbers[name]

    def find(self, name: str) -> int | None:
        """The number of a state name, or None."""
        return self._numbers.get(name)

    @cached_property
    def opaque(self) -> npt.NDArray[np.bool_]:
        """By number: fills its cube."""
        return np.array([state.opaque for state in self.states])

    @cached_property
    def light(self) -> npt.NDArray[np.uint8]:
        """By number: emitted light, 0 to 15."""
        return np.array([state.light for state in self.states], dtype=np.uint8)

    @cached_property
    def liquid(self) -> npt.NDArray[np.bool_]:
        """By number: swum in."""
        return np.array([state.liquid for state in self.states])

    @cached_property
    def collision(self) -> npt.NDArray[np.float64]:
        """By number: collision boxes in blocks, shape (states, most boxes, 6), padded with NaN."""
        most = max(1, max((len(state.collision) for state in self.states), default=1))
        boxes = np.full((len(self.states), most, 6), np.nan)
        for number, state in enumerate(self.states):
            for slot, box in enumerate(state.collision):
                boxes[number, slot] = np.array(box) / 16.0
        return boxes


def block_of(state_name: str) -> str:
    """The block id of a state name: 'minecraft:oak_log[axis=y]' -> 'minecraft:oak_log'."""
    return state_name.partition("[")[0]


def properties_of(state_name: str) -> dict[str, str]:
    """The properties of a state name: 'minecraft:oak_log[axis=y]' -> {'axis': 'y'}."""
    inside = state_name.partition("[")[2].rstrip("]")
    return dict(pair.split("=", 1) for pair in inside.split(",")) if inside else {}


def state_name(block: str, properties: dict[str, str]) -> str:
    """The state name of a block with properties, in alphabetical order."""
    if not properties:
        return block
    return f"{block}[{','.join(f'{key}={properties[key]}' for key in sorted(properties))}]"
