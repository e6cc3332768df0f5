"""The instances: exact cover problems of many kinds, each with its known number of solutions.

Every instance is plain data (items, options, colours), so that every program is given the same
problem in the same order.
"""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property

import exactcover as xc
from exactcover_puzzles.polyform.file import family, read_puzzle
from exactcover_puzzles.polyform.grids import SQUARE
from exactcover_puzzles.shared.shipped import shipped

__all__ = ["INSTANCES", "OWN", "Instance", "langford", "latin", "planted"]

#: Item -> colour, or None for no colour.
Option = dict[str, str | None]
Statement = tuple[list[str], list[str], list[Option]]


@dataclass(frozen=True)
class Instance:
    """A problem to be solved completely."""

    name: str
    #: The number of solutions, from the literature or from two independent programs.
    count: int
    #: Where the number is from.
    source: str
    state: Callable[[], Statement]

    @cached_property
    def statement(self) -> Statement:
        """Primary items, secondary items, options."""
        return self.state()

    @property
    def coloured(self) -> bool:
        """Whether any option gives a colour."""
        return any(colour for option in self.statement[2] for colour in option.values())

    def problem(self) -> xc.Problem:
        """The problem, stated to this project."""
        primary, secondary, options = self.statement
        return xc.Problem(primary, options, secondary=secondary)


def _plain(primary: list[str], options: Iterator[list[str]] | list[list[str]]) -> Statement:
    return primary, [], [dict.fromkeys(option) for option in options]


def planted(n: int, triples: int, seed: int) -> Statement:
    """Triples of n elements. A third of n of them are a solution, hidden among random ones."""
    draw = random.Random(seed)
    order = draw.sample(range(n), n)
    chosen = [sorted(order[k : k + 3]) for k in range(0, n, 3)]
    chosen += [sorted(draw.sample(range(n), 3)) for _ in range(triples - len(chosen))]
    draw.shuffle(chosen)
    return list(map(str, range(n))), [], [dict.fromkeys(map(str, each)) for each in chosen]


def _cell(*place: int) -> str:
    return ",".join(map(str, place))


def _pentominoes(name: str) -> Statement:
    puzzle, _ = read_puzzle(str(shipped("boards", name)))
    items = [*puzzle.pieces, *(_cell(*cell) for cell in puzzle.board)]
    options = [
        [placed.piece, *(_cell(*cell) for cell in placed.cells)] for placed in puzzle.placements
    ]
    return _plain(items, options)


def _solid_pentominoes() -> Statement:
    """The 12 planar pentominoes, one unit thick, in a box of 2 x 5 x 6."""
    sides = (2, 5, 6)
    cells = list(itertools.product(*map(range, sides)))
    options = []
    for name, flat in family("pentominoes").items():
        shapes = set()
        for axes in itertools.permutations(range(3)):
            for signs in itertools.product((1, -1), repeat=3):
                moved = []
                for row, column in flat:
                    point = (row, column, 0)
                    moved.append(tuple(signs[k] * point[axes[k]] for k in range(3)))
                low = tuple(map(min, zip(*moved, strict=True)))
                shapes.add(
                    tuple(sorted(tuple(a - b for a, b in zip(p, low, strict=True)) for p in moved))
                )
        for shape in sorted(shapes):
            for corner in cells:
                placed = [tuple(a + b for a, b in zip(p, corner, strict=True)) for p in shape]
                if all(0 <= a < side for p in placed for a, side in zip(p, sides, strict=True)):
                    options.append([name, *(_cell(*p) for p in placed)])
    return _plain([*family("pentominoes"), *(_cell(*cell) for cell in cells)], options)


def langford(n: int) -> Statement:
    options = [
        [f"n{k}", f"p{place}", f"p{place + k + 1}"]
        for k in range(1, n + 1)
        for place in range(2 * n - k - 1)
    ]
    return _plain([f"n{k}" for k in range(1, n + 1)] + [f"p{k}" for k in range(2 * n)], options)


