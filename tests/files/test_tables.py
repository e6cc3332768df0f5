"""Problems as matrices, tables and graphs, and back."""

from __future__ import annotations

import pytest
from hypothesis import given

import exactcover as xc
from tests.strategies import statements

np = pytest.importorskip("numpy")
sparse = pytest.importorskip("scipy.sparse")
pandas = pytest.importorskip("pandas")
networkx = pytest.importorskip("networkx")

KNUTH = xc.Problem(range(7), [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]])
MATRIX = [
    [0, 0, 1, 0, 1, 0, 0],
    [1, 0, 0, 1, 0, 0, 1],
    [0, 1, 1, 0, 0, 1, 0],
    [1, 0, 0, 1, 0, 1, 0],
    [0, 1, 0, 0, 0, 0, 1],
    [0, 0, 0, 1, 1, 0, 1],
]


@pytest.mark.parametrize(
    "matrix",
    [MATRIX, np.array(MATRIX), np.array(MATRIX, bool), np.array(MATRIX, float),
     np.array(MATRIX, object), sparse.csr_array(MATRIX), sparse.coo_matrix(MATRIX),
     sparse.csc_array(MATRIX), sparse.dok_array(np.array(MATRIX))],
)  # fmt: skip
def test_a_matrix_of_any_kind_is_a_problem(matrix):
    assert xc.from_matrix(matrix) == KNUTH


def test_rows_and_columns_may_have_names():
    problem = xc.from_matrix(MATRIX, options="uvwxyz", items="abcdefg")
    assert problem.first().options == ("u", "x", "y")
    assert problem.options_of("a") == ("v", "x")


def test_some_items_of_a_matrix_may_be_secondary():
    problem = xc.from_matrix([[1, 1], [1, 0]], items=["p", "s"], secondary=["s"])
    assert (problem.primary, problem.secondary) == (("p",), ("s",))
    assert problem.count() == 2


def test_further_arguments_reach_the_problem():
    problem = xc.from_matrix([[1], [1]], costs=[3, 2])
    assert problem.minimize().cost == 2


@pytest.mark.parametrize(
    "costs", [None, [3, 7, 2], {"x": 3, "y": 7, "z": 2}, {"x": 3, "z": 2}.get]
)  # fmt: skip
def test_a_row_of_zeros_is_no_option_and_the_other_rows_keep_their_names_and_costs(costs):
    for rows in ([[1, 0], [0, 0], [0, 1]], sparse.csr_array([[1, 0], [0, 0], [0, 1]])):
        problem = xc.from_matrix(rows, options="xyz", costs=costs)
        assert problem.options == ("x", "z")
        assert problem.count() == 1
        assert problem.minimize().cost == (0 if costs is None else 5)


def test_an_array_comes_back_from_a_problem():
    assert xc.to_matrix(KNUTH).astype(int).tolist() == MATRIX
    assert xc.from_matrix(xc.to_matrix(KNUTH)) == KNUTH
    assert xc.to_matrix(xc.Problem([], [])).shape == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (([1, 0],), r"the matrix: expected two dimensions, not shape \(2,\)"),
        (([[1, 2]],), "the matrix at row 0, column 1: expected 0 or 1, not 2"),
        (([[1.0], [float("nan")]],), "the matrix at row 1, column 0: expected 0 or 1, not nan"),
        (([["1"]],), "the matrix at row 0, column 0: expected 0 or 1, not '1'"),
        ((sparse.csr_array([[0, 1], [3, 0]]),), "at row 1, column 0: expected 0 or 1, not 3"),
        ((sparse.coo_array([0, 1]),), r"expected two dimensions, not shape \(2,\)"),
        ((np.zeros((1, 1), [("x", int)]),), "expected numbers 0 and 1, not records"),
    ],
)
def test_a_wrong_matrix_is_named_with_its_place(arguments, said):
    with pytest.raises(ValueError, match=said):
        xc.from_matrix(*arguments)


@pytest.mark.parametrize(
    ("keywords", "said"),
    [
        ({"items": "ab"}, "items: expected 7 names, one for each of columns, not 2"),
        ({"options": []}, "options: expected 6 names, one for each of rows, not 0"),
        ({"secondary": ["x"]}, "secondary: 'x' is no item of the table"),
    ],
)
def test_wrong_names_of_a_matrix_are_refused(keywords, said):
    with pytest.raises(ValueError, match=said):
        xc.from_matrix(MATRIX, **keywords)


