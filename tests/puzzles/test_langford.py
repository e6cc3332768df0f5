"""Langford pairs: their numbers, from OEIS and by trying everything; what is impossible."""

from __future__ import annotations

import pytest

from exactcover_puzzles.langford import Langford


def everything(n):
    """All rows, by filling the first free place with each number that is left."""

    def fill(row, left):
        if 0 not in row:
            yield tuple(row)
            return
        place = row.index(0)
        for k in left:
            if place + k + 1 < 2 * n and not row[place + k + 1]:
                row[place] = row[place + k + 1] = k
                yield from fill(row, left - {k})
                row[place] = row[place + k + 1] = 0

    return set(fill([0] * 2 * n, frozenset(range(1, n + 1))))


# OEIS A176127, and A014552 up to reversal.
@pytest.mark.parametrize(
    ("n", "fixed", "free"), [(3, 2, 1), (4, 2, 1), (7, 52, 26), (8, 300, 150), (11, 35584, 17792)]
)
def test_the_numbers_are_those_of_oeis(answers, n, fixed, free):
    (count,) = answers("langford", n, "--count")
    assert (count["solutions"], count["free_solutions"], count["complete"]) == (fixed, free, True)


@pytest.mark.parametrize("n", range(1, 9))
def test_the_rows_are_those_of_trying_everything(n):
    puzzle = Langford(n)
    rows = [puzzle.as_json(each.options)["row"] for each in puzzle.problem.solutions()]
    assert len(rows) == len(set(map(tuple, rows)))
    assert set(map(tuple, rows)) == everything(n)
    assert bool(rows) == (puzzle.misfit is None) == (n % 4 in (0, 3))


def test_what_is_impossible_says_why_whatever_is_asked(asked):
    what = (
        "of the 5 places with odd numbers, each even number takes one, which leaves 3;"
        " and each odd number takes two of them or none"
    )
    for question in ([], ["--count"], ["--all"], ["--explain"]):
        code, out, _ = asked("langford", 5, *question)
        assert code == 1
        assert what in out


def test_a_row_is_printed_drawn_and_explained(asked, tmp_path):
    code, out, _ = asked("langford", 3, "--svg", tmp_path / "row.svg")
    assert (code, out.splitlines()[1]) == (0, "3 1 2 1 3 2")
    assert (tmp_path / "row.svg").read_text().count("a2 1 0 0 1") == 3
    assert "unique with 1 pair: 3 on places 1 and 5" in asked("langford", 3, "--explain")[1]
    assert Langford(3).item_called(("place", 0)) == "place 1"
    assert Langford(3).item_called(("number", 3)) == "number 3"


@pytest.mark.parametrize("n", ["0", "-1", "x", "101", "9" * 200, ""])
def test_other_numbers_are_bad_usage_in_one_line(asked, n):
    code, out, err = asked("langford", "--", n)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "expected a whole number from 1 to 100" in err


def test_the_largest_one_is_stated_at_once(asked):
    code, out, _ = asked("langford", 100, "--show")
    assert (code, out) == (0, "Langford pairs of 1 to 100: 300 items, 14,850 options\n")
