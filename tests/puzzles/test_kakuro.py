"""Kakuro: counts that formulas give, grids by hand, and faults of files."""

from __future__ import annotations

import json
from itertools import product
from math import factorial

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles import Source
from exactcover_puzzles.kakuro import Kakuro


def the_puzzle(text):
    (puzzle,) = Kakuro.read(Source("it.txt", text), None)
    return puzzle


def count(text):
    return int(the_puzzle(f"grid:\n{text}").problem.count())


def row(total, length):
    """An entry across with this sum."""
    return f"\\{total} " + ". " * length


@pytest.mark.parametrize(
    ("text", "solutions"),
    [
        (row(36, 8), 40_320),  # 8!, OEIS A000142
        (row("", 4), 3_024),  # 9 * 8 * 7 * 6, OEIS A008279
        (row(25, 5), 12 * factorial(5)),  # 12 sets of five digits have the sum 25
        (row(17, 2), 2),  # 8 + 9, as every table of Kakuro has it
        # The rook's graph of two rows and columns is a circle of four: k colours in
        # (k - 1)^4 + (k - 1) ways (H. Whitney 1932).
        (". .\n. .", 8**4 + 8),
    ],
)
def test_grids_whose_number_of_solutions_is_known(text, solutions):
    assert count(text) == solutions


@pytest.mark.parametrize("length", range(2, 8))
def test_all_sums_together_have_each_choice_of_different_digits(length):
    counts = [count(row(total, length)) for total in range(1, 46)]
    assert sum(counts) == factorial(9) // factorial(9 - length)


@given(
    st.sets(st.tuples(st.integers(1, 2), st.integers(1, 3)), min_size=1, max_size=4),
    st.randoms(use_true_random=False),
)
def test_the_solutions_are_those_found_by_trying_all_digits(cells, draw):
    grid = {(r, c): "." if (r, c) in cells else "#" for r in range(3) for c in range(4)}
    for r, c in sorted(set(grid) - cells):
        down, across = (draw.choice(["", str(draw.randint(3, 17))]) for _ in range(2))
        if r < 2 and (r + 1, c) in cells:
            grid[r, c] = f"{down}\\{across}" if (r, c + 1) in cells else f"{down}\\"
    puzzle = Kakuro(grid)
    found = {
        tuple(sorted(puzzle.filled(each.options).items())) for each in puzzle.problem.solutions()
    }
    assert found == set(by_trying(grid, sorted(cells)))


def by_trying(grid, cells):
    """All ways to fill the cells; entries are followed from their sums or their first cells."""
    sums = []
    for (r, c), text in grid.items():
        down, stroke, across = text.partition("\\")
        for dr, dc, total in ((1, 0, down), (0, 1, across)):
            run = []
            while grid.get((r + dr * (len(run) + 1), c + dc * (len(run) + 1))) == ".":
                run.append((r + dr * (len(run) + 1), c + dc * (len(run) + 1)))
            if text != "." and run:
                sums.append((run, int(total) if stroke and total else None))
    for digits in product(range(1, 10), repeat=len(cells)):
        filled = dict(zip(cells, digits, strict=True))
        for run, total in sums:
            values = [filled[cell] for cell in run]
            if len(set(values)) < len(values) or (total is not None and sum(values) != total):
                break
        else:
            yield tuple((cell, str(digit)) for cell, digit in filled.items())


@pytest.mark.parametrize("name", ["small", "large"])
def test_the_shipped_grids_have_one_solution_with_the_sums_they_state(asked, tmp_path, name):
    code, answer, _ = asked("kakuro", name, "--json", "--svg", tmp_path / "it.svg")
    found = json.loads(answer)
    assert (code, found["verdict"]) == (0, "unique")
    code, shown, _ = asked("kakuro", name, "--show")
    grid = [line.split() for line in shown.splitlines()[1:]]
    for rows, texts, part in (
        (found["rows"], grid, 2),
        (list(zip(*found["rows"], strict=True)), list(zip(*grid, strict=True)), 0),
    ):
        for numbers, line in zip(rows, texts, strict=True):
            for k, text in enumerate(line):
                total = text.partition("\\")[part]
                if "\\" in text and total:
                    run = []
                    for number in numbers[k + 1 :]:
                        if number is None:
                            break
                        run.append(number)
                    assert sum(run) == int(total)
                    assert len(set(run)) == len(run)


def test_a_given_digit_stays_and_a_grid_is_printed_as_files_have_it(asked, tmp_path):
    path = tmp_path / "it.txt"
    path.write_text("title: Two\ngrid:\n#  4\\ 3\\\n\\4 .  1\n\\3 .  .\n")
    code, answer, _ = asked("kakuro", path, "--unique")
    assert code == 0
    assert "#  4\\ 3\\\n\\4 3  1\n\\3 1  2\n" in answer


def test_the_reason_for_no_solution_is_in_words(asked, tmp_path):
    path = tmp_path / "it.txt"
    path.write_text("grid:\n\\18 . .\n")
    code, answer, _ = asked("kakuro", path)
    assert code == 1
    assert "covers the entry across from r1c2 with sum 18" in answer
    path.write_text("grid:\n" + ". " * 10)
    assert "covers the entry across from r1c1" in asked("kakuro", path)[1]


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ("grid:\n. . x\n", "2:5: 'x'; expected '.', '#', a digit from 1 to 9, or sums"),
        ("grid:\n. 0\n", "2:3: '0'; expected"),
        ("grid:\n. 1234\\\n", "2:3: '1234\\\\'; expected"),
        ("grid:\n# 3\\4\n", "2:1: no cell to fill; expected '.' for each"),
        ("grid:\n# 4\\\n0\\9 .\n", "3:1: '0\\\\9'; expected a sum from 1 to 45, or nothing"),
        ("grid:\n# 4\\\n\\9 #\n. .\n", "2:3: '4\\\\' without a cell below it; expected a cell"),
        ("grid:\n# #\n\\9 #\n. .\n", "3:1: '\\\\9' without a cell right of it; expected a cell"),
        ("grid: . .\n", "1:7: no drawing below 'grid:'"),
        (". .\n", "1:1: cannot read '. .'; expected 'title:', 'grid:'"),
    ],
)
def test_a_fault_of_a_file_is_one_line_with_its_place(asked, tmp_path, text, fault):
    path = tmp_path / "it.txt"
    path.write_text(text)
    code, answer, remark = asked("kakuro", path)
    assert (code, answer) == (2, "")
    assert f"it.txt:{fault}" in remark
    assert remark.count("\n") == 1
