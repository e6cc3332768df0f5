"""Pictures: snapshots of small boards of each grid, and properties of all pictures.

``pytest --update-golden`` draws the snapshots anew: look at them then.
"""

from __future__ import annotations

import itertools
import re
import xml.etree.ElementTree as ElementTree
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from exactcover_puzzles.polyform import svg, terminal
from exactcover_puzzles.polyform.assembly import assembly
from exactcover_puzzles.polyform.grids import CUBIC, HEXAGONAL, SQUARE, TRIANGULAR
from exactcover_puzzles.polyform.outlines import owners
from exactcover_puzzles.polyform.polyforms import Placement
from exactcover_puzzles.polyform.solid_view import SolidView
from exactcover_puzzles.polyform.svg import assembly_svg, sheet_svg, solution_svg
from exactcover_puzzles.polyform.terminal import picture
from tests.puzzles.polyform.partitions import XML_NAMES, neighbouring_pieces, partitions

#: A letter for each cell of a piece, a dot for a cell that stays open. In the plane a character is
#: a column; ``|`` parts layers.
DRAWN = {
    "square": (SQUARE, "AAABC/A DBC/AAE.C/FFEEG"),
    "triangular": (TRIANGULAR, " AABB /CAA BD/CC..DD"),
    "hexagonal": (HEXAGONAL, " A A /B C C/ B . "),
    "cubic": (CUBIC, "AAB/ACB|DAB/DCC|DDE/.EE"),
}
#: Names that are too long for their pieces, that clash with labels, and that are no letters.
CALLED = {"A": "butterfly", "B": "B", "C": "heptiamond 17", "D": "é", "E": "U", "F": "bar <&>"}


def case(name):
    """The grid, the board and the pieces of a drawing."""
    grid, drawn = DRAWN[name]
    cells = {
        (z, y, x) if grid is CUBIC else (y, x): letter
        for z, layer in enumerate(drawn.split("|"))
        for y, row in enumerate(layer.split("/"))
        for x, letter in enumerate(row)
        if letter != " "
    }
    pieces = [
        Placement(CALLED.get(letter, letter), tuple(c for c in cells if cells[c] == letter))
        for letter in sorted({*cells.values()} - {"."})
    ]
    return grid, tuple(sorted(cells)), pieces


@pytest.mark.parametrize("name", DRAWN)
def test_a_picture_is_what_it_was(golden, name):
    grid, board, pieces = case(name)
    shown = [
        f"{width} {ascii=} {colour=}\n{picture(grid, board, pieces, **options)}\n"
        for width, ascii, colour in itertools.product((80, 1), (False, True), (False, True))
        if (options := {"width": width, "ascii": ascii, "colour": colour})
    ]
    golden(f"pictures/polyform/{name}.txt", "\n".join(shown))
    golden(f"pictures/polyform/{name}.svg", solution_svg(grid, board, pieces, title="A <board>"))
    fewer = pieces[1:]
    golden(f"pictures/polyform/{name}-sheet.svg", sheet_svg(grid, board, [pieces, fewer], title=""))
    if grid is CUBIC:
        golden("pictures/polyform/steps.svg", assembly_svg(grid, board, pieces, title="Steps"))


DRAWINGS = {
    "terminal": lambda *case: picture(*case, colour=True),
    "svg": solution_svg,
    "sheet": lambda grid, board, placements: sheet_svg(grid, board, [placements]),
}


@pytest.mark.parametrize("draw", DRAWINGS.values(), ids=DRAWINGS)
def test_placements_that_overlap_or_leave_the_board_are_refused(draw):
    board = ((0, 0), (0, 1))
    with pytest.raises(ValueError, match=r"'A' and 'B' both cover \(0, 1\)"):
        draw(SQUARE, board, [Placement("B", board[1:]), Placement("A", board)])
    with pytest.raises(ValueError, match=r"'A' covers \(1, 0\), which is off the board"):
        draw(SQUARE, board, [Placement("A", ((0, 0), (1, 0)))])
    assert draw(TRIANGULAR, (), ()) is not None


