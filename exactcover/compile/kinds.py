"""The arguments of a kernel as 64-bit words, and the types for which it is compiled.

A number takes one word, an array its address and its shape, a named tuple the words of its members.
Arrays are contiguous, in C order.

Annotations say the kinds as well, so that kernels can be compiled before anything calls them. A
type is ``int``, ``float``, ``bool``, one of ``kernels/bits/array_types.py``, or a class of named
tuples. If its members have no types, a tuple stands for it: the class, and the types of the
members.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, get_type_hints

import numpy as np


class OddArgument(TypeError):
    """An argument that is handed over by numba alone."""


@dataclass(frozen=True)
class NumberKind:
    """A number or a truth value of a dtype."""

    dtype: np.dtype[Any]


@dataclass(frozen=True)
class ArrayKind:
    """A contiguous array."""

    dtype: np.dtype[Any]
    n_dimensions: int


@dataclass(frozen=True)
class TupleKind:
    """A named tuple; ``made`` makes one of its members."""

    made: Callable[..., Any]
    members: tuple[Kind, ...]


Kind = NumberKind | ArrayKind | TupleKind

_INT, _BOOL, _FLOAT = (NumberKind(np.dtype(each)) for each in (np.int64, np.bool_, np.float64))
_NATIVE = frozenset("?bBhHiIlLqQfd")


def words_of(arguments: Iterable[Any], words: list[int]) -> tuple[Kind, ...]:
    """The kinds of arguments; their words are appended. Raises :class:`OddArgument`."""
    kinds: list[Kind] = []
    for each in arguments:
        made = type(each)
        if made is np.ndarray:
            dtype, flags = each.dtype, each.flags
            if dtype.char not in _NATIVE or not dtype.isnative or not flags.c_contiguous:
                raise OddArgument(f"{dtype} {each.strides}")
            kinds.append(ArrayKind(dtype, each.ndim))
            words.append(each.__array_interface__["data"][0])
            words.extend(each.shape)
        elif made is int:
            kinds.append(_INT)
            words.append(each)
        elif made is bool:
            kinds.append(_BOOL)
            words.append(each)
        elif made is float:
            kinds.append(_FLOAT)
            words.append(struct.unpack("q", struct.pack("d", each))[0])
        elif isinstance(each, np.generic) and each.dtype.kind in "iub":
            kinds.append(NumberKind(each.dtype))
            word = int(each)
            words.append(word - (1 << 64) if word >> 63 == 1 else word)
        elif isinstance(each, tuple) and hasattr(made, "_fields"):
            kinds.append(TupleKind(made, words_of(each, words)))
        else:
            raise OddArgument(made.__name__)
    return tuple(kinds)


def kinds_of(function: Callable[..., Any], types: tuple[Any, ...] = ()) -> tuple[Kind, ...]:
    """The kinds of a function's arguments: of ``types``, or else of its annotations.

    Raises :class:`TypeError` if an argument has no type that a kernel can take.
    """
    if not types:
        hints = get_type_hints(function, include_extras=True)
        code = function.__code__
        types = tuple(hints.get(name) for name in code.co_varnames[: code.co_argcount])
    return tuple(map(_kind_of, types))


def _kind_of(annotation: Any) -> Kind:
    if isinstance(annotation, tuple):
        made, *members = annotation
        return TupleKind(made, tuple(map(_kind_of, members)))
    if hasattr(annotation, "_fields"):
        hints = get_type_hints(annotation, include_extras=True)
        return TupleKind(annotation, tuple(_kind_of(hints[name]) for name in annotation._fields))
    if annotation in (int, float, bool):
        return NumberKind(np.dtype({int: np.int64}.get(annotation, annotation)))
    stated = getattr(annotation, "__metadata__", None)
    if stated is None:
        raise TypeError(f"{annotation} is no type of an argument of a kernel")
    dtype, *n_dimensions = stated
    return (
        ArrayKind(np.dtype(dtype), *n_dimensions) if n_dimensions else NumberKind(np.dtype(dtype))
    )
