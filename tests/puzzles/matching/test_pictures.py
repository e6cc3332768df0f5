"""Pictures of edge matching: every edge in its colour, and marks where tiles do not fit."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from itertools import combinations

import pytest

from exactcover_puzzles import Screen, Source
from exactcover_puzzles.jigsaw.maker import make_jigsaw
from exactcover_puzzles.jigsaw.pieces import Placed as PlacedPiece
from exactcover_puzzles.jigsaw.svg import jigsaw_svg
from exactcover_puzzles.matching.adapter import Matching
from exactcover_puzzles.matching.terminal import labels
from exactcover_puzzles.matching.tiles import Placed
from exactcover_puzzles.shared.coloured_tiles import BY_NAME, N_LOOKS, look, looks
from exactcover_puzzles.shared.shipped import shipped, shipped_names

SVG = "{http://www.w3.org/2000/svg}"


def read(text):
    (puzzle,) = Matching.read(Source("x.txt", text), None)
    return puzzle


def shipped_puzzle(name):
    return read(shipped("matching", name).read_text("utf-8"))


def some_solution(puzzle):
    found = puzzle.problem.first() or puzzle.best_problem.minimize().solution
    return [option for option in found.options if isinstance(option, Placed)]


def triangles(svg):
    """The fills of all triangles of a picture."""
    root = ElementTree.fromstring(svg)
    paths = [path for path in root.iter(f"{SVG}path") if path.get("fill") not in (None, "none")]
    return [path.get("fill") for path in paths if path.get("d").count("L") == 2]


def test_two_tiles_that_do_not_fit_are_marked_in_text_and_picture():
    puzzle = read("size: 2x1\n\na b a a\na a a c\n")
    placed = [Placed((0, 0), 0, tuple("abaa")), Placed((0, 1), 1, tuple("aaac"))]
    text = puzzle.text(placed, Screen())
    assert text == "·  a  ·  a  ·\na  1 b≠c 2  a\n·  a  ·  a  ·"
    assert puzzle.text(placed, Screen(ascii=True)) == text.replace("·", "+").replace("≠", "!")
    assert puzzle.svg([placed]).count('class="mismatch"') == 2


def test_mates_stand_on_both_sides_of_a_stroke_and_have_one_colour():
    puzzle = read("size: 2x1\nfit: opposite\n\n0 1 0 0\n0 0 0 -1\n")
    placed = [Placed((0, 0), 0, puzzle.puzzle.tiles[0]), Placed((0, 1), 1, puzzle.puzzle.tiles[1])]
    assert "1/-1" in puzzle.text(placed, Screen())
    svg = puzzle.svg([placed])
    assert "mismatch" not in svg
    assert triangles(svg).count(look(0).fill) == 2


def test_long_names_have_short_labels_and_a_key():
    puzzle = read("size: 1x1\n\ncherry chestnut cherry chestnut\n")
    written = labels(puzzle.puzzle)
    assert len(set(written.values())) == 2
    text = puzzle.text([Placed((0, 0), 0, puzzle.puzzle.tiles[0])], Screen())
    assert text.splitlines()[-1] == "  ".join(f"{label} {name}" for name, label in written.items())


@pytest.mark.parametrize("name", shipped_names("matching"))
def test_every_edge_of_every_tile_is_in_its_colour(name):
    puzzle = shipped_puzzle(name)
    placed = some_solution(puzzle)
    svg = puzzle.svg([placed])
    shown = [colour for each in placed for colour in each.colours]
    fills = triangles(svg)
    assert len(fills) == len(shown)
    # As many fills as colours with different fills, each as often as its colours.
    by_colour = {}
    for colour, fill in zip(shown, fills, strict=True):
        assert by_colour.setdefault(colour, fill) == fill
    assert svg == puzzle.svg([placed])
    assert "paint-order" not in svg


@pytest.mark.parametrize("name", shipped_names("matching"))
def test_without_its_codes_the_coloured_text_is_the_plain_one(name):
    puzzle = shipped_puzzle(name)
    placed = some_solution(puzzle)
    plain, coloured = (puzzle.text(placed, Screen(colour=colour)) for colour in (False, True))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == plain
    assert coloured != plain


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


def test_jigsaws_of_colours_have_the_same_colours():
    jigsaw = make_jigsaw(2, 2, 3, 1, fit="equal", border="none")
    svg = jigsaw_svg(jigsaw, [[PlacedPiece(k, 0) for k in range(4)]])
    assert set(triangles(svg)) <= {look(index).fill for index in range(3)}
    assert len(triangles(svg)) == 16
