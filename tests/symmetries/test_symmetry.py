"""Solutions up to symmetry: every way of counting gives what brute force does."""

from __future__ import annotations

import itertools
import json
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.symmetries import group
from exactcover_puzzles.polyform.file import read_puzzle
from exactcover_puzzles.shared.shipped import shipped
from tests.instances import dominoes, langford, pentominoes, queens
from tests.small_tasks import Crooked
from tests.strategies import brute_force, multiples, statements

#: Runs each task where it is submitted, at once.
SAME_THREAD = Crooked(lambda calls: False)
METHODS = ["auto", "filter", "fixed points", "canonical forms"]


def images(statement, motion):
    """The options, moved."""
    return [
        {motion[item]: colour for item, colour in option.items()} for option in statement.options
    ]


@st.composite
def symmetric(draw):
    """A statement and a permutation of its items that maps it to itself, as a mapping."""
    statement = draw(statements(most_primary=5, most_secondary=3, most_options=4))
    motion = dict(
        zip(
            (*statement.primary, *statement.secondary),
            (
                *draw(st.permutations(statement.primary)),
                *draw(st.permutations(statement.secondary)),
            ),
            strict=True,
        )
    )
    options = list(statement.options)
    for option in options:
        image = {motion[item]: colour for item, colour in option.items()}
        if image not in options:
            options.append(image)
    return replace(statement, options=tuple(options[:14])), motion


def group_of(statement, motion):
    """The permutations of options that the motion generates, by brute force."""
    options = [frozenset(option.items()) for option in statement.options]
    goes = []
    for number, image in enumerate(map(frozenset, (o.items() for o in images(statement, motion)))):
        rank = options[:number].count(options[number])
        same = [k for k, option in enumerate(options) if option == image]
        if rank >= len(same):
            return None
        goes.append(same[rank])
    group, element = [tuple(range(len(options)))], tuple(goes)
    while element != group[0]:
        group.append(element)
        element = tuple(goes[k] for k in element)
    return group


