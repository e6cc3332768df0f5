"""Checks of a journal's content against its problem."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain, islice, pairwise

from ..arrays.compiled import UNLIMITED, Compiled
from ..engines.contract import OpenPrefixes
from ..statement.statement import Statement
from .tasks import Row

#: Solutions times items that are looked at together.
_AT_ONCE = 2_000_000


def fault_in_prefixes(compiled: Compiled, parts: OpenPrefixes) -> str | None:
    """What shows that some are not prefixes of a search: an option it lacks, or options that
    clash. None if there is nothing. O(what each adds to the one before it)."""
    chosen: list[int] = []
    covered: Counter[int] = Counter()
    coloured: Counter[tuple[int, int]] = Counter()
    for keep, tail in zip(parts.keeps, parts.tails, strict=True):
        for entries, times in ((chosen[keep:], -1), (tail, 1)):
            for item, colour in _nodes_of(compiled, entries):
                covered[item] += times
                coloured[item, colour] += times
        chosen[keep:] = tail
        if not compiled.multiple and any(entry < 0 for entry in tail):
            return "an open prefix leaves an option out, which is for multiplicities only"
        for item, colour in _nodes_of(compiled, tail):
            most = compiled.high[item] if compiled.multiple and item < compiled.n_primary else 1
            if item >= compiled.n_primary and colour and coloured[item, colour] == covered[item]:
                most = UNLIMITED
            if most < UNLIMITED and covered[item] > most:
                return "options of an open prefix clash"
    return None


def _nodes_of(compiled: Compiled, entries: Iterable[int]) -> Iterator[tuple[int, int]]:
    """The items of the options chosen in a prefix, with their colours."""
    return chain.from_iterable(compiled.option(entry) for entry in entries if entry >= 0)


def fault_in_rows(statement: Statement, rows: Iterable[Row]) -> str | None:
    """What shows that one of these is not a solution of a problem; or None."""
    compiled = statement.model.compiled
    given, forbidden = set(statement.given), set(statement.forbidden)

    def possible(row: Row) -> bool:
        in_order = all(
            one < other or (one == other and compiled.repeat) for one, other in pairwise(row)
        )
        known = not row or (row[0] >= 0 and row[-1] < compiled.n_options)
        return in_order and known and given.issubset(row) and forbidden.isdisjoint(row)

    rows = iter(rows)
    while chunk := list(islice(rows, max(1, _AT_ONCE // max(1, compiled.n_items)))):
        wrong = [row for row in chunk if not possible(row)] or _rows_that_miscover(compiled, chunk)
        if wrong:
            return f"the options {' '.join(map(str, wrong[0]))} are no solution"
    return None


def _rows_that_miscover(compiled: Compiled, rows: Sequence[Row]) -> list[Row]:
    """The rows that do not cover the items as they must be covered."""
    import numpy as np

    from ..arrays.views import repeated

    starts = np.frombuffer(compiled.starts, np.int64)
    n_primary, n_items = compiled.n_primary, compiled.n_items
    options = np.fromiter(chain.from_iterable(rows), np.int64)
    row_of = repeated(np.arange(len(rows)), [len(row) for row in rows])
    lengths = starts[options + 1] - starts[options]
    # The nodes of all options, one option after the other.
    nodes = np.arange(lengths.sum()) + repeated(
        starts[options] - np.cumsum(lengths) + lengths, lengths
    )
    places = repeated(row_of, lengths) * n_items + np.asarray(compiled.items)[nodes]
    covered = np.bincount(places.astype(np.intp), minlength=len(rows) * n_items).reshape(
        len(rows), n_items
    )
    low, high = np.array(compiled.bounds)
    primary = covered[:, :n_primary]
    wrong = ((primary < low) | ((primary > high) & (high < UNLIMITED))).any(axis=1)
    # A secondary item that is covered several times has one colour.
    colours = np.asarray(compiled.colours)[nodes]
    least, most = np.full((2, covered.size), -1, np.int64)
    least[:] = np.iinfo(np.int32).max
    np.minimum.at(least, places, colours)
    np.maximum.at(most, places, colours)
    mixed = (covered.reshape(-1) > 1) & ((least != most) | (least == 0))
    wrong |= mixed.reshape(covered.shape)[:, n_primary:].any(axis=1)
    return [rows[place] for place in np.flatnonzero(wrong).tolist()]
