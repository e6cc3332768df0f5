"""The kind of a text: bundled puzzles, sudokus in many forms, texts that are no puzzle."""

from __future__ import annotations

import io
from time import process_time

import pytest

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.recognizing import recognized
from exactcover_puzzles.registry import KINDS, kind
from exactcover_puzzles.shared.shipped import shipped, shipped_names

ROWS = ["53..7....", "6..195...", ".98....6.", "8...6...3", "4..8.3..1", "7...2...6", ".6....28.",
        "...419..5", "....8..79"]  # fmt: skip
GRID = "\n".join(ROWS)
#: Solved by hand from the rows above.
FIRST_ROW = "534678912"


def bundled():
    for name in KINDS:
        of = kind(name)
        if of.example:
            yield name, "an example", of.example
        if of.reads_files and of.shipped:
            for each in shipped_names(of.shipped):
                yield name, each, shipped(of.shipped, each).read_text(encoding="utf-8")


def framed(corner, rule, side):
    """A grid in a frame, as programs print it."""
    rows = [f"{side}{row[:3]}{side}{row[3:6]}{side}{row[6:]}{side}" for row in ROWS]
    line = corner.join(["", *[rule * 3] * 3, ""])
    return "\n".join([line, *rows[:3], line, *rows[3:6], line, *rows[6:], line])


FORMS = {
    "nine lines": GRID,
    **{f"empty as {sign}": GRID.replace(".", sign) for sign in "0*_-xX?"},
    "spaces": "\n".join(" ".join(row) for row in ROWS),
    "commas": "\n".join(",".join(row) for row in ROWS),
    "empty lines between": "\n\n".join(ROWS),
    "line ends of Windows": GRID.replace("\n", "\r\n"),
    "a frame of + and -": framed("+", "-", "|"),
    "a frame of *": framed("*", "-", "|").replace("-*-", "---"),
    "a frame of dots": framed(".", "-", "|"),
    "a frame of box characters": framed("┼", "─", "│"),
    "equals signs": framed("+", "=", "|"),
    ".sdk": f"#A Somebody\n#D 1-1-2005\n[Puzzle]\n{GRID}\n[State]\n{GRID}\n",
    "a line": "".join(ROWS),
    "a line with _": "".join(ROWS).replace(".", "_"),
    "blanks": GRID.replace(".", " "),
    "nothing between commas": "\n".join(",".join(row) for row in ROWS).replace(".", ""),
    "nothing between tabs": "\n".join("\t".join(row) for row in ROWS).replace(".", ""),
    "blanks in a frame": framed("+", "-", "|").replace(".", " "),
    "blanks in boxes": "\n├───┼───┤\n".join(
        ["┌───┬───┐", *("│ " + " │ ".join(row.replace(".", " ")) + " │" for row in ROWS)]
    ),
    "dashes and an empty row": GRID.replace(ROWS[4], "." * 9).replace(".", "-"),
}


@pytest.mark.parametrize("form", FORMS)
def test_a_sudoku_is_recognized_in_every_form(form):
    found = recognized(FORMS[form])
    assert (found.kind, found.fault) == ("sudoku", None)
    (puzzle,) = read("sudoku", text=found.text)
    solution = puzzle.problem.first()
    row = "".join(str(digit) for r, _, digit in sorted(solution.options) if r == 0)
    assert row == FIRST_ROW or "empty row" in form


@pytest.mark.parametrize(("name", "title", "text"), [*bundled()])
def test_what_a_kind_has_bundled_is_its_own(name, title, text):
    found = recognized(text)
    # Numbers in a square are tiles with a frame as well as pieces with flat sides.
    assert found.kind == name or (name, title, found.kind) == ("matching", "frame-5x5", "jigsaw")
    assert found.text == text


