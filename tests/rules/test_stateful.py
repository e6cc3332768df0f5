"""Stateful rules admit the same solutions as brute force, in every engine."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.compile import compiles
from tests.instances import dominoes, queens, rooks
from tests.small_tasks import tasks_of_few_nodes
from tests.strategies import bags, multiples, statements

#: Options that these rules know at most.
MOST = 64


class Apart:
    """No two options of a pair together, in both forms that a rule with a state may have.

    The state holds the options chosen, and at its end how many they are.
    """

    def __init__(self, pairs):
        self.pairs = [tuple(sorted(each)) for each in pairs]
        self.banned = np.zeros((MOST, MOST), np.int64)
        for pair in self.pairs:
            self.banned[pair[0], pair[-1]] = self.banned[pair[-1], pair[0]] = 1

    def allows(self, options):
        return not any(set(pair) <= set(options) for pair in self.pairs)

    def by_entering(self):
        def enter(state, option):
            allowed = self.allows([*state, option])
            if allowed:
                state.append(option)
            return allowed

        def leave(state, option):
            assert state.pop() == option

        return {
            "enter": enter, "leave": leave, "start": [], "accept": lambda s: len(s) % 2 == 0
        }  # fmt: skip

    def by_kernels(self):
        start = np.zeros(MOST + 1 + MOST * MOST, np.int64)
        start[MOST + 1 :] = self.banned.reshape(-1)
        return {"enter": enter_kernel, "leave": leave_kernel, "accept": even_kernel, "start": start}


@xc.kernel
def enter_kernel(state, option):
    for other in range(64):
        if (state[other] > 0 or other == option) and state[65 + 64 * option + other] != 0:
            return False
    state[option] += 1
    state[64] += 1
    return True


@xc.kernel
def leave_kernel(state, option):
    state[option] -= 1
    state[64] -= 1


@xc.kernel
def even_kernel(state):
    return state[64] % 2 == 0


FORMS = {
    "enter and leave": (Apart.by_entering, ["auto", "reference"]),
    "kernels": (Apart.by_kernels, ["auto", "reference", "bitset"]),
}
CASES = [(form, engine) for form, (_, engines) in FORMS.items() for engine in engines]


PAIRS = st.lists(st.frozensets(st.integers(0, 8), min_size=1, max_size=2), max_size=4)


def kept(statement, pairs, accepts=lambda options: True):
    """The solutions without any of these pairs of options, by brute force, ascending."""
    apart = Apart(pairs)
    return sorted(bag for bag in bags(statement) if apart.allows(bag) and accepts(bag))


@pytest.mark.parametrize(("form", "engine"), CASES)
@given(
    statement=statements() | multiples(),
    pairs=PAIRS,
    accept=st.booleans(),
    reduce=st.booleans(),
    order=st.sampled_from(["mrv", "fixed"]),
)
def test_what_passes_is_what_brute_force_lets_pass(
    form, engine, statement, pairs, accept, reduce, order
):
    rule = FORMS[form][0](Apart(pairs))
    if not accept:
        del rule["accept"]
    ruled = statement.problem().where(**rule)
    wanted = kept(statement, pairs, lambda options: not accept or len(options) % 2 == 0)
    how = {"engine": engine, "reduce": reduce, "order": order}
    if form == "kernels" and engine == "bitset" and statement.bounds:
        how["engine"] = "auto"  # the compiled search knows no multiplicities
    found = ruled.solutions(**how)
    assert sorted(each._numbers for each in found) == wanted
    assert found.complete
    assert ruled.count(**how) == len(wanted)
    assert isinstance(ruled.first(**how), xc.Solution if wanted else xc.Impossible)
    with tasks_of_few_nodes():
        divided = ruled.gather(listed=None, workers=2, **how)
    assert [each._numbers for each in divided.listed] == wanted


def costas(n):
    """Permutations whose points have different differences, by a state of arrays.

    J. Costas 1984; OEIS A008404. ``state``: how many points, the points by column and row, and
    which differences occur, with their opposites; that of a point and itself is in the middle.
    """
    wide = 2 * n - 1
    middle = 1 + 2 * n + (n - 1) * (wide + 1)

    @xc.kernel
    def enter(state, option):
        column, row, many = option // n, option % n, state[0]
        for k in range(many):
            place = (column - state[1 + 2 * k]) * wide + row - state[2 + 2 * k]
            if state[middle + place] != 0:
                for j in range(k):
                    place = (column - state[1 + 2 * j]) * wide + row - state[2 + 2 * j]
                    state[middle + place] = state[middle - place] = 0
                return False
            state[middle + place] = state[middle - place] = 1
        state[1 + 2 * many], state[2 + 2 * many] = column, row
        state[0] = many + 1
        return True

    @xc.kernel
    def leave(state, option):
        state[0] -= 1
        for k in range(state[0]):
            place = (option // n - state[1 + 2 * k]) * wide + option % n - state[2 + 2 * k]
            state[middle + place] = state[middle - place] = 0

    return {"enter": enter, "leave": leave, "start": np.zeros(1 + 2 * n + wide**2, np.int64)}


@pytest.mark.parametrize(("n", "number"), [(2, 2), (3, 4), (5, 40), (8, 444)])
def test_costas_arrays_are_counted(n, number):
    assert rooks(n).where(**costas(n)).count() == number


def test_a_budget_stops_a_compiled_rule_it_goes_on_and_given_options_are_entered_first():
    ruled = rooks(6).where(**costas(6))
    counted = ruled.count(nodes=100)
    assert (counted.stopped, counted.nodes) == ("nodes", 100)
    solutions = ruled.solutions()
    assert len(list(itertools.islice(solutions, 10))) == 10
    assert len(list(solutions)) == 106
    assert ruled.count(limit=7) == 7
    assert ruled.given(*ruled.first().options[:3]).count() >= 1
    assert ruled.given((0, 0), (1, 1), (2, 2)).count() == 0
    corner = rooks(5).where(lambda solution: (0, 0) in solution.options, **costas(5))
    assert 0 < corner.count() == corner.count(engine="reference") < 40


class Dispatcher:
    """As numba makes one of a function."""

    py_func = len

    def __call__(self, state, option):
        return True


def test_what_makes_no_rule_is_refused():
    def function(state, option):
        return state

    compiled = xc.kernel(function)
    for wrong in [
        {"enter": compiled, "leave": function}, {"complete": compiled},
        {"enter": Dispatcher(), "leave": function},
        *({"enter": compiled, "leave": compiled, "start": start}
          for start in ([0.5], np.zeros((2, 2), np.int64), np.zeros(0, np.int64))),
    ]:  # fmt: skip
        with pytest.raises(TypeError):
            queens(4).where(**wrong)
    ruled = queens(4).where(enter=compiled, leave=compiled, start=np.zeros(3, np.int64))
    for engine in ("learning", "sat"):
        with pytest.raises(xc.MethodConflict):
            ruled.count(engine=engine)


def test_a_rule_that_raises_stop_iteration_does_not_end_the_list():
    def stops(state, option):
        raise StopIteration

    ruled = dominoes(2, 3).where(enter=stops, leave=lambda state, option: None, start=())
    with pytest.raises(RuntimeError, match="enter= raised StopIteration"):
        list(ruled.solutions())


@pytest.mark.skipif(not compiles(), reason="is about compiled rules")
def test_kernels_are_asked_by_tables_where_these_fit_memory(monkeypatch):
    """In a deep problem as well, where without a rule another engine begins."""

    class Begun(Exception):
        pass

    def begin(*arguments, **named):
        raise Begun

    monkeypatch.setattr("exactcover.rules.searches.CompiledRuleSearch.__init__", begin)
    with pytest.raises(Begun):
        dominoes(40, 40).where(**Apart([]).by_kernels()).count(nodes=10)


def test_the_first_state_is_the_users_own():
    """What the user does to it later changes no answer."""

    def enter(state, option):
        state[0] += 1
        return state[0] <= 3

    def leave(state, option):
        state[0] -= 1

    start = np.zeros(1, np.int64)
    ruled = rooks(3).given((0, 0)).where(enter=enter, leave=leave, start=start)
    assert ruled.count() == 2
    assert start[0] == 0
    start[0] = 9
    assert ruled.count() == 2
