"""Rules that keep a state: what they let pass is what brute force lets pass, by every engine."""

from __future__ import annotations

import itertools
import tracemalloc
import zlib

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.kernels.availability import compiles
from exactcover.rules import sliced, stepwise
from tests.instances import dominoes, queens, rooks
from tests.strategies import bags, brute_force, multiples, statements

#: Options that these rules know at most.
MOST = 64


class Apart:
    """No two options of a pair together, in each form that a rule with a state may have.

    The state holds the options chosen, and at its end how many they are.
    """

    def __init__(self, pairs):
        self.pairs = [tuple(sorted(each)) for each in pairs]
        self.banned = np.zeros((MOST, MOST), np.int64)
        for pair in self.pairs:
            self.banned[pair[0], pair[-1]] = self.banned[pair[-1], pair[0]] = 1

    def allows(self, options):
        return not any(set(pair) <= set(options) for pair in self.pairs)

    def by_extending(self):
        def extend(state, option):
            return (*state, option) if self.allows((*state, option)) else None

        return {"extend": extend, "start": (), "accept": lambda state: len(state) % 2 == 0}

    def by_chunk(self):
        banned = self.banned

        @xc.by_chunk
        def extend(states, options):
            rows = np.arange(len(options))
            clash = ((states[:, :MOST] > 0) & (banned[options] > 0)).any(axis=1)
            clash |= banned[options, options] > 0
            new = states.copy()
            new[rows, options] += 1
            new[:, MOST] += 1
            return new, ~clash

        start = np.zeros(MOST + 1, np.int64)
        return {"extend": extend, "start": start, "accept": lambda state: state[MOST] % 2 == 0}

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
    "extend": (Apart.by_extending, ["auto", "reference", "bitset", "cells"]),
    "extend by chunk": (Apart.by_chunk, ["auto", "reference", "bitset", "cells"]),
    "enter and leave": (Apart.by_entering, ["auto", "reference"]),
    "kernels": (Apart.by_kernels, ["auto", "reference", "bitset"]),
}
CASES = [(form, engine) for form, (_, engines) in FORMS.items() for engine in engines]


@pytest.mark.parametrize(("form", "engine"), CASES)
@given(
    statement=statements() | multiples(),
    pairs=st.lists(st.frozensets(st.integers(0, 8), min_size=1, max_size=2), max_size=4),
    accept=st.booleans(),
    reduce=st.booleans(),
    order=st.sampled_from(["mrv", "fixed"]),
    least=st.sampled_from([2, 64]),
)
def test_what_passes_is_what_brute_force_lets_pass(
    form, engine, statement, pairs, accept, reduce, order, least
):
    rule = FORMS[form][0](Apart(pairs))
    if not accept:
        del rule["accept"]
    ruled = statement.problem().where(**rule)
    solutions = bags(statement) if statement.bounds else brute_force(statement)
    wanted = sorted(
        tuple(sorted(each))
        for each in solutions
        if Apart(pairs).allows(each) and not (accept and len(each) % 2)
    )
    how = {"engine": engine, "reduce": reduce, "order": order}
    if form == "kernels" and engine == "bitset" and statement.bounds:
        how["engine"] = "auto"  # the compiled search knows no multiplicities
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(sliced, "_LEAST", least)
        found = ruled.solutions(**how)
        assert sorted(each._numbers for each in found) == wanted
        assert found.complete
        assert ruled.count(**how) == len(wanted)
        piecewise = ruled.solutions(**how)
        assert [
            each for _ in range(len(wanted) + 1) for each in itertools.islice(piecewise, 1)
        ] == list(ruled.solutions(**how))
        assert isinstance(ruled.first(**how), xc.Solution if wanted else xc.Impossible)


@given(
    statement=statements(),
    pairs=st.lists(st.frozensets(st.integers(0, 8), min_size=1, max_size=2), max_size=4),
    order=st.sampled_from(["mrv", "fixed"]),
)
def test_every_form_visits_the_same_nodes(statement, pairs, order):
    """So nothing is searched below what is refused, and nothing is visited twice.

    (With a fixed order kernels count no sizes, and see no dead ends before they come to them.)
    """
    counts = {
        statement.problem()
        .where(**FORMS[form][0](Apart(pairs)))
        .count(engine=engine, order=order)
        .nodes
        for form, engine in CASES
        if engine in ("reference", "bitset") and (form, order) != ("kernels", "fixed")
    }
    assert len(counts) == 1


