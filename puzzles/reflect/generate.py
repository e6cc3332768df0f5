"""Making Reflect puzzles: a random board whose beams have one solution, and few beams shown.

On 4 x 4 boards all others of the same pieces (and of fewer, if the reading allows it) are gone
through. Each must differ in a beam that is shown, so the fewest beams are a smallest hitting set: a
table over all subsets of the at most 16 beams tells for each whether some board differs in none but
the beams left out. On larger boards beams are left out one after the other, in random order, as
long as a search finds no second solution; and this several times.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from .board import EMPTY, Board
from .cover import CoverSolver
from .packed import beams, boards_of, pack, packed_beams
from .puzzle import ALL, STRICT, Puzzle

__all__ = ["Wish", "fewest_beams", "is_unique", "puzzles", "random_board", "shorter"]

#: Boards compared from one look at the clock to the next.
_CHUNK = 500_000
#: Times that beams are left out in another order, on boards larger than 4 x 4.
_RESTARTS = 4


@dataclass(frozen=True)
class Wish:
    """What puzzles are to be like."""

    n: int = 4
    #: How many of each piece; None for a random choice of ``number`` pieces.
    pieces: tuple[int, int, int] | None = None
    number: int = 5
    #: Balls among them, if the pieces are chosen; None for any number.
    balls: int | None = None
    #: Ends of beams shown, at most; None for no bound.
    most_ends: int | None = None
    #: How often some beam that is shown is reflected, at least.
    reflections: int = 0
    reading: str = STRICT


def random_board(wish: Wish, draw: random.Random) -> Board:
    """A board of the pieces wished for. Raises ValueError for more than there are cells."""
    if wish.pieces is not None:
        contents = [piece for piece, k in enumerate(wish.pieces, 1) for _ in range(k)]
    elif wish.balls is None:
        contents = [draw.randint(1, 3) for _ in range(wish.number)]
    else:
        contents = [3] * wish.balls
        contents += [draw.randint(1, 2) for _ in range(wish.number - wish.balls)]
    if len(contents) > wish.n**2:
        raise ValueError(f"{len(contents)} pieces for {wish.n**2} cells")
    cells = [EMPTY] * wish.n**2
    for place, content in zip(draw.sample(range(wish.n**2), len(contents)), contents, strict=True):
        cells[place] = content
    return Board(wish.n, tuple(cells))


def is_unique(puzzle: Puzzle, reading: str = STRICT, seconds: float | None = None) -> bool | None:
    """Whether a puzzle has exactly one solution, by exact cover; None if there was no time."""
    solver = CoverSolver(puzzle, reading)
    found = len(list(solver.boards(2, seconds=seconds)))
    return None if found < 2 and solver.stopped == "seconds" else found == 1


def _beams_of(board: Board) -> list[tuple[int, int]]:
    """The beams of a board: both ends, or one twice."""
    return [(place, end) for place, end in enumerate(board.beams) if place <= end]


def fewest_beams(
    board: Board, reading: str = STRICT, tick: Callable[[], bool] = lambda: True
) -> list[list[int]]:
    """The smallest sets of beams of a 4 x 4 board that leave it the only solution.

    Each beam by one of its ends. Empty if not even all beams do, or ``tick``, called now and then,
    said no. Raises ValueError for other sizes.
    """
    from .generate_kernel import close_upwards, differences

    own = pack(board)
    ends = _beams_of(board)
    multisets = [board.pieces]
    if reading != ALL:
        slashes, backslashes, balls = (range(k + 1) for k in board.pieces)
        multisets = list(itertools.product(slashes, backslashes, balls))
    # missed[s]: some other board differs in beams of the set s only.
    missed = np.zeros(1 << len(ends), np.uint8)
    for multiset in multisets:
        if not tick():
            return []
        all_others = boards_of(multiset)
        for begin in range(0, len(all_others), _CHUNK):
            if missed[0] or not tick():  # one that differs in no beam, whatever is shown
                return []
            others = all_others[begin : begin + _CHUNK]
            others = others[others != own]
            differences(
                beams(others),
                np.uint64(packed_beams(board.beams)),
                np.array(ends, np.int64).reshape(-1, 2),
                reading == STRICT,
                missed,
            )
    close_upwards(missed)
    shown = np.flatnonzero(missed[::-1] == 0)  # what is left out is the complement
    if not len(shown):
        return []
    sizes = np.bitwise_count(shown.astype(np.uint32))
    return [
        [ends[k][0] for k in range(len(ends)) if chosen >> k & 1]
        for chosen in shown[sizes == sizes.min()].tolist()
    ]


def shorter(
    board: Board,
    reading: str,
    draw: random.Random,
    tick: Callable[[], bool] = lambda: True,
    seconds: Callable[[], float | None] = lambda: None,
) -> list[int] | None:
    """Beams of a board of any size that leave it the only solution, none of which can be left out;
    None if all beams do not, or ``tick`` said no. ``seconds`` tells how many are left."""
    ends = [place for place, _ in _beams_of(board)]
    if not is_unique(Puzzle.of_board(board), reading, seconds()):
        return None
    best = ends
    for _ in range(_RESTARTS):
        kept = list(ends)
        for place in draw.sample(ends, len(ends)):
            if not tick():
                return None
            fewer = [each for each in kept if each != place]
            only = is_unique(Puzzle.of_board(board, fewer), reading, seconds())
            if only is None:
                return None
            if only:
                kept = fewer
        if len(kept) < len(best):
            best = kept
    return best


def puzzles(
    wish: Wish,
    seed: int,
    tick: Callable[[], bool] = lambda: True,
    seconds: Callable[[], float | None] = lambda: None,
) -> Iterator[Puzzle]:
    """Puzzles as wished for, one after the other, until ``tick`` says no; the same for a seed.

    ``seconds`` tells how many are left, None for no bound.
    """
    draw = random.Random(seed)
    while tick():
        board = random_board(wish, draw)
        if wish.n == 4:
            choices = fewest_beams(board, wish.reading, tick)
            shown = draw.choice(choices) if choices else None
        else:
            shown = shorter(board, wish.reading, draw, tick, seconds)
        if shown is None:
            continue
        puzzle = Puzzle.of_board(board, shown)
        if wish.most_ends is not None and len(puzzle.beams) > wish.most_ends:
            continue
        if max((board.reflections(place) for place in shown), default=0) < wish.reflections:
            continue
        yield puzzle
