"""The network simplex method: linear programs whose options lie on a line between two rows.

A program is a *network* if no option has more than two rows and the rows have two sides such that
no option has two on the same. (Assignments and transport, matchings of a bipartite graph, dominoes
on a board.) Then rows are nodes and options are arcs, from their row of the first side to their row
of the second; where one is missing, the *root* takes its place. How often a row is covered is a
flow from the root, or to it. So the program asks for the cheapest flow, and its optimum is in whole
numbers.

The idea. A basis is a tree of arcs that reaches all nodes; all others are at one of their bounds.
Each node has a *potential* such that an arc of the tree costs nothing beside it. An arc that costs
less than nothing closes a cycle with the tree. As much as there is room for flows around it, and an
arc that is full or empty then leaves the tree, which hangs a subtree elsewhere. Of several such
arcs the last one on the way leaves that keeps the tree *strongly feasible* (there is room from each
node to the root), so that the method does not turn in circles (W. Cunningham, "A network simplex
method", Mathematical Programming 11, 1976). To look for entering arcs in blocks is from M.
Grigoriadis, "An efficient implementation of the network simplex method", 1986.

It begins with an arc to the root for each row, at a cost above that of any path: the *makeshifts*.
If one of them is still in use at the end, there is no solution.
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import kernel
from ..bits.array_types import Bytes, Int8s, Int32s, Int64s

#: Where an arc stands: in the tree, at its lower bound, or at its upper bound.
TREE, AT_LOWER, AT_UPPER = 0, 1, -1


class Network(NamedTuple):
    """The network of m rows. The root is node m."""

    #: Where arcs begin and end; what they cost, their bounds and flows (arcs).
    tail: Int32s
    head: Int32s
    cost: Int64s
    lower: Int64s
    upper: Int64s
    flow: Int64s
    state: Int8s
    #: The node above each node, and the arc that leads there (m + 1).
    above: Int32s
    arc: Int32s
    #: The first of the nodes below a node; the next and the one before of those below the same; -1
    #: for none (m + 1).
    below: Int32s
    next: Int32s
    before: Int32s
    depth: Int32s
    potential: Int64s
    #: Where the search for an arc that enters goes on (1).
    place: Int64s


@kernel
def sides(
    starts: Int64s, rows: Int32s, row_starts: Int64s, options: Int32s, side: Bytes, stack: Int32s
) -> bool:
    """Give every row a side, 1 or 2; whether there are such that no option has two of one.

    The program as in ``dual_simplex.Program``, with at most two rows for each option. ``side`` is
    zero before; ``stack`` is scratch (m).
    """
    for first in range(len(side)):
        if side[first] != 0:
            continue
        side[first] = 1
        stack[0] = first
        depth = 1
        while depth > 0:
            depth -= 1
            row = stack[depth]
            for k in range(row_starts[row], row_starts[row + 1]):
                option = options[k]
                begin = starts[option]
                if starts[option + 1] - begin < 2:
                    continue
                other = rows[begin] if rows[begin] != row else rows[begin + 1]
                if side[other] == side[row]:
                    return False
                if side[other] == 0:
                    side[other] = 3 - side[row]
                    stack[depth] = other
                    depth += 1
    return True


@kernel
def improve(w: Network, pivots: int) -> bool:
    """Make up to ``pivots`` pivots; whether the flow is the cheapest."""
    n_arcs = len(w.tail)
    block = 20
    while block * block < n_arcs:
        block += 1
    for _ in range(pivots):
        # The arc that enters: the best one of the first block that has any.
        entering, least = -1, 0
        at = w.place[0]
        for looked in range(1, n_arcs + 1):
            if w.state[at] != TREE and w.lower[at] < w.upper[at]:
                beside = w.cost[at] + w.potential[w.tail[at]] - w.potential[w.head[at]]
                beside *= w.state[at]
                if beside < least:
                    entering, least = at, beside
            at += 1
            if at == n_arcs:
                at = 0
            if entering >= 0 and looked % block == 0:
                break
        w.place[0] = at
        if entering < 0:
            return True
        # The cycle goes along it from ``first`` to ``second``, and back through the tree.
        sign = w.state[entering]
        first, second = w.tail[entering], w.head[entering]
        if sign == AT_UPPER:
            first, second = second, first
        u, v = first, second
        while u != v:
            if w.depth[u] >= w.depth[v]:
                u = w.above[u]
            else:
                v = w.above[v]
        join = u
        room = w.upper[entering] - w.lower[entering]
        leaving, by_first = -1, False
        u = first
        while u != join:
            k = w.arc[u]
            here = w.flow[k] - w.lower[k] if w.tail[k] == u else w.upper[k] - w.flow[k]
            if here < room:
                room, leaving, by_first = here, u, True
            u = w.above[u]
        u = second
        while u != join:
            k = w.arc[u]
            here = w.upper[k] - w.flow[k] if w.tail[k] == u else w.flow[k] - w.lower[k]
            if here <= room:
                room, leaving, by_first = here, u, False
            u = w.above[u]
        if room > 0:
            w.flow[entering] += sign * room
            u = first
            while u != join:
                k = w.arc[u]
                w.flow[k] += -room if w.tail[k] == u else room
                u = w.above[u]
            u = second
            while u != join:
                k = w.arc[u]
                w.flow[k] += room if w.tail[k] == u else -room
                u = w.above[u]
        if leaving < 0:
            w.state[entering] = -sign
            continue
        k = w.arc[leaving]
        w.state[k] = AT_LOWER if w.flow[k] == w.lower[k] else AT_UPPER
        w.state[entering] = TREE
        # What hangs below the leaving arc hangs at the entering one: its nodes on the way up to
        # the leaving arc are turned over.
        top, over = (first, second) if by_first else (second, first)
        node, link = top, entering
        while True:
            up, old = w.above[node], w.arc[node]
            if w.before[node] >= 0:
                w.next[w.before[node]] = w.next[node]
            else:
                w.below[up] = w.next[node]
            if w.next[node] >= 0:
                w.before[w.next[node]] = w.before[node]
            w.above[node], w.arc[node] = over, link
            w.before[node], w.next[node] = -1, w.below[over]
            if w.below[over] >= 0:
                w.before[w.below[over]] = node
            w.below[over] = node
            if node == leaving:
                break
            over, link, node = node, old, up
        # Its potentials and depths.
        shift = w.cost[entering] + w.potential[w.tail[entering]] - w.potential[w.head[entering]]
        if w.tail[entering] == top:
            shift = -shift
        node = top
        while node >= 0:
            w.potential[node] += shift
            w.depth[node] = w.depth[w.above[node]] + 1
            if w.below[node] >= 0:
                node = w.below[node]
                continue
            while node != top and w.next[node] < 0:
                node = w.above[node]
            node = w.next[node] if node != top else -1
    return False
