"""Edit a Reflect board for the page: clicks on cells and letters.

A board that is made has its pieces inside; the letters follow from them. A beam is shown while one
of its ends is.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import exactcover as xc

from ..shared.view import Mark, Place, Sketch
from .board import EMPTY, PIECES, Board
from .file import LARGEST, format_puzzle, parse_puzzles
from .generate import puzzle_of
from .puzzle import STRICT, BeamPuzzle
from .solver import Solver
from .view import CALLED, edge_place, places_of, ray_marks, stroke_of

#: A board that a page offers: its name, and the arguments of :func:`begun`.
BOARDS = (("Mirrors and beams", {"size": [5]}),)
#: The help for touch screens.
_TOUCH = "Tap a cell for the next piece. Tap a letter to hide its beam."
#: Seconds to leave out letters, or to find a solution.
_SECONDS = 20.0


def sketch(text: str) -> Sketch | None:
    """The board in a text, with all its places. Raises :class:`exactcover.FileFault`."""
    puzzle = _puzzle(text)
    n, board = puzzle.n, puzzle.board
    places = _places(puzzle)
    number = {place.at: k for k, place in enumerate(places)}
    if board is None and any(puzzle.pieces):
        keys = "The board is empty; insert a solution to edit it."
        return Sketch(places, (), {"solve": "Insert a solution"}, keys, _TOUCH)
    board = board or Board(n, (EMPTY,) * n**2)
    marks = []
    for cell, content in enumerate(board.cells):
        if content != EMPTY:
            at = divmod(cell, n)
            marks.append(Mark((number[at],), CALLED[content], "", "", stroke_of(content, *at)))
    marks += ray_marks(puzzle, board)
    keys = (
        "Click a cell, or press Enter, for the next piece; / \\ o or . puts that one."
        " A click on a letter hides its beam."
    )
    actions = {"fewest": "Show as few beams as one solution needs", "all": "Show all beams"}
    return Sketch(places, marks, actions, keys, _TOUCH)


def begun(asked: Mapping[str, Any]) -> str:
    """The text of an empty board. Raises ValueError."""
    size = asked.get("size")
    if type(size) is not list or len(size) != 1 or type(size[0]) is not int:
        raise ValueError(f"{size}: expected one number, the cells in a row")
    if not 1 <= size[0] <= LARGEST:
        raise ValueError(f"{size[0]}: expected 1 to {LARGEST} cells in a row")
    board = Board(size[0], (EMPTY,) * size[0] ** 2)
    return format_puzzle(BeamPuzzle.of_board(board), solution=board)


def edited(text: str, change: Mapping[str, Any]) -> str:
    """The text with a change: ``at``, the place that was clicked, with the ``key`` that was
    pressed; or an ``action``. Raises ValueError."""
    puzzle = _puzzle(text)
    action = change.get("action")
    if action == "solve":
        board = next(Solver().boards(puzzle, 1, seconds=_SECONDS), None)
        if board is None:
            raise ValueError("no solution was found")
        return format_puzzle(puzzle, solution=board)
    if puzzle.board is None and any(puzzle.pieces):
        raise ValueError("expected a board with its pieces inside")
    n = puzzle.n
    board = puzzle.board or Board(n, (EMPTY,) * n**2)
    shown: set[int] | None = {place for place, letter in enumerate(puzzle.letters) if letter}
    if action == "all":
        shown = None
    elif action == "fewest":
        clock = xc.Deadline(_SECONDS)
        found = puzzle_of(board, Solver(STRICT), clock)
        if found is None and clock.passed():
            raise ValueError(f"the fewest beams were not found in {_SECONDS:g} seconds")
        if found is None:
            raise ValueError(
                "even with all beams shown another board may fit: pieces may stay unused, and a"
                " ball may send back each end of a beam"
            )
        return format_puzzle(found, solution=board)
    elif action is not None:
        raise ValueError(f"{action!r}: expected an action such as 'all'")
    else:
        at, key = change.get("at"), change.get("key", "")
        where = [[*place.at] for place in _places(puzzle)]
        if at not in where:
            raise ValueError(f"{at!r}: expected the row and the column of a place")
        place = where.index(at)
        if place < n**2:
            board = _changed(board, place, key)
        else:
            ends = {place - n**2, board.beams[place - n**2]}
            assert shown is not None
            shown = shown - ends if shown & ends else shown | ends
    return format_puzzle(BeamPuzzle.of_board(board, shown), solution=board)


def _places(puzzle: BeamPuzzle) -> list[Place]:
    """The cells of a board, and all its edge places clockwise."""
    bare = replace(puzzle, letters=("",) * (4 * puzzle.n))
    return [*places_of(bare), *(edge_place(puzzle, place) for place in range(4 * puzzle.n))]


def _changed(board: Board, cell: int, key: Any) -> Board:
    if key and key not in (*PIECES,):
        raise ValueError(f"{key!r}: expected one of {PIECES}")
    cells = list(board.cells)
    cells[cell] = PIECES.index(key) if key else (cells[cell] + 1) % len(PIECES)
    return Board(board.n, tuple(cells))


def _puzzle(text: str) -> BeamPuzzle:
    puzzles = [*parse_puzzles(text)]
    if len(puzzles) > 1:
        raise xc.FileFault("puzzle", 0, 0, "several puzzles", "one to be changed")
    return puzzles[0]
