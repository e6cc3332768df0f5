"""The files of BurrTools (``.xmpuzzle``: XML, mostly compressed): read, and written for solids.

The form is described in BurrTools' manual (A. Röver, "The xmpuzzle format"). A shape has a sign for
each place, in rows of x, y and z: ``_`` is empty, ``#`` a cell and, in the result, ``+`` a cell
that may stay open. A number after it is a colour; ``<pair>`` says which colours of pieces may lie
on which of the result, and cells without a number go with all. x points to the right, y backwards
and z up. Groups of pieces are about taking a solution apart, and are ignored.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from itertools import product
from string import ascii_letters
from xml.sax.saxutils import quoteattr

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.source import Source
from ..shared.xml_text import Element, xml_root
from .cutting import NoSheet
from .drawings import drawing_lines
from .grids import CUBIC, TRIANGULAR, Cell, Grid
from .polyforms import PolyformPuzzle

#: The grids by their numbers there, and what the other numbers are.
_GRIDS = {0: CUBIC, 1: TRIANGULAR}
_OTHERS = {2: "spheres", 3: "rhombic tetrahedra", 4: "tetrahedra and octahedra"}
#: The largest number of places in a shape.
_MOST_PLACES = 1_000_000
_PLACE = re.compile(r"\s*(?:(_)|([#+])([0-9]{0,4}))\s*")

#: Sign and colour of each cell.
_Shape = Mapping[Cell, tuple[str, int]]


def xmpuzzle(source: Source) -> str | None:
    """A problem of a BurrTools file as a polyform puzzle: the one whose number or name is asked
    for, or else the first."""
    if source.first.text[:1] != "<" or "<gridType" not in source.text:
        return None
    root = xml_root(source.text, source.path)
    types = [*root.all("gridType")] or [root]
    number = types[0].number("type", 99)
    if number not in _GRIDS:
        found = f"a grid of {_OTHERS.get(number, f'type {number}')}"
        raise types[0].fault(found, "cubes, or prisms in one layer")
    shapes, problems = [*root.all("shapes", "voxel")], [*root.all("problems", "problem")]
    if not problems or not shapes:
        raise root.fault("no <problem> or no <voxel>", "a problem with pieces and a result")
    names = [" ".join(each.attributes.get("name", "").split()) for each in problems]
    listed = ", ".join(f"{k} {name[:40]}".strip() for k, name in enumerate(names[:20], 1))
    asked = source.part or "1"
    k = next((k for k, name in enumerate(names) if asked in (str(k + 1), name)), None)
    if k is None:
        raise problems[0].fault(f"no problem {asked[:40]!r}", f"one of {listed}")
    title = names[k]
    if len(problems) > 1:
        title += f" (problem {k + 1} of {len(problems):,}: {listed})"
    return "\n".join(_Problem(_GRIDS[number], shapes, problems[k], title.strip()).lines())


class _Problem:
    """One of the problems of a file."""

    def __init__(self, grid: Grid, shapes: list[Element], stated: Element, title: str):
        self.grid, self.shapes, self.stated, self.title = grid, shapes, stated, title
        results = [*self.stated.all("result")] or [self.stated]
        self.board = self.shape(results[0].number("id", len(shapes) - 1))
        colours = sorted({colour for _, colour in self.board.values()})
        if len(colours) > len(ascii_letters):
            raise results[0].fault(f"{len(colours)} colours", f"at most {len(ascii_letters)}")
        #: The letters for the colours of the board.
        self.letters = dict(zip(colours, ascii_letters, strict=False))
        #: The least and the most copies of each shape.
        self.copies: dict[int, tuple[int, int]] = {}
        for part in self.stated.all("shapes", "shape"):
            least, most = (part.number(each, 65_535, part.number("count", 65_535, 1))
                           for each in ("min", "max"))  # fmt: skip
            if least > most:
                raise part.fault(f"min={least} and max={most}", "a range")
            shape = part.number("id", len(shapes) - 1)
            low, high = self.copies.get(shape, (0, 0))
            self.copies[shape] = low + least, high + most
        self.pairs = {(each.number("piece", 9999), each.number("result", 9999))
                      for each in self.stated.all("bitmap", "pair")}  # fmt: skip

    def shape(self, number: int) -> _Shape:
        """The cells of a shape."""
        stated = self.shapes[number]
        x, y, z = (stated.number(each, _MOST_PLACES) for each in "xyz")
        places: list[tuple[str, int]] = []
        at = 0
        while at < len(stated.text) and (found := _PLACE.match(stated.text, at)):
            places.append((found[1] or found[2], int(found[3] or 0)))
            at = found.end()
        if at < len(stated.text):
            raise stated.fault(f"{stated.text[at]!r} in a shape", "_, # or +, and colours")
        if x * y * z != len(places):
            found_here = f"{len(places):,} places in a shape of {x} x {y} x {z}"
            raise stated.fault(found_here, f"{x * y * z:,}")
        cells: dict[Cell, tuple[str, int]] = {}
        for k, place in enumerate(places):
            if place[0] != "_":
                cells[-(k // (x * y)), -(k // x % y), k % x] = place
        if not cells:
            raise stated.fault("a shape without cells", "cells: #")
        if self.grid is CUBIC:
            return cells
        if len({layer for layer, _, _ in cells}) > 1:
            raise stated.fault("prisms in several layers", "triangles in one layer")
        return {(row, column): place for (_, row, column), place in cells.items()}

    def lines(self) -> list[str]:
        """The text of the puzzle."""
        below: list[str] = []
        names: set[str] = set()
        lettered = False
        for number, (least, most) in self.copies.items():
            stated, cells = self.shapes[number], self.shape(number)
            if any(sign == "+" for sign, _ in cells.values()):
                raise stated.fault("a piece with variable cells", "cells that are fixed: #")
            named = stated.attributes.get("name", "").replace(":", " ")
            name = " ".join(named.split()) or f"S{number + 1}"
            while name in names:
                name += f" S{number + 1}"
            names.add(name)
            painted = self.letters_of_piece(number, cells)
            lettered |= bool(painted)
            drawn, _ = drawing_lines(self.grid, tuple(sorted(cells)), painted)
            copies = f"{most}" if least == most else f"{least}-{most}"
            below += ["", f"piece {name} x {copies}:", *drawn]
        painted = {cell: self.letters[colour] for cell, (_, colour) in self.board.items()}
        board = tuple(sorted(self.board))
        drawn, shift = drawing_lines(self.grid, board, painted if lettered else {})
        free = [cell for cell in board if self.board[cell][0] == "+"]
        moved = (tuple(map(sum, zip(cell, shift, strict=True))) for cell in free)
        lines = [f"title: {self.title}"] * bool(self.title) + [f"grid: {self.grid.name}"]
        if free:
            lines.append(f"optional: {' '.join(cell_name(*cell) for cell in moved)}")
            holes = min(self.stated.number("maxHoles", 10**9, len(free)), len(free))
            lines += [f"holes: 0-{holes}"] * (holes < len(free))
        return [*lines, "", "board:", *drawn, *below, ""]

    def letters_of_piece(self, number: int, cells: _Shape) -> dict[Cell, str]:
        """The letters on a piece: what each cell may cover, if that is one colour of several."""
        board, pairs = self.letters, self.pairs
        covers = {
            mine: [its for its in board if not (mine and its) or (mine, its) in pairs]
            for mine in {colour for _, colour in cells.values()}
        }
        if all(len(each) == len(board) for each in covers.values()):
            return {}
        if any(len(each) != 1 for each in covers.values()) or self.grid is not CUBIC:
            found = "a piece with cells that may cover some of the colours"
            expected = "each cell to cover all colours, or each one of them (and on cubes)"
            raise self.shapes[number].fault(found, expected)
        return {cell: board[covers[colour][0]] for cell, (_, colour) in cells.items()}


_XML = """\
<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors>{}</colors>
<shapes>
{}
</shapes>
<problems><problem name={} state="0"{}>
<shapes>{}</shapes>
<result id="{}"/>
<bitmap>{}</bitmap>
</problem></problems>
<comment/>
</puzzle>
"""


def xmpuzzle_of(puzzle: PolyformPuzzle, title: str) -> str:
    """A puzzle on the cubic grid as BurrTools reads it. Raises :class:`.NoSheet`."""
    least, most = puzzle.holes or (0, len(puzzle.may_stay_open))
    for what, is_lacking in (
        ("grids of the plane", puzzle.grid is not CUBIC),
        ("mirrored or fixed pieces", {*map(puzzle.moves, puzzle.pieces)} != {("yes", False)}),
        ("given and forbidden placements", puzzle.given or puzzle.forbidden),
        ("a least number of open cells", least > 0),
        ("pieces that must not touch", puzzle.colours),
    ):
        if is_lacking:
            raise NoSheet(f"files of BurrTools have no {what}")
    colours = {letter: f"{k}" for k, letter in enumerate(sorted({*puzzle.painted.values()}), 1)}
    free = set(puzzle.may_stay_open)
    shapes, parts = [], []
    for number, (name, cells) in enumerate(puzzle.pieces.items()):
        low, high = puzzle.bounds[name]
        high = min(high, max(low, len(puzzle.board) // len(cells)))
        painted = puzzle.painted_pieces.get(name, {})
        shapes.append(_voxel({c: f"#{colours.get(painted.get(c, ''), '')}" for c in cells}, name))
        parts.append(f'<shape id="{number}" min="{low}" max="{high}"/>')
    board = {c: "#+"[c in free] + colours.get(puzzle.painted.get(c, ""), "") for c in puzzle.board}
    return _XML.format(
        "".join(f'<color red="{int(k) * 97 % 256}" green="{int(k) * 59 % 256}" blue="160"/>'
                for k in colours.values()),
        "\n".join([*shapes, _voxel(board, "board")]),
        quoteattr(title),
        f' maxHoles="{most}"' if most < len(free) else "",
        "".join(parts),
        len(shapes),
        "".join(f'<pair piece="{k}" result="{k}"/>' for k in colours.values()),
    )  # fmt: skip


def _voxel(signs: Mapping[Cell, str], name: str) -> str:
    """A shape, by the signs of its cells."""
    sides = [range(min(each), max(each) + 1) for each in zip(*signs, strict=True)]
    places = product(sides[0][::-1], sides[1][::-1], sides[2])
    content = "".join(signs.get(place, "_") for place in places)
    z, y, x = map(len, sides)
    printable = quoteattr(xc.text.printable(name))
    return f'<voxel x="{x}" y="{y}" z="{z}" type="0" name={printable}>{content}</voxel>'
