"""Finding the symmetries of a problem: the automorphisms of a coloured graph, by nauty.

The graph has a vertex for each item, each colour that an item may have, and each option. Edges lead
from an option to what it names, and from a colour to its item. Vertices of different kinds, and
items of different multiplicities, may not be exchanged. (As for the symmetries of integer programs:
F. Margot, "Symmetry in integer linear programming", in 50 Years of Integer Programming, 2010;
nauty: B. McKay and A. Piperno, "Practical graph isomorphism, II", J. Symbolic Comput. 60, 2014.)
"""

from __future__ import annotations

import math
from collections import defaultdict
from importlib import import_module
from typing import Any

import numpy as np

from ..errors import MissingLibrary
from ..kernels.array_types import Int32s
from ..statement.statement import Statement

__all__ = ["detected"]


def detected(statement: Statement) -> tuple[list[Int32s], list[Int32s], float]:
    """Generators of all symmetries, as permutations of items and of options.

    With the decimal logarithm of the order of their group.

    Options with a cost are only exchanged for others of the same cost. Raises
    :class:`exactcover.MissingLibrary` without pynauty.
    """
    try:
        pynauty: Any = import_module("pynauty")
    except ImportError:
        raise MissingLibrary("pynauty", "symmetry") from None
    model = statement.model
    compiled = model.compiled
    n_items, n_options = compiled.n_items, compiled.n_options
    bounds = dict(enumerate(zip(*compiled.bounds, strict=True)))
    #: Kind -> its vertices: first the items, then the options, then the colours.
    kinds: defaultdict[Any, set[int]] = defaultdict(set)
    for item in range(n_items):
        kinds["item", bounds.get(item)].add(item)
    edges: defaultdict[int, list[int]] = defaultdict(list)
    vertex_of: dict[tuple[int, int], int] = {}
    given, forbidden = set(statement.given), set(statement.forbidden)
    for option in range(n_options):
        cost = 0 if model.costs is None else model.costs.of((option,))
        kinds["option", option in given, option in forbidden, cost].add(n_items + option)
        for item, colour in compiled.option(option):
            vertex = item
            if colour:
                vertex = vertex_of.setdefault((item, colour), n_items + n_options + len(vertex_of))
                edges[vertex] = [item]
                kinds["colour"].add(vertex)
            edges[n_items + option].append(vertex)
    graph = pynauty.Graph(
        n_items + n_options + len(vertex_of),
        adjacency_dict=edges,
        vertex_coloring=list(kinds.values()),
    )
    generators, mantissa, exponent, *_ = pynauty.autgrp(graph)
    moved = [np.array(generator, np.int32) for generator in generators]
    return (
        [each[:n_items] for each in moved],
        [each[n_items : n_items + n_options] - n_items for each in moved],
        math.log10(mantissa) + exponent,
    )
