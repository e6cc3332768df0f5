"""Any object with keys() and item access is read as a mapping, not as an iterable."""

from __future__ import annotations

import itertools
import sqlite3
from contextlib import closing
from types import MappingProxyType

import numpy as np
import pytest

import exactcover as xc
from exactcover.common.arguments import pairs_of


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
    from pandas import Series

    return Series(stated, dtype=object)  # or None becomes a number


OPTIONS = {"A": ["p"], "B": ["q"], "C": ["p", "q"]}
ITEMS = {"p": None, "x": "red"}


#: What reads a mapping, the mapping, and what is read.
READ = {
    "costs": (lambda read: xc.Problem("pq", OPTIONS, costs=read).costs,
              {"C": 10, "A": 1, "B": 2}, {"A": 1, "B": 2, "C": 10}),
    "options": (lambda read: xc.Problem("pq", read).options, OPTIONS, ("A", "B", "C")),
    "items": (lambda read: xc.Problem("p", [read], secondary="x").items_of(0), ITEMS, ITEMS),
    "items of a name": (
        lambda read: xc.Problem("p", [xc.Option("o", read)], secondary="x").first().colours,
        ITEMS, {"x": "red"},
    ),
    "multiplicity": (lambda read: xc.Problem("pq", OPTIONS, multiplicity=read).multiplicity,
                     {"q": 2, "p": (0, 2)}, {"p": (0, 2), "q": (2, 2)}),
    "nothing": (lambda read: xc.Problem("pq", OPTIONS, multiplicity=read).count(), {}, 2),
    "symmetry": (lambda read: xc.Problem("pq", OPTIONS).symmetry(read).order,
                 {"q": "p", "p": "q"}, 2),
}  # fmt: skip


def row(stated):
    """A row of a database: its keys are text, and iterating it gives values."""
    columns = ", ".join(f"? as {name}" for name in stated)
    with closing(sqlite3.connect(":memory:")) as connection:
        connection.row_factory = sqlite3.Row
        return connection.execute(f"select {columns}", [*stated.values()]).fetchone()


@pytest.mark.parametrize(
    ("what", "mapping"),
    [
        *itertools.product(READ, [dict, MappingProxyType, Labelled]), ("costs", row),
        *(pytest.param(what, series, marks=pytest.mark.needs("pandas")) for what in READ),
    ],
)  # fmt: skip
def test_a_mapping_is_read_by_its_keys(what, mapping):
    read, stated, expected = READ[what]
    assert read(mapping(stated)) == expected


def test_a_key_that_comes_twice_is_a_fault_everywhere():
    for problem, fault in (
        (xc.Problem("p", Repeating({"A": ["p"]})), xc.RepeatedOption),
        (xc.Problem("p", {"A": ["p"]}, costs=Repeating({"A": 1})), xc.BadCost),
        (xc.Problem("A", {"x": "A"}, multiplicity=Repeating({"A": 2})), xc.BadMultiplicity),
        (xc.Problem("p", {"A": Repeating({"p": None})}), xc.ItemTwiceInOption),
    ):
        assert [type(each) for each in problem.check().faults] == [fault]
    with pytest.raises(xc.NotASymmetry, match="twice"):
        xc.Problem("pq", OPTIONS).symmetry(Repeating({"p": "q", "q": "p"}))


def test_values_that_were_meant_for_items_are_recognized():
    with pytest.raises(xc.UnknownItem, match=r"read as a mapping.*list\(") as raised:
        xc.Problem("pq", {"A": Labelled({0: "p", 1: "q"})}).count()
    assert raised.value.item == 0
    with pytest.raises(xc.ColourOnPrimary):
        xc.Problem([0, 1], {"A": Labelled({0: 1, 1: 0})}).count()


@pytest.mark.parametrize("ask", [xc.Problem("pq", OPTIONS).batch, xc.defining_set])
def test_a_mapping_is_refused_where_lists_are_expected(ask):
    with pytest.raises(TypeError, match="not a mapping"):
        ask(Labelled({"AB": ["C"]}))


def test_what_only_looks_like_a_mapping_is_none():
    records = np.array([("A", 1)], dtype=[("keys", "U1"), ("items", "i4")]).view(np.recarray)
    for other in (records, records[0], dict, [("A", 1)], "keys", {"A": 1}.items(), {"A": 1}.keys()):
        assert pairs_of(other) is None


@pytest.mark.needs("pandas")
def test_a_table_of_pandas_is_a_mapping_of_its_columns():
    from pandas import DataFrame

    table = DataFrame({"A": [1, 0], "B": [0, 1]}, index=["p", "q"])
    with pytest.raises(xc.ColourOnPrimary):
        xc.Problem("pq", table).count()
    with pytest.raises(xc.BadMultiplicity):
        xc.Problem("pq", OPTIONS, multiplicity=table).count()
