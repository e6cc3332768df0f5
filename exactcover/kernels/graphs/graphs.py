"""Passes over a graph of solutions: remove dead ends, count, select and add up.

The graphs are those of ``diagrams/graph.py``: ``begin`` (int64, nodes + 1), ``option`` and
``child`` (int32, edges). Children have smaller numbers than their parents, so a loop over the nodes
meets children first.

The number of solutions below a node is the sum over its children, or below a product of them the
product. Large numbers are found by their remainders modulo primes below 2^31: products of two such
remainders fit into a word. How often a solution is continued *outside* of a node is counted from
the root downwards. Below a product it takes the numbers of the other children; these are found
without division, by products from the front and from the back.

*Sums.* Each option *o* has a number ``cost[o]``. The sums below a choice are those below its
children, each moved by the number of its edge. Below a product each sum of one child is added to
each sum of another. So how many solutions have which sum is a polynomial: it is moved and added at
a choice, and multiplied at a product.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ...compile import inlined, kernel
from ..bits.array_types import Bytes, Floats, Int32s, Int64s, Uint32Rows, Uint32s, Word, Words
from ..bits.words import HALF, LOW, ONE, ZERO

#: What stands in place of an option where the solutions of children are multiplied, and where
#: children hold different solutions of the same place.
PRODUCT, CASES = -2, -3


@kernel
def turn(
    begin: Int64s, option: Int32s, child: Int32s, rank: Int64s, sorted_edges: Int64s, node: Int32s,
    of_rank: Int64s, new_begin: Int64s, new_option: Int32s, new_child: Int32s,
) -> None:  # fmt: skip
    """Turn all edges of a graph of choices around: node *n* becomes the last node less *n*.

    Edges of a node come in the order of ``rank`` (options + 1; the last one is that of no option),
    by two counting sorts: by ranks, and by nodes. Scratch: ``sorted_edges`` and ``node`` (edges),
    ``of_rank`` (options + 2). The new graph has as many nodes and edges.
    """
    last = len(begin) - 2
    for parent in range(last + 1):
        for edge in range(begin[parent], begin[parent + 1]):
            node[edge] = parent
            of_rank[rank[option[edge]] + 1] += 1
            new_begin[last - child[edge] + 1] += 1
    for k in range(len(of_rank) - 1):
        of_rank[k + 1] += of_rank[k]
    for edge in range(len(option)):
        place = of_rank[rank[option[edge]]]
        of_rank[rank[option[edge]]] = place + 1
        sorted_edges[place] = edge
    for k in range(last + 1):
        new_begin[k + 1] += new_begin[k]
    # Places are counted up; afterwards each is where the next node begins.
    for k in range(len(option)):
        edge = sorted_edges[k]
        place = new_begin[last - child[edge]]
        new_begin[last - child[edge]] = place + 1
        new_option[place], new_child[place] = option[edge], last - node[edge]
    for k in range(last, -1, -1):
        new_begin[k + 1] = new_begin[k]
    new_begin[0] = 0


@kernel
def count(
    begin: Int64s, option: Int32s, child: Int32s, n_limbs: int, scratch: Words, limbs: Uint32Rows
) -> None:
    """The solutions below each node, exactly: the sum of ``limbs[n, k]`` times 2^32k.

    There must be limbs enough for the root. Then there are for all: what is below a node is below
    the root too. ``scratch`` (limbs): 0 at first.
    """
    limbs[0, 0] = 1
    for node in range(1, len(begin) - 1):
        first = begin[node]
        if option[first] != PRODUCT:
            for edge in range(first, begin[node + 1]):
                carry = ZERO
                below = child[edge]
                for k in range(n_limbs):
                    total = np.uint64(limbs[node, k]) + np.uint64(limbs[below, k]) + carry
                    limbs[node, k] = total & LOW
                    carry = total >> HALF
            continue
        for k in range(n_limbs):
            limbs[node, k] = limbs[child[first], k]
        for edge in range(first + 1, begin[node + 1]):
            below = child[edge]
            used = n_limbs
            while limbs[below, used - 1] == 0:
                used -= 1
            for i in range(n_limbs):
                digit = np.uint64(limbs[node, i])
                if digit == ZERO:
                    continue
                carry = ZERO
                for k in range(i, n_limbs):
                    # At most (2^32 - 1)^2 + 2 (2^32 - 1), which is below 2^64.
                    total = scratch[k] + carry
                    if k - i < used:
                        total += digit * np.uint64(limbs[below, k - i])
                    elif carry == ZERO:
                        break
                    scratch[k] = total & LOW
                    carry = total >> HALF
            for k in range(n_limbs):
                limbs[node, k] = scratch[k]
                scratch[k] = ZERO


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
def _of_others(
    first: Any, last: Any, child: Int32s, prime: Any, below: Words, others: Words
) -> None:
    """``others[k]``: the product of ``below`` of all children of a node but its k-th."""
    product = ONE
    for edge in range(first, last):
        others[edge - first] = product
        product = product * below[child[edge]] % prime
    product = ONE
    for edge in range(last - 1, first - 1, -1):
        others[edge - first] = others[edge - first] * product % prime
        product = product * below[child[edge]] % prime


@kernel
def occurrences(
    begin: Int64s, option: Int32s, child: Int32s, root: int, prime: Word, above: Words,
    below: Words, others: Words, found: Words,
) -> None:  # fmt: skip
    """``found[o]``: how often option *o* is in the solutions of a graph, modulo ``prime`` < 2^31.

    ``below`` (nodes): as ``remainders`` makes it. ``found`` (options) and ``above`` (nodes) are 0
    at first; ``above[n]`` becomes the number of ways to go on from a solution below *n* to one of
    the root. Scratch: ``others``, as long as a node has edges.
    """
    above[root] = ONE
    for node in range(root, 0, -1):
        paths, first, last = above[node], begin[node], begin[node + 1]
        if paths == ZERO:
            continue
        if option[first] == PRODUCT:
            _of_others(first, last, child, prime, below, others)
            for edge in range(first, last):
                more = above[child[edge]] + paths * others[edge - first]
                above[child[edge]] = more % prime
            continue
        for edge in range(first, last):
            above[child[edge]] = (above[child[edge]] + paths) % prime
            if option[edge] >= 0:
                here = found[option[edge]] + paths * below[child[edge]]
                found[option[edge]] = here % prime


@kernel
def repetitions(
    begin: Int64s, option: Int32s, child: Int32s, highest: Int64s, lowest: Int64s, prime: Word,
    above: Words, below: Words, behind: Words, others: Words, found: Words,
) -> None:  # fmt: skip
    """``found[o]``: how often option *o* is in the solutions, but for the first time in each.

    Modulo ``prime``, with ``above`` and ``below`` as ``occurrences`` leaves them. ``highest[o]``
    and ``lowest[o]`` (options) are the highest and the lowest node with an edge of option *o*;
    without one, ``lowest[o]`` is above ``highest[o]``. ``found`` (options); ``behind`` (nodes): as
    ``above``, of ways that contain the option being looked at. Since an option is below one child
    of a product at most, the ways through the other children need not be looked through for it.
    """
    for wanted in range(len(found)):
        total = ZERO
        for node in range(highest[wanted], lowest[wanted] - 1, -1):
            paths, first, last = behind[node], begin[node], begin[node + 1]
            if option[first] == PRODUCT:
                if paths != ZERO:
                    _of_others(first, last, child, prime, below, others)
                    for edge in range(first, last):
                        more = behind[child[edge]] + paths * others[edge - first]
                        behind[child[edge]] = more % prime
                continue
            for edge in range(first, last):
                if option[edge] == wanted:
                    total = (total + paths * below[child[edge]]) % prime
                    behind[child[edge]] = (behind[child[edge]] + above[node]) % prime
                else:
                    behind[child[edge]] = (behind[child[edge]] + paths) % prime
        found[wanted] = total
        for node in range(highest[wanted], lowest[wanted] - 1, -1):
            behind[node] = ZERO
            for edge in range(begin[node], begin[node + 1]):
                behind[child[edge]] = ZERO


@kernel
def restrict(
    begin: Int64s, option: Int32s, child: Int32s, place: Int32s, n_nodes: int, wanted: int,
    contained: bool, mentions: Bytes, due: Int32s,
) -> Any:  # fmt: skip
    """Append the nodes of the solutions with the option ``wanted``, or of those without it.

    The graph has ``n_nodes`` at first, and room for twice as many nodes and edges. ``due[n]``
    (nodes) becomes the node of those of the solutions below *n*, -1 for none: *n* itself where all
    are. Nodes that do not mention the option (``mentions``, 0 at first) are not made again. So
    below a product one child changes. Returns the new number of nodes.
    """
    n_edges = begin[n_nodes]
    after = n_nodes
    due[0] = -1 if contained else 0
    for node in range(1, n_nodes):
        first, last = begin[node], begin[node + 1]
        for edge in range(first, last):
            if option[edge] == wanted or mentions[child[edge]] == 1:
                mentions[node] = 1
        if mentions[node] == 0:
            due[node] = -1 if contained else node
            continue
        product = option[first] == PRODUCT
        before = n_edges
        for edge in range(first, last):
            below = due[child[edge]]
            if option[edge] == wanted:
                below = child[edge] if contained else -1
            if product and mentions[child[edge]] == 0:
                below = child[edge]
            if below >= 0:
                option[n_edges] = option[edge]
                child[n_edges] = below
                n_edges += 1
            elif product:
                n_edges = before
                break
        if n_edges == before:
            due[node] = -1
        elif option[before] == CASES and n_edges == before + 1:
            n_edges = before
            due[node] = child[before]
        else:
            due[node] = after
            place[after] = place[node]
            after += 1
            begin[after] = n_edges
    return after


@kernel
def fits(
    begin: Int64s, option: Int32s, child: Int32s, place: Int32s, origin_begin: Int64s,
    origin_option: Int32s, origin_child: Int32s,
) -> Any:  # fmt: skip
    """Whether a graph can be a part of another one, its origin (see ``diagrams/graph.py``).

    Children have smaller numbers in both, and places are nodes of the origin.
    """
    if place[0] != 0:
        return False
    for node in range(1, len(begin) - 1):
        at = place[node]
        first, last = begin[node], begin[node + 1]
        here, beyond = origin_begin[at], origin_begin[at + 1]
        if here == beyond:
            return False
        product = origin_option[here] == PRODUCT
        if option[first] == CASES:
            if not product or last - first < 2:
                return False
            for edge in range(first, last):
                if option[edge] != CASES or place[child[edge]] != at:
                    return False
            continue
        if product and last - first != beyond - here:
            return False
        for edge in range(first, last):
            wanted, below = option[edge], place[child[edge]]
            while here < beyond and (origin_option[here] != wanted or origin_child[here] != below):
                here += 1
            if here == beyond:
                return False
            here += 1
    return True


@kernel
def reach(begin: Int64s, child: Int32s, root: int, reached: Bytes) -> None:
    """``reached[n]``, 0 at first, becomes 1 for the end and each node that the root reaches."""
    reached[0], reached[root] = 1, 1
    for node in range(root, 0, -1):
        if reached[node] == 1:
            for edge in range(begin[node], begin[node + 1]):
                reached[child[edge]] = 1


@kernel
def extremes(
    begin: Int64s, option: Int32s, child: Int32s, cost: Int64s, least: Int64s, most: Int64s,
    size: Floats,
) -> Any:  # fmt: skip
    """The least and the greatest sum below each node (nodes), 0 at first.

    Returns about what no sum exceeds in size: beyond 2^62 nothing that was found counts, since
    sums have wrapped around. ``size`` (nodes): the same below each node, 0 at first.
    """
    greatest = 0.0
    for node in range(1, len(begin) - 1):
        first = begin[node]
        product = option[first] == PRODUCT
        for edge in range(first, begin[node + 1]):
            below, step = child[edge], np.int64(0)
            if option[edge] >= 0:
                step = cost[option[edge]]
            low, high = least[below] + step, most[below] + step
            here = size[below] + abs(np.float64(step))
            if product:
                low, high, here = low + least[node], high + most[node], here + size[node]
            elif edge > first:
                low, high = min(low, least[node]), max(high, most[node])
                here = max(here, size[node])
            least[node], most[node], size[node] = low, high, here
        greatest = max(greatest, size[node])
    return greatest


@kernel
def polynomials(
    begin: Int64s, option: Int32s, child: Int32s, cost: Int64s, least: Int64s, at: Int64s,
    first_node: int, last_node: int, prime: Word, scratch: Words, table: Uint32s,
) -> None:  # fmt: skip
    """How many solutions below the nodes from ``first_node`` to before ``last_node`` have which
    sum, modulo ``prime`` < 2^31; what is below their children is known.

    ``table[at[n] + s]``, 0 at first, becomes the number for the sum ``least[n] + s``; there are
    places up to ``at[n + 1]``. ``scratch``: as long as the longest polynomial.
    """
    for node in range(first_node, last_node):
        first, here = begin[node], at[node]
        length = at[node + 1] - here
        if node == 0 or option[first] == PRODUCT:
            table[here] = 1
        if node > 0 and option[first] == PRODUCT:
            used = 1
            for edge in range(first, begin[node + 1]):
                there = at[child[edge]]
                more = at[child[edge] + 1] - there
                for k in range(used + more - 1):
                    scratch[k] = ZERO
                for i in range(used):
                    factor = np.uint64(table[here + i])
                    if factor != ZERO:
                        for k in range(more):
                            product = factor * np.uint64(table[there + k])
                            scratch[i + k] = (scratch[i + k] + product) % prime
                used += more - 1
                for k in range(used):
                    table[here + k] = scratch[k]
            continue
        for k in range(length):
            scratch[k] = ZERO
        for edge in range(first, begin[node + 1]):
            there = at[child[edge]]
            moved = least[child[edge]] - least[node]
            if option[edge] >= 0:
                moved += cost[option[edge]]
            for k in range(at[child[edge] + 1] - there):
                total = scratch[moved + k] + np.uint64(table[there + k])
                scratch[moved + k] = total - prime if total >= prime else total
        if node > 0:
            for k in range(length):
                table[here + k] = scratch[k]
