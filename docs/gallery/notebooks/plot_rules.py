"""
Rules
=====

Some conditions cannot be stated by items and options: each line has the same sum, no four pieces
meet at a corner, all differences are different. A *rule* adds such a condition. Ready-made rules
become a part of the problem, and every question knows them. Others are functions. If a function
keeps a state, its work at each node is the work for one option.
"""

# %%
# Magic hexagons
# --------------
#
# The numbers from 1 to 19 stand in a hexagon, and each of its fifteen lines adds up to 38. There is
# one way, in twelve turns and reflections (E. von Haselberg 1887). A total for each line says so.

import exactcover as xc

cells = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
numbers = range(1, 20)
hexagon = xc.Problem([*cells, *numbers], {(c, n): [c, n] for c in cells for n in numbers})
lines = [
    [cell for cell in cells if along(*cell) == k]
    for along in (lambda q, r: q, lambda q, r: r, lambda q, r: q + r)
    for k in range(-2, 3)
]
magic = hexagon.where(*[xc.Total({(c, n): n for c in line for n in numbers}, 38) for line in lines])
solution = magic.first()
for r in range(-2, 3):
    row = sorted((cell, n) for cell, n in solution if cell[1] == r)
    print("  " * abs(r) + "  ".join(f"{n:2}" for _, n in row))

# %%
# A rule is part of the problem, so the count needs no more than the statement.

assert magic.count() == 12
magic

# %%
# Costas arrays
# -------------
#
# A *Costas array* has one dot in each row and column, and no two pairs of dots have the same
# difference (J. Costas 1984). Sonar uses them. The dots are an exact cover of rows and columns. The
# rule keeps a state, which ``enter`` and ``leave`` change in place.

import numpy as np


def permutations(n):
    lines = [(kind, k) for kind in ("column", "row") for k in range(n)]
    squares = [(column, row) for column in range(n) for row in range(n)]
    problem = xc.Problem(lines, {(c, r): [("column", c), ("row", r)] for c, r in squares})
    dot = {"text_of": lambda square: "●", "colour_of": lambda square: "dot"}
    return problem.drawn_by(xc.grid_picture(lambda square: [square], board=squares, **dot))


def differences(dots, dot):
    """Those of one more dot to the others, from the left one to the right one."""
    pairs = [sorted([dot, other]) for other in dots]
    return {(right - left, up - down) for (left, down), (right, up) in pairs}


def put(state, dot):
    """Add a dot to the dots and their differences; not if a difference would occur twice."""
    dots, known = state
    new = differences(dots, dot)
    if new & known or len(new) < len(dots):
        return False
    known |= new
    dots.append(dot)
    return True


def take(state, dot):
    """Take away the last one."""
    dots, known = state
    dots.pop()
    known -= differences(dots, dot)


costas = permutations(6).where(enter=put, leave=take, start=([], set()))
assert costas.count() == 116  # OEIS A008404
costas.first()

# %%
# Tatami
# ------
#
# Mats lie in a Japanese room so that no four of them meet at a corner. Here the state is where they
# lie: ``enter`` puts a mat down or refuses it, and ``leave`` takes it away.


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
# The rule of the mats is ready-made as well. Four pieces meet at a corner unless one of them has
# two of the four cells around it. So of the placements with two of these cells, at least one is
# chosen. Symmetries go with such a rule.

import exactcover_puzzles as puzzles

ROWS, COLUMNS = 6, 10
(box,) = puzzles.read("polyform", "pentominoes-6x10")
pentominoes = box.problem
placed = {each: set(pentominoes.items_of(each)) for each in pentominoes.options}
corners = [
    {(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)}
    for r in range(ROWS - 1)
    for c in range(COLUMNS - 1)
]
free = pentominoes.where(
    *[
        xc.Times([each for each, items in placed.items() if len(items & four) > 1], (1, None))
        for four in corners
    ]
)
free.first()

# %%
# Of the 2,339 ways to fill the box, how many have no crossroads?


def upside_down(item):
    return (ROWS - 1 - item[0], item[1]) if isinstance(item, tuple) else item


def reflected(item):
    return (item[0], COLUMNS - 1 - item[1]) if isinstance(item, tuple) else item


ways = free.symmetry(upside_down, reflected).count()
print(ways)
assert int(ways) == 563

# %%
# Kernels
# -------
#
# A function may be compiled. ``xc.kernel`` marks functions of an array and the position of an
# option, and the search calls them without Python in between. Here the array holds the sums of the
# lines of the hexagon and their empty cells. The smallest and the largest numbers that may stand in
# them bound what is still to come.

LINES, SUM, MOST = len(lines), 38, len(cells)
line_of = np.array([[k for k, line in enumerate(lines) if cell in line] for cell in cells])
lengths = np.array([len(line) for line in lines])


@xc.kernel
def write(state, option):
    cell, number = option // MOST, option % MOST + 1
    for line in line_of[cell]:
        need, left = SUM - state[line] - number, state[LINES + line] - 1
        if need < left * (left + 1) // 2 or need > left * MOST - left * (left - 1) // 2:
            return False
    for line in line_of[cell]:
        state[line] += number
        state[LINES + line] -= 1
    return True


@xc.kernel
def erase(state, option):
    cell, number = option // MOST, option % MOST + 1
    for line in line_of[cell]:
        state[line] -= number
        state[LINES + line] += 1


start = np.concatenate([np.zeros(LINES, np.int64), lengths])
by_kernels = hexagon.where(enter=write, leave=erase, start=start)
counted = by_kernels.count(order="fixed")
print(counted, "after", f"{counted.nodes:,}", "nodes")
assert counted == 12
