"""The set of all solutions of a problem as a decision diagram: count, rank, sample and filter it.

A diagram is a graph (``graph.py``). A node asks which option comes next, and every edge is an
answer. If items are decided in a fixed order, it is a zero-suppressed decision diagram in which the
nodes for one item are merged: the paths from the root to the end are the solutions, each once.
Where a problem falls into independent parts, a node is a product: each of its solutions combines
one of each part.

The order of the solutions follows the edges (:class:`ZDD`). A filtered diagram keeps the order of
the whole; ``|`` and ``-`` may split products into cases, which follow each other. The order depends
only on the problem and on the operations.
"""

from __future__ import annotations

import itertools
import os
import random
from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence
from operator import attrgetter
from typing import Any, Generic

import numpy as np

from ..common.arguments import check_number, required_memory, to_int
from ..common.costs import Cost
from ..common.displayed import Displayed, Svg
from ..statement.model import Model
from ..statement.names import OptionName
from ..statement.results import Solution
from ..statement.statement import Statement
from ..text import counted, shown_number
from .best import by_cost
from .graph import MEMORY, Graph
from .merge import merged
from .ranks import rank_of
from .sums import count_by_sum

__all__ = ["ZDD"]


class ZDD(Displayed, Generic[OptionName]):
    """A set of solutions as a decision diagram; immutable.

    Made by :meth:`Problem.zdd`. It is a zero-suppressed decision diagram (ZDD), a graph in which
    subproblems with equal solutions share a node. Where the problem falls into independent parts, a
    node stands for all combinations of their solutions without listing them. The order of the
    solutions follows the graph: by the option of the first item, then that of the second, and so
    on; of independent parts, the last one varies fastest.

    References
    ----------
    S. Minato, "Zero-suppressed BDDs for set manipulation in combinatorial problems", DAC 1993;
    TAOCP 4A, section 7.1.4; decision-ZDNNF: R. Fang et al., SAT 2026.

    Examples
    --------
    >>> zdd = xc.Problem("ab", {1: "a", 2: "b", 3: "ab"}, costs={1: 2, 2: 3, 3: 4}).zdd()
    >>> zdd, list(zdd), zdd.count()
    (<ZDD: 2 solutions, 3 nodes>, [Solution(1, 2), Solution(3)], 2)
    >>> zdd.unrank(-1), zdd.rank([3]), zdd.sample(seed=1), next(zdd.draws(seed=1))
    (Solution(3), 1, [Solution(1, 2)], Solution(1, 2))
    >>> zdd.option_counts(), zdd.sizes(), zdd.count_by_cost()
    ({1: 1, 2: 1, 3: 1}, {1: 1, 2: 1}, {4: 1, 5: 1})
    >>> zdd.minimum(), zdd.maximum(), zdd.cheapest(1), zdd.dearest(1)
    (Solution(3), Solution(1, 2), [Solution(3)], [Solution(1, 2)])
    >>> zdd.with_option(3) == zdd.without_option(1), (zdd & zdd.with_option(3)).count()
    (True, 1)
    >>> zdd.to_dot()[:9], zdd.to_svg("Two solutions")[:4]
    ('digraph s', '<svg')
    >>> zdd.save("two.zdd")  # doctest: +SKIP
    >>> zdd.to_dd(), zdd.to_graphillion()  # doctest: +SKIP
    """

    def __init__(
        self, statement: Statement, graph: Graph, taken: Sequence[int] = (), method: str = ""
    ):
        """``taken``: options in every solution that the graph does not mention."""
        #: How it was made, in words: the order of items, for one.
        self.method = method
        self._statement = statement
        self._model = statement.model
        self._taken = tuple(taken)
        self._graph = graph
        #: The graph that this one was filtered out of, at first itself.
        self._origin = graph

    @classmethod
    def _load(cls, statement: Statement, path: str | os.PathLike[str]) -> ZDD:
        """What :meth:`save` wrote; see :meth:`Problem.load_zdd`."""
        from .files import read_graph

        graph, origin, taken, method = read_graph(path, statement)
        return cls(statement, origin, taken, method)._part(graph)

    # -- how many ------------------------------------------------------------------------------

    def count(self) -> int:
        """The number of solutions, exact at any size. O(nodes) the first time."""
        return self._graph.count()

    def __len__(self) -> int:
        """The number of solutions. Python allows no more than 2^63 - 1 here; see :meth:`count`."""
        return self.count()

    def __bool__(self) -> bool:
        return self._graph.root >= 0

    @property
    def n_nodes(self) -> int:
        """The number of nodes of the graph, including the end."""
        return self._graph.n_nodes

    @property
    def n_edges(self) -> int:
        """The number of edges of the graph."""
        return self._graph.n_edges

    @property
    def n_bytes(self) -> int:
        """The size of the arrays that hold the graph, in bytes."""
        return self._graph.n_bytes

    # -- one after the other -------------------------------------------------------------------

    def __iter__(self) -> Iterator[Solution[OptionName]]:
        """The solutions in order; memory does not grow with their number."""
        return map(self._solution, self._graph.walk())

    def unrank(self, number: int) -> Solution[OptionName]:
        """The solution at a position in the order. O(depth x edges of a node).

        Parameters
        ----------
        number : int
            The position, from 0; negative positions count from the end.

        Raises
        ------
        IndexError, TypeError
            If there is no such position; if ``number`` is not a whole number.
        """
        place, total = to_int(number), self.count()
        if place is None:
            raise TypeError(f"unrank({number!r}): expected a whole number")
        if not -total <= place < total:
            raise IndexError(f"solution {shown_number(place)} of {shown_number(total)}")
        return self._solution(next(self._graph.walk(place % total)))

    def rank(self, solution: Iterable[Hashable]) -> int:
        """The position of a solution in the order. O(edges of the nodes on its path).

        Parameters
        ----------
        solution : iterable of hashable

        Raises
        ------
        ValueError, UnknownOption
            If the diagram does not contain it; if the problem has no such option.
        """
        options = list(solution)
        left = self._completed(self._model.numbers_of(options))
        for option in self._taken:
            if option not in left:
                raise ValueError(f"{options} is not a solution of this diagram")
            left.remove(option)
        number = rank_of(self._graph, left, self._model.compiled.repeat)
        if number is None:
            raise ValueError(f"{options} is not a solution of this diagram")
        return number

    def sample(self, k: int = 1, *, seed: int | None = None) -> list[Solution[OptionName]]:
        """Draw solutions uniformly and independently at random.

        Parameters
        ----------
        k : int, default 1
            How many.
        seed : int, optional
            Default: a different sample each time.

        Raises
        ------
        IndexError, BudgetError
            If there is no solution; if ``k`` is not a whole number from 0.

        Notes
        -----
        Why this is uniform: ``random.Random.randrange`` draws each position from 0 to count() - 1
        with the same probability, and ``unrank`` maps positions one to one to solutions. At every
        node the positions below its edges follow each other without gaps, and each solution goes
        through exactly one edge.
        """
        check_number("k", k, 0)
        return list(itertools.islice(self.draws(seed=seed), k))

    def draws(self, *, seed: int | None = None) -> Iterator[Solution[OptionName]]:
        """Draw solutions uniformly at random, one after the other, without end.

        Parameters
        ----------
        seed : int, optional
            Default: a different sample each time.

        Yields
        ------
        Solution
            Each drawn with equal probability, independently.

        Raises
        ------
        IndexError
            If there is no solution.
        """
        draw = random.Random(None if seed is None else to_int(seed))
        total = self.count()
        while True:
            if not total:
                raise IndexError("there is no solution to draw")
            yield self.unrank(draw.randrange(total))

    # -- what they have in common ---------------------------------------------------------------

    def option_counts(self) -> dict[Hashable, int]:
        """The number of solutions that contain each option, in order of declaration.

        A solution that repeats an option counts once for it. Takes one pass, which multiplies the
        paths from the root to a node by the solutions below its edges (and in the other parts of
        products); if options may be repeated, one pass per option.
        """
        compiled = self._model.compiled
        counts = self._graph.containing(compiled.n_options, compiled.repeat)
        for option in self._taken:
            counts[option] = self.count()
        return dict(zip(self._model.shown.option_names, counts, strict=False))

    def sizes(self) -> dict[int, int]:
        """Count the solutions of each size: number of options -> solutions, by ascending size.

        Raises
        ------
        DiagramTooLarge
            If the counts at all nodes would take more than 4 GB.
        """
        stated, added = self._model.n_stated, self._model.compiled.n_options
        ones = [1] * stated + [0] * (added - stated)
        found = count_by_sum(self._graph, ones, MEMORY)
        taken = len(self._model.without_additions(self._taken))
        return {size + taken: number for size, number in found.items()}

    # -- parts of it -----------------------------------------------------------------------------

    def with_option(self, option: Hashable) -> ZDD[OptionName]:
        """The diagram of the solutions that contain an option.

        Parameters
        ----------
        option : hashable

        Raises
        ------
        UnknownOption
            If the problem has no such option.
        """
        (number,) = self._model.numbers_of((option,))
        if number in self._taken:
            return self
        return self._part(self._graph.restricted(number, contained=True))

    def without_option(self, option: Hashable) -> ZDD[OptionName]:
        """The diagram of the solutions that do not contain an option.

        Parameters
        ----------
        option : hashable

        Raises
        ------
        UnknownOption
            If the problem has no such option.
        """
        (number,) = self._model.numbers_of((option,))
        if number in self._taken:
            return self._part(Graph.without_edges(-1))
        return self._part(self._graph.restricted(number, contained=False))

    # -- two of them -----------------------------------------------------------------------------

    def __and__(self, other: object) -> ZDD:
        """The solutions in both. O(pairs of nodes that belong together).

        Raises
        ------
        ValueError, DiagramTooLarge
            If the diagrams were not made as one; if it takes more than 4 GB.
        """
        return self._merged(other, "&")

    def __or__(self, other: object) -> ZDD:
        """The solutions in either. Raises as ``&``.

        Where the problem falls apart, the union of two products is in general none; then it is one
        of them, followed by what is in the other alone.
        """
        return self._merged(other, "|")

    def __sub__(self, other: object) -> ZDD:
        """The solutions in this one and not in the other. Raises as ``&``."""
        return self._merged(other, "-")

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same solutions of one problem, with the same options given."""
        if not isinstance(other, ZDD):
            return NotImplemented
        if self.count() != other.count() or not self._same_origin(other):
            return False
        return self is other or not self or (self & other).count() == self.count()

    __hash__ = None  # type: ignore[assignment]

    def _merged(self, other: object, operation: str) -> ZDD:
        if not isinstance(other, ZDD):
            return NotImplemented  # type: ignore[no-any-return]
        if not self._same_origin(other):
            raise ValueError(
                "these diagrams are of different problems, or of one problem with different given"
                " options; make both from one diagram, by filtering it"
            )
        return self._part(merged(self._graph, other._graph, self._origin, operation))

    # -- costs -----------------------------------------------------------------------------------

    def count_by_cost(self, *, memory: int | str = "4GB") -> dict[Cost, int]:
        """Count the solutions of each cost exactly: cost -> number, by ascending cost.

        Takes one pass over the diagram, O(edges x different costs below a node), with numbers as
        long as the count (generating functions: TAOCP 4A, section 7.1.4).

        Parameters
        ----------
        memory : int or str, default "4GB"
            Memory limit of the counts at all nodes, in bytes or as a text.

        Raises
        ------
        DiagramTooLarge, BudgetError
            If the costs have too many different sums for that limit; if the limit is invalid.
        """
        return self._count_by_cost(required_memory(memory))

    def _count_by_cost(
        self, memory: int, tick: Callable[[], None] = lambda: None
    ) -> dict[Cost, int]:
        """The same; ``tick`` is called often, and may end it by raising."""
        n_options = self._model.compiled.n_options
        costs = self._model.priced
        taken = sum(costs.scaled(self._taken, 1))
        found: dict[Cost, int] = {}
        scaled = costs.scaled(range(n_options), 1)
        for sum_, number in count_by_sum(self._graph, scaled, memory, tick).items():
            cost = costs.unscaled(sum_ + taken)
            # Different sums may be the same float.
            found[cost] = found.get(cost, 0) + number
        return found

    def minimum(self) -> Solution[OptionName] | None:
        """A solution of least cost; None if there is none."""
        return next(iter(self.cheapest(1)), None)

    def maximum(self) -> Solution[OptionName] | None:
        """A solution of greatest cost; None if there is none."""
        return next(iter(self.dearest(1)), None)

    def cheapest(self, k: int) -> list[Solution[OptionName]]:
        """The ``k`` cheapest solutions, cheapest first; equal costs in the order of the diagram.

        O(edges) for the first, and O(edges of the nodes on a path) for each further one.

        Parameters
        ----------
        k : int

        Raises
        ------
        BudgetError
            If ``k`` is not a whole number from 0.
        """
        return self._best(k, 1)

    def dearest(self, k: int) -> list[Solution[OptionName]]:
        """The ``k`` most expensive solutions, most expensive first; equal costs in order.

        Parameters
        ----------
        k : int

        Raises
        ------
        BudgetError
            If ``k`` is not a whole number from 0.
        """
        return self._best(k, -1)

    def _best(self, k: int, sign: int) -> list[Solution[OptionName]]:
        check_number("k", k, 0)
        n_options = self._model.compiled.n_options
        costs = self._model.priced
        found = by_cost(self._graph, costs.scaled(range(n_options), sign))
        return [self._solution(chosen) for chosen in itertools.islice(found, k)]

    # -- within the package --------------------------------------------------------------------

    def _solution(self, chosen: Sequence[int]) -> Solution[OptionName]:
        return Solution(self._model, tuple(sorted((*self._taken, *chosen))))

    def _completed(self, options: Sequence[int]) -> list[int]:
        """The options of a solution with those that rules have added, if it is one."""
        if self._model.stated is None:
            return list(options)
        graph, n_stated = self._graph, self._model.n_stated
        for option in range(n_stated):
            if option not in self._taken and graph.root >= 0:
                graph = graph.restricted(option, contained=option in options)
        rest = next(graph.walk()) if graph.root >= 0 else ()
        return [*options, *(each for each in (*self._taken, *rest) if each >= n_stated)]

    def _same_origin(self, other: ZDD) -> bool:
        """Whether both were filtered out of the same diagram, or of two that are equal."""
        one, two = self._origin, other._origin
        return one is two or (
            self._taken == other._taken
            and one.root == two.root
            and _same_model(self._model, other._model)
            and np.array_equal(one.begin, two.begin)
            and np.array_equal(one.option, two.option)
            and np.array_equal(one.child, two.child)
        )

    def _part(self, graph: Graph) -> ZDD:
        """Some of the solutions of this diagram."""
        part = ZDD(self._statement, graph, self._taken, self.method)
        part._origin = self._origin
        return part

    # -- on disk, and for other programs ----------------------------------------------------------

    def save(self, path: str | os.PathLike[str]) -> None:
        """Save the diagram to a file, for :meth:`Problem.load_zdd`.

        Costs are not saved. An existing file is replaced in one step, or stays as it was.

        Parameters
        ----------
        path : path

        Raises
        ------
        UnwritableProblem, OSError
            If another process could not recognize a name, such as an ``object()``; if writing
            fails.
        """
        from .files import write_graph

        write_graph(path, self._statement, self._graph, self._origin, self._taken, self.method)

    def to_dot(self) -> str:
        """The graph in the language of Graphviz, for ``dot -Tsvg``."""
        from .export import dot

        return dot(*self._stated)

    def to_svg(self, title: str = "") -> Svg:
        """The graph as an SVG picture.

        Parameters
        ----------
        title : str, optional
            Default: the number of solutions.

        Raises
        ------
        ValueError
            If there are more than 200 nodes.
        """
        from .export import svg

        title = title or counted(self.count(), "solution", shown=shown_number)
        return Svg(svg(*self._stated, str(title)))

    def to_dd(self, manager: Any = None) -> Any:
        """The solutions as a Boolean function of the library ``dd``, with a variable per option.

        Variables are named by the ``str`` of the options if these differ, else by ``repr``, else by
        number.

        Parameters
        ----------
        manager : dd manager, optional
            Default: a new ``dd.cudd.BDD``, or a ``dd.autoref.BDD`` if ``dd`` was built without
            CUDD. (``dd.cudd_zdd`` of dd 0.6 crashes on small examples.)

        Raises
        ------
        MissingLibrary, ValueError
            If ``dd`` is missing (extra ``diagrams``); if options may be repeated.
        """
        from .export import dd_function

        self._require_sets()
        return dd_function(*self._stated, manager)

    def to_graphillion(self) -> Any:
        """The solutions as a ``setset`` of Graphillion: sets of options.

        Graphillion has one universe at a time, which is set to the options of this problem (with
        names as in :meth:`to_dd` if their types differ).

        Raises
        ------
        MissingLibrary, ValueError
            If Graphillion is missing (extra ``diagrams``); if options may be repeated.
        """
        from .export import graphillion_set

        self._require_sets()
        return graphillion_set(*self._stated)

    @property
    def _stated(self) -> tuple[Graph, Sequence[Hashable], Sequence[int]]:
        """The graph, names of options, and those taken, without what rules have added."""
        model, graph = self._model, self._graph
        taken = model.without_additions(self._taken)
        if model.stated is not None:
            numbers = np.arange(model.compiled.n_options)
            graph = graph.renamed(np.where(numbers < model.n_stated, numbers, -1))
        return graph, model.shown.option_names, taken

    def _require_sets(self) -> None:
        if self._model.compiled.repeat:
            raise ValueError("solutions that may repeat options are not sets of options")

    def __repr__(self) -> str:
        return (
            f"<ZDD: {counted(self.count(), 'solution', shown=shown_number)},"
            f" {counted(self.n_nodes, 'node')}>"
        )


def _same_model(one: Model, other: Model) -> bool:
    """Whether two problems are the same but for costs, by their names and numbers."""
    numbers = attrgetter(
        "n_primary", "n_items", "repeat", "starts", "items", "colours", "low", "high"
    )
    return one is other or (
        one.names == other.names and numbers(one.compiled) == numbers(other.compiled)
    )
