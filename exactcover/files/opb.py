"""Problems as pseudo-Boolean constraints: OPB, the format of the Pseudo-Boolean Competition.

    * #variable= 3 #constraint= 5
    * x1 option DOG
    * x2 option DEN
    * x3 colour corner:D
    * costs times 2
    min: +3 x1 +4 x2 ;
    +1 x1 >= 1 ;
    +1 x2 >= 1 ;
    -1 x3 +1 x1 +1 x2 >= 0 ;
    -1 x1 +1 x3 >= 0 ;
    -1 x2 +1 x3 >= 0 ;

Comments say what the variables are. Each solution of the problem is one of the constraints. Costs
are whole numbers in this format: they are multiplied by their common denominator, which a comment
names. With penalties the cost is the objective and a constant, which a comment names as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ..arrays.clauses import Row
from ..problem import Problem
from .linear import Linear, linear_of


def format_problem(problem: Problem) -> str:
    """A problem as pseudo-Boolean constraints (O. Roussel and V. Manquinho, Input/output format and
    solver requirements for the competitions of pseudo-Boolean solvers, 2012).

    Raises :class:`UnwritableName` if two names would read the same, and :class:`ProblemFault` for
    a problem with faults.
    """
    return format_linear(linear_of(problem))


def format_linear(linear: Linear, sign: int = 1) -> str:
    """The same of the rows of a problem; ``sign`` -1 for the most expensive solution."""
    n_variables, factor = len(linear.meanings), sign * linear.factor
    comments = list(linear.comments("*", "x"))
    constraints = [f"+1 x{each} = 1 ;" for each in linear.true]
    constraints += [f"+1 x{each} = 0 ;" for each in linear.false]
    for row in linear.rows:
        if not row.members:  # a sum has at least one term
            n_variables += 1
            comments.append(f"* x{n_variables} auxiliary")
            row = row._replace(members=[n_variables], low=2)
        constraints += _constraints(row)
    for user, some in linear.needs:
        constraints.append(f"-1 x{user} {_sum(some)} >= 0 ;")
    objective = []
    if factor != 1:
        comments.append(f"* costs times {factor}")
    if linear.constant:
        comments.append(f"* constant {int(linear.constant * factor):+}")
    if linear.costs:
        terms = (f"{int(cost * factor):+} x{k}" for k, cost in linear.costs.items())
        objective = [f"min: {' '.join(terms)} ;"]
    size = f"* #variable= {n_variables} #constraint= {len(constraints)}"
    return "\n".join([size, *comments, *objective, *constraints]) + "\n"


def _sum(some: Sequence[int], sign: str = "+") -> str:
    return " ".join(f"{sign}1 x{each}" for each in some)


def _constraints(row: Row) -> Iterator[str]:
    """The bounds of an item; the format has no "at most"."""
    if row.low == row.high:
        yield f"{_sum(row.members)} = {row.low} ;"
        return
    if row.low > 0:
        yield f"{_sum(row.members)} >= {row.low} ;"
    if row.high is not None:
        yield f"{_sum(row.members, '-')} >= {-row.high} ;"
