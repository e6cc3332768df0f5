"""The fewest options that only one of several listed solutions contains.

Solutions that contain the options chosen so far are the rows of a table. One pass over these rows
counts in how many of them each further option is. An option that is in one row only ends the
choice. So all sets of options that occur together are visited, smaller ones first, each with its
members in one order, the rarest first. The number of steps is about the number of such subsets.
(For perfect matchings such a choice is a *forcing set*; F. Harary, D. Klein and T. Živković,
"Graphical properties of polyhexes: perfect matching vector and forcing", 1991. For Latin squares
and Sudoku it is a smallest *defining set*.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from ..arrays.views import table_of
from ..common.arguments import pairs_of
from ..common.ask import Ask
from ..common.deadline import Deadline
from ..common.displayed import Displayed
from ..errors import SearchStopped, shown
from ..kernels.bits.array_types import Int32s, Int64s

__all__ = ["Choice", "DefiningSet", "choice_of", "defining_set", "few", "fewest", "occurrences"]

#: Work after which the smallest choice is given up, in entries of tables read: some 10 s; and the
#: additional cost of a pass.
_MOST_WORK, _CALL = 500_000_000, 5_000


class Choice(NamedTuple):
    """The numbers of the options chosen, and of all options of the one solution with them."""

    options: tuple[int, ...]
    solution: tuple[int, ...]
    smallest: bool


@dataclass(frozen=True)
class DefiningSet(Displayed):
    """A set of members that only one of several solutions contains; all of them are needed.

    Attributes
    ----------
    members : tuple of hashable
    place : int
        The position of that solution, from 0.
    smallest : bool
        Whether the set is proven to be the smallest.
    """

    members: tuple[Hashable, ...]
    place: int
    smallest: bool

    def __str__(self) -> str:
        if not self.members:
            return "there is only one solution"
        text = f"only solution {self.place + 1} has {', '.join(map(shown, self.members))}"
        return text if self.smallest else f"{text} (perhaps fewer would do)"


def defining_set(
    solutions: Iterable[Iterable[Hashable]], *, seconds: float | None = None
) -> DefiningSet | None:
    """Find the fewest members that only one of several solutions contains.

    None if there is no such set: there is no solution, or each is contained in another. For all
    solutions of an exact cover problem use :meth:`Problem.ambiguity`.

    Parameters
    ----------
    solutions : iterable of iterables of hashable
        Solutions of any kind, such as those of a puzzle, each as its members.
    seconds : float, optional
        Budget; when it ends, the set may not be the smallest. Default: a bound on the work, about
        ten seconds.

    Examples
    --------
    >>> print(xc.defining_set(["ab", "ac", "bc", "bd"]))
    only solution 4 has 'd'
    """
    deadline = Ask(seconds=seconds).deadline()
    if pairs_of(solutions) is not None:
        raise TypeError(f"{shown(solutions)}: expected an iterable of solutions, not a mapping")
    numbers: dict[Hashable, int] = {}
    rows = [
        [numbers.setdefault(member, len(numbers)) for member in solution] for solution in solutions
    ]
    if not rows:
        return None
    found = choice_of(table_of(rows), len(numbers), deadline)
    if found is None:
        return None
    names = list(numbers)
    chosen = set(found.options)
    (place,) = (k for k, members in enumerate(rows) if chosen.issubset(members))
    return DefiningSet(tuple(names[each] for each in found.options), place, found.smallest)


def choice_of(table: Int32s, n_options: int, deadline: Deadline) -> Choice | None:
    """A choice of options that one row of a table contains, and no other row.

    It is the smallest, if that is found before the deadline.
    """
    smallest = True
    left = _MOST_WORK

    def tick(work: int) -> None:
        nonlocal left
        left -= work
        deadline.tick()
        if left < 0:
            raise SearchStopped("work", None)

    try:
        options = fewest(table, n_options, tick)
    except SearchStopped:
        options, smallest = few(table, n_options), False
    if options is None:
        return None
    (solution,) = having(table, options)
    return Choice(options, tuple(solution[solution >= 0].tolist()), smallest)


def fewest(table: Int32s, n_options: int, tick: Callable[[int], None]) -> tuple[int, ...] | None:
    """The smallest set of options that exactly one row of the table contains.

    ``table``: int32, a row for each solution, its options and -1 for none. None if there is no such
    set (solutions may repeat options, or contain other solutions). ``tick`` is called often, with
    the work that comes next, and may raise to stop it.
    """
    if len(table) == 1:
        return ()
    ranked, options = _by_rarity(table, n_options)
    for size in range(1, table.shape[1] + 1):
        found = _of_size(ranked, size, len(options), 0, tick)
        if found is not None:
            return tuple(sorted(int(options[rank]) for rank in found))
    return None


def few(table: Int32s, n_options: int) -> tuple[int, ...] | None:
    """An irreducible set of options that exactly one row contains; not always the smallest.

    The rarest option is chosen repeatedly. If that ends with several rows of the same options,
    the set begins with all options of a row that no other row contains. None without such a row.
    """
    chosen = _rarest(table, n_options)
    chosen = _of_one_row(table) if chosen is None else chosen
    if chosen is None:
        return None
    needed = list(chosen)
    for option in chosen:
        rest = [other for other in needed if other != option]
        if len(having(table, rest)) == 1:
            needed = rest
    return tuple(sorted(needed))


def _rarest(rows: Int32s, n_options: int) -> list[int] | None:
    chosen: list[int] = []
    while len(rows) > 1:
        counts = occurrences(rows, n_options)
        counts[chosen] = 0
        counts[counts == len(rows)] = 0
        if not counts.any():
            return None
        option = int(np.argmin(np.where(counts > 0, counts, len(rows) + 1)))
        chosen.append(option)
        rows = having(rows, [option])
    return chosen


def _of_one_row(table: Int32s) -> list[int] | None:
    """The options of a row that no other row contains; the longest rows are tried first."""
    once = _once(table)
    for row in once[np.argsort(-(once >= 0).sum(axis=1), kind="stable")]:
        options: list[int] = row[row >= 0].tolist()
        if len(having(table, options)) == 1:
            return options
    return None


def occurrences(table: Int32s, n_options: int) -> Int64s:
    """In how many rows each option is; one that is repeated in a row counts once."""
    return _counts(_once(table), n_options)


def _once(table: Int32s) -> Int32s:
    """The table with rows ascending, and -1 in place of what is repeated."""
    table = np.sort(table, axis=1)
    table[:, 1:][table[:, 1:] == table[:, :-1]] = -1
    return table


def having(table: Int32s, options: Iterable[int]) -> Int32s:
    """The rows that contain all these options."""
    for option in options:
        table = table[(table == option).any(axis=1)]
    return table


def _counts(table: Int32s, n: int) -> Int64s:
    """In how many rows each of the numbers 0 … n - 1 is, none twice in a row; -1 is no number."""
    return np.bincount(table.ravel() + 1, minlength=n + 1)[1:]


def _by_rarity(table: Int32s, n_options: int) -> tuple[Int32s, Int64s]:
    """The table with options by rank, the rarest first, and the option of each rank.

    Options that all rows contain have no rank: choosing them says nothing.
    """
    table = _once(table)
    counts = _counts(table, n_options)
    options = np.flatnonzero((counts > 0) & (counts < len(table)))
    options = options[np.argsort(counts[options], kind="stable")]
    rank = np.full(n_options + 1, -1, np.int32)
    rank[options] = np.arange(len(options))
    return rank[table], options


def _of_size(
    rows: Int32s, size: int, n: int, least: int, tick: Callable[[int], None]
) -> tuple[int, ...] | None:
    """The ranks of a set of that size, none below ``least``, that one of the rows contains."""
    tick(_CALL + rows.size)
    counts = _counts(rows, n)
    if size == 1:
        found = np.flatnonzero(counts[least:] == 1)
        return (least + int(found[0]),) if len(found) else None
    for rank in np.flatnonzero(counts[least:] > 1) + least:
        rest = _of_size(having(rows, [int(rank)]), size - 1, n, int(rank) + 1, tick)
        if rest is not None:
            return (int(rank), *rest)
    return None
