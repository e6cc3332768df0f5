"""The text format of edge-matching puzzles: words, a board, and a tile a line.

    # Lines that begin with # are comments.
    title: Nine squares
    grid: square
    size: 3 x 3
    border: red

    red red blue green
    blue green red red
    ...

* ``grid: square`` (the default), ``triangular`` or ``hexagonal``.
* ``size: WIDTH x HEIGHT``: a rectangle of squares. Or ``board:``, and the board drawn below: ``#``
  is a square or a hexagon (hexagons in every second column), ``^`` and ``v`` are triangles, ``.``
  is no cell.
* A tile is a line with its colours, clockwise around it, from the top of a square and from the
  upper right of a hexagon. Colours are any words. One word more is the tile's name, which comes
  first; otherwise tiles are numbered from 1. Commas may stand between.
* ``tiles: macmahon white red blue``: every tile of these colours once. ``tiles: macmahon 4
  colours``: the same with colours 1 to 4. ``tiles: different 4 colours``: those without a colour
  twice. Tiles that are listed come behind them.
* ``border: white``: that colour is all around. ``border: only white``: and nowhere else. ``border:
  one colour``: all around is the same colour, any. ``border: free``: any colours. The default is
  ``only 0`` if a colour is 0, and else ``free``.
* ``fit: equal``: equal colours fit. ``fit: opposite``: +k fits -k, the default if a colour is
  negative. ``fit: A/a B/b``: A fits a, B fits b, and other colours fit themselves.
* ``turn: yes`` (the default) or ``no``: whether tiles may be turned (triangles always may).
  ``reflect: no`` (the default) or ``yes``: whether they may be turned over as well.
* ``use: all`` (the default) or ``any``: whether every tile must be used.

The files of Eternity II programs are read as well. They begin with a line of width and height,
which may be missing if the board is a square. A line of four numbers follows for each piece; 0 is
the border. (Programs that write the height first are rare.)
"""

from __future__ import annotations

import math
import re
from pathlib import Path

import exactcover as xc

from ..polyform.grids import GRIDS, SQUARE, TRIANGULAR, Cell, Cells, Grid
from ..shared.source import Line, Source, Stated
from .tiles import MOST_PLACEMENTS, Colours, TilePuzzle, all_tiles, orientations

__all__ = ["puzzle_of"]

#: More tiles or cells are a mistake, not a puzzle.
_MOST_TILES = 10_000

_WORDS = (
    *("title", "grid", "size", "board", "border"),
    *("fit", "turn", "reflect", "use", "tiles"),
)
_GRIDS = {name: grid for name, grid in GRIDS.items() if grid.layer is None}
_SIZE = re.compile(r"([0-9]{1,6})\s*[xX×*,;\s]\s*([0-9]{1,6})")
_PLUS = re.compile(r"^\+(?=[0-9]+$)")
_NUMBERED = re.compile(r"([0-9]{1,6}) colou?rs?")


def puzzle_of(source: Source) -> tuple[TilePuzzle, str]:
    """The puzzle that a text states, and its title. Raises :class:`exactcover.FileFault`."""
    return _Reader(source).puzzle()


