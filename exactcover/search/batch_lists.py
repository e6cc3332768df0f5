"""Many lists of given options of one problem: for the kernel of planes, for an engine that starts
again, or each as a problem of its own."""

from __future__ import annotations

from bisect import bisect
from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from itertools import accumulate, islice
from typing import TYPE_CHECKING, Any, NamedTuple

from ..arrays.compiled import Compiled
from ..common.ask import Ask
from ..common.crew import crew
from ..common.deadline import Deadline
from ..compile import compiles
from ..engines import choose
from ..propagation.reduce import reduction_of
from ..statement.results import Impossible, Interrupted, Solution
from ..statement.statement import Statement
from ..text import counted
from . import answers
from .about_solutions import Questions
from .search import Search, padded, width_of

if TYPE_CHECKING:
    from ..kernels.bits.array_types import Int32Rows, Int64s

#: Lists that a thread takes at a time, and words that the kernel looks at for one of them before it
#: gives up: together some 0.3 s at most. The masks have no more words either.
_CHUNK, _MOST_WORDS = 64, 2_000_000
_NO_LIMIT = 2**62
#: Nodes after which a list is left to a search of its own, in which several engines take turns if
#: no more solutions than these are wanted.
_MOST_NODES, _FEW = 100_000, 2


class Numbers(NamedTuple):
    """The numbers of the options that a list gives and leaves out.

    ``holes`` are given, too: each covers an item that is left out, and nothing else.
    """

    given: list[int]
    without: list[int]
    holes: list[int]

    def stated(self, statement: Statement) -> Statement:
        """The list as a problem of its own."""
        compiled = statement.model.compiled
        starts, entries = compiled.by_item if self.holes else ((), ())
        absent: set[int] = set()
        for hole in self.holes:
            item = compiled.items[compiled.starts[hole]]
            absent.update(
                bisect(compiled.starts, entry) - 1
                for entry in entries[starts[item] : starts[item + 1]]
            )
        without = absent.difference(self.holes).union(self.without)
        return statement.with_given(self.given + self.holes).without(without)


class Known:
    """A search that is over, as ``answers.py`` asks it: what it found is to be collected."""

    method = "listing"

    def __init__(
        self, found: int, nodes: int, limit: int, solutions: list[Solution], in_time: bool = True
    ):
        self.found, self.nodes, self._solutions = found, nodes, solutions
        self.stopped = "limit" if found >= limit else None if in_time else "seconds"
        self.complete = self.stopped is None
        self.impossible = Impossible.by_search(nodes) if self.complete and not found else None

    @property
    def done(self) -> bool:
        return not self._solutions

    def collect_on(self, most: int) -> list[Solution]:
        solutions, self._solutions = self._solutions[:most], []
        return solutions

    def count_on(self, most_nodes: int) -> None:
        self._solutions = []

    def end(self) -> None:
        """Nothing shows the progress."""


class BatchArrays(NamedTuple):
    """The answers of ``Batch.as_arrays``, one element or row for each list.

    Attributes
    ----------
    counts : ndarray of int64
        The number of solutions, up to the limit.
    complete : ndarray of bool
        Whether these are all. If not, there may be more: the limit or a budget ended the search, or
        the list was not reached.
    nodes : ndarray of int64
        Nodes visited; 0 for a list that was not reached.
    first : ndarray of int32
        The first solution: the positions of its options in ``Problem.options``, ascending, padded
        with -1.
    """

    counts: Any
    complete: Any
    nodes: Any
    first: Any

    def __str__(self) -> str:
        return f"{counted(len(self.counts), 'list')}, {int(self.complete.sum()):,} complete"

    def _note(self, place: int, search: Any, attempts: bool = False) -> bool:
        """Write down what a search finds for a list, or a diagram; false without a search."""
        if search is not None:
            for solution in answers.some(search, 1):
                self.first[place, : len(solution._numbers)] = solution._numbers
            count = answers.count(search, attempts)
            self.counts[place] = min(count, _NO_LIMIT)
            self.complete[place] = count.complete and count <= _NO_LIMIT
            self.nodes[place] = count.nodes
        return search is not None

    @property
    def verdicts(self) -> Any:
        """An array of strings, as in :class:`Uniqueness`."""
        import numpy as np

        names = np.array(["impossible", "unique", "several", "undecided"])
        decided = self.complete | (self.counts > 1)
        return names[np.where(decided, np.minimum(self.counts, 2), 3)]


