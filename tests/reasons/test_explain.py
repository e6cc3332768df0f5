"""Why a problem is impossible: the named part is impossible, and no smaller part of it."""

from __future__ import annotations

import itertools

import pytest

import exactcover as xc
from exactcover.propagation.counting_argument import weights
from exactcover.reasons import explain as explaining
from exactcover.reasons.parts import Parts
from exactcover.search.about_solutions import Questions
from exactcover_puzzles import read
from exactcover_puzzles.polyform.grids import SQUARE
from exactcover_puzzles.polyform.polyforms import orientations, placements
from tests.instances import dominoes, langford, path_of_dominoes, queens


def check(problem, explanation):
    """The part that is named has no solution, and without any member of it it has one."""
    assert explanation.irreducible
    assert not isinstance(explanation.problem.first(), xc.Solution)
    parts = Parts(problem._statement)
    part = [
        member
        for member in parts.members
        if parts.name(member) in (explanation.items if member[0] == "item" else explanation.given)
    ]
    assert len(part) == len(explanation.items) + len(explanation.given)
    for member in part:
        rest = [other for other in part if other != member]
        assert isinstance(Questions(parts.statement(rest)).first(), xc.Solution), parts.name(member)
    if explanation.weights:
        check_weights(problem, explanation)


def check_weights(problem, explanation):
    """Every option weighs nothing, or less where there is no modulus; all items more."""
    modulus, weights = explanation.modulus, explanation.weights
    for option in problem.options:
        weighed = sum(weights.get(item, 0) for item in problem.items_of(option))
        assert weighed % modulus == 0 if modulus else weighed <= 0
    needed = {item: low for item, (low, _) in problem.multiplicity.items()}
    total = sum(each * needed.get(item, 1) for item, each in weights.items())
    assert total % modulus if modulus else total > 0


@pytest.fixture(params=[0, 10**12])
def way(request, monkeypatch):
    """By what is learned, from the beginning, and without it."""
    monkeypatch.setattr(explaining, "_LEARN_FROM", request.param)


def test_the_mutilated_chessboard_is_explained_by_colour(way):
    problem = dominoes(8, 8, (0, 0), (7, 7))
    explanation = problem.explain()
    assert explanation.modulus == 0
    sides = {
        side: {sum(cell) % 2 for cell, weight in explanation.weights.items() if weight == side}
        for side in (1, -1)
    }
    assert sides == {1: {1}, -1: {0}}
    assert (len(explanation.items), explanation.irreducible) == (61, True)
    check_weights(problem, explanation)


@pytest.mark.parametrize("word", ["given", "times"])
@pytest.mark.parametrize("repeat", [False, True])
def test_items_may_be_called_like_those_that_parts_add(way, word, repeat):
    """A part that has a name twice is no problem at all."""
    first, second = (word, "a"), (word, (word, "a"))
    problem = xc.Problem(
        [first, second, "q"],
        {"a": [first], (word, "a"): [second], "b": [first, second, "q"]},
        multiplicity={first: (0, 1), second: (0, 1), "q": (1, 2)} if repeat else None,
        repeat=repeat,
    ).given("a", (word, "a"))
    explanation = problem.explain()
    assert explanation.irreducible
    assert explanation.problem.count() == 0
    assert set(explanation.given) < {"a", (word, "a")}


def test_what_is_given_and_forbidden_is_told(way):
    problem = xc.Problem("p", {"o": "p", "q": "p"}).given("o", "q").without("q")
    explanation = problem.explain()
    assert (explanation.items, explanation.given) == ((), ("q",))
    assert xc.Problem("ab", {"A": "a", "B": "b"}).given("A").without("A").explain().items == ("a",)


def test_options_without_end_do_not_come_of_items_that_are_forgotten(way):
    options = {"A": "bc", "B": "c", "C": "sc", "D": "ac"}
    bounds = {"b": (1, None)}
    problem = xc.Problem("abc", options, secondary="s", multiplicity=bounds, repeat=True)
    problem = problem.without("B")
    check(problem, problem.explain())


@pytest.mark.parametrize(("piece", "modulus", "side"), [("T", 8, 6), ("T", 8, 10), ("L", 4, 6)])
def test_tetrominoes_that_cannot_fill_a_square_are_explained_modulo_powers_of_two(
    piece, modulus, side
):
    """S. W. Golomb, Polyominoes: a square of as many cells as 4 times an odd number."""
    shape = {"T": [(0, 0), (0, 1), (0, 2), (1, 1)], "L": [(0, 0), (1, 0), (2, 0), (2, 1)]}[piece]
    cells = list(itertools.product(range(side), repeat=2))
    turned = orientations(SQUARE, shape)
    problem = xc.Problem(cells, [p for each in turned for p in placements(SQUARE, each, cells)])
    explanation = problem.explain()
    assert explanation.modulus == modulus
    check_weights(problem, explanation)
    assert set(explanation.items) <= set(explanation.weights)
    assert not isinstance(explanation.problem.first(), xc.Solution)


