"""One solution of each orbit: found, counted and listed; or orbits counted by fixed points.

A symmetry fixes a solution if the solution consists of complete orbits of options. The solutions
that it fixes are those of a problem whose options are the orbits whose members can be chosen
together. An orbit covers what its members cover.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ..arrays.compiled import Compiled
from ..common.ask import Ask
from ..common.displayed import Displayed, display
from ..engines import choose
from ..errors import MethodConflict
from ..kernels.bits.array_types import Int32s, Int64s
from ..search.about_solutions import Questions, count_statement
from ..search.search import ROWS
from ..search.solutions import Solutions
from ..statement.model import Model
from ..statement.names import Option
from ..statement.order import order_of
from ..statement.results import Count, Interrupted, OrbitCount, Solution, so_far
from ..statement.statement import Statement
from ..text import counted
from .permutations import conjugacy_classes, orbits

__all__ = [
    "OrbitSolution",
    "OrbitSolutions",
    "Part",
    "SharedBudget",
    "listed",
    "orbit_count",
    "representatives",
]

#: Arguments that searches take.
_OF_A_SEARCH = {"engine", "order", "reduce", "nodes", "seconds", "progress"}
#: Elements of a stabiliser whose conjugates are taken together, at most.
_CONJUGATORS = 9


class OrbitSolution(NamedTuple):
    """A solution that stands for its orbit.

    Attributes
    ----------
    solution : Solution
    stabiliser : int
        The order of its stabiliser, the number of symmetries that leave it as it is.
    size : int
        The number of solutions in the orbit.
    """

    solution: Solution
    stabiliser: int
    size: int

    def _repr_html_(self) -> str:
        """What notebooks show."""
        return display().html_of(self)

    def __str__(self) -> str:
        return f"{self.solution}, one of {counted(self.size, 'solution')} up to symmetry"


class OrbitSolutions(Iterator[OrbitSolution], Displayed):
    """One solution of each orbit, as they are found. Made by :meth:`Symmetry.solutions`."""

    def __init__(
        self,
        model: Model,
        order: int,
        found: Iterator[tuple[tuple[int, ...], int]],
        work: Any,
        method: str,
    ):
        """``found``: solutions, and the orders of their stabilisers. ``order``: of the group.
        ``work``: what finds them; it has ``nodes`` and ``stopped``, and perhaps a ``check``."""
        #: What ended it early: "nodes", "seconds", "interrupt" or "error"; or None.
        self.stopped: str | None = None
        #: Solutions given out so far; whether the last one was.
        self.found = 0
        self._over = False
        self._model, self._order = model, order
        self._work, self._method = work, method
        self._orders: Counter[int] = Counter()
        self._iterator = found

    @property
    def nodes(self) -> int:
        """Nodes of the searches visited so far."""
        nodes: int = self._work.nodes
        return nodes

    @property
    def counted(self) -> OrbitCount:
        """The count of what was given out so far; a lower bound before the end."""
        stopped = self.stopped if self._over or self.stopped else "limit"
        return orbit_count(self._order, self._orders, self._method, self._work, stopped)

    def __str__(self) -> str:
        text = so_far(self.found, self._over and self.stopped is None, self.stopped)
        return f"{text}, up to symmetry"

    def __next__(self) -> OrbitSolution:
        try:
            numbers, order = next(self._iterator)
            solution = OrbitSolution(Solution(self._model, numbers), order, self._order // order)
            self.found += 1
            self._orders[order] += 1
            return solution
        except StopIteration:
            self._over, self.stopped = True, self.stopped or self._work.stopped
            raise
        except BaseException as error:
            self.stopped = "interrupt" if isinstance(error, KeyboardInterrupt) else "error"
            raise


def orbit_count(
    order: int, orders: Counter[int], method: str, work: Any, stopped: str | None
) -> OrbitCount:
    """A count by the orders of stabilisers, all from one table, so that its numbers agree."""
    fixed = sum(number * (order // each) for each, number in orders.items())
    by_order, check = dict(sorted(orders.items())), getattr(work, "check", None)
    return OrbitCount(orders.total(), fixed, by_order, method, work.nodes, stopped, check)


class SharedBudget:
    """The arguments of several searches, which share one budget."""

    def __init__(self, search: dict[str, Any], **more: Any):
        """``search``: arguments that users gave; ``more``: what they may not give like that."""
        unknown = sorted(set(search) - _OF_A_SEARCH)
        if unknown:
            raise TypeError(f"unexpected argument {unknown[0]}=")
        #: One display for all searches.
        self._live = display().live_progress() if search.get("progress") is True else None
        self._ask = Ask(**search, **more)
        if self._live is not None:
            self._ask = replace(self._ask, progress=self._live)
        self._deadline = self._ask.deadline()
        #: Nodes spent by searches that have ended, and the one at work.
        self.spent = 0
        self.at_work: Solutions[Any] | None = None
        #: What ended a search early; or None.
        self.stopped: str | None = None

    @property
    def nodes(self) -> int:
        """Nodes spent."""
        return self.spent + (self.at_work.nodes if self.at_work is not None else 0)

    @property
    def plain(self) -> bool:
        """Whether the user leaves it open how to search, and limits no nodes."""
        return self._ask.plain and self._ask.nodes is None

    def end(self) -> None:
        """Take away what shows the progress."""
        if self._live is not None:
            self._live.end()

    def validate(self, model: Model) -> None:
        """Refuse what no search would take, where none is begun."""
        choose.check_engine(self._ask.engine)
        order_of(self._ask.order, model)

    def left(self) -> Ask:
        """The arguments of the next search."""
        nodes = None if self._ask.nodes is None else max(0, self._ask.nodes - self.nodes)
        return replace(self._ask, nodes=nodes, seconds=self._deadline.left())


class Part(NamedTuple):
    """A statement to count, and the group under which its solutions are counted."""

    statement: Statement
    group: Int32s


class Representatives(NamedTuple):
    """A statement to search, and the group under which the least of its solutions count: by the one
    option of ``groups`` that the solution contains, or one group for all."""

    statement: Statement
    groups: Mapping[int, Int32s]
    name: str


def representatives(
    work: Representatives, budget: SharedBudget
) -> Generator[tuple[Int32s, Int64s], None, None]:
    """Tables of solutions, one of each orbit, and the orders of their stabilisers."""
    statement, groups, _ = work
    # (Its last entry is for -1, which fills up rows.)
    of_option = np.full(statement.model.compiled.n_options + 1, -1, np.int32)
    for option in groups if len(groups) > 1 else ():
        of_option[option] = option
    solutions = Solutions(Questions(statement)._search(budget.left()))
    budget.at_work = solutions
    try:
        for table in solutions.chunks(ROWS):
            contained = of_option[table].max(axis=1, initial=-1)
            for option, group in groups.items():
                rows = table[contained == option] if len(groups) > 1 else table
                if len(rows) or len(groups) == 1:
                    least, stabilisers = _least_of_orbit(rows, group)
                    yield rows[least], stabilisers[least]
    finally:
        budget.spent, budget.at_work = budget.nodes, None
        budget.end()
    budget.stopped = solutions.stopped


def listed(work: Representatives, budget: SharedBudget) -> Iterator[tuple[tuple[int, ...], int]]:
    """The same one by one: the options of a solution, and the order of its stabiliser."""
    for rows, stabilisers in representatives(work, budget):
        for row, order in zip(rows.tolist(), stabilisers.tolist(), strict=True):
            yield tuple(number for number in row if number >= 0), order


def _least_of_orbit(table: Int32s, group: Int32s) -> tuple[NDArray[np.bool_], Int64s]:
    """For each solution whether it is the least of its images, and the order of its stabiliser.

    A solution is a row of option numbers, ascending, filled up with -1.
    """
    least = np.ones(len(table), np.bool_)
    stabilisers = np.ones(len(table), np.int64)
    if not table.shape[1]:
        stabilisers[:] = len(group)
        return least, stabilisers
    filler = table < 0
    last = group.shape[1]
    mine = np.where(filler, last, table)
    row = np.arange(len(table))
    for element in group[1:]:
        image = np.where(filler, last, element[table])
        image.sort(axis=1)
        differs = image != mine
        first = differs.argmax(axis=1)
        same = ~differs.any(axis=1)
        stabilisers += same
        least &= same | (image[row, first] > mine[row, first])
    return least, stabilisers


def count_fixed_points(
    parts: Sequence[Part],
    whole: int,
    generators: list[Int32s],
    name: str,
    budget: SharedBudget,
    known: Count | None = None,
) -> OrbitCount:
    """The orbits of each part under its group, by the solutions that its elements fix.

    ``whole``: the order of the group of all parts, and its ``generators``. ``known``: the number of
    all solutions of the only part.
    """
    free = fixed = 0
    stopped: str | None = None
    for statement, group in parts:
        order, total = len(group), 0
        if order > 1 and statement.model.compiled.multiple:
            what = "multiplicities: an orbit of options may cover an item several times"
            argument = "method='fixed points'" if name == "fixed points" else "workers="
            raise MethodConflict(argument, what)
        try:
            # (A few elements conjugate as well, into smaller classes perhaps.)
            by = generators if order == whole else list(group[1:_CONJUGATORS])
            for element, number in conjugacy_classes(group, by):
                identity = np.array_equal(element, group[0])
                try:
                    if identity:
                        count = known or _count(statement, budget.left())
                    else:
                        count = count_statement(fixed_by(statement, element), budget.left())
                except Interrupted as interruption:
                    count = interruption.partial
                budget.spent += count.nodes
                total += number * int(count)
                if identity:
                    fixed += int(count) * (whole // order)
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


def _count(statement: Statement, ask: Ask) -> Count:
    """The number of solutions, by several workers if there are any."""
    if not ask.divided:
        return count_statement(statement, ask)
    from ..parallel.divided_search import count_divided

    # (A diagram would be tried first for each part.)
    return count_divided(statement, replace(ask, method="listing"))


def fixed_by(statement: Statement, element: Int32s) -> Statement:
    """The problem of the solutions that a permutation of the options fixes.

    An option has the number of the first option of its orbit as its name.
    """
    model = statement.model
    compiled = model.compiled
    live = statement.live()
    names, n_primary = model.item_names, compiled.n_primary
    members: defaultdict[int, list[int]] = defaultdict(list)
    for option, least in enumerate(orbits([element], compiled.n_options).tolist()):
        if live[option]:
            members[least].append(option)
    options = []
    for least, together in members.items():
        covered = _together(compiled, together)
        if covered is not None:
            colours = model.colour_names
            items = {names[item]: colours[colour] for item, colour in covered.items()}
            options.append(Option(least, items))
    kept = Statement(Model(names[:n_primary], names[n_primary:], options))
    given = {least for least, together in members.items() if set(together) & set(statement.given)}
    made = kept.model.number_of_option
    if not made.keys() >= given or not all(live[option] for option in statement.given):
        return kept.without(made.values())
    return kept.with_given(made[least] for least in given)


def _together(compiled: Compiled, options: list[int]) -> dict[int, int] | None:
    """What options cover together, item -> colour; None if they cannot be chosen together."""
    covered: dict[int, int] = {}
    for option in options:
        for item, colour in compiled.option(option):
            if item in covered and (not colour or covered[item] != colour):
                return None
            covered[item] = colour
    return covered
