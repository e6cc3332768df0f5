"""Slitherlink: one closed loop along the edges of a grid; a number says how many edges of its cell
belong to the loop.

    title: A small loop
    grid:
    ..3.
    02..
    ...1
    1.1.

``.`` is a cell without a number. An address of puzz.link (``puzz.link/p?slither/…``) is read too.

Items are edges, and the points of the grid, each covered twice or never. An option says whether an
edge is on the loop, and then covers its two ends. Numbers are rules on their four edges, and a rule
joins everything to one loop. That rule takes too many states on a grid of ten cells. So another
exact cover problem without it, which is searched fast, first lists all sets of loops that fit the
numbers: its items are points and numbers, its options say of all edges there whether they are on a
loop, and edges are secondary items with these colours. If they are not too many, it is enough to
forbid each loop that does not fit the numbers alone: some edge of it is missing.

Source: Nikoli (Puzzle Communication Nikoli 26, 1989). Loops on an empty grid of n x n cells: OEIS
A140517.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Self

import exactcover as xc

from .shared import puzz_link
from .shared.adapter import Options, Puzzle
from .shared.cell_names import cell_name
from .shared.codes import game_id
from .shared.penpa import Penpa, penpa_reader
from .shared.screen import Screen
from .shared.source import Source
from .shared.squares import EDGE, Cell, cell_label, drawing_text, drawn_cells, stroke
from .shared.svg_page import INK, Drawing
from .shared.svg_text import number
from .shared.view import Mark, Place, View

#: A row or column of more cells is taken for a mistake.
_MOST = 30
#: Sets of loops that are listed at most.
_MOST_LISTED = 10_000
#: Half the width of an edge on a page, and how far cells are from the grid.
_INSET = 0.2

#: An edge by its ends, the left or upper one first. (Points are named like cells, (0, 0) first.)
Edge = tuple[Cell, Cell]


def from_puzz_link(source: Source) -> str | None:
    """An address of puzz.link."""
    found = puzz_link.address(source, "slither(?:link)?")
    if found is None:
        return None
    numbers = puzz_link.numbers(found.cells, found.fields[0], few=True)
    return found.file({cell: n for cell, n in numbers.items() if n is not None})


def tatham(source: Source) -> str | None:
    """A game id of Simon Tatham's Loopy on squares: ``7x7t0:a22d3c1…``"""
    code = game_id("loopy", "t0(?:d[a-z])?", "[a-z0-9]+", source)
    return code and drawing_text(code.grid("."))


def _from_penpa(board: Penpa) -> str:
    """A board with numbers to 4."""
    texts = board.texts()
    if not {*texts.values()} <= {*"01234?"}:
        raise board.fault("numbers of more than 4 edges", "numbers from 0 to 4")
    return drawing_text(board.rows(texts)).replace("?", ".")