def costas(n):
    """Permutations whose points have different differences, by a state of arrays.

    J. Costas 1984; OEIS A008404. ``state``: how many points, the points by column and row, and
    which differences occur.
    """
    wide = 2 * n - 1

    @xc.kernel
    def enter(state, option):
        column, row, many = option // n, option % n, state[0]
        for k in range(many):
            right, up = column - state[1 + 2 * k], row - state[2 + 2 * k]
            if right < 0:
                right, up = -right, -up
            place = 1 + 2 * n + right * wide + up + n - 1
            if state[place] != 0:
                for j in range(k):
                    right, up = column - state[1 + 2 * j], row - state[2 + 2 * j]
                    if right < 0:
                        right, up = -right, -up
                    state[1 + 2 * n + right * wide + up + n - 1] = 0
                return False
            state[place] = 1
        state[1 + 2 * many], state[2 + 2 * many] = column, row
        state[0] = many + 1
        return True

    @xc.kernel
    def leave(state, option):
        column, row = option // n, option % n
        state[0] -= 1
        for k in range(state[0]):
            right, up = column - state[1 + 2 * k], row - state[2 + 2 * k]
            if right < 0:
                right, up = -right, -up
            state[1 + 2 * n + right * wide + up + n - 1] = 0

    return {"enter": enter, "leave": leave, "start": np.zeros(1 + 2 * n + n * wide, np.int64)}


@pytest.mark.parametrize(
    ("n", "number"), [(2, 2), (3, 4), (4, 12), (5, 40), (6, 116), (7, 200), (8, 444)]
)
def test_costas_arrays_are_counted(n, number):
    assert rooks(n).where(**costas(n)).count() == number


@pytest.mark.skipif(not compiles(), reason="takes numba, or minutes")
def test_costas_arrays_of_order_10_are_counted_in_a_moment():
    assert rooks(10).where(**costas(10)).count() == 2_160


def test_a_budget_stops_a_compiled_rule_and_it_goes_on():
    ruled = rooks(6).where(**costas(6))
    counted = ruled.count(nodes=100)
    assert (counted.stopped, counted.nodes) == ("nodes", 100)
    solutions = ruled.solutions()
    assert len(list(itertools.islice(solutions, 10))) == 10
    assert len(list(solutions)) == 106
    assert ruled.count(limit=7) == 7


def test_given_options_are_entered_first():
    problem = rooks(6)
    solution = problem.where(**costas(6)).first()
    given = problem.given(*solution.options[:3]).where(**costas(6))
    assert given.count() >= 1
    alike = problem.given((0, 0), (1, 1), (2, 2))
    assert not alike.where(**costas(6)).first()
    assert alike.where(**costas(6)).count(engine="reference") == 0


def test_a_rule_for_solutions_may_be_added():
    even = rooks(5).where(lambda solution: (0, 0) in solution.options, **costas(5))
    assert 0 < even.count() < 40
    assert even.count() == even.count(engine="reference")


def test_states_of_one_search_do_not_leak_into_the_next():
    rule = Apart([(0, 1)]).by_entering()
    ruled = dominoes(2, 4).where(**rule)
    listed = ruled.solutions()
    next(listed)
    assert ruled.count() == ruled.count(engine="reference")
    assert rule["start"] == []


class Dispatcher:
    """As numba makes one of a function."""

    py_func = len

    def __call__(self, state, option):
        return True


def test_what_makes_no_rule_is_refused():
    problem = queens(4)

    def function(state, option):
        return state

    compiled = xc.kernel(function)
    start = np.zeros(3, np.int64)
    for wrong, message in [
        ({"start": 3}, "start= goes with"),
        ({"enter": function}, "expected extend=, or enter= and leave="),
        ({"leave": function}, "expected extend=, or enter= and leave="),
        ({"extend": function, "enter": function, "leave": function}, "expected extend="),
        ({"extend": 3}, "extend=3: expected a function"),
        ({"accept": function}, "expected extend="),
        ({"extend": function, "partial": function}, "partial= does not go with"),
        ({"enter": compiled, "leave": function}, "make kernels of"),
        ({"extend": compiled}, "make kernels of"),
        ({"extend": function}, "extend= needs start="),
        ({"partial": compiled}, "partial= takes no kernel"),
        ({"complete": compiled}, "complete= takes no kernel"),
        ({"extend": function, "accept": xc.by_chunk(len), "start": 0}, "by_chunk is for extend="),
        ({"enter": xc.by_chunk(len), "leave": function}, "by_chunk is for extend="),
        ({"enter": Dispatcher(), "leave": function}, "by xc.kernel, not by numba.njit"),
        ({"enter": compiled, "leave": compiled, "start": [0.5]}, "int64 array of one dimension"),
        ({"enter": compiled, "leave": compiled, "start": np.zeros((2, 2), np.int64)}, "int64"),
        ({"enter": compiled, "leave": compiled, "start": np.zeros(0, np.int64)}, "int64"),
    ]:
        with pytest.raises(TypeError, match=message):
            problem.where(**wrong)
    stated = problem.where(enter=function, leave=function, start=[])
    for engine in ("bitset", "cells"):
        message = f"^a rule with enter= and leave= does not go with engine='{engine}'.$"
        with pytest.raises(xc.MethodConflict, match=message):
            stated.count(engine=engine)
    for engine in ("learning", "sat"):
        with pytest.raises(xc.MethodConflict):
            problem.where(enter=compiled, leave=compiled, start=start).count(engine=engine)


