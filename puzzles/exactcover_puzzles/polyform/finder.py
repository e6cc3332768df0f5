"""Find trays: boards, sets of pieces, or givens, so that there is exactly one solution.

All candidates for a board are variants of one problem, from which cells and pieces are left out, or
in which placements are given. So a batch (:meth:`exactcover.Problem.batch`) decides thousands of
them each second. Cells are left out in orbits of the motions of the board: first those of the
whole group, so that the most symmetric boards come first, then those of its subgroups. "One
solution" means one up to the symmetries of the tray. Each tray is checked as the puzzle that its
text states.
"""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import combinations, islice, product
from typing import Any, TypeVar

import exactcover as xc

from ..shared.parts import Finding
from ..shared.source import Source
from .adapter import Polyform
from .editing import edited, shape_cells
from .file import puzzle_of
from .grids import Cells, Grid, Motion
from .polyforms import Placement, PolyformPuzzle, board_motions, orientations
from .words import option_words

#: What can be found.
WAYS = {
    "boards": "boards that the pieces fill, symmetric ones first",
    "pieces": "sets of pieces for the board, which may lose cells",
    "fixed": "one or two placements to be given",
}
#: Candidates that are decided at a time.
_CHUNK = 128
#: Draws in a row that bring nothing new, after which a group of motions is exhausted; and its draws
#: at most, before the next smaller group has its turn.
_MOST_REPEATED, _MOST_DRAWS = 200, 2_000
#: New boards have up to this many times the cells of the pieces; one side is up to this many times
#: as long as another.
_ROOM, _LENGTH = 1.2, 3
#: Ways to exchange identical pieces, at most: each makes another solution of the problem.
_MOST_ORDERS = 720

_Thing = TypeVar("_Thing")
#: The pieces of a tray, with their copies.
_Pieces = tuple[tuple[str, int], ...]


def find(
    text: str, way: str, *, use: int | None = None, seed: int = 0, seconds: float | None = None
) -> Iterator[Finding]:
    """Trays made from a puzzle, one by one and no two alike, until nothing new comes up.

    ``way``: one of :data:`WAYS`. ``use``: for "pieces", how many of them to use; default: as many
    as fill the board. Cells that the pieces cannot cover are left out of the board. The same seed
    gives the same trays. Raises :class:`exactcover.SearchStopped` when the time is over,
    :class:`exactcover.FileFault` for a faulty text, and ValueError for a puzzle that does not suit.
    """
    puzzle, _ = puzzle_of(Source("", text))
    if puzzle.may_stay_open or puzzle.holes is not None:
        raise ValueError("cells of this puzzle may stay open; expected pieces that fill the board")
    if use is not None and way != "pieces":
        raise ValueError(f"{use} pieces: expected 'pieces' with such a number, not {way!r}")
    deadline = xc.Deadline(seconds)
    if way == "fixed":
        return _fixed(text, puzzle, deadline)
    if puzzle.given:
        raise ValueError("this puzzle has given placements; expected one without")
    rng = random.Random(seed)
    regions = [_Pool(puzzle, use, rng)] if way == "pieces" else _boards(puzzle, rng)
    return _found(text, puzzle, deque(regions), deadline)


def _found(
    text: str, puzzle: PolyformPuzzle, regions: deque[_Region], deadline: xc.Deadline
) -> Iterator[Finding]:
    seen: set[Any] = set()
    # A motion may take pieces to others, if all are used.
    motions = [motion for motion in puzzle.grid.motions if puzzle.piece_images(motion) is not None]
    every = tuple((name, most) for name, (_, most) in puzzle.bounds.items())
    while regions:
        deadline.tick()
        region = regions.popleft()
        candidates = [*islice(region.candidates, _CHUNK)]
        if candidates:
            regions.append(region)
        for board, pieces, nodes in region.with_one_solution(candidates, deadline.left()):
            images = motions if pieces == every else ()
            same = {puzzle.grid.to_origin(map(motion, board)) for motion in images}
            alike = min(same.union(puzzle.same_boards(board))), pieces
            if alike not in seen:
                seen.add(alike)
                made = edited(edited(text, {"board": board}), {"word": "use", "value": ""})
                for name, copies in pieces:
                    if puzzle.bounds[name] != (copies, copies):
                        made = edited(made, {"piece": name, "copies": [copies, copies]})
                yield from _checked(made, nodes)


def _checked(text: str, nodes: int) -> Iterator[Finding]:
    """The puzzle of a text, if it has one solution up to symmetry."""
    found = Polyform(*puzzle_of(Source("", text)))
    count: Any = found.count(None)
    if getattr(count, "free", count) == 1:
        yield Finding(found, text, next(found.solutions(1)), nodes)


# -- boards and sets of pieces -------------------------------------------------------------------


