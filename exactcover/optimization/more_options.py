"""The cheapest solution, where that of the same problem with fewer options is known."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

from ..arrays.compiled import UNLIMITED
from ..common.ask import Ask
from ..statement.additions import Additions
from ..statement.extension import extends
from ..statement.results import Impossible, Interrupted, Optimum, Solution
from ..statement.statement import Statement
from .optimum import Known, OptimumQuestion, optimum, relaxation

#: The part of the last options that may be in a better solution, up to which that is stated; if
#: there are more, many of them make many better solutions, and the search is faster without.
_FEW = 1 / 4


def optimum_with_more(statement: Statement, sign: int, ask: Ask, known: Known) -> Optimum | None:
    """The cheapest solution where that of all but the last options is known; None if it is not.

    A better one contains one of the last options, and of these one whose reduced cost is less than
    the gap. Stated as a further item, that makes the rest a small question.
    """
    before, warm = known.warm, known.relaxation
    model, costs = statement.model, statement.model.priced
    if not (isinstance(before, Optimum) and before.complete and before.costs) or costs.inexact:
        return None
    if warm is None or sign * warm._unit < 0 or not extends(statement, warm._statement):
        return None
    deadline, old = ask.deadline(), warm._statement.model.compiled.n_options
    numbers = model.numbers_of(before.solutions[0])
    if known.start is not None:
        started = OptimumQuestion(statement, sign, ask, None, known=known).start or numbers
        numbers = min(numbers, started, key=lambda each: sign * Fraction(costs.of(each)))
    cost = Fraction(costs.of(numbers))
    relaxed, found = relaxation(statement, sign, ask, known), None
    if isinstance(relaxed, Impossible) or not relaxed.complete:
        return None
    gap = sign * (cost - Fraction(relaxed.bound))
    reduced, chosen = list(relaxed.reduced_costs.values()), statement.live()
    new = range(old, len(reduced))
    live = [each for each in new if chosen[each] and sign * reduced[each] < gap]
    if len(live) > _FEW * len(new):
        return None
    if live:
        additions = Additions(model)
        additions.begin("", "one of the new options")
        item = additions.primary("one of the new options", 1, UNLIMITED)
        for option in live:
            additions.cover(option, item)
        dead = set(new).difference(live)
        rest = Statement(additions.extended(), statement.given, statement.forbidden).without(dead)
        left = replace(ask, seconds=deadline.left())
        within = cost - Fraction(sign, costs.factor)
        try:
            found = optimum(OptimumQuestion(rest, sign, left, within, known=Known(warm=relaxed)))
        except Interrupted as interrupted:
            found = interrupted.partial
    solution, bound, stopped, nodes = Solution(model, tuple(sorted(numbers))), cost, None, 0
    if found is not None:
        nodes = found.nodes
    if isinstance(found, Optimum):
        stopped = found.stopped
        solution = found.solution or solution
        if stopped or found.costs:
            bound = sign * min(sign * Fraction(found.bound), sign * cost)
    answer = Optimum(
        (solution,), (solution.cost,), costs.to_stated(bound), nodes, stopped, relaxation=relaxed
    )
    if stopped == "interrupt":
        raise Interrupted(answer)
    return answer
