"""Pictures of jigsaws: tabs that fit, and numbers that no tab runs through."""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ET

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactcover_puzzles.jigsaw.counting import JigsawSearch
from exactcover_puzzles.jigsaw.file import parse_jigsaw
from exactcover_puzzles.jigsaw.pieces import Jigsaw
from exactcover_puzzles.jigsaw.svg import jigsaw_svg
from exactcover_puzzles.shared.shipped import shipped
from tests.puzzles.jigsaw.test_jigsaw import MADE


def curves(shapes):
    """The four sides of a piece alone on a board, as lists of numbers relative to their corners."""
    text = jigsaw_svg(Jigsaw(1, 1, [shapes], border="none", turn=False), [
        Jigsaw(1, 1, [shapes], border="none", turn=False).placed((0,))
    ])  # fmt: skip
    (path,) = re.findall(r'<path d="(M0 0L[^"]*Z)"', text)
    points = [tuple(map(float, pair)) for pair in re.findall(r"(-?[\d.]+) (-?[\d.]+)", path)][1:]
    corners = [(0.0, 0.0), (64.0, 0.0), (64.0, 64.0), (0.0, 64.0), (0.0, 0.0)]
    sides = []
    for (x, y), end in itertools.pairwise(corners):
        upto = points.index(end) + 1
        dx, dy = (end[0] - x) / 64, (end[1] - y) / 64
        sides.append([
            (round((px - x) * dx + (py - y) * dy, 1), round((px - x) * dy - (py - y) * dx, 1))
            for px, py in points[:upto]
        ])  # fmt: skip
        points = points[upto:]
    return sides


@given(st.integers(1, 60), st.integers(1, 60))
def test_the_same_shape_is_the_same_curve_and_a_blank_is_its_tab_from_the_other_side(k, other):
    top, right, bottom, left = curves((k, k, -k, k))  # left, top, right, bottom
    assert close(top, left)
    assert close(top, bottom)
    # The blank begins where the tab ends, and goes in where it goes out.
    assert close([(64 - x, -y) for x, y in [(0.0, 0.0), *top][::-1]][1:], right)
    if other != k:
        assert not close(curves((other, other, other, other))[0], top)


def close(one, other):
    return len(one) == len(other) and all(
        abs(a - c) < 0.15 and abs(b - d) < 0.15 for (a, b), (c, d) in zip(one, other, strict=True)
    )


def line_of(path):
    """Points close to each other on a path of lines and curves."""
    at, points = (0.0, 0.0), []
    for letter, text in re.findall(r"([MLC])([^MLCZ]*)", path):
        numbers = list(map(float, text.split()))
        ends = [at, *zip(numbers[::2], numbers[1::2], strict=True)]
        for k in range(101):
            t = k / 100
            share = [1 - t, t] if letter != "C" else [
                (1 - t) ** 3, 3 * (1 - t) ** 2 * t, 3 * (1 - t) * t**2, t**3
            ]  # fmt: skip
            points.append(tuple(
                sum(s * end[axis] for s, end in zip(share, ends[-len(share):], strict=True))
                for axis in (0, 1)
            ))  # fmt: skip
        at = ends[-1]
    return points


@given(st.lists(st.integers(-400, 400).filter(bool), min_size=4, max_size=4), st.integers(1, 6))
@example([-55] * 4, 3)
@example([-137] * 4, 4)
@example([-400, -137, -55, -13], 5)
def test_no_tab_runs_through_a_number(shapes, length):
    jigsaw = Jigsaw(1, 1, [tuple(shapes)], border="none", turn=False, labels=("8" * length,))
    text = jigsaw_svg(jigsaw, [jigsaw.placed((0,))])
    (path,) = re.findall(r'<path d="(M0 0L[^"]*Z)"', text)
    (size,) = map(float, re.findall(r'font-size="([0-9.]+)" text-anchor', text))
    ((underline, long),) = re.findall(r'd="M[0-9.]+ ([0-9.]+)h([0-9.]+)"', text)
    # Digits of DejaVu Sans, a wide font, are 0.636 wide and 0.73 high.
    half = max(0.318 * size * length, float(long) / 2)
    above, below = 32 + 0.35 * size - 0.73 * size, float(underline) + 0.6
    assert size >= 4
    for x, y in line_of(path):
        assert not (abs(x - 32) <= half and above <= y <= below)


def test_a_title_of_control_characters_makes_no_broken_file():
    jigsaw = Jigsaw(1, 1, [(1, 1, 1, 1)], "equal", "none", title="a\x01b")
    (solution,) = JigsawSearch(jigsaw).solutions()
    ET.fromstring(jigsaw_svg(jigsaw, [jigsaw.placed(solution)], title=jigsaw.title))


@pytest.mark.parametrize("name", [name for name, _ in MADE])
def test_pictures_are_well_formed_and_hold_every_piece(name):
    jigsaw = parse_jigsaw(shipped("jigsaws", name).read_text(encoding="utf-8"))
    solution = next(JigsawSearch(jigsaw).solutions())
    text = jigsaw_svg(jigsaw, [jigsaw.placed(solution)] * 2, title="a < b")
    assert text == jigsaw_svg(jigsaw, [jigsaw.placed(solution)] * 2, title="a < b")
    root = ET.fromstring(text)
    titles = [element.text for element in root.iter("{http://www.w3.org/2000/svg}title")]
    assert titles[0] == "a < b"
    assert len(titles) == 1 + 2 * len(jigsaw.pieces)