def test_answers_that_are_none_are_refused():
    problem = dominoes(2, 3)
    ruled = problem.where(enter=lambda state, option: 7, leave=lambda state, option: None, start=[])
    with pytest.raises(xc.RuleFault, match="True or False"):
        ruled.count()
    for engine in ("bitset", "reference"):
        with pytest.raises(xc.RuleFault, match="None to refuse"):
            problem.where(extend=lambda state, option: False, start=0).count(engine=engine)
    short = xc.by_chunk(lambda states, options: (states[:0], np.ones(0, bool)))
    listed = xc.by_chunk(lambda states, options: [states, np.ones(len(options), bool)])
    for engine in ("bitset", "reference"):
        for extend in (short, listed):
            with pytest.raises(xc.RuleFault, match=r"a tuple: .* states, and one of as many bools"):
                problem.where(extend=extend, start=np.zeros(1)).count(engine=engine)

    def stops(state, option):
        raise StopIteration

    with pytest.raises(RuntimeError, match="extend= raised StopIteration"):
        list(problem.where(extend=stops, start=()).solutions())


FORMS_AND_SEARCHES = [
    ("extend", "stepwise.StepwiseSearch"),
    ("extend by chunk", "stepwise.StepwiseSearch"),
    ("kernels", "compiled.CompiledRuleSearch"),
]


@pytest.mark.skipif(not compiles(), reason="is about compiled rules")
@pytest.mark.parametrize(("form", "search"), FORMS_AND_SEARCHES)
def test_tables_are_used_where_they_fit_memory(form, search, monkeypatch):
    """In a deep problem as well, where without a rule another engine begins."""

    class Begun(Exception):
        pass

    def begin(*arguments, **named):
        raise Begun

    monkeypatch.setattr(f"exactcover.rules.{search}.__init__", begin)
    with pytest.raises(Begun):
        dominoes(40, 40).where(**FORMS[form][0](Apart([]))).count(nodes=10)


@pytest.mark.parametrize("chunks", [False, True])
def test_a_first_solution_takes_few_nodes(chunks):
    """A search without dead ends goes straight down to it."""

    def extend(state, option):
        return state + 1

    def extend_chunk(states, options):
        return states + 1, np.ones(len(options), bool)

    function = xc.by_chunk(extend_chunk) if chunks else extend
    start = np.zeros(1) if chunks else 0
    found = dominoes(20, 20).where(extend=function, start=start).solutions(engine="bitset")
    next(found)
    assert found.nodes == 201


def test_rows_that_begin_alike_are_walked_once():
    calls = 0

    def extend(state, option):
        nonlocal calls
        calls += 1
        return state + 1

    ruled = dominoes(14, 14).where(extend=extend, start=0)
    nodes = ruled.count(engine="cells", nodes=5_000).nodes
    assert calls < 4 * nodes


def test_the_first_state_is_the_users_own():
    """What the rule does to its states, and the user to theirs later, changes no answer."""

    @xc.by_chunk
    def extend(states, options):
        states[:, 0] += 1  # (in place)
        return states, states[:, 0] <= 3

    start = np.zeros(1, np.int64)
    ruled = rooks(3).given((0, 0)).where(extend=extend, start=start)
    for engine in ("bitset", "reference", "cells", "auto"):
        assert ruled.count(engine=engine) == 2
        assert start[0] == 0
    start[0] = 9
    assert ruled.count() == 2


def test_memory_for_wide_states_is_bounded(monkeypatch):
    monkeypatch.setattr(stepwise, "_BYTES", 1 << 22, raising=False)

    @xc.by_chunk
    def extend(states, options):
        return states + 1, np.ones(len(options), bool)

    ruled = rooks(8).where(extend=extend, start=np.zeros(2_000, np.int64))
    tracemalloc.start()
    try:
        ruled.count(engine="bitset", nodes=5_000)
        assert tracemalloc.get_traced_memory()[1] < 32 << 20
    finally:
        tracemalloc.stop()


def test_a_bound_method_may_be_marked_by_chunk():
    class Bound:
        def extend(self, states, options):
            return states, np.ones(len(options), bool)

        def partial(self, table):
            return np.ones(len(table), bool)

    extend, partial = xc.by_chunk(Bound().extend), xc.by_chunk(Bound().partial)
    assert rooks(3).where(extend=extend, start=np.zeros(1)).count() == 6
    assert rooks(3).where(partial=partial).count() == 6


def test_a_first_solution_takes_few_nodes_after_dead_ends_as_well():
    def extend(state, option):
        refused = zlib.crc32(b"%d,%d" % (state, option)) % 10 == 0
        return None if refused else (state + 31 * option * option + 17) % 1_000_003

    nodes = []
    for engine in ("reference", "bitset"):
        found = dominoes(20, 20).where(extend=extend, start=0).solutions(engine=engine)
        assert next(found, None) is not None
        nodes.append(found.nodes)
    assert nodes[1] < 2 * nodes[0]
