"""Pictures of solids, read back: what the viewer sees in the SVG, layers, and steps of assembly."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import cli
from exactcover_puzzles.polyform.assembly import assembly
from exactcover_puzzles.polyform.file import read_puzzle
from exactcover_puzzles.polyform.grids import CUBIC
from exactcover_puzzles.polyform.polyforms import Placement
from exactcover_puzzles.polyform.solid_view import SolidView
from exactcover_puzzles.polyform.svg import assembly_svg, sheet_svg, solution_svg
from exactcover_puzzles.polyform.terminal import picture
from exactcover_puzzles.shared.shipped import shipped

SVG = "{http://www.w3.org/2000/svg}"
EDGE = 10


def box(layers, rows, columns):
    return tuple((z, y, x) for z in range(layers) for y in range(rows) for x in range(columns))


@pytest.fixture(scope="module")
def soma():
    puzzle, _ = read_puzzle(str(shipped("boards", "soma")))
    return puzzle.board, next(puzzle.problem.solutions(limit=1)).options


@st.composite
def solids(draw):
    """A board and pieces on it: single cubes, and cubes joined along their rows."""
    cells = sorted(draw(st.sets(st.sampled_from(box(3, 3, 3)), min_size=1)))
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


# -- SVG -----------------------------------------------------------------------------------------


def polygons(path):
    """The loops of a path, as lists of points."""
    return [
        [tuple(map(float, point.split())) for point in re.split("[ML]", loop) if point]
        for loop in path.get("d").split("Z")
        if loop
    ]


def area(path):
    """With holes subtracted, which run the other way round."""
    return sum(
        (a * d - c * b) / 2
        for loop in polygons(path)
        for (a, b), (c, d) in zip(loop, [*loop[1:], loop[0]], strict=True)
    )


def faces(board, pieces):
    """The faces in the isometric picture: pairs of a name and an area, in faces of a cube."""
    view = SolidView(CUBIC, board, EDGE)
    lines = view._whole(pieces, {name: "#808080" for name, _ in pieces})
    root = ElementTree.fromstring(f"<svg>{''.join(lines)}</svg>")
    one = EDGE * EDGE * 3**0.5 / 2
    return [
        (path.find("title").text, path.get("fill"), area(path) / one)
        for path in root.iter("path")
        if path.get("class") == "face"
    ]


def seen(board):
    """The sides of cubes that a viewer sees who looks along (1, -1, -1), by casting rays.

    Half of a side is seen if no cube stands in the way of the ray from the middle of that half.
    All numbers are thirds, so a ray enters another cube only after a third of a step.
    """
    cells = set(board)
    found = {}
    for z, y, x in cells:
        # The middle of each half of each side: (layer, row, column) as real numbers.
        for facing, halves in (
            (0, ((z, y + 1 / 3, x + 2 / 3), (z, y + 2 / 3, x + 1 / 3))),
            (1, ((z + 1 / 3, y + 1 / 3, x + 1), (z + 2 / 3, y + 2 / 3, x + 1))),
            (2, ((z + 1 / 3, y + 1, x + 1 / 3), (z + 2 / 3, y + 1, x + 2 / 3))),
        ):
            halves_seen = 0
            for a, b, c in halves:
                steps = ((2 * k + 1) / 6 for k in range(12))
                passed = {(int((a - t) // 1), int((b + t) // 1), int((c + t) // 1)) for t in steps}
                halves_seen += not passed & cells
            if halves_seen:
                found[(z, y, x), facing] = halves_seen / 2
    return found


@given(solids())
def test_the_picture_shows_of_each_piece_what_a_viewer_sees(case):
    board, pieces = case
    owner = {cell: name for name, cells in pieces for cell in cells}
    expected: dict = {}
    for (cell, facing), share in seen(board).items():
        key = owner[cell], facing
        expected[key] = expected.get(key, 0) + share
    found: dict = {}
    shades = {"#808080": 0, "#5f5f5f": 1, "#717171": 2}
    for name, fill, size in faces(board, pieces):
        key = name, shades[fill]
        found[key] = found.get(key, 0) + size
    assert found.keys() == expected.keys()
    for key, size in found.items():
        assert size == pytest.approx(expected[key], abs=0.01)


def test_a_full_cube_shows_27_faces(soma):
    board, pieces = soma
    assert sum(size for *_, size in faces(board, pieces)) == pytest.approx(27, abs=0.01)


def test_cubes_that_are_hidden_are_not_drawn():
    board = box(3, 3, 3)
    inner = Placement("inner", ((1, 1, 1),))
    outer = Placement("outer", tuple(cell for cell in board if cell != (1, 1, 1)))
    assert {name for name, *_ in faces(board, [inner, outer])} == {"outer"}
    assert {name for name, *_ in faces(board, [inner])} == {"inner"}


def test_a_drawing_stays_in_its_file_and_has_all_layers_and_names(soma):
    board, pieces = soma
    root = ElementTree.fromstring(solution_svg(CUBIC, board, pieces, title="Soma").encode())
    width, height = float(root.get("width")), float(root.get("height"))
    texts = [text.text for text in root.iter(f"{SVG}text")]
    assert [text for text in texts if text.startswith("layer")] == ["layer 1", "layer 2", "layer 3"]
    assert set(texts) - {"layer 1", "layer 2", "layer 3"} == {piece for piece, _ in pieces}
    for group, (x, y) in placed(root):
        for path in group.findall(f".//{SVG}path"):
            for loop in polygons(path):
                assert all(0 < a + x < width and 0 < b + y < height for a, b in loop)


def placed(element, x=0.0, y=0.0):
    """The innermost groups that are moved, and by how much in all."""
    for child in element:
        at = re.fullmatch(r"translate\((\S+) (\S+)\)", child.get("transform", ""))
        dx, dy = (float(at[1]), float(at[2])) if at else (0.0, 0.0)
        if child.findall(".//*[@transform]"):
            yield from placed(child, x + dx, y + dy)
        elif child.tag == f"{SVG}g":
            yield child, (x + dx, y + dy)


@given(solids())
def test_the_layers_of_a_drawing_do_not_overlap(case):
    board, _ = case
    view = SolidView(CUBIC, board, EDGE)
    whole = view._spot(view._extent[1])
    numbers = range(len({cell[0] for cell in board}))
    boxes = [
        (0, 0, *whole),
        *(
            (x, y, x + view._layer.width, y + view._layer.height)
            for x, y in map(view._corner, numbers)
        ),
    ]
    for k, (a, b, c, d) in enumerate(boxes):
        assert c <= view.width + 0.01
        assert d <= view.height + 0.01
        for e, f, g, h in boxes[k + 1 :]:
            assert g <= a or c <= e or h <= b or d <= f


def test_pictures_are_plain_svg_and_always_the_same(soma):
    board, pieces = soma
    for draw in (
        lambda order: solution_svg(CUBIC, board, order),
        lambda order: sheet_svg(CUBIC, board, [order, order]),
        lambda order: assembly_svg(CUBIC, board, order),
    ):
        text = draw(pieces)
        assert draw(tuple(reversed(pieces))) == text
        assert not re.search('style|paint-order|class="[^"]* |var\\(|url\\(| id=', text)
        ElementTree.fromstring(text.encode())


# -- steps of assembly ---------------------------------------------------------------------------


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
    steps = assembly([lower, upper])
    assert [from_above for _, from_above in steps] == [False, True]
    text = assembly_svg(CUBIC, box(3, 1, 2), [lower, upper], title="Held")
    assert "Held: no order puts all pieces in from above" in text
    assert f"1. {steps[0][0].piece} (not from above)" in text


def test_the_page_has_a_step_for_each_piece_with_the_new_one_in_its_colour(soma):
    board, pieces = soma
    text = assembly_svg(CUBIC, board, pieces, title="Soma")
    captions = re.findall(r">(\d+)\. (\w+)</text>", text)
    assert [int(number) for number, _ in captions] == list(range(1, 8))
    assert sorted(name for _, name in captions) == sorted(piece for piece, _ in pieces)
    assert "not from above" not in text


def test_copies_of_a_piece_have_walls_between_them_and_steps_of_their_own():
    bars = [
        Placement("bar", tuple((z, y, x) for x in range(2))) for z in range(2) for y in range(2)
    ]
    board = box(2, 2, 2)
    # In front: two bars; above: two bars; on the right: all four.
    assert len(faces(board, bars)) == 8
    wall, row = "+-------+   +-------+", "| B     |   | B     |"
    text = picture(CUBIC, board, bars, colour=False, ascii=True)
    assert text.split("\n")[1:6] == [wall, row, wall, row, wall]
    text = assembly_svg(CUBIC, board, bars)
    captions = re.findall(r">\d\. (bar \d)</text>", text)
    assert captions == ["bar 3", "bar 4", "bar 1", "bar 2"]


def test_the_command_draws_steps_of_a_solid_and_refuses_others(tmp_path):
    out = tmp_path / "steps.svg"
    assert cli.main(["polyform", "soma", "--steps", "--svg", str(out)]) == 0
    assert len(re.findall(r">\d\. \w+</text>", out.read_text(encoding="utf-8"))) == 7
    with pytest.raises(xc.FileFault, match="expected a puzzle on the cubic grid"):
        cli.main(["polyform", "haley", "--steps", "--svg", str(out)])


# -- text ----------------------------------------------------------------------------------------


TOWER = [
    Placement("A", ((0, 0, 0), (1, 0, 0), (1, 0, 1))),
    Placement("B", ((0, 0, 1),)),
]


def test_layers_stand_side_by_side_with_their_names():
    text = picture(CUBIC, box(2, 1, 2), TOWER, colour=False)
    assert text.split("\n") == [
        "layer 1     layer 2",
        "┌───┬───┐   ┌───────┐",
        "│ A │ B │   │ A     │",
        "└───┴───┘   └───────┘",
    ]


def test_layers_stand_below_each_other_where_there_is_no_room():
    text = picture(CUBIC, box(2, 1, 2), TOWER, colour=False, ascii=True, width=12)
    assert text.split("\n") == [
        "layer 1",
        "+---+---+",
        "| A | B |",
        "+---+---+",
        "",
        "layer 2",
        "+-------+",
        "| A     |",
        "+-------+",
    ]


def test_layers_of_different_shape_stand_in_line():
    board = ((0, 0, 1), (1, 0, 0), (1, 1, 0))
    lines = picture(CUBIC, board, [], colour=False).split("\n")
    assert lines[1] == "    ┌───┐   ┌───┐"
    assert lines[3] == "    └───┘   │   │"


@given(solids(), st.sampled_from([1, 30, 80]))
def test_each_piece_shows_its_label(case, width):
    board, pieces = case
    text = picture(CUBIC, board, pieces, colour=False, width=width)
    drawing = re.sub(r"layer \d+", "", text)
    assert set(re.findall(r"\w+", drawing)) >= {name for name, _ in pieces}


def test_bedlam_fits_into_eighty_columns():
    puzzle, _ = read_puzzle(str(shipped("boards", "bedlam")))
    lines = picture(CUBIC, puzzle.board, (), colour=False).split("\n")
    assert max(map(len, lines)) <= 80
    assert len(lines) == 10
