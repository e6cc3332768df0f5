"""Given and forbidden placements, holes, colours and letters in puzzle files and in answers."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import cli as puzzles_cli
from exactcover_puzzles.polyform.file import read_puzzle
from exactcover_puzzles.polyform.polyforms import Hole, Placement
from exactcover_puzzles.polyform.words import item_words, option_words

#: Two dominoes on four cells: horizontally or vertically.
DOMINOES = "grid: square\nboard:\n##\n##\n\npiece A:\n##\n\npiece B:\n##\n"
SCOTT = "grid: square\npieces: pentominoes\nboard:\n" + "########\n" * 8


@pytest.fixture
def puzzle_of(tmp_path):
    def read(text: str):
        path = tmp_path / "p.txt"
        path.write_text(text, encoding="utf-8")
        return read_puzzle(str(path))[0]

    return read


def run(capsys, *arguments):
    code = xc.cli.run("puzzles", puzzles_cli.main, [str(each) for each in arguments])
    out, err = capsys.readouterr()
    return code, out, err


def counts(puzzle) -> tuple[int, int]:
    """The numbers of solutions: as they stand, and up to symmetry."""
    if puzzle.misfit is not None:
        return 0, 0
    return int(puzzle.problem.count()), puzzle.symmetry.count().free


# -- given and forbidden ---------------------------------------------------------------------------


def test_given_and_forbidden_placements_may_stand_before_the_board(puzzle_of):
    assert counts(puzzle_of(DOMINOES)) == (4, 1)
    assert counts(puzzle_of("given: A on r1c1 r1c2\n" + DOMINOES)) == (1, 1)
    assert counts(puzzle_of(DOMINOES + "\nforbidden: A on r1c2 r1c1\n")) == (3, 2)
    both = "given: A on r1c1 r1c2,B on r2c1   r2c2\n"
    assert counts(puzzle_of(both + DOMINOES)) == (1, 1)
    lines = "forbidden: A on r1c1 r1c2\nforbidden: A on r2c1 r2c2\n"
    assert counts(puzzle_of(lines + DOMINOES)) == (2, 1)


def test_names_with_commas_spaces_and_on_are_found_in_placements(puzzle_of):
    text = DOMINOES.replace("piece A", "piece A on r1c1, B").replace("piece B", "piece B, B")
    stated = "given: B, B on r1c1 r1c2, A on r1c1, B on r2c1 r2c2\n"
    assert counts(puzzle_of(stated + text)) == (1, 1)


def test_what_explain_names_can_be_given_as_it_stands(capsys, tmp_path):
    path = tmp_path / "p.txt"
    path.write_text(DOMINOES.replace("piece A", "piece A \x1b, \\x1b"), encoding="utf-8")
    _, out, _ = run(capsys, "polyform", path, "--explain")
    (line,) = (line for line in out.splitlines() if line.startswith("unique with "))
    placements = line.partition(": ")[2].partition(" (")[0]
    path.write_text(path.read_text() + f"given: {placements}\n")
    out = run(capsys, "polyform", path, "--count")[1]
    assert "1 solution" in out
    assert "up to reflecting the board" in out
    assert placements == "A \\x1b, \\\\x1b on r1c1 r1c2"


def test_a_given_placement_is_named_where_it_makes_the_puzzle_impossible(capsys, tmp_path):
    path = tmp_path / "p.txt"
    path.write_text("grid: square\nboard:\n####\n\npiece A x 2:\n##\ngiven: A on r1c2 r1c3\n")
    code, out, _ = run(capsys, "polyform", path)
    assert (code, "no piece is left for the cell r1c4: each placement" in out) == (1, True)
    code, out, _ = run(capsys, "polyform", path, "--explain")
    assert (code, "A on r1c2 r1c3" in out) == (1, True)


# -- holes -----------------------------------------------------------------------------------------


def test_open_cells_are_given_and_forbidden_in_the_words_of_explain(puzzle_of, capsys, tmp_path):
    text = "grid: square\nholes: 1\nboard:\n###\n\npiece A:\n##\n"
    assert counts(puzzle_of(text)) == (2, 1)
    assert counts(puzzle_of(text + "given: r1c1 open\n")) == (1, 1)
    assert counts(puzzle_of(text + "forbidden: r1c1 open, r1c2 open\n")) == (1, 1)
    assert counts(puzzle_of(text + "given: r1c3 open, A on r1c1 r1c2\n")) == (1, 1)
    puzzle_of(text)
    _, out, _ = run(capsys, "polyform", tmp_path / "p.txt", "--explain")
    assert "r1c3 open" in out


@pytest.mark.parametrize("stated", ["holes: 0", "holes: 0-0", "optional: r1c1\nholes: 0"])
def test_a_board_without_holes_may_say_so(puzzle_of, stated):
    assert counts(puzzle_of(f"grid: square\n{stated}\nboard:\n###\n\npiece A:\n##\n#\n")) == (0, 0)
    assert counts(puzzle_of(f"grid: square\n{stated}\nboard:\n###\n\npiece A:\n###\n")) == (1, 1)


def test_pentominoes_around_the_middle_of_a_chessboard_are_scotts_65(puzzle_of):
    # Dana Scott, Programming a combinatorial puzzle (1958).
    middle = "holes: 4\noptional: r4c4 r4c5, r5c4\noptional: r5c5\n"
    assert counts(puzzle_of(middle + SCOTT)) == (520, 65)


def test_open_cells_are_drawn_as_dots_and_no_part_of_the_pieces(capsys, tmp_path):
    path = tmp_path / "p.txt"
    path.write_text("grid: square\nholes: 1\nboard:\n###\n\npiece A:\n##\n")
    code, out, _ = run(capsys, "polyform", path, "--all", "--colour", "never")
    assert code == 0
    assert "│ A     │ . │" in out
    _, out, _ = run(capsys, "polyform", path, "--all", "--json")
    solution = json.loads(out.splitlines()[0])
    assert solution["placements"] == [{"piece": "A", "cells": [[0, 0], [0, 1]]}]
    picture = tmp_path / "p.svg"
    assert run(capsys, "polyform", path, "--svg", picture)[0] == 0
    assert 'class="uncovered"' in picture.read_text()


@pytest.mark.parametrize(
    ("stated", "reason"),
    [
        ("holes: 1", "have 2 cells and the board has 4, of which 1 stay open"),
        ("holes: 0-1", "have 2 cells and the board has 4, of which 0 to 1 stay open"),
        ("optional: r1c1", "have 2 cells and the board has 4, of which up to 1 may stay open"),
        ("piece B x 3-5:\n#\nholes: 1", "have 5 to 7 cells and the board has 4, of which 1 stay"),
    ],
)
def test_sizes_that_cannot_be_right_are_told_with_the_open_cells(puzzle_of, stated, reason):
    puzzle = puzzle_of(f"grid: square\n{stated}\n\nboard:\n####\n\npiece A:\n##\n")
    assert reason in puzzle.misfit
    assert counts(puzzle) == (0, 0)


def test_the_wrong_number_of_open_cells_is_a_reason(capsys, tmp_path):
    path = tmp_path / "p.txt"
    path.write_text("grid: square\nholes: 2\nuse: any\nboard:\n###\n\npiece A x 4:\n##\n")
    code, out, _ = run(capsys, "polyform", path)
    assert code == 1
    assert "no solution: " in out
    code, out, _ = run(capsys, "polyform", path, "--explain")
    assert code == 1
    assert "Traceback" not in out


# -- copies in answers -----------------------------------------------------------------------------


def test_json_lists_every_copy(capsys, tmp_path):
    path = tmp_path / "p.txt"
    path.write_text("grid: square\nboard:\n#####\n\npiece A x 2:\n##\npiece B:\n#\n")
    code, out, _ = run(capsys, "polyform", path, "--all", "--json")
    assert code == 0
    *solutions, _ = map(json.loads, out.splitlines())
    assert len(solutions) == 2
    for each in solutions:
        placed = each["placements"]
        assert sorted(placement["piece"] for placement in placed) == ["A", "A", "B"]
        cells = [cell for placement in placed for cell in placement["cells"]]
        assert sorted(cells) == [[0, column] for column in range(5)]


def test_words_name_every_item_and_option(puzzle_of):
    text = "grid: square\nholes: 1\ntouching: different\ncolour red: A\nboard:\n###\n\npiece A:\n##"
    problem = puzzle_of(text).problem
    assert [option_words(option) for option in problem.options] == [
        "A on r1c1 r1c2", "A on r1c2 r1c3", "r1c1 open", "r1c2 open", "r1c3 open",
    ]  # fmt: skip
    assert [item_words(item) for item in (*problem.primary, *problem.secondary)] == [
        "piece 'A'", "cell r1c1", "cell r1c2", "cell r1c3", "the number of open cells",
        "the edge between r1c1 and r1c2", "the edge between r1c2 and r1c3",
    ]  # fmt: skip
    assert Hole((0, 0)) in problem.options
    assert Placement("A", ((0, 0), (0, 1))) in problem.options


# -- colours and letters ---------------------------------------------------------------------------


def test_pieces_of_one_colour_may_meet_in_a_corner_only(puzzle_of):
    squares = "grid: square\nboard:\n##\n##\n\npiece A x 2:\n#\n\npiece B x 2:\n#\n"
    assert counts(puzzle_of(squares)) == (6, 2)
    rule = "touching: different\ncolour red: A\n"
    assert counts(puzzle_of(rule + squares)) == (2, 1)
    assert counts(puzzle_of(rule + "colour green: B\n" + squares)) == (2, 1)
    assert counts(puzzle_of("touching: different\ncolour red: A B\n" + squares)) == (0, 0)


CHESS = "grid: square\nboard:\nbwbw\nwbwb\n\n"


def test_letters_keep_a_piece_to_cells_of_its_letters(puzzle_of):
    assert counts(puzzle_of(CHESS + "piece A x 4:\nbw\n")) == counts(
        puzzle_of(CHESS + "piece A x 4:\n##\n")
    )
    # Of the two L trominoes that fill 2 x 3, one has two black cells and the other two white ones.
    three = CHESS.replace("w\n", "\n", 1).replace("b\n\n", "\n\n")
    assert counts(puzzle_of(three + "piece A x 2:\n##\n#\n"))[0] == 2
    assert counts(puzzle_of(three + "piece A:\nbw\nw\npiece B:\nwb\nb\n"))[0] == 2
    assert counts(puzzle_of(three + "piece A x 2:\nbw\nw\n"))[0] == 0


def test_letters_take_symmetries_away_unless_all_pieces_are_plain(puzzle_of):
    square = "grid: square\nboard:\nbw\nwb\n\n"
    assert len(puzzle_of(square + "piece A:\n##\n##\n").symmetries) == 8
    assert len(puzzle_of(square + "piece A:\nb\npiece B:\n##\n#\n").symmetries) == 4


def test_alike_pieces_have_the_same_letters_and_colour(puzzle_of):
    pieces = "piece A:\nbw\n\npiece B:\nwb\n\npiece C:\n##\n\npiece D:\n##\n"
    assert puzzle_of(CHESS + pieces).alike == (("A", "B"), ("C", "D"))
    assert puzzle_of("touching: different\ncolour red: C\n" + CHESS + pieces).alike == (("A", "B"),)


# -- faults ----------------------------------------------------------------------------------------


words = [
    "A",
    "B",
    " on ",
    " open",
    "r1c1",
    "r1c2",
    "r2c1",
    " ",
    ",",
    "1",
    "-",
    "different",
    "red",
    "x",
    "é",
]
keys = [
    "given: ",
    "forbidden: ",
    "holes: ",
    "optional: ",
    "touching: ",
    "colour red: ",
    "piece A x 2",
]


@given(
    lines=st.lists(
        st.tuples(st.sampled_from(keys), st.lists(st.sampled_from(words), max_size=8).map("".join)),
        max_size=4,
    )
)
def test_any_conditions_are_read_or_refused_with_a_place(tmp_path_factory, lines):
    path = tmp_path_factory.mktemp("any") / "p.txt"
    stated = [key + value for key, value in lines]
    path.write_text("\n".join([*stated, DOMINOES]), encoding="utf-8")
    try:
        puzzle = read_puzzle(str(path))[0]
    except xc.FileFault as fault:
        assert 1 <= fault.line <= len(stated) + 12  # noqa: PT017
        assert fault.expected  # noqa: PT017
    else:
        puzzle.problem.require_sound()
        assert set(puzzle.given) <= set(puzzle.problem.options)
