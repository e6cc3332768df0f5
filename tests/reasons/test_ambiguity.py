"""What all solutions share, and the fewest options that make a problem unique."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.reasons import ambiguity as asking
from exactcover.reasons import fewest_choice
from tests.fuzz.generator import a_truth
from tests.fuzz.questions.reasons import ambiguity
from tests.fuzz.runner import answered
from tests.instances import dominoes, pentominoes


def over(*_):
    raise xc.SearchStopped("seconds", 0)


#: What is taken away, so that something else has to answer.
INSTEAD = {
    "each option is asked for": [
        (asking, "_MOST_LISTED", 2), (asking, "_by_listing", lambda *_: None),
        (asking, "_by_diagram", lambda *_: None),
    ],
    "there is no time for the smallest choice": [(fewest_choice, "fewest", over)],
}  # fmt: skip


@pytest.mark.parametrize("way", INSTEAD)
@given(draw=st.randoms(use_true_random=False))
def test_the_answer_is_that_of_the_brute_force_though(way, draw):
    truth = a_truth(draw)
    with pytest.MonkeyPatch.context() as patch:
        for change in INSTEAD[way]:
            patch.setattr(*change)
        answered(ambiguity, truth, draw, small=False)


def test_options_that_solutions_repeat_are_not_shared_by_all_of_them(monkeypatch):
    # So few that a diagram counts them soon.
    monkeypatch.setattr(asking, "_MOST_LISTED", 50)
    monkeypatch.setattr(asking, "_MOST_COUNTED", 2_000)
    options = {name: ["a"] for name in "ABCDEFG"}
    problem = xc.Problem(["a"], options, multiplicity={"a": 40}, repeat=True)
    answer = problem.ambiguity()
    assert answer.solutions == math.comb(46, 6)
    assert answer.shared == ()
    assert answer.open == tuple("ABCDEFG")
    assert set(problem.zdd().option_counts().values()) == {math.comb(46, 6) - math.comb(45, 5)}


@pytest.mark.parametrize(("n", "tilings", "forcing"), [(2, 2, 1), (4, 36, 2), (6, 6728, 3)])
def test_dominoes_on_a_square_are_forced_by_half_a_side(n, tilings, forcing):
    """L. Pachter and P. Kim, "Forcing matchings on square grids", 1998."""
    answer = dominoes(n, n).ambiguity()
    assert (answer.solutions, len(answer.choice), answer.smallest) == (tilings, forcing, True)


@pytest.mark.slow
def test_what_is_not_listed_is_counted_by_a_diagram_and_the_choice_is_not_called_smallest():
    answer = dominoes(8, 8).ambiguity()
    assert (answer.solutions, answer.solutions.complete) == (12_988_816, True)
    assert (len(answer.choice), answer.smallest) == (4, False)
    unique = dominoes(8, 8).given(*answer.choice).is_unique()
    assert unique
    assert unique.solutions == (answer.leads_to,)


def test_one_placement_makes_the_long_pentomino_rectangle_unique():
    problem = pentominoes(3, 20)
    answer = problem.ambiguity()
    assert (answer.solutions, len(answer.choice), answer.smallest) == (8, 1, True)
    assert problem.given(*answer.choice).is_unique().solutions == (answer.leads_to,)


def test_solutions_that_contain_one_another_may_leave_no_choice_for_the_smaller_one():
    """{a} and {a, b}: only b tells them apart."""
    problem = xc.Problem("pq", {"a": "p", "b": "q"}, multiplicity={"q": (0, 1)})
    answer = problem.ambiguity()
    assert (answer.shared, answer.open, answer.choice) == (("a",), ("b",), ("b",))
    again = xc.Problem("p", {"a": "p"}, multiplicity={"p": (1, 2)}, repeat=True).ambiguity()
    assert (again.solutions, again.choice, again.smallest) == (2, None, False)


def test_time_that_is_over_says_so_or_leaves_the_rest_undecided(monkeypatch):
    with pytest.raises(xc.SearchStopped):
        dominoes(8, 8).ambiguity(seconds=0)
    with pytest.raises(xc.BudgetError):
        dominoes(8, 8).ambiguity(seconds=-1)
    for change in (*INSTEAD["each option is asked for"], (asking, "_MOST_LISTED", 10)):
        monkeypatch.setattr(*change)
    monkeypatch.setattr(asking, "_asked", over)
    answer = dominoes(6, 6).ambiguity()
    assert (answer.solutions, answer.solutions.complete, answer.choice) == (10, False, None)
    assert answer.undecided
    assert not answer.shared


def test_the_smallest_choice_is_given_up_after_so_much_work_and_then_says_so(monkeypatch):
    pairs = xc.Problem(range(12), [[k] for k in range(12) for _ in "ab"])
    monkeypatch.setattr(fewest_choice, "_MOST_WORK", 1_000_000)
    answer = pairs.ambiguity()
    assert (answer.solutions, len(answer.choice), answer.smallest) == (4096, 12, False)
    assert len(answer.open) == 24


def test_a_defining_set_is_found_where_the_rarest_member_is_in_equal_solutions_only(monkeypatch):
    monkeypatch.setattr(fewest_choice, "_MOST_WORK", 0)
    answer = xc.defining_set([["a", "a"], ["a"], ["b", "c"], ["b"], ["c"], ["c"], ["b"]])
    assert (answer.members, answer.place, answer.smallest) == (("b", "c"), 2, False)
    assert xc.defining_set([["a", "a"], ["a"], ["b"], ["b", "b"], []]) is None
