"""Picture Puzzles made of a text of one's own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.picture.maker import format_puzzle, puzzle_of_text
from exactcover_puzzles.picture.puzzle import parse, turned
from exactcover_puzzles.shared.source import Source
from tests.puzzles.picture.test_picture import run


@given(
    st.lists(st.text("ab# ", max_size=9), min_size=1, max_size=6).filter(
        lambda lines: lines[-1].strip() and any(line.strip() for line in lines)
    ),
    st.integers(3, 6),
    st.integers(0, 99),
)
def test_a_text_stands_in_its_frame_and_is_one_of_the_pictures(lines, size, seed):
    puzzle = puzzle_of_text(Source("text", "\n".join(lines)), 6, 5, size, seed)
    assert parse(format_puzzle(puzzle)).pieces == puzzle.pieces
    # The cut, undone by hand: every piece lies somewhere, in some turn.
    width, height = 1 + 6 * (size - 1), 1 + 5 * (size - 1)
    longest = max(len(line.rstrip()) for line in lines)
    left = (width - 2 - longest) // 2
    above = (height - 2 - len(lines)) // 2
    inside = [""] * above + [" " * left + line.rstrip() for line in lines]
    rows = ["#" * width]
    rows += [f"#{line:<{width - 2}}#" for line in inside]
    rows += ["#" + " " * (width - 2) + "#"] * (height - 1 - len(rows)) + ["#" * width]
    step = size - 1
    expected = sorted(
        min(quarter_turns(tuple(row[x : x + size] for row in rows[y : y + size])))
        for y in range(0, height - 1, step)
        for x in range(0, width - 1, step)
    )
    assert sorted(min(quarter_turns(piece)) for piece in puzzle.pieces) == expected


def quarter_turns(piece):
    found = [piece]
    for _ in range(3):
        found.append(turned(found[-1]))
    return found


def test_a_text_becomes_a_puzzle_and_the_puzzle_the_text(capsysbinary, tmp_path):
    text = tmp_path / "text.txt"
    text.write_text("Every picture\n is a cover.\n", encoding="utf-8")
    code, made, _ = run(capsysbinary, "--make", "3x1", "--size", "6", "--text", text, "--no-turns")
    assert code == 0
    (tmp_path / "puzzle.txt").write_text(made, encoding="utf-8")
    code, out, _ = run(capsysbinary, "--all", tmp_path / "puzzle.txt")
    assert code == 0
    assert "#Every picture #\n# is a cover.  #" in out


@pytest.mark.parametrize(
    ("text", "place", "message"),
    [
        ("", ":1", "no text; expected a picture of characters"),
        ("a\n\tb", ":2:1", "'\\\\t'; expected what can be printed"),
        ("ab\nabcdefgh", ":2:8", "8 characters; expected at most 7 of 2 x 2 pieces"),
        ("a\n" * 8, ":8", "8 lines; expected at most 7 of 2 x 2 pieces"),
    ],
)
def test_a_text_that_is_no_picture_is_refused_with_its_place(
    capsysbinary, tmp_path, text, place, message
):
    path = tmp_path / "text.txt"
    path.write_text(text, encoding="utf-8")
    code, out, err = run(capsysbinary, "--make", "2x2", "--size", "5", "--text", path)
    assert (code, out) == (2, "")
    assert err.strip() == f"puzzles: {path}{place}: {message}".replace("\\\\", "\\")
