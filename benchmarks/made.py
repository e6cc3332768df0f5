"""Random puzzles of kinds that have no maker of their own, as texts; the same seed makes the same.

Most are cut from a solution, so that there is one; whether it is the only one depends on the seed.
"""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from string import ascii_letters, digits

from .nonograms import random_clues

__all__ = ["dominosa", "kenken", "latin", "nonogram", "pips", "shikaku", "statues", "tiles"]

_Cell = tuple[int, int]


def nonogram(side: int, percent: int, seed: int) -> str:
    """A square picture whose cells are black with this probability."""
    rows, columns = ("\n".join(" ".join(map(str, line or [0])) for line in each)
                     for each in random_clues(side, percent, seed))  # fmt: skip
    return f"rows\n{rows}\ncolumns\n{columns}\n"


def _square(side: int, draw: random.Random) -> list[list[int]]:
    """A Latin square: a cyclic one with rows, columns and symbols exchanged."""
    rows, columns, symbols = (draw.sample(range(side), side) for _ in range(3))
    return [[symbols[(r + c) % side] + 1 for c in columns] for r in rows]


def latin(side: int, percent: int, seed: int) -> str:
    """A Latin square in which this many percent of the cells are holes."""
    draw, letters = random.Random(seed), digits + ascii_letters
    rows = [[letters[each] for each in row] for row in _square(side, draw)]
    for place in draw.sample(range(side * side), side * side * percent // 100):
        rows[place // side][place % side] = "."
    return "\n".join(map(" ".join, rows)) + "\n"


def _beside(cell: _Cell) -> list[_Cell]:
    r, c = cell
    return [(r, c + 1), (r + 1, c), (r, c - 1), (r - 1, c)]


def _cages(
    cells: list[_Cell], most: int, draw: random.Random, apart: dict[_Cell, _Cell] | None = None
) -> list[list[_Cell]]:
    """Connected parts of random sizes up to ``most``. ``apart``: cells and the one that is not in
    the same part."""
    left, found = dict.fromkeys(cells), []
    while left:
        cage, size = [next(iter(left))], draw.randint(1, most)
        del left[cage[0]]
        while len(cage) < size:
            near = [e for cell in cage for e in _beside(cell) if e in left]
            if not (near := [e for e in near if (apart or {}).get(e) not in cage]):
                break
            cage.append(draw.choice(near))
            del left[cage[-1]]
        found.append(cage)
    return found


def _drawn(parts: list[list[_Cell]]) -> str:
    """Rows with a letter for each part, and # for no cell; letters come in order."""
    letters = ascii_letters + digits
    of = {cell: letters[k] for k, part in enumerate(parts) for cell in part}
    rows, columns = (range(min(each), max(each) + 1) for each in zip(*of, strict=True))
    return "\n".join("".join(of.get((r, c), "#") for c in columns) for r in rows)


def kenken(side: int, most: int, seed: int) -> str:
    """A Latin square in cages of up to ``most`` cells, all with a clue."""
    draw = random.Random(seed)
    square, clues = _square(side, draw), []
    parts = _cages([(r, c) for r in range(side) for c in range(side)], most, draw)
    for cage in parts:
        found = [square[r][c] for r, c in cage]
        low, high = min(found), max(found)
        ways = [f"{sum(found)}+", f"{math.prod(found)}x"]
        if len(cage) == 2:
            ways += [f"{high - low}-", *[f"{high // low}/"] * (high % low == 0)]
        clues.append(str(low) if len(cage) == 1 else draw.choice(ways))
    drawn = _drawn(parts)
    names = dict.fromkeys(drawn.replace("\n", ""))
    stated = zip(names, clues, strict=True)
    return f"cages:\n{drawn}\nclues: {', '.join(' '.join(each) for each in stated)}\n"


def shikaku(side: int, most: int, seed: int) -> str:
    """A square cut into rectangles of up to ``most`` cells."""
    draw, left = random.Random(seed), {(r, c) for r in range(side) for c in range(side)}
    grid = dict.fromkeys(left, ".")
    while left:
        row, column = min(left)
        fitting = [
            cells
            for height in range(1, side + 1)
            for width in range(1, 1 + most // height)
            if left.issuperset(
                cells := [(row + i, column + k) for i in range(height) for k in range(width)]
            )
        ]
        cells = draw.choice(fitting[len(fitting) // 3 :])
        left -= set(cells)
        grid[draw.choice(cells)] = str(len(cells))
    rows = (" ".join(grid[r, c] for c in range(side)) for r in range(side))
    return "grid:\n" + "\n".join(rows) + "\n"


def _dominoes(rows: int, columns: int, draw: random.Random) -> list[tuple[_Cell, _Cell]]:
    """A rectangle of an even number of rows covered by dominoes: pairs of them are turned."""
    half = {(r, c): (r ^ 1, c) for r in range(rows) for c in range(columns)}
    for _ in range(50 * rows * columns):
        r, c = draw.randrange(rows - 1), draw.randrange(columns - 1)
        one, right, below, last = (r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)
        if half[one] == right and half[below] == last:
            half |= {one: below, below: one, right: last, last: right}
        elif half[one] == below and half[right] == last:
            half |= {one: right, right: one, below: last, last: below}
    return sorted((a, b) for a, b in half.items() if a < b)


def dominosa(most: int, seed: int) -> str:
    """The dominoes from 0-0 to ``most``, laid out on ``most`` + 1 rows or columns."""
    draw = random.Random(seed)
    rows, columns = sorted((most + 1, most + 2), key=lambda side: side % 2)
    pieces = [(a, b) for a in range(most + 1) for b in range(a + 1)]
    draw.shuffle(pieces)
    grid = dict[_Cell, int]()
    for cells, numbers in zip(_dominoes(rows, columns, draw), pieces, strict=True):
        grid.update(zip(cells, draw.sample(numbers, 2), strict=True))
    lines = (" ".join(str(grid[r, c]) for c in range(columns)) for r in range(rows))
    return "grid:\n" + "\n".join(lines) + "\n"


def pips(dominoes: int, seed: int) -> str:
    """Different dominoes up to 6-6 that touch, in zones of up to three cells."""
    draw = random.Random(seed)
    pieces = draw.sample([(a, b) for b in range(7) for a in range(b + 1)], dominoes)
    number, apart = dict[_Cell, int](), dict[_Cell, _Cell]()
    for numbers in pieces:
        near = [e for cell in number for e in _beside(cell) if e not in number] or [(0, 0)]
        pairs = [(one, e) for one in near for e in _beside(one) if e not in number]
        one, other = draw.choice(pairs)
        number[one], number[other] = draw.sample(numbers, 2)
        apart |= {one: other, other: one}
    zones = _cages(sorted(number), 3, draw, apart)
    drawn = _drawn(zones)
    conditions, names = [], dict.fromkeys(filter(str.isalnum, drawn))
    for name, zone in zip(names, zones, strict=True):
        found = Counter(number[cell] for cell in zone)
        what = "=" if len(found) == 1 < len(zone) else str(sum(found.elements()))
        conditions.append(f"{name} {what}")
    stated = " ".join(f"{a}-{b}" for a, b in pieces)
    return f"zones:\n{drawn}\nconditions: {', '.join(conditions)}\ndominoes: {stated}\n"


def _hang_together(cells: list[_Cell]) -> bool:
    reached, left = cells[:1], {*cells[1:]}
    while reached:
        near = left.intersection(_beside(reached.pop()))
        left -= near
        reached += near
    return not left


def statues(side: int, percent: int, seed: int) -> str:
    """The tetrominoes on a square, none beside another, with circles in this many percent of it."""
    draw, cells = random.Random(seed), [(r, c) for r in range(side) for c in range(side)]
    shapes = ("0123", "0124", "0145", "1245", "0125")  # 4, 5, 6 are below 0, 1, 2
    while True:
        black, near = set[_Cell](), set[_Cell]()
        for shape in shapes:
            row, column, turn, mirror = *draw.choice(cells), draw.randrange(4), draw.choice((1, -1))
            piece = [(int(each) // 4, mirror * (int(each) % 4)) for each in shape]
            for _ in range(turn):
                piece = [(c, -r) for r, c in piece]
            piece = [(row + r, column + c) for r, c in piece]
            if not {*cells}.issuperset(piece) or not (black | near).isdisjoint(piece):
                break
            black.update(piece)
            near.update(e for cell in piece for e in _beside(cell))
        left = [cell for cell in cells if cell not in black]
        if len(black) == 4 * len(shapes) and _hang_together(left):
            break
    shown = {*draw.sample(cells, side * side * percent // 100)}
    circles = {cell: "*" if cell in black else "o" for cell in shown}
    rows = ("".join(circles.get((r, c), ".") for c in range(side)) for r in range(side))
    return "pieces: tetrominoes\ncircles:\n" + "\n".join(rows) + "\n"


def tiles(side: int, colours: int, seed: int) -> str:
    """Square tiles from a framed board with random inner edges; 0 colours: each has its own."""
    draw, own = random.Random(seed), iter(range(1, 2 * side * side))
    edge = {
        (r, c, down): draw.randint(1, colours) if colours else next(own)
        for r in range(side) for c in range(side) for down in (0, 1)
        if (r if down else c) + 1 < side
    }  # fmt: skip
    found = []
    for r in range(side):
        for c in range(side):
            seams = (r - 1, c, 1), (r, c, 0), (r, c, 1), (r, c - 1, 0)
            around = deque(edge.get(each, 0) for each in seams)
            around.rotate(draw.randrange(4))
            found.append(" ".join(map(str, around)))
    draw.shuffle(found)
    return "\n".join([f"{side} {side}", *found]) + "\n"
