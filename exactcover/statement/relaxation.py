"""The linear relaxation of a problem with costs, as its answer gives it: prices, reduced costs."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from fractions import Fraction
from typing import Any, Generic

from ..arrays.core import Core
from ..common.costs import Cost
from ..common.slots import kept
from .labelled import Labelled
from .model import Model
from .names import OptionName
from .statement import Statement

__all__ = ["Relaxation"]


class Relaxation(Labelled, Generic[OptionName]):
    """What the linear program of a problem says about the costs of all solutions.

    The answer of :meth:`Problem.relaxation`, and ``relaxation`` of an :class:`Optimum`. In the
    program an option may be chosen in part, and options of different colours may meet. Its prices
    are rounded, and ``bound`` is computed from the rounded ones in whole numbers, so it is proven.

    A solution costs what its options cost beyond the prices of their items (their reduced costs),
    and the prices of the items that they cover. So when minimizing, it costs no less than the sum
    of all negative reduced costs of options that can be chosen, and of all prices times ``low`` (if
    positive) or ``high`` (if negative) of the item. For an item that may stay open at a penalty,
    this is ``high`` times its price or its penalty, whichever is less. When maximizing, all is the
    other way around.

    Attributes
    ----------
    bound : number
        No solution is cheaper (or, when maximizing, more expensive).
    stopped : {"seconds", "interrupt"} or None
        What ended it before the optimum of the program. The bound and the prices hold then too.

    See Also
    --------
    Problem.relaxation, Problem.minimize

    References
    ----------
    The Lagrangian dual: M. Fisher, Management Science 27 (1981).

    Examples
    --------
    >>> triangle = xc.Problem("abc", ["ab", "bc", "ac", "a"], costs=[2, 2, 2, 5])
    >>> relaxed = triangle.relaxation()
    >>> relaxed.value, relaxed.bound, triangle.minimize().cost
    (3.0, 3, 7)
    """

    def __init__(
        self,
        statement: Statement,
        unit: Fraction,
        bound: Cost,
        prices: Mapping[int, int],
        cliques: Sequence[tuple[tuple[int, ...], int]],
        values: Mapping[int, float],
        basis: tuple[Sequence[int], Sequence[int]],
        stopped: str | None,
    ):
        self._statement, self._model, self._unit = statement, statement.model, unit
        self.bound, self.stopped = bound, stopped
        #: By number of item; options by number, and the price of their clique; by option.
        self._prices, self._cliques, self._values = prices, cliques, values
        #: The options and items whose variables are in the basis of the program.
        self._basis = basis

    @kept
    def prices(self) -> Mapping[Hashable, Cost]:
        """Item -> its price, exactly. Items with colours, and all but one of those that the same
        options cover, have the price 0."""
        model, shown = self._model, self._model.shown
        to_stated, penalties = self._costs.to_stated, model.penalties
        return {
            name: to_stated(self._unit * self._prices.get(item, 0) + penalties.get(item, 0))
            for item, name in enumerate(shown.item_names)
        }

    @kept
    def cliques(self) -> tuple[tuple[tuple[OptionName, ...], Cost], ...]:
        """Options that exclude each other, of which several items say so, and the price of all."""
        names, to_stated = self._model.option_names, self._costs.to_stated
        return tuple(
            (tuple(names[option] for option in options), to_stated(self._unit * price))
            for options, price in self._cliques
        )

    @kept
    def reduced_costs(self) -> Mapping[OptionName, Cost]:
        """Option -> its cost less the prices of its items and cliques, exactly. An option of which
        it is more than the gap between the bound and a solution is in no better solution."""
        model, costs = self._model, self._costs
        compiled, names = model.compiled, model.option_names
        whole = math.lcm(self._unit.denominator, costs.factor)
        unit = int(self._unit * whole)
        prices = {item: unit * price for item, price in self._prices.items()}
        paid: dict[int, int] = {}
        for options, price in self._cliques:
            for option in options:
                paid[option] = paid.get(option, 0) + unit * price
        found: dict[Any, Cost] = {}
        starts, items = compiled.starts, compiled.items
        for option in range(model.n_stated):
            value = int(costs.each[option] * whole) - paid.get(option, 0)
            for item in items[starts[option] : starts[option + 1]]:
                value -= prices.get(item, 0)
            found[names[option]] = costs.to_stated(Fraction(value, whole))
        return found

    @kept
    def values(self) -> Mapping[OptionName, float]:
        """Option -> how often it is chosen in the optimum of the program, where that is not 0."""
        names, stated = self._model.option_names, self._model.n_stated
        return {names[each]: value for each, value in self._values.items() if each < stated}

    @kept
    def value(self) -> float:
        """What these cost, by floating point: the optimum of the program, if it is complete."""
        each = self._costs.each
        return math.fsum(
            [float(each[option]) * value for option, value in self._values.items()]
            + [float(self._costs.constant)]
        )

    def _basis_in(self, core: Core, model: Model) -> tuple[list[int], list[int]]:
        """The options and items of the basis as numbers of a core, perhaps of another model."""
        mine = self._model

        def in_core(numbers: Any, names: Any, number_of: Any, left: Sequence[int]) -> list[int]:
            place = {number: k for k, number in enumerate(left)}
            there = (place.get(number_of.get(names[number], -1)) for number in numbers)
            return [k for k in there if k is not None]

        options, items = self._basis
        return (
            in_core(options, mine.option_names, model.number_of_option, core.options),
            in_core(items, mine.item_names, model.number_of_item, core.items),
        )

    @property
    def _costs(self) -> Any:
        return self._model.priced

    def __str__(self) -> str:
        return f"bound {self.bound}" if self.complete else f"bound {self.bound} so far"

    def __repr__(self) -> str:
        return f"<Relaxation: {self}>"