@given(symmetric())
def test_orbits_are_counted_and_listed_as_brute_force_does(made):
    statement, motion = made
    group = group_of(statement, motion)
    problem = statement.problem()
    if group is None:
        with pytest.raises(xc.NotASymmetry):
            problem.symmetry(motion)
        return
    symmetry = problem.symmetry(motion)
    assert symmetry.order == len(group)
    solutions = brute_force(statement)
    orbits = {
        frozenset(frozenset(g[option] for option in solution) for g in group)
        for solution in solutions
    }
    own = Counter(len(group) // len(orbit) for orbit in orbits)
    for method in METHODS:
        counted = symmetry.count(method)
        assert (counted.free, counted.fixed) == (len(orbits), len(solutions))
        assert counted.complete
        assert method == "fixed points" or counted.stabilisers == own
    divided = symmetry.count(executor=SAME_THREAD)
    assert (divided.free, divided.fixed, divided.stopped) == (len(orbits), len(solutions), None)
    listed = list(symmetry.solutions())
    assert Counter(each.stabiliser for each in listed) == own
    found = set()
    for solution, stays, size in listed:
        orbit = symmetry.orbit(solution)
        assert len(orbit) == size
        assert symmetry.stabiliser(solution) == stays
        found.add(frozenset(frozenset(each.options) for each in orbit))
    assert found == orbits
    assert len(listed) == len(orbits)


@given(multiples())
def test_problems_with_multiplicities_have_symmetries_too(statement):
    problem = statement.problem()
    symmetry = problem.symmetry({})
    assert symmetry.order == 1
    assert symmetry.count().free == symmetry.count().fixed == len(list(problem.solutions()))
    for divided in (symmetry.count("fixed points"), symmetry.count(executor=SAME_THREAD)):
        assert divided.free == divided.fixed == symmetry.count().free


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
RECTANGLES = [(3, 20, 2), (4, 15, 368), (5, 12, 1_010), (6, 10, 2_339)]


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
    assert "representatives of" in divided.method


def test_a_count_by_workers_is_stopped_with_lower_bounds_and_filters_nothing():
    symmetry = pentominoes(5, 12).symmetry(*turned(5, 12))
    stopped = symmetry.count(workers=2, nodes=20_000)
    assert stopped.stopped == "nodes"
    assert stopped.free <= 1_010
    assert stopped.fixed <= 4_040
    with pytest.raises(xc.MethodConflict, match="method='filter'"):
        symmetry.count("filter", workers=2)


@pytest.mark.parametrize(("height", "width", "free"), RECTANGLES)
def test_they_are_found_without_being_told_the_group(height, width, free):
    pytest.importorskip("pynauty")
    symmetry = pentominoes(height, width).symmetry(detect=True)
    assert symmetry.order == 4
    assert symmetry.count().free == free


#: Board, its symmetries, and solutions up to these.
BOARDS = [("haley", 6, 55), ("pentominoes-8x8-hole", 8, 65)]


@pytest.mark.parametrize(("board", "order", "free"), BOARDS)
def test_known_numbers_of_boards_up_to_the_motions_that_the_adapter_gives(board, order, free):
    puzzle, _ = read_puzzle(str(shipped("boards", board)))
    assert puzzle.symmetry.order == order
    for method in (*METHODS, "representatives"):
        counted = puzzle.symmetry.count(method)
        assert (counted.free, counted.fixed) == (free, order * free)


@pytest.mark.parametrize(("board", "order", "free"), BOARDS)
def test_their_symmetries_are_found_without_being_told(board, order, free):
    pytest.importorskip("pynauty")
    puzzle, _ = read_puzzle(str(shipped("boards", board)))
    symmetry = puzzle.problem.symmetry(detect=True)
    assert symmetry.order == order
    for method in METHODS:
        counted = symmetry.count(method)
        assert (counted.free, counted.fixed) == (free, order * free)


def test_own_symmetries_are_told():
    # Domino tilings of the 4 x 4 board.
    def transposed(item):
        return item[1], item[0]

    def mirrored(item):
        return item[0], 3 - item[1]

    symmetry = dominoes(4, 4).symmetry(transposed, mirrored)
    assert symmetry.order == 8
    counted = symmetry.count()
    assert (counted.free, counted.fixed) == (9, 36)
    assert sum(8 // own * number for own, number in counted.stabilisers.items()) == 36
    assert symmetry.count("fixed points").free == 9
    with pytest.raises(xc.MethodConflict, match="symmetries move every item"):
        symmetry.count("representatives")


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

    counted = dominoes(8, 8).symmetry(transposed, mirrored).count("fixed points")
    assert (counted.free, counted.fixed) == (1_629_189, 12_988_816)


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
        ({"a": "b"}, "no item goes to 'a'"),
        ({"z": "a"}, "'z' is no item"),
        ({"a": "z"}, "goes to 'z', which is no item"),
        ({"a": "x", "x": "a"}, "of another kind"),
        ({"a": "b", "b": "a"}, "option 0 goes to one of 'b', and there is none"),
    ],
)
def test_what_is_no_symmetry_is_told_with_the_reason(motion, told):
    problem = xc.Problem("abc", [["a"], ["b", "c"]], secondary="x")
    with pytest.raises(xc.NotASymmetry, match=f"permutation 2 is no symmetry.*{told}"):
        problem.symmetry({}, motion)


def test_what_is_given_or_forbidden_must_be_kept():
    swap = {"a": "b", "b": "a"}
    problem = xc.Problem("ab", {"A": "a", "B": "b"})
    assert problem.symmetry(swap).count().free == 1
    with pytest.raises(xc.NotASymmetry, match="'A' is given, and goes to one of 'b', which is not"):
        problem.given("A").symmetry(swap)
    with pytest.raises(xc.NotASymmetry, match="'A' is forbidden"):
        problem.without("A").symmetry(swap)
    bounded = xc.Problem("ab", {"A": "a", "B": "b"}, multiplicity={"a": (0, 1)})
    with pytest.raises(xc.NotASymmetry, match="another multiplicity"):
        bounded.symmetry(swap)


def test_a_symmetric_problem_with_options_given_is_counted():
    swap = {"a": "b", "b": "a"}
    problem = xc.Problem("abc", {"A": "a", "B": "b", "C": "c", "D": "c"}).given("A", "B")
    for method in METHODS:
        assert problem.symmetry(swap).count(method).free == 2


def test_questions_that_make_no_sense_are_refused():
    problem = langford(7)
    with pytest.raises(TypeError, match="expected generators, or detect=True"):
        problem.symmetry()
    with pytest.raises(TypeError, match="no mapping and no function"):
        problem.symmetry(7)
    with pytest.raises(xc.UnknownMethod, match="expected 'auto', 'representatives'"):
        problem.symmetry({}).count("magic")
    everything = xc.Problem(range(10), [[k] for k in range(10)])
    large = everything.symmetry(*[{k: k + 1, k + 1: k} for k in range(9)])
    assert large.order == 3_628_800
    for method in ("filter", "fixed points"):
        with pytest.raises(
            xc.GroupTooLarge, match="a table of this group of 3,628,800 elements; at most 20,000"
        ):
            large.count(method)


