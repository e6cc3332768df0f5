"""Estimates of nodes and solutions by random descents."""

from __future__ import annotations

import itertools
import math
from types import SimpleNamespace

import numpy as np
import pytest
from hypothesis import given, settings

import exactcover as xc
from exactcover.propagation.reduce import reduce_statement
from exactcover.search import estimate as estimates
from exactcover.search.estimate import Descents, Outlook, remaining
from tests.instances import dominoes, langford, pentominoes, queens
from tests.interrupting import OUT_OF_TIME
from tests.strategies import bags, multiples, statements


def oblongs(side):
    """A square cut into rectangles of different dimensions, none of them a square."""
    cells = set(itertools.product(range(side), repeat=2))
    shapes = list(itertools.combinations(range(1, side + 1), 2))
    options = {}
    for shape in shapes:
        for height, width in (shape, shape[::-1]):
            for row, column in cells:
                spanned = itertools.product(range(height), range(width))
                placed = [(row + down, column + right) for down, right in spanned]
                if cells.issuperset(placed):
                    options[height, width, row, column] = [("shape", shape), *placed]
    return xc.Problem(sorted(cells), options, secondary=[("shape", shape) for shape in shapes])


#: A problem, its nodes by the reference engine where these are known, its solutions, and the least
#: number of runs in a hundred whose intervals hold these.
KNOWN = [
    pytest.param(lambda: queens(8), 1_199, 92, 90, id="queens"),
    pytest.param(lambda: dominoes(6, 6), 25_662, 6_728, 90, id="dominoes"),
    pytest.param(lambda: langford(11), None, 35_584, 90, id="Langford pairs"),
    # OEIS A360498; few descents carry most of the weight, and intervals held the truth in 78 runs.
    pytest.param(lambda: oblongs(7), None, 87_216, 92, id="oblongs", marks=pytest.mark.slow),
]


@pytest.mark.parametrize(("make", "nodes", "solutions", "least"), KNOWN)
def test_the_interval_holds_the_truth_in_at_least_90_of_100_runs(make, nodes, solutions, least):
    compiled = reduce_statement(make()._statement).core.compiled
    hits = [0, 0]
    for seed in range(100):
        found = estimates._descents(compiled, 2_000, seed, lambda: None)
        for kind, truth in enumerate((nodes, solutions)):
            figure = estimates._figure(found[kind])
            hits[kind] += truth is None or figure.low <= truth <= figure.high < math.inf
    assert min(hits) >= least


def test_when_time_is_over_the_estimate_is_drawn_from_the_descents_done(monkeypatch):
    monkeypatch.setattr(estimates, "_STEP", 20_000)
    compiled = reduce_statement(langford(11)._statement).core.compiled
    left = iter(range(3))

    def tick():
        if next(left, None) is None:
            raise OUT_OF_TIME

    nodes, found = estimates._descents(compiled, 100_000, 1, tick)
    assert 0 < len(nodes) == len(found) < 100_000
    whole, _ = estimates._descents(compiled, len(nodes), 1, lambda: None)
    assert np.array_equal(nodes, whole)


@settings(derandomize=True)
@given(statements() | multiples())
def test_the_mean_of_descents_is_the_truth_but_for_chance_with_and_without_tables(statement):
    problem, truth = statement.problem(), len(bags(statement))
    found = problem.estimate(DESCENTS, seed=3).solutions
    assert found.low <= found.value <= found.high
    core = reduce_statement(problem._statement, rules=0)  # without items never covered
    if core.impossible is not None:
        assert truth == found.value == 0
        return
    visited = problem.count(engine="reference", method="listing", reduce=False).nodes
    for dense in (True, False):
        descents = estimates._descents(core.core.compiled, DESCENTS, 3, lambda: None, dense)
        nodes, values = map(np.exp, descents)
        assert nodes.mean() == pytest.approx(visited, rel=0.3, abs=1)
        # Six standard errors; where all descents are alike they are the truth, as are the ends.
        error = values.std(ddof=1) / math.sqrt(DESCENTS)
        assert abs(values.mean() - truth) <= 6 * error + 1e-9 * truth


DESCENTS = 2_000


def test_problems_of_any_size_are_estimated():
    # 200,000 options: no table of clashes, and a descent that takes many steps.
    rows = 1_000
    problem = xc.Problem(range(rows), [[k % rows] for k in range(200 * rows)])
    found = problem.estimate(3)
    assert found.probes == 3
    assert found.solutions.value == math.inf  # 200 ** 1,000
    assert found.nodes.low == 0


