"""How many solutions of a diagram have which sum of numbers, one number for each option.

The sums below a node are those below its children, each moved by the number of the option on the
edge. So one pass from the end to the root finds them all: the generating function of a decision
diagram (TAOCP 4A, section 7.1.4). A node's polynomial is dropped after its last parent.

A polynomial is held in one of two forms. Where sums lie close together it is one large integer with
the same number of bits for each coefficient (L. Kronecker's substitution): it is moved and added as
a whole. Where they lie far apart it is a dict of the sums that occur.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..arrays.views import repeated
from ..errors import DiagramTooLarge
from .graph import Graph

__all__ = ["count_by_sum"]

#: Bytes of an entry of a dict with its two numbers, and of a polynomial beside its coefficients.
_ENTRY, _TABLE = 170, 60


def count_by_sum(
    graph: Graph, each: Sequence[int], memory: int, tick: Callable[[], None] = lambda: None
) -> dict[int, int]:
    """The number of solutions for each sum that occurs, exactly, by sum, ascending.

    ``each``: a whole number of any size for each option. ``tick`` is called at every edge, and may
    end it by raising. O(edges x different sums below a node), with numbers as long as the count.
    Raises :class:`DiagramTooLarge` if the polynomials take more than ``memory`` bytes.
    """
    if graph.root < 0:
        return {}
    unit = math.gcd(*each) or 1
    steps = [number // unit for number in each]
    steps.append(0)  # of option -1, which is none
    least, spans = _ranges(graph, steps)
    # A coefficient is no larger than the number of solutions.
    count = graph.count()
    width = count.bit_length()
    dropped = _dropped(graph)
    rooms = [span * width // 8 + _TABLE for span in spans]
    entries = sum(min(span, count) for span in spans) * (_ENTRY + width // 8)
    packed = sum(rooms) <= entries and _peak(rooms, dropped) <= memory
    tables: list[Any] = [1 if packed else {0: 1}]
    sizes = rooms if packed else [0] * len(rooms)
    held = 0
    for node in range(1, graph.root + 1):
        table: Any = 0 if packed else {}
        for option, child in graph.edges(node):
            tick()
            moved = steps[option] + least[child] - least[node]
            if packed:
                table += tables[child] << moved * width
                continue
            for step, number in tables[child].items():
                table[step + moved] = table.get(step + moved, 0) + number
            sizes[node] = len(table) * (_ENTRY + width // 8) + _TABLE
            if held + sizes[node] > memory:
                raise DiagramTooLarge(memory, node, costs=True)
        tables.append(table)
        held += sizes[node]
        for child in dropped[node]:
            tables[child] = None
            held -= sizes[child]
    table = tables[graph.root]
    found = _coefficients(table, width) if packed else sorted(table.items())
    lowest = least[graph.root]
    return {(step + lowest) * unit: number for step, number in found if number}


def _ranges(graph: Graph, steps: list[int]) -> tuple[list[int], list[int]]:
    """The least sum below each node, and how many whole numbers are from there to the greatest."""
    least, most = [0], [0]
    for node in range(1, graph.n_nodes):
        edges = list(graph.edges(node))
        least.append(min(steps[option] + least[child] for option, child in edges))
        most.append(max(steps[option] + most[child] for option, child in edges))
    return least, [high - low + 1 for low, high in zip(least, most, strict=True)]


def _dropped(graph: Graph) -> defaultdict[int, list[int]]:
    """For each node the children of which it is the last parent."""
    last = np.zeros(graph.n_nodes, np.int64)
    np.maximum.at(last, graph.child, repeated(np.arange(graph.n_nodes), np.diff(graph.begin)))
    found: defaultdict[int, list[int]] = defaultdict(list)
    for child, parent in enumerate(last.tolist()):
        found[parent].append(child)
    return found


def _peak(rooms: list[int], dropped: defaultdict[int, list[int]]) -> int:
    """The most bytes that are held at a time."""
    held = peak = 0
    for node in range(1, len(rooms)):
        held += rooms[node]
        peak = max(peak, held)
        held -= sum(rooms[child] for child in dropped[node])
    return peak


def _coefficients(packed: int, width: int) -> Iterator[tuple[int, int]]:
    """The exponents of a packed polynomial, ascending, with their coefficients. O(bits)."""
    n_bits = packed.bit_length()
    digits = packed.to_bytes(n_bits // 8 + 1, "little")
    for exponent, begin in enumerate(range(0, n_bits, width)):
        # The bytes that hold these bits; the first of them may hold lower ones as well.
        part = int.from_bytes(digits[begin // 8 : (begin + width) // 8 + 1], "little")
        yield exponent, (part >> begin % 8) & ((1 << width) - 1)
