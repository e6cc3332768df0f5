"""Counting arguments never call a solvable problem impossible."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover.propagation.counting_argument import Refutation, tied
from tests.instances import dominoes, pigeons
from tests.strategies import bags, multiples, statements


def reasons(problem):
    """What each way says, as long as there are any."""
    refutation = Refutation(problem._statement.model.compiled)
    while refutation.next_cost() < math.inf:
        yield refutation.reason(lambda: None)


@given(statements() | multiples())
def test_what_has_a_solution_is_not_refuted(statement):
    if bags(statement):
        assert set(reasons(statement.problem())) <= {None}


@given(st.lists(st.lists(st.integers(0, 7), min_size=1, max_size=4, unique=True), max_size=12))
def test_every_row_weighs_nothing(rows):
    for modulus in (2, 1_000_003):
        weight = tied(rows, 8, modulus, lambda: None)
        assert all(sum(weight[item] for item in row) % modulus == 0 for row in rows)


@pytest.mark.parametrize("ask", ["first", "count", "is_unique", "solutions"])
@pytest.mark.parametrize(
    ("problem", "said"),
    [
        (dominoes(75, 75), "2 of the items"),
        (dominoes(30, 30, (0, 0), (29, 29)), "weights"),
        (pigeons(20), "at least 21 options"),
    ],
)
def test_every_question_is_answered_by_counting(ask, problem, said):
    answer = getattr(problem, ask)()
    if ask == "solutions":
        assert (list(answer), answer.complete) == ([], True)
    impossible = answer if ask == "first" else answer.impossible
    assert said in str(impossible)
    assert impossible.method == "counting"
    assert ask == "solutions" or answer.method == "counting"