def _queens(n: int) -> Statement:
    """Rows and columns from the middle outwards; diagonals secondary."""
    order = sorted(range(n), key=lambda k: (abs(2 * k - n + 1), k))
    primary = [f"{kind}{k}" for k in order for kind in "rc"]
    secondary = [f"a{k}" for k in range(2 * n - 1)] + [f"b{k}" for k in range(1 - n, n)]
    options = [[f"r{r}", f"c{c}", f"a{r + c}", f"b{r - c}"] for r in range(n) for c in range(n)]
    return primary, secondary, [dict.fromkeys(option) for option in options]


def _dominoes(height: int, width: int) -> Statement:
    cells = list(itertools.product(range(height), range(width)))
    options = [
        [_cell(*cell), _cell(*near)]
        for cell in cells
        for near in SQUARE.neighbours(cell)
        if near > cell and near in set(cells)
    ]
    return _plain([_cell(*cell) for cell in cells], options)


def _partitions(n: int) -> Statement:
    items = [f"e{k}" for k in range(n)]
    options = [
        list(subset) for size in range(1, n + 1) for subset in itertools.combinations(items, size)
    ]
    return _plain(items, options)


#: A sudoku with few clues, row by row.
_SUDOKU = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2..........4...."


def _sudoku(clues: str) -> Statement:
    """Rows, columns, boxes and cells; the clues leave one option for their cell."""
    primary = [f"{kind}{k}{d}" for kind in "rcb" for k in range(9) for d in range(1, 10)]
    primary += [f"x{r}{c}" for r in range(9) for c in range(9)]
    options = []
    for place, clue in enumerate(clues):
        r, c = divmod(place, 9)
        for d in range(1, 10) if clue == "." else [int(clue)]:
            options.append([f"x{r}{c}", f"r{r}{d}", f"c{c}{d}", f"b{r // 3 * 3 + c // 3}{d}"])
    return _plain(primary, options)


def latin(n: int) -> Statement:
    """Latin squares of order n, OEIS A002860."""
    primary = [f"{kind}{a}{b}" for kind in "xrc" for a in range(n) for b in range(n)]
    options = [
        [f"x{r}{c}", f"r{r}{s}", f"c{c}{s}"] for r in range(n) for c in range(n) for s in range(n)
    ]
    return _plain(primary, options)


def _matchings(n: int) -> Statement:
    """Partitions of a set into pairs."""
    items = [f"v{k}" for k in range(n)]
    return _plain(items, [list(pair) for pair in itertools.combinations(items, 2)])


def _edge_matching(side: int, colours: int, seed: int, exchanged: bool = False) -> Statement:
    """Square tiles that may be turned, cut from a random framed board: a colour for each seam.

    ``exchanged``: two colours of inner tiles change places.
    """
    draw = random.Random(seed)
    across = {(r, c): draw.randrange(1, colours + 1) for r in range(side) for c in range(1, side)}
    down = {(r, c): draw.randrange(1, colours + 1) for r in range(1, side) for c in range(side)}
    places = [(r, c) for r in range(side) for c in range(side)]
    tiles = [
        (down.get((r, c), 0), across.get((r, c + 1), 0), down.get((r + 1, c), 0),
         across.get((r, c), 0))
        for r, c in places
    ]  # fmt: skip
    while exchanged:
        inner = [number for number, tile in enumerate(tiles) if 0 not in tile]
        pair = draw.sample(inner, 2)
        one, other = (list(tiles[number]) for number in pair)
        i, j = draw.randrange(4), draw.randrange(4)
        exchanged = one[i] == other[j]
        one[i], other[j] = other[j], one[i]
        tiles[pair[0]], tiles[pair[1]] = tuple(one), tuple(other)
    draw.shuffle(tiles)
    primary = [f"tile{k}" for k in range(len(tiles))] + [f"at{r},{c}" for r, c in places]
    secondary = [f"h{r},{c}" for r, c in across] + [f"v{r},{c}" for r, c in down]
    options: list[Option] = []
    for number, tile in enumerate(tiles):
        for r, c in places:
            seams = [("v", r, c, r == 0), ("h", r, c + 1, c == side - 1),
                     ("v", r + 1, c, r == side - 1), ("h", r, c, c == 0)]  # fmt: skip
            for turned in sorted({tile[k:] + tile[:k] for k in range(4)}):
                fits = all(
                    (colour == 0) == border
                    for colour, (*_, border) in zip(turned, seams, strict=True)
                )
                if fits:
                    option: Option = {f"tile{number}": None, f"at{r},{c}": None}
                    for colour, (kind, a, b, border) in zip(turned, seams, strict=True):
                        if not border:
                            option[f"{kind}{a},{b}"] = str(colour)
                    options.append(option)
    return primary, secondary, options


