"""Graceful labellings: vertices of a graph with m edges get different labels from 0 to m, so that
the differences at the edges are 1 to m.

    graph: petersen         edges: a b, b c, c a, c-d

``graph:`` names a graph, as does a word in place of a file: ``grid-3x4``, ``K4``.

Items are edges and differences. An option gives both ends of an edge their labels. Vertices are
secondary items with the colours of their labels, and labels with those of their vertices.

Sources: A. Rosa, "On certain valuations of the vertices of a graph", 1967; J. A. Gallian, "A
Dynamic Survey of Graph Labeling", Electronic J. Combin. DS6. Paths: OEIS A006967.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import combinations, islice, pairwise, product
from math import cos, pi, sin
from operator import gt
from typing import Any, Self

import exactcover as xc

from .shared.adapter import Options, Puzzle
from .shared.cell_names import cell_name, cell_of
from .shared.motions import symmetry_of_options
from .shared.screen import Screen
from .shared.source import Source
from .shared.squares import EDGE, neighbours, stroke
from .shared.svg_page import FAINT, INK, PAPER, Drawing, text_element
from .shared.svg_text import line, number

#: More edges than this are treated as a mistake; a graph of more symmetries counts without them.
_MOST_EDGES, _MOST_SYMMETRIES = 60, 200

Edge = tuple[str, str]
#: Rings of vertices around each other, and the edges.
Graph = tuple[list[list[str]], list[Edge]]


def _row(n: int) -> list[str]:
    return [str(k) for k in range(1, n + 1)]


def _cycle(n: int) -> Graph:
    return [_row(n)], list(zip(_row(n), [*_row(n)[1:], "1"], strict=True))


def _star(n: int) -> Graph:
    return [["0"], _row(n)], [("0", each) for each in _row(n)]


def _wheel(n: int) -> Graph:
    return [["0"], _row(n)], _star(n)[1] + _cycle(n)[1]


def _grid(rows: int, columns: int) -> Graph:
    cells = list(product(range(rows), range(columns)))
    edges = [(cell_name(*one), cell_name(*other)) for one, other in neighbours(cells)]
    return [[cell_name(*cell) for cell in cells]], edges


def _petersen() -> Graph:
    outer, inner = ([f"{letter}{k}" for k in range(5)] for letter in "ab")
    around = [(ring[k], ring[(k + step) % 5]) for ring, step in ((outer, 1), (inner, 2))
              for k in range(5)]  # fmt: skip
    return [inner, outer], [*around, *zip(outer, inner, strict=True)]


#: The graphs with names: how each is made, of numbers, and the least of these.
_GRAPHS: Mapping[str, tuple[Callable[..., Graph], tuple[int, ...]]] = {
    "path": (lambda n: ([_row(n)], list(pairwise(_row(n)))), (2,)),
    "cycle": (_cycle, (3,)),
    "complete": (lambda n: ([_row(n)], list(combinations(_row(n), 2))), (2,)),
    "star": (_star, (1,)),
    "wheel": (_wheel, (3,)),
    "grid": (_grid, (1, 1)),
    "petersen": (_petersen, ()),
}


def named(text: str) -> Graph | None:
    """The graph of a name such as "path 7" or "grid-3x4"; None for any other text."""
    letter = {"K": "complete-", "C": "cycle-", "P": "path-"}.get(text[:1], text[:1])
    name, *numbers = re.split(r"[-x\s]+(?=[0-9])", letter + text[1:])
    make, least = _GRAPHS.get(name, (None, ()))
    found = [xc.text.whole(each, 1, _MOST_EDGES + 1) or 0 for each in numbers]
    if make is None or len(found) != len(least) or any(map(gt, least, found)):
        return None
    graph = make(*found)
    return graph if 0 < len(graph[1]) <= _MOST_EDGES else None


class Graceful(Puzzle):
    """Label the vertices of a graph so that the differences at its m edges are 1 to m."""

    shipped = "graceful"
    instead_of_file = "a graph such as path-7, cycle-8, wheel-5, complete-4, grid-3x4 or petersen"
    example = "edges: a b, b c, c a, c d\n"
    draws_unsolved = writes_unsolved = True
    items_called = "edges and differences"
    options_called = ("labelled edge", "labelled edges")
    up_to = "up to symmetries of the graph, and to counting labels from the other end"

    def __init__(self, graph: Graph, title: str = ""):
        (self.rings, self.edges), self.title = graph, title
        self.vertices = [vertex for ring in self.rings for vertex in ring]

    @classmethod
    def by_name(cls, path: str, arguments: argparse.Namespace) -> Self | None:
        return cls(graph, path) if (graph := named(path)) else None

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        stated, _ = source.read(("title", "graph", "edges"), several=("edges",), drawn=("edges",))
        edges: dict[Edge, None] = {}
        rows = (row for each in stated.get("edges", ()) for row in each.drawing or [each.value])
        for part in (part for row in rows for part in row.split(",")):
            ends = sorted(part.text.split() if " " in part.text else part.text.split("-"))
            if len(ends) != 2 or len({*ends}) != 2 or (ends[0], ends[1]) in edges:
                raise part.fault(repr(part.text[:40]), "an edge that is new, as two vertices: a b")
            edges[ends[0], ends[1]] = None
        graph: Graph | None = [[*dict.fromkeys(end for edge in edges for end in edge)]], [*edges]
        if "graph" in stated:
            value = stated["graph"][0].value
            graph = None if edges else named(value.text)
            if graph is None:
                expected = f"either 'edges:', or {', '.join(_GRAPHS)} with numbers (path 7)"
                raise value.fault(repr(value.text[:40]), f"{expected}, up to {_MOST_EDGES} edges")
        if not graph or not 0 < len(graph[1]) <= _MOST_EDGES:
            found = xc.text.counted(len(edges), "edge")
            raise source.fault(0, 0, found, f"1 to {_MOST_EDGES} of them, as 'edges: a b, b c'")
        yield cls(graph, source.title)

    @cached_property
    def problem(self) -> xc.Problem:
        m = len(self.edges)
        items = [*(("difference", d) for d in range(m, 0, -1)), *(("edge", *e) for e in self.edges)]
        options = {
            tuple(sorted([(u, a), (v, b)])): [
                ("edge", u, v), ("difference", abs(a - b)),
                xc.Coloured(("vertex", u), a), xc.Coloured(("label", a), u),
                xc.Coloured(("vertex", v), b), xc.Coloured(("label", b), v),
            ]
            for (u, v), a, b in product(self.edges, range(m + 1), range(m + 1)) if a != b
        }  # fmt: skip
        labels = [("label", label) for label in range(m + 1)]
        vertices = [("vertex", vertex) for vertex in self.vertices]
        return xc.Problem(items, options, secondary=[*vertices, *labels])

    def automorphisms(self, image: Mapping[str, str] | None = None) -> Iterator[Mapping[str, str]]:
        """The permutations of vertices that keep the edges, from a partial one; identity first."""
        image, edges = image or {}, {frozenset(edge) for edge in self.edges}
        if len(image) == len(self.vertices):
            yield image
            return
        vertex = self.vertices[len(image)]
        for to in self.vertices:
            if to not in image.values() and all(
                ({vertex, each} in edges) == ({to, other} in edges)
                for each, other in image.items()
            ):  # fmt: skip
                yield from self.automorphisms({**image, vertex: to})

    def _generating(self, found: Sequence[Mapping[str, str]]) -> list[Mapping[str, str]]:
        """Some of these permutations that generate all of them; none if they are too many."""
        few: list[Mapping[str, str]] = []
        group = {tuple(self.vertices)}
        for to in found if len(found) <= _MOST_SYMMETRIES else ():
            if tuple(to[vertex] for vertex in self.vertices) not in group:
                few.append(to)
                new = [*group]
                while new:
                    images = {tuple(map(by.__getitem__, new[-1])) for by in few} - group
                    group |= images
                    new[-1:] = images
        return few

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        """Those of the graph, if they are few; and m minus each label."""
        m, found = len(self.edges), list(islice(self.automorphisms(), _MOST_SYMMETRIES + 1))

        def moved(to: Mapping[str, str], option: Any) -> Any:
            return tuple(sorted((to[vertex], label) for vertex, label in option))

        return symmetry_of_options(
            self.problem,
            *(partial(moved, to) for to in self._generating(found)),
            lambda option: tuple((vertex, m - label) for vertex, label in option),
        )

    @property
    def misfit(self) -> str | None:
        """Say that there are too few labels; or Rosa's parity."""
        n, m = len(self.vertices), len(self.edges)
        total, degrees = m * (m + 1) // 2, Counter(end for edge in self.edges for end in edge)
        if n > m + 1:
            return f"{n} vertices need different labels, but 0 to {m} are {m + 1}"
        if total % 2 == 0 or any(degree % 2 for degree in degrees.values()):
            return None
        return (
            f"the differences 1 to {m} add up to {total}, but where each vertex has an even number"
            " of edges, differences add up to an even number"
        )

    def text(self, options: Options, screen: Screen) -> str:
        """The labels, and the edges by their differences."""
        labels = self.as_json(options)["labels"]
        edges = sorted((abs(a - b), f"{u}-{v}") for (u, a), (v, b) in options)
        lines = ([f"{vertex}={label}" for vertex, label in labels.items()],
                 [f"{difference}:{edge}" for difference, edge in edges])  # fmt: skip
        return "\n".join(" ".join(line) for line in lines)

    def overview(self, screen: Screen) -> str:
        return " ".join(map("-".join, self.edges))

    def as_json(self, options: Options) -> Mapping[str, Any]:
        labels = {vertex: label for option in options for vertex, label in option}
        return {"labels": {each: labels[each] for each in self.vertices if each in labels}}

    def _places(self) -> dict[str, tuple[float, float]]:
        """Where the vertices stand: those of a grid in rows, others on rings."""
        cells = {vertex: cell_of(vertex) for vertex in self.vertices}
        found: dict[str, tuple[float, float]] = {v: (c[1], c[0]) for v, c in cells.items() if c}
        if len(found) == len(cells):
            return found
        for k, ring in enumerate(self.rings, 1):
            far = 0 if len(ring) == 1 else max(k, len(ring) / 4)
            for j, vertex in enumerate(ring):
                angle = 2 * pi * j / len(ring)
                found[vertex] = far * sin(angle), -far * cos(angle)
        return found

    def drawing(self, options: Options) -> Drawing:
        """The graph with its labels, and the differences on its edges."""
        places, step, elements = self._places(), 2 * EDGE, list[str]()
        left, top = (min(place[k] for place in places.values()) for k in (0, 1))
        at = {v: (EDGE + step * (x - left), EDGE + step * (y - top))
              for v, (x, y) in places.items()}  # fmt: skip

        def disc(x: float, y: float, size: float, text: str, ink: str) -> None:
            elements.append(f'<circle cx="{number(x)}" cy="{number(y)}" r="{number(size)}"'
                            f' fill="{PAPER}" stroke="{ink}"/>')  # fmt: skip
            elements.append(text_element(text, x, y + size / 3, size, anchor="middle"))

        path = "".join(line([at[u], at[v]]) for u, v in self.edges)
        elements.append(stroke(path, 1.5, FAINT))
        for (u, a), (v, b) in options:  # (Not in the middle, where edges cross.)
            x, y = (0.6 * one + 0.4 * other for one, other in zip(at[u], at[v], strict=True))
            disc(x, y, 8, str(abs(a - b)), PAPER)
        names = {v: v for v in at} | self.as_json(options)["labels"]
        for vertex, (x, y) in at.items():
            disc(x, y, 13, str(names[vertex]), INK)
        width, height = (EDGE + max(place[k] for place in at.values()) for k in (0, 1))
        return Drawing(width, height, elements)

    def item_called(self, item: Any) -> str:
        what, *which = item
        return f"the {what} {'-'.join(map(str, which))}"

    def option_called(self, option: Any) -> str:
        return " and ".join(f"{label} on {vertex}" for vertex, label in option)
