"""``minimize`` and ``maximize``: propagation, search in slices, a labelled answer."""

from __future__ import annotations

import math
import sys
import time
from collections import Counter
from collections.abc import Callable, Hashable, Iterable
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from ..common.ask import Ask
from ..common.costs import exact_cost
from ..common.slices import Reporter, next_slice
from ..errors import BudgetError, MethodConflict, SearchStopped, shown
from ..propagation.reduce import reduction_of
from ..statement.names import each_of
from ..statement.relaxation import Relaxation
from ..statement.results import Impossible, Interrupted, Optimum, Progress, Solution
from ..statement.statement import Statement

if TYPE_CHECKING:
    from ..propagation.reduce import Reduction
    from .branch_and_bound import Optimization


@dataclass(frozen=True)
class Known:
    """What is known before a search: a solution, by names, and the answer to a like question."""

    start: Iterable[Hashable] | None = None
    warm: Optimum | Relaxation | None = None

    def __post_init__(self) -> None:
        if self.start is not None:
            object.__setattr__(self, "start", tuple(each_of(self.start, "start=")))
        if not isinstance(self.warm, Optimum | Relaxation | None):
            raise TypeError(f"warm={shown(self.warm)}: expected an Optimum or a Relaxation")

    @property
    def relaxation(self) -> Relaxation | None:
        """The linear program that the other question began with."""
        return self.warm.relaxation if isinstance(self.warm, Optimum) else self.warm


def optimum(question: OptimumQuestion) -> Optimum | Impossible:
    """The solutions that it asks for, by one worker."""
    try:
        stopped = question.run(question.begin()) if question.propagate() else None
        return question.answer(stopped)
    except SearchStopped:
        return question.answer("seconds")
    except KeyboardInterrupt:
        partial = question.answer("interrupt")
        if isinstance(partial, Impossible):
            return partial
        raise Interrupted(partial) from None
    finally:
        question.reporter.end()


def relaxation(
    statement: Statement, sign: int, ask: Ask, known: Known = Known()
) -> Relaxation | Impossible:
    """The linear relaxation of all that was stated, to minimize; with ``sign`` -1 to maximize."""
    # What propagation takes or removes would have no price.
    ask = replace(ask, reduce=False)
    question = OptimumQuestion(statement, sign, ask, None, known=known)
    try:
        if question.propagate():
            question.begin().relax(merge=False)
    except SearchStopped:
        pass
    except KeyboardInterrupt:
        raise Interrupted(question.relaxation()) from None
    finally:
        question.reporter.end()
    search, reduction = question.search, question.reduction
    if search is not None and search.done:
        return Impossible("not even parts of options cover all items", method="prices")
    if reduction is not None and reduction.impossible is not None:
        return reduction.impossible
    nothing = question.cost(question.least())
    return question.relaxation() or Relaxation(
        statement, Fraction(sign), nothing, {}, (), {}, ([], []), "seconds"
    )


