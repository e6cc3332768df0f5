"""Penalties: items that may stay open, each missing cover at a cost."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.files import dlx as dlxfile
from exactcover.files import json as jsonfile
from exactcover.files import mps as mpsfile
from exactcover.files import opb as opbfile
from tests.files.solver_texts import program_of_mps, program_of_opb
from tests.strategies import bags, multiples

exact = st.one_of(
    st.integers(-9, 9), st.fractions(-5, 5, max_denominator=6), st.integers(-(10**25), 10**25)
)


@st.composite
def soft_problems(draw, repeat=None):
    """A problem with penalties, and its solutions with their costs and open items."""
    stated = draw(multiples(most_options=6, repeat=repeat))
    bounds, penalties = dict(zip(stated.primary, stated.bounds, strict=True)), {}
    for item, (low, high) in bounds.items():
        if low == high and draw(st.booleans()):
            penalties[item] = draw(exact)
    costs = [draw(exact) for _ in stated.options]
    # (That nothing costs anything is not the same as that everything costs 0.)
    problem = xc.Problem(
        stated.primary,
        stated.options,
        secondary=stated.secondary,
        multiplicity=bounds,
        repeat=stated.repeat,
        costs=costs if any(costs) else None,
        penalties=penalties,
    )
    softened = [(0 if item in penalties else low, high) for item, (low, high) in bounds.items()]
    truth = []
    for bag in bags(replace(stated, bounds=tuple(softened))):
        missing = {
            item: bounds[item][0] - sum(item in stated.options[option] for option in bag)
            for item in penalties
        }
        missing = {item: times for item, times in missing.items() if times}
        paid = sum(penalties[item] * times for item, times in missing.items())
        truth.append((sum(costs[option] for option in bag) + paid, bag, missing))
    return problem, sorted(truth, key=lambda each: each[:2])


def crews(**more):
    """Two flights: each may stay open, and one crew can take both."""
    return xc.Problem(
        ["out", "back"],
        {"Ann": ["out"], "Bob": ["out", "back"]},
        costs={"Ann": 3, "Bob": 12},
        **more,
    )


# -- against brute force ---------------------------------------------------------------------------


@given(soft_problems(), st.integers(1, 4), st.booleans())
def test_the_best_solutions_are_those_of_brute_force(case, k, dearest):
    problem, truth = case
    answer = problem.maximize(k) if dearest else problem.minimize(k)
    if not truth:
        assert isinstance(answer, xc.Impossible)
        return
    expected = [cost for cost, _, _ in (truth[::-1] if dearest else truth)][:k]
    assert list(answer.costs) == expected
    for solution in answer.solutions:
        assert (solution.cost, solution._numbers, solution.open_items) in truth
    assert answer.bound == expected[0]


@given(soft_problems(), st.data())
def test_all_within_a_bound_are_those_of_brute_force(case, data):
    problem, truth = case
    costs = [cost for cost, _, _ in truth]
    within = data.draw(st.one_of(exact, st.sampled_from(costs)) if costs else exact)
    answer = problem.minimize(None, within=within)
    if isinstance(answer, xc.Impossible):
        assert not truth
        return
    assert list(answer.costs) == [cost for cost in costs if cost <= within]


@given(soft_problems())
def test_searches_and_diagrams_let_items_stay_open(case):
    problem, truth = case
    found = sorted((solution.cost, solution._numbers) for solution in problem.solutions())
    assert found == [each[:2] for each in truth]
    assert problem.count(method="diagram") == problem.count(engine="reference") == len(truth)
    diagram = problem.zdd()
    assert [solution.cost for solution in diagram.cheapest(3)] == [each[0] for each in truth[:3]]
    assert [cost for _, cost in problem.gather(best=3, workers=1).best] == [
        each[0] for each in truth[:3]
    ]


@given(soft_problems(repeat=False))
def test_what_is_written_is_read_again(case):
    problem, truth = case
    again = jsonfile.parse(jsonfile.format_problem(problem))
    assert (again.penalties, again.multiplicity) == (problem.penalties, problem.multiplicity)
    assert again == problem
    if not problem.primary:
        return
    again = dlxfile.parse(dlxfile.format_problem(problem))
    assert again.penalties == problem.penalties
    assert again.multiplicity == problem.multiplicity
    assert sorted((s.cost, s._numbers) for s in again.solutions()) == [each[:2] for each in truth]


def test_other_solvers_get_the_penalties_as_a_constant():
    problem = crews(penalties={"out": Fraction(5, 2), "back": 7})
    costs = list(problem.minimize(None).costs)
    assert costs == [Fraction(19, 2), 10, 12]
    for form, read in ((opbfile, program_of_opb), (mpsfile, program_of_mps)):
        program = read(form.format_problem(problem))
        assert program.constant == Fraction(19, 2)
        assert sorted(cost for _, cost in program.solutions()) == costs
    thirds = crews(penalties={"out": Fraction(1, 3)})
    with pytest.raises(xc.UnwritableProblem, match="no finite decimal"):
        mpsfile.format_problem(thirds)


# -- by hand ---------------------------------------------------------------------------------------


def test_an_open_item_costs_its_penalty():
    best = crews(penalties={"back": 8}).minimize()
    assert best.solution.options == ("Ann",)
    assert (best.cost, best.bound, best.complete) == (11, 11, True)
    assert best.solution.open_items == {"back": 1}
    best = crews(penalties={"back": 10}).minimize()
    assert (best.cost, best.solution.open_items) == (12, {})


def test_each_missing_cover_costs_the_penalty():
    problem = xc.Problem(
        ["night"],
        {"Ann": ["night"], "Bob": ["night"]},
        multiplicity={"night": 3},
        costs={"Ann": 1, "Bob": 6},
        penalties={"night": Decimal("2.5")},
    )
    best = problem.minimize()
    assert (best.solution.options, best.cost) == (("Ann",), 6)
    assert best.solution.open_items == {"night": 2}
    assert problem.multiplicity == {"night": (3, 3)}
    assert problem.penalties == {"night": Decimal("2.5")}
    assert isinstance(problem.penalties["night"], Decimal)
    assert not problem.check().notes


def test_a_negative_penalty_is_a_reward():
    problem = crews(penalties={"back": -2})
    assert (problem.minimize().cost, problem.maximize().cost) == (1, 12)


def test_penalties_without_costs_count_open_items():
    problem = xc.Problem("abc", {1: "ab", 2: "bc"}, penalties=dict.fromkeys("abc", 1))
    assert problem.costs == {}
    assert problem.minimize(None).costs == (1, 1, 3)
    assert problem.count() == 3


def test_floats_are_taken_only_on_demand():
    with pytest.raises(xc.BadPenalty, match=r"'back': 0\.5; expected .* inexact=True"):
        crews(penalties={"back": 0.5}).count()
    best = crews(penalties={"back": 0.5}, inexact=True).minimize()
    assert best.cost == 3.5
    assert isinstance(best.cost, float)


@pytest.mark.parametrize(
    ("more", "item", "message"),
    [
        ({"penalties": {"bakc": 1}}, "bakc", "it is not declared; .*, perhaps 'back'"),
        ({"penalties": {"s": 1}, "secondary": "s"}, "s", "secondary .* stay open anyway"),
        ({"penalties": {"out": float("nan")}}, "out", "finite"),
        ({"penalties": {"out": float("inf")}, "inexact": True}, "out", "finite"),
        ({"penalties": {"out": "5"}}, "out", "a whole number"),
        ({"penalties": {"out": None}}, "out", "a whole number"),
        ({"penalties": {"out": 10**1001}}, "out", "1,000 digits"),
        (
            {"penalties": {"out": 1}, "multiplicity": {"out": (1, 3)}},
            "out",
            "its multiplicity is 1 to 3; expected an item that is covered a fixed number of times",
        ),
        ({"penalties": {"out": 1}, "multiplicity": {"out": (1, None)}}, "out", "1 without limit"),
    ],
)
def test_a_wrong_penalty_names_its_item_and_what_was_expected(more, item, message):
    problem = crews(**more)
    (fault,) = problem.check().faults
    assert isinstance(fault, xc.BadPenalty)
    assert fault.item == item
    assert re.search(message, str(fault))


def test_a_penalty_that_is_stated_twice_is_refused():
    class Twice:
        def keys(self):
            return ["out", "out"]

        def __getitem__(self, item):
            return 1

    with pytest.raises(xc.BadPenalty, match="'out': it is stated twice; expected it once"):
        crews(penalties=Twice()).count()
    with pytest.raises(TypeError, match="expected item -> cost"):
        crews(penalties=["out"])


def test_problems_with_other_penalties_are_others():
    one, other, none = (crews(penalties=each) for each in ({"back": 1}, {"back": 2}, {}))
    assert one == crews(penalties={"back": 1})
    assert len({each.digest for each in (one, other, none)}) == 3
    assert one != other
    assert one != none == crews()
    assert none.digest == crews().digest


@pytest.mark.needs("pandas", "networkx")
def test_given_options_keep_their_penalties():
    problem = crews(penalties={"out": 1, "back": 1}).given("Ann")
    assert problem.minimize().cost == 4
    for form in (dlxfile, jsonfile):
        with pytest.raises(xc.UnwritableProblem, match="given options with penalties"):
            form.format_problem(problem)
    for convert in (xc.to_frame, xc.to_graph, xc.to_matrix):
        with pytest.raises(xc.UnwritableProblem, match="cannot hold penalties"):
            convert(crews(penalties={"out": 1}))


# -- files and commands ----------------------------------------------------------------------------

FILE = """\
out back |8 2|night |5/2
out |3
out back |12
night |1
"""


def test_a_penalty_stands_behind_its_item():
    problem = dlxfile.parse(FILE)
    assert problem.penalties == {"back": 8, "night": Fraction(5, 2)}
    assert problem.multiplicity == {"night": (2, 2)}
    assert dlxfile.format_problem(problem).splitlines()[0] == "out back |8 2|night |2.5"


@pytest.mark.parametrize(
    ("text", "column", "found"),
    [
        ("a |x b\na b\n", 4, "'x' is no penalty; expected a number, as in |5, or a lone '|'"),
        ("a |1 |2\na\n", 6, "a second penalty of 'a'; expected it once"),
        ("a | b |2\na\n", 7, "the penalty '|2' of no primary item"),
        ("1:2|a |2\na\n", 1, "its multiplicity is 1 to 2"),
    ],
)
def test_a_slip_is_told_with_its_place(text, column, found):
    _, faults = dlxfile.parse_leniently(text, "f")
    assert (faults[0].line, faults[0].column) == (1, column)
    assert found in str(faults[0])


@pytest.mark.parametrize(
    ("more", "found"),
    [
        ('"penalties": {"a": 1}', "'penalties'"),
        ('"penalties": [["a"]]', "entry 1 of 'penalties'"),
        ('"penalties": [["a", 1], ["a", 1]]', "the penalty of 'a'"),
        ('"penalties": [["a", "x"]]', "the cost of entry 1 of 'penalties'"),
    ],
)
def test_a_wrong_shape_in_json_is_told(more, found):
    text = f'{{"primary": ["a"], "options": [{{"items": ["a"]}}], {more}}}'
    with pytest.raises(xc.FileFault, match=re.escape(found)):
        jsonfile.parse(text)


def run(capsys, *arguments):
    code = cli.main(list(arguments))
    return code, capsys.readouterr().out


def test_commands_say_what_stays_open(capsys, tmp_path):
    path = str(tmp_path / "crews.dlx")
    xc.write(dlxfile.parse(FILE), path)
    code, out = run(capsys, "minimize", path)
    assert (code, out.splitlines()) == (
        0,
        ["solution 1, cost 14.5; open: back, night", "  1: out", "  3: night"],
    )
    _, out = run(capsys, "minimize", path, "--json")
    first = json.loads(out.splitlines()[0])
    assert (first["cost"], first["open"]) == ("14.5", [["back", 1], ["night", 1]])
    assert run(capsys, "count", path) == (0, "4\n")
    _, out = run(capsys, "solve", path, "--all")
    assert "; open: back, night (2 missing)" in out
    assert run(capsys, "check", path)[1].endswith("costs, penalties of 2 items\n")
    assert json.loads(run(capsys, "check", path, "--json")[1])["penalties"] == 2


def test_notebooks_show_what_stays_open():
    problem = crews(penalties={"back": 8})
    assert "penalties" in problem._repr_html_()
    assert "open" in problem.minimize().solution._repr_html_()
