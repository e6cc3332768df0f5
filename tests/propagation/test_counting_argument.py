"""That there is no solution, by counting: never said of a problem that has one."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.propagation.counting_argument import Refutation, tied
from tests.instances import dominoes
from tests.strategies import bags, brute_force, multiples, statements


def reasons(problem):
    """What each way says, as long as there are any."""
    refutation = Refutation(problem._statement.model.compiled)
    while refutation.next_cost() < math.inf:
        yield refutation.reason(lambda: None)


def mutilated(side):
    """Dominoes on a chessboard without two opposite corners."""
    whole, gone = dominoes(side, side), {(0, 0), (side - 1, side - 1)}
    pairs = [pair for pair in whole.options if gone.isdisjoint(whole.items_of(pair))]
    return xc.Problem(
        [cell for cell in whole.primary if cell not in gone],
        {pair: list(whole.items_of(pair)) for pair in pairs},
    )


def pigeons(n):
    options = [[("pigeon", p), ("hole", h)] for p in range(n + 1) for h in range(n)]
    holes = [("hole", h) for h in range(n)]
    return xc.Problem([("pigeon", p) for p in range(n + 1)], options, secondary=holes)


@given(statements() | multiples())
def test_what_has_a_solution_is_not_refuted(statement):
    if bags(statement) if statement.bounds else brute_force(statement):
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
        (mutilated(30), "weights"),
        (pigeons(20), "at least 21 options"),
    ],
)
def test_every_question_is_answered_by_counting(ask, problem, said):
    answer = getattr(problem, ask)()
    if ask == "solutions":
        assert list(answer) == []
        assert answer.complete
    impossible = answer if ask == "first" else answer.impossible
    assert said in str(impossible)
    assert impossible.method == "counting"
    if ask in ("count", "is_unique"):
        assert answer.method == "counting"
