"""Addresses and game ids: what is written from a bundled puzzle is that puzzle."""

from __future__ import annotations

import re

import pytest

import exactcover as xc
from exactcover_puzzles import read
from exactcover_puzzles.recognizing import recognized
from exactcover_puzzles.registry import kind
from exactcover_puzzles.shared.source import Source

SIGNS = "0123456789abcdefghijABCDEFGHIJKLMNOPQRSTUVWXYZ"


def link_of(grid):
    """The address of a kakuro whose first row and column are the sums outside."""
    body, run = "", 0
    cells = [cell for row in grid[1:] for cell in row[1:]]
    for cell in [*cells, None]:
        if cell == ".":
            run += 1
            continue
        if run:
            body, run = body + "jklmnopqrstuvwxyz"[run], 0
        if cell == "#":
            body += "."
        elif cell:
            body += "".join(SIGNS[int(n or 0)] for n in cell.split("\\"))
    edges = [top.strip("\\#") for top, cell in zip(grid[0][1:], grid[1][1:], strict=True)
             if cell == "."]  # fmt: skip
    edges += [row[0].strip("\\#") for row in grid[1:] if row[1] == "."]
    body += "".join(SIGNS[int(n or 0)] for n in edges)
    return f"https://puzz.link/p?kakuro/{len(grid[0]) - 1}/{len(grid) - 1}/{body}"


@pytest.mark.parametrize("name", ["small", "large"])
def test_addresses_of_kakuro_have_the_solutions_of_the_file(name):
    (puzzle,) = read("kakuro", name)
    rows = [[puzzle.grid.get((r, c), "#") for c in range(1 + max(c for _, c in puzzle.grid))]
            for r in range(1 + max(r for r, _ in puzzle.grid))]  # fmt: skip
    found = recognized(link_of(rows))
    assert (found.kind, found.fault) == ("kakuro", None)
    (again,) = read("kakuro", text=found.text)
    assert again.filled(again.problem.first().options) == puzzle.filled(
        puzzle.problem.first().options
    )
    assert again.entries == puzzle.entries


def test_a_sum_may_be_missing_in_an_address():
    assert recognized("https://puzz.link/p?kakuro/2/2/n4030").text == (
        "title: puzz.link, 2 x 2\ngrid:\n# 4\\ #\n\\3 . .\n# . .\n"
    )


def test_a_public_kakuro_in_which_no_sum_is_a_stroke_has_its_known_solution():
    """The address and the solution are in the tests of cspuz."""
    (puzzle,) = read("kakuro", text="https://puzz.link/p?kakuro/6/5/Dclh4t9fl3-p-gl-alJeC3BgG")
    (solution,) = puzzle.solutions(2)
    rows = [[digit for digit in row if digit] for row in puzzle.as_json(solution)["rows"]]
    assert rows == [
        [], [3, 9, 3, 1], [6, 4, 5, 3, 1, 2], [9, 7, 9, 6], [8, 6, 2, 5, 4, 1], [9, 7, 8, 2]
    ]  # fmt: skip


#: Addresses of all kinds, without their beginning.
ADDRESSES = {
    "sudoku": "sudoku/4/4/1i3g4i2k", "nonogram": "nonogram/2/1/1g1", "kakuro": "kakuro/2/2/n4343",
    "stars": "starbattle/5/5/1/h1pi0fo2", "shikaku": "shikaku/4/4/g6g3j4j.h",
    "slitherlink": "slither/4/4/h80ci16b", "kenken": "factors/2/2/8o2h",
}  # fmt: skip


