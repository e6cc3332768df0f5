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

A line begins with one of the words below and a colon. The order of the lines is free, with one
exception: ``grid:`` comes before every drawing and before ``pieces:``.

The board and the pieces:

* ``title:`` is what the puzzle is called.
* ``grid: square``, ``triangular``, ``hexagonal`` or ``cubic``.
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
* ``piece NAME x 8:`` says that there are 8 copies of the piece, and ``x 2-4`` that a solution has
  2 to 4 of them. Copies are not told apart: swapping two makes no new solution. Two pieces with
  different names are told apart, even if they have the same shape. (A piece whose name ends like
  that, ``2 x 3``, is stated as ``piece 2 x 3 x 1:``.)
* ``pieces:`` chooses pieces by name, separated by commas. Several such lines are allowed. A name is

  * a family: ``pentominoes``, ``hexiamonds``, ``tetrahexes``, ``pentacubes``, …;
  * one of the letters of the pentominoes (``F I L N P T U V W X Y Z``), or one of the hexiamonds
    ``bar``, ``butterfly``, ``chevron``, ``crook``, ``crown``, ``hexagon``, ``hook``, ``lobster``,
    ``signpost``, ``snake``, ``sphinx``, ``yacht``;
  * the kind of piece with a letter or a number: ``X pentomino``, ``L tetromino``,
    ``heptiamond 7``. (``data/pieces/square-names.txt`` has the names of tetrominoes.)

  Between names of one word spaces will do: ``pieces: F L 2*P``. ``8*L tetromino`` are 8 copies,
  ``0-2*pentominoes`` up to 2 copies of each. ``without`` takes out what the rest of its line names:
  ``pieces: pentominoes without X, I``. In answers, a piece has the name that the file gives it.
* ``reflect: yes`` or ``no``: whether pieces may be turned over. If not, a family has both hands of
  each piece that differs from its mirror image: 18 pentominoes instead of 12. ``F'`` is then the
  mirror image of ``F``. The default is ``yes``, but ``no`` on the cubic grid: no turn in space
  makes a solid piece its mirror image. (A flat piece of cubes can still be turned over: that is a
  turn in space.)
* ``use: all`` (the default) or ``any``: whether every piece must be used, or some may be left out.

Further conditions. Cells are called as in answers: ``r2c5`` stands in row 2 and column 5 of the
board's drawing, and ``L1r2c5`` in its first layer. (On the triangular and the hexagonal grid,
columns count from 2 if the upper left place of the drawing points down, or cannot be a cell.)

* ``given: F on r1c2 r1c3 r2c1 r2c2 r3c2``: every solution has this placement. ``--explain`` names
  placements in the same words. Several are separated by commas, or stand on several lines. A cell
  that may stay open can be given as well: ``given: r1c1 open``.
* ``forbidden:`` with placements in the same words: no solution has any of them.
* ``holes: 4``: exactly 4 cells of the board stay open; ``holes: 0-4``: at most 4. Each choice of
  open cells counts as a solution of its own.
* ``optional: r1c1 r8c8``: these cells may stay open, and no others. With ``holes:`` that many of
  these cells stay open.
* ``colour red: F, L`` gives pieces a colour, and ``touching: different`` says that no two pieces of
  the same colour touch. Pieces touch where they share an edge of a cell; a corner does not count.
  Copies of a piece have its colour. A piece without a colour may touch every piece.
* Checkered pieces: a drawing may have letters instead of ``#``. A piece with
  letters covers only cells of the board with the same letters, upper and lower case apart. A piece
  of ``#`` covers any. A piece that is turned over shows the same letters.

Two solutions count as the same up to symmetry if a motion of the board makes one of the other. If
pieces may not be turned over, reflections of the board count only where the mirror image of each
piece is also a piece, as in the Soma cube.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import exactcover as xc

from ..shared.shipped import shipped
from ..shared.source import Source
from .conditions import Conditions
from .grids import CUBIC, GRIDS, HEXAGONAL, SQUARE, TRIANGULAR, Cell, Cells, Grid
from .piece_lists import chosen_pieces
from .polyforms import (
    Painted,
    PolyformPuzzle,
    canonical,
    free_polyforms,
    numbers,
    orientations,
)
from .words import Text, number_range

__all__ = [
    "FAMILIES",
    "LARGEST_BOARD",
    "PolyformFile",
    "family",
    "puzzle_of",
    "read_polyform_file",
    "read_puzzle",
]

