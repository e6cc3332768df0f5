"""The text format of edge-matching puzzles: words, a board, and one tile per line.

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
  twice. Listed tiles come after them.
* ``border: white``: the rim has that colour. ``border: only white``: and no inner edge has it.
  ``border: one colour``: the rim has any single colour. ``border: free``: any colours. The default
  is ``only 0`` if a colour is 0, and otherwise ``free``.
* ``fit: equal``: equal colours fit. ``fit: opposite``: +k fits -k, the default if a colour is
  negative. ``fit: A/a B/b``: A fits a, B fits b, and other colours fit themselves.
* ``turn: yes`` (the default) or ``no``: whether tiles may be turned (triangles always may).
  ``reflect: no`` (the default) or ``yes``: whether they may be turned over as well. ``mates``: they
  may, and then each colour becomes the one that fits it, like a pattern along the edge, which is
  read the other way round.
* ``use: all`` (the default) or ``any``: whether every tile must be used.

The files of Eternity II programs are read as well. They begin with a line of width and height,
which may be missing if the board is a square. A line of four numbers follows for each piece; 0 is
the border. (Programs that write the height first are rare.)
"""

from __future__ import annotations

import math
import re

import exactcover as xc

from ..polyform.drawings import cells_drawn
from ..polyform.grids import GRIDS, SQUARE, TRIANGULAR, Cells, Grid
from ..shared.source import Source, Text
from .tiles import MOST_PLACEMENTS, Colours, TilePuzzle, all_tiles

#: More tiles or cells are treated as a mistake.
_MOST_TILES = 10_000

_WORDS = (
    *("title", "grid", "size", "board", "border"),
    *("fit", "turn", "reflect", "use", "tiles"),
)
_GRIDS = {name: grid for name, grid in GRIDS.items() if grid.layer is None}
_PLUS = re.compile(r"^\+(?=[0-9]+$)")
_NUMBERED = re.compile(r"([0-9]{1,6}) colou?rs?")


def puzzle_of(source: Source) -> tuple[TilePuzzle, str]:
    """The puzzle in a text, and its title. Raises :class:`exactcover.FileFault`."""
    return _Reader(source).puzzle()


