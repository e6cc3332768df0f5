"""Graphs of choices and components (``subproblems.py``): counted, and written out as choices alone.

The number of solutions below a node of choice is the sum over its children, below a node of
components the product. It is found exactly by its remainders modulo as many primes as its size
asks for; sums and products of remainders fit into a word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .array_types import Floats, Int32s, Int64s, Word, Words
from .jit import inlined, kernel
from .words import HALF, ONE, ZERO, mixed

__all__ = [
    "EXPANDED",
    "PRODUCT",
    "ROOM",
    "WRITE_CONTROL",
    "logarithms",
    "rehash",
    "remainders",
    "write_out",
]

#: What stands in place of an option where the solutions of children are multiplied.
PRODUCT = -2

#: Length of ``control`` of ``write_out``; why it returned.
WRITE_CONTROL = 5
_DEPTH, _PAIRS, _NODES, _EDGES, _ROOT = range(WRITE_CONTROL)
EXPANDED, ROOM, PAUSED = range(3)


@kernel
def logarithms(begin: Int64s, option: Int32s, child: Int32s, value: Floats) -> None:
    """``value[n]``: the logarithm to base 2 of the solutions below node *n*, nearly."""
    value[0] = 0.0
    for node in range(1, len(begin) - 1):
        if option[begin[node]] == PRODUCT:
            total = 0.0
            for edge in range(begin[node], begin[node + 1]):
                total += value[child[edge]]
            value[node] = total
            continue
        most = 0.0
        for edge in range(begin[node], begin[node + 1]):
            most = max(most, value[child[edge]])
        total = 0.0
        for edge in range(begin[node], begin[node + 1]):
            total += 2.0 ** (value[child[edge]] - most)
        value[node] = most + np.log2(total)


@kernel
def remainders(begin: Int64s, option: Int32s, child: Int32s, prime: Word, value: Words) -> None:
    """``value[n]`` (uint64): the solutions below node *n*, modulo ``prime``, less than 2^31."""
    value[0] = ONE
    for node in range(1, len(begin) - 1):
        product = option[begin[node]] == PRODUCT
        total = ONE if product else ZERO
        for edge in range(begin[node], begin[node + 1]):
            if product:
                total = total * value[child[edge]] % prime
            else:
                total += value[child[edge]]
                if total >= prime:
                    total -= prime
        value[node] = total


@inlined
def _found(slots: Int64s, pair_node: Int32s, pair_after: Int32s, node: Any, after: Any) -> Any:
    """The number of a pair, or ~ of the free place in the table where it belongs."""
    places = np.uint64(len(slots) - 1)
    place = mixed((np.uint64(node) << HALF) ^ np.uint64(after)) & places
    while slots[place] >= 0:
        pair = slots[place]
        if pair_node[pair] == node and pair_after[pair] == after:
            return pair
        place = (place + ONE) & places
    return ~np.int64(place)


@kernel
def rehash(slots: Int64s, pair_node: Int32s, pair_after: Int32s, n_pairs: int) -> None:
    """Fill ``slots``, all -1, whose number is a power of two, with the pairs."""
    for pair in range(n_pairs):
        place = ~_found(slots, pair_node, pair_after, pair_node[pair], pair_after[pair])
        slots[place] = pair


@kernel
def write_out(
    begin: Int64s, option: Int32s, child: Int32s, slots: Int64s, pair_node: Int32s,
    pair_after: Int32s, pair_new: Int32s, frame_node: Int32s, frame_after: Int32s,
    frame_edge: Int32s, frame_carried: Int32s, new_begin: Int64s, new_option: Int32s,
    new_child: Int32s, control: Int64s, most: int,
) -> Any:  # fmt: skip
    """Write the solutions as a graph without nodes of components; returns why it stopped.

    One component is followed by the next. A pair of a node and of what comes *after* it (a node of
    the new graph) becomes one new node. Works on up to ``most`` frames.

    The graph (nodes + 1; edges): ``begin``, ``option``, ``child``; the new one in the same form, as
    long as there is room, ``new_begin``, ``new_option``, ``new_child``. The known pairs:
    ``pair_node``, ``pair_after`` and their new nodes ``pair_new``; ``slots``, at first -1, their
    open-addressing table, at most half full.

    A frame (levels + 1; frame 0 at first with the root) is a pair being worked on, ``frame_node``
    and ``frame_after``; ``frame_edge``, its next edge, counted from 0; and for components
    ``frame_carried``, what comes after the next one. Components are taken from the last to the
    first. ``control``: one node, the end, at first.
    """
    depth, n_pairs = control[_DEPTH], control[_PAIRS]
    n_nodes, n_edges = control[_NODES], control[_EDGES]
    why = EXPANDED
    done = 0
    while depth >= 0:
        node, after = frame_node[depth], frame_after[depth]
        first, last = begin[node], begin[node + 1]
        pairs_full = 2 * (n_pairs + 1) > len(slots) or n_pairs == len(pair_new)
        if pairs_full or n_nodes + 2 > len(new_begin) or n_edges + last - first > len(new_child):
            why = ROOM
            break
        if done >= most:
            why = PAUSED
            break
        done += 1
        product = option[first] == PRODUCT
        edge = first + frame_edge[depth]
        wanted, behind = -1, after
        while edge < last and wanted < 0:
            below = child[edge]
            if product:
                below, behind = child[first + last - 1 - edge], frame_carried[depth]
            if below > 0:
                pair = _found(slots, pair_node, pair_after, below, behind)
                if pair < 0:
                    wanted = below
                elif product:
                    frame_carried[depth] = pair_new[pair]
            if wanted < 0:
                edge += 1
        frame_edge[depth] = edge - first
        if wanted >= 0:
            depth += 1
            frame_node[depth], frame_after[depth] = wanted, behind
            frame_edge[depth], frame_carried[depth] = 0, behind
            continue
        new = frame_carried[depth]
        if not product:
            for edge in range(first, last):
                new_option[n_edges] = option[edge]
                new_child[n_edges] = after
                if child[edge] > 0:
                    pair = _found(slots, pair_node, pair_after, child[edge], after)
                    new_child[n_edges] = pair_new[pair]
                n_edges += 1
            new = n_nodes
            n_nodes += 1
            new_begin[n_nodes] = n_edges
        place = ~_found(slots, pair_node, pair_after, node, after)
        slots[place] = n_pairs
        pair_node[n_pairs], pair_after[n_pairs], pair_new[n_pairs] = node, after, new
        n_pairs += 1
        control[_ROOT] = new
        depth -= 1
    control[_DEPTH], control[_PAIRS] = depth, n_pairs
    control[_NODES], control[_EDGES] = n_nodes, n_edges
    return why
