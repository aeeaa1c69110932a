"""The bounds that message types state: the largest message of a type, and where a message is larger than it may be."""

import types
import typing
from collections.abc import Iterator
from typing import Annotated, Any, Union

import msgspec

from server.shared.bounds import AtMost

WIDEST = "\U0001f3b2"
"""A character of four bytes, the most there are in UTF-8."""


class Unbounded(Exception):
    """A field whose length no type states; the text names it."""


def largest(kind: Any, where: str = "", bound: int | None = None, ints: tuple[int, int] = (-(2**63), 2**64 - 1)) -> Any:
    """A value of this type that takes the most bytes on the wire. Raises Unbounded."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        bound, ints = _bound(arguments[1:], bound), _ints(arguments[1:], ints)
        return largest(arguments[0], where, bound, ints)
    if origin in (Union, types.UnionType):
        values = [largest(each, where, bound) for each in arguments]
        return max(values, key=lambda value: len(msgspec.msgpack.encode(value)))
    if kind in (str, bytes):
        return (WIDEST if kind is str else b"x") * _stated(bound, where)
    if kind is int:
        return max(ints, key=lambda value: len(msgspec.msgpack.encode(value)))
    if kind is float:
        return 0.1
    if kind is bool or kind is type(None):
        return True if kind is bool else None
    if origin is tuple:
        if arguments[1:] == (...,):
            return (largest(arguments[0], f"{where}[]"),) * _stated(bound, where)
        return tuple(largest(each, f"{where}[{place}]") for place, each in enumerate(arguments))
    if isinstance(kind, type) and issubclass(kind, msgspec.Struct):
        hints = typing.get_type_hints(kind, include_extras=True)
        fields = {name: largest(hints[name], f"{where}.{name}") for name in kind.__struct_fields__}
        return kind(**fields)
    raise Unbounded(f"{where} is of {kind}, which this test does not know")


def beyond(value: Any, kind: Any, where: str = "", bound: int | None = None) -> Iterator[str]:
    """Where a value is longer than its type states."""
    origin, arguments = typing.get_origin(kind), typing.get_args(kind)
    if origin is Annotated:
        yield from beyond(value, arguments[0], where, _bound(arguments[1:], bound))
    elif origin in (Union, types.UnionType):
        chosen = next((each for each in arguments if _fits(value, each)), None)
        if chosen is not None and value is not None:
            yield from beyond(value, chosen, where, bound)
    elif isinstance(value, str | bytes | tuple):
        if bound is not None and len(value) > bound:
            yield f"{where} has a length of {len(value)}, stated are {bound}: {value!r:.200}"
        if isinstance(value, tuple) and arguments:
            kinds = [arguments[0]] * len(value) if arguments[1:] == (...,) else arguments
            for each, its in zip(value, kinds, strict=True):
                yield from beyond(each, its, f"{where}[]")
    elif isinstance(value, msgspec.Struct):
        for name, its in _hints(type(value)).items():
            yield from beyond(getattr(value, name), its, f"{where}.{name}")


def _hints(kind: type[msgspec.Struct]) -> dict[str, Any]:
    known = _known.get(kind)
    if known is None:
        hints = typing.get_type_hints(kind, include_extras=True)
        known = _known[kind] = {name: hints[name] for name in kind.__struct_fields__}
    return known


_known: dict[type[msgspec.Struct], dict[str, Any]] = {}


def _fits(value: Any, kind: Any) -> bool:
    while typing.get_origin(kind) is Annotated:
        kind = typing.get_args(kind)[0]
    return isinstance(value, typing.get_origin(kind) or kind)


def _bound(metadata: tuple[Any, ...], bound: int | None) -> int | None:
    stated = [each.length for each in metadata if isinstance(each, AtMost)]
    stated += [each.max_length for each in metadata if isinstance(each, msgspec.Meta) and each.max_length is not None]
    return min([*stated, *([bound] if bound is not None else [])], default=None)


def _ints(metadata: tuple[Any, ...], ints: tuple[int, int]) -> tuple[int, int]:
    low, high = ints
    for each in metadata:
        if isinstance(each, msgspec.Meta):
            low = low if each.ge is None else int(each.ge)
            high = high if each.le is None else int(each.le)
    return low, high


def _stated(bound: int | None, where: str) -> int:
    if bound is None:
        raise Unbounded(f"{where} states no bound; give it one with Meta or AtMost")
    return bound