class _Reader:
    def __init__(self, source: Source):
        self.source = source
        rows = "a tile, its colours clockwise"
        found, self.rows = source.read(_WORDS, rows, drawn=("board",))
        self.stated = {word: values[0] for word, values in found.items()}

    def puzzle(self) -> tuple[TilePuzzle, str]:
        """The puzzle and its title."""
        grid = _GRIDS[self.choice("grid", tuple(_GRIDS), SQUARE.name)]
        size = self.size()
        reflect = self.choice("reflect", ("yes", "no"), "no") == "yes"
        turn = self.choice("turn", ("yes", "no"), "yes") == "yes"
        use_all = self.choice("use", ("all", "any"), "all") == "all"
        if not turn and (reflect or grid is TRIANGULAR):
            found = f"'turn: no' with {'reflect: yes' if reflect else 'triangles'}"
            raise self.source.fault_of(self.stated["turn"], found, "'turn: yes'")
        n_edges = len(grid.corners(grid.origin))
        tiles, names = self.tiles(n_edges, reflect)
        board = self.board(grid, size, len(tiles))
        mates = self.fit({colour for tile in tiles for colour in tile})
        border, one, only = self.border({colour for tile in tiles for colour in tile}, mates)
        placements = len(board) * sum(len(orientations(t, turn, reflect)) for t in tiles)
        if placements > MOST_PLACEMENTS:
            found = f"{placements:,} placements of tiles"
            raise self.source.fault(0, 0, found, f"at most {MOST_PLACEMENTS:,}")
        puzzle = TilePuzzle(
            grid, board, tiles, names, border, one, only, mates, turn, reflect, use_all
        )
        title = self.stated["title"].value if "title" in self.stated else ""
        return puzzle, title or Path(self.source.path).stem

    def choice(self, word: str, values: tuple[str, ...], default: str) -> str:
        """The value of a word that has few."""
        stated = self.stated.get(word)
        if stated is None:
            return default
        if stated.value not in values:
            expected = " or ".join(values) + xc.text.did_you_mean(stated.value, values)
            raise self.source.fault_of(stated, f"'{word}: {stated.value[:40]}'", expected)
        return stated.value

    # -- the board ---------------------------------------------------------------------------

    def size(self) -> tuple[int, int, Stated] | None:
        """Width, height and where they are stated: a word, or the first row."""
        stated = self.stated.get("size")
        if stated is None and self.rows and _SIZE.fullmatch(self.rows[0].text.strip()):
            row = self.rows.pop(0)
            stated = Stated(row.text.strip(), row.number)
        if stated is None:
            return None
        found = _SIZE.fullmatch(stated.value)
        columns, rows = map(int, found.groups()) if found else (0, 0)
        if not columns * rows:
            expected = "WIDTH x HEIGHT, such as 6 x 4"
            raise self.source.fault_of(stated, f"the size {stated.value[:40]!r}", expected)
        return columns, rows, stated

    def board(self, grid: Grid, size: tuple[int, int, Stated] | None, n_tiles: int) -> Cells:
        """The cells."""
        drawn = self.stated.get("board")
        if size is not None and drawn is not None:
            raise self.source.fault_of(drawn, "a board and a size", "one of them")
        if drawn is not None:
            return self.drawing(grid, drawn)
        if size is None:
            side = math.isqrt(n_tiles)
            if grid is not SQUARE or side**2 != n_tiles:
                expected = "'size:' or 'board:'" if grid is SQUARE else "'board:' and a drawing"
                raise self.source.fault(0, 0, "no board", expected)
            size = side, side, Stated("", 1)
        columns, rows, stated = size
        if grid is not SQUARE:
            expected = "'board:' and a drawing"
            raise self.source.fault_of(stated, f"a size on the {grid.name} grid", expected)
        if columns * rows > _MOST_TILES:
            found = f"a board of {columns * rows:,} cells"
            raise self.source.fault_of(stated, found, f"at most {_MOST_TILES:,}")
        return tuple((row, column) for row in range(rows) for column in range(columns))

    def drawing(self, grid: Grid, stated: Stated) -> Cells:
        """The cells that are drawn."""
        cells: list[Cell] = []
        shift = None
        for row, (text, number) in enumerate(stated.drawing):
            for column, mark in enumerate(text):
                if mark in ". ":
                    continue
                if mark not in grid.marks:
                    expected = f"{' or '.join(grid.marks)} for a cell, or . for none"
                    found = f"{mark!r} in a drawing"
                    raise self.source.fault(number, column + 1, found, expected)
                kind = (row + column + grid.marks.index(mark)) % grid.parity
                shift = kind if shift is None else shift
                if kind != shift:
                    found = f"{mark!r} out of line with the first cell of the drawing"
                    raise self.source.fault(number, column + 1, found, grid.alignment)
                cells.append((row, column + shift))
            if len(cells) > _MOST_TILES:
                found = f"more than {_MOST_TILES:,} cells"
                raise self.source.fault(number, 1, found, "a smaller drawing")
        if not cells:
            expected = f"lines below it with {' or '.join(grid.marks)} for a cell"
            raise self.source.fault_of(stated, "no drawing", expected)
        return tuple(sorted(cells))

    # -- the tiles ---------------------------------------------------------------------------

    def tiles(self, n_edges: int, reflect: bool) -> tuple[tuple[Colours, ...], tuple[str, ...]]:
        """All tiles and their names."""
        tiles = (
            self.family(self.stated["tiles"], n_edges, reflect) if "tiles" in self.stated else []
        )
        names = {str(number): number for number in range(1, len(tiles) + 1)}
        for row in self.rows:
            words = re.split(r"[,;\s]+", row.text.strip(",; \t"))
            if len(words) not in (n_edges, n_edges + 1):
                found = xc.text.counted(len(words), "word")
                expected = f"{n_edges} colours, or a name and {n_edges} colours"
                raise self.fault_in(row, f"{found} in a line", expected)
            name = words.pop(0) if len(words) > n_edges else str(len(tiles) + 1)
            if name in names:
                raise self.fault_in(row, f"two tiles are called {name[:40]!r}", "names that differ")
            names[name] = len(tiles)
            tiles.append(tuple(_PLUS.sub("", word) for word in words))
            self.check_number(len(tiles), row.number)
        if not tiles:
            raise self.source.fault(0, 0, "no tiles", "'tiles:' with a family, or a tile a line")
        return tuple(tiles), tuple(names)

    def family(self, stated: Stated, n_edges: int, reflect: bool) -> list[Colours]:
        """The tiles of ``macmahon …`` or ``different …``."""
        family, _, value = stated.value.partition(" ")
        numbered = _NUMBERED.fullmatch(value.strip())
        number = int(numbered[1]) if numbered else 0
        colours = value.split() if not numbered else [str(k + 1) for k in range(min(number, 100))]
        if family not in ("macmahon", "different") or not colours:
            expected = "'macmahon' or 'different', and colours: white red blue, or 3 colours"
            raise self.source.fault_of(stated, f"the tiles {stated.value[:40]!r}", expected)
        if len(set(colours)) < len(colours):
            raise self.source.fault_of(stated, "a colour that is named twice", "different colours")
        # (Each tile has at most as many orientations as edges.)
        least = max(number, len(colours)) ** n_edges // n_edges
        if least > _MOST_TILES:
            found = f"at least {least:,} tiles"
            raise self.source.fault_of(stated, found, f"at most {_MOST_TILES:,}")
        return list(all_tiles(colours, n_edges, reflect=reflect, different=family == "different"))

    def check_number(self, number: int, line: int) -> None:
        """That there are not too many."""
        if number > _MOST_TILES:
            raise self.source.fault(line, 1, "one tile more", f"at most {_MOST_TILES:,}")

    def fault_in(self, row: Line, found: str, expected: str) -> xc.FileFault:
        """A fault in a tile."""
        return self.source.fault(row.number, 1, found, expected)

    # -- what fits ---------------------------------------------------------------------------

    def fit(self, colours: set[str]) -> dict[str, str]:
        """The mates of the colours that do not fit themselves."""
        numbers = {c for c in colours if re.fullmatch(r"-?[0-9]{1,1000}", c)}
        stated = self.stated.get("fit")
        negative = any(colour.startswith("-") for colour in numbers)
        value = stated.value if stated else "opposite" if negative else "equal"
        if value == "equal":
            return {}
        if value == "opposite":
            if words := sorted(colours - numbers):
                place = stated or Stated(value, self.rows[0].number if self.rows else 1)
                found = f"the colour {words[0][:40]!r} has no opposite"
                raise self.source.fault_of(place, found, "whole numbers, or 'fit: equal'")
            opposites = {c: _opposite(c) for c in sorted(numbers) if int(c)}
            return opposites | {other: one for one, other in opposites.items()}
        assert stated is not None
        mates: dict[str, str] = {}
        for pair in value.split():
            one, slash, other = pair.partition("/")
            if not (one and slash and other) or "/" in other:
                expected = "equal, opposite, or pairs such as A/a B/b"
                raise self.source.fault_of(stated, f"cannot read {pair[:40]!r}", expected)
            if one in mates or other in mates:
                found = f"{(one if one in mates else other)[:40]!r} fits two colours"
                raise self.source.fault_of(stated, found, "each colour in one pair")
            mates |= {one: other, other: one}
        if not mates:
            expected = "equal, opposite, or pairs such as A/a B/b"
            raise self.source.fault_of(stated, "nothing that fits", expected)
        return mates

    def border(self, colours: set[str], mates: dict[str, str]) -> tuple[str | None, bool, bool]:
        """The colour of the border, whether it is any one, and whether it is there alone."""
        stated = self.stated.get("border")
        if stated is None:
            return ("0", False, True) if "0" in colours else (None, False, False)
        words = stated.value.split()
        if words in (["free"], ["one", "colour"], ["one", "color"]):
            if words == ["free"] and "free" in colours:
                found = "'border: free' where a colour is called 'free'"
                raise self.source.fault_of(stated, found, "another name for that colour")
            return None, len(words) == 2, False
        only = len(words) == 2 and words[0] == "only"
        if len(words) != 1 + only or words[-1] not in colours:
            expected = "a colour of the tiles, 'only' and a colour, 'one colour' or 'free'"
            expected += xc.text.did_you_mean(stated.value, sorted(colours))
            raise self.source.fault_of(stated, f"the border {stated.value[:40]!r}", expected)
        return words[-1], False, only


def _opposite(number: str) -> str:
    return number[1:] if number.startswith("-") else f"-{number}"
