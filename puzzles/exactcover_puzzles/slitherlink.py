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
edge is on the loop, and then covers its two ends. Numbers are rules on their four edges. All this
also fits several loops, so a rule is needed that there is one. As a rule about everything it takes
too many states on a grid of ten cells. So solutions are searched, and what is wrong with those of
several loops becomes rules until none is left: some edge leads away from the points of a loop, if
the numbers need edges there and elsewhere (G. Dantzig, R. Fulkerson and S. Johnson, 1954, cut off
subtours in this way); or some edge of it is missing.

Source: Nikoli (Puzzle Communication Nikoli 26, 1989). Loops on an empty grid of n x n cells: OEIS
A140517.
"""

from __future__ import annotations

import argparse
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import combinations
from typing import Any, Self

import exactcover as xc

from .shared import puzz_link
from .shared.adapter import Options
from .shared.cell_names import cell_name
from .shared.codes import GameId, game_id
from .shared.parts import Undistilled
from .shared.penpa import Penpa, penpa_reader
from .shared.screen import Screen
from .shared.source import Source
from .shared.squares import EDGE, Cell, cell_label, drawing_text, drawn_cells, stroke
from .shared.svg_page import INK, Drawing
from .shared.svg_text import line, number
from .shared.view import Mark, Place, View

#: A row or column of more cells is taken for a mistake.
_MOST = 30
#: Loops at most that are found one by one, and nodes of the searches for them.
_MOST_LOOPS, _MOST_NODES = 300, 100_000
#: With more loops, the smaller side of a grid has at most so many cells.
_WIDEST = 7
#: Solutions of several loops that are studied before the next search.
_SEVERAL = 5

#: An edge by its ends, the left or upper one first. (Points are named like cells, (0, 0) first.)
Edge = tuple[Cell, Cell]
Loop = frozenset[Edge]


@puzz_link.address("slither(?:link)?")
def from_puzz_link(found: puzz_link.Address) -> str:
    """An address of puzz.link."""
    numbers = puzz_link.numbers(found.cells, found.fields[0], few=True)
    return found.file({cell: n for cell, n in numbers.items() if n is not None})


@game_id("loopy", "t0(?:d[a-z])?", "[a-z0-9]+")
def tatham(code: GameId) -> str:
    """A game id of Simon Tatham's Loopy on squares: ``7x7t0:a22d3c1…``"""
    return drawing_text(code.grid("."))


@penpa_reader({"slitherlink"}, "number", "surface")
def from_penpa(board: Penpa) -> str:
    """A board with numbers to 4."""
    texts = board.texts()
    if not {*texts.values()} <= {*"01234?"}:
        raise board.fault("numbers of more than 4 edges", "numbers from 0 to 4")
    return drawing_text(board.rows(texts)).replace("?", ".")


