"""Solutions up to symmetry: every way of counting agrees with brute force."""

from __future__ import annotations

import itertools

import pytest

import exactcover as xc
from exactcover.symmetries import group
from exactcover_puzzles.polyform.file import read_puzzle
from exactcover_puzzles.shared.shipped import shipped
from tests.fuzz.ask import ask_fuzzer
from tests.instances import dominoes, pentominoes, queens

METHODS = ["auto", "filter", "fixed points", "canonical forms"]


@pytest.mark.parametrize(
    ("number", "kind"), [(20, lambda case: case.motions), (4, lambda case: case.bounds)]
)
def test_orbits_are_counted_and_listed_as_brute_force_does(number, kind):
    ask_fuzzer("symmetry", number, kind)


def turned(height, width):
    """A rectangle of pentominoes, up to the motions of it that leave pieces as they are."""

    def to(move):
        return lambda item: move(*item) if isinstance(item, tuple) else item

    across, down = to(lambda r, c: (r, width - 1 - c)), to(lambda r, c: (height - 1 - r, c))
    return pentominoes(height, width).symmetry(across, down)


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "free"), [(3, 20, 2), (6, 10, 2_339)])
def test_known_numbers_of_pentomino_rectangles_up_to_symmetry(height, width, free):
    symmetry = turned(height, width)
    assert symmetry.order == 4
    # Methods that find every solution are checked by the smaller boards.
    for method in METHODS if height < 5 else ():
        counted = symmetry.count(method)
        assert (counted.free, counted.fixed) == (free, 4 * free)
        assert counted.stabilisers == ({} if method == "fixed points" else {1: free})
    for workers in (None, 2):
        counted = symmetry.count(workers=workers)
        assert (counted.free, counted.fixed, counted.stopped) == (free, 4 * free, None)
        assert workers or counted.stabilisers == {1: free}
        assert workers or "representatives of" in counted.method
    if height < 5:
        found = pentominoes(height, width).symmetry(detect=True)
        assert (found.order, found.count().free) == (4, free)


def test_a_count_by_workers_is_stopped_with_lower_bounds_and_filters_nothing():
    symmetry = turned(5, 12)
    stopped = symmetry.count(workers=2, nodes=20_000)
    assert stopped.stopped == "nodes"
    assert stopped.free <= 1_010
    assert stopped.fixed <= 4_040


#: Board, its symmetries, and solutions up to these.
BOARDS = [("haley", 6, 55), ("pentominoes-8x8-hole", 8, 65)]


@pytest.mark.parametrize(("board", "order", "free"), BOARDS)
@pytest.mark.parametrize("detect", [False, True])
def test_known_numbers_of_boards_by_the_motions_of_the_adapter_and_without(
    board, order, free, detect
):
    puzzle, _ = read_puzzle(str(shipped("boards", board)))
    symmetry = puzzle.problem.symmetry(detect=True) if detect else puzzle.symmetry
    assert symmetry.order == order
    for method in ("auto",) if detect else ("auto", "representatives"):
        counted = symmetry.count(method)
        assert (counted.free, counted.fixed) == (free, order * free)


def test_queens_up_to_symmetry():
    def mirrored(item):
        kind, k = item[0], int(item[1:])
        return {"r": f"r{k}", "c": f"c{7 - k}", "a": f"b{k - 7}", "b": f"a{k + 7}"}[kind]

    def transposed(item):
        kind, k = item[0], int(item[1:])
        return {"r": f"c{k}", "c": f"r{k}", "a": f"a{k}", "b": f"b{-k}"}[kind]

    symmetry = queens(8).symmetry(mirrored, transposed)
    assert symmetry.order == 8
    for method in METHODS:
        assert (symmetry.count(method).free, symmetry.count(method).fixed) == (12, 92)
    assert symmetry.count().stabilisers == {1: 11, 2: 1}  # OEIS A002562; one is its own half turn


def test_fixed_points_count_what_nobody_could_list():
    # All domino tilings of the 8 x 8 board up to the square's symmetries.
    symmetry = dominoes(8, 8).symmetry(lambda cell: cell[::-1], lambda cell: (cell[0], 7 - cell[1]))
    counted = symmetry.count("fixed points")
    assert (counted.free, counted.fixed) == (1_629_189, 12_988_816)


def test_what_takes_long_to_list_is_counted_by_diagrams_unless_nodes_are_limited():
    symmetry = dominoes(8, 8).symmetry(lambda cell: cell[::-1], lambda cell: (cell[0], 7 - cell[1]))
    counted = symmetry.count()
    assert (counted.free, counted.fixed) == (1_629_189, 12_988_816)
    assert (counted.method, counted.stopped) == ("fixed points", None)
    listed = symmetry.count(nodes=2_000_000)
    assert (listed.method, listed.stopped) == ("filter", "nodes")
    assert 0 < listed.free < listed.fixed


