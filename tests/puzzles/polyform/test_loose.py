"""``--tray`` and ``--challenge``: the empty tray, loose pieces with labels, and a solution."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.grids import HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.loose import challenge_pages, tray_page
from exactcover_puzzles.polyform.polyforms import PolyformPuzzle, free_polyforms
from tests.puzzles.polyform.test_pictures import SVG

#: A puzzle of which one piece lies in the tray, and one may be left out.
GIVEN = """title: 題名の漢字題名の漢字題名の漢字題名の漢字
grid: square
board:
####
####

piece bar:
##

piece bend:
##
#.

piece post x 0-1:
###

given: bend on r1c1 r1c2 r2c1
"""


@pytest.fixture
def ask(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "given.txt").write_text(GIVEN, encoding="utf-8")

    def asked(*arguments):
        return xc.cli.run("puzzles", cli.main, ["polyform", *arguments]), *capsys.readouterr()

    return asked


def drawn(svg):
    """Pieces as (kind, name, fill, points), labels as (text, spot), and the size of the page."""
    root = ElementTree.fromstring(svg)
    paths = [
        (
            path.get("class"),
            path.find(SVG + "title").text if path.find(SVG + "title") is not None else "",
            path.get("fill"),
            [
                tuple(map(float, pair.split()))
                for pair in re.findall(r"[ML]([^MLZ]*)", path.get("d"))
            ],
        )
        for path in root.iter(SVG + "path")
        if path.get("class") in ("tray", "loose", "given", "piece")
    ]
    labels = [
        (text.text, (float(text.get("x")), float(text.get("y"))))
        for text in root.iter(SVG + "text")
        if text.get("class") == "label"
    ]
    return paths, labels, (float(root.get("width")), float(root.get("height")))


def box(points):
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def distance(one, other):
    """How far apart two boxes are, seen across or down; negative if they overlap."""
    return max(one[0] - other[2], other[0] - one[2], one[1] - other[3], other[1] - one[3])


@given(
    st.sampled_from([SQUARE, TRIANGULAR, HEXAGONAL]),
    st.lists(st.integers(1, 5), min_size=1, max_size=8),
    st.data(),
)
def test_pieces_lie_beside_the_tray_and_apart(grid, sizes, data):
    forms = {f"{k}": data.draw(st.sampled_from(free_polyforms(grid, n)))
             for k, n in enumerate(sizes)}  # fmt: skip
    board = data.draw(st.sampled_from(free_polyforms(grid, 6)))
    svg = tray_page(Polyform(PolyformPuzzle(grid, board, forms, copies={"0": (0, 3)}), "t"))
    paths, labels, (width, height) = drawn(svg)
    assert [kind for kind, *_ in paths].count("tray") == 1
    pieces = [(name, box(points)) for kind, name, _, points in paths if kind == "loose"]
    assert Counter(name for name, _ in pieces) == Counter([*forms, "0", "0"])
    tray = box(next(points for kind, _, _, points in paths if kind == "tray"))
    boxes = [tray, *(each for _, each in pieces)]
    for k, one in enumerate(boxes):
        assert one[0] >= 0
        assert one[1] >= 0
        assert one[2] <= width - 2 * 16 + 0.1
        assert one[3] <= height - 2 * 16 + 0.1
        assert all(distance(one, other) > 13.9 for other in boxes[:k])
    assert all(each[0] > tray[2] for _, each in pieces)
    for (name, (left, top, right, bottom)), (text, (x, y)) in zip(pieces, labels, strict=True):
        assert text == name
        assert left < x < right
        assert top < y < bottom


def test_a_challenge_has_its_solution_on_a_second_page_in_the_same_colours(ask, tmp_path):
    assert ask("haley", "--challenge", "x.svg") == (0, "", "")
    assert sorted(each.name for each in tmp_path.glob("x*")) == ["x-2.svg", "x.svg"]
    sheet, labels, _ = drawn((tmp_path / "x.svg").read_text())
    solution, again, _ = drawn((tmp_path / "x-2.svg").read_text())
    loose = {name: fill for kind, name, fill, _ in sheet if kind == "loose"}
    laid = {name: fill for kind, name, fill, _ in solution if kind == "piece"}
    assert loose == laid
    assert len(set(loose.values())) == 12
    assert sorted(text for text, _ in labels) == sorted(text for text, _ in again)
    assert len({text for text, _ in labels}) == 12
    assert "One of the solutions" in (tmp_path / "x-2.svg").read_text()
    # A key tells whose the labels are.
    for name in ("x.svg", "x-2.svg"):
        texts = [
            each.text
            for each in ElementTree.fromstring((tmp_path / name).read_text()).iter(SVG + "text")
        ]
        assert "butterfly" in texts


RULES = """grid: square
pieces: trominoes domino
reflect: no
colour red: I, V
colour blue: domino
touching: different
optional: r1c1 r3c3
holes: 1
forbidden: domino on r1c2 r1c3

