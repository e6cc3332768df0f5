"""Copies, holes, given and forbidden placements, colours and letters, against plain brute force."""

from __future__ import annotations

import dataclasses
import itertools
from collections import Counter
from itertools import product
from operator import add

from hypothesis import assume, given
from hypothesis import strategies as st

import exactcover as xc
from exactcover_puzzles.polyform.adapter import Polyform
from exactcover_puzzles.polyform.grids import CUBIC, GRIDS, HEXAGONAL, SQUARE
from exactcover_puzzles.polyform.polyforms import (
    Hole,
    Placement,
    PolyformPuzzle,
    board_motions,
    free_polyforms,
    orientations,
)


def moves_of(puzzle: PolyformPuzzle, name: str) -> list:
    """The motions of a piece: "half" keeps rows rows and columns columns."""
    grid = puzzle.grid
    turn, reflect = puzzle.moving.get(name, (puzzle.turn, puzzle.reflect))
    allowed = [*grid.motions] if reflect else [*grid.motions[: grid.n_rotations]]
    if turn == "no":
        return allowed[:1]
    # (Five cells in a line along an axis; of hexagons every second one is a cell.)
    lines = [[tuple(2 * n * (k == axis) for k in range(len(grid.origin))) for n in range(5)]
             for axis in range(len(grid.origin))]  # fmt: skip
    return [
        motion
        for motion in allowed
        if turn == "yes"
        or all(
            {n for n, numbers in enumerate(zip(*map(motion, line), strict=True))
             if len(set(numbers)) > 1} == {axis}
            for axis, line in enumerate(lines)
        )
    ]  # fmt: skip


def placements_of(puzzle: PolyformPuzzle) -> set[Placement]:
    """Every placement: a piece is moved by every motion, and its first cell put on every cell."""
    grid, board = puzzle.grid, set(puzzle.board)
    found = set()
    for name, cells in puzzle.pieces.items():
        letters = puzzle.painted_pieces.get(name)
        for motion, anchor in product(moves_of(puzzle, name), puzzle.board):
            shift = [a - b for a, b in zip(anchor, motion(cells[0]), strict=True)]
            if sum(shift) % grid.parity == 0:
                at = {cell: tuple(map(add, motion(cell), shift)) for cell in cells}
                agree = letters is None or all(
                    letters[cell] == puzzle.painted.get(at[cell]) for cell in cells
                )
                if agree and board.issuperset(at.values()):
                    found.add(Placement(name, tuple(sorted(at.values()))))
    return found


def solutions_of(puzzle: PolyformPuzzle) -> set[frozenset[Placement]]:
    """Every set of placements that is a solution, found cell by cell; not for long searches."""
    steps = itertools.count()
    begins: dict[object, list[Placement]] = {}
    for placement in placements_of(puzzle) - set(puzzle.forbidden):
        begins.setdefault(min(placement.cells), []).append(placement)
    least_open, most_open = puzzle.holes or (0, len(puzzle.board))
    may_open = set(puzzle.optional or (puzzle.board if puzzle.holes else ()))
    may_open -= {each.cell for each in puzzle.forbidden if isinstance(each, Hole)}
    found = set()

    def fill(left: frozenset, chosen: tuple[Placement, ...], n_open: int) -> None:
        assume(next(steps) < 20_000)
        if not left:
            if least_open <= n_open <= most_open and is_solution(puzzle, chosen):
                found.add(frozenset(chosen))
            return
        cell = min(left)
        if cell in may_open:
            fill(left - {cell}, chosen, n_open + 1)
        for placement in begins.get(cell, ()):
            if left.issuperset(placement.cells):
                fill(left.difference(placement.cells), (*chosen, placement), n_open)

    fill(frozenset(puzzle.board), (), 0)
    return found


