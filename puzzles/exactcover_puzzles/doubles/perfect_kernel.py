"""The search for perfect doubled scrambles, one after the other.

The idea. σ pairs the sides that face each other before the scramble, μ those that do so after it. A
scramble is perfect doubled if no seam is a seam again and μσ = σμ. So one piece forces others:

* two sides that now face each other are a pair of μ;
* if μ pairs a with b, it pairs σ(a) with σ(b) as well;
* if μ pairs a with b and side a has its place, then b must face it: another piece is laid.

When nothing more is forced, the next place is one beside the laid pieces, with the fewest pieces
and turns left. If the scramble must have symmetries, a piece is laid at all images of its place at
once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

import exactcover as xc

types = xc.array_types

#: Length of ``control``, and its places: the level, the length of the trail, nodes so far, the
#: state of the random numbers (0: candidates in order).
CONTROL = 4
_LEVEL, _TRAIL, _NODES, _RANDOM = range(CONTROL)


class PerfectState(NamedTuple):
    """The board, what is wanted, and the state of the search; n is the number of places."""

    n_places: int
    #: As in ``sides.py``.
    sigma: types.Int32s
    border: types.Bytes
    #: [4 piece + turn] which sides of a piece are on the border when it is turned.
    codes: types.Bytes
    #: The motions of each symmetry as permutations of sides, and whether it is one to the inverse
    #: (see ``symmetries.py``).
    place_images: types.Int32Rows
    piece_images: types.Int32Rows
    inverse: types.Flags
    #: A place of each orbit of places, since an orbit is filled at once.
    leads: types.Flags
    #: Only scrambles whose puzzle has no two pieces alike; after which no two are neighbours again.
    distinct: bool
    apart: bool
    #: The piece on each place (-1 for none), turned by ``turn_at``, so that side s of the place has
    #: its side (s - turn) mod 4; ``place_of`` is the inverse.
    piece_at: types.Int32s
    turn_at: types.Int32s
    place_of: types.Int32s
    #: The partner of each side, -1 while it is not known.
    mu: types.Int32s
    #: What to take back: a place, or ~a for a side (5 n).
    trail: types.Int32s
    #: Level l fills ``level_place[l]`` with the candidates (4 piece + turn) from ``level_begin[l]``
    #: to ``level_begin[l + 1]``, the next one at ``level_next[l]``; ``level_trail[l]`` is the trail
    #: below it (n + 2).
    level_place: types.Int32s
    level_begin: types.Int32s
    level_next: types.Int32s
    level_trail: types.Int32s
    #: (4 n (n + 1).)
    candidates: types.Int32s
    #: Scratch: places and candidates to lay (n (16 + images)); laid sides beside a place (4).
    queue: types.Int32Rows
    near: types.Int32Rows
    control: types.Int64s


@xc.kernel_part
def _beside(one: Any, other: Any, sigma: Any) -> Any:
    """Whether two pieces are neighbours before."""
    for s in range(4):
        x = 4 * one + s
        if sigma[x] != x and sigma[x] >> 2 == other:
            return True
    return False


@xc.kernel_part
def _fitting(place: Any, most: Any, apart: Any, of: Any, out: Any, writing: Any) -> Any:
    """How many pieces and turns fit beside the laid pieces at a place, up to ``most``.

    With ``writing`` all of them, and they are written to ``out``. What no propagation is needed to
    see is seen: if side b comes to face a, then c = σ(a) and d = σ(b) will have to face each other.
    """
    sigma, codes, piece_at, turn_at, place_of, mu, near = of
    n_places = len(piece_at)
    # Of each laid side a beside the place: where it is; c; the side of a place that d must come to;
    # the piece.
    n_near = 0
    for s in range(4):
        y = sigma[4 * place + s]
        if y == 4 * place + s or piece_at[y >> 2] < 0:
            continue
        c = sigma[4 * piece_at[y >> 2] + ((y - turn_at[y >> 2]) & 3)]
        lies = place_of[c >> 2]
        near[n_near, 0], near[n_near, 1], near[n_near, 2] = s, c, -1
        near[n_near, 3] = piece_at[y >> 2]
        if lies >= 0:
            near[n_near, 2] = sigma[4 * lies + ((c + turn_at[lies]) & 3)]
        n_near += 1
    n_here = 0
    for piece in range(n_places):
        if place_of[piece] >= 0:
            continue
        for back in range(4):
            turn = -back & 3  # the order of TURNS in ``sides.py``
            fits = codes[4 * place] == codes[4 * piece + turn]
            k = 0
            while fits and k < n_near:
                b, c, y = 4 * piece + ((near[k, 0] - turn) & 3), near[k, 1], near[k, 2]
                k += 1
                d = sigma[b]
                if mu[b] >= 0 or c == b or c >> 2 == d >> 2:
                    fits = False
                    continue
                if apart and (
                    _beside(piece, near[k - 1, 3], sigma) or _beside(c >> 2, d >> 2, sigma)
                ):
                    fits = False
                    continue
                # Where one of c and d lies, the other one must be free, and fit there.
                goes, lies = d, place_of[d >> 2]
                if y >= 0:
                    fits = lies < 0
                elif lies >= 0:
                    goes, y = c, sigma[4 * lies + ((d + turn_at[lies]) & 3)]
                if y >= 0:
                    there = (goes & ~3) | ((y - goes) & 3)
                    fits = fits and codes[y & ~3] == codes[there]
                    # This piece can lie here only, and here only this piece.
                    if goes >> 2 == piece or y >> 2 == place:
                        fits = fits and y >> 2 == place and there == 4 * piece + turn
            if fits:
                if writing:
                    out[n_here] = 4 * piece + turn
                n_here += 1
        if not writing and n_here >= most:
            return most
    return n_here


@xc.kernel_part
def _some_alike(n_places: Any, sigma: Any, border: Any, mu: Any) -> Any:
    """Whether a piece is known to be like another one, or like itself turned.

    It is if the product of both pairings, which leads each side to the other one of its shape,
    leads its sides to those of one piece, in their order.
    """
    for piece in range(n_places):
        goes, turn, alike = -1, 0, True
        for s in range(4):
            a = 4 * piece + s
            if border[a]:
                continue
            if mu[a] < 0:
                alike = False
                break
            b = sigma[mu[a]]
            if goes < 0:
                goes, turn = b >> 2, (b - a) & 3
            elif goes != b >> 2 or turn != (b - a) & 3:
                alike = False
                break
        if alike and goes >= 0:
            return True
    return False


@xc.kernel
def search(
    found_pieces: types.Int32Rows, found_turns: types.Int32Rows, most_nodes: int, of: PerfectState
) -> Any:
    """Visit up to ``most_nodes`` nodes, or until the table of what is found is full.

    Each scramble found is a row of ``found_pieces`` and ``found_turns``; returns how many. It is
    over when ``control[_LEVEL]`` is -1.
    """
    n_places, sigma, border, codes = of.n_places, of.sigma, of.border, of.codes
    piece_at, turn_at, place_of, mu = of.piece_at, of.turn_at, of.place_of, of.mu
    level_place, level_begin, level_next = of.level_place, of.level_begin, of.level_next
    trail, candidates, queue, control = of.trail, of.candidates, of.queue, of.control
    # What a part needs: a call hands over each array as several words.
    parts = sigma, codes, piece_at, turn_at, place_of, mu, of.near
    n_found = 0
    level, n_trail = control[_LEVEL], control[_TRAIL]
    nodes = 0
    while level >= 0 and nodes < most_nodes and n_found < len(found_pieces):
        while n_trail > of.level_trail[level]:
            n_trail -= 1
            if trail[n_trail] >= 0:
                place_of[piece_at[trail[n_trail]]] = -1
                piece_at[trail[n_trail]] = -1
            else:
                mu[~trail[n_trail]] = -1
        if level_next[level] == level_begin[level + 1]:
            level -= 1
            continue
        nodes += 1
        candidate = candidates[level_next[level]]
        level_next[level] += 1
        queue[0, 0], queue[1, 0] = level_place[level], candidate
        n_queued, k = 1, 0
        fits = True
        while fits and k < n_queued:
            place, piece, turn = queue[0, k], queue[1, k] >> 2, queue[1, k] & 3
            k += 1
            if piece_at[place] >= 0:
                fits = piece_at[place] == piece and turn_at[place] == turn
                continue
            if place_of[piece] >= 0:
                fits = False
                continue
            if codes[4 * place] != codes[4 * piece + turn]:
                fits = False
                continue
            piece_at[place], turn_at[place], place_of[piece] = piece, turn, place
            trail[n_trail] = place
            n_trail += 1
            for g in range(len(of.inverse)):
                x = of.place_images[g, 4 * place]
                a = of.piece_images[g, 4 * piece + (-turn & 3)]
                if of.inverse[g]:
                    x, a = a, x
                queue[0, n_queued], queue[1, n_queued] = x >> 2, (a & ~3) | ((x - a) & 3)
                n_queued += 1
            for s in range(4):
                x = 4 * place + s
                if border[x] or not fits:
                    continue
                a = 4 * piece + ((s - turn) & 3)
                y = sigma[x]
                beside = y >> 2
                if piece_at[beside] < 0:
                    if mu[a] >= 0:
                        # Its partner must come to face it.
                        b = mu[a]
                        queue[0, n_queued], queue[1, n_queued] = beside, (b & ~3) | ((y - b) & 3)
                        n_queued += 1
                    continue
                b = 4 * piece_at[beside] + ((y - turn_at[beside]) & 3)
                if mu[a] == b:
                    continue
                c, d = sigma[a], sigma[b]
                fits = mu[a] < 0 and mu[b] < 0 and mu[c] < 0 and mu[d] < 0
                fits = fits and c != b and c >> 2 != d >> 2
                if of.apart and fits:
                    fits = not (_beside(a >> 2, b >> 2, sigma) or _beside(c >> 2, d >> 2, sigma))
                if not fits:
                    continue
                mu[a], mu[b], mu[c], mu[d] = b, a, d, c
                trail[n_trail], trail[n_trail + 1] = ~a, ~b
                trail[n_trail + 2], trail[n_trail + 3] = ~c, ~d
                n_trail += 4
                for both in range(2):
                    one, other = (c, d) if both == 0 else (d, c)
                    lies = place_of[one >> 2]
                    if lies >= 0:
                        y = sigma[4 * lies + ((one + turn_at[lies]) & 3)]
                        queue[0, n_queued] = y >> 2
                        queue[1, n_queued] = (other & ~3) | ((y - other) & 3)
                        n_queued += 1
        if of.distinct and fits:
            fits = not _some_alike(n_places, sigma, border, mu)
        if not fits:
            continue
        # The place beside the laid pieces that has the fewest candidates. One round more, to write
        # down those of the best place.
        best, fewest, full = -1, 4 * n_places + 1, True
        for place in range(n_places + 1):
            writing = place == n_places
            if writing:
                if full or fewest == 0:
                    break
                place = best
            elif piece_at[place] >= 0 or of.leads[place] == 0:
                continue
            else:
                full = False
                beside_laid = False
                for s in range(4):
                    y = sigma[4 * place + s]
                    beside_laid = beside_laid or piece_at[y >> 2] >= 0
                if not beside_laid:
                    continue
            out = candidates[level_begin[level + 1] :]
            n_here = _fitting(place, fewest, of.apart, parts, out, writing)
            if writing:
                fewest = n_here
            elif n_here < fewest:
                best, fewest = place, n_here
                if fewest == 0:
                    break
        if full:
            for place in range(n_places):
                found_pieces[n_found, place] = piece_at[place]
                found_turns[n_found, place] = turn_at[place]
            n_found += 1
            continue
        if fewest == 0:
            continue
        level += 1
        level_place[level], of.level_trail[level] = best, n_trail
        first = level_begin[level]
        level_next[level], level_begin[level + 1] = first, first + fewest
        if control[_RANDOM] != 0:
            # Shuffled, by random numbers of the kind "xorshift64" (G. Marsaglia, 2003).
            word = np.uint64(control[_RANDOM])
            for last in range(fewest - 1, 0, -1):
                word ^= word << np.uint64(13)
                word ^= word >> np.uint64(7)
                word ^= word << np.uint64(17)
                other = np.int64((word >> np.uint64(11)) % np.uint64(last + 1))
                kept = candidates[first + last]
                candidates[first + last] = candidates[first + other]
                candidates[first + other] = kept
            control[_RANDOM] = np.int64(word)
    control[_LEVEL], control[_TRAIL] = level, n_trail
    control[_NODES] += nodes
    return n_found
