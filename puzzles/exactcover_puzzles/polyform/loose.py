"""``--tray`` and ``--challenge``: draw an empty tray and its loose pieces.

Pieces that every solution has at the same place (``given:``) lie in the tray. The pieces have the
same colours and labels on the sheet and in its solution. Without a paper, a drawing has a page of
its own size; on paper it has its true size, a ruler to check that, and as many pages as it takes.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.paper import PAPERS, PIXELS, Paper
from ..shared.svg_page import INK, Drawing, moved, page, sentences
from ..shared.svg_text import closed, escaped, line, number
from .cutting import (
    Cut,
    NoSheet,
    Ring,
    Sizes,
    at_origin,
    check_sizes,
    cut_of,
    footprint,
    moved_outwards,
    on_pages,
    rings_of,
    shifted,
    tray_beside_pieces,
)
from .outlines import inner_edges, legend
from .plane_view import VACANT, PlaneView, Region, Spot, placed_labels
from .polyforms import Placement
from .svg import fills_of, key_of, labels_drawn, solution_drawing

if TYPE_CHECKING:
    from .adapter import Polyform

#: Of a cell on a page of its own size, in pixels.
_EDGE = 28.0
#: Between pieces, and between the drawing and the key.
_GAP = 14.0
#: The rounding error allowed in the edge of a cell.
_ROUNDED = 1e-6
#: Nodes for finding out how many solutions a challenge has.
_NODES = 2_000_000


def tray_pages(polyform: Polyform, sizes: Sizes, paper: str = "") -> list[str]:
    """The empty tray with its pieces. Raises :class:`.NoSheet` for a solid, for too many pieces,
    and for a tray that is larger than the paper."""
    laid = _Laid(polyform, (), _in_pixels(sizes, paper))
    if paper:
        return _on_paper(PAPERS[paper], laid, [])
    cut = tray_beside_pieces(polyform.puzzle, laid.sizes, laid.names)
    return [page([laid.with_key(laid.drawing(cut))], polyform.title)]


def challenge_pages(polyform: Polyform, sizes: Sizes, paper: str = "") -> list[str]:
    """A sheet to print: the title, a question, the empty tray and the loose pieces below it; and a
    solution, if one is soon found. Raises :class:`.NoSheet` as :func:`tray_pages` does."""
    empty = _Laid(polyform, (), _in_pixels(sizes, paper))
    cut = cut_of(polyform.puzzle, empty.sizes, empty.names)
    question, answer, solution = _found(polyform)
    laid = replace(empty, solution=solution)
    said = _conditions(polyform)
    if paper:
        pages = _on_paper(PAPERS[paper], laid, [question, *said])
    else:
        foot = partial(sentences, said) if said else None
        sheet = laid.with_key(laid.drawing(cut))
        pages = [page([sheet], polyform.title, captions=[question], foot=foot)]
    if solution:
        grid, board = polyform.puzzle.grid, polyform.puzzle.board
        edge = {"edge": laid.sizes.mm} if paper else {}
        drawn = solution_drawing(
            grid, board, solution, laid.fills, labels=polyform.labels, always_short=True, **edge
        )
        if paper:
            pages.append(_solution_on_paper(PAPERS[paper], drawn, polyform.title, answer))
        else:
            pages.append(page([drawn], polyform.title, captions=[answer]))
    return pages


def _in_pixels(sizes: Sizes, paper: str) -> Sizes:
    """The sizes in pixels: on paper the true ones, else such that a cell has the usual edge."""
    check_sizes(sizes)
    scaled = sizes.scaled(PIXELS if paper else _EDGE / sizes.mm)
    return replace(scaled, gap=_GAP)


def _on_paper(paper: Paper, laid: _Laid, said: Sequence[str]) -> list[str]:
    """The tray below its title and some sentences, and the pieces in rows, in true size."""
    title, sizes, largest = laid.polyform.title, laid.sizes, 0.0
    for turned in (paper, paper.turned):
        width, height = turned.room
        head, key = turned.head(title, said), laid.key(width)
        top = head.height + key.height + _GAP
        cut = cut_of(laid.polyform.puzzle, sizes, laid.names, width)
        edge = _largest_edge(laid, cut, width, height - top, height)
        if edge >= sizes.mm - _ROUNDED:
            break
        largest = max(largest, edge)
    else:
        found = f"{turned.name} has no room for cells of {sizes.mm / PIXELS:g} mm"
        edge = math.floor(10 * largest / PIXELS + _ROUNDED) / 10
        raise NoSheet(f"{found}; the largest edge that fits is {edge:g} mm")
    pages = []
    parts = on_pages(cut, height - top, height)
    for k, part in enumerate(parts, 1):
        drawn = [*laid.drawing(part).elements]
        if k == 1:
            below = [*moved(key.elements, 0, head.height), *moved(drawn, 0, top)]
            drawn = [*head.elements, *below]
        pages.append(turned.page(drawn, title, f"page {k} of {len(parts)}" if parts[1:] else ""))
    return pages


def _largest_edge(laid: _Laid, cut: Cut, width: float, first: float, height: float) -> float:
    """The largest edge of a cell with which the tray and each piece have room."""
    puzzle, mm = laid.polyform.puzzle, laid.sizes.mm
    things = [(cut.tray, (puzzle.grid, puzzle.board), first)]
    things += [(rings, footprint(puzzle, name), height) for name, rings in dict(cut.pieces).items()]
    edges = []
    for rings, cells, high in things:
        _, *sides = at_origin(rings)
        _, *cells_alone = at_origin(rings_of(*cells, mm))
        # Walls and clearance stay as they are, whatever the edge.
        for room, side, alone in zip((width, high), sides, cells_alone, strict=True):
            edges.append((room - side + alone) * mm / alone)
    return min(edges)


def _solution_on_paper(paper: Paper, drawn: Drawing, title: str, said: str) -> str:
    """A solution in true size, or smaller if it has no room."""
    head, (width, height) = paper.head(title, [said]), paper.room
    scale = min(1.0, width / drawn.width, (height - head.height) / drawn.height)
    scaled = [f'<g transform="scale({number(scale, 4)})">', *drawn.elements, "</g>"]
    return paper.page([*head.elements, *moved(scaled, 0, head.height)], title, "")


def _conditions(polyform: Polyform) -> list[str]:
    """The further conditions on a solution, as sentences."""
    puzzle = polyform.puzzle
    usual = puzzle.turn, puzzle.reflect
    said = [] if usual == ("yes", True) else [f"Pieces may {_moves(*usual)}."]
    for name, moves in puzzle.moving.items():
        said += [f"{xc.text.printable(name)} may {_moves(*moves)}."] * (moves != usual)
    if puzzle.holes is not None:
        least, most = puzzle.holes
        number = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        said.append(f"{number} {'cell stays' if number == '1' else 'cells stay'} open.")
    if puzzle.optional:
        cells = ", ".join(cell_name(*cell) for cell in puzzle.optional)
        said.append(f"Only these cells may stay open: {cells}.")
    said += [
        f"Exactly one of these cells stays open: {', '.join(cell_name(*cell) for cell in cells)}."
        for cells in puzzle.one_open.values()
    ]
    if puzzle.colours:
        said.append("Pieces of the same colour must not touch along an edge.")
    said += [f"Not allowed: {polyform.option_called(each)}." for each in puzzle.forbidden]
    if puzzle.painted:
        said.append("The letters of a piece must lie on the same letters of the tray.")
    return said


def _moves(turn: str, reflect: bool) -> str:
    """How a piece may be moved, after "may"."""
    if turn == "no":
        return "not be turned"
    by = "be turned" if turn == "yes" else "be turned by half a turn"
    return f"{by} and turned over" if reflect else f"{by}, but not turned over"


def _found(polyform: Polyform) -> tuple[str, str, tuple[Placement, ...]]:
    """The question, with the number of solutions if it is quickly known; a caption of the solution
    found, and the solution."""
    ask = f"Fill the tray with {_pieces_in_words(polyform)}."
    if polyform.misfit is not None:
        return f"{ask} (It cannot be done.)", "", ()
    answers = polyform.solutions(2, nodes=_NODES)
    found = list(answers)
    if not found:
        return f"{ask} (It cannot be done.)" if answers.stopped is None else ask, "", ()
    solution = polyform.puzzle.placed(found[0])
    if len(found) == 2:
        return f"{ask} There are several ways.", "One of the solutions", solution
    if answers.stopped is not None:
        return ask, "A solution", solution
    up_to = f" {polyform.up_to}" if polyform.symmetry is not None else ""
    return f"{ask} There is exactly one way{up_to}.", f"The only solution{up_to}", solution


def _pieces_in_words(polyform: Polyform) -> str:
    bounds = polyform.puzzle.bounds.values()
    given = sum(isinstance(each, Placement) for each in polyform.puzzle.given)
    least, most = (sum(each[k] for each in bounds) - given for k in (0, 1))
    pieces = xc.text.counted(most, "loose piece" if given else "piece")
    if least == most:
        return f"the {pieces}"
    return f"{max(least, 0):,} or more of the {pieces}" if least > 0 else f"some of the {pieces}"


@dataclass(frozen=True)
class _Laid:
    """A tray with its loose pieces, for a puzzle of which a solution may be known; ``sizes`` are
    in pixels."""

    polyform: Polyform
    solution: Sequence[Placement]
    sizes: Sizes

    @cached_property
    def given(self) -> list[Placement]:
        """The pieces that lie in the tray."""
        return [each for each in self.polyform.puzzle.given if isinstance(each, Placement)]

    @property
    def names(self) -> list[str]:
        """Their names."""
        return [each.piece for each in self.given]

    @cached_property
    def fills(self) -> Mapping[str, str]:
        """The colour of each piece, on the sheet and in the solution."""
        puzzle = self.polyform.puzzle
        known = [self.solution] if self.solution else []
        return fills_of(puzzle.grid, puzzle.board, known, puzzle.pieces)

    def key(self, width: float) -> Drawing:
        """The key to the labels of the pieces."""
        elements, wide, high = key_of(legend(self.polyform.labels), self.fills, width)
        return Drawing(wide, high, elements)

    def drawing(self, cut: Cut) -> Drawing:
        """What ``cut`` lays out, with labels on the pieces, from the corner of its tray on."""
        puzzle, edge = self.polyform.puzzle, self.sizes.mm
        # The margins are those of the page.
        left, top = _corner(cut.tray[:1]) if cut.tray else (0.0, 0.0)
        elements: list[str] = []
        regions: list[Region] = []
        if cut.tray:
            view = PlaneView(puzzle.grid, puzzle.board, edge)
            board = self._board(shifted(cut.tray[1:], -left, -top))
            inner = inner_edges(puzzle.grid, puzzle.board)
            dashes = "".join(line(map(view.spot, edge)) for edge in inner)
            elements += [
                f'<path class="tray" d="{closed(shifted(cut.tray, -left, -top))}" fill="{VACANT}"'
                f' stroke="{INK}" fill-rule="evenodd" stroke-width="2" stroke-linejoin="round"/>',
                *moved([f'<path d="{dashes}" fill="none" stroke="{INK}" stroke-width="0.5"'
                        ' stroke-opacity="0.4"/>'], *board),
            ]  # fmt: skip
            for name, cells in self.given:
                rings = shifted(view.loops(cells), *board)
                elements.append(self._piece("given", name, rings))
                regions += [each.moved(*board) for each in view.regions([Placement(name, cells)])]
        for name, rings in cut.pieces:
            rings = shifted(rings, -left, -top)
            elements.append(self._piece("loose", name, rings))
            shape = puzzle.orientations[name][0]
            alone = PlaneView(puzzle.grid, shape, edge)
            regions += [
                each.moved(*_corner(rings)) for each in alone.regions([Placement(name, shape)])
            ]
        placed = placed_labels(regions, edge, self.polyform.labels, always_short=True)
        elements += labels_drawn(placed)
        return Drawing(cut.width - 2 * _GAP, cut.height - 2 * _GAP, elements)

    def with_key(self, drawn: Drawing) -> Drawing:
        """A drawing with the key below it."""
        key, width, height = self.key(drawn.width), drawn.width, drawn.height
        if not key.elements:
            return drawn
        elements = [*drawn.elements, *moved(key.elements, 0, height + _GAP)]
        return Drawing(max(width, key.width), height + _GAP + key.height, elements)

    def _board(self, hole: Sequence[Ring]) -> Spot:
        """Where the corner of the board is, if this is its hole, which may be larger."""
        puzzle, outwards = self.polyform.puzzle, self.sizes.clearance / 2
        rings = rings_of(puzzle.grid, puzzle.board, self.sizes.mm, joined=outwards > 0)
        (x, y), (left, top) = moved_outwards(rings[0], outwards)[0], _corner(rings)
        return hole[0][0][0] - x + left, hole[0][0][1] - y + top

    def _piece(self, kind: str, name: str, rings: Sequence[Sequence[Spot]]) -> str:
        return (
            f'<path class="{kind}" d="{closed(rings)}" fill="{self.fills[name]}" stroke="{INK}"'
            ' fill-rule="evenodd" stroke-width="2" stroke-linejoin="round">'
            f"<title>{escaped(name)}</title></path>"
        )


def _corner(rings: Sequence[Sequence[Spot]]) -> Spot:
    """The upper left corner of the box around rings."""
    xs, ys = zip(*(spot for ring in rings for spot in ring), strict=True)
    return min(xs), min(ys)
