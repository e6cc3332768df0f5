"""Pictures of solutions: by a function of the user, and for whatever lives on a grid."""

from __future__ import annotations

import copy
import pickle
import re
from base64 import b64decode
from xml.etree import ElementTree

import pytest

import exactcover as xc
from tests.display.test_displays import dominoes

BOARD = dominoes(4, 4)
SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"><title>mine</title></svg>'
EMBEDDED = re.compile(r'src="data:image/svg\+xml;base64,([^"]+)"')


def mine(solution):
    return SVG


def pictures(answer):
    """The pictures in a display, as text."""
    return [b64decode(found).decode() for found in EMBEDDED.findall(answer._repr_html_())]


DRAWN = BOARD.drawn_by(mine)
FIRST, SECOND = BOARD.options[0], BOARD.options[-1]


def begun(solutions):
    """An iterator that has found three solutions and handed over two."""
    next(solutions)
    next(solutions)
    return solutions


@pytest.mark.parametrize(
    ("answer", "number"),
    [
        (DRAWN.first(), 1),
        (DRAWN.is_unique(), 2),
        (begun(DRAWN.solutions()), 1),
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
    ],
)
def test_answers_of_a_problem_show_the_picture(answer, number):
    assert pictures(answer) == [SVG] * number


def test_the_cheapest_solutions_show_their_pictures():
    priced = dominoes(4, 4, lambda pair: 1).drawn_by(mine)
    assert pictures(priced.minimize(3)) == [SVG] * 3


def test_a_problem_without_a_function_shows_no_picture_and_none_takes_it_away():
    assert pictures(BOARD.first()) == []
    assert pictures(DRAWN.drawn_by(None).first()) == []


def test_drawn_by_makes_another_problem_with_the_same_answers():
    assert DRAWN is not BOARD
    assert pictures(BOARD.first()) == []
    assert list(DRAWN.solutions()) == list(BOARD.solutions())


def test_a_problem_travels_without_a_function_that_cannot():
    here = BOARD.drawn_by(lambda solution: SVG)
    there = pickle.loads(pickle.dumps(here))
    assert there.count() == 36
    assert pictures(there.first()) == []
    assert here.count(workers=2) == 36


def test_drawn_by_refuses_what_is_no_function():
    with pytest.raises(TypeError, match=r"drawn_by\(3\): expected a function of a solution"):
        BOARD.drawn_by(3)


