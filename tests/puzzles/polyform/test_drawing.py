"""Pictures are read back here: walls from the text, colours from its codes, areas from the SVG."""

from __future__ import annotations

import io
import itertools
import re
import unicodedata
import xml.etree.ElementTree as ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from puzzles.polyform import svg, terminal
from puzzles.polyform.file import read_puzzle
from puzzles.polyform.grids import SQUARE, TRIANGULAR
from puzzles.polyform.outlines import colour_numbers, outline, parts, seams, short_labels
from puzzles.polyform.plane_view import LABEL_SIZES
from puzzles.polyform.polyforms import Placement
from puzzles.polyform.svg import sheet_svg, solution_svg
from puzzles.polyform.terminal import picture
from puzzles.shared.shipped import shipped, shipped_names
from puzzles.shared.terminal import wants_colour

ANSI = re.compile("\x1b\\[([0-9;]*)m")
SVG = "{http://www.w3.org/2000/svg}"
LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
EDGE = 48

RING = tuple((y, x) for y in range(3) for x in range(3) if (y, x) != (1, 1))
AROUND_A_TRIANGLE = tuple(
    (y, x) for y in range(3) for x in range(-2, 3) if (y, x) not in ((1, 0), (2, -2), (2, 2))
)


@st.composite
def partitions(draw, grids=(SQUARE, TRIANGULAR), names=None, most=5, uncovered=True):
    """A grid, a board (maybe with holes) and connected pieces that cover all or some of it."""
    grid = draw(st.sampled_from(grids))
    height, width = draw(st.integers(1, most)), draw(st.integers(1, most + 2))
    # Anywhere in the plane, also where rows and columns are negative.
    top, left = draw(st.integers(-3, 3)), draw(st.integers(-3, 3))
    cells = [(top + y, left + x) for y in range(height) for x in range(width)]
    missing = draw(st.sets(st.sampled_from(cells), max_size=len(cells) - 1))
    board = tuple(cell for cell in cells if cell not in missing)
    group = {cell: k for k, cell in enumerate(board)}
    for cell in board:
        for near in grid.neighbours(cell):
            if near in group and cell < near and draw(st.booleans()):
                old, new = group[cell], group[near]
                group = {each: new if of == old else of for each, of in group.items()}
    pieces = [tuple(c for c in board if group[c] == k) for k in sorted(set(group.values()))]
    if uncovered:
        pieces = [cells for cells in pieces if draw(st.integers(0, 5))]
    if names is None:
        labels = [LETTERS[k % 52] for k in range(len(pieces))]
        pieces = pieces[:52]
    else:
        size = len(pieces)
        labels = draw(st.lists(names, min_size=size, max_size=size, unique=True))
    return grid, board, [Placement(*each) for each in zip(labels, pieces, strict=False)]


#: Characters that XML can hold, those that need escapes more often than others.
XML_NAMES = st.text(
    st.sampled_from("<&\">'") | st.characters(exclude_categories=["Cc", "Cs", "Cn"]), max_size=12
)


def owner_of(placements):
    return {cell: piece for piece, cells in placements for cell in cells}


def edges(grid, board, placements):
    """Every edge of a cell of the board: the cell, its neighbour, and whether a wall is there."""
    own = owner_of(placements)
    on_board = set(board)
    for cell in board:
        for near in grid.neighbours(cell):
            wall = near not in on_board or own.get(near) != own.get(cell)
            yield cell, near, wall


def neighbouring_pieces(grid, board, placements):
    own = owner_of(placements)
    return {
        (own[cell], own[near])
        for cell, near, wall in edges(grid, board, placements)
        if wall and cell in own and near in own
    }


