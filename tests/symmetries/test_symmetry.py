"""Solutions up to symmetry: every way of counting gives what brute force does."""

from __future__ import annotations

import itertools
import json

import pytest

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.symmetries import group
from exactcover_puzzles.polyform.file import read_puzzle
from exactcover_puzzles.shared.shipped import shipped
from tests.fuzz.ask import ask_fuzzer
from tests.instances import dominoes, langford, pentominoes, queens

METHODS = ["auto", "filter", "fixed points", "canonical forms"]


@pytest.mark.parametrize(
    ("number", "kind"), [(20, lambda case: case.motions), (4, lambda case: case.bounds)]
)
def test_orbits_are_counted_and_listed_as_brute_force_does(number, kind):
    ask_fuzzer("symmetry", number, kind)


def test_fixed_points_are_not_counted_where_items_may_be_covered_several_times():
    problem = xc.Problem(
        ["a", "b"], {"p": ["a"], "q": ["b"], "r": ["a", "b"]}, multiplicity={"a": 2, "b": 2}
    )
    swapped = problem.symmetry({"a": "b", "b": "a"})
    for question in ({"method": "fixed points"}, {"workers": 1}):
        with pytest.raises(xc.MethodConflict, match="multiplicities"):
            swapped.count(**question)
    assert swapped.count().complete


def turned(height, width):
    """The motions of a rectangle that generate all of them, pieces staying as they are."""

    def mirrored(item):
        return (item[0], width - 1 - item[1]) if isinstance(item, tuple) else item

    def upside_down(item):
        return (height - 1 - item[0], item[1]) if isinstance(item, tuple) else item

    return mirrored, upside_down


#: Height, width, and solutions up to symmetry.
RECTANGLES = [(3, 20, 2), (6, 10, 2_339)]


@pytest.mark.slow
@pytest.mark.parametrize(("height", "width", "free"), RECTANGLES)
def test_known_numbers_of_pentomino_rectangles_up_to_symmetry(height, width, free):
    symmetry = pentominoes(height, width).symmetry(*turned(height, width))
    assert symmetry.order == 4
    # Methods that find every solution are checked by the smaller boards.
    for method in METHODS if height < 5 else ():
        counted = symmetry.count(method)
        assert (counted.free, counted.fixed) == (free, 4 * free)
        assert counted.stabilisers == ({} if method == "fixed points" else {1: free})
    counted = symmetry.count()
    assert (counted.free, counted.fixed, counted.stabilisers) == (free, 4 * free, {1: free})
    assert "representatives of" in counted.method
    divided = symmetry.count(workers=2)
    assert (divided.free, divided.fixed, divided.stopped) == (free, 4 * free, None)
    if height < 5:
        pytest.importorskip("pynauty")
        found = pentominoes(height, width).symmetry(detect=True)
        assert (found.order, found.count().free) == (4, free)


def test_a_count_by_workers_is_stopped_with_lower_bounds_and_filters_nothing():
    symmetry = pentominoes(5, 12).symmetry(*turned(5, 12))
    stopped = symmetry.count(workers=2, nodes=20_000)
    assert stopped.stopped == "nodes"
    assert stopped.free <= 1_010
    assert stopped.fixed <= 4_040
    with pytest.raises(xc.MethodConflict, match="method='filter'"):
        symmetry.count("filter", workers=2)


#: Board, its symmetries, and solutions up to these.
BOARDS = [("haley", 6, 55), ("pentominoes-8x8-hole", 8, 65)]


@pytest.mark.parametrize(("board", "order", "free"), BOARDS)
@pytest.mark.parametrize("detect", [False, True])
def test_known_numbers_of_boards_by_the_motions_of_the_adapter_and_without(
    board, order, free, detect
):
    puzzle, _ = read_puzzle(str(shipped("boards", board)))
    if detect:
        pytest.importorskip("pynauty")
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
    def transposed(item):
        return item[1], item[0]

    def mirrored(item):
        return item[0], 7 - item[1]

    symmetry = dominoes(8, 8).symmetry(transposed, mirrored)
    counted = symmetry.count("fixed points")
    assert (counted.free, counted.fixed) == (1_629_189, 12_988_816)
    with pytest.raises(xc.MethodConflict, match="symmetries move every item"):
        symmetry.count("representatives")


