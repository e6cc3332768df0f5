"""Problems in files: the TAOCP text format, JSON, gzip, and every way a file can be broken."""

from __future__ import annotations

import gzip
import io
import os
import re
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover.files import dlx as dlxfile
from exactcover.files import formats as files
from exactcover.files import json as jsonfile
from tests.strategies import brute_force, statements

TOY = "| a toy\na b c d e f g\nc e\na d g\nb c f\na d f\nb g\nd e g\n"
XCC = "p q r | x y\np q x y:A\np r x:A y\np x:B\nq x:A\nr y:B\n"


def fault_of(text: str) -> xc.FileFault:
    with pytest.raises(xc.FileFault) as caught:
        dlxfile.parse(text, "f.dlx")
    return caught.value


# -- reading -------------------------------------------------------------------------------------


def test_the_examples_of_the_book_are_read_and_solved():
    toy = dlxfile.parse(TOY)
    assert toy.primary == tuple("abcdefg")
    assert [solution.options for solution in toy.solutions()] == [(1, 4, 5)]
    coloured = dlxfile.parse(XCC)
    assert coloured.secondary == ("x", "y")
    assert coloured.items_of(1) == {"p": None, "q": None, "x": None, "y": "A"}
    assert [solution.options for solution in coloured.solutions()] == [(2, 4)]


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_any_line_ending_will_do_and_the_last_may_be_missing(end):
    text = XCC.replace("\n", end)
    for variant in (text, text.removesuffix(end), "\ufeff" + text, text + end * 3):
        problem = dlxfile.parse(variant.removeprefix("\ufeff"))
        assert len(problem.options) == 5


def test_comments_and_blank_lines_may_stand_anywhere():
    problem = dlxfile.parse("\n| one\n  \na b\n   | two\na\n\nb\n|three\n")
    assert problem.options == (1, 2)


def test_names_may_be_long_and_in_any_script():
    problem = dlxfile.parse("αβγδεζηθικλ π | цвет\nαβγδεζηθικλ цвет:красный\nπ цвет:красный\n")
    assert problem.first().colours == {"цвет": "красный"}


def test_the_text_of_a_statement_of_faults_names_line_and_column():
    bad = "a b | x\na x\nb:3 c\nb b\nx x:a:b\n: a\n a|b\nx: \n"
    _, faults = dlxfile.parse_leniently(bad, "f")
    places = [(fault.line, fault.column) for fault in faults]
    assert places == [(3, 2), (3, 5), (4, 3), (5, 6), (6, 1), (7, 3), (8, 3)]
    assert all(fault.expected for fault in faults)


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("", (1, 1), "no items"),
        ("\n\n| only a comment\n", (4, 1), "no items"),
        ("a | b | c\n", (1, 7), "second '|'"),
        ("a b:c\n", (1, 4), "':' in the item name"),
        ("a|b\n", (1, 2), "'|' in the item name"),
        ("a b a\n", (1, 5), "declared twice"),
        ("a | b a\n", (1, 7), "declared twice"),
        ("ab cd\nab ce\n", (2, 4), "'ce' is not declared"),
        ("a b\na a\n", (2, 3), "twice"),
        ("a b | c\na:R c\n", (2, 2), "has a colour"),
        ("a | c\na c:\n", (2, 5), "no colour"),
        ("a | c\na :R\n", (2, 3), "no item"),
        ("a | c\na c:R:S\n", (2, 6), "second ':'"),
        ("a | c\na | c\n", (2, 3), "'|' in an option"),
    ],
)
def test_a_broken_file_gets_the_place_and_what_was_expected(text, place, found):
    fault = fault_of(text)
    assert (fault.line, fault.column) == place
    assert found in fault.found
    assert str(fault).startswith(f"f.dlx:{place[0]}:{place[1]}: ")


def test_a_misspelt_item_is_told_what_it_may_have_meant():
    fault = fault_of("north south\nnroth\n")
    assert "did you mean 'north'" in str(fault)
    assert isinstance(fault.fault, xc.UnknownItem)