def test_a_count_that_is_stopped_says_so():
    symmetry = langford(11).symmetry(lambda item: mirrored(item, 22))
    counted = symmetry.count(nodes=1_000)
    assert counted.stopped == "nodes"
    assert counted.free < 17_792
    assert str(counted).startswith("at least ")
    assert symmetry.count().free == 17_792


def mirrored(item, places):
    """Langford pairs, read backwards."""
    kind, number = item
    return (kind, places - 1 - number) if kind == "place" else item


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


def test_options_that_are_alike_go_to_those_that_are_given_or_forbidden_like_them():
    problem = xc.Problem(
        "ab",
        {"a1": "as", "a2": "as", "b1": "bt", "b2": "bt"},
        secondary="st",
    ).without("a1", "b2")
    symmetry = problem.symmetry({"a": "b", "b": "a", "s": "t", "t": "s"})
    assert symmetry.order == 2
    assert symmetry.count().fixed == 1


def test_what_is_given_and_forbidden_has_no_solutions_by_any_way():
    problem = xc.Problem("p", {"o": "p", "q": "p"}).given("o", "q").without("q")
    for method in METHODS:
        assert problem.symmetry({}).count(method).fixed == 0


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


def test_large_groups_are_counted_by_classes_and_larger_ones_on_request():
    switches = [{("s", k, 0): ("s", k, 1), ("s", k, 1): ("s", k, 0)} for k in range(9)]
    problem = xc.Problem(
        range(9),
        {(k, j): [k, ("s", k, j)] for k in range(9) for j in (0, 1)},
        secondary=[("s", k, j) for k in range(9) for j in (0, 1)],
    )
    with pytest.raises(xc.GroupTooLarge):
        problem.symmetry(*switches, most=500).count("fixed points")
    symmetry = problem.symmetry(*switches)
    assert symmetry.order == 512
    assert symmetry.count("fixed points").free == 1
    assert repr(symmetry).startswith("<512 symmetries of <Problem")
    with pytest.raises(xc.BudgetError):
        problem.symmetry(*switches, most=0)


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
    with pytest.raises(TypeError, match="detect=2: expected True or False"):
        dominoes(4, 4).symmetry(detect=2)


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
    code, out, _ = command("--generators", generators, "--solutions", "--json")
    lines = [json.loads(line) for line in out.splitlines()]
    assert [line.get("stabiliser") for line in lines[:2]] == [2, 2]
    assert (lines[2]["orbits"], lines[2]["solutions"], lines[2]["order"]) == (2, 2, 2)
    code, out, _ = command("--generators", generators, "--method", "fixed-points", "--solutions")
    assert out.splitlines()[-1] == "2 solutions, 2 up to symmetry (fixed points)"


def test_the_command_takes_a_file_without_permutations_for_the_group_of_nothing(command, tmp_path):
    generators = tmp_path / "generators.json"
    for text in ("[]", "[[]]"):
        generators.write_text(text, encoding="utf-8")
        code, out, _ = command("--generators", generators)
        assert code == 0
        assert out.splitlines()[-2].startswith("2 solutions, 2 up to symmetry")


def test_the_command_finds_the_group_itself(command):
    pytest.importorskip("pynauty")
    code, out, _ = command()
    assert code == 0
    assert out.splitlines()[0] == "4 symmetries, generated by:"
    assert "2 solutions, 1 up to symmetry" in out


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "expected JSON"),
        ("7", "no list of permutations"),
        ("{}", "no list of permutations"),
        ('""', "no list of permutations"),
        ('[["ab", "ba"]]', "no list of permutations"),
        ("[[[1]]]", "no list of permutations"),
        ('[[["a", "z"]]]', "'a' goes to 'z', which is no item"),
        ('[[["a", "c"], ["c", "a"]]]', "permutation 1 is no symmetry"),
        ('[[["a", "b"], ["a", "c"]]]', "'a' goes to two items"),
    ],
)
def test_the_command_tells_what_is_no_group(command, tmp_path, text, told):
    generators = tmp_path / "generators.json"
    generators.write_text(text, encoding="utf-8")
    code, out, err = command("--generators", generators)
    assert (code, out) == (2, "")
    assert told in err


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
