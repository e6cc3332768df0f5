"""Problems as mixed integer programs: MPS.

    NAME exactcover
    ROWS
     N cost
     E across
    COLUMNS
     DOG cost 1.5
     DOG across 1
     DEN cost 2
     DEN across 1
    RHS
     rhs across 1
    BOUNDS
     BV bounds DOG
     BV bounds DEN
    ENDATA

A column is an option, a row is an item, and the objective, to be minimized, is the cost. The row of
an item with two different bounds is a range. An option that may be chosen several times is an
integer column between markers. Where options share colours, each of these is a column too, such as
``corner:D``, with rows that say which options need it. So each solution of the problem is one of
the program. With penalties the objective has a constant: as solvers read it, minus the right side
of its row. The format is written in its free form, and read in both, fixed and free (IBM,
Mathematical Programming System/360, 1969; the free form is that of CPLEX and others).

What is read consists of these parts; anything else is a fault with its place.

* A column is an option. It is an integer variable: it has the bound ``BV``, ``UI`` or ``LI``, or
  stands between the markers ``'INTORG'`` and ``'INTEND'``, or is fixed. Between markers it is at
  most 1 unless a bound says otherwise. At least 1 means that the option is given; a column that is
  fixed at 0 is left out.
* A row is an item, and its coefficients are 0 and 1. ``E`` and ``G`` rows, ranges, and ``L`` rows
  of more than one are primary items with multiplicities. An ``L`` row of one is a secondary item;
  it is a primary one, covered 0 or 1 times, where a column has no other rows (an option of
  secondary items alone is never chosen).
* The first ``N`` row has the costs, which are read exactly as decimals. Others are left out. A
  constant of the objective (minus its right side) is the cost of one more option, ``constant``,
  that is in each solution. ``OBJSENSE`` changes nothing: the question says what is wanted,
  ``minimize`` or ``maximize``.

The names of the program, of markers and of sets mean nothing, and nothing may follow ``ENDATA``.

If some variable may be more than 1, options may be chosen several times. Where the rows of a column
allow it more often than its bounds, it gets an item of its own.
"""

from __future__ import annotations

from array import array
from collections import ChainMap, Counter
from collections.abc import Callable, Collection, Container, Hashable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from itertools import chain, groupby, pairwise
from typing import TYPE_CHECKING, Any, NamedTuple

from ..common.costs import decimal_text, parsed_decimal
from ..common.textfiles import lines_of
from ..errors import FileFault, ProblemFault, UnwritableProblem
from ..problem import Problem
from ..statement.names import MOST_NAMES_COMPARED, Rows, near_names, perhaps
from ..text import counted
from .dlx import MOST_FAULTS, WORD, Slip, faults_of

if TYPE_CHECKING:
    from .linear import Linear

#: Where the six fields of a line stand in fixed MPS, from 0.
_FIELDS = ((1, 3), (4, 12), (14, 22), (24, 36), (39, 47), (49, 61))
_SECTIONS = ("NAME", "OBJSENSE", "ROWS", "COLUMNS", "RHS", "RANGES", "BOUNDS", "ENDATA")
_REQUIRED = ("ROWS", "COLUMNS", "ENDATA")
#: Bounds with a value, and bounds without.
_VALUED, _BARE = ("UP", "LO", "FX", "UI", "LI"), ("BV", "PL", "MI", "FR")
_MARKERS = ("'INTORG'", "'INTEND'")
#: Bounds from here on are none, as in all solvers.
_INFINITE = 10**20


def parse_leniently(
    text: str, path: str = "text", *, repeat: bool = False
) -> tuple[Problem | None, list[FileFault]]:
    """The problem; or None and the faults of the text, in order of place (the first hundred).

    Free MPS is tried first; fixed MPS where that has fewer faults, as with blanks in names.
    ``repeat``: let options be chosen as often as rows allow, whatever the bounds of columns.
    """
    reader = _Reader(path, str.split).read(text)
    if reader.faults:
        fixed = _Reader(path, _fixed_words).read(text)
        if len(fixed.faults) < len(reader.faults):
            reader = fixed
    problem = None if reader.faults else reader.problem(repeat)
    return problem, sorted(reader.faults, key=lambda fault: fault.line)


