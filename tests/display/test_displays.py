"""What notebooks show of problems and answers: well-formed, escaped, bounded, on any ground."""

from __future__ import annotations

import re
import subprocess
import sys
from base64 import b64decode
from fractions import Fraction
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover import display
from exactcover.diagrams.strategies import Strategies
from exactcover.display import html
from exactcover.optimization.branch_and_bound import Optimization
from exactcover.parallel.coordinator import Coordinator
from exactcover.search.search import Search
from exactcover.symmetries.classes import Classification
from exactcover.symmetries.orbits import SharedBudget
from tests import instances
from tests.strategies import statements


def dominoes(rows, columns, costs=None):
    """Dominoes on a board, named by what they cover."""
    plain = instances.dominoes(rows, columns)
    pairs = [tuple(plain.items_of(option)) for option in plain.options]
    return xc.Problem(plain.primary, {pair: pair for pair in sorted(pairs)}, costs=costs)


def begun(problem, n):
    """An iterator that has given ``n`` solutions, and has found more."""
    solutions = problem.solutions()
    for _ in range(n):
        next(solutions)
    return solutions


BOARD = dominoes(4, 4)
PRICED = dominoes(4, 4, lambda pair: Fraction(pair[0][0] + 1, pair[0][1] + 1))
TURNS = BOARD.symmetry(lambda cell: (cell[1], cell[0]), lambda cell: (cell[0], 3 - cell[1]))
MUTILATED = xc.Problem(
    [cell for cell in BOARD.primary if cell not in ((0, 0), (3, 3))],
    {pair: list(pair) for pair in BOARD.options if not {(0, 0), (3, 3)} & set(pair)},
)
COLOURED = xc.Problem(
    "pq", {"A": ["p", xc.Coloured("x", "red")], "B": ["q", xc.Coloured("x", "red")], "C": "qx"},
    secondary="x",
)  # fmt: skip
FAULTY = xc.Problem("ab", {1: "ax", 2: "b", 3: "aa"})
FIRST = BOARD.options[0]

#: What each kind of answer says, among other things.
SHOWN = {
    "a problem": (BOARD, ["16 items", "24 options", "entries", "48"]),
    "a problem with colours": (COLOURED, ["2 primary items, 1 secondary item, 3 options", "red"]),
    "a problem with faults": (FAULTY, ["2 faults", "which is not declared"]),
    "what is given": (BOARD.given(FIRST), ["given", "((0, 0), (0, 1))"]),
    "a check": (FAULTY.check(), ["2 faults"]),
    "rules": (BOARD.where(complete=lambda found: True), ["rule for complete solutions"]),
    "a batch": (BOARD.batch([[FIRST]]), ["Batch"]),
    "a reduction": (BOARD.given(FIRST).reduce(), ["removed", "forced", "left"]),
    "an estimate": (BOARD.estimate(20), ["solutions", "random descents"]),
    "a symmetry": (TURNS, ["8 symmetries", "generators", "orbits of options"]),
    "progress": (xc.Progress(12, 3, 1.5, 0.25), ["12 nodes", "25.0 % done"]),
    "progress of the cheapest": (xc.Progress(1, 1, 1.0, best=8, bound=6), ["best 8, bound 6"]),
    "a solution": (COLOURED.first(), ["2 options", "x = red"]),
    "a partial solution": (BOARD.trace()._board(0), ["Partial solution 0 options"]),
    "solutions": (BOARD.solutions(), ["0 solutions so far", "use next()"]),
    "solutions on their way": (begun(BOARD, 2), ["2 solutions so far", "not returned yet"]),
    "a count": (BOARD.count(), ["36", "exact", "method"]),
    "a count that was stopped": (BOARD.count(nodes=1), ["at least", "stopped by nodes"]),
    "a count of orbits": (TURNS.count(), ["9", "up to symmetry", "order of the stabiliser"]),
    "a solution for its orbit": (next(TURNS.solutions()), ["up to symmetry"]),
    "solutions up to symmetry": (TURNS.solutions(), ["up to symmetry"]),
    "uniqueness": (COLOURED.is_unique(), ["exactly one solution"]),
    "two solutions": (BOARD.is_unique(), ["only in the first", "only in the second", "in both"]),
    "none": (MUTILATED.first(), ["no solution"]),
    "the cheapest": (PRICED.minimize(2), ["cost", "proven"]),
    "what is not proven": (PRICED.minimize(nodes=1), ["Optimum"]),
    "a diagram": (BOARD.zdd(), ["36 solutions", "edges", "picture"]),
    "a large diagram": (dominoes(6, 6).zdd(), ["6,728 solutions", "first solutions"]),
    "a diagram of nothing": (MUTILATED.zdd(), ["0 solutions"]),
    "an explanation": (MUTILATED.explain(), ["no solution", "this part of the problem"]),
    "an ambiguity": (BOARD.given(FIRST).ambiguity(), ["18 solutions", "unique with"]),
    "a trace": (COLOURED.trace(), ["solved", "take"]),
    "a proof": (xc.prove(COLOURED), ["exactly", "proven in", "lines"]),
    "an optimum": (xc.prove(COLOURED, optimum="minimize"), ["no solution costs less than 0"]),
    "a step": (COLOURED.trace().steps[0], ["take"]),
    "what is gathered": (BOARD.gather(options=True, sample=2), ["sample", "36 solutions"]),
    "a picture": (COLOURED.zdd().to_svg(), ["picture"]),
    "what a user's own search found": (
        xc.Divided(xc.Count(3, nodes=9), {"sum": 5}, ["a row"], 2.0), ["3 found"]
    ),
    "a lower bound": (xc.Count(7, nodes=3, stopped="seconds"), ["at least 7"]),
    "a large number": (xc.Count(10**4000), ["4,001 digits"]),
    "a defining set": (xc.defining_set([[1, 2], [1, 3], [2, 3]]), ["smallest"]),
}  # fmt: skip