def test_a_name_twice_is_the_usual_fault():
    with pytest.raises(xc.RepeatedOption):
        xc.from_matrix([[1], [1]], options=["a", "a"]).count()
    with pytest.raises(xc.RepeatedItem):
        xc.from_matrix([[1, 1]], items=["a", "a"]).count()


def test_entries_of_a_sparse_matrix_that_are_stored_twice_or_as_zero():
    rows, columns = [0, 0, 1], [0, 1, 1]
    matrix = sparse.coo_array(([1, 0, 1], (rows, columns)), shape=(2, 2))
    assert xc.from_matrix(matrix) == xc.Problem(range(2), [[0], [1]])
    twice = sparse.coo_array(([1, 1], ([0, 0], [0, 0])), shape=(1, 1))
    with pytest.raises(ValueError, match="expected 0 or 1, not 2"):
        xc.from_matrix(twice)


def test_a_table_of_pairs_is_a_problem():
    frame = pandas.DataFrame(
        {"option": ["A", "A", "B", "B"], "item": ["p", "x", "q", "x"],
         "colour": [None, "red", None, "red"]}
    )  # fmt: skip
    problem = xc.from_frame(frame, secondary=["x"])
    assert problem == xc.Problem(
        "pq",
        {"A": ["p", xc.Coloured("x", "red")], "B": ["q", xc.Coloured("x", "red")]},
        secondary="x",
    )


def test_a_table_of_zeros_and_ones_is_a_matrix_with_names():
    frame = pandas.DataFrame(MATRIX, index=list("uvwxyz"), columns=list("abcdefg"))
    assert xc.from_frame(frame) == xc.from_matrix(MATRIX, options="uvwxyz", items="abcdefg")


def test_a_table_holds_costs_and_secondary_items():
    frame = pandas.DataFrame(
        {"option": ["A", "A", "B"], "item": ["p", "x", "q"], "cost": [3, None, 4],
         "primary": [True, False, True]}
    )  # fmt: skip
    problem = xc.from_frame(frame)
    assert problem == xc.Problem("pq", {"A": "px", "B": "q"}, secondary="x", costs=[3, 4])
    assert xc.from_frame(xc.to_frame(problem)) == problem
    assert xc.from_graph(xc.to_graph(problem)) == problem
    assert xc.from_frame(frame, secondary=["p"]).primary == ("q",)


@pytest.mark.parametrize(
    ("columns", "said"),
    [
        ({"option": ["A", "B"], "item": ["p", None]}, "row 1: the item is missing"),
        ({"option": [float("nan")], "item": ["p"]}, "row 0: the option is missing"),
        (
            {"option": ["A", "A"], "item": ["p", "q"], "cost": [1, 2]},
            "row 1: option 'A' has two costs, 1 and 2",
        ),
        (
            {"option": ["A"], "item": ["p"], "primary": ["no"]},
            "row 0: expected primary to be true or false, not 'no'",
        ),
        (
            {"option": ["A", "B"], "item": ["p", "p"], "primary": [True, False]},
            "row 1: item 'p' is primary in one row and not in another",
        ),
        ({"a": pandas.array([1, None], "Int64")}, "row 1, column 'a': expected 0 or 1"),
        (
            {"pairing": ["A"], "flight": ["p"]},
            "the columns 'pairing', 'flight': expected 'option' and 'item', or numbers 0 and 1",
        ),
    ],
)
def test_a_wrong_table_is_named_with_its_place(columns, said):
    with pytest.raises(ValueError, match=said):
        xc.from_frame(pandas.DataFrame(columns))


def test_two_columns_of_one_name_are_refused():
    frame = pandas.DataFrame([["A", "B", "p"]], columns=["option", "option", "item"])
    with pytest.raises(ValueError, match="two columns are called 'option'"):
        xc.from_frame(frame)


def test_costs_are_stated_once():
    frame = pandas.DataFrame({"option": ["A"], "item": ["p"], "cost": [1.5]})
    with pytest.raises(ValueError, match="a column 'cost' as well"):
        xc.from_frame(frame, costs=[2])
    with pytest.raises(xc.BadCost, match="inexact=True"):
        xc.from_frame(frame).minimize()
    assert xc.from_frame(frame, inexact=True).minimize().cost == 1.5


def test_an_array_of_objects_is_named_with_its_place():
    with pytest.raises(ValueError, match="at row 0, column 1: expected 0 or 1, not 'x'"):
        xc.from_matrix(np.array([[1, "x"]], dtype=object))


