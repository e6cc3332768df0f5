"""Counting the solutions of a framed jigsaw whose shapes repeat little: place after place.

Places are filled row by row. The piece to the left shows a shape, and where each shape is used a
few times only, few sides fit it; the piece above and the border rule out most of these. So a
solution is counted in microseconds, as long as repeats are few. (The engine proves what this
finds; it has no such limits.)

Pieces that are alike share a type: of several that would lie alike only one is tried.
"""

from __future__ import annotations

from typing import Any

import exactcover as xc

types = xc.array_types


@xc.kernel_part
def _same(p: Any, one: Any, other: Any) -> Any:
    """Whether two pieces in turns, 4 piece + turn each, look the same."""
    for s in range(4):  # noqa: SIM110 - loops are what numba compiles well
        if p[(one & ~3) | ((s - one) & 3)] != p[(other & ~3) | ((s - other) & 3)]:
            return False
    return True


@xc.kernel_part
def _sort(p: Any, fitting_begin: Any, fitting: Any, starts: Any) -> Any:
    """Write down, for each side, those that fit it.

    They are ``fitting[fitting_begin[0, a]:fitting_begin[1, a]]``: those of shape -p[a], if that is
    not 0. ``starts`` is scratch, of 2 x the greatest shape + 2 numbers.
    """
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
        fitting[starts[p[side] + most + 1]] = side


@xc.kernel_part
def _count_from(
    columns: Any,
    rows: Any,
    p: Any,
    border: Any,
    fitting_begin: Any,
    fitting: Any,
    first_piece: Any,
    first_turn: Any,
    piece_at: Any,
    turn_at: Any,
    used: Any,
    next_side: Any,
    limit: Any,
    nodes: Any,
    most_nodes: Any,
) -> Any:
    """Solutions with a piece on the first place, up to ``limit``, -1 if cut short; and nodes.

    ``p``: the shapes of all sides; ``fitting`` and ``fitting_begin`` as above; ``border`` as in
    ``sides.py``. Scratch: ``piece_at``, ``turn_at`` and ``next_side``, a place each; ``used``, 0
    for each piece. ``nodes`` are counted on; after ``most_nodes`` it is cut short.
    """
    n_places = columns * rows
    piece_at[0], turn_at[0], used[first_piece] = first_piece, first_turn, 1
    if n_places == 1:
        used[first_piece] = 0
        return 1, nodes
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
            side = fitting[k]
            k += 1
            piece, turn = side >> 2, (mine - side) & 3
            if used[piece] == 1:
                continue
            fits = True
            for s in range(4):
                a = 4 * piece + ((s - turn) & 3)
                if border[4 * place + s] != border[a]:
                    fits = False
            if fits and mine == 0 and place >= columns:
                above = 4 * piece_at[place - columns] + ((3 - turn_at[place - columns]) & 3)
                fits = p[4 * piece + ((1 - turn) & 3)] == -p[above]
            if fits:
                # One that looks the same was tried before, if it was free.
                for before in range(fitting_begin[0, beside], k - 1):
                    other = fitting[before]
                    seen = (other & ~3) | ((mine - other) & 3)
                    if used[other >> 2] == 0 and _same(p, seen, 4 * piece + turn):
                        fits = False
            if not fits:
                continue
            laid = True
            piece_at[place], turn_at[place], used[piece] = piece, turn, 1
        next_side[place] = k
        if not laid:
            next_side[place] = -1
            place -= 1
            continue
        nodes += 1
        if nodes > most_nodes:
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
def _count(
    columns: Any,
    rows: Any,
    p: Any,
    border: Any,
    starts: Any,
    images: Any,
    limit: Any,
    most_nodes: Any,
    fitting_begin: Any,
    fitting: Any,
    numbers: Any,
    scratch: Any,
) -> Any:
    """The number of solutions up to turning the board, up to ``limit``.

    -1 if it was cut short, -2 if the upper-left piece is like another one, or like itself turned.
    ``starts``: what may lie on the first place, 4 piece + turn each, so that each solution is found
    ``images`` times. Scratch: ``scratch``, 4 rows of a number for each place.
    """
    n = columns * rows
    for other in range(1, 4 * n):
        if _same(p, 0, other):
            return -2
    _sort(p, fitting_begin, fitting, numbers)
    found, nodes = 0, 0
    for k in range(len(starts)):
        again = False
        for before in range(k):
            again = again or _same(p, starts[before], starts[k])
        if again:
            continue
        here, nodes = _count_from(
            columns,
            rows,
            p,
            border,
            fitting_begin,
            fitting,
            starts[k] >> 2,
            starts[k] & 3,
            scratch[0],
            scratch[1],
            scratch[2],
            scratch[3],
            images * limit - found,
            nodes,
            most_nodes,
        )
        if here < 0:
            return -1
        found += here
        if found >= images * limit:
            break
    return found // images


