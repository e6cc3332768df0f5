"""Sudoku: lines in, lines out, and every slip named with its place."""

from __future__ import annotations

import random
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import sudoku
from tests.puzzles.sudoku.command import run

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
#: 17 clues, one solution (P. Norvig, "Solving Every Sudoku Puzzle", the first of his hard ones).
HARD = "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......"


def is_solved(line: str) -> bool:
    rows = [line[9 * r : 9 * r + 9] for r in range(9)]
    columns = ["".join(row[c] for row in rows) for c in range(9)]
    boxes = [
        "".join(rows[r + i][c : c + 3] for i in range(3)) for r in (0, 3, 6) for c in (0, 3, 6)
    ]
    return all(sorted(unit) == list("123456789") for unit in rows + columns + boxes)


def test_an_easy_and_a_hard_puzzle_are_solved():
    easy, hard = sudoku.solve([EASY, HARD])
    assert easy == SOLVED
    assert is_solved(hard)
    assert all(clue in (".", digit) for clue, digit in zip(HARD, hard, strict=True))


@given(st.randoms(use_true_random=False), st.integers(0, 45))
def test_a_puzzle_cut_from_a_solved_grid_is_solved_with_its_clues_kept(draw, empty):
    gone = set(draw.sample(range(81), empty))
    line = "".join("." if k in gone else digit for k, digit in enumerate(SOLVED))
    (found,) = sudoku.solve([line])
    assert is_solved(found)
    assert all(clue in (".", digit) for clue, digit in zip(line, found, strict=True))


def test_a_line_is_a_picture_of_nine_rows():
    assert sudoku.picture(SOLVED).splitlines()[:4] == [
        "5 3 4 | 6 7 8 | 9 1 2",
        "6 7 2 | 1 9 5 | 3 4 8",
        "1 9 8 | 3 4 2 | 5 6 7",
        "------+-------+------",
    ]


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
    with pytest.raises(sudoku.SudokuFault) as caught:
        sudoku.clues(line)
    assert caught.value.column == column
    assert found in str(caught.value)


# -- the command ---------------------------------------------------------------------------------


def test_the_command_answers_each_line_with_a_line():
    result = run([], f"# a remark\n{EASY}\n\n{HARD.replace('.', '0')}\n")
    first, second = result.stdout.splitlines()
    assert (first, is_solved(second)) == (SOLVED, True)
    assert (result.stderr, result.returncode) == ("", 0)
    assert run([], "# nothing\n").returncode == 2


@pytest.mark.slow
def test_few_and_many_puzzles_are_answered_alike():
    draw = random.Random(3)
    lines = []
    for _ in range(40):
        digits = dict(zip("123456789", draw.sample("123456789", 9), strict=True))
        lines.append("".join(digits.get(character, ".") for character in EASY))
    lines.insert(20, "55" + EASY[2:])
    result = run([], "\n".join(lines))
    answers = result.stdout.splitlines()
    assert len(answers) == len(lines)
    assert answers[20] == "no solution"
    assert result.returncode == 1
    assert all(is_solved(answer) for answer in answers[:20] + answers[21:])
    alone = run([], lines[30])
    assert alone.stdout.splitlines() == [answers[30]]


@pytest.mark.slow
def test_several_solutions_are_remarked_on_and_counted():
    puzzle = EASY.replace("5", ".", 1).replace("7", ".", 2).replace("9", ".", 3)
    solved = run([], puzzle)
    counted = run(["--count"], puzzle)
    cut = run(["--count", "--limit", "2"], puzzle)
    assert is_solved(solved.stdout.strip())
    assert "line 1: there are several solutions" in solved.stderr
    assert run(["--quiet"], puzzle).stderr == ""
    assert int(counted.stdout) > 2
    assert (cut.stdout, cut.returncode) == ("at least 2\n", 0)
    many = run(["--count"], f"{puzzle}\n{EASY}\n" * 5)
    assert many.stdout.splitlines() == [counted.stdout.strip(), "1"] * 5


@pytest.mark.slow
def test_a_bad_line_ends_the_input_and_what_stands_before_it_is_answered():
    for many in (1, 10):
        result = run([], f"{EASY}\n" * many + EASY[:-1])
        assert result.stdout == f"{SOLVED}\n" * many
        assert f"standard input:{many + 1}: 80 characters; expected 81" in result.stderr
        assert result.returncode == 2


@pytest.mark.slow
def test_a_puzzle_without_a_solution_is_told_why_in_its_own_words():
    puzzle = "12345678." + "." * 8 + "9" + "." * 63  # nothing is left for the end of row 1
    for many in (1, 6):
        result = run([], f"{puzzle}\n" * many)
        assert result.stdout == "no solution\n" * many
        assert f"line {many}: no solution: " in result.stderr
        first = result.stderr.splitlines()[0]
        assert re.search("digit 9 fits nowhere in (row 1|box 3)$|no digit fits in r1c9$", first)
    assert run(["--quiet"], puzzle).stderr == ""
    impossible = xc.Impossible("")
    assert "column 3" in sudoku.reason("..3" + "." * 24 + "..3" + "." * 51, impossible)
    assert "box 5" in sudoku.reason("." * 30 + "3........." + "3" + "." * 40, impossible)


def test_one_line_in_place_of_a_list_and_a_bad_line_are_named():
    with pytest.raises(TypeError, match=r"solve\(\[line\]\)"):
        sudoku.solve(EASY)
    with pytest.raises(sudoku.SudokuFault, match="line 2, column 3: 'x'") as caught:
        list(sudoku.solve([EASY, EASY[:2] + "x" + EASY[3:]]))
    assert (caught.value.line, caught.value.column) == (2, 3)


def test_a_file_is_read_with_a_byte_order_mark_and_windows_line_ends(tmp_path):
    path = tmp_path / "puzzles.txt"
    path.write_bytes(b"\xef\xbb\xbf" + f"{EASY}\r\n".encode())
    result = run([str(path)], "")
    assert result.stdout == f"{SOLVED}\n"
    assert run([str(tmp_path / "none")], "").returncode == 2


def test_an_explanation_out_of_time_does_not_end_the_file(tmp_path, capsys, monkeypatch):
    from exactcover_puzzles import cli

    twice = "55" + "." * 79
    two = SOLVED.replace("1", ".").replace("9", ".")
    path = tmp_path / "three.txt"
    path.write_text(f"{SOLVED}\n{twice}\n{two}\n")

    def over(self, **_):
        raise xc.SearchStopped("seconds", None)

    monkeypatch.setattr(xc.Problem, "explain", over)
    assert xc.cli.run("puzzles", cli.main, ["sudoku", "--explain", str(path)]) == 3
    assert capsys.readouterr().out.count("not known: the time was over") == 3
