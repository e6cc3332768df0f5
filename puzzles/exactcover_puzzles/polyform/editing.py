"""Edit a puzzle's text for the page: a change touches only the lines that it concerns.

Everything else stays: comments, the order of lines, other words. When a board grows upwards or to
the left, cells named in lines (``given: F on r1c1 …``) are renamed, so that they keep their place.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence, Set
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any, NamedTuple

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.source import Source, Stated
from ..shared.view import Corners
from .drawings import drawing_lines
from .file import (
    FAMILIES,
    OF_SOME,
    PolyformFile,
    name_and_copies,
    piece_called,
    puzzle_of,
    read_polyform_file,
    singular,
    words_of,
)
from .file import family as pieces_of_family
from .grids import GRIDS, Cell, Cells, Grid, Motion
from .polyforms import board_motions, canonical, orientations
from .view import corners_on_page

#: Boards that a page offers: the name of each, and the arguments of :func:`begun`.
BOARDS: Sequence[tuple[str, Mapping[str, Any]]] = [
    (name, {"grid": grid, "shape": shape, "size": size, "pieces": pieces})
    for name, grid, shape, size, pieces in (
        ("Rectangle", "square", "box", [6, 10], "pentominoes"),
        ("Triangles in a hexagon", "triangular", "hexagon", [3], "hexiamonds"),
        ("Triangle of triangles", "triangular", "triangle", [6], "hexiamonds"),
        ("Rhombus of triangles", "triangular", "box", [6, 12], "hexiamonds"),
        ("Honeycomb", "hexagonal", "hexagon", [3], "tetrahexes"),
        ("Box of cubes", "cubic", "box", [3, 3, 3], "tetracubes"),
    )
]
#: The families of pieces that are offered for each grid.
_OFFERED = {
    "square": ("tetrominoes", "pentominoes", "hexominoes"),
    "triangular": ("tetriamonds", "pentiamonds", "hexiamonds", "heptiamonds"),
    "hexagonal": ("trihexes", "tetrahexes", "pentahexes"),
    "cubic": ("tricubes", "tetracubes", "pentacubes"),
}
#: Empty places around a board.
_MARGIN = 2
#: The most cells that the pieces of a new board are tried on, and seconds for each choice of them.
_MOST_FILLED, _SECONDS = 400, 1.0
#: The largest side of a new board.
_MOST_SIZE = 60
#: The most places on a page from which to make a board.
_MOST_PLACES = 6_000
#: The lines whose cells are named by their place in the drawing.
_NAMING = ("given", "forbidden", "optional", "open")
#: On what a piece is drawn: the shape and its size.
_PATCHES: Mapping[str, tuple[str, Sequence[int]]] = {
    "square": ("box", [7]), "triangular": ("hexagon", [3]), "hexagonal": ("hexagon", [4]),
    "cubic": ("box", [3, 5]),
}  # fmt: skip
_CELL = re.compile(r"\b(?:L(\d+))?r(\d+)c(\d+)\b")


class SketchedPiece(NamedTuple):
    """A piece, with the corners of its cells, the least and the most copies, and whether the text
    draws it."""

    name: str
    cells: Cells
    corners: Sequence[Corners]
    least: int
    most: int
    drawn: bool


class Sketch(NamedTuple):
    """A puzzle while it is being made: the places of which a board can be made, and its pieces.

    ``on``: which places are cells of the board. ``stated``: the values of the words that have one.
    ``symmetric``: how many motions carry the board to itself, and how many turns. ``patch``: cells
    to draw a piece on, with their corners. ``families``: of pieces, to be added.
    """

    grid: str
    at: Sequence[Cell]
    corners: Sequence[Corners]
    on: Sequence[bool]
    pieces: Sequence[SketchedPiece]
    stated: Mapping[str, str]
    symmetric: tuple[int, int]
    patch: Sequence[tuple[Cell, Corners]]
    families: Sequence[str]


def _blocks(text: str) -> list[Stated]:
    """The values of a text's words, line by line."""
    found = words_of(Source("", text)).values()
    return sorted((each for several in found for each in several), key=lambda each: each.key.number)