def test_a_comment_written_with_a_hash_is_told_how_comments_begin():
    assert "a comment begins with '|'" in str(fault_of("a b\n# note\na b\n"))


def test_problems_are_read_and_written_from_the_top_of_the_package(tmp_path):
    path = str(tmp_path / "p.dlx")
    xc.write(dlxfile.parse(XCC), path)
    assert xc.read(path).count() == 1


def test_a_folder_that_is_not_there_is_named_as_the_user_named_it(tmp_path):
    path = tmp_path / "no" / "p.dlx"
    with pytest.raises(OSError, match="No such file") as caught:
        xc.write(dlxfile.parse(XCC), str(path))
    assert caught.value.filename == str(path)


def test_the_first_fault_tells_how_many_others_there_are():
    assert "(2 more faults, the same file)" in str(fault_of("a\nb\nc\nd\n"))


def test_a_file_of_nothing_but_faults_is_given_up_after_a_hundred():
    _, faults = dlxfile.parse_leniently("a\n" + "a:b:c\n" * 100_000, "f")
    assert len(faults) == 100


def parsed(text, form):
    """What ``read_leniently`` makes of a text in a format."""
    problem, faults = files._parsed(text, "f", "f", form, False)
    assert (problem is None) == bool(faults)
    lines = text.count("\n") + text.count("\r") + 1
    assert all(0 <= fault.line <= lines and fault.column >= 0 for fault in faults)
    return problem, faults


@pytest.mark.parametrize("form", files.READ)
@given(text=st.text(max_size=200))
def test_any_text_is_read_or_refused_with_a_place(form, text):
    _, faults = parsed(text, form)
    if form not in ("json", "mps"):
        assert all(fault.line and fault.column for fault in faults)


#: A problem in each format that is read.
SAMPLES = {
    "dlx": XCC,
    "json": jsonfile.format_problem(dlxfile.parse(XCC)),
    "mps": "NAME\nROWS\n N c\n E p\n L q\nCOLUMNS\n M 'MARKER' 'INTORG'\n x c 1 p 1\n x q 1\n"
    " y p 1\nRHS\n r p 1 q 1\nRANGES\n s p 1\nBOUNDS\n UP b x 1\n BV b y\n FX b x 0\nENDATA\n",
    "spp": "2 3\n5 1 1\n7 1 2\n1.5 2 1 2\n",
    "scp": "2 3\n5 7 11\n2 1 3\n2 2 3\n",
    "rail": "2 3\n5 1 1\n7 1 2\n1.5 2 1 2\n",
}  # fmt: skip
SLIPS = [
    "",
    "0",
    "-1",
    "2",
    "3",
    "1e30",
    "99999999999",
    "1/2",
    "x",
    "E",
    "N",
    ":",
    "|",
    "[",
    "null",
]


@pytest.mark.parametrize("form", files.READ)
@given(data=st.data())
def test_a_file_with_slips_is_read_or_refused_with_a_place(form, data):
    words = re.split(r"(\s+)", SAMPLES[form])
    for _ in range(data.draw(st.integers(1, 4))):
        k = data.draw(st.integers(0, len(words) - 1))
        words[k] = data.draw(st.sampled_from([*SLIPS, *words]))
    problem, _ = parsed("".join(words), form)
    if problem is not None:
        problem.first(nodes=100)


@given(st.text("ab|: \n", max_size=60))
def test_text_that_looks_like_the_format_is_read_or_refused_with_a_place(text):
    problem, faults = dlxfile.parse_leniently(text, "f")
    assert (problem is None) == bool(faults)
    if problem is not None:
        problem.count()


@given(st.binary(max_size=100))
def test_any_bytes_are_read_or_refused(tmp_path_factory, data):
    path = tmp_path_factory.mktemp("any") / "p.dlx"
    path.write_bytes(data)
    problem, faults = files.read_leniently(str(path))
    assert (problem is None) == bool(faults)
    assert all(str(fault).startswith(f"{path}:") for fault in faults)


