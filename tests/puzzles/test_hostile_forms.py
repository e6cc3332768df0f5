"""Damaged texts of other programs are read or refused with a place, and soon."""

from __future__ import annotations

import json
import random
from time import perf_counter

import pytest

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.registry import kind
from exactcover_puzzles.shared.source import Source
from tests.puzzles.nonogram.test_forms import COLUMNS, FILE, PICTURE, ROWS, lines_of, xml_of
from tests.puzzles.packing import deflated, inflated, packed, penpa, thick
from tests.puzzles.sudoku import test_forms as sudoku

SAVED = "SAVEFILE:41:x\nGAME    :5:Loopy\nPARAMS  :5:3x2t0\nDESC    :5:2c13\n"
SUM, ROOM = {(-1, 0): ["1", 1, "1"]}, (1, 0, 1, 0)
GRID = sudoku.grid_of(9)
JSON = json.dumps(sudoku.f_puzzle(killercage=[{"cells": ["R1C1", "R1C2"], "value": "9"}]))
TEXTS = [
    ("sudoku", f"puzzle,solution\n{sudoku.LINE},{sudoku.SOLUTION}\n"), ("sudoku", JSON),
    ("sudoku", sudoku.written(GRID, sudoku.SYMBOLS, ".", box=(3, 3))),
    ("sudoku", sudoku.written(GRID, sudoku.SYMBOLS, ".", " ")),
    ("sudoku", sudoku.puzz_link(GRID)), ("sudoku", sudoku.penpa_of(GRID)),
    ("sudoku", f"9jxk:{sudoku.tatham([n for row in GRID for n in row])},zzzc,d,p"),
    ("sudoku", f"https://www.f-puzzles.com/?load={packed(JSON)}"),
    ("nonogram", FILE), ("nonogram", xml_of(PICTURE)), ("nonogram", "3x4:2/1.1/2.1/3/1.1//2"),
    ("nonogram", lines_of("4", "3", ROWS, "", COLUMNS)),
    ("nonogram", "https://puzz.link/p?nonogram/3/4/2g11123g11h2g"),
    ("kakuro", "https://puzz.link/p?kakuro/2/2/n4343"), ("dominosa", "2:011202012201"),
    ("kenken", "https://puzz.link/p?factors/2/2/8o2h"), ("kenken", "3:a_3ba2,a3a2a1m6s1"),
    ("shikaku", "3x3:4a2d3a"), ("slitherlink", "3x2t0:2c13"), ("slitherlink", SAVED),
    ("stars", "https://puzz.link/p?starbattle/5/5/1/h1pi0fo2"),
]  # fmt: skip
#: Texts of Penpa+ are damaged before they are packed.
BOARDS = {
    "stars": penpa(
        2, 2, {"zE": thick({(0, 0): 1, (0, 1): 1, (1, 0): 1, (1, 1): 2}), "zN": SUM}, ROOM
    ),
    "shikaku": penpa(2, 2, {"zN": {(0, 0): ["4", 1, "1"]}}, tags=["shikaku"]),
    "nonogram": penpa(2, 2, {"zN": SUM}, ROOM),
    "kakuro": penpa(2, 2, {"zY": {(0, 0): [1, "kakuro", 2]}, "z1": {((0, 0), 1): ["3", 1]}}),
    "kenken": penpa(2, 2, {"z6": [[(0, 0), (0, 1)]], "z1": {((0, 0), 0): ["3+", 1]}}),
    "sudoku": penpa(4, 4, {"z6": [[(0, 0), (0, 1)]], "z1": {((0, 0), 0): ["3", 1]}}),
}
SIGNS = "0123456789abcxyzAZ.-+=%_#/,:;|[]{}\"'<>&\n \t\x00\ud7ff9"


def damaged(text, draw):
    for _ in range(draw.randint(1, 4)):
        at = draw.randrange(len(text) + 1)
        way = draw.randrange(4)
        if way == 0:
            text = text[:at] + draw.choice(SIGNS) + text[at + 1 :]
        elif way == 1:
            text = text[:at] + text[at + draw.randint(1, 9) :]
        elif way == 2:
            text = text[:at] + text[max(at - 9, 0) : at] + text[at:]
        else:
            said = draw.choice(["-1", "99999999999", "null", "true", "[]", "1e9"])
            text = text[:at] + said + text[at:]
    return text


@pytest.mark.parametrize(("of", "text"), TEXTS)
def test_damage_is_read_or_refused_with_its_place(of, text):
    draw, begun, faults = random.Random(0), perf_counter(), []
    for _ in range(150):
        try:
            own = kind(of).rewritten(Source("some", damaged(text, draw)))
            read(of, text=own)
        except xc.FileFault as fault:
            faults.append(fault)
    assert faults
    assert all(fault.found and fault.expected for fault in faults)
    assert perf_counter() - begun < 30


@pytest.mark.parametrize("of", BOARDS)
def test_damaged_boards_of_penpa_are_read_or_refused(of):
    draw, faults = random.Random(0), []
    head, code = BOARDS[of].removesuffix("&a=x").split("p=")
    for _ in range(300):
        try:
            read(of, text=f"{head}p={deflated(damaged(inflated(code), draw))}")
        except xc.FileFault as fault:
            faults.append(fault)
    assert faults
    assert all(fault.line == 1 and fault.column for fault in faults)
