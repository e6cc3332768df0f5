"""A group of symmetries of a problem, and its solutions up to symmetry.

A *symmetry* of a problem is a permutation of its items that maps every option to an option, so that
it maps solutions to solutions. A group of symmetries moves each solution through its *orbit*. The
*stabiliser* of a solution contains the symmetries that leave it as it is. The orbit has as many
solutions as the group has elements, divided by the order of the stabiliser.

There are four methods to count orbits, and :attr:`OrbitCount.method` names the one that was used:

* ``representatives`` needs an item that is covered once and that every symmetry leaves in place,
  such as a piece. The options of this item fall into orbits. Every orbit of solutions contains one
  with the first option of one of these, so only those first options are searched. A solution found
  counts if it is the least under the stabiliser of that option. The search shrinks by about the
  order of the group ("place the hexagon once in each orbit of its places").
* ``filter`` finds all solutions, and counts those that are the least of their orbit. (R. C. Read,
  "Every one a winner", Annals of Discrete Math. 2, 1978, calls it orderly.)
* ``fixed points`` uses the lemma that is not Burnside's: the number of orbits is the mean number of
  solutions that an element of the group fixes. Each of these numbers is the count of a problem
  whose options are orbits of options. Nothing is listed, so this method can count more solutions
  than anybody could list. It does not find the stabilisers.
"""

from __future__ import annotations

import hashlib
import os
from collections import Counter, defaultdict
from collections.abc import Callable, Generator, Hashable, Iterable, Iterator, Mapping
from concurrent.futures import Executor
from contextlib import closing
from itertools import repeat
from typing import TYPE_CHECKING, Any

import numpy as np

from ..arrays.compiled import Compiled
from ..arrays.views import node_arrays, option_of_entries, view
from ..common.arguments import check_number
from ..common.ask import Ask
from ..common.displayed import Displayed
from ..common.slots import Fixed, kept
from ..errors import GroupTooLarge, MethodConflict, UnknownMethod
from ..kernels.bits.array_types import Int32s
from ..search.about_solutions import Questions
from ..search.answers import count_unlisted
from ..statement.results import Interrupted, OrbitCount, Solution
from ..statement.statement import Statement
from ..text import counted
from .canonical import Forms, GraphForms, TableForms
from .coloured_graph import has_bliss
from .entries import Entries
from .orbits import (
    OrbitSolutions,
    Part,
    Representatives,
    SharedBudget,
    count_fixed_points,
    listed,
    orbit_count,
    representatives,
)
from .permutations import MOST_BYTES, Chain, closure, orbits, reached
from .reading import Motion, read

if TYPE_CHECKING:
    from .classes import Classification

__all__ = ["Symmetry", "symmetry"]

#: Bytes of a solution in an orbit, for each of its options.
_BYTES_OF_MEMBER = 100
#: Canonical forms come from the table of a group of at most so many elements, and else from bliss.
_SMALL = 64
#: Nodes that are visited before a diagram is tried in place of listing.
_NODES_BEFORE_DIAGRAM = 1_000_000
#: A group of at most so many elements filters, if nothing better is said. The order of a group of
#: more options than this is found by what it does to items, if there are fewer of them.
_FEW = 1_000

METHODS = ("auto", "representatives", "filter", "fixed points", "canonical forms")


