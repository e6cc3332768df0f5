"""Curves to cut along, and the sheets of jigsaws with two solutions."""

from __future__ import annotations

import base64
import dataclasses
import io
import itertools
import re
import sys
import xml.etree.ElementTree as ElementTree

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.interpolate import BSpline

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.doubles.ideal import IdealSearch
from exactcover_puzzles.doubles.sheets import canvas as canvases
from exactcover_puzzles.doubles.sheets import curve_kernel
from exactcover_puzzles.doubles.sheets.curves import RHOMBUS, cut_side, cutting_curves, polylines
from exactcover_puzzles.doubles.sheets.curves import _beziers as bezier_segments
from exactcover_puzzles.doubles.sheets.sheets import JigsawSheets
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.jigsaw.file import format_jigsaw
from exactcover_puzzles.jigsaw.maker import make_jigsaw


@pytest.fixture(scope="module")
def jigsaw():
    return next(IdealSearch(Sides(5, 7), seed=2).puzzles()).jigsaw


@pytest.fixture
def run(capsys):
    def call(*arguments):
        code = xc.cli.run("puzzles", cli.main, ["doubles", "draw", *map(str, arguments)])
        return code, *capsys.readouterr()

    return call


# -- curves ------------------------------------------------------------------------------------


@given(
    st.integers(4, 16).flatmap(
        lambda m: st.lists(
            st.lists(st.tuples(*[st.floats(-1, 1)] * 2), min_size=m, max_size=m),
            min_size=1,
            max_size=3,
        )
    ),
    st.integers(2, 60),
)
def test_segments_are_the_clamped_spline_of_their_control_points(control, points):
    control = np.array(control)
    m = control.shape[1]
    beziers = bezier_segments(control)
    assert beziers.shape == (len(control), 3 * (m - 3) + 1, 2)
    knots = np.concatenate([[0] * 3, np.arange(m - 2), [m - 3] * 3])
    where = np.linspace(0, m - 3, points)
    for curve, line in zip(control, polylines(beziers, points), strict=True):
        spline = BSpline(knots, curve, 3)
        np.testing.assert_allclose(line, spline(where), atol=1e-12)
    for k in range(m - 3):
        tangents = 3 * (beziers[:, 3 * k + 1] - beziers[:, 3 * k])
        truth = [BSpline(knots, curve, 3).derivative()(k) for curve in control]
        np.testing.assert_allclose(tangents, truth, atol=1e-11)


def test_curves_stay_in_the_rhombus_of_their_seam():
    beziers = cutting_curves(60).beziers
    x, y = beziers[..., 0], beziers[..., 1]
    assert (np.abs(y) <= RHOMBUS * np.minimum(x, 1 - x) + 1e-9).all()
    assert (beziers[:, 0] == [0, 0]).all()
    assert (beziers[:, -1] == [1, 0]).all()


def test_arrays_and_loops_find_the_same_distances_to_the_last_bit():
    lines = np.ascontiguousarray(polylines(cutting_curves(5).beziers, 23))
    loops = [[curve_kernel._distance(one, other, 1e9) for one in lines] for other in lines]
    nearest = np.full(5, 1e9)
    for chosen in (0, 3):
        curve_kernel._chosen_by_arrays(lines, chosen, nearest)
    assert nearest.tolist() == np.minimum(loops[0], loops[3]).tolist()


def test_the_smallest_difference_is_that_of_the_two_most_similar_curves():
    curves = cutting_curves(8)

    def one_way(one, other):
        return np.linalg.norm(one[:, None] - other[None], axis=2).min(axis=1).max()

    least = min(
        max(one_way(one, other), one_way(other, one))
        for one, other in itertools.combinations(polylines(curves.beziers, 200), 2)
    )
    assert curves.difference == pytest.approx(least, abs=0.01)
    assert curves.difference > 0.1
    assert cutting_curves(60).difference > 0.06


def test_a_tab_does_not_fit_another_tab():
    lines = polylines(cutting_curves(20).beziers, 100)
    for one, other in itertools.product(lines, repeat=2):
        turned = np.array([1.0, 0.0]) - other
        assert abs(one[:, 1].max() - turned[:, 1].max()) > 0.05


def test_a_blank_is_its_tab_from_the_other_side():
    curves = cutting_curves(3)
    tab, blank = cut_side(curves, 2), cut_side(curves, -2)
    np.testing.assert_allclose(np.array([1.0, 0.0]) - blank[::-1], tab)
    assert np.ptp(cut_side(curves, 0)[:, 1]) == 0


