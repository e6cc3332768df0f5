"""Random scrambles whose coarsest puzzle repeats no shape too often, one after the other.

The idea. A scramble is laid place after place with pieces drawn by chance, so that no seam is a
seam again. Every seam that is laid, of sides a and b, joins the shapes of two seams of the solved
puzzle, that of a and that of b. So shapes grow as chains of seams, each with two sides that have
not been laid beside another yet, its ends; joining two chains takes a step, and so does taking it
back. As soon as a chain is longer than a shape may be repeated, the candidate is rejected, whatever
its other pieces were going to be. The next one begins like it and differs in that piece; after some
of these a few more pieces are taken back, and after many all begins anew.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

import exactcover as xc

types = xc.array_types

#: What is counted: scrambles begun, candidates rejected since a shape is repeated too often, places
#: for which no piece was drawn that makes no seam again, pieces laid; the state of the random
#: numbers.
TALLY = 5
_BEGUN, _REPEATS, _SEAMS, _LAID, _RANDOM = range(TALLY)
#: Pieces drawn for a place, all of which make a seam again, before it is given up.
_DRAWS = 64


class DoubleState(NamedTuple):
    """The board, what is wanted, and the state of the search."""

    #: As in ``sides.py``.
    sigma: types.Int32s
    #: The kind of each place; the pieces of a kind are those of ``pools`` from ``kind_begin[kind]``
    #: on, of which those before ``drawn[kind]`` are laid.
    kind_of: types.Int32s
    kind_begin: types.Int32s
    #: The first side, clockwise, of each piece that lies on the border; pieces of the kind ``free``
    #: turn freely.
    frame: types.Int32s
    free: int
    most_repeats: int
    #: After ``tries`` candidates rejected at one place some pieces are taken back, and after doing
    #: so ``returns`` times all begins anew.
    tries: int
    returns: int
    pools: types.Int32s
    drawn: types.Int32s
    #: The side of a piece at each side of a place.
    side_at: types.Int32s
    #: The other end of the chain that ends at a side, and its number of seams; both mean something
    #: for ends alone.
    other_end: types.Int32s
    length: types.Int32s
    #: The sides of each place, left and top, at which chains were joined, or -1.
    joined: types.Int32Rows
    tally: types.Int64s


@xc.kernel_part
def _take_back(a: Any, b: Any, other_end: Any, length: Any) -> Any:
    """Part the chains that were joined last at the sides a and b, which still know them."""
    c, d = other_end[a], other_end[b]
    other_end[c], other_end[d] = a, b
    length[c], length[d] = length[a], length[b]


@xc.kernel
def draw(
    scrambles: int, found_pieces: types.Int32Rows, found_turns: types.Int32Rows, of: DoubleState
) -> Any:
    """Begin up to so many scrambles, or until the table of what is found is full; how many are."""
    sigma, kind_of, kind_begin, frame = of.sigma, of.kind_of, of.kind_begin, of.frame
    pools, drawn, side_at, joined, tally = of.pools, of.drawn, of.side_at, of.joined, of.tally
    other_end, length = of.other_end, of.length
    n_places, n_sides = len(kind_of), len(sigma)
    word = np.uint64(tally[_RANDOM])
    n_found = 0
    for _ in range(scrambles):
        if n_found == len(found_pieces):
            break
        tally[_BEGUN] += 1
        for kind in range(len(drawn)):
            drawn[kind] = kind_begin[kind]
        for side in range(n_sides):
            other_end[side] = sigma[side]
            length[side] = 1
        place = 0
        left_tries, left_draws, left_returns = of.tries, _DRAWS, of.returns
        while place < n_places:
            kind = kind_of[place]
            first, last = drawn[kind], kind_begin[kind + 1]
            # Random numbers of the kind "xorshift64" (G. Marsaglia, 2003).
            word ^= word << np.uint64(13)
            word ^= word >> np.uint64(7)
            word ^= word << np.uint64(17)
            some = np.int64(word >> np.uint64(32))
            chosen = first + (some * (last - first) >> 32)
            piece = pools[chosen]
            # Drawn in the order of TURNS in ``sides.py``.
            turn = (
                -np.int64(word >> np.uint64(8)) if kind == of.free else frame[place] - frame[piece]
            ) & 3
            # The seams to the left and above, if there are any.
            fault = 0
            joined[place, 0] = joined[place, 1] = -1
            for s in range(2):
                x = 4 * place + s
                y = sigma[x]
                if y == x:
                    continue
                a, b = 4 * piece + ((s - turn) & 3), side_at[y]
                if sigma[a] == b:
                    fault = _SEAMS
                    break
                if other_end[a] == b:
                    continue
                if length[a] + length[b] > of.most_repeats:
                    fault = _REPEATS
                    break
                c, d = other_end[a], other_end[b]
                other_end[c], other_end[d] = d, c
                length[c] = length[d] = length[a] + length[b]
                joined[place, s] = a
            if fault == 0:
                tally[_LAID] += 1
                pools[chosen] = pools[first]
                pools[first] = piece
                drawn[kind] = first + 1
                for s in range(4):
                    side_at[4 * place + s] = 4 * piece + ((s - turn) & 3)
                place += 1
                left_tries, left_draws = of.tries, _DRAWS
                continue
            if joined[place, 0] >= 0:
                _take_back(joined[place, 0], side_at[sigma[4 * place]], other_end, length)
            if fault == _REPEATS:
                tally[_REPEATS] += 1
                left_tries -= 1
            else:
                left_draws -= 1
                tally[_SEAMS] += left_draws == 0
            if left_tries > 0 and left_draws > 0:
                continue
            if left_returns == 0:
                break
            # Some steps back: one, and another one with a chance of three quarters each time.
            left_returns -= 1
            left_tries, left_draws = of.tries, _DRAWS
            steps = 1
            while steps < place and (word >> np.uint64(2 * steps)) & np.uint64(3) and steps < 31:
                steps += 1
            for _ in range(min(steps, place)):
                place -= 1
                drawn[kind_of[place]] -= 1
                for s in range(1, -1, -1):
                    if joined[place, s] >= 0:
                        b = side_at[sigma[4 * place + s]]
                        _take_back(joined[place, s], b, other_end, length)
        if place == n_places:
            for k in range(n_places):
                found_pieces[n_found, k] = side_at[4 * k] >> 2
                found_turns[n_found, k] = -side_at[4 * k] & 3
            n_found += 1
    tally[_RANDOM] = np.int64(word)
    return n_found
