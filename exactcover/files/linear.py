"""A problem as linear rows of 0-1 variables, for the formats of other solvers.

A variable is an option, one more copy of an option that may be repeated, or a colour of a secondary
item that two or more options give it (``arrays/groups.py``). A colour is true if one of these
options is chosen, and only then. So the assignments that fit all rows are the solutions, one to
one.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from ..arrays.clauses import Row, needs_of, rows_of
from ..arrays.groups import groups_of
from ..common.deadline import ticking
from ..problem import Problem
from .dlx import word_texts


@dataclass(frozen=True)
class Linear:
    """Variables, numbered from 1, and what holds between them."""

    #: What each variable is, as comments say it, in order.
    meanings: list[str]
    #: Names of the variables, all different and without white space: ``DOG``, ``DOG|2`` for a copy,
    #: ``corner:D`` for a colour.
    names: list[str]
    #: For each variable that is an option: the first copy of it. Those behind are colours.
    first_copy: list[int]
    #: Variables that are true, and those that are false, which are in nothing else.
    true: list[int]
    false: list[int]
    #: Bounds of items. A row that asks for more than all its members cannot be satisfied.
    rows: list[Row]
    #: The names of the rows, all different: those of their items.
    row_names: list[str]
    #: Variables, each with those of which it needs at least one.
    needs: list[tuple[int, list[int]]]
    #: The costs that are not 0, by variable.
    costs: dict[int, int | Fraction]
    #: What every solution costs beside that: the penalties of all items that may stay open.
    constant: int | Fraction
    #: The least positive integer whose products with all costs are integers.
    factor: int

    def comments(self, begin: str, letter: str = "") -> Iterator[str]:
        """A line for each variable: ``begin``, its name, and what it is.

        Its name is its number, with ``letter`` before it.
        """
        for number, meaning in enumerate(self.meanings, 1):
            yield f"{begin} {letter}{number} {meaning}"


def linear_of(problem: Problem, tick: Callable[[], None] = lambda: None) -> Linear:
    """The rows of a problem; what is given is true, and what is forbidden is false. O(nodes).

    Variable *k* is variable *k* - 1 of the :class:`Groups` of the problem.

    Raises :class:`ProblemFault` for a problem with faults, and :class:`UnwritableName` if two
    options, two items or two colours would read the same.
    """
    problem.require_sound()
    statement = problem._statement
    model, groups = statement.model, groups_of(statement.model.compiled, tick)
    live = np.zeros(groups.n_variables, bool)
    live[: len(groups.option)] = np.frombuffer(statement.live(), np.uint8)[groups.option]
    tick()
    needs = needs_of(groups, live)
    given = groups.first_copy[list(statement.given)]
    options, items = (
        list(word_texts(names).values()) for names in (model.option_names, model.item_names)
    )
    colours = list(word_texts(model.colour_names[1:]).values())
    first = groups.first_copy[groups.option]
    copy = (np.arange(len(first)) - first + 1).tolist()
    pairs = ticking(zip(groups.option.tolist(), copy, strict=True), tick)
    copies = [(options[k], n) for k, n in pairs]
    coloured = [f"{items[item]}:{colours[colour - 1]}" for item, colour in groups.colours]
    rows = list(ticking(rows_of(model.compiled, groups, live), tick))
    row_names = [items[row.item] for row in rows]
    for clash in groups.option[given[~live[given]]].tolist():  # given and forbidden
        rows.append(Row([], 1, None))
        row_names.append(f"{options[clash]}|given")
    costs = {}
    constant = 0 if model.costs is None else model.costs.constant
    if model.costs is not None:
        for variable in np.flatnonzero(live[: len(groups.option)]).tolist():
            if cost := model.costs.each[groups.option[variable]]:
                costs[variable + 1] = cost
    tick()
    return Linear(
        [f"option {option}" + f" copy {n}" * (n > 1) for option, n in copies]
        + [f"colour {name}" for name in coloured],
        [option + f"|{n}" * (n > 1) for option, n in copies] + coloured,
        (first + 1).tolist(),
        (given[live[given]] + 1).tolist(),
        (np.flatnonzero(~live) + 1).tolist(),
        rows,
        row_names,
        needs,
        costs,
        constant,
        math.lcm(1 if model.costs is None else model.costs.factor, constant.denominator),
    )