board:
###
###
###
"""


def test_sheets_are_what_they_were(ask, tmp_path, golden):
    """With a piece that is given and a wide title; with all that a solution must keep to."""
    (tmp_path / "rules.txt").write_text(RULES)
    for name in ("given", "rules"):
        sheets = "--challenge", f"{name}.svg", "--tray", f"{name}-tray.svg"
        assert ask(f"{name}.txt", *sheets)[0] == 0
    for file in sorted(tmp_path.glob("*.svg")):
        golden(f"pictures/sheets/{file.name}", file.read_text(encoding="utf-8"))


def test_without_a_solution_there_is_one_page_and_it_says_so():
    for board in (((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1))):
        pieces = {"A": ((0, 0), (0, 1)), "B": ((0, 0),), "C": ((0, 0),)}
        (sheet,) = challenge_pages(Polyform(PolyformPuzzle(SQUARE, board, pieces), "none"))
        assert "(It cannot be done.)" in sheet


def test_sheets_are_written_as_pdf_and_png_too(ask, tmp_path):
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("cairosvg")
    assert ask("haley", "--challenge", "x.pdf", "--tray", "t.pdf")[0] == 0
    first, second = pypdf.PdfReader(tmp_path / "x.pdf").pages
    assert "There are several ways." in first.extract_text()
    assert "One of the solutions" in second.extract_text()
    assert len(pypdf.PdfReader(tmp_path / "t.pdf").pages) == 1
    pytest.importorskip("resvg_py")
    assert ask("haley", "--challenge", "x.png")[0] == 0
    assert (tmp_path / "x-2.png").read_bytes().startswith(b"\x89PNG")


def test_measures_of_the_cut_do_not_matter_to_sheets(ask, tmp_path):
    for measures in (["--mm", "0"], ["--kerf", "100"]):
        assert ask("haley", "--challenge", "x.svg", "--tray", "t.svg", *measures) == (0, "", "")
        assert ask("haley", "--cut", "c.svg", "--tray", "t.svg", *measures)[0] == 2
    assert not (tmp_path / "c.svg").exists()


def test_what_has_no_sheet_is_one_line_and_no_file(ask, tmp_path):
    for arguments in (
        ["soma", "--tray", "x.svg"],
        ["soma", "--challenge", "x.svg"],
        ["haley", "--tray", "x.dxf"],
        ["haley", "--tray", "x.svg", "--cut", "./x.svg"],
        ["haley", "--tray", "x-2.svg", "--challenge", "x.svg"],
        ["haley", "haley", "--tray", "x.svg"],
        ["haley", "--tray", "x.svg", "--count"],
        ["haley", "--challenge", "x.svg", "--pdf", "y.pdf"],
    ):
        code, out, err = ask(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1), arguments
    assert [each.name for each in tmp_path.iterdir()] == ["given.txt"]
