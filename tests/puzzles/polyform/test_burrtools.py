"""Files of BurrTools: read, written and read again, and with faults."""

from __future__ import annotations

import contextlib
import gzip
import random
import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.burrtools import xmpuzzle, xmpuzzle_of
from exactcover_puzzles.polyform.cutting import NoSheet
from exactcover_puzzles.polyform.grids import CUBIC
from exactcover_puzzles.polyform.polyforms import PolyformPuzzle, free_polyforms, orientations
from exactcover_puzzles.recognizing import recognized
from exactcover_puzzles.shared.source import Source
from tests.fuzz.damage import damaged
from tests.interrupting import takes_at_most

#: A box of 1 x 2 x 3 in pieces of three cubes, and a larger one with cells that may stay open.
TEXT = """\
<?xml version="1.0"?>
<puzzle version="2">
<gridType type="0"/>
<colors/>
<shapes>
<voxel x="3" y="1" z="1" type="0" name="bar: long">###</voxel>
<voxel x="2" y="2" z="1" type="0">##
 #_</voxel>
<voxel x="3" y="2" z="1" type="0">######</voxel>
<voxel x="3" y="2" z="2" type="0">######++++++</voxel>
</shapes>
<problems>
<problem name="Flat" state="2"><shapes><shape id="0" min="0" max="2"/><shape id="1" min="0"
 max="2" group="1"/></shapes><result id="2"/><bitmap/></problem>
<problem maxHoles="5"><shapes><shape id="1" count="3"/></shapes><result id="3"/></problem>
</problems>
<comment>none</comment>
</puzzle>
"""
COLOURED = """\
<puzzle version="2"><gridType type="0"/><shapes>
<voxel x="2" y="1" z="1" name="A">#1#2</voxel><voxel x="2" y="1" z="1" name="B">##</voxel>
<voxel x="2" y="2" z="1" name="board">#3#4#4#3</voxel></shapes>
<problems><problem><shapes><shape id="0"/><shape id="1"/></shapes><result id="2"/>
<bitmap><pair piece="1" result="3"/><pair piece="2" result="4"/></bitmap></problem></problems>
</puzzle>
"""
PRISMS = """\
<puzzle version="2"><gridType type="1"/><shapes>
<voxel x="2" y="1" z="1" name="D">##</voxel><voxel x="3" y="2" z="2">______###_#_</voxel>
</shapes><problems><problem><shapes><shape id="0" count="2"/></shapes><result id="1"/></problem>
</problems></puzzle>
"""


def puzzle_in(text):
    (polyform,) = read("polyform", text=text)
    return polyform


def problem_of(text, number):
    """The text with one of its problems alone."""
    problems = re.findall("<problem .*?</problem>", text, re.S)
    return text.replace("".join(f"{each}\n" for each in problems), problems[number])


def test_a_file_is_read_with_its_names_and_numbers_of_copies():
    polyform = puzzle_in(TEXT)
    assert polyform.title == "Flat (problem 1 of 2: 1 Flat, 2)"
    assert polyform.puzzle.bounds == {"bar long": (0, 2), "S2": (0, 2)}
    # Two bars, or two corners in two ways.
    assert polyform.problem.count() == 3
    assert recognized(TEXT).kind == "polyform"


def test_cells_of_the_result_may_stay_open_up_to_a_number():
    second = problem_of(TEXT, 1)
    few, any_number = puzzle_in(second), puzzle_in(second.replace('maxHoles="5"', ""))
    assert few.puzzle.holes == (0, 5)
    assert len(few.puzzle.may_stay_open) == 6
    # Three corners cover 9 of 12 cubes, so 3 stay open; none of them below.
    assert few.problem.count() == any_number.problem.count() > 0
    assert puzzle_in(second.replace('maxHoles="5"', 'maxHoles="2"')).problem.count() == 0
    below = {cell for cell in few.puzzle.board if cell not in few.puzzle.may_stay_open}
    assert {layer for layer, _, _ in below} == {1}, "z points upwards"


