"""64-bit words: counting, finding and mixing bits; words as numbers.

Numba makes a float of a sum of an int64 and a uint64, so kernels say which of the two they mean.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined, native
from .array_types import Words

#: Numbers as words: no bit, the lowest, all; where the upper half begins, and the lower half.
ZERO = np.uint64(0)
ONE = np.uint64(1)
ALL_ONES = np.uint64(0xFFFFFFFFFFFFFFFF)
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


@inlined
def index(number: Any) -> Any:
    """As uint64: an index that cannot be negative needs no code for counting from the end."""
    return np.uint64(number)


@inlined
def signed(number: Any) -> Any:
    """As int64."""
    return np.int64(number)


@inlined
def bit(number: Any) -> Any:
    """The bit of option ``number`` (int64) in its word, ``number >> 6``, of a row of bits."""
    return ONE << np.uint64(number & 63)


@inlined
def mixed(word: Any) -> Any:
    """A word (uint64) with its bits well mixed: every bit depends on all.

    Two rounds of shifting and of multiplying by an odd number, like the finalizers of hash
    functions. A bijection: different words stay different.
    """
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xD6E8FEB86659FD93)
    word ^= word >> np.uint64(32)
    word *= np.uint64(0xD6E8FEB86659FD93)
    return word ^ (word >> np.uint64(32))


@inlined
def hashed_row(start: Any, row: Words, first: Any, n_words: int) -> Any:
    """A word from ``start`` and the ``n_words`` words of ``row`` from ``first`` on."""
    hashed = start
    for word in range(n_words):
        hashed = mixed(hashed ^ row[first + word])
    return hashed


@inlined
def free_place(slots: Any, hashed: Any) -> Any:
    """The first free place from the hash on in an open-addressing table.

    ``slots`` has a power of two places; free places are negative, entries are not.
    """
    places = np.uint64(len(slots) - 1)
    place = hashed & places
    while slots[place] >= 0:
        place = (place + ONE) & places
    return place


@native
def popcount(word: Any) -> Any:
    """Number of one bits of a uint64. A plain loop of it becomes wide vector instructions."""
    return np.uint64(int(word).bit_count())


@native
def count_trailing_zeros(word: Any) -> Any:
    """Position of the lowest one bit of a uint64, which must not be 0."""
    return np.uint64((int(word) & -int(word)).bit_length() - 1)