class OptimumQuestion:
    """The ``ask.limit`` cheapest solutions, with ``sign`` -1 the most expensive; the answer so far.

    ``ties``: and all that cost the same as the last of them.
    """

    def __init__(
        self,
        statement: Statement,
        sign: int,
        ask: Ask,
        within: Any,
        ties: bool = False,
        known: Known = Known(),
    ):
        if ties not in (True, False):
            raise TypeError(f"ties={shown(ties)}: expected True or False")
        if ties and ask.limit is None:
            raise MethodConflict("ties=True", "k=None, which gives all solutions anyway")
        #: Whether solutions that cost the same as the last are still to be searched for.
        self.ties_left = ties
        self.statement = statement
        self.sign = sign
        self.ask = ask
        self.costs = statement.model.priced
        #: The bound on the cost, as an int and signed; what costs more is not asked for.
        self.within: int | None = None
        if within is not None:
            exact = exact_cost(within, self.costs.floats_will_do)
            if isinstance(exact, str):
                raise BudgetError("within", within, exact)
            of_options = Fraction(exact) - self.costs.constant
            self.within = math.floor(of_options * self.costs.factor * sign)
        self.known = known
        #: The solution that is known, as numbers of options.
        self.start: list[int] | None = None
        if known.start is not None:
            self.start = self._checked(known.start)
        self.reduction: Reduction | None = None
        self.search: Optimization | None = None
        #: The cost of what propagation has taken, as an int and signed.
        self.taken = 0
        self.reporter: Reporter[Progress] = Reporter(ask.progress)
        self.history = History()
        #: Whether the linear program has been solved, before which a bound may say nothing.
        self.prepared = False
        self._deadline = ask.deadline()

    def tick(self) -> None:
        """Note and report how far the search is; raise SearchStopped once no time is left."""
        self.history.note(*self._known())
        self.reporter.report(self._progress)
        self._deadline.tick()

    def _known(self) -> tuple[int | None, int | None]:
        """The best cost and the bound of the core, as ints and signed; None: not known."""
        search = self.search
        if search is None:
            return None, None
        bound = search.bound
        known = self.prepared or bound > self.trivial
        return search.best[0][0] if search.best else None, bound if known else None

    def _progress(self, seconds: float) -> Progress:
        search = self.search
        nodes, found = (search.nodes, len(search.best)) if search else (0, 0)
        best, bound = map(self._in_costs, self._known())
        return Progress(nodes, found, seconds, best=best, bound=bound)

    def propagate(self) -> bool:
        """Do what needs no search; whether there is something left to search."""
        self.reduction = reduction_of(self.statement, self.ask.reduce, True, self.tick)
        return self.reduction.impossible is None

    def begin(self) -> Optimization:
        """The search, not prepared yet."""
        from .branch_and_bound import Optimization

        reduction = self.reduction
        assert reduction is not None
        self.taken = sum(self.costs.scaled(reduction._taken, self.sign))
        within = None if self.within is None else self.within - self.taken
        costs = self.costs.scaled(reduction.core.options, self.sign)
        compiled = reduction.core.compiled
        known = self.known.relaxation
        warm = None if known is None else known._basis_in(reduction.core, self.statement.model)
        search = Optimization(
            compiled, costs, self.ask.limit, within, self.tick, more=self.ties_left, warm=warm
        )
        #: The bound that is known of any problem.
        self.trivial = search.bound
        if self.start is not None:
            # What rules or propagation took is not in the core.
            left = Counter(self.start) - Counter(reduction._taken)
            place = reduction.stated_rows().place
            search.take([place[option] for option in left.elements()])
        self.search = search
        return search

    def _checked(self, start: Iterable[Hashable]) -> list[int]:
        """The numbers of the options of a solution. Raises ValueError if it is none."""
        from .tree import Check

        statement, model = self.statement, self.statement.model
        if model.stated is not None:
            raise MethodConflict("start=", "rules")
        numbers = model.numbers_of(start)
        given, live = set(statement.given), statement.live()
        valid = given <= set(numbers) and all(live[option] for option in numbers)
        if not valid or not Check(model.compiled).is_solution(numbers):
            raise ValueError(f"start={shown(start)}: expected a solution of the problem")
        return numbers

    def run(self, search: Optimization, enough: Callable[[], bool] = lambda: False) -> str | None:
        """Search to the end, until it is enough, or to the end of the budget, which it names."""
        most = sys.maxsize if self.ask.nodes is None else self.ask.nodes
        search.prepare(most)
        self.prepared = True
        stopped = self.in_slices(search, most, enough)
        if stopped is None and self.ties_left:
            if len(search.best) == search.k:
                search.widen(None, search.best[-1][0])
                self.ties_left = False
                return self.in_slices(search, most, enough)
            self.ties_left = False
        return stopped

    def in_slices(
        self, search: Optimization, most: int, enough: Callable[[], bool] = lambda: False
    ) -> str | None:
        """Search in slices; what ended it early."""
        nodes = 1
        while not search.done and not enough():
            if search.nodes >= most:
                return "nodes"
            self.tick()
            before = time.monotonic()
            search.run(min(nodes, most - search.nodes))
            nodes = next_slice(nodes, time.monotonic() - before)
        return None

    def answer(self, stopped: str | None) -> Optimum | Impossible:
        """The answer so far."""
        reduction, search = self.reduction, self.search
        if reduction is not None and reduction.impossible is not None:
            return reduction.impossible
        if search is None or reduction is None:
            known = [] if self.start is None else [tuple(sorted(self.start))]
            solutions = tuple(Solution(self.statement.model, each) for each in known)
            costs = tuple(each.cost for each in solutions)
            return Optimum(solutions, costs, self.cost(self.least()), 0, stopped)
        if search.done:
            stopped = stopped if self.ties_left else None
            if not search.best and self.within is None:
                return Impossible.by_search(search.nodes)
        rows, model = reduction.stated_rows(), self.statement.model
        solutions = tuple(Solution(model, rows.one(options)) for _, options in search.best)
        bound = self.cost(search.bound + self.taken)
        costs_found = tuple(solution.cost for solution in solutions)
        self.history.note(*self._known(), last=True)
        return Optimum(
            solutions, costs_found, bound, search.nodes, stopped, self.noted(), self.relaxation()
        )

    def relaxation(self) -> Relaxation | None:
        """The linear program that the search began with, in terms of the statement."""
        reduction, root = self.reduction, self.search.root if self.search else None
        if reduction is None or root is None:
            return None
        core, rows = reduction.core, root.part.relaxation
        options = [core.options[option] for option in root.part.options.tolist()]
        price = dict(enumerate(root.price.tolist()))
        values = {options[k]: root.values[k].item() for k in root.values.nonzero()[0]}
        return Relaxation(
            self.statement,
            Fraction(self.sign, self.costs.factor) * Fraction(2) ** rows.shift,
            self.cost(rows.in_costs(root.bound) + self.taken),
            {core.items[item]: price[row] for row, item in enumerate(rows.items.tolist())},
            [
                (tuple(options[k] for k in clique), price[row])
                for row, clique in enumerate(rows.cliques, len(rows.items))
            ],
            Counter(reduction._taken) | values,
            (
                [options[k] for k in root.basis if k < len(options)],
                [
                    core.items[rows.items[k - len(options)]]
                    for k in root.basis
                    if 0 <= k - len(options) < len(rows.items)
                ],
            ),
            None if root.optimal else "seconds",
        )

    def note(self, best: int | None, bound: int | None, last: bool = False) -> None:
        """Note what is known now, with what propagation has taken."""
        best = None if best is None else best - self.taken
        self.history.note(best, None if bound is None else bound - self.taken, last)

    def noted(self) -> tuple[tuple[float, Any, Any], ...]:
        """When the best cost and the bound changed."""
        return tuple(
            (seconds, *map(self._in_costs, known)) for seconds, *known in self.history.notes
        )

    def _in_costs(self, of_core: int | None) -> Any:
        """A cost of the core as stated; None stays None."""
        return None if of_core is None else self.cost(of_core + self.taken)

    def least(self) -> int:
        """What a solution costs at least, before anything is known."""
        # No option is chosen more often than the bounds of items allow.
        compiled = self.statement.model.compiled
        most = max(compiled.high, default=1) if compiled.repeat else 1
        costs = self.costs.scaled(range(compiled.n_options), self.sign)
        return most * sum(cost for cost in costs if cost < 0)

    def cost(self, scaled: int) -> Any:
        """A whole, signed sum of costs as the user is to see it."""
        return self.costs.unscaled(self.sign * scaled)


class History:
    """When the best cost and the bound changed, in order.

    A note is (seconds since the beginning, best cost, bound); None: not known.

    A bound may rise thousands of times a second. There are some hundred notes for each tenfold
    time, and one for each better solution.
    """

    def __init__(self) -> None:
        self._began = time.monotonic()
        self.notes: list[tuple[float, int | None, int | None]] = []

    def note(self, best: int | None, bound: int | None, last: bool = False) -> None:
        """Note what is known now; at the end of the search in any case."""
        seconds = time.monotonic() - self._began
        before, *known = self.notes[-1] if self.notes else (0.0, None, None)
        if known == [best, bound] and not last:
            return
        # A change of the bound alone is noted if a hundredth of the time has passed since the last.
        if last or known[0] != best or seconds - before >= 0.01 * seconds:
            self.notes.append((seconds, best, bound))
