"""Puzzle files drawn as text: what is read, and every way a drawing can be wrong."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.polyform.file import LARGEST_BOARD, read_polyform_file, read_puzzle
from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from tests.interrupting import takes_at_most


def read(text: str):
    return read_polyform_file("p.txt", text)


def fault_of(text: str) -> xc.FileFault:
    with pytest.raises(xc.FileFault) as caught:
        read(text)
    return caught.value


def test_a_drawing_is_read_cell_by_cell_with_holes():
    stated = read("grid: square\nboard:\n###\n#.#\n# #\n\npiece A:\n.##\n##.\n")
    assert stated.board == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 2), (2, 0), (2, 2))
    assert stated.pieces == {"A": ((0, 1), (0, 2), (1, 0), (1, 1))}
    assert stated.grid is SQUARE
    assert (stated.reflect, stated.use_all) == (True, True)


def test_a_triangular_drawing_may_begin_with_either_kind_of_cell():
    up = read("grid: triangular\nboard:\n^v^\nv^v\n")
    assert up.board == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    down = read("grid: triangular\nboard:\nv^v\n^v^\n")
    assert down.grid is TRIANGULAR
    assert down.board == ((0, 1), (0, 2), (0, 3), (1, 1), (1, 2), (1, 3))
    assert TRIANGULAR.to_origin(down.board) == down.board


def test_lines_that_begin_with_a_hash_are_comments_outside_drawings_only():
    stated = read("# grid: none\ngrid: square\n  # more\nboard:\n##\n#\n\n# the end\n")
    assert stated.board == ((0, 0), (0, 1), (1, 0))


def test_families_and_drawn_pieces_may_be_mixed():
    stated = read("grid: square\npieces: dominoes, trominoes\npiece big:\n####\n")
    assert list(stated.pieces) == ["domino", "I tromino", "V tromino", "big"]


def test_a_drawing_ends_at_a_blank_line_or_at_the_next_word_and_may_begin_after_a_blank_line():
    together = read("grid: square\npiece A:\n##\npiece B:\n#\nboard:\n\n###\n")
    assert together.board == ((0, 0), (0, 1), (0, 2))
    assert together.pieces == {"A": ((0, 0), (0, 1)), "B": ((0, 0),)}


def test_a_comment_with_words_may_follow_a_drawing():
    assert read("grid: square\nboard:\n##\n\n# the end\n###\n").board == ((0, 0), (0, 1))


def test_without_reflection_a_family_has_both_hands_wherever_that_is_said():
    # OEIS A000988: 18 one-sided pentominoes; and A006534: 19 one-sided hexiamonds.
    for order in ("pieces: pentominoes\nreflect: no", "reflect: no\npieces: pentominoes"):
        stated = read(f"grid: square\n{order}\n")
        assert len(stated.pieces) == 18
        assert {"F", "F'", "X"} <= stated.pieces.keys()
        assert "X'" not in stated.pieces
    assert len(read("grid: triangular\nreflect: no\npieces: hexiamonds\n").pieces) == 19


def test_a_misspelt_word_or_family_is_told_what_it_may_have_meant():
    assert "did you mean 'grid:'" in fault_of("gird: square\n").expected
    assert "did you mean 'pentominoes'" in fault_of("grid: square\npieces: Pentomino\n").expected


def test_names_of_pieces_may_have_spaces_and_title_reflect_and_use_are_read():
    stated = read("title: T: x\ngrid: square\nreflect: no\nuse: any\npiece one two:\n#\n")
    assert stated.title == "T: x"
    assert list(stated.pieces) == ["one two"]
    assert (stated.reflect, stated.use_all) == (False, False)


@given(st.text("grid: squaretnlopx#^v.\n", max_size=120))
def test_any_text_is_read_or_refused_with_a_place(text):
    try:
        read(text)
    except xc.FileFault as fault:
        assert 1 <= fault.line <= text.count("\n") + 1  # noqa: PT017


def test_a_drawing_of_a_whole_disk_is_refused_in_time():
    row = "#" * 10_000 + "\n"
    assert f"{LARGEST_BOARD:,}" in fault_of("grid: square\nboard:\n" + row * 1_000).found


@pytest.mark.parametrize(
    "line",
    [
        "given: " + "A on r1c1 r1c2, " * 60_000, "given: A on " + "r1c1 " * 200_000,
        "given: " + "A on " * 200_000, "forbidden: " + "x" * 1_000_000,
        "optional: " + "r1c1," * 200_000, "holes: " + "1" * 1_000_000,
        "touching: different\ncolour red: " + "A " * 500_000,
        "\n".join(f"colour {k}: A" for k in range(50_000)) + "\ntouching: different",
        "pieces: " + "Q " * 500_000, "pieces: " + "F, " * 300_000, "pieces: " + "2*" * 500_000,
        "pieces: pentominoes without " + "X" * 1_000_000, "pieces: " + "without " * 100_000,
        "piece A x " + "1 " * 500_000 + ":\n#", f"pieces: {'9' * 5000}*F",
    ],
    ids=lambda line: line[:24],
)  # fmt: skip
def test_a_megabyte_of_nonsense_is_refused_at_once(tmp_path, line):
    path = tmp_path / "p.txt"
    path.write_text(f"grid: square\n{line}\nboard:\n##\n##\n\npiece A:\n##\n\npiece B:\n##\n")
    with takes_at_most(3), pytest.raises(xc.FileFault) as caught:
        read_puzzle(str(path))
    assert len(str(caught.value)) < 400 + len(str(tmp_path))
