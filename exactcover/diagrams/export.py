"""Diagrams for other programs: Graphviz, ``dd`` (BDDs and ZDDs), and Graphillion.

Other programs hold sets of sets, so they cannot take solutions that repeat an option. They have no
products: the sets of the children are joined, each with each.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Hashable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from ..kernels.graphs.graphs import CASES, PRODUCT
from .graph import Graph

#: What a node says in a picture if it is no choice.
SIGNS = {PRODUCT: "\N{MULTIPLICATION SIGN}", CASES: "\N{UNION}"}


def dot(graph: Graph, names: Sequence[Hashable], taken: Sequence[int]) -> str:
    """The graph in the language of Graphviz."""
    lines = ["digraph solutions {", '  node [shape=circle, label="", width=0.2];']
    lines.append("  0 [shape=square, style=filled, fillcolor=black];")
    if taken:
        always = ", ".join(str(names[option]) for option in taken)
        lines.append(f"  label={_quoted('in all solutions: ' + always)};")
    for node in range(graph.n_nodes - 1, 0, -1):
        edges = list(graph.edges(node))
        if edges[0][0] in SIGNS:
            lines.append(f'  {node} [label="{SIGNS[edges[0][0]]}"];')
            lines += [f"  {node} -> {child};" for _, child in edges]
            continue
        for option, child in edges:
            label = "none" if option < 0 else str(names[option])
            style = ", style=dashed" if option < 0 else ""
            lines.append(f"  {node} -> {child} [label={_quoted(label)}{style}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def variable_names(names: Sequence[Hashable]) -> list[str]:
    """A different text for each option: ``str`` of its name, or ``repr``, or else its number."""
    for text_of in (str, repr):
        texts = [text_of(name) for name in names]
        if len(set(texts)) == len(texts):
            return texts
    return [str(number) for number in range(len(names))]


def dd_function(
    graph: Graph, names: Sequence[Hashable], taken: Sequence[int], manager: Any = None
) -> Any:
    """A function of ``dd`` with a variable for each option, true for the solutions alone.

    Without a ``manager`` it is in a new ``dd.cudd.BDD``, or in a ``dd.autoref.BDD`` where ``dd``
    has been built without CUDD; the function's ``.bdd`` is the manager.
    """
    texts = variable_names(names)
    if manager is None:
        try:
            manager = import_module("dd.cudd").BDD()
        except ImportError:
            manager = import_module("dd.autoref").BDD()
    manager.declare(*[texts[option] for option in _in_order(graph, len(names))])

    def with_option(below: Any, option: int) -> Any:
        return manager.let({texts[option]: False}, below) & manager.var(texts[option])

    def joined(parts: list[tuple[Any, list[int]]]) -> Any:
        # A part says that the variables of the others are false; that must not count.
        found = manager.true
        for place, (part, _) in enumerate(parts):
            others = [scope for k, (_, scope) in enumerate(parts) if k != place]
            found &= manager.exist({texts[option] for scope in others for option in scope}, part)
        return found

    end = manager.cube(dict.fromkeys(texts, False))
    return _from_the_end(graph, taken, manager.false, end, with_option, joined)


def graphillion_set(graph: Graph, names: Sequence[Hashable], taken: Sequence[int]) -> Any:
    """A ``setset`` of Graphillion over the options, which become its universe, for all setsets."""
    from graphillion import setset

    if len({type(name) for name in names}) > 1:
        names = variable_names(names)  # Graphillion sorts its universe
    setset.set_universe([names[option] for option in _in_order(graph, len(names))])

    def with_option(below: Any, option: int) -> Any:
        sets = below.copy()
        sets.flip(names[option])
        return sets

    def joined(parts: list[tuple[Any, list[int]]]) -> Any:
        return functools.reduce(lambda one, other: one.join(other), [sets for sets, _ in parts])

    return _from_the_end(graph, taken, setset([]), setset([set()]), with_option, joined)


def _in_order(graph: Graph, n_options: int) -> list[int]:
    """Options in the order in which paths from the root come to them, the others behind."""
    nodes = range(graph.root, 0, -1)
    found = [option for node in nodes for option, _ in graph.edges(node) if option >= 0]
    return list(dict.fromkeys([*found, *range(n_options)]))


def _from_the_end(
    graph: Graph, taken: Sequence[int], none: Any, end: Any,
    with_option: Callable[[Any, int], Any],
    joined: Callable[[list[tuple[Any, list[int]]]], Any],
) -> Any:  # fmt: skip
    """The sets of another program, made for one node after the other, and those of the root.

    ``none``: no set; ``end``: the empty set alone. ``with_option`` adds an option to each of some
    sets without it. ``joined``: all unions of one set of each part; a part comes with the options
    of its sets, which no other part has. The sets of a node are dropped when all its parents have
    theirs.
    """
    scopes = _scopes(graph) if graph.multiplies else []
    uses: list[int] = np.bincount(graph.child, minlength=graph.n_nodes).tolist()
    uses[graph.root] += 1
    sets = {0: end, -1: none}
    for node in range(1, graph.root + 1):
        found = none
        edges = list(graph.edges(node))
        if edges[0][0] == PRODUCT:
            found = joined([(sets[child], _options(scopes[child])) for _, child in edges])
        for option, child in edges:
            if option != PRODUCT:
                found = found | (sets[child] if option < 0 else with_option(sets[child], option))
            uses[child] -= 1
            if not uses[child]:
                del sets[child]
        sets[node] = found
    result = sets[graph.root]
    for option in taken:
        result = with_option(result, option)
    return result


def _scopes(graph: Graph) -> list[int]:
    """For each node the options that are mentioned below it, as bits."""
    scopes = [0]
    for node in range(1, graph.n_nodes):
        scope = 0
        for option, child in graph.edges(node):
            scope |= scopes[child] | (1 << option if option >= 0 else 0)
        scopes.append(scope)
    return scopes


def _options(scope: int) -> list[int]:
    """The options of a scope."""
    return [option for option, bit in enumerate(reversed(f"{scope:b}")) if bit == "1"]
