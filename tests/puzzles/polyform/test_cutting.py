"""``--cut`` and ``--challenge``: lines in millimetres that fit, whatever the cut takes away."""

from __future__ import annotations

import io
import math
import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from puzzles import cli
from puzzles.polyform.cutting import cut_of, moved_outwards, rings_of
from puzzles.polyform.cutting_output import cut_dxf, cut_svg
from puzzles.polyform.file import read_puzzle
from puzzles.polyform.grids import HEXAGONAL, SQUARE, TRIANGULAR
from puzzles.polyform.polyforms import PolyformPuzzle, free_polyforms
from puzzles.shared.shipped import shipped

PLANE = [SQUARE, TRIANGULAR, HEXAGONAL]
#: The area of a cell whose edge is 1.
AREAS = {SQUARE: 1.0, TRIANGULAR: math.sqrt(3) / 4, HEXAGONAL: 1.5 * math.sqrt(3)}
#: A ring of eight squares, with a hole.
RING = tuple((r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1))


def area(rings):
    """The area on the right of the rings."""
    return sum(
        (ax * by - bx * ay) / 2
        for ring in rings
        for (ax, ay), (bx, by) in zip(ring, [*ring[1:], ring[0]], strict=True)
    )


def edges(ring):
    return list(zip(ring, [*ring[1:], ring[0]], strict=True))


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


def test_a_piece_grows_and_holes_shrink_by_half_the_cut():
    assert area([moved_outwards(ring, 0.5) for ring in rings_of(SQUARE, ((0, 0),), 10.0)]) == 121
    whole = [moved_outwards(ring, 0.5) for ring in rings_of(SQUARE, RING, 10.0)]
    assert area(whole) == pytest.approx(31**2 - 9**2)


@pytest.mark.parametrize("kerf", [0.0, 0.3])
def test_after_the_cut_the_pieces_fill_the_hole_of_the_tray(kerf):
    puzzle, _ = read_puzzle(str(shipped("boards", "haley")))
    cut = cut_of(puzzle, 10.0, kerf, 3.0)
    _, *hole = cut.tray
    left = [moved_outwards(ring, kerf / 2) for ring in hole]
    pieces = [moved_outwards(ring, -kerf / 2) for _, rings in cut.pieces for ring in rings]
    assert area(left) == pytest.approx(area(pieces))
    assert area(pieces) == pytest.approx(72 * 100 * AREAS[TRIANGULAR])


@given(st.sampled_from(PLANE), st.lists(st.integers(1, 4), min_size=1, max_size=5), st.data())
def test_what_is_cut_lies_on_the_sheet_and_apart(grid, sizes, data):
    pieces = {
        f"{k}": data.draw(st.sampled_from(free_polyforms(grid, size)))
        for k, size in enumerate(sizes)
    }
    board = data.draw(st.sampled_from(free_polyforms(grid, 5)))
    puzzle = PolyformPuzzle(grid, board, pieces, copies={"0": (0, 3)})
    cut = cut_of(puzzle, 8.0, 0.2, 2.0)
    assert sorted(name for name, _ in cut.pieces) == sorted([*pieces, "0", "0"])
    boxes = []
    for rings in (cut.tray, *(rings for _, rings in cut.pieces)):
        xs, ys = zip(*(point for ring in rings for point in ring), strict=True)
        boxes.append((min(xs), min(ys), max(xs), max(ys)))
        assert min(*xs, *ys) > 1.99
        assert max(xs) < cut.width - 1.99
        assert max(ys) < cut.height - 1.99
    for k, (left, top, right, bottom) in enumerate(boxes):
        for other in boxes[:k]:
            across = max(left - other[2], other[0] - right)
            down = max(top - other[3], other[1] - bottom)
            assert max(across, down) > 1.99


def test_the_file_is_in_millimetres_and_every_line_stands_once():
    puzzle, title = read_puzzle(str(shipped("boards", "pentominoes-6x10")))
    cut = cut_of(puzzle, 10.0, 0.2, 3.0)
    root = ElementTree.fromstring(cut_svg(cut, title))
    assert root.get("width").endswith("mm")
    assert root.get("viewBox") == f"0 0 {root.get('width')[:-2]} {root.get('height')[:-2]}"
    paths = [each.get("d") for each in root.iter("{http://www.w3.org/2000/svg}path")]
    assert len(paths) == len(set(paths)) == 13
    assert re.fullmatch(r"(M[^MZ]*Z){2}", paths[0])


def test_dxf_has_closed_lines_in_millimetres_on_two_layers():
    ezdxf = pytest.importorskip("ezdxf")
    puzzle, _ = read_puzzle(str(shipped("boards", "pentominoes-6x10")))
    document = ezdxf.read(io.StringIO(cut_dxf(cut_of(puzzle, 10.0, 0.0, 3.0)).decode()))
    lines = list(document.modelspace())
    assert document.units == 4
    assert all(line.closed for line in lines)
    assert [line.dxf.layer for line in lines].count("tray") == 2
    assert [line.dxf.layer for line in lines].count("pieces") == 12
    pieces = [list(line.get_points("xy")) for line in lines if line.dxf.layer == "pieces"]
    assert sum(abs(area([ring])) for ring in pieces) == pytest.approx(60 * 100)


@pytest.fixture
def ask(capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)

    def asked(*arguments):
        return xc.cli.run("puzzles", cli.main, ["polyform", *arguments]), *capsys.readouterr()

    return asked


def test_a_challenge_says_how_many_ways_there_are(ask, tmp_path):
    for board, words in (
        ("pentominoes-3x20", "There are several ways."),
        ("t-tetrominoes-8x8", "Fill the tray with the 16 pieces. There are several ways."),
    ):
        assert ask(board, "--challenge", "sheet.svg") == (0, "", "")
        assert words in (tmp_path / "sheet.svg").read_text()
    one = "grid: square\nboard:\n###\n#..\n\npiece A:\n###\n\npiece B:\n#\n"
    (tmp_path / "one.txt").write_text(one)
    assert ask("one.txt", "--challenge", "sheet.svg")[0] == 0
    assert (
        "Fill the tray with the 2 pieces. There is exactly one way."
        in (tmp_path / "sheet.svg").read_text()
    )


def test_what_cannot_be_cut_is_one_line(ask):
    for arguments in (
        ["soma", "--cut", "x.svg"],
        ["haley", "--cut", "x.png"],
        ["haley", "--cut", "x.svg", "--kerf", "5"],
        ["haley", "--cut", "x.svg", "--mm", "0"],
        ["haley", "--cut", "x.svg", "--gap", "-1"],
        ["haley", "haley", "--cut", "x.svg"],
        ["haley", "--cut", "no/folder/x.svg"],
    ):
        code, out, err = ask(*arguments)
        assert (code, out, err.count("\n")) == (2, "", 1), arguments
