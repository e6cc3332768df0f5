"""Checks a certificate that no solution costs less than the one it names, or that there is none.

    python optimum_checker.py PROBLEM.opb CERTIFICATE

The problem is in the OPB format: 0-1 variables, costs of those that are true, and *constraints*,
sums that must be large enough; an equation is two of them, "at least" and "at most". Comments
``* costs times F`` and ``* constant K`` say that what was stated is the cost here, with K, divided
by F; a negative F means that it is as large as can be. A certificate has these lines:

``solution X…``
    At first: the variables that are true in the best solution. Without it, there is none.
``clique X…``
    At most one of these is true: a further constraint, checked by supposing each of them.
``branch X``
    Divides the *node*, a supposition of values: until a contradiction closes it, X is true; after
    that it is false.
``prices S K P…``
    Prices P of constraints K, counted from 1, in units of 1/S. What they prove holds in the node.
``ray K P…``
    The same with costs of zero, which proves that nothing in the node satisfies the constraints.

In every node values follow from one constraint after the other: with another value its sum would be
too small. Prices of constraints, from 0 on, prove a bound: every solution costs at least the prices
times what the constraints ask for, and what the prices of its constraints leave of the cost of each
variable, if that is negative or the variable true (the Lagrangian bound). If it is above all costs
below that of the solution, it closes the node; and values that would raise it so far are excluded.
All numbers are whole, of any size, and nothing is rounded.

It needs Python 3.9 and ``checker.py`` next to it. Exit codes: 0 proven, 1 not proven, 2 bad input.
Certificates for integer programs in general: VIPR (K. Cheung, A. Gleixner and D. Steffy, "Verifying
integer programming results", IPCO 2017).
"""

from __future__ import annotations

import math
import re
import sys
from array import array
from collections.abc import Iterable
from fractions import Fraction

if __package__:
    from .checker import MOST_VARIABLES, BadInput, File, Refused, check_seal, run
else:  # run as a file
    from checker import (  # type: ignore[import-not-found,no-redef]
        MOST_VARIABLES,
        BadInput,
        File,
        Refused,
        check_seal,
        run,
    )

#: Pairs of numbers: coefficients and their variables, or prices and their constraints.
Terms = list[tuple[int, int]]


class Constraints:
    """Sums that must be large enough, values of variables, and what follows from them."""

    def __init__(self, n_variables: int):
        #: 1 for true, -1 for false, 0 for open; and the variables that have a value, in order.
        self.value = array("b", bytes(n_variables + 1))
        self.trail: list[int] = []
        #: The terms of each sum, and what it must be at least.
        self.stated: list[tuple[Terms, int]] = []
        #: By how much it may be larger, with all that is open; its largest coefficient.
        self._slack: list[int] = []
        self._largest: list[int] = []
        #: The coefficients of each variable, and their sums.
        self.of: list[Terms] = [[] for _ in self.value]

    def add(self, terms: Terms, least: int) -> bool:
        """Add a constraint; false for a contradiction."""
        number = len(self.stated)
        for a, x in terms:
            self.of[x].append((a, number))
        self.stated.append((terms, least))
        self._slack.append(sum(a for a, x in terms if self.value[x] > -(a > 0)) - least)
        self._largest.append(max((abs(a) for a, _ in terms), default=0))
        return self.suppose([], [number])

    def suppose(self, literals: Iterable[int], sums: Iterable[int] = ()) -> bool:
        """Let literals hold, and those that follow; false for a contradiction.

        ``sums``: of which something may follow.
        """
        value, waiting, changed = self.value, list(literals), list(sums)
        while waiting or changed:
            if changed:
                number = changed.pop()
                slack = self._slack[number]
                if slack < 0:
                    return False
                if slack < self._largest[number]:
                    terms = self.stated[number][0]
                    open_terms = [(a, x) for a, x in terms if not value[x] and abs(a) > slack]
                    waiting += [x if a > 0 else -x for a, x in open_terms]
                continue
            literal = waiting.pop()
            x, sign = abs(literal), 1 if literal > 0 else -1
            if value[x] == -sign:
                return False
            if not value[x]:
                value[x] = sign
                self.trail.append(x)
                for a, number in self.of[x]:
                    if a * sign < 0:
                        self._slack[number] -= abs(a)
                        changed.append(number)
        return True

    def undo(self, length: int) -> None:
        """Take back all values but the first ``length``."""
        for x in self.trail[length:]:
            for a, number in self.of[x]:
                if a * self.value[x] < 0:
                    self._slack[number] += abs(a)
            self.value[x] = 0
        del self.trail[length:]


