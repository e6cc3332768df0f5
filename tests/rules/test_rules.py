"""Rules of one's own: what they let pass is what brute force lets pass, by every engine."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.common.ask import Ask
from exactcover.rules import searches
from tests.instances import dominoes, langford, queens
from tests.strategies import bags, brute_force, multiples, statements

ENGINES = ["reference", "bitset", "cells", "auto"]
RULES = ["one by one", "by chunk"]


def apart(pairs):
    """A rule: no two options of a pair together. Whatever contains what it refuses is refused."""
    return lambda options: not any(pair <= set(options) for pair in pairs)


def even(options):
    """A rule for whole solutions alone: adding an option changes it."""
    return sum(options) % 2 == 0


def in_the_way(rule, way):
    """A rule of options (numbered from 0), as the engine is to call it."""
    if way == "one by one":
        return lambda solution: rule(solution.options)
    return xc.by_chunk(
        lambda table: np.array([rule([o for o in row if o >= 0]) for row in table.tolist()], bool)
    )


@pytest.mark.parametrize("way", RULES)
@pytest.mark.parametrize("engine", ENGINES)
@given(
    statement=statements() | multiples(),
    pairs=st.lists(st.frozensets(st.integers(0, 8), min_size=1, max_size=2), max_size=4),
    reduce=st.booleans(),
    entries=st.sampled_from([1, 1_000]),
)
def test_what_passes_is_what_brute_force_lets_pass(engine, way, statement, pairs, reduce, entries):
    def rule(options):
        return even(options) and apart(pairs)(options)

    ruled = statement.problem().where(in_the_way(rule, way))
    solutions = bags(statement) if statement.bounds else brute_force(statement)
    wanted = sorted(tuple(sorted(each)) for each in solutions if rule(each))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(searches, "_ENTRIES", entries)
        found = ruled.solutions(engine=engine, reduce=reduce)
        assert sorted(each._numbers for each in found) == wanted
        assert found.complete
        counted = ruled.count(engine=engine, reduce=reduce)
        assert (counted, counted.complete) == (len(wanted), True)
        first = ruled.first(engine=engine, reduce=reduce)
        assert isinstance(first, xc.Solution if wanted else xc.Impossible)
        verdict = "several" if len(wanted) > 1 else "unique" if wanted else "impossible"
        assert ruled.is_unique(engine=engine, reduce=reduce).verdict == verdict


def no_four_meet(problem):
    """Tatami: a tiling in which no four dominoes meet at a corner."""

    def allowed(tiling):
        meets = set()
        piece = {cell: option for option in tiling for cell in tiling.items_of(option)}
        for row, column in piece:
            around = [(row + r, column + c) for r in (0, 1) for c in (0, 1)]
            if all(cell in piece for cell in around):
                meets.add(len({piece[cell] for cell in around}) == 4)
        return True not in meets

    return allowed


@pytest.mark.slow
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rows", "columns", "number"), [(2, 6, 9), (4, 4, 2), (5, 6, 2), (6, 6, 2)]
)
def test_tatami_tilings_are_counted(engine, rows, columns, number):
    """OEIS A068920."""
    problem = dominoes(rows, columns)
    by_hand = sum(map(no_four_meet(problem), problem.solutions()))
    ruled = problem.where(no_four_meet(problem))
    assert ruled.count(engine=engine) == by_hand == number


def cuts_through(problem):
    """A rule for whole tilings: every line through the board cuts a domino."""
    rows, columns = (1 + max(each) for each in zip(*problem.primary, strict=True))
    cut = {}
    for option in problem.options:
        (row, column), (below, _) = sorted(problem.items_of(option))
        cut[option] = ("under row", row) if below > row else ("right of column", column)
    return lambda tiling: len({cut[option] for option in tiling}) == rows - 1 + columns - 1


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rows", "columns", "number"), [(1, 2, 1), (2, 3, 0), (4, 4, 0), (5, 6, 6)]
)
def test_tilings_that_no_line_cuts_in_two_are_counted_by_a_rule_for_whole_solutions(
    engine, rows, columns, number
):
    """5 x 6 is the smallest board but 1 x 2 that has any: six (S. W. Golomb, Polyominoes)."""
    problem = dominoes(rows, columns)
    ruled = problem.where(complete=cuts_through(problem))
    assert ruled.count(engine=engine) == number
    found = {frozenset(tiling) for tiling in ruled.solutions(engine=engine)}
    assert len(found) == number
    # Turned upside down they are the same tilings.
    upside_down = {
        frozenset(
            frozenset((rows - 1 - row, columns - 1 - column) for row, column in cells)
            for cells in map(problem.items_of, tiling)
        )
        for tiling in found
    }
    assert upside_down == {
        frozenset(frozenset(problem.items_of(option)) for option in tiling) for tiling in found
    }


def test_a_rule_that_refuses_early_saves_nodes():
    problem = dominoes(6, 6)
    upright = {
        option: len({column for _, column in problem.items_of(option)}) == 1
        for option in problem.options
    }

    def enter(standing, option):
        if upright[option] and standing[0] == 4:
            return False
        standing[0] += upright[option]
        return True

    def leave(standing, option):
        standing[0] -= upright[option]

    early = problem.where(enter=enter, leave=leave, start=[0]).count()
    late = problem.where(lambda tiling: sum(map(upright.get, tiling)) <= 4).count()
    assert early == late
    assert early.nodes < late.nodes / 2


@pytest.mark.parametrize("engine", ENGINES)
def test_budgets_and_limits_hold_and_say_so(engine):
    ruled = queens(8).where(lambda solution: True)
    assert ruled.count(engine=engine) == 92
    found = ruled.solutions(limit=5, engine=engine)
    assert (len(list(found)), found.stopped) == (5, "limit")
    for nodes in (1, 7, 60):
        stopped = ruled.count(nodes=nodes, engine=engine)
        assert stopped.nodes <= nodes
        assert stopped.stopped == "nodes"
    assert ruled.count(seconds=0, engine=engine).stopped == "seconds"
    with pytest.raises(xc.SearchStopped):
        ruled.first(nodes=2, engine=engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_chunks_hold_what_comes_one_by_one(engine):
    ruled = queens(8).where(lambda solution: (0, 0) not in solution)
    rows = [solution._numbers for solution in ruled.solutions(engine=engine)]
    chunks = [
        tuple(row) for chunk in ruled.solutions(engine=engine).chunks(7) for row in chunk.tolist()
    ]
    assert chunks == rows
    assert len(rows) == 88


def test_what_is_given_or_forced_is_shown_as_well():
    shown = []
    problem = xc.Problem("abc", {"A": "a", "B": "b", "B'": "b", "C": "c"}).given("C")
    assert problem.where(lambda solution: shown.append(solution) is None).count() == 2
    assert [set(each) for each in shown] == [{"A", "B", "C"}, {"A", "B'", "C"}]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    ("rule", "told"),
    [
        (lambda solution: None, "answered None; expected True or False"),
        (lambda solution: 1, "answered 1; expected True or False"),
        (xc.by_chunk(lambda table: [1.0] * len(table)), r"expected an array of [\d,]+ bools"),
        (
            xc.by_chunk(lambda table: np.ones(len(table) + 1, bool)),
            r"expected an array of [\d,]+ bools",
        ),
        (xc.by_chunk(lambda table: True), r"expected an array of [\d,]+ bools"),
    ],
)
def test_rules_that_do_not_answer_are_told(engine, rule, told):
    ruled = langford(4).where(rule)
    with pytest.raises(xc.RuleFault, match=f"the rule complete= .*{told}"):
        ruled.count(engine=engine, reduce=False)


def test_numpys_own_bools_will_do():
    assert langford(4).where(complete=lambda solution: np.bool_(True)).count() == 2


def test_what_is_no_rule_is_refused():
    with pytest.raises(TypeError, match="complete=7: expected a function, or None"):
        langford(4).where(complete=7)
    with pytest.raises(xc.UnknownItem):
        xc.Problem("a", {"A": "ab"}).where().count()
    assert langford(4).where().count() == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_what_a_rule_raises_ends_the_search_and_ctrl_c_keeps_the_count(engine):
    def fails(solution):
        raise ZeroDivisionError("in the rule")

    found = queens(6).where(complete=fails).solutions(engine=engine)
    with pytest.raises(ZeroDivisionError):
        next(found)
    assert (found.stopped, found.complete) == ("error", False)
    calls = itertools.count()

    def interrupted(solution):
        if next(calls) == 40:
            raise KeyboardInterrupt
        return True

    with pytest.raises(xc.Interrupted) as caught:
        queens(8).where(complete=interrupted).count(engine=engine)
    assert caught.value.partial <= 41
    assert not caught.value.partial.complete


@pytest.mark.parametrize("engine", ENGINES)
def test_the_order_does_not_depend_on_how_much_is_asked_for_at_a_time(engine, monkeypatch):
    problem = queens(8)
    whole = list(problem.where(lambda solution: (0, 0) not in solution).solutions(engine=engine))
    for least, chunk in ((1, 2), (5, 3), (64, 1)):
        ruled = problem.where(lambda solution: (0, 0) not in solution)
        search = ruled._search(Ask(engine=engine))
        found = []
        while not search.complete:
            search._slice = least
            found += search.collect_on(chunk)
        assert found == whole


@pytest.mark.parametrize("engine", ENGINES)
def test_solutions_of_different_lengths_come_in_one_order_whatever_the_slices(engine):
    options = [[0], [1], [2], [3], [0, 1], [2, 3], [1, 2], [0, 3], [0, 1, 2], [1, 2, 3]]
    ruled = xc.Problem(range(4), options).where(lambda solution: True)

    def listed(size):
        search = ruled._search(Ask(engine=engine))
        found = []
        while not search.complete:
            search._slice = size
            found += search.collect_on(1_000)
        return found

    whole = listed(10**6)
    assert len(set(whole)) == len(whole) == ruled.problem.count()
    for size in (1, 2, 3, 5):
        assert listed(size) == whole


@pytest.mark.parametrize("engine", ENGINES)
def test_a_rule_that_raises_stop_iteration_does_not_end_the_list_as_if_it_were_whole(engine):
    def rule(solution):
        return next(iter(()))

    found = queens(6).where(rule).solutions(engine=engine)
    with pytest.raises(RuntimeError, match="the rule complete= raised StopIteration"):
        list(found)
    assert found.stopped == "error"
    ragged = xc.by_chunk(lambda table: [[True], [True, False]])
    with pytest.raises(xc.RuleFault):
        queens(6).where(ragged).count(engine=engine)


@pytest.mark.parametrize("engine", ["auto", "reference", "bitset", "cells"])
def test_a_question_that_stops_within_a_rule_is_an_error_of_the_rule(engine):
    def rule(solution):
        langford(7).first(nodes=0)

    ruled = langford(7).where(rule)
    with pytest.raises(RuntimeError, match=r"^the rule complete= raised SearchStopped$"):
        ruled.count(engine=engine)
