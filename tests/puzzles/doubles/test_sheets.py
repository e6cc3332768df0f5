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
from exactcover_puzzles.doubles.ideal import IdealSearch
from exactcover_puzzles.doubles.sheets import canvas as canvases
from exactcover_puzzles.doubles.sheets import curve_kernel
from exactcover_puzzles.doubles.sheets.curves import RHOMBUS, cut_side, cutting_curves, polylines
from exactcover_puzzles.doubles.sheets.curves import _beziers as bezier_segments
from exactcover_puzzles.doubles.sheets.sheets import JigsawSheets
from exactcover_puzzles.doubles.sides import Sides
from exactcover_puzzles.jigsaw.file import format_jigsaw


@pytest.fixture(scope="module")
def jigsaw():
    return next(IdealSearch(Sides(5, 7), seed=2).puzzles()).jigsaw


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
    splines = [BSpline(knots, curve, 3) for curve in control]
    where = np.linspace(0, m - 3, points)
    for spline, line in zip(splines, polylines(beziers, points), strict=True):
        np.testing.assert_allclose(line, spline(where), atol=1e-12)
    for k in range(m - 3):
        tangents = 3 * (beziers[:, 3 * k + 1] - beziers[:, 3 * k])
        truth = [spline.derivative()(k) for spline in splines]
        np.testing.assert_allclose(tangents, truth, atol=1e-11)


def test_arrays_and_loops_find_the_same_distances_to_the_last_bit():
    lines = np.ascontiguousarray(polylines(cutting_curves(5).beziers, 23))
    way = [[curve_kernel._one_way(one, other, 1e9) for one in lines] for other in lines]
    loops = np.maximum(way, np.transpose(way))
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


