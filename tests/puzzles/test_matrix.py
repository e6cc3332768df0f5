"""Matrices of 0 and 1: known numbers, errors in files, and edits by clicks."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import Source, read
from exactcover_puzzles.matrix import Matrix, begun, edited, sketch

KNUTH = Matrix.example
NAMED = "# mine\ntitle: Two\ncolumns: a b\n\n1 0  the left one\n0 1\n"


def the_matrix(text):
    (found,) = Matrix.read(Source("it.txt", text), None)
    return found


def matrix_of(sets, columns):
    """The text of a matrix with a row for each set of columns."""
    return "".join("".join("01"[c in each] for c in columns) + "\n" for each in sets)


def dominoes(rows, columns):
    cells = [*product(range(rows), range(columns))]
    pairs = [{(r, c), other} for r, c in cells for other in ((r, c + 1), (r + 1, c))]
    return matrix_of([pair for pair in pairs if pair <= {*cells}], cells)


def subsets(n, sizes):
    return matrix_of([each for k in sizes for each in combinations(range(n), k)], range(n))


@pytest.mark.parametrize(
    ("text", "number"),
    [
        (KNUTH, 1),  # D. E. Knuth, "Dancing Links", 2000: rows 1, 4 and 5
        (subsets(5, range(1, 6)), 52),  # set partitions: Bell numbers, OEIS A000110
        (subsets(8, [2]), 105),  # perfect matchings of K8: 7!!, OEIS A001147
        (dominoes(4, 4), 36),  # P. W. Kasteleyn, 1961: OEIS A004003
        ("0\n", 0),
        ("1\n0\n1\n", 2),
    ],
)
def test_known_numbers(text, number):
    assert the_matrix(text).problem.count() == number


def test_the_example_is_solved_by_the_rows_that_knuth_names(answers, tmp_path):
    path = tmp_path / "it.txt"
    path.write_text(KNUTH)
    answer, *_ = answers("matrix", path)
    assert answer["rows"] == [1, 4, 5]


def test_rows_and_columns_have_names_or_numbers():
    two = the_matrix(NAMED)
    assert [two.option_called(row) for row in two.problem.options] == ["row the left one", "row 2"]
    assert [two.item_called(item) for item in two.problem.primary] == ["column a", "column b"]
    view = two.view()
    texts = {place.at: place.text for place in view.places}
    assert (texts[-1, 0], texts[0, -1], texts[0, 0], texts[0, 1]) == ("a", "the left one", "1", "")
    places = [view.places[k].at for k in view.mark(0).places]
    assert places == [(0, 0)]


@pytest.mark.parametrize(
    ("text", "line", "column"),
    [
        ("", 0, 0),
        ("01\n0\n", 2, 1),
        ("01\n012\n", 2, 3),
        ("columns: a b c\n01\n", 2, 1),
        ("x 01\n", 1, 1),
        ("columns: a\ncolumns: b\n1\n", 2, 1),
        ("rows: 3\n", 1, 1),
    ],
)
def test_faults_are_told_with_their_place(text, line, column):
    with pytest.raises(xc.FileFault) as fault:
        the_matrix(text)
    assert (fault.value.line, fault.value.column) == (line, column)


matrices = st.integers(1, 5).flatmap(
    lambda wide: st.lists(st.text("01", min_size=wide, max_size=wide), min_size=1, max_size=5)
)


def test_names_of_rows_may_be_digits_behind_digits_without_spaces():
    rows = the_matrix("columns: a b c\n101 1\n010 10\n111 11\n").rows
    assert [(row.digits, row.name) for row in rows] == [("101", "1"), ("010", "10"), ("111", "11")]
    with pytest.raises(xc.FileFault, match="4 digits"):
        the_matrix("columns: a b c\n101\n0 1 0 1\n")


@given(matrices, st.data())
def test_a_click_changes_one_digit_and_another_changes_it_back(rows, data):
    text = "".join(f"{row}\n" for row in rows)
    at = [data.draw(st.integers(0, len(rows) - 1)), data.draw(st.integers(0, len(rows[0]) - 1))]
    changed = edited(text, {"at": at})
    assert sum(a != b for a, b in zip(text, changed, strict=True)) == 1
    assert changed.splitlines()[at[0]][at[1]] != rows[at[0]][at[1]]
    assert edited(changed, {"at": at}) == text


@given(matrices)
def test_what_is_added_at_an_edge_can_be_removed(rows):
    text = "".join(f"{row}\n" for row in rows)
    for what in ("row", "column"):
        added = edited(text, {"action": f"+{what}"})
        assert the_matrix(added).problem.count() == 0 or what == "row"
        assert edited(added, {"action": f"-{what}"}) == text


def test_edits_keep_comments_and_names():
    wide = edited(NAMED, {"action": "+column"})
    assert wide == "# mine\ntitle: Two\ncolumns: a b 3\n\n1 00  the left one\n0 10\n"
    assert edited(NAMED, {"at": [0, 1]}) == NAMED.replace("1 0  the", "1 1  the")
    assert edited(NAMED, {"action": "-row"}) == NAMED.replace("0 1\n", "")
    assert edited(NAMED, {"at": [-1, 0]}) == NAMED


@pytest.mark.parametrize(
    "change", [{"at": [9, 9]}, {"at": 3}, {"action": "-"}, {"at": [0, 0], "action": "solve"}]
)
def test_changes_that_cannot_be_are_refused(change):
    with pytest.raises(ValueError, match="expected"):
        edited(KNUTH, change)


def test_the_last_row_and_the_last_column_stay():
    for action in ("-row", "-column"):
        with pytest.raises(ValueError, match="expected"):
            edited("1\n", {"action": action})


@pytest.mark.parametrize("size", [[1, 1], [3, 3], [4, 9]])
def test_a_new_matrix_has_one_solution(size):
    text = begun({"size": size})
    (new,) = read("matrix", text=text)
    assert [len(new.rows), len(new.columns)] == size
    assert new.problem.count() == 1
    assert len(sketch(text).places) == size[0] * size[1] + sum(size)


@pytest.mark.parametrize("size", [[], [3], [0, 4], [5, 4], [200, 200], "3 4", [1.0, 2]])
def test_sizes_that_cannot_be_are_refused(size):
    with pytest.raises(ValueError, match="expected"):
        begun({"size": size})
