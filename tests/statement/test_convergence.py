"""The picture of the best cost and the bound over time."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import exactcover as xc

SPACE = "{http://www.w3.org/2000/svg}"


def optimum(*history, stopped="seconds"):
    _, cost, bound = history[-1] if history else (0.0, None, None)
    costs = () if cost is None else (cost,)
    return xc.Optimum((), costs, 0 if bound is None else bound, 1, stopped, history)


def words_of(found, title=""):
    picture = ElementTree.fromstring(found.to_svg(title))
    return [each.text for each in picture.iter(f"{SPACE}text")]


def paths_of(found, kind):
    picture = ElementTree.fromstring(found.to_svg())
    return [each.get("d") for each in picture.iter(f"{SPACE}path") if each.get("class") == kind]


STOPPED = optimum((0.1, None, 40), (1.0, 90, 50), (2.0, 80, 60), (10.0, 80, 60))


def test_the_ends_of_the_lines_and_the_gap_have_labels():
    words = words_of(STOPPED)
    assert {"best 80", "bound 60", "gap 20 (25.0 %)", "seconds", "cost"} <= set(words)
    assert words[0] == str(STOPPED)


def test_a_title_of_the_user_is_escaped():
    assert words_of(STOPPED, "a < b & c")[0] == "a < b & c"


def test_what_is_proven_has_one_label():
    words = words_of(optimum((0.5, 7, 3), (1.0, 7, 7), stopped=None))
    assert "best = bound 7" in words
    assert not any("gap" in each for each in words)


def test_the_lines_begin_where_something_is_known():
    (best,), (bound,) = paths_of(STOPPED, "best"), paths_of(STOPPED, "bound")
    assert best.startswith("M") and best.count("L") == 3  # noqa: PT018
    assert bound.count("L") == 5
    (between,) = paths_of(STOPPED, "gap")
    assert between.endswith("z")


def test_without_a_solution_there_is_the_bound_alone():
    found = optimum((0.1, None, 40), (3.0, None, 45))
    assert paths_of(found, "best") == paths_of(found, "gap") == []
    assert "bound 45" in words_of(found)


def test_where_nothing_is_known_the_picture_says_so():
    for found in (optimum(), optimum((0.0, None, None))):
        assert "nothing found and nothing proven yet" in words_of(found)


def test_values_that_were_soon_replaced_do_not_press_the_rest_together():
    found = optimum((0.01, 10**9, -(10**9)), (0.1, 120, 100), (60.0, 120, 100))
    assert "1,000,000,000" not in words_of(found)
    assert "100" in words_of(found)


@pytest.mark.parametrize(
    "cost", [0, -5, 10**300, 10**900, Fraction(1, 3), Decimal("0.25"), 1e-300, 1e290, -(10**25)]
)
def test_costs_of_any_size_and_kind_are_drawn(cost):
    words = words_of(optimum((0.5, cost, None), (1.0, cost, cost - 1)))
    assert all(len(each) < 40 for each in words[1:])
    assert words_of(optimum((0.0, cost, cost)))


@pytest.mark.parametrize(
    ("end", "unit"), [(0.002, "seconds"), (150, "seconds"), (200, "minutes"), (90_000, "hours")]
)
def test_the_axis_of_time_has_a_suitable_unit(end, unit):
    assert unit in words_of(optimum((end / 2, 9, 3), (end, 8, 4)))


def test_notebooks_show_it_folded():
    assert "over time" not in optimum((1.0, 9, 3))._repr_html_()
    solution = xc.Problem(["a"], {"x": ["a"]}).first()
    found = xc.Optimum((solution,), (80,), 60, 1, "seconds", STOPPED.history)
    assert "over time" in found._repr_html_()


def test_notebooks_show_the_gap_of_a_search_that_is_running():
    shown = xc.Progress(5, 2, 3.0, best=200, bound=150)._repr_html_()
    assert "gap 50 (25.0 %)" in shown
    assert "width:75.00%" in shown