class Screen:
    """Characters and backgrounds of a picture, found by the cells of the grid."""

    def __init__(self, grid, board, text, size):
        self.size = size
        rows, columns = zip(*board, strict=True)
        if grid is SQUARE:
            self.top, self.left = 2 * min(rows), size * min(columns)
        else:
            top_row = [cell for cell in board if cell[0] == min(rows)]
            self.top = size * min(rows) - any(sum(cell) % 2 for cell in top_row)
            self.left = size * (min(columns) - 1)
        self.characters = []
        self.backgrounds = []
        for line in text.split("\n"):
            characters, backgrounds, background = [], [], None
            for k, part in enumerate(ANSI.split(line)):
                if k % 2:
                    background = part.split(";")[-1] if ";48;5;" in part else None
                else:
                    characters += part
                    backgrounds += [background] * len(part)
            assert background is None, "a colour runs over the end of a line"
            self.characters.append(characters)
            self.backgrounds.append(backgrounds)

    def _at(self, table, line, column, default):
        row = table[line - self.top]
        place = column - self.left
        assert place >= 0
        return row[place] if place < len(row) else default

    def character(self, line, column):
        return self._at(self.characters, line, column, " ")

    def background(self, line, column):
        return self._at(self.backgrounds, line, column, None)

    def square_edge(self, cell, near):
        """The characters between two cells, without those at the ends of the edge."""
        (y, x), size = max(cell, near), self.size
        if cell[0] == near[0]:
            return [self.character(2 * y + 1, size * x)]
        return [self.character(2 * y, size * x + k) for k in range(1, size)]

    def triangular_edge(self, cell, near):
        (y, x), size = cell, self.size
        up = sum(cell) % 2 == 0
        if near[0] != y:
            line = size * (y + 1 if up else y) - 1
            # The columns next to the corners may belong to slanted walls.
            return [self.character(line, size * x + k) for k in range(1 - size, size - 1)]
        right = near[1] > x
        found = []
        for k in range(size):
            far = k if up else size - 1 - k
            found.append(self.character(size * y + k, size * x + (far if right else -1 - far)))
        return found

    def background_of(self, grid, cell):
        (y, x), size = cell, self.size
        if grid is SQUARE:
            return self.background(2 * y + 1, size * x + 1)
        return self.background(size * y + (size - 1 if sum(cell) % 2 == 0 else 0), size * x - 1)


SIZES = {SQUARE: {80: 4, 1: 3}, TRIANGULAR: {80: 3, 1: 2}}


# Pictures for a terminal.


@given(partitions(grids=[SQUARE]), st.sampled_from([80, 1]), st.booleans())
def test_square_walls_stand_between_different_pieces_and_nowhere_else(case, width, ascii):
    grid, board, placements = case
    text = picture(grid, board, placements, colour=False, width=width, ascii=ascii)
    screen = Screen(grid, board, text, SIZES[grid][width])
    level, upright = "-|" if ascii else "─│"
    for cell, near, wall in edges(grid, board, placements):
        drawn = set(screen.square_edge(cell, near))
        expected = " " if not wall else upright if cell[0] == near[0] else level
        assert drawn == {expected}, (cell, near)


@given(partitions(grids=[TRIANGULAR]), st.sampled_from([80, 1]))
def test_triangular_walls_stand_between_different_pieces_and_nowhere_else(case, width):
    grid, board, placements = case
    text = picture(grid, board, placements, colour=False, width=width)
    screen = Screen(grid, board, text, SIZES[grid][width])
    for cell, near, wall in edges(grid, board, placements):
        drawn = screen.triangular_edge(cell, near)
        if cell[0] == near[0]:
            slant = "/" if (sum(cell) % 2 == 0) == (near < cell) else "\\"
            # The least triangles may have a label where there is no wall, or the level wall of
            # the cell goes on there.
            assert all(each == slant for each in drawn) if wall else not {*"/\\"} & {*drawn}
        elif width == 80:
            assert set(drawn) == {"_" if wall else " "}, (cell, near)
        else:
            assert ("_" in drawn) == wall, (cell, near)


@given(partitions(grids=[SQUARE]))
def test_box_characters_have_just_the_arms_that_meet_an_arm(case):
    grid, board, placements = case
    text = picture(grid, board, placements, colour=False)
    arms = {}
    for y, line in enumerate(text.split("\n")):
        for x, each in enumerate(line):
            words = unicodedata.name(each, "").split() if each > "\x7f" else []
            arms[y, x] = {
                (dy, dx)
                for word, dy, dx in (
                    *(("UP", -1, 0), ("DOWN", 1, 0), ("LEFT", 0, -1), ("RIGHT", 0, 1)),
                    *(("VERTICAL", -1, 0), ("VERTICAL", 1, 0)),
                    *(("HORIZONTAL", 0, -1), ("HORIZONTAL", 0, 1)),
                )
                if word in words
            }
    assert any(arms.values())
    for (y, x), own in arms.items():
        for dy, dx in own:
            assert (-dy, -dx) in arms.get((y + dy, x + dx), ()), (y, x)


