"""Open nodes of a tree of linear programs as integer prefixes, for tasks and journals.

An entry is ``8 * value + kind``. Kinds 0 and 1 are those of decisions
(``optimization/tree.py``), 2 is what a solution below costs at least, 3 means nothing.
``docs/reference/journal.md`` explains the values.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..engines.contract import OpenPrefixes

#: Kinds of entries, besides those of decisions.
BOUND, NOTHING = 2, 3


def entry_of_bound(bound: int) -> int:
    """The entry that says what a solution costs at least."""
    return bound << 3 | BOUND


def bounds_of(prefix: tuple[int, ...]) -> list[int]:
    """The bounds in a prefix; usually one."""
    return [entry >> 3 for entry in prefix if entry & 7 == BOUND]


def least_bound(rows: Iterable[OpenPrefixes]) -> int | None:
    """The least of the bounds of nodes; None if there are no bounds."""
    return min(
        (bound for parts in rows for prefix, _ in parts for bound in bounds_of(prefix)),
        default=None,
    )
