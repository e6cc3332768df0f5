"""The arguments of a kernel as words of 64 bits, and their kinds, for which it is compiled.

A number takes one word, an array its address and its shape, a named tuple the words of its members.
Arrays are contiguous, in C order.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["ArrayKind", "Kind", "NumberKind", "OddArgument", "TupleKind", "words_of"]


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
        elif isinstance(each, np.generic) and each.dtype.kind in "iu":
            kinds.append(NumberKind(each.dtype))
            word = int(each)
            words.append(word - (1 << 64) if word >> 63 == 1 else word)
        elif isinstance(each, np.generic) and each.dtype.kind in "b":
            kinds.append(_BOOL)
            words.append(bool(each))
        elif isinstance(each, tuple) and hasattr(made, "_fields"):
            kinds.append(TupleKind(made, words_of(each, words)))
        else:
            raise OddArgument(made.__name__)
    return tuple(kinds)
