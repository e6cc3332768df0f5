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

from ..common.ask import Ask
from ..common.costs import Cost
from ..common.deadline import Deadline
from ..errors import MethodConflict, RepeatedOption, shown
from ..statement.extension import extended, numbered
from ..statement.model import Model
from ..statement.names import OptionsArgument, entries, lookup
from ..statement.results import Impossible, Interrupted, Optimum
from ..statement.statement import Statement
from .optimum import Known, OptimumQuestion, optimum, relaxation

_NO_BEGINNING = (
    "a problem whose stated options cannot cover all items; state costly ones that can, such as "
    "one for each item"
)

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
        if known.start is None:  # a solution, in case that time runs out before the last search
            short = replace(ask, nodes=1, seconds=deadline.left())
            any_one = optimum(OptimumQuestion(statement, sign, short, None, known=known))
            if any_one:
                known = replace(known, start=any_one.solutions[0].options)
        while True:
            relaxed = relaxation(statement, sign, replace(ask, seconds=deadline.left()), known)
            if isinstance(relaxed, Impossible):
                raise MethodConflict("columns=", _NO_BEGINNING)
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
        best = optimum(OptimumQuestion(statement, sign, left, None, known=known))
    except KeyboardInterrupt as pressed:
        partial = getattr(pressed, "partial", None)
        if not isinstance(partial, Optimum) or not partial:
            partial = OptimumQuestion(first, sign, ask, None, known=known).answer("interrupt")
        if isinstance(partial, Optimum):
            partial = _of_all(partial, nothing)
        raise Interrupted(partial) from None
    if isinstance(best, Impossible):
        return Optimum((), (), bound, best.nodes, "columns")
    proven = bool(best.costs) and best.costs[0] == bound
    return replace(_of_all(best, bound), stopped=None if proven else best.stopped or "columns")


def _of_all(best: Optimum, bound: Cost) -> Optimum:
    """The answer for the options made so far, with a bound for all: what was proven is none."""
    history: list[Any] = [(seconds, cost, None) for seconds, cost, _ in best.history]
    if history and abs(float(bound)) < math.inf:
        history[-1] = (*history[-1][:2], bound)
    return replace(best, bound=bound, history=tuple(history))


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
