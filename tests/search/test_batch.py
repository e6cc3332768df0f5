"""Many problems of one shape: a batch gives the same answers as single problems."""

from __future__ import annotations

import contextlib
import itertools
import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from unittest.mock import patch

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.search import batch_lists
from tests.instances import latin, queens
from tests.interrupting import ctrl_c_after
from tests.strategies import bags, brute_force, multiples, statements


def with_planes(fits: bool):
    """A context in which batches are answered by planes wherever they can be, or never."""
    return patch.object(batch_lists, "_planes_pay", lambda compiled: fits)


@st.composite
def boards(draw, statement):
    """What is given and left out in one problem: options, options, primary items."""
    choosable = [
        number for number, option in enumerate(statement.options)
        if not option.keys().isdisjoint(statement.primary)
    ]  # fmt: skip
    few = st.lists(st.sampled_from(choosable), max_size=2) if choosable else st.just([])
    items = st.sets(st.sampled_from(statement.primary), max_size=2)
    return draw(few), draw(few), sorted(draw(items)) if statement.primary else []


def truth_of(statement, board):
    """The solutions of one problem by brute force."""
    options, without, without_items = board
    primary = tuple(item for item in statement.primary if item not in without_items)
    kept = [
        number for number, option in enumerate(statement.options)
        if number not in without and option.keys().isdisjoint(without_items)
    ]  # fmt: skip
    found = brute_force(
        replace(statement, primary=primary, options=tuple(statement.options[k] for k in kept))
    )
    return [s for each in found if set(options) <= (s := {kept[number] for number in each})]


@pytest.mark.parametrize("planes", [True, False])
@given(st.data())
def test_batches_find_what_brute_force_finds(planes, data):
    statement = data.draw(statements())
    asked = data.draw(st.lists(boards(statement), min_size=1, max_size=4))
    limit = data.draw(st.sampled_from([None, 1, 2]))
    problem, truths = statement.problem(), [truth_of(statement, board) for board in asked]
    lists = dict(zip(["givens", "without", "without_items"], zip(*asked, strict=True), strict=True))
    with with_planes(planes):
        batch = problem.batch(**lists)
        arrays = batch.as_arrays(limit, workers=data.draw(st.sampled_from([1, 2])))
        answers = zip(batch.first(), batch.count(limit), batch.is_unique(), strict=True)
        for k, (truth, (first, count, verdict)) in enumerate(zip(truths, answers, strict=True)):
            expected = len(truth) if limit is None else min(limit, len(truth))
            assert count == arrays.counts[k] == expected
            assert count.complete <= (count == len(truth)) >= arrays.complete[k]
            assert verdict.verdict == ("impossible", "unique", "several")[min(2, len(truth))]
            for solution in [*verdict.solutions, *([first] if first else [])]:
                assert set(solution) in truth
            assert bool(first) == bool(truth)
            numbers = [number for number in arrays.first[k].tolist() if number >= 0]
            assert numbers == sorted(numbers)
            assert set(numbers) in truth or (not numbers and not expected)


@given(multiples(), st.data())
def test_batches_of_problems_with_multiplicities_are_right(statement, data):
    every = bags(statement)
    asked = data.draw(st.lists(boards(replace(statement, bounds=())), min_size=1, max_size=3))
    givens = [board[0] for board in asked]
    arrays = statement.problem().batch(givens).as_arrays(None)
    assert arrays.complete.all()
    for options, number in zip(givens, arrays.counts, strict=True):
        assert number == sum(set(options) <= set(bag) for bag in every)


