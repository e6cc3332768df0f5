"""Rules against hand-written searches: ``python -m benchmarks.stateful_rules``.

Costas arrays, magic hexagons and tatami tilings: as an exact cover with a rule of kernels, or with
ready-made rules, and as a search that is written for the puzzle alone and compiled by numba.
Seconds are the best of some runs, without compiling. Nodes are those of the search with the rule.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

import numba
import numpy as np

import exactcover as xc

from .handing_over import seconds

#: Cells of the rows of a hexagon of side 3; the sum of each of its lines.
_HEXAGON, _SUM = (3, 4, 5, 4, 3), 38
_N = 10
_WIDE = 2 * _N - 1
_ROWS, _COLUMNS = 18, 19


# -- Costas arrays ---------------------------------------------------------------------------------


@xc.kernel
def place(state: Any, option: Any) -> Any:
    """Place a dot. The state: how many there are, where, and which differences occur."""
    column, row, many = option // _N, option % _N, state[0]
    for k in range(many):
        right, up = column - state[1 + 2 * k], row - state[2 + 2 * k]
        if right < 0:
            right, up = -right, -up
        at = 1 + 2 * _N + right * _WIDE + up + _N - 1
        if state[at] != 0:
            for j in range(k):
                right, up = column - state[1 + 2 * j], row - state[2 + 2 * j]
                if right < 0:
                    right, up = -right, -up
                state[1 + 2 * _N + right * _WIDE + up + _N - 1] = 0
            return False
        state[at] = 1
    state[1 + 2 * many], state[2 + 2 * many] = column, row
    state[0] = many + 1
    return True


@xc.kernel
def remove(state: Any, option: Any) -> Any:
    """Remove it."""
    column, row = option // _N, option % _N
    state[0] -= 1
    for k in range(state[0]):
        right, up = column - state[1 + 2 * k], row - state[2 + 2 * k]
        if right < 0:
            right, up = -right, -up
        state[1 + 2 * _N + right * _WIDE + up + _N - 1] = 0


def costas() -> xc.Ruled:
    """The problem with its rule."""
    problem = xc.Problem(
        [(kind, k) for kind in ("column", "row") for k in range(_N)],
        {(c, r): [("column", c), ("row", r)] for c in range(_N) for r in range(_N)},
    )
    start = np.zeros(1 + 2 * _N + _N * _WIDE, np.int64)
    return problem.where(enter=place, leave=remove, start=start)


@numba.njit
def costas_by_hand() -> Any:
    """Column by column."""
    used, rows = np.zeros(_N * _WIDE, np.int64), np.full(_N, -1, np.int64)
    is_free = np.ones(_N, np.int64)
    column, found = 0, 0
    while column >= 0:
        row = rows[column]
        if row >= 0:
            for k in range(column):
                used[(column - k) * _WIDE + row - rows[k] + _N - 1] = 0
            is_free[row] = 1
        row += 1
        placed = False
        while row < _N and not placed:
            if is_free[row]:
                placed = True
                for k in range(column):
                    at = (column - k) * _WIDE + row - rows[k] + _N - 1
                    if used[at]:
                        for j in range(k):
                            used[(column - j) * _WIDE + row - rows[j] + _N - 1] = 0
                        placed = False
                        break
                    used[at] = 1
            if not placed:
                row += 1
        rows[column] = row if placed else -1
        if not placed:
            column -= 1
            continue
        is_free[row] = 0
        if column == _N - 1:
            found += 1
        else:
            column += 1
            rows[column] = -1
    return found


# -- magic hexagons --------------------------------------------------------------------------------


def _lines() -> Any:
    """The three lines of each cell."""
    number: dict[tuple[str, int], int] = {}
    lines = []
    for row, length in enumerate(_HEXAGON):
        for column in range(length):
            q, r = column - min(row, 2), row - 2
            keys = ("row", r), ("falling", q), ("rising", q + r)
            lines.append([number.setdefault(key, len(number)) for key in keys])
    return np.array(lines)


_OF_CELL = _lines()
_CELLS = len(_OF_CELL)
_LINES = int(_OF_CELL.max()) + 1
_LENGTHS = np.bincount(_OF_CELL.reshape(-1))


@xc.kernel
def write(state: Any, option: Any) -> Any:
    """Write a number into a cell. The state: the sum of each line, and its empty cells."""
    cell, value = option // _CELLS, option % _CELLS + 1
    for k in range(3):
        line = _OF_CELL[cell, k]
        need, left = _SUM - state[line] - value, state[_LINES + line] - 1
        if need < left * (left + 1) // 2 or need > left * _CELLS - left * (left - 1) // 2:
            return False
    for k in range(3):
        state[_OF_CELL[cell, k]] += value
        state[_LINES + _OF_CELL[cell, k]] -= 1
    return True


@xc.kernel
def erase(state: Any, option: Any) -> Any:
    """Erase it."""
    cell, value = option // _CELLS, option % _CELLS + 1
    for k in range(3):
        state[_OF_CELL[cell, k]] -= value
        state[_LINES + _OF_CELL[cell, k]] += 1


def _filled() -> xc.Problem:
    """Each number in one cell."""
    numbers = range(1, _CELLS + 1)
    return xc.Problem(
        [("cell", c) for c in range(_CELLS)] + [("number", n) for n in numbers],
        {(c, n): [("cell", c), ("number", n)] for c in range(_CELLS) for n in numbers},
    )


def hexagon() -> xc.Ruled:
    """The problem with its rule."""
    start = np.concatenate([np.zeros(_LINES, np.int64), _LENGTHS])
    return _filled().where(enter=write, leave=erase, start=start)


def hexagon_by_totals() -> xc.Problem:
    """The same with a total for each line."""
    lines = [np.flatnonzero((line == _OF_CELL).any(axis=1)).tolist() for line in range(_LINES)]
    weights = [{(c, n): n for c in line for n in range(1, _CELLS + 1)} for line in lines]
    return _filled().where(*[xc.Total(each, _SUM) for each in weights])


@numba.njit
def hexagon_by_hand() -> Any:
    """Cell by cell."""
    sums, left = np.zeros(_LINES, np.int64), _LENGTHS.copy()
    values, is_free = np.zeros(_CELLS + 1, np.int64), np.ones(_CELLS + 2, np.int64)
    cell, found = 0, 0
    while cell >= 0:
        value = values[cell]
        if value > 0:
            for k in range(3):
                sums[_OF_CELL[cell, k]] -= value
                left[_OF_CELL[cell, k]] += 1
            is_free[value] = 1
        value += 1
        placed = False
        while value <= _CELLS and not placed:
            if is_free[value]:
                placed = True
                for k in range(3):
                    line = _OF_CELL[cell, k]
                    need, rest = _SUM - sums[line] - value, left[line] - 1
                    if need < rest * (rest + 1) // 2:
                        placed = False
                    if need > rest * _CELLS - rest * (rest - 1) // 2:
                        placed = False
            if not placed:
                value += 1
        values[cell] = value if placed else 0
        if not placed:
            cell -= 1
            continue
        for k in range(3):
            sums[_OF_CELL[cell, k]] += value
            left[_OF_CELL[cell, k]] -= 1
        is_free[value] = 0
        if cell == _CELLS - 1:
            found += 1
        else:
            cell += 1
            values[cell] = 0
    return found


# -- tatami tilings --------------------------------------------------------------------------------


def _dominoes() -> list[tuple[int, int]]:
    """The cells of each domino; those that begin at a cell: the lying one, the standing one."""
    places = []
    for cell in range(_ROWS * _COLUMNS):
        if cell % _COLUMNS + 1 < _COLUMNS:
            places.append((cell, cell + 1))
        if cell + _COLUMNS < _ROWS * _COLUMNS:
            places.append((cell, cell + _COLUMNS))
    return places


_DOMINOES = np.array(_dominoes())


@numba.njit
def _crossing(board: Any, cell: Any) -> Any:
    """Whether four dominoes meet at a corner of a cell."""
    row, column = cell // _COLUMNS, cell % _COLUMNS
    for below in range(max(row, 1), min(row + 2, _ROWS)):
        for right in range(max(column, 1), min(column + 2, _COLUMNS)):
            at = below * _COLUMNS + right
            a, b = board[at], board[at - 1]
            c, d = board[at - _COLUMNS], board[at - _COLUMNS - 1]
            # (Opposite corners of a square are never of one domino.)
            if a > 0 and b > 0 and c > 0 and d > 0 and a != b and a != c and d != b and d != c:
                return True
    return False


@xc.kernel
def lay(board: Any, option: Any) -> Any:
    """Lay a domino. The state: the domino of each cell, or 0."""
    one, other = _DOMINOES[option, 0], _DOMINOES[option, 1]
    board[one] = board[other] = option + 1
    if _crossing(board, one) or _crossing(board, other):
        board[one] = board[other] = 0
        return False
    return True


@xc.kernel
def lift(board: Any, option: Any) -> Any:
    """Lift it."""
    board[_DOMINOES[option, 0]] = board[_DOMINOES[option, 1]] = 0


def _tiled() -> xc.Problem:
    """All tilings."""
    return xc.Problem(range(_ROWS * _COLUMNS), [list(each) for each in _dominoes()])


def tatami() -> xc.Ruled:
    """The problem with its rule."""
    return _tiled().where(enter=lay, leave=lift, start=np.zeros(_ROWS * _COLUMNS, np.int64))


def tatami_by_times() -> xc.Problem:
    """The same with a rule for each corner: a domino has two of the cells around it."""
    corners = [
        row * _COLUMNS + column for row in range(_ROWS - 1) for column in range(_COLUMNS - 1)
    ]
    around = [{at, at + 1, at + _COLUMNS, at + _COLUMNS + 1} for at in corners]
    inside = [
        [option for option, pair in enumerate(_dominoes()) if four.issuperset(pair)]
        for four in around
    ]
    return _tiled().where(*[xc.Times(options, (1, None)) for options in inside])


@numba.njit
def tatami_by_hand() -> Any:
    """The first empty cell, with a lying or a standing domino."""
    cells = _ROWS * _COLUMNS
    board, way = np.zeros(cells, np.int64), np.zeros(cells, np.int64)
    path = np.zeros(cells // 2 + 2, np.int64)
    depth, found = 0, 0
    while depth >= 0:
        cell = path[depth]
        step = 1 if way[depth] == 1 else _COLUMNS
        if way[depth] > 0:
            board[cell] = board[cell + step] = 0
        way[depth] += 1
        if way[depth] == 3:
            depth -= 1
            continue
        step = 1 if way[depth] == 1 else _COLUMNS
        fits = cell % _COLUMNS + 1 < _COLUMNS if step == 1 else cell + _COLUMNS < cells
        placed = fits and board[cell + step] == 0
        if placed:
            board[cell] = board[cell + step] = depth + 1
            if _crossing(board, cell) or _crossing(board, cell + step):
                board[cell] = board[cell + step] = 0
                placed = False
        if not placed:
            # Nothing lies there: the next way is tried, and there is nothing to take away.
            if way[depth] == 2:
                depth -= 1
                continue
            way[depth] = 2
            step = _COLUMNS
            if cell + step >= cells or board[cell + step] != 0:
                depth -= 1
                continue
            board[cell] = board[cell + step] = depth + 1
            if _crossing(board, cell) or _crossing(board, cell + step):
                board[cell] = board[cell + step] = 0
                depth -= 1
                continue
        following = cell + 1
        while following < cells and board[following] != 0:
            following += 1
        if following == cells:
            found += 1
        else:
            depth += 1
            path[depth], way[depth] = following, 0
    return found


#: Name and rule, the problem with it, the order of its items, and the search by hand.
PUZZLES: dict[str, tuple[Callable[[], xc.Ruled | xc.Problem], Any, Callable[[], int]]] = {
    f"Costas arrays of order {_N}, kernels": (costas, "fixed", costas_by_hand),
    "magic hexagons of side 3, kernels": (hexagon, "fixed", hexagon_by_hand),
    "the same, Total": (hexagon_by_totals, "mrv", hexagon_by_hand),
    f"tatami tilings of {_ROWS} x {_COLUMNS}, kernels": (tatami, "fixed", tatami_by_hand),
    "the same, Times": (tatami_by_times, "mrv", tatami_by_hand),
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each, default 3")
    runs = parser.parse_args().runs
    print(f"{'':<36}{'solutions':>10}{'nodes':>13}{'rule, s':>10}{'by hand, s':>12}{'ratio':>8}")
    for name, (ruled, order, by_hand) in PUZZLES.items():
        problem = ruled()
        counted = problem.count(order=order)
        if int(counted) != by_hand():
            raise AssertionError(f"{name}: {counted}, and by hand {by_hand()}")
        rule = seconds(lambda p=problem, o=order: p.count(order=o), runs)
        hand = seconds(by_hand, runs)
        print(
            f"{name:<36}{counted:>10,}{counted.nodes:>13,}{rule:>10.4f}{hand:>12.4f}"
            f"{rule / hand:>8.2f}"
        )


if __name__ == "__main__":
    main()
