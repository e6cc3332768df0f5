"""Boards as URLs of the viewer e2.bucas.name, which Eternity II programs print and read.

    https://e2.bucas.name/#puzzle=NAME&board_w=2&board_h=1&board_edges=abcaaacb&board_pieces=002001

After the ``#`` stand these, in any order and with ``&`` between them:

* ``puzzle``: a name, which is shown as the title.
* ``board_w``, ``board_h``: width and height in pieces.
* ``board_edges``: four letters for each place, row by row from the top left: the colours at the
  top, right, bottom and left of the piece that lies there. ``a`` is the border (which is free if
  there is no ``a``), ``b`` to ``w`` are the 22 colours. ``aaaa`` is an empty place.
* ``board_pieces``: three digits for each place, the number of its piece from 1; 000 if it is empty.
* ``motifs_order``: which picture the viewer draws for which letter. It does not matter here, and
  nor do further parameters.

(The viewer is J. Bucas's, github.com/jfbucas/eternityII-viewer. Its pages do not document these
parameters; several solvers that print such URLs agree on them.) Nothing is fetched.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterable
from urllib.parse import parse_qsl, quote

import exactcover as xc

from ..polyform.grids import SQUARE
from ..shared.cell_names import cell_name
from .tiles import MOST_PLACEMENTS, Colours, Placed, TilePuzzle

_LETTERS = "abcdefghijklmnopqrstuvw"
_EMPTY = "aaaa"
#: What can be written as three digits.
_MOST_PIECES = 999
_START = "https://e2.bucas.name/#puzzle="
#: How much of a URL messages quote.
_SHOWN = 40


def is_url(path: str) -> bool:
    """Whether this is a URL rather than the name of a file."""
    return re.match(r"https?://", path) is not None


def puzzle_of_url(url: str) -> tuple[TilePuzzle, str, list[Placed]]:
    """The puzzle whose pieces a URL shows, its title, and how they lie there.

    Colours are numbers; 0 is the border. Raises :class:`exactcover.FileFault`.
    """

    def fault(found: str, expected: str) -> xc.FileFault:
        return xc.FileFault(f"{url[:_SHOWN]}…" if len(url) > _SHOWN else url, 0, 0, found, expected)

    pairs = parse_qsl(url.partition("#")[2] or url.partition("?")[2])
    stated = dict(pairs)
    if len(stated) < len(pairs):
        raise fault("a parameter occurs twice", "each once")
    edges = stated.get("board_edges", "")
    if not edges:
        known = "; board_pieces are numbers of pieces only" if "board_pieces" in stated else ""
        raise fault(f"no board_edges{known}", "the colours, board_edges=…")
    side = math.isqrt(len(edges) // 4)
    size = [stated.get(name, str(side)) for name in ("board_w", "board_h")]
    if not all(re.fullmatch(r"[1-9][0-9]{0,2}", number) for number in size):
        raise fault(f"a board of {size[0][:9]!r} by {size[1][:9]!r}", "numbers from 1 to 999")
    width, height = map(int, size)
    n_cells = width * height
    if len(edges) != 4 * n_cells:
        found = f"{xc.text.counted(len(edges), 'letter')} in board_edges"
        raise fault(found, f"{4 * n_cells:,} for a board of {width} by {height}")
    if wrong := set(edges) - set(_LETTERS):
        raise fault(f"{min(wrong)!r} in board_edges", "letters from a to w")
    if 4 * n_cells**2 > MOST_PLACEMENTS:
        raise fault(f"a board of {n_cells:,} pieces", f"at most {math.isqrt(MOST_PLACEMENTS // 4)}")
    board = tuple((row, column) for row in range(height) for column in range(width))
    pieces = [edges[4 * k : 4 * k + 4] for k in range(n_cells)]
    if n_cells > 1 and _EMPTY in pieces:
        found = f"no piece at {cell_name(*board[pieces.index(_EMPTY)])}"
        raise fault(found, "a piece at each place")
    numbers = stated.get("board_pieces", "".join(f"{k + 1:03}" for k in range(n_cells)))
    names = [str(int(each)) for each in re.findall(r"[0-9]{3}", numbers)]
    if len(numbers) != 3 * n_cells or len(set(names)) != n_cells:
        raise fault("board_pieces", f"three digits for each of {n_cells:,} pieces, which differ")
    order = sorted(range(n_cells), key=lambda k: int(names[k]))
    tiles = [tuple(str(_LETTERS.index(letter)) for letter in piece) for piece in pieces]
    puzzle = TilePuzzle(
        SQUARE,
        board,
        tuple(tiles[k] for k in order),
        tuple(names[k] for k in order),
        border="0" if _LETTERS[0] in edges else None,
        only=_LETTERS[0] in edges,
    )
    lying = [Placed(cell, k, tile) for k, (cell, tile) in enumerate(zip(board, tiles, strict=True))]
    return puzzle, stated.get("puzzle", "e2.bucas.name"), lying


def url_fault(puzzle: TilePuzzle) -> str | None:
    """What such a URL cannot show of a puzzle, or None."""
    height, width = (1 + max(each) for each in zip(*puzzle.board, strict=True))
    if puzzle.grid is not SQUARE or len(puzzle.board) != width * height:
        return "a board that is not a rectangle of squares"
    if puzzle.mates:
        return "colours that do not match themselves"
    if len(puzzle.tiles) > _MOST_PIECES:
        return f"{len(puzzle.tiles):,} tiles, more than {_MOST_PIECES}"
    inner = len(puzzle.colours) - (puzzle.border is not None)
    return f"{inner} colours, more than {len(_LETTERS) - 1}" if inner >= len(_LETTERS) else None


def _letters(puzzle: TilePuzzle) -> dict[str, str]:
    """A letter for each colour: by its number, or in the order in which they are listed."""
    colours = puzzle.colours
    if all(re.fullmatch(r"0|[1-9][0-9]?", each) for each in colours):
        numbers = {each: int(each) for each in colours}
        if max(numbers.values()) < len(_LETTERS) and puzzle.border in (None, "0"):
            return {each: _LETTERS[number] for each, number in numbers.items()}
    first = 0 if puzzle.border is not None else 1
    return dict(zip(colours, (_LETTERS + "?" * len(colours))[first:], strict=False))


def url_of(puzzle: TilePuzzle, title: str, placed: Iterable[Placed]) -> str:
    """The URL of an arrangement, which :func:`url_fault` allows."""
    letters = _letters(puzzle)
    shown: dict[object, Colours] = {}
    numbers: dict[object, int] = {}
    left = {number: list(group) for number, group in puzzle.types.items()}
    for cell, tile, colours in sorted(placed):
        shown[cell], numbers[cell] = colours, left[tile].pop(0)
    height, width = (1 + max(each) for each in zip(*puzzle.board, strict=True))
    edges = "".join(letters[colour] for cell in puzzle.board for colour in shown[cell])
    pieces = "".join(f"{1 + numbers[cell]:03}" for cell in puzzle.board)
    return (
        f"{_START}{quote(title, safe='')}&board_w={width}&board_h={height}"
        f"&board_edges={edges}&board_pieces={pieces}"
    )
