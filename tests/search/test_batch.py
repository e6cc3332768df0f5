"""Many problems of one shape: a batch answers what each problem on its own would."""

from __future__ import annotations

import itertools
import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.engines import choose
from tests.instances import langford, queens
from tests.strategies import brute_force, statements


@given(statements(), st.data())
def test_a_batch_answers_as_brute_force_does(statement, data):
    problem = statement.problem()
    primary = set(statement.primary)
    choosable = [k for k, option in enumerate(statement.options) if primary & option.keys()]
    lists = st.lists(st.sampled_from(choosable), max_size=3) if choosable else st.just([])
    givens = data.draw(st.lists(lists, max_size=4))
    truth = brute_force(statement)
    expected = [{s for s in truth if set(options) <= s} for options in givens]
    batch = problem.batch(givens)
    counts = list(batch.count())
    assert counts == list(map(len, expected))
    assert all(count.complete for count in counts)
    for answer, solutions in zip(batch.first(), expected, strict=True):
        assert bool(answer) == bool(solutions)
        if answer:
            assert frozenset(answer.options) in solutions
        else:
            assert answer.reason
    for answer, solutions in zip(batch.is_unique(), expected, strict=True):
        verdict = {0: "impossible", 1: "unique"}.get(len(solutions), "several")
        assert answer.verdict == verdict
        assert {frozenset(s.options) for s in answer.solutions} <= solutions
        assert len(set(answer.solutions)) == min(2, len(solutions))


def test_an_answer_does_not_depend_on_the_problems_before_it():
    problem = queens(8)
    givens = [[option] for option in problem.options]
    together = [(count, count.nodes) for count in problem.batch(givens).count()]
    alone = [(count, count.nodes) for g in givens for count in problem.batch([g]).count()]
    assert together == alone
    assert sum(count for count, _ in together) == 92 * 8


def test_a_batch_is_answered_lazily_and_may_be_endless():
    problem = queens(6)
    answers = problem.batch([(0, 1)] for _ in itertools.count()).count()
    assert list(itertools.islice(answers, 3)) == [1, 1, 1]


def test_two_questions_of_one_batch_do_not_disturb_each_other():
    problem = queens(6)
    givens = [[], [(0, 1)], [(0, 0)]]
    batch = problem.batch(givens)
    assert list(zip(batch.count(), batch.count(), strict=True)) == [(4, 4), (1, 1), (0, 0)]


def test_what_clashes_is_impossible_and_tells_the_item():
    (answer,) = queens(6).batch([[(0, 1), (0, 2)]]).first()
    assert not answer
    assert answer == queens(6).given((0, 1), (0, 2)).first()


def test_what_is_given_and_forbidden_before_holds_for_the_whole_batch():
    problem = queens(8).given((0, 0)).without((1, 4))
    options = [option for option in problem.live_options if option != (0, 0)]
    expected = [problem.given(option).count() for option in options]
    assert list(problem.batch([option] for option in options).count()) == expected


def test_a_limit_labels_the_counts_that_it_cut():
    counts = list(queens(8).batch([[], [(0, 0)], [(0, 0), (0, 1)]]).count(limit=5))
    assert [(int(c), c.complete, c.stopped) for c in counts] == [
        (5, False, "limit"),
        (4, True, None),
        (0, True, None),
    ]
    with pytest.raises(xc.BudgetError):
        queens(4).batch([]).count(limit=-1)


def test_an_unknown_option_is_an_error_where_it_stands():
    answers = queens(6).batch([[(0, 1)], [(0, 17)]]).count()
    assert next(answers) == 1
    with pytest.raises(xc.UnknownOption, match=r"\(0, 17\)"):
        next(answers)


def test_an_option_of_secondary_items_only_cannot_be_given():
    problem = xc.Problem("p", {"A": "p", "B": "s"}, secondary="s")
    with pytest.raises(xc.NeverChosen):
        next(problem.batch([["B"]]).first())


def test_a_faulty_problem_raises_before_the_first_list_is_read():
    with pytest.raises(xc.ProblemFault):
        xc.Problem("p", {"A": "q"}).batch(iter(())).first()


def test_a_problem_too_large_for_the_clash_table_is_answered_all_the_same(monkeypatch):
    monkeypatch.setattr(choose, "_TABLE_BYTES", 0)
    problem = langford(7)
    option = problem.options[0]
    assert list(problem.batch([[], [option]]).count()) == [
        52,
        problem.given(option).count(),
    ]


def test_a_forgotten_inner_list_is_named():
    answers = queens(6).batch([(0, 1), (0, 2)]).count()
    with pytest.raises(TypeError, match=r"\(0, 1\) is the name of one option; .* \[\(0, 1\)\]"):
        next(answers)
    with pytest.raises(TypeError, match="expected an iterable"):
        queens(6).batch("r0")


def test_an_iterator_of_lists_answers_one_question():
    batch = queens(6).batch(iter([[(0, 1)]]))
    assert list(batch.count()) == [1]
    with pytest.raises(ValueError, match="give a list to ask several"):
        batch.first()
    again = queens(6).batch([[(0, 1)]])
    assert list(again.count()) == list(again.count(2**70)) == [1]


def test_threads_may_share_the_answers_and_the_chunks():
    problem = queens(7)
    givens = [[option] for option in problem.options] * 20
    expected = sum(problem.batch(givens).count())
    for shared, size in (
        (problem.batch(givens).count(), int),
        (problem.solutions().chunks(1), len),
    ):
        found = []

        def ask(shared=shared, size=size, found=found):
            for each in shared:
                found.append(size(each))

        threads = [threading.Thread(target=ask) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sum(found) == (expected if size is int else 40)
