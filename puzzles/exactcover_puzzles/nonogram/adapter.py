"""Nonograms: a picture given by the lengths of the black runs in its rows and columns.

Legend: a *line* is a row or a column, and has *places*. The *state* between two places of a line is
the number of its runs that are complete there.

Items: the places of each line; secondary, with colours: cells (black or white) and states. Options:
a place is white; or a run stands there, together with the white place that must follow if the next
run has the same colour. Each changes the state before it to the state after it. So the options of a
line are the steps of an automaton, and propagation leaves only those that occur in some filling of
the line (G. Pesant, A regular language membership constraint, CP 2004). One step for a whole run,
not one for each place, halves the options. Runs of different colours may touch. Counts of nonograms
with one solution: OEIS A242876, A384764.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import chain, product
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self, TypeAlias

import exactcover as xc

from ..shared.adapter import Options
from ..shared.cell_names import cell_name
from ..shared.explaining import print_impossible
from ..shared.parts import Painted
from ..shared.screen import Screen
from ..shared.source import Source
from ..shared.squares import EDGE, Cell, drawing_of
from ..shared.svg_page import INK, Drawing, moved, text_element
from ..shared.view import Mark, View, view_of_squares
from .file import BLACK, Clue, clues_of, colour_of, gaps
from .forms import FORMS

Line: TypeAlias = tuple[str, int, Clue, list[Cell]]


class Nonogram(Painted):
    """Find a picture from the lengths of its runs (files may be in the .non format)."""

    shipped = "nonograms"
    foreign = FORMS
    example = """\
