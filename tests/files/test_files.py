"""Problems in files: the TAOCP text format, JSON, gzip, and every way a file can be broken.

``tests/golden/formats/`` has texts, each after ``>``, and what is read, as JSON, or told of their
faults; further ones get their answers by ``pytest --update-golden``.
"""

from __future__ import annotations

import gzip
import io
import re
import sys
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.files import dlx as dlxfile
from exactcover.files import formats as files
from exactcover.files import json as jsonfile
from exactcover.files import mps
from tests.fuzz.damage import damaged
from tests.fuzz.samples import PROBLEMS
from tests.paths import ROOT

XCC = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"
FORMATS = ROOT / "tests" / "golden" / "formats"


@pytest.mark.parametrize("form", files.READ)
def test_a_text_is_read_as_it_was_or_its_faults_are_told(form, golden, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = []
    for text in re.findall("^> ?(.*)$", (FORMATS / f"{form}.txt").read_text("utf-8"), re.M):
        Path("f").write_bytes(text.encode("latin-1").decode("unicode_escape").encode())
        problem, faults = files.read_leniently("f", form)
        read = [jsonfile.format_problem(problem).rstrip()] if problem is not None else []
        told.append("\n".join([f"> {text}".rstrip(), *(map(str, faults) if faults else read), ""]))
    golden(f"formats/{form}.txt", "\n".join(told))


def test_an_unknown_item_is_the_usual_fault_with_near_names():
    with pytest.raises(xc.FileFault, match=r"did you mean 'north'") as caught:
        dlxfile.parse("north south\nnroth\n", "f")
    assert isinstance(caught.value.fault, xc.UnknownItem)
    assert (caught.value.path, caught.value.line, caught.value.column) == ("f", 2, 1)


@pytest.mark.parametrize(
    "text",
    ["[" * 100_000, '{"primary": [' + "[" * 700 + "]" * 700 + '], "options": []}',
     '{"primary": [' + "9" * 5_000 + '], "options": []}'],
    ids=["deep", "nested", "long"],
)  # fmt: skip
def test_json_beyond_measure_is_refused(text):
    with pytest.raises(xc.FileFault):
        jsonfile.parse(text, "f.json")


def test_a_file_of_nothing_but_faults_is_given_up_after_a_hundred():
    _, faults = dlxfile.parse_leniently("a\n" + "a:b:c\n" * 100_000, "f")
    assert len(faults) == 100


# -- from where it is read -------------------------------------------------------------------------


def test_a_path_a_text_and_an_open_file_give_the_same_problem(tmp_path):
    path = tmp_path / "with\na line end.dlx"  # a path of pathlib is never a text
    path.write_text(XCC)
    expected = xc.read(path)
    assert expected.count() == 1
    assert xc.read(XCC) == xc.read(io.StringIO(XCC)) == xc.read(io.BytesIO(XCC.encode()))
    with path.open() as text, path.open("rb") as data:
        assert xc.read(text) == xc.read(data) == xc.read(XCC) == expected
    assert xc.read("2|a\na\n", repeat=True).count() == 1


def test_the_format_of_a_text_is_recognised(tmp_path):
    problem = xc.Problem("ab", {"x": "a", "y": "b"})
    for text in (jsonfile.format_problem(problem), mps.format_problem(problem)):
        assert xc.read(text).options == xc.read(io.StringIO(text + "\n ")).options == ("x", "y")
    # What is a problem in the text format stays one.
    assert xc.read("NAME ROWS ENDATA\nNAME\nROWS\nENDATA\n").count() == 1
    path = tmp_path / "one.json"
    xc.write(problem, path)
    with path.open() as stream:
        assert xc.read(stream).options == ("x", "y")


def test_a_format_can_be_named_for_every_source(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text("1 2\n5 1 1\n7 1 1\n")
    for source in (path, path.read_text(), io.StringIO(path.read_text())):
        assert xc.read(source, "spp").count() == 2
    with pytest.raises(ValueError, match="form='opb': expected one of dlx, json, mps, spp, scp, r"):
        xc.read(path, "opb")


def test_a_fault_has_the_name_of_its_source(tmp_path):
    path = tmp_path / "small.dlx"
    path.write_text("a b\nc\n")
    with path.open() as stream:
        for source, name in ((stream, str(path)), (path, str(path)), ("a b\nc\n", "text"),
                             (io.StringIO("a b\nc\n"), "the open file"),
                             (io.BytesIO(b"a\n\xff\n"), "the open file")):  # fmt: skip
            with pytest.raises(xc.FileFault) as caught:
                xc.read(source)
            assert (caught.value.path, caught.value.line, caught.value.column) == (name, 2, 1)


def test_what_is_no_source_is_refused():
    strange = SimpleNamespace(read=lambda: 3)
    with pytest.raises(FileNotFoundError):
        xc.read("a b c")  # without a line end it is a path
    for source in (3, None, ["a b"], b"a b\na\n", strange):
        with pytest.raises(TypeError, match="expected"):
            xc.read(source)


def test_standard_input_is_a_minus(monkeypatch):
    for data in (XCC.encode(), gzip.compress(XCC.encode()), b"a\nb\n"):
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(data)))
        if data != b"a\nb\n":
            assert files.read("-").count() == 1
    with pytest.raises(xc.FileFault, match="standard input:2:1"):
        files.read("-")


