"""Boards of Penpa+: those of bundled puzzles, as Penpa+ draws them, are the same puzzles."""

from __future__ import annotations

import re

import pytest

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.recognizing import recognized
from exactcover_puzzles.shared.cell_names import cell_of
from tests.puzzles.packing import penpa, thick


def size_of(cells):
    return [1 + max(cell[k] for cell in cells) for k in (0, 1)]


def the_same(of, address):
    """The puzzle in an address of which the kind is found."""
    found = recognized(address)
    assert (found.kind, found.fault) == (of, None)
    (puzzle,) = read(of, text=found.text)
    return puzzle


def numbers(texts):
    return {cell: [text, 1, "1"] for cell, text in texts.items()}


@pytest.mark.parametrize(
    "said", [{"zN": {(-1, 0): ["2", 1, "1"]}, "zY": {(-1, 1): [2, "star", 2]}}, {}]
)
def test_regions_are_enclosed_by_thick_lines(said):
    (stars,) = read("stars", "two-10")
    rows, columns = size_of(stars.regions)
    layers = {"zE": thick(stars.regions), **said}
    title = "" if said else "With 2 stars"
    address = penpa(rows, columns, layers, (1, 1, 1, 1), ["starbattle"], title=title)
    found = the_same("stars", address)
    assert found.stars == 2
    assert thick(found.regions) == thick(stars.regions)


@pytest.mark.parametrize("tags", [["shikaku"], []])
def test_areas_are_numbers_in_cells(tags):
    (shikaku,) = read("shikaku", "small")
    rows, columns = size_of(shikaku.cells)
    found = the_same("shikaku", penpa(rows, columns, {"zN": numbers(shikaku.labels)}, tags=tags))
    assert (found.clues, found.cells) == (shikaku.clues, shikaku.cells)


@pytest.mark.parametrize("tags", [["slitherlink"], []])
def test_numbers_of_edges_are_numbers_in_cells(tags):
    (loop,) = read("slitherlink", "small")
    rows, columns = size_of(loop.grid)
    drawn = {cell: [clue, 1, "1"] for cell, clue in loop.clues.items()}
    assert the_same("slitherlink", penpa(rows, columns, {"zN": drawn}, tags=tags)).grid == loop.grid


def test_runs_stand_above_and_to_the_left():
    (cup,) = read("nonogram", "cup")
    rows, columns = cup.rows, cup.columns
    drawn = {(-k, c): str(n) for c, clue in enumerate(columns) for k, n in enumerate(clue[::-1], 1)}
    drawn |= {(r, -k): str(n) for r, clue in enumerate(rows) for k, n in enumerate(clue[::-1], 1)}
    address = penpa(len(rows), len(columns), {"zN": numbers(drawn)}, (9, 0, 9, 0))
    found = the_same("nonogram", address)
    assert (found.rows, found.columns) == (rows, columns)


def test_sums_stand_in_the_corners_of_black_cells():
    (kakuro,) = read("kakuro", "large")
    black = {cell: text for cell, text in kakuro.grid.items() if cell not in kakuro.open_cells}
    sums = {}
    for cell, text in black.items():
        down, _, across = text.partition("\\")
        sums |= {(cell, 2): [down.strip("#"), 4], (cell, 1): [across, 4]}
    layers = {"zY": {cell: [1, "kakuro", 2] for cell in black}, "z1": sums}
    found = the_same("kakuro", penpa(*size_of(kakuro.grid), layers, grid="kakuro"))
    assert (found.grid, found.entries) == (kakuro.grid, kakuro.entries)


@pytest.mark.parametrize("by_cages", [True, False])
def test_cages_have_their_clue_in_the_upper_left_corner(by_cages):
    (kenken,) = read("kenken", "six")
    clues = {(cell, 0): [clue, 1] for cell, clue in kenken.corners.items()}
    cages = [cage.cells for cage in kenken.cages.values()]
    layers = {"z6": cages} if by_cages else {"zE": thick(kenken.parts)}
    address = penpa(6, 6, {**layers, "z1": clues}, tags=["tomtom"])
    found = the_same("kenken", address)
    assert [*found.cages.values()] == [*kenken.cages.values()]


def test_numbers_without_a_sign_are_products():
    parts = {(0, 0): "A", (0, 1): "A", (1, 0): "B", (1, 1): "C"}
    layers = {"zE": thick(parts), "z1": {((0, 0), 0): [2, 1], ((1, 1), 0): [1, 1]}}
    found = the_same("kenken", penpa(2, 2, layers))
    assert found.corners == {(0, 0): "2x", (1, 1): "1"}
    assert found.problem.count() == 1


BOXES = ["AABB", "AABB", "CCDD", "CCDD"]


def sudoku(parts=BOXES, **layers):
    drawn = {(r, c): name for r, row in enumerate(parts) for c, name in enumerate(row)}
    layers = {"zE": thick(drawn), "zN": numbers({(0, 0): "1"}), **layers}
    return penpa(4, 4, layers, tags=["classic"])


