"""``--tray`` and ``--challenge``: draw an empty tray and its loose pieces.

Pieces that every solution has at the same place (``given:``) lie in the tray. The pieces have the
same colours and labels on the sheet and in its solution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.svg_page import INK, Drawing, moved, page, sentences
from ..shared.svg_text import closed, escaped, line
from .cutting import Cut, cut_of, shifted, tray_beside_pieces
from .outlines import inner_edges, legend
from .plane_view import VACANT, PlaneView, Region, Spot, placed_labels
from .polyforms import Placement
from .svg import fills_of, key_of, labels_drawn, solution_drawing

if TYPE_CHECKING:
    from .adapter import Polyform

#: Of a cell, in pixels.
_EDGE = 28.0
#: Between pieces, and between the drawing and the key.
_GAP = 14.0
#: Nodes for finding out how many solutions a challenge has.
_NODES = 2_000_000


def tray_page(polyform: Polyform) -> str:
    """The empty tray with the pieces next to it. Raises :class:`.NoSheet` for a solid, and for too
    many pieces."""
    laid = _Laid(polyform, ())
    cut = tray_beside_pieces(polyform.puzzle, _EDGE, _GAP, laid.names)
    return page([laid.drawing(cut)], polyform.title)


def challenge_pages(polyform: Polyform) -> list[str]:
    """A sheet to print: the title, a question, the empty tray and the loose pieces below it; and a
    solution, if one is soon found. Raises :class:`.NoSheet` as :func:`tray_page` does."""
    cut = cut_of(polyform.puzzle, _EDGE, 0.0, _GAP, _Laid(polyform, ()).names)
    question, answer, solution = _found(polyform)
    laid = _Laid(polyform, solution)
    said = _conditions(polyform)
    foot = partial(sentences, said) if said else None
    pages = [page([laid.drawing(cut)], polyform.title, captions=[question], foot=foot)]
    if solution:
        grid, board = polyform.puzzle.grid, polyform.puzzle.board
        drawn = solution_drawing(
            grid, board, solution, laid.fills, labels=polyform.labels, always_short=True
        )
        pages.append(page([drawn], polyform.title, captions=[answer]))
    return pages


def _conditions(polyform: Polyform) -> list[str]:
    """The further conditions on a solution, as sentences."""
    puzzle = polyform.puzzle
    said = [] if puzzle.reflect else ["Pieces may be turned, but not turned over."]
    if puzzle.holes is not None:
        least, most = puzzle.holes
        number = f"{most:,}" if least == most else f"{least:,} to {most:,}"
        said.append(f"{number} {'cell stays' if number == '1' else 'cells stay'} open.")
    if puzzle.optional:
        cells = ", ".join(cell_name(*cell) for cell in puzzle.optional)
        said.append(f"Only these cells may stay open: {cells}.")
    if puzzle.colours:
        said.append("Pieces of the same colour must not touch along an edge.")
    said += [f"Not allowed: {polyform.option_called(each)}." for each in puzzle.forbidden]
    if puzzle.painted:
        said.append("The letters of a piece must lie on the same letters of the tray.")
    return said


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
    given = len(_Laid(polyform, ()).names)
    least, most = (sum(each[k] for each in bounds) - given for k in (0, 1))
    pieces = xc.text.counted(most, "loose piece" if given else "piece")
    if least == most:
        return f"the {pieces}"
    return f"{max(least, 0):,} or more of the {pieces}" if least > 0 else f"some of the {pieces}"


@dataclass(frozen=True)
class _Laid:
    """A tray with its loose pieces, for a puzzle of which a solution may be known."""

    polyform: Polyform
    solution: Sequence[Placement]

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

    def drawing(self, cut: Cut) -> Drawing:
        """What ``cut`` lays out, with labels on the pieces and a key to these."""
        puzzle, labels = self.polyform.puzzle, self.polyform.labels
        view = PlaneView(puzzle.grid, puzzle.board, _EDGE)
        # The margins are those of the page.
        left, top = _corner(cut.tray[:1])
        board = _corner(shifted(cut.tray[1:], -left, -top))
        inner = inner_edges(puzzle.grid, puzzle.board)
        dashes = "".join(line(map(view.spot, edge)) for edge in inner)
        elements = [
            f'<path class="tray" d="{closed(shifted(cut.tray, -left, -top))}" fill="{VACANT}"'
            f' stroke="{INK}" fill-rule="evenodd" stroke-width="2" stroke-linejoin="round"/>',
            *moved([f'<path d="{dashes}" fill="none" stroke="{INK}" stroke-width="0.5"'
                    ' stroke-opacity="0.4"/>'], *board),
        ]  # fmt: skip
        regions: list[Region] = []
        for name, cells in self.given:
            rings = shifted(view.loops(cells), *board)
            elements.append(self._piece("given", name, rings))
            regions += [each.moved(*board) for each in view.regions([Placement(name, cells)])]
        for name, rings in cut.pieces:
            rings = shifted(rings, -left, -top)
            elements.append(self._piece("loose", name, rings))
            shape = puzzle.orientations[name][0]
            alone = PlaneView(puzzle.grid, shape, _EDGE)
            regions += [
                each.moved(*_corner(rings)) for each in alone.regions([Placement(name, shape)])
            ]
        placed = placed_labels(regions, _EDGE, labels, always_short=True)
        elements += labels_drawn(placed)
        width, height = cut.width - 2 * _GAP, cut.height - 2 * _GAP
        key, across, down = key_of(legend(labels), self.fills, width)
        if key:
            elements += moved(key, 0, height + _GAP)
            width, height = max(width, across), height + _GAP + down
        return Drawing(width, height, elements)

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
