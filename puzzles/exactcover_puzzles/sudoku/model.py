"""Sudoku of any size and shape as an exact cover problem.

Legend: a *place* is (row, column), both from 0. A *unit* is a set of places that holds each digit
exactly once: a row, a column, a box, a diagonal. A *cage* is a set of places that holds no digit
twice; it may have a sum. An *entry* is the option (row, column, digit): the digit stands there.

An entry covers the place, and its digit in each unit that the place is in. In the usual grid these
are four of 324 items (D. E. Knuth, The Art of Computer Programming 4B, section 7.2.2.1). The clues
of a puzzle are entries that are given.

The cages of killer sudokus are stated exactly, without colours. A *combination* is an option: a set
of digits that has the right size and sum. It covers the item ("cage", c), so that one combination
is chosen, and ("cage", c, d) for each digit d that it does *not* contain. An entry in the cage
covers ("cage", c, d) for its own digit d. So each digit is either left out by the combination, or
stands in the cage exactly once. (The Sudoku page of the documentation has the alternatives.)
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import islice
from typing import Any, NamedTuple

import exactcover as xc

from ..shared.cell_names import cell_name

#: The largest side of a grid.
LARGEST = 25
#: Combinations of all cages of a puzzle at most; large cages in large grids have millions.
MOST_COMBINATIONS = 50_000

Place = tuple[int, int]
#: (row, column, digit)
Entry = tuple[int, int, int]


class Cage(NamedTuple):
    """Places without a digit twice. ``total`` is their sum, None if it is not stated."""

    places: tuple[Place, ...]
    total: int | None


class Combination(NamedTuple):
    """An option: the digits of a cage."""

    cage: int
    digits: tuple[int, ...]


@dataclass(frozen=True)
class Layout:
    """The shape of a puzzle: all but its clues.

    ``grids``: the upper left place of each grid of ``side`` rows and columns. ``boxes``: the places
    of each box; several grids may share them.
    """

    side: int
    boxes: tuple[tuple[Place, ...], ...]
    grids: tuple[Place, ...] = ((0, 0),)
    diagonals: bool = False
    cages: tuple[Cage, ...] = ()

    @cached_property
    def places(self) -> tuple[Place, ...]:
        """All places, row by row."""
        n = self.side
        return tuple(
            sorted({(r + i, c + j) for r, c in self.grids for i in range(n) for j in range(n)})
        )

    @cached_property
    def units(self) -> dict[tuple[str, int], tuple[Place, ...]]:
        """The units by kind and number; the numbers of a second grid go on from the first."""
        n, found = self.side, {}
        for grid, (top, left) in enumerate(self.grids):
            for k in range(n):
                at = grid * n + k
                found["row", at] = tuple((top + k, left + j) for j in range(n))
                found["column", at] = tuple((top + i, left + k) for i in range(n))
            if self.diagonals:
                found["diagonal", 2 * grid] = tuple((top + k, left + k) for k in range(n))
                found["diagonal", 2 * grid + 1] = tuple(
                    (top + k, left + n - 1 - k) for k in range(n)
                )
        return found | {("box", k): box for k, box in enumerate(self.boxes)}

    @cached_property
    def problem(self) -> xc.Problem:
        """The exact cover problem, without clues."""
        digits = range(1, self.side + 1)
        covered: dict[Place, list[tuple[str, int]]] = {place: [] for place in self.places}
        for unit, places in self.units.items():
            for place in places:
                covered[place].append(unit)
        primary: list[Any] = [("place", *place) for place in self.places]
        primary += [(*unit, digit) for unit in self.units for digit in digits]
        secondary: list[Any] = []
        options: dict[Any, list[Any]] = {}
        for number, cage in enumerate(self.cages):
            for place in cage.places:
                covered[place].append(("cage", number))
            once = cage.total is not None or len(cage.places) == self.side
            (primary if once else secondary).extend(("cage", number, digit) for digit in digits)
            if cage.total is not None:
                primary.append(("cage", number))
                for chosen in combinations(self.side, len(cage.places), cage.total):
                    missing = [("cage", number, d) for d in digits if d not in chosen]
                    options[Combination(number, chosen)] = [("cage", number), *missing]
        for place in self.places:
            for digit in digits:
                units = [(*unit, digit) for unit in covered[place]]
                options[*place, digit] = [("place", *place), *units]
        return xc.Problem(primary, options, secondary=secondary)

    def item_called(self, item: Any) -> str:
        """An item in a sentence."""
        kind, number, *rest = item
        if kind == "place":
            return cell_name(number, *rest)
        return f"digit {rest[0]} in {self.called(kind, number)}" if rest else self.called(*item)

    def called(self, kind: str, number: int) -> str:
        """A unit or a cage in a sentence."""
        if kind == "cage":
            return f"the cage at {cell_name(*min(self.cages[number].places))}"
        if len(self.grids) == 1:
            return f"{kind} {number + 1}"
        if kind == "box":
            return f"the box at {cell_name(*min(self.boxes[number]))}"
        grid, number = divmod(number, 2 if kind == "diagonal" else self.side)
        return f"{kind} {number + 1} of grid {grid + 1}"

    def option_called(self, option: Any) -> str:
        """A digit at a place, or the digits of a cage."""
        if isinstance(option, Combination):
            digits = " ".join(map(str, option.digits))
            return f"the digits {digits} in {self.called('cage', option.cage)}"
        row, column, digit = option
        return f"{digit} at {cell_name(row, column)}"

    def clash(self, given: Iterable[Entry]) -> str | None:
        """A digit that is given twice in a unit, in a sentence."""
        seen: set[Any] = set()
        for entry in given:
            items: Iterable[Any] = self.problem.items_of(entry)
            for item in items:
                if item in seen and item[0] != "place":
                    return f"digit {item[2]} stands twice in {self.called(item[0], item[1])}"
                seen.add(item)
        return None

    def reason(self, given: Iterable[Entry], impossible: xc.Impossible) -> str:
        """The reason, in words, why a puzzle has no solution."""
        clash = self.clash(given)
        if clash:
            return clash
        match impossible.item:
            case ("place", int(row), int(column)):
                return f"no digit fits in {cell_name(row, column)}"
            case ("cage", int(number)):
                return f"no digits have the sum of {self.called('cage', number)}"
            case (str(kind), int(number), int(digit)):
                return f"digit {digit} fits nowhere in {self.called(kind, number)}"
        return "every possibility was tried, and none is left"


def combinations(side: int, size: int, total: int) -> Iterator[tuple[int, ...]]:
    """The sets of ``size`` digits from 1 to ``side`` with this sum, each ascending."""

    def further(least: int, size: int, total: int) -> Iterator[tuple[int, ...]]:
        if size == 0:
            yield ()
            return
        for digit in range(least, side + 1):
            rest = size - 1
            # The others are at least the next digits, and at most the largest ones.
            if digit + rest * (2 * digit + rest + 1) // 2 > total:
                return
            if digit + rest * (2 * side - rest + 1) // 2 >= total:
                for others in further(digit + 1, rest, total - digit):
                    yield (digit, *others)

    return further(1, size, total)


def count_combinations(layout: Layout) -> int:
    """How many options the cages have, counted up to one more than is allowed."""
    every = (
        chosen
        for cage in layout.cages
        if cage.total is not None
        for chosen in combinations(layout.side, len(cage.places), cage.total)
    )
    return sum(1 for _ in islice(every, MOST_COMBINATIONS + 1))


def usual_box(side: int) -> tuple[int, int] | None:
    """Default rows and columns of the boxes: as square as possible, and not single lines."""
    rows = max((k for k in range(2, side) if side % k == 0 and k * k <= side), default=0)
    return (rows, side // rows) if rows else None


def rectangles(side: int, rows: int, columns: int) -> list[int]:
    """The number of the box of each place of a grid, row by row."""
    return [r // rows * (side // columns) + c // columns for r in range(side) for c in range(side)]


def boxes_of(
    side: int, numbers: Sequence[Any], grids: Sequence[Place] = ((0, 0),)
) -> tuple[tuple[Place, ...], ...]:
    """The boxes of all grids by the number of each place, those that grids share once."""
    found: dict[tuple[Place, ...], None] = {}
    for top, left in grids:
        of_grid: dict[Any, list[Place]] = {}
        for at, number in enumerate(numbers):
            of_grid.setdefault(number, []).append((top + at // side, left + at % side))
        found |= dict.fromkeys(tuple(of_grid[number]) for number in sorted(of_grid))
    return tuple(found)


@cache
def usual(side: int = 9) -> Layout:
    """The grid of this side with its usual boxes. Every call gives the same object."""
    box = usual_box(side)
    if box is None:
        raise ValueError(f"side {side}: no boxes")
    return Layout(side, boxes_of(side, rectangles(side, *box)))
