"""What is worked out on a graph of states in one pass: dead ends removed, solutions counted.

The graphs are those of ``graph.py``; ``compress`` makes one of what ``kernels/frontier.py`` leaves.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .jit import kernel

__all__ = ["compress", "count", "logarithms"]

ZERO = np.uint64(0)
HALF = np.uint64(32)
LOW = np.uint64(0xFFFFFFFF)


@kernel
def compress(
    order: Any,
    begin: Any,
    end: Any,
    edge_option: Any,
    edge_child: Any,
    number: Any,
    new_begin: Any,
    new_option: Any,
    new_child: Any,
) -> Any:
    """Number the nodes with a way to the end from 0, children first; returns how many there are.

    ``order``: the visited states, parents first. ``number[s]`` is 0 for the end, -1 for all others
    at first, and becomes the new number of state *s*, if it has one. The new graph goes to
    ``new_begin``, ``new_option`` and ``new_child``, which have room for all.
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
def logarithms(begin: Any, child: Any, value: Any) -> None:
    """``value[n]``: the logarithm to base 2 of the solutions below node *n*, nearly."""
    value[0] = 0.0
    for node in range(1, len(begin) - 1):
        most = -1.0
        for edge in range(begin[node], begin[node + 1]):
            most = max(most, value[child[edge]])
        total = 0.0
        for edge in range(begin[node], begin[node + 1]):
            total += 2.0 ** (value[child[edge]] - most)
        value[node] = most + np.log2(total)


@kernel
def count(begin: Any, child: Any, n_limbs: Any, limbs: Any) -> None:
    """The solutions below each node, exactly: ``limbs[n, k]`` (uint32, zero at first) times 2^32k.

    There must be limbs enough for the root, and so there are for all: what is below a node is below
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