#: Everything that searches, or prepares a search.
SEARCHES = [
    (Search, "begin"), (Strategies, "run"), (Optimization, "run"), (Classification, "classes"),
    (Coordinator, "run"), (SharedBudget, "left"),
]  # fmt: skip
#: What an answer says of itself.
TOLD = ("nodes", "found", "complete", "stopped", "impossible")


def shown(answer):
    """The display, parsed: its words, once every style is known to suit light and dark pages."""
    page = answer._repr_html_()
    root = ElementTree.fromstring(page)
    for element in root.iter():
        tag = element.tag.rpartition("}")[2]
        assert tag not in ("script", "style", "link", "iframe")
        assert not [name for name in element.attrib if name.startswith("on")]
        style = element.get("style", "")
        assert not re.search(r"(?<![-\w])color:", style) or tag in ("img", "span"), style
    return "".join(root.itertext()) + " ".join(
        element.get("alt", "") for element in root.iter() if element.tag.endswith("img")
    )


@pytest.mark.parametrize("what", SHOWN)
def test_an_answer_shows_itself_without_a_search(what, monkeypatch):
    for of, method in SEARCHES:
        monkeypatch.setattr(of, method, lambda *_: pytest.fail("it searches"))
    answer, words = SHOWN[what]
    before = str(answer), [getattr(answer, name, None) for name in TOLD]
    for text in (shown(answer), shown(answer)):
        assert not [each for each in words if each not in text]
        assert "display failed" not in text
    assert repr(answer)
    assert (str(answer), [getattr(answer, name, None) for name in TOLD]) == before


