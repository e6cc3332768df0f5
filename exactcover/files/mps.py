"""Problems as mixed integer programs: MPS, in its free format.

    * x1 option DOG
    * x2 option DEN
    NAME exactcover
    ROWS
     N cost
     E r1
    COLUMNS
     x1 cost 1.5
     x1 r1 1
     x2 cost 2
     x2 r1 1
    RHS
     rhs r1 1
    BOUNDS
     BV bounds x1
     BV bounds x2
    ENDATA

Comments say what the variables are. Each solution of the problem is one of the program, whose
objective, to be minimized, is the cost. The row of an item with two different bounds is a range.
With penalties the objective has a constant: as solvers read it, minus the right side of its row.
"""

from __future__ import annotations

from fractions import Fraction

from ..common.costs import decimal_text
from ..errors import UnwritableProblem
from ..problem import Problem
from .linear import Linear, linear_of

__all__ = ["format_problem"]


def format_problem(problem: Problem) -> str:
    """A problem as a mixed integer program of 0-1 variables.

    Raises :class:`UnwritableProblem` if a cost is no finite decimal, such as 1/3,
    :class:`UnwritableName` if two names would read the same, and :class:`ProblemFault` for a
    problem with faults.
    """
    linear = linear_of(problem)
    columns = _costs(linear)
    rows, right, ranges = [" N cost"], ["RHS"], ["RANGES"]
    if linear.constant:
        what = f"the sum {linear.constant} of all penalties"
        right.append(f" rhs cost {_decimal(-linear.constant, what)}")
    for row in linear.rows:
        name = f"r{len(rows)}"
        for member in row.members:
            columns[member - 1].append(f"{name} 1")
        kind, bound = ("G", row.low) if row.low > 0 else ("L", row.high)
        if row.low == row.high:
            kind = "E"
        elif row.low > 0 and row.high is not None:
            ranges.append(f" range {name} {row.high - row.low}")
        rows.append(f" {kind} {name}")
        if bound:
            right.append(f" rhs {name} {bound}")
    for user, some in linear.needs:
        name = f"r{len(rows)}"
        rows.append(f" G {name}")
        columns[user - 1].append(f"{name} -1")
        for each in some:
            columns[each - 1].append(f"{name} 1")
    fixed = dict.fromkeys(linear.true, 1) | dict.fromkeys(linear.false, 0)
    bounds = ["BOUNDS"]
    for number in range(1, len(columns) + 1):
        value = fixed.get(number)
        bounds.append(f" BV bounds x{number}" if value is None else f" FX bounds x{number} {value}")
    lines = [*linear.comments("*", "x"), "NAME exactcover", "ROWS", *rows, "COLUMNS"]
    for number, entries in enumerate(columns, 1):
        # A column is declared by its entries.
        lines += [f" x{number} {entry}" for entry in entries or ["cost 0"]]
    lines += right
    lines += ranges if len(ranges) > 1 else []
    return "\n".join([*lines, *bounds, "ENDATA"]) + "\n"


def _costs(linear: Linear) -> list[list[str]]:
    """The entries of each variable in the row of costs, to which those of others are added."""
    columns: list[list[str]] = [[] for _ in linear.meanings]
    for number, cost in linear.costs.items():
        text = _decimal(cost, f"the cost {cost} of {linear.meanings[number - 1]}")
        columns[number - 1].append(f"cost {text}")
    return columns


def _decimal(cost: int | Fraction, what: str) -> str:
    """A cost as a decimal. Raises :class:`UnwritableProblem` if it has none."""
    text = decimal_text(cost)
    if text is None:
        raise UnwritableProblem(f"MPS cannot hold {what}: it is no finite decimal")
    return text
