"""Problems as DIMACS CNF, for SAT solvers and model counters.

    c t pmc
    c 1 option DOG
    c 2 option DEN
    c 3 colour corner:D
    p cnf 3 5
    c p show 1 2 3 0
    1 0
    2 0
    -3 1 2 0
    -1 3 0
    -2 3 0

Comments say what the variables are. The variables of ``c p show`` are those to project on, as in
the Model Counting Competition: with them there is one model for each solution. All others are
auxiliary.

How bounds are written is told in ``arrays/clauses.py``.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..arrays.clauses import Clauses
from ..errors import UnwritableProblem
from ..problem import Problem
from ..text import counted
from .linear import linear_of

#: Clauses of a file, at most: some 300 MB.
_MOST_CLAUSES = 20_000_000
#: What helps against too many, where the encoding can be chosen.
_ADVICE = "; at_most_one='product' (--at-most-one product) may take fewer"


class _Texts(Clauses):
    """Clauses as text. ``advice`` is for too many."""

    def __init__(self, n_variables: int, tick: Callable[[], None], advice: str):
        super().__init__(n_variables, tick)
        self.advice = advice
        self.texts: list[str] = []

    def add(self, *clauses: Sequence[int]) -> None:
        super().add(*clauses)
        self.texts += [f"{' '.join(map(str, clause))} 0" for clause in clauses]

    def expect(self, number: int) -> None:
        """Count clauses. Raises :class:`UnwritableProblem` if there are too many."""
        super().expect(number)
        if self.n_clauses > _MOST_CLAUSES:
            limit = counted(_MOST_CLAUSES, "clause")
            raise UnwritableProblem(f"the problem takes more than {limit}{self.advice}")

    def pairwise(self, some: Sequence[int]) -> None:
        """At most one, by the pairs."""
        self.expect(len(some) * (len(some) - 1) // 2)
        negated = [str(-each) for each in some]
        for k, one in enumerate(negated[:-1], 1):
            self.tick()
            self.texts.append("\n".join([f"{one} {other} 0" for other in negated[k:]]))


def format_problem(
    problem: Problem,
    at_most_one: str = "pairwise",
    advice: str = _ADVICE,
    tick: Callable[[], None] = lambda: None,
) -> str:
    """A problem as clauses; ``at_most_one`` is one of :data:`formats.AT_MOST_ONE`. ``advice`` is
    added to the sentence that there are too many. ``tick`` is called now and then.

    Raises :class:`UnwritableName` if two names would read the same, :class:`UnwritableProblem` if
    there are more than 20 million clauses, and :class:`ProblemFault` for a problem with faults.
    """
    linear = linear_of(problem, tick)
    stated = len(linear.meanings)
    clauses = _Texts(stated, tick, "" if at_most_one == "product" else advice)
    clauses.add(*[(each,) for each in linear.true], *[(-each,) for each in linear.false])
    for row in linear.rows:
        clauses.row(row, getattr(clauses, at_most_one))
    clauses.add(*[(-user, *some) for user, some in linear.needs])
    lines = ["c t pmc", *linear.comments("c")]
    tick()
    if clauses.n_variables > stated:
        lines.append(f"c {stated + 1} to {clauses.n_variables} auxiliary")
    lines.append(f"p cnf {clauses.n_variables} {clauses.n_clauses}")
    lines.append(" ".join(["c p show", *map(str, range(1, stated + 1)), "0"]))
    return "\n".join([*lines, *clauses.texts]) + "\n"