class Slitherlink(Undistilled):
    """Draw one loop along the edges of a grid that passes numbers as often as they say."""

    shipped = "slitherlink"
    foreign = from_puzz_link, tatham, from_penpa
    example = """\
grid:
..3.
02..
...1
1.1.
"""
    draws_unsolved = writes_unsolved = True
    items_called = "edges and points"
    options_called = ("marked edge", "marked edges")

    def __init__(self, grid: Mapping[Cell, str], title: str = "", path: str = "puzzle"):
        self.grid, self.title, self.path = grid, title, path
        self.clues = {cell: int(text) for cell, text in grid.items() if text != "."}
        self.edges: list[Edge] = sorted({edge for cell in grid for edge in _sides(*cell)})
        self.at: dict[Cell, list[Edge]] = {}
        for edge in self.edges:
            for point in edge:
                self.at.setdefault(point, []).append(edge)

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        allowed = "[.0-4]", "'.' or a number from 0 to 4"
        drawn = drawn_cells(source, allowed=allowed, alone=r"\.", token=r"\S")
        for cell, each in drawn.items():
            if max(cell) >= _MOST:
                raise each.fault(f"more than {_MOST} rows or columns", f"at most {_MOST}")
        grid = {cell: each.text for cell, each in drawn.items()}
        yield cls(grid, source.title, source.path)

    @cached_property
    def problem(self) -> xc.Problem:
        """The problem without what is true of no loop, if there are loops and all are known."""
        whole, loops = self._found
        never = [(e, on) for e, on in whole.options if all((e in loop) != on for loop in loops)]
        return whole.without(*never) if loops else whole

    @property
    def whole(self) -> xc.Problem:
        return self._found[0]

    def to_whole(self, options: Options) -> Options:
        return options

    from_whole = to_whole

    def _grid(self) -> tuple[xc.Problem, list[xc.Condition]]:
        """The grid, and the rules of the numbers."""
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
        return grid, rules

    @cached_property
    def _found(self) -> tuple[xc.Problem, list[Loop]]:
        """The problem of all loops; and these, unless there are too many to find them."""
        grid, rules = self._grid()
        nodes = _MOST_NODES
        while True:
            problem, cuts, loops = grid.where(*rules), list[xc.Condition](), list[Loop]()
            search = problem.solutions(nodes=max(1, nodes), engine="learning")
            several = 0
            for solution in search:
                found = _loops(solution)
                if len(found) == 1:
                    loops += found
                else:
                    several += 1
                    cuts += map(self._cut, found, [*found[1:], found[0]])
                if several == _SEVERAL or len(loops) > _MOST_LOOPS:
                    break
            nodes -= search.nodes
            if len(loops) > _MOST_LOOPS or search.stopped == "nodes":
                many = f"more than {_MOST_LOOPS:,} loops"
                hard = "too hard a search for loops"
                return self._connected(grid, rules, many if loops else hard), []
            if not cuts:
                return problem, loops
            rules += cuts

    def _connected(self, grid: xc.Problem, rules: Sequence[xc.Condition], found: str) -> xc.Problem:
        """The problem under a rule about everything."""
        if min(max(cell[k] for cell in self.grid) for k in (0, 1)) >= _WIDEST:
            expected = f"fewer, since there are more than {_WIDEST} rows and columns"
            raise xc.FileFault(self.path, 0, 0, found, expected)
        joined = [pair for edges in self.at.values() for pair in combinations(_on(edges), 2)]
        return grid.where(*rules, xc.Connected(joined).named("one loop"))

    def _cut(self, loop: Loop, other: Loop) -> xc.Condition:
        """The rule that an edge leads away from the points of a loop, if edges are needed there and
        elsewhere: by the numbers, or because an edge of this loop is there, and one of another."""
        points = {point for edge in loop for point in edge}
        leaving = [edge for edge in self.edges if len(points.intersection(edge)) == 1]
        if_on = [] if self._must_touch(points) else [min(loop)]
        if_on += [] if self._must_touch(self.at.keys() - points) else [min(other)]
        options = [*_on(leaving), *((edge, False) for edge in if_on)]
        return xc.Times(options, (1, None)).named("one loop")

    def _must_touch(self, points: Container[Cell]) -> bool:
        """Whether some number needs an edge at these points."""
        return any(
            clue and all(any(point in points for edge in on for point in edge)
                         for on in combinations(_sides(*cell), clue))
            for cell, clue in self.clues.items()
        )  # fmt: skip

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
        on = (edge for edge, on in options if on)
        path = "".join(line([(c * EDGE, r * EDGE) for r, c in edge]) for edge in on)
        loop = [stroke(path, 3)] * bool(path)
        return Drawing(columns * EDGE, rows * EDGE, [*labels, *dots, *loop])

    def view(self) -> View:
        """The cells and the edges as places, in half steps."""
        places = [
            Place(cell_name(r, c), (2 * r + 1, 2 * c + 1),
                  ((c, r), (c + 1, r), (c + 1, r + 1), (c, r + 1)), text.strip("."))
            for (r, c), text in self.grid.items()
        ]  # fmt: skip
        edge = {each: len(places) + k for k, each in enumerate(self.edges)}
        for (r, c), (y, x) in self.edges:
            name = _called("edge", (r, c), (y, x))
            places.append(Place(name, (r + y, c + x), ((c, r), (x, y))))

        known = {_called("point", at): [edge[one] for one in near] for at, near in self.at.items()}
        known |= {_called("edge", *each): [k] for each, k in edge.items()}

        def mark(option: tuple[Edge, bool]) -> Mark:
            place = (edge[option[0]],)
            return Mark(place, "line", shade="black") if option[1] else Mark(place, shade="light")

        return View(places, mark, lambda item: known.get(item, ()))

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


def _loops(solution: xc.Solution) -> list[Loop]:
    """The loops of a solution."""
    meeting: dict[Cell, list[Edge]] = {}
    for edge, on in solution.options:
        for point in edge if on else ():
            meeting.setdefault(point, []).append(edge)
    loops = []
    while meeting:
        (point, edges), loop = meeting.popitem(), set[Edge]()
        while edges:
            edge = edges[0] if edges[0] not in loop else edges[1]
            loop.add(edge)
            (point,) = {*edge} - {point}
            edges = meeting.pop(point, [])
        loops.append(frozenset(loop))
    return loops
