"""Proofs that a problem has no solution, exactly one, or just the listed ones.

(That a solution is the cheapest is proven in ``prove_optimum.py``.)

The formula is that of ``files/cnf.py``, with a clause for each solution that blocks it. The proof
is what the learning engine learned, in the order in which it did. Each clause follows from those
before it by unit propagation alone, since what the engine propagates the encoding propagates too.
So any checker of the DRAT format accepts it (N. Wetzler, M. Heule and W. Hunt, "DRAT-trim", SAT
2014), and ``checker.py`` does. The last line is a checksum of both files.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays.groups import groups_of
from ..common.arguments import check_number
from ..common.ask import Ask
from ..common.costs import cost_text
from ..common.displayed import Displayed
from ..common.slices import Reporter
from ..common.slots import kept
from ..engines.learning import SLICE, LearningSearch
from ..errors import MethodConflict, RuledQuestion, SearchStopped
from ..files.cnf import format_problem
from ..statement.results import Progress, ProgressCallback, Solution
from ..statement.stated import Stated
from ..text import counted

if TYPE_CHECKING:
    from ..kernels.bits.array_types import Int32s, Int64s
    from ..problem import Problem

__all__ = ["Proof", "prove"]

#: How many solutions are listed at most, unless another number is given.
_MOST = 1_000


@dataclass(frozen=True)
class Proof(Displayed):
    """All solutions, or a best one, and the proof of that: two texts for a proof checker.

    Attributes
    ----------
    solutions : tuple of Solution
        All solutions, which the formula blocks; with ``optimum`` the best one, if there is any.
    formula, proof : str
        The formula in DIMACS CNF; the proof, in DRAT format, that it has no model. With ``optimum``
        the problem in the OPB format, and a certificate.
    optimum : {None, "minimize", "maximize"}
        Whether the proof is that no solution costs less, or more.
    """

    solutions: tuple[Solution[Any], ...]
    formula: str
    proof: str
    optimum: str | None = None

    def __str__(self) -> str:
        n = len(self.solutions)
        lines = counted(self.n_lines, "line")
        if n and self.optimum:
            than = f"{'less' if self.optimum == 'minimize' else 'more'} than"
            return (
                f"no solution costs {than} {cost_text(self.solutions[0].cost)}, proven in {lines}"
            )
        said = {0: "no solution", 1: "exactly one solution"}.get(n, f"exactly {n:,} solutions")
        return f"{said}, proven in {lines}"

    @kept
    def n_lines(self) -> int:
        """The number of lines of the proof, without its checksum."""
        return self.proof.count("\n") - 1


def prove(
    problem: Problem[Any],
    *,
    most: int | None = None,
    optimum: str | None = None,
    nodes: int | None = None,
    seconds: float | None = None,
    progress: ProgressCallback | None = None,
) -> Proof:
    """Find all solutions of a problem, or a best one, and prove that there are no others or better.

    Parameters
    ----------
    problem : Problem
    most : int, default 1,000
        Give up if there are more solutions. With ``optimum`` only one is proven to be the best.
    optimum : {None, "minimize", "maximize"}
        Instead find a solution of least or greatest cost, and prove that none is better.
    nodes, seconds : int and float, optional
        Budgets: nodes of the search and of the proof, with ``optimum`` only; time. Default: none.
    progress : callable or True, optional
        Called with a :class:`Progress` a few times a second. True: show a bar or a line.

    Raises
    ------
    SearchStopped, UnwritableProblem, UnwritableName
        If there are more solutions, or a budget ends first; if the formula would be too large; if
        two names would read the same.
    ProblemFault, BudgetError, MethodConflict, RuledQuestion, UnknownMethod, TypeError
        If the problem has a fault, or an argument is invalid.

    Examples
    --------
    >>> print(xc.prove(xc.Problem("p", {"A": "p"})))
    exactly one solution, proven in 1 line
    """
    check_number("most", most, 0, none="or None for the default")
    ask = Ask(1, nodes, seconds, progress)
    if optimum is not None:
        from .prove_optimum import prove_optimum

        if most not in (None, 1):
            raise MethodConflict(f"{most=}", f"{optimum=}, which proves one best solution")
        solutions, formula, lines = prove_optimum(problem, optimum, ask)
        return Proof(solutions, formula, _sealed(formula, lines), optimum)
    if nodes is not None:
        raise MethodConflict("nodes=", "prove() without optimum=")
    most = _MOST if most is None else most
    deadline, reporter = ask.deadline(), Reporter(progress)
    formula = format_problem(problem, at_most_one="pairwise", advice="", tick=deadline.tick)
    if not isinstance(problem, Stated):
        raise RuledQuestion("prove()", "a rule that is a function")
    statement = problem._statement
    model = statement.model
    compiled = model.compiled
    lines = list(_of_supports(compiled))

    def record(lengths: Int64s, literals: Int32s, learned: bool) -> None:
        lines.extend(_lines(lengths, literals, "" if learned else "d "))

    # An option is forbidden first: after one that is given it would mean no further copy of it.
    prefix = [*(~option for option in statement.forbidden), *statement.given]
    search = LearningSearch(compiled, prefix, deadline.tick, record)
    found: list[tuple[int, ...]] = []
    try:
        while not search.done:
            found += search.collect(SLICE, most + 1 - len(found))
            if len(found) > most:
                raise SearchStopped("limit", search.nodes)
            deadline.tick()
            reporter.report(partial(Progress, search.nodes, len(found)))
    finally:
        reporter.end()
    lines.append("0")
    solutions = tuple(Solution(model, tuple(sorted(options))) for options in sorted(found))
    formula = _blocked(formula, compiled, found)
    return Proof(solutions, formula, _sealed(formula, lines))


def _sealed(formula: str, lines: list[str]) -> str:
    """A proof of these lines, with the checksum of the formula and of the proof."""
    proof = "\n".join(lines) + "\n"
    return f"{proof}c sha256 {hashlib.sha256((formula + proof).encode()).hexdigest()}\n"


def _of_supports(compiled: Any) -> list[str]:
    """That an item has some colour, where all options of a primary item give it one."""
    groups = groups_of(compiled)
    items = np.flatnonzero(groups.low[compiled.n_primary :] > 0) + compiled.n_primary
    begins = groups.first_member
    members = [groups.members[begins[item] : begins[item + 1]] for item in items.tolist()]
    return ["".join(f"{variable + 1} " for variable in each.tolist()) + "0" for each in members]


def _lines(lengths: Int64s, literals: Int32s, before: str) -> list[str]:
    """Clauses as lines."""
    numbers = np.where(literals & 1, -(literals >> 1) - 1, (literals >> 1) + 1).tolist()
    ends = np.cumsum(lengths).tolist()
    return [
        before + "".join(f"{number} " for number in numbers[end - length : end]) + "0"
        for end, length in zip(ends, lengths.tolist(), strict=True)
    ]


def _blocked(formula: str, compiled: Any, found: list[tuple[int, ...]]) -> str:
    """The formula with a clause for each solution, which blocks it."""
    groups = groups_of(compiled)
    lines, every = [], set(range(groups.n_variables))
    for solution in sorted(tuple(sorted(each)) for each in found):
        true = groups.true_variables(solution)
        variables = [variable + 1 for variable in sorted(true)]
        # With multiplicities a solution may be part of another one.
        false = sorted(every - true) if compiled.multiple else []
        lines.append(" ".join(["c solution", *map(str, variables)]))
        blocking = [-variable for variable in variables] + [variable + 1 for variable in false]
        lines.append(" ".join(map(str, [*blocking, 0])))
    before, header, after = re.split(r"(?m)^(p cnf .*\n)", formula, maxsplit=1)
    name, kind, n_variables, n_clauses = header.split()
    header = f"{name} {kind} {n_variables} {int(n_clauses) + len(found)}\n"
    return before + header + after + "".join(f"{line}\n" for line in lines)