def test_planes_count_latin_squares_whatever_their_rows_hold():
    problem = latin(4)
    with with_planes(True):
        arrays = problem.batch([[option] for option in problem.options]).as_arrays(None)
    assert set(arrays.counts) == {576 // 4}
    assert arrays.verdicts.tolist() == ["several"] * 64


def test_lists_that_take_long_are_left_to_a_search_and_answered_as_well():
    problem = latin(5)
    with with_planes(True):
        quick = problem.batch([[], [(0, 0, 0)]]).as_arrays(None)
    with with_planes(True), patch.object(batch_lists, "_MOST_WORDS", 10_000):
        slow = problem.batch([[], [(0, 0, 0)]]).as_arrays(None)
    assert quick.counts.tolist() == slow.counts.tolist() == [161_280, 32_256]


def test_an_answer_does_not_depend_on_the_problems_before_it():
    problem = queens(8)
    givens = [[option] for option in problem.options]
    together = [(count, count.nodes) for count in problem.batch(givens).count()]
    alone = [(count, count.nodes) for g in givens for count in problem.batch([g]).count()]
    assert together == alone
    assert sum(count for count, _ in together) == 92 * 8


def test_an_answer_does_not_depend_on_an_argument_that_refuted_the_problem_before_it():
    cells = [cell for cell in itertools.product(range(8), repeat=2) if cell not in CORNERS]
    laid = [(a, (a[0] + d, a[1] + 1 - d)) for a in cells for d in (0, 1)]
    problem = xc.Problem(cells, {each: each for each in laid if each[1] in cells})
    easy = [((0, 2), (0, 3)), ((1, 2), (1, 3)), ((2, 2), (2, 3)), ((3, 2), (3, 3))]
    (alone,), (_, after) = problem.batch([easy]).count(), problem.batch([[], easy]).count()
    assert (alone, alone.nodes, alone.method) == (after, after.nodes, after.method)


CORNERS = [(0, 0), (7, 7)]


def test_a_batch_is_answered_lazily_and_may_be_endless():
    answers = queens(6).batch([(0, 1)] for _ in itertools.count()).count()
    assert list(itertools.islice(answers, 3)) == [1, 1, 1]


def test_a_list_that_raises_does_not_keep_a_batch_from_the_next_ones():
    problem = queens(6)
    givens = [[(0, 1)], [(9, 9)], [(0, 1)], [(0, 0)]]
    for ask in ("first", "count", "is_unique"):
        answers = getattr(problem.batch(givens), ask)()
        alone = [next(getattr(problem.batch([each]), ask)()) for each in (givens[0], givens[3])]
        assert next(answers) == alone[0]
        with pytest.raises(xc.UnknownOption):
            next(answers)
        assert next(answers) == alone[0]
        assert str(next(answers)) == str(alone[1])
        assert next(answers, None) is None
    with pytest.raises(xc.NeverChosen):
        next(xc.Problem("p", {"A": "p", "B": "s"}, secondary="s").batch([["B"]]).first())


def test_several_questions_of_a_batch_do_not_disturb_each_other_unless_its_lists_come_once():
    batch = queens(6).batch([[], [(0, 1)], [(0, 0)]])
    assert list(zip(batch.count(), batch.count(2**70), strict=True)) == [(4, 4), (1, 1), (0, 0)]
    batch = queens(6).batch(iter([[(0, 1)]]))
    assert list(batch.count()) == [1]
    with pytest.raises(ValueError, match="give a list to ask several"):
        batch.first()


def test_faulty_problems_and_arguments_raise_before_the_first_list_is_read():
    with pytest.raises(xc.ProblemFault):
        xc.Problem("p", {"A": "q"}).batch(iter(())).first()
    with pytest.raises(xc.BudgetError):
        queens(4).batch([]).count(limit=-1)
    with pytest.raises(TypeError):
        queens(6).batch("r0")
    with pytest.raises(TypeError, match=r"\(0, 1\) is the name of one option; .* \[\(0, 1\)\]"):
        next(queens(6).batch([(0, 1), (0, 2)]).count())


def test_threads_may_share_the_answers_and_the_chunks():
    problem = queens(7)
    givens = [[option] for option in problem.options] * 20
    answers, chunks = problem.batch(givens).count(), problem.solutions().chunks(1)
    with ThreadPoolExecutor(4) as threads:
        found = threads.map(lambda _: sum(answers) + sum(map(len, chunks)), range(4))
    assert sum(found) == sum(problem.batch(givens).count()) + 40


def test_items_are_left_out_together_with_their_options():
    cells = list(itertools.product(range(3), repeat=2))
    laid = [[a, (a[0] + d, a[1] + 1 - d)] for a in cells for d in (0, 1)]
    problem = xc.Problem(cells, [each for each in laid if each[1] in cells])
    holes = [[cell] for cell in cells]
    # Dominoes cover 3 x 3 less one cell in 4 ways if it is a corner, and in 2 if it is the middle.
    assert list(problem.batch(without_items=holes).count()) == [4, 0, 4, 0, 2, 0, 4, 0, 4]
    with pytest.raises(ValueError, match="expected a primary item"):
        next(problem.batch(without_items=[["corner"]]).count())


def test_only_stated_items_that_no_rule_relies_on_can_be_left_out():
    options = {1: "a", 2: "b", 3: "b", 4: "b", 5: "ab", 6: "c", 7: "cb"}
    several = xc.Problem("abc", options, multiplicity={"b": {0, 3}})
    total = xc.Total({1: 1, 2: 1, 3: 2, 5: 1}, (1, 2))
    summed = xc.Problem("abc", options).where(total)
    for problem, truth in (several, several.count()), (summed, summed.count()):
        assert list(problem.batch(without_items=[[]]).count()) == [truth]
        names = [*problem.primary, "the multiplicity of 'b'", *map(str, problem.rules)]
        for name in names:
            with contextlib.suppress(ValueError):
                (found,) = problem.batch(without_items=[[name]]).count()
                rest = {k: each for k, each in options.items() if name not in each}
                bounds = {"b": {0, 3}} if problem is several and name != "b" else {}
                other = xc.Problem(set("abc") - {name}, rest, multiplicity=bounds)
                kept = xc.Total(
                    {k: w for k, w in ((1, 1), (2, 1), (3, 2), (5, 1)) if k in rest}, (1, 2)
                )
                assert found == (other if problem is several else other.where(kept)).count()


def test_what_is_left_out_appears_in_no_reason_and_in_no_step():
    problem = xc.Problem("abc", {1: "a", 2: "b", 3: "c", 4: "ab"})
    impossible = next(problem.batch([[1]], without_items=[["a"]]).first())
    assert "without item" not in str(impossible)
    trace = next(problem.batch(without_items=[["a"]]).trace())
    assert [step.option for step in trace.steps] == [2, 3]


def test_ctrl_c_ends_threads_that_would_search_for_hours_and_keeps_the_answers():
    problem = queens(16)
    lists = [[option] for option in problem.options]
    problem.batch(lists).as_arrays(1)
    for workers in (1, 2):
        with pytest.raises(xc.Interrupted) as stop, ctrl_c_after(2.0, within=1.0):
            problem.batch(lists).as_arrays(None, workers=workers)
        partial = stop.value.partial
        assert len(partial.counts) > 0
        assert not partial.complete.all()


def test_an_error_in_a_list_is_raised_at_once():
    problem = queens(16)
    with pytest.raises(xc.UnknownOption):
        problem.batch([*[[]] * 64, ["nonsense"]]).as_arrays(None, workers=2)
    for lists in ([5], [None], ["r1"]):
        for name in ("givens", "without", "without_items"):
            with pytest.raises(TypeError, match="list"):
                next(problem.batch(**{name: lists}).count())
    with pytest.raises(TypeError, match="without: no more lists"):
        list(queens(4).batch([[], []], without=[[]]).count())


def test_budgets_of_a_batch_are_kept_and_say_so():
    problem = queens(9)
    batch = problem.batch([[]] * 3)
    assert [count.stopped for count in batch.count(nodes=10)] == ["nodes"] * 3
    assert [answer.verdict for answer in batch.is_unique(seconds=0)] == ["undecided"] * 3
    assert not batch.as_arrays(None, nodes=10).complete.any()
    endless = queens(11).batch([] for _ in itertools.count())
    began = time.monotonic()
    found = endless.as_arrays(None, seconds=0.5)
    assert time.monotonic() - began < 2
    assert len(found.counts) == len(found.first) > 0
    assert set(found.verdicts) <= {"several", "undecided"}


def test_traces_and_difficulties_of_a_batch_are_those_of_its_problems():
    problem = latin(3)
    givens = [[], [(0, 0, 0)], [(0, 0, 0), (1, 1, 0), (0, 1, 1)]]
    batch = problem.batch(givens)
    alone = [problem.given(*given) for given in givens]
    assert list(batch.trace()) == [each.trace() for each in alone]
    assert list(batch.difficulty()) == [each.difficulty() for each in alone]


def test_workers_keep_the_order_of_the_lists():
    problem = queens(8)
    batch = problem.batch([[option] for option in problem.options] * 10)
    one, two = batch.as_arrays(None), batch.as_arrays(None, workers=2)
    assert all(map(np.array_equal, one, two))