def test_colours_may_be_exchanged():
    names = list(itertools.product("ab", ["red", "blue"]))
    options = {name: [name[0], xc.Coloured("x", name[1])] for name in names}
    problem = xc.Problem("ab", options, secondary="x")
    red, blue = xc.Coloured("x", "red"), xc.Coloured("x", "blue")
    symmetry = problem.symmetry({red: blue, blue: red}, {"a": "b", "b": "a"})
    assert symmetry.order == 4
    assert (symmetry.count().free, symmetry.count().fixed) == (1, 2)
    assert symmetry.generators == ({}, {"a": "b", "b": "a"})
    assert symmetry.option_orbits() == (tuple(names),)
    assert problem.symmetry(detect=True).order == 4


def test_a_group_that_is_too_large_for_a_table_is_refused():
    everything = xc.Problem(range(10), [[k] for k in range(10)])
    large = everything.symmetry(*[{k: k + 1, k + 1: k} for k in range(9)])
    assert large.order == 3_628_800
    for method in ("filter", "fixed points"):
        with pytest.raises(xc.GroupTooLarge, match="3,628,800 elements; the limit is 20,000"):
            large.count(method)


def test_budgets_are_for_all_searches_together_and_lists_say_when_they_were_stopped():
    symmetry = dominoes(6, 6).symmetry(lambda cell: (cell[1], cell[0]))
    for budget, name in (({"nodes": 0}, "nodes"), ({"seconds": 0}, "seconds")):
        listed = symmetry.solutions(**budget)
        assert (list(listed), listed.stopped) == ([], name)
        for method in METHODS:
            assert symmetry.count(method, **budget).stopped == name
    listed = symmetry.solutions()
    assert (len(list(listed)), listed.stopped) == (symmetry.count().free, None)
    assert listed.found == int(symmetry.count())


def test_ctrl_c_keeps_the_count_by_every_way(monkeypatch):
    symmetry = dominoes(4, 4).symmetry(lambda cell: (cell[1], cell[0]))

    def interrupted(*_, **__):
        raise KeyboardInterrupt

    monkeypatch.setattr("exactcover.symmetries.orbits.count_statement", interrupted)
    monkeypatch.setattr("exactcover.search.solutions.Solutions.chunks", interrupted)
    monkeypatch.setattr("exactcover.symmetries.classes.ClassJob.advance", interrupted)
    for method in METHODS:
        with pytest.raises(xc.Interrupted) as caught:
            symmetry.count(method)
        assert (caught.value.partial.free, caught.value.partial.stopped) == (0, "interrupt")


def test_a_solution_of_another_problem_is_not_taken_for_one_of_this():
    symmetry = dominoes(4, 4).symmetry(lambda cell: (cell[1], cell[0]))
    (other,) = xc.Problem("a", {"A": "a"}).solutions()
    with pytest.raises(xc.UnknownOption):
        symmetry.stabiliser(other)
    mine = dominoes(4, 4).first()
    assert mine in symmetry.orbit(mine)


def test_the_command_finds_symmetries(command, tmp_path):
    xc.write(xc.Problem("abc", ["a", "b", "c", "c"]), tmp_path / "problem.json")
    code, out, _ = command("exactcover symmetry problem.json")
    assert (code, "2 solutions, 1 up to symmetry" in out) == (0, True)


@pytest.mark.parametrize(
    "text",
    ["{", "7", "{}", '""', '[["ab", "ba"]]', "[[[1]]]", '[[["a", "z"]]]',
     '[[["a", "c"], ["c", "a"]]]', '[[["a", "b"], ["a", "c"]]]'],
)  # fmt: skip
def test_the_command_tells_what_is_no_group(command, tmp_path, text):
    xc.write(xc.Problem("abc", ["a", "b", "c", "c"]), tmp_path / "problem.json")
    (tmp_path / "generators.json").write_text(text, encoding="utf-8")
    code, out, err = command("exactcover symmetry problem.json --generators generators.json")
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_generators_that_are_found_exchange_no_item_for_one_that_a_rule_has_added():
    """They were exchanged where both were covered by the same options, as often."""
    options = {"A": ["p", "s"], "B": ["p", "s"], "C": ["p"]}
    problem = xc.Problem(["p"], options, secondary=["s"]).where(xc.Times(["A", "B"], (0, 1)))
    items = {*problem.primary, *problem.secondary}
    group = problem.symmetry(detect=True)
    assert group.order == 2
    assert {item for goes in group.generators for pair in goes.items() for item in pair} <= items


@pytest.mark.parametrize("small", [0, 10**6])
def test_copies_of_an_option_are_not_exchanged_for_each_other(small, monkeypatch):
    monkeypatch.setattr(group, "_SMALL", small)  # by graphs, and by a table
    problem = xc.Problem("ab", {"A": "a", "B": "b"}, multiplicity=(2, 3), repeat=True)
    symmetry = problem.symmetry({"a": "b", "b": "a"})
    orders = {solution.options: symmetry.stabiliser(solution) for solution in problem.solutions()}
    same = ("A", "A", "B", "B"), ("A", "A", "A", "B", "B", "B")
    assert orders == {options: 1 + (options in same) for options in orders}
    forms = [symmetry.certificate(each) for each in problem.solutions()]
    assert (len(forms), len(set(forms))) == (4, 3)