def test_colours_may_be_exchanged():
    problem = xc.Problem(
        "ab",
        {
            (item, colour): [item, xc.Coloured("x", colour)]
            for item, colour in itertools.product("ab", ["red", "blue"])
        },
        secondary=["x"],
    )
    red, blue = xc.Coloured("x", "red"), xc.Coloured("x", "blue")
    symmetry = problem.symmetry({red: blue, blue: red}, {"a": "b", "b": "a"})
    assert symmetry.order == 4
    assert (symmetry.count().free, symmetry.count().fixed) == (1, 2)
    assert symmetry.generators == ({}, {"a": "b", "b": "a"})
    assert symmetry.option_orbits() == ((("a", "red"), ("a", "blue"), ("b", "red"), ("b", "blue")),)
    pytest.importorskip("pynauty")
    assert problem.symmetry(detect=True).order == 4


@pytest.mark.parametrize(
    ("motion", "told"),
    [
        ({"a": "b"}, "'a'"), ({"z": "a"}, "'z'"), ({"a": "z"}, "'z'"),
        ({"a": "x", "x": "a"}, "of another kind"), ({"a": "b", "b": "a"}, "option 0"),
    ],
)  # fmt: skip
def test_what_is_no_symmetry_is_told_with_the_reason(motion, told):
    problem = xc.Problem("abc", [["a"], ["b", "c"]], secondary="x")
    with pytest.raises(xc.NotASymmetry, match=f"permutation 2 is no symmetry.*{told}"):
        problem.symmetry({}, motion)


def test_what_is_given_or_forbidden_must_be_kept():
    swap = {"a": "b", "b": "a"}
    problem = xc.Problem("ab", {"A": "a", "B": "b"})
    assert problem.symmetry(swap).count().free == 1
    with pytest.raises(xc.NotASymmetry, match="'A' is given"):
        problem.given("A").symmetry(swap)
    with pytest.raises(xc.NotASymmetry, match="'A' is forbidden"):
        problem.without("A").symmetry(swap)
    bounded = xc.Problem("ab", {"A": "a", "B": "b"}, multiplicity={"a": (0, 1)})
    with pytest.raises(xc.NotASymmetry, match="another multiplicity"):
        bounded.symmetry(swap)


def test_questions_that_make_no_sense_are_refused():
    problem = langford(7)
    for wrong in ((), (7,)):
        with pytest.raises(TypeError):
            problem.symmetry(*wrong)
    with pytest.raises(TypeError, match="detect=2"):
        problem.symmetry(detect=2)
    with pytest.raises(xc.UnknownMethod):
        problem.symmetry({}).count("magic")
    everything = xc.Problem(range(10), [[k] for k in range(10)])
    large = everything.symmetry(*[{k: k + 1, k + 1: k} for k in range(9)])
    assert large.order == 3_628_800
    for method in ("filter", "fixed points"):
        with pytest.raises(xc.GroupTooLarge, match="3,628,800 elements; at most 20,000"):
            large.count(method)


def test_a_mapping_of_colours_that_is_no_permutation_is_refused():
    problem = xc.Problem(
        "a", [["a", xc.Coloured("s", 1)], ["a", xc.Coloured("s", 2)]], secondary="s"
    )
    half = {xc.Coloured("s", 1): xc.Coloured("s", 2)}
    with pytest.raises(xc.NotASymmetry, match="two options go to option 1"):
        problem.symmetry(half)
    both = half | {xc.Coloured("s", 2): xc.Coloured("s", 1)}
    assert problem.symmetry(both).order == 2
    for goes in ({"a": ["a"]}, lambda item: [item]):
        with pytest.raises(xc.NotASymmetry, match="cannot be the name of an item"):
            problem.symmetry(goes)


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
    for method in METHODS:
        with pytest.raises(xc.BudgetError):
            symmetry.count(method, nodes=-1)
        with pytest.raises(TypeError, match="unexpected argument limit="):
            symmetry.count(method, limit=3)


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
    with pytest.raises(xc.NotASymmetry, match="a primary item has no colours"):
        dominoes(4, 4).symmetry({xc.Coloured((0, 0), 1): (0, 1)})


