"""Views of a :class:`Compiled` as numpy arrays, and operations on these."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from fractions import Fraction
from typing import Any

import numpy as np

from ..kernels.bits.array_types import Bytes, Int32s, Int64s, Words
from .compiled import UNLIMITED, Compiled

#: Places of what grows (``doubled``), at first, a power of 2; and at most, where 32 bits hold their
#: numbers.
FIRST_PLACES, MOST_PLACES = 1 << 10, 2**31 - 2


def view(values: array[int]) -> Any:
    """A standard-library array as a numpy array of the same memory."""
    kind = np.int64 if values.typecode == "q" else np.int32
    return np.frombuffer(values, kind) if len(values) else np.zeros(0, kind)


def node_arrays(compiled: Compiled) -> tuple[Int64s, Int32s, Int32s]:
    """``starts``, ``items`` and ``colours`` of the options, without copying."""
    return view(compiled.starts), view(compiled.items), view(compiled.colours)


def sums_before(values: Any) -> Int64s:
    """The sum of the values before each place, and of all values at the end."""
    sums = np.zeros(len(values) + 1, np.int64)
    np.cumsum(values, out=sums[1:])
    return sums


def counted(numbers: Any, n: int) -> Int64s:
    """How many times each number below ``n`` occurs; of 64 bits on machines of 32, too."""
    return np.bincount(numbers, minlength=n).astype(np.int64, copy=False)


def repeated(values: Any, times: Any) -> Any:
    """Each value as many times as said; numpy refuses counts of 64 bits on machines of 32."""
    return np.repeat(values, np.asarray(times).astype(np.intp, copy=False))


def doubled(values: Any) -> Any:
    """An array of twice the length, its second half not set: room for a kernel to go on."""
    larger = np.empty(2 * len(values), values.dtype)
    larger[: len(values)] = values
    return larger


def primary_lengths(compiled: Compiled) -> Int64s:
    """How many primary items each option has."""
    starts, items, _ = node_arrays(compiled)
    primary = option_of_entries(starts)[items < compiled.n_primary]
    return counted(primary, compiled.n_options)


def deferred_flags(compiled: Compiled) -> Bytes:
    """``Compiled.deferred``, one for each primary item and one more."""
    deferred = np.zeros(compiled.n_primary + 1, np.uint8)
    deferred[: len(compiled.deferred)] = np.frombuffer(compiled.deferred, np.uint8)
    return deferred


def row_of_bits(flags: Any) -> Words:
    """Bools as a row of bits, 64 to a word."""
    padded = np.zeros(64 * max(1, (len(flags) + 63) // 64), np.uint8)
    padded[: len(flags)] = flags
    return np.packbits(padded, bitorder="little").view("<u8").astype(np.uint64)


def numbers_in(row: Words) -> list[int]:
    """The numbers of the bits that are set in a row, in order."""
    numbers: list[int] = np.flatnonzero(
        np.unpackbits(row.view(np.uint8), bitorder="little")
    ).tolist()
    return numbers


def most_options(compiled: Compiled, live: Any = None) -> int:
    """A bound on the number of options in a solution, or in a part of one; O(entries).

    ``live``: bools, the options that may be chosen; default: all that have a primary item.

    An option that covers k items with an upper bound takes 1/k of one covering of each. An item of
    bound b gives that away b times at most, and never more than 1/k of the k of its shortest
    option. So there are no more options than the sum of b/k over all items, which is exact where
    all options have the same k. Options of items without a bound can be chosen once at most.
    """
    n_options, n_primary = compiled.n_options, compiled.n_primary
    choosable = primary_lengths(compiled) > 0
    if live is not None:
        choosable &= live
    starts, items, _ = node_arrays(compiled)
    high = np.ones(compiled.n_items, np.int64)
    high[:n_primary] = view(compiled.bounds[1])
    option_of = option_of_entries(starts)
    bounded = (items < n_primary) & (high[items] < UNLIMITED) & choosable[option_of]
    items, option_of = items[bounded], option_of[bounded]
    lengths = np.bincount(option_of, minlength=n_options)
    shortest = np.full(compiled.n_items, n_primary + 1)
    np.minimum.at(shortest, items, lengths[option_of])
    if not compiled.repeat:
        high = np.minimum(high, np.bincount(items, minlength=compiled.n_items))
    shares = sum(
        Fraction(int(high[shortest == length].sum()), length)
        for length in set(shortest[shortest <= n_primary].tolist())
    )
    most = int(shares) + int(np.count_nonzero(choosable & (lengths == 0)))
    return most if compiled.repeat else min(most, int(np.count_nonzero(choosable)))


def option_of_entries(starts: Any) -> Int32s:
    """The option of each entry."""
    options: Int32s = repeated(np.arange(len(starts) - 1, dtype=np.int32), np.diff(starts))
    return options


def nodes_of(starts: Any, options: Any) -> Any:
    """The entries of some options, one option after the other."""
    lengths = np.diff(starts)[options]
    before = sums_before(lengths)
    return repeated(starts[options] - before[:-1], lengths) + np.arange(before[-1])


def live_first(items: Any, dead: Any, n_items: int) -> tuple[Int32s, Int32s, Int32s]:
    """The entries of each item in order of options, those where ``dead`` behind the live ones.

    With it the place of each entry among them, and the number of live entries of each item.
    """
    cells = np.lexsort((dead, items)).astype(np.int32)
    return cells, _inverse(cells), np.bincount(items[~dead], minlength=n_items).astype(np.int32)


def _inverse(permutation: Int32s) -> Int32s:
    inverse = np.empty_like(permutation)
    inverse[permutation] = np.arange(len(permutation), dtype=np.int32)
    return inverse


def table_of(solutions: Sequence[Sequence[int]], width: int | None = None) -> Int32s:
    """Solutions as an array, a row for each, filled up with -1; by default as wide as needed."""
    if width is None:
        width = max(map(len, solutions), default=0)
    table = np.full((len(solutions), width), -1, np.int32)
    for row, solution in zip(table, solutions, strict=True):
        row[: len(solution)] = solution
    return table


def first_equal(starts: Any, members: Any, labels: Any) -> Any:
    """For each row the first that is equal to it: the same members, and the same label.

    Row *r* has ``members[starts[r]:starts[r + 1]]`` in ascending order. O(entries log rows).
    """
    first = np.arange(len(starts) - 1)
    lengths = np.diff(starts)
    for length in np.unique(lengths):
        rows = np.flatnonzero(lengths == length)
        if len(rows) == 1:
            continue
        entries = repeated(starts[rows], np.full(len(rows), length))
        entries = entries.reshape(len(rows), length) + np.arange(length)
        table = np.column_stack([labels[rows], members[entries]]).astype(np.int64)
        order = np.lexsort(table.T[::-1])
        new = np.ones(len(rows), bool)
        new[1:] = (table[order[1:]] != table[order[:-1]]).any(axis=1)
        # Sorting is stable, so the first of equal rows has the least number.
        first[rows[order]] = rows[order[new]][np.cumsum(new) - 1]
    return first
