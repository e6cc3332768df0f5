"""Diagrams saved and loaded, drawn, and given to other programs."""

from __future__ import annotations

import contextlib
import io
import json
import os
import re
import threading
import xml.etree.ElementTree as ET
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.cli import main as cli
from exactcover.diagrams.export import variable_names
from exactcover.statement.digest import digest
from tests.instances import dominoes, queens
from tests.strategies import multiples, statements

problems = st.one_of(statements(), multiples()).filter(lambda s: s.primary)


def listed(zdd):
    return [solution._numbers for solution in zdd]


# -- on disk -------------------------------------------------------------------------------------


@given(problems, st.data())
def test_what_is_loaded_is_what_was_saved(tmp_path_factory, statement, data):
    problem = statement.problem()
    zdd = problem.zdd()
    if problem.options and data.draw(st.booleans()):
        zdd = zdd.without_option(data.draw(st.sampled_from(problem.options)))
    path = tmp_path_factory.getbasetemp() / "diagram.zdd"
    zdd.save(path)
    loaded = problem.load_zdd(path)
    assert listed(loaded) == listed(zdd)
    assert loaded.method == zdd.method
    assert loaded == zdd
    assert (loaded & problem.zdd()).count() == zdd.count()
    assert isinstance(loaded, xc.ZDD)


def test_a_diagram_of_another_problem_is_refused(tmp_path):
    path = tmp_path / "diagram.zdd"
    problem = xc.Problem("abc", {"x": "a", "y": "bc", "z": "ab", "w": "c"})
    problem.zdd().save(path)
    costly = xc.Problem("abc", {"x": "a", "y": "bc", "z": "ab", "w": "c"}, costs={"x": 5})
    assert costly.load_zdd(path).minimum().options == ("z", "w")
    others = [
        xc.Problem("abc", {"x": "a", "y": "bc", "z": "ab", "v": "c"}),
        xc.Problem("abc", {"x": "a", "z": "ab", "y": "bc", "w": "c"}),
        xc.Problem("abc", {"x": "a", "y": "bc", "z": "ab", "w": "c"}, multiplicity={"a": 2}),
        xc.Problem("abcd", {"x": "a", "y": "bc", "z": "ab", "w": "c"}),
        problem.given("x"),
        problem.without("x"),
    ]
    for other in others:
        with pytest.raises(xc.OtherProblem, match="it was saved about another problem"):
            other.load_zdd(path)


def test_a_digest_tells_problems_apart_by_all_that_is_stated():
    def of(*arguments, **more):
        return digest(xc.Problem(*arguments, **more)._statement)

    plain = of("ab", {"x": "a", "y": "b"})
    assert plain == of(["a", "b"], [xc.Option("x", "a"), xc.Option("y", ["b"])])
    assert re.fullmatch("[0-9a-f]{64}", plain)
    different = [
        of("ba", {"x": "a", "y": "b"}),
        of("ab", {"x": "a", "y": "ab"}),
        of("a", {"x": "a", "y": "b"}, secondary="b"),
        of("ab", {"x": "a", "y": "b"}, multiplicity={"a": (0, 1)}),
        of("ab", {"x": "a", "y": "b"}, multiplicity={"a": (0, 2)}),
        of("ab", {"x": "a", "y": "b"}, multiplicity={"a": (0, 2)}, repeat=True),
        of("ab", {"x": "a", "y": "b"}, costs={"x": 1}),
        of([1, 2], {"x": [1], "y": [2]}),
        of(["1", "2"], {"x": ["1"], "y": ["2"]}),
        of([(1,), (2,)], {"x": [(1,)], "y": [(2,)]}),
        of([frozenset("pq"), 2], {"x": [frozenset("qp")], "y": [2]}),
        of([object, 2], {"x": [object], "y": [2]}),
    ]
    assert len({plain, *different}) == 1 + len(different)
    assert digest(
        xc.Problem("ab", {"x": "a", "y": "b"}, costs={"x": 1})._statement, costs=False
    ) == digest(xc.Problem("ab", {"x": "a", "y": "b"})._statement, costs=False)


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
            changed += [array[:-1], np.append(array, 0), np.zeros_like(array)]
            changed += [array + (np.arange(len(array)) == k) for k in range(len(array))]
        for other in changed:
            if other.dtype != array.dtype or not np.array_equal(other, array):
                refused({**entries, name: other})
                edits += 1
    assert edits > 50
    refused({**entries, "more": np.zeros(1)})
    path.write_bytes(whole)
    assert listed(problem.load_zdd(path)) == listed(zdd)