class Problem:
    """Costs and constraints, read from a file in the OPB format."""

    def __init__(self, lines: Iterable[tuple[int, str]], path: str):
        self.costs: dict[int, int] = {}
        self.constraints, self.factor, self.constant = Constraints(0), 1, 0
        #: Whether the constraints do not contradict each other at once.
        self.possible = True
        for number, line in lines:
            words, where = line.split(), f"{path}, line {number}"
            if words[:2] == ["*", "#variable="] and not self.costs and not self.constraints.stated:
                most = number_of("".join(words[2:3]), where, 0, MOST_VARIABLES)
                self.constraints = Constraints(most)
            elif words[:3] == ["*", "costs", "times"]:
                self.factor = number_of("".join(words[3:]), where)
            elif words[:2] == ["*", "constant"]:
                self.constant = number_of("".join(words[2:]), where)
            elif words[:1] == ["min:"] and words[-1] == ";" and not self.costs:
                self.costs = {x: cost for cost, x in self._terms(words[1:-1], where)}
            elif len(words) > 2 and words[-3] in (">=", "=") and words[-1] == ";":
                terms, least = self._terms(words[:-3], where), number_of(words[-2], where)
                self.possible &= self.constraints.add(terms, least)
                if words[-3] == "=":
                    self.possible &= self.constraints.add([(-a, x) for a, x in terms], -least)
            elif words and not words[0].startswith("*"):
                raise BadInput(f"{where}: expected 'min:' once, or terms, >= or =, a number and ;")
        if not self.factor:
            raise BadInput(f"{path}: expected costs times a number that is not 0")
        #: All costs are multiples of it.
        self.step = math.gcd(*self.costs.values()) or 1

    def _terms(self, words: list[str], where: str) -> Terms:
        if len(words) % 2 or not all(word.startswith("x") for word in words[1::2]):
            raise BadInput(f"{where}: expected numbers, each with a variable")
        most = len(self.constraints.value) - 1
        variables = [number_of(word[1:], where, 1, most) for word in words[1::2]]
        if len({*variables}) < len(variables):
            raise BadInput(f"{where}: expected each variable once")
        numbers = [number_of(word, where) for word in words[::2]]
        return list(zip(numbers, variables))  # noqa: B905 (Python 3.9)

    def cost_of(self, true: set[int]) -> int | None:
        """The cost of a solution, given by what is true; None if it is not one."""
        stated = self.constraints.stated
        if any(sum(a for a, x in terms if x in true) < least for terms, least in stated):
            return None
        return sum(self.costs.get(x, 0) for x in true)


def number_of(word: str, where: str, least: float = -math.inf, most: float = math.inf) -> int:
    """A word as a whole number, within bounds."""
    if re.fullmatch(r"[-+]?[0-9]{1,4300}", word) and least <= int(word) <= most:
        return int(word)
    bounds = "" if least == -math.inf else f" from {least}" + f" to {most}" * (most < math.inf)
    raise BadInput(f"{where}: {word[:60]!r}; expected a whole number{bounds}")


