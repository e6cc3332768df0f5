"""``--cut``, ``--tray`` and ``--challenge``: lines in millimetres that fit, whatever the cut takes
away; sheets with loose pieces, and with a solution, as they were."""

from __future__ import annotations

import io
import itertools
import math
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.cutting import (
    Sizes,
    cut_of,
    moved_outwards,
    rings_of,
    tray_beside_pieces,
)
from exactcover_puzzles.polyform.file import read_puzzle
from exactcover_puzzles.polyform.grids import HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.loose import challenge_pages
from exactcover_puzzles.polyform.polyforms import PolyformPuzzle, free_polyforms
from exactcover_puzzles.shared.shipped import shipped

PLANE = [SQUARE, TRIANGULAR, HEXAGONAL]
#: The area of a cell whose edge is 1.
AREAS = {SQUARE: 1.0, TRIANGULAR: math.sqrt(3) / 4, HEXAGONAL: 1.5 * math.sqrt(3)}


def edges(ring):
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


def area(rings):
    """The area on the right of the rings."""
    return sum((ax * by - bx * ay) / 2 for ring in rings for (ax, ay), (bx, by) in edges(ring))


@given(st.sampled_from(PLANE), st.integers(1, 5), st.data())
def test_an_outline_has_the_area_of_its_cells_and_moves_by_the_same_distance(grid, size, data):
    piece = data.draw(st.sampled_from(free_polyforms(grid, size)))
    distance = data.draw(st.floats(-0.9, 0.9))
    rings = rings_of(grid, piece, 10.0)
    assert area(rings) == pytest.approx(100 * size * AREAS[grid])
    for ring in rings:
        for (a, b), (c, d) in zip(edges(ring), edges(moved_outwards(ring, distance)), strict=True):
            length = math.dist(a, b)
            normal = (b[1] - a[1]) / length, (a[0] - b[0]) / length
            for point in (c, d):
                along = (point[0] - a[0]) * normal[0] + (point[1] - a[1]) * normal[1]
                assert along == pytest.approx(distance, abs=1e-9)
            assert math.dist(c, d) > 0


@pytest.mark.parametrize("kerf", [0.0, 0.3])
def test_after_the_cut_the_pieces_fill_the_hole_of_the_tray(kerf):
    puzzle, _ = read_puzzle(str(shipped("boards", "haley")))
    cut = cut_of(puzzle, Sizes(kerf=kerf))
    _, *hole = cut.tray
    left = [moved_outwards(ring, kerf / 2) for ring in hole]
    pieces = [moved_outwards(ring, -kerf / 2) for _, rings in cut.pieces for ring in rings]
    assert area(left) == pytest.approx(area(pieces))
    assert area(pieces) == pytest.approx(72 * 100 * AREAS[TRIANGULAR])


@pytest.mark.parametrize(("clearance", "wall"), [(0.0, 6.0), (0.5, 8.0), (2.0, 1.0)])
def test_clearance_is_between_a_piece_and_the_wall_and_between_two_pieces(clearance, wall):
    pieces = {"A": ((0, 0),), "B": ((0, 0),)}
    puzzle = PolyformPuzzle(SQUARE, ((0, 0), (0, 1)), pieces)
    cut = cut_of(puzzle, Sizes(clearance=clearance, wall=wall))
    (tray, hole), (piece, _) = (
        [max(x for x, _ in ring) - min(x for x, _ in ring) for ring in rings]
        for rings in (cut.tray, [ring for _, rings in cut.pieces for ring in rings])
    )
    assert hole == pytest.approx(2 * piece + 3 * clearance)
    assert piece == pytest.approx(10 - clearance)
    assert tray == pytest.approx(hole + 2 * wall)


def meet(one, other):
    """Whether two edges share a point: by the sides on which their ends lie."""

    def side(a, b, c):
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return 0 if abs(turn) < 1e-9 else math.copysign(1, turn)

    (a, b), (c, d) = one, other
    apart = side(a, b, c) * side(a, b, d) > 0 or side(c, d, a) * side(c, d, b) > 0
    return not apart and all(
        max(min(a[k], b[k]), min(c[k], d[k])) <= min(max(a[k], b[k]), max(c[k], d[k])) + 1e-9
        for k in (0, 1)
    )


def crossings(rings):
    """Pairs of edges that meet, though they do not follow each other."""
    every = [(k, n, len(ring), edge) for k, ring in enumerate(rings)
             for n, edge in enumerate(edges(ring))]  # fmt: skip
    return [
        (one, other)
        for (k, n, size, one), (m, p, _, other) in itertools.combinations(every, 2)
        if not (k == m and (p - n) % size in (1, size - 1)) and meet(one, other)
    ]