@xc.kernel
def count_fits(
    columns: int,
    rows: int,
    p: types.Int64s,
    border: types.Bytes,
    starts: types.Int32s,
    images: int,
    limit: int,
    most_nodes: int,
    fitting_begin: types.Int32Rows,
    fitting: types.Int32s,
    numbers: types.Int32s,
    scratch: types.Int32Rows,
) -> Any:
    """The number of solutions up to turning the board, as above."""
    return _count(
        columns,
        rows,
        p,
        border,
        starts,
        images,
        limit,
        most_nodes,
        fitting_begin,
        fitting,
        numbers,
        scratch,
    )


@xc.kernel
def judge(
    columns: int,
    rows: int,
    sigma: types.Int32s,
    border: types.Bytes,
    starts: types.Int32s,
    images: int,
    most_nodes: int,
    pieces: types.Int32Rows,
    turns: types.Int32Rows,
    mu: types.Int32s,
    p: types.Int64s,
    fitting_begin: types.Int32Rows,
    fitting: types.Int32s,
    numbers: types.Int32s,
    scratch: types.Int32Rows,
    verdicts: types.Int64s,
) -> Any:
    """For each scramble, a row of ``pieces`` and ``turns``, how many solutions its puzzle has.

    That is the coarsest one, as in ``scrambles.py``. ``verdicts``: 1, 2, 3 for three or more, 0 if
    two pieces are alike or one looks the same turned, -1 if it was cut short.
    """
    n = columns * rows
    for row in range(len(pieces)):
        for x in range(4 * n):
            y = sigma[x]
            a = 4 * pieces[row, x >> 2] + ((x - turns[row, x >> 2]) & 3)
            b = 4 * pieces[row, y >> 2] + ((y - turns[row, y >> 2]) & 3)
            mu[a], p[x] = b, 0
        shape = 0
        for start in range(4 * n):
            if border[start] or p[start] != 0:
                continue
            shape += 1
            side = start
            while p[side] == 0:
                p[side], p[sigma[side]] = shape, -shape
                side = mu[sigma[side]]
        verdicts[row] = _verdict(
            columns, rows, p, border, starts, images, most_nodes, fitting_begin, fitting, numbers,
            scratch,
        )  # fmt: skip


@xc.kernel_part
def _verdict(
    columns: Any,
    rows: Any,
    p: Any,
    border: Any,
    starts: Any,
    images: Any,
    most_nodes: Any,
    fitting_begin: Any,
    fitting: Any,
    numbers: Any,
    scratch: Any,
) -> Any:
    n = columns * rows
    # Pieces that are alike, however turned, agree in the sum of a function of their shapes.
    sums = scratch[0]
    for piece in range(n):
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
    found = _count(
        columns, rows, p, border, starts, images, 3, most_nodes, fitting_begin, fitting, numbers,
        scratch,
    )  # fmt: skip
    return -1 if found < 0 else found
