"""Progress of a search for the cheapest solution: best cost, bound and gap."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

import exactcover as xc
from exactcover.common import slices
from exactcover.optimization.optimum import History


@pytest.fixture(autouse=True)
def all_is_reported(monkeypatch):
    monkeypatch.setattr(slices, "_REPORT_EVERY", 0.0)


def partition(cost=lambda number: number, items=40, options=400, seed=1):
    """Random options, a hidden solution among them."""
    draw = random.Random(seed)
    sets = [draw.sample(range(items), draw.randint(2, 5)) for _ in range(options)]
    sets += [range(start, start + 4) for start in range(0, items, 4)]
    costs = [cost(draw.randint(50, 150) * len(each)) for each in sets]
    return xc.Problem(range(items), dict(enumerate(sets)), costs=costs)


@pytest.mark.parametrize("sign", [1, -1])
def test_progress_has_the_best_cost_the_bound_and_the_gap_in_stated_costs(sign):
    problem = partition(lambda number: Fraction(number, 3))
    # What propagation takes costs something too.
    options = [*map(problem.items_of, problem.options), ["always"]]
    costs = [*problem.costs.values(), 1_000_000]
    problem = xc.Problem([*problem.primary, "always"], options, costs=costs)
    seen: list[xc.Progress] = []
    best = (problem.minimize if sign == 1 else problem.maximize)(progress=seen.append)
    known = [each for each in seen if each.gap is not None]
    assert known
    assert all(sign * each.bound <= sign * best.cost <= sign * each.best for each in known)
    assert all(each.gap == abs(each.best - each.bound) for each in known)
    assert any(isinstance(each.bound, Fraction) for each in known)
    bounds = [sign * each.bound for each in known]
    assert bounds == sorted(bounds)


def test_progress_is_reported_before_the_first_slice(monkeypatch):
    from exactcover.optimization import branch_and_bound

    prepared: list[bool] = []
    prepare = branch_and_bound.Optimization.prepare

    def noted(search, nodes):
        prepare(search, nodes)
        prepared.append(True)

    monkeypatch.setattr(branch_and_bound.Optimization, "prepare", noted)
    before: list[xc.Progress] = []
    partition().minimize(progress=lambda now: None if prepared else before.append(now))
    assert any(now.best is not None for now in before)
    assert any(now.bound is not None for now in before)


def test_the_history_ends_with_the_answer():
    for best in (partition().minimize(), partition().maximize(), partition().minimize(nodes=1)):
        seconds = [at for at, _, _ in best.history]
        assert seconds == sorted(seconds)
        assert best.history[-1][1:] == (best.cost, best.bound)


def test_the_history_is_no_part_of_what_makes_answers_equal():
    one, other = partition().minimize(), partition().minimize()
    assert one.history != other.history
    assert one == other
    assert "history" not in repr(one)


def test_bounds_are_noted_now_and_then_and_better_solutions_always(monkeypatch):
    now = [0.0]
    monkeypatch.setattr("time.monotonic", lambda: now[0])
    history = History()
    for number in range(1, 100_001):
        now[0] = number / 1_000
        history.note(None if number < 50_000 else 7, number)
    history.note(7, 100_000, last=True)
    assert len(history.notes) < 1_500
    assert (50.0, 7, 50_000) in history.notes
    assert history.notes[-1] == (100.0, 7, 100_000)
