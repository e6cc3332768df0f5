"""Problems as mixed integer programs: MPS.

    NAME exactcover
    ROWS
     N cost
     E across
    COLUMNS
     DOG cost 1.5
     DOG across 1
     DEN cost 2
     DEN across 1
    RHS
     rhs across 1
    BOUNDS
     BV bounds DOG
     BV bounds DEN
    ENDATA

A column is an option, a row is an item, and the objective, to be minimized, is the cost. The row of
an item with two different bounds is a range. An option that may be chosen several times is an
integer column between markers. Where options share colours, each of these is a column too, such as
``corner:D``, with rows that say which options need it. So each solution of the problem is one of
the program. With penalties the objective has a constant: as solvers read it, minus the right side
of its row. The format is written in its free form. :mod:`exactcover.files.mps_reader` reads it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import groupby

from ..common.costs import decimal_text
from ..errors import UnwritableProblem
from ..problem import Problem
from .linear import Linear, linear_of
from .mps_reader import unused_name


def format_problem(problem: Problem) -> str:
    """A problem as an integer program (IBM, Mathematical Programming System/360, 1969).

    Names are written as in the text format. Raises :class:`UnwritableProblem` if a cost is no
    finite decimal, such as 1/3, :class:`UnwritableName` if two names would read the same, and
    :class:`ProblemFault` for a problem with faults.
    """
    linear = linear_of(problem)
    coloured = len(linear.names) > len(linear.first_copy)
    # Copies of an option are one integer column, unless rows say which colours a copy needs.
    column_of = range(1, len(linear.names) + 1) if coloured else linear.first_copy
    times = Counter(column_of)
    columns: dict[int, list[str]] = {variable: [] for variable in times}
    objective = unused_name("cost", linear.row_names)
    for variable, cost in linear.costs.items():
        if variable in columns:
            text = _decimal(cost, f"the cost {cost} of {linear.meanings[variable - 1]}")
            columns[variable].append(f"{objective} {text}")
    rows, right, ranges = [f" N {objective}"], ["RHS"], ["RANGES"]
    if linear.constant:
        text = _decimal(-linear.constant, f"the sum {linear.constant} of all penalties")
        right.append(f" rhs {objective} {text}")
    for name, row in zip(linear.row_names, linear.rows, strict=True):
        for variable in {column_of[member - 1]: None for member in row.members}:
            columns[variable].append(f"{name} 1")
        kind, bound = ("G", row.low) if row.low > 0 else ("L", row.high)
        if row.low == row.high:
            kind = "E"
        elif row.low > 0 and row.high is not None:
            ranges.append(f" range {name} {row.high - row.low}")
        rows.append(f" {kind} {name}")
        if bound:
            right.append(f" rhs {name} {bound}")
    for user, some in linear.needs if coloured else ():
        of = linear.names[user - 1]
        name = of if user > len(linear.first_copy) else f"{of}|{linear.names[some[0] - 1]}"
        rows.append(f" G {name}")
        columns[user].append(f"{name} -1")
        for each in some:
            columns[each].append(f"{name} 1")
    lines = ["NAME exactcover", "ROWS", *rows, "COLUMNS"]
    for several, alike in groupby(columns, lambda variable: times[variable] > 1):
        lines += [" MARKER 'MARKER' 'INTORG'"] * several
        for variable in alike:
            # A column is declared by its entries.
            entries = columns[variable] or [f"{objective} 0"]
            lines += [f" {linear.names[variable - 1]} {entry}" for entry in entries]
        lines += [" MARKER 'MARKER' 'INTEND'"] * several
    lines += right
    lines += ranges if len(ranges) > 1 else []
    return "\n".join([*lines, "BOUNDS", *_bounds(linear, times), "ENDATA"]) + "\n"


def _bounds(linear: Linear, times: dict[int, int]) -> Iterator[str]:
    """How often each column may be chosen."""
    true, false = frozenset(linear.true), frozenset(linear.false)
    for variable, most in times.items():
        name = linear.names[variable - 1]
        if variable in false:
            yield f" FX bounds {name} 0"
        elif most == 1:
            yield f" FX bounds {name} 1" if variable in true else f" BV bounds {name}"
        else:
            if variable in true:
                yield f" LO bounds {name} 1"
            yield f" UP bounds {name} {most}"


def _decimal(cost: int | Fraction, what: str) -> str:
    """A cost as a decimal. Raises :class:`UnwritableProblem` if it has none."""
    text = decimal_text(cost)
    if text is None:
        raise UnwritableProblem(f"MPS cannot hold {what}: it is no finite decimal")
    return text