rows
3
2,1
3
columns
3
3
1,1
1
"""
    draws_unsolved = writes_unsolved = True
    items_called = "places"
    options_called = ("run or white place", "runs and white places")

    def __init__(
        self,
        rows: Sequence[Clue],
        columns: Sequence[Clue],
        title: str = "",
        colours: Mapping[str, str] = MappingProxyType({}),
    ):
        self.rows, self.columns, self.title = rows, columns, title
        #: The colour of each letter of the clues, such as #ff0000.
        self.colours = colours

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        title, rows, columns, colours = clues_of(source)
        yield cls(rows, columns, title or Path(source.path).stem, colours)

    def lines(self) -> Iterator[Line]:
        """Each line: row or column, its number, its clue, its cells."""
        height, width = len(self.rows), len(self.columns)
        for r, clue in enumerate(self.rows):
            yield "row", r, clue, [(r, c) for c in range(width)]
        for c, clue in enumerate(self.columns):
            yield "column", c, clue, [(r, c) for r in range(height)]

    @property
    def misfit(self) -> str | None:
        for side, k, clue, cells in self.lines():
            if (length := sum(clue) + sum(gaps(clue))) > len(cells):
                return f"{side} {k + 1} has {len(cells)} cells, but its runs need {length}"
        rows, columns = (self._numbers_of(clues) for clues in (self.rows, self.columns))
        for colour in sorted({*rows, *columns}):
            if (one := rows[colour]) != (other := columns[colour]):
                named = "black cells" if colour == BLACK else f"cells of colour {colour}"
                return f"the rows have {one:,} {named}, but the columns have {other:,}"
        return None

    @staticmethod
    def _numbers_of(clues: Sequence[Clue]) -> Counter[str]:
        """How many cells of each colour the clues of all rows or of all columns state."""
        cells = Counter[str]()
        for run in chain.from_iterable(clues):
            cells[colour_of(run)] += run
        return cells

    @cached_property
    def problem(self) -> xc.Problem:
        return self._problem_of(self.lines())

    def _problem_of(self, lines: Iterable[Line]) -> xc.Problem:
        """The problem of some of the lines."""
        primary: list[Any] = []
        secondary: list[Any] = [*product(range(len(self.rows)), range(len(self.columns)))]
        options: dict[Any, dict[Any, Any]] = {}
        for side, k, clue, cells in lines:
            places = [(side, k, i) for i in range(len(cells))]
            states = [("state", side, k, i) for i in range(len(cells) + 1)]
            primary += places
            secondary += states
            spaced = [*gaps(clue), False]
            slack = len(cells) - sum(clue) - sum(spaced)
            # The first place of run j (or after all runs) if all are as far left as possible.
            first = 0
            for j, length in enumerate((*clue, 0)):
                white = [(start, 0) for start in range(first, first + slack)]
                runs = [(start, length) for start in range(first, first + slack + 1) if length]
                for start, black in white + runs:
                    end = start + black + (black == 0 or spaced[j])
                    options[side, k, start, j, black] = {
                        **dict.fromkeys(places[start:end]),
                        **dict.fromkeys(cells[start:end], "white"),
                        **dict.fromkeys(cells[start : start + black], colour_of(length)),
                        states[start]: j,
                        states[end]: j + (black > 0),
                    }
                first += length + spaced[j]
        return xc.Problem(primary, options, secondary=secondary)

    def _colours(self, options: Options) -> dict[Any, Any]:
        """The colours of the cells that options fix."""
        items = (pair for option in options for pair in self.problem.items_of(option).items())
        return {item: colour for item, colour in items if isinstance(colour, str)}

    def text(self, options: Options, screen: Screen) -> str:
        """The picture between its clues; unknown cells are blank."""
        rows, columns = (_numbers(clues) for clues in (self.rows, self.columns))
        wide = 1 + max(len(number) for column in columns for number in column)
        black, white = ("#", ".") if screen.ascii else ("█", "·")
        shown = {BLACK: max(wide, 2) * black, "white": white, None: ""}
        shown |= {letter: (wide - 1) * letter for letter in self.colours}
        colours = self._colours(options)
        table = [[""] * len(rows[0]) + list(numbers) for numbers in zip(*columns, strict=True)]
        for r, row in enumerate(rows):
            table.append([*row, *(shown[colours.get((r, c))] for c in range(len(columns)))])
        return "\n".join("".join(each.rjust(wide) for each in line).rstrip() for line in table)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        colours, columns = self._colours(options), range(len(self.columns))
        shown = {BLACK: "#", "white": ".", **{letter: letter for letter in self.colours}}
        rows = range(len(self.rows))
        return {"rows": ["".join(shown[colours[r, c]] for c in columns) for r in rows]}

    def drawing(self, options: Options) -> Drawing:
        """The picture between its clues, with a thicker line after every fifth cell."""
        colours = self._colours(options)
        cells = product(range(len(self.rows)), range(len(self.columns)))
        parts = {(r, c): (r // 5, c // 5) for r, c in cells}
        inks = {BLACK: INK, **self.colours}
        fills = {cell: inks[colours[cell]] for cell in parts if colours.get(cell) in inks}
        grid = drawing_of(parts, fills=fills)
        rows, columns = (_numbers(clues) for clues in (self.rows, self.columns))
        left, top = (0.7 * len(rows[0]) + 0.2) * EDGE, 0.6 * EDGE * len(columns[0])
        elements = moved(grid.elements, left, top)
        for k, clue in enumerate(rows):
            for j, text in enumerate(clue):
                x, y = (j + 0.5) * 0.7 * EDGE, top + (k + 0.65) * EDGE
                elements.append(text_element(text, x, y, 0.45 * EDGE, anchor="middle"))
        for k, clue in enumerate(columns):
            for j, text in enumerate(clue):
                x, y = left + (k + 0.5) * EDGE, (j + 0.75) * 0.6 * EDGE
                elements.append(text_element(text, x, y, 0.45 * EDGE, anchor="middle"))
        return Drawing(left + grid.width, top + grid.height, elements)

    # -- on a page -----------------------------------------------------------------------------

    def view(self) -> View:
        """The cells to paint, and the clues beside them."""
        height, width = len(self.rows), len(self.columns)
        cells = list(product(range(height), range(width)))
        beside: dict[Cell, str] = {}
        rows, columns = (_numbers(clues) for clues in (self.rows, self.columns))
        for r, texts in enumerate(rows):
            beside |= {(r, k - len(texts)): text for k, text in enumerate(texts) if text}
        for c, texts in enumerate(columns):
            beside |= {(k - len(texts), c): text for k, text in enumerate(texts) if text}
        shown = view_of_squares(
            [*cells, *beside], self._cells_of, lambda item: [item] if len(item) == 2 else [],
            texts=beside, shades=dict.fromkeys(beside, "clue"),
            parts={(r, c): (r // 5, c // 5) for r, c in cells},
        )  # fmt: skip

        def mark(option: Any) -> Mark:
            return Mark(shown.mark(option).places, shade=" ".join(self._shades(option).values()))

        number = self._numbers_of(self.rows)
        painted = {self._shade[colour]: n for colour, n in number.items()}
        painted["light"] = height * width - number.total()
        return View(shown.places, mark, shown.of_item, shown.lines, painted=painted)

    def _shades(self, option: Any) -> dict[Cell, str]:
        """The cells of a run or a white place, with their shades."""
        items: Iterable[Any] = self.problem.items_of(option).items()
        return {item: self._shade[colour] for item, colour in items if colour in self._shade}

    @property
    def _shade(self) -> Mapping[Any, str]:
        """What a page paints for each colour."""
        return {BLACK: "black", "white": "light", **self.colours}

    def _cells_of(self, option: Any) -> tuple[Iterable[Cell], str, str]:
        return self._shades(option), "", ""

    def _allowed(self, problem: xc.Problem, painted: Mapping[Cell, str]) -> xc.Problem:
        """The problem without the options that contradict the painted cells."""
        options: Iterable[Any] = problem.options
        return problem.without(
            *(
                option
                for option in options
                if any(painted.get(cell, has) != has for cell, has in self._shades(option).items())
            )
        )

    def with_painted(self, painted: Mapping[Cell, str]) -> xc.Problem:
        return self._allowed(self.problem, painted)

    def painted_hint(self, painted: Mapping[Cell, str]) -> tuple[str, Mapping[Cell, str]] | None:
        """What follows in a single line: the one that settles most cells."""
        best: tuple[str, dict[Cell, str]] | None = None
        for line in self.lines():
            side, k, _, cells = line
            allowed = self._allowed(self._problem_of([line]), painted)
            if allowed.reduce().impossible is not None:
                return f"{side} {k + 1} cannot be completed", {}
            ways: dict[Cell, set[str]] = {}
            live: Iterable[Any] = allowed.reduced().live_options
            for option in live:
                for cell, shade in self._shades(option).items():
                    ways.setdefault(cell, set()).add(shade)
            new = {
                cell: next(iter(ways[cell]))
                for cell in cells
                if cell not in painted and len(ways[cell]) == 1
            }
            if new and (best is None or len(new) > len(best[1])):
                n_cells = xc.text.counted(len(new), "cell")
                best = f"{side} {k + 1}: all ways to place its runs agree on {n_cells}", new
        return best

    # -- in words ------------------------------------------------------------------------------

    def item_called(self, item: Any) -> str:
        if len(item) == 2:
            return f"the colour of {cell_name(*item)}"
        *_, side, k, place = item
        line, length = f"{side} {k + 1}", len(self.columns if side == "row" else self.rows)
        if item[0] != "state":
            return f"{_place(side, k, place)} in {line}"
        if place == length:
            return f"the number of runs in {line}"
        return f"the number of runs in {line} before {_place(side, k, place)}"

    def option_called(self, option: Any) -> str:
        side, k, start, j, black = option
        place, line = _place(side, k, start), f"{side} {k + 1}"
        if black:
            run = (self.rows if side == "row" else self.columns)[k][j]
            named = "" if colour_of(run) == BLACK else f" {colour_of(run)}"
            return f"run {j + 1} of {line} ({black}{named}) from {place}"
        behind = f"after run {j}" if j else "before all runs"
        return f"{place} white, {behind} of {line}"

    def explain(self, arguments: argparse.Namespace) -> int | None:
        """Without a solution: a minimal set of lines whose clues clash."""
        if self.misfit is not None:
            return None
        deadline = xc.Deadline(arguments.seconds)
        if self.problem.first(seconds=deadline.left()):
            return None
        kept, irreducible = list(self.lines()), True
        try:
            for line in kept[:]:
                fewer = [each for each in kept if each is not line]
                if not self._problem_of(fewer).first(seconds=deadline.left()):
                    kept = fewer
        except xc.SearchStopped:
            irreducible = False
        names = [f"{side} {k + 1}" for side, k, *_ in kept]
        reason = f"the clues of these {len(names)} lines clash: {', '.join(names)}"
        return print_impossible(reason, arguments.json, lines=names, irreducible=irreducible)


def _place(side: str, k: int, place: int) -> str:
    """The name of a cell by its line and its place there."""
    return cell_name(*((k, place) if side == "row" else (place, k)))


def _numbers(clues: Sequence[Clue]) -> list[list[str]]:
    """Clues as texts, all as long as the longest, with nothing in front of shorter ones."""
    letters = [[colour_of(run) for run in clue] for clue in clues]
    texts = [
        [f"{length}{letter * (letter != BLACK)}" for length, letter in zip(clue, of, strict=True)]
        or ["0"]
        for clue, of in zip(clues, letters, strict=True)
    ]
    deepest = max(map(len, texts))
    return [[""] * (deepest - len(each)) + each for each in texts]
