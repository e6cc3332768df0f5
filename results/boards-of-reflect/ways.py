"""Boards of Reflect that are determined by all of their beams and their pieces, up to symmetry.

Edge places of an n x n board are numbered: n below it and n above it from the left, then from above
the place on the left and the one on the right of each row. A *pairing* says where the beam of each
place ends. No two boards that count have the same pairing and the same pieces.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numba
import numpy as np

WAYS = ("listing", "merging")

#: Nothing, the two mirrors, and a ball.
EMPTY, SLASH, BACKSLASH, BALL = range(4)
#: The number of pairings of so many places, some of which may stay alone (OEIS A000085).
PAIRINGS = np.array([1, 1, *[0] * 19])
for size in range(2, len(PAIRINGS)):
    PAIRINGS[size] = PAIRINGS[size - 1] + (size - 1) * PAIRINGS[size - 2]


def _pieces(n: int, k: int) -> Iterator[tuple[int, int, int, int]]:
    """Numbers of empty cells, slashes, backslashes and balls, no more of the first mirrors.

    Reflecting a board exchanges the mirrors.
    """
    if not 1 <= n <= 5 or not 0 <= k <= n * n:
        raise ValueError(
            f"{k} pieces, {n} x {n} cells; expected at most 5 x 5, and a cell for each"
        )
    for mirrors in range(k + 1):
        for slashes in range(mirrors // 2 + 1):
            yield n * n - k, slashes, mirrors - slashes, k - mirrors


def _motions(n: int, exchanging: bool) -> Any:
    """What the symmetries of the square make of places; ``exchanging`` if mirrors may change."""
    below, above = [(n, j) for j in range(n)], [(-1, j) for j in range(n)]
    beside = [(i, j) for i in range(n) for j in (-1, n)]
    places = [*below, *above, *beside]
    motions = []
    for transposed, down, right in itertools.product((False, True), repeat=3):
        # Reflections in a diagonal, and half turns, leave mirrors as they are.
        if exchanging or down == right:
            moved = [(j, i) if transposed else (i, j) for i, j in places]
            moved = [(n - 1 - i if down else i, n - 1 - j if right else j) for i, j in moved]
            motions.append([places.index(place) for place in moved])
    return np.array(motions)


@numba.njit(nogil=True)
def _rank(ends: Any, left: Any) -> Any:
    """The number of a pairing among all: the first place is alone, or paired with another one."""
    rank = 0
    n = len(ends)
    left[:n] = True
    remaining = n
    for place in range(n):
        if not left[place]:
            continue
        left[place] = False
        remaining -= 1
        end = ends[place]
        if end != place:
            before = 0
            for other in range(place + 1, end):
                before += left[other]
            rank += PAIRINGS[remaining] + before * PAIRINGS[remaining - 1]
            left[end] = False
            remaining -= 1
    return rank


def listing(n: int, k: int) -> tuple[int, int]:
    """All boards are made, their beams followed, and their pairings sorted. Nodes are boards."""
    found = nodes = 0
    for pieces in _pieces(n, k):
        pairings = _listed(n, np.array(pieces))
        nodes += len(pairings)
        pairings.sort()
        found += _free(n, pairings, _motions(n, pieces[SLASH] == pieces[BACKSLASH]))
    return found, nodes


@numba.njit(nogil=True)
def _listed(n: int, pieces: Any) -> Any:
    """The ranks of the pairings of all boards of these pieces, in the order of the boards."""
    total, left = 1, n * n
    for number in pieces:
        for i in range(number):
            total = total * (left - i) // (i + 1)
        left -= number
    board = np.zeros(n * n, np.int64)
    begin = 0
    for piece, number in enumerate(pieces):
        board[begin : begin + number] = piece
        begin += number
    ranks = np.zeros(total, np.int64)
    ends, free = np.zeros(4 * n, np.int64), np.zeros(4 * n, np.bool_)
    for k in range(total):
        _follow(n, board, ends)
        ranks[k] = _rank(ends, free)
        # The next board, in lexicographic order.
        i = n * n - 2
        while i >= 0 and board[i] >= board[i + 1]:
            i -= 1
        if i >= 0:
            j = n * n - 1
            while board[j] <= board[i]:
                j -= 1
            board[i], board[j] = board[j], board[i]
            board[i + 1 :] = board[i + 1 :][::-1].copy()
    return ranks


@numba.njit(nogil=True)
def _follow(n: int, board: Any, ends: Any) -> None:
    """Write where the beam of each place ends."""
    ends[:] = -1
    for place in range(4 * n):
        if ends[place] >= 0:
            continue
        if place < n:
            i, j, di, dj = n - 1, place, -1, 0
        elif place < 2 * n:
            i, j, di, dj = 0, place - n, 1, 0
        elif place % 2 == 0:
            i, j, di, dj = (place - 2 * n) // 2, 0, 0, 1
        else:
            i, j, di, dj = (place - 2 * n) // 2, n - 1, 0, -1
        while 0 <= i < n and 0 <= j < n:
            piece = board[i * n + j]
            if piece == SLASH:
                di, dj = -dj, -di
            elif piece == BACKSLASH:
                di, dj = dj, di
            elif piece == BALL:
                di, dj = -di, -dj
            i += di
            j += dj
        if i == n:
            end = j
        elif i < 0:
            end = n + j
        else:
            end = 2 * n + 2 * i + (j == n)
        ends[place], ends[end] = end, place


@numba.njit(nogil=True)
def _free(n: int, ranks: Any, motions: Any) -> int:
    """How many pairings stand in a sorted list once, and are the least of their images."""
    found = 0
    free = np.zeros(4 * n, np.bool_)
    moved = np.zeros(4 * n, np.int64)
    for k in range(len(ranks)):
        if (k > 0 and ranks[k - 1] == ranks[k]) or (
            k + 1 < len(ranks) and ranks[k + 1] == ranks[k]
        ):
            continue
        ends = _unranked(ranks[k], 4 * n)
        least = True
        for motion in motions:
            for place in range(4 * n):
                moved[motion[place]] = motion[ends[place]]
            least = least and _rank(moved, free) >= ranks[k]
        found += least
    return found


@numba.njit(nogil=True)
def _unranked(rank: int, n: int) -> Any:
    """The pairing of n places with this rank."""
    ends = np.full(n, -1)
    remaining = n
    for place in range(n):
        if ends[place] >= 0:
            continue
        remaining -= 1
        if rank < PAIRINGS[remaining]:
            ends[place] = place
            continue
        rank -= PAIRINGS[remaining]
        before, rank = divmod(rank, PAIRINGS[remaining - 1])
        end = place
        while before >= 0:
            end += 1
            before -= ends[end] < 0
        ends[place], ends[end] = end, place
        remaining -= 1
    return ends


def merging(n: int, k: int) -> tuple[int, int]:
    """Boards grow cell by cell, and those that look the same from outside are merged.

    What is known of a part of a board is how its open ends and the edge places are paired, and the
    pieces that it has. Of several boards that agree in that, none counts any more: one is kept,
    with a mark. Nodes are the parts that are kept. At the end, orbits are counted by Burnside's
    lemma.
    """
    found = nodes = 0
    for pieces in _pieces(n, k):
        motions = _motions(n, pieces[SLASH] == pieces[BACKSLASH])
        states = np.zeros(1, np.uint64)
        for cell in range(n * n):
            states = _grown(states, n, cell, np.array(pieces))
            states.sort()
            states = _merged(states)
            nodes += len(states)
        found += _fixed(states, n, motions) // len(motions)
    return found, nodes


# A state is a number: the rank of a pairing, then five bits for the number of each kind of piece
# that is left, then a bit that says that there are several. The open ends below the columns have
# the numbers of the places there, and the one on the right the number of the place on the right.
# Places on the left and right of rows below do not exist yet.


@numba.njit(nogil=True)
def _grown(states: Any, n: int, cell: int, pieces: Any) -> Any:
    """All states of one cell more."""
    i, j = divmod(cell, n)
    size = 2 * n + 2 * (i + 1)
    down, right = j, size - 1
    grown = np.zeros(len(states), np.uint64)
    n_grown = 0
    free = np.zeros(size, np.bool_)
    ends, after = np.zeros(size, np.int64), np.zeros(size, np.int64)
    for state in states:
        counts = (np.int64(state) >> 1) & 0x7FFF
        if cell == 0:
            counts = pieces[SLASH] | pieces[BACKSLASH] << 5 | pieces[BALL] << 10
            for place in range(2 * n):
                ends[place] = (place + n) % (2 * n)
        else:
            ends[: size - 2 * (j == 0)] = _unranked(np.int64(state) >> 16, size - 2 * (j == 0))
        if j == 0:
            ends[size - 2], ends[size - 1] = size - 1, size - 2
        left = 0
        for piece in (SLASH, BACKSLASH, BALL):
            left += (counts >> (5 * (piece - 1))) & 31
        for piece in (EMPTY, SLASH, BACKSLASH, BALL):
            if piece == EMPTY:
                if left == n * n - cell:
                    continue
                rest = counts
            else:
                if (counts >> (5 * (piece - 1))) & 31 == 0:
                    continue
                rest = counts - (1 << (5 * (piece - 1)))
            after[:] = ends
            above, before = ends[down], ends[right]
            if piece == BACKSLASH:
                # What came from above goes on to the right, and the other way round.
                if above == down:
                    after[right] = right
                elif above != right:
                    after[right], after[above] = above, right
                if before == right:
                    after[down] = down
                elif before != down:
                    after[down], after[before] = before, down
            elif piece == BALL:
                after[above], after[before] = above, before
                after[down], after[right] = down, right
            elif piece == SLASH:
                if above == down:
                    after[before] = before
                elif before == right:
                    after[above] = above
                else:
                    after[above], after[before] = before, above
                after[down], after[right] = right, down
            if n_grown == len(grown):
                grown = np.concatenate((grown, np.zeros(len(grown) // 2 + 4, np.uint64)))
            packed = _rank(after, free) << 16 | rest << 1 | (np.int64(state) & 1)
            grown[n_grown] = packed
            n_grown += 1
    return grown[:n_grown]


@numba.njit(nogil=True)
def _merged(states: Any) -> Any:
    """Sorted states without those that are there already, which leave a mark."""
    n_merged = 0
    one = np.uint64(1)
    for state in states:
        if n_merged > 0 and states[n_merged - 1] | one == state | one:
            states[n_merged - 1] |= one
        else:
            states[n_merged] = state
            n_merged += 1
    return states[:n_merged]


@numba.njit(nogil=True)
def _fixed(states: Any, n: int, motions: Any) -> int:
    """How many pairs there are of a state without a mark and a motion that leaves it as it is."""
    found = 0
    for state in states:
        if np.int64(state) & 1:
            continue
        ends = _unranked(np.int64(state) >> 16, 4 * n)
        for motion in motions:
            same = True
            for place in range(4 * n):
                same = same and ends[motion[place]] == motion[ends[place]]
            found += same
    return found