def test_weights_that_are_fractions_are_told_as_whole_numbers():
    bounds = {"0": 3, "1": 2, "2": (1, 2), "5": 2}
    options = ["1054", "1243", "1523", "5034"]
    problem = xc.Problem("012345", options, multiplicity=bounds, repeat=True)
    explanation = problem.explain()
    assert explanation.modulus == 0
    assert explanation.weights == {"0": 3, "4": -2, "5": -2}
    check_weights(problem, explanation)


@pytest.mark.parametrize("n", [1, 2, 5, 6, 9])
def test_langford_pairs_that_do_not_exist_are_explained_by_parity(n):
    problem = langford(n)
    explanation = problem.explain()
    check(problem, explanation)
    assert n < 3 or explanation.modulus == 2


@pytest.mark.slow
@pytest.mark.parametrize(
    "problem",
    [
        path_of_dominoes(13), queens(3), dominoes(7, 7, (0, 0), (6, 6)),
        dominoes(6, 6, (4, 1), (0, 3), (0, 4), (5, 4)), queens(8).given((3, 6), (0, 1), (6, 0)),
    ],
)  # fmt: skip
def test_impossible_problems_are_explained_within_ten_seconds(problem):
    check(problem, problem.explain(seconds=10))


def test_what_is_given_is_part_of_the_reason(way):
    problem = queens(8).given((0, 0), (3, 6), (1, 1))
    explanation = problem.explain()
    assert explanation.given == ((0, 0), (1, 1))
    check(problem, explanation)


@pytest.mark.parametrize("diagonals", ["no", "yes"])
def test_two_clues_that_clash_among_many_are_named_and_no_others(diagonals):
    (puzzle,) = read(
        "sudoku",
        text=f"""\
diagonals: {diagonals}
clues:
1...6...1
.....3..6
.......2.
6....713.
.9.....8.
.438....2
.7.......
.........
.........
""",
    )
    why = puzzle.problem.explain()
    check(puzzle.problem, why)
    assert {*why.given} == {(0, 0, 1), (0, 8, 1)}
    assert len(why.items) == 1


def test_time_that_ends_once_a_proof_is_known_does_not_take_it_back(monkeypatch):
    prove, asked = explaining._Explainer._proof, []

    def late(*arguments):
        asked.append(arguments)
        if len(asked) > 1:
            raise xc.SearchStopped("seconds", None)
        return prove(*arguments)

    monkeypatch.setattr(explaining._Explainer, "_proof", late)
    problem = dominoes(6, 6, (4, 1), (0, 3), (0, 4), (5, 4))
    explanation = problem.explain()
    assert len(asked) == 2
    assert explanation.weights
    check_weights(problem, explanation)


def test_an_explanation_that_takes_too_long_says_so():
    with pytest.raises(xc.SearchStopped):
        queens(3).explain(seconds=0)
    with pytest.raises(xc.BudgetError):
        queens(3).explain(seconds=-1)


def test_parity_is_found_if_there_is_nothing_else():
    ring = [[k, (k + 1) % 7] for k in range(7)]
    found = weights(ring, [1] * 7)
    assert (found.modulus, found.total, set(found.weights)) == (2, 1, set(range(7)))
    assert weights(ring, [2] * 7) is None
    threes = [[0, 1, 2], [1, 2, 3], [2, 3, 0], [3, 0, 1]]
    assert weights(threes, [1] * 4).modulus == 3
    assert weights([], []) is None


def test_a_part_that_falls_apart_is_decided_though_no_search_would_end():
    least_and_most = """
        11 23 11 01 00 34 01 13 12 11 11 24 33 11 01 02 2- 11 1- 11 34 11 11 11 22 01 12 24 12 00
        1- 11 11 12 11 11 12 00 11 33 00 13 13 11 11 22 2- 13 11 12 13 12 35 22 2- 11 13 11 11 33
        00 11 00 11 00 01 23 02 33 11 24 00 11 11 22 22 11 01 13 11 11 11 00 33 11 12 3- 00 11 1-
        24 11 00 02 11 11 11 11 22 34 33 01 11 22 00 00 02 34 1- 00 3- 35 11 00 23 3- 02 11 22 13
        00 33 1- 00 11 23 11 33 01 13
    """
    bounds = {
        item: (int(least), None if most == "-" else int(most))
        for item, (least, most) in enumerate(least_and_most.split())
    }
    chain = [*([item, item + 1] for item in range(129)), [68]]
    problem = xc.Problem(range(130), chain, multiplicity=bounds, repeat=True)
    found = problem.explain(seconds=30)
    assert found.irreducible
    assert found.problem.count() == 0
