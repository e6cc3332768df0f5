"""Read and write drawings of cells in files."""

from __future__ import annotations

from ..shared.source import Stated
from .grids import CUBIC, SQUARE, Cell, Cells, Grid
from .polyforms import Painted

#: The fault of a layer that has no line, not even one without cells.
_NO_LAYER = "a layer without a line", "a layer, or '.' for one without cells"


def cells_drawn(
    grid: Grid, stated: Stated, most: int, letters: bool = False
) -> tuple[Cells, Painted]:
    """The cells of the drawing below a word, and with ``letters`` those that stand on them.

    Raises :class:`exactcover.FileFault`, also for more than ``most`` cells.
    """
    if stated.value.text:
        raise stated.value.fault(f"cannot read {stated.value.text[:40]!r}", "the drawing below")
    cells: list[Cell] = []
    painted: dict[Cell, str] = {}
    marks, shift = grid.marks, None
    layer: Cell = () if grid.layer is None else (0,)
    row = 0
    for line in stated.drawing:
        if layer and {*line.text.strip()} == {"-"}:
            if not row:
                raise line.fault(*_NO_LAYER)
            layer, row = (layer[0] + 1,), 0
            continue
        for column, mark in enumerate(line.text):
            if mark in ". ":
                continue
            letter = mark if letters and grid in (SQUARE, CUBIC) and mark.isalpha() else ""
            if cells and bool(letter) != bool(painted):
                expected = "letters on all cells of a drawing, or on none"
                raise line.fault(f"{mark!r} in a drawing", expected, column)
            shape = "#" if letter else mark
            if shape not in marks:
                expected = f"{' or '.join(marks)} for a cell, or . for none"
                raise line.fault(f"{mark!r} in a drawing", expected, column)
            kind = (row + column + marks.index(shape)) % grid.parity
            shift = kind if shift is None else shift  # (It may begin on either kind of cell.)
            if shift != kind:
                found = f"{mark!r} out of line with the first cell of the drawing"
                raise line.fault(found, grid.alignment, column)
            cells.append((*layer, row, column + shift))
            if letter:
                painted[cells[-1]] = letter
        if len(cells) > most:
            raise line.fault(f"more than {most:,} cells", "a smaller drawing")
        row += 1
    if not cells:
        expected = f"lines below it with {' or '.join(marks)} for a cell"
        raise stated.value.fault("no drawing", expected)
    if layer and not row:
        raise stated.drawing[-1].fault(*_NO_LAYER)
    return tuple(sorted(cells)), painted


def drawing_lines(grid: Grid, cells: Cells, painted: Painted) -> tuple[list[str], Cell]:
    """The drawing of cells, and by what it shifts them: :func:`cells_drawn` finds the first row
    and column at 0."""
    firsts = [min(numbers) for numbers in zip(*cells, strict=True)]
    off = sum(firsts) % grid.parity
    shift = tuple(-first for first in firsts)
    lines: list[str] = []
    *layers, top, left = firsts
    *_, bottom, right = (max(numbers) for numbers in zip(*cells, strict=True))
    known = set(cells)
    deepest = max(cell[0] for cell in cells) if layers else 0
    for layer in range(layers[0], deepest + 1) if layers else (None,):
        if lines:
            lines.append("---")
        for row in range(top, bottom + 1):
            line = ""
            for column in range(left, right + 1):
                cell = (row, column) if layer is None else (layer, row, column)
                if cell in known:
                    line += painted.get(cell) or grid.marks[grid.kind(cell)]
                else:
                    line += "." if grid.has(cell) or column == left else " "
            lines.append(line.rstrip())
    return lines, (*shift[:-1], shift[-1] + off)
