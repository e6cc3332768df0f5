"""Passes over a graph of states: they remove dead ends, count solutions, and select some of them.

The graphs are those of ``diagrams/graph.py``: ``begin`` (int64, nodes + 1), ``option`` and
``child`` (int32, edges); ``compress`` makes one of what ``kernels/frontier.py`` leaves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Bytes, Int32s, Int64s, Uint32Rows, Word, Words
from .jit import kernel
from .words import HALF, LOW, ONE, ZERO

__all__ = ["compress", "count", "occurrences", "reach", "repetitions", "restrict"]


@kernel
def compress(
    order: Int32s, begin: Int64s, end: Int64s, edge_option: Int32s, edge_child: Int32s,
    number: Int32s, new_begin: Int64s, new_option: Int32s, new_child: Int32s,
) -> Any:  # fmt: skip
    """Number the nodes with a path to the end from 0, children first; returns how many there are.

    ``order``: the visited states, parents first. State *s* has edges ``begin[s]`` to ``end[s]``.
    ``number[s]`` (at first 0 for the end, -1 for all others) becomes its new number, if it has one.
    The new graph goes to ``new_begin``, ``new_option`` and ``new_child``, which have room for all.
    """
    n_nodes, n_edges = 1, 0
    new_begin[0] = 0
    new_begin[1] = 0
    for k in range(len(order) - 1, -1, -1):
        state = order[k]
        before = n_edges
        for edge in range(begin[state], end[state]):
            child = number[edge_child[edge]]
            if child >= 0:
                new_option[n_edges] = edge_option[edge]
                new_child[n_edges] = child
                n_edges += 1
        if n_edges > before:
            number[state] = n_nodes
            n_nodes += 1
            new_begin[n_nodes] = n_edges
    return n_nodes


@kernel
def count(begin: Int64s, child: Int32s, n_limbs: int, limbs: Uint32Rows) -> None:
    """The solutions below each node, exactly: the sum of ``limbs[n, k]`` times 2^32k.

    There must be limbs enough for the root. Then there are for all: what is below a node is below
    the root too.
    """
    limbs[0, 0] = 1
    for node in range(1, len(begin) - 1):
        for edge in range(begin[node], begin[node + 1]):
            carry = ZERO
            below = child[edge]
            for k in range(n_limbs):
                total = np.uint64(limbs[node, k]) + np.uint64(limbs[below, k]) + carry
                limbs[node, k] = total & LOW
                carry = total >> HALF


@kernel
def occurrences(
    begin: Int64s, option: Int32s, child: Int32s, root: int, prime: Word, above: Words,
    below: Words, found: Words,
) -> None:  # fmt: skip
    """``found[o]``: how often option *o* is in the solutions of a graph, modulo ``prime`` < 2^31.

    ``below`` (nodes): as ``component_graphs.remainders`` makes it. ``found`` (options) and
    ``above`` (nodes) are 0 at first; ``above[n]`` becomes the number of paths from the root to n.
    """
    above[root] = ONE
    for node in range(root, 0, -1):
        paths = above[node] % prime
        if paths == ZERO:
            continue
        for edge in range(begin[node], begin[node + 1]):
            above[child[edge]] = (above[child[edge]] + paths) % prime
            if option[edge] >= 0:
                here = found[option[edge]] + paths * below[child[edge]]
                found[option[edge]] = here % prime


@kernel
def repetitions(
    begin: Int64s, option: Int32s, child: Int32s, first: Int64s, last: Int64s, prime: Word,
    above: Words, below: Words, behind: Words, found: Words,
) -> None:  # fmt: skip
    """``found[o]``: how often option *o* is in the solutions, but for the first time in each.

    Modulo ``prime``, with ``above`` and ``below`` as ``occurrences`` leaves them. ``first[o]`` and
    ``last[o]`` (options) are the highest and the lowest node with an edge of option *o*; without
    one, ``last[o]`` is above ``first[o]``. ``found`` (options); ``behind`` (nodes): the number of
    paths from the root to node *n* that contain the option being looked at.
    """
    for wanted in range(len(found)):
        total = ZERO
        for node in range(first[wanted], last[wanted] - 1, -1):
            paths = behind[node]
            for edge in range(begin[node], begin[node + 1]):
                if option[edge] == wanted:
                    total = (total + paths * below[child[edge]]) % prime
                    behind[child[edge]] = (behind[child[edge]] + above[node]) % prime
                else:
                    behind[child[edge]] = (behind[child[edge]] + paths) % prime
        found[wanted] = total
        for node in range(first[wanted], last[wanted] - 1, -1):
            behind[node] = ZERO
            for edge in range(begin[node], begin[node + 1]):
                behind[child[edge]] = ZERO


@kernel
def restrict(
    begin: Int64s, option: Int32s, child: Int32s, wanted: int, contained: bool, due: Int32s,
    free: Int32s, new_begin: Int64s, new_option: Int32s, new_child: Int32s,
) -> Any:  # fmt: skip
    """The graph of the solutions with the option ``wanted``, or of those without it.

    With ``contained``, node *n* becomes ``due[n]`` where the option is still to come, and
    ``free[n]`` where it has come; else ``due[n]`` alone; -1 for none. Returns the number of new
    nodes. There is room for twice as many nodes and edges; not all need be reached.
    """
    n_nodes, n_edges = 1, 0
    new_begin[0], new_begin[1] = 0, 0
    free[0] = 0
    due[0] = -1 if contained else 0
    for node in range(1, len(begin) - 1):
        free[node] = -1
        if contained:
            for edge in range(begin[node], begin[node + 1]):
                new_option[n_edges] = option[edge]
                new_child[n_edges] = free[child[edge]]
                n_edges += 1
            free[node] = n_nodes
            n_nodes += 1
            new_begin[n_nodes] = n_edges
        before = n_edges
        for edge in range(begin[node], begin[node + 1]):
            below = due[child[edge]]
            if option[edge] == wanted:
                below = free[child[edge]] if contained else -1
            if below >= 0:
                new_option[n_edges] = option[edge]
                new_child[n_edges] = below
                n_edges += 1
        due[node] = -1
        if n_edges > before:
            due[node] = n_nodes
            n_nodes += 1
            new_begin[n_nodes] = n_edges
    return n_nodes


@kernel
def reach(begin: Int64s, child: Int32s, root: int, reached: Bytes) -> None:
    """``reached[n]``, 0 at first, becomes 1 for the end and each node that the root reaches."""
    reached[0], reached[root] = 1, 1
    for node in range(root, 0, -1):
        if reached[node] == 1:
            for edge in range(begin[node], begin[node + 1]):
                reached[child[edge]] = 1
