"""The engine contract: one suite of behaviours, run over every engine.

``auto`` stands among them: what it chooses, and how it changes engines on the way, is bound by the
same contract. (Whatever else an engine may be asked is asked by the fuzzer, ``tests/fuzz``.)
"""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import choose
from tests.instances import langford, path_of_dominoes, pentominoes, queens
from tests.strategies import bags, multiples, statements

ENGINES = [
    "reference", "bitset", "cells", "learning", "restarts",
    pytest.param("sat", marks=pytest.mark.needs("pysat")), "auto",
]  # fmt: skip
#: Problems of exact cover, and with multiplicities.
STATEMENTS = st.one_of(statements(), multiples())
ORDERS = st.sampled_from(["mrv", "fixed", xc.Order(ties="last")])


def dominating_queens(n, queens, **more):
    """Queens that see every square of an n x n board, or stand on it."""
    squares = list(itertools.product(range(n), repeat=2))

    def sees(one, other):
        rows, columns = abs(one[0] - other[0]), abs(one[1] - other[1])
        return rows == 0 or columns == 0 or rows == columns

    return xc.Problem(
        ["queens", *squares],
        {q: ["queens", *[s for s in squares if sees(q, s)]] for q in squares},
        multiplicity={"queens": queens, **dict.fromkeys(squares, (1, None))},
        **more,
    )


