"""``--pdf``: the pages of ``--svg`` in one file."""

from __future__ import annotations

import io
import sys

import pytest

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.queens import Queens
from exactcover_puzzles.shared.pictures import files_of
from exactcover_puzzles.shared.runner import command
from exactcover_puzzles.shared.svg_page import A3, Drawing, page

pytest.importorskip("cairosvg")
pypdf = pytest.importorskip("pypdf")


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def sizes(data):
    """Width and height of every page, in pixels."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    boxes = [each.mediabox for each in reader.pages]
    return [(float(box.width) * 96 / 72, float(box.height) * 96 / 72) for box in boxes]


def square(side):
    return page([Drawing(side, side, [f'<rect width="{side}" height="{side}"/>'])])


def test_a_pdf_has_the_pages_that_svg_has_as_files(folder, capsys):
    asked = ["8", "--all", "--fixed", "--quiet", "--svg", "q.svg", "--pdf", "q.pdf"]
    assert command(Queens, asked) == 0
    drawn = sorted(folder.glob("q*.svg"))
    data = (folder / "q.pdf").read_bytes()
    assert len(sizes(data)) == len(drawn) > 1
    assert all(max(size) <= A3[0] + 1 and min(size) <= A3[1] + 1 for size in sizes(data))
    texts = [each.extract_text().split() for each in pypdf.PdfReader(folder / "q.pdf").pages]
    # (Each heading is "8 queens".)
    numbers = [int(word) for words in texts for word in words[2:]]
    assert numbers == list(range(1, 93))
    assert {" ".join(words[:2]) for words in texts} == {"8 queens"}
    assert command(Queens, [*asked[:-1], "again.pdf"]) == 0
    assert (folder / "again.pdf").read_bytes() == data
    assert "92 solutions" in capsys.readouterr().out


def test_puzzles_of_several_files_are_in_one_file(folder, capsys):
    text = "grid: square\nboard:\n##\n\npieces: domino\n"
    for name in "ab":
        (folder / name).write_text(f"title: {name * 5}\n{text}")
    asked = ["polyform", "a", "b", "--all", "--pdf", "both.pdf"]
    assert xc.cli.run("puzzles", cli.main, asked) == 0
    assert len(sizes((folder / "both.pdf").read_bytes())) == 2
    assert "aaaaa" in capsys.readouterr().out


def test_a_large_drawing_becomes_smaller_unless_its_size_is_meant():
    pages = [square(100), square(3000)]
    ((data, _),), ((real, _),) = files_of(pages, "x.pdf"), files_of(pages, "x.pdf", dpi=300)
    (small, _), (large, high) = sizes(data)
    assert small == pytest.approx(132, abs=1)
    assert large == high == pytest.approx(A3[1], abs=1)
    assert sizes(real)[1][0] == pytest.approx(3032, abs=1)


@pytest.mark.parametrize("library", ["cairosvg", "pypdf"])
@pytest.mark.parametrize(
    "asked",
    [["queens", "8", "--pdf", "x.pdf"], ["doubles", "draw", "ideal-5x5", "--cut", "x.pdf"]],
    ids=lambda words: words[0],
)
def test_without_its_libraries_the_error_says_what_to_install(
    library, asked, folder, capsys, monkeypatch
):
    monkeypatch.setitem(sys.modules, library, None)
    assert xc.cli.run("puzzles", cli.main, asked) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.count("\n") == 1
    assert library in err
    assert not list(folder.iterdir())


def test_a_library_of_the_system_that_is_missing_is_named(folder, capsys, monkeypatch):
    class Finder:
        """Raises as cairocffi does where it finds no cairo."""

        def find_spec(self, name, path=None, target=None):
            if name == "cairosvg":
                raise OSError('no library called "cairo-2" was found')

    for name in [each for each in sys.modules if each.partition(".")[0] == "cairosvg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    assert command(Queens, ["8", "--pdf", "x.pdf"]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    assert "the library cairo" in err
    assert "cairo-2" not in err


def test_a_sheet_of_a_jigsaw_has_its_real_size(folder, capsys):
    asked = ["doubles", "draw", "ideal-5x5", "--mm", "90", "--cut", "cut.pdf"]
    assert xc.cli.run("puzzles", cli.main, asked) == 0
    ((width, height),) = sizes((folder / "cut.pdf").read_bytes())
    assert width == height == pytest.approx((5 * 90 + 16) / 25.4 * 96, abs=1)
