"""Diagrams for other programs: Graphviz, ``dd`` (BDDs and ZDDs), and Graphillion.

Other programs hold sets of sets, so problems whose solutions repeat an option cannot be told them.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from importlib import import_module
from typing import Any

import numpy as np

from .graph import Graph

__all__ = ["dd_function", "dot", "graphillion_set"]


def dot(graph: Graph, names: Sequence[Hashable], taken: Sequence[int]) -> str:
    """The graph in the language of Graphviz."""
    lines = ["digraph solutions {", '  node [shape=circle, label="", width=0.2];']
    lines.append("  0 [shape=square, style=filled, fillcolor=black];")
    if taken:
        always = ", ".join(str(names[option]) for option in taken)
        lines.append(f"  label={_quoted('in all solutions: ' + always)};")
    for node in range(graph.n_nodes - 1, 0, -1):
        for edge in range(int(graph.begin[node]), int(graph.begin[node + 1])):
            option = int(graph.option[edge])
            label = "none" if option < 0 else str(names[option])
            style = ", style=dashed" if option < 0 else ""
            lines.append(f"  {node} -> {int(graph.child[edge])} [label={_quoted(label)}{style}];")
    return "\n".join([*lines, "}", ""])


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'


def _variables(graph: Graph, n_options: int) -> list[int]:
    """Options in the order in which ways from the root come to them, the others behind."""
    order: list[int] = []
    seen: set[int] = set()
    for node in range(graph.root, 0, -1):
        for edge in range(int(graph.begin[node]), int(graph.begin[node + 1])):
            option = int(graph.option[edge])
            if option >= 0 and option not in seen:
                seen.add(option)
                order.append(option)
    return order + [option for option in range(n_options) if option not in seen]


def variable_names(names: Sequence[Hashable]) -> list[str]:
    """A different text for each option: ``str`` of its name, or ``repr``, or else its number."""
    for told in (str, repr):
        texts = [told(name) for name in names]
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
    order, texts = _variables(graph, len(names)), variable_names(names)
    if manager is None:
        manager = _new_manager()
    manager.declare(*[texts[option] for option in order])

    def with_it(option: int, below: Any) -> Any:
        """The sets of ``below``, none of which holds the option, each with it."""
        return manager.let({texts[option]: False}, below) & manager.var(texts[option])

    functions: dict[int, Any] = {0: manager.cube(dict.fromkeys(texts, False))}
    uses = _uses(graph)
    for node in range(1, graph.root + 1):
        function = manager.false
        for edge in range(int(graph.begin[node]), int(graph.begin[node + 1])):
            option, child = int(graph.option[edge]), int(graph.child[edge])
            below = functions[child]
            function = function | (below if option < 0 else with_it(option, below))
            uses[child] -= 1
            if not uses[child]:
                del functions[child]
        functions[node] = function
    found = manager.false if graph.root < 0 else functions[graph.root]
    for option in taken:
        found = with_it(option, found)
    return found


def _new_manager() -> Any:
    try:
        return import_module("dd.cudd").BDD()
    except ImportError:
        return import_module("dd.autoref").BDD()


def graphillion_set(graph: Graph, names: Sequence[Hashable], taken: Sequence[int]) -> Any:
    """A ``setset`` of Graphillion over the options, which become its universe, for all setsets."""
    from graphillion import setset

    if len({type(name) for name in names}) > 1:
        names = variable_names(names)  # Graphillion sorts its universe
    order = _variables(graph, len(names))
    setset.set_universe([names[option] for option in order])
    sets: dict[int, Any] = {0: setset([set()])}
    uses = _uses(graph)
    for node in range(1, graph.root + 1):
        found = setset([])
        for edge in range(int(graph.begin[node]), int(graph.begin[node + 1])):
            option, child = int(graph.option[edge]), int(graph.child[edge])
            below = sets[child].copy()
            if option >= 0:
                below.flip(names[option])
            found.update(below)
            uses[child] -= 1
            if not uses[child]:
                del sets[child]
        sets[node] = found
    found = setset([]) if graph.root < 0 else sets[graph.root]
    for option in taken:
        found.flip(names[option])
    return found


def _uses(graph: Graph) -> list[int]:
    """How many edges lead to each node, and one more for the root."""
    uses: list[int] = np.bincount(graph.child, minlength=graph.n_nodes).tolist()
    uses[max(graph.root, 0)] += 1
    return uses
