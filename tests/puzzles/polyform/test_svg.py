"""Pictures as SVG: outlines, labels, fills and inner edges."""

from __future__ import annotations

import itertools
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.polyform import svg
from exactcover_puzzles.polyform.grids import SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.plane_view import LABEL_SIZES
from exactcover_puzzles.polyform.polyforms import Placement
from exactcover_puzzles.polyform.svg import sheet_svg, solution_svg
from tests.puzzles.polyform.partitions import (
    LETTERS,
    XML_NAMES,
    edges,
    neighbouring_pieces,
    partitions,
)
from tests.puzzles.polyform.read_back import (
    EDGE,
    SVG,
    area,
    centres,
    contrast,
    is_inside,
    loops,
    parsed,
    paths,
)

RING = tuple((y, x) for y in range(3) for x in range(3) if (y, x) != (1, 1))

AROUND_A_TRIANGLE = tuple(
    (y, x) for y in range(3) for x in range(-2, 3) if (y, x) not in ((1, 0), (2, -2), (2, 2))
)


@given(partitions(names=XML_NAMES))
def test_each_piece_is_one_path_around_just_its_cells(case):
    grid, board, placements = case
    root = parsed(solution_svg(*case))
    drawn = {path.find(SVG + "title").text or "": path for path in paths(root)}
    assert len(paths(root)) == len(drawn) == len(placements)
    spots = centres(grid, board)
    cell_area = EDGE**2 * (1 if grid is SQUARE else 3**0.5 / 4)
    for piece, cells in placements:
        outlines = loops(drawn[piece])
        assert [cell for cell in board if is_inside(spots[cell], outlines)] == list(cells)
        assert sum(map(area, outlines)) == pytest.approx(len(cells) * cell_area, rel=1e-3)


@given(partitions(names=XML_NAMES))
def test_neighbouring_pieces_have_different_fills(case):
    root = parsed(solution_svg(*case))
    fills = {path.find(SVG + "title").text or "": path.get("fill") for path in paths(root)}
    for one, other in neighbouring_pieces(*case):
        assert fills[one] != fills[other]
    if len(fills) <= len(svg.PALETTE):
        assert len(set(fills.values())) == len(fills)


def labels_and_key(root):
    """The texts on the pieces, in the order of the paths, and the key from labels to names."""
    texts = [(text.get("class"), text.text or "") for text in root.iter(SVG + "text")]
    labels = [text for kind, text in texts if kind == "label"]
    key = [text for kind, text in texts if kind != "label"]
    return labels, dict(zip(key[::2], key[1::2], strict=True))


@given(partitions(names=XML_NAMES))
def test_every_piece_has_its_name_on_it_or_a_label_that_the_key_explains(case):
    root = parsed(solution_svg(*case, title="A <title> & more"))
    labels, key = labels_and_key(root)
    named = [path.find(SVG + "title").text or "" for path in paths(root)]
    assert [key.get(label, label) for label in labels] == named
    assert sorted(named) == sorted(piece for piece, _ in case[2])
    assert root.find(SVG + "title").text == "A <title> & more"


@given(partitions(names=st.text(LETTERS, min_size=1, max_size=9)))
def test_labels_lie_on_their_pieces(case):
    root = parsed(solution_svg(*case))
    labels = [text for text in root.iter(SVG + "text") if text.get("class") == "label"]
    for path, label in zip(paths(root), labels, strict=True):
        x, y, size = (float(label.get(key)) for key in ("x", "y", "font-size"))
        # The narrowest letters are about a fifth of the size wide.
        half = 0.1 * size * len(label.text)
        for across, up in itertools.product((-half, half), (0, 0.7 * size)):
            assert is_inside((x + across, y - up), loops(path))


def test_long_names_give_way_to_labels_where_they_do_not_fit():
    board = tuple((0, x) for x in range(10))
    long = Placement("extraordinary", board[:1])
    names = ["ab", "abc", "abcd", "broad"]
    pieces = [Placement(name, board[2 * k + 1 : 2 * k + 3]) for k, name in enumerate(names)]
    root = parsed(solution_svg(SQUARE, board, [long, *pieces]))
    # One name is too long, so all give way: a piece looks alike here and in a terminal.
    given = {"A": "abc", "B": "abcd", "R": "broad", "E": "extraordinary"}
    assert labels_and_key(root) == (["ab", "A", "B", "R", "E"], given)
    numbered = [Placement(f"extraordinary {k}", board[k : k + 1]) for k in range(8)]
    numbered.append(Placement("free", board[8:]))
    labels, key = labels_and_key(parsed(solution_svg(SQUARE, board, numbered)))
    assert sorted(labels) == [*(str(k) for k in range(8)), "F"]
    assert key == {**{str(k): f"extraordinary {k}" for k in range(8)}, "F": "free"}


