"""Orbits counted by the solutions that each symmetry fixes; and these solutions, as a problem.

A symmetry fixes a solution if the solution consists of complete orbits of options. So the options
of this problem are the orbits whose members can be chosen together. An orbit covers what its
members cover. The exact covers by orbits are the solutions sought, each once.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from ..arrays.compiled import Compiled
from ..common.ask import Ask
from ..errors import MethodConflict
from ..kernels.bits.array_types import Int32s
from ..search.about_solutions import count_statement
from ..statement.model import Model
from ..statement.names import Option
from ..statement.results import Count, Interrupted, OrbitCount
from ..statement.statement import Statement
from .orbits import Part, SharedBudget
from .permutations import conjugacy_classes, orbits

#: Elements of a stabiliser whose conjugates are taken together, at most.
_CONJUGATORS = 9


def count_fixed_points(
    parts: Sequence[Part],
    whole: int,
    generators: list[Int32s],
    name: str,
    budget: SharedBudget,
) -> OrbitCount:
    """The orbits of each part under its group, by the solutions that its elements fix.

    ``whole``: the order of the group of all parts, and its ``generators``.
    """
    free = fixed = 0
    stopped: str | None = None
    for statement, group in parts:
        order, total = len(group), 0
        if order > 1 and statement.model.compiled.multiple:
            what = "multiplicities: an orbit of options may cover an item several times"
            argument = "method='fixed points'" if name == "fixed points" else "workers="
            raise MethodConflict(argument, what)
        try:
            # (A few elements conjugate as well, into smaller classes perhaps.)
            by = generators if order == whole else list(group[1:_CONJUGATORS])
            for element, number in conjugacy_classes(group, by):
                identity = np.array_equal(element, group[0])
                try:
                    if identity:
                        count = _count(statement, budget.left())
                    else:
                        count = count_statement(fixed_by(statement, element), budget.left())
                except Interrupted as interruption:
                    count = interruption.partial
                budget.nodes += count.nodes
                total += number * int(count)
                if identity:
                    fixed += int(count) * (whole // order)
                stopped = count.stopped
                if stopped is not None:
                    break
        except KeyboardInterrupt:
            stopped = "interrupt"
        finally:
            budget.end()
        free += -(-total // order)
        if stopped is not None:
            break
    return OrbitCount(free, fixed, {}, name, budget.nodes, stopped)


def _count(statement: Statement, ask: Ask) -> Count:
    """The number of solutions, by several workers if there are any."""
    if not ask.divided:
        return count_statement(statement, ask)
    from ..parallel.divided_search import count_divided

    # (A diagram would be tried first for each part.)
    return count_divided(statement, replace(ask, method="listing"))


def fixed_by(statement: Statement, element: Int32s) -> Statement:
    """The problem of the solutions that a permutation of the options fixes.

    An option has the number of the first option of its orbit as its name.
    """
    model = statement.model
    compiled = model.compiled
    live = statement.live()
    names, n_primary = model.item_names, compiled.n_primary
    members: defaultdict[int, list[int]] = defaultdict(list)
    for option, least in enumerate(orbits([element], compiled.n_options).tolist()):
        if live[option]:
            members[least].append(option)
    options = []
    for least, together in members.items():
        covered = _together(compiled, together)
        if covered is not None:
            colours = model.colour_names
            items = {names[item]: colours[colour] for item, colour in covered.items()}
            options.append(Option(least, items))
    kept = Statement(Model(names[:n_primary], names[n_primary:], options))
    given = {least for least, together in members.items() if set(together) & set(statement.given)}
    made = kept.model.number_of_option
    if not made.keys() >= given or not all(live[option] for option in statement.given):
        return kept.without(made.values())
    return kept.with_given(made[least] for least in given)


def _together(compiled: Compiled, options: list[int]) -> dict[int, int] | None:
    """What options cover together, item -> colour; None if they cannot be chosen together."""
    covered: dict[int, int] = {}
    for option in options:
        for item, colour in compiled.option(option):
            if item in covered and (not colour or covered[item] != colour):
                return None
            covered[item] = colour
    return covered
