"""The picture of the best cost and the bound over time: as in ``tests/golden/convergence/``."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from xml.etree import ElementTree

import pytest

import exactcover as xc


def optimum(*history, stopped="seconds"):
    _, cost, bound = history[-1] if history else (0.0, None, None)
    costs = () if cost is None else (cost,)
    return xc.Optimum((), costs, 0 if bound is None else bound, 1, stopped, history)


def words_of(found):
    return [each.text for each in ElementTree.fromstring(found.to_svg()).iter() if each.text]


STOPPED = optimum((0.1, None, 40), (1.0, 90, 50), (2.0, 80, 60), (10.0, 80, 60))


@pytest.mark.parametrize(
    ("name", "found", "title"),
    [
        ("stopped", STOPPED, "a < b & c"),
        ("proven", optimum((0.5, 7, 3), (1.0, 7, 7), stopped=None), ""),
        ("no-solution", optimum((0.1, None, 40), (200.0, None, 45)), ""),
        ("nothing", optimum((0.0, None, None)), ""),
        # Values that were soon replaced do not press the rest together.
        ("far", optimum((0.01, 10**9, -(10**9)), (0.1, 120, 100), (90_000.0, 120, 100)), ""),
    ],
)
def test_it_looks_as_it_did(name, found, title, golden):
    golden(f"convergence/{name}.svg", found.to_svg(title))
    ElementTree.fromstring(found.to_svg(title))


@pytest.mark.parametrize(
    "cost", [0, -5, 10**300, 10**900, Fraction(1, 3), Decimal("0.25"), 1e-300, 1e290, -(10**25)]
)
def test_costs_of_any_size_and_kind_are_drawn(cost):
    words = words_of(optimum((0.5, cost, None), (1.0, cost, cost - 1)))
    assert "nothing found" not in " ".join(words)
    assert words_of(optimum((0.0, cost, cost)))


def test_notebooks_show_it_folded_and_the_gap_of_a_search_that_is_running():
    assert "over time" not in optimum((1.0, 9, 3))._repr_html_()
    solution = xc.Problem(["a"], {"x": ["a"]}).first()
    found = xc.Optimum((solution,), (80,), 60, 1, "seconds", STOPPED.history)
    assert "over time" in found._repr_html_()
    shown = xc.Progress(5, 2, 3.0, best=200, bound=150)._repr_html_()
    assert "gap 50 (25.0 %)" in shown
    assert "width:75.00%" in shown
