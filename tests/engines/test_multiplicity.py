"""Multiplicities: items covered between so and so many times, by every engine alike."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import choose
from exactcover.engines.cells import CellsSearch
from exactcover.engines.portfolio import Handover
from exactcover.engines.reference import ReferenceSearch
from exactcover.kernels.trees.sparse_sets import OPEN
from exactcover.search.search import width_of
from tests.instances import langford
from tests.strategies import bags, brute_force, multiples, statements

ENGINES = ["reference", "bitset", "cells", "learning", "restarts", "sat", "auto"]


def found_by(solutions) -> list[tuple[int, ...]]:
    return [tuple(solution._numbers) for solution in solutions]


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


# -- the contract --------------------------------------------------------------------------------


@pytest.mark.parametrize("engine", ENGINES)
class TestEngines:
    """What every engine promises of problems with multiplicities."""

    @given(multiples(), st.booleans(), st.sampled_from(["mrv", "fixed", xc.Order(ties="last")]))
    def test_finds_what_brute_force_finds_each_once(self, engine, statement, reduce, order):
        found = found_by(statement.problem().solutions(engine=engine, reduce=reduce, order=order))
        assert len(found) == len(set(found))
        assert set(found) == bags(statement)

    @given(multiples(), st.booleans())
    def test_counts_what_it_lists(self, engine, statement, reduce):
        counted = statement.problem().count(engine=engine, reduce=reduce)
        assert counted.complete
        assert counted == len(bags(statement))

    @given(multiples(), st.booleans(), st.integers(1, 5))
    def test_chunks_hold_what_comes_one_by_one(self, engine, statement, reduce, size):
        problem = statement.problem()
        rows = []
        for chunk in problem.solutions(engine=engine, reduce=reduce).chunks(size):
            assert chunk.shape[1] == width_of(problem._statement)
            rows += [tuple(number for number in row if number >= 0) for row in chunk.tolist()]
        assert rows == found_by(problem.solutions(engine=engine, reduce=reduce))

    @given(multiples(), st.data())
    def test_what_is_given_is_contained_and_what_is_forbidden_is_not(self, engine, statement, data):
        primary = set(statement.primary)
        choosable = [k for k, option in enumerate(statement.options) if primary & option.keys()]
        if not choosable:
            return
        chosen = data.draw(st.lists(st.sampled_from(choosable), max_size=2))
        forbidden = data.draw(st.lists(st.sampled_from(choosable), max_size=2))
        problem = statement.problem().given(*chosen).without(*forbidden)
        truth = {
            bag
            for bag in bags(statement)
            if set(chosen) <= set(bag) and not set(forbidden) & set(bag)
        }
        for reduce in (False, True):
            assert set(found_by(problem.solutions(engine=engine, reduce=reduce))) == truth

    @given(multiples(), st.integers(1, 4), st.integers(1, 3), st.booleans())
    def test_any_slices_add_up_to_the_whole(self, engine, statement, nodes, limit, collect):
        compiled = statement.problem().reduce().core.compiled
        if not compiled.multiple or any(high == 0 for high in compiled.high):
            return
        whole = choose.start(compiled, engine)
        total = whole.count(10**9, 10**9)
        search = choose.start(compiled, engine)
        found = 0
        while not search.done:
            before = search.nodes
            now = search.collect(nodes, limit) if collect else search.count(nodes, limit)
            now = len(now) if collect else now
            assert now <= limit
            assert search.nodes - before <= nodes
            found += now
        assert found == total
        assert search.nodes == whole.nodes

    @given(statements())
    def test_bounds_of_one_change_nothing(self, engine, statement):
        bounds = dict.fromkeys(statement.primary, (1, 1))
        problem = xc.Problem(
            statement.primary,
            statement.options,
            secondary=statement.secondary,
            multiplicity=bounds,
            repeat=True,
        )
        assert not problem.repeat
        assert problem.multiplicity == {}
        found = found_by(problem.solutions(engine=engine))
        assert {frozenset(one) for one in found} == brute_force(statement)

    @pytest.mark.slow
    def test_as_few_queens_as_can_be_dominate_the_board_in_the_known_number_of_ways(self, engine):
        # OEIS A075458 and A002564. These three engines take long for 8 x 8 cells.
        smaller = {"reference": (6, 3, 4), "learning": (7, 4, 86), "restarts": (7, 4, 86)}
        n, queens, ways = smaller.get(engine, (8, 5, 4860))
        assert dominating_queens(n, queens).count(engine=engine) == ways
        assert not dominating_queens(n, queens - 1).first(engine=engine)

    def test_alike_pieces_do_not_multiply_the_solutions(self, engine):
        # Dominoes on a 2 x n board, Fibonacci numbers (OEIS A000045), in two ways: the domino as a
        # piece of which there are n, and pieces that do not matter.
        for n in range(1, 9):
            cells = list(itertools.product(range(2), range(n)))
            pairs = [((r, c), (r + a, c + b)) for r, c in cells for a, b in ((0, 1), (1, 0))]
            options = [["domino", *pair] for pair in pairs if set(pair) <= set(cells)]
            problem = xc.Problem(["domino", *cells], options, multiplicity={"domino": n})
            assert problem.count(engine=engine) == [1, 2, 3, 5, 8, 13, 21, 34][n - 1]

    def test_three_coins_of_four_kinds_are_twenty_multisets(self, engine):
        problem = xc.Problem(
            ["coins"], {k: ["coins"] for k in "pndq"}, multiplicity={"coins": 3}, repeat=True
        )
        assert problem.count(engine=engine) == 20
        assert ("p", "p", "q") in {
            solution.options for solution in problem.solutions(engine=engine)
        }
        once = xc.Problem(["coins"], {k: ["coins"] for k in "pndq"}, multiplicity={"coins": 3})
        assert once.count(engine=engine) == 4

    def test_all_subsets_when_nothing_bounds_them(self, engine):
        options = {k: ["a"] for k in range(10)}
        problem = xc.Problem(["a"], options, multiplicity={"a": (0, None)})
        assert problem.count(engine=engine) == 2**10
        assert problem.count(100, engine=engine) == 100
        some = xc.Problem(["a"], options, multiplicity={"a": (3, 5)})
        assert some.count(engine=engine) == 120 + 210 + 252

    def test_knuths_example_has_one_solution(self, engine):
        problem = xc.Problem(
            "ABC",
            [
                ["A", "B", xc.Coloured("X", "0"), xc.Coloured("Y", "0")],
                ["A", "C", xc.Coloured("X", "1"), xc.Coloured("Y", "1")],
                ["C", xc.Coloured("X", "0")],
                ["B", xc.Coloured("X", "1")],
                ["C", xc.Coloured("Y", "1")],
            ],
            secondary="XY",
            multiplicity={"C": (2, 3)},
        )
        assert [solution.options for solution in problem.solutions(engine=engine)] == [(1, 3, 4)]


# -- changing engines ----------------------------------------------------------------------------


@given(multiples(), st.integers(1, 20), st.sampled_from(["bitset", "cells"]))
def test_a_search_handed_over_halfway_finds_each_solution_once(statement, least, engine):
    core = statement.problem().reduce().core.compiled
    if not core.multiple or statement.problem().reduce().impossible:
        return
    whole = sorted(map(tuple, map(sorted, choose.start(core, "reference").collect(10**9, 10**9))))
    search = Handover(
        ReferenceSearch(core), least, lambda: choose._below(core, engine, lambda: None)
    )
    found = []
    while not search.done:
        found += search.collect(7, 5)
    assert sorted(tuple(sorted(options)) for options in found) == whole


@pytest.mark.compiled
def test_a_long_search_of_a_small_problem_changes_engines():
    search = choose.start(dominating_queens(8, 5)._model.compiled)
    assert search.count(10**9, 10**9) == 4860
    assert search.handed_over


@given(multiples())
def test_the_sparse_sets_are_restored_at_the_end(statement):
    core = statement.problem().reduce().core.compiled
    if not core.multiple or statement.problem().reduce().impossible:
        return
    search = CellsSearch(core)
    before = search.size.tolist(), search.low.tolist()
    search.count(10**9, 10**9)
    assert (search.size.tolist(), search.low.tolist()) == before
    assert (search.state == OPEN).all()
    assert search.control[3] == search.control[4] == 0


# -- propagation ---------------------------------------------------------------------------------


@given(multiples())
def test_what_is_forced_is_in_every_solution_and_what_is_removed_in_none(statement):
    reduction = statement.problem().reduce()
    truth = bags(statement)
    for bag in truth:
        for option in reduction.forced:
            assert bag.count(option) >= reduction.forced.count(option)
        assert not set(reduction.removed) & set(bag)
    if reduction.impossible is not None:
        assert not truth
        assert reduction.impossible.reason
    else:
        assert statement.problem().reduced().count(reduce=False) == len(truth)
        assert all(str(reason) for reason in reduction.removed.values())


def test_an_item_takes_all_its_options_when_it_needs_them_all():
    problem = xc.Problem("ab", {1: "ab", 2: "a", 3: "b"}, multiplicity={"a": 2})
    reduction = problem.reduce()
    assert set(reduction.forced) == {1, 2}
    assert str(reduction.removed[3]) == "clashes on item 'b' with option 1, which is forced"
    never = xc.Problem("ab", {1: "ab", 2: "a", 3: "b"}, multiplicity={"b": 0}).reduce()
    assert str(never.removed[3]) == "covers item 'b', which is never covered"


@pytest.mark.parametrize(
    ("multiplicity", "given_option", "reason"),
    [
        ({"a": 3}, None, "item 'a' must be covered 3 times, and 2 options are left"),
        ({"a": (2, 2), "b": 0}, None, "item 'a' must be covered 2 times, and 1 option is left"),
        ({"b": 0}, 1, "option 1 is given, and item 'b' is never covered"),
    ],
)
def test_an_impossible_multiplicity_is_told_in_words(multiplicity, given_option, reason):
    problem = xc.Problem("ab", {1: "ab", 2: "a", 3: "b"}, multiplicity=multiplicity)
    if given_option:
        problem = problem.given(given_option)
    assert problem.first().reason == reason


# -- faults --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("multiplicity", "match"),
    [
        ({"c": 2}, "the multiplicity of item 'c': it is not declared; expected a primary item"),
        ({"s": 2}, "the multiplicity of item 's': it is a secondary item"),
        ({"a": -1}, "-1; expected a whole number from 0 to 1,073,741,823, or"),
        ({"a": (3, 2)}, r"\(3, 2\); expected"),
        ({"a": (None, 2)}, "expected a whole number"),
        ({"a": 1.5}, "1.5; expected"),
        ({"a": True}, "True; expected"),
        ({"a": None}, "None; expected"),
    ],
)
def test_a_multiplicity_that_makes_no_sense_is_a_fault(multiplicity, match):
    problem = xc.Problem("ab", ["ab"], secondary="s", multiplicity=multiplicity)
    assert len(problem.check().faults) == 1
    with pytest.raises(xc.BadMultiplicity, match=match):
        problem.count()
    with pytest.raises(TypeError, match="expected item -> bounds"):
        xc.Problem("ab", ["ab"], multiplicity=["a"])


def test_an_option_that_could_be_chosen_without_end_is_a_fault():
    problem = xc.Problem("ab", ["ab", "a"], multiplicity={"a": (0, None), "b": 2}, repeat=True)
    (fault,) = problem.check().faults
    assert isinstance(fault, xc.EndlessOption)
    assert fault.option == 1
    assert "chosen without end" in str(fault)


def test_a_bound_that_would_fill_the_memory_with_repetitions_is_a_fault():
    problem = xc.Problem("a", ["a"], multiplicity={"a": 10**9}, repeat=True)
    with pytest.raises(xc.BadMultiplicity, match="at most 1,000,000 where options may be repeated"):
        problem.first()
    many = dict.fromkeys("abc", 10**6)
    problem = xc.Problem("abc", ["abc"], multiplicity=many, repeat=True)
    with pytest.raises(xc.BadMultiplicity, match="at most 2,000,000 for all items together"):
        problem.first()
    problem = xc.Problem("a", ["a"], multiplicity={"a": (0, 10**30)})
    with pytest.raises(xc.BadMultiplicity, match="from 0 to 1,073,741,823"):
        problem.first()


def test_bounds_that_are_all_one_leave_an_exact_cover():
    for one in (1, (1, 1)):
        problem = xc.Problem("ab", ["a", "b"], multiplicity=dict.fromkeys("ab", one))
        assert not problem._model.compiled.multiple


def test_too_few_options_for_an_item_are_noted():
    problem = xc.Problem("ab", ["ab", "a"], multiplicity={"a": 3, "b": (0, 2)})
    assert [note.item for note in problem.check().notes] == ["a"]
    again = xc.Problem("ab", ["ab", "a"], multiplicity={"a": 3, "b": (0, 2)}, repeat=True)
    assert list(again.check().notes) == []
    one_for_all = xc.Problem("a", ["a"], multiplicity={"a": 3}, repeat=True)
    assert list(one_for_all.check().notes) == []
    assert "is in 2 options and must be covered 3 times" in str(problem.check().notes[0])


def test_options_may_be_repeated_a_hundred_thousand_times():
    problem = xc.Problem("a", ["a", "a", "a"], multiplicity={"a": 100_000}, repeat=True)
    assert len(problem.first().options) == 100_000
    assert problem.count(seconds=0.2).stopped == "seconds"


def test_bounds_may_be_numbers_of_numpy_and_lists_but_nothing_that_would_be_cut():
    numpy = pytest.importorskip("numpy")
    bounds = {"a": numpy.int16(2), "b": [1, 2]}
    problem = xc.Problem("ab", ["ab", "a", "b"], multiplicity=bounds)
    assert problem.multiplicity == {"a": (2, 2), "b": (1, 2)}
    for wrong in (numpy.array(1.5), numpy.array([1, 2])):
        problem = xc.Problem("ab", ["ab"], multiplicity={"a": wrong})
        assert isinstance(problem.check().faults[0], xc.BadMultiplicity)


@pytest.mark.parametrize("flag", ["repeat", "inexact"])
def test_a_flag_is_true_or_false(flag):
    with pytest.raises(TypeError, match=f"{flag}='no': expected True or False"):
        xc.Problem("a", ["a"], **{flag: "no"})


def test_the_bounds_come_back_as_they_were_stated():
    problem = xc.Problem("abc", ["abc"], multiplicity={"a": 2, "b": (0, None), "c": 1})
    assert problem.multiplicity == {"a": (2, 2), "b": (0, None)}
    assert not problem.repeat
    assert langford(3).multiplicity == {}


def test_a_batch_answers_as_the_problems_do():
    problem = dominating_queens(6, 3)
    givens = [[], [(0, 0)], [(2, 2)], [(2, 2), (3, 5)]]
    expected = [int(problem.given(*options).count()) for options in givens]
    assert list(problem.batch(givens).count()) == expected


def test_a_given_option_that_cannot_be_chosen_again_is_still_one_of_the_live_options():
    problem = xc.Problem(
        "pqr", ["p", "q", "r"], multiplicity={"p": (0, 0), "q": (0, 1)}, repeat=True
    )
    assert problem.given(2).live_options == (1, 2)