@pytest.mark.parametrize("probes", [1, 39, 40])
def test_so_many_descents_are_made_and_few_of_them_prove_nothing(probes):
    found = langford(8).estimate(probes)
    assert found.probes == probes
    assert found.nodes.low <= found.nodes.value <= found.nodes.high
    assert probes > 1 or (found.nodes.low, found.nodes.high) == (0, math.inf)
    problem = xc.Problem("ab", ["a", "b"])  # one way down, and it is a solution
    alike = problem.estimate(probes, reduce=False).solutions
    assert (alike.value, alike.high) == (1, 1 if probes == 40 else math.inf)
    rare = pentominoes(6, 10).estimate(10).solutions
    assert str(rare) == "unknown: no descent met any"
    assert (rare.low, rare.high) == (0, math.inf)


def test_orders_are_estimated_as_they_are_searched():
    for order in ("mrv", "fixed"):
        nodes = queens(6).count(engine="reference", order=order).nodes
        assert queens(6).estimate(20_000, order=order).nodes.value == pytest.approx(nodes, rel=0.1)


def test_an_estimate_is_the_same_for_a_seed_and_tells_the_time():
    one, again, other = (langford(11).estimate(4_000, seed=seed) for seed in (1, 1, 2))
    assert (one.nodes, one.solutions) == (again.nodes, again.solutions)
    assert one.nodes != other.nodes
    assert 0 < one.seconds.low < one.seconds.value < one.seconds.high < 5
    assert str(one).startswith("nodes about ")


def test_time_that_ends_before_any_speed_is_measured_is_no_speed():
    def late():
        raise OUT_OF_TIME

    with pytest.raises(xc.SearchStopped):
        estimates._speed(queens(8)._model.compiled, 0.25, late)
    # A search that is over with its first node takes no second.
    assert estimates._speed(xc.Problem("a", [])._model.compiled, 0.25, lambda: None) > 1_000


@pytest.mark.parametrize("problem", [pentominoes(5, 12), queens(8)])
def test_the_outlook_holds_what_the_engines_visit(problem):
    search = problem.count(method="listing", engine="bitset")
    outlook = Outlook(problem.reduced()._model.compiled)
    assert outlook.nodes(0.0) is None  # too early
    told = (outlook.nodes(elapsed=99.0) for _ in range(10_000))
    least, most = next(filter(None, told))  # once the estimate is made, slice by slice
    assert least <= search.nodes <= most


def test_the_outlook_takes_a_small_share_of_the_time(monkeypatch):
    moments = iter(range(1_000_000))  # a second a look at the clock, three looks a slice
    monkeypatch.setattr(estimates, "time", SimpleNamespace(perf_counter=lambda: next(moments)))
    monkeypatch.setattr(estimates, "_PROBES", 10**6)
    outlook = Outlook(pentominoes(6, 10)._model.compiled)
    for elapsed in range(1_000):
        outlook.nodes(elapsed)
    assert outlook._spent <= 0.1 * 1_000 + 3


def test_what_is_left_is_by_the_estimate_at_first_and_by_what_was_done_later():
    assert remaining(0, 10.0, None) == (None, None)
    assert remaining(0, 10.0, None, 0.5, 7.0) == (7.0, None)
    assert remaining(100, 10.0, (300.0, 700.0)) == (40.0, (20.0, 60.0))
    assert remaining(100, 10.0, (300.0, 700.0), 0.75, 24.0) == (28.0, (20.0, 60.0))
    assert remaining(100, 10.0, (300.0, 700.0), 0.9, 1.0)[0] == 20.0  # within the interval
    assert remaining(800, 10.0, (300.0, 700.0), 0.9, 1.0) == (1.0, None)  # it was wrong


@pytest.mark.parametrize("workers", [None, 2])
def test_progress_tells_how_much_is_left_and_between_what(monkeypatch, workers):
    monkeypatch.setattr(estimates, "_AFTER", 0.0)
    monkeypatch.setattr(estimates, "_PROBES", 40)
    langford(12).estimate(40)  # its kernel is compiled
    told = []

    def note(progress):
        told.extend([progress] if progress.left_between else [])
        if len(told) == 3:
            raise InterruptedError

    with pytest.raises(InterruptedError):
        langford(15).count(method="listing", engine="cells", workers=workers, progress=note)
    for one in told:
        least, most = one.left_between
        assert 0 <= least <= one.left <= most
        assert 0 < one.done <= 1


def test_descents_below_a_prefix_end_where_options_repeat():
    """What a prefix has nearly used up is closed by the next choice, though not at the root."""
    bounds = {0: (0, 2), 1: (2, 3), 2: (0, 3)}
    options = [[0], [0, 1], [1], [2], [1, 2], [0, 2]]
    problem = xc.Problem(range(3), options, multiplicity=bounds, repeat=True)
    descents = Descents(problem._model.compiled, 16, lambda: None)
    whole = descents.nodes(())
    for option in range(6):
        assert 1 <= descents.nodes((option,)) < whole
        assert 1 <= descents.nodes((option, option)) < whole