def test_colours_of_pieces_lie_only_on_those_that_they_are_paired_with():
    polyform = puzzle_in(COLOURED)
    # A covers a 3 and a 4, in four places; B covers the rest.
    assert polyform.problem.count() == 4
    assert polyform.puzzle.painted_pieces.keys() == {"A"}
    plain = re.sub("<bitmap>.*</bitmap>", "", COLOURED)
    with pytest.raises(xc.FileFault, match="2:1: a piece with cells that may cover some of the co"):
        puzzle_in(plain)
    assert puzzle_in(plain.replace("#3#4#4#3", "####")).problem.count() == 4


def test_prisms_in_one_layer_are_triangles():
    polyform = puzzle_in(PRISMS)
    assert polyform.puzzle.grid.name == "triangular"
    # With y downwards, the first row of x stands below.
    assert polyform.puzzle.board == ((0, 2), (1, 1), (1, 2), (1, 3))
    assert polyform.problem.count() == 0
    row = PRISMS.replace('x="3" y="2" z="2">______###_#_', 'x="5" y="1" z="1">_####')
    assert puzzle_in(row).problem.count() == 1
    with pytest.raises(xc.FileFault, match="prisms in several layers"):
        puzzle_in(PRISMS.replace("______", "#_____"))


@pytest.mark.parametrize(("change", "fault"), [
    (("###", "##"), "6:1: 2 places in a shape of 3 x 1 x 1; expected 3"),
    (("###", "##?"), "6:1: '?' in a shape; expected _, # or +, and colours"),
    (("###", "##+"), "6:1: a piece with variable cells"),
    (("###", "___"), "6:1: a shape without cells"),
    (('x="3"', 'x="-3"'), "6:1: x='-3' in <voxel>; expected x= with a number from 0 to 1,000,000"),
    (('type="0"/>', 'type="2"/>'), "3:1: a grid of spheres; expected cubes, or prisms in one"),
    (('type="0"/>', "/>"), "3:1: <gridType>; expected type= with a number"),
    (('id="2"', 'id="9"'), "14:30: id='9' in <result>; expected id= with a number from 0 to 3"),
    (('<result id="2"/>', ""), "13:1: <problem>; expected id= with a number from 0 to 3"),
    (('min="0" max="2"/', 'min="3" max="2"/'), "13:40: min=3 and max=2; expected a range"),
    (("</puzzle>", ""), "19:1: this is not XML (no element found); expected whole XML"),
    (("<puzzle", "<!DOCTYPE x [<!ENTITY y 'yyyy'>]><puzzle"), "2:13: a document type"),
    (("problem ", "trouble "), "<problem>"),
])  # fmt: skip
def test_faults_are_named_with_their_place(change, fault):
    text = TEXT.replace(*change, 1)
    if fault == "<problem>":
        text = text.replace("problem ", "trouble ").replace("/problem>", "/trouble>")
    with pytest.raises(xc.FileFault, match=re.escape(fault)):
        xmpuzzle(Source("some.xmpuzzle", text))
    assert recognized(text).fault is not None


@pytest.mark.parametrize("sample", [TEXT, COLOURED, PRISMS])
@given(st.randoms(use_true_random=False))
def test_damaged_files_are_refused_or_are_other_puzzles(sample, draw):
    text = damaged(sample.encode(), random.Random(draw.random())).decode("utf-8", "replace")
    with contextlib.suppress(xc.FileFault):
        found = xmpuzzle(Source("some.xmpuzzle", text))
        assert found is None or puzzle_in(text).sizes()


@pytest.mark.parametrize(("asked", "title"), [
    ([], "Flat (problem 1 of 2: 1 Flat, 2)"),
    (["--problem", "Flat"], "Flat (problem 1 of 2: 1 Flat, 2)"),
    (["--problem", "2"], "(problem 2 of 2: 1 Flat, 2)"),
])  # fmt: skip
def test_a_problem_of_several_is_chosen_by_its_number_or_name(asked, title):
    (puzzle,) = read("polyform", *asked, text=TEXT)
    assert puzzle.title == title
    with pytest.raises(xc.FileFault, match="no problem '3'; expected one of 1 Flat, 2"):
        read("polyform", "--problem", "3", text=TEXT)
    with pytest.raises(xc.FileFault, match="expected a file of BurrTools"):
        read("polyform", "--problem", "1", text=Polyform.example)