@pytest.mark.parametrize("of", ADDRESSES)
def test_addresses_of_all_kinds_follow_the_rules_of_pzpr(of):
    name, *size, board = ADDRESSES[of].split("/")
    (puzzle,) = read(of, text=f"https://puzz.link/p?{ADDRESSES[of]}")
    assert puzzle.title == f"puzz.link, {size[0]} x {size[1]}"
    edited = recognized(f"https://puzz.link/p?{name}_edit/{'/'.join([*size, board])}/", only=of)
    assert (edited.fault, edited.kind) == (None, of)
    # What is missing at the end is empty, and the last gap may be too long; more is a fault.
    cut = {recognized(f"p?{name}/{'/'.join([*size, board[:k]])}", only=of).text
           for k in range(len(board))}  # fmt: skip
    assert len(cut) > len(board) / 3
    assert all(recognized(text, only=of).fault is None for text in cut)
    with pytest.raises(xc.FileFault):
        read(of, text=f"p?{ADDRESSES[of]}z1z1z1")
    with pytest.raises(xc.FileFault, match="the variant 'v:'"):
        read(of, text=f"https://puzz.link/p?{name}/v:/{'/'.join([*size, board])}")


def test_the_smallest_star_battle_has_no_borders():
    assert read("stars", text="https://puzz.link/p?starbattle/1/1/1/")[0].problem.count() == 1


@pytest.mark.parametrize(("address", "found"), [
    ("https://puzz.link/p?kakuro/2/2/l1", "the end"), ("https://puzz.link/p?kakuro/2/2/!", "'!'"),
    ("https://puzz.link/p?kakuro/2/2/n1234567", "'567'"),
    ("https://puzz.link/p?kakuro/0/2/n", "0 cells"), ("2:0112", "4 numbers"),
    ("2:0112020122[19]9", "19"),
])  # fmt: skip
def test_faults_of_addresses(address, found):
    of = "dominosa" if address[0] == "2" else "kakuro"
    with pytest.raises(xc.FileFault, match=re.escape(found)):
        read(of, text=address)


def test_game_ids_of_dominosa_are_read():
    found = recognized("2dt:011202012201")
    assert found.text == "grid:\n0 1 1 2\n0 2 0 1\n2 2 0 1\n"
    assert found.kind == "dominosa"
    text = "".join(str(n) if n < 10 else f"[{n}]" for row in range(11) for n in range(12))
    assert "10 11\n" in kind("dominosa").rewritten(Source("text", f"10:{text}")).text


