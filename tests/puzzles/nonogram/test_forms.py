"""Coloured nonograms, and nonograms as other programs write them."""

from __future__ import annotations

import json
import re
from collections import Counter
from itertools import groupby, product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.nonogram.adapter import Nonogram
from exactcover_puzzles.nonogram.file import Run, colour_of, text_of
from exactcover_puzzles.page.position import is_painted
from exactcover_puzzles.page.recent import Shown
from exactcover_puzzles.recognizing import recognized
from exactcover_puzzles.shared.screen import Screen
from exactcover_puzzles.shared.source import Source

PICTURE = ["aab.", "a##.", "....", "bba."]
COLOURS = {"a": "#ff0000", "b": "#00ff00"}


def clue(line):
    """The runs of a line, `.` for white and # for black."""
    runs = [(shade, len([*run])) for shade, run in groupby(line) if shade != "."]
    return tuple(n if shade == "#" else Run.of(n, shade) for shade, n in runs)


def clues(rows):
    return [clue(row) for row in rows], [clue(column) for column in zip(*rows, strict=True)]


def named(sides):
    """Clues with the colours of their runs, to compare."""
    return tuple(tuple(tuple((int(n), colour_of(n)) for n in c) for c in side) for side in sides)


FILE = text_of("Four colours", *clues(PICTURE), COLOURS)


def the_puzzle(text, path=None, kind="nonogram"):
    found = recognized(text, path or "text")
    assert (found.kind, found.fault) == (kind, None)
    (puzzle,) = read("nonogram", text=found.text)
    return puzzle


def test_every_coloured_picture_of_a_size_has_clues_with_as_many_solutions_as_brute_force_finds():
    pictures = [[cells[:3], cells[3:]] for cells in product(".ab", repeat=6)]
    told = Counter(named(clues(rows)) for rows in pictures)
    sample = {named(clues(rows)): clues(rows) for rows in pictures}
    for key in [*sample][::7]:
        assert Nonogram(*sample[key], colours=COLOURS).problem.count() == told[key]


@given(st.lists(st.text(".#ab", min_size=4, max_size=4), min_size=1, max_size=4))
def test_a_coloured_picture_is_among_the_solutions_which_all_have_its_clues(rows):
    puzzle = Nonogram(*clues(rows), colours=COLOURS)
    found = [puzzle.as_json(each)["rows"] for each in puzzle.problem.solutions(limit=300)]
    assert all(named(clues(each)) == named(clues(rows)) for each in found)
    assert len({"".join(each) for each in found}) == len(found)
    assert rows in found or len(found) == 300


def test_a_coloured_file_is_solved_shown_and_drawn():
    puzzle = the_puzzle(FILE)
    (solution,) = puzzle.problem.solutions()
    assert puzzle.as_json(solution.options)["rows"] == PICTURE
    assert (
        puzzle.text(solution.options, Screen(ascii=True))
        .splitlines()[-4]
        .endswith(" 2a 1b aa aa bb  .")
    )
    assert '"#ff0000"' in puzzle.svg([solution.options])
    assert "(2a) from" in puzzle.option_called(("row", 0, 0, 0, 2)).replace("2 a", "2a")
    assert text_of("Four colours", puzzle.rows, puzzle.columns, puzzle.colours) == FILE


def test_letters_that_no_line_names_have_colours_of_their_own():
    puzzle = the_puzzle("rows\n1a,1b\ncolumns\n1a\n1b\n")
    assert len({*puzzle.colours.values()}) == 2
    assert puzzle.problem.count() == 1


def test_runs_of_different_colours_are_different():
    red, blue, black = Run.of(3, "a"), Run.of(3, "b"), Run(3)
    assert len({red, blue, black}) == 3
    assert [red != each for each in (red, blue, black, 3)] == [False, True, True, True]
    assert [black == each for each in (Run.of(3, "black"), 3)] == [True, True]


def test_cells_of_each_colour_must_be_as_many_in_rows_as_in_columns():
    (puzzle,) = read("nonogram", text="rows\n1a\ncolumns\n1b\n")
    assert puzzle.misfit == "the rows have 1 cells of colour a, but the columns have 0"


@pytest.mark.parametrize("line", ["color", "color aa #ff0000", "color a red", "colour a #12345"])
def test_a_colour_is_a_letter_and_a_code(line):
    with pytest.raises(xc.FileFault, match="color a #ff0000") as fault:
        read("nonogram", text=f"{line}\nrows\n1a\ncolumns\n1a\n")
    assert fault.value.line == 1


def test_a_page_paints_all_colours():
    puzzle = the_puzzle(FILE)
    (solution,) = puzzle.problem.solutions()
    shown = Shown(puzzle)
    view = puzzle.view()
    assert dict(view.painted) == {"#ff0000": 4, "#00ff00": 3, "black": 2, "light": 7}
    shades = {**COLOURS, "#": "black"}
    painted = {(r, c): shades[each] for r, row in enumerate(PICTURE)
               for c, each in enumerate(row) if each != "."}  # fmt: skip
    assert is_painted(shown, painted, 5)
    assert not is_painted(shown, {**painted, (0, 0): "#00ff00"}, 5)
    assert puzzle.with_painted(painted).count() == 1
    assert {view.mark(option).shade.split(" ")[0] for option in solution.options} <= {
        "#ff0000", "#00ff00", "black", "light"}  # fmt: skip


