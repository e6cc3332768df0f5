"""Random boards, and all boards of some pieces."""

from __future__ import annotations

from hypothesis import strategies as st

from exactcover_puzzles.reflect.board import Board


def boards(n):
    cells = st.lists(st.sampled_from([0, 0, 1, 2, 3]), min_size=n * n, max_size=n * n)
    return cells.map(lambda contents: Board(n, tuple(contents)))


any_board = st.integers(1, 6).flatmap(boards)


@st.composite
def boards_of_few_pieces(draw):
    """Full ones of up to 2 x 2 cells, and three pieces in 3 x 3: all like them can be tried."""
    n = draw(st.sampled_from([1, 2, 2, 3, 3, 3]))
    cells = draw(st.sets(st.integers(0, n * n - 1), max_size=3 if n == 3 else n * n))
    return Board(n, tuple(draw(st.integers(1, 3)) if k in cells else 0 for k in range(n * n)))


def all_boards(n, pieces):
    """Every board of at most these pieces."""

    def filled(cells, left):
        if not cells:
            yield ()
            return
        for piece in range(4):
            after = list(left)
            if piece:
                after[piece - 1] -= 1
            if min(after) >= 0:
                for rest in filled(cells - 1, after):
                    yield (piece, *rest)

    return (Board(n, contents) for contents in filled(n * n, pieces))