@given(
    st.sampled_from(PLANE),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 5)), min_size=1, max_size=12),
    st.floats(0.1, 2.4),
)
# Pieces whose cells meet in a corner only, somewhere.
@example(SQUARE, [(0, 0), (1, 1)], 1.0)
@example(SQUARE, [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (1, 2)], 1.0)
@example(SQUARE, [(0, 1), (1, 0), (1, 2), (2, 1)], 1.0)
@example(TRIANGULAR, [(0, 0), (0, 1), (0, 2), (1, 1)], 1.0)
@example(TRIANGULAR, [(0, 0), (0, 2), (1, 1)], 1.0)
@example(TRIANGULAR, [(0, 0), (0, 4), (1, 1), (1, 3), (2, 2)], 1.0)
def test_no_line_crosses_itself_whatever_the_cells(grid, cells, distance):
    """Pieces are moved outwards, and so are joined in corners; holes of trays are moved inwards."""
    if grid is HEXAGONAL:
        cells = {(row, column) for row, column in cells if (row + column) % 2 == 0} or {(0, 0)}
    cells = tuple(sorted(cells))
    for way in (1, -1):
        rings = rings_of(grid, cells, 10.0, joined=way > 0)
        assert area(rings) == pytest.approx(100 * len(cells) * AREAS[grid])
        assert crossings([moved_outwards(ring, way * distance) for ring in rings]) == []


@pytest.mark.parametrize("gap", [2.0, 14.0])
@given(st.sampled_from(PLANE), st.lists(st.integers(1, 5), min_size=1, max_size=8), st.data())
def test_what_is_laid_out_lies_on_the_sheet_and_apart(gap, grid, sizes, data):
    pieces = {
        f"{k}": data.draw(st.sampled_from(free_polyforms(grid, size)))
        for k, size in enumerate(sizes)
    }
    board = data.draw(st.sampled_from(free_polyforms(grid, 5)))
    puzzle = PolyformPuzzle(grid, board, pieces, copies={"0": (0, 3)})
    sizes = Sizes(8.0, gap=gap)
    for sheet in (cut_of(puzzle, replace(sizes, kerf=0.2)), tray_beside_pieces(puzzle, sizes)):
        assert Counter(name for name, _ in sheet.pieces) == Counter([*pieces, "0", "0"])
        boxes = []
        for rings in (sheet.tray, *(rings for _, rings in sheet.pieces)):
            xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
            boxes.append((min(xs), min(ys), max(xs), max(ys)))
            assert min(*xs, *ys) > gap - 0.01
            assert max(xs) < sheet.width - gap + 0.01
            assert max(ys) < sheet.height - gap + 0.01
        for one, other in itertools.combinations(boxes, 2):
            across = max(one[0] - other[2], other[0] - one[2])
            assert max(across, one[1] - other[3], other[1] - one[3]) > gap - 0.01


def test_dxf_has_closed_lines_in_millimetres_on_two_layers(command, tmp_path):
    ezdxf = pytest.importorskip("ezdxf")
    assert command("puzzles polyform pentominoes-6x10 --cut x.dxf --kerf 0")[0] == 0
    document = ezdxf.read(io.StringIO((tmp_path / "x.dxf").read_text()))
    lines = list(document.modelspace())
    assert document.units == 4
    assert all(line.closed for line in lines)
    layers = {"tray": [], "pieces": []}
    for line in lines:
        layers[line.dxf.layer].append(list(line.get_points("xy")))
    assert {layer: len(rings) for layer, rings in layers.items()} == {"tray": 2, "pieces": 12}
    assert sum(abs(area([ring])) for ring in layers["pieces"]) == pytest.approx(60 * 100)


# -- sheets --------------------------------------------------------------------------------------

SHEETS = {
    # One piece lies in the tray, one may be left out, and the title is wide.
    "given": "title: 題名の漢字題名の漢字題名の漢字題名の漢字\ngrid: square\nboard:\n####\n####\n\n"
    "piece bar:\n##\n\npiece bend:\n##\n#.\n\npiece post x 0-1:\n###\n\n"
    "given: bend on r1c1 r1c2 r2c1\n",
    # All that a solution must keep to.
    "rules": "grid: square\npieces: trominoes domino\nreflect: no\ncolour red: I, V\n"
    "colour blue: domino\ntouching: different\noptional: r1c1 r3c3\nholes: 1\n"
    "forbidden: domino on r1c2 r1c3\n\nboard:\n###\n###\n###\n",
    "one": "grid: square\nboard:\n###\n#..\n\npiece A:\n###\n\npiece B:\n#\n",
    # Its cells meet in a corner, and it has a hole.
    "corner": "grid: square\nuse: any\nboard:\n###\n###\n###\n\npiece A:\n###\n#.#\n##.\n",
}


def test_sheets_are_what_they_were(command, tmp_path, golden):
    for name, text in SHEETS.items():
        (tmp_path / f"{name}.txt").write_text(text, encoding="utf-8")
        for kind in ("challenge", "tray", "cut"):
            kerf = "--kerf 0.4" if kind == "cut" else ""
            asked = command(f"puzzles polyform {name}.txt --{kind} {name}-{kind}.svg {kerf}")
            assert asked == (0, "", "")
    for file in sorted(tmp_path.glob("*.svg")):
        golden(f"pictures/sheets/{file.name}", file.read_text(encoding="utf-8"))


