"""The position of a solution in the order of a diagram.

At a choice the solution is below an edge with the first of its options that an edge has, or else
with none. Several edges may have that same option. Then the right one leads to the child that
*matches* the most options. What a node matches is the largest of its solutions of which all options
are among those of the solution looked for; a product matches what its children match together.

Proof. What the root matches is a part of the solution, so it is the solution if it has as many
options. The node of each step matches as much as it contributes: if it could match more, the root
could. If two edges matched equally much, both ways would end in the same set of options; but
different edges hold different solutions.

Where options may be repeated, an option that is used up must not be matched again. So the options
used so far, as far as they can still come, belong to what is remembered.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np

from ..arrays.views import repeated
from ..kernels.graphs.graphs import CASES, PRODUCT
from .graph import Graph

#: A node, and the repeated options used before it, with their numbers.
_State = tuple[int, tuple[tuple[int, int], ...]]
#: How many options are matched below a node, and the place of what they are; or None.
_Match = tuple[int, int] | None


def rank_of(graph: Graph, solution: Sequence[int], repeat: bool) -> int | None:
    """The place of a solution; None if it is not there. O(edges reached), with large numbers.

    ``repeat``: whether solutions may contain an option several times.
    """
    if graph.root < 0:
        return None
    wanted = Counter(solution)
    lowest = _lowest(graph, list(wanted) if repeat else [])
    root: _State = graph.root, ()
    known: dict[_State, _Match] = {(0, ()): (0, 0)}
    # Depth first without recursion: a node is worked out when what it needs is known.
    stack = [root]
    while stack:
        state = stack[-1]
        if state not in known:
            steps = _steps(graph, state, wanted, lowest)
            missing = [below for _, below in steps if below not in known]
            if missing:
                stack += missing
                continue
            known[state] = _match(graph, state[0], steps, known)
        stack.pop()
    match = known[root]
    return match[1] if match is not None and match[0] == len(solution) else None


def _lowest(graph: Graph, options: list[int]) -> dict[int, int]:
    """The lowest node with an edge of each of these options."""
    if not options:
        return {}
    lowest = np.full(max(options) + 1, graph.n_nodes)
    node = repeated(np.arange(graph.n_nodes), np.diff(graph.begin))
    among = np.isin(graph.option, options)
    np.minimum.at(lowest, graph.option[among], node[among])
    return {option: int(lowest[option]) for option in options}


def _steps(
    graph: Graph, state: _State, wanted: Counter[int], lowest: dict[int, int]
) -> list[tuple[int, _State]]:
    """The edges to follow, and where they lead to."""
    node, used = state
    begin, options, children = graph.views
    edges = list(range(begin[node], begin[node + 1]))
    taken = options[begin[node]]
    if taken not in (PRODUCT, CASES):
        spent = dict(used)
        taken = -1
        for edge in edges:
            option = options[edge]
            if option >= 0 and wanted[option] > spent.get(option, 0):
                taken = option
                break
        if taken in lowest:
            spent[taken] = spent.get(taken, 0) + 1
            used = tuple(sorted(spent.items()))
        edges = [edge for edge in edges if options[edge] == taken]
    steps = []
    for edge in edges:
        child = children[edge]
        still = tuple(each for each in used if lowest[each[0]] <= child)
        steps.append((edge, (child, still)))
    return steps


def _match(
    graph: Graph, node: int, steps: list[tuple[int, _State]], known: dict[_State, _Match]
) -> _Match:
    """What a node matches, where it is known of the children."""
    begin, options, children = graph.views
    if node and options[begin[node]] == PRODUCT:
        size = place = 0
        for edge, below in steps:
            match = known[below]
            if match is None:
                return None
            size += match[0]
            place = place * graph.below(children[edge]) + match[1]
        return size, place
    best: tuple[int, int, int] | None = None
    for edge, below in steps:
        match = known[below]
        size = -1 if match is None else match[0] + (options[edge] >= 0)
        if match is not None and (best is None or size > best[0]):
            best = size, edge, match[1]
    if best is None:
        return None
    size, chosen, place = best
    for edge in range(begin[node], chosen):
        place += graph.below(children[edge])
    return size, place