@given(partitions(names=st.text(max_size=8)), st.booleans(), st.sampled_from([80, 30, 1]))
def test_without_its_codes_the_coloured_picture_is_the_plain_one(case, ascii, width):
    options = {"ascii": ascii, "width": width}
    plain = picture(*case, colour=False, **options)
    coloured = picture(*case, colour=True, **options)
    assert "\x1b" not in plain
    assert ("\x1b" in coloured) == bool(case[2])
    assert ANSI.sub("", coloured) == plain
    assert all(line == line.rstrip() for line in plain.split("\n"))
    if ascii and case[0] is SQUARE:
        assert plain.isascii()


@given(partitions(), st.sampled_from([80, 1]))
def test_each_piece_has_one_background_and_its_neighbours_another(case, width):
    grid, board, placements = case
    text = picture(grid, board, placements, colour=True, width=width)
    screen = Screen(grid, board, text, SIZES[grid][width])
    seen = {}
    for piece, cells in placements:
        backgrounds = {screen.background_of(grid, cell) for cell in cells}
        assert len(backgrounds) == 1
        (seen[piece],) = backgrounds
        assert int(seen[piece]) in terminal.PALETTE
    for cell in set(board) - owner_of(placements).keys():
        assert screen.background_of(grid, cell) is None
    for one, other in neighbouring_pieces(grid, board, placements):
        assert seen[one] != seen[other]
    for characters, backgrounds in zip(screen.characters, screen.backgrounds, strict=True):
        for each, background in zip(characters, backgrounds, strict=True):
            if each in "/\\" or each > "\x7f":
                assert background is None, "a wall between two pieces has the colour of neither"
    if len(placements) <= len(terminal.PALETTE):
        assert len(set(seen.values())) == len(placements)


@given(partitions())
def test_every_piece_shows_its_label_once_and_every_empty_cell_a_dot(case):
    _, board, placements = case
    text = picture(*case, colour=False)
    assert sorted(filter(str.isalnum, text)) == sorted(piece for piece, _ in placements)
    assert text.count(".") == len(set(board) - owner_of(placements).keys())


def test_a_piece_in_two_parts_shows_its_label_on_both():
    board = tuple((0, x) for x in range(5))
    pieces = [Placement("A", ((0, 0), (0, 4))), Placement("B", board[1:4])]
    assert picture(SQUARE, board, pieces, colour=False).split("\n")[1] == "│ A │     B     │ A │"


def test_the_key_tells_whose_label_is_not_the_name():
    board = tuple((0, x) for x in range(6))
    names = ["bar", "butterfly", "heptiamond 17", "B", "é", "B2"]
    pieces = [Placement(name, (cell,)) for name, cell in zip(names, board, strict=True)]
    lines = picture(SQUARE, board, pieces, colour=False).split("\n")
    assert lines[1] == "│ A │ U │17 │ B │ C │B2 │"
    told = " ".join(lines[3:])
    for entry in ("A   bar", "U   butterfly", "17  heptiamond 17", "C   é"):
        assert entry in told
    assert "B2" not in told


def test_there_is_no_key_when_all_labels_are_names():
    pieces = [Placement("A", ((0, 0),)), Placement("B", ((0, 1),))]
    text = picture(SQUARE, ((0, 0), (0, 1)), pieces, colour=False)
    assert text == "┌───┬───┐\n│ A │ B │\n└───┴───┘"


def test_labels_differ_however_many_pieces_there_are():
    board = tuple((y, x) for y in range(10) for x in range(10))
    pieces = [Placement(f"piece {k}th", (cell,)) for k, cell in enumerate(board)]
    text = picture(SQUARE, board, pieces, colour=False)
    drawing, key = text.split("\n\n")
    labels = re.findall(r"\w+", drawing)
    assert len(set(labels)) == len(labels) == 100
    told = dict(re.findall(r"(\w+) +piece (\w+)th", key))
    assert told == {label: str(k) for k, label in enumerate(labels)}


def test_names_cannot_send_codes_to_the_terminal():
    pieces = [Placement("\x1b[31mred\x07\r\n", ((0, 0),))]
    text = picture(SQUARE, ((0, 0),), pieces, colour=False)
    assert text.endswith(r"\x1b[31mred\x07\x0d\x0a")
    assert not {"\x1b", "\x07", "\r"} & set(text)