class _Reader:
    def __init__(self, source: Source):
        self.source = source
        rows = "a tile, its colours clockwise"
        found, self.rows = source.read(_WORDS, rows, drawn=("board",))
        self.stated = {word: values[0].value for word, values in found.items()}

    def puzzle(self) -> tuple[TilePuzzle, str]:
        """The puzzle and its title."""
        grid = _GRIDS[self.source.choice("grid", tuple(_GRIDS), SQUARE.name)]
        size = self.source.size(self.rows, _MOST_TILES)
        self.source.is_bare = not self.stated and size is None
        reflect = self.source.choice("reflect", ("yes", "no", "mates"), "no")
        turn = self.source.choice("turn", ("yes", "no"), "yes") == "yes"
        use_all = self.source.choice("use", ("all", "any"), "all") == "all"
        if not turn and (reflect != "no" or grid is TRIANGULAR):
            found = "triangles" if reflect == "no" else f"'reflect: {reflect}'"
            found = f"'turn: no' with {found}"
            raise self.stated["turn"].fault(found, "'turn: yes'")
        n_edges = len(grid.corners(grid.origin))
        tiles, names = self.tiles(n_edges, reflect != "no")
        board = self.board(grid, size, len(tiles))
        mates = self.fit({colour for tile in tiles for colour in tile})
        border, one, only = self.border({colour for tile in tiles for colour in tile}, mates)
        puzzle = TilePuzzle(
            grid, board, tiles, names, border, one, only, mates, turn, reflect != "no", use_all,
            reverses=reflect == "mates",
        )  # fmt: skip
        placements = len(board) * sum(len(puzzle.ways(tile)) for tile in tiles)
        if placements > MOST_PLACEMENTS:
            found = f"{placements:,} placements of tiles"
            raise self.source.fault(0, 0, found, f"at most {MOST_PLACEMENTS:,}")
        return puzzle, self.source.title

    # -- the board ---------------------------------------------------------------------------

    def board(self, grid: Grid, size: tuple[int, int, Text] | None, n_tiles: int) -> Cells:
        """The cells."""
        drawn = self.stated.get("board")
        if size is not None and drawn is not None:
            raise drawn.fault("a board and a size", "one of them")
        if drawn is not None:
            return cells_drawn(grid, self.source.stated["board"][0], _MOST_TILES)[0]
        if size is None:
            side = math.isqrt(n_tiles)
            if grid is not SQUARE or side**2 != n_tiles:
                expected = "'size:' or 'board:'" if grid is SQUARE else "'board:' and a drawing"
                raise self.source.fault(0, 0, "no board", expected)
            size = side, side, self.source.lines[0]
        columns, rows, stated = size
        if grid is not SQUARE:
            expected = "'board:' and a drawing"
            raise stated.fault(f"a size on the {grid.name} grid", expected)
        return tuple((row, column) for row in range(rows) for column in range(columns))

    # -- the tiles ---------------------------------------------------------------------------

    def tiles(self, n_edges: int, reflect: bool) -> tuple[tuple[Colours, ...], tuple[str, ...]]:
        """All tiles and their names."""
        tiles = (
            self.family(self.stated["tiles"], n_edges, reflect) if "tiles" in self.stated else []
        )
        names = {str(number): number for number in range(1, len(tiles) + 1)}
        for row in self.rows:
            words = [word.text for word in row.words()]
            if len(words) not in (n_edges, n_edges + 1):
                found = xc.text.counted(len(words), "word")
                expected = f"{n_edges} colours, or a name and {n_edges} colours"
                raise row.fault(f"{found} in a line", expected)
            if "." in words:
                raise row.fault("'.' for a colour", "a colour for each edge")
            name = words.pop(0) if len(words) > n_edges else str(len(tiles) + 1)
            if name in names:
                raise row.fault(f"two tiles are called {name[:40]!r}", "names that differ")
            names[name] = len(tiles)
            tiles.append(tuple(_PLUS.sub("", word) for word in words))
            if len(tiles) > _MOST_TILES:
                raise row.fault("one tile more", f"at most {_MOST_TILES:,}")
        if not tiles:
            raise self.source.fault(0, 0, "no tiles", "'tiles:' with a family, or a tile a line")
        return tuple(tiles), tuple(names)

    def family(self, stated: Text, n_edges: int, reflect: bool) -> list[Colours]:
        """The tiles of ``macmahon …`` or ``different …``."""
        family, _, value = stated.text.partition(" ")
        numbered = _NUMBERED.fullmatch(value.strip())
        number = int(numbered[1]) if numbered else 0
        colours = value.split() if not numbered else [str(k + 1) for k in range(min(number, 100))]
        if family not in ("macmahon", "different") or not colours:
            expected = "'macmahon' or 'different', and colours: white red blue, or 3 colours"
            raise stated.fault(f"the tiles {stated.text[:40]!r}", expected)
        if len(set(colours)) < len(colours):
            raise stated.fault("a colour that is named twice", "different colours")
        # (Each tile has at most as many orientations as edges.)
        least = max(number, len(colours)) ** n_edges // n_edges
        if least > _MOST_TILES:
            found = f"at least {least:,} tiles"
            raise stated.fault(found, f"at most {_MOST_TILES:,}")
        return list(all_tiles(colours, n_edges, reflect=reflect, different=family == "different"))

    # -- what fits ---------------------------------------------------------------------------

    def fit(self, colours: set[str]) -> dict[str, str]:
        """The mates of the colours that do not fit themselves."""
        numbers = {c for c in colours if re.fullmatch(r"-?[0-9]{1,1000}", c)}
        stated = self.stated.get("fit")
        negative = any(colour.startswith("-") for colour in numbers)
        value = stated.text if stated else "opposite" if negative else "equal"
        if value == "equal":
            return {}
        if value == "opposite":
            if words := sorted(colours - numbers):
                place = stated or [*self.rows, *self.source.lines][0]
                found = f"the colour {words[0][:40]!r} has no opposite"
                raise place.fault(found, "whole numbers, or 'fit: equal'")
            opposites = {c: _opposite(c) for c in sorted(numbers) if int(c)}
            return opposites | {other: one for one, other in opposites.items()}
        assert stated is not None
        mates: dict[str, str] = {}
        for pair in value.split():
            one, slash, other = pair.partition("/")
            if not (one and slash and other) or "/" in other:
                expected = "equal, opposite, or pairs such as A/a B/b"
                raise stated.fault(f"cannot read {pair[:40]!r}", expected)
            if one in mates or other in mates:
                found = f"{(one if one in mates else other)[:40]!r} fits two colours"
                raise stated.fault(found, "each colour in one pair")
            mates |= {one: other, other: one}
        if not mates:
            expected = "equal, opposite, or pairs such as A/a B/b"
            raise stated.fault("nothing that fits", expected)
        return mates

    def border(self, colours: set[str], mates: dict[str, str]) -> tuple[str | None, bool, bool]:
        """The colour of the border, whether it is any one, and whether it is there alone."""
        stated = self.stated.get("border")
        if stated is None:
            return ("0", False, True) if "0" in colours else (None, False, False)
        words = stated.text.split()
        if words in (["free"], ["one", "colour"], ["one", "color"]):
            if words == ["free"] and "free" in colours:
                found = "'border: free' where a colour is called 'free'"
                raise stated.fault(found, "another name for that colour")
            return None, len(words) == 2, False
        only = len(words) == 2 and words[0] == "only"
        if len(words) != 1 + only or words[-1] not in colours:
            expected = "a colour of the tiles, 'only' and a colour, 'one colour' or 'free'"
            expected += xc.text.did_you_mean(stated.text, sorted(colours))
            raise stated.fault(f"the border {stated.text[:40]!r}", expected)
        return words[-1], False, only


def _opposite(number: str) -> str:
    return number[1:] if number.startswith("-") else f"-{number}"
