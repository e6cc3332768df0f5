"""Whatever has keys() and gives the value of each is read by its keys, not as it is iterated."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from types import MappingProxyType, SimpleNamespace

import numpy as np
import pytest

import exactcover as xc
from exactcover.common.arguments import pairs_of
from exactcover_puzzles.polyform.grids import GRIDS
from exactcover_puzzles.polyform.polyforms import PolyformPuzzle


class Labelled:
    """Values with labels, which gives the values when it is iterated: as a pandas Series does."""

    def __init__(self, stated):
        self._stated = dict(stated)

    def keys(self):
        return self._stated.keys()

    def __getitem__(self, label):
        return self._stated[label]

    def __iter__(self):
        return iter(self._stated.values())

    def __len__(self):
        return len(self._stated)

    def __bool__(self):
        raise ValueError("the truth value of this is ambiguous")


class Repeating(Labelled):
    """The same with two entries for each label."""

    def items(self):
        return [pair for pair in self._stated.items() for _ in range(2)]


def series(stated):
    # Of objects: or None becomes a number.
    return pytest.importorskip("pandas").Series(stated, dtype=object)


def row(stated):
    """A row of a database: its keys are text, and iterating it gives values."""
    columns = ", ".join(f"? as {name}" for name in stated)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.row_factory = sqlite3.Row
        return connection.execute(f"select {columns}", [*stated.values()]).fetchone()


mappings = pytest.mark.parametrize("mapping", [dict, MappingProxyType, Labelled, series])
OPTIONS = {"A": ["p"], "B": ["q"], "C": ["p", "q"]}


@pytest.mark.parametrize("mapping", [dict, MappingProxyType, Labelled, series, row])
def test_costs_are_read_by_the_names_of_options_whatever_their_order(mapping):
    problem = xc.Problem("pq", OPTIONS, costs=mapping({"C": 10, "A": 1, "B": 2}))
    assert problem.costs == {"A": 1, "B": 2, "C": 10}
    assert problem.minimize().cost == 3


@mappings
def test_options_are_called_by_the_keys(mapping):
    problem = xc.Problem("pq", mapping(OPTIONS))
    assert problem.options == ("A", "B", "C")
    assert {frozenset(solution) for solution in problem.solutions()} == {
        frozenset("AB"),
        frozenset("C"),
    }


@mappings
def test_the_items_of_an_option_are_the_keys_and_their_colours_the_values(mapping):
    options = [xc.Option("one", mapping({"p": None, "x": "red"})), mapping({"q": None, "x": "red"})]
    problem = xc.Problem("pq", options, secondary="x")
    assert problem.items_of("one") == {"p": None, "x": "red"}
    assert problem.first().colours == {"x": "red"}


@mappings
def test_multiplicities_are_read_by_item_and_none_of_them_is_an_empty_mapping(mapping):
    problem = xc.Problem("pq", OPTIONS, multiplicity=mapping({"q": 2, "p": (0, 2)}))
    assert problem.multiplicity == {"p": (0, 2), "q": (2, 2)}
    assert xc.Problem("pq", OPTIONS, multiplicity=mapping({})).count() == 2


@mappings
def test_a_symmetry_is_read_by_the_items_that_move(mapping):
    problem = xc.Problem("pq", OPTIONS)
    assert problem.symmetry(mapping({"q": "p", "p": "q"})).order == 2


@mappings
def test_numbers_that_work_has_found_are_read_by_their_keys(mapping):
    subtree = SimpleNamespace(nodes=1, done=False, open_prefixes=list)
    found = xc.Found(3, numbers=mapping({7: 1, 5: 2}))

    def run(nodes, stop):
        subtree.done = True
        return found

    subtree.run = run
    work = SimpleNamespace(name="counts", statement="", below=lambda prefix, listed: subtree)
    assert xc.divide(work, workers=1).numbers == {5: 2, 7: 1}


@mappings
def test_the_pieces_of_a_puzzle_are_called_by_the_keys(mapping):
    pieces = {"I": ((0, 0), (0, 1)), "L": ((0, 0), (0, 1), (1, 0))}
    board = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1))
    puzzle = PolyformPuzzle(GRIDS["square"], board, mapping(pieces))
    assert puzzle.problem.count() == PolyformPuzzle(GRIDS["square"], board, pieces).problem.count()
    assert puzzle.problem.primary[:2] == ("I", "L")


def test_a_key_that_comes_twice_is_a_fault_everywhere():
    twice = Repeating({"A": 1})
    assert [type(each) for each in xc.Problem("p", Repeating({"A": ["p"]})).check().faults] == [
        xc.RepeatedOption
    ]
    (fault,) = xc.Problem("p", {"A": ["p"]}, costs=twice).check().faults
    assert str(fault).startswith("the cost of option 'A'")
    (fault,) = xc.Problem("A", {"x": "A"}, multiplicity=Repeating({"A": 2})).check().faults
    assert isinstance(fault, xc.BadMultiplicity)
    (fault,) = xc.Problem("p", {"A": Repeating({"p": None})}).check().faults
    assert isinstance(fault, xc.ItemTwiceInOption)
    with pytest.raises(xc.NotASymmetry, match="twice"):
        xc.Problem("pq", OPTIONS).symmetry(Repeating({"p": "q", "q": "p"}))


def test_values_that_were_meant_for_items_are_recognized():
    with pytest.raises(xc.UnknownItem, match=r"read as a mapping.*list\(") as raised:
        xc.Problem("pq", {"A": Labelled({0: "p", 1: "q"})}).count()
    assert raised.value.item == 0
    with pytest.raises(xc.ColourOnPrimary):
        xc.Problem([0, 1], {"A": Labelled({0: 1, 1: 0})}).count()


def test_what_has_no_order_cannot_be_the_costs_one_by_one():
    with pytest.raises(TypeError, match="no order"):
        xc.Problem("pq", {"A": "p", "B": "q"}, costs={3, 5})


def test_a_mapping_is_refused_where_lists_are_expected():
    problem = xc.Problem("pq", OPTIONS)
    for wrong in ({"AB": ["C"]}, Labelled({"AB": ["C"]})):
        with pytest.raises(TypeError, match="an iterable of lists of option names, not a mapping"):
            problem.batch(wrong)
        with pytest.raises(TypeError, match="an iterable of solutions, not a mapping"):
            xc.defining_set(wrong)


def test_what_only_looks_like_a_mapping_is_none():
    records = np.array([("A", 1)], dtype=[("keys", "U1"), ("items", "i4")]).view(np.recarray)
    for other in (records, records[0], dict, [("A", 1)], "keys", {"A": 1}.items(), {"A": 1}.keys()):
        assert pairs_of(other) is None


def test_a_table_of_pandas_is_a_mapping_of_its_columns():
    pandas = pytest.importorskip("pandas")
    table = pandas.DataFrame({"A": [1, 0], "B": [0, 1]}, index=["p", "q"])
    with pytest.raises(xc.ColourOnPrimary):
        xc.Problem("pq", table).count()
    with pytest.raises(TypeError, match="expected item -> bounds"):
        xc.Problem("pq", OPTIONS, multiplicity=[2, 2])
    with pytest.raises(xc.BadMultiplicity, match="primary item"):
        xc.Problem("pq", OPTIONS, multiplicity=table).count()
