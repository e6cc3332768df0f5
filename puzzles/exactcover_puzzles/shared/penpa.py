"""Addresses of Penpa+: a board of squares, and what is drawn on it.

The text of an address is deflated and written as base64. Its lines: the kind of grid, its width and
height, and more fields; the white space around the board; the tools; the layers of the problem;
those of the solver; the cells of the board, each as its distance from the one before; and in line
18 the kind of puzzle. Cells are numbered row by row in a frame with two more rows and columns on
each side. The lower right corners of these cells have the next numbers, and then, after twice as
many, places in the four corners of cells.

Source: the source text of Penpa+ (github.com/swaroopg92/penpa-edit).
"""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64decode
from collections.abc import Callable, Mapping
from functools import lru_cache, partial
from itertools import accumulate, chain
from typing import Any, NamedTuple
from urllib.parse import unquote

import exactcover as xc

from .codes import MOST_TEXT
from .source import Decorator, Source, Text
from .squares import MOST_CELLS, Cell, Pair, parts_of, rows_of

#: Names of layers as Penpa+ shortens them.
_LAYERS = {"zS": "surface", "zL": "line", "zE": "lineE", "zW": "wall", "zC": "cage",
           "zN": "number", "zY": "symbol", "z1": "numberS", "zF": "freeline", "z2": "freelineE",
           "zT": "thermo", "z3": "arrows", "zD": "direction", "z0": "squareframe",
           "z5": "polygon", "z4": "deletelineE", "z6": "killercages",
           "z7": "nobulbthermo", "zP": "special", "zR": "command_redo", "zU": "command_undo",
           "z8": "command_replay"}  # fmt: skip
#: Ways to write a number that mean the number, and not an arrow or what it may be.
_PLAIN = {"1", "5", "6", "10"}
#: Thick lines.
_THICK = {2, 21}


class Penpa(NamedTuple):
    """A board: the place of its code, the fields of its first line, the kinds of puzzle that it
    names, the size of the frame, the first cell of the board, its cells counted from there, and
    what is drawn in each layer, by name."""

    code: Text
    head: list[str]
    tags: list[str]
    frame: Cell
    corner: Cell
    cells: list[Cell]
    layers: Mapping[str, Any]

    def fault(self, found: str, expected: str) -> xc.FileFault:
        """A fault in the code, which comes closer if the board names its kind."""
        expected += " (the board does not name its kind)" * (not self.tags)
        return self.code.fault(found, expected, (1 - self.code.column) * (not self.tags))

    def _cell(self, number: int) -> Cell:
        row, column = divmod(number, self.frame[1])
        return row - self.corner[0], column - self.corner[1]

    def drawn(self, layer: str) -> dict[Cell, Any]:
        """What is drawn in the cells of a layer, by row and column from the board's first cell."""
        return {self._cell(int(key)): each for key, each in self.layers.get(layer, {}).items()}

    def rows(self, drawn: Mapping[Cell, str]) -> list[list[str]]:
        """What is drawn in each row of a rectangle, '.' in other cells."""
        rows = rows_of({cell: drawn.get(cell, ".") for cell in self.cells})
        if None in chain(*rows) or not {*drawn} <= {*self.cells}:
            raise self.fault("a board with gaps, or something beside it", "a rectangle alone")
        return [[*map(str, row)] for row in rows]

    def texts(self) -> dict[Cell, str]:
        """The numbers in the cells."""
        found = self.drawn("number")
        for _, _, way in found.values():
            if way not in _PLAIN:
                raise self.fault("a number with an arrow, or of small digits", "plain numbers")
        return {cell: str(text).strip() for cell, (text, *_) in found.items()}

    def whole(self, text: str) -> int:
        """A number of the board."""
        number = xc.text.whole(text)
        if number is None:
            raise self.fault(repr(text[:40]), "a whole number")
        return number

    def corners(self, *allowed: int) -> dict[tuple[Cell, int], str]:
        """The numbers in corners of cells: 0 is the upper left corner, 1 the upper right one."""
        found, all_cells = {}, self.frame[0] * self.frame[1]
        for key, (text, *_) in self.layers.get("numberS", {}).items():
            number, corner = divmod(int(key) - 4 * all_cells, 4)
            if str(text).strip():
                found[self._cell(number), corner] = str(text).strip()
            if corner not in allowed or number >= all_cells:
                raise self.fault("a small number elsewhere", f"corners {allowed} of cells")
        return found

    def walls(self) -> tuple[list[Pair], list[Pair]]:
        """The neighbours with a thick line between them, and the ends of all diagonal lines."""
        walls, diagonals = list[Pair](), list[Pair]()
        all_cells = self.frame[0] * self.frame[1]
        for key, style in self.layers.get("lineE", {}).items():
            ends = sorted(self._cell(int(each) - all_cells) for each in key.split(","))
            (r, c), (y, x) = ends
            if (y - r, x - c) in ((0, 1), (1, 0)) and style in _THICK:
                walls.append(((r + (y > r), c + (x > c)), (r + 1, c + 1)))
            elif y - r == 1 == abs(x - c):
                diagonals.append(((r, c), (y, x)))
            else:
                raise self.fault(f"a line of style {style}", "thick lines between cells")
        return walls, diagonals

    def parts(self) -> dict[Cell, str]:
        """A letter for each cell: that of its cage, or of the region that thick lines enclose."""
        walls, diagonals = self.walls()
        if diagonals:
            raise self.fault("a diagonal line", "thick lines between cells")
        return parts_of(self.cells, walls)

    def cages(self) -> list[list[Cell]]:
        """The cells of each cage."""
        return [[self._cell(int(key)) for key in cage]
                for cage in self.layers.get("killercages", []) if cage]  # fmt: skip