def sketch(text: str) -> Sketch | None:
    """The sketch of a text; None without a board. Raises :class:`exactcover.FileFault`.

    A faulty list of pieces is ignored, so that the board stays while the user corrects it.
    """
    try:
        stated = read_polyform_file("", text)
    except xc.FileFault:
        stated = read_polyform_file("", _with_word(text, "pieces", ""))
    grid = stated.grid
    if grid is None or not stated.board:
        return None
    on = set(stated.board)
    ranges = [
        range(min(numbers) - margin, max(numbers) + margin + 1)
        for numbers, margin in zip(zip(*on, strict=True), _margins(grid), strict=True)
    ]
    around = 1
    for each in ranges:
        around *= len(each)
    known = on if around > _MOST_PLACES else on.union(filter(grid.has, product(*ranges)))
    at = sorted(known)
    corners = corners_on_page(grid, at)
    drawn = _drawn(text)
    pieces = []
    for name, cells in stated.pieces.items():
        shown = corners_on_page(grid, cells)
        least, most = stated.copies.get(name, (1, 1))
        outlines = [shown[cell] for cell in cells]
        least *= stated.use_all
        pieces.append(SketchedPiece(name, cells, outlines, least, most, name in drawn))
    values: dict[str, str] = {}
    for block in _blocks(text):
        value = block.value.text
        if block.word in _NAMING or block.word == "pieces":
            known_value = values.get(block.word)
            values[block.word] = f"{known_value}, {value}" if known_value else value
        elif block.word not in ("board", "piece"):
            values[block.key.text] = value
    values["reflect"] = "yes" if stated.reflect else "no"
    motions = len(board_motions(grid, stated.board))
    turns = len(board_motions(grid, stated.board, reflect=False))
    is_on = [cell in on for cell in at]
    shown_at = [corners[cell] for cell in at]
    of = (motions, turns), _patch(grid.name), _OFFERED[grid.name]
    return Sketch(grid.name, at, shown_at, is_on, pieces, values, *of)


@cache
def _patch(grid_name: str) -> Sequence[tuple[Cell, Corners]]:
    """Cells to draw a piece on."""
    grid = GRIDS[grid_name]
    return [*corners_on_page(grid, grid.to_origin(shape_cells(grid, *_PATCHES[grid_name]))).items()]


def _margins(grid: Grid) -> Sequence[int]:
    """How far places go beyond the board; a solid gets one further layer below."""
    if grid.layer is None:
        return (_MARGIN, _MARGIN * grid.parity)
    return (1, 1, 1)


def _lines_of(text: str) -> list[str]:
    return xc.cli.LINE_ENDS.split(text)


def _drawn(text: str) -> Mapping[str, Stated]:
    """The drawn pieces, by name."""
    pieces = [each for each in _blocks(text) if each.word == "piece"]
    return {name_and_copies(each)[0].text: each for each in pieces}


# -- changes ---------------------------------------------------------------------------------


def edited(text: str, change: Mapping[str, Any]) -> str:
    """The text with a change, which is one of these:

    * ``{"cells": [at, …], "on": bool, "keep": "", "turns" or "all"}``: the cells become part of the
      board, or not; with all that symmetries of the board make of them.
    * ``{"board": [at, …]}``: the cells of the whole board.
    * ``{"word": "holes", "value": "4"}``: a line; without a value it goes.
    * ``{"given": ["F on r1c2 …", …]}``: the placements that every solution has, and no others.
    * ``{"piece": name, "copies": [least, most]}``, or ``"cells": [at, …]`` for a drawn piece. A
      piece of 0 copies stays in the text; without copies and cells the piece goes.
    * ``{"add": name}``: one more copy of a piece of a family, or the whole family.

    Raises :class:`exactcover.FileFault` and ValueError.
    """
    if "piece" in change:
        return _with_piece(text, change)
    if "board" in change:
        return _with_board(text, {tuple(at) for at in change["board"]})[0]
    if "add" in change:
        return _with_one_more(text, str(change["add"]))
    if "given" in change:
        return _with_lines(text, "given", [str(each) for each in change["given"]])
    if "word" in change:
        return _with_word(text, str(change["word"]), str(change.get("value", "")))
    return _with_cells(text, change)[0]


def shift_of(text: str, change: Mapping[str, Any]) -> Sequence[int]:
    """By what a change moves the cells of the board: the drawing begins with its first row."""
    return _with_cells(text, change)[1] if "on" in change else ()