def unused_name(name: str, taken: Container[Hashable]) -> str:
    """The name, with colons behind it while it is taken."""
    while name in taken:
        name += ":"
    return name


def _fixed_words(line: str) -> list[str]:
    """The fields of a line in fixed MPS, without those that are blank."""
    ends = [0, *(end for _, end in _FIELDS)]
    starts = [*(first for first, _ in _FIELDS), None]
    if any(line[end:first].strip() for end, first in zip(ends, starts, strict=True)):
        raise Slip(0, "text between the fields of fixed MPS", "blanks there")
    return [word for first, end in _FIELDS if (word := line[first:end].strip())]


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
    """The values of a column."""

    integer: bool
    low: int | None = 0
    high: int | None = None
    #: Whether some bound was stated.
    stated: bool = False


#: Those of columns between markers, outside of them, and with the bound BV.
_BETWEEN, _OUTSIDE, _BINARY = Bounds(True, 0, 1), Bounds(False), Bounds(True, 0, 1, True)


class Program:
    """Rows and columns of an integer program that is being read, and the faults found so far."""

    #: How a text says that a column is an integer.
    integers = "an integer: the bound BV, or the markers 'INTORG' and 'INTEND' around it"

    def __init__(self, path: str):
        self._path = path
        self._objective = ""
        self._constant = Decimal(0)
        self._rows: dict[str, Row] = {}
        # Programs have millions of columns, so these are not objects. Bounds are shared.
        self._columns: dict[str, Bounds] = {}
        #: For each column its line, and where its rows begin in ``_entries``, which has the numbers
        #: of those that are not N rows.
        self._column_lines, self._starts, self._entries = array("i"), array("q"), array("i")
        #: Costs that are not 0, by the number of the column; lines of bounds that are wrong.
        self._costs: dict[int, Decimal] = {}
        self._bound_lines: dict[str, int] = {}
        self.faults: list[FileFault] = []

    def _fault(self, line: int, found: str, expected: str, column: int = 0) -> None:
        if len(self.faults) < MOST_FAULTS:
            self.faults.append(FileFault(self._path, line, column, found, expected))

    def _begin(self, name: str, line: int, bounds: Bounds) -> None:
        """Begin a column; its rows are added to ``_entries``."""
        self._columns[name] = bounds
        self._column_lines.append(line)
        self._starts.append(len(self._entries))

    def problem(self, repeat: bool) -> Problem | None:
        """The problem of the program, which has been read without faults; or None and faults."""
        items: dict[str, tuple[int, int | None]] = {
            name: row.bounds() for name, row in self._rows.items() if row.kind != "N"
        }
        for name, (_, high) in items.items():
            if high is not None and high < 0:
                found = f"row {name!r} is at most {high}"
                self._fault(self._rows[name].line, found, "0 or more")
        for (name, bounds), line in zip(self._columns.items(), self._column_lines, strict=True):
            if why := self._wrong(name, bounds):
                self._fault(self._bound_lines.get(name, line), *why)
        if self.faults:
            return None
        # How often each may be chosen, by its own bounds and by those of its rows.
        stated = {
            bounds: _INFINITE if bounds.high is None or (repeat and bounds.high) else bounds.high
            for bounds in {*self._columns.values()}
        }
        most = [_INFINITE if high is None else high for _, high in items.values()]
        unit = [bounds == (0, 1) for bounds in items.values()]
        self._starts.append(len(self._entries))

        def columns() -> Iterator[tuple[int, str, int, array[int], int]]:
            """Number and name, how often it may be chosen, its rows, and how often these allow."""
            spans = zip(self._columns.items(), pairwise(self._starts), strict=True)
            for number, ((name, bounds), (begin, end)) in enumerate(spans):
                if times := stated[bounds]:
                    covered = self._entries[begin:end]
                    allowed = min(map(most.__getitem__, covered), default=_INFINITE)
                    yield number, name, times, covered, allowed

        several = repeat or (
            max(stated.values(), default=0) > 1
            and any(min(times, allowed) > 1 for *_, times, _, allowed in columns())
        )
        taken = ChainMap[str, Any](items, self._rows)
        names, starts, entries = list[str](), array("q", [0]), array("i")
        costs, loose, n_rows = list[Decimal | int](), set[int](), len(items)
        for number, name, times, covered, allowed in columns():
            if not covered or (several and times < allowed):
                covered.append(len(items))
                item = unused_name(name, taken)
                items[item] = 0, None if times == _INFINITE else times
            elif all(map(unit.__getitem__, covered)):
                loose.update(covered)
            if self._costs:
                costs.append(self._costs.get(number, 0))
            names.append(name)
            entries.extend(covered)
            starts.append(len(entries))
        given = [name for name, bounds in self._columns.items() if bounds.low and stated[bounds]]
        self._starts, self._entries = array("q"), array("i")  # they take much memory
        if self._constant:
            costs = [*(costs or [0] * len(names)), self._constant]
            names.append(unused_name("constant", names))
            entries.append(len(items))
            starts.append(len(entries))
            items[unused_name("constant", taken)] = 1, 1
        left = {name for k, name in enumerate(items) if k < n_rows and unit[k] and k not in loose}
        order = sorted(items, key=left.__contains__)
        if left:
            place = {name: number for number, name in enumerate(order)}
            entries = array("i", map([place[name] for name in items].__getitem__, entries))
        options: Any = Rows(names, starts, entries, array("i", [0]) * len(entries))
        primary = order[: len(order) - len(left)]
        problem: Problem = Problem(
            primary,
            options,
            secondary=order[len(primary) :],
            multiplicity={item: items[item] for item in primary if items[item] != (1, 1)},
            repeat=several,
            costs=costs if any(costs) else None,
        )

        def place_of(fault: ProblemFault) -> tuple[int, int]:
            for name, line in zip(self._columns, self._column_lines, strict=True):
                if name == str(fault.option):
                    return line, 0
            row = self._rows.get(str(fault.item))
            return (row.line if row else 0), 0

        self.faults += faults_of(problem, self._path, place_of)
        if self.faults:
            return None
        return problem.given(*given) if given else problem

    def _wrong(self, name: str, bounds: Bounds) -> tuple[str, str] | None:
        """Why bounds are not those of how often an option is chosen; and what was expected."""
        integer, low, high, _ = bounds
        if low == high == 0:
            return None
        if not integer and (low != high or low is None):
            return f"column {name!r} may be a fraction", self.integers
        if low not in (0, 1):
            least = "negative" if low is None or low < 0 else f"{low} or more"
            return f"column {name!r} may be {least}", "a least value of 0 or 1"
        if high is not None and high < low:
            found = f"column {name!r} is at least {low} and at most {high}"
            return found, "bounds that some number satisfies"
        return None


