"""
Rules that keep a state
=======================

Some conditions cannot be stated by items and options: all differences are different, no four pieces
meet at a corner, each line has the same sum. A *rule* adds such a condition to a search. If it
keeps a state, its work at each node is the work for one option.
"""

# %%
# Costas arrays
# -------------
#
# A *Costas array* has one dot in each row and column, and no two pairs of dots have the same
# difference (J. Costas 1984). Sonar uses them. The dots are an exact cover of rows and columns. The
# rule compares the differences from the left dot to the right one.

import numpy as np

import exactcover as xc


def permutations(n):
    lines = [(kind, k) for kind in ("column", "row") for k in range(n)]
    squares = [(column, row) for column in range(n) for row in range(n)]
    problem = xc.Problem(lines, {(c, r): [("column", c), ("row", r)] for c, r in squares})
    dot = {"text_of": lambda square: "●", "colour_of": lambda square: "dot"}
    return problem.drawn_by(xc.grid_picture(lambda square: [square], board=squares, **dot))


def extend(state, dot):
    """The dots and their differences, with one dot more; None if a difference occurs twice."""
    dots, known = state
    pairs = [sorted([dot, other]) for other in dots]
    new = {(right - left, up - down) for (left, down), (right, up) in pairs}
    return None if new & known or len(new) < len(dots) else ((*dots, dot), known | new)


costas = permutations(6).where(extend=extend, start=((), frozenset()))
assert costas.count() == 116  # OEIS A008404
costas.first()

# %%
# Tatami
# ------
#
# Mats lie in a Japanese room so that no four of them meet at a corner. The state of this rule is
# changed in place: ``enter`` puts a mat down or refuses it, and ``leave`` takes it away.


def dominoes(rows, columns):
    cells = [(r, c) for r in range(rows) for c in range(columns)]
    pairs = [(cell, (cell[0] + r, cell[1] + c)) for cell in cells for r, c in ((1, 0), (0, 1))]
    problem = xc.Problem(cells, {pair: list(pair) for pair in pairs if pair[1] in cells})
    return problem.drawn_by(xc.grid_picture())


def enter(mats, mat):
    placed = mats | dict.fromkeys(mat, mat)
    for r, c in ((r + i, c + j) for r, c in mat for i in (0, 1) for j in (0, 1)):
        around = {placed.get(cell) for cell in ((r - 1, c - 1), (r - 1, c), (r, c - 1), (r, c))}
        if None not in around and len(around) == 4:
            return False
    mats.update(dict.fromkeys(mat, mat))
    return True


def leave(mats, mat):
    for cell in mat:
        del mats[cell]


tatami = dominoes(5, 6).where(enter=enter, leave=leave, start={})
assert tatami.count() == 2  # OEIS A068920
tatami.first()

# %%
# No crossroads
# -------------
#
# A rule may be compiled. ``xc.kernel`` marks functions of an array and the position of an option,
# and the search calls them without Python in between. Here the array holds the piece of each cell
# of the board, and the rule is that of the mats, for the twelve pentominoes.

import exactcover_puzzles as puzzles

ROWS, COLUMNS = 6, 10
(box,) = puzzles.read("polyform", "pentominoes-6x10")
pentominoes = box.problem
places = [each for each in pentominoes.primary if isinstance(each, tuple)]
number = {cell: k for k, cell in enumerate(sorted(places))}
cells_of = np.array(
    [
        sorted(number[item] for item in pentominoes.items_of(option) if item in number)
        for option in pentominoes.options
    ]
)


@xc.kernel
def put(board, option):
    for cell in cells_of[option]:
        board[cell] = option + 1
    for cell in cells_of[option]:
        row, column = cell // COLUMNS, cell % COLUMNS
        for below in range(max(row, 1), min(row + 2, ROWS)):
            for right in range(max(column, 1), min(column + 2, COLUMNS)):
                d = board[below * COLUMNS + right]
                c = board[below * COLUMNS + right - 1]
                b = board[below * COLUMNS + right - COLUMNS]
                a = board[below * COLUMNS + right - COLUMNS - 1]
                different = a != b and a != c and a != d and b != c and b != d and c != d
                if different and a > 0 and b > 0 and c > 0 and d > 0:
                    for other in cells_of[option]:
                        board[other] = 0
                    return False
    return True


@xc.kernel
def take(board, option):
    for cell in cells_of[option]:
        board[cell] = 0


free = pentominoes.where(enter=put, leave=take, start=np.zeros(ROWS * COLUMNS, np.int64))
free.first()

# %%
# Of the 9,356 ways to fill the box, how many have no crossroads?

number_of_ways = free.count()
print(number_of_ways, "of", pentominoes.count())
assert number_of_ways == 4 * 563  # up to turning and reflecting the box, 563