def test_a_latin_square_of_order_nine_is_no_sudoku_unless_its_boxes_allow_it():
    def rows(start):
        return "\n".join("".join(str((start(r) + c) % 9 + 1) for c in range(9)) for r in range(9))

    assert recognized(rows(lambda r: r)).kind == "latin"
    assert recognized(rows(lambda r: 3 * r + r // 3)).kind == "sudoku"


@pytest.mark.parametrize(
    ("text", "closest", "line"),
    [
        (GRID.replace("6..195...", "6..195.."), "sudoku", 2),
        (GRID.replace("4..8.3..1", "4..A.3..1"), "sudoku", 5),
        ("\n".join(ROWS[:8]), "sudoku", 8),
        ("grid: square\npieces: nonsense\nboard:\n##\n##\n", "polyform", 2),
        ("rows\n1\n2\ncolumns\n3\nx\n", "nonogram", 6),
    ],
)
def test_what_nothing_reads_has_the_fault_of_the_closest_kind(text, closest, line):
    found = recognized(text)
    assert (found.kind, found.text, found.fault.line) == (closest, text, line)
    assert closest in found.fault.expected


def test_a_text_like_no_puzzle_is_said_to_be_none():
    fault = recognized("Dear all,\nhow are you?\n").fault
    assert (fault.line, fault.found) == (1, "'Dear all,'")
    assert recognized(" \n").fault.found == "the file contains no puzzle"


def test_other_kinds_that_read_a_text_are_named(command, tmp_path):
    text = "1 2 3 4\n2 1 4 3\n3 4 1 2\n4 3 2 1\n"
    found = recognized(text)
    assert (found.kind, found.others) == ("latin", ["matching"])
    (tmp_path / "some").write_text(text)
    code, _, err = command("puzzles some --count")
    assert (code, err) == (0, "puzzles: read as latin; 'puzzles matching' would read it as well\n")
    assert command("puzzles some --count --quiet")[2] == ""


@pytest.mark.parametrize("text", ["\n" * 60_000 + "x", "https://" + "f-puzzles.com/?load=" * 20_000,
                                  "https://x/" + "/scl" * 100_000 + "!"])  # fmt: skip
def test_texts_that_begin_in_many_ways_take_little_time(text):
    begun = process_time()
    assert recognized(text).fault is not None
    assert process_time() - begun < 2


@pytest.mark.parametrize("line", ["1 2", "abc", "a: b", ".#.", "1 -2 0", "<a>", "{", "A 6+"])
def test_long_texts_take_little_time(line):
    begun = process_time()
    assert recognized(f"{line}\n" * 100_000).fault is not None
    assert process_time() - begun < 2  # (less than one half, on an idle machine)


def test_a_kind_can_be_asked_for():
    assert recognized(GRID, only="latin").kind == "latin"
    assert recognized(GRID, only="sudoku").text.startswith("clues:")
    fault = recognized("1 2\n2 2\n", only="latin").fault
    assert "no kind" not in str(fault)


@pytest.mark.parametrize(("text", "said"), [
    (GRID, "5 3 4 │ 6 7 8 │ 9 1 2"),
    ("grid: square\npieces: 2*domino\nboard:\n##\n##\n", "in 2 orientations"),
])  # fmt: skip
def test_the_command_finds_the_kind_of_a_file(command, tmp_path, text, said):
    (tmp_path / "some").write_text(text)
    code, out, _ = command("puzzles some")
    assert code == 0
    assert said in out


def test_the_command_says_what_a_file_that_no_kind_reads_looks_like(command, tmp_path):
    (tmp_path / "some").write_text("rows\n1\n2\ncolumns\n3\nx\n")
    code, _, err = command("puzzles some")
    assert code == 2
    assert "some:6" in err
    assert "nonogram" in err
    assert "command" in command("puzzles nothing")[2].lower()


def test_a_kind_that_cannot_read_a_file_names_the_one_that_can(command, tmp_path):
    (tmp_path / "some").write_text(GRID)
    code, _, err = command("puzzles kakuro some")
    assert code == 2
    assert "it looks like a puzzle for 'puzzles sudoku'" in err


#: Rows as people paste them, without a word that says what they are.
LOOP = ". . 3 .\n0 2 . .\n. . . 1\n1 . 1 .\n"
REGIONS = "ABBBB\nABBBB\nAACDE\nCCCDE\nCCCEE\n"
AREAS = ". 6 . 3\n. . . .\n4 . . .\n. ? . .\n"
#: Three rectangles of 4, or the clues of a loop.
BOTH = ". . 4 .\n4 . . .\n. . 4 .\n"


@pytest.mark.parametrize(("text", "by"), [
    (LOOP, "slitherlink"), (LOOP.replace(" ", ""), "slitherlink"),
    (REGIONS, "stars"), ("\n".join(map(" ".join, REGIONS.split("\n"))), "stars"),
    (AREAS, "shikaku"), (AREAS.replace(".", "0"), "shikaku"),
    ("AAB\nCAB\nCDD\nclues: A 6x B 2\N{MINUS SIGN}, C 5+\n", "kenken"),
    ("1 3 3 3 0\n1 0 1 2 2\n1 0 2 1 0\n0 2 2 3 3\n", "dominosa"),
])  # fmt: skip
def test_rows_alone_are_the_puzzle_of_the_one_kind_that_they_can_be(text, by):
    found = recognized(text)
    assert (found.kind, found.fault, found.others) == (by, None, ())
    (puzzle,) = read(by, text=text)
    assert puzzle.problem.count() >= 1


def test_rows_alone_that_several_kinds_read_are_refused_and_the_kinds_named():
    fault = recognized(BOTH).fault
    assert "'puzzles shikaku' or 'puzzles slitherlink'" in fault.expected
    assert all(read(kind, text=BOTH) for kind in ("shikaku", "slitherlink"))


@pytest.mark.parametrize("text", [
    "name,A,B,C\nx,1,0,1\ny,0,1,0\n", ",A,B,C\nx,1,0,1\ny,0,1,0\n", "A;B;C\n1;0;1\n0;1;0\n",
    "1\t0\t1\n0\t1\t0\n",
])  # fmt: skip
def test_a_table_of_0_and_1_is_a_matrix_and_no_set_of_tiles(text):
    found = recognized(text)
    (puzzle,) = read("matrix", text=text)
    assert (found.kind, found.fault, puzzle.problem.count()) == ("matrix", None, 1)
    assert xc.read(text, "csv").count() == 1


def test_zeros_and_ones_in_four_columns_are_no_tiles_without_a_solution(command, tmp_path):
    (tmp_path / "some").write_text("0 1 1 0\n1 0 1 1\n1 1 0 1\n0 1 1 0\n")
    code, _, err = command("puzzles some")
    assert (code, err) == (1, "puzzles: read as matrix\n")


@pytest.mark.parametrize("words", ["-", "slitherlink -"])
def test_standard_input_is_read_without_a_kind(command, monkeypatch, words):
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(LOOP.encode())))
    assert command(f"puzzles {words} --count")[:2] == (
        0, "standard input: 65 items, 80 options\n1 solution\n")  # fmt: skip


