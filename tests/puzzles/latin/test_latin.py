"""Latin squares: their numbers, from OEIS and by trying everything; files with holes and faults."""

from __future__ import annotations

from itertools import permutations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.latin.adapter import Latin

SQUARES = {
    n: [
        rows
        for rows in product(permutations(range(n)), repeat=n)
        if all(len(set(column)) == n for column in zip(*rows, strict=True))
    ]
    for n in (1, 2, 3, 4)
}


# OEIS A002860.
@pytest.mark.parametrize(
    ("n", "number"), [(1, 1), (2, 2), (3, 12), (4, 576), (5, 161_280), (6, 812_851_200)]
)
def test_the_numbers_are_those_of_oeis(answers, n, number):
    (count,) = answers("latin", n, "--count")
    assert count["solutions"] == number


# OEIS A040082.
@pytest.mark.parametrize(("n", "number"), [(2, 1), (3, 1), (4, 2)])
def test_up_to_permuting_rows_columns_and_symbols_there_are_few(answers, n, number):
    (count,) = answers("latin", n, "--count")
    assert count["free_solutions"] == number


@given(st.data())
def test_squares_with_holes_have_the_solutions_that_agree_with_them(data):
    n = data.draw(st.integers(1, 4))
    full = data.draw(st.sampled_from(SQUARES[n]))
    shown = data.draw(st.lists(st.booleans(), min_size=n * n, max_size=n * n))
    square = [[s if shown[r * n + c] else None for c, s in enumerate(row)]
              for r, row in enumerate(full)]  # fmt: skip
    expected = [
        rows
        for rows in SQUARES[n]
        if all(s in (None, t) for a, b in zip(square, rows, strict=True)
               for s, t in zip(a, b, strict=True))
    ]  # fmt: skip
    puzzle = Latin(square)
    assert puzzle.problem.count() == len(expected)
    assert puzzle.count(None, up_to_symmetry=False) == len(expected)


def test_a_file_with_holes_is_filled_printed_and_drawn(asked, tmp_path):
    (tmp_path / "square").write_text("# Holes.\n1 . .\n. . 1\n...\n")
    picture = tmp_path / "square.svg"
    code, out, _ = asked("latin", tmp_path / "square", "--limit", 1, "--svg", picture)
    assert code == 0
    assert "\n1 2 3\n3 1 2\n2 3 1\n" in out or "\n1 2 3\n2 3 1\n3 1 2\n" in out
    assert picture.read_text().count("<text") == 9


def test_the_shipped_square_has_one_solution(asked, answers):
    assert "holes-6" in asked("latin", "--list")[1].split()
    assert answers("latin", "holes-6", "--unique")[-1]["verdict"] == "unique"


def test_symbols_begin_with_zero_if_there_is_one_and_go_on_with_letters(answers, tmp_path):
    (tmp_path / "zero").write_text("0.\n..\n")
    assert answers("latin", tmp_path / "zero")[0]["square"] == ["01", "10"]
    (tmp_path / "ten").write_text("\n".join(["a.........", *["." * 10] * 9]))
    assert answers("latin", tmp_path / "ten")[0]["square"][0][0] == "A"


@pytest.mark.parametrize(
    ("text", "place", "what"),
    [
        ("", "", "0 rows; expected 1 to 35"),
        ("12\n1\n", ":2:1", "1 symbol; expected 2, as there are rows"),
        ("1 2\n2 x\n", ":2:3", "'x'; expected '.' or a symbol from 1 to 2"),
        ("1 .\n. 3\n", ":2:3", "'3'; expected '.' or a symbol from 1 to 2"),
        ("1 1\n. .\n", ":1:3", "1 stands twice in its row; expected it once"),
        ("1 .\n\n1 .\n", ":3:1", "1 stands twice in its column; expected it once"),
        ("size: 3\n", ":1:1", "cannot read 'size: 3'; expected rows of symbols"),
        (".\n" * 36, "", "36 rows; expected 1 to 35"),
        ("0 2\n. .\n", ":1:3", "'2'; expected '.' or a symbol from 0 to 1"),
    ],
)
def test_faults_name_their_place_and_what_was_expected(asked, tmp_path, text, place, what):
    (tmp_path / "square").write_text(text)
    code, out, err = asked("latin", tmp_path / "square")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"square{place}: {what}" in err


@pytest.mark.parametrize("order", ["0", "36", "9" * 5000])
def test_other_orders_are_faults_in_one_line(asked, order):
    code, out, err = asked("latin", order)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "no such order; expected a file, or 1 to 35" in err


def test_words_of_explain_name_cells_and_symbols(asked):
    puzzle = Latin([[None] * 2] * 2)
    assert puzzle.item_called(("cell", 0, 1)) == "cell r1c2"
    assert puzzle.item_called(("column", 0, 1)) == "2 in column 1"
    assert "unique with 1 symbol: 1 in r1c1" in asked("latin", 2, "--explain")[1]
