"""Problems as clauses, for SAT solvers and model counters: DIMACS CNF.

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

How "at most one" of many is written:

``pairwise``
    A clause for each pair: no auxiliary variables, and n²/2 clauses.
``sequential``
    A counter, with n auxiliary variables and 3n clauses (C. Sinz, Towards an optimal CNF encoding
    of Boolean cardinality constraints, 2005).
``product``
    Places in a grid, with 2√n auxiliary variables and 2n clauses, about (J. Chen, A new SAT
    encoding of the at-most-one constraint, 2010).

Up to four are always written pairwise. Other bounds are written as Sinz's counter in both
directions: unit propagation finds all that follows from one of them.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from ..errors import UnwritableProblem
from ..problem import Problem
from ..text import counted
from .linear import Row, linear_of

__all__ = ["format_problem"]

#: As many are written pairwise in every encoding.
_FEW = 4
#: Clauses of a file, at most: some 300 MB.
_MOST_CLAUSES = 20_000_000


class _Clauses:
    """Clauses as text, and how many there are; further variables."""

    def __init__(self, n_variables: int):
        self.n_variables = n_variables
        self.n_clauses = 0
        self.texts: list[str] = []

    def new(self, number: int) -> list[int]:
        """Auxiliary variables."""
        first = self.n_variables + 1
        self.n_variables += number
        return list(range(first, first + number))

    def add(self, *clauses: Sequence[int]) -> None:
        self.expect(len(clauses))
        self.texts += [f"{' '.join(map(str, clause))} 0" for clause in clauses]

    def expect(self, number: int) -> None:
        """Count clauses. Raises :class:`UnwritableProblem` if there are too many."""
        self.n_clauses += number
        if self.n_clauses > _MOST_CLAUSES:
            limit = counted(_MOST_CLAUSES, "clause")
            advice = "at_most_one='product' (--at-most-one product) may take fewer"
            raise UnwritableProblem(f"the problem takes more than {limit}; {advice}")

    # -- bounds ------------------------------------------------------------------------------

    def pairwise(self, some: Sequence[int]) -> None:
        """At most one, by the pairs."""
        self.expect(len(some) * (len(some) - 1) // 2)
        negated = [str(-each) for each in some]
        for k, one in enumerate(negated[:-1], 1):
            self.texts.append("\n".join([f"{one} {other} 0" for other in negated[k:]]))

    def sequential(self, some: Sequence[int]) -> None:
        """At most one, by a counter: a new variable is true from the one that is true on."""
        if len(some) <= _FEW:
            return self.pairwise(some)
        counter = self.new(len(some) - 1)
        for k, seen in enumerate(counter):
            self.add((-some[k], seen), (-some[k + 1], -seen))
            if k:
                self.add((-counter[k - 1], seen))
        return None

    def product(self, some: Sequence[int]) -> None:
        """At most one, by places in a grid: at most one row has any, and at most one column."""
        if len(some) <= _FEW:
            return self.pairwise(some)
        width = math.isqrt(len(some) - 1) + 1
        rows, columns = self.new(-(-len(some) // width)), self.new(width)
        for k, each in enumerate(some):
            self.add((-each, rows[k // width]), (-each, columns[k % width]))
        self.product(rows)
        return self.product(columns)

    def between(self, some: Sequence[int], low: int, high: int) -> None:
        """At least ``low`` and at most ``high``, where that is not all, by a counter.

        ``reached[j]`` is true if and only if at least *j* of those seen are true. True and False
        stand for what is known.
        """
        n = len(some)

        def widest(low: int, high: int) -> int:
            return high if high < n else low

        if widest(n - high, n - low) < widest(low, high):  # those that are false are fewer
            some, low, high = [-each for each in some], n - high, n - low
        most = widest(low, high)
        reached: Sequence[int] = [True, *[False] * (most + 1)]
        for seen, each in enumerate(some, 1):
            before, width = reached, min(seen, most)
            counts = list(range(1, min(seen, most + (high < n)) + 1))
            if seen < n:
                reached = [True, *self.new(width), *[False] * (most + 1 - width)]
            else:  # of the last counts only what they must be is of interest
                reached = [*[True] * (low + 1), *[False] * (most + 1 - low)]
                counts = [j for j in counts if j <= low or j > most]
            for j in counts:
                self._unless((before[j], False), (reached[j], True))
                self._unless((each, False), (before[j - 1], False), (reached[j], True))
                self._unless((before[j], True), (each, True), (reached[j], False))
                self._unless((before[j - 1], True), (reached[j], False))

    def _unless(self, *literals: tuple[int, bool]) -> None:
        """A clause of literals, each with its sign, without those that are known."""
        if any(literal is sign for literal, sign in literals):
            return
        self.add([x if sign else -x for x, sign in literals if not isinstance(x, bool)])

    def row(self, row: Row, at_most_one: Callable[[Sequence[int]], None]) -> None:
        """The bounds of an item."""
        members, low, high = row
        if low > len(members):
            (never,) = self.new(1)
            self.add((never,), (-never,))
        elif low == len(members):
            self.add(*[(each,) for each in members])
        elif high == 0:
            self.add(*[(-each,) for each in members])
        else:
            if low == 1:
                self.add(members)
            if high == 1:
                at_most_one(members)
            elif low > 1 or high is not None:
                self.between(members, low, len(members) if high is None else high)


def format_problem(problem: Problem, at_most_one: str = "pairwise") -> str:
    """A problem as clauses; ``at_most_one`` is one of :data:`formats.AT_MOST_ONE`.

    Raises :class:`UnwritableName` if two names would read the same, :class:`UnwritableProblem` if
    there are more than 20 million clauses, and :class:`ProblemFault` for a problem with faults.
    """
    linear = linear_of(problem)
    stated = len(linear.meanings)
    clauses = _Clauses(stated)
    clauses.add(*[(each,) for each in linear.true], *[(-each,) for each in linear.false])
    for row in linear.rows:
        clauses.row(row, getattr(clauses, at_most_one))
    clauses.add(*[(-user, *some) for user, some in linear.needs])
    lines = ["c t pmc", *linear.comments("c")]
    if clauses.n_variables > stated:
        lines.append(f"c {stated + 1} to {clauses.n_variables} auxiliary")
    lines.append(f"p cnf {clauses.n_variables} {clauses.n_clauses}")
    lines.append(" ".join(["c p show", *map(str, range(1, stated + 1)), "0"]))
    return "\n".join([*lines, *clauses.texts]) + "\n"
