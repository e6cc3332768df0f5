"""Sheets: pictures of several solutions in one SVG."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.polyform.grids import SQUARE
from exactcover_puzzles.polyform.polyforms import Placement
from exactcover_puzzles.polyform.svg import sheet_svg
from tests.puzzles.polyform.partitions import neighbouring_pieces
from tests.puzzles.polyform.read_back import SVG, parsed, paths


def dominoes(n):
    """A board of 2 × n cells, and two ways to cover it with dominoes that have many names."""
    board = tuple((y, x) for y in range(2) for x in range(n))
    upright = [Placement(f"d{x:02}", ((0, x), (1, x))) for x in range(n)]
    level = [
        Placement(f"d{(k * 7) % n:02}", ((k % 2, k // 2 * 2), (k % 2, k // 2 * 2 + 1)))
        for k in range(n)
    ]
    return board, [upright, level]


@given(st.integers(0, 9))
def test_a_sheet_has_as_many_pictures_as_solutions(n):
    board, ways = dominoes(6)
    solutions = [iter(ways[k % 2]) for k in range(n)]
    root = parsed(sheet_svg(SQUARE, board, solutions, title="<all>"))
    pictures = [g for g in root.iter(SVG + "g") if g.get("class") == "solution"]
    assert len(pictures) == n
    assert all(len(paths(each)) == 6 for each in pictures)
    written = [text.text for text in root.iter(SVG + "text")]
    names = [f"d0{k}" for k in range(6)] if n else []
    assert written == ["<all>", *(str(k) for k in range(1, n + 1)), *names]
    moves = [g.get("transform")[10:-1].split() for g in root.iter(SVG + "g") if g.get("transform")]
    assert len({tuple(move) for move in moves}) == len(moves)
    width, height = map(float, root.get("viewBox").split()[2:])
    assert all(0 < float(x) < width and 0 < float(y) < height for x, y in moves)


@pytest.mark.parametrize("n", [6, 12, 14, 50])
def test_a_piece_has_one_colour_on_the_whole_sheet_and_its_neighbours_another(n):
    board, ways = dominoes(n)
    root = parsed(sheet_svg(SQUARE, board, ways))
    fills = {}
    for path in paths(root):
        assert fills.setdefault(path.find(SVG + "title").text, path.get("fill")) == path.get("fill")
    assert len(fills) == n
    for placements in ways:
        for one, other in neighbouring_pieces(SQUARE, board, placements):
            assert fills[one] != fills[other]


def test_pieces_that_all_touch_somewhere_have_colours_of_their_own_on_a_sheet():
    n = 16
    board = tuple((0, x) for x in range(n))
    # In these zigzag rows each number stands next to each other number once.
    rows = [[(k + (x + 1) // 2 * (-1) ** x) % n for x in range(n)] for k in range(n // 2)]
    ways = [[Placement(f"p{p}", ((0, x),)) for x, p in enumerate(row)] for row in rows]
    fills = {path.get("fill") for path in paths(parsed(sheet_svg(SQUARE, board, ways)))}
    assert len(fills) == n