@pytest.mark.parametrize(
    ("function", "said"),
    [
        (lambda solution: 1 // 0, "ZeroDivisionError"),
        (lambda solution: 3, "expected SVG text, or an object with _repr_svg_"),
        (lambda solution: "<p>", "expected SVG text: &lt;svg"),
        (lambda solution: "<svg>", "the SVG is not well-formed"),
        (lambda solution: "<svg>" + "x" * 3 * 10**6, "2,000,000 are shown"),
    ],
)
def test_a_function_that_fails_leaves_the_options_and_says_why(function, said):
    page = BOARD.drawn_by(function).first()._repr_html_()
    assert said in page
    assert "covers" in page


def test_an_error_in_a_function_is_shown_with_its_line():
    def wrong(solution):
        raise LookupError("no such colour")

    page = BOARD.drawn_by(wrong).first()._repr_html_()
    assert "no such colour" in page
    assert "in wrong" in page
    assert "raise LookupError" in page


@pytest.mark.parametrize("method", ["_repr_svg_", "_repr_html_"])
def test_a_function_may_give_an_object_that_shows_itself(method):
    drawn = type("Drawn", (), {method: lambda self: SVG})()
    assert "mine" in BOARD.drawn_by(lambda solution: drawn).first()._repr_html_() or pictures(
        BOARD.drawn_by(lambda solution: drawn).first()
    ) == [SVG]


def test_none_from_a_function_stands_for_no_picture():
    assert "covers" in BOARD.drawn_by(lambda solution: None).first()._repr_html_()


# -- grids ---------------------------------------------------------------------------------------


def fills(svg):
    """The cells of each colour, as (row, column) of squares of 28."""
    found = {}
    for path in ElementTree.fromstring(svg).iter("{http://www.w3.org/2000/svg}path"):
        if path.get("fill") != "none":
            corners = re.findall(r"M([\d.]+) ([\d.]+)h", path.get("d"))
            cells = {(round(float(y) / 28), round(float(x) / 28)) for x, y in corners}
            found.setdefault(path.get("fill"), set()).update(cells)
    return found


def test_every_cell_has_the_colour_of_its_option_and_neighbours_differ():
    solution = BOARD.first()
    colour = {c: fill for fill, cells in fills(xc.grid_picture()(solution)).items() for c in cells}
    assert set(colour) == set(BOARD.primary)
    owner = {cell: option for option in solution.options for cell in option}
    for r, c in BOARD.primary:
        for other in ((r + 1, c), (r, c + 1)):
            if other in owner:
                assert (colour[r, c] == colour[other]) == (owner[r, c] == owner[other])


def test_thick_lines_part_options_and_thin_ones_cells_of_one():
    single = dominoes(1, 2)
    svg = ElementTree.fromstring(xc.grid_picture()(single.first()))
    lines = {
        path.get("stroke-width"): path.get("d")
        for path in svg.iter("{http://www.w3.org/2000/svg}path")
        if path.get("fill") == "none"
    }
    assert lines["0.6"] == "M28 0v28"
    assert lines["2.2"].count("M") == 6


def test_cells_may_come_from_a_function_or_a_mapping_of_the_name():
    problem = xc.Problem("ab", {1: "a", 2: "b"})
    for cells_of in (lambda option: [(0, option)], {1: [(0, 1)], 2: [(0, 2)]}):
        drawn = xc.grid_picture(cells_of)(problem.first())
        assert set().union(*fills(drawn).values()) == {(0, 0), (0, 1)}


def test_the_rest_of_the_board_is_drawn_empty():
    part = BOARD.given(FIRST).trace()._board(1)
    drawn = fills(xc.grid_picture()(part))
    assert len(drawn.pop("#ffffff")) == 14
    assert list(drawn.values()) == [{(0, 0), (0, 1)}]
    wide = fills(xc.grid_picture(board=[(0, k) for k in range(9)])(dominoes(1, 2).first()))
    assert len(wide["#ffffff"]) == 7


def test_text_is_written_on_options_and_escaped():
    drawn = xc.grid_picture(text_of=lambda option: "<&>")(dominoes(1, 2).first())
    assert [each.text for each in ElementTree.fromstring(drawn) if each.tag.endswith("text")] == [
        "<&>"
    ]


def test_options_with_equal_values_have_one_colour():
    rows = xc.Problem(
        [(r, c) for r in range(3) for c in range(2)],
        {k: [(k, 0), (k, 1)] for k in range(3)},
    )
    drawn = fills(xc.grid_picture(colour_of=lambda option: option < 2)(rows.first()))
    assert sorted(map(len, drawn.values())) == [2, 4]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"cells_of": 3}, "cells_of=3: expected a function of an option, a mapping, or None"),
        ({"text_of": "x"}, "text_of='x': expected a function of an option, or None"),
        ({"colour_of": 1}, "colour_of=1: expected a function"),
        ({"board": [1]}, r"the board: expected pairs \(row, column\)"),
    ],
)
def test_wrong_arguments_of_a_grid_are_named(arguments, said):
    with pytest.raises(TypeError, match=said):
        xc.grid_picture(**arguments)


def test_a_grid_that_cannot_be_drawn_is_an_error_in_the_display():
    problem = xc.Problem("ab", {1: "a", 2: "b"})
    assert "cells_of says which cells" in problem.drawn_by(xc.grid_picture()).first()._repr_html_()
    far = xc.Problem([(0, 0), (10**6, 10**6)], {1: [(0, 0)], 2: [(10**6, 10**6)]})
    assert "up to 40,000 are drawn" in far.drawn_by(xc.grid_picture()).first()._repr_html_()