def test_nothing_of_the_room_is_imported_before_something_is_shown():
    code = """
import sys
import exactcover as xc
answer = xc.Problem("a", {"A": "a"}).is_unique(progress=False)
assert not [name for name in sys.modules if name.startswith("exactcover.display")]
assert "exactly one solution" in answer._repr_html_()
assert "exactcover.display.answer_cards" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=100)


@pytest.mark.parametrize(("said", "words"), [("odd", "Odd: odd"), (None, "Odd")])
def test_a_display_that_raises_shows_the_repr_and_why(monkeypatch, said, words):
    class Odd(Exception):
        def __str__(self):
            return said  # None is not allowed: str() raises

    def fails(number):
        raise Odd

    monkeypatch.setattr("exactcover.display.answer_cards.count", fails)
    assert shown(xc.Count(3)) == f"Count 3the display failed: {words}"


def test_every_answer_of_a_public_method_has_a_display():
    names = {name for names in display._MODULES.values() for name in names.split()}
    assert names <= {type(answer).__name__ for answer, _ in SHOWN.values()}
    public = {name: each for name in xc.__all__ if isinstance(each := getattr(xc, name), type)}
    # What users make or get as an argument has none.
    others = [
        "Coloured", "Deadline", "Found", "OpenPrefix", "Option", "Order", "Subtree", "Work",
        "Automaton", "Condition", "Connected", "DifferentTotals", "EqualTotals", "Runs", "Times",
        "Total",
    ]  # fmt: skip
    others += [name for name in public if issubclass(public[name], (BaseException, xc.Note))]
    assert {name for name in public if not hasattr(public[name], "_repr_html_")} == set(others)


@given(statements())
def test_any_problem_and_its_answers_show_themselves(statement):
    problem = statement.problem()
    for answer in (problem, problem.reduce(), problem.count(), problem.is_unique(), problem.trace(),
                   problem.solutions(), problem.zdd()):  # fmt: skip
        assert "display failed" not in shown(answer)


@given(st.text(max_size=80), st.just("<script>") | st.text(max_size=80))
def test_names_are_escaped(one, other):
    problem = xc.Problem([(one, 1)], {(other, 2): [(one, 1)]})
    for answer in (problem, problem.first(), problem.is_unique(), problem.zdd(), problem.trace()):
        assert "display failed" not in shown(answer)


def test_a_name_whose_repr_raises_does_not_break_the_display():
    class Bad:
        def __repr__(self):
            raise RuntimeError("no words")

    assert "1 item" in shown(xc.Problem([Bad()], {}))


def test_displays_of_long_names_and_of_large_problems_are_small():
    problem = xc.Problem(["x" * 10**6], {"y" * 10**6: ["x" * 10**6]})
    assert len(problem._repr_html_()) < 10_000
    n = 60_000
    problem = xc.Problem(range(n), {k: [k] for k in range(n)})
    for answer in (problem, problem.first(), problem.reduce(), problem.solutions()):
        assert len(answer._repr_html_()) < 150_000


def test_showing_solutions_takes_none_of_them_away_and_does_not_start_a_clock():
    solutions = BOARD.solutions(seconds=100)
    before = solutions._repr_html_()
    assert (solutions.found, solutions.nodes) == (0, 0)
    assert solutions._repr_html_() == before
    assert len(list(solutions)) == 36


def test_the_gap_is_drawn_in_proportion():
    best = xc.Optimum((BOARD.first(),), (8,), 6, nodes=3, stopped="nodes")
    assert "gap 2" in shown(best)
    assert "width:75.00%" in best._repr_html_()


def luminance(colour):
    parts = [c / 255 for c in colour]
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts]
    return sum(share * c for share, c in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize(("ground", "text"), [((255,) * 3, (0,) * 3), ((17,) * 3, (222,) * 3)])
def test_tags_can_be_read_on_light_and_dark_pages(ground, text):
    """The contrast of WCAG 2.2, 1.4.3: at least 4.5 to 1."""
    for name in ("GREEN", "ORANGE", "RED", "BLUE", "GREY", "TINT"):
        *tint, share = map(float, re.findall(r"[\d.]+", getattr(html, name)))
        mixed = [share * t + (1 - share) * g for t, g in zip(tint, ground, strict=True)]
        dark, light = sorted(map(luminance, (mixed, text)))
        assert (light + 0.05) / (dark + 0.05) >= 4.5, name


def test_a_small_diagram_is_drawn():
    page = COLOURED.zdd()._repr_html_()
    picture = re.search(r"base64,([^\"]+)", page)
    assert b64decode(picture[1]).startswith(b"<svg")
