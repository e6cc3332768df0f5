"""Pictures of puzzles, as text and as SVG."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree
from collections import Counter

from exactcover_puzzles.reflect.adapter import Reflect
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.puzzle import Puzzle
from exactcover_puzzles.reflect.svg import reflect_text


def test_a_picture_shows_beams_pieces_and_letters():
    board = Board.of_rows(["....", ".\\./", "o./.", "../\\"])
    puzzle = Puzzle.of_board(board, [0, 1, 2])
    text = reflect_text(puzzle, board)
    assert text.splitlines()[0].split() == list(puzzle.letters[:4])
    assert (text.count("╱"), text.count("╲"), text.count("●")) == (3, 2, 1)
    plain = reflect_text(puzzle, board, ascii_only=True)
    assert plain.isascii()
    assert "\x1b[38;5;" in reflect_text(puzzle, board, colour=True)
    assert len(reflect_text(puzzle).splitlines()) >= 9
    kind = Reflect(puzzle)
    kind.title = "<&>"
    root = ElementTree.fromstring(kind.svg([kind._cover.options_of(board)]))
    space = "{http://www.w3.org/2000/svg}"
    letters = [each.text for each in root.iter(f"{space}text")]
    assert Counter(letters) == Counter(letter for letter in puzzle.letters if letter)
    assert len(list(root.iter(f"{space}circle"))) == 1
    # Each beam once, each mirror, and the grid.
    beams_of_board = sum(place <= end for place, end in enumerate(board.beams))
    assert len(list(root.iter(f"{space}path"))) == beams_of_board + 5 + 5
    # Unsolved: the pieces to place below the grid, a drawing and a number of each kind.
    unsolved = ElementTree.fromstring(kind.svg([()]))
    assert len(list(unsolved.iter(f"{space}circle"))) == 1
    assert len(list(unsolved.iter(f"{space}path"))) == 5 + 2
    numbers = [each.text for each in unsolved.iter(f"{space}text")][-3:]
    assert numbers == [f"× {number}" for number in puzzle.pieces]
