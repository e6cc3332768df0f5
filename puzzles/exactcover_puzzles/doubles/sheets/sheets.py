"""Sheets for making a jigsaw with two solutions, in millimetres: both solutions, the cutting lines,
and the front and back to print.

All sheets show the same curves (``curves.py``): each shape has one, so that both seams that it cuts
are congruent, by the move that brings one pair of pieces to the other.

The front is printed with the first picture, as the pieces lie in the first solution. The second
picture is on their backs. It is whole when the pieces lie in the second solution and all are turned
over, left to right. The sheet of backs shows each piece's part behind its front, mirrored, so that
a page printed on both sides and turned at its long or left edge fits.
"""

from __future__ import annotations

import itertools
from functools import cached_property
from typing import Any

import numpy as np

import exactcover as xc

from ...jigsaw.pieces import Jigsaw, Placed, Shapes, turned
from ...jigsaw.svg import piece_fills
from ..scrambles import scramble_of
from ..sides import Sides
from .canvas import Canvas, Clip, Picture
from .curves import CuttingCurves, cut_side, cutting_curves, polylines
from .marks import Mark, marks

#: Around boards, between them, above them, in millimetres.
_MARGIN, _GAP, _HEADING = 8.0, 14.0, 12.0
#: Length and distance of the marks at the corners of printed sheets.
_MARK, _MARK_OFF = 4.0, 2.0
#: How far pictures reach beyond the board.
_BLEED = 1.0
#: How much larger a piece of a picture is printed below its neighbours.
_GROWN = 1.03
#: Points on each segment of an outline, from which marks keep clear.
_FINE = 12
_LINE, _CUT = "#4a5058", "#ff0000"
#: With more shapes than this, choosing different curves takes minutes.
_MOST_SHAPES = 3_000

#: The corner where each side of a cell begins, walking clockwise; where it leads; what is out.
#: In the order left, top, right, bottom.
_WALK = (
    ((0.0, 1.0), (0.0, -1.0), (-1.0, 0.0)),
    ((0.0, 0.0), (1.0, 0.0), (0.0, -1.0)),
    ((1.0, 0.0), (0.0, 1.0), (1.0, 0.0)),
    ((1.0, 1.0), (-1.0, 0.0), (0.0, 1.0)),
)