def begun(asked: Mapping[str, Any]) -> str:
    """The text of a new puzzle: ``grid``, ``shape``, ``size`` (one to three numbers), ``pieces``
    and ``title``. Raises ValueError."""
    grid = GRIDS.get(str(asked.get("grid")))
    numbers = asked.get("size")
    if grid is None or type(numbers) is not list or not 1 <= len(numbers) <= 3:
        raise ValueError("expected a grid, and a size of one to three numbers")
    if not all(type(k) is int and 1 <= k <= _MOST_SIZE for k in numbers):
        raise ValueError(f"{numbers}: expected numbers from 1 to {_MOST_SIZE}")
    cells = shape_cells(grid, str(asked.get("shape")), numbers)
    if len(cells) > _MOST_PLACES:
        raise ValueError(f"this board has {len(cells):,} cells; expected at most {_MOST_PLACES:,}")
    lines = drawing_lines(grid, tuple(sorted(cells)), {})[0]
    title, pieces = (" ".join(str(asked.get(word, "")).split()) for word in ("title", "pieces"))
    head = [f"title: {title}"] * bool(title) + [f"grid: {grid.name}"]
    texts = ("\n".join([*head, *chosen, "", "board:", *lines, ""])
             for chosen in _choices(grid, len(cells), pieces))  # fmt: skip
    return next(filter(_is_soluble, texts)) if pieces in FAMILIES else next(texts)


