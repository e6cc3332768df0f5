"""The number of distinct projections on part of a problem: ``count(distinct=…)``."""

from __future__ import annotations

import pytest

import exactcover as xc
from exactcover.files import cnf
from tests.instances import dominoes, langford, latin, pentominoes, queens


@pytest.mark.compiled
def test_options_of_one_half_of_a_board_are_counted_without_listing_the_rest():
    board = dominoes(8, 8)
    left = [k for k in board.options if all(column < 4 for _, column in board.items_of(k))]
    answer = board.count(distinct=left)
    assert (answer, answer.complete, answer.method) == (19_664, True, "projection")
    assert board.count(distinct=left, method="diagram") == 19_664


@pytest.mark.compiled
@pytest.mark.parametrize(("n", "rectangles"), [(4, 24 * 9), (5, 120 * 44)])
def test_the_first_two_rows_of_latin_squares_are_latin_rectangles(n, rectangles):
    square = latin(n)
    assert square.count(distinct=[each for each in square.options if each[0] < 2]) == rectangles
    cells = [item for item in square.primary if item[:2] == ("row", "symbol") and item[2] < 2]
    assert square.count(distinct=cells) == 1


@pytest.mark.compiled
def test_pieces_are_not_told_apart_where_cells_alone_are_named():
    board = pentominoes(4, 15)
    pieces = [item for item in board.primary if isinstance(item, str)]
    side = [(row, 0) for row in range(4)]
    found = [board.count(distinct=names) for names in (side, [*pieces, *side], pieces)]
    assert found == [7, 66, 1]


def test_all_options_make_every_solution_a_projection():
    board = dominoes(6, 6)
    answer = board.count(distinct=board.options)
    assert answer == board.count()
    assert answer.method == board.count().method
    # What the last options are follows from the others.
    path = langford(7)
    assert path.count(distinct=path.options[1:]) == path.count() == 52


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


@pytest.mark.compiled
def test_a_search_that_takes_long_reports_and_can_be_interrupted():
    hard = latin(9)
    rows = [option for option in hard.options if option[0] < 3]
    seen = []

    def interrupt(progress):
        seen.append(progress)
        if len(seen) == 5:
            raise KeyboardInterrupt

    for method in ("auto", "listing", "diagram"):
        late = hard.count(distinct=rows, seconds=0.3, method=method)
        assert late.stopped == "seconds"
    for method in ("auto", "diagram"):
        seen.clear()
        with pytest.raises(xc.Interrupted) as interruption:
            hard.count(distinct=rows, progress=interrupt, method=method)
        assert interruption.value.partial.stopped == "interrupt"


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
