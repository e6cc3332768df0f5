"""``read`` takes paths, open files and texts."""

from __future__ import annotations

import io
from pathlib import Path

import pytest

import exactcover as xc
from exactcover.files import mps

TEXT = "| a small problem\na b\na\nb\na b\n"
JSON = '{"primary": ["a"],\n "options": [{"name": "x", "items": ["a"]}]}\n'


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "small.dlx"
    path.write_text(TEXT)
    return path


def test_a_path_a_string_and_an_open_file_give_the_same_problem(file):
    expected = xc.read(file)
    assert expected.count() == 2
    assert xc.read(str(file)) == expected
    assert xc.read(TEXT) == expected
    assert xc.read(io.StringIO(TEXT)) == expected
    assert xc.read(io.BytesIO(TEXT.encode())) == expected
    with file.open() as text, file.open("rb") as data:
        assert xc.read(text) == xc.read(data) == expected


def test_json_is_recognised_in_a_text_and_by_the_name_of_an_open_file(tmp_path):
    assert xc.read(JSON).options == ("x",)
    assert xc.read(io.StringIO(JSON)).options == ("x",)
    path = tmp_path / "one.json"
    path.write_text(JSON)
    with path.open() as stream:
        assert xc.read(stream).options == ("x",)


def test_mps_is_recognised_in_a_text_by_its_last_line():
    problem = xc.Problem("ab", {"x": "a", "y": "b"})
    text = mps.format_problem(problem)
    assert xc.read(text).options == xc.read(io.StringIO(text + "\n ")).options == ("x", "y")
    # What is a problem in the text format stays one.
    assert xc.read("NAME ROWS ENDATA\nNAME\nROWS\nENDATA\n").count() == 1


def test_a_format_can_be_named_for_every_source(tmp_path):
    path = tmp_path / "small.txt"
    path.write_text("1 2\n5 1 1\n7 1 1\n")
    for source in (path, path.read_text(), io.StringIO(path.read_text())):
        assert xc.read(source, "spp").count() == 2
    with pytest.raises(ValueError, match="form='cnf': expected one of dlx, json, mps, spp, scp, r"):
        xc.read(path, "cnf")


def test_a_fault_in_a_text_names_the_line():
    with pytest.raises(xc.FileFault, match="text:2") as caught:
        xc.read("a b\nc\n")
    assert (caught.value.path, caught.value.line) == ("text", 2)


def test_a_fault_in_an_open_file_has_its_name(file):
    file.write_text("a b\nc\n")
    with file.open() as stream, pytest.raises(xc.FileFault, match=r"small\.dlx:2"):
        xc.read(stream)
    with pytest.raises(xc.FileFault, match="the open file:2"):
        xc.read(io.StringIO("a b\nc\n"))


def test_bytes_that_are_no_text_are_a_fault_with_their_line():
    with pytest.raises(xc.FileFault, match=r"the open file:2:1: byte 0xff is not UTF-8"):
        xc.read(io.BytesIO(b"a\n\xff\n"))


def test_a_string_without_a_line_end_is_a_path():
    with pytest.raises(FileNotFoundError):
        xc.read("a b c")


def test_a_path_of_pathlib_is_never_a_text(tmp_path):
    path = tmp_path / "with\na line end.dlx"
    path.write_text(TEXT)
    assert xc.read(Path(path)).count() == 2


@pytest.mark.parametrize("source", [3, None, ["a b"], b"a b\na\n"])
def test_what_can_be_none_of_these_is_refused(source):
    with pytest.raises(TypeError, match="expected a path, an open file, or a text of lines"):
        xc.read(source)


def test_a_read_that_gives_something_else_is_refused():
    class Strange:
        def read(self):
            return 3

    with pytest.raises(TypeError, match="expected text or bytes from read"):
        xc.read(Strange())


def test_repeat_is_for_every_source():
    text = "2|a\na\n"
    assert xc.read(text, repeat=True).count() == 1
    assert xc.read(io.StringIO(text), repeat=True).count() == 1