def _choices(grid: Grid, n_cells: int, wanted: str) -> Iterator[list[str]]:
    """Lines that choose pieces for a board: the family that is wanted if it has as many cells, else
    as many copies as are needed, some of which may stay unused; at last, simpler families."""
    if wanted not in FAMILIES:
        yield [f"pieces: {wanted}"] * bool(wanted)
        return
    simpler = [name for name, (of, size) in FAMILIES.items() if of is grid and size <= 2]
    for name in [wanted] * (n_cells <= _MOST_FILLED) + simpler[::-1]:
        size = FAMILIES[name][1]
        if size > n_cells:
            continue
        n_all = size * len(pieces_of_family(name))
        if n_all == n_cells:
            yield [f"pieces: {name}"]
        copies, left = -(-n_cells // n_all), n_cells % size
        for factor in (1, 2, 4):
            several = f"{copies * factor}*" if copies * factor > 1 else ""
            yield [f"pieces: {several}{name}", "use: any", *[f"holes: {left}"] * bool(left)]


def _is_soluble(text: str) -> bool:
    """Whether a solution is found soon."""
    puzzle = puzzle_of(Source("", text))[0]
    with suppress(xc.SearchStopped):
        return puzzle.misfit is None and bool(puzzle.problem.first(seconds=_SECONDS))
    return False


def shape_cells(grid: Grid, shape: str, numbers: Sequence[int]) -> set[Cell]:
    """The cells of a shape: a box in rows and columns, a triangle or a hexagon."""
    if shape == "box":
        wanted = len(grid.origin)
        sides = [*numbers, *([numbers[-1]] * wanted)][:wanted]
        sides[-1] *= grid.parity if len(grid.marks) == 1 else 1
        return set(filter(grid.has, product(*map(range, sides))))
    if shape == "triangle" and grid.name == "triangular":
        n = numbers[0]
        return {(r, c) for r in range(n) for c in range(-r, r + 1)}
    if shape == "hexagon" and grid.name == "triangular":
        n = numbers[0]
        halves = [(r, n + min(r, 2 * n - 1 - r)) for r in range(2 * n)]
        return {(r, n + c) for r, half in halves for c in range(-half, half + 1)}
    if shape == "hexagon" and grid.name == "hexagonal":
        n = numbers[0]
        return {
            (r, c)
            for r in range(1 - n, n)
            for c in range(abs(r) - 2 * n + 2, 2 * n - 1 - abs(r), 2)
        }
    raise ValueError(f"{shape!r}: expected a shape of the {grid.name} grid")


def _with_cells(text: str, change: Mapping[str, Any]) -> tuple[str, Sequence[int]]:
    stated = read_polyform_file("", text)
    grid, on = stated.grid, set(stated.board)
    if grid is None:
        raise ValueError("expected a text with 'grid:'")
    clicked = [_cell(grid, at) for at in change["cells"]]
    motions: list[Motion] = [lambda cell: cell]
    if change.get("keep") and on:
        motions = board_motions(grid, on, reflect=change["keep"] == "all")
    moved = {motion(cell) for motion in motions for cell in clicked}
    cells = on | moved if change["on"] else on - moved
    return _with_board(text, cells) if cells else (text, ())


def _with_board(text: str, cells: Set[Cell]) -> tuple[str, Sequence[int]]:
    """The text with a board of these cells, and by how much its drawing shifts them."""
    stated = read_polyform_file("", text)
    grid, on = stated.grid, set(stated.board)
    assert grid is not None
    letters = dict(stated.painted)
    if letters:
        usual = min(letters.values())
        letters = {cell: letters.get(cell, usual) for cell in cells}
    drawing, shift = drawing_lines(grid, tuple(sorted(cells)), letters)
    lines = _lines_of(text)
    gone = {cell_name(*cell) for cell in on - cells}
    board = False
    for block in reversed(_blocks(text)):
        if block.word in _NAMING:
            named = _without_cells(lines[block.lines.start], block.word, gone)
            lines[block.lines] = [_renamed(named, shift)] * bool(named)
        elif block.word == "board":
            lines[block.lines] = ["board:", *drawing]
            board = True
    if not board:
        lines = [*_without_end(lines), "", "board:", *drawing, ""]
    return "\n".join(lines), shift


def _without_cells(line: str, word: str, gone: Set[str]) -> str:
    """The line without parts that name a removed cell; nothing if nothing is left."""
    if gone.isdisjoint(found[0] for found in _CELL.finditer(line)):
        return line
    key, _, value = line.partition(":")
    if word in ("optional", "open"):
        left = " ".join(each for each in value.replace(",", " ").split() if each not in gone)
    else:
        parts = [part.strip() for part in value.split(",")]
        left = ", ".join(
            part for part in parts if gone.isdisjoint(found[0] for found in _CELL.finditer(part))
        )
    return f"{key}: {left}" if left else ""


def _cell(grid: Grid, at: Sequence[Any]) -> Cell:
    cell = tuple(at)
    whole = all(type(k) is int and abs(k) < 10_000 for k in cell)
    if len(cell) != len(grid.origin) or not whole or not grid.has(cell):
        raise ValueError(f"{at!r}: expected a cell of the {grid.name} grid")
    return cell


def _renamed(line: str, shift: Cell) -> str:
    """The line with the names of its cells, where the drawing is shifted."""

    def name(found: re.Match[str]) -> str:
        numbers = [int(each) - 1 for each in found.groups() if each is not None]
        if len(numbers) != len(shift):
            return found[0]
        moved = [number + by for number, by in zip(numbers, shift, strict=True)]
        return cell_name(*moved) if min(moved) >= 0 else found[0]

    return _CELL.sub(name, line)


def _without_end(lines: list[str]) -> list[str]:
    """Without empty lines at the end."""
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    return lines


def _with_word(text: str, word: str, value: str) -> str:
    """The text with a line, in the place of all lines of this word."""
    if word not in ("title", "pieces", "reflect", "use", "holes", "given", "forbidden", "optional",
                    "touching"):  # fmt: skip
        raise ValueError(f"{word!r}: expected a word such as 'pieces'")
    return _with_lines(text, word, [value] * bool(value.strip()))


def _with_lines(text: str, word: str, values: Sequence[str]) -> str:
    """The text with a line for each value, in the place of all lines of this word."""
    lines = _lines_of(text)
    blocks = _blocks(text)
    found = [
        block
        for block in blocks
        if block.word == word and not (word == "reflect" and OF_SOME.search(block.value.text))
    ]
    new = [f"{word}: {' '.join(value.split())}" for value in values]
    if found:
        for block in reversed(found[1:]):
            del lines[block.lines]
        lines[found[0].lines] = new
        return "\n".join(lines)
    grid = next((block.lines.stop for block in blocks if block.word == "grid"), 0)
    at = grid if word != "title" else 0
    lines[at:at] = new
    return "\n".join(lines)


def _with_piece(text: str, change: Mapping[str, Any]) -> str:
    """The text with a piece drawn, or with another number of copies of a piece."""
    name = " ".join(str(change["piece"]).split())
    stated = read_polyform_file("", text)
    grid = stated.grid
    if grid is None or not name or ":" in name:
        raise ValueError(f"{name!r}: expected a name for a piece")
    kept = "copies" in change or "cells" in change
    least, most = _copies(change.get("copies", stated.copies.get(name, (1, 1))))
    lines = _lines_of(text)
    block = _drawn(text).get(name)
    if "cells" in change:
        cells = tuple(sorted(_cell(grid, at) for at in change["cells"]))
        if block is not None or name in stated.pieces:
            raise ValueError(f"another piece is called {name!r}; expected a new name")
        new = _piece_lines(grid, name, cells, least, most) if cells and most else []
        return "\n".join([*_without_end(lines), "", *new, ""])
    if block is not None:
        below = lines[block.lines][1:]
        lines[block.lines] = [_piece_key(name, least, most), *below] if kept else []
        return "\n".join(lines)
    if name not in stated.pieces:
        raise ValueError(f"no piece is called {name!r}")
    return _listed_again(text, stated, grid, name, (least, most) if kept else None)


def _with_one_more(text: str, name: str) -> str:
    """The text with another copy of a piece that has the shape of this one, or with a new name in
    its list of pieces."""
    stated = read_polyform_file("", text)
    grid = stated.grid
    cells = grid and piece_called(grid, name, reflect=stated.reflect)
    if grid is None or (cells is None and name not in FAMILIES):
        raise ValueError(f"{name!r}: expected the name of a piece or of a family")
    for each, known in stated.pieces.items() if cells else ():
        turned = orientations(grid, known, reflect=stated.reflect, turn=stated.turn)
        if each not in stated.painted_pieces and grid.to_origin(cells or ()) in turned:
            least, most = stated.copies.get(each, (1, 1))
            return _with_piece(text, {"piece": each, "copies": [least + 1, most + 1]})
    listed = [block for block in _blocks(text) if block.word == "pieces"]
    if not listed:
        return _with_word(text, "pieces", name)
    lines, value = _lines_of(text), listed[-1].value.text
    # Behind "without" are pieces that are left out.
    values = [name, value] if re.search(r"\bwithout\b", value) else [value, name]
    lines[listed[-1].lines] = [f"pieces: {', '.join(filter(None, values))}"]
    return "\n".join(lines)


def palette(family: str, reflect: bool) -> Sequence[tuple[str, Sequence[Corners]]]:
    """The pieces of a family: names that no other family has, and the corners of their cells."""
    grid, _ = FAMILIES[family]
    stem = singular(family)
    found = []
    for name, cells in pieces_of_family(family, reflect=reflect).items():
        full = name if stem in name else f"{name} {stem}"
        shown = corners_on_page(grid, cells)
        found.append((full, [shown[cell] for cell in cells]))
    return found


def _copies(stated: Any) -> tuple[int, int]:
    least, most = stated
    if type(least) is int and type(most) is int and 0 <= least <= most <= 10_000:
        return least, most
    raise ValueError(f"{stated!r}: expected the least and the most copies")


def _piece_key(name: str, least: int, most: int) -> str:
    if (least, most) == (1, 1) and not re.search(r"\sx\s[0-9]", name):
        return f"piece {name}:"
    return f"piece {name} x {_range(least, most)}:"


def _range(least: int, most: int) -> str:
    return f"{most}" if least == most else f"{least}-{most}"


def _piece_lines(grid: Grid, name: str, cells: Cells, least: int, most: int) -> list[str]:
    return [_piece_key(name, least, most), *drawing_lines(grid, cells, {})[0], ""]


def _listed_again(
    text: str, stated: PolyformFile, grid: Grid, name: str, copies: tuple[int, int] | None
) -> str:
    """The text with its lists of pieces stated piece by piece, with these copies of one, or
    without it."""
    drawn = _drawn(text)
    names: list[str] = []
    below: list[str] = []
    for each, cells in stated.pieces.items():
        if each in drawn or (each == name and copies is None):
            continue
        least, most = (each == name and copies) or stated.copies.get(each, (1, 1))
        called = piece_called(grid, each, reflect=stated.reflect)
        known = called is not None and canonical(grid, called) == canonical(grid, cells)
        if known and each not in FAMILIES and "," not in each:
            names.append(each if (least, most) == (1, 1) else f"{_range(least, most)}*{each}")
        else:
            below += _piece_lines(grid, each, cells, least, most)
    changed = _with_word(text, "pieces", ", ".join(names))
    return "\n".join([*_without_end(_lines_of(changed)), "", *below]) if below else changed
