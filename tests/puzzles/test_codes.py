"""Addresses and game ids of kakuro and dominosa."""

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
        "grid:\n# 4\\ #\n\\3 . .\n# . .\n"
    )


@pytest.mark.parametrize(("address", "found"), [
    ("https://puzz.link/p?kakuro/2/2/o", "5 cells"),
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