@given(partitions(), st.randoms())
def test_the_order_of_the_placements_does_not_show(case, random):
    grid, board, placements = case
    shuffled = placements[:]
    random.shuffle(shuffled)
    for draw in DRAWINGS.values():
        assert draw(grid, board, shuffled) == draw(*case)


# -- for a terminal --------------------------------------------------------------------------------


@given(partitions(names=st.text(max_size=8)), st.booleans(), st.sampled_from([80, 30, 1]))
def test_without_its_codes_the_coloured_picture_is_the_plain_one(case, ascii, width):
    plain = picture(*case, colour=False, ascii=ascii, width=width)
    coloured = picture(*case, colour=True, ascii=ascii, width=width)
    assert "\x1b" not in plain
    assert ("\x1b" in coloured) == bool(case[2])
    assert re.sub("\x1b\\[[0-9;]*m", "", coloured) == plain
    assert all(line == line.rstrip() for line in plain.split("\n"))
    assert not ascii or case[0] is not SQUARE or plain.isascii()


@given(partitions())
def test_every_piece_shows_its_label_once_and_every_empty_cell_a_dot(case):
    _, board, placements = case
    text = picture(*case, colour=False)
    assert sorted(filter(str.isalnum, text)) == sorted(piece for piece, _ in placements)
    assert text.count(".") == len(board) - sum(len(cells) for _, cells in placements)


def test_a_piece_in_two_parts_shows_its_label_on_both():
    board = tuple((0, x) for x in range(5))
    pieces = [Placement("A", ((0, 0), (0, 4))), Placement("B", board[1:4])]
    assert picture(SQUARE, board, pieces, colour=False).split("\n")[1] == "│ A │     B     │ A │"


def test_labels_differ_however_many_pieces_there_are():
    board = tuple((y, x) for y in range(10) for x in range(10))
    pieces = [Placement(f"piece {k}th", (cell,)) for k, cell in enumerate(board)]
    drawing, key = picture(SQUARE, board, pieces, colour=False).split("\n\n")
    labels = re.findall(r"\w+", drawing)
    assert len(set(labels)) == len(labels) == 100
    told = dict(re.findall(r"(\w+) +piece (\w+)th", key))
    assert told == {label: str(k) for k, label in enumerate(labels)}


def contrast(*colours):
    """The contrast of two colours by WCAG 2: 1 to 21; 4.5 is asked of text, 7 is better."""
    lights = []
    for levels in colours:
        parts = [each / 255 for each in levels]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
    return max(lights) / min(lights)


def test_text_is_easy_to_read_on_every_background():
    steps = (0, 95, 135, 175, 215, 255)
    for number in terminal.PALETTE:
        cube = number - 16
        levels = [steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6]]
        assert contrast(levels, [0, 0, 0]) >= 7
    for fill in svg.PALETTE:
        assert contrast(bytes.fromhex(fill[1:]), bytes.fromhex("22262b")) >= 4.5


# -- as SVG ----------------------------------------------------------------------------------------

SVG = "{http://www.w3.org/2000/svg}"


@given(partitions(names=XML_NAMES))
def test_each_piece_is_one_path_and_its_neighbours_have_other_fills(case):
    root = ElementTree.fromstring(solution_svg(*case))
    drawn = [path for path in root.iter(f"{SVG}path") if path.get("class") == "piece"]
    fills = {path.find(f"{SVG}title").text or "": path.get("fill") for path in drawn}
    assert sorted(fills) == sorted(piece for piece, _ in case[2])
    assert all(fills[one] != fills[other] for one, other in neighbouring_pieces(*case))
    if len(fills) <= len(svg.PALETTE):
        assert len(set(fills.values())) == len(fills)


