"""Certificates that no solution costs less than the one that ``minimize`` finds, or more.

``optimum_checker.py`` says what a certificate is. The problem is written as pseudo-Boolean
constraints (``files/opb.py``). A walk of its own divides it, depth first, with the linear programs
and the branching of the search. It holds the checker's own state: what follows from a decision,
colours and multiplicities included, is what follows there, and each line is checked as it is
written. Prices are rounded to as few digits as prove the same.

Of the search it takes the best solution only. What propagation removed before, and what reduced
costs excluded on the way, follows again from decisions and prices, or is not needed.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays.groups import groups_of
from ..common.ask import Ask
from ..common.deadline import Deadline, ticking
from ..errors import RuledQuestion, SearchStopped, shown
from ..files.linear import linear_of
from ..files.opb import format_linear
from ..optimization.branching import Branching
from ..optimization.linear_program import LARGEST, LinearProgram, UnitRows
from ..optimization.optimum import OptimumQuestion
from ..statement.results import Impossible, Progress, Solution
from ..statement.stated import Stated
from . import optimum_checker as checker

if TYPE_CHECKING:
    from ..problem import Problem

#: Prices are tried in units of 1/2^k, with these k, before all digits are used.
_DIGITS = 0, 3, 6, 10, 20
#: The size of a ray, which says nothing, in bits.
_RAY_BITS = 30
#: Prices are written if they exclude this part of the open options of a node, and so many.
_WORTH, _SOME = 0.2, 10


def prove_optimum(
    problem: Problem[Any], optimum: str, ask: Ask
) -> tuple[tuple[Solution[Any], ...], str, list[str]]:
    """A best solution if there is one, the problem, and the lines of the certificate."""
    if optimum not in ("minimize", "maximize"):
        raise TypeError(f"optimum={shown(optimum)}: expected 'minimize' or 'maximize'")
    if not isinstance(problem, Stated):
        raise RuledQuestion("prove()", "a rule that is a function")
    problem.require_sound()
    deadline, sign = ask.deadline(), 1 if optimum == "minimize" else -1
    question = OptimumQuestion(problem._statement, sign, ask, None)
    try:
        if question.propagate() and (stopped := question.run(search := question.begin())):
            raise SearchStopped(stopped, search.nodes)
        walk = _Walk(problem, question, deadline)
        walk.run()
    finally:
        question.reporter.end()
    answer = question.answer(None)
    solutions = () if isinstance(answer, Impossible) else answer.solutions
    return solutions, walk.formula, walk.lines


class _Walk:
    """The tree of a certificate, and its lines so far."""

    def __init__(self, problem: Problem[Any], question: OptimumQuestion, deadline: Deadline):
        self._question, self._deadline = question, deadline
        linear, compiled = linear_of(problem, deadline.tick), problem._statement.model.compiled
        self.formula = format_linear(linear, question.sign)
        lines = ticking(enumerate(self.formula.splitlines(), 1), deadline.tick)
        stating = checker.Problem(lines, "")
        self._constraints, self._groups = stating.constraints, groups_of(compiled)
        first = self._groups.first_copy + 1
        reduction, search = question.reduction, question.search
        assert reduction is not None
        solution = None
        if search is not None and search.best:
            found = [reduction.core.options[each] for each in search.best[0][1]]
            true = self._groups.true_variables([*reduction._taken, *found])
            solution = sorted(variable + 1 for variable in true)
        self._known = checker.Certificate(stating, solution)
        self._nodes = search.nodes if search else 0
        self.lines: list[str] = []
        #: The basis to begin with in the other part of each branch.
        self._bases: list[Any] = []

        costs = [stating.costs.get(variable, 0) for variable in first[:-1].tolist()]
        self._relaxation = relaxation = UnitRows(compiled, costs)
        self._program = program = LinearProgram(relaxation)
        self._branching = Branching(compiled, program)
        self._wanted = LARGEST
        if self._known.cost is not None:
            self._wanted = relaxation.in_units(self._known.cost - stating.step)
            self._write("solution", solution or ())
        stated, false, p = self._constraints.stated, {*linear.false}, program.program
        # Of the same sums the one that asks for most.
        numbers = sorted(range(len(stated)), key=lambda number: stated[number][1])
        number_of = {tuple(stated[number][0]): number for number in numbers}
        #: The constraints of each row, for prices above zero and below.
        self._of_row: list[tuple[int | None, int | None]] = []
        for row in range(program.n_rows):
            deadline.tick()
            options = p.options[p.row_starts[row] : p.row_starts[row + 1]].tolist()
            copies = [x for each in options for x in range(first[each], first[each + 1])]
            members = [x for x in copies if x not in false]
            terms = tuple((1, x) for x in members), tuple((-1, x) for x in members)
            if row >= len(relaxation.items) and not self._known.done:
                number_of[terms[1]] = len(stated)
                self._known.clique(members)
                self._write("clique", members)
            self._of_row.append((number_of.get(terms[0]), number_of.get(terms[1])))

    def run(self) -> None:
        """Write all lines."""
        most = self._question.ask.nodes
        while not self._known.done:
            self._nodes += 1
            if most is not None and self._nodes > most:
                raise SearchStopped("nodes", most)
            self._step()

    def _tick(self) -> None:
        found = int(self._known.cost is not None)
        self._question.reporter.report(partial(Progress, self._nodes, found))
        self._deadline.tick()

    def _write(self, word: str, numbers: Iterable[int]) -> None:
        """Write a line, whose effect is known already, and go to the node that is open then."""
        self.lines.append(" ".join(map(str, [word, *numbers])))
        depth = len(self._known.open)
        if depth < len(self._bases):
            self._program.load(self._bases[depth])
            del self._bases[depth:]

    def _step(self) -> None:
        """Close the node, exclude some of its options, or divide it."""
        program, n = self._program, self._program.n_options
        lower, upper = program.lower[:n], program.upper[:n]
        option = self._groups.option
        value = np.frombuffer(self._constraints.value, np.int8)[1 : len(option) + 1]
        lower[:] = np.bincount(option[value > 0], minlength=n)
        upper[:] = np.bincount(option[value >= 0], minlength=n)
        program.bounds_changed()
        is_open = lower < upper
        if not is_open.any():  # without prices the bound is the cost
            program.price[:] = 0
            closed = self._conclude()
            assert closed, "a better solution than the best"
            return
        for limit in (self._wanted, None):
            if not program.solve(self._tick, limit):
                if program.refutes() and self._conclude(ray=True):
                    return
                break
            if program.prove() > self._wanted and self._conclude():
                return
            if program.optimal:
                over = np.abs(program.reduced) > self._wanted - program.proven
                excluded = int(np.count_nonzero(is_open & over))
                worth = max(_SOME, _WORTH * np.count_nonzero(is_open))
                if excluded >= worth and self._conclude(excluded=excluded * 9 // 10):
                    return
                break
        self._branch(is_open)

    def _conclude(self, ray: bool = False, excluded: int | None = None) -> bool:
        """Write the prices of the program, if they close the node; whether they do.

        ``excluded``: if they exclude so many options.
        """
        # They are in units of 2^shift.
        shift = -_RAY_BITS if ray else self._relaxation.shift
        rows = zip(self._program.price.tolist(), self._of_row, strict=True)
        prices = [(abs(each), of[each < 0]) for each, of in rows]
        for digits in [*(each for each in _DIGITS if each < -shift), max(0, -shift)]:
            by = shift + digits
            rounded = [(p << by if by > 0 else (p + (1 << -by >> 1)) >> -by, k) for p, k in prices]
            terms = [(each, number) for each, number in rounded if each and number is not None]
            scale = 0 if ray else 1 << digits
            holds = self._known.holds(terms, scale)
            if holds is None or (excluded is not None and len(holds) >= excluded):
                self._known.conclude(holds)
                pairs = [each for price, number in terms for each in (number + 1, price)]
                self._write(*("ray", pairs) if ray else ("prices", [scale, *pairs]))
                return True
            self._tick()
        return False

    def _branch(self, is_open: Any) -> None:
        """Divide the node by an option that is chosen so often at least, or less often."""
        program, lower = self._program, self._program.lower[: len(is_open)]
        above = program.values()[: len(is_open)] - lower
        option = int(np.argmax(np.where(is_open, above, -np.inf)))
        times = int(lower[option]) + 1
        if program.optimal:
            for child in self._branching.choose(self._wanted, True, self._tick)[:1]:
                _, option, times = child.decision
        variable = int(self._groups.first_copy[option]) + times
        self._bases.append(program.basis)
        self._known.branch(variable)
        self._write("branch", [variable])