def _words(length: int, number: int, seed: int) -> list[str]:
    """Different words of consonants and vowels in turn, or the other way round."""
    draw = random.Random(seed)
    found: dict[str, None] = {}
    while len(found) < number:
        first = draw.randrange(2)
        letters = ["bdglmnrst", "aeio"]
        found["".join(draw.choice(letters[(first + k) % 2]) for k in range(length))] = None
    return list(found)


def _word_rectangles(
    height: int = 4, width: int = 5, number: int = 300, seed: int = 1
) -> Statement:
    """Different words across and down in a rectangle: a colour, the letter, for each cell."""
    primary = [f"across{r}" for r in range(height)] + [f"down{c}" for c in range(width)]
    across, down = _words(width, number, seed), _words(height, number, seed + 1)
    words = dict.fromkeys(f"word {word}" for word in across + down)
    secondary = [f"{r},{c}" for r in range(height) for c in range(width)] + list(words)
    options: list[Option] = []
    for r in range(height):
        for word in across:
            cells = {f"{r},{c}": letter for c, letter in enumerate(word)}
            options.append({f"across{r}": None, f"word {word}": None, **cells})
    for c in range(width):
        for word in down:
            cells = {f"{r},{c}": letter for r, letter in enumerate(word)}
            options.append({f"down{c}": None, f"word {word}": None, **cells})
    return (
        primary,
        [item.replace(" ", "_") for item in secondary],
        [{item.replace(" ", "_"): colour for item, colour in option.items()} for option in options],
    )


_TWO = "this project's bitset and cells engines, and xcover"

#: All instances, by name.
INSTANCES: dict[str, Instance] = {
    instance.name: instance
    for instance in (
        Instance("pentominoes 6x10", 9_356, "C. B. and J. Haselgrove 1960: 4 x 2,339",
                 cache(lambda: _pentominoes("pentominoes-6x10"))),
        Instance("pentominoes 8x8 less the middle", 520, "D. Scott 1958: 8 x 65",
                 cache(lambda: _pentominoes("pentominoes-8x8-hole"))),
        Instance("solid pentominoes 2x5x6", 2_112, "C. J. Bouwkamp 1969: 8 x 264",
                 cache(_solid_pentominoes)),
        Instance("Langford pairs 12", 216_288, "OEIS A014552, twice",
                 cache(lambda: langford(12))),
        Instance("14 queens", 365_596, "OEIS A000170", cache(lambda: _queens(14))),
        Instance("dominoes 8x8", 12_988_816, "Kasteleyn 1961, OEIS A004003",
                 cache(lambda: _dominoes(8, 8))),
        Instance("partitions of a 12-set", 4_213_597, "Bell numbers, OEIS A000110",
                 cache(lambda: _partitions(12))),
        Instance("sudoku of few clues", 2_117_485, _TWO, cache(lambda: _sudoku(_SUDOKU))),
        Instance("Latin squares 5", 161_280, "OEIS A002860", cache(lambda: latin(5))),
        Instance("edge matching 7x7", 32, _TWO, cache(lambda: _edge_matching(7, 7, 4))),
        Instance("word rectangles 4x5", 19_728, _TWO, cache(_word_rectangles)),
        Instance("Haley's board", 330, "this project's reference, bitset and cells engines",
                 cache(lambda: _pentominoes("haley"))),
        Instance("pentominoes 5x12", 4_040, "C. B. and J. Haselgrove 1960: 4 x 1,010",
                 cache(lambda: _pentominoes("pentominoes-5x12"))),
        Instance("perfect matchings of K16", 2_027_025, "15!!, OEIS A001147",
                 cache(lambda: _matchings(16))),
    )
}  # fmt: skip

#: Instances of our own choice, which stand behind the usual ones and have a mean of their own.
OWN = (
    "Haley's board",
    "pentominoes 5x12",
    "perfect matchings of K16",
)