class _Region:
    """A board from which cells may be left out, and what has been drawn from it."""

    def __init__(self, puzzle: PolyformPuzzle, rng: random.Random):
        self.puzzle, self.rng = puzzle, rng
        #: What the copies of a piece are called, if each is a piece of its own in the problem.
        self.called: dict[str, list[str]] = {}
        self.sizes = {name: len(cells) for name, cells in puzzle.pieces.items()}
        self.motions = board_motions(puzzle.grid, puzzle.board, reflect=puzzle.reflect)
        self.candidates = self._drawn()

    @cached_property
    def problem(self) -> xc.Problem:
        """The problem of which all candidates are variants."""
        return self.puzzle.problem

    def pieces(self) -> _Pieces | None:
        """Pieces to try; None if those that were drawn do not suit."""
        return tuple((name, most) for name, (_, most) in self.puzzle.bounds.items())

    def _drawn(self) -> Iterator[tuple[Cells, _Pieces]]:
        """Boards with pieces to try, each once."""
        seen: set[Any] = set()
        board, grid = self.puzzle.board, self.puzzle.grid
        for group in _subgroups(self.motions, board):
            orbits = [*{frozenset(motion(cell) for motion in group) for cell in board}]
            orbits.sort(key=sorted)
            repeated = 0
            for _ in range(_MOST_DRAWS):
                pieces = self.pieces()
                spare = len(board) - sum(self.sizes[name] * n for name, n in pieces or ())
                absent = None if pieces is None else _filling(orbits, len, spare, self.rng)
                repeated += 1
                if pieces is not None and absent is not None:
                    left = tuple(cell for cell in board if not any(cell in each for each in absent))
                    if (left, pieces) not in seen and _connected(grid, left):
                        repeated = 0
                        yield left, pieces
                    seen.add((left, pieces))
                if repeated > _MOST_REPEATED:
                    break

    def with_one_solution(
        self, candidates: Sequence[tuple[Cells, _Pieces]], seconds: float | None
    ) -> Iterator[tuple[Cells, _Pieces, int]]:
        """The candidates with as many solutions as their symmetries can make of one, or fewer; and
        the nodes of the search."""
        most = [len(self.motions) * self._orders(pieces) for _, pieces in candidates]
        board = self.puzzle.board
        absent: list[list[Any]] = []
        for left, pieces in candidates:
            used, kept = dict(pieces), set(left)
            absent.append([cell for cell in board if cell not in kept])
            for name, copies in self.called.items():
                absent[-1] += copies[used.get(name, 0) :]
        batch = self.problem.batch(without_items=absent)
        found = batch.as_arrays(max(most, default=0) + 1, seconds=seconds)
        listed = zip(candidates, most, found.counts, found.complete, found.nodes, strict=False)
        for (left, pieces), few, count, complete, nodes in listed:
            if complete and 0 < count <= few:
                yield left, pieces, int(nodes)

    def _orders(self, pieces: _Pieces) -> int:
        """In how many ways identical pieces can be exchanged."""
        return math.prod(math.factorial(n) for name, n in pieces if name in self.called)


class _Pool(_Region):
    """A board, and pieces of which some are used."""

    def __init__(self, puzzle: PolyformPuzzle, use: int | None, rng: random.Random):
        super().__init__(puzzle, rng)
        self._use = use
        bounds = puzzle.bounds
        self._all = [name for name, (_, most) in bounds.items() for _ in range(most)]
        if use is not None and not 0 < use <= len(self._all):
            raise ValueError(f"{use} pieces: expected a number from 1 to {len(self._all):,}")
        self.called = {
            name: [f"{name}\0{k}" for k in range(most)] for name, (_, most) in bounds.items()
        }

    @cached_property
    def problem(self) -> xc.Problem:
        """Every copy is a piece of its own, so that it can be left out."""
        puzzle = self.puzzle

        def each_copy(of: Mapping[str, Any]) -> dict[str, Any]:
            return {copy: of[name] for name in of for copy in self.called[name]}

        single = replace(
            puzzle, pieces=each_copy(puzzle.pieces), copies={}, use_all=True,
            colours=each_copy(puzzle.colours), painted_pieces=each_copy(puzzle.painted_pieces),
            moving=each_copy(puzzle.moving),
        )  # fmt: skip
        return single.problem

    def pieces(self) -> _Pieces | None:
        area = len(self.puzzle.board)
        if self._use is None:
            drawn = _filling(self._all, self.sizes.__getitem__, area, self.rng)
        else:
            drawn = self.rng.sample(self._all, self._use)
        if drawn is None or sum(self.sizes[name] for name in drawn) > area:
            return None
        copies = Counter(drawn)
        pieces = tuple((name, copies[name]) for name in self.puzzle.pieces)
        return pieces if self._orders(pieces) <= _MOST_ORDERS else None


