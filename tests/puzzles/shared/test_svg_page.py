"""Pages of drawings: none is larger than A3, and nothing runs over its edge."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from exactcover_puzzles.shared.svg_page import A3, Drawing, page, room
from exactcover_puzzles.shared.svg_text import text_width

SVG = "{http://www.w3.org/2000/svg}"
TITLES = st.one_of(st.just(""), st.text("aW漢", max_size=300))
SIZES = st.floats(10, 1000)
FEET = st.sampled_from([None, lambda width: Drawing(width / 2, 4e4 / width, ["<g/>"])])


def size_of(svg):
    root = ElementTree.fromstring(svg)
    return float(root.get("width")), float(root.get("height"))


def boxes_of(svg):
    """Where the rectangles that are drawn stand: left, top, right, bottom."""
    for group in ElementTree.fromstring(svg).iter(SVG + "g"):
        for rect in group.iterfind(SVG + "rect"):
            x, y = map(float, re.findall(r"-?[0-9.]+", group.get("transform")))
            yield x, y, x + float(rect.get("width")), y + float(rect.get("height"))


def box(width, height):
    return Drawing(width, height, [f'<rect width="{width:.2f}" height="{height:.2f}"/>'])


@given(SIZES, SIZES, TITLES, FEET, st.integers(1, 200), st.data())
@example(30.0, 30.0, "漢" * 300, None, 5, None)
def test_what_has_room_stands_on_a3_and_apart(width, height, title, foot, first, data):
    most = room(box(width, height), title, foot)
    n = most if data is None else data.draw(st.integers(1, most))
    svg = page([box(width, height)] * n, title, first, foot=foot)
    wide, high = size_of(svg)
    if most > 1:
        assert max(wide, high) <= A3[0] + 0.01
        assert min(wide, high) <= A3[1] + 0.01
    boxes = list(boxes_of(svg))
    assert len(boxes) == n
    for k, (left, top, right, bottom) in enumerate(boxes):
        assert left >= 16
        assert top >= 16
        assert right <= wide - 15.9
        assert bottom <= high - 15.9
        for other in boxes[:k]:
            assert max(left - other[2], other[0] - right, top - other[3], other[1] - bottom) > 15


@pytest.mark.parametrize("title", ["漢字の題名" * 8, "Wide " * 30, "漢" * 400])
def test_a_heading_stays_on_its_page(title):
    svg = page([box(20, 20)] * 3, title)
    root = ElementTree.fromstring(svg)
    heading = next(text for text in root.iter(SVG + "text") if text.get("font-weight"))
    right = float(heading.get("x")) + text_width(heading.text, 18, bold=True)
    assert right <= size_of(svg)[0] <= A3[0] + 0.01
    assert root.find(SVG + "title").text == title
    assert heading.text.rstrip("…").strip() in title