#: More cells than this, or more copies of a piece, are a mistake, not a puzzle.
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
        #: The last line of the last drawing, and the letters in it.
        self.drawn_until = 0
        self.painted: dict[Cell, str] = {}

    def next(self) -> str | None:
        """The next line, or None at the end; ``number`` is then its number, from 1."""
        if self.number >= len(self.lines):
            return None
        self.number += 1
        return self.lines[self.number - 1]

    def fault(self, column: int, found: str, expected: str) -> xc.FileFault:
        return xc.FileFault(self.path, self.number, column, found, expected)

    def value(self) -> Text:
        """What stands behind the colon of the present line, and its place."""
        line = Text(self.path, self.number, 1, self.lines[self.number - 1])
        return line.part(line.text.find(":") + 1, len(line.text))

    def key(self) -> Text:
        """What stands before the colon of the present line, and its place."""
        line = Text(self.path, self.number, 1, self.lines[self.number - 1])
        return line.part(0, line.text.find(":"))


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
        #: The least and the most copies of pieces, where they are stated, and where that is.
        self.copies: dict[str, tuple[int, int]] = {}
        self.copies_stated: dict[str, Text] = {}
        #: The lines of ``pieces:``.
        self.lists: list[Text] = []
        #: The letters on the board and on drawn pieces, and where those pieces begin.
        self.painted: Painted = {}
        self.painted_pieces: dict[str, Painted] = {}
        self.paint_stated: dict[str, Text] = {}
        self.conditions = Conditions()

    @property
    def reflect(self) -> bool:
        """Whether pieces may be turned over: as stated, or else as is usual on the grid."""
        if self.stated_reflect is None:
            return self.grid is None or self.grid.reflect
        return self.stated_reflect


#: The words that may stand on several lines.
_REPEATED = ("pieces", "given", "forbidden", "optional")


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
            expected = "a word with a colon, such as 'grid:', 'pieces:', 'board:' or 'piece NAME:'"
            expected += xc.text.did_you_mean(key, _READERS, ":")
            raise lines.fault(1, f"cannot read {line.strip()[:40]!r}", expected)
        if key in seen and key not in _REPEATED:
            raise lines.fault(1, f"{key!r} is stated twice", "it once")
        seen.add(key)
        _READERS[word](result, lines, key, value)
    _add_chosen(result, lines)
    return result


def _keyword(line: str) -> str | None:
    """The word that says what a line is, or None if it does not begin with one."""
    key, colon, _ = line.partition(":")
    words = key.split()
    if not colon or not words or words[0] not in _READERS:
        return None
    return words[0] if len(words) == 1 or words[0] in ("piece", "colour") else None


def _goes_on(lines: _Lines, line: str) -> bool:
    """Whether a line that follows a drawing and blank lines looks like more of that drawing."""
    if not lines.drawn_until or not set(line) <= set("#^v-. "):
        return False
    between = range(lines.drawn_until, lines.number - 1)
    return not any(lines.lines[number].strip() for number in between)


