"""How many projections on a part of a problem its solutions have: ``count(distinct=…)``."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import pytest

import exactcover as xc
from exactcover.compile import compiles
from exactcover.files import cnf
from tests.fuzz.brute_force import TooLarge, Truth
from tests.fuzz.generator import case_of, problem_of
from tests.fuzz.questions.distinct import a_part, ambiguous, projection
from tests.fuzz.thresholds import with_thresholds
from tests.instances import dominoes, langford, pentominoes, queens

#: One value for each way through the code.
BY_SEARCH = {("search.distinct", "_FIRST_TURN"): 1}
BY_ENGINE = {
    **BY_SEARCH, ("diagrams.projection", "_DIVE"): 0, ("diagrams.projection", "_SLICE"): 2,
}  # fmt: skip
CRAMPED = {**BY_SEARCH, ("arrays.views", "FIRST_PLACES"): 8}
BY_LISTING = {("search.distinct", "_FIRST_TURN"): 10**9, ("search.search", "ROWS"): 2}


def projections(problem, names):
    """The projections of all solutions, from the definition."""
    names = set(names)
    if names <= set(problem.options):
        return {tuple(filter(names.__contains__, found)) for found in problem.solutions()}
    found = set()
    for solution in problem.solutions():
        traces = [
            frozenset(entry for entry in problem.items_of(option).items() if entry[0] in names)
            for option in solution
        ]
        found.add(frozenset(Counter(filter(None, traces)).items()))
    return found


def latin(n):
    """Latin squares: an option is a row, a column and a value."""
    triples = list(itertools.product(range(n), repeat=3))
    options = {(r, c, v): [("cell", r, c), ("row", r, v), ("column", c, v)] for r, c, v in triples}
    return xc.Problem(dict.fromkeys(itertools.chain(*options.values())), options)


@pytest.mark.parametrize("paths", [{}, BY_SEARCH, BY_ENGINE, CRAMPED, BY_LISTING])
def test_random_problems_have_as_many_projections_as_their_solutions_show(paths):
    """With secondary items, colours, multiplicities, repeated, given and forbidden options."""
    asked = several = 0
    problems = 400 if compiles() else 40
    for number in range(problems):
        seed = f"projections-{number}"
        case, draw = case_of(seed), random.Random(seed)
        try:
            truth = Truth(case, 20_000)
        except TooLarge:
            continue
        names, by_items = a_part(case, draw)
        if ambiguous(case, names):
            continue
        expected = len({projection(case, names, by_items, bag) for bag in truth.bags})
        method = draw.choice(["auto", "auto", "diagram"])
        with with_thresholds(paths):
            answer = problem_of(case).count(distinct=names, method=method)
        assert (answer, answer.complete) == (expected, True), seed
        assert (answer.impossible is not None) == (expected == 0), seed
        asked, several = asked + 1, several + (expected > 1)
    assert asked > 0.7 * problems
    assert several > 0.2 * problems


@pytest.mark.compiled
def test_options_of_one_half_of_a_board_are_counted_without_listing_the_rest():
    board = dominoes(8, 8)
    left = [k for k in board.options if all(column < 4 for _, column in board.items_of(k))]
    small = dominoes(4, 6)
    few = [k for k in small.options if all(column < 3 for _, column in small.items_of(k))]
    assert small.count(distinct=few) == len(projections(small, few))
    answer = board.count(distinct=left)
    assert (answer, answer.complete, answer.method) == (19_664, True, "projection")
    assert board.count(distinct=left, method="diagram") == 19_664


@pytest.mark.compiled
def test_the_first_two_rows_of_latin_squares_are_latin_rectangles():
    square = latin(4)
    assert square.count(distinct=[option for option in square.options if option[0] < 2]) == 24 * 9
    square = latin(5)
    rows = [option for option in square.options if option[0] < 2]
    assert square.count(distinct=rows) == 120 * 44
    cells = [item for item in square.primary if item[0] == "row" and item[1] < 2]
    assert square.count(distinct=cells) == 1


@pytest.mark.compiled
def test_pieces_are_not_told_apart_where_cells_alone_are_named():
    board = pentominoes(4, 15)
    pieces = [item for item in board.primary if isinstance(item, str)]
    side = [(row, 0) for row in range(4)]
    cells_alone, pieces_too = board.count(distinct=side), board.count(distinct=[*pieces, *side])
    assert cells_alone == len(projections(board, side))
    assert pieces_too == len(projections(board, [*pieces, *side]))
    assert 1 < cells_alone < pieces_too
    assert board.count(distinct=pieces) == 1


def test_all_options_make_every_solution_a_projection():
    board = dominoes(6, 6)
    answer = board.count(distinct=board.options)
    assert answer == board.count()
    assert answer.method == board.count().method
    # What the last options are follows from the others.
    path = langford(7)
    assert path.count(distinct=path.options[1:]) == path.count() == 52


def test_no_names_ask_whether_there_is_a_solution():
    for method in ("auto", "listing", "diagram"):
        some = queens(8).count(distinct=[], method=method)
        assert (some, some.complete) == (1, True)
        none = queens(3).count(distinct=[], method=method)
        assert (none, none.complete) == (0, True)
        assert none.impossible is not None


def test_colours_are_seen_with_their_items():
    across = {f"across {word}": ["across", *[xc.Coloured(k, c) for k, c in enumerate(word)]]
              for word in ("to", "on")}  # fmt: skip
    down = {f"down {word}": ["down", xc.Coloured(0, word[0]), xc.Coloured(2, word[1])]
            for word in ("ox", "to", "ti")}  # fmt: skip
    words = xc.Problem(["across", "down"], {**across, **down}, secondary=[0, 1, 2])
    assert words.count() == 3
    assert words.count(distinct=[0]) == 2
    assert words.count(distinct=[0, 1]) == 2
    assert words.count(distinct=[2]) == 3


def test_repeated_options_look_alike_only_if_they_come_as_often():
    coins = xc.Problem(
        ["pay"], {"one": ["pay"], "two": ["pay"]}, multiplicity={"pay": (0, 3)}, repeat=True
    )
    assert coins.count() == 10
    assert coins.count(distinct=["one"]) == 4
    assert coins.count(distinct=["pay"]) == 4
    assert coins.given("one").count(distinct=["one"]) == 3


def test_deciding_all_members_of_a_large_group_takes_time_in_proportion():
    np = pytest.importorskip("numpy")
    from exactcover.diagrams.projection import ProjectedBuild

    problem = xc.Problem("a", {1: "a", 2: "a", 3: "a"}, multiplicity={"a": 3_000}, repeat=True)
    build = ProjectedBuild(problem._model.compiled, np.array([1, 0, 0], np.int32), 10**9)
    build.run(1)
    # In eight of these a node is visited, and there are 9,000 variables.
    assert build.cost < 100_000


def test_names_may_come_twice_and_in_any_iterable():
    board = dominoes(2, 3)
    once = board.count(distinct=[(0, 0), (1, 0)])
    assert once == 2
    assert board.count(distinct=iter([(0, 0), (1, 0), (0, 0)])) == once


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (["c"], "distinct=: 'c' is neither an option nor an item of the problem."),
        ("option", "('option' counts as its characters: write a list of names)"),
        (["optoin"], "Did you mean 'option'?"),
        (["both"], "'both' is an option and also an item"),
        (["a", "option"], "'option' is an option, and 'a' is an item: expected options alone or"),
        (["option", "a"], "'a' is an item, and 'option' is an option"),
    ],
)
def test_wrong_names_are_errors(names, said):
    problem = xc.Problem(["a", "both"], {"option": ["a"], "both": ["both"]})
    with pytest.raises(xc.DistinctFault, match="distinct=") as fault:
        problem.count(distinct=names)
    assert said in str(fault.value)
    assert isinstance(fault.value, ValueError)


def test_what_does_not_go_together_is_said():
    board = dominoes(2, 2)
    with pytest.raises(xc.MethodConflict, match="distinct= does not go with workers="):
        board.count(distinct=[0], workers=2)
    for argument in ({"limit": 3}, {"nodes": 3}, {"engine": "cells"}, {"order": "fixed"}):
        with pytest.raises(xc.MethodConflict, match=f"{next(iter(argument))}=.* does not go with"):
            board.count(distinct=[0], method="diagram", **argument)
    with pytest.raises(xc.UnknownMethod):
        board.count(distinct=[0], method="guess")
    with pytest.raises(TypeError, match="distinct=: expected an iterable, not 3"):
        board.count(distinct=3)
    with pytest.raises(TypeError, match=r"distinct=: \[1\] is not hashable"):
        board.count(distinct=[[1]])


@pytest.mark.compiled
def test_a_limit_and_budgets_give_lower_bounds_that_say_so():
    board = dominoes(8, 8)
    left = [k for k in board.options if all(column < 4 for _, column in board.items_of(k))]
    some = board.count(100, distinct=left)
    assert (some, some.stopped) == (100, "limit")
    every = board.count(19_664, distinct=left)
    assert every == 19_664
    none = board.count(0, distinct=left)
    assert (int(none), none.stopped) == (0, "limit")
    few = board.count(distinct=left, nodes=1_000)
    assert few.stopped == "nodes"
    assert few <= 1_000
    hard = latin(9)
    rows = [option for option in hard.options if option[0] < 3]
    for method in ("auto", "listing", "diagram"):
        late = hard.count(distinct=rows, seconds=0.3, method=method)
        assert late.stopped == "seconds"


@pytest.mark.compiled
def test_a_search_that_takes_long_reports_and_can_be_interrupted():
    hard = latin(9)
    rows = [option for option in hard.options if option[0] < 3]
    seen = []

    def interrupt(progress):
        seen.append(progress)
        if len(seen) == 5:
            raise KeyboardInterrupt

    for method in ("auto", "diagram"):
        seen.clear()
        with pytest.raises(xc.Interrupted) as interruption:
            hard.count(distinct=rows, progress=interrupt, method=method)
        partial = interruption.value.partial
        assert partial.stopped == "interrupt"
        assert "at least" in str(partial)


@pytest.mark.compiled
def test_too_little_memory_is_said():
    hard = latin(7)
    rows = [option for option in hard.options if option[0] < 2]
    answer = hard.count(distinct=rows, method="diagram", memory="1MB")
    assert answer.stopped == "memory"
    assert answer > 0


@pytest.mark.compiled
def test_projections_agree_with_the_projected_counts_of_ganak():
    pyganak = pytest.importorskip("pyganak")
    square, board, places = latin(4), queens(7), dominoes(4, 6)
    for problem, names in (
        (places, range(20)),
        (square, [option for option in square.options if option[0] < 2]),
        (board, [option for option in board.options if option[0] < 3]),
    ):
        rows = [line.split() for line in cnf.format_problem(problem).splitlines()]
        clauses = [[int(each) for each in row[:-1]] for row in rows if row[0] not in "cp"]
        counter = pyganak.Counter()
        counter.new_vars(next(int(row[2]) for row in rows if row[0] == "p"))
        counter.add_clauses(clauses)
        counter.set_sampling_set([1 + problem.options.index(name) for name in names])
        assert problem.count(distinct=names) == counter.count()