class JigsawSheets:
    """The sheets of a jigsaw with a frame whose pieces as listed are solved; with its second
    solution, if it has one.

    ``edge``: the length of a piece's side, in millimetres.
    """

    def __init__(self, jigsaw: Jigsaw, edge: float, title: str = ""):
        self.jigsaw = jigsaw
        self.edge = edge
        self.title = title or jigsaw.title or "Jigsaw"
        shapes = sorted({abs(shape) for piece in jigsaw.pieces for shape in piece if shape})
        #: The number of each shape's curve, from 1.
        self._curve = {shape: k for k, shape in enumerate(shapes, 1)}
        self.n_shapes = len(shapes)
        first = [Placed(k, 0) for k in range(len(jigsaw.pieces))]
        self.solutions = [first, list(jigsaw.second)] if jigsaw.second else [first]

    @cached_property
    def _curves(self) -> CuttingCurves:
        return cutting_curves(max(1, self.n_shapes))

    @property
    def difference(self) -> float:
        """How far apart the two most similar curves are (Hausdorff distance), in millimetres."""
        return self._curves.difference * self.edge

    @property
    def size(self) -> tuple[float, float]:
        """Width and height of the board in millimetres."""
        return self.jigsaw.columns * self.edge, self.jigsaw.rows * self.edge

    # -- outlines ----------------------------------------------------------------------------

    def side(self, shape: int, s: int) -> Any:
        """Side s of a piece with this shape there, in the cell from (0, 0) to (1, 1)."""
        number = self._curve[abs(shape)] * (1 if shape > 0 else -1) if shape else 0
        corner, along, out = map(np.array, _WALK[s])
        points = cut_side(self._curves, number)
        return corner + points[:, :1] * along + points[:, 1:] * out

    def outline(self, shapes: Shapes) -> Any:
        """The outline of a piece in the cell from (0, 0) to (1, 1), clockwise from (0, 0)."""
        sides = [self.side(shapes[s], s) for s in (1, 2, 3, 0)]
        return np.concatenate([sides[0], *[side[1:] for side in sides[1:]]])

    def _laid(self, solution: list[Placed], cell: int) -> Shapes:
        placed = solution[cell]
        return turned(self.jigsaw.pieces[placed.piece], placed.turn)

    def _where(self, cell: int) -> Any:
        row, column = divmod(cell, self.jigsaw.columns)
        return np.array([column, row], float)

    # -- sheets ------------------------------------------------------------------------------

    def draw_solutions(self) -> Canvas:
        """The solutions side by side; on each piece its number, and an arrow to where its top has
        turned."""
        jigsaw, edge = self.jigsaw, self.edge
        width, height = self.size
        n = len(self.solutions)
        page = 2 * _MARGIN + n * width + (n - 1) * _GAP
        canvas = Canvas(page, 2 * _MARGIN + _HEADING + height, self.title)
        fills, found = piece_fills(jigsaw, self.solutions), self.marks()
        for number, solution in enumerate(self.solutions):
            left = _MARGIN + number * (width + _GAP)
            corner = np.array([left, _MARGIN + _HEADING])
            size = min(6.0, width / 8)
            heading = f"Solution {number + 1}" if n > 1 else "Solution"
            canvas.text(left + width / 2, _MARGIN + _HEADING / 2 - 1, size, heading, bold=True)
            for cell, placed in enumerate(solution):
                where = corner + edge * self._where(cell)
                label = jigsaw.label(placed.piece)
                outline = where + edge * self.outline(self._laid(solution, cell))
                canvas.path(
                    outline,
                    fill=fills[placed.piece],
                    stroke=_LINE,
                    width=max(0.15, edge / 90),
                    name=f"piece {label}",
                )
            # Numbers last: a tab must not cover that of its neighbour.
            for cell, mark in enumerate(found[number]):
                where = corner + edge * self._where(cell)
                label = jigsaw.label(solution[cell].piece)
                x, y = (where + edge * np.array([mark.x, mark.y])).tolist()
                canvas.text(x, y, edge * mark.size, label, halo=True)
                around = np.concatenate([mark.arrow, mark.arrow[:1]])
                canvas.path(_straight(where + edge * around), fill=_LINE)
        return canvas

    def marks(self) -> list[list[Mark]]:
        """Where the number and the arrow of the piece in each cell stand, for each solution."""
        laid = [
            (self._laid(solution, cell), placed)
            for solution in self.solutions
            for cell, placed in enumerate(solution)
        ]
        lines = {shapes: self._points_of(shapes) for shapes, _ in laid}
        found = marks(
            [lines[shapes] for shapes, _ in laid],
            [self.jigsaw.label(placed.piece) for _, placed in laid],
            [placed.turn for _, placed in laid],
        )
        n = len(self.jigsaw.pieces)
        return [found[start : start + n] for start in range(0, len(found), n)]

    def _points_of(self, shapes: Shapes) -> Any:
        """Points close to each other on the outline of a piece."""
        outline = self.outline(shapes)
        return polylines(outline[None], _FINE * (len(outline) - 1) // 3 + 1)[0][:-1]

    def describe(self) -> str:
        """Notes for the cutter."""
        jigsaw = self.jigsaw
        seams = (jigsaw.columns - 1) * jigsaw.rows + jigsaw.columns * (jigsaw.rows - 1)
        text = (
            f"{self.size[0]:g} x {self.size[1]:g} mm, {xc.text.counted(seams, 'seam')} of"
            f" {xc.text.counted(self.n_shapes, 'shape')}"
        )
        if self.n_shapes > 1:
            text += f"; the two most alike are {self.difference:.2f} mm apart"
        return text

    def draw_cuts(self) -> Canvas:
        """The first solution as lines to cut: each seam one curve, then the frame."""
        jigsaw, edge = self.jigsaw, self.edge
        width, height = self.size
        canvas = Canvas(width + 2 * _MARGIN, height + 2 * _MARGIN, self.title, self.describe())
        corner = np.array([_MARGIN, _MARGIN])
        for cell in range(len(jigsaw.pieces)):
            for s in (2, 3):
                shape = jigsaw.pieces[cell][s]
                if shape:
                    curve = corner + edge * (self._where(cell) + self.side(shape, s))
                    canvas.path(curve, stroke=_CUT, width=0.1, name=f"shape {abs(shape)}")
        canvas.path(self._frame(corner), stroke=_CUT, width=0.1, name="frame")
        return canvas

    def _frame(self, corner: Any) -> Any:
        width, height = self.size
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height], [0, 0]], float)
        return _straight(corner + corners)

    @property
    def _picture(self) -> tuple[float, float, float, float]:
        """The rectangle that a picture fills: a little more than the board."""
        width, height = self.size
        around = _MARGIN - _BLEED
        return around, around, width + 2 * _BLEED, height + 2 * _BLEED

    def draw_front(self, picture: Picture) -> Canvas:
        """The first picture, as the pieces lie in the first solution."""
        width, height = self.size
        canvas = self._sheet("front")
        corner = np.array([_MARGIN, _MARGIN])
        middle = _MARGIN + width / 2, _MARGIN + height / 2
        grown = middle + (self._frame(corner) - middle) * (1 + 2 * _BLEED / np.array(self.size))
        canvas.clip(picture, Clip(*self._picture, middle, middle, 0, grown))
        self._marks(canvas)
        return canvas

    def draw_back(self, picture: Picture) -> Canvas:
        """The second picture, taken apart so that it is seen on the back of the second solution.

        Raises ValueError without a second solution.
        """
        if len(self.solutions) < 2:
            raise ValueError("a back needs a second solution")
        jigsaw, edge = self.jigsaw, self.edge
        columns = jigsaw.columns
        canvas = self._sheet("back")
        lies = {placed.piece: cell for cell, placed in enumerate(jigsaw.second)}

        def behind(cell: int) -> tuple[float, float]:
            """The middle of a cell when the board is turned over."""
            column, row = self._where(cell).tolist()
            return _MARGIN + edge * (columns - 0.5 - column), _MARGIN + edge * (row + 0.5)

        # Each piece a little larger first, so that no paper shows between them; no farther than the
        # picture reaches.
        for grown in (min(_GROWN, 1 + _BLEED / edge), 1):
            for piece, shapes in enumerate(jigsaw.pieces):
                cell = lies[piece]
                # Turned over, a piece that was turned clockwise is turned the other way.
                outline = edge * (self.outline(shapes) - 0.5) * (-1, 1)
                target, quarters = behind(piece), jigsaw.second[cell].turn
                shown = target + grown * outline
                canvas.clip(picture, Clip(*self._picture, behind(cell), target, quarters, shown))
        self._marks(canvas)
        return canvas

    def _sheet(self, which: str) -> Canvas:
        width, height = self.size
        return Canvas(width + 2 * _MARGIN, height + 2 * _MARGIN, f"{self.title}: {which}")

    def _marks(self, canvas: Canvas) -> None:
        """Marks at the corners of the board, to lay the sheets on each other."""
        width, height = self.size
        for x, outward_x in ((_MARGIN, -1), (_MARGIN + width, 1)):
            for y, outward_y in ((_MARGIN, -1), (_MARGIN + height, 1)):
                for dx, dy in ((outward_x, 0), (0, outward_y)):
                    ends = [(x + k * dx, y + k * dy) for k in (_MARK_OFF, _MARK_OFF + _MARK)]
                    canvas.path(_straight(np.array(ends)), stroke="#000000", width=0.15)