def _read_title(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.title = value


def _read_grid(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    if value not in GRIDS:
        raise lines.fault(_column(lines, value), f"no grid is called {value!r}", " or ".join(GRIDS))
    result.grid = GRIDS[value]


def _read_pieces(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    if result.grid is None:
        raise lines.fault(1, "'pieces:' before 'grid:'", "the grid first")
    result.lists.append(lines.value())


def _add_chosen(result: PolyformFile, lines: _Lines) -> None:
    """Add the pieces of lists before the drawn ones, now that ``reflect:`` is known."""
    drawn, result.pieces = result.pieces, {}
    for text in result.lists:
        lines.number = text.line

        def called(name: str, text: Text = text) -> Mapping[str, Cells] | None:
            return _called(name, result, text)

        for name, chosen in chosen_pieces(text, called, LARGEST_BOARD, _meant).items():
            if name in drawn:
                found = f"{name!r} is also the name of a drawn piece"
                raise lines.fault(1, found, "names that differ")
            _add_piece(result, lines, name, chosen.cells)
            if chosen.copies is not None:
                result.copies[name] = chosen.copies
                result.copies_stated[name] = chosen.text
    result.pieces |= drawn


def _called(name: str, result: PolyformFile, text: Text) -> Mapping[str, Cells] | None:
    """The pieces that a name stands for, or None."""
    grid = result.grid
    assert grid is not None
    if name not in FAMILIES:
        cells = piece_called(grid, name, reflect=result.reflect)
        return None if cells is None else {name: cells}
    if FAMILIES[name][0] is not grid:
        found = f"the {name} live on the {FAMILIES[name][0].name} grid"
        raise text.fault(found, f"pieces of the {grid.name} grid", text.text.find(name))
    return _family(name, result.reflect)


def _meant(name: str) -> str:
    return xc.text.did_you_mean(name, FAMILIES)


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
    result.painted = lines.painted


def _read_piece(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    stated = lines.key()
    copies = re.search(r"\s+x\s+(?=[0-9][0-9\s-]*$)", stated.text)
    name = stated.text[: copies.start() if copies else None].removeprefix("piece").strip()
    if not name:
        raise lines.fault(1, "a piece without a name", "'piece NAME:'")
    if copies is not None:
        result.copies[name] = number_range(stated.part(copies.end(), len(key)), LARGEST_BOARD)
        result.copies_stated[name] = stated
    _add_piece(result, lines, name, ())
    result.pieces[name] = _drawing(result, lines, value)
    if lines.painted:
        result.painted_pieces[name] = lines.painted
        result.paint_stated[name] = stated


def _read_colour(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    name = key[len("colour") :].strip()
    if not name:
        raise lines.fault(1, "a colour without a name", "'colour NAME:'")
    result.conditions.colours[name] = lines.value()


def _read_given(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.conditions.given.append(lines.value())


def _read_forbidden(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.conditions.forbidden.append(lines.value())


def _read_optional(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.conditions.optional.append(lines.value())


def _read_holes(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.conditions.holes = lines.value()


def _read_touching(result: PolyformFile, lines: _Lines, key: str, value: str) -> None:
    result.conditions.touching = lines.value()


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
    "given": _read_given,
    "forbidden": _read_forbidden,
    "holes": _read_holes,
    "optional": _read_optional,
    "colour": _read_colour,
    "touching": _read_touching,
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
    lines.painted = {}
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
            letter = mark if grid is SQUARE and mark.isalpha() else ""
            if cells and bool(letter) != bool(lines.painted):
                expected = "letters on all cells of a drawing, or on none"
                raise lines.fault(column + 1, f"{mark!r} in a drawing", expected)
            mark = "#" if letter else mark
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
            if letter:
                lines.painted[cells[-1]] = letter
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
    stem = _singular(name)
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


@cache
def _family(name: str, reflect: bool) -> Mapping[str, Cells]:
    return family(name, reflect=reflect)


def _singular(name: str) -> str:
    """What one piece of a family is called: pentomino, hexiamond."""
    return name[: -2 if name.endswith(("oes", "xes")) else -1]


@cache
def _has_names(family: str) -> bool:
    return shipped("pieces", family).is_file()


@cache
def _free(name: str) -> tuple[Cells, ...]:
    return free_polyforms(*FAMILIES[name])


@cache
def _other_names(grid: Grid) -> Mapping[str, Cells]:
    path = shipped("pieces", f"{grid.name}-names")
    if not path.is_file():
        return {}
    return read_polyform_file(str(path), path.read_text(encoding="utf-8")).pieces


def piece_called(grid: Grid, name: str, *, reflect: bool = True) -> Cells | None:
    """The cells of a single piece of any family by one of its names, or None.

    The names are: a traditional one alone (``F``, ``sphinx``) or with the kind of piece
    (``F pentomino``), a number (``heptiamond 7``), and those in ``data/pieces/GRID-names.txt``
    (``T tetromino``). Without ``reflect``, a ``'`` behind it makes the mirror image.
    """
    for plural, (its_grid, _) in FAMILIES.items():
        stem = _singular(plural)
        traditional = _has_names(plural)
        if its_grid is not grid or not (traditional or stem in name):
            continue
        short = name.replace(f" {stem}", "", 1)
        for each in {name, short} if traditional else {name}:
            if each in _family(plural, reflect):
                return _family(plural, reflect)[each]
        number = re.fullmatch(rf"{stem} ([1-9][0-9]{{0,5}})", name)
        if number and int(number[1]) <= len(_free(plural)):
            return _free(plural)[int(number[1]) - 1]
    return _other_names(grid).get(name)


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
    _check(stated)
    puzzle = PolyformPuzzle(
        stated.grid,
        stated.board,
        stated.pieces,
        stated.reflect,
        stated.use_all,
        stated.copies,
        painted=stated.painted,
        painted_pieces=stated.painted_pieces,
    )
    return stated.conditions.added_to(puzzle), stated.title or Path(path).stem


def _check(stated: PolyformFile) -> None:
    """Refuse what contradicts ``use: any``, and letters that the board does not have."""
    for name, text in stated.copies_stated.items():
        least, most = stated.copies[name]
        if not stated.use_all and 0 < least < most:
            found = f"{numbers((least, most))} copies, where 'use: any' lets pieces be left out"
            raise text.fault(found, f"0-{most}, or 'use: all'")
    for name, text in stated.paint_stated.items():
        missing = sorted(set(stated.painted_pieces[name].values()) - {*stated.painted.values()})
        if missing:
            found = f"the letter {missing[0]!r} on a piece, which no cell of the board has"
            raise text.fault(found, "letters on the board and on pieces that match")
