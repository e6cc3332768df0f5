"""A list of solutions as a graph that shares equal ends.

The idea. Solutions are taken in ascending order. The path of the last one stays open. When the next
one leaves it at some depth, what lies deeper can change no more. Each of its nodes, from the end
on, is either a known one with the same edges or a new one. (J. Daciuk, S. Mihov, B. Watson and R.
Watson, "Incremental construction of minimal acyclic finite-state automata", 2000.)
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import kernel
from ..bits.array_types import Int32Rows, Int32s, Int64s
from ..bits.words import HALF, ONE, mixed


@kernel
def minimal_graph(
    rows: Int32Rows, slots: Int32s, begin: Int64s, option: Int32s, child: Int32s,
    pending_option: Int32s, pending_child: Int32s, pending_begin: Int64s, sizes: Int64s,
) -> Any:  # fmt: skip
    """Build the graph of ``rows`` (solutions x longest, at least one); returns its root.

    Rows are different and ascending, the options of each ascending, filled up with -1, which counts
    as the greatest. The graph, as in ``diagrams/graph.py``, goes to ``begin``, ``option`` and
    ``child``, and its numbers of nodes and edges to ``sizes`` (2). There is room for an edge for
    each entry of the rows and one more for each row. ``slots``: an open-addressing table of nodes,
    at first -1, its length a power of two, at least twice that many. Scratch: ``pending_option``
    and ``pending_child`` (edges), and ``pending_begin`` (longest + 2).
    """
    n_rows, longest = rows.shape
    places = np.uint64(len(slots) - 1)
    n_nodes, n_edges, n_pending = 1, 0, 0
    begin[0], begin[1] = 0, 0
    pending_begin[0] = 0
    length = 0
    root = -1
    # One round more, for what is open after the last row.
    for row in range(n_rows + 1):
        common, after = 0, 0
        if row < n_rows:
            while after < longest and rows[row, after] >= 0:
                after += 1
            while common < min(length, after) and rows[row, common] == rows[row - 1, common]:
                common += 1
        lowest = common + 1 if row < n_rows else 0
        for depth in range(length, lowest - 1, -1):
            # The node at this depth: the end, one that is known, or a new one.
            first = pending_begin[depth]
            node = 0
            if n_pending > first:
                place = ONE
                for k in range(first, n_pending):
                    word = np.uint64(pending_option[k] + 1) << HALF
                    place = mixed(place ^ word ^ np.uint64(pending_child[k]))
                place &= places
                node = -1
                while slots[place] >= 0:
                    known = slots[place]
                    same = begin[known + 1] - begin[known] == n_pending - first
                    if same:
                        for k in range(n_pending - first):
                            edge = begin[known] + k
                            same = same and option[edge] == pending_option[first + k]
                            same = same and child[edge] == pending_child[first + k]
                    if same:
                        node = known
                        break
                    place = (place + ONE) & places
                if node < 0:
                    node = n_nodes
                    slots[place] = node
                    for k in range(first, n_pending):
                        option[n_edges] = pending_option[k]
                        child[n_edges] = pending_child[k]
                        n_edges += 1
                    n_nodes += 1
                    begin[n_nodes] = n_edges
                n_pending = first
            root = node
            if depth > 0:
                pending_option[n_pending] = rows[row - 1, depth - 1]
                pending_child[n_pending] = node
                n_pending += 1
        if row < n_rows:
            if row > 0 and after == common:
                # This row is the beginning of the one before.
                pending_option[n_pending] = -1
                pending_child[n_pending] = 0
                n_pending += 1
            for depth in range(common + 1, after + 1):
                pending_begin[depth] = n_pending
            length = after
    sizes[0], sizes[1] = n_nodes, n_edges
    return root