def runs_of(texts, between=""):
    """Numbers with letters for the empty cells between them, as game ids have them."""
    said, run = "", 0
    for text in [*texts, None]:
        if text == ".":
            run += 1
            continue
        said += "z" * (run // 26) + ("abcdefghijklmnopqrstuvwxyz"[run % 26 - 1] if run % 26 else "")
        said, run = said + between * (said[-1:].isdigit() and text is not None) + (text or ""), 0
    return said


def walls_of(parts, side):
    """The walls between parts, with a number for a letter that is repeated."""
    seams = [((r, c), (r, c + 1)) for r in range(side) for c in range(side - 1)]
    seams += [((r, c), (r + 1, c)) for c in range(side) for r in range(side - 1)]
    signs, run = "", 0
    for one, other in [*seams, (None, None)]:
        if one and parts[one] == parts[other]:
            run += 1
        else:
            signs, run = signs + "_abcdefghijklmnopqrstuvwxy"[run], 0
    return re.sub(r"(.)\1{2,}", lambda run: f"{run[1]}{len(run[0])}", signs)


def keen_of(kenken):
    clues = [kenken.corners[cell] for cell in sorted(kenken.corners)]
    said = "".join("asmd"["+-x/".find(clue[-1])] + clue.rstrip("+-x/") for clue in clues)
    return f"{kenken.order}dn:{walls_of(kenken.parts, kenken.order)},{said}"


def test_game_ids_of_keen_have_the_cages_of_the_file():
    (kenken,) = read("kenken", "six")
    code = keen_of(kenken)
    saved = f"SAVEFILE:41:x\nVERSION :1:1\nGAME    :4:Keen\nPARAMS  :1:6\nDESC    :9:{code[4:]}\n"
    for text in (code, f"https://www.example.org/puzzles/js/keen.html#{code}", saved):
        found = recognized(text)
        assert (found.kind, found.fault) == ("kenken", None)
        (again,) = read("kenken", text=text)
        assert [*again.cages.values()] == [kenken.cages[kenken.parts[cell]]
                                           for cell in sorted(kenken.corners)]  # fmt: skip


@pytest.mark.parametrize(("of", "name", "flags", "between"), [
    ("shikaku", "plain", "e0.5", "_"), ("slitherlink", "small", "t0dn", ""),
])  # fmt: skip
def test_game_ids_of_rect_and_loopy_have_the_numbers_of_the_file(of, name, flags, between):
    rows = ["4 . 2", ". . .", ". 3 ."] if name == "plain" else ["2 . .", ". 1 3"]
    drawn = [row.split() for row in rows]
    code = f"{len(drawn[0])}x{len(drawn)}{flags}:{runs_of(' '.join(rows).split(), between)}"
    found = recognized(code)
    assert (found.kind, found.fault) == (of, None)
    sign = " " if of == "shikaku" else ""
    assert found.text.split("grid:\n")[1].split("\n")[:-1] == [sign.join(row) for row in drawn]


def factors_of(kenken):
    """The address of a square whose cages have products."""
    n, parts = kenken.order, kenken.parts
    upright = [parts[r, c] != parts[r, c + 1] for r in range(n) for c in range(n - 1)]
    level = [parts[r, c] != parts[r + 1, c] for r in range(n - 1) for c in range(n)]
    said = ""
    for bits in (upright, level):
        bits = [*bits, *[False] * (-len(bits) % 5)]
        for k in range(0, len(bits), 5):
            value = sum(bit << 4 - i for i, bit in enumerate(bits[k : k + 5]))
            said += "0123456789abcdefghijklmnopqrstuv"[value]
    firsts = {part: cell for cell, part in sorted(parts.items(), reverse=True)}
    for cell in sorted(firsts.values()):
        product = int(kenken.corners.get(cell, "0x").rstrip("x"))
        said += "g" if not product else f"{product:x}" if product < 16 else f"-{product:02x}"
    return f"https://puzz.link/p?factors/{n}/{n}/{said}"


def test_addresses_of_rooms_of_factors_are_squares_with_products():
    text = "cages:\nAAB\nCAB\nCDD\nclues: A 6x, B 2x, C 18x\n"
    (kenken,) = read("kenken", text=text)
    found = recognized(factors_of(kenken))
    assert (found.kind, found.fault) == ("kenken", None)
    (again,) = read("kenken", text=found.text)
    assert (again.corners, again.problem.count()) == (kenken.corners, kenken.problem.count())


@pytest.mark.parametrize(("of", "code", "column", "found"), [
    ("kenken", "3:a,a5", 3, "walls for 2 seams"), ("kenken", "2:_4,a1a2a1", 6, "'a1' among 3"),
    ("kenken", "2:_4,a1a2a1x2", 6, "'a1' among 5"), ("kenken", "2:z,a1", 3, "'z' among the walls"),
    ("kenken", "https://puzz.link/p?factors/2/2/0000", 36, "more than"),
    ("kenken", "3#1234", 2, "a random seed"),
    ("shikaku", "3x3:a4c", 5, "5 places"), ("slitherlink", "3x3t0:a4z", 7, "28 places"),
    ("shikaku", "https://x.org/js/rect.html#7x7%2312", 31, "a random seed"),
    ("kakuro", "https://puzz.link/p?kakuro/2/2/n43!3", 35, "'!'"),
    ("shikaku", "https://puzz.link/p?shikaku/4/4/2$00000", 34, "the number 77,776"),
    ("nonogram", "https://puzz.link/p?nonogram/3/4/2g11123g11h2!", 46, "'!'"),
    ("dominosa", "SAVEFILE:41:x\nGAME    :8:Dominosa\nPARAMS  :1:2\nDESC    :2:a1\n", 12, "'a1'"),
])  # fmt: skip
def test_faults_of_codes_have_their_column(of, code, column, found):
    with pytest.raises(xc.FileFault, match=re.escape(found)) as fault:
        read(of, text=code)
    assert fault.value.column == column
    assert fault.value.line == 1 + code.count("\n", 0, code.find("DESC"))


def test_addresses_may_have_no_sum():
    assert recognized("https://puzz.link/p?kakuro/2/2/n4-3-").text == (
        "title: puzz.link, 2 x 2\ngrid:\n# 4\\ #\n\\3 . .\n# . .\n"
    )
