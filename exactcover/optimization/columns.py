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
from ..common.deadline import Deadline
from ..errors import MethodConflict, RepeatedOption, shown
from ..statement.additions import Additions
from ..statement.extension import extended, extends, numbered
from ..statement.model import Model
from ..statement.names import OptionsArgument, entries, lookup
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
    if not callable(columns):
        raise TypeError(f"columns={shown(columns)}: expected a function of prices")
    deadline, first = ask.deadline(), statement
    nothing: Cost = -sign * math.inf
    bound = nothing
    before: Mapping[Hashable, Cost] = {}
    try:
        while True:
            relaxed = relaxation(statement, sign, replace(ask, seconds=deadline.left()), known)
            if isinstance(relaxed, Impossible):
                needed = "options that can be chosen, in part, to cover all items"
                raise MethodConflict("columns=", f"a problem without {needed}; state costly ones")
            known = replace(known, warm=relaxed)
            if not relaxed.complete:
                break
            prices, pays = relaxed.prices, False
            if before:
                mean = {
                    item: (Fraction(prices[item]) + Fraction(before[item])) / 2 for item in prices
                }
                statement, pays, _ = _more(statement, sign, columns(mean), prices, deadline)
            if not pays:
                made = columns(prices)
                statement, pays, again = _more(statement, sign, made, prices, deadline)
                if not pays:
                    # Options that are there and still seem to pay may hide others that do.
                    bound = nothing if again or deadline.passed() else relaxed.bound
                    break
            before = prices
        left = replace(ask, seconds=deadline.left())
        best = optimum(statement, sign, left, None, known=known)
    except KeyboardInterrupt:
        question = OptimumQuestion(first, sign, ask, None, known=known)
        partial = question.answer("interrupt")
        if isinstance(partial, Optimum):
            partial = replace(partial, bound=nothing)
        raise Interrupted(partial) from None
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


def _more(
    statement: Statement, sign: int, made: OptionsArgument, prices: Any, deadline: Deadline
) -> tuple[Statement, bool, bool]:
    """The problem with the options made; whether a new one costs less than the prices of its items,
    and whether one that was there does."""
    model, pays, again, new = statement.model, False, False, []
    for option in numbered(model, made):
        if deadline.passed():
            break
        number = lookup(model.number_of_option, option.name, "the names of options")
        if number is None:
            new.append(option)
            continue
        stated = {model.item_names[item] for item, _ in model.compiled.option(number)}
        same = stated == {item for item, _ in entries(option.name, option.items)}
        if not same or _cost(model, number) != (option.cost or 0):
            raise RepeatedOption(option.name)
        again |= sign * _reduced(model, number, prices) < 0
    if new:
        longer = extended(model, new, None)
        if longer.faults:
            raise longer.faults[0]
        first = model.compiled.n_options
        pays = any(
            sign * _reduced(longer, number, prices) < 0
            for number in range(first, longer.compiled.n_options)
        )
        statement = Statement(longer, statement.given, statement.forbidden)
    return statement, pays, again


def _reduced(model: Model, option: int, prices: Any) -> Fraction:
    """What an option costs beyond the prices of its items."""
    covered = (model.item_names[item] for item, _ in model.compiled.option(option))
    return Fraction(_cost(model, option)) - sum(Fraction(prices[item]) for item in covered)


def _cost(model: Model, option: int) -> int | Fraction:
    return model.option_costs.each[option] if model.option_costs else 0
