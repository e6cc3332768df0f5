"""``--cut`` and ``--challenge``: lines in millimetres that fit, whatever the cut takes away."""

from __future__ import annotations

import io
import itertools
import math
import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.polyform.cutting import cut_of, moved_outwards, rings_of
from exactcover_puzzles.polyform.cutting_output import cut_dxf, cut_svg
from exactcover_puzzles.polyform.file import puzzle_of, read_puzzle
from exactcover_puzzles.polyform.grids import HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.polyforms import PolyformPuzzle, free_polyforms
from exactcover_puzzles.shared.shipped import shipped
from exactcover_puzzles.shared.source import Source

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


def meet(one, other):
    """Whether two edges share a point: by the sides on which their ends lie."""

    def side(a, b, c):
        turn = (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
        return 0 if abs(turn) < 1e-9 else math.copysign(1, turn)

    (a, b), (c, d) = one, other
    apart = side(a, b, c) * side(a, b, d) > 0 or side(c, d, a) * side(c, d, b) > 0
    boxes = all(
        max(min(a[k], b[k]), min(c[k], d[k])) <= min(max(a[k], b[k]), max(c[k], d[k])) + 1e-9
        for k in (0, 1)
    )
    return boxes and not apart


def crossings(rings):
    """Pairs of edges that meet, though they do not follow each other."""
    every = [(k, n, len(ring), edge) for k, ring in enumerate(rings)
             for n, edge in enumerate(edges(ring))]  # fmt: skip
    return [
        (one, other)
        for (k, n, size, one), (m, p, _, other) in itertools.combinations(every, 2)
        if not (k == m and (p - n) % size in (1, size - 1)) and meet(one, other)
    ]


#: Pieces whose cells meet in a corner only, somewhere.
PINCHED = [
    (SQUARE, [(0, 0), (1, 1)]),
    (SQUARE, [(0, 0), (0, 1), (0, 2), (1, 0), (2, 0), (2, 1), (1, 2)]),
    (SQUARE, [(0, 1), (1, 0), (1, 2), (2, 1)]),
    (TRIANGULAR, [(0, 0), (0, 1), (0, 2), (1, 1)]),
    (TRIANGULAR, [(0, 0), (0, 2), (1, 1)]),
    (TRIANGULAR, [(0, 0), (0, 4), (1, 1), (1, 3), (2, 2)]),
]


@given(
    st.sampled_from(PLANE),
    st.sets(st.tuples(st.integers(0, 3), st.integers(0, 5)), min_size=1, max_size=12),
    st.floats(0.1, 2.4),
)
@example(*PINCHED[0], 1.0)
@example(*PINCHED[1], 1.0)
@example(*PINCHED[2], 1.0)
@example(*PINCHED[3], 1.0)
@example(*PINCHED[4], 1.0)
@example(*PINCHED[5], 1.0)
def test_no_line_crosses_itself_whatever_the_cells(grid, cells, distance):
    """Pieces are moved outwards, and so are joined in corners; holes of trays are moved inwards."""
    if grid is HEXAGONAL:
        cells = {(row, column) for row, column in cells if (row + column) % 2 == 0} or {(0, 0)}
    cells = tuple(sorted(cells))
    for way in (1, -1):
        rings = rings_of(grid, cells, 10.0, joined=way > 0)
        assert area(rings) == pytest.approx(100 * len(cells) * AREAS[grid])
        assert crossings([moved_outwards(ring, way * distance) for ring in rings]) == []


def test_a_piece_whose_cells_meet_in_a_corner_is_cut_in_one():
    for shape, rings in (("#.\n.#", 1), ("###\n#.#\n##.", 2)):
        text = f"grid: square\nboard:\n###\n###\n###\n\npiece A:\n{shape}\n\nuse: any\n"
        puzzle, _ = puzzle_of(Source("x", text))
        ((_, lines),) = cut_of(puzzle, 10.0, 0.4, 3.0).pieces
        assert len(lines) == rings
        assert crossings(lines) == []


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