# -- sheets ------------------------------------------------------------------------------------


def cut_paths(svg):
    """The curves of a cutting file by name, in millimetres."""
    root = ElementTree.fromstring(svg)
    space = {"s": "http://www.w3.org/2000/svg"}
    for path in root.iterfind(".//s:path", space):
        numbers = re.findall(r"-?[0-9.]+", path.get("d"))
        yield path.find("s:title", space).text, np.array(numbers, float).reshape(-1, 2)


def test_both_uses_of_a_shape_are_the_same_curve(jigsaw):
    svg = JigsawSheets(jigsaw, 20.0).draw_cuts().svg()
    uses = {}
    for name, points in cut_paths(svg):
        if name == "frame":
            continue
        # Seen from one end, the other end to the right: the same as a complex number.
        z = (points[:, 0] + 1j * points[:, 1] - complex(*points[0])) / complex(
            *(points[-1] - points[0])
        )
        uses.setdefault(name, []).append(z)
    assert len(uses) == 5 * 6 + 4 * 7 - (5 * 6 + 4 * 7) // 2
    for one, other in uses.values():
        same = np.abs(one - other).max()
        turned = np.abs(one - (1 - other[::-1])).max()
        assert min(same, turned) < 1e-4
    assert 'width="116mm" height="156mm"' in svg


def crossings(one, other):
    """How often two polylines cross, except where they have an end in common."""

    def cross(a, b):
        return a[..., 0] * b[..., 1] - a[..., 1] * b[..., 0]

    a, b = one[:-1, None], one[1:, None]
    c, d = other[None, :-1], other[None, 1:]
    parted = (cross(b - a, c - a) > 0) != (cross(b - a, d - a) > 0)
    parted &= (cross(d - c, a - c) > 0) != (cross(d - c, b - c) > 0)
    for mine, theirs in itertools.product((0, -1), repeat=2):
        if np.abs(one[mine] - other[theirs]).max() < 1e-3:
            parted[mine, theirs] = False  # the two segments that meet there
    return np.count_nonzero(parted)


def test_no_curve_crosses_another(jigsaw):
    svg = JigsawSheets(jigsaw, 20.0).draw_cuts().svg()
    lines = [polylines(points[None], 120)[0] for name, points in cut_paths(svg) if name != "frame"]
    (frame,) = [points for name, points in cut_paths(svg) if name == "frame"]
    low, high = frame.min(axis=0), frame.max(axis=0)
    assert len(lines) == 58
    assert all(((line[1:-1] > low) & (line[1:-1] < high)).all() for line in lines)
    near = 0
    for one, other in itertools.combinations(lines, 2):
        least = np.maximum(one.min(axis=0), other.min(axis=0))
        if (least <= np.minimum(one.max(axis=0), other.max(axis=0))).all():
            near += 1
            assert crossings(one, other) == 0
    assert near > 58


def test_outlines_of_pieces_meet_in_both_solutions(jigsaw):
    sheets = JigsawSheets(jigsaw, 1.0)
    for solution in sheets.solutions:
        for cell in range(35):
            row, column = divmod(cell, 5)
            shapes = sheets._laid(solution, cell)
            if column < 4:
                beside = sheets._laid(solution, cell + 1)
                other = np.array([1, 0]) + sheets.side(beside[0], 0)[::-1]
                np.testing.assert_allclose(sheets.side(shapes[2], 2), other, atol=1e-9)
            if row < 6:
                below = sheets._laid(solution, cell + 5)
                other = np.array([0, 1]) + sheets.side(below[1], 1)[::-1]
                np.testing.assert_allclose(sheets.side(shapes[3], 3), other, atol=1e-9)