def is_solution(puzzle: PolyformPuzzle, chosen: tuple[Placement, ...]) -> bool:
    used = Counter(placement.piece for placement in chosen)
    for name in puzzle.pieces:
        least, most = puzzle.copies.get(name, (1, 1))
        if not (least if puzzle.use_all else 0) <= used[name] <= most:
            return False
    covers = {cell: placement for placement in chosen for cell in placement.cells}
    open_cells = {Hole(cell) for cell in puzzle.board if cell not in covers}
    if not set(puzzle.given) <= {*chosen, *open_cells}:
        return False
    for cell, placement in covers.items():
        for near in puzzle.grid.neighbours(cell):
            other = covers.get(near)
            if other not in (None, placement):
                colours = {puzzle.colours.get(each.piece) for each in (placement, other)}
                if len(colours) == 1 and None not in colours:
                    return False
    return True


@st.composite
def puzzles(draw):
    grid = draw(st.sampled_from(list(GRIDS.values())))
    sides = [(2, 2), (2, 3), (3, 3), (2, 5), (3, 4), (1, 6)]
    if grid is CUBIC:
        sides = [(2, 2, 2), (1, 2, 3), (2, 2, 3), (2, 1, 4)]
    board = tuple(product(*map(range, draw(st.sampled_from(sides)))))
    if grid is HEXAGONAL:
        board = tuple((row, 2 * column + row % 2) for row, column in board)
    missing = draw(st.sets(st.sampled_from(board), max_size=2))
    board = tuple(cell for cell in board if cell not in missing) or board
    sizes = draw(st.lists(st.integers(1, 4), min_size=1, max_size=3))
    pieces = {
        f"{k}": draw(st.sampled_from(free_polyforms(grid, size))) for k, size in enumerate(sizes)
    }
    # Either hand of it.
    pieces = {
        name: draw(st.sampled_from(orientations(grid, piece))) for name, piece in pieces.items()
    }
    often = [(0, 9), (0, 12), (0, 2)]
    ranges = st.sampled_from([(1, 1), (2, 2), (3, 3), (0, 1), (1, 2), (2, 5), *often])
    puzzle = PolyformPuzzle(
        grid,
        board,
        pieces,
        reflect=draw(st.booleans()),
        use_all=draw(st.booleans()),
        copies={name: draw(ranges) for name in pieces if draw(st.integers(0, 3))},
        holes=draw(st.sampled_from([None, None, (1, 1), (2, 2), (0, 2), (1, 4), (0, 12)])),
        optional=tuple(sorted(draw(st.sets(st.sampled_from(board), max_size=4)))),
        colours={
            name: draw(st.sampled_from("rg")) for name in pieces if not draw(st.integers(0, 2))
        },
    )
    if draw(st.booleans()):
        turns = st.sampled_from(["yes", "half", "no"])
        moving = {
            name: (draw(turns), draw(st.booleans())) for name in pieces if draw(st.booleans())
        }
        puzzle = dataclasses.replace(
            puzzle, turn=draw(turns), moving=moving, rotations_only=draw(st.booleans())
        )
    if draw(st.booleans()) and grid is SQUARE:
        # Like a chessboard, or any letters.
        fair = draw(st.booleans())
        puzzle = dataclasses.replace(
            puzzle,
            painted=lettered(draw, board, fair),
            painted_pieces={
                name: lettered(draw, cells, fair)
                for name, cells in pieces.items()
                if draw(st.booleans())
            },
        )
    placed = sorted(placements_of(puzzle))
    if placed and draw(st.booleans()):
        holes = [Hole(cell) for cell in puzzle.may_stay_open]
        forbidden = draw(st.sets(st.sampled_from([*placed, *holes]), max_size=2))
        puzzle = dataclasses.replace(puzzle, forbidden=tuple(sorted(forbidden, key=repr)))
    solutions = sorted(map(sorted, solutions_of(puzzle)))
    if any(solutions) and draw(st.booleans()):
        stated = draw(st.sampled_from([each for each in solutions if each]))
        covered = {cell for placement in stated for cell in placement.cells}
        stated += [Hole(cell) for cell in puzzle.board if cell not in covered]
        stated = draw(st.sets(st.sampled_from(stated), max_size=2))
        puzzle = dataclasses.replace(puzzle, given=tuple(sorted(stated, key=repr)))
    return puzzle


def lettered(draw, cells, fair):
    shift = draw(st.integers(0, 1))
    if fair:
        return {cell: "bw"[(sum(cell) + shift) % 2] for cell in cells}
    return {cell: draw(st.sampled_from("bw")) for cell in cells}


