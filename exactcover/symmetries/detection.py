"""Finding the symmetries of a problem, as automorphisms of a coloured graph.

The graph has a vertex for each item, each colour that an item may have, and each option. Edges lead
from an option to what it names, and from a colour to its item. Vertices of different kinds, and
items of different multiplicities, may not be exchanged. A smaller graph is tried first, in which
only items and colours are vertices (``entries.py``). (As for the symmetries of integer programs:
F. Margot, "Symmetry in integer linear programming", in 50 Years of Integer Programming, 2010.)
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from ..common.deadline import ticking
from ..kernels.bits.array_types import Int32s, Int64s
from ..statement.model import Model
from ..statement.statement import Statement
from .coloured_graph import check_generators
from .entries import Entries, OptionGraph


def detected(
    statement: Statement, tick: Callable[[], None] | None = None
) -> tuple[list[Int32s], list[Int32s], int]:
    """Generators of all symmetries, as permutations of items and of options, and their number.

    Options with a cost are only exchanged for others of the same cost. ``tick`` is called often,
    and may end it by raising. Raises :class:`exactcover.MissingLibrary` without igraph.
    """
    compiled, noticed = statement.model.compiled, tick or (lambda: None)
    kinds = _kinds_of_options(statement, noticed)
    entries = Entries(compiled)
    kinds_of_entries = _kinds_of_entries(statement.model, entries)
    for graph in OptionGraph.all(entries, kinds_of_entries, kinds):
        moved, order = graph.graph.automorphisms(tick)
        check_generators(len(moved), 4 * compiled.n_options)
        options = graph.options_under(moved, noticed)
        if options is not None:
            items = [each[: compiled.n_items] for each in moved]
            return items, options, order // entries.still(kinds_of_entries)
    raise AssertionError("an automorphism of the graph by options is not a symmetry")


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


def _kinds_of_entries(model: Model, entries: Entries) -> Int64s:
    """A number for each entry; those of different kinds may not be exchanged.

    Items that rules have added are apart.
    """
    bounds = dict(enumerate(zip(*model.compiled.bounds, strict=True)))
    numbers: dict[Any, int] = {}
    items = range(model.compiled.n_items)
    kinds = [
        numbers.setdefault((bounds.get(item), item in model.rule_of_item), len(numbers))
        for item in items
    ]
    return np.array(kinds + [len(numbers)] * (entries.number - len(items)), np.int64)
