"""What holds of pictures of every kind: for a terminal, as SVG, and sheets."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import Placement
from exactcover_puzzles.polyform.svg import sheet_svg, solution_svg
from exactcover_puzzles.polyform.terminal import picture
from tests.puzzles.polyform.partitions import partitions
from tests.puzzles.polyform.read_back import parsed, paths


@given(partitions(), st.randoms())
def test_the_order_of_the_placements_does_not_show(case, random):
    grid, board, placements = case
    shuffled = placements[:]
    random.shuffle(shuffled)
    assert solution_svg(grid, board, shuffled) == solution_svg(*case)
    assert picture(grid, board, iter(shuffled), colour=True) == picture(*case, colour=True)


DRAWINGS = [
    lambda *case: picture(*case, colour=True),
    solution_svg,
    lambda grid, board, placements: sheet_svg(grid, board, [placements]),
]


@pytest.mark.parametrize("draw", DRAWINGS, ids=["terminal", "svg", "sheet"])
def test_placements_that_overlap_or_leave_the_board_are_refused(draw):
    board = ((0, 0), (0, 1))
    with pytest.raises(ValueError, match=r"'A' and 'B' both cover \(0, 1\)"):
        draw(SQUARE, board, [Placement("B", board[1:]), Placement("A", board)])
    with pytest.raises(ValueError, match=r"'A' covers \(1, 0\), which is off the board"):
        draw(SQUARE, board, [Placement("A", ((0, 0), (1, 0)))])


def test_an_empty_board_has_empty_pictures():
    assert picture(SQUARE, (), (), colour=True) == ""
    assert paths(parsed(solution_svg(TRIANGULAR, (), ()))) == []
