"""Pictures of edge matching: every edge in its colour, and marks where tiles do not fit."""

from __future__ import annotations

import re
from itertools import combinations

from exactcover_puzzles import Screen
from exactcover_puzzles.matching.terminal import labels
from exactcover_puzzles.matching.tiles import Placed
from exactcover_puzzles.shared.coloured_tiles import BY_NAME, N_LOOKS, look, looks
from tests.puzzles.matching.cases import read


def test_two_tiles_that_do_not_fit_are_marked_in_text_and_picture(golden):
    puzzle = read("size: 2x1\n\na b a a\na a a c\n")
    placed = [Placed((0, 0), 0, tuple("abaa")), Placed((0, 1), 1, tuple("aaac"))]
    text = puzzle.text(placed, Screen())
    assert text == "·  a  ·  a  ·\na  1 b≠c 2  a\n·  a  ·  a  ·"
    assert puzzle.text(placed, Screen(ascii=True)) == text.replace("·", "+").replace("≠", "!")
    golden("pictures/mismatch.svg", puzzle.svg([placed]))
    coloured = puzzle.text(placed, Screen(colour=True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == text != coloured


def test_mates_stand_on_both_sides_of_a_stroke_and_have_one_colour():
    puzzle = read("size: 2x1\nfit: opposite\n\n0 1 0 0\n0 0 0 -1\n")
    placed = [Placed((0, 0), 0, puzzle.puzzle.tiles[0]), Placed((0, 1), 1, puzzle.puzzle.tiles[1])]
    assert "1/-1" in puzzle.text(placed, Screen())
    assert "mismatch" not in puzzle.svg([placed])


def test_long_names_have_short_labels_and_a_key():
    puzzle = read("size: 1x1\n\ncherry chestnut cherry chestnut\n")
    written = labels(puzzle.puzzle)
    assert len(set(written.values())) == 2
    text = puzzle.text([Placed((0, 0), 0, puzzle.puzzle.tiles[0])], Screen())
    assert text.splitlines()[-1] == "  ".join(f"{label} {name}" for name, label in written.items())


def test_looks_differ_and_colours_look_as_they_are_called():
    assert len({look(index) for index in range(N_LOOKS)}) == N_LOOKS
    found = looks(["White", "x", "blue", "y", "z"])
    assert (found["White"].fill, found["blue"].fill) == (BY_NAME["white"], BY_NAME["blue"])
    assert len(set(found.values())) == 5


def deuteranope(fill):
    """How a deuteranope sees a colour (F. Viénot, H. Brettel, J. D. Mollon, Digital video
    colourmaps, 1999): red and green become one channel."""
    red, green, blue = (
        ((int(fill[k : k + 2], 16) / 255 + 0.055) / 1.055) ** 2.4 for k in (1, 3, 5)
    )
    yellow = 0.29275 * red + 0.70725 * green
    return yellow, -0.02234 * red + 0.02234 * green + blue


def test_a_deuteranope_tells_all_fills_apart():
    fills = [look(index).fill for index in range(8)]
    for one, other in combinations(fills, 2):
        apart = max(abs(a - b) for a, b in zip(deuteranope(one), deuteranope(other), strict=True))
        assert apart > 0.05, (one, other)