def test_a_small_triangular_picture_looks_as_it_should():
    board = ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    pieces = [Placement("A", board[:3]), Placement("B", board[3:5]), Placement("C", board[5:])]
    assert picture(TRIANGULAR, board, pieces, colour=False).split("\n") == [
        "   ______",
        "  /      \\",
        " /  A     \\",
        "/__________\\",
        "\\     \\    /",
        " \\  B  \\C /",
        "  \\_____\\/",
    ]


def test_a_label_does_not_hide_a_wall_where_it_can_stand_elsewhere():
    cells = ((0, -1), (0, 0), (0, 1))
    text = picture(TRIANGULAR, cells, [Placement("AB", cells)], colour=False, width=1)
    assert text.split("\n") == ["________", "\\AB    /", " \\____/"]


def test_cells_are_large_if_the_width_allows():
    board = tuple((y, x) for y in range(6) for x in range(10))
    for width, expected in ((80, 41), (41, 41), (40, 31), (5, 31)):
        text = picture(SQUARE, board, (), colour=False, width=width)
        assert {len(line) for line in text.split("\n")} == {expected}


@pytest.mark.parametrize("name", shipped_names("boards"))
def test_shipped_boards_fit_in_eighty_columns(name):
    puzzle, _ = read_puzzle(str(shipped("boards", name)))
    text = picture(puzzle.grid, puzzle.board, (), colour=False)
    assert max(map(len, text.split("\n"))) <= 80
    assert text.count(".") == len(puzzle.board)


