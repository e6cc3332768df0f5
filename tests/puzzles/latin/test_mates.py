"""Orthogonal mates: known numbers of transversals and mates, and all squares of order 3 and 4."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.latin.mates import Mates

from .test_latin import SQUARES


def cyclic(n):
    return Mates([[(r + c) % n for c in range(n)] for r in range(n)], "0123456789"[:n])


def are_orthogonal(one, other):
    n = len(one)
    return len({(one[r][c], other[r][c]) for r in range(n) for c in range(n)}) == n * n


# The transversals of cyclic squares: OEIS A006717.
@pytest.mark.parametrize(
    ("n", "transversals", "mates"),
    [(1, 1, 1), (2, 0, 0), (3, 3, 1), (4, 0, 0), (5, 15, 3), (6, 0, 0), (7, 133, 635)],
)
def test_cyclic_squares_have_as_many_transversals_as_oeis_says(n, transversals, mates):
    puzzle = cyclic(n)
    assert len(puzzle.transversals) == transversals
    assert puzzle.problem.count() == mates


def test_the_square_of_the_art_of_computer_programming_has_one_mate(asked, answers):
    assert "order 10, 808 transversals" in asked("mates", "order-10", "--show")[1]
    mate, last = answers("mates", "order-10", "--all")
    assert last["solutions"] == 1
    rows = [list(map(int, row)) for row in mate["mate"]]
    (puzzle,) = Mates.from_file("order-10", type("", (), {"unpacked": 10**6}))
    assert are_orthogonal(puzzle.square, rows)
    assert rows[0] == list(range(10))


@given(st.data())
def test_mates_are_the_orthogonal_squares_whose_first_row_is_in_order(data):
    n = data.draw(st.integers(1, 4))
    square = data.draw(st.sampled_from(SQUARES[n]))
    puzzle = Mates(list(map(list, square)), "1234"[:n])
    # The symbols of a mate stand in the first row in the order of its columns.
    expected = {each for each in SQUARES[n] if are_orthogonal(square, each)
                and each[0] == tuple(range(n))}  # fmt: skip
    found = {
        tuple(tuple(int(s) - 1 for s in row) for row in puzzle.as_json(each.options)["mate"])
        for each in puzzle.problem.solutions()
    }
    assert found == expected


@pytest.mark.slow
def test_too_many_transversals_are_a_fault_in_one_line(asked, tmp_path):
    cyclic = {n: "0123456789ABCDEF"[:n] for n in (13, 16)}
    rows = {n: [letters[k:] + letters[:k] for k in range(n)] for n, letters in cyclic.items()}
    (tmp_path / "square").write_text("\n".join(rows[13]))  # 1,030,367 transversals
    code, out, err = asked("mates", tmp_path / "square")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "square: too many transversals" in err
    # Cyclic squares of even order have none (L. Euler, 1782), which counting proves at once.
    (tmp_path / "square").write_text("\n".join(rows[16]))
    code, out, err = asked("mates", tmp_path / "square")
    assert (code, err) == (1, "")
    assert "order 16, 0 transversals" in out