# -- the command -----------------------------------------------------------------------------------


@pytest.fixture
def command(capsys, tmp_path):
    problem = xc.Problem("abc", {"A": "a", "B": "b", "C": "c", "D": "c"})
    xc.write(problem, tmp_path / "problem.json")

    def call(*arguments):
        path = str(tmp_path / "problem.json")
        code = xc.cli.run("exactcover", cli.main, ["symmetry", path, *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


def test_the_command_counts_up_to_the_group_of_a_file(command, tmp_path):
    generators = tmp_path / "generators.json"
    generators.write_text('[[["a", "b"], ["b", "a"]]]', encoding="utf-8")
    code, out, _ = command("--generators", generators)
    assert code == 0
    assert out.splitlines() == [
        "2 symmetries, generated by:", "  (a b)", "2 solutions, 2 up to symmetry (filter)",
        "  2 have 2 symmetries of their own",
    ]  # fmt: skip
    for text in ("[]", "[[]]"):  # the group of nothing
        (tmp_path / "none.json").write_text(text, encoding="utf-8")
        code, out, _ = command("--generators", tmp_path / "none.json")
        assert (code, "2 solutions, 2 up to symmetry" in out) == (0, True)
    code, out, _ = command("--generators", generators, "--solutions", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line.get("stabiliser") for line in lines[:2]] == [2, 2]
    assert (lines[2]["orbits"], lines[2]["solutions"], lines[2]["order"]) == (2, 2, 2)
    code, out, _ = command("--generators", generators, "--method", "fixed-points", "--solutions")
    assert out.splitlines()[-1] == "2 solutions, 2 up to symmetry (fixed points)"
    pytest.importorskip("pynauty")
    code, out, _ = command()
    assert (code, "2 solutions, 1 up to symmetry" in out) == (0, True)


@pytest.mark.parametrize(
    "text",
    ["{", "7", "{}", '""', '[["ab", "ba"]]', "[[[1]]]", '[[["a", "z"]]]',
     '[[["a", "c"], ["c", "a"]]]', '[[["a", "b"], ["a", "c"]]]'],
)  # fmt: skip
def test_the_command_tells_what_is_no_group(command, tmp_path, text):
    generators = tmp_path / "generators.json"
    generators.write_text(text, encoding="utf-8")
    code, out, err = command("--generators", generators)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_generators_that_are_found_exchange_no_item_for_one_that_a_rule_has_added():
    """They were exchanged where both were covered by the same options, as often."""
    pytest.importorskip("pynauty")
    options = {"A": ["p", "s"], "B": ["p", "s"], "C": ["p"]}
    problem = xc.Problem(["p"], options, secondary=["s"]).where(xc.Times(["A", "B"], (0, 1)))
    items = {*problem.primary, *problem.secondary}
    group = problem.symmetry(detect=True)
    assert group.order == 2
    assert {item for goes in group.generators for pair in goes.items() for item in pair} <= items


@pytest.mark.parametrize("small", [0, 10**6])
def test_copies_of_an_option_are_not_exchanged_for_each_other(small, monkeypatch):
    pytest.importorskip("pynauty")
    monkeypatch.setattr(group, "_SMALL", small)  # by graphs, and by a table
    problem = xc.Problem("ab", {"A": "a", "B": "b"}, multiplicity=(2, 3), repeat=True)
    symmetry = problem.symmetry({"a": "b", "b": "a"})
    orders = {solution.options: symmetry.stabiliser(solution) for solution in problem.solutions()}
    same = ("A", "A", "B", "B"), ("A", "A", "A", "B", "B", "B")
    assert orders == {options: 1 + (options in same) for options in orders}
    forms = {
        options: symmetry.certificate(each)
        for options, each in ((each.options, each) for each in problem.solutions())
    }
    assert len(forms) == 4
    assert len(set(forms.values())) == 3