class Prepared:
    """A problem for which each list only sets where the search begins. One thread at a time."""

    def __init__(self, statement: Statement, ask: Ask, keep: int, deadline: Deadline):
        self._statement, self._ask, self._keep, self._deadline = statement, ask, keep, deadline
        self._limit = _NO_LIMIT if ask.limit is None else min(ask.limit, _NO_LIMIT)
        self._most = _MOST_NODES if ask.nodes is None else min(_MOST_NODES, ask.nodes)
        self._quick: _Quick | None = None
        self._engine: Any = None
        self._rows: Any = None
        reduction = reduction_of(statement, True, True, lambda: None)
        if reduction.impossible is not None:
            return
        compiled = reduction.core.compiled
        self._rows = reduction.stated_rows()
        self._taken = frozenset(self._rows.taken)
        if compiled.multiple or choose.engine_for(compiled) != "bitset":
            return
        if _planes_pay(compiled):
            self._quick = _Quick(compiled, self._limit, self._most, keep)
        else:
            self._engine = choose.start_below(compiled, "bitset", ())

    def _solution(self, row: Sequence[int]) -> Solution:
        """The solution of a row, which may be filled up with -1."""
        if row and row[-1] < 0:
            row = row[: row.index(-1)]
        return Solution(self._statement.model, self._rows.one(row))

    def search(self, numbers: Numbers) -> Any:
        """The search for a list, which is over already where that is quick."""
        if self._deadline.passed():
            return Known(0, 0, 1, [], in_time=False)
        entries = self._entries(numbers)
        if entries is not None and self._quick is not None:
            found, nodes, rows = self._quick.ask([entries])
            if found[0] >= 0:
                kept = rows[: found[0]].tolist()
                return self._known(int(found[0]), int(nodes[0]), kept)
        return self._restarted(entries) or self.slow_search(numbers)

    def _restarted(self, entries: list[int] | None) -> Known | None:
        """What the engine finds from these entries on; None if it cannot begin there, or would go
        on for too long."""
        engine, most, keep = self._engine, self._most, min(self._keep, self._limit)
        if entries is None or engine is None or most == 0 or not engine.restart(entries):
            return None
        rows = engine.collect(most, keep) if keep else []
        number = len(rows)
        if number == keep and number < self._limit and not engine.done and engine.nodes < most:
            number += engine.count(most - engine.nodes, self._limit - number)
        if not engine.done and number < self._limit:
            return None
        return self._known(number, engine.nodes, rows)

    def _known(self, number: int, nodes: int, rows: Sequence[Sequence[int]]) -> Known:
        return Known(number, nodes, self._limit, [self._solution(row) for row in rows])

    def slow_search(self, numbers: Numbers) -> Search:
        """A search of its own. If options clash, its propagation finds the item."""
        ask = replace(self._ask, seconds=self._deadline.left())
        few = self._limit <= _FEW and self._ask.nodes is None
        return Questions(numbers.stated(self._statement))._search(ask, few)

    def _entries(self, numbers: Numbers) -> list[int] | None:
        """A list as entries of a prefix, no more than there are options; None if it contradicts
        what propagation found, or gives options twice."""
        if self._rows is None:
            return None
        place, taken = self._rows.place, self._taken
        given, without = numbers.given + numbers.holes, numbers.without
        if len(given) + len(without) > len(place):
            without = [*dict.fromkeys(without)]
        if taken:
            given = [number for number in given if number not in taken]
        try:
            entries = [place[number] for number in given]
        except KeyError:
            return None
        if without:
            if not taken.isdisjoint(without) or not set(given).isdisjoint(without):
                return None
            entries += [~place[number] for number in without if number in place]
        return entries if len(entries) <= len(place) else None

    def arrays(self, lists: list[Numbers]) -> tuple[BatchArrays, list[int]]:
        """The answers for some lists that are found soon, and the places of the other lists."""
        import numpy as np

        n, width = len(lists), width_of(self._statement)
        counts, nodes = np.zeros((2, n), np.int64)
        complete, first = np.zeros(n, bool), np.full((n, width), -1, np.int32)
        made = BatchArrays(counts, complete, nodes, first)
        entries = [self._entries(each) for each in lists]
        if self._deadline.passed():
            return made, []
        if self._quick is None:
            known = map(self._restarted, entries)
            return made, [k for k, each in enumerate(known) if not made._note(k, each)]
        asked = np.array([k for k, each in enumerate(entries) if each is not None], np.int64)
        found, visited, rows = self._quick.ask([each for each in entries if each is not None])
        decided, some = found >= 0, found > 0
        counts[asked[decided]], nodes[asked[decided]] = found[decided], visited[decided]
        complete[asked] = decided & (found < self._limit)
        first[asked[some]] = padded(self._rows.table(rows[some]), width)
        return made, sorted(set(range(n)).difference(asked[decided].tolist()))


