"""The cheapest solution where options are made on the way, by prices (column generation).

Of far too many options only those are stated that the prices of items ask for. The linear program
of the options so far is solved, and a function of the user returns options whose reduced costs are
negative at its prices. When there are none, the bound of the program is one for all options, made
or not. Then the cheapest solution of the options so far is searched for. If it costs more than the
bound, a better one may need options that were never made.
(L. Ford and D. Fulkerson 1958; M. Lübbecke and J. Desrosiers, "Selected topics in column
generation", Operations Research 53, 2005.)

Prices jump from one program to the next. So options are first made for the mean of the last two
(smoothing: P. J. Neame 1999), and for the last ones if that brings nothing.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any

from ..arrays.compiled import UNLIMITED
from ..common.ask import Ask
from ..common.costs import Cost
from ..errors import MethodConflict
from ..statement.additions import Additions
from ..statement.extension import extended, extends
from ..statement.names import Option, OptionsArgument, entries, named_options
from ..statement.results import Impossible, Interrupted, Optimum, Solution
from ..statement.statement import Statement
from .optimum import Known, OptimumQuestion, optimum, relaxation

#: The part of the last options that may be in a better solution, up to which that is stated; if
#: there are more, many of them make many better solutions, and the search is faster without.
_FEW = 1 / 4

#: Makes options that may have negative reduced costs at these prices.
Columns = Callable[[Mapping[Hashable, Cost]], OptionsArgument]


def optimum_by_columns(
    statement: Statement, sign: int, ask: Ask, known: Known, columns: Columns
) -> Optimum | Impossible:
    """The cheapest solution of the options stated and of all that ``columns`` makes."""
    deadline = ask.deadline()
    nothing: Cost = -sign * math.inf
    bound = nothing
    before: Mapping[Hashable, Cost] = {}
    while True:
        left = replace(ask, seconds=deadline.left())
        try:
            relaxed = relaxation(statement, sign, left, known)
        except Interrupted:
            raise Interrupted(Optimum((), (), nothing, 0, "interrupt")) from None
        if isinstance(relaxed, Impossible):
            needed = "options that can be chosen, in part, to cover all items"
            raise MethodConflict("columns=", f"a problem without {needed}; state costly ones")
        known = replace(known, warm=relaxed)
        if not relaxed.complete:
            break
        prices = relaxed.prices
        new = before and _made(statement, sign, columns, prices, before)
        new = new or _made(statement, sign, columns, prices, prices)
        if not new:
            bound = relaxed.bound
            break
        model = extended(statement.model, new, None)
        if model.faults:
            raise model.faults[0]
        statement = Statement(model, statement.given, statement.forbidden)
        before = prices
    best = optimum(statement, sign, replace(ask, seconds=deadline.left()), None, known=known)
    if isinstance(best, Impossible):
        return Optimum((), (), bound, best.nodes, "columns")
    proven = bool(best.costs) and best.costs[0] == bound
    return replace(best, bound=bound, stopped=None if proven else best.stopped or "columns")


def optimum_with_more(
    statement: Statement, sign: int, ask: Ask, known: Known
) -> Optimum | Impossible | None:
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
        known = Known(warm=relaxed)
        try:
            found = optimum(rest, sign, left, within, known=known)
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


def _made(
    statement: Statement, sign: int, columns: Columns, prices: Any, asked: Any
) -> list[Option[Any]]:
    """The new options made at the mean of two prices whose reduced costs are negative at one."""
    if asked is not prices:
        asked = {
            item: (Fraction(price) + Fraction(asked[item])) / 2 for item, price in prices.items()
        }
    known = statement.model.number_of_option
    new = []
    for name, items, cost in named_options(columns(asked)):
        covered = [item for item, _ in entries(name, items)]
        reduced = Fraction(cost or 0) - sum(Fraction(prices.get(item, 0)) for item in covered)
        if sign * reduced < 0 and name not in known:
            new.append(Option(name, items, cost))
    return new