@pytest.mark.parametrize("engine", ENGINES)
class TestContract:
    """What every engine promises."""

    # -- the right answer --------------------------------------------------------------------

    @given(STATEMENTS, st.booleans(), ORDERS, st.integers(1, 5), st.integers(0, 3))
    def test_finds_what_brute_force_finds_each_once_in_the_same_order_in_chunks(
        self, engine, statement, reduce, order, size, before
    ):
        problem, truth = statement.problem(), bags(statement)
        how = {"engine": engine, "reduce": reduce}
        listed = [each._numbers for each in problem.solutions(order=order, **how)]
        assert sorted(map(tuple, map(sorted, listed))) == sorted(truth)
        iterator = problem.solutions(order=order, **how)
        rows = [solution._numbers for solution in itertools.islice(iterator, before)]
        for chunk in iterator.chunks(size):
            assert chunk.dtype == np.int32
            assert 1 <= len(chunk) <= size
            rows += [tuple(number for number in row if number >= 0) for row in chunk.tolist()]
        assert rows == listed
        assert (iterator.complete, iterator.found) == (True, len(truth))
        counted = problem.count(**how)
        assert (counted, counted.complete) == (len(truth), True)
        first = problem.first(order=order, **how)
        assert first._numbers == listed[0] if listed else isinstance(first, xc.Impossible)

    @given(STATEMENTS, st.integers(1, 4), st.integers(1, 3), st.booleans())
    def test_any_slices_add_up_to_the_whole(self, engine, statement, nodes, limit, collect):
        compiled = statement.problem()._model.compiled
        assume(all(high != 0 for high in compiled.high))  # propagation takes such items
        whole, search = (choose.start(compiled, engine) for _ in range(2))
        assert whole.count(10**9, 10**9) == len(bags(statement))
        assert whole.done or engine == "auto"
        number = 0
        while not search.done:
            before = search.nodes
            now = len(search.collect(nodes, limit)) if collect else search.count(nodes, limit)
            assert now <= limit
            assert search.nodes - before <= nodes
            number += now
        assert (number, search.nodes) == (len(bags(statement)), whole.nodes)

    # -- stopping ----------------------------------------------------------------------------

    def test_a_search_out_of_nodes_says_so_and_claims_nothing(self, engine):
        counted = langford(11).count(engine=engine, nodes=500)
        assert (counted.complete, counted.stopped, counted.nodes) == (False, "nodes", 500)
        assert counted < 35584
        with pytest.raises(xc.SearchStopped):
            langford(10).first(engine=engine, nodes=20)
        answer = langford(10).is_unique(engine=engine, nodes=20)
        assert answer.verdict == "undecided"
        with pytest.raises(xc.UndecidedError):
            bool(answer)

    def test_a_search_out_of_time_says_so(self, engine):
        assert pentominoes(6, 10).count(engine=engine, seconds=0.05).stopped == "seconds"
        solutions = pentominoes(6, 10).solutions(engine=engine, seconds=0.0)
        assert list(solutions) == []
        assert (solutions.stopped, solutions.complete) == ("seconds", False)
        assert solutions.impossible is None

    def test_a_limit_ends_the_list_and_says_so(self, engine):
        problem = queens(6)
        for limit, found, stopped in ((3, 3, "limit"), (None, 4, None), (0, 0, "limit")):
            solutions = problem.solutions(limit, engine=engine)
            assert len(list(solutions)) == found
            assert (solutions.stopped, solutions.complete) == (stopped, stopped is None)
        assert problem.count(engine=engine, limit=2).stopped == "limit"
        iterator = problem.solutions(limit=3, engine=engine)
        assert [len(chunk) for chunk in iterator.chunks(2)] in ([2, 1], [1, 2], [1, 1, 1])
        assert iterator.stopped == "limit"
        assert list(iterator) == []

    # -- known numbers -----------------------------------------------------------------------

    def test_known_numbers(self, engine):
        # OEIS A014552: 26 up to reversal; both directions are listed here. OEIS A000170.
        assert langford(7).count(engine=engine) == 52
        assert queens(8).count(engine=engine) == 92
        # Subsets of ten options.
        options = {k: ["a"] for k in range(10)}
        problem = xc.Problem(["a"], options, multiplicity={"a": (0, None)})
        assert problem.count(engine=engine) == 2**10
        some = xc.Problem(["a"], options, multiplicity={"a": (3, 5)})
        assert some.count(engine=engine) == 120 + 210 + 252

    def test_three_coins_of_four_kinds_are_twenty_multisets(self, engine):
        coins = {"multiplicity": {"coins": 3}, "options": {k: ["coins"] for k in "pndq"}}
        problem = xc.Problem(["coins"], repeat=True, **coins)
        assert problem.count(engine=engine) == 20
        assert ("p", "p", "q") in {each.options for each in problem.solutions(engine=engine)}
        assert xc.Problem(["coins"], **coins).count(engine=engine) == 4

    def test_alike_pieces_do_not_multiply_the_solutions(self, engine):
        # Dominoes on a 2 x n board, Fibonacci numbers (OEIS A000045): a piece of which there are n.
        for n, ways in ((1, 1), (2, 2), (7, 21), (8, 34)):
            cells = list(itertools.product(range(2), range(n)))
            pairs = [((r, c), (r + a, c + b)) for r, c in cells for a, b in ((0, 1), (1, 0))]
            options = [["domino", *pair] for pair in pairs if set(pair) <= set(cells)]
            problem = xc.Problem(["domino", *cells], options, multiplicity={"domino": n})
            assert problem.count(engine=engine) == ways

    @pytest.mark.slow
    def test_as_few_queens_as_can_be_dominate_the_board_in_the_known_number_of_ways(self, engine):
        # OEIS A075458 and A002564. These three engines take long for 8 x 8 cells.
        smaller = {"reference": (6, 3, 4), "learning": (7, 4, 86), "restarts": (7, 4, 86)}
        n, queens, ways = smaller.get(engine, (8, 5, 4860))
        assert dominating_queens(n, queens).count(engine=engine) == ways
        assert not dominating_queens(n, queens - 1).first(engine=engine)

    @pytest.mark.slow
    def test_a_solution_of_2500_options_is_found(self, engine):
        problem = path_of_dominoes(5000)
        for reduce in (True, False):
            assert len(problem.first(engine=engine, reduce=reduce)) == 2500
        assert isinstance(path_of_dominoes(1001).first(engine=engine), xc.Impossible)