# -- blank lines -----------------------------------------------------------------------------


@pytest.mark.parametrize("text", [
    "width 2\nheight 3\nrows\n1\n\n2\n\ncolumns\n2\n1\n",
    "height 3\nwidth 2\nrows\n1\n\n2\ncolumns\n2\n1\n",
    "height 3\nrows\n1\n0\n2\n\ncolumns\n2\n1\n",
])  # fmt: skip
def test_an_empty_line_is_a_line_without_runs_if_the_size_needs_it(text):
    (puzzle,) = read("nonogram", text=text)
    assert [puzzle.rows, puzzle.columns] == [[(1,), (), (2,)], [(2,), (1,)]]


# -- other programs --------------------------------------------------------------------------

XML = """<?xml version="1.0"?>
<!DOCTYPE pbn SYSTEM "https://webpbn.com/pbn-0.3.dtd">
<puzzleset><puzzle type="grid" defaultcolor="black"><title>Four colours</title>
<color name="black" char="X">000</color><color name="white" char=".">fff</color>
<color name="red" char="r">F00</color><color name="green" char="g">00ff00</color>
{}</puzzle></puzzleset>
"""
NAMES = {"a": "red", "b": "green", "black": "black"}


def xml_of(rows):
    lines = ""
    for kind, side in zip(("rows", "columns"), clues(rows), strict=True):
        lines += f'<clues type="{kind}">\n'
        for line in side:
            counts = (f'<count color="{NAMES[colour_of(n)]}">{n}</count>' for n in line)
            lines += f"<line>{''.join(counts)}</line>\n"
        lines += "</clues>\n"
    return XML.format(lines)


def test_xml_of_webpbn_has_colours():
    assert the_puzzle(xml_of(PICTURE)).stated["text"] == FILE


@pytest.mark.parametrize(("old", "new", "found"), [
    ("</puzzleset>", "", "no element found"), ('type="grid"', 'type="triddler"', "triddler"),
    ('"rows"', '"other"', "2 elements <clues>"), (">F00<", ">red<", "colour 'red'"),
    ('color="red"', 'color="blue"', "colour 'blue'"), ("<count color", "<count x='' color", None),
    ("</puzzle>", "</puzzle><puzzle/>", "2 puzzles"), (">2<", "><", "<count></count>"),
    ("<!DOCTYPE pbn", "<!DOCTYPE a [<!ENTITY b 'c'>]>", "an entity"),
    (">F00<", ">0f0<", "#00ff00"),
])  # fmt: skip
def test_faults_of_xml(old, new, found):
    text = xml_of(PICTURE).replace(old, new)
    if found is None:
        assert the_puzzle(text)
        return
    with pytest.raises(xc.FileFault, match=re.escape(found)):
        read("nonogram", text=text)


ROWS, COLUMNS = ["3", "1 1", "", "2"], ["2", "1 1", "2 1"]


def lines_of(*parts):
    return "\n".join("\n".join(part) if isinstance(part, list) else part for part in parts) + "\n"


def zeros(lines):
    return [line or "0" for line in lines]


@pytest.mark.parametrize(("name", "text"), [
    ("it.nin", lines_of("3 4", zeros(ROWS), COLUMNS)), ("it.nin", lines_of("3 4", ROWS, COLUMNS)),
    ("it.mk", lines_of("4 3", zeros(ROWS), "#", COLUMNS)),
    ("it.cwd", lines_of("4", "3", zeros(ROWS), "", COLUMNS)),
    ("it.cwd", lines_of("4", "3", ROWS, "", COLUMNS)),
    ("text", lines_of("4", "3", zeros(ROWS), "#", COLUMNS)), ("text", "3x4:2/1.1/2.1/3/1.1//2"),
    ("text", "https://puzz.link/p?nonogram/3/4/2g11123g11h2g"),
])  # fmt: skip
def test_numbers_are_read_in_all_forms(name, text):
    (puzzle,) = [the_puzzle(text, name)]
    assert [*map(list, (puzzle.rows, puzzle.columns))] == [
        [(3,), (1, 1), (), (2,)], [(2,), (1, 1), (2, 1)]]  # fmt: skip


@pytest.mark.parametrize(("name", "text", "found"), [
    ("it.nin", "3 4\n3\n1 1\n1\n", "3 lines"), ("it.nin", "2 1\n3\n1\n1\n", "runs of 3"),
    ("text", "https://puzz.link/p?nonogram/3/4/zzzzzz", "more than fills"),
    ("text", "https://puzz.link/p?nonogram/3/4/.s", "unknown"),
    ("text", "1x1:1/1,A", "given"), ("text", "10x10#123", "random seed"),
])  # fmt: skip
def test_faults_of_numbers(name, text, found):
    with pytest.raises(xc.FileFault, match=found):
        Nonogram.rewritten(Source(name, text))


def test_other_lists_of_numbers_are_not_nonograms():
    for text in ("2 2\n0 1 2 0\n0 0 1 1\n2 1 0 0\n1 0 0 1\n", "1 2\n2 1\n", "5:1/2/3/4\n"):
        assert Nonogram.rewritten(Source("text", text)).text == text


def test_a_coloured_nonogram_is_asked_by_the_command(command, tmp_path):
    (tmp_path / "some.non").write_text(FILE)
    code, out, _ = command("puzzles some.non --json")
    assert code == 0
    assert json.loads(out.splitlines()[0])["rows"] == PICTURE
