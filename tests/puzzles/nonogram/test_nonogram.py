"""Nonograms: known counts, pictures by hand, and faults of files."""

from __future__ import annotations

import argparse
import contextlib
import io
import json
import random
from collections import Counter
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles import Source
from exactcover_puzzles.nonogram.adapter import Nonogram


def the_puzzle(text):
    (puzzle,) = Nonogram.read(Source("it.txt", text), None)
    return puzzle


def clues(picture):
    """The clues of the rows and columns of a picture, given by rows of True and False."""
    return tuple(
        tuple(tuple(len(list(run)) for black, run in groupby(line) if black) for line in lines)
        for lines in (picture, list(zip(*picture, strict=True)))
    )


def pictures(height, width):
    """All pictures of a size."""
    for cells in product((False, True), repeat=height * width):
        yield [cells[r * width : (r + 1) * width] for r in range(height)]


@pytest.mark.parametrize(
    ("height", "width", "unique"),
    [(1, 5, 32), (2, 2, 14), (2, 4, 210), (3, 3, 384)],  # OEIS A384764, A242876
)
def test_as_many_pictures_are_told_by_their_clues_as_are_known(height, width, unique):
    told = Counter(clues(picture) for picture in pictures(height, width))
    counts = {each: Nonogram(*each).problem.count() for each in told}
    assert counts == told
    assert sum(count == 1 for count in counts.values()) == unique


@given(st.integers(1, 6), st.integers(1, 6), st.randoms(use_true_random=False))
def test_a_picture_is_among_the_solutions_of_its_clues_and_all_have_these_clues(h, w, draw):
    picture = [[draw.random() < 0.55 for _ in range(w)] for _ in range(h)]
    puzzle = Nonogram(*clues(picture))
    found = [puzzle.as_json(each)["rows"] for each in puzzle.problem.solutions(limit=200)]
    drawn = [[[cell == "#" for cell in row] for row in rows] for rows in found]
    assert all(clues(each) == clues(picture) for each in drawn)
    assert picture in drawn or len(drawn) == 200


@given(st.integers(1, 5), st.integers(1, 7), st.randoms(use_true_random=False))
def test_propagation_leaves_in_each_line_just_the_ways_to_fill_it(height, width, draw):
    picture = [[draw.random() < 0.5 for _ in range(width)] for _ in range(height)]
    puzzle = Nonogram(*clues(picture))
    problem = puzzle.problem.reduced()
    possible = {}
    for option in problem.live_options:
        for item, colour in problem.items_of(option).items():
            if isinstance(colour, str):
                possible.setdefault((item, option[0]), set()).add(colour == "black")
    for side, k, clue, cells in puzzle.lines():
        other = "column" if side == "row" else "row"
        ways = [
            line
            for line in product(*(possible[cell, other] for cell in cells))
            if clues([line])[0][0] == clue
        ]
        runs = {run for line in ways for run in runs_of(line)}
        alive = [each for each in problem.live_options if each[:2] == (side, k)]
        assert {(start, black) for *_, start, _, black in alive if black} == runs
        for cell, colours in zip(cells, zip(*ways, strict=True), strict=True):
            assert possible[cell, side] == possible[cell, other] == set(colours)


def runs_of(line):
    """The first place and the length of each run."""
    places = groupby(enumerate(line), lambda each: each[1])
    runs = [[place for place, _ in run] for black, run in places if black]
    return [(run[0], len(run)) for run in runs]


def test_random_pictures_of_thirty_rows_need_hardly_any_search():
    draw = random.Random(2)
    picture = [[draw.random() < 0.6 for _ in range(30)] for _ in range(30)]
    answer = Nonogram(*clues(picture)).problem.count(limit=2, nodes=10_000)
    assert answer == 2 or answer.complete


def test_the_non_format_and_words_with_colons_say_the_same():
    non = 'catalogue "x"\ntitle "A cup"\nwidth 2\nheight 2\n\nrows\n1,1\n0\n\ncolumns\n1\n1\n'
    non += 'goal "1100"\n'
    own = "# Ours.\ntitle: A cup\nrows:\n1 1\n0\ncolumns:\n1\n1\n"
    for text in (non, own):
        puzzle = the_puzzle(text)
        assert puzzle.title == "A cup"
        assert (puzzle.rows, puzzle.columns) == ([(1, 1), ()], [(1,), (1,)])


_CLUES = [sum(clues(picture), ()) for picture in pictures(3, 3)]


@given(st.lists(st.sampled_from([(), (1,), (2,), (1, 1), (3,)]), min_size=6, max_size=6))
def test_the_lines_that_clash_are_a_smallest_set_of_clashing_lines(numbers):
    puzzle = Nonogram(numbers[:3], numbers[3:])
    with contextlib.redirect_stdout(io.StringIO()) as printed:
        code = puzzle.explain(argparse.Namespace(seconds=None, json=True))
    names = [f"{side} {k}" for side in ("row", "column") for k in (1, 2, 3)]

    def can_be(lines):
        wanted = [(k, numbers[k]) for k, name in enumerate(names) if name in lines]
        return any(all(of[k] == clue for k, clue in wanted) for of in _CLUES)

    if code is None:
        assert puzzle.misfit or can_be(names)
        return
    lines = json.loads(printed.getvalue())["lines"]
    assert not can_be(lines)
    assert all(can_be(set(lines) - {each}) for each in lines)