@pytest.mark.parametrize("kind", ["", "slitherlink "])
def test_a_game_id_stands_in_place_of_a_file(command, kind):
    code, out, _ = command(f"puzzles {kind}4x4t0:b3a02e11a1a --count")
    assert (code, out.splitlines()[-1]) == (0, "1 solution")


@pytest.mark.parametrize("kind", ["", "stars "])
def test_an_address_of_another_kind_is_refused_by_its_name(command, kind):
    code, _, err = command(f"puzzles {kind}https://puzz.link/p?nurikabe/4/4/g")
    assert code == 2
    assert "the kind 'nurikabe' of puzz.link" in err


@pytest.mark.parametrize(("kind", "text"), [
    ("stars", "regions:\nAB\nA\n"), ("slitherlink", "grid:\n3.\n.\n"),
    ("kakuro", "grid:\n# 3\\ 4\\\n\\3 .\n"), ("statue-park", "pieces: domino\ncircles:\n..\n.\n"),
])  # fmt: skip
def test_a_row_that_is_shorter_than_others_is_refused(kind, text):
    with pytest.raises(xc.FileFault, match=r"1 cell in a row|2 cells in a row") as caught:
        read(kind, text=text)
    assert caught.value.line == text.count("\n")


def test_a_region_in_two_parts_is_remarked_on(command, tmp_path):
    (tmp_path / "some").write_text("regions:\nABBBB\nABBBB\nAACDE\nCCCDE\nCCCEA\n")
    assert "the cells of A are in 2 parts" in command("puzzles stars some")[2]
    assert recognized((tmp_path / "some").read_text().removeprefix("regions:\n")).fault


@pytest.mark.parametrize(
    "letter", ["Dear all", "Dear all,\n", "a; b; c\n", "Dear all,\nhow are you?\n"]
)
def test_a_letter_is_no_puzzle(letter):
    assert "a" in recognized(letter).fault.found