def test_a_damaged_file_is_told_and_changes_nothing(tmp_path):
    problem = dominoes(4, 4)
    path = tmp_path / "diagram.zdd"
    problem.zdd().save(path)
    whole = path.read_bytes()

    def refused(data):
        path.write_bytes(data)
        with pytest.raises(xc.FileFault, match="not a whole diagram"):
            problem.load_zdd(path)

    for data in (b"", b"12988816\n", whole[:100], whole[:-100], whole[: len(whole) // 2]):
        refused(data)
    for place in range(200, len(whole), 97):
        path.write_bytes(whole[:place] + bytes([whole[place] ^ 0x55]) + whole[place + 1 :])
        with contextlib.suppress(xc.FileFault, xc.OtherProblem):
            assert problem.load_zdd(path).count() == 36  # a byte that nothing depends on
    with pytest.raises(FileNotFoundError):
        problem.load_zdd(tmp_path / "nowhere")
    with pytest.raises(FileNotFoundError):
        problem.zdd().save(tmp_path / "nowhere" / "diagram.zdd")


@pytest.mark.parametrize(
    "change",
    [
        {"root": np.array([99, 99])},
        {"child": lambda child: child + 1},
        {"child": lambda child: -child},
        {"option": lambda option: option + 20},
        {"option": lambda option: option.astype(np.int64)},
        {"begin": lambda begin: begin[::-1]},
        {"begin": lambda begin: begin[:-1]},
        {"format": "another format"},
        {"taken": np.array([77])},
        {"taken": np.array([77], np.int32)},
        {"taken": np.array([3, 3], np.int32)},
        {"taken": np.array([0.5])},
        {"root": np.array([3, 3])},
        {"root": np.array([1.0, 1.0])},
    ],
)
def test_a_graph_that_leads_out_of_its_arrays_is_refused(tmp_path, change):
    problem = dominoes(4, 4)
    path = tmp_path / "diagram.zdd"
    problem.zdd().save(path)
    with np.load(path) as entries:
        kept = dict(entries)
    for name, value in change.items():
        kept[name] = value(kept[name]) if callable(value) else value
    with path.open("wb") as stream:
        np.savez(stream, **kept)
    with pytest.raises(xc.FileFault, match="not a whole diagram"):
        problem.load_zdd(path)


def test_a_device_or_a_pipe_is_written_to_and_stays_what_it_is(tmp_path):
    zdd = dominoes(4, 4).zdd()
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    read: list[bytes] = []
    reader = threading.Thread(target=lambda: read.append(pipe.read_bytes()))
    reader.start()
    zdd.save(pipe)
    reader.join()
    assert pipe.is_fifo()
    (tmp_path / "copy.zdd").write_bytes(read[0])
    assert dominoes(4, 4).load_zdd(tmp_path / "copy.zdd") == zdd
    full = Path("/dev/full")
    if full.is_char_device():
        with pytest.raises(OSError, match="No space left"):
            zdd.save(full)
        assert full.is_char_device()


# -- pictures ------------------------------------------------------------------------------------


def test_a_picture_has_every_node_and_every_option_of_the_graph():
    zdd = dominoes(4, 4).zdd()
    root = ET.fromstring(zdd.to_svg("<Dominoes> & more"))
    space = "{http://www.w3.org/2000/svg}"
    assert root.find(f"{space}title").text == "<Dominoes> & more"
    assert len(root.findall(f"{space}circle")) == zdd.n_nodes - 1
    texts = " | ".join(each.text for each in root.findall(f"{space}text"))
    used = {option for option, number in zdd.option_counts().items() if number}
    assert used <= {int(number) for number in re.findall(r"\d+", texts)}
    dot = zdd.to_dot()
    assert len(re.findall("->", dot)) == zdd.n_edges
    assert dot.startswith("digraph")


def test_pictures_of_the_smallest_diagrams_and_of_none():
    for problem in (
        xc.Problem("", []),
        xc.Problem("a", []),
        xc.Problem("a", {'quoted "name"\n': "a"}),
        xc.Problem("ab", {"p": "a", "q": "b", "r": "b"}).given("p"),
        xc.Problem("ab", {"p": "a", "q": "b"}, multiplicity={"a": (0, 1)}),
    ):
        zdd = problem.zdd()
        ET.fromstring(zdd.to_svg())
        assert zdd.to_dot().count("->") == zdd.n_edges
    with pytest.raises(ValueError, match="up to 200 nodes are drawn"):
        dominoes(10, 10).zdd().to_svg()


# -- other programs --------------------------------------------------------------------------------


@given(statements())
def test_other_programs_are_told_the_same_solutions(statement):
    pytest.importorskip("dd")
    from dd.autoref import BDD

    problem = statement.problem()
    if not problem.options:
        return  # dd cannot do without variables
    zdd = problem.zdd()
    truth = {frozenset(solution.options) for solution in zdd}
    texts = variable_names(problem.options)
    for manager in (None, BDD()):
        function = zdd.to_dd(manager)
        holder = function.bdd
        found = {
            frozenset(problem.options[texts.index(name)] for name, value in one.items() if value)
            for one in holder.pick_iter(function, care_vars=texts)
        }
        assert found == truth
        pytest.importorskip("graphillion")
        sets = zdd.to_graphillion()
        assert {frozenset(one) for one in sets} == truth
        assert sets.len() == len(truth)


def test_repeated_options_are_no_sets():
    problem = xc.Problem("a", {"x": "a"}, multiplicity={"a": 2}, repeat=True)
    for export in (problem.zdd().to_dd, problem.zdd().to_graphillion):
        with pytest.raises(ValueError, match="no sets of options"):
            export()


def test_variables_have_different_names():
    assert variable_names(["a", "b"]) == ["a", "b"]
    assert variable_names([1, "1"]) == ["1", "'1'"]

    class Same:
        def __repr__(self):
            return "same"

    assert variable_names([Same(), Same()]) == ["0", "1"]


# -- the command -----------------------------------------------------------------------------------


def test_a_diagram_on_the_command_line(capsys, tmp_path):
    path = str(tmp_path / "dominoes.dlx")
    xc.write(dominoes(4, 4), path)

    def run(*arguments):
        code = xc.cli.run("exactcover", cli.main, list(arguments))
        return code, *capsys.readouterr()

    code, out, _ = run("zdd", path)
    assert code == 0
    assert re.fullmatch(r"36 solutions in \d+ nodes and \d+ edges \(items in order, .*\)\n", out)
    saved = str(tmp_path / "dominoes.zdd")
    for name in ("dominoes.zdd", "picture.svg", "picture.dot"):
        assert run("zdd", path, "-o", str(tmp_path / name))[0] == 0
    assert "<svg" in (tmp_path / "picture.svg").read_text(encoding="utf-8")
    assert (tmp_path / "picture.dot").read_text(encoding="utf-8").startswith("digraph")
    sampled = run("sample", path, "--zdd", saved, "--seed", "1")
    assert sampled == run("sample", path, "--seed", "1")
    code, out, _ = run("zdd", path, "--json", "--by-option")
    answer = json.loads(out)
    assert answer["count"] == 36
    assert sum(number for _, number in answer["options"]) == 36 * 8
    assert run("zdd", path, "--by-option")[1].count("\n") == 25
    other = str(tmp_path / "queens.dlx")
    xc.write(queens(6), other)
    code, out, err = run("sample", other, "--zdd", saved)
    assert (code, out) == (2, "")
    assert "another problem" in err
    xc.write(dominoes(10, 10), other)
    code, out, err = run("zdd", other, "-o", str(tmp_path / "large.svg"))
    assert code == 2
    assert out.startswith("258,584,046,368 solutions")
    assert "cannot be read as a picture" in err
    assert not (tmp_path / "large.svg").exists()
    xc.write(dominoes(18, 18), other)
    for arguments in (["zdd", other, "--memory", "20MB"], ["zdd", other, "--seconds", "0"]):
        code, out, err = run(*arguments)
        assert (code, out) == (3, "")
        assert err.startswith("exactcover: ")
    one = tmp_path / "one.dlx"
    one.write_text("a b\na\nb\n", encoding="utf-8")
    assert run("zdd", str(one))[1].startswith("1 solution in 1 node and 0 edges")
    assert run("zdd", str(one), "-o", str(tmp_path / "no" / "where"))[0] == 2
    xc.write(queens(8), other)
    assert run("sample", other, "-k", "100000000", "--seconds", "1")[0] == 3
    assert run("count", other, "--method", "diagram", "--limit", "5")[0] == 2
