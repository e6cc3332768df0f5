"""Ready-made rules reproduce numbers that others have published."""

from __future__ import annotations

import pytest

import exactcover as xc
import exactcover_puzzles as puzzles
from exactcover.compile import compiles
from tests.instances import dominoes, rooks

needs_kernels = pytest.mark.skipif(not compiles(), reason="takes numba, or minutes")


def toroidal_queens(n):
    """Queens on a torus: one in each row and column, at most one on each broken diagonal."""
    diagonals = [
        [(c, r) for c in range(n) for r in range(n) if (r + sign * c) % n == k]
        for sign in (1, -1)
        for k in range(n)
    ]
    return rooks(n).where(*[xc.Times(diagonal, (0, 1)) for diagonal in diagonals])


@pytest.mark.parametrize(("n", "number"), [(1, 1), (3, 0), (5, 10), (7, 28), (9, 0), (11, 88)])
def test_toroidal_queens_are_counted(n, number):
    """OEIS A007705."""
    assert toroidal_queens(n).count() == number


@needs_kernels
@pytest.mark.parametrize(
    ("box", "number"), [("6x10", 563), ("5x12", 325), ("4x15", 238), ("3x20", 2)]
)
def test_pentominoes_without_crossroads_are_counted_up_to_symmetry(box, number):
    (tray,) = puzzles.read("polyform", f"pentominoes-{box}")
    problem = tray.problem
    cells = {each for each in problem.primary if isinstance(each, tuple)}
    placed = {option: cells.intersection(problem.items_of(option)) for option in problem.options}
    corners = [{(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)} for r, c in cells]
    rules = [
        xc.Times([option for option, covered in placed.items() if len(covered & corner) > 1],
                 (1, None))
        for corner in corners
        if corner <= cells
    ]  # fmt: skip
    rows, columns = (min(each) + max(each) for each in zip(*cells, strict=True))
    found = problem.where(*rules).symmetry(
        lambda item: (rows - item[0], item[1]) if item in cells else item,
        lambda item: (item[0], columns - item[1]) if item in cells else item,
    )
    assert int(found.count()) == number


@pytest.mark.parametrize(
    ("rows", "columns", "number"), [(2, 6, 9), (4, 4, 2), (5, 6, 2), (6, 6, 2)]
)
def test_tatami_tilings_are_those_in_which_no_four_dominoes_meet(rows, columns, number):
    """OEIS A068920."""
    problem = dominoes(rows, columns)
    pairs = {option: set(problem.items_of(option)) for option in problem.options}
    corners = [
        [(r, c), (r, c + 1), (r + 1, c), (r + 1, c + 1)]
        for r in range(rows - 1)
        for c in range(columns - 1)
    ]
    rules = [
        xc.Times([option for option, pair in pairs.items() if pair.issubset(corner)], (1, None))
        for corner in corners
    ]

    def is_tatami(solution):
        return all(len({solution.covered[cell] for cell in corner}) < 4 for corner in corners)

    assert problem.where(*rules).count() == problem.where(is_tatami).count() == number


def filled(cells, numbers, lines, total):
    """Each number in one cell, and each line adds up to the total."""
    problem = xc.Problem([*cells, *numbers], {(c, n): [c, n] for c in cells for n in numbers})
    return problem.where(
        *[xc.Total({(c, n): n for c in line for n in numbers}, total) for line in lines]
    )


def square(n):
    cells = [(r, c) for r in range(n) for c in range(n)]
    lines = [[(r, c) for c in range(n)] for r in range(n)]
    lines += [[(r, c) for r in range(n)] for c in range(n)]
    lines += [[(k, k) for k in range(n)], [(k, n - 1 - k) for k in range(n)]]
    return filled(cells, range(1, n * n + 1), lines, n * (n * n + 1) // 2)


def test_magic_squares_of_order_3_are_counted():
    magic = square(3)
    assert magic.count() == magic.count(method="diagram") == magic.count(engine="reference") == 8


@needs_kernels
@pytest.mark.slow
def test_magic_squares_of_order_4_are_counted():
    """Eight times 880 (B. Frénicle de Bessy 1693)."""
    assert square(4).count() == 7_040


@needs_kernels
def test_there_is_one_magic_hexagon_in_twelve_motions():
    cells = [(q, r) for q in range(-2, 3) for r in range(-2, 3) if abs(q + r) <= 2]
    lines = [
        [cell for cell in cells if along(*cell) == k]
        for along in (lambda q, r: q, lambda q, r: r, lambda q, r: q + r)
        for k in range(-2, 3)
    ]
    assert filled(cells, range(1, 20), lines, 38).count() == 12


@needs_kernels
@pytest.mark.parametrize(("n", "number"), [(1, 1), (2, 13), (3, 213), (4, 9_349)])
def test_loops_in_a_grid_are_counted(n, number):
    """Self-avoiding closed walks in a square of n x n cells (OEIS A140517), and the empty set.

    (The diagram of the second once went on for ever.)
    """
    points = [(r, c) for r in range(n + 1) for c in range(n + 1)]
    edges = [(p, q) for p in points for q in ((p[0], p[1] + 1), (p[0] + 1, p[1])) if q in points]
    grid = xc.Problem(points, {edge: edge for edge in edges}, multiplicity={0, 2})
    loops = grid.where(
        xc.Connected([(a, b) for a in edges for b in edges if a < b and set(a) & set(b)])
    )
    assert loops.count(method="diagram") == number + 1
    if n < 4:
        assert loops.count(method="listing") == number + 1