class _Reader(Program):
    """Reads the lines of a program."""

    def __init__(self, path: str, split: Callable[[str], list[str]]):
        super().__init__(path)
        self._split = split
        self._line = 0
        self._integer = False
        #: The numbers of rows with bounds.
        self._row_numbers: dict[str, int] = {}
        #: The column that was read last, and the rows that it has.
        self._last, self._covered = "", set[str]()
        #: Bounds, each with the one object that all columns share.
        self._shared: dict[Bounds, Bounds] = {}
        self._sets: dict[str, str] = {}
        self._numbers: dict[str, Decimal] = {}
        #: Names that were compared with unknown ones.
        self._compared = 0

    # -- lines -----------------------------------------------------------------------------------

    def read(self, text: str) -> _Reader:
        """Read a whole text."""
        takes: dict[str, Callable[[list[str]], None]] = {
            "OBJSENSE": self._sense, "ROWS": self._row, "COLUMNS": self._column,
            "RHS": self._right, "RANGES": self._range, "BOUNDS": self._bound,
        }  # fmt: skip
        section, seen, take, split = "", set(), None, self._split
        for self._line, line in lines_of(text):
            first = line[:1]
            if first == "*":
                continue
            try:
                if section == "ENDATA" and line.strip():
                    raise Slip(0, "text after ENDATA", "the end of the text")
                if first and not first.isspace():
                    section = self._section(line.split())
                    seen.add(section)
                    take = takes.get(section)
                    split = str.split if section == "OBJSENSE" else self._split
                elif words := split(line):
                    if take is None:
                        raise Slip(0, "data outside a section", "ROWS, COLUMNS or another section")
                    take(words)
                elif line.strip():
                    raise Slip(0, "no words in the fields of fixed MPS", "data")
            except Slip as slip:
                self._fault(self._line, slip.found, slip.expected, self._place(line, slip.word))
            if len(self.faults) >= MOST_FAULTS:
                break
        missing = [each for each in _REQUIRED if each not in seen]
        if missing:
            found = f"the text ends without the section {missing[0]}"
            self._fault(self._line, found, "ROWS, COLUMNS and ENDATA in a file in MPS", 1)
        return self

    def _place(self, line: str, number: int) -> int:
        """The column of a word of a line, from 1."""
        if self._split is str.split or not line[0].isspace():
            starts = [found.start() for found in WORD.finditer(line)]
        else:
            starts = [first for first, end in _FIELDS if line[first:end].strip()]
        return starts[number] + 1 if number < len(starts) else len(line.rstrip()) + 1

    def _section(self, words: list[str]) -> str:
        name = words[0].upper()
        if name not in _SECTIONS:
            expected = f"{', '.join(_SECTIONS[:-1])} or ENDATA; other lines begin with a blank"
            raise Slip(0, f"the section {words[0]!r}", expected)
        if name == "OBJSENSE" and len(words) > 1:
            self._sense(words[1:])
        elif name != "NAME" and len(words) > 1:
            raise Slip(1, f"{words[1]!r} after {words[0]}", "the section alone")
        return name

    def _sense(self, words: list[str]) -> None:
        if len(words) > 1 or words[0].upper() not in ("MIN", "MAX", "MINIMIZE", "MAXIMIZE"):
            raise Slip(0, f"the sense {' '.join(words)!r}", "MIN or MAX")

    def _row(self, words: list[str]) -> None:
        if len(words) != 2:
            raise Slip(0, _many(words), "a kind and a name, as in 'E row'")
        kind, name = words[0].upper(), words[1]
        if kind not in ("N", "E", "L", "G"):
            raise Slip(0, f"the kind {words[0]!r} of a row", "N, E, L or G")
        if name in self._rows:
            raise Slip(1, f"row {name!r} is declared twice", "different names")
        self._rows[name] = Row(kind, self._line)
        if kind != "N":
            self._row_numbers[name] = len(self._row_numbers)
        elif not self._objective:
            self._objective = name

    def _column(self, words: list[str]) -> None:
        if words[1:2] == ["'MARKER'"] and len(words) == 3 and words[2] in _MARKERS:
            self._integer = words[2] == _MARKERS[0]
            return
        if len(words) != 3 and len(words) != 5:
            expected = "a column, and one or two rows, each with its coefficient"
            raise Slip(0, _many(words), expected)
        name = words[0]
        if name != self._last:
            if name in self._columns:
                raise Slip(0, f"column {name!r} goes on", "all entries of a column together")
            self._last, self._covered = name, set()
            self._begin(name, self._line, _BETWEEN if self._integer else _OUTSIDE)
        covered = self._covered
        for k in range(1, len(words), 2):
            row, text = words[k], words[k + 1]
            number = self._row_numbers.get(row)
            if number is None:
                self._known_row(words, k)
            value = 1 if text == "1" else self._number(words, k + 1)
            if row in covered:
                raise Slip(k, f"row {row!r} occurs twice in column {name!r}", "it once")
            if number is None:
                if row == self._objective:
                    covered.add(row)
                    if value:
                        self._costs[len(self._columns) - 1] = Decimal(value)
            elif value == 1:
                covered.add(row)
                self._entries.append(number)
            elif value:
                found = f"the coefficient {text} of column {name!r} in row {row!r}"
                raise Slip(k + 1, found, "0 or 1: an option covers an item once, or not at all")

    def _right(self, words: list[str]) -> None:
        for k in self._pairs(words, "RHS"):
            row = self._known_row(words, k)
            if row.right is not None:
                raise Slip(k, f"row {words[k]!r} has two right sides", "one")
            if row.kind != "N":
                row.right = self._whole(words, k + 1)
            elif words[k] == self._objective:
                row.right, self._constant = 0, self._number(words, k + 1).copy_negate()
            row.line = self._line

    def _range(self, words: list[str]) -> None:
        for k in self._pairs(words, "RANGES"):
            row = self._known_row(words, k)
            if row.kind == "N" or row.range is not None:
                found = "no bounds" if row.kind == "N" else "a range already"
                raise Slip(k, f"row {words[k]!r} has {found}", "one range for an E, L or G row")
            row.range = self._whole(words, k + 1)
            row.line = self._line

    def _bound(self, words: list[str]) -> None:
        kind = words[0].upper()
        if kind not in _VALUED and kind not in _BARE:
            raise Slip(0, f"the bound {words[0]!r}", f"{', '.join(_VALUED + _BARE[:-1])} or FR")
        place = self._bounded(words, kind in _VALUED)
        if place not in (1, 2):
            raise Slip(0, _many(words), f"{kind}, a column and its bound")
        if place == 2:
            self._same_set("BOUNDS", words[1], 1)
        was = self._columns.get(name := words[place])
        if was is None:
            raise self._unknown("column", words, place, self._columns)
        if kind == "BV":
            self._columns[name] = _BINARY
            return
        value = self._whole(words, place + 1, may_be_infinite=True) if kind in _VALUED else None
        integer, low, high, stated = was
        high = high if stated else None
        if kind in ("LO", "LI", "FX", "MI", "FR"):
            low = value
        if kind in ("UP", "UI", "FX", "PL", "FR"):
            high = value
        bounds = Bounds(integer or kind in ("UI", "LI"), low, high, True)
        self._columns[name] = self._shared.setdefault(bounds, bounds)
        if self._wrong(name, bounds):
            self._bound_lines[name] = self._line

    def _bounded(self, words: list[str], valued: bool) -> int:
        """Where the column of a bound stands; the name of a set may precede it."""
        if valued:
            return len(words) - 2
        if len(words) == 3:  # a set and a column, or a column and a value that says nothing
            return 2 if words[2] in self._columns else 1
        return {2: 1, 4: 2}.get(len(words), 0)

    def _pairs(self, words: list[str], section: str) -> range:
        """Where the rows of a line stand, each before its value; the name of a set may precede."""
        if len(words) < 2:
            raise Slip(0, _many(words), "rows, each with its number")
        if len(words) % 2:
            self._same_set(section, words[0], 0)
        return range(len(words) % 2, len(words), 2)

    def _same_set(self, section: str, name: str, place: int) -> None:
        first = self._sets.setdefault(section, name)
        if name != first:
            raise Slip(place, f"a second set of {section}, {name!r}", f"{first!r} alone")

    def _known_row(self, words: list[str], k: int) -> Row:
        row = self._rows.get(words[k])
        if row is None:
            raise self._unknown("row", words, k, self._rows)
        return row

    def _unknown(self, what: str, words: list[str], k: int, known: Collection[str]) -> Slip:
        section = f"{what.upper()}S"
        self._compared += len(known)
        near = near_names(words[k], list(known)) if self._compared <= MOST_NAMES_COMPARED else ()
        expected = perhaps(f"a {what} of the section {section}", near)
        return Slip(k, f"{what} {words[k]!r} is not declared", expected)

    def _number(self, words: list[str], k: int) -> Decimal:
        """A number, exactly."""
        value = self._numbers.get(words[k])
        if value is None:
            value = parsed_decimal(words[k])
            if value is None:
                raise Slip(k, f"{words[k]!r} is not a number", "one such as 12, -2.5 or 1e3")
            self._numbers[words[k]] = value
        return value

    def _whole(self, words: list[str], k: int, may_be_infinite: bool = False) -> int | None:
        """A whole number; None for one that is infinite."""
        if may_be_infinite and words[k].lstrip("+").lower() in ("inf", "infinity"):
            return None
        value = self._number(words, k)
        if may_be_infinite and value >= _INFINITE:
            return None
        whole = whole_of(value)
        if whole is None:
            raise Slip(k, f"the number {words[k]}", "a whole number")
        return whole


