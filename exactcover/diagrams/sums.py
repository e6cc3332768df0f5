"""Counting the solutions of a diagram by the sum of one number per option.

The sums below a choice are those below its children, each moved by the number of the option on the
edge; below a product, each sum of one child is added to each sum of another. So one pass from the
end to the root finds them all: the generating function of a decision diagram (TAOCP 4A, section
7.1.4), a polynomial for each node.

A polynomial is held in one of three forms. Where it is short and there are many nodes, kernels find
its coefficients modulo some primes (``kernels/graphs/graphs.py``). Else, where sums lie close
together, it is one large integer with the same number of bits for each coefficient (L. Kronecker's
substitution): it is moved, added and multiplied as a whole. Where they lie far apart it is a dict
of the sums that occur. The last two forms of a node are dropped after its last parent.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np

from ..arrays.views import repeated, sums_before
from ..errors import DiagramTooLarge
from ..kernels.bits.array_types import Int64s
from ..kernels.graphs import graphs
from ..kernels.graphs.graphs import PRODUCT
from .graph import Graph, exactly

#: Bytes of an entry of a dict with its two numbers, and of a polynomial beside its coefficients.
_ENTRY, _TABLE = 170, 60
#: Up to so many remainders for each edge, kernels are faster than large integers.
_SHORT = 1_000
#: Coefficients to be found by a kernel from one tick to the next.
_SLICE = 10_000_000
#: Sums of this size are near what a word holds.
_LARGEST = 2**62


def count_by_sum(
    graph: Graph, each: Sequence[int], memory: int, tick: Callable[[], None] = lambda: None
) -> dict[int, int]:
    """The number of solutions for each sum that occurs, exactly, by sum, ascending.

    ``each``: a whole number of any size for each option. ``tick`` is called often, and may end it
    by raising. O(edges x different sums below a node), with numbers as long as the count. Raises
    :class:`DiagramTooLarge` if the polynomials take more than ``memory`` bytes.
    """
    if graph.root < 0:
        return {}
    unit = math.gcd(*each) or 1
    steps = [number // unit for number in each]
    width = graph.count().bit_length()
    found = extremes(graph, steps)
    coefficients: Any = None
    if found is None:
        least, most = ranges(graph, steps)
    else:
        spans = found[1] - found[0] + 1
        size = float(spans.sum(dtype=np.float64))
        n_primes = width // 31 + 2
        if n_primes * size <= _SHORT * graph.n_edges and 24 * size <= memory:
            numbers = _by_remainders(graph, steps, found[0], spans, width, tick)
            coefficients = enumerate(numbers)
        least, most = (array.tolist() for array in found)
    if coefficients is None:
        lengths = [high - low + 1 for low, high in zip(least, most, strict=True)]
        coefficients = _one_by_one(graph, steps, least, lengths, width, memory, tick)
    lowest = int(least[graph.root])
    return {(step + lowest) * unit: number for step, number in coefficients if number}


def extremes(graph: Graph, steps: Sequence[int]) -> tuple[Int64s, Int64s] | None:
    """The least and the greatest sum below each node; None if sums may need more than 64 bits."""
    if any(abs(step) >= _LARGEST for step in steps):
        return None
    least, most = np.zeros((2, graph.n_nodes), np.int64)
    sizes = np.zeros(graph.n_nodes)
    arrays: Any = *graph.arrays, np.array([*steps, 0], np.int64), least, most, sizes
    size = graphs.extremes(*arrays)
    return (least, most) if size < _LARGEST else None


def _by_remainders(
    graph: Graph, steps: Sequence[int], least: Int64s, spans: Int64s, width: int,
    tick: Callable[[], None],
) -> list[int]:  # fmt: skip
    """The coefficients of the root, by kernels."""
    at = sums_before(spans)
    # Nodes up to which a kernel goes before the next tick.
    ends = np.searchsorted(at[1:], np.arange(_SLICE, at[-1] + _SLICE, _SLICE), "right").tolist()
    scratch = np.zeros(int(spans.max()), np.uint64)
    fixed: Any = *graph.arrays, np.array([*steps, 0], np.int64), least, at

    def modulo(prime: int) -> list[int]:
        table = np.zeros(int(at[-1]), np.uint32)
        done = 0
        for end in [*ends, graph.n_nodes]:
            tick()
            arrays: Any = *fixed, done, end, np.uint64(prime), scratch, table
            graphs.polynomials(*arrays)
            done = end
        coefficients: list[int] = table[int(at[graph.root]) :].tolist()
        return coefficients

    return exactly(width, modulo)


def _one_by_one(
    graph: Graph, steps: list[int], least: list[int], spans: list[int], width: int, memory: int,
    tick: Callable[[], None],
) -> Iterator[tuple[int, int]]:  # fmt: skip
    """The coefficients of the root as (exponent, number), by large integers or by dicts."""
    count = graph.count()
    dropped = _dropped(graph)
    # A coefficient is no larger than the number of solutions.
    rooms = [span * width // 8 + _TABLE for span in spans]
    entries = sum(min(span, count) for span in spans) * (_ENTRY + width // 8)
    packed = sum(rooms) <= entries and _peak(rooms, dropped) <= memory
    tables: list[Any] = [1 if packed else {0: 1}]
    sizes = rooms if packed else [0] * len(rooms)
    held = 0
    for node in range(1, graph.root + 1):
        edges = list(graph.edges(node))
        product = edges[0][0] == PRODUCT
        table: Any = int(product) if packed else {0: 1} if product else {}
        for option, child in edges:
            tick()
            moved = (steps[option] if option >= 0 else 0) + least[child] - least[node]
            if packed and product:
                table *= tables[child]
            elif packed:
                table += tables[child] << moved * width
            elif product:
                table = _multiplied(table, tables[child], (memory - held) // _ENTRY, tick)
            else:
                for step, number in tables[child].items():
                    table[step + moved] = table.get(step + moved, 0) + number
            if not packed:
                sizes[node] = len(table) * (_ENTRY + width // 8) + _TABLE
                if held + sizes[node] > memory:
                    raise DiagramTooLarge(memory, node, costs=True)
        tables.append(table)
        held += sizes[node]
        for child in dropped[node]:
            tables[child] = None
            held -= sizes[child]
    table = tables[graph.root]
    yield from _coefficients(table, width) if packed else sorted(table.items())


def _multiplied(
    one: dict[int, int], other: dict[int, int], most: int, tick: Callable[[], None]
) -> dict[int, int]:
    """The product of two polynomials, or a part of it with more than ``most`` terms."""
    found: dict[int, int] = {}
    for step, number in one.items():
        tick()
        for more, times in other.items():
            found[step + more] = found.get(step + more, 0) + number * times
        if len(found) > most:
            break
    return found


def ranges(graph: Graph, steps: Sequence[int]) -> tuple[list[int], list[int]]:
    """The least and the greatest sum below each node, of any size."""
    least, most = [0], [0]
    for node in range(1, graph.n_nodes):
        edges = list(graph.edges(node))
        moves = [(steps[option] if option >= 0 else 0, child) for option, child in edges]
        lows = [step + least[child] for step, child in moves]
        highs = [step + most[child] for step, child in moves]
        product = edges[0][0] == PRODUCT
        least.append(sum(lows) if product else min(lows))
        most.append(sum(highs) if product else max(highs))
    return least, most


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