def _boards(puzzle: PolyformPuzzle, rng: random.Random) -> list[_Region]:
    """The board of the puzzle, or, if it has no cells to spare, usual boards that have room."""
    every = {name: (most, most) for name, (_, most) in puzzle.bounds.items()}
    area = sum(most * len(puzzle.pieces[name]) for name, (most, _) in every.items())
    boards = [puzzle.board]
    if area >= len(puzzle.board):
        if puzzle.painted:
            raise ValueError("the board has letters and no cells to spare; expected a larger one")
        if puzzle.forbidden:
            raise ValueError(
                "some placements are forbidden, and no cells are to spare; expected a larger board"
            )
        boards = _usual(puzzle.grid, area)
    if not boards:
        raise ValueError(
            "there is no usual board for these pieces; expected a board with cells to spare"
        )
    regions = (replace(puzzle, board=board, use_all=True, copies=every) for board in boards)
    return [_Region(region, rng) for region in regions]


def _usual(grid: Grid, area: int) -> list[Cells]:
    """Boxes, hexagons and triangles with at least this many cells and not many more, the smallest
    first."""
    found: dict[Cells, Cells] = {}
    sides = range(2, area + 1)
    boxes = [
        ("box", each)
        for each in product(sides, repeat=len(grid.origin))
        if math.prod(each) <= 3 * area and max(each) <= _LENGTH * min(each)
    ]
    others = [(shape, (side,)) for shape in ("hexagon", "triangle") for side in sides]
    for shape, size in [*boxes, *others]:
        try:
            cells = tuple(sorted(shape_cells(grid, shape, size)))
        except ValueError:  # the grid has no such shape
            continue
        if area <= len(cells) <= _ROOM * area:
            found.setdefault(orientations(grid, cells)[0], cells)
        elif len(cells) > _ROOM * area and shape != "box":
            break
    return sorted(found.values(), key=len)


def _filling(
    things: Sequence[_Thing], size: Callable[[_Thing], int], total: int, rng: random.Random
) -> list[_Thing] | None:
    """Things drawn at random whose sizes make up the total; None if those drawn do not."""
    drawn = []
    for thing in rng.sample(things, len(things)):
        if size(thing) <= total:
            drawn.append(thing)
            total -= size(thing)
    return None if total else drawn


def _subgroups(motions: Sequence[Motion], cells: Cells) -> list[list[Motion]]:
    """The subgroups of a group of motions of these cells that one or two motions generate, the
    largest first."""
    made = [tuple(map(motion, cells)) for motion in motions]
    number = {image: k for k, image in enumerate(made)}
    place = {cell: k for k, cell in enumerate(cells)}
    after = [[number[tuple(one[place[cell]] for cell in other)] for other in made] for one in made]
    groups = set()
    for generators in product(range(len(motions)), repeat=2):
        group = {0}
        waiting = [0]
        for each in waiting:
            new = {after[each][k] for k in generators} - group
            group |= new
            waiting += new
        groups.add(tuple(sorted(group)))
    ordered = sorted(groups, key=lambda group: (-len(group), group))
    return [[motions[k] for k in group] for group in ordered]


def _connected(grid: Grid, cells: Cells) -> bool:
    """Whether cells hang together."""
    left = set(cells[1:])
    waiting = [*cells[:1]]
    for cell in waiting:
        near = left.intersection(grid.neighbours(cell))
        left -= near
        waiting += near
    return not left


# -- placements to be given ------------------------------------------------------------------------


def _fixed(text: str, puzzle: PolyformPuzzle, deadline: xc.Deadline) -> Iterator[Finding]:
    """Single placements first; then pairs from the solutions that were met."""
    given = [option_words(each) for each in puzzle.given]
    seen: set[Any] = set()
    names = puzzle.problem.options
    solutions: dict[tuple[int, ...], None] = {}
    singles = [(k,) for k, name in enumerate(names)
               if isinstance(name, Placement) and name not in puzzle.given]  # fmt: skip
    if puzzle.problem.is_unique(seconds=deadline.left()).verdict == "unique":
        raise ValueError("this puzzle has one solution already; expected one with several")

    def pairs() -> Iterator[tuple[int, ...]]:
        for numbers in solutions:
            yield from combinations(numbers, 2)

    for choices in (iter(singles), pairs()):
        while chunk := [*islice(choices, _CHUNK)]:
            deadline.tick()
            batch = puzzle.problem.batch([[names[k] for k in choice] for choice in chunk])
            found = batch.as_arrays(2, seconds=deadline.left())
            listed = zip(
                chunk, found.counts, found.complete, found.nodes, found.first, strict=False
            )
            for choice, count, complete, nodes, first in listed:
                numbers = tuple(
                    k for k in first.tolist() if k >= 0 and names[k] not in puzzle.given
                )
                if count and len(choice) == 1:
                    solutions[numbers] = None
                placed = [names[k] for k in choice]
                alike = frozenset(map(frozenset, zip(*map(puzzle.images, placed), strict=True)))
                if complete and count == 1 and alike not in seen:
                    seen.add(alike)
                    fixed = edited(text, {"given": [*given, *map(option_words, placed)]})
                    yield from _checked(fixed, int(nodes))
        if seen:
            return
