"""Counting the solutions of a framed jigsaw whose shapes repeat little: place after place.

Places are filled row by row. The piece to the left shows a shape, and where each shape is used a
few times only, few sides fit it; the piece above and the border rule out most of these. So a
solution is counted in microseconds, as long as repeats are few. (The engine proves what this
finds; it has no such limits.)

Only puzzles are counted whose pieces are all different, however they are turned.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import exactcover as xc

types = xc.array_types


class CounterState(NamedTuple):
    """A board, its puzzle that is counted, and scratch."""

    columns: int
    rows: int
    #: As in ``sides.py``.
    sigma: types.Int32s
    border: types.Bytes
    #: What may lie on the first place, 4 piece + turn each, so that each solution is found
    #: ``images`` times.
    starts: types.Int32s
    images: int
    #: After so many pieces laid a count is given up.
    most_nodes: int
    #: The pairing after the scramble, and the shapes of all sides.
    mu: types.Int32s
    p: types.Int64s
    #: The sides that fit side a are ``fitting[fitting_begin[0, a]:fitting_begin[1, a]]``: those of
    #: shape -p[a], if that is not 0.
    fitting_begin: types.Int32Rows
    fitting: types.Int32s
    #: Twice as many numbers as there may be shapes, and 2.
    numbers: types.Int32s
    #: The piece on each place and its turn, whether each piece is used, and what is tried next.
    piece_at: types.Int32s
    turn_at: types.Int32s
    used: types.Int32s
    next_side: types.Int32s


@xc.kernel_part
def _same(p: Any, one: Any, other: Any) -> Any:
    """Whether two pieces in turns, 4 piece + turn each, look the same."""
    for s in range(4):  # noqa: SIM110 - loops are what numba compiles well
        if p[(one & ~3) | ((s - one) & 3)] != p[(other & ~3) | ((s - other) & 3)]:
            return False
    return True


@xc.kernel_part
def _sort(of: Any) -> Any:
    """Write down, for each side, those that fit it."""
    p, fitting_begin, starts = of.p, of.fitting_begin, of.numbers
    most = len(starts) // 2 - 1
    for k in range(len(starts)):
        starts[k] = 0
    for side in range(len(p)):
        starts[p[side] + most + 1] += 1
    for k in range(1, len(starts)):
        starts[k] += starts[k - 1]
    for side in range(len(p)):
        # As many as there are of lesser shapes, and of all up to this shape.
        fitting_begin[0, side] = starts[most - p[side]] if p[side] != 0 else 0
        fitting_begin[1, side] = starts[most - p[side] + 1] if p[side] != 0 else 0
    for side in range(len(p) - 1, -1, -1):
        starts[p[side] + most + 1] -= 1
        of.fitting[starts[p[side] + most + 1]] = side


@xc.kernel_part
def _count_from(first: Any, limit: Any, nodes: Any, of: Any) -> Any:
    """Solutions with this piece and turn on the first place, up to ``limit``, -1 if given up; and
    the nodes, with those so far."""
    columns, p, fitting_begin = of.columns, of.p, of.fitting_begin
    piece_at, turn_at, used, next_side = of.piece_at, of.turn_at, of.used, of.next_side
    n_places = columns * of.rows
    piece_at[0], turn_at[0], used[first >> 2] = first >> 2, first & 3, 1
    found = 0
    place = 1
    next_side[1] = -1
    while place > 0:
        if next_side[place] >= 0:
            used[piece_at[place]] = 0
        # The side that is to be fitted: on the left, or at the top in the first column.
        mine = 0 if place % columns > 0 else 1
        if mine == 0:
            beside = 4 * piece_at[place - 1] + ((2 - turn_at[place - 1]) & 3)
        else:
            beside = 4 * piece_at[place - columns] + ((3 - turn_at[place - columns]) & 3)
        k = next_side[place]
        if k < 0:
            k = fitting_begin[0, beside]
        laid = False
        while k < fitting_begin[1, beside] and not laid:
            side = of.fitting[k]
            k += 1
            piece, turn = side >> 2, (mine - side) & 3
            if used[piece] == 1:
                continue
            fits = True
            for s in range(4):
                a = 4 * piece + ((s - turn) & 3)
                if of.border[4 * place + s] != of.border[a]:
                    fits = False
            if fits and mine == 0 and place >= columns:
                above = 4 * piece_at[place - columns] + ((3 - turn_at[place - columns]) & 3)
                fits = p[4 * piece + ((1 - turn) & 3)] == -p[above]
            if fits:
                laid = True
                piece_at[place], turn_at[place], used[piece] = piece, turn, 1
        next_side[place] = k
        if not laid:
            next_side[place] = -1
            place -= 1
            continue
        nodes += 1
        if nodes > of.most_nodes:
            found = -1
            break
        if place == n_places - 1:
            found += 1
            if found == limit:
                break
            continue
        place += 1
        next_side[place] = -1
    for piece in range(n_places):
        used[piece] = 0
    return found, nodes


@xc.kernel_part
def _verdict(of: Any) -> Any:
    """What the puzzle is worth, as ``judge`` says."""
    p, sums = of.p, of.next_side
    # Pieces that are alike, however turned, agree in the sum of a function of their shapes.
    for piece in range(of.columns * of.rows):
        sums[piece] = 0
        for s in range(4):
            shape = p[4 * piece + s]
            sums[piece] += shape * (1000 + shape * (30 + shape))
        for turn in range(1, 4):
            if _same(p, 4 * piece, 4 * piece + turn):
                return 0
        for other in range(piece):
            if sums[other] == sums[piece]:
                for turn in range(4):
                    if _same(p, 4 * piece, 4 * other + turn):
                        return 0
    _sort(of)
    found, nodes = 0, 0
    for start in of.starts:
        here, nodes = _count_from(start, 3 * of.images - found, nodes, of)
        if here < 0:
            return -1
        found += here
        if found >= 3 * of.images:
            break
    return found // of.images


@xc.kernel
def judge(
    pieces: types.Int32Rows, turns: types.Int32Rows, verdicts: types.Int64s, of: CounterState
) -> Any:
    """For each scramble, a row of ``pieces`` and ``turns``, how many solutions its puzzle has.

    That is the coarsest one, as in ``scrambles.py``. ``verdicts``: 1, 2, 3 for three or more, 0 if
    two pieces are alike or one looks the same turned, -1 if the count was given up.
    """
    sigma, mu, p = of.sigma, of.mu, of.p
    for row in range(len(pieces)):
        for x in range(len(p)):
            y = sigma[x]
            a = 4 * pieces[row, x >> 2] + ((x - turns[row, x >> 2]) & 3)
            b = 4 * pieces[row, y >> 2] + ((y - turns[row, y >> 2]) & 3)
            mu[a], p[x] = b, 0
        shape = 0
        for start in range(len(p)):
            if of.border[start] or p[start] != 0:
                continue
            shape += 1
            side = start
            while p[side] == 0:
                p[side], p[sigma[side]] = shape, -shape
                side = mu[sigma[side]]
        verdicts[row] = _verdict(of)
