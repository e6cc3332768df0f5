"""Make Reflect puzzles: boards determined by their beams, with as few beams shown as possible.

On 4 x 4 with up to six pieces boards are drawn at random until one is the only one with its beams.
Such boards are rare among larger ones, where moving a mirror or a ball along a beam often goes
unnoticed: there a random board is changed step by step. A piece goes to another cell, and the
change is kept if the beams have no more solutions than before (counted up to a bound).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import exactcover as xc

from .board import EMPTY, Board
from .fewest import fewest_beams
from .puzzle import STRICT, BeamPuzzle
from .solver import Solver

#: 4 x 4 boards of more pieces are seldom the only ones with their beams.
_FEW_PIECES = 6
#: Solutions that are counted while a board is changed, and steps without success before another
#: board is tried.
_MANY, _STEPS = 10, 100
#: Nodes, or conflicts of SAT, of one search while a board is changed, and of one for its beams:
#: what takes more is not used.
_FEW_NODES, _NODES = 10_000, 200_000


@dataclass(frozen=True)
class Wish:
    """The wishes for puzzles to be made."""

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


def _changed(board: Board, others: list[Board], draw: random.Random) -> Board:
    """A board with two contents exchanged, one of them where another solution differs."""
    cells = list(board.cells)
    other = draw.choice(others)
    one = draw.choice([k for k in range(len(cells)) if cells[k] != other.cells[k]])
    two = draw.choice([k for k, content in enumerate(cells) if content != cells[one]])
    cells[one], cells[two] = cells[two], cells[one]
    return Board(board.n, tuple(cells))


def unique_board(
    wish: Wish,
    solver: Solver,
    draw: random.Random,
    clock: xc.Deadline,
    tell: Callable[[str], None] = lambda text: None,
) -> Board | None:
    """A board that is the only solution if all its beams are shown; None if there was no time."""

    def others(board: Board) -> list[Board] | None:
        puzzle = BeamPuzzle.of_board(board)
        found = list(solver.boards(puzzle, _MANY, seconds=clock.left(), nodes=_FEW_NODES))
        if solver.stopped in ("seconds", "nodes"):
            return None
        return [each for each in found if each != board]

    tried = 0
    while not clock.passed():
        tried += 1
        board = random_board(wish, draw)
        left, steps = others(board), 0
        while left and steps < _STEPS and len(set(board.cells)) > 1:
            if clock.passed():
                return None
            changed = _changed(board, left, draw)
            now = others(changed)
            steps += 1
            if now is not None and len(now) <= len(left):
                steps = 0 if len(now) < len(left) else steps
                board, left = changed, now
            more = " or more" * (len(left) >= _MANY - 1)
            tell(f"board {tried:,}: {len(left)}{more} other solutions")
        if left == []:
            return board
    return None


def puzzle_of(
    board: Board,
    solver: Solver,
    clock: xc.Deadline,
    tell: Callable[[str], None] = lambda text: None,
) -> BeamPuzzle | None:
    """A board as a puzzle with one solution and as few beams shown as possible.

    None if not even all its beams distinguish it from others, or time ran out.
    """
    shown = fewest_beams(board, solver, nodes=_NODES, clock=clock, tell=tell)
    return None if shown is None else BeamPuzzle.of_board(board, shown)


def puzzles(
    wish: Wish,
    seed: int,
    solver: Solver | None = None,
    clock: xc.Deadline | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> Iterator[BeamPuzzle]:
    """Puzzles with the given wishes, one after the other, until the clock stops it.

    The same for a seed and an engine; ``solver`` must have the reading that is wished for.
    """
    draw = random.Random(seed)
    solver = solver or Solver(wish.reading)
    clock = clock or xc.Deadline()
    number = wish.number if wish.pieces is None else sum(wish.pieces)
    at_random = wish.n == 4 and number <= _FEW_PIECES
    boards = 0
    while not clock.passed():
        boards += 1

        def tell_board(text: str, number: int = boards) -> None:
            tell(f"try {number:,}: {text}")

        if at_random:
            tell_board("a random board")
            board: Board | None = random_board(wish, draw)
        else:
            board = unique_board(wish, solver, draw, clock, tell_board)
        puzzle = None
        if board is not None:
            puzzle = puzzle_of(board, solver, clock, tell_board)
        if puzzle is None or board is None:
            continue
        if wish.most_ends is not None and len(puzzle.beams) > wish.most_ends:
            continue
        most = max((board.reflections(place) for place in puzzle.beams), default=0)
        if most < wish.reflections:
            continue
        yield puzzle