@pytest.mark.parametrize("n", [6, 16])
def test_a_piece_has_one_colour_on_a_whole_sheet(n):
    board = tuple((y, x) for y in range(2) for x in range(n))
    upright = [Placement(f"d{x:02}", ((0, x), (1, x))) for x in range(n)]
    level = [
        Placement(f"d{(k * 7) % n:02}", ((k % 2, k // 2 * 2), (k % 2, k // 2 * 2 + 1)))
        for k in range(n)
    ]
    text = sheet_svg(SQUARE, board, [upright, level])
    fills = re.findall(r'fill="(#\w+)"[^>]*><title>(d\d+)</title>', text)
    assert len(fills) == 2 * n
    assert len(set(fills)) == n


@pytest.mark.parametrize("character", ["\x00", "\x1b", "\ud800", "\uffff"])
def test_characters_unknown_to_xml_are_replaced(character):
    name = f"a{character}b"
    text = solution_svg(SQUARE, ((0, 0),), [Placement(name, ((0, 0),))], title=name)
    assert text.count("<title>a\ufffdb</title>") == 2


@pytest.mark.parametrize(
    ("value", "text"),
    [(0.0, "0"), (-0.0, "0"), (-0.001, "0"), (100.0, "100"), (1.5, "1.5"), (-2 / 3, "-0.67")],
)
def test_numbers_are_written_as_briefly_as_they_can(value, text):
    assert svg.number(value) == text


# -- solids ----------------------------------------------------------------------------------------


@st.composite
def solids(draw):
    """A board and pieces on it: single cubes, and cubes joined along their rows."""
    cells = sorted(draw(st.sets(st.tuples(*[st.integers(0, 2)] * 3), min_size=1)))
    pieces: list[list] = []
    for cell in cells:
        before = pieces[-1][-1] if pieces else None
        joined = before is not None and before[:2] == cell[:2] and before[2] + 1 == cell[2]
        if joined and draw(st.booleans()):
            pieces[-1].append(cell)
        else:
            pieces.append([cell])
    names = [f"p{k}" for k in range(len(pieces))]
    return tuple(cells), [Placement(n, tuple(c)) for n, c in zip(names, pieces, strict=True)]


@given(solids())
def test_each_triangle_of_a_picture_shows_the_first_cube_that_a_ray_meets(case):
    """A viewer looks along (1, -1, -1). Half a side is seen unless a cube hides its middle."""
    board, pieces = case
    expected = Counter()
    for z, y, x in board:
        for facing, halves in (
            (0, ((z, y + 1 / 3, x + 2 / 3), (z, y + 2 / 3, x + 1 / 3))),
            (1, ((z + 1 / 3, y + 1 / 3, x + 1), (z + 2 / 3, y + 2 / 3, x + 1))),
            (2, ((z + 1 / 3, y + 1, x + 1 / 3), (z + 2 / 3, y + 1, x + 2 / 3))),
        ):
            for a, b, c in halves:
                # All numbers are thirds, so a ray enters another cube only after a third of a step.
                steps = ((2 * k + 1) / 6 for k in range(12))
                passed = {(int((a - t) // 1), int((b + t) // 1), int((c + t) // 1)) for t in steps}
                if not passed & {*board}:
                    expected[(z, y, x), facing] += 1
    shown = SolidView(CUBIC, board, 10)._shown(owners(board, pieces))
    found = Counter((cell, facing) for (_, facing, _), cell in shown.values())
    assert found == expected
    assert all(cell in owner.cells for (owner, _, _), cell in shown.values())


@given(solids())
def test_a_piece_from_above_meets_none_of_those_before_it(case):
    _, pieces = case
    steps = assembly(pieces)
    assert sorted(placement for placement, _ in steps) == sorted(pieces)
    there: set = set()
    for (_, cells), from_above in steps:
        free = all((z, *at) not in there for layer, *at in cells for z in range(layer))
        assert free == from_above
        there.update(cells)


def test_pieces_that_hold_each_other_from_above_have_no_order():
    lower = Placement("lower", ((1, 0, 0), (1, 0, 1), (0, 0, 1)))
    upper = Placement("upper", ((0, 0, 0), (2, 0, 1)))
    assert [from_above for _, from_above in assembly([lower, upper])] == [False, True]
    board = tuple(sorted(lower.cells + upper.cells))
    assert "no order lets all pieces go in from above" in assembly_svg(CUBIC, board, [lower, upper])