def test_a_challenge_has_its_solution_on_a_second_page_in_the_same_colours(command, tmp_path):
    assert command("puzzles polyform haley --challenge x.svg --kerf 1")[0] == 2  # of the cut alone
    assert command("puzzles polyform haley --challenge x.svg") == (0, "", "")
    sheet, solution = (
        dict(re.findall(rf'class="{kind}"[^>]* fill="(#\w+)"[^>]*><title>(\w+)<',
                        (tmp_path / name).read_text()))
        for name, kind in (("x.svg", "loose"), ("x-2.svg", "piece"))
    )  # fmt: skip
    assert sheet == solution
    assert len(sheet) == 12


def test_without_a_solution_there_is_one_page_and_it_says_so():
    for board in (((0, 0), (0, 1), (1, 0)), ((0, 0), (0, 1))):
        pieces = {"A": ((0, 0), (0, 1)), "B": ((0, 0),), "C": ((0, 0),)}
        (sheet,) = challenge_pages(Polyform(PolyformPuzzle(SQUARE, board, pieces), "none"), Sizes())
        assert "(It cannot be done.)" in sheet


def test_sheets_are_written_as_pdf_and_png_too(command, tmp_path):
    pypdf = pytest.importorskip("pypdf")
    pytest.importorskip("cairosvg")
    assert command("puzzles polyform haley --challenge x.pdf --tray t.pdf")[0] == 0
    first, second = pypdf.PdfReader(tmp_path / "x.pdf").pages
    assert "There are several ways." in first.extract_text()
    assert "One of the solutions" in second.extract_text()
    assert len(pypdf.PdfReader(tmp_path / "t.pdf").pages) == 1
    pytest.importorskip("resvg_py")
    assert command("puzzles polyform haley --challenge x.png")[0] == 0
    assert (tmp_path / "x-2.png").read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(("paper", "sides", "ruler"), [
    ("a4", ("210mm", "297mm"), 100), ("letter", ("215.9mm", "279.4mm"), 101.6),
])  # fmt: skip
def test_on_paper_every_length_is_printed_as_stated_and_a_ruler_shows_it(
    command, tmp_path, paper, sides, ruler
):
    (tmp_path / "d.txt").write_text("grid: square\npieces: 60*domino\n\nboard:\n" + "####\n" * 30)
    asked = f"puzzles polyform d.txt --tray d.svg --paper {paper} --mm 20 --clearance 0.5"
    assert command(asked)[0] == 2  # a tray of 60 cm fits on no page
    assert command(f"{asked} --mm 7") == (0, "", "")
    pages = [path.read_text() for path in sorted(tmp_path.glob("d*.svg"))]
    drawn = []
    for page in pages:
        width, height, across = re.search(
            r'width="(.*?)" height="(.*?)" viewBox="0 0 (\S+) ', page
        ).groups()
        assert {width, height} == {*sides}
        pixels = float(across) / float(width.removesuffix("mm"))

        def width_of(kind, text=page, pixels=pixels):
            paths = re.findall(rf'class="{kind}" d="([^"]*)"', text)
            every = [[float(x) for x in re.findall(r"[ML](\S+)", path)] for path in paths]
            return [(max(xs) - min(xs)) / pixels for xs in every]

        assert width_of("ruler") == [pytest.approx(ruler, abs=0.01)]
        assert width_of("tray") == [pytest.approx(4 * 7 + 0.5 + 12, abs=0.01)] * ("tray" in page)
        drawn += width_of("loose")
    assert drawn == [pytest.approx(2 * 7 - 0.5, abs=0.01)] * 60
    assert len(pages) > 1


@pytest.mark.parametrize("word", ["cut", "solid"])
def test_a_given_piece_is_a_part_of_the_tray_that_is_made(command, tmp_path, word):
    text = "grid: square\npieces: 2*L tetromino\nboard:\n####\n####\n"
    (tmp_path / "free.txt").write_text(text)
    (tmp_path / "fixed.txt").write_text(text + "given: L tetromino on r1c1 r1c2 r1c3 r2c1\n")
    (tmp_path / "full.txt").write_text("grid: square\npieces: L tetromino\nboard:\n###\n#..\n"
                                       "given: L tetromino on r1c1 r1c2 r1c3 r2c1\n")  # fmt: skip
    form = {"cut": "svg", "solid": "stl"}[word]
    if word == "solid":
        pytest.importorskip("trimesh")
    for name in ("free", "fixed"):
        assert command(f"puzzles polyform {name}.txt --{word} {name}.{form}")[0] == 0
    made = {name: (tmp_path / f"{name}.{form}").read_bytes() for name in ("free", "fixed")}
    assert made["free"] != made["fixed"]
    if word == "cut":
        assert [each.count(b"<path") for each in made.values()] == [3, 2]
    code, _, said = command(f"puzzles polyform full.txt --{word} full.{form}")
    assert code == 2
    assert "fill the board" in said