class _Quick:
    """The kernel, with room for its state and its answers."""

    def __init__(self, compiled: Compiled, limit: int, most_nodes: int, keep: int):
        import numpy as np

        from ..arrays.bit_planes import planes_of
        from ..arrays.clash_tables import clash_tables
        from ..kernels.trees.planes import answer

        tables = clash_tables(compiled, lambda: None)
        self._found, self._nodes = np.zeros((2, _CHUNK), np.int64)
        self._rows = np.zeros((_CHUNK * keep, tables.n_levels), np.int32)
        self._bound: dict[str, Any] = {
            "planes": planes_of(compiled),
            "n_items": compiled.n_primary,
            "uniform": tables.uniform,
            "limit": limit,
            "most_nodes": most_nodes,
            "most_words": _MOST_WORDS,
            "keep": keep,
            "entries": np.zeros(_CHUNK * compiled.n_options, np.int64),
            "begins": np.zeros(_CHUNK + 1, np.int64),
            "found": self._found,
            "nodes": self._nodes,
            "solutions": self._rows,
        }
        self._keep, self._answer = keep, answer.bound(self._bound)

    def ask(self, lists: Sequence[Sequence[int]]) -> tuple[Int64s, Int64s, Int32Rows]:
        """For up to ``_CHUNK`` lists the number of solutions of each or a code, the nodes, and
        ``keep`` solutions; until the next call."""
        n = len(lists)
        ends = [*accumulate(map(len, lists), initial=0)]
        entries = lists[0] if n == 1 else [k for each in lists for k in each]
        self._bound["entries"][: ends[-1]] = entries
        self._bound["begins"][: n + 1] = ends
        self._answer(n)
        return self._found[:n], self._nodes[:n], self._rows[: n * self._keep]


def _planes_pay(compiled: Compiled) -> bool:
    """Whether a row of planes is shorter than the bitset engine's table of words and items."""
    if not compiles() or compiled.branching != 0 or not compiled.n_primary:
        return False
    from ..arrays.bit_planes import shape_of

    _, row = shape_of(compiled)
    fits = compiled.n_options * row <= _MOST_WORDS
    return fits and 8 * row < (compiled.n_options + 63) // 64 * compiled.n_primary


def gathered(statement: Statement, lists: Iterator[Numbers], ask: Ask) -> BatchArrays:
    """The answers for all lists. ``ask.workers`` threads take some at a time; what takes them long
    is left to the thread that asks, which notices Ctrl-C."""
    import numpy as np

    deadline = ask.deadline()
    make = partial(Prepared, statement, ask, 1, deadline)
    spare = [make()]
    slowly = spare[0].slow_search
    done = [spare[0].arrays([])[0]]

    def answered(chunk: list[Numbers]) -> tuple[list[Numbers], BatchArrays, list[int]]:
        prepared = spare.pop() if spare else make()
        found = prepared.arrays(chunk)
        spare.append(prepared)
        return chunk, *found

    def take_in(chunk: list[Numbers], arrays: BatchArrays, left: list[int]) -> None:
        done.append(arrays)
        for place in left:
            if not deadline.passed():
                arrays._note(place, slowly(chunk[place]), ask.unbounded)

    def joined() -> BatchArrays:
        return BatchArrays(*map(np.concatenate, zip(*done, strict=True)))

    waiting: deque[Any] = deque()
    try:
        with crew(ask.workers or 1) as helping:
            try:
                while not deadline.passed() and (chunk := list(islice(lists, _CHUNK))):
                    if helping is None:
                        take_in(*answered(chunk))
                        continue
                    waiting.append(helping.pool.submit(answered, chunk))
                    if len(waiting) > 2 * helping.size:
                        take_in(*waiting.popleft().result())
            except BaseException:
                # What no thread has begun is given up; the rest is done soon.
                waiting = deque(each for each in waiting if not each.cancel())
                done += [future.result()[1] for future in waiting]
                raise
            while waiting:
                take_in(*waiting.popleft().result())
    except KeyboardInterrupt:
        raise Interrupted(joined()) from None
    return joined()
