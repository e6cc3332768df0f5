"""Which rows of a sparse matrix are equal, exactly."""

from __future__ import annotations

from typing import Any

import numpy as np

from .views import repeated


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
        nodes = repeated(starts[rows], np.full(len(rows), length))
        nodes = nodes.reshape(len(rows), length) + np.arange(length)
        table = np.column_stack([labels[rows], members[nodes]]).astype(np.int64)
        order = np.lexsort(table.T[::-1])
        new = np.ones(len(rows), bool)
        new[1:] = (table[order[1:]] != table[order[:-1]]).any(axis=1)
        # Sorting is stable, so the first of equal rows has the least number.
        first[rows[order]] = rows[order[new]][np.cumsum(new) - 1]
    return first
