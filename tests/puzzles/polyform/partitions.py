"""Random partitions of boards into pieces, and where two pieces meet."""

from __future__ import annotations

from hypothesis import strategies as st

from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import Placement

LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"


@st.composite
def partitions(draw, grids=(SQUARE, TRIANGULAR), names=None, most=5, uncovered=True):
    """A grid, a board (maybe with holes) and connected pieces that cover all or some of it."""
    grid = draw(st.sampled_from(grids))
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most + 2))
    # Anywhere in the plane, also where rows and columns are negative.
    top, left = draw(st.integers(-3, 3)), draw(st.integers(-3, 3))
    cells = [(top + y, left + x) for y in range(height) for x in range(width)]
    missing = draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    board = tuple(cell for cell in cells if cell not in missing)
    group = {cell: k for k, cell in enumerate(board)}
    for cell in board:
        for near in grid.neighbours(cell):
            if near in group and cell < near and draw(st.booleans()):
                old, new = group[cell], group[near]
                group = {each: new if of == old else of for each, of in group.items()}
    pieces = [tuple(c for c in board if group[c] == k) for k in sorted(set(group.values()))]
    if uncovered:
        pieces = [cells for cells in pieces if draw(st.integers(0, 5))]
    if names is None:
        labels = [LETTERS[k % 52] for k in range(len(pieces))]
        pieces = pieces[:52]
    else:
        size = len(pieces)
        labels = draw(st.lists(names, min_size=size, max_size=size, unique=True))
    return grid, board, [Placement(*each) for each in zip(labels, pieces, strict=False)]


#: Characters that XML can hold, those that need escapes more often than others.
XML_NAMES = st.text(
    st.sampled_from("<&\">'") | st.characters(exclude_categories=["Cc", "Cs", "Cn"]), max_size=12
)


def owner_of(placements):
    return {cell: piece for piece, cells in placements for cell in cells}


def edges(grid, board, placements):
    """Every edge of a cell of the board: the cell, its neighbour, and whether a wall is there."""
    own = owner_of(placements)
    on_board = set(board)
    for cell in board:
        for near in grid.neighbours(cell):
            wall = near not in on_board or own.get(near) != own.get(cell)
            yield cell, near, wall


def neighbouring_pieces(grid, board, placements):
    own = owner_of(placements)
    return {
        (own[cell], own[near])
        for cell, near, wall in edges(grid, board, placements)
        if wall and cell in own and near in own
    }
