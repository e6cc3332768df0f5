"""The text format of polyform puzzles: a board and pieces, drawn.

    # Lines that begin with # are comments (outside a drawing).
    title: Two pieces in a square
    grid: square
    reflect: yes

    board:
    ###
    ###

    piece corner:
    #.
    ##

    piece corner two:
    ##
    .#

* ``grid: square``, ``triangular``, ``hexagonal`` or ``cubic``; it comes before every drawing.
* ``pieces:`` names whole families, separated by commas: ``pentominoes``, ``hexiamonds``,
  ``tetrahexes``, ``pentacubes``, ….
* ``reflect: yes`` or ``no``: whether pieces may be turned over. If not, a family has both hands of
  each piece that differs from its mirror image: 18 pentominoes instead of 12. The default is
  ``yes``, but ``no`` on the cubic grid: no turn in space makes a solid piece its mirror image.
  (A flat piece of cubes can still be turned over: that is a turn in space.)
* ``use: all`` (the default) or ``any``: whether every piece must be used, or some may be left out.
* ``board:`` and ``piece NAME:`` are followed by a drawing, which ends at a blank line or at the
  next of these words. ``.`` or a space is no cell. On the square grid ``#`` is a cell; on the
  triangular grid ``^`` is a cell that points up and ``v`` one that points down, which must
  alternate along rows and columns.
* On the hexagonal grid ``#`` is a cell, too. Cells stand in every second column, and each row is
  shifted by one column from the next, as hexagons are by half of their width::

      board:
       # #
      # # #
       # #

* On the cubic grid a drawing has layers, the top one first, with a line of ``-`` between them.
  So each layer is a drawing as on the square grid, and layers need not line up with each other::

      piece tripod:
      #.
      ..
      ---
      ##
      #.

Two solutions count as the same up to symmetry if a motion of the board makes one of the other. If
pieces may not be turned over, reflections of the board count only where the mirror image of each
piece is also a piece, as in the Soma cube.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from difflib import get_close_matches
from pathlib import Path

import exactcover as xc

from ..shared.shipped import shipped
from ..shared.source import Source
from .grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR, Cell, Cells, Grid
from .polyforms import PolyformPuzzle, canonical, free_polyforms, orientations

__all__ = [
    "FAMILIES",
    "LARGEST_BOARD",
    "PolyformFile",
    "family",
    "puzzle_of",
    "read_polyform_file",
    "read_puzzle",
]

#: More cells than this are a mistake, not a puzzle.
LARGEST_BOARD = 100_000

_OMINOES = ("mon", "d", "tr", "tetr", "pent", "hex", "hept", "oct", "non", "dec")
_IAMONDS = ("mon", "", "tr", "tetr", "pent", "hex", "hept", "oct", "non", "dec")
_HEXES = ("mono", "di", "tri", "tetra", "penta", "hexa", "hepta")
#: The families by name: grid and number of cells.
FAMILIES: Mapping[str, tuple[Grid, int]] = {
    **{f"{prefix}ominoes": (SQUARE, size) for size, prefix in enumerate(_OMINOES, 1)},
    **{f"{prefix or 'd'}iamonds": (TRIANGULAR, size) for size, prefix in enumerate(_IAMONDS, 1)},
    **{f"{prefix}hexes": (HEXAGONAL, size) for size, prefix in enumerate(_HEXES, 1)},
    **{f"{prefix}cubes": (CUBIC, size) for size, prefix in enumerate(_HEXES[:6], 1)},
}


class _Lines:
    """The lines of a file, with the place of each."""

    def __init__(self, path: str, text: str):
        self.path = path
        self.lines = xc.cli.LINE_ENDS.split(text)
        self.number = 0
        #: The last line of the last drawing.
        self.drawn_until = 0

    def next(self) -> str | None:
        """The next line, or None at the end; ``number`` is then its number, from 1."""
        if self.number >= len(self.lines):
            return None
        self.number += 1
        return self.lines[self.number - 1]

    def fault(self, column: int, found: str, expected: str) -> xc.FileFault:
        return xc.FileFault(self.path, self.number, column, found, expected)


class PolyformFile:
    """What a file says: the parts of a puzzle, any of which may be missing."""

    def __init__(self) -> None:
        self.title = ""
        self.grid: Grid | None = None
        #: None if it is not stated.
        self.stated_reflect: bool | None = None
        self.use_all = True
        self.board: Cells = ()
        self.pieces: dict[str, Cells] = {}
        #: Families named in ``pieces:``, and the line that names them.
        self.families: list[str] = []
        self.families_line = 0

    @property
    def reflect(self) -> bool:
        """Whether pieces may be turned over: as stated, or else as is usual on the grid."""
        if self.stated_reflect is None:
            return self.grid is None or self.grid.reflect
        return self.stated_reflect


def read_polyform_file(path: str, text: str) -> PolyformFile:
    """Read the text of a file; ``path`` is for messages. Raises :class:`exactcover.FileFault`."""
    lines = _Lines(path, text)
    result = PolyformFile()
    seen: set[str] = set()
    while (line := lines.next()) is not None:
        if not line.strip():
            continue
        if _goes_on(lines, line):
            found = "a drawing goes on after an empty line"
            raise lines.fault(1, found, "a '.' in its empty rows (or a comment with words)")
        if line.lstrip().startswith("#"):
            continue
        word = _keyword(line)
        key, _, value = line.partition(":")
        key, value = key.strip(), value.strip()
        if word is None:
            expected = "'title:', 'grid:', 'pieces:', 'reflect:', 'use:', 'board:' or 'piece NAME:'"
            expected += _did_you_mean(key, _READERS, ":")
            raise lines.fault(1, f"cannot read {line.strip()[:40]!r}", expected)
        if key in seen:
            raise lines.fault(1, f"{key!r} is stated twice", "it once")
        seen.add(key)
        _READERS[word](result, lines, key, value)
    _add_families(result, lines)
    return result


def _keyword(line: str) -> str | None:
    """The word that says what a line is, or None if it does not begin with one."""
    key, colon, _ = line.partition(":")
    words = key.split()
    if not colon or not words or words[0] not in _READERS:
        return None
    return words[0] if len(words) == 1 or words[0] == "piece" else None


def _goes_on(lines: _Lines, line: str) -> bool:
    """Whether a line that follows a drawing and blank lines looks like more of that drawing."""
    between = lines.lines[lines.drawn_until : lines.number - 1]
    return lines.drawn_until > 0 and not "".join(between).strip() and set(line) <= set("#^v-. ")


def _did_you_mean(word: str, known: Iterable[str], end: str = "") -> str:
    near = get_close_matches(word.lower(), known, n=1)
    return f"; did you mean '{near[0]}{end}'?" if near else ""


def _read_title(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.title = value


def _read_grid(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    if value not in GRIDS:
        raise lines.fault(_column(lines, value), f"no grid is called {value!r}", " or ".join(GRIDS))
    result.grid = GRIDS[value]


def _read_pieces(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    for name in (part.strip() for part in value.split(",")):
        if name not in FAMILIES:
            expected = "names such as pentominoes or hexiamonds, separated by commas"
            expected += _did_you_mean(name, FAMILIES)
            raise lines.fault(_column(lines, name), f"no family is called {name!r}", expected)
        grid, _ = FAMILIES[name]
        if result.grid is None:
            raise lines.fault(1, "'pieces:' before 'grid:'", "the grid first")
        if grid is not result.grid:
            found = f"the {name} live on the {grid.name} grid"
            expected = f"pieces of the {result.grid.name} grid"
            raise lines.fault(_column(lines, name), found, expected)
        result.families.append(name)
    result.families_line = lines.number


def _add_families(result: PolyformFile, lines: _Lines) -> None:
    """Add the families' pieces before the drawn ones, now that ``reflect:`` is known."""
    lines.number = result.families_line
    drawn, result.pieces = result.pieces, {}
    for name in result.families:
        for piece, cells in family(name, reflect=result.reflect).items():
            _add_piece(result, lines, piece, cells)
    for piece in drawn.keys() & result.pieces.keys():
        found = f"{piece!r} is also the name of a drawn piece"
        raise lines.fault(1, found, "names that differ")
    result.pieces |= drawn


