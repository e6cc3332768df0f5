"""Diagrams saved and loaded, drawn, and given to other programs."""

from __future__ import annotations

import io
import xml.etree.ElementTree as ET

import numpy as np
import pytest

import exactcover as xc
from exactcover.diagrams.export import variable_names
from tests.instances import dominoes, queens

# -- on disk -------------------------------------------------------------------------------------


def test_a_diagram_of_another_problem_is_refused(tmp_path):
    path = tmp_path / "diagram.zdd"
    options = {"x": "a", "y": "bc", "z": "ab", "w": "c"}
    problem = xc.Problem("abc", options)
    problem.zdd().save(path)
    assert xc.Problem("abc", options, costs={"x": 5}).load_zdd(path).minimum().options == ("z", "w")
    reordered = xc.Problem("abc", dict(sorted(options.items())))
    for other in (reordered, problem.given("x"), problem.without("x")):
        with pytest.raises(xc.OtherProblem):
            other.load_zdd(path)


@pytest.mark.parametrize("filtered", [False, True])
def test_a_diagram_whose_arrays_were_changed_is_refused(tmp_path, filtered):
    problem = xc.Problem("abc", {"A": "a", "AB": "ab", "B": "b", "C": "c"})
    path = tmp_path / "diagram.zdd"
    zdd = problem.zdd().with_option("A") if filtered else problem.zdd()
    zdd.save(path)
    whole = path.read_bytes()
    with np.load(path) as file:
        entries = dict(file)

    def refused(entries):
        stream = io.BytesIO()
        np.savez(stream, **entries)
        path.write_bytes(stream.getvalue())
        with pytest.raises((xc.FileFault, xc.OtherProblem)):
            problem.load_zdd(path)

    edits = 0
    for name, array in entries.items():
        refused({key: each for key, each in entries.items() if key != name})
        if array.dtype.kind == "U":
            changed = [np.array(str(array)[::-1]), np.array(f"{array}0"), np.array(1)]
        else:
            changed = [array.astype("<i4"), array.astype("<i8"), array.astype("<f8"), array[::-1]]
            changed += [array[:-1], np.append(array, 0), np.zeros_like(array), -array, array + 20]
            changed += [array + (np.arange(len(array)) == k) for k in range(len(array))]
        for other in changed:
            if other.dtype != array.dtype or not np.array_equal(other, array):
                refused({**entries, name: other})
                edits += 1
    assert edits > 50
    refused({**entries, "more": np.zeros(1)})
    path.write_bytes(whole)
    assert list(problem.load_zdd(path)) == list(zdd)
    for ask in (problem.load_zdd, zdd.save):
        with pytest.raises(FileNotFoundError):
            ask(tmp_path / "nowhere" / "diagram.zdd")


# -- pictures ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "problem",
    [
        dominoes(4, 4), xc.Problem("", []), xc.Problem("a", []),
        xc.Problem("a", {'quoted "name"\n': "a"}),
        xc.Problem("ab", {"p": "a", "q": "b", "r": "b"}).given("p"),
        xc.Problem("ab", {"p": "a", "q": "b"}, multiplicity={"a": (0, 1)}),
    ],
)  # fmt: skip
def test_a_picture_has_every_node_and_edge(problem):
    zdd = problem.zdd()
    root, space = ET.fromstring(zdd.to_svg("<Dominoes> & more")), "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == "<Dominoes> & more"
    assert len(root.findall(f"{space}circle")) == max(0, zdd.n_nodes - 1)
    assert zdd.to_dot().count("->") == zdd.n_edges


# -- other programs --------------------------------------------------------------------------------


def test_variables_have_different_names():
    assert variable_names(["a", "b"]) == ["a", "b"]
    assert variable_names([1, "1"]) == ["1", "'1'"]

    class Same:
        def __repr__(self):
            return "same"

    assert variable_names([Same(), Same()]) == ["0", "1"]


def test_a_budget_ends_a_long_list_of_samples(command, tmp_path):
    xc.write(queens(8), tmp_path / "queens.dlx")
    assert command("exactcover sample queens.dlx -k 100000000 --seconds 0.5")[0] == 3
