"""The fewest beams that leave a 4 x 4 board of Reflect with k pieces the only solution.

A puzzle shows some beams and tells how many ``/``, ``\\`` and balls there are. All must be placed.
A reflection of the board makes ``/`` of ``\\``, so puzzles with no more ``/`` than ``\\`` suffice.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from typing import Any

import numba
import numpy as np

from exactcover_puzzles.reflect.puzzle import ALL, BeamPuzzle
from exactcover_puzzles.reflect.solver import Solver
from results.reflect.packed import beams, boards_of
from results.reflect.symmetries import symmetries

WAYS = ("boards", "puzzles")

#: Edge places of a 4 x 4 board, and its cells.
PLACES = 16


def boards(k: int) -> tuple[int, int]:
    """All boards are compared: is there one that shares some of its beams with no other?

    For each set of edge places, boards are looked at whose beams from there end there. These are
    the nodes.
    """
    ends = {pieces: beams(boards_of(pieces)) for pieces in _pieces(k)}
    found = np.zeros(max(map(len, ends.values())), np.uint64)
    nodes = 0
    for fewest in itertools.count():
        unique = False
        for size in range(fewest, min(PLACES, 2 * fewest) + 1):
            for places in itertools.combinations(range(PLACES), size):
                for each in ends.values():
                    number = _shown(each, np.array(places, np.int64), fewest, found)
                    nodes += int(number)
                    _, times = np.unique(found[:number], return_counts=True)
                    unique = unique or bool((times == 1).any())
        if unique:
            return fewest, nodes
    raise AssertionError("not even all beams leave one")


def _pieces(k: int) -> Iterator[tuple[int, int, int]]:
    if k > PLACES:
        raise ValueError(f"{k} pieces; expected at most one for each of 16 cells")
    for mirrors in range(k + 1):
        for slashes in range(mirrors // 2 + 1):
            yield slashes, mirrors - slashes, k - mirrors


@numba.njit(nogil=True)
def _shown(ends: Any, places: Any, fewest: int, found: Any) -> Any:
    """The beams at the places, of the boards where these are the ends of ``fewest`` beams.

    ``ends``: four bits for each edge place of a board say where its beam ends.
    """
    mask = inside = np.uint64(0)
    for place in places:
        mask |= np.uint64(15) << np.uint64(4 * place)
        inside |= np.uint64(1) << np.uint64(place)
    number = 0
    for each in ends:
        n_beams = 0
        for place in places:
            end = (each >> np.uint64(4 * place)) & np.uint64(15)
            if not (inside >> end) & np.uint64(1):
                n_beams = -1
                break
            n_beams += place <= end
        if n_beams == fewest:
            found[number] = each & mask
            number += 1
    return number


def puzzles(k: int) -> tuple[int, int]:
    """All puzzles with few beams are solved as exact covers, up to symmetry."""
    solver = Solver(ALL, "cover")
    nodes = 0
    for fewest in itertools.count():
        for letters in _letters(fewest):
            for pieces in _pieces(k):
                unique = solver.is_unique(BeamPuzzle(4, letters, pieces))
                nodes += solver.nodes
                if unique:
                    return fewest, nodes
    raise AssertionError("not even all beams leave one")


def _letters(n_beams: int) -> Iterator[tuple[str, ...]]:
    """The ways to show so many beams, one of those that motions make of each other.

    Only motions that leave mirrors as they are count: others change the pieces, too.
    """
    motions = [
        [motion.edge(4, place) for place in range(PLACES)]
        for motion in symmetries()
        if not motion.swaps
    ]
    every = list(itertools.combinations_with_replacement(range(PLACES), 2))
    seen = set()
    for chosen in itertools.combinations(every, n_beams):
        places = [place for beam in chosen for place in set(beam)]
        if len(set(places)) < len(places):
            continue
        images = {
            tuple(sorted(tuple(sorted((goes[a], goes[b]))) for a, b in chosen)) for goes in motions
        }
        if images & seen:
            continue
        seen.add(chosen)
        letters = [""] * PLACES
        for letter, (a, b) in zip("ABCDEFGHIJKLMNOP", chosen, strict=False):
            letters[a] = letters[b] = letter
        yield tuple(letters)