def test_the_back_shows_its_picture_where_the_pieces_of_the_second_solution_are_turned_over(
    jigsaw, tmp_path
):
    image = pytest.importorskip("PIL.Image")
    edge, dots = 20.0, 127.0  # five pixels a millimetre
    width, height = 100, 140
    # Red grows to the right, green downwards.
    grid = np.zeros((5 * height, 5 * width, 3), np.uint8)
    grid[..., 0] = np.linspace(0, 255, 5 * width)[None, :]
    grid[..., 1] = np.linspace(0, 255, 5 * height)[:, None]
    path = tmp_path / "picture.png"
    image.fromarray(grid).save(path)
    sheets = JigsawSheets(jigsaw, edge)
    picture = canvases.read_picture(str(path))

    (tmp_path / "back.png").write_bytes(sheets.draw_back(picture).file("x.png", dots))
    back = np.asarray(image.open(tmp_path / "back.png")).astype(float)
    for cell, placed in enumerate(jigsaw.second):
        row, column = divmod(cell, 5)
        home_row, home_column = divmod(placed.piece, 5)
        for dx, dy in ((0.0, 0.0), (2.4, 0.0), (0.0, 2.4), (-2.0, 1.0)):
            # A spot of the piece that no tab can reach, from its middle, seen from the front
            # as it is listed.
            x, y = edge * (home_column + 0.5) + dx, edge * (home_row + 0.5) + dy
            on_sheet = width - x, y
            for _ in range(placed.turn):
                dx, dy = -dy, dx
            x, y = edge * (column + 0.5) + dx, edge * (row + 0.5) + dy
            seen = width - x, y
            found = back[round(5 * (8 + on_sheet[1])), round(5 * (8 + on_sheet[0]))]
            assert found[0] == pytest.approx(255 * (seen[0] + 1) / (width + 2), abs=2)
            assert found[1] == pytest.approx(255 * (seen[1] + 1) / (height + 2), abs=2)


def test_pages_in_parts_show_the_same_and_hold_little_more_of_a_picture(jigsaw, tmp_path):
    image = pytest.importorskip("PIL.Image")
    resvg = pytest.importorskip("resvg_py")
    across, down = np.linspace(0, 255, 700)[None, :], np.linspace(0, 255, 500)[:, None]
    grid = np.stack(np.broadcast_arrays(across, down, 128 + 120 * np.sin(across / 9)), axis=-1)
    image.fromarray(grid.astype(np.uint8)).save(tmp_path / "picture.png")
    picture = canvases.read_picture(str(tmp_path / "picture.png"))
    sheets = JigsawSheets(jigsaw, 20.0)

    def seen(svg):
        with image.open(io.BytesIO(bytes(resvg.svg_to_bytes(svg_string=svg, dpi=50)))) as shown:
            return np.asarray(shown.convert("RGB")).astype(int)

    for draw in (sheets.draw_front, sheets.draw_back):
        page = draw(picture)
        assert np.abs(seen(page.svg()) - seen(page.svg(in_parts=True))).max() < 40
    parts = re.findall(r"data:image/png;base64,([^\"]+)", page.svg(in_parts=True))
    sizes = [image.open(io.BytesIO(base64.b64decode(part))).size for part in parts]
    assert len(sizes) >= 35
    assert sum(width * height for width, height in sizes) < 4 * 700 * 500


# -- the command -------------------------------------------------------------------------------


@pytest.fixture
def files(jigsaw, tmp_path):
    pytest.importorskip("PIL.Image").new("RGB", (30, 40), "#336699").save(tmp_path / "picture.png")
    (tmp_path / "five.txt").write_text(format_jigsaw(jigsaw), encoding="utf-8")
    return tmp_path


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_all_sheets_are_written(run, files, kind):
    picture = files / "picture.png"
    names = [files / f"{name}.{kind}" for name in ("solutions", "cut", "front", "back")]
    code, out, err = run(
        files / "five.txt", "--solutions", names[0], "--cut", names[1],
        "--front", picture, names[2], "--back", picture, names[3], "--dpi", 40, "--mm", 12,
    )  # fmt: skip
    assert (code, out) == (0, "")
    assert "60 x 84 mm, 58 seams of 29 shapes; the two most alike are " in err
    for name in names:
        assert name.stat().st_size > 500
        if kind == "svg":
            ElementTree.fromstring(name.read_text(encoding="utf-8"))


def test_what_cannot_be_drawn_is_told(run, files):
    puzzle, picture = files / "five.txt", files / "picture.png"
    out = files / "out.svg"
    for arguments, message in [
        ([puzzle], "nothing to draw"),
        ([puzzle, "--cut", "x.dxf"], "ends in .svg, .svgz, .svg.gz, .pdf or .png"),
        ([puzzle, "--cut", files / "nowhere" / "x.svg"], "no such folder"),
        ([puzzle, "--cut", out, "--solutions", out], "two drawings in one file"),
        ([puzzle, "--cut", out, "--mm", "0"], "expected millimetres from 3 to 500"),
        ([puzzle, "--front", puzzle, out], "it is no picture"),
        ([puzzle, "--front", files / "none.png", out], "No such file"),
        ([puzzle, "--cut", files / "x.png", "--mm", "500", "--dpi", "2400"], "fewer dots"),
    ]:
        code, _, err = run(*arguments)
        assert code == 2
        assert message in err
        assert len(err.splitlines()) == 1
    damaged = files / "damaged.png"
    damaged.write_bytes(picture.read_bytes()[:60])
    code, _, err = run(puzzle, "--back", damaged, files / "x.png")
    assert code == 2
    assert "damaged" in err
    (files / "made.txt").write_text(format_jigsaw(make_jigsaw(4, 4, 3, 1)), encoding="utf-8")
    code, _, err = run(files / "made.txt", "--cut", out)
    assert code == 2
    assert "not a solved jigsaw" in err
    lines = [
        line
        for line in puzzle.read_text(encoding="utf-8").splitlines()
        if not line.startswith("second")
    ]
    puzzle.write_text("\n".join(lines), encoding="utf-8")
    assert run(puzzle, "--cut", out, "--solutions", files / "s.svg")[0] == 0
    code, _, err = run(puzzle, "--back", picture, out)
    assert code == 2
    assert "no second solution" in err