def test_deep_and_long_texts_take_little_time():
    with takes_at_most(20):
        with pytest.raises(xc.FileFault):
            xmpuzzle(Source("deep", "<gridType>" + "<a>" * 200_000))
        long = TEXT.replace('x="3" y="1"', 'x="200000" y="1"')
        long = long.replace(">###<", f">{'#' * 200_000}<")
        with pytest.raises(xc.FileFault, match="100,000 cells"):
            puzzle_in(long)


@st.composite
def solids(draw):
    """Small puzzles of cubes, with anything that BurrTools has."""
    board = tuple(product(*map(range, draw(st.sampled_from([(2, 2, 2), (1, 2, 4), (3, 2, 2)])))))
    letters = {cell: draw(st.sampled_from("ab")) for cell in board}
    pieces, copies, painted = {}, {}, {}
    for k, size in enumerate(draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))):
        cells = draw(st.sampled_from(orientations(CUBIC, draw(
            st.sampled_from(free_polyforms(CUBIC, size))))))  # fmt: skip
        pieces[f"p{k}"] = cells
        copies[f"p{k}"] = draw(st.sampled_from([(1, 1), (2, 2), (0, 1), (1, 3), (0, 12)]))
        if draw(st.integers(0, 2)) == 0:
            on_board = sorted({*letters.values()})
            painted[f"p{k}"] = {cell: draw(st.sampled_from(on_board)) for cell in cells}
    return PolyformPuzzle(
        CUBIC, board, pieces, reflect=False, copies=copies,
        holes=draw(st.sampled_from([None, (0, 1), (0, 3), (0, 12)])),
        optional=tuple(sorted(draw(st.sets(st.sampled_from(board), max_size=4)))),
        painted=letters if painted else {}, painted_pieces=painted,
    )  # fmt: skip


@given(solids())
def test_what_is_written_is_read_with_the_same_solutions(puzzle):
    text = xmpuzzle_of(puzzle, 'A "title" & <more>')
    again = puzzle_in(text)
    assert again.title == 'A "title" & <more>'
    before = Polyform(puzzle)
    assert len(puzzle.placements) == len(again.puzzle.placements)
    assert len(puzzle.symmetries) == len(again.puzzle.symmetries)
    counts = [each.misfit is None and each.problem.count() for each in (before, again)]
    assert counts[0] == counts[1]


def test_the_command_writes_a_file_that_every_command_reads(command, tmp_path):
    assert command("puzzles polyform soma --burrtools soma.xmpuzzle") == (0, "", "")
    data = (tmp_path / "soma.xmpuzzle").read_bytes()
    assert data.startswith(b"\x1f\x8b")
    (tmp_path / "plain.xmpuzzle").write_bytes(gzip.decompress(data))
    for said in ("puzzles soma.xmpuzzle", "puzzles polyform plain.xmpuzzle"):
        code, out, _ = command(f"{said} --count")
        assert (code, "11,520 solutions, 240 up to" in out) == (0, True)
    code, _, err = command("puzzles polyform pentominoes-6x10 --burrtools x.xmpuzzle")
    assert (code, "files of BurrTools have no grids of the plane" in err) == (2, True)


def test_what_burrtools_lacks_is_not_written():
    (turned,) = read("polyform", text="grid: cubic\nturn: half\npieces: I tricube\nboard:\n###\n")
    with pytest.raises(NoSheet, match="mirrored or fixed pieces"):
        xmpuzzle_of(turned.puzzle, "")


def test_a_large_board_with_colours_is_read_soon():
    large = "#1#2" * 40_000
    text = COLOURED.replace('x="2" y="2"', 'x="200" y="400"').replace("#3#4#4#3", large)
    text = text.replace('result="3"', 'result="1"').replace('result="4"', 'result="2"')
    with takes_at_most(5):
        assert "piece A" in xmpuzzle(Source("some.xmpuzzle", text))
