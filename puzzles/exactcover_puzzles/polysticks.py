"""Polysticks: pieces made of edges of the square grid, laid on edges of a board.

    title: Three sticks            piece F:
    pieces: tristicks              + +
    board: 2x2                     |
                                   +-+

``board:`` is a rectangle of cells, all of whose edges are covered, or a drawing: ``-`` and ``|``
are edges between points ``+``, and spaces are gaps. A piece is drawn in the same way; ``pieces:``
names a family, perhaps ``without`` some of its pieces. Pieces are turned and turned over.

Legend: an edge is (row, column) of the drawing, both from 0, one of them odd; points have none odd.
Items are pieces and edges, an option (piece, edges) lays a piece. Two pieces may touch at a point,
but not cross there: a secondary item for each point is covered by pieces that go straight on.

Source: D. E. Knuth, "Dancing Links", Millennial Perspectives in Computer Science, 2000, and The Art
of Computer Programming 4B, section 7.2.2.1; B. Wiezorke and J. Haubrich, Cubism For Fun 33 (1994).
Free polysticks: OEIS A019988.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from colorsys import hls_to_rgb
from functools import cache, cached_property, partial
from typing import Any, Self

import exactcover as xc

from .shared.adapter import Options, Puzzle
from .shared.motions import symmetry_of_options
from .shared.screen import Screen
from .shared.source import Source, Stated
from .shared.squares import EDGE, MOST_CELLS, Cell, rectangle, rows_of, stroke, symmetries
from .shared.svg_page import FAINT, INK, Drawing, text_element
from .shared.svg_text import line
from .shared.view import Corners, Mark, Piece, Place, View

Edges = tuple[Cell, ...]

#: More edges than this are treated as a mistake.
_MOST_EDGES = 1_000
#: The families by name, and the names of the tetrasticks in the order of :func:`free`.
FAMILIES = {"disticks": 2, "tristicks": 3, "tetrasticks": 4, "pentasticks": 5}
_LETTERS = "ILYFUJVHTNOPRWZX"


def _turned(edges: Iterable[Cell]) -> list[Edges]:
    """The orientations of a piece, near the origin."""
    found = set()
    now = list(edges)
    for k in range(8):
        now = [(c, -r) for r, c in now] if k != 4 else [(r, -c) for r, c in now]
        found.add(_near(now))
    return sorted(found)


def _near(edges: Collection[Cell]) -> Edges:
    """The same edges near the origin."""
    top, left = (min(edge[at] for edge in edges) // 2 * 2 for at in (0, 1))
    return tuple(sorted((r - top, c - left) for r, c in edges))


def _ends(r: int, c: int) -> tuple[Cell, Cell]:
    return ((r, c - 1), (r, c + 1)) if c % 2 else ((r - 1, c), (r + 1, c))


def _corners(r: int, c: int) -> Corners:
    """The ends of an edge on a page."""
    return tuple((x / 2, y / 2) for y, x in _ends(r, c))


def _at(r: int, c: int) -> Cell:
    """Where a place is. Pieces move by whole cells; so sums modulo 3 tell the edges that lie and
    that stand, and cells, apart."""
    return 3 * (r // 2) + r % 2 * (1 + c % 2), 3 * (c // 2)


def _around(r: int, c: int) -> list[Cell]:
    """The edges at a point; or the ends of an edge, and the cells beside it."""
    return [(r - 1, c), (r, c - 1), (r, c + 1), (r + 1, c)]


@cache
def free(size: int) -> tuple[Edges, ...]:
    """All pieces of so many edges."""
    if size == 1:
        return (((0, 1),),)
    grown = {
        _turned([*piece, edge])[0]
        for piece in free(size - 1)
        for each in piece
        for end in _ends(*each)
        for edge in {*_around(*end)}.difference(piece)
    }
    return tuple(sorted(grown))


def family(name: str) -> dict[str, Edges]:
    """The pieces of a family, by name."""
    pieces = free(FAMILIES[name])
    names = _LETTERS if name == "tetrasticks" else [f"{name[:-1]} {k + 1}" for k in range(222)]
    return dict(zip(names, pieces, strict=False))


class Polysticks(Puzzle):
    """Lay pieces of unit edges on the edges of a board so that no two cross."""

    shipped = "polysticks"
    example = "pieces: tetrasticks without H\nboard: 5x5\n"
    writes_unsolved = True
    items_called = "pieces and edges"
    options_called = ("placement", "placements")
    up_to = "up to turning and reflecting the board"

    def __init__(self, board: Edges, pieces: Mapping[str, Edges], title: str = ""):
        self.board, self.pieces, self.title = board, pieces, title
        # (A label is one character; names of families end in numbers.)
        signs = iter("abcdefghijklmnopqrstuvwxyz0123456789" * 8)
        self.labels = {name: name if len(name) == 1 else next(signs) for name in pieces}

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        words = ("title", "board", "pieces", "piece")
        stated, _ = source.read(words, "", (), ("board", "piece"), ("piece",))
        pieces: dict[str, Edges] = {}
        for each in stated.get("pieces", ()):
            name, _, left_out = each.value.text.partition(" without ")
            if name not in FAMILIES:
                hint = xc.text.did_you_mean(name, FAMILIES)
                raise each.value.fault(f"{name[:40]!r}", f"a family such as tetrasticks{hint}")
            pieces = family(name)
            for gone in left_out.split(",") if left_out else ():
                if pieces.pop(gone.strip(), None) is None:
                    found = f"{gone.strip()[:40]!r} is not one of the {name}"
                    raise each.value.fault(found, f"names such as {', '.join([*pieces][:3])}")
        for each in stated.get("piece", ()):
            if each.name.text in pieces:
                raise each.name.fault(f"two pieces are called {each.name.text!r}", "other names")
            pieces[each.name.text] = _turned(_drawn(each))[0]
        if "board" not in stated or not pieces:
            raise source.fault(0, 0, "no 'board:' or no pieces", "a board and pieces")
        board = stated["board"][0]
        cells = rectangle(board.value.text, board.value)
        if board.value.text and cells is None:
            expected = "a size such as 5x5, or a drawing in the next lines"
            raise board.value.fault(f"{board.value.text[:40]!r}", expected)
        edges = _drawn(board) if cells is None else _edges(*cells[-1])
        if len(edges) > _MOST_EDGES:
            raise board.key.fault(f"{len(edges):,} edges", f"at most {_MOST_EDGES:,}")
        yield cls(edges, pieces, source.title)

    @cached_property
    def problem(self) -> xc.Problem:
        board, options = {*self.board}, {}
        for name, piece in self.pieces.items():
            for turned in _turned(piece):
                for edge in (each for each in self.board if each[0] % 2 == turned[0][0] % 2):
                    dr, dc = edge[0] - turned[0][0], edge[1] - turned[0][1]
                    edges = tuple((r + dr, c + dc) for r, c in turned)
                    if board.issuperset(edges):
                        options[name, edges] = [name, *edges, *_straight(edges)]
        points = {item for items in options.values() for item in items if item[0] == "at"}
        return xc.Problem([*self.pieces, *self.board], options, secondary=sorted(points))

    @cached_property
    def symmetry(self) -> xc.Symmetry | None:
        def moved(motion: Mapping[Cell, Cell], option: Any) -> Any:
            return option[0], tuple(sorted(motion[edge] for edge in option[1]))

        options = {*self.problem.options}
        motions = [partial(moved, motion) for motion in symmetries(dict.fromkeys(self.board, 0))]
        # (A motion by half an edge takes no piece to a piece.)
        return symmetry_of_options(
            self.problem, *(each for each in motions if options.issuperset(map(each, options)))
        )

    @property
    def misfit(self) -> str | None:
        sticks = sum(map(len, self.pieces.values()))
        if sticks == len(self.board):
            return None
        return f"the pieces have {sticks:,} edges and the board has {len(self.board):,}"

    def _covered(self, options: Options) -> dict[Cell, str]:
        return {edge: self.labels[name] for name, edges in options for edge in edges}

    def text(self, options: Options, screen: Screen) -> str:
        """The board as it is drawn, with the letter of the piece on each edge."""
        texts = {edge: "-" if edge[1] % 2 else "|" for edge in self.board} | self._covered(options)
        points = {point: "+" for edge in self.board for point in _ends(*edge)}
        rows = rows_of(points | texts)
        return "\n".join("".join(text or " " for text in row).rstrip() for row in rows)

    def as_json(self, options: Options) -> Mapping[str, Any]:
        return {"placements": [{"piece": name, "edges": edges} for name, edges in options]}

    def drawing(self, options: Options) -> Drawing:
        """Pieces as lines in colours, which end a little before their ends, and their letters."""
        rows, columns = (max(edge[k] for edge in self.board) for k in (0, 1))
        half = EDGE / 2

        def path(edges: Edges) -> str:
            times = Counter(point for edge in edges for point in _ends(*edge))

            def spot(end: Cell, middle: Cell) -> tuple[float, float]:
                part = 0.3 * (times[end] < 2)
                y, x = (half * (k + (m - k) * part) for k, m in zip(end, middle, strict=True))
                return x, y

            return "".join(line([spot(end, edge) for end in _ends(*edge)]) for edge in edges)

        elements = [stroke("".join(path((edge,)) for edge in self.board), 1, FAINT)]
        for k, (name, edges) in enumerate(sorted(options)):
            ink = (round(255 * part) for part in hls_to_rgb(k * 222 % 360 / 360, 0.42, 0.65))
            elements.append(stroke(path(edges), 3, "#{:02x}{:02x}{:02x}".format(*ink)))
            elements += [
                text_element(self.labels[name], c * half + 4, r * half - 3, 9, ink=INK)
                for r, c in edges
            ]
        return Drawing((columns + 1) * half, (rows + 1) * half, elements)

    def view(self) -> View:
        """The edges as places, and cells among them, where the arrow keys stop."""
        numbers = {edge: k for k, edge in enumerate(self.board)}
        beside = Counter(
            cell for edge in self.board for cell in {*_around(*edge)}.difference(_ends(*edge))
        )
        cells = sorted(cell for cell, edges in beside.items() if edges > 1)

        def mark(option: Any) -> Mark:
            name, edges = option
            return Mark(tuple(numbers[edge] for edge in edges), name, self.labels[name])

        def of_item(item: Any) -> list[int]:
            edges = _around(*item[1:]) if item[0] == "at" else [item]
            return [numbers[edge] for edge in edges if edge in numbers]

        places = [Place(self.item_called(each), _at(*each), _corners(*each)) for each in self.board]
        for r, c in cells:
            x, y = c // 2, r // 2
            corners = ((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1))
            places.append(Place(f"cell r{r + 1}c{c + 1}", _at(r, c), corners, shade="clue"))
        return View(places, mark, of_item, (), [*map(self._piece, self.pieces)], 3)

    def _piece(self, name: str) -> Piece:
        shapes = _turned(self.pieces[name])
        moves = {
            "turn": [_near([(c, -r) for r, c in shape]) for shape in shapes],
            "flip": [_near([(r, -c) for r, c in shape]) for shape in shapes],
        }
        return Piece(
            name, self.labels[name], 1, 1,
            tuple(tuple(_at(*edge) for edge in shape) for shape in shapes),
            tuple(tuple(_corners(*edge) for edge in shape) for shape in shapes),
            {move: tuple(map(shapes.index, made)) for move, made in moves.items()},
        )  # fmt: skip

    def item_called(self, item: Any) -> str:
        if isinstance(item, str):
            return f"piece {item!r}"
        what = "the crossing at" if item[0] == "at" else "edge"
        return f"{what} r{item[-2] + 1}c{item[-1] + 1}"

    def option_called(self, option: Any) -> str:
        return f"{option[0]} on {' '.join(f'r{r + 1}c{c + 1}' for r, c in option[1])}"


def _straight(edges: Edges) -> list[Any]:
    """The points at which these edges go straight on."""
    points = {point for edge in edges for point in _ends(*edge)}
    return [
        ("at", *point)
        for point in sorted(points)
        for up, left, right, down in [[each in edges for each in _around(*point)]]
        if (up and down) or (left and right)
    ]


def _edges(rows: int, columns: int) -> Edges:
    """All edges of a rectangle up to this cell."""
    square = [(r, c) for r in range(2 * rows + 3) for c in range(2 * columns + 3)]
    return tuple((r, c) for r, c in square if (r + c) % 2)


def _drawn(stated: Stated) -> Edges:
    """The edges in a drawing."""
    edges = list[Cell]()
    if sum(len(row.text) for row in stated.drawing) > 4 * MOST_CELLS:
        raise stated.key.fault("too large a drawing", f"{4 * MOST_CELLS:,} characters")
    for r, row in enumerate(stated.drawing):
        for c, sign in enumerate(row.text):
            allowed = " |" if r % 2 and c % 2 == 0 else " " if r % 2 else " -" if c % 2 else " +"
            if sign not in allowed:
                signs = " or ".join(map(repr, allowed[::-1]))
                raise row.fault(repr(sign), f"{signs}, as rows and columns of '+' ask", c)
            edges += [(r, c)] * (sign in "-|")
    if not edges:
        raise stated.key.fault("no edge", "'-' and '|' between points '+'")
    return tuple(edges)
