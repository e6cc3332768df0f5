"""``--pdf``: the pages of ``--svg`` in one file."""

from __future__ import annotations

import io
import sys

import pytest

from exactcover_puzzles.shared.pictures import files_of
from exactcover_puzzles.shared.svg_page import A3, Drawing, page

pytest.importorskip("cairosvg")
pypdf = pytest.importorskip("pypdf")


def sizes(data):
    """Width and height of every page, in pixels."""
    reader = pypdf.PdfReader(io.BytesIO(data))
    boxes = [each.mediabox for each in reader.pages]
    return [(float(box.width) * 96 / 72, float(box.height) * 96 / 72) for box in boxes]


def square(side):
    return page([Drawing(side, side, [f'<rect width="{side}" height="{side}"/>'])])


def test_a_pdf_has_the_pages_that_svg_has_as_files(command, tmp_path):
    asked = "puzzles queens 8 --all --fixed --quiet --svg q.svg --pdf"
    assert "92 solutions" in command(f"{asked} q.pdf")[1]
    data = (tmp_path / "q.pdf").read_bytes()
    assert len(sizes(data)) == len([*tmp_path.glob("q*.svg")]) > 1
    assert all(max(size) <= A3[0] + 1 and min(size) <= A3[1] + 1 for size in sizes(data))
    texts = [each.extract_text().split() for each in pypdf.PdfReader(tmp_path / "q.pdf").pages]
    assert {" ".join(words[:2]) for words in texts} == {"8 queens"}  # the headings
    assert [int(word) for words in texts for word in words[2:]] == list(range(1, 93))
    assert command(f"{asked} again.pdf")[0] == 0
    assert (tmp_path / "again.pdf").read_bytes() == data


def test_puzzles_of_several_files_are_in_one_file(command, tmp_path):
    for name in "ab":
        (tmp_path / name).write_text("grid: square\nboard:\n##\n\npieces: domino\n")
    assert command("puzzles polyform a b --all --pdf both.pdf")[0] == 0
    assert len(sizes((tmp_path / "both.pdf").read_bytes())) == 2


def test_a_large_drawing_becomes_smaller_unless_its_size_is_meant():
    pages = [square(100), square(3000)]
    ((data, _),), ((real, _),) = files_of(pages, "x.pdf"), files_of(pages, "x.pdf", dpi=300)
    (small, _), (large, high) = sizes(data)
    assert small == pytest.approx(132, abs=1)
    assert large == high == pytest.approx(A3[1], abs=1)
    assert sizes(real)[1][0] == pytest.approx(3032, abs=1)


@pytest.mark.parametrize("library", ["cairosvg", "pypdf"])
@pytest.mark.parametrize("asked", ["queens 8 --pdf x.pdf", "doubles draw ideal-5x5 --cut x.pdf"])
def test_without_its_libraries_the_error_says_what_to_install(
    library, asked, command, tmp_path, monkeypatch
):
    monkeypatch.setitem(sys.modules, library, None)
    code, out, err = command(f"puzzles {asked}")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert library in err
    assert not [*tmp_path.iterdir()]


def test_a_library_of_the_system_that_is_missing_is_named(command, monkeypatch):
    class Finder:
        """Raises as cairocffi does where it finds no cairo."""

        def find_spec(self, name, path=None, target=None):
            if name == "cairosvg":
                raise OSError('no library called "cairo-2" was found')

    for name in [each for each in sys.modules if each.partition(".")[0] == "cairosvg"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Finder(), *sys.meta_path])
    code, out, err = command("puzzles queens 8 --pdf x.pdf")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert "the library cairo" in err
    assert "cairo-2" not in err


def test_a_sheet_of_a_jigsaw_has_its_real_size(command, tmp_path):
    assert command("puzzles doubles draw ideal-5x5 --mm 90 --cut cut.pdf")[0] == 0
    ((width, height),) = sizes((tmp_path / "cut.pdf").read_bytes())
    assert width == height == pytest.approx((5 * 90 + 16) / 25.4 * 96, abs=1)