def penpa_reader(tags: set[str], *layers: str) -> Decorator[Penpa]:
    """A decorator for readers of boards whose kind is one of ``tags``, or not said, and on which
    only these layers are drawn."""

    def read(write: Callable[[Penpa], str | None], source: Source) -> str | None:
        line = source.only
        packed = re.fullmatch(r"(?:https?://\S*[#?])?m=\w+&p=([\w+/=%-]+)(?:&\S*)?", line.text)
        board = packed and _board(line.part(*packed.span(1)))
        if not board or (board.tags and not tags & {*board.tags}):
            return None
        for other in {*board.tags} - tags:
            raise board.fault(f"a board of the kind {other!r}", f"only {', '.join(sorted(tags))}")
        drawn_are = {name for name, each in board.layers.items() if each and name[:7] != "command"}
        if not board.tags and drawn_are <= {"surface"}:
            raise board.fault("a board without signs", "a puzzle that is drawn on it")
        for layer, drawn in board.layers.items():
            if drawn and layer not in layers and not layer.startswith("command"):
                raise board.fault(f"{layer!r} is drawn", f"{', '.join(layers)} only")
        try:
            return write(board)
        except xc.FileFault:
            raise
        except (ValueError, TypeError, AttributeError, LookupError, OverflowError):
            found = "something that Penpa+ does not draw"
            raise board.fault(found, f"what a board of {max(tags)} has") from None

    return lambda write: partial(read, write)


@lru_cache(1)
def _board(code: Text) -> Penpa:
    """The board in a code. (Several kinds ask for it.)"""
    try:
        packed = b64decode(unquote(code.text) + "===", altchars=None)
        said = zlib.decompressobj(-15).decompress(packed, MOST_TEXT).decode()
        head, _, _, drawn, _, stated, *more = said.split("\n")
        for short, layer in _LAYERS.items():
            drawn = drawn.replace(short, f'"{layer}"')
        layers = json.loads(drawn.replace("z_", '"__a"').replace("zO", "null"))
        fields = [unquote(field) for field in head.split(",")]
        frame = int(fields[2]) + 4, int(fields[1]) + 4
        cells = [divmod(int(cell), frame[1]) for cell in accumulate(json.loads(stated))]
        tags = [*map(str, json.loads(more[11]))] if len(more) > 11 and more[11] else []
        corner = min(r for r, _ in cells), min(c for _, c in cells)
        is_inside = min(frame) > 4 and all(0 <= r < frame[0] for r, _ in cells)
        if isinstance(layers, dict) and is_inside and frame[0] * frame[1] <= MOST_CELLS:
            board = sorted({(r - corner[0], c - corner[1]) for r, c in cells})
            return Penpa(code, fields, tags, frame, corner, board, layers)
    except (ValueError, TypeError, zlib.error, RecursionError, IndexError, OverflowError):
        pass
    raise code.fault("an address that cannot be unpacked", "a board of squares of Penpa+")
