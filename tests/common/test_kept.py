"""Properties of results are computed only once."""

from __future__ import annotations

import copy
import functools
import gc
import json
import pickle
import sys
from collections.abc import Mapping
from inspect import getattr_static

import pytest

import exactcover as xc
from exactcover.common.slots import Fixed

#: Python makes larger numbers anew each time: if one is the same object again, it was kept.
N = 400
#: The lines of Python that a second access may execute, whatever the size.
MOST_LINES = 20


#: A problem with all that can be stated.
EVERYTHING = xc.Problem(
    [*range(N), "often", "open"],
    {f"option {k}": [k % N, xc.Coloured("side", k // N)] for k in range(2 * N)}
    | {f"often {k}": ["often"] for k in range(N)},
    secondary=["side"],
    multiplicity={"often": (0, None)},
    costs={f"option {k}": k for k in range(2 * N)},
    penalties={"open": 1},
)
SINGLES = xc.Problem(range(N), [[k] for k in range(N)])
TURNING = SINGLES.symmetry(lambda k: (k + 1) % N)
#: No solution: five items, in pairs.
PAIRS = xc.Problem(range(5), [[a, b] for a in range(5) for b in range(a)])


@functools.cache
def instances():
    """Objects of all kinds that callers get and that have properties, large where that matters."""
    problem = EVERYTHING.given("option 0").without("often 1")
    cheapest = problem.minimize(seconds=0.1)
    return (
        problem,
        problem.where(xc.Times(["option 0"], (0, 1))),
        problem.where(lambda solution: True),
        xc.Problem(range(N), [*([k] for k in range(N)), [0, 1]]).reduce(),
        xc.Problem(range(N), [[k] for k in range(N) for _ in range(2)]).reduce(),
        SINGLES.solutions(), SINGLES.count(), SINGLES.zdd(), cheapest, cheapest.solution,
        EVERYTHING.relaxation(), SINGLES.minimize(), xc.prove(PAIRS), PAIRS.explain(),
        TURNING, TURNING.count(),
        xc.Progress(1, 1, 1.0, best=N, bound=0),
    )  # fmt: skip


def properties(kind):
    """The names of a class's public properties."""
    names = [name for name in dir(kind) if not name.startswith("_")]
    kinds = property, functools.cached_property
    return [name for name in names if isinstance(getattr_static(kind, name), kinds)]


def each_property():
    """What has it, and its name."""
    return [(each, name) for each in instances() for name in properties(type(each))]


def lines_executed(ask):
    """What it returns, and how many lines of Python it took."""
    before, lines = sys.gettrace(), []

    def note(*event):
        lines.append(event)
        return note

    gc.disable()  # what it ends might take lines of its own
    sys.settrace(note)
    try:
        return ask(), len(lines)
    finally:
        sys.settrace(before)
        gc.enable()


def test_every_property_of_a_public_class_is_tested_here():
    kinds = [each for name in xc.__all__ if isinstance(each := getattr(xc, name), type)]
    # Of a protocol, users write the classes.
    public = [each for each in kinds if not getattr(each, "_is_protocol", False)]
    wanted = {id(getattr_static(each, name)) for each in public for name in properties(each)}
    tested = {id(getattr_static(type(each), name)) for each, name in each_property()}
    assert wanted <= tested


def test_a_property_is_there_the_next_time_and_nobody_can_change_what_others_read():
    for each, name in each_property():
        first = getattr(each, name)
        second, lines = lines_executed(functools.partial(getattr, each, name))
        assert second is first, name
        assert lines <= MOST_LINES, name
        assert type(first) not in (list, set, dict), name
        for part in first if isinstance(first, tuple) else [first]:
            assert isinstance(part, Fixed) or not isinstance(part, Mapping), name
        with pytest.raises(AttributeError):
            setattr(each, name, first)


def test_what_is_kept_does_not_travel_and_changes_no_comparison():
    problem = xc.Problem("ab", ["a", "b", "ab"], secondary="c", costs=[1, 2, 3])
    for make in (
        lambda: problem.given(2), lambda: problem.where(xc.Times([2], 0)),
        lambda: problem.minimize().solution, lambda: problem.symmetry({"a": "b", "b": "a"}),
        lambda: xc.prove(PAIRS), PAIRS.explain,
    ):  # fmt: skip
        asked, fresh = make(), make()
        before = len(pickle.dumps(asked))
        for name in properties(type(asked)):
            getattr(asked, name)
        assert len(pickle.dumps(asked)) == before
        for other in (pickle.loads(pickle.dumps(asked)), copy.copy(asked)):
            assert not [key for key in vars(other) if key.startswith("kept")]
            if type(asked).__eq__ is not object.__eq__:
                assert other == asked == fresh
                assert repr(other) == repr(fresh)


def test_problems_that_differ_in_what_is_given_keep_what_is_stated_once():
    for other in (EVERYTHING.given("option 0"), EVERYTHING.without("option 0")):
        for name in ("primary", "options", "costs", "penalties", "multiplicity"):
            assert getattr(other, name) is getattr(EVERYTHING, name)


def test_a_mapping_that_is_kept_is_a_dict_for_reading_and_its_copies_can_be_changed():
    costs = xc.Problem("ab", {"one": "a", "other": "b"}, costs={"one": 1, "other": 2}).costs
    assert json.loads(json.dumps(costs)) == eval(repr(costs)) == costs == {"one": 1, "other": 2}
    for change, *arguments in (
        ("update", {"one": 2}), ("pop", "one"), ("clear",), ("popitem",), ("setdefault", "more", 1),
        ("__setitem__", "one", 2), ("__delitem__", "one"), ("__ior__", {"one": 2}),
    ):  # fmt: skip
        with pytest.raises(TypeError, match="cannot be changed"):
            getattr(costs, change)(*arguments)
    for mine in (dict(costs), costs.copy(), costs | {}, copy.copy(costs), copy.deepcopy(costs),
                 pickle.loads(pickle.dumps(costs))):  # fmt: skip
        mine["one"] = 7
        assert costs["one"] == 1