def whole_of(value: Decimal) -> int | None:
    """A decimal as a whole number; None for others, and for those that solvers take as infinite."""
    return int(value) if abs(value) < _INFINITE and value == int(value) else None


def _many(words: list[str]) -> str:
    return counted(len(words), "word")


# -- writing ---------------------------------------------------------------------------------------


def format_problem(problem: Problem) -> str:
    """A problem as an integer program (IBM, Mathematical Programming System/360, 1969).

    Names are written as in the text format. Raises :class:`UnwritableProblem` if a cost is no
    finite decimal, such as 1/3, :class:`UnwritableName` if two names would read the same, and
    :class:`ProblemFault` for a problem with faults.
    """
    from .linear import linear_of  # which takes numpy

    linear = linear_of(problem)
    coloured = len(linear.names) > len(linear.first_copy)
    # Copies of an option are one integer column, unless rows say which colours a copy needs.
    column_of = range(1, len(linear.names) + 1) if coloured else linear.first_copy
    times = Counter(column_of)
    columns: dict[int, list[str]] = {variable: [] for variable in times}
    objective = unused_name("cost", linear.row_names)
    for variable, cost in linear.costs.items():
        if variable in columns:
            text = decimal(cost, f"the cost {cost} of {linear.meanings[variable - 1]}")
            columns[variable].append(f"{objective} {text}")
    rows, right, ranges = [f" N {objective}"], ["RHS"], ["RANGES"]
    if linear.constant:
        text = decimal(-linear.constant, f"the sum {linear.constant} of all penalties")
        right.append(f" rhs {objective} {text}")
    for name, row in zip(linear.row_names, linear.rows, strict=True):
        entry = f"{name} 1"  # one text for all columns
        for variable in {column_of[member - 1]: None for member in row.members}:
            columns[variable].append(entry)
        kind, bound = ("G", row.low) if row.low > 0 else ("L", row.high)
        if row.low == row.high:
            kind = "E"
        elif row.low > 0 and row.high is not None:
            ranges.append(f" range {name} {row.high - row.low}")
        rows.append(f" {kind} {name}")
        if bound:
            right.append(f" rhs {name} {bound}")
    for user, some in linear.needs if coloured else ():
        of = linear.names[user - 1]
        name = of if user > len(linear.first_copy) else f"{of}|{linear.names[some[0] - 1]}"
        rows.append(f" G {name}")
        columns[user].append(f"{name} -1")
        for each in some:
            columns[each].append(f"{name} 1")
    lines = ["NAME exactcover", "ROWS", *rows, "COLUMNS"]
    for several, alike in groupby(columns, lambda variable: times[variable] > 1):
        lines += [" MARKER 'MARKER' 'INTORG'"] * several
        for variable in alike:
            # A column is declared by its entries.
            begin = f" {linear.names[variable - 1]} "
            lines.append(begin + f"\n{begin}".join(columns[variable] or [f"{objective} 0"]))
        lines += [" MARKER 'MARKER' 'INTEND'"] * several
    lines += right
    lines += ranges if len(ranges) > 1 else []
    return "\n".join(chain(lines, ["BOUNDS"], _bounds(linear, times), ["ENDATA", ""]))


def _bounds(linear: Linear, times: dict[int, int]) -> Iterator[str]:
    """How often each column may be chosen."""
    true, false = frozenset(linear.true), frozenset(linear.false)
    for variable, most in times.items():
        name = linear.names[variable - 1]
        if variable in false:
            yield f" FX bounds {name} 0"
        elif most == 1:
            yield f" FX bounds {name} 1" if variable in true else f" BV bounds {name}"
        else:
            if variable in true:
                yield f" LO bounds {name} 1"
            yield f" UP bounds {name} {most}"


def decimal(cost: int | Fraction, what: str) -> str:
    """A cost as a decimal. Raises :class:`UnwritableProblem` if it has none."""
    text = decimal_text(cost)
    if text is None:
        raise UnwritableProblem(f"MPS cannot hold {what}: it is not a finite decimal")
    return text