def test_black_text_is_easy_to_read_on_every_background():
    steps = (0, 95, 135, 175, 215, 255)
    for number in terminal.PALETTE:
        cube = number - 16
        levels = [steps[cube // 36], steps[cube // 6 % 6], steps[cube % 6]]
        assert _contrast(levels, [0, 0, 0]) >= 7


def _contrast(*colours):
    """The contrast of two colours by WCAG 2: 1 to 21; 4.5 is asked of text, 7 is better."""
    lights = []
    for levels in colours:
        parts = [each / 255 for each in levels]
        linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
        lights.append(0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2] + 0.05)
    return max(lights) / min(lights)


class _Stream(io.StringIO):
    def __init__(self, terminal):
        super().__init__()
        self._terminal = terminal

    def isatty(self):
        return self._terminal


@pytest.mark.parametrize(
    ("mode", "is_terminal", "environment", "wanted"),
    [
        ("auto", True, {}, True),
        ("auto", False, {}, False),
        ("auto", True, {"NO_COLOR": "1"}, False),
        ("auto", True, {"NO_COLOR": "0"}, False),
        ("auto", True, {"NO_COLOR": ""}, True),
        ("auto", True, {"TERM": "dumb"}, False),
        ("always", False, {"NO_COLOR": "1", "TERM": "dumb"}, True),
        ("never", True, {}, False),
    ],
)
def test_colour_is_wanted_on_terminals_unless_the_user_objects(
    monkeypatch, mode, is_terminal, environment, wanted
):
    monkeypatch.delenv("NO_COLOR", raising=False)
    monkeypatch.setenv("TERM", "xterm-256color")
    for key, value in environment.items():
        monkeypatch.setenv(key, value)
    assert wants_colour(_Stream(is_terminal), mode) is wanted


def test_an_unknown_mode_of_colour_is_refused():
    with pytest.raises(ValueError, match="'sometimes'"):
        wants_colour(_Stream(True), "sometimes")


# Pictures in SVG.


def parsed(text):
    return ElementTree.fromstring(text.encode("utf-8"))


def paths(root, kind="piece"):
    return [path for path in root.iter(SVG + "path") if path.get("class") == kind]


def loops(path):
    """The loops of path data as lists of points."""
    return [
        [tuple(map(float, pair.split())) for pair in loop[1:].split("L")]
        for loop in path.get("d").split("Z")
        if loop
    ]


def area(loop):
    ahead = [*loop[1:], loop[0]]
    return sum(ax * by - ay * bx for (ax, ay), (bx, by) in zip(loop, ahead, strict=True)) / 2


def is_inside(spot, all_loops):
    """By the even-odd rule: whether a ray to the right crosses an odd number of walls."""
    x, y = spot
    crossings = 0
    for loop in all_loops:
        for (ax, ay), (bx, by) in zip(loop, [*loop[1:], loop[0]], strict=True):
            if (ay > y) != (by > y) and x < ax + (y - ay) * (bx - ax) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


def centres(grid, board):
    """The centre of each cell in the units of a large picture."""
    corners = {cell: grid.corners(cell) for cell in board}
    left = min(x for points in corners.values() for x, _ in points)
    top = min(y for points in corners.values() for _, y in points)
    return {
        cell: (
            (sum(x for x, _ in points) / len(points) - left) * grid.unit[0] * EDGE,
            (sum(y for _, y in points) / len(points) - top) * grid.unit[1] * EDGE,
        )
        for cell, points in corners.items()
    }


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
def test_a_line_is_drawn_for_each_seam_and_none_along_a_wall(case):
    data = [path.get("d") for path in paths(parsed(solution_svg(*case)), "seams")]
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
        assert _contrast(levels(fill), levels("#22262b")) >= 4.5


@given(partitions(), st.randoms())
def test_the_order_of_the_placements_does_not_show(case, random):
    grid, board, placements = case
    shuffled = placements[:]
    random.shuffle(shuffled)
    assert solution_svg(grid, board, shuffled) == solution_svg(*case)
    assert picture(grid, board, iter(shuffled), colour=True) == picture(*case, colour=True)


# Sheets.


def dominoes(n):
    """A board of 2 × n cells, and two ways to cover it with dominoes that have many names."""
    board = tuple((y, x) for y in range(2) for x in range(n))
    upright = [Placement(f"d{x:02}", ((0, x), (1, x))) for x in range(n)]
    level = [
        Placement(f"d{(k * 7) % n:02}", ((k % 2, k // 2 * 2), (k % 2, k // 2 * 2 + 1)))
        for k in range(n)
    ]
    return board, [upright, level]


@given(st.integers(0, 9), st.none() | st.integers(1, 12))
def test_a_sheet_has_as_many_pictures_as_solutions(n, columns):
    board, ways = dominoes(6)
    solutions = [iter(ways[k % 2]) for k in range(n)]
    root = parsed(sheet_svg(SQUARE, board, solutions, title="<all>", columns=columns))
    pictures = [g for g in root.iter(SVG + "g") if g.get("class") == "solution"]
    assert len(pictures) == n
    assert all(len(paths(each)) == 6 for each in pictures)
    written = [text.text for text in root.iter(SVG + "text")]
    names = [f"d0{k}" for k in range(6)] if n else []
    assert written == ["<all>", *(str(k) for k in range(1, n + 1)), *names]
    moves = [g.get("transform")[10:-1].split() for g in root.iter(SVG + "g") if g.get("transform")]
    across = {x for x, _ in moves[:n]}
    if columns is not None:
        assert len(across) == min(columns, n)
    assert len({tuple(move) for move in moves}) == len(moves)
    width, height = map(float, root.get("viewBox").split()[2:])
    assert all(0 < float(x) < width and 0 < float(y) < height for x, y in moves)


@pytest.mark.parametrize("n", [6, 12, 14, 50])
def test_a_piece_has_one_colour_on_the_whole_sheet_and_its_neighbours_another(n):
    board, ways = dominoes(n)
    root = parsed(sheet_svg(SQUARE, board, ways))
    fills = {}
    for path in paths(root):
        assert fills.setdefault(path.find(SVG + "title").text, path.get("fill")) == path.get("fill")
    assert len(fills) == n
    for placements in ways:
        for one, other in neighbouring_pieces(SQUARE, board, placements):
            assert fills[one] != fills[other]


def test_pieces_that_all_touch_somewhere_have_colours_of_their_own_on_a_sheet():
    n = 16
    board = tuple((0, x) for x in range(n))
    # In these zigzag rows each number stands next to each other number once.
    rows = [[(k + (x + 1) // 2 * (-1) ** x) % n for x in range(n)] for k in range(n // 2)]
    ways = [[Placement(f"p{p}", ((0, x),)) for x, p in enumerate(row)] for row in rows]
    fills = {path.get("fill") for path in paths(parsed(sheet_svg(SQUARE, board, ways)))}
    assert len(fills) == n


def test_a_sheet_has_no_empty_columns():
    board, ways = dominoes(6)
    assert sheet_svg(SQUARE, board, ways, columns=9) == sheet_svg(SQUARE, board, ways, columns=2)


def test_a_sheet_without_columns_is_refused():
    with pytest.raises(ValueError, match="columns=0"):
        sheet_svg(SQUARE, ((0, 0),), [], columns=0)


# Faults and edge cases of all pictures.

DRAWINGS = [
    lambda *case: picture(*case, colour=True),
    solution_svg,
    lambda grid, board, placements: sheet_svg(grid, board, [placements]),
]


@pytest.mark.parametrize("draw", DRAWINGS, ids=["terminal", "svg", "sheet"])
def test_placements_that_overlap_or_leave_the_board_are_refused(draw):
    board = ((0, 0), (0, 1))
    with pytest.raises(ValueError, match=r"'A' and 'B' both cover \(0, 1\)"):
        draw(SQUARE, board, [Placement("B", board[1:]), Placement("A", board)])
    with pytest.raises(ValueError, match=r"'A' covers \(1, 0\), which is off the board"):
        draw(SQUARE, board, [Placement("A", ((0, 0), (1, 0)))])


def test_an_empty_board_has_empty_pictures():
    assert picture(SQUARE, (), (), colour=True) == ""
    assert paths(parsed(solution_svg(TRIANGULAR, (), ()))) == []


# Geometry and colours.


@given(partitions(uncovered=False))
def test_outlines_keep_to_walls_and_seams_to_the_rest(case):
    grid, board, _ = case
    n_sides = sum(len(grid.corners(cell)) for cell in board)
    n_walls = sum(near not in board for cell in board for near in grid.neighbours(cell))
    assert n_sides == n_walls + 2 * len(seams(grid, board))
    for loop in outline(grid, board):
        steps = list(zip(loop, [*loop[1:], loop[0]], strict=True))
        ways = [(bx - ax, by - ay) for (ax, ay), (bx, by) in steps]
        for (ux, uy), (vx, vy) in zip(ways, [*ways[1:], ways[0]], strict=True):
            assert ux * vy != uy * vx, "a point where the loop does not bend"


def test_cells_that_touch_in_a_point_have_loops_of_their_own():
    assert outline(SQUARE, [(0, 0), (1, 1)]) == [
        [(0, 0), (1, 0), (1, 1), (0, 1)],
        [(1, 1), (2, 1), (2, 2), (1, 2)],
    ]
    # Three triangles around a point, with gaps between them.
    assert len(outline(TRIANGULAR, [(0, 0), (1, -1), (1, 1)])) == 3
    assert len(outline(TRIANGULAR, [(0, -1), (0, 1), (1, 0)])) == 3


def test_parts_are_connected_by_edges():
    assert parts(SQUARE, [(1, 1), (0, 0), (0, 3), (0, 1)]) == [((0, 0), (0, 1), (1, 1)), ((0, 3),)]


@given(partitions(most=8, names=st.integers(0, 10**6).map(str)))
def test_six_colours_are_enough_for_connected_pieces(case):
    names = [piece for piece, _ in case[2]]
    pairs = neighbouring_pieces(*case)
    numbers = colour_numbers(names, pairs, 6)
    assert set(numbers) == set(names)
    assert set(numbers.values()) <= set(range(6))
    assert all(numbers[one] != numbers[other] for one, other in pairs)


def test_more_colours_are_given_when_all_pieces_touch():
    names = "ABCDEFGH"
    numbers = colour_numbers(names, itertools.permutations(names, 2), 6)
    assert sorted(numbers.values()) == list(range(8))


@given(st.data(), st.integers(3, 40))
def test_two_colours_are_enough_for_a_tree(data, n):
    names = data.draw(st.permutations(range(n)))
    pairs = [
        (f"{names[k]:02}", f"{names[data.draw(st.integers(0, k - 1))]:02}") for k in range(1, n)
    ]
    numbers = colour_numbers([f"{k:02}" for k in range(n)], pairs, 2)
    assert set(numbers.values()) == {0, 1}
    assert all(numbers[one] != numbers[other] for one, other in pairs)


def test_colours_are_shared_evenly():
    numbers = colour_numbers([f"piece {k}" for k in range(24)], [], 12)
    assert sorted(numbers.values()) == sorted([*range(12)] * 2)


def test_names_are_ordered_by_their_numbers():
    names = ["b", "a 11", "a 010", "a 9", "a", "10", "9"]
    ordered = ["9", "10", "a", "a 9", "a 010", "a 11", "b"]
    assert list(short_labels(names)) == ordered
    for n_colours in (3, 6):
        assert list(colour_numbers(names, [], n_colours)) == ordered


def test_labels_run_out_only_after_thousands():
    labels = short_labels(f"piece number {k}" for k in range(10_000))
    assert sum(label != "??" for label in labels.values()) == 62 + 62**2
    assert len(set(labels.values())) == 62 + 62**2 + 1
