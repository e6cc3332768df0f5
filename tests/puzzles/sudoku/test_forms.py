"""Sudokus as other programs write them: lists, grids of all sizes, addresses, game ids, JSON."""

from __future__ import annotations

import base64
import json
import random
import re
import time
import zlib

import pytest

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.recognizing import recognized
from exactcover_puzzles.shared.codes import packed_text
from exactcover_puzzles.sudoku.lines import SYMBOLS, line_of
from exactcover_puzzles.sudoku.model import usual, usual_box
from tests.puzzles.packing import packed

LINE = "..2..6..5.3.85.....784...2........7.......9.62.......18..5.4..2.......6..5..89.3."
SIDES = (4, 6, 8, 9, 10, 12, 16, 25)


def solved(line):
    (puzzle,) = read("sudoku", text=line)
    return line_of(puzzle.problem.first().options, int(len(line) ** 0.5))


SOLUTION = solved(LINE)


def grid_of(side, seed=0):
    """A filled grid of a side with holes: a shifted pattern with its digits shuffled."""
    down, across = usual_box(side)
    digits = random.Random(seed).sample(range(side), side)
    cell = lambda r, c: digits[(c + across * (r % down) + r // down) % side] + 1  # noqa: E731
    hole = random.Random(seed + 1)
    return [[0 if hole.random() < 0.3 else cell(r, c) for c in range(side)] for r in range(side)]


def clues_of(text, kind="sudoku"):
    found = recognized(text)
    assert (found.kind, found.fault) == (kind, None)
    (puzzle,) = read("sudoku", text=found.text)
    return puzzle, {(r, c): digit for r, c, digit in puzzle.given}


def given(grid):
    return {(r, c): n for r, row in enumerate(grid) for c, n in enumerate(row) if n}


# -- lists -----------------------------------------------------------------------------------


@pytest.mark.parametrize("sign", ".0*_-?xX")
def test_any_usual_sign_is_an_empty_place_in_a_list(sign):
    puzzles = read("sudoku", text=f"{LINE.replace('.', sign)}\n{LINE}\n")
    assert [int(each.problem.count()) for each in puzzles] == [1, 1]


@pytest.mark.parametrize("line", [
    f"{LINE} # easy", f"{LINE};12;an author", f"{LINE}  ED=7.1/1.2/1.2", f'7,"{LINE}"',
    f"{LINE},{SOLUTION}", f"1,{LINE},{SOLUTION},24,0.0", f"{LINE}\t{SOLUTION}", " ".join(LINE),
])  # fmt: skip
@pytest.mark.parametrize("header", ["", "puzzle,solution\n", "id,quizzes,solutions,clues\n"])
def test_names_remarks_and_solutions_may_stand_in_a_line(line, header):
    puzzles = read("sudoku", text=f"{header}{line}\n{LINE}\n")
    assert [line_of(each.given) for each in puzzles] == [LINE, LINE]


@pytest.mark.parametrize(("solution", "said"), [
    (SOLUTION.replace("2", "!").replace("1", "2").replace("!", "1"), "place 3 differs"),
    (SOLUTION[1] + SOLUTION[1:], "row 1 has a digit twice"),
    (f".{LINE[1:-1]}4", "a second puzzle"),
])  # fmt: skip
def test_a_solution_that_is_not_one_is_a_fault_of_its_line(solution, said):
    with pytest.raises(xc.FileFault, match=said) as fault:
        read("sudoku", text=f"puzzle,solution\n{LINE},{SOLUTION}\n{LINE},{solution}\n")
    assert fault.value.line == 3


# -- grids -----------------------------------------------------------------------------------


def written(grid, symbols, empty, between="", box=None):
    rows = [[symbols[n - 1] if n else empty for n in row] for row in grid]
    if box is None:
        return "\n".join(between.join(row) for row in rows)
    down, across = box
    rule = "+".join(["", *["-" * across] * (len(grid) // across), ""])
    lines = []
    for r, row in enumerate(rows):
        lines += [rule] * (r % down == 0)
        lines.append("|" + "|".join("".join(row[k : k + across])
                                    for k in range(0, len(row), across)) + "|")  # fmt: skip
    return "\n".join([*lines, rule])


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("empty", ".0_-*")
def test_grids_of_all_sides_are_read_in_rows_and_in_frames(side, empty):
    grid = grid_of(side)
    for text in (written(grid, SYMBOLS, empty), written(grid, SYMBOLS, empty, box=usual_box(side))):
        puzzle, found = clues_of(text)
        assert puzzle.layout == usual(side)
        assert found == given(grid)


@pytest.mark.parametrize(("side", "signs"), [(16, "0123456789ABCDEF"), (16, "123456789abcdefg"),
                                             (25, "ABCDEFGHIJKLMNOPQRSTUVWXY")])  # fmt: skip
def test_large_grids_have_digits_from_0_from_1_or_letters(side, signs):
    grid = grid_of(side)
    assert clues_of(written(grid, signs, "."))[1] == given(grid)
    (puzzle,) = read("sudoku", text=written(grid, signs, ".").replace("\n", ""))
    assert {(r, c): digit for r, c, digit in puzzle.given} == given(grid)


@pytest.mark.parametrize("between", [" ", ",", ", ", " | "])
@pytest.mark.parametrize("side", [10, 12, 16, 25])
def test_grids_are_read_as_numbers(side, between):
    grid = grid_of(side)
    text = written(grid, [str(n) for n in range(1, side + 1)], "0", between)
    assert clues_of(text)[1] == given(grid)


def test_a_small_square_with_spaces_is_latin_unless_a_sudoku_is_asked_for():
    text = "1 2 . .\n3 4 1 2\n. 1 . 3\n. . . .\n"
    assert recognized(text).kind in ("latin", "matching")
    (puzzle,) = read("sudoku", text=text)
    assert puzzle.layout == usual(4)
    assert recognized(text.replace(" ", "")).kind == "sudoku"


# -- addresses and game ids ------------------------------------------------------------------


def puzz_link(grid):
    """A grid as puzz.link writes it."""
    text = ""
    for n in [n for row in grid for n in row]:
        text += "g" if not n else f"{n:x}" if n < 16 else f"-{n:x}"
    return f"https://puzz.link/p?sudoku/{len(grid)}/{len(grid)}/" + re.sub(
        "g{2,20}", lambda run: "0123456789abcdefghijklmnopqrstuvwxyz"[15 + len(run[0])], text
    )


@pytest.mark.parametrize("side", [4, 6, 9, 16, 25])
def test_addresses_of_puzz_link_hold_numbers_and_runs(side):
    grid = grid_of(side)
    assert clues_of(puzz_link(grid))[1] == given(grid)


@pytest.mark.parametrize(("address", "found"), [
    ("https://puzz.link/p?sudoku/9/9/g!", "'!'"),
    ("https://puzz.link/p?sudoku/9/8/g", "8 x 9"),
    ("https://puzz.link/p?sudoku/9/9/zzzzz12", "more than fills"),
    ("https://puzz.link/p?sudoku/9/9/azzzz", "the clue 10"),
    ("https://puzz.link/p?sudoku/9/9/.zzzz", "unknown number"),
    ("https://puzz.link/p?sudoku/9999/9999/g", "cells"),
    ("3x3:a1b2", "5 places"), ("3x3:zzz,", "2 parts"), ("3x3db#12345", "random seed"),
    ("9j:zzzc,zz", "walls for"), ("9j:zzzc,9a", "'9' among"),
    ("9j:zzzc,a999", "'a999' among"), ("3x3k:zzzc,zzzz", "2 parts"),
    ("https://f-puzzles.com/?load=AAAAAAAAAAAAAAAAAAAAAAAAAAAA", "cannot be unpacked"),
    ("https://sudokupad.app/sclBBBBBBBBBBBBBBBBBBBBBBBBBBBBB", "cannot be unpacked"),
])  # fmt: skip
def test_faults_of_codes_are_said(address, found):
    with pytest.raises(xc.FileFault, match=re.escape(found)) as fault:
        read("sudoku", text=address)
    assert len(str(fault.value)) < 400


def tatham(numbers):
    text, run = "", 0
    for n in [*numbers, None]:
        if n == 0:
            run += 1
            continue
        while run:
            text, run = text + "abcdefghijklmnopqrstuvwxyz"[min(run, 26) - 1], run - min(run, 26)
        if n:
            text += ("_" if text[-1:].isdigit() else "") + str(n)
    return text


def walls(part, side):
    """The walls between parts as Solo writes them."""
    seams = [(r * side + c, r * side + c + 1) for r in range(side) for c in range(side - 1)]
    seams += [(r * side + c, r * side + c + side) for c in range(side) for r in range(side - 1)]
    text, run = "", 0
    for one, other in [*seams, (None, None)]:
        if one is not None and part[one] == part[other]:
            run += 1
            continue
        text, run = text + "_abcdefghijklmnopqrstuvwxy"[run], 0
    return text


@pytest.mark.parametrize(("size", "side"), [("3x3", 9), ("2x3", 6), ("4x4", 16), ("3x2", 6)])
def test_game_ids_of_solo_give_clues(size, side):
    grid = grid_of(side)
    puzzle, found = clues_of(f"{size}:{tatham([n for row in grid for n in row])}")
    down, across = map(int, size.split("x"))
    assert found == given(grid)
    assert {(r // down, c // across) for r, c in puzzle.layout.boxes[0]} == {(0, 0)}


def test_game_ids_of_solo_have_jigsaw_boxes_cages_and_diagonals():
    rows = ["AAAB", "ACBB", "CCDB", "CDDD"]
    part = [letter for row in rows for letter in row]
    puzzle, found = clues_of(f"4jx:a1n,{walls(part, 4)}")
    assert found == {(0, 1): 1}
    assert puzzle.layout.diagonals
    assert {"".join(rows[r][c] for r, c in box) for box in puzzle.layout.boxes} == {
        letter * 4 for letter in "ABCD"
    }
    cages = "aabbccddeeffgghh"
    sums = [3 if k % 2 == 0 else 0 for k in range(16)]
    puzzle, _ = clues_of(f"2x2kdb:p,{walls(cages, 4)},{tatham(sums)}")
    assert [cage.total for cage in puzzle.layout.cages] == [3] * 8


def penpa_of(grid, kind="sudoku", **layers):
    """A grid as Penpa+ puts it into an address."""
    n = len(grid)
    drawn = {str((r + 2) * (n + 4) + c + 2): [str(digit), 1, "1"]
             for (r, c), digit in given(grid).items()}  # fmt: skip
    layers = {"zR": {"z_": []}, "zN": drawn, "zL": {}, "zS": {}, "zP": {}, **layers}
    said = re.sub('"(z.)":', r"\1:", json.dumps(layers))
    cells = [2 * n + 10, *([1] * (n - 1) + [5]) * (n - 1), *[1] * (n - 1)]
    text = f"{kind},{n},{n},38,0,1,1,456,456\n[0,0,0,0]\n[]\n{said}\n{{}}\n{cells}"
    pack = zlib.compressobj(wbits=-15)
    code = base64.b64encode(pack.compress(text.encode()) + pack.flush()).decode()
    return f"https://swaroopg92.github.io/penpa-edit/#m=edit&p={code}"


@pytest.mark.parametrize("side", [4, 6, 9])
def test_addresses_of_penpa_with_numbers_are_read(side):
    grid = grid_of(side)
    assert clues_of(penpa_of(grid))[1] == given(grid)


@pytest.mark.parametrize(("address", "found"), [
    (penpa_of(grid_of(9), zT=[[30, 31]]), "'thermo' is drawn"),
    (penpa_of(grid_of(9), zN={"1": ["1", 1, "1"]}), "beside it"),
    (penpa_of(grid_of(9), zN={"30": ["A", 1, "1"]}), "expected a whole number"),
    (penpa_of(grid_of(9), zN=[1]), "what a board"),
    (penpa_of(grid_of(9), zN={"30": 3}), "what a board"),
    ("https://swaroopg92.github.io/penpa-edit/#m=edit&p=abcd", "cannot be unpacked"),
])  # fmt: skip
def test_what_penpa_draws_besides_is_refused_by_name(address, found):
    with pytest.raises(xc.FileFault, match=found):
        read("sudoku", text=address)


# -- JSON ------------------------------------------------------------------------------------


def f_puzzle(**more):
    cells = [{"value": int(c), "given": True} if c != "." else {"value": 3} for c in LINE]
    grid = [cells[k : k + 9] for k in range(0, 81, 9)]
    return {"size": 9, "title": "A  title", "author": "me", "grid": grid, **more}


def test_f_puzzles_are_read_plain_and_packed():
    said = json.dumps(f_puzzle())
    for text in (said, f"https://www.f-puzzles.com/?load={packed(said)}",
                 f"https://sudokupad.app/fpuzzles{packed(said)}"):  # fmt: skip
        puzzle, _ = clues_of(text)
        assert puzzle.title == "A title"
        assert line_of(puzzle.given) == LINE


def test_f_puzzles_have_regions_cages_and_diagonals():
    more = {"diagonal+": True, "diagonal-": True, "antiknight": False, "negative": [],
            "killercage": [{"cells": ["R1C1", "R1C2"], "value": "9"}],
            "extraregion": [{"cells": [f"R{k}C{k}" for k in range(1, 10)][2:]}]}  # fmt: skip
    puzzle, _ = clues_of(json.dumps(f_puzzle(**more)))
    assert puzzle.layout.diagonals
    assert puzzle.layout.cages[0] == (((0, 0), (0, 1)), 9)
    assert len(puzzle.layout.cages[1].places) == 7
    for name, column in (("diagonal+", lambda k: 8 - k), ("diagonal-", lambda k: k)):
        puzzle, _ = clues_of(json.dumps(f_puzzle(**{name: True})))
        assert puzzle.layout.cages == ((tuple((k, column(k)) for k in range(9)), None),)
    puzzle, _ = clues_of(json.dumps(f_puzzle(disjointgroups=True)))
    assert len(puzzle.layout.cages) == 9
    grid = f_puzzle()["grid"]
    for r, row in enumerate(grid):
        for cell in row:
            cell["region"] = r
    assert clues_of(json.dumps(f_puzzle(grid=grid)))[0].layout.boxes[0] == tuple(
        (0, c) for c in range(9)
    )


@pytest.mark.parametrize(("more", "found"), [
    ({"thermometer": [{"lines": [["R1C1", "R1C2"]]}]}, "thermometer"),
    ({"antiknight": True}, "antiknight"),
    ({"killercage": [{"cells": ["R1C1"], "value": "99"}]}, "99"),
    ({"killercage": [{"cells": ["R1C1"]}, {"cells": ["R1C1"]}]}, "overlap"),
    ({"killercage": [{"cells": ["R0C1"]}]}, "R0C1"), ({"negative": ["ratio"]}, "negative"),
    ({"killercage": [{"cells": ["R10C1"]}]}, "R10C1.*; expected a cell from R1C1 to R9C9"),
    ({"killercage": [{"cells": 7}]}, r"killercage\[0\].cells: 7; expected a list"),
    ({"killercage": [{"cells": []}]}, "0 values; expected"),
    ({"size": 4}, "expected the number 9"), ({"killercage": [7]}, "7; expected an object"),
    ({"grid": [[1]]}, "grid: 1 value; expected a list of 2 to 25 values"),
    ({"grid": [[1] * 9] * 9}, r"grid\[0\]\[0\]: 1; expected an object"),
    ({"grid": [[{"region": 10**9}] * 9] * 9}, "1000000000; expected a whole number"),
    ({"grid": [[{"given": True, "value": 77}] * 9] * 9}, "77; expected a whole number from 1 to 9"),
    ({"grid": [[]] * 90}, "90"),
])  # fmt: skip
def test_what_is_no_exact_cover_here_is_refused_by_its_name(more, found):
    with pytest.raises(xc.FileFault, match=found):
        read("sudoku", text=json.dumps(f_puzzle(**more)))


def test_sudokupad_has_regions_and_cages():
    cells = [[{"value": c} if c != "." else {} for c in LINE[k : k + 9]] for k in range(0, 81, 9)]
    boxes = [[[r, c] for r, c in box] for box in usual(9).boxes]
    cages = [{"value": "title: Two"}, {"cells": [[0, 0], [0, 1]], "value": "9"}]
    data = {"cellSize": 64, "metadata": {"title": "Two"}, "cells": cells, "regions": boxes,
            "cages": cages}  # fmt: skip
    said = json.dumps(data)
    for text in (said, f"scl{packed(said)}", f"https://sudokupad.app/scl{packed(said)}"):
        puzzle, _ = clues_of(text)
        assert line_of(puzzle.given) == LINE
        assert puzzle.layout.boxes == usual(9).boxes
        assert puzzle.layout.cages == ((((0, 0), (0, 1)), 9),)
    assert clues_of(json.dumps({**data, "regions": []}))[0].layout.boxes == ()
    for more, found in (({"lines": [{"wayPoints": []}]}, "lines"),
                        ({"regions": boxes[:8]}, "each of 81 places"),
                        ({"regions": [*boxes, [[0, 0]]]}, "each of 81 places"),
                        ({"regions": [*boxes, [[-1, 0]]]}, "-1; expected a whole number from 0"),
                        ({"cells": [[*row, {}] for row in cells]}, "10 values; expected"),
                        ({"cells": [[{"pencilMarks": [1]}] * 9] * 9}, "pencilMarks"),
                        ({"cages": [{"cells": [[9, 0]]}]}, "9; expected"),
                        ({"cages": [{"cells": [[0, 0]], "unique": False}]}, "twice")):  # fmt: skip
        with pytest.raises(xc.FileFault, match=found):
            read("sudoku", text=json.dumps({**data, **more}))


@pytest.mark.parametrize("number", [1.9, True, "٣", "1.0", " 1", [1], -1, 10**400, float("inf")])
def test_a_number_of_json_is_a_whole_one(number):
    rest = [[{}] * 9] * 8
    cages = [{"cells": [[number, 0], [0, 1]]}], [{"cells": [[0, 0], [0, 1]], "value": number}]
    for data in (f_puzzle(grid=[[{"given": True, "value": number}, *[{}] * 8], *rest]),
                 f_puzzle(grid=[[{"region": number}, *[{}] * 8], *rest]),
                 f_puzzle(killercage=[{"cells": ["R1C1", "R1C2"], "value": number}]),
                 {"cells": [[{"value": number}, *[{}] * 8], *rest], "regions": []},
                 {"cells": [[{}] * 9] * 9, "regions": [], "cages": cages[0]},
                 {"cells": [[{}] * 9] * 9, "regions": [], "cages": cages[1]}):  # fmt: skip
        with pytest.raises(xc.FileFault, match=r"\]\S*: .*; expected a whole number from"):
            read("sudoku", text=json.dumps(data))


def test_json_of_many_rows_is_refused_before_it_takes_memory():
    said = json.dumps({"grid": [[{}]] * 20_001})
    begun = time.perf_counter()
    with pytest.raises(xc.FileFault, match="20,001 values; expected a list of 2 to 25"):
        read("sudoku", text=said)
    assert time.perf_counter() - begun < 2


def test_an_address_that_repeats_its_beginning_is_soon_refused():
    begun = time.perf_counter()
    with pytest.raises(xc.FileFault):
        read("sudoku", text="https://" + "f-puzzles.com/?load=" * 20_000)
    assert time.perf_counter() - begun < 2


def test_json_in_one_long_line_is_read():
    said = json.dumps({**f_puzzle(), "ruleset": "x" * 30_000})
    assert line_of(read("sudoku", text=said)[0].given) == LINE


def test_packed_text_is_that_of_lz_string():
    assert packed_text("BYUwNmD2Q===") == "hello"
    for text in ("aaaaaaaa", "ab" * 40, "täst → ", json.dumps(f_puzzle())):
        assert packed_text(packed(text)) == text
    assert packed_text("!") is packed_text("") is packed_text("AAAA") is None
