"""Facts about a polyform puzzle before solving: numbers of cells, and parity.

On the square, triangular and cubic grids the cells can have two colours so that neighbours always
differ, like a checkerboard. A piece covers fixed numbers of each, up to swapping the colours. So
the pieces must make up the difference between the colours of the board.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import exactcover as xc

from .grids import Cells, Grid
from .polyforms import PolyformPuzzle

#: The most copies for which the possible differences are computed.
_MOST_COPIES = 2_000
#: Pieces named in a sentence.
_MOST_NAMED = 6


def difference(grid: Grid, cells: Cells) -> int | None:
    """The difference between the colours' numbers of cells; None if two colours do not suffice."""
    origin = grid.origin
    if any(sum(near) % 2 == sum(origin) % 2 for near in grid.neighbours(origin)):
        return None
    odd = sum(sum(cell) % 2 for cell in cells)
    return abs(len(cells) - 2 * odd)


def cells_in_words(puzzle: PolyformPuzzle) -> str:
    """How many cells the pieces have, and how many the board has."""
    sizes = {name: len(cells) for name, cells in puzzle.pieces.items()}
    least, most = (
        sum(sizes[name] * bounds[k] for name, bounds in puzzle.bounds.items()) for k in (0, 1)
    )
    board = len(puzzle.board)
    if least != most:
        return f"The pieces have {least:,} to {most:,} cells, and the board has {board:,}."
    text = f"The pieces have {xc.text.counted(most, 'cell')}, "
    if most == board:
        return f"{text}as many as the board."
    more = "more" if most > board else "fewer"
    return f"{text}{abs(most - board):,} {more} than the board."


def differences_of_pieces(puzzle: PolyformPuzzle) -> set[int] | None:
    """The differences that all pieces together can make; None if they are not computed.

    That is so if copies or cells may be left out, or if there are too many copies.
    """
    exact = all(low == high for low, high in puzzle.bounds.values())
    if not exact or puzzle.may_stay_open:
        return None
    copies = sum(high for _, high in puzzle.bounds.values())
    if copies > _MOST_COPIES:
        return None
    total, sums = 0, 1  # Bit k of ``sums``: some pieces together have a difference of k.
    for name, (copies, _) in puzzle.bounds.items():
        each = difference(puzzle.grid, puzzle.pieces[name])
        if each is None:
            return None
        for _ in range(copies if each else 0):
            total += each
            sums |= sums << each
    return {abs(total - 2 * k) for k in range(total + 1) if sums >> k & 1}


class Needed(NamedTuple):
    """The parity of how many of some pieces a solution has.

    ``names``: the pieces; none if nothing is left to choose. ``odd``: whether their number is odd.
    ``possible``: whether the pieces can have that number, and make the difference of the board.
    """

    names: tuple[str, ...]
    odd: bool
    possible: bool


def number_needed(puzzle: PolyformPuzzle) -> Needed | None:
    """The parity of the number of uneven pieces, where copies may be left out; else None.

    Measured by the greatest common divisor of their differences, each piece counts as an odd or an
    even number, whichever colour it has more of. So the odd ones have the parity of the board.
    """
    bounds = puzzle.bounds
    board = difference(puzzle.grid, puzzle.board)
    exact = all(low == high for low, high in bounds.values())
    if board is None or exact or puzzle.may_stay_open:
        return None
    each = {name: difference(puzzle.grid, puzzle.pieces[name]) or 0 for name in bounds}
    unit = math.gcd(*each.values())
    most = sum(each[name] * high for name, (_, high) in bounds.items())
    if unit == 0 or board % unit or board > most:
        return Needed((), False, unit == 0 == board)
    odd = bool(board // unit % 2)
    names = tuple(name for name, uneven in each.items() if uneven // unit % 2)
    if any(bounds[name][0] < bounds[name][1] for name in names):
        return Needed(names, odd, True)
    return Needed((), odd, sum(bounds[name][0] for name in names) % 2 == odd)


def parity_in_words(puzzle: PolyformPuzzle) -> str | None:
    """What the two colours imply, in words; None on grids without such a colouring."""
    board = difference(puzzle.grid, puzzle.board)
    if board is None:
        return None
    one = (len(puzzle.board) + board) // 2
    text = "Coloured so that neighbours differ, like a checkerboard, the board has"
    text += f" {one:,} cells of one colour and {one - board:,} of the other."
    uneven = []
    for name, cells in puzzle.pieces.items():
        each = difference(puzzle.grid, cells) or 0
        if each:
            more = (len(cells) + each) // 2
            uneven.append(f"{xc.text.printable(name)} covers {more} and {more - each}")
    if len(uneven) > _MOST_NAMED:
        text += f" {len(uneven):,} pieces cover more of one colour."
    elif uneven:
        text += f" Of the pieces, {', '.join(uneven)}."
    else:
        text += " Every piece covers as many of one as of the other."
    needed = number_needed(puzzle)
    if _clashes(puzzle, board, needed):
        text += f" The pieces cannot make up a difference of {board:,}: there is no solution."
    elif needed is not None and needed.names:
        number = "odd" if needed.odd else "even"
        of = "these pieces"
        if len(needed.names) < len(uneven):
            of = "copies of " if len(needed.names) == 1 else "the pieces "
            of += _listed(needed.names)
        text += f" A solution has an {number} number of {of}."
    return text


def parity_misfit(puzzle: PolyformPuzzle) -> str | None:
    """Why the two colours make the puzzle impossible, in a sentence; None if they do not."""
    board = difference(puzzle.grid, puzzle.board)
    if board is None or not _clashes(puzzle, board, number_needed(puzzle)):
        return None
    one = (len(puzzle.board) + board) // 2
    return (
        f"coloured like a checkerboard, the board has {one:,} cells of one colour and"
        f" {one - board:,} of the other, and the pieces cannot cover them (--show says more)"
    )


def _clashes(puzzle: PolyformPuzzle, board: int, needed: Needed | None) -> bool:
    """Whether the pieces cannot make up the board's difference."""
    made = differences_of_pieces(puzzle)
    return (made is not None and board not in made) or (needed is not None and not needed.possible)


def _listed(names: Sequence[str]) -> str:
    shown = [xc.text.printable(name) for name in names[:_MOST_NAMED]]
    if len(names) > _MOST_NAMED:
        shown.append(f"{len(names) - _MOST_NAMED:,} more")
    *others, last = shown
    return f"{', '.join(others)} and {last}" if others else last
