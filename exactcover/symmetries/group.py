"""A group of symmetries of a problem, and its solutions up to symmetry.

A *symmetry* of a problem is a permutation of its items that maps every option to an option, so that
it maps solutions to solutions. A group of symmetries moves each solution through its *orbit*. The
*stabiliser* of a solution contains the symmetries that leave it as it is. The orbit has as many
solutions as the group has elements, divided by the order of the stabiliser.

There are three methods to count orbits, and :attr:`OrbitCount.method` names the one that was used:

* ``representatives``: an item must be covered once, and all symmetries leave it where it is, as
  they do with a piece. Its options fall into orbits, and every orbit of solutions has a solution
  with the first option of one of these. Only those first options are searched. Of the solutions
  found, those count that are least under the stabiliser of that option. The search becomes about as
  many times smaller as the group is large ("the hexagon in one place of each orbit of its places").
* ``filter``: all solutions are found, and those count that are the least of their orbit. (R. C.
  Read, "Every one a winner", Annals of Discrete Math. 2, 1978, calls it orderly.)
* ``fixed points``: by the lemma that is not Burnside's, the number of orbits is the mean number of
  solutions that an element of the group fixes. Each such number is a count of its own, of the
  problem whose options are the orbits of options. Nothing is listed, so this method reaches numbers
  beyond listing. It does not find the stabilisers.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable
from concurrent.futures import Executor
from contextlib import closing
from typing import Any

import numpy as np

from ..arrays.views import node_arrays, option_of_nodes, view
from ..common.arguments import check_number
from ..display import Displayed
from ..errors import MethodConflict, UnknownMethod
from ..search.questions import count_statement
from ..statement.results import Count, Interrupted, OrbitCount, Solution
from ..statement.statement import Statement
from ..text import counted
from .orbits import OrbitSolutions, Part, SharedBudget, representatives
from .permutations import closure, conjugacy_classes, orbits
from .reading import Motion, read

__all__ = ["Symmetry", "symmetry"]

#: Bytes of the table of a group's elements at most.
_MOST_BYTES = 400_000_000

#: Elements of a stabiliser whose conjugates are taken together, at most.
_CONJUGATORS = 9

METHODS = ("auto", "representatives", "filter", "fixed points")


class Symmetry(Displayed):
    """A group of symmetries of a problem. Made by :meth:`Problem.symmetry`.

    ``order``: the number of elements, as permutations of the options.
    """

    def __init__(
        self, statement: Statement, items: list[Any], options: list[Any], most: int, problem: Any
    ):
        self.problem = problem
        self._statement = statement
        self._model = statement.model
        self._items = items
        self._options = options
        n = self._model.compiled.n_options
        self._group = closure(options, n, max(1, min(most, _MOST_BYTES // max(1, 4 * n))))
        self.order = len(self._group)

    @property
    def generators(self) -> tuple[dict[Hashable, Hashable], ...]:
        """The generators: for each the items that move, and where to."""
        names = self._model.item_names
        return tuple(
            {names[x]: names[y] for x, y in enumerate(goes.tolist()) if x != y}
            for goes in self._items
        )

    def option_orbits(self) -> tuple[tuple[Hashable, ...], ...]:
        """The options, by orbits: symmetries map the options of an orbit to each other."""
        names = self._model.option_names
        by_least: defaultdict[int, list[Hashable]] = defaultdict(list)
        for name, least in zip(names, orbits(self._options, len(names)).tolist(), strict=True):
            by_least[least].append(name)
        return tuple(map(tuple, by_least.values()))

    def orbit(self, solution: Solution) -> tuple[Solution, ...]:
        """The orbit of a solution: its images under all symmetries, each once, in order.

        Raises :class:`UnknownOption` for a solution of another problem.
        """
        numbers = self._model.numbers_of(solution.options)
        images = np.sort(self._group[:, numbers], axis=1)
        rows = sorted({tuple(row) for row in images.tolist()})
        return tuple(Solution(self._model, row) for row in rows)

    def stabiliser(self, solution: Solution) -> int:
        """The order of a solution's stabiliser. Raises :class:`UnknownOption`."""
        return self.order // len(self.orbit(solution))

    # -- counting and listing ----------------------------------------------------------------

    def count(
        self,
        method: str = "auto",
        *,
        workers: int | None = None,
        executor: Executor | None = None,
        **search: Any,
    ) -> OrbitCount:
        """The number of solutions up to symmetry.

        ``method``: one of the three methods; "auto" takes representatives if an item allows it,
        and else filters. ``search`` as for :meth:`Problem.count`: ``engine``, ``order``,
        ``reduce``, ``nodes``, ``seconds``, ``progress``. Ctrl-C raises :class:`Interrupted` with
        the :class:`OrbitCount` so far. Raises :class:`UnknownMethod`, and :class:`MethodConflict`
        for a method that does not fit the problem.

        With ``workers`` or an ``executor`` the search is divided, as by :meth:`Problem.count`.
        Then fixed points are counted where representatives are searched, and the stabilisers are
        not found.
        """
        if method not in METHODS:
            raise UnknownMethod(method, METHODS)
        budget = SharedBudget(search)
        divided = (workers, executor) != (None, None)
        if divided and method == "filter":
            raise MethodConflict("workers= or executor=", "method='filter'")
        if method == "fixed points":
            whole = [Part(self._statement, self._group)]
            answer = self._count_fixed_points(whole, method, budget, workers, executor)
        elif divided:
            parts, name = self._parts(method)
            answer = self._count_fixed_points(parts, name, budget, workers, executor)
        else:
            answer = self._count_representatives(*self._parts(method), budget)
        if answer.stopped == "interrupt":
            raise Interrupted(answer)
        return answer

    def solutions(self, method: str = "auto", **search: Any) -> OrbitSolutions:
        """One solution of each orbit, as they are found, each with the order of its stabiliser.

        Afterwards the iterator's ``stopped`` names what ended it early, or is None.
        """
        if method not in METHODS[:3]:
            raise UnknownMethod(method, METHODS[:3])
        parts, _ = self._parts(method)
        return OrbitSolutions(self._model, self.order, parts, SharedBudget(search))

    def __repr__(self) -> str:
        return f"<{counted(self.order, 'symmetry', 'symmetries')} of {self.problem!r}>"

    def _parts(self, method: str) -> tuple[list[Part], str]:
        """What is searched, and the method in words."""
        marker = None if method == "filter" else self._marker()
        if marker is None:
            if method == "representatives":
                what = "no item that must be covered once stays where it is under all symmetries"
                raise MethodConflict("method='representatives'", what)
            return [Part(self._statement, self._group)], "filter"
        item, n_options, firsts = marker
        parts = []
        for first in firsts:
            stabiliser = self._group[self._group[:, first] == first]
            parts.append(Part(self._statement.with_given([first]), stabiliser))
        name = self._model.item_names[item]
        return parts, f"representatives of {name!r}: {len(parts)} of {n_options} options"

    def _marker(self) -> tuple[int, int, list[int]] | None:
        """The item for which one option of each orbit is the smallest share of its options.

        With the number of its options, and the first option of each orbit; None if no item has
        fewer orbits than options.
        """
        compiled = self._model.compiled
        least = orbits(self._options, compiled.n_options)
        moved = np.zeros(compiled.n_items, np.bool_)
        for goes in self._items:
            moved |= goes != np.arange(compiled.n_items)
        live = np.array(self._statement.live(), np.bool_)
        starts, nodes = map(view, compiled.by_item)
        option_of = option_of_nodes(node_arrays(compiled)[0])
        low, high = compiled.bounds
        best, best_rank = None, (1.0, 0)
        for item in np.flatnonzero(~moved[: compiled.n_primary]).tolist():
            options = option_of[nodes[starts[item] : starts[item + 1]]]
            options = options[live[options]]
            if (low[item], high[item]) == (1, 1) and len(options):
                firsts = sorted(set(least[options].tolist()))
                rank = (len(firsts) / len(options), len(firsts))
                if rank < best_rank:
                    best, best_rank = (item, len(options), firsts), rank
        return best

    def _count_representatives(
        self, parts: list[Part], name: str, budget: SharedBudget
    ) -> OrbitCount:
        orders: Counter[int] = Counter()
        stopped = None
        try:
            with closing(representatives(parts, budget)) as found:
                for _, stabilisers in found:
                    orders.update(stabilisers.tolist())
            stopped = budget.stopped
        except KeyboardInterrupt:
            stopped = "interrupt"
        # All numbers come from one table, so they agree whenever Ctrl-C comes.
        fixed = sum(number * (self.order // order) for order, number in orders.items())
        by_order = dict(sorted(orders.items()))
        return OrbitCount(orders.total(), fixed, by_order, name, budget.nodes, stopped)

    def _count_fixed_points(
        self,
        parts: list[Part],
        name: str,
        budget: SharedBudget,
        workers: int | None,
        executor: Executor | None,
    ) -> OrbitCount:
        """The orbits of each part under its group, by the solutions that its elements fix."""
        from .fixed_points import fixed_by

        free = fixed = 0
        stopped: str | None = None
        for statement, group in parts:
            order, total = len(group), 0
            if order > 1 and self._model.compiled.multiple:
                what = "multiplicities: an orbit of options may cover an item several times"
                argument = "method='fixed points'" if name == "fixed points" else "workers="
                raise MethodConflict(argument, what)
            try:
                # (A few elements conjugate as well, into smaller classes perhaps.)
                by = self._options if order == self.order else list(group[1:_CONJUGATORS])
                for element, number in conjugacy_classes(group, by):
                    identity = np.array_equal(element, group[0])
                    try:
                        if identity:
                            count = _count(statement, workers, executor, budget.left())
                        else:
                            count = count_statement(fixed_by(statement, element), **budget.left())
                    except Interrupted as interruption:
                        count = interruption.partial
                    budget.nodes += count.nodes
                    total += number * int(count)
                    if identity:
                        fixed += int(count) * (self.order // order)
                    stopped = count.stopped
                    if stopped is not None:
                        break
            except KeyboardInterrupt:
                stopped = "interrupt"
            finally:
                budget.end()
            free += -(-total // order)
            if stopped is not None:
                break
        return OrbitCount(free, fixed, {}, name, budget.nodes, stopped)


def _count(
    statement: Statement, workers: int | None, executor: Executor | None, search: dict[str, Any]
) -> Count:
    """The number of solutions, by several workers if there are any."""
    if (workers, executor) == (None, None):
        return count_statement(statement, **search)
    from ..parallel.search import count_divided
    from ..parallel.session import Session

    limits = (search.get(name) for name in ("nodes", "seconds", "progress"))
    engine, order = search.get("engine", "auto"), search.get("order", "mrv")
    session = Session(workers, executor, None, *limits)
    # (A diagram would be tried first for each part.)
    return count_divided(
        statement, session, None, "listing", 0, engine, order, search.get("reduce", True)
    )


def symmetry(
    statement: Statement, generators: Iterable[Motion], detect: bool, most: int, problem: Any
) -> Symmetry:
    """The group that some permutations generate, or all symmetries (:meth:`Problem.symmetry`)."""
    stated = list(generators)
    check_number("most", most, 1)
    if not isinstance(detect, bool):
        raise TypeError(f"symmetry(): detect={detect!r}: expected True or False")
    if detect == bool(stated):
        expected = "generators, or detect=True" if not stated else "no generators with detect=True"
        raise TypeError(f"symmetry(): expected {expected}")
    if detect:
        from .detection import detected

        items, options = detected(statement)
    else:
        pairs = [read(statement, number, motion) for number, motion in enumerate(stated)]
        items, options = map(list, zip(*pairs, strict=True))
    return Symmetry(statement, items, options, int(most), problem)