def test_bytes_that_are_no_text_are_refused_with_their_place(tmp_path):
    path = tmp_path / "latin1.dlx"
    path.write_bytes(b"a b\na\r\nb\xe9\n")
    with pytest.raises(xc.FileFault, match="not UTF-8") as caught:
        files.read(str(path))
    assert (caught.value.line, caught.value.column) == (3, 2)


def test_a_damaged_gzip_file_is_refused(tmp_path):
    path = tmp_path / "p.dlx.gz"
    path.write_bytes(gzip.compress(TOY.encode())[:-5])
    with pytest.raises(xc.FileFault, match="gzip"):
        files.read(str(path))
    path.write_bytes(b"not gzip at all")
    with pytest.raises(xc.FileFault, match="gzip"):
        files.read(str(path))


def test_standard_input_is_a_minus(monkeypatch):
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(TOY.encode())))
    assert files.read("-").count() == 1
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"a\nb\n")))
    with pytest.raises(xc.FileFault, match="standard input:2:1"):
        files.read("-")


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="needs /dev/zero")
def test_a_file_without_an_end_is_refused(monkeypatch):
    monkeypatch.setattr("exactcover.common.textfiles._PLAIN", 10**6)
    with pytest.raises(xc.FileFault, match="/dev/zero: it has more than 2 MB; expected less"):
        files.read("/dev/zero", unpacked="2MB")


# -- writing -------------------------------------------------------------------------------------


@given(statements(), st.booleans())
def test_the_count_survives_the_file(statement, as_json):
    problem = statement.problem()
    if not as_json and not statement.primary:
        return
    form = jsonfile if as_json else dlxfile
    again = form.parse(form.format_problem(problem))
    assert again.primary == problem.primary
    assert again.secondary == problem.secondary
    assert len(again.options) == len(problem.options)
    assert again.count() == len(brute_force(statement))
    assert form.format_problem(again) == form.format_problem(problem) or as_json


@given(statements(), st.data())
def test_what_was_given_and_forbidden_survives_the_file(statement, data):
    primary = set(statement.primary)
    choosable = [k for k, option in enumerate(statement.options) if primary & option.keys()]
    if not choosable:
        return
    given_options = data.draw(st.lists(st.sampled_from(choosable), max_size=2))
    forbidden = data.draw(st.lists(st.sampled_from(choosable), max_size=2))
    problem = statement.problem().given(*given_options).without(*forbidden)
    text = dlxfile.format_problem(problem)
    assert dlxfile.parse(text).count() == problem.count()


@pytest.mark.parametrize("name", ["p.dlx", "p.dlx.gz", "p.json", "p.json.gz"])
def test_a_problem_written_to_a_file_is_read_back(tmp_path, name):
    problem = dlxfile.parse(XCC)
    path = str(tmp_path / name)
    files.write(problem, path)
    assert list(files.read(path).solutions()) == list(problem.solutions())
    assert [each.name for each in tmp_path.iterdir()] == [name]


def test_names_that_a_text_cannot_hold_are_escaped_and_those_alike_refused():
    problem = xc.Problem([("a", 1), "x:y", "", "p|q"], [[("a", 1), "x:y", "", "p|q"]])
    text = dlxfile.format_problem(problem)
    assert text.splitlines()[0] == "('a',%201) x%3Ay % p%7Cq"
    assert dlxfile.parse(text).count() == 1
    with pytest.raises(xc.UnwritableName, match="'1'"):
        dlxfile.format_problem(xc.Problem([1, "1"], [[1, "1"]]))
    assert dlxfile.parse(dlxfile.format_problem(xc.Problem(["\ud800"], [["\ud800"]]))).count() == 1


def test_a_problem_without_primary_items_cannot_be_written_as_text():
    with pytest.raises(xc.UnwritableProblem, match="primary"):
        dlxfile.format_problem(xc.Problem([], [], secondary="x"))


