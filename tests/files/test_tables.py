"""Problems as matrices, tables and graphs, and back."""

from __future__ import annotations

import pytest

import exactcover as xc

np = pytest.importorskip("numpy")
sparse = pytest.importorskip("scipy.sparse")
pandas = pytest.importorskip("pandas")
networkx = pytest.importorskip("networkx")

KNUTH = xc.Problem(range(7), [[2, 4], [0, 3, 6], [1, 2, 5], [0, 3, 5], [1, 6], [3, 4, 6]])
MATRIX = [[int(k in KNUTH.items_of(option)) for k in range(7)] for option in range(6)]


@pytest.mark.parametrize(
    "matrix",
    [MATRIX, np.array(MATRIX), np.array(MATRIX, bool), np.array(MATRIX, float),
     np.array(MATRIX, object), sparse.csr_array(MATRIX), sparse.coo_matrix(MATRIX),
     sparse.csc_array(MATRIX), sparse.dok_array(np.array(MATRIX))],
)  # fmt: skip
def test_a_matrix_of_any_kind_is_a_problem(matrix):
    assert xc.from_matrix(matrix) == KNUTH


def test_rows_and_columns_may_have_names_and_columns_be_secondary():
    problem = xc.from_matrix(MATRIX, options="uvwxyz", items="abcdefg")
    assert problem.first().options == ("u", "x", "y")
    assert problem.options_of("a") == ("v", "x")
    frame = pandas.DataFrame(MATRIX, index=list("uvwxyz"), columns=list("abcdefg"))
    assert xc.from_frame(frame) == problem
    problem = xc.from_matrix([[1, 1], [1, 0]], items=["p", "s"], secondary=["s"], costs=[3, 2])
    assert (problem.primary, problem.secondary) == (("p",), ("s",))
    assert problem.minimize().cost == 2


@pytest.mark.parametrize(
    "costs", [None, [3, 7, 2], {"x": 3, "y": 7, "z": 2}, {"x": 3, "z": 2}.get]
)  # fmt: skip
def test_a_row_of_zeros_is_no_option_and_the_other_rows_keep_their_names_and_costs(costs):
    for rows in ([[1, 0], [0, 0], [0, 1]], sparse.csr_array([[1, 0], [0, 0], [0, 1]])):
        problem = xc.from_matrix(rows, options="xyz", costs=costs)
        assert problem.options == ("x", "z")
        assert problem.minimize().cost == (0 if costs is None else 5)


def test_an_array_comes_back_from_a_problem():
    assert xc.to_matrix(KNUTH).astype(int).tolist() == MATRIX
    assert xc.to_matrix(xc.Problem([], [])).shape == (0, 0)


def frame(**columns):
    return xc.from_frame(pandas.DataFrame(columns))


def graph(nodes, edges, **keywords):
    made = networkx.MultiGraph()
    made.add_nodes_from(nodes.items())
    made.add_edges_from(edges)
    return xc.from_graph(made, **keywords)


MANY = xc.Problem("a", {1: "a"}, multiplicity={"a": 2})


def test_what_is_none_is_refused_with_its_place(answered):
    answered("sentences/tables.txt", globals())


def test_entries_of_a_sparse_matrix_may_be_stored_as_zero():
    matrix = sparse.coo_array(([1, 0, 1], ([0, 0, 1], [0, 1, 1])), shape=(2, 2))
    assert xc.from_matrix(matrix) == xc.Problem(range(2), [[0], [1]])


def test_a_table_of_pairs_holds_colours_costs_and_secondary_items():
    frame = pandas.DataFrame(
        {"option": ["A", "A", "B", "B"], "item": ["p", "x", "q", "x"],
         "colour": [None, "red", None, "red"]}
    )  # fmt: skip
    red = xc.Coloured("x", "red")
    coloured = xc.Problem("pq", {"A": ["p", red], "B": ["q", red]}, secondary="x")
    assert xc.from_frame(frame, secondary=["x"]) == coloured
    frame = pandas.DataFrame(
        {"option": ["A", "A", "B"], "item": ["p", "x", "q"], "cost": [3, None, 4],
         "primary": [True, False, True]}
    )  # fmt: skip
    problem = xc.from_frame(frame)
    assert problem == xc.Problem("pq", {"A": "px", "B": "q"}, secondary="x", costs=[3, 4])
    assert xc.from_frame(xc.to_frame(problem)) == problem
    assert xc.from_graph(xc.to_graph(problem)) == problem
    assert xc.from_frame(frame, secondary=["p"]).primary == ("q",)


def test_costs_in_a_table_may_be_inexact():
    table = pandas.DataFrame({"option": ["A"], "item": ["p"], "cost": [1.5]})
    assert xc.from_frame(table, inexact=True).minimize().cost == 1.5


def test_a_graph_of_networkx_may_be_a_problem_as_it_is():
    problem = xc.from_graph(networkx.complete_bipartite_graph(3, 3))
    assert (problem.options, problem.count()) == ((0, 1, 2), 3)


def test_what_is_given_is_applied_to_the_options():
    assert len(xc.to_matrix(KNUTH.given(0))) == len(KNUTH.given(0).live_options) < 6
    assert set(xc.to_frame(KNUTH.without(0))["option"]) == {1, 2, 3, 4, 5}


def test_a_table_keeps_items_that_no_option_covers():
    lonely = xc.Problem(["a", "b"], {"x": "a"}, secondary=["c"])
    assert xc.from_frame(xc.to_frame(lonely)) == lonely
    assert xc.from_frame(xc.to_frame(KNUTH.without(0, 4))).count() == 0


def test_a_list_of_lists_of_0_and_1_is_a_matrix(tmp_path):
    for name in ("matrix", "matrix.json"):
        (tmp_path / name).write_text("[[1, 0, 1],\n [0, 1, 0], [1, 1, 0]]\n")
        problem = xc.read(tmp_path / name)
        assert (problem.primary, problem.first()) == ((0, 1, 2), xc.from_matrix(
            [[1, 0, 1], [0, 1, 0], [1, 1, 0]]).first())  # fmt: skip


@pytest.mark.parametrize(
    "rows", ["[[1,0],[1]]", "[[1,true]]", "[[]]", "[[1,2]]", "[[1],0]", "[[1.0]]"]
)
def test_lists_that_are_no_matrix_are_refused(rows):
    with pytest.raises(xc.FileFault, match="lists of as many 0 and 1"):
        xc.read(f"{rows}\n")