def test_a_second_solution_that_is_none_is_not_drawn(run, files):
    puzzle = files / "five.txt"
    text = puzzle.read_text(encoding="utf-8")
    rows = [line for line in text.splitlines() if line.startswith("second")]
    for wrong in (
        text.replace(rows[1], rows[2], 1)[::-1].replace(rows[2][::-1], rows[1][::-1], 1)[::-1],
        text.replace(rows[0], rows[-1], 1)[::-1].replace(rows[-1][::-1], rows[0][::-1], 1)[::-1],
    ):
        puzzle.write_text(wrong, encoding="utf-8")
        code, _, err = run(puzzle, "--solutions", files / "x.svg")
        assert code == 2
        assert "is no solution" in err
        assert not (files / "x.svg").exists()
    puzzle.write_text("size: 3x1\n" + "0 0 0 0\n" * 3, encoding="utf-8")
    assert run(puzzle, "--cut", files / "x.svg")[0] == 2


def test_nothing_that_is_read_is_replaced_and_all_sheets_are_written_or_none(run, files):
    puzzle, picture = files / "five.txt", files / "picture.png"
    before = picture.read_bytes()
    code, _, err = run(puzzle, "--front", picture, picture)
    assert code == 2
    assert "would be replaced" in err
    assert picture.read_bytes() == before
    out = files / "out.svg"
    code, _, err = run(puzzle, "--cut", out, "--solutions", f"{files}/./out.svg")
    assert code == 2
    assert "two drawings in one file" in err
    (files / "half.png").write_bytes(before[: len(before) // 2])
    code, _, err = run(puzzle, "--cut", out, "--front", files / "half.png", files / "f.svg")
    assert code == 2
    assert "damaged" in err
    assert not out.exists()
    (files / "one.svg").symlink_to(files / "two.svg")
    (files / "two.svg").symlink_to(files / "one.svg")
    assert run(puzzle, "--cut", files / "one.svg")[0] == 2


def test_pictures_of_all_kinds_are_seen_as_they_are_meant(tmp_path, jigsaw):
    image = pytest.importorskip("PIL.Image")
    sheets = JigsawSheets(jigsaw, 4.0)

    def middle(path):
        picture = canvases.read_picture(str(path))
        (tmp_path / "sheet.png").write_bytes(sheets.draw_front(picture).file("x.png", 60))
        sheet = np.asarray(image.open(tmp_path / "sheet.png"))
        return sheet[len(sheet) // 4].mean(axis=0), sheet

    image.new("RGBA", (40, 40), (255, 0, 0, 0)).save(tmp_path / "clear.png")
    assert (middle(tmp_path / "clear.png")[0] == 255).all()
    image.new("I;16", (40, 40), 30000).save(tmp_path / "grey.png")
    assert 100 < middle(tmp_path / "grey.png")[1][40, 40, 0] < 130
    half = image.new("RGB", (80, 112), "#000000")
    half.paste("#ffffff", (0, 0, 80, 56))
    half.save(tmp_path / "upright.jpg", quality=95)
    exif = image.Exif()
    exif[0x0112] = 3  # upside down
    half.save(tmp_path / "turned.jpg", quality=95, exif=exif)
    upright, turned = (middle(tmp_path / f"{name}.jpg")[1] for name in ("upright", "turned"))
    assert upright[35, 40, 0] > 200 > 50 > turned[35, 40, 0]
    image.new("1", (20000, 20000)).save(tmp_path / "bomb.png")
    with pytest.raises(xc.FileFault, match="too many pixels"):
        canvases.read_picture(str(tmp_path / "bomb.png"))


@pytest.mark.parametrize("library", ["resvg_py", "PIL.Image"])
def test_a_library_that_is_missing_is_named(library, run, files, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    code, _, err = run(files / "five.txt", "--front", files / "picture.png", files / "x.png")
    assert code == 2
    assert f"this needs {'Pillow' if library == 'PIL.Image' else library}" in err
    assert "the extra 'pictures'" in err


def test_a_png_says_its_size(run, files):
    image = pytest.importorskip("PIL.Image")
    assert run(files / "five.txt", "--cut", files / "x.png", "--dpi", 127, "--mm", 10)[0] == 0
    with image.open(files / "x.png") as sheet:
        sheet.load()
        assert sheet.size == (5 * 66, 5 * 86)
        assert sheet.info["dpi"] == pytest.approx((127, 127), abs=0.02)


# -- numbers and arrows --------------------------------------------------------------------------


def labelled(jigsaw, first):
    """The jigsaw with pieces numbered from there."""
    return dataclasses.replace(
        jigsaw, labels=tuple(str(first + k) for k in range(len(jigsaw.pieces)))
    )


def is_crossed(line, corners):
    """Whether a closed line, given as points close to each other, meets a convex polygon."""
    inside = np.ones(len(line), bool)
    outside = np.ones(len(line), bool)
    for a, b in zip(corners, np.roll(corners, -1, axis=0), strict=True):
        turn = (b[0] - a[0]) * (line[:, 1] - a[1]) - (b[1] - a[1]) * (line[:, 0] - a[0])
        inside &= turn >= 0
        outside &= turn <= 0
    return bool((inside | outside).any())


@pytest.mark.parametrize(("size", "first"), [((5, 7), 1), ((5, 7), 100), ((6, 6), 10000)])
def test_no_tab_runs_through_a_number_or_an_arrow(size, first):
    jigsaw = labelled(next(IdealSearch(Sides(*size), seed=3).puzzles()).jigsaw, first)
    sheets = JigsawSheets(jigsaw, 20.0)
    sizes = set()
    for solution, found in zip(sheets.solutions, sheets.marks(), strict=True):
        for cell, (placed, mark) in enumerate(zip(solution, found, strict=True)):
            outline = sheets.outline(sheets._laid(solution, cell))
            line = polylines(outline[None], 3000)[0]
            label = jigsaw.label(placed.piece)
            # Digits of DejaVu Sans, a wide font, are 0.636 wide and 0.73 high.
            half = np.array([0.318 * mark.size * len(label), 0.365 * mark.size])
            signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
            assert not is_crossed(line, np.array([mark.x, mark.y]) + half * signs)
            assert not is_crossed(line, mark.arrow)
            # The number lies on its piece, not on a tab of a neighbour.
            wind = np.unwrap(np.arctan2(*(line - [mark.x, mark.y]).T))
            assert round(abs(wind[-1] - wind[0]) / (2 * np.pi)) == 1
            # The arrow points where the top has turned, and stands apart from the number.
            middle, tip = mark.arrow[[0, 2]].mean(axis=0), mark.arrow[1]
            towards = [(0, -1), (1, 0), (0, 1), (-1, 0)][placed.turn]
            assert np.dot(tip - middle, towards) == pytest.approx(np.linalg.norm(tip - middle))
            apart = np.abs(mark.arrow - [mark.x, mark.y]) - half
            assert apart.max(axis=1).min() > 0.1 * mark.size
            sizes.add(mark.size)
    assert len(sizes) == 1 or first == 1
    assert min(sizes) >= 0.1


def test_what_is_drawn_is_where_the_marks_are(jigsaw):
    sheets = JigsawSheets(jigsaw, 20.0)
    root = ElementTree.fromstring(sheets.draw_solutions().svg())
    texts = [each for each in root.iter("{http://www.w3.org/2000/svg}text")
             if each.get("font-weight") is None and each.get("stroke") is None]  # fmt: skip
    found = sheets.marks()[0]
    assert [each.text for each in texts[: len(found)]] == [str(k + 1) for k in range(len(found))]
    for k, (text, mark) in enumerate(zip(texts, found, strict=False)):
        row, column = divmod(k, jigsaw.columns)
        assert float(text.get("x")) == pytest.approx(8 + 20 * (column + mark.x), abs=1e-3)
        assert float(text.get("font-size")) == pytest.approx(20 * mark.size, abs=1e-3)
        middle = 8 + 12 + 20 * (row + mark.y)
        assert float(text.get("y")) == pytest.approx(middle + 0.36 * 20 * mark.size, abs=1e-3)