def test_sudokus_have_boxes_of_any_shape_cages_and_diagonals():
    cages = [[(0, 1), (0, 2)], [(3, 3)]]
    found = the_same("sudoku", sudoku(z6=cages, z1={((0, 1), 0): [" 5", 1]}, zC={((0, 1), 0): 10}))
    assert found.layout.cages == ((((0, 1), (0, 2)), 5), (((3, 3),), None))
    found = the_same("sudoku", sudoku(["AAAB", "ACBB", "CCDB", "CDDD"]))
    assert found.layout.boxes[0] == ((0, 0), (0, 1), (0, 2), (1, 0))
    lines = {((k, k), (k + 1, k + 1)): 12 for k in range(4)}
    (diagonal,) = the_same("sudoku", sudoku(zE=lines)).layout.cages
    assert diagonal == (tuple((k, k) for k in range(4)), None)
    lines |= {((k, 4 - k), (k + 1, 3 - k)): 12 for k in range(4)}
    assert the_same("sudoku", sudoku(zE=lines)).layout.diagonals


def board(of, layers, around=(1, 0, 1, 0), tag=None, **more):
    return of, penpa(2, 2, layers, around, [tag or of], **more)


@pytest.mark.parametrize(("of", "address", "fault"), [
    (*board("nonogram", {"zS": {(0, 0): 1}}), "'surface' is drawn; expected number only"),
    (*board("shikaku", {"zN": numbers({(-1, 0): "2"})}), "beside it; expected a rectangle alone"),
    (*board("shikaku", {"zN": {(0, 0): ["2_1", 1, "2"]}}), "a number with an arrow"),
    (*board("slitherlink", {"zN": numbers({(0, 0): "5"})}), "numbers of more than 4 edges"),
    (*board("nonogram", {"zN": numbers({(0, -1): "?"})}), "'?'; expected numbers above and"),
    (*board("nonogram", {"zN": numbers({(0, 0): "1"})}), "'1'; expected numbers above and"),
    (*board("stars", {}, tag="starbattle"), "numbers of stars: none"),
    (*board("stars", {"zN": numbers({(0, 0): "1", (-1, 0): "1"})}, tag="starbattle"), "in a cell"),
    (*board("stars", {"zY": {(0, 0): [1, "star", 2]}}, tag="starbattle", title="1 star"), "symbol"),
    (*board("stars", {"zE": {((0, 0), (1, 1)): 2}}, tag="starbattle", title="1 star"), "diagonal"),
    (*board("stars", {"zE": {((0, 0), (0, 1)): 8}}, tag="starbattle", title="1 star"), "style 8"),
    (*board("kakuro", {"zY": {(0, 0): [1, "circle_L", 2]}}), "the symbol 'circle_L'"),
    (*board("kakuro", {"z1": {((0, 0), 1): ["3", 1]}}), "sums in cells that are not black"),
    (*board("kakuro", {"z1": {((0, 0), 3): ["3", 1]}}), "a small number elsewhere"),
    ("sudoku", sudoku(["AAAA", "AABB", "CCDD", "CCDD"]), "4 regions of 2 places and more"),
    ("sudoku", sudoku(zE={((0, 0), (1, 1)): 12}), "a part of a diagonal"),
    ("sudoku", sudoku(z1={((0, 0), 0): ["5", 1]}), "sums or dashed lines without a cage"),
    ("sudoku", sudoku(z6=[[(0, 0)], [(0, 0)]]), "cages or regions that overlap"),
    ("sudoku", penpa(4, 4, {}, tags=["classic", "nonconsecutive"]), "of the kind 'nonconsecutive'"),
    ("sudoku", penpa(4, 4, {}, tags=["classic"]), "no numbers and no cages"),
])  # fmt: skip
def test_what_a_board_cannot_say_is_refused_by_name(of, address, fault):
    with pytest.raises(xc.FileFault, match=re.escape(fault)) as raised:
        read(of, text=address)
    place = raised.value.line, raised.value.column
    assert place == (1, address.index("p=") + 3)
    found = recognized(address)
    assert (found.kind, fault in str(found.fault)) == (of, True)


def test_a_board_that_does_not_name_its_kind_is_refused_as_such():
    fault = recognized(penpa(2, 2, {"zS": {(0, 0): 1}})).fault
    assert "the board does not name its kind" in fault.expected
    assert recognized(penpa(2, 2, {}, tags=["masyu"])).fault is not None
    assert "a board without signs" in recognized(penpa(2, 2, {})).fault.found
    assert cell_of("r1c1") == (0, 0)


@pytest.mark.parametrize("of", ["shikaku", "slitherlink"])
def test_shades_that_mean_nothing_are_passed_over(of):
    layers = {"zN": numbers({(0, 0): "4" if of == "shikaku" else "2"})}
    plain, shaded = (
        penpa(2, 2, {**layers, **more}, tags=[of]) for more in ({}, {"zS": {(0, 0): 1}})
    )
    (one,), (other,) = read(of, text=plain), read(of, text=shaded)
    assert one.problem == other.problem