@pytest.mark.parametrize(
    ("name", "data", "told", "place"),
    [
        ("p.dlx", b"a b\na\r\nb\xe9\n", "not UTF-8", (3, 2)),
        ("p.dlx", "a b\na b\n".encode("utf-16"), "UTF-16", (1, 1)),
        ("p.dlx.gz", gzip.compress(XCC.encode(), mtime=0)[:-5], "gzip", (0, 0)),
        ("p.dlx.gz", b"not gzip at all", "gzip", (0, 0)),
    ],
)
def test_damaged_files_are_refused_with_their_place(tmp_path, name, data, told, place):
    (tmp_path / name).write_bytes(data)
    with pytest.raises(xc.FileFault, match=told) as caught:
        files.read(str(tmp_path / name))
    assert (caught.value.line, caught.value.column) == place


def test_a_compressed_file_is_known_by_its_first_bytes(tmp_path):
    (tmp_path / "some.dlx").write_bytes(gzip.compress(XCC.encode()))
    assert files.read(str(tmp_path / "some.dlx")).count() == 1
    (tmp_path / "some.dlx").write_bytes(gzip.compress(XCC.encode())[:-5])
    with pytest.raises(xc.FileFault, match="gzip"):
        files.read(str(tmp_path / "some.dlx"))


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_a_file_without_an_end_is_refused(monkeypatch):
    monkeypatch.setattr("exactcover.common.textfiles._PLAIN", 10**6)
    with pytest.raises(xc.FileFault, match="/dev/zero: it has more than 2 MB; expected less"):
        files.read("/dev/zero", unpacked="2MB")


@pytest.mark.parametrize("form", files.READ)
@given(st.randoms())
def test_a_fault_has_a_place_within_the_file(form, draw):
    data = damaged(draw.choice(PROBLEMS[form]).encode(), draw)
    text = data.decode(errors="replace")
    problem, faults = files._parsed(text, "f", "f", form, False)
    assert (problem is None) == bool(faults)
    lines = text.count("\n") + text.count("\r") + 1
    assert all(0 <= fault.line <= lines and fault.column >= 0 for fault in faults)
    if form not in ("json", "mps", "lp"):
        assert all(fault.line and fault.column for fault in faults)


# -- what is written -------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["p.dlx", "p.dlx.GZ", "p.Json", "p.JSON.gz"])
def test_the_ending_says_the_format_in_any_case(tmp_path, name):
    problem = dlxfile.parse(XCC)
    xc.write(problem, tmp_path / name)
    assert list(xc.read(tmp_path / name).solutions()) == list(problem.solutions())
    assert [each.name for each in tmp_path.iterdir()] == [name]
    data = (tmp_path / name).read_bytes()
    text = gzip.decompress(data) if name.lower().endswith("gz") else data
    assert text[:1] == (b"{" if "json" in name.lower() else b"p")


def test_names_that_a_text_cannot_hold_are_escaped_and_those_alike_refused():
    problem = xc.Problem([("a", 1), "x:y", "", "p|q"], [[("a", 1), "x:y", "", "p|q"]])
    text = dlxfile.format_problem(problem)
    assert text.splitlines()[0] == "('a',%201) x%3Ay % p%7Cq"
    assert dlxfile.parse(text).count() == 1
    with pytest.raises(xc.UnwritableName, match="'1'"):
        dlxfile.format_problem(xc.Problem([1, "1"], [[1, "1"]]))
    problem = xc.Problem(["\ud800"], [["\ud800"]], costs=[0.1], inexact=True)
    assert dlxfile.parse(dlxfile.format_problem(problem)).minimize().cost == Fraction(1, 10)


def test_dlx_keeps_bounds_of_all_sorts(tmp_path):
    bounds = {"a": (0, None), "b": 2, "c": (1, 2), "d": (0, 1)}
    problem = xc.Problem("abcde", ["abe", "bc", "cd", "ad"], multiplicity=bounds)
    xc.write(problem, path := tmp_path / "bounds.dlx")
    read = xc.read(path)
    assert dict(read.multiplicity) == dict(problem.multiplicity)
    assert read.count() == problem.count()


def test_json_keeps_option_names_tuples_bounds_and_half_a_surrogate_pair(tmp_path):
    problem = xc.Problem(
        [("a", 1), "\ud800é"], {("first", 1): [("a", 1)], "\udfff": ["\ud800é"]},
        multiplicity={("a", 1): (0, 2)}, repeat=True,
    )  # fmt: skip
    xc.write(problem, tmp_path / "p.json")
    assert "é" in (tmp_path / "p.json").read_text(encoding="utf-8")
    assert xc.read(tmp_path / "p.json") == problem


@pytest.mark.parametrize(
    ("name", "problem", "error"),
    [
        ("p.dlx", xc.Problem([], [], secondary="x"), xc.UnwritableProblem),
        ("p.dlx", xc.Problem("a", ["a"], multiplicity={"a": 2}, repeat=True), xc.UnwritableProblem),
        *[(f"p.{form}", xc.Problem("a", ["a", "a"], multiplicity={"a": (0, 2)}).given(0),
           xc.UnwritableProblem) for form in ("dlx", "json")],
        *[("p.json", xc.Problem([name], [[name]]), xc.UnwritableProblem)
          for name in (float("nan"), object(), 10**5_000)],
        ("no/p.dlx", xc.Problem("a", ["a"]), FileNotFoundError),
    ],
    ids=range(8),
)  # fmt: skip
def test_what_cannot_be_written_is_refused_and_leaves_nothing(tmp_path, name, problem, error):
    with pytest.raises(error) as caught:
        xc.write(problem, tmp_path / name)
    if error is FileNotFoundError:
        assert caught.value.filename == str(tmp_path / name)
    assert list(tmp_path.iterdir()) == []
