"""The engine contract: one suite of behaviours, run over every engine.

``auto`` stands among them: what it chooses, and how it changes engines on the way, is bound by the
same contract.
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import choose
from exactcover.search.search import width_of
from tests.instances import langford, path_of_dominoes, pentominoes, queens
from tests.strategies import brute_force, is_solution, statements


def numbers(solutions) -> list[frozenset[int]]:
    return [frozenset(solution.options) for solution in solutions]


@pytest.mark.parametrize(
    "engine", ["reference", "bitset", "cells", "learning", "restarts", "sat", "auto"]
)
class TestContract:
    """What every engine promises."""

    # -- the right answer --------------------------------------------------------------------

    @given(statements(), st.booleans())
    def test_finds_what_brute_force_finds_each_once(self, engine, statement, reduce):
        found = numbers(statement.problem().solutions(engine=engine, reduce=reduce))
        assert len(found) == len(set(found))
        assert set(found) == brute_force(statement)
        assert all(is_solution(statement, solution) for solution in found)

    @given(statements(), st.booleans())
    def test_counts_what_it_lists(self, engine, statement, reduce):
        counted = statement.problem().count(engine=engine, reduce=reduce)
        assert counted.complete
        assert counted == len(brute_force(statement))

    @given(statements(), st.booleans())
    def test_first_is_the_first_of_the_solutions(self, engine, statement, reduce):
        problem = statement.problem()
        listed = list(problem.solutions(engine=engine, reduce=reduce))
        first = problem.first(engine=engine, reduce=reduce)
        if listed:
            assert first == listed[0]
        else:
            assert isinstance(first, xc.Impossible)
            assert first.reason

    @given(statements(), st.booleans(), st.integers(1, 5), st.integers(0, 3))
    def test_chunks_hold_the_solutions_that_come_one_by_one(
        self, engine, statement, reduce, size, before
    ):
        problem = statement.problem()
        listed = list(problem.solutions(engine=engine, reduce=reduce))
        iterator = problem.solutions(engine=engine, reduce=reduce)
        rows = [solution._numbers for solution in itertools.islice(iterator, before)]
        width = width_of(problem._statement)
        for chunk in iterator.chunks(size):
            assert chunk.dtype == np.int32
            assert chunk.shape[1] == width
            assert 1 <= len(chunk) <= size
            rows += [tuple(number for number in row if number >= 0) for row in chunk.tolist()]
            assert all(list(row) == sorted(row, key=lambda k: (k < 0, k)) for row in chunk.tolist())
        assert rows == [solution._numbers for solution in listed]
        assert iterator.complete
        assert iterator.found == len(listed)

    def test_chunks_stop_at_the_limit_and_say_so(self, engine):
        iterator = queens(6).solutions(limit=3, engine=engine)
        assert [len(chunk) for chunk in iterator.chunks(2)] in ([2, 1], [1, 2], [1, 1, 1])
        assert iterator.stopped == "limit"
        assert list(iterator) == []

    @pytest.mark.slow
    @given(statements(), st.booleans())
    def test_uniqueness_comes_with_its_evidence(self, engine, statement, reduce):
        truth = brute_force(statement)
        answer = statement.problem().is_unique(engine=engine, reduce=reduce)
        assert bool(answer) == (len(truth) == 1)
        verdict = {0: "impossible", 1: "unique"}.get(len(truth), "several")
        assert answer.verdict == verdict
        assert len(answer.solutions) == min(2, len(truth))
        assert len(set(answer.solutions)) == len(answer.solutions)
        assert set(numbers(answer.solutions)) <= truth
        assert (answer.impossible is not None) == (not truth)

    @given(statements(), st.data())
    def test_forcing_and_forbidding_an_option_split_the_count(self, engine, statement, data):
        problem = statement.problem()
        primary = set(statement.primary)
        choosable = [
            number for number, option in enumerate(statement.options) if primary & option.keys()
        ]
        if not choosable:
            return
        option = data.draw(st.sampled_from(choosable))
        reduce = data.draw(st.booleans())
        with_it = problem.given(option).count(engine=engine, reduce=reduce)
        without_it = problem.without(option).count(engine=engine, reduce=reduce)
        assert with_it + without_it == problem.count(engine=engine)
        truth = brute_force(statement)
        assert with_it == sum(1 for solution in truth if option in solution)
        assert all(
            option in one for one in problem.given(option).solutions(engine=engine, reduce=reduce)
        )

    @given(statements(), st.data())
    def test_given_options_may_clash_and_then_nothing_is_left(self, engine, statement, data):
        primary = set(statement.primary)
        choosable = [
            number for number, option in enumerate(statement.options) if primary & option.keys()
        ]
        if not choosable:
            return
        chosen = data.draw(st.lists(st.sampled_from(choosable), min_size=1, max_size=3))
        forbidden = data.draw(st.lists(st.sampled_from(choosable), max_size=2))
        problem = statement.problem().given(*chosen).without(*forbidden)
        truth = {
            solution
            for solution in brute_force(statement)
            if set(chosen) <= solution and not set(forbidden) & solution
        }
        for reduce in (False, True):
            assert set(numbers(problem.solutions(engine=engine, reduce=reduce))) == truth

    # -- stopping and going on ---------------------------------------------------------------

    @given(statements(), st.integers(1, 4), st.integers(1, 3), st.booleans())
    def test_any_slices_add_up_to_the_whole(self, engine, statement, nodes, limit, collect):
        compiled = statement.problem()._model.compiled
        truth = brute_force(statement)
        whole = choose.start(compiled, engine)
        assert whole.count(10**9, 10**9) == len(truth)
        if engine != "auto":
            assert whole.done
        search = choose.start(compiled, engine)
        found, total = [], 0
        while not search.done:
            before = search.nodes
            if collect:
                chunk = search.collect(nodes, limit)
                found += [frozenset(options) for options in chunk]
                assert len(chunk) <= limit
                total += len(chunk)
            else:
                total += (now := search.count(nodes, limit))
                assert now <= limit
            assert search.nodes - before <= nodes
        assert total == len(truth)
        assert search.nodes == whole.nodes
        if collect:
            assert len(found) == len(truth)
            assert set(found) == truth

    @given(statements())
    def test_the_order_is_the_same_from_run_to_run(self, engine, statement):
        once = list(statement.problem().solutions(engine=engine))
        again = list(statement.problem().solutions(engine=engine))
        assert once == again

    def test_a_search_out_of_nodes_says_so_and_claims_nothing(self, engine):
        problem = langford(11)
        counted = problem.count(engine=engine, nodes=500)
        assert not counted.complete
        assert counted.stopped == "nodes"
        assert counted.nodes == 500
        assert counted < 35584
        assert str(counted).startswith("at least ")
        impossible = langford(10)
        with pytest.raises(xc.SearchStopped):
            impossible.first(engine=engine, nodes=20)
        answer = impossible.is_unique(engine=engine, nodes=20)
        assert answer.verdict == "undecided"
        with pytest.raises(xc.UndecidedError):
            bool(answer)

    def test_a_search_out_of_time_says_so(self, engine):
        counted = pentominoes(6, 10).count(engine=engine, seconds=0.05)
        assert counted.stopped == "seconds"
        solutions = pentominoes(6, 10).solutions(engine=engine, seconds=0.0)
        assert list(solutions) == []
        assert solutions.stopped == "seconds"
        assert not solutions.complete
        assert solutions.impossible is None

    def test_a_limit_ends_the_list_and_says_so(self, engine):
        problem = queens(6)
        solutions = problem.solutions(3, engine=engine)
        assert len(list(solutions)) == 3
        assert solutions.stopped == "limit"
        everything = problem.solutions(engine=engine)
        assert len(list(everything)) == 4
        assert everything.stopped is None
        assert everything.complete
        assert problem.count(engine=engine, limit=2).stopped == "limit"
        assert list(problem.solutions(0, engine=engine)) == []

    # -- known numbers -----------------------------------------------------------------------

    def test_langford_pairs_of_seven(self, engine):
        # OEIS A014552: 26 up to reversal; both directions are listed here.
        assert langford(7).count(engine=engine) == 52

    def test_eight_queens(self, engine):
        # OEIS A000170.
        assert queens(8).count(engine=engine) == 92

    @pytest.mark.slow
    def test_a_solution_of_2500_options_is_found(self, engine):
        problem = path_of_dominoes(5000)
        for reduce in (True, False):
            solution = problem.first(engine=engine, reduce=reduce)
            assert len(solution) == 2500
        assert isinstance(path_of_dominoes(1001).first(engine=engine), xc.Impossible)