def _read_yes_no(value: str, lines: _Lines, yes: str, no: str) -> bool:
    if value not in (yes, no):
        raise lines.fault(_column(lines, value), f"cannot read {value!r}", f"{yes} or {no}")
    return value == yes


def _read_reflect(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.stated_reflect = _read_yes_no(value, lines, "yes", "no")


def _read_use(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.use_all = _read_yes_no(value, lines, "all", "any")


def _read_board(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.board = _drawing(result, lines, value)


def _read_piece(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    name = key[len("piece") :].strip()
    if not name:
        raise lines.fault(1, "a piece without a name", "'piece NAME:'")
    _add_piece(result, lines, name, _drawing(result, lines, value))


def _add_piece(result: PolyformFile, lines: _Lines, name: str, cells: Cells) -> None:
    if name in result.pieces:
        raise lines.fault(1, f"two pieces are called {name!r}", "names that differ")
    result.pieces[name] = cells


_READERS: Mapping[str, Callable[[PolyformFile, _Lines, str, str], None]] = {
    "title": _read_title,
    "grid": _read_grid,
    "pieces": _read_pieces,
    "reflect": _read_reflect,
    "use": _read_use,
    "board": _read_board,
    "piece": _read_piece,
}


def _column(lines: _Lines, value: str) -> int:
    """Where in the present line a value stands."""
    line = lines.lines[lines.number - 1]
    return line.find(value, line.find(":") + 1) + 1 if value else len(line) + 1


def _drawing(result: PolyformFile, lines: _Lines, value: str) -> Cells:
    """The cells of the drawing that begins on the next line and ends at a blank one."""
    grid = result.grid
    if grid is None:
        raise lines.fault(1, "a drawing before 'grid:'", "the grid first")
    if value:
        raise lines.fault(_column(lines, value), f"cannot read {value[:40]!r}", "the drawing below")
    while lines.number < len(lines.lines) and not lines.lines[lines.number].strip():
        lines.number += 1
    begin = lines.number
    marks = grid.marks
    cells: list[Cell] = []
    shift = None
    layer: Cell = () if grid.layer is None else (0,)
    top = begin
    while (line := lines.next()) is not None and line.strip():
        if _keyword(line) is not None:
            lines.number -= 1
            break
        if layer and not line.strip("- "):
            if lines.number - 1 == top:
                raise _layer_fault(lines, lines.number)
            layer, top = (layer[0] + 1,), lines.number
            continue
        for column, mark in enumerate(line.rstrip()):
            if mark in ". ":
                continue
            if mark not in marks:
                expected = f"{' or '.join(marks)} for a cell, or . for none"
                raise lines.fault(column + 1, f"{mark!r} in a drawing", expected)
            row = lines.number - top - 1
            kind = (row + column + marks.index(mark)) % grid.parity
            if shift is None:
                shift = kind  # a drawing may begin on either kind of cell
            elif shift != kind:
                found = f"{mark!r} out of line with the first cell of the drawing"
                raise lines.fault(column + 1, found, grid.alignment)
            cells.append((*layer, row, column + shift))
        if len(cells) > LARGEST_BOARD:
            raise lines.fault(1, f"more than {LARGEST_BOARD:,} cells", "a smaller drawing")
    if not cells:
        lines.number = begin
        raise lines.fault(1, "no drawing", f"lines with {' or '.join(marks)} for a cell")
    lines.drawn_until = lines.number if line is None or line.strip() else lines.number - 1
    if layer and lines.drawn_until == top:
        raise _layer_fault(lines, top)
    return tuple(sorted(cells))


def _layer_fault(lines: _Lines, number: int) -> xc.FileFault:
    """For a layer that has no line, not even one without cells."""
    lines.number = number
    return lines.fault(1, "a layer without a line", "a layer, or '.' for one without cells")


def family(name: str, *, reflect: bool | None = None) -> dict[str, Cells]:
    """All free pieces of a family, by name: traditional names where they are known, else numbers.

    Without ``reflect``, all one-sided pieces: the mirror image of a piece that differs from it
    has the same name with a ``'``. By default, what is usual on the grid. Raises KeyError for a
    name that is not in ``FAMILIES``.
    """
    grid, size = FAMILIES[name]
    if reflect is None:
        reflect = grid.reflect
    known: dict[Cells, tuple[str, Cells]] = {}
    names = shipped("pieces", name)
    if names.is_file():
        drawn = read_polyform_file(str(names), names.read_text(encoding="utf-8")).pieces
        known = {canonical(grid, cells): (piece, cells) for piece, cells in drawn.items()}
    pieces = free_polyforms(grid, size)
    stem = name[: -2 if name.endswith(("oes", "xes")) else -1]
    named: dict[str, Cells] = {}
    for number, cells in enumerate(pieces, 1):
        own_name = f"{stem} {number}" if len(pieces) > 1 else stem
        piece, drawn_cells = known.get(cells, (own_name, cells))
        named[piece] = drawn_cells
        mirrored = tuple(map(grid.motions[grid.n_rotations], drawn_cells))
        hands = {orientations(grid, hand, reflect=False) for hand in (drawn_cells, mirrored)}
        if not reflect and len(hands) == 2:
            named[f"{piece}'"] = grid.to_origin(mirrored)
    return dict(sorted(named.items())) if known else named


def read_puzzle(path: str, unpacked: int | str = xc.cli.UNPACKED) -> tuple[PolyformPuzzle, str]:
    """The puzzle in a file (``-``: standard input), and its title.

    ``unpacked``: how large a compressed file may become, in bytes.
    Raises :class:`exactcover.FileFault` and OSError.
    """
    return puzzle_of(Source(xc.cli.shown_path(path), xc.cli.read_text(path, unpacked)))


def puzzle_of(source: Source) -> tuple[PolyformPuzzle, str]:
    """The puzzle that a text states, and its title. Raises :class:`exactcover.FileFault`."""
    path = source.path
    stated = read_polyform_file(path, "\n".join(line.text for line in source.lines))
    if stated.grid is None or not stated.board:
        missing = "no 'grid:'" if stated.grid is None else "no 'board:'"
        raise xc.FileFault(path, 0, 0, missing, "a grid, a board and pieces")
    if not stated.pieces:
        raise xc.FileFault(path, 0, 0, "no pieces", "'pieces:' with a family, or 'piece NAME:'")
    puzzle = PolyformPuzzle(
        stated.grid, stated.board, stated.pieces, stated.reflect, stated.use_all
    )
    return puzzle, stated.title or Path(path).stem