def test_json_keeps_option_names_and_tuples():
    problem = xc.Problem([("a", 1), "b"], {("first", 1): [("a", 1)], "second": ["b"]})
    again = jsonfile.parse(jsonfile.format_problem(problem))
    assert again.options == (("first", 1), "second")
    assert again.primary == (("a", 1), "b")
    with pytest.raises(xc.UnwritableProblem, match="JSON"):
        jsonfile.format_problem(xc.Problem([object()], []))


@pytest.mark.parametrize(
    "text",
    ["", "[]", "{", "{}", '{"primary": 3, "options": []}', '{"primary": [], "options": [1]}',
     '{"primary": [{}], "options": []}',
     '{"primary": ["a"], "options": [{"items": [{"item": 1}]}]}',
     '{"primary": ["a"], "options": [{"items": "a"}]}', '{"primary": [], "options": [], "x": 1}',
     "[" * 100_000,
     '{"primary": [' + "[" * 700 + "]" * 700 + '], "options": []}',
     '{"primary": [' + "9" * 5_000 + '], "options": []}',
     '{"primary": ["a"], "primary": [], "options": []}',
     '{"primary": ["a"], "options": [{"nmae": 1, "items": ["a"]}]}'],
    ids=range(15),
)  # fmt: skip
def test_json_of_the_wrong_shape_is_refused(text):
    with pytest.raises(xc.FileFault):
        jsonfile.parse(text, "f.json")


def test_half_a_surrogate_pair_is_escaped_in_json(tmp_path):
    problem = xc.Problem(["\ud800é"], {"\udfff": ["\ud800é"]})
    xc.write(problem, str(tmp_path / "p.json"))
    assert "é" in (tmp_path / "p.json").read_text(encoding="utf-8")
    again = xc.read(str(tmp_path / "p.json"))
    assert (again.primary, again.options) == (problem.primary, problem.options)


def test_names_that_json_cannot_hold_are_refused_before_anything_is_written(tmp_path):
    for name in (float("nan"), object(), 10**5_000):
        problem = xc.Problem([name], [[name]])
        with pytest.raises(xc.UnwritableProblem):
            xc.write(problem, str(tmp_path / "p.json"))
    assert list(tmp_path.iterdir()) == []


def test_a_fault_in_json_names_the_file_and_counts_the_others(tmp_path):
    path = tmp_path / "p.json"
    path.write_text('{"primary": ["a", "a"], "options": [{"items": ["b"]}, {"items": []}]}')
    with pytest.raises(xc.FileFault) as caught:
        xc.read(str(path))
    assert str(caught.value).startswith(f"{path}: item 'a' is declared twice")
    assert "2 more faults, the same file" in str(caught.value)
    assert "check()" not in str(caught.value)


def test_utf_16_is_called_by_its_name(tmp_path):
    path = tmp_path / "p.dlx"
    path.write_bytes("a b\na b\n".encode("utf-16"))
    with pytest.raises(xc.FileFault, match="UTF-16"):
        files.read(str(path))


def test_a_name_as_long_as_the_file_system_allows_can_be_written(tmp_path):
    path = tmp_path / ("n" * 250 + ".dlx")
    files.write(dlxfile.parse(XCC), str(path))
    assert path.read_text() == XCC


def test_a_write_that_fails_leaves_the_old_file_as_it_was(tmp_path, monkeypatch):
    path = tmp_path / "p.dlx"
    path.write_text(TOY)

    def full(descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space"):
        files.write(dlxfile.parse(XCC), str(path))
    assert path.read_text() == TOY
    assert [each.name for each in tmp_path.iterdir()] == ["p.dlx"]


def test_writing_keeps_the_permissions_and_follows_a_link(tmp_path):
    path, link = tmp_path / "p.dlx", tmp_path / "link.dlx"
    path.write_text(TOY)
    path.chmod(0o640)
    link.symlink_to(path)
    files.write(dlxfile.parse(XCC), str(link))
    assert link.is_symlink()
    assert path.read_text() == XCC
    assert path.stat().st_mode & 0o777 == 0o640
