"""What is read from a journal, compared with the problem that it is about."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import chain, islice, pairwise

from ..arrays.compiled import UNLIMITED, Compiled
from ..engines.contract import OpenPrefixes
from ..statement.statement import Statement
from .tally import Row

__all__ = ["fault_in_prefixes", "fault_in_rows"]

#: Solutions times items that are looked at together.
_AT_ONCE = 2_000_000


def fault_in_prefixes(compiled: Compiled, parts: OpenPrefixes) -> str | None:
    """What shows that some are no prefixes of a search: an option it has not, or options that
    clash. None if there is nothing. O(what each adds to the one before it)."""
    chosen: list[int] = []
    covers = _Covers(compiled)
    for keep, tail in zip(parts.keeps, parts.tails, strict=True):
        for entry in reversed(chosen[keep:]):
            if entry >= 0:
                covers.drop(entry)
        chosen[keep:] = tail
        for entry in tail:
            if entry >= 0 and not covers.choose(entry):
                return "options of an open prefix clash"
            if entry < 0 and not compiled.multiple:
                return "an open prefix leaves an option out, which is for multiplicities only"
    return None


class _Covers:
    """How often and with which colours items are covered by some options."""

    def __init__(self, compiled: Compiled):
        self._compiled = compiled
        self._covered: dict[int, int] = {}
        self._colour: dict[int, int] = {}

    def choose(self, option: int) -> bool:
        """Add an option; whether it goes with the others."""
        compiled, fits = self._compiled, True
        for item, colour in compiled.option(option):
            times = self._covered[item] = self._covered.get(item, 0) + 1
            most = 1
            if item < compiled.n_primary:
                most = compiled.high[item] if compiled.multiple else 1
            elif self._colour.setdefault(item, colour) == colour != 0:
                most = UNLIMITED
            fits = fits and (times <= most or most >= UNLIMITED)
        return fits

    def drop(self, option: int) -> None:
        """Take away the option that was added last."""
        for item, _ in self._compiled.option(option):
            self._covered[item] -= 1
            if not self._covered[item]:
                self._colour.pop(item, None)


def fault_in_rows(statement: Statement, rows: Iterable[Row]) -> str | None:
    """What shows that one of these is no solution of a problem; or None."""
    compiled = statement.model.compiled
    given, forbidden = set(statement.given), set(statement.forbidden)
    rows = iter(rows)
    while chunk := list(islice(rows, max(1, _AT_ONCE // max(1, compiled.n_items)))):
        for row in chunk:
            in_order = all(
                one < other or (one == other and compiled.repeat) for one, other in pairwise(row)
            )
            known = not row or (row[0] >= 0 and row[-1] < compiled.n_options)
            if not (in_order and known and given.issubset(row) and forbidden.isdisjoint(row)):
                return _no_solution(row)
        wrong = _first_that_covers_wrong(compiled, chunk)
        if wrong is not None:
            return _no_solution(chunk[wrong])
    return None


def _no_solution(row: Row) -> str:
    return f"the options {' '.join(map(str, row))} are no solution"


def _first_that_covers_wrong(compiled: Compiled, rows: Sequence[Row]) -> int | None:
    """The place of the first row that does not cover the items as they must be."""
    import numpy as np

    starts = np.frombuffer(compiled.starts, np.int64)
    n_primary, n_items = compiled.n_primary, compiled.n_items
    options = np.fromiter(chain.from_iterable(rows), np.int64)
    row_of = np.repeat(np.arange(len(rows)), [len(row) for row in rows])
    lengths = starts[options + 1] - starts[options]
    # The nodes of all options, one option after the other.
    nodes = np.arange(lengths.sum()) + np.repeat(
        starts[options] - np.cumsum(lengths) + lengths, lengths
    )
    places = np.repeat(row_of, lengths) * n_items + np.asarray(compiled.items)[nodes]
    covered = np.bincount(places, minlength=len(rows) * n_items).reshape(len(rows), n_items)
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
    return int(np.argmax(wrong)) if wrong.any() else None