def test_both_uses_of_a_shape_are_the_same_curve_and_no_curve_crosses_another(jigsaw):
    sheets = JigsawSheets(jigsaw, 20.0)
    svg = sheets.draw_cuts().svg()
    assert 'width="116mm" height="156mm"' in svg
    outlines = [sheets.outline(each) + divmod(k, 5)[::-1] for k, each in enumerate(jigsaw.pieces)]
    outline = np.concatenate(outlines) @ [1, 1j]
    uses, ends = {}, set()
    for path in ElementTree.fromstring(svg).iterfind(".//{*}path"):
        numbers = np.array(re.findall(r"-?[0-9.]+", path.get("d")), float)
        points = (numbers[::2] - 8) / 20 + 1j * (numbers[1::2] - 8) / 20
        if path.find("{*}title").text == "frame":
            corners = {0, 5, 7j, 5 + 7j}
            assert {complex(round(z.real, 3), round(z.imag, 3)) for z in points[::3]} == corners
            continue
        assert np.abs(points[:, None] - outline).min(axis=1).max() < 1e-4
        # Seen from one end, the other end to the right. Each stays in the rhombus of its seam,
        # and rhombi have no more than corners in common.
        z = (points - points[0]) / (points[-1] - points[0])
        assert (np.abs(z.imag) <= RHOMBUS * np.minimum(z.real, 1 - z.real) + 1e-4).all()
        uses.setdefault(path.find("{*}title").text, []).append(z)
        ends.add(tuple((round(z.real), round(z.imag)) for z in points[[0, -1]]))
    seams = {((x, y), (x, y + 1)) for x in range(1, 5) for y in range(7)}
    seams |= {((x, y), (x + 1, y)) for x in range(5) for y in range(1, 7)}
    assert {tuple(sorted(each)) for each in ends} == seams
    assert [len(each) for each in uses.values()] == [2] * (len(seams) // 2)
    for one, other in uses.values():
        assert min(np.abs(one - z).max() for z in (other, 1 - other[::-1])) < 1e-4


def test_outlines_of_pieces_meet_in_both_solutions(jigsaw):
    sheets = JigsawSheets(jigsaw, 1.0)
    for solution in sheets.solutions:
        for cell in range(35):
            shapes = sheets._laid(solution, cell)
            for side, step, off in ((2, 1, [1, 0]), (3, 5, [0, 1])):
                if shapes[side]:
                    beside = sheets._laid(solution, cell + step)
                    other = off + sheets.side(beside[side - 2], side - 2)[::-1]
                    np.testing.assert_allclose(sheets.side(shapes[side], side), other, atol=1e-9)


@pytest.fixture
def saved(tmp_path):
    """Saves an array as a picture, and reads it."""
    image = pytest.importorskip("PIL.Image")

    def save(across, down, blue):
        """Red grows to the right, green downwards."""
        red, green = np.linspace(0, 255, across)[None, :], np.linspace(0, 255, down)[:, None]
        grid = np.stack(np.broadcast_arrays(red, green, blue(red)), axis=-1)
        image.fromarray(grid.astype(np.uint8)).save(tmp_path / "picture.png")
        return canvases.read_picture(str(tmp_path / "picture.png"))

    return save


def test_the_back_shows_its_picture_where_the_pieces_of_the_second_solution_are_turned_over(
    jigsaw, saved
):
    image = pytest.importorskip("PIL.Image")
    edge, dots = 20.0, 127.0  # five pixels a millimetre
    width, height = 100, 140
    picture = saved(5 * width, 5 * height, lambda red: 0)
    sheet = JigsawSheets(jigsaw, edge).draw_back(picture).file("x.png", dots)
    back = np.asarray(image.open(io.BytesIO(sheet))).astype(float)
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


def test_pages_in_parts_show_the_same_and_hold_little_more_of_a_picture(jigsaw, saved):
    image = pytest.importorskip("PIL.Image")
    resvg = pytest.importorskip("resvg_py")
    picture = saved(350, 250, lambda red: 128 + 120 * np.sin(red / 9))
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
    assert sum(width * height for width, height in sizes) < 4 * 350 * 250


# -- the command (tests/golden/puzzles/doubles.txt has what it refuses) ------------------------


@pytest.fixture
def draw(jigsaw, tmp_path, command):
    """Draws a jigsaw, by the command, in a folder with a picture of 30 x 40."""
    image = pytest.importorskip("PIL.Image")
    image.new("RGB", (30, 40), "#336699").save(tmp_path / "picture.png")
    (tmp_path / "five.txt").write_text(format_jigsaw(jigsaw), encoding="utf-8")
    return lambda words: command(f"puzzles doubles draw five.txt {words}")


@pytest.mark.parametrize("kind", ["svg", "png"])
def test_all_sheets_are_written(draw, tmp_path, kind):
    code, out, err = draw(
        f"--solutions solutions.{kind} --cut cut.{kind} --front picture.png front.{kind}"
        f" --back picture.png back.{kind} --dpi 127 --mm 10"
    )
    assert (code, out) == (0, "")
    assert "50 x 70 mm, 58 seams of 29 shapes; the two most alike are " in err
    for name in ("solutions", "cut", "front", "back"):
        data = (tmp_path / f"{name}.{kind}").read_bytes()
        if kind == "svg":
            ElementTree.fromstring(data)
            continue
        with pytest.importorskip("PIL.Image").open(io.BytesIO(data)) as sheet:
            sheet.load()
            assert name == "solutions" or sheet.size == (5 * 66, 5 * 86)
            assert sheet.info["dpi"] == pytest.approx((127, 127), abs=0.02)


def test_nothing_that_is_read_is_replaced_and_all_sheets_are_written_or_none(draw, tmp_path):
    before = (tmp_path / "picture.png").read_bytes()
    code, _, err = draw("--front picture.png picture.png")
    assert (code, "would be replaced" in err) == (2, True)
    assert (tmp_path / "picture.png").read_bytes() == before
    (tmp_path / "half.png").write_bytes(before[: len(before) // 2])
    code, _, err = draw("--cut out.svg --front half.png front.svg")
    assert (code, "half.png" in err) == (2, True)
    (tmp_path / "one.svg").symlink_to(tmp_path / "two.svg")
    (tmp_path / "two.svg").symlink_to(tmp_path / "one.svg")
    assert draw("--cut one.svg")[0] == 2
    names = {"five.txt", "picture.png", "half.png", "one.svg", "two.svg"}
    assert {path.name for path in tmp_path.iterdir()} == names


def test_pictures_of_all_kinds_are_seen_as_they_are_meant(tmp_path, jigsaw):
    image = pytest.importorskip("PIL.Image")
    sheets = JigsawSheets(jigsaw, 4.0)

    def seen(name, picture, **how):
        picture.save(tmp_path / name, **how)
        read = canvases.read_picture(str(tmp_path / name))
        return np.asarray(image.open(io.BytesIO(sheets.draw_front(read).file("x.png", 60))))

    clear = seen("clear.png", image.new("RGBA", (40, 40), (255, 0, 0, 0)))
    assert (clear[len(clear) // 4].mean(axis=0) == 255).all()
    assert 100 < seen("grey.png", image.new("I;16", (40, 40), 30000))[40, 40, 0] < 130
    half = image.new("RGB", (80, 112), "#000000")
    half.paste("#ffffff", (0, 0, 80, 56))
    exif = image.Exif()
    exif[0x0112] = 3  # upside down
    upright, turned = seen("upright.jpg", half), seen("turned.jpg", half, exif=exif)
    assert upright[35, 40, 0] > 200 > 50 > turned[35, 40, 0]
    with pytest.raises(xc.FileFault, match=r"bomb\.png: it has too many pixels"):
        seen("bomb.png", image.new("1", (20000, 20000)))


@pytest.mark.parametrize(("library", "name"), [("resvg_py", "resvg_py"), ("PIL.Image", "Pillow")])
def test_a_library_that_is_missing_is_named(library, name, draw, monkeypatch):
    monkeypatch.setitem(sys.modules, library, None)
    code, _, err = draw("--front picture.png x.png")
    assert code == 2
    assert f"this needs {name}" in err
    assert "the extra 'pictures'" in err


# -- numbers and arrows --------------------------------------------------------------------------


def is_crossed(line, corners):
    """Whether a closed line, given as points close to each other, meets a convex polygon."""
    along = np.roll(corners, -1, axis=0) - corners
    off = line[:, None] - corners
    turn = along[:, 0] * off[..., 1] - along[:, 1] * off[..., 0]
    return bool(((turn >= 0).all(axis=1) | (turn <= 0).all(axis=1)).any())


@pytest.mark.parametrize(("size", "first"), [((5, 7), 1), ((5, 7), 100), ((6, 6), 10000)])
def test_no_tab_runs_through_a_number_or_an_arrow(size, first):
    jigsaw = next(IdealSearch(Sides(*size), seed=3).puzzles()).jigsaw
    labels = tuple(str(first + k) for k in range(len(jigsaw.pieces)))
    sheets = JigsawSheets(dataclasses.replace(jigsaw, labels=labels), 20.0)
    sizes = set()
    for solution, found in zip(sheets.solutions, sheets.marks(), strict=True):
        for cell, (placed, mark) in enumerate(zip(solution, found, strict=True)):
            outline = sheets.outline(sheets._laid(solution, cell))
            line = polylines(outline[None], 1000)[0]
            # Digits of DejaVu Sans, a wide font, are 0.636 wide and 0.73 high.
            half = np.array([0.318 * mark.size * len(labels[placed.piece]), 0.365 * mark.size])
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
