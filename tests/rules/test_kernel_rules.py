"""Rules of kernels: what they raise and answer, and when they are compiled."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import exactcover as xc
from exactcover.compile import compiles
from tests.instances import dominoes, rooks


@xc.kernel
def one_more(state, option):
    state[0] += 1
    return True


@xc.kernel
def one_less(state, option):
    state[0] -= 1


def ruled(problem, **functions):
    """With a rule that counts the chosen options, but for some functions."""
    rule = {"enter": one_more, "leave": one_less, "start": np.zeros(2, np.int64)}
    return problem.where(**rule | functions)


@xc.kernel
def enter_raises(state, option):
    if option == 20:
        raise ValueError("twenty")
    state[0] += 1
    return True


@xc.kernel
def enter_divides(state, option):
    state[0] += 1
    return 7 // state[1] == 0


@xc.kernel
def leave_raises(state, option):
    if option == 21:
        raise KeyError("leaving")
    state[0] -= 1


@xc.kernel
def accept_raises(state):
    if state[1] == 0:
        raise IndexError("at a solution")
    return True


compiled = pytest.mark.skipif(not compiles(), reason="is about compiled rules")
RAISING = [
    ({"enter": enter_raises}, ValueError, "twenty"),
    ({"leave": leave_raises}, KeyError, "leaving"),
    ({"accept": accept_raises}, IndexError, "at a solution"),
    pytest.param({"enter": enter_divides}, ZeroDivisionError, None, marks=compiled),
]


@pytest.mark.parametrize(("engine", "given"), [("bitset", ()), ("reference", ((0, 0), (1, 1)))])
@pytest.mark.parametrize(("functions", "error", "message"), RAISING)
def test_what_a_kernel_raises_ends_the_search(functions, error, message, given, engine):
    start = np.zeros(2, np.int64)
    with pytest.raises(error, match=message):
        ruled(rooks(6).given(*given), start=start, **functions).count(engine=engine)
    assert not start.any()


def test_solutions_before_an_error_of_a_kernel_are_given_out():
    @xc.kernel
    def accept(state):
        state[1] += 1
        if state[1] == 4:
            raise ValueError("the fourth")
        return True

    listed = ruled(rooks(4), accept=accept).solutions()
    assert len(list(itertools.islice(listed, 3))) == 3
    with pytest.raises((ValueError, RuntimeError), match=r"the fourth|accept= raised"):
        next(listed)


@pytest.mark.parametrize("engine", ["bitset", "reference"])
def test_a_kernel_may_allocate_and_is_compiled_once(engine):
    limits = np.array([9])

    @xc.kernel
    def enter(state, option):
        state[0] += np.ones(2, np.int64)[1]
        return state[0] <= limits[0]

    problem = ruled(rooks(4).given((0, 0)), enter=enter)
    assert problem.count() == 6
    if compiles():  # then arrays are those of the time of the first search, for all engines
        limits[0] = 0
        assert problem.count(engine=engine) == 6


@xc.kernel
def a_number(state):
    return state[0]


@xc.kernel
def sometimes(state, option):
    if option >= 0:
        state[0] += 1
        return True
    return None


@pytest.mark.parametrize("engine", ["bitset", "reference"])
@pytest.mark.parametrize(
    "functions",
    # (In plain Python the second answers None nowhere.)
    [{"accept": a_number}, pytest.param({"enter": sometimes}, marks=compiled)],
)
def test_a_kernel_must_answer_with_a_bool(functions, engine):
    with pytest.raises(xc.RuleFault, match="True or False"):
        ruled(rooks(3), **functions).count(engine=engine)


@compiled
def test_a_function_that_cannot_be_compiled_is_told():

    @xc.kernel
    def wrong(state, option):
        return str(state).encode()[option]

    @xc.kernel
    def unknown(state, option):  # numba does not know all of Python's instructions
        match [*state]:
            case [first, *rest]:
                return first > 0 and len(rest) > option
        return True

    for function in (wrong, unknown):
        with pytest.raises(TypeError, match="the rule enter= cannot be compiled"):
            ruled(dominoes(2, 3), enter=function).count(engine="bitset")