class Slitherlink(Puzzle):
    """Draw one loop along the edges of a grid that passes numbers as often as they say."""

    shipped = "slitherlink"
    foreign = from_puzz_link, tatham, penpa_reader(_from_penpa, {"slitherlink"}, "number")
    example = """\
grid:
..3.
02..
...1
1.1.
"""
    draws_unsolved = True
    items_called = "edges and points"
    options_called = ("edge on or off the loop", "edges on and off the loop")

    def __init__(self, grid: Mapping[Cell, str], title: str = ""):
        self.grid, self.title = grid, title
        self.clues = {cell: int(text) for cell, text in grid.items() if text != "."}
        self.edges: list[Edge] = sorted({edge for cell in grid for edge in _sides(*cell)})
        self.at: dict[Cell, list[Edge]] = {}
        for edge in self.edges:
            for point in edge:
                self.at.setdefault(point, []).append(edge)

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        title, drawn = drawn_cells(source, token=".")
        for each in drawn:
            if each.text not in ".01234":
                expected = "'.' or a number from 0 to 4"
                raise source.fault(each.line, each.column, repr(each.text), expected)
            if max(each.cell) >= _MOST:
                found = f"more than {_MOST} rows or columns"
                raise source.fault(each.line, each.column, found, f"at most {_MOST}")
        yield cls({each.cell: each.text for each in drawn}, title)

    @cached_property
    def problem(self) -> xc.Problem:
        items = {edge: _called("edge", *edge) for edge in self.edges}
        points = {point: _called("point", point) for point in sorted(self.at)}
        options = {
            (edge, on): [items[edge], *(points[point] for point in edge if on)]
            for edge in self.edges
            for on in (True, False)
        }
        twice: dict[Any, Any] = {point: {0, 2} for point in points.values()}
        grid = xc.Problem([*items.values(), *points.values()], options, multiplicity=twice)
        rules: list[xc.Condition] = [
            xc.Times(_on(_sides(*cell)), clue).named(f"the {clue} in {cell_name(*cell)}")
            for cell, clue in self.clues.items()
        ]
        if not any(self.clues.values()):
            rules.append(xc.Times(_on(self.edges), (1, None)).named("there is a loop"))
        return grid.where(*rules, *self._one_loop())

    @property
    def without_one_loop(self) -> xc.Problem:
        """The problem of all sets of loops."""
        options: dict[Any, list[Any]] = {}
        for point, edges in self.at.items():
            for on in [(), *combinations(edges, 2)]:
                options["point", point, on] = [("point", point), *_coloured(edges, on)]
        for cell, clue in self.clues.items():
            for on in combinations(_sides(*cell), clue):
                options["cell", cell, on] = [("cell", cell), *_coloured(_sides(*cell), on)]
        items = [*(("cell", cell) for cell in self.clues), *(("point", each) for each in self.at)]
        return xc.Problem(items, options, secondary=self.edges)

    def _one_loop(self) -> list[xc.Condition]:
        """The rules that there is one loop."""
        found = self.without_one_loop.solutions(_MOST_LISTED + 1)
        several = [loops for loops in map(self._loops, found) if len(loops) > 1]
        if found.stopped is not None:
            joined = [pair for edges in self.at.values() for pair in combinations(_on(edges), 2)]
            return [xc.Connected(joined).named("one loop")]
        bad = [
            [loop for loop in loops if not self._is_alone(loop)] or [frozenset().union(*loops)]
            for loops in several
        ]
        return [
            xc.Times(_on(loop), (0, len(loop) - 1)).named("one loop")
            for loop in dict.fromkeys(loop for loops in bad for loop in loops)
        ]

    def _is_alone(self, loop: frozenset[Edge]) -> bool:
        """Whether a loop fits the numbers without others."""
        return all(len(loop.intersection(_sides(*cell))) == n for cell, n in self.clues.items())

    def _loops(self, solution: xc.Solution) -> list[frozenset[Edge]]:
        """The loops of a solution of the other problem."""
        meeting = {point: on for kind, point, on in solution.options if kind == "point" and on}
        loops = []
        while meeting:
            (point, edges), loop = meeting.popitem(), set[Edge]()
            while edges:
                edge = edges[0] if edges[0] not in loop else edges[1]
                loop.add(edge)
                (point,) = {*edge} - {point}
                edges = meeting.pop(point, ())
            loops.append(frozenset(loop))
        return loops

    def text(self, options: Options, screen: Screen) -> str:
        """The grid, with lines for the loop."""
        level, upright, dot = "-|+" if screen.ascii else "─│·"
        on, lines = {edge for edge, on in options if on}, list[str]()
        rows, columns = (1 + max(cell[k] for cell in self.grid) for k in (0, 1))
        for r in range(rows + 1):
            across = (((r, c), (r, c + 1)) in on for c in range(columns))
            lines.append(dot + dot.join((level if each else " ") * 3 for each in across) + dot)
            if r < rows:
                down = [((r, c), (r + 1, c)) in on for c in range(columns + 1)]
                inside = [self.grid.get((r, c), ".").replace(".", " ") for c in range(columns)]
                pairs = zip(down, [*inside, ""], strict=True)
                lines.append("".join((upright if x else " ") + text.center(3) for x, text in pairs))
        return "\n".join(line.rstrip() for line in lines)

    picture_of = text

    def overview(self, screen: Screen) -> str:
        return self.text((), screen)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """The edges of the loop, by their ends."""
        return {"loop": sorted(edge for edge, on in options if on)}

    def drawing(self, options: Options) -> Drawing:
        rows, columns = (1 + max(cell[k] for cell in self.grid) for k in (0, 1))
        dots = [
            f'<circle cx="{number(c * EDGE)}" cy="{number(r * EDGE)}" r="2" fill="{INK}"/>'
            for r, c in self.at
        ]
        labels = [cell_label(cell, str(clue)) for cell, clue in self.clues.items()]
        path = "".join(
            f"M{number(c * EDGE)} {number(r * EDGE)}L{number(x * EDGE)} {number(y * EDGE)}"
            for ((r, c), (y, x)), on in options
            if on
        )
        return Drawing(
            columns * EDGE, rows * EDGE, [*labels, *dots, *[stroke(path, 3)] * bool(path)]
        )

    def view(self) -> View:
        """The edges and the cells as places, in half steps."""
        near, far = _INSET, 1 - _INSET
        inside = [(near, near), (far, near), (far, far), (near, far)]
        places = [
            Place(cell_name(r, c), (2 * r + 1, 2 * c + 1), tuple((c + x, r + y) for x, y in inside),
                  text.strip("."))
            for (r, c), text in self.grid.items()
        ]  # fmt: skip
        edge = {each: len(places) + k for k, each in enumerate(self.edges)}
        for (r, c), (y, x) in self.edges:
            middle, across, down = ((c + x) / 2, (r + y) / 2), (y - r) * _INSET, (x - c) * _INSET
            sides = [(middle[0] + k * across, middle[1] + k * down) for k in (1, -1)]
            corners = (c, r), sides[0], (x, y), sides[1]
            places.append(Place(_called("edge", (r, c), (y, x)), (r + y, c + x), corners))

        at = {_called("point", point): edges for point, edges in self.at.items()}
        at |= {_called("edge", *each): [each] for each in self.edges}

        def mark(option: tuple[Edge, bool]) -> Mark:
            ((r, c), (y, x)), on = option
            if not on:
                return Mark((edge[option[0]],), shade="light")
            return Mark((edge[option[0]],), "loop", lines=[(c, r, x, y)])

        def of_item(item: Any) -> Sequence[int]:
            return [edge[each] for each in at.get(item, ())]

        return View(places, mark, of_item)

    def reason(self, impossible: xc.Impossible) -> str:
        item = "" if impossible.item is None else str(impossible.item)
        point = item.removeprefix("the multiplicity of ")
        if item != point:
            return f"{point} cannot have two edges or none"
        if item.startswith("edge "):
            return f"{item} can be neither on the loop nor off it"
        return f"nothing satisfies {item}" if item else impossible.reason

    def option_called(self, option: Any) -> str:
        edge, on = option
        return f"the {_called('edge', *edge)} {'on' if on else 'off'} the loop"


def _sides(r: int, c: int) -> list[Edge]:
    """The edges of a cell."""
    return [
        ((r, c), (r, c + 1)), ((r, c), (r + 1, c)),
        ((r, c + 1), (r + 1, c + 1)), ((r + 1, c), (r + 1, c + 1)),
    ]  # fmt: skip


def _called(what: str, *points: Cell) -> str:
    """A point by its name, or an edge by its ends: "edge r1c1 r1c2"."""
    return " ".join([what, *(cell_name(*point) for point in points)])


def _on(edges: Iterable[Edge]) -> list[tuple[Edge, bool]]:
    """The options that these edges are on the loop."""
    return [(edge, True) for edge in edges]


def _coloured(edges: Iterable[Edge], on: Sequence[Edge]) -> list[xc.Coloured]:
    return [xc.Coloured(edge, edge in on) for edge in edges]
