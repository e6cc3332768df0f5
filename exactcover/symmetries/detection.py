"""Finding the symmetries of a problem, as automorphisms of a coloured graph, with nauty.

The graph has a vertex for each item, each colour that an item may have, and each option. Edges lead
from an option to what it names, and from a colour to its item. Vertices of different kinds, and
items of different multiplicities, may not be exchanged. A smaller graph is tried first, in which
only items and colours are vertices (``entries.py``). (As for the symmetries of integer programs:
F. Margot, "Symmetry in integer linear programming", in 50 Years of Integer Programming, 2010;
nauty: B. McKay and A. Piperno, "Practical graph isomorphism, II", J. Symbolic Comput. 60, 2014.)
"""

from __future__ import annotations

import math
import os
import pickle
import subprocess
import sys
from collections import defaultdict
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from ..common.deadline import ticking
from ..errors import MissingLibrary
from ..kernels.bits.array_types import Int32s, Int64s
from ..statement.model import Model
from ..statement.statement import Statement
from .entries import Entries, OptionGraph

#: A graph of the entries alone is tried first if it has no more edges than this.
_MOST_EDGES = 5_000_000
#: Another process that asks nauty, which cannot be stopped.
_PROGRAM = """
import pickle, sys, pynauty
graph = pynauty.Graph(**pickle.load(sys.stdin.buffer))
pickle.dump(pynauty.autgrp(graph), sys.stdout.buffer)
"""
#: Neighbours in a graph that nauty is given in this process, if there is no limit on the time:
#: most graphs of this size take it milliseconds.
_MOST_HERE = 20_000


def detected(
    statement: Statement, tick: Callable[[], None] | None = None
) -> tuple[list[Int32s], list[Int32s], float]:
    """Generators of all symmetries, as permutations of items and of options.

    With the decimal logarithm of the order of their group.

    Options with a cost are only exchanged for others of the same cost. With ``tick``, and for a
    large graph, nauty runs in another process, which Ctrl-C ends; ``tick`` is called while it does,
    and may end it by raising. Raises :class:`exactcover.MissingLibrary` without pynauty.
    """
    try:
        pynauty: Any = import_module("pynauty")
    except ImportError:
        raise MissingLibrary("pynauty", "compiled") from None
    compiled, noticed = statement.model.compiled, tick or (lambda: None)
    kinds = _kinds_of_options(statement, noticed)
    entries = Entries(compiled, noticed)
    cells = _cells_of_entries(statement.model, entries.number)

    def by(graph: OptionGraph) -> tuple[list[Int32s], list[Int32s], float] | None:
        """None if the graph has automorphisms that are not symmetries."""
        moved, logarithm = _automorphisms(pynauty, tick, graph)
        options = graph.options_under(moved, noticed)
        if options is None or any((kinds[goes] != kinds).any() for goes in options):
            return None
        return [each[: compiled.n_items] for each in moved], options, logarithm

    squares = sum(len(each) ** 2 for each in entries.of_option)
    found = None
    if entries.distinct and entries.number > 0 and squares <= _MOST_EDGES:
        found = by(OptionGraph(entries, kinds.tolist(), cells, by_options=False))
    if found is None:
        found = by(OptionGraph(entries, kinds.tolist(), cells, by_options=True))
    assert found is not None
    return found


def _automorphisms(
    pynauty: Any, tick: Callable[[], None] | None, graph: OptionGraph
) -> tuple[list[Int32s], float]:
    """Generators of a graph's automorphisms, and the decimal logarithm of their group's order."""
    stated = {
        "number_of_vertices": len(graph.edges),
        "adjacency_dict": graph.edges,
        "vertex_coloring": graph.cells,
    }
    if tick is None and sum(map(len, graph.edges.values())) <= _MOST_HERE:
        found = pynauty.autgrp(pynauty.Graph(**stated))
    else:
        found = _elsewhere(stated, tick or (lambda: None))
    generators, mantissa, exponent, *_ = found
    moved = [np.array(generator, np.int32) for generator in generators]
    return moved, math.log10(mantissa) + exponent


def _elsewhere(graph: dict[str, Any], tick: Callable[[], None]) -> Any:
    """What nauty says, in another process, which ends with this call however it ends."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    with subprocess.Popen(
        [sys.executable, "-P", "-c", _PROGRAM], env=environment,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        asked: bytes | None = pickle.dumps(graph)
        try:
            while True:
                try:
                    answer, _ = process.communicate(asked, timeout=0.05)
                except subprocess.TimeoutExpired:
                    tick()
                    asked = None
                else:
                    break
        finally:
            process.kill()
            process.wait()  # leaving the block after a Ctrl-C waits a quarter of a second only
    if process.returncode:
        raise RuntimeError(f"the process that ran pynauty ended with {process.returncode}")
    return pickle.loads(answer)


def _kinds_of_options(statement: Statement, tick: Callable[[], None]) -> Int64s:
    """A number for each option; those of different kinds may not be exchanged."""
    costs = statement.model.costs
    given, forbidden = set(statement.given), set(statement.forbidden)
    numbers: dict[Any, int] = {}
    kinds = (
        (option in given, option in forbidden, 0 if costs is None else costs.of((option,)))
        for option in ticking(range(statement.model.compiled.n_options), tick)
    )
    return np.array([numbers.setdefault(kind, len(numbers)) for kind in kinds], np.int64)


def _cells_of_entries(model: Model, number: int) -> list[set[int]]:
    """Sets of entries that may be exchanged among themselves; those added by rules are apart."""
    compiled = model.compiled
    bounds = dict(enumerate(zip(*compiled.bounds, strict=True)))
    cells: defaultdict[Any, set[int]] = defaultdict(set)
    for item in range(compiled.n_items):
        cells["item", bounds.get(item), item in model.rule_of_item].add(item)
    cells["colour"].update(range(compiled.n_items, number))
    return list(filter(None, cells.values()))
