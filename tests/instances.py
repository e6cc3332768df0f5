"""Exact cover problems with known counts, stated as a user would state them."""

from __future__ import annotations

import itertools
from collections import Counter
from functools import cache

import exactcover as xc


def langford(n: int) -> xc.Problem:
    """Langford pairs: two of each 1 … n in 2n places, k others between the two k's."""
    options = {
        (k, place): [("number", k), ("place", place), ("place", place + k + 1)]
        for k in range(1, n + 1)
        for place in range(2 * n - k - 1)
    }
    items = [("number", k) for k in range(1, n + 1)] + [("place", p) for p in range(2 * n)]
    return xc.Problem(items, options)


def queens(n: int, **more) -> xc.Problem:
    """n queens: rows and columns are primary, diagonals secondary."""
    options = {
        (row, column): [f"r{row}", f"c{column}", f"a{row + column}", f"b{row - column}"]
        for row in range(n)
        for column in range(n)
    }
    primary = [f"r{k}" for k in range(n)] + [f"c{k}" for k in range(n)]
    secondary = [f"a{k}" for k in range(2 * n - 1)] + [f"b{k}" for k in range(1 - n, n)]
    return xc.Problem(primary, options, secondary=secondary, **more)


def path_of_dominoes(cells: int) -> xc.Problem:
    """Dominoes on a path: one tiling if the number of cells is even, none otherwise."""
    return xc.Problem(range(cells), [(cell, cell + 1) for cell in range(cells - 1)])


def ladder_of_dominoes(length: int) -> xc.Problem:
    """Dominoes on a 2 x length board: a Fibonacci number of tilings."""
    return dominoes(2, length)


_PENTOMINOES = {
    "F": ".##/##./.#.",
    "I": "#####",
    "L": "####/#...",
    "N": "##../.###",
    "P": "##/##/#.",
    "T": "###/.#./.#.",
    "U": "#.#/###",
    "V": "#../#../###",
    "W": "#../##./.##",
    "X": ".#./###/.#.",
    "Y": "####/.#..",
    "Z": "##./.#./.##",
}


@cache
def pentominoes(height: int, width: int) -> xc.Problem:
    """The 12 pentominoes in a rectangle, written without the puzzles package."""
    options = {}
    for name, drawing in _PENTOMINOES.items():
        rows = drawing.split("/")
        cells = [(r, c) for r, row in enumerate(rows) for c, mark in enumerate(row) if mark == "#"]
        orientations = set()
        for _ in range(2):
            for _ in range(4):
                cells = [(c, -r) for r, c in cells]
                top, left = min(r for r, _ in cells), min(c for _, c in cells)
                orientations.add(tuple(sorted((r - top, c - left) for r, c in cells)))
            cells = [(r, -c) for r, c in cells]
        for kind, shape in enumerate(sorted(orientations)):
            for row in range(height):
                for column in range(width):
                    placed = [(row + r, column + c) for r, c in shape]
                    if all(r < height and c < width for r, c in placed):
                        options[name, kind, row, column] = [name, *placed]
    cells = [(r, c) for r in range(height) for c in range(width)]
    return xc.Problem([*_PENTOMINOES, *cells], options)


def dominoes(rows: int, columns: int, *gone: tuple[int, int]) -> xc.Problem:
    """All ways to tile a board, perhaps without some cells, with dominoes; OEIS A099390."""
    board = itertools.product(range(rows), range(columns))
    cells = dict.fromkeys(cell for cell in board if cell not in gone)
    pairs = [((a, b), (a + down, b + 1 - down)) for a, b in cells for down in (1, 0)]
    return xc.Problem(cells, [pair for pair in pairs if pair[1] in cells])


def tilings(rows: int, columns: int) -> int:
    """Tilings of a board by dominoes, cell by cell; OEIS A099390."""
    # Which of the next cells are covered already (the cell itself first) -> in how many ways.
    ways = Counter({0: 1})
    for cell in range(rows * columns):
        after: Counter[int] = Counter()
        for covered, number in ways.items():
            if covered & 1:
                after[covered >> 1] += number
                continue
            after[covered >> 1 | 1 << (rows - 1)] += number
            if (cell + 1) % rows and not covered & 2:
                after[covered >> 1 | 1] += number
        ways = after
    return ways[0]


def rooks(n, **more):
    """Permutation matrices."""
    return xc.Problem(
        [(kind, k) for kind in ("column", "row") for k in range(n)],
        {(c, r): [("column", c), ("row", r)] for c in range(n) for r in range(n)},
        **more,
    )


def latin(n):
    """Latin squares: rows, columns and symbols meet in pairs."""
    kinds = ("row", "column"), ("row", "symbol"), ("column", "symbol")
    return xc.Problem(
        [(*kind, *pair) for kind in kinds for pair in itertools.product(range(n), repeat=2)],
        {
            (r, c, s): [
                ("row", "column", r, c),
                ("row", "symbol", r, s),
                ("column", "symbol", c, s),
            ]
            for r, c, s in itertools.product(range(n), repeat=3)
        },
    )


def pigeons(n):
    """n + 1 pigeons and n holes."""
    options = [[("pigeon", p), ("hole", h)] for p in range(n + 1) for h in range(n)]
    holes = [("hole", h) for h in range(n)]
    return xc.Problem([("pigeon", p) for p in range(n + 1)], options, secondary=holes)
