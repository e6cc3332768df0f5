"""Many lists of given options of one problem: for the kernel of planes, for an engine that starts
again, or each as a problem of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Sequence
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
from . import answers
from .about_solutions import Questions
from .search import Search, padded, width_of

if TYPE_CHECKING:
    from ..kernels.bits.array_types import Flags, Int32Rows, Int64s

#: Lists that a thread takes at a time, and words that the kernel looks at for one of them before it
#: gives up: together some 0.3 s at most. The masks have no more words either.
_CHUNK, _MOST_WORDS = 64, 2_000_000
_NO_LIMIT = 2**62
#: For so few solutions several engines take turns, if one alone is not done after so many nodes.
_FEW, _MOST_NODES = 2, 100_000


class Numbers(NamedTuple):
    """The numbers of the options that a list gives and leaves out."""

    given: list[int]
    without: list[int]

    def stated(self, statement: Statement) -> Statement:
        """The list as a problem of its own."""
        return statement.with_given(self.given).without(self.without)


class Known:
    """A search that the kernel has done, as ``answers.py`` asks it: what it found is collected."""

    method = "listing"

    def __init__(self, found: int, nodes: int, limit: int, solutions: list[Solution]):
        self.found, self.nodes, self.done = found, nodes, False
        self.stopped = "limit" if found >= limit else None
        self.complete = self.stopped is None
        self.impossible = None if found else Impossible.by_search(nodes)
        self._solutions = solutions

    def count_on(self, most_nodes: int) -> None:
        self.done = True

    def collect_on(self, most: int) -> list[Solution]:
        self.done = True
        return self._solutions[:most]

    def end(self) -> None:
        """Nothing shows the progress."""


class BatchArrays(NamedTuple):
    """The answers of :meth:`Batch.as_arrays`, one element or row for each list.

    Attributes
    ----------
    counts : ndarray of int64
        The number of solutions, up to the limit.
    complete : ndarray of bool
        Whether these are all. If not, there may be more: the limit or a budget ended the search.
    nodes : ndarray of int64
    first : ndarray of int32
        The first solution: the numbers of its options, ascending, filled up with -1.
    """

    counts: Int64s
    complete: Flags
    nodes: Int64s
    first: Int32Rows

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
        self._statement, self._ask, self._deadline = statement, ask, deadline
        self._search: Search | None = None
        self._quick: _Quick | None = None
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
            self._quick = _Quick(compiled, ask, keep)
        else:
            self._search = Questions(statement)._search(replace(ask, engine="bitset"))
            self._engine: Any = self._search.begin()

    def _solution(self, row: Sequence[int]) -> Solution:
        """The solution of a row, which may be filled up with -1."""
        if row and row[-1] < 0:
            row = row[: row.index(-1)]
        return Solution(self._statement.model, self._rows.one(row))

    def search(self, numbers: Numbers, quickly: bool = True) -> Any:
        """The search for a list: one that is done where that is quick.

        If options clash, the propagation of a search of its own finds the item.
        """
        entries = None if self._deadline.passed() else self._entries(numbers)
        if entries is not None and self._quick is not None and quickly:
            found, nodes, rows = self._quick.ask([entries])
            if found[0] >= 0:
                solutions = [self._solution(row) for row in rows[: found[0]].tolist()]
                return Known(int(found[0]), int(nodes[0]), self._quick.limit, solutions)
        limit, most = self._ask.limit, self._ask.nodes
        few = limit is not None and 1 <= limit <= _FEW
        if entries is not None and self._search is not None and self._engine.restart(entries):
            if limit is None or not few or most is not None:
                return self._search.again()
            rows = self._engine.collect(_MOST_NODES, limit)
            if self._engine.done or len(rows) == limit:
                solutions = [self._solution(row) for row in rows]
                return Known(len(rows), self._engine.nodes, limit, solutions)
        ask = replace(self._ask, seconds=self._deadline.left())
        return Questions(numbers.stated(self._statement))._search(ask, few)

    def _entries(self, numbers: Numbers) -> list[int] | None:
        """A list as entries of a prefix; None if it contradicts what propagation found."""
        if self._rows is None:
            return None
        place, taken = self._rows.place, self._taken
        given = [number for number in dict.fromkeys(numbers.given) if number not in taken]
        try:
            entries = [place[number] for number in given]
        except KeyError:
            return None
        if numbers.without:
            if not taken.isdisjoint(numbers.without) or set(numbers.given) & set(numbers.without):
                return None
            entries += [~place[number] for number in numbers.without if number in place]
        return entries

    def arrays(self, lists: list[Numbers]) -> BatchArrays:
        """The answers for some lists."""
        import numpy as np

        n, width = len(lists), width_of(self._statement)
        counts, nodes = np.zeros((2, n), np.int64)
        complete, first = np.zeros(n, bool), np.full((n, width), -1, np.int32)
        left: Iterable[int] = range(n)
        if self._quick is not None:
            entries = [self._entries(each) for each in lists]
            asked = np.array([k for k, each in enumerate(entries) if each is not None], np.int64)
            found, its_nodes, rows = self._quick.ask([each for each in entries if each is not None])
            decided, some = found >= 0, found > 0
            counts[asked[decided]], nodes[asked[decided]] = found[decided], its_nodes[decided]
            complete[asked] = decided & (found < self._quick.limit)
            first[asked[some]] = padded(self._rows.table(rows[some]), width)
            left = sorted(set(left).difference(asked[decided].tolist()))
        for k in left:
            search = self.search(lists[k], quickly=False)
            for solution in answers.some(search, 1):
                first[k, : len(solution._numbers)] = solution._numbers
            count = answers.count(search)
            counts[k], complete[k], nodes[k] = min(count, _NO_LIMIT), count.complete, count.nodes
        return BatchArrays(counts, complete, nodes, first)


class _Quick:
    """The kernel, with room for its state and its answers."""

    def __init__(self, compiled: Compiled, ask: Ask, keep: int):
        import numpy as np

        from ..arrays.bit_planes import planes_of
        from ..arrays.clash_tables import clash_tables
        from ..kernels.trees.planes import answer

        planes, tables = planes_of(compiled), clash_tables(compiled, lambda: None)
        self.limit = _NO_LIMIT if ask.limit is None else ask.limit
        most = _MOST_WORDS // len(planes.root)
        self._found, self._nodes = np.zeros((2, _CHUNK), np.int64)
        self._rows = np.zeros((_CHUNK * keep, tables.n_levels), np.int32)
        self._bound: dict[str, Any] = {
            "planes": planes,
            "n_items": compiled.n_primary,
            "uniform": tables.uniform,
            "limit": self.limit,
            "most_nodes": most if ask.nodes is None else min(most, ask.nodes),
            "keep": keep,
            "begins": np.zeros(_CHUNK + 1, np.int64),
            "found": self._found,
            "nodes": self._nodes,
            "solutions": self._rows,
        }
        self._keep, self._kernel = keep, answer
        self._bind(1)

    def _bind(self, n_entries: int) -> None:
        """Have room for so many entries."""
        import numpy as np

        self._bound["entries"] = self._entries = np.zeros(n_entries, np.int64)
        self._answer = self._kernel.bound(self._bound)

    def ask(self, lists: Sequence[Sequence[int]]) -> tuple[Int64s, Int64s, Int32Rows]:
        """For up to ``_CHUNK`` lists the number of solutions of each or a code, the nodes, and
        ``keep`` solutions; until the next call."""
        n = len(lists)
        ends = [*accumulate(map(len, lists), initial=0)]
        if ends[-1] > len(self._entries):
            self._bind(2 * ends[-1])
        self._entries[: ends[-1]] = lists[0] if n == 1 else [k for each in lists for k in each]
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
    """The answers for all lists, ``ask.workers`` threads taking some at a time."""
    deadline, alone = ask.deadline(), replace(ask, workers=None)
    make = partial(Prepared, statement, alone, 1, deadline)
    spare = [make()]
    done: list[BatchArrays] = []

    def answered(chunk: list[Numbers]) -> BatchArrays:
        prepared = spare.pop() if spare else make()
        found = prepared.arrays(chunk)
        spare.append(prepared)
        return found

    waiting: deque[Any] = deque()
    try:
        with crew(ask.workers or 1) as helping:
            while not deadline.passed() and (chunk := list(islice(lists, _CHUNK))):
                if helping is None:
                    done.append(answered(chunk))
                    continue
                waiting.append(helping.pool.submit(answered, chunk))
                if len(waiting) > 2 * helping.size:
                    done.append(waiting.popleft().result())
            done += [each.result() for each in waiting]
    except KeyboardInterrupt:
        raise Interrupted(_joined(statement, done)) from None
    return _joined(statement, done)


def _joined(statement: Statement, parts: list[BatchArrays]) -> BatchArrays:
    import numpy as np

    if not parts:
        none, rows = np.zeros(0, np.int64), np.zeros((0, width_of(statement)), np.int32)
        return BatchArrays(none, none == 1, none, rows)
    return BatchArrays(*map(np.concatenate, zip(*parts, strict=True)))
