"""Pictures of solutions: by a function of the user, and for whatever lives on a grid."""

from __future__ import annotations

import copy
import pickle
import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest

import exactcover as xc
from tests.display.test_displays import begun, dominoes

BOARD = dominoes(4, 4)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>mine</title></svg>'
EMBEDDED = re.compile(r'src="data:image/svg\+xml;base64,([^"]+)"')


def mine(solution):
    return SVG


def wrong(solution):
    raise LookupError("no such colour")


def pictures(answer):
    """The pictures in a display, as text."""
    return [b64decode(found).decode() for found in EMBEDDED.findall(answer._repr_html_())]


DRAWN = BOARD.drawn_by(mine)
FIRST, SECOND = BOARD.options[0], BOARD.options[-1]


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        (DRAWN.first(), 1),
        (DRAWN.is_unique(), 2),
        (begun(DRAWN, 2), 1),
        (DRAWN.given(FIRST).first(), 1),
        (DRAWN.without(FIRST).first(), 1),
        (DRAWN.reduced().first(), 1),
        (copy.deepcopy(DRAWN).first(), 1),
        (pickle.loads(pickle.dumps(DRAWN)).first(), 1),
        (DRAWN.given(FIRST).trace(), 1),
        (DRAWN.given(FIRST).ambiguity(), 1),
        (DRAWN.gather(sample=3, listed=2), 5),
        (next(DRAWN.symmetry(lambda cell: (cell[1], cell[0])).solutions()), 1),
        (DRAWN.zdd().sample(1, seed=1)[0], 1),
        (DRAWN.where(complete=lambda found: True).first(), 1),
        (DRAWN.given(FIRST, SECOND).is_unique(), 2),
        (dominoes(4, 4, lambda pair: 1).drawn_by(mine).minimize(3), 3),
        (BOARD.first(), 0),
        (DRAWN.drawn_by(None).first(), 0),
    ],
)
def test_answers_of_a_problem_show_the_picture(answer, number):
    assert pictures(answer) == [SVG] * number


def test_a_problem_travels_without_a_function_that_cannot():
    here = BOARD.drawn_by(lambda solution: SVG)
    there = pickle.loads(pickle.dumps(here))
    assert there.count() == 36
    assert pictures(there.first()) == []
    assert here.count(workers=2) == 36


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (wrong, ["no such colour", "in wrong", "raise LookupError"]),
        (lambda solution: 3, ["expected SVG text, or an object with _repr_svg_"]),
        (lambda solution: "<p>", ["expected SVG text: &lt;svg"]),
        (lambda solution: "<svg>", ["the SVG is not well-formed"]),
        (lambda solution: "<svg>" + "x" * 3 * 10**6, ["2,000,000 are shown"]),
        (lambda solution: None, []),
    ],
)
def test_a_function_that_fails_leaves_the_options_and_says_why(function, said):
    page = BOARD.drawn_by(function).first()._repr_html_()
    assert not [each for each in [*said, "covers"] if each not in page]


@pytest.mark.parametrize("method", ["_repr_svg_", "_repr_html_"])
def test_a_function_may_give_an_object_that_shows_itself(method):
    drawn = type("Drawn", (), {method: lambda self: SVG})()
    answer = BOARD.drawn_by(lambda solution: drawn).first()
    assert "mine" in answer._repr_html_() or pictures(answer) == [SVG]


# -- grids: as in tests/golden/grids/ --------------------------------------------------------------

ROWS = xc.Problem(
    [(r, c) for r in range(3) for c in range(2)], {k: [(k, 0), (k, 1)] for k in range(3)}
)


@pytest.mark.parametrize(
    ("name", "how", "answer"),
    [
        # Neighbours have different colours; thick lines part options, thin ones cells of one.
        ("solution", {}, BOARD.first()),
        # The rest of the board is empty.
        ("part", {}, BOARD.given(FIRST).trace()._board(1)),
        ("wide", {"board": [(0, k) for k in range(9)]}, dominoes(1, 2).first()),
        ("text", {"text_of": lambda option: "<&>"}, dominoes(1, 2).first()),
        # Options with equal values have one colour.
        ("colours", {"colour_of": lambda option: option < 2}, ROWS.first()),
    ],
)
def test_a_grid_looks_as_it_did(name, how, answer, golden):
    drawn = xc.grid_picture(**how)(answer)
    golden(f"grids/{name}.svg", drawn)
    ElementTree.fromstring(drawn)


def test_cells_may_come_from_a_function_or_a_mapping_of_the_name():
    problem = xc.Problem("ab", {1: "a", 2: "b"})
    one = xc.grid_picture(lambda option: [(0, option)])(problem.first())
    assert one == xc.grid_picture({1: [(0, 1)], 2: [(0, 2)]})(problem.first())
    assert one.count('fill="#') == 2


def test_a_grid_that_cannot_be_drawn_is_an_error_in_the_display():
    problem = xc.Problem("ab", {1: "a", 2: "b"})
    assert "cells_of says which cells" in problem.drawn_by(xc.grid_picture()).first()._repr_html_()
    far = xc.Problem([(0, 0), (10**6, 10**6)], {1: [(0, 0)], 2: [(10**6, 10**6)]})
    assert "up to 40,000 are drawn" in far.drawn_by(xc.grid_picture()).first()._repr_html_()
