"""An integer program that a text states, and the exact cover problem that it is.

Programs have millions of columns, so they are not objects: there are arrays of their lines, of
where their rows begin, and of these rows, by number.
"""

from __future__ import annotations

from array import array
from collections.abc import Container, Hashable
from dataclasses import dataclass
from decimal import Decimal
from itertools import compress, pairwise
from typing import Any, NamedTuple

from ..errors import FileFault, ProblemFault
from ..problem import Problem
from ..statement.names import Rows
from .dlx import MOST_FAULTS, faults_of

#: Bounds from here on are none, as in all solvers.
INFINITE = 10**20


def unused_name(name: str, taken: Container[Hashable]) -> str:
    """The name, with colons behind it while it is taken."""
    while name in taken:
        name += ":"
    return name


def whole_of(value: Decimal) -> int | None:
    """A decimal as a whole number; None for others, and for those that solvers take as infinite."""
    return int(value) if abs(value) < INFINITE and value == int(value) else None


@dataclass(slots=True)
class Row:
    kind: str
    #: Where it was declared, or got its right side or its range.
    line: int
    right: int | None = None
    range: int | None = None

    def bounds(self) -> tuple[int, int | None]:
        """The least and the most of the row, None for no limit."""
        right, width = self.right or 0, self.range
        low, high = {"E": (right, right), "G": (right, None), "L": (0, right)}[self.kind]
        if width is not None:
            if self.kind == "L" or (self.kind == "E" and width < 0):
                low = right - abs(width)
            else:
                high = right + abs(width)
        return max(low, 0), high


class Bounds(NamedTuple):
    """What is known of the values of a column."""

    integer: bool
    low: int | None = 0
    high: int | None = None
    #: Whether some bound was stated.
    stated: bool = False

    @property
    def left_out(self) -> bool:
        """Whether the column is left out."""
        return self.low == self.high == 0

    def wrong(self, name: str, integers: str) -> tuple[str, str] | None:
        """Why this is not how often an option may be chosen, and what was expected."""
        low, high = self.low, self.high
        if self.left_out:
            return None
        if not self.integer and (low != high or low is None):
            return f"column {name!r} may be a fraction", integers
        if low not in (0, 1):
            least = "negative" if low is None or low < 0 else f"{low} or more"
            return f"column {name!r} may be {least}", "a least value of 0 or 1"
        if high is not None and high < low:
            found = f"column {name!r} is at least {low} and at most {high}"
            return found, "bounds that some number satisfies"
        return None


#: The bounds of columns outside of markers and between them, before others are stated.
CONTINUOUS, BETWEEN_MARKERS = Bounds(False), Bounds(True, high=1)


class Program:
    """Rows and columns of an integer program that is being read, and the faults found so far."""

    #: How a text says that a column is an integer.
    integers = "an integer: the bound BV, or the markers 'INTORG' and 'INTEND' around it"

    def __init__(self, path: str):
        self._path = path
        self._objective = ""
        self._constant = Decimal(0)
        self._rows: dict[str, Row] = {}
        self._names: list[str] = []
        self._line_of = array("i")
        #: For each column its bounds. (Those that are equal are one object.)
        self._bounds: list[Bounds] = []
        #: The costs that are not 0, by column.
        self._costs: dict[int, Decimal] = {}
        #: Where the rows of each column begin.
        self._starts, self._entries = array("q"), array("i")
        self.faults: list[FileFault] = []

    def _fault(self, line: int, found: str, expected: str, column: int = 0) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(FileFault(self._path, line, column, found, expected))

    def _begin(self, name: str, line: int, bounds: Bounds) -> None:
        """Begin a column, whose rows follow."""
        self._names.append(name)
        self._line_of.append(line)
        self._bounds.append(bounds)
        self._starts.append(len(self._entries))

    def problem(self, repeat: bool) -> Problem | None:
        """The problem of the program, which has been read without faults; or None and faults."""
        rows: dict[Hashable, tuple[int, int | None]] = {
            name: row.bounds() for name, row in self._rows.items() if row.kind != "N"
        }
        for name, (_, high) in rows.items():
            if high is not None and high < 0:
                found = f"row {name!r} is at most {high}"
                self._fault(self._rows[str(name)].line, found, "0 or more")
        wrong = {each for each in {*self._bounds} if each.wrong("", "")}
        for number, bounds in enumerate(self._bounds if wrong else ()):
            if bounds in wrong:
                why = bounds.wrong(self._names[number], self.integers)
                self._fault(self._line_of[number], *(why or ("", "")))
        if self.faults:
            return None
        # How often each may be chosen, by its own bounds and by those of its rows.
        most = [INFINITE if high is None else high for _, high in rows.values()]
        stated = {each: INFINITE if repeat or each.high is None else each.high
                  for each in {*self._bounds} if not each.left_out}  # fmt: skip
        self._starts.append(len(self._entries))

        def allowed(begin: int, end: int) -> int:
            return min(map(most.__getitem__, self._entries[begin:end]), default=INFINITE)

        several = repeat or (
            max(stated.values(), default=0) > 1
            and any(
                min(stated[bounds], allowed(*span)) > 1
                for bounds, span in zip(self._bounds, pairwise(self._starts), strict=True)
                if bounds in stated
            )
        )
        taken: set[Hashable] = {*self._rows}
        own: dict[Hashable, tuple[int, int | None]] = {}
        names, starts, entries = list[str](), array("q", [0]), array("i")
        costs, given, loose = dict[int, Decimal](), list[str](), set[int]()
        unit = [each == (0, 1) for each in rows.values()]
        columns = zip(self._names, self._bounds, pairwise(self._starts), strict=True)
        for number, (name, bounds, (begin, end)) in enumerate(columns):
            if (times := stated.get(bounds)) is None:
                continue
            covered = self._entries[begin:end]
            if not covered or (several and times < allowed(begin, end)):
                item = unused_name(name, taken)
                taken.add(item)
                covered.append(len(rows) + len(own))
                own[item] = 0, None if times == INFINITE else times
            elif all(map(unit.__getitem__, covered)):
                loose.update(covered)
            if number in self._costs:
                costs[len(names)] = self._costs[number]
            if bounds.low:
                given.append(name)
            names.append(name)
            entries.extend(covered)
            starts.append(len(entries))
        self._starts, self._entries = array("q"), array("i")  # which take much memory
        if self._constant:
            entries.append(len(rows) + len(own))
            starts.append(len(entries))
            own[unused_name("constant", taken)] = 1, 1
            costs[len(names)] = self._constant
            names.append(unused_name("constant", names))
        items = {**rows, **own}
        is_secondary = [each and row not in loose for row, each in enumerate(unit)]
        secondary = [*compress(rows, is_secondary)]
        left = frozenset(secondary)
        primary = [name for name in items if name not in left]
        number_of = {name: number for number, name in enumerate((*primary, *secondary))}
        place = [number_of[name] for name in items]
        if place != sorted(place):
            entries = array("i", map(place.__getitem__, entries))
        options: Any = Rows(names, starts, entries, array("i", [0]) * len(entries), costs=costs)
        problem: Problem = Problem(
            primary,
            options,
            secondary=secondary,
            multiplicity={item: items[item] for item in primary if items[item] != (1, 1)},
            repeat=several,
        )

        def place_of(fault: ProblemFault) -> tuple[int, int]:
            if str(fault.option) in self._names:
                return self._line_of[self._names.index(str(fault.option))], 0
            row = self._rows.get(str(fault.item))
            return (row.line if row else 0), 0

        self.faults += faults_of(problem, self._path, place_of)
        if self.faults:
            return None
        return problem.given(*given) if given else problem
