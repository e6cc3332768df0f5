"""Many problems of one shape: a batch gives the same answers as single problems."""

from __future__ import annotations

import itertools
from concurrent.futures import ThreadPoolExecutor

import pytest

import exactcover as xc
from tests.instances import queens


def test_an_answer_does_not_depend_on_the_problems_before_it():
    problem = queens(8)
    givens = [[option] for option in problem.options]
    together = [(count, count.nodes) for count in problem.batch(givens).count()]
    alone = [(count, count.nodes) for g in givens for count in problem.batch([g]).count()]
    assert together == alone
    assert sum(count for count, _ in together) == 92 * 8


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
