"""Sudokus as lines, compared with brute force without exact cover; errors and places."""

from __future__ import annotations

import pytest
from hypothesis import given, reject
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.sudoku.lines import clues, line_of
from exactcover_puzzles.sudoku.model import usual

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: 17 clues, one solution (P. Norvig, "Solving Every Sudoku Puzzle", the first of his hard ones).
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


#: More steps of brute force are not waited for.
_MOST_STEPS = 20_000


def is_solved(line: str) -> bool:
    rows = [line[9 * r : 9 * r + 9] for r in range(9)]
    columns = ["".join(row[c] for row in rows) for c in range(9)]
    boxes = [
        "".join(rows[r + i][c : c + 3] for i in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)
    ]
    return all(sorted(unit) == list("123456789") for unit in rows + columns + boxes)


def brute_force(line: str) -> int:
    """How many ways there are to fill a grid: places in order, each digit that may stand there.

    An example for which that takes too many steps is left out.
    """
    steps, grid = 0, [0 if character == "." else int(character) for character in line]

    def seen(place: int) -> set[int]:
        row, column = divmod(place, 9)
        return {
            grid[9 * r + c]
            for r in range(9)
            for c in range(9)
            if r == row or c == column or (r // 3, c // 3) == (row // 3, column // 3)
        }

    def fill(place: int) -> int:
        nonlocal steps
        steps += 1
        if steps > _MOST_STEPS:
            reject()
        while place < 81 and grid[place]:
            place += 1
        if place == 81:
            return 1
        found = 0
        for digit in {*range(1, 10)} - seen(place):
            grid[place] = digit
            found += fill(place + 1)
        grid[place] = 0
        return found

    return fill(0)


@st.composite
def puzzles(draw):
    """Some of the digits of a solved grid whose rows, columns and digits were shuffled."""

    def shuffled():
        return [3 * band + k for band in draw(st.permutations(range(3)))
                for k in draw(st.permutations(range(3)))]  # fmt: skip

    rows, columns, digits = shuffled(), shuffled(), draw(st.permutations("123456789"))
    line = "".join(digits[int(SOLVED[9 * row + column]) - 1] for row in rows for column in columns)
    gone = draw(st.sets(st.integers(0, 80), max_size=55))
    return "".join("." if place in gone else digit for place, digit in enumerate(line))


@given(st.lists(puzzles(), min_size=1, max_size=3))
def test_sudokus_are_counted_as_by_brute_force(lines):
    truth = [brute_force(line) for line in lines]
    assert all(truth)
    problem = usual().problem
    batch = problem.batch([*map(clues, lines)])
    assert list(batch.count()) == truth
    assert [problem.given(*clues(line)).count() for line in lines] == truth
    for line, found, first in zip(lines, truth, batch.first(), strict=True):
        solved = line_of(first)
        assert is_solved(solved)
        assert all(clue in (".", digit) for clue, digit in zip(line, solved, strict=True))
        if found == 1:
            assert problem.given(*clues(line)).is_unique().verdict == "unique"


@pytest.mark.parametrize(
    ("line", "column", "found"),
    [
        ("", 0, "0 characters"),
        ("1", 0, "1 character"),
        (EASY + ".", 0, "82 characters"),
        (EASY[:26] + "x" + EASY[27:], 27, "'x'"),
        (EASY[:80] + "٣", 81, "'٣'"),
    ],
)
def test_a_line_that_is_no_puzzle_is_refused_with_its_place(line, column, found):
    with pytest.raises(xc.FileFault) as caught:
        clues(line, "file", 2)
    assert (caught.value.line, caught.value.column) == (2, column)
    assert found in str(caught.value)


def test_an_explanation_out_of_time_does_not_end_the_file(asked, tmp_path, monkeypatch):
    twice = "55" + "." * 79
    two = SOLVED.replace("1", ".").replace("9", ".")
    path = tmp_path / "three.txt"
    path.write_text(f"{SOLVED}\n{twice}\n{two}\n")

    def over(self, **_):
        raise xc.SearchStopped("seconds", None)

    monkeypatch.setattr(xc.Problem, "explain", over)
    code, out, _ = asked("sudoku", "--explain", path)
    assert (code, out.count("not known: the time limit was reached")) == (3, 3)
