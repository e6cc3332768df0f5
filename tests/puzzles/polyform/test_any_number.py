"""Boards filled by any number of each piece: known counts."""

from __future__ import annotations

import pytest

import exactcover_puzzles as puzzles


@pytest.mark.parametrize(
    ("rows", "columns", "tilings"),
    [(4, 2, 4), (4, 3, 23), (4, 4, 117), (4, 5, 454), (6, 6, 178_939), (8, 8, 19_077_209_438)],
)
def test_rectangles_are_tiled_by_tetrominoes_of_any_shapes(rows, columns, tilings):
    """OEIS A230031."""
    board = f"{'#' * columns}\n" * rows
    text = f"grid: square\npieces: tetrominoes\nuse: any number\nboard:\n{board}"
    (puzzle,) = puzzles.read("polyform", text=text)
    assert puzzle.problem.count() == tilings