def test_an_item_twice_in_a_table_is_named_with_its_row():
    frame = pandas.DataFrame({"option": ["A", "A"], "item": ["p", "p"]})
    with pytest.raises(ValueError, match="row 1: option 'A' covers 'p' twice"):
        xc.from_frame(frame)


def test_a_graph_without_sides_is_refused():
    with pytest.raises(ValueError, match=r"node 0: expected bipartite=0 \(option\) or 1 \(item\)"):
        xc.from_graph(networkx.path_graph(2))


def test_an_edge_within_a_side_is_refused():
    graph = networkx.Graph()
    graph.add_nodes_from([1, 2], bipartite=0)
    graph.add_edge(1, 2)
    with pytest.raises(ValueError, match="edge 1 to 2: expected an option and an item"):
        xc.from_graph(graph)


def test_what_a_graph_says_twice_is_refused():
    graph = networkx.MultiGraph()
    graph.add_node(1, bipartite=0, name="A", cost=2)
    graph.add_node(2, bipartite=1)
    graph.add_edges_from([(1, 2, {"colour": "red"}), (1, 2, {"colour": "blue"})])
    with pytest.raises(ValueError, match="two edges join 1 and 2"):
        xc.from_graph(graph)
    graph.remove_edge(1, 2)
    with pytest.raises(ValueError, match="nodes have the attribute 'cost' as well"):
        xc.from_graph(graph, costs=[1])
    graph.add_node(3, bipartite=0, name="A")
    with pytest.raises(ValueError, match="node 3: two options are called 'A'"):
        xc.from_graph(graph)
    graph.remove_node(3)
    graph.nodes[2]["primary"] = "False"
    with pytest.raises(ValueError, match="node 2: expected primary to be true or false, not 'Fa"):
        xc.from_graph(graph)


def test_a_table_cannot_hold_what_it_takes_for_missing():
    for option in ({"a": None, "s": float("nan")}, {"a": None, None: None}):
        problem = xc.Problem(
            ["a"], {"x": option}, secondary=[each for each in option if each != "a"]
        )
        with pytest.raises(xc.UnwritableProblem, match="a missing value as a name: 'x', "):
            xc.to_frame(problem)


def test_a_graph_of_networkx_may_be_a_problem_as_it_is():
    graph = networkx.complete_bipartite_graph(3, 3)
    assert xc.from_graph(graph).options == (0, 1, 2)
    assert xc.from_graph(graph).count() == 3


def test_multiplicities_and_colours_have_no_place_in_a_matrix():
    many = xc.Problem("a", {1: "a"}, multiplicity={"a": 2})
    for write in (xc.to_matrix, xc.to_frame, xc.to_graph):
        with pytest.raises(xc.UnwritableProblem, match="cannot hold multiplicities"):
            write(many)
    coloured = xc.Problem("a", {1: ["a", xc.Coloured("x", 1)]}, secondary="x")
    with pytest.raises(xc.UnwritableProblem, match="the colours of option 1"):
        xc.to_matrix(coloured)


def test_what_is_given_is_applied_to_the_options():
    assert len(xc.to_matrix(KNUTH.given(0))) == len(KNUTH.given(0).live_options) < 6
    assert set(xc.to_frame(KNUTH.without(0))["option"]) == {1, 2, 3, 4, 5}


@given(statements())
def test_tables_and_graphs_give_back_every_problem(statement):
    problem = statement.problem()
    if not problem.check():
        return
    again = xc.from_graph(xc.to_graph(problem))
    assert again.count() == problem.count()
    assert (again.primary, again.secondary) == (problem.primary, problem.secondary)
    again = xc.from_frame(xc.to_frame(problem))
    assert again.count() == problem.count()
    assert set(again.primary) == set(problem.primary)
    assert set(again.secondary) == set(problem.secondary)


def test_a_table_keeps_items_that_no_option_covers():
    lonely = xc.Problem(["a", "b"], {"x": "a"}, secondary=["c"])
    table = xc.to_frame(lonely)
    assert table.to_dict("records")[1:] == [
        {"option": None, "item": "b", "colour": None, "primary": True},
        {"option": None, "item": "c", "colour": None, "primary": False},
    ]
    assert xc.from_frame(table) == lonely
    assert xc.from_frame(xc.to_frame(KNUTH.without(0, 4))).count() == 0
