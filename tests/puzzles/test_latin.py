"""Latin squares: their numbers, from OEIS and by trying everything; files with holes and faults."""

from __future__ import annotations

from functools import cache
from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.latin import Latin


@cache
def squares(n):
    return [
        rows
        for rows in product(permutations(range(n)), repeat=n)
        if all(len(set(column)) == n for column in zip(*rows, strict=True))
    ]


# OEIS A002860; A040082 up to permuting rows, columns and symbols.
@pytest.mark.parametrize(
    ("n", "number", "free"),
    [(1, 1, 1), (2, 2, 1), (3, 12, 1), (4, 576, 2), (5, 161_280, 2), (6, 812_851_200, 12)],
)
def test_the_numbers_are_those_of_oeis(answers, n, number, free):
    (count,) = answers("latin", n, "--count", *["--fixed"] * (n > 4))
    assert (count["solutions"], count.get("free_solutions", free)) == (number, free)


@given(st.data())
def test_squares_with_holes_have_the_solutions_that_agree_with_them(data):
    n = data.draw(st.integers(1, 4))
    full = data.draw(st.sampled_from(squares(n)))
    shown = data.draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    square = [[s if shown[r * n + c] else None for c, s in enumerate(row)]
              for r, row in enumerate(full)]  # fmt: skip
    expected = [
        rows
        for rows in squares(n)
        if all(s in (None, t) for a, b in zip(square, rows, strict=True)
               for s, t in zip(a, b, strict=True))
    ]  # fmt: skip
    clues = [(r, c, s) for r, row in enumerate(square) for c, s in enumerate(row) if s is not None]
    puzzle = Latin(n, clues)
    assert puzzle.problem.count() == len(expected)
    assert puzzle.count(None, up_to_symmetry=False) == len(expected)


def test_the_shipped_square_has_one_solution(asked, answers):
    assert "holes-6" in asked("latin", "--list")[1].split()
    assert answers("latin", "holes-6", "--unique")[-1]["verdict"] == "unique"


def test_symbols_begin_with_zero_if_there_is_one_and_go_on_with_letters(answers, tmp_path):
    (tmp_path / "zero").write_text("0.\n..\n")
    assert answers("latin", tmp_path / "zero")[0]["square"] == ["01", "10"]
    (tmp_path / "ten").write_text("\n".join(["a.........", *["." * 10] * 9]))
    assert answers("latin", tmp_path / "ten")[0]["square"][0][0] == "A"


@pytest.mark.parametrize("other", ["\ufb06", "\u017f"])  # the ligature st, and the long s
def test_a_letter_that_becomes_another_in_capitals_is_refused(asked, tmp_path, other):
    rows = [f"{other}{'.' * 29}", *["." * 30] * 29]
    (tmp_path / "square.txt").write_text("\n".join(rows), encoding="utf-8")
    code, _, said = asked("latin", str(tmp_path / "square.txt"))
    assert (code, "square.txt:1:1: " in said) == (2, True)


def test_an_order_of_many_digits_is_a_fault_in_one_line(asked):
    order = "9" * 5000
    code, out, err = asked("latin", order)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no such order; expected a file, or 1 to 35" in err