class Certificate:
    """What is proven so far: the open nodes, and the constraints in the one that is next."""

    def __init__(self, problem: Problem, solution: list[int] | None):
        """``solution``: the variables that are true in the best one; None: there is none."""
        self.problem, self.constraints = problem, problem.constraints
        self.cost = None if solution is None else problem.cost_of({*solution})
        if solution is not None and self.cost is None:
            raise Refused("the solution does not satisfy the constraints")
        #: The variables of branches that are true, and how many values there were before.
        self.open: list[tuple[int, int]] = []
        #: Whether all nodes are closed.
        self.done = False
        self.close_unless(problem.possible)

    def close_unless(self, possible: bool) -> None:
        """Close nodes as long as they have a contradiction."""
        while not possible and self.open:
            variable, length = self.open.pop()
            self.constraints.undo(length)
            possible = self.constraints.suppose([-variable])
        self.done = not possible

    def clique(self, variables: list[int]) -> None:
        """Add a constraint: at most one of these is true, since each makes all others false."""
        before = len(self.constraints.trail)
        for x in variables:
            possible = self.constraints.suppose([x])
            false = sum(self.constraints.value[other] < 0 for other in variables)
            self.constraints.undo(before)
            if possible and false < len(variables) - 1:
                raise Refused(f"x{x} does not exclude all others")
        self.close_unless(self.constraints.add([(-1, x) for x in variables], -1))

    def branch(self, variable: int) -> None:
        """Divide the node."""
        self.open.append((variable, len(self.constraints.trail)))
        self.close_unless(self.constraints.suppose([variable]))

    def holds(self, prices: Terms, scale: int) -> list[int] | None:
        """The literals that prices in units of 1/``scale`` prove; None if they close the node.

        ``scale`` 0: of a ray. Prices are not divided by it, but costs multiplied.
        """
        if scale and self.cost is None:
            raise Refused("there are prices, but no solution for them to compare with")
        stated, of = self.constraints.stated, self.constraints.of
        paid, bound, left = [0] * len(stated), 0, []
        for price, number in prices:
            paid[number] += price
            bound += price * stated[number][1]
        for x, value in enumerate(self.constraints.value):
            if value >= 0:
                each = scale * self.problem.costs.get(x, 0) - sum([a * paid[k] for a, k in of[x]])
                bound += each if value or each < 0 else 0
                if not value:
                    left.append((each, x))
        gap = scale * ((self.cost or 0) - self.problem.step) - bound
        return [-x if each > 0 else x for each, x in left if abs(each) > gap] if gap >= 0 else None

    def conclude(self, literals: list[int] | None) -> None:
        """Go on with what holds in the node, or close it."""
        self.close_unless(literals is not None and self.constraints.suppose(literals))
        if not self.open:  # what is false stays so, and takes time in every sum
            stated, value = self.constraints.stated, self.constraints.value
            stated[:] = [([(a, x) for a, x in terms if value[x] >= 0], n) for terms, n in stated]


def check(problem_path: str, path: str) -> tuple[Problem, int | None, int]:
    """Check a certificate: the problem, the cost of its best solution, and the number of lines."""
    problem_file, file = File(problem_path), File(path)
    check_seal(problem_file, file)
    problem = Problem(problem_file.lines(), problem_path)
    variables = 1, len(problem.constraints.value) - 1
    lines = [(f"{path}, line {n}", line.split()) for n, line in file.lines() if line]
    lines = [(where, words) for where, words in lines if words[0] != "c"]
    n_lines, solution, last = len(lines), None, "clique"
    if lines and lines[0][1][0] == "solution":
        where, words = lines.pop(0)
        solution = [number_of(each, where, *variables) for each in words[1:]]
    known = Certificate(problem, solution)
    for where, (word, *words) in lines:
        if known.done:
            raise BadInput(f"{where}: expected nothing, since all nodes are closed")
        try:
            if word == "clique" == last:
                known.clique([number_of(each, where, *variables) for each in words])
            elif word == "branch" and len(words) == 1:
                known.branch(number_of(words[0], where, *variables))
            elif word == "ray" or (word == "prices" and words):
                scale = number_of(words.pop(0), where, 1) if word == "prices" else 0
                prices = [number_of(each, where, 0) for each in words[1::2]]
                stated = 1, len(problem.constraints.stated)
                numbers = [number_of(each, where, *stated) - 1 for each in words[::2]]
                if len(prices) < len(numbers):
                    raise BadInput(f"{where}: expected a price of each constraint")
                terms = list(zip(prices, numbers))  # noqa: B905 (Python 3.9)
                literals = known.holds(terms, scale)
                if literals == []:
                    raise Refused("the prices prove nothing")
                known.conclude(literals)
            else:
                raise BadInput(f"{where}: expected cliques, and then branches, prices or rays")
        except Refused as why:
            raise Refused(f"{where}: {why}") from None
        last = word
    if not known.done:
        raise Refused(f"{path}: at the end some nodes are open")
    return problem, known.cost, n_lines


def proven(problem_path: str, path: str) -> str:
    """What a certificate proves, in a sentence."""
    problem, cost, lines = check(problem_path, path)
    said = "no solution"
    if cost is not None:
        stated = Fraction(cost + problem.constant, problem.factor)
        said += f" costs {'less' if problem.factor > 0 else 'more'} than {stated}"
    return f"{said} ({lines} {'line' if lines == 1 else 'lines'})"


if __name__ == "__main__":
    sys.exit(run(sys.argv[1:], __doc__, proven))