def test_labels_are_as_large_as_all_of_them_fit():
    def sizes(grid, *pieces):
        board = tuple(sorted(cell for piece in pieces for cell in piece.cells))
        root = parsed(solution_svg(grid, board, pieces))
        return {t.text: float(t.get("font-size")) for t in root.iter(SVG + "text")}

    largest = LABEL_SIZES[0] * EDGE
    one, half = Placement("A", ((0, 0),)), Placement("B", ((0, 1), (0, 2), (0, 3)))
    assert sizes(SQUARE, one, half) == {"A": largest, "B": largest}
    assert sizes(TRIANGULAR, half) == {"B": largest}
    # With a box 1.24 wide and 1.1 high around it, a letter of more than 0.355 edges is too wide.
    assert sizes(TRIANGULAR, one) == {"A": 0.32 * EDGE}
    smaller = sizes(SQUARE, one, Placement("abcd", ((0, 1),)))
    assert 10 < smaller["A"] == smaller["abcd"] < largest


@pytest.mark.parametrize(
    ("grid", "ring", "core"),
    [(SQUARE, RING, (1, 1)), (TRIANGULAR, AROUND_A_TRIANGLE, (1, 0))],
    ids=["square", "triangle"],
)
def test_a_hole_is_a_loop_of_its_own_the_other_way_round(grid, ring, core):
    board = tuple(sorted([*ring, core]))
    pieces = [Placement("ring", ring), Placement("core", (core,))]
    by_name = {
        path.find(SVG + "title").text: loops(path)
        for path in paths(parsed(solution_svg(grid, board, pieces)))
    }
    outer, inner = sorted(by_name["ring"], key=area, reverse=True)
    assert area(outer) > 0 > area(inner)
    (filling,) = by_name["core"]
    assert area(inner) == pytest.approx(-area(filling))
    assert set(inner) == set(filling)


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\ud800", "\uffff"])
def test_characters_unknown_to_xml_are_replaced(character):
    name = f"a{character}b"
    root = parsed(solution_svg(SQUARE, ((0, 0),), [Placement(name, ((0, 0),))], title=name))
    assert root.find(SVG + "title").text == "a\ufffdb"
    assert paths(root)[0].find(SVG + "title").text == "a\ufffdb"


@given(partitions())
def test_a_line_is_drawn_for_each_inner_edge_and_none_along_a_wall(case):
    data = [path.get("d") for path in paths(parsed(solution_svg(*case)), "inner")]
    lines = "".join(data).split("M")[1:]
    spots = centres(case[0], case[1])
    middles = set()
    for cell, near, wall in edges(*case):
        if not wall:
            (ax, ay), (bx, by) = spots[cell], spots[near]
            middles.add((round((ax + bx) / 2), round((ay + by) / 2)))
    drawn = []
    for line in lines:
        (ax, ay), (bx, by) = (map(float, pair.split()) for pair in line.split("L"))
        drawn.append((round((ax + bx) / 2), round((ay + by) / 2)))
    assert sorted(drawn) == sorted(middles)


@given(partitions())
def test_numbers_have_few_decimals_and_no_minus_zero(case):
    grid, board, placements = case
    for text in (solution_svg(*case), sheet_svg(grid, board, [placements] * 3)):
        for name in ("d", "x", "y", "width", "height", "viewBox", "transform", "font-size"):
            for value in re.findall(rf' {name}="([^"]*)"', text):
                for number in re.findall(r"[-.\d]+", value):
                    assert re.fullmatch(r"0|-?[1-9]\d*(\.\d?[1-9])?|-?0\.\d?[1-9]", number), number


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (-0.0, "0"), (-0.001, "0"), (100.0, "100"), (1.5, "1.5"), (-2 / 3, "-0.67")],
)
def test_numbers_are_written_as_briefly_as_they_can(value, text):
    assert svg.number(value) == text


def test_dark_text_is_easy_to_read_on_every_fill():
    def levels(colour):
        return list(bytes.fromhex(colour[1:]))

    assert len(set(svg.PALETTE)) == 12
    for fill in svg.PALETTE:
        assert contrast(levels(fill), levels("#22262b")) >= 4.5