def solved_sheets(jigsaw: Jigsaw, name: str, edge: float) -> JigsawSheets:
    """The sheets of a jigsaw whose pieces are listed in the order of the first solution.

    ``name``: of its file; ``edge``: of a piece, in millimetres. Raises
    :class:`exactcover.FileFault` for others.
    """
    sides = Sides(jigsaw.columns, jigsaw.rows)
    p = [shape for piece in jigsaw.pieces for shape in piece]
    solved = sides.verify(p) and sides.keeps_border(p)
    if jigsaw.fit != "opposite" or jigsaw.border != "frame" or not solved:
        found = "the pieces as listed are not a solved jigsaw with a frame, tabs and blanks"
        raise xc.FileFault(name, 0, 0, found, "a file of puzzles doubles perfect or double")
    if jigsaw.second:
        try:
            solved = scramble_of(jigsaw).verify(p)
        except ValueError:
            solved = False
        if not solved:
            found = "its lines 'second:' are not a solution"
            raise xc.FileFault(name, 0, 0, found, "a solution (puzzles doubles verify checks it)")
    n_shapes = len({abs(shape) for shape in p if shape})
    if n_shapes > _MOST_SHAPES:
        raise xc.FileFault(name, 0, 0, f"{n_shapes:,} shapes", f"up to {_MOST_SHAPES:,}")
    return JigsawSheets(jigsaw, edge)


def _straight(corners: Any) -> Any:
    """A line from corner to corner, as Bezier curves."""
    points = [corners[:1]]
    for one, other in itertools.pairwise(corners):
        points.append(one + (other - one) * np.array([[1 / 3], [2 / 3], [1.0]]))
    return np.concatenate(points)