def image_of(puzzle, solution, number):
    """The image of a solution under the symmetry of this number."""
    return frozenset(puzzle.images(placement)[number] for placement in solution)


def orbits_of(puzzle, solutions):
    """The orbits of the solutions under the symmetries that the puzzle states."""
    return {
        frozenset(image_of(puzzle, solution, k) for k in range(len(puzzle.symmetries)))
        for solution in solutions
    }


@given(puzzles())
def test_the_solutions_are_those_that_brute_force_finds(puzzle):
    assert sorted(puzzle.placements) == sorted(placements_of(puzzle) - {*puzzle.forbidden})
    truth = solutions_of(puzzle)
    if puzzle.misfit is not None:
        assert not truth
        return
    found = [frozenset(puzzle.placed(each.options)) for each in puzzle.problem.solutions()]
    assert len(set(found)) == len(found)
    assert set(found) == truth
    assert puzzle.problem.count() == len(truth)


@given(puzzles())
def test_symmetries_carry_solutions_to_solutions_and_none_is_missing(puzzle):
    truth, placed = solutions_of(puzzle), placements_of(puzzle)
    for number in range(len(puzzle.symmetries)):
        assert {image_of(puzzle, solution, number) for solution in truth} == truth
    motions = board_motions(puzzle.grid, puzzle.board, reflect=not puzzle.rotations_only)
    turns = len(board_motions(puzzle.grid, puzzle.board, reflect=False))
    kept = []
    for number, motion in enumerate(motions):
        images = images_of(puzzle, motion)
        if images is None:
            continue
        moved = {
            k: {
                Hole(motion(each.cell))
                if isinstance(each, Hole)
                else Placement(
                    images.get(each.piece, each.piece), tuple(sorted(map(motion, each.cells)))
                )
                for each in same
            }
            for k, same in enumerate((placed, puzzle.given, puzzle.forbidden))
        }
        if moved == {0: placed, 1: {*puzzle.given}, 2: {*puzzle.forbidden}} and set(
            map(motion, puzzle.optional)
        ) == {*puzzle.optional}:
            kept.append((number < turns, tuple(map(motion, puzzle.board))))
    assert [tuple(puzzle.board[k] for k in permutation) for permutation in puzzle.symmetries] == [
        image for _, image in kept
    ]
    assert puzzle.rotations == sum(is_turn for is_turn, _ in kept)


def images_of(puzzle, motion):
    """The piece that a motion makes of each piece, by all orientations of both; or None."""

    def covered(name, *after):
        letters = puzzle.painted_pieces.get(name, {})
        found = set()
        for move in moves_of(puzzle, name):
            at = {}
            for cell in puzzle.pieces[name]:
                to = move(cell)
                for each in after:
                    to = each(to)
                at[to] = letters.get(cell)
            origin = puzzle.grid.to_origin(at)
            found.add((origin, tuple(at[cell] for cell in sorted(at))))
        return found

    def numbers(name):
        least, most = puzzle.copies.get(name, (1, 1))
        return least * puzzle.use_all, most, puzzle.colours.get(name)

    images = {}
    for name in puzzle.pieces:
        alike = [
            other
            for other in puzzle.pieces
            if covered(other) == covered(name, motion)
            and numbers(other) == numbers(name)
            and other not in images.values()
        ]
        if not alike:
            return None
        images[name] = alike[0]
    return images


@given(puzzles())
def test_one_solution_of_each_orbit_is_counted_and_listed(puzzle):
    solutions = solutions_of(puzzle)
    orbits = orbits_of(puzzle, solutions)
    kind = Polyform(puzzle)
    count, listed = kind.count(None), kind.solutions(None)
    fixed, free = (count.fixed, count.free) if isinstance(count, xc.OrbitCount) else (count, count)
    assert (fixed, free, count.stopped) == (len(solutions), len(orbits), None)
    placed = [frozenset(puzzle.placed(options)) for options in listed]
    assert len(placed) == len(orbits)
    assert all(sum(each in orbit for each in placed) == 1 for orbit in orbits)
    assert (listed.fixed, listed.impossible is None) == (len(solutions), bool(solutions))