class Symmetry(Displayed):
    """A group of symmetries: counts and lists solutions up to symmetry.

    Made by :meth:`Problem.symmetry`. A symmetry moves each solution through its orbit; the
    symmetries that leave a solution as it is form its stabiliser.

    Attributes
    ----------
    problem : Problem
    order : int
        The number of symmetries. Two that permute the options alike count once.

    Examples
    --------
    >>> symmetry = xc.Problem("pq", {"A": "p", "B": "q"}).symmetry({"p": "q", "q": "p"})
    >>> symmetry.order, symmetry.option_orbits(), symmetry.count().free
    (2, (('A', 'B'),), 1)
    """

    def __init__(
        self,
        statement: Statement,
        items: list[Any],
        options: list[Any],
        most: int,
        problem: Any,
        order: int,
    ):
        self.problem = problem
        self._statement = statement
        self._model = statement.model
        self._items = items
        self._options = options
        self._most = most
        self.order = order

    @kept
    def _group(self) -> Any:
        """The table of the elements: a row each, the identity first."""
        if self.order > self._most_elements:
            what = f"a table of this group of {self.order:,} elements"
            raise GroupTooLarge(self._most_elements, what)
        return closure(self._options, self._model.compiled.n_options, self.order)

    @property
    def _most_elements(self) -> int:
        """The elements that a table may have."""
        return max(1, min(self._most, MOST_BYTES // max(1, 4 * self._model.compiled.n_options)))

    @kept
    def _forms(self) -> Forms:
        """What knows canonical forms."""
        if self.order > _SMALL and has_bliss():
            compiled = self._model.compiled
            forms = GraphForms.of(compiled, self._items, self._options, self.order)
            if forms is not None:
                return forms
        return TableForms(self._group)

    @kept
    def generators(self) -> tuple[Mapping[Hashable, Hashable], ...]:
        """The generators of the group, each as a mapping of the items that it moves."""
        names, added = self._model.item_names, self._model.rule_of_item
        return tuple(
            Fixed({
                names[x]: names[y] for x, y in enumerate(goes.tolist()) if x != y and x not in added
            })
            for goes in self._items
        )  # fmt: skip

    def option_orbits(self) -> tuple[tuple[Hashable, ...], ...]:
        """The orbits of the options: symmetries map the options of an orbit to each other."""
        names = self._model.option_names
        by_least: defaultdict[int, list[Hashable]] = defaultdict(list)
        for name, least in zip(names, orbits(self._options, len(names)).tolist(), strict=True):
            by_least[least].append(name)
        return tuple(map(tuple, by_least.values()))

    def orbit(self, solution: Solution) -> tuple[Solution, ...]:
        """The orbit of a solution: its images under all symmetries, each once, in order.

        Raises :class:`UnknownOption` for a solution of another problem, and :class:`GroupTooLarge`
        for an orbit that would exceed 400 MB.

        Parameters
        ----------
        solution : Solution
        """
        first = self._row(solution)
        size = self.order // self._forms.stabiliser(first)
        most = MOST_BYTES // (_BYTES_OF_MEMBER * max(1, len(first)))
        if size > most:
            raise GroupTooLarge(most, f"an orbit of {size:,} solutions")
        found = reached(first, lambda row: (np.sort(goes[row]) for goes in self._options), size)
        return tuple(Solution(self._model, row) for row in sorted(tuple(r.tolist()) for r in found))

    def stabiliser(self, solution: Solution) -> int:
        """The number of symmetries that leave a solution as it is.

        Parameters
        ----------
        solution : Solution
            One of this problem; any other raises :class:`UnknownOption`.
        """
        return self._forms.stabiliser(self._row(solution))

    def certificate(self, solution: Solution) -> str:
        """A text that is equal for two solutions exactly if a symmetry maps one to the other.

        It is a 128-bit digest of a canonical form, as 32 hexadecimal digits. Compare certificates
        of different runs only if both had the same version of igraph, or both had none. A group of
        more than 64 elements needs igraph or a table. Raises :class:`UnknownOption`, and
        :class:`GroupTooLarge` if neither is possible.

        Parameters
        ----------
        solution : Solution
        """
        return self._forms.form(self._row(solution)).hex()

    def _row(self, solution: Solution) -> Any:
        return np.array(sorted(self._model.numbers_of(solution.options)), np.int32)

    # -- counting and listing ----------------------------------------------------------------

    def count(
        self,
        method: str = "auto",
        *,
        workers: int | None = None,
        executor: Executor | None = None,
        journal: str | os.PathLike[str] | None = None,
        **search: Any,
    ) -> OrbitCount:
        """Count the solutions up to symmetry.

        Parameters
        ----------
        method : str, default "auto"
            "canonical forms", "representatives", "filter" or "fixed points", explained in
            ``exactcover/symmetries/group.py``. "auto" uses canonical forms with a journal, and
            usually for groups of more than 1,000 elements; otherwise representatives if some item
            allows it, else the filter. If these take long and a diagram counts all solutions soon,
            it ends with fixed points.
        workers, executor : int and Executor, optional
            Divide the search, as for :meth:`Problem.count`. Fixed points then take the place of
            representatives, and the stabilisers are not found.
        journal : path, optional
            A file from which canonical forms resume; budgets are those of one session.
        **search : engine, order, reduce, nodes, seconds, progress
            As for :meth:`Problem.count`.

        Raises
        ------
        UnknownMethod, MethodConflict, GroupTooLarge
            If no method has that name; if it does not fit the problem or another argument; if the
            group is too large for the table that the method needs.
        Interrupted
            On Ctrl-C, with the :class:`OrbitCount` so far.
        """
        if method not in METHODS:
            raise UnknownMethod(method, METHODS)
        who = {"workers": workers, "executor": executor, "journal": journal}
        budget = SharedBudget(search, **who)
        divided = (workers, executor) != (None, None)
        method = self._chosen(method, divided, journal)
        if method == "canonical forms":
            work = self._classification(budget)
            answer = self._counted(work.classes(), work, method, budget)
        elif method == "fixed points":
            whole = [Part(self._statement, self._group)]
            answer = count_fixed_points(whole, self.order, self._options, method, budget)
        elif divided:
            _, groups, name = self._representatives(method)
            given = self._statement.with_given
            each = [Part(given([first] * (first >= 0)), group) for first, group in groups.items()]
            answer = count_fixed_points(each, self.order, self._options, name, budget)
        else:
            parts = self._representatives(method)
            unlisted = self._unlisted(budget) if method == "auto" else None
            found = representatives(parts, budget)
            answer = self._counted(found, budget, parts.name, budget, unlisted)
        if answer.stopped == "interrupt":
            raise Interrupted(answer)
        return answer

    def solutions(
        self,
        method: str = "auto",
        *,
        workers: int | None = None,
        executor: Executor | None = None,
        journal: str | os.PathLike[str] | None = None,
        **search: Any,
    ) -> OrbitSolutions:
        """Iterate over one solution of each orbit, with the order of its stabiliser.

        It raises the errors of :meth:`count`. Fixed points cannot list solutions; only canonical
        forms can be divided or have a journal. The iterator's ``stopped`` names what ended it
        early, or is None.

        Parameters
        ----------
        method, workers, executor, journal, **search : as for count
        """
        methods = tuple(each for each in METHODS if each != "fixed points")
        if method not in methods:
            raise UnknownMethod(method, methods)
        who = {"workers": workers, "executor": executor, "journal": journal}
        budget = SharedBudget(search, **who)
        divided = (workers, executor) != (None, None)
        method = self._chosen(method, divided, journal)
        if method == "canonical forms":
            work = self._classification(budget)
            return OrbitSolutions(self._model, self.order, work.classes(), work, method)
        if divided:
            raise MethodConflict("workers= or executor=", f"method={method!r} for solutions")
        parts = self._representatives(method)
        return OrbitSolutions(self._model, self.order, listed(parts, budget), budget, parts.name)

    def _chosen(self, method: str, divided: bool, journal: Any) -> str:
        """The method, where "auto" leaves one open only between representatives and filter."""
        repeats = self._model.compiled.repeat
        if method == "auto" and not repeats:
            large = self.order > _FEW and (has_bliss() or self.order > self._most_elements)
            if large or journal is not None:
                method = "canonical forms"
        if method == "canonical forms" and repeats:
            raise MethodConflict(f"method={method!r}", "options that may be chosen repeatedly")
        if journal is not None and method != "canonical forms":
            raise MethodConflict("journal=", f"method={method!r}")
        if divided and method == "filter":
            raise MethodConflict("workers= or executor=", "method='filter'")
        return method

    def _classification(self, budget: SharedBudget) -> Classification:
        from .classes import Classification, ClassJob

        budget.validate(self._model)
        statement = self._statement
        live = bytes(statement.live())
        job = ClassJob(self._model.compiled, live, tuple(statement.given), self._forms)
        moved = hashlib.sha256(np.array(self._options, np.int32).tobytes()).hexdigest()
        return Classification(statement, job, self.order, moved, budget.left())

    def _unlisted(self, budget: SharedBudget) -> Iterator[OrbitCount | None]:
        """The number of orbits without listing them, or None, each time it is tried: while there
        is little to list, not at all; later once, if a diagram counts all solutions soon."""
        while budget.nodes < _NODES_BEFORE_DIAGRAM:
            yield None
        if budget.plain and not self._model.compiled.multiple and self.order > 1:
            search = Questions(self._statement)._search(budget.left())
            known = count_unlisted(search)
            search.end()
            if known is not None:
                whole = [Part(self._statement, self._group)]
                budget.spent += known.nodes
                yield count_fixed_points(
                    whole, self.order, self._options, "fixed points", budget, known
                )
        yield from repeat(None)

    def _counted(
        self,
        found: Generator[tuple[Any, Any], None, None],
        work: Any,
        method: str,
        budget: Any,
        unlisted: Iterator[OrbitCount | None] | None = None,
    ) -> OrbitCount:
        """What is found, counted: solutions, one or several at a time, and their stabilisers.

        ``work`` is what finds them, as for :class:`OrbitSolutions`. ``unlisted``: may give the
        answer in the meantime.
        """
        orders: Counter[int] = Counter()
        stopped: str | None = None
        try:
            with closing(found):
                for _, some in found:
                    orders.update(np.atleast_1d(some).tolist())
                    answer = next(unlisted) if unlisted is not None else None
                    if answer is not None:
                        return answer
            stopped = work.stopped
        except KeyboardInterrupt:
            stopped = "interrupt"
        finally:
            budget.end()
        return orbit_count(self.order, orders, method, work, stopped)

    def __repr__(self) -> str:
        return f"<{counted(self.order, 'symmetry', 'symmetries')} of {self.problem!r}>"

    def _representatives(self, method: str) -> Representatives:
        """What is searched, and the method in words."""
        marker = None if method == "filter" else self._marker()
        if marker is None:
            if method == "representatives":
                what = "a problem in which symmetries move every item that is covered just once"
                raise MethodConflict("method='representatives'", what)
            return Representatives(self._statement, {-1: self._group}, "filter")
        item, options, firsts = marker
        groups = {first: self._group[self._group[:, first] == first] for first in firsts}
        searched = self._statement.without(set(options) - set(firsts))
        name = self._model.shown_item(item)
        words = f"representatives of {name!r}: {len(firsts)} of {len(options)} options"
        return Representatives(searched, groups, words)

    def _marker(self) -> tuple[int, list[int], list[int]] | None:
        """The item for which one option of each orbit is the smallest share of its options.

        With its options, and the first option of each orbit; None if no item has fewer orbits than
        options.
        """
        compiled = self._model.compiled
        least = orbits(self._options, compiled.n_options)
        moved = np.zeros(compiled.n_items, np.bool_)
        for goes in self._items:
            moved |= goes != np.arange(compiled.n_items)
        live = np.array(self._statement.live(), np.bool_)
        starts, nodes = map(view, compiled.by_item)
        option_of = option_of_entries(node_arrays(compiled)[0])
        low, high = compiled.bounds
        best, best_rank = None, (1.0, 0)
        for item in np.flatnonzero(~moved[: compiled.n_primary]).tolist():
            options = option_of[nodes[starts[item] : starts[item + 1]]]
            options = options[live[options]]
            if (low[item], high[item]) == (1, 1) and len(options):
                firsts = sorted(set(least[options].tolist()))
                rank = (len(firsts) / len(options), len(firsts))
                if rank < best_rank:
                    best, best_rank = (item, options.tolist(), firsts), rank
        return best


def symmetry(
    statement: Statement,
    generators: Iterable[Motion],
    detect: bool,
    most: int,
    problem: Any,
    seconds: float | None = None,
) -> Symmetry:
    """The group that some permutations generate, or all symmetries (:meth:`Problem.symmetry`)."""
    stated = list(generators)
    check_number("most", most, 1)
    tick = Ask(seconds=seconds).deadline().tick
    if not isinstance(detect, bool):
        raise TypeError(f"symmetry(): detect={detect!r}: expected True or False")
    if detect == bool(stated):
        expected = "generators, or detect=True" if not stated else "no generators with detect=True"
        raise TypeError(f"symmetry(): expected {expected}")
    model = statement.model
    if model.compiled.n_options > model.shown.compiled.n_options:
        raise MethodConflict("symmetry()", "a rule that becomes options, such as a sum of weights")
    if detect:
        from .detection import detected

        items, options, order = detected(statement, None if seconds is None else tick)
    else:
        pairs = [read(statement, number, motion, tick) for number, motion in enumerate(stated)]
        items, options = map(list, zip(*pairs, strict=True))
        order = _order(model.compiled, items, options, tick)
    return Symmetry(statement, items, options, int(most), problem, order)


def _order(
    compiled: Compiled, items: list[Int32s], options: list[Int32s], tick: Callable[[], None]
) -> int:
    """The number of permutations of options that generators give, named by their items too."""
    if compiled.n_options > _FEW:
        entries = Entries(compiled)
        if entries.distinct and entries.number < compiled.n_options:
            return entries.order(items, options, tick)
    return Chain(options, compiled.n_options, tick).order
