"""Counting distinct projections of the solutions: ``count(distinct=…)``.

Two strategies take turns until one is done. One lists all solutions and collects their projections:
the best one where there are few solutions. The other decides the part alone, and then asks only
whether there is a solution (``diagrams/projection.py``): the best one where many solutions have the
same projection.

Two questions are simpler. Where the part determines the rest, the projections are the solutions.
Where propagation has settled the part, there is one projection or none.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Hashable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from ..arrays.compiled import Compiled
from ..common.ask import Ask
from ..common.deadline import ticking
from ..common.turns import turns
from ..errors import DiagramTooLarge, DistinctFault, SearchStopped, shown
from ..statement.model import Model
from ..statement.names import each_of, lookup, near_names
from ..statement.results import Count, Impossible, Interrupted
from ..statement.statement import Statement
from . import answers
from .about_solutions import Questions, check_method, count_statement
from .search import ROWS, Search

if TYPE_CHECKING:
    from ..diagrams.projection import ProjectedBuild

#: The first turn, in nodes of a search. An entry in the table of solutions counts like a node.
_FIRST_TURN = 50_000
#: Components begun from one look at the clock to the next.
_STEP = 64
#: Bytes of a projection that is collected, beside its own.
_BYTES = 120


def count_distinct(statement: Statement, distinct: Iterable[Hashable], ask: Ask) -> Count:
    """The number of projections, as :meth:`Problem.count` explains."""
    search = Questions(statement)._search(replace(ask, limit=None))
    check_method(ask, ("order=", ask.plain))
    projections = _Projections(search, ask.limit, ask.memory)
    try:
        projections.classes = classes = classes_of(statement.model, distinct, search.tick)
        reduction = search.reduced()
        if reduction.impossible is not None:
            return Count(0, impossible=reduction.impossible, method="propagation")
        core = reduction.core
        seen = [classes[option] for option in core.options]
        if _tells_all(core.compiled, seen, search.tick):
            return count_statement(statement, ask)
        if not any(seen) and ask.method != "diagram" and ask.limit != 0:
            return _any_solution(statement, ask)
        only_listing = ask.method == "listing" or not ask.plain or ask.nodes is not None
        return projections.count(core.compiled, seen, ask.method != "diagram", not only_listing)
    except SearchStopped as stop:
        return projections.answer(stop.stopped)
    except KeyboardInterrupt as interruption:
        if isinstance(interruption, Interrupted):
            raise
        raise Interrupted(projections.answer("interrupt")) from None
    finally:
        search.end()


def _tells_all(compiled: Compiled, seen: list[int], tick: Callable[[], None]) -> bool:
    """Whether a projection determines its solution; false where that takes a search to know.

    An option that is alone in its class is told by the projection. So is one that is the only other
    option of an item that is covered once.
    """
    uses: dict[int, int] = {}
    for number in seen:
        uses[number] = uses.get(number, 0) + 1
    unclear = {k for k, number in enumerate(seen) if number == 0 or uses[number] > 1}
    if not unclear:
        return True
    low, high = compiled.bounds
    others: dict[int, int] = {}
    items: dict[int, list[int]] = {}
    for option in ticking(unclear, tick):
        for item, _ in compiled.option(option):
            if item < compiled.n_primary and low[item] == high[item] == 1:
                others[item] = others.get(item, 0) + 1
                items.setdefault(option, []).append(item)
    return all(any(others[item] == 1 for item in items.get(option, ())) for option in unclear)


def _any_solution(statement: Statement, ask: Ask) -> Count:
    """1 if there is a solution, otherwise 0, by the engines that find one soonest."""
    search = Questions(statement)._search(replace(ask, limit=1), few=True)
    found = answers.count(search)
    if int(found) == 0:
        return found
    return Count(1, nodes=found.nodes, method=search.method)


class _Projections:
    """The projections of a statement's solutions, as far as they are known."""

    def __init__(self, search: Search, limit: int | None, memory: int):
        self._search, self._limit, self._memory = search, limit, memory
        #: The class of each stated option.
        self.classes: list[int] = []
        self._found: set[bytes] = set()
        #: The bytes they take; how many there were when that was too much, and nodes visited by
        #: what was given up.
        self._bytes = self._forgotten = self._nodes = 0
        self._lister: Any = None
        #: How wide a table of solutions is.
        self._width = 0
        self._build: ProjectedBuild | None = None

    def count(self, compiled: Compiled, seen: list[int], listing: bool, projection: bool) -> Count:
        """Count, by the strategies that are allowed.

        ``seen``: the classes of the options of ``compiled``, what propagation has left.
        """
        works: list[Callable[[float], bool]] = [self._list] if listing else []
        if projection or not listing:
            works.append(lambda until: self._project(compiled, seen, until))
        for work, until in turns(works, _FIRST_TURN):
            if not work(until):
                works.remove(work)
            elif self._full or any(each.done for each in (self._search, self._build) if each):
                break
        else:
            return self.answer("memory")
        return self.answer(self._search.stopped)

    @property
    def _full(self) -> bool:
        """Whether the limit is reached."""
        return self._limit is not None and self._at_least() >= self._limit

    def _at_least(self) -> int:
        """The number of projections that are known to exist."""
        projected = 0 if self._build is None else self._build.at_least()
        return max(self._forgotten, len(self._found), projected)

    def answer(self, stopped: str | None) -> Count:
        """What is known, labelled: complete if one strategy is done."""
        search, build = self._search, self._build
        nodes = search.nodes + self._nodes + (0 if build is None else build.n_visited)
        if build is not None and build.done and stopped != "interrupt":
            number, method, done = build.count(), build.name, True
        else:
            number, method = self._at_least(), "projection" if build is not None else "listing"
            done = search.complete and stopped is None
            method = search.method if done else method
        limit = self._limit
        if limit is not None and number >= limit and not (done and number == limit):
            return Count(limit, nodes=nodes, stopped="limit", method=method)
        if not done:
            return Count(number, nodes=nodes, stopped=stopped, method=method)
        impossible = None
        if not number:
            impossible = search.impossible or Impossible.by_search(nodes)
            impossible = replace(impossible, method=method)
        return Count(number, nodes=nodes, impossible=impossible, method=method)

    def _list(self, until: float) -> bool:
        """List solutions for a turn; false if their projections need too much memory."""
        search = self._search
        while not search.complete and not search.stopped and not self._full:
            work = search.nodes + self._width * search.found
            if work >= until:
                break
            table = search.table_on(ROWS, int(until) - work)
            self._width = table.shape[1]
            if len(table):
                self._collect(table)
            if self._bytes > self._memory // 2:
                self._forgotten = self._at_least()
                self._found.clear()
                return False
        return True

    def _collect(self, table: Any) -> None:
        """Note the projections of solutions: rows of stated options, filled up with -1."""
        import numpy as np

        if self._lister is None:
            # The last one stands for -1. Read from the highest byte on, a projection is a number.
            self._lister = np.array([*self.classes, 0], ">i4")
        rows = self._lister[table]
        rows.sort(axis=1)
        width = 4 * rows.shape[1]
        if not width:
            self._found.add(b"")
            return
        rows = np.unique(np.ascontiguousarray(rows).view(f"V{width}").reshape(-1))
        for row in rows.tolist():
            shown = row.lstrip(b"\0")
            if shown not in self._found:
                self._found.add(shown)
                self._bytes += _BYTES + len(shown)

    def _project(self, compiled: Compiled, seen: list[int], until: float) -> bool:
        """Search by classes for a turn; false if that needs too much memory."""
        try:
            if self._build is None:
                import numpy as np

                from ..diagrams.projection import ProjectedBuild

                classes = np.array(seen, np.int32)
                tick = self._search.tick
                self._build = ProjectedBuild(compiled, classes, self._memory // 2, tick)
            build = self._build
            while not build.done and build.cost < until and not self._full:
                self._search.tick()
                self._search.report()
                build.run(_STEP)
        except (DiagramTooLarge, MemoryError):
            self._forgotten = self._at_least()
            self._nodes += 0 if self._build is None else self._build.n_visited
            self._build = None
            return False
        return True


def classes_of(
    model: Model, names: Iterable[Hashable], tick: Callable[[], None] = lambda: None
) -> list[int]:
    """For each option the number of its class, from 1; 0 if it shows nothing of the part.

    Two options that show the same of it are of one class. So a projection, which is what a solution
    shows of the part, is how many options of each class are chosen.

    ``names``: options, each of which is told from all others; or items, of which an option shows
    those that it has, with their colours. ``tick`` is called now and then. Raises
    :class:`DistinctFault`, and TypeError.
    """
    items, options = _numbers(model, names)
    if options:
        return [number + 1 if number in options else 0 for number in range(len(model.option_names))]
    compiled = model.compiled
    starts, entries = compiled.by_item
    seen: dict[int, list[tuple[int, int]]] = {}
    for item in ticking(sorted(items), tick):
        for entry in entries[starts[item] : starts[item + 1]]:
            option = bisect_right(compiled.starts, entry) - 1
            seen.setdefault(option, []).append((item, compiled.colours[entry]))
    classes: dict[tuple[tuple[int, int], ...], int] = {}
    class_of = [0] * compiled.n_options
    for option in ticking(sorted(seen), tick):
        class_of[option] = classes.setdefault(tuple(seen[option]), len(classes) + 1)
    return class_of


def _numbers(model: Model, names: Iterable[Hashable]) -> tuple[set[int], set[int]]:
    """The numbers of the items and of the options that are named; one of both is empty."""
    items: dict[int, Hashable] = {}
    options: dict[int, Hashable] = {}
    for name in each_of(names, "distinct="):
        item = lookup(model.number_of_item, name, "distinct=")
        option = lookup(model.number_of_option, name, "distinct=")
        if item is None and option is None:
            near = near_names(name, [*model.shown.option_names, *model.shown.item_names])
            reason = "is neither an option nor an item of the problem"
            if isinstance(names, str) and len(names) > 1:
                reason += f" ({shown(names)} counts as its characters: write a list of names)"
            raise DistinctFault(name, reason, near)
        if item is not None and option is not None:
            raise DistinctFault(
                name, "is both an option and an item: name the options by a mapping to tell them"
                " apart"
            )  # fmt: skip
        if item is not None:
            items[item] = name
        if option is not None:
            options[option] = name
        if items and options:
            other = next(iter(options.values())) if item is not None else next(iter(items.values()))
            kinds = ("an item", "an option") if item is not None else ("an option", "an item")
            raise DistinctFault(
                name, f"is {kinds[0]}, and {shown(other)} is {kinds[1]}: expected options alone or"
                " items alone"
            )  # fmt: skip
    return set(items), set(options)
