"""User-defined rules admit the same solutions as brute force, in every engine."""

from __future__ import annotations

import itertools

import numpy as np
import pytest

import exactcover as xc
from tests.instances import dominoes, langford, queens

ENGINES = ["reference", "bitset", "cells", "auto"]


def cuts_through(problem):
    """A rule for whole tilings: every line through the board cuts a domino."""
    rows, columns = (1 + max(each) for each in zip(*problem.primary, strict=True))
    cut = {}
    for option in problem.options:
        (row, column), (below, _) = sorted(problem.items_of(option))
        cut[option] = ("under row", row) if below > row else ("right of column", column)
    return lambda tiling: len({cut[option] for option in tiling}) == rows - 1 + columns - 1


@pytest.mark.parametrize(
    ("rows", "columns", "number"), [(1, 2, 1), (2, 3, 0), (4, 4, 0), (5, 6, 6)]
)
def test_tilings_that_no_line_cuts_in_two_are_counted_by_a_rule_for_whole_solutions(
    rows, columns, number
):
    """5 x 6 is the smallest board but 1 x 2 that has any: six (S. W. Golomb, Polyominoes)."""
    problem = dominoes(rows, columns)
    ruled = problem.where(complete=cuts_through(problem))
    for engine in ENGINES:
        assert ruled.count(engine=engine) == number == len(set(ruled.solutions(engine=engine)))


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


def test_what_is_given_or_forced_is_shown_as_well():
    shown = []
    problem = xc.Problem("abc", {"A": "a", "B": "b", "B'": "b", "C": "c"}).given("C")
    assert problem.where(lambda solution: shown.append(solution) is None).count() == 2
    assert [set(each) for each in shown] == [{"A", "B", "C"}, {"A", "B'", "C"}]


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize(
    "rule",
    [
        lambda solution: None, lambda solution: 1,
        *map(xc.by_chunk, (
            lambda table: [1.0] * len(table), lambda table: np.ones(len(table) + 1, bool),
            lambda table: True, lambda table: [[True], [True, False]],
        )),
    ],
)  # fmt: skip
def test_rules_that_do_not_answer_are_told(engine, rule):
    with pytest.raises(xc.RuleFault, match="the rule complete= "):
        langford(4).where(rule).count(engine=engine, reduce=False)
    assert langford(4).where(complete=lambda solution: np.bool_(True)).count() == 2


def test_a_problem_without_any_rule_is_as_it_was():
    with pytest.raises(xc.UnknownItem):
        xc.Problem("a", {"A": "ab"}).where().count()
    assert langford(4).where().count() == 2


@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_in_a_rule_keeps_the_count_and_other_errors_end_it_as_themselves(engine):
    calls = itertools.count()

    def interrupted(solution):
        if next(calls) == 40:
            raise KeyboardInterrupt
        return True

    with pytest.raises(xc.Interrupted) as caught:
        queens(8).where(complete=interrupted).count(engine=engine)
    assert caught.value.partial <= 41
    assert not caught.value.partial.complete
    # But those by which a search says that it ends.
    for told, rule in (
        ("StopIteration", lambda solution: next(iter(()))),
        ("SearchStopped", lambda solution: langford(7).first(nodes=0)),
    ):
        found = langford(7).where(rule).solutions(engine=engine)
        with pytest.raises(RuntimeError, match=f"^the rule complete= raised {told}$"):
            list(found)
        assert found.stopped == "error"
