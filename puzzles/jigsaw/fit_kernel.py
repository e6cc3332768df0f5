"""Counting the solutions of a framed jigsaw whose shapes repeat little: place after place.

Places are filled row by row. The piece to the left shows a shape, and where each shape is used a
few times only, few sides fit it; the piece above and the border rule out most of these. So a
solution is counted in microseconds, as long as repeats are few. (The engine proves what this
finds; it has no such limits.)

Pieces that are alike are told by their types: of several that would lie alike only one is tried.
"""

from __future__ import annotations

from typing import Any

import exactcover as xc

__all__ = ["count_fits"]


@xc.kernel
def count_fits(
    columns: Any,
    rows: Any,
    p: Any,
    border: Any,
    fitting_begin: Any,
    fitting: Any,
    looks: Any,
    first_piece: Any,
    first_turn: Any,
    piece_at: Any,
    turn_at: Any,
    used: Any,
    next_side: Any,
    limit: Any,
    most_nodes: Any,
    control: Any,
) -> Any:
    """The number of solutions with a piece on the first place, up to ``limit``; -1 if cut short.

    ``p``: the shapes of all sides. ``fitting[fitting_begin[a]:fitting_begin[a + 1]]``: the sides
    that fit side *a*; ``looks[4 piece + turn]`` is the same number for all pieces and turns that
    look the same. ``border`` as in ``sides.py``. Scratch: ``piece_at``, ``turn_at`` and
    ``next_side``, a place each; ``used``, 0 for each piece. ``control[0]`` counts nodes; after
    ``most_nodes`` it is cut short. ``piece_at`` and ``turn_at`` hold the last solution found, if
    the limit ended it.
    """
    n_places = columns * rows
    piece_at[0], turn_at[0], used[first_piece] = first_piece, first_turn, 1
    if n_places == 1:
        used[first_piece] = 0
        return 1
    found = 0
    place = 1
    next_side[1] = -1
    while place > 0:
        if next_side[place] >= 0:
            used[piece_at[place]] = 0
        # The side that is to be fitted: on the left, or at the top in the first column.
        mine = 0 if place % columns > 0 else 1
        if mine == 0:
            beside = 4 * piece_at[place - 1] + ((2 + turn_at[place - 1]) & 3)
        else:
            beside = 4 * piece_at[place - columns] + ((3 + turn_at[place - columns]) & 3)
        k = next_side[place]
        if k < 0:
            k = fitting_begin[beside]
        laid = False
        while k < fitting_begin[beside + 1] and not laid:
            side = fitting[k]
            k += 1
            piece, turn = side >> 2, (side - mine) & 3
            if used[piece] == 1:
                continue
            fits = True
            for s in range(4):
                a = 4 * piece + ((s + turn) & 3)
                if border[4 * place + s] != border[a]:
                    fits = False
            if fits and mine == 0 and place >= columns:
                above = 4 * piece_at[place - columns] + ((3 + turn_at[place - columns]) & 3)
                fits = p[4 * piece + ((1 + turn) & 3)] == -p[above]
            if fits:
                # One that looks the same was tried before, if it was free.
                for before in range(fitting_begin[beside], k - 1):
                    other = fitting[before]
                    same = looks[4 * (other >> 2) + ((other - mine) & 3)] == looks[4 * piece + turn]
                    if same and used[other >> 2] == 0:
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
        control[0] += 1
        if control[0] > most_nodes:
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
    return found
