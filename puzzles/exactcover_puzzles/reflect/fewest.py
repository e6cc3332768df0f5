"""The fewest beams that leave a board the only solution.

Every other board that shares its pieces (or has fewer, if the reading allows it) must differ from
it in a beam that is shown. So the fewest beams are a smallest *hitting set*: a set that meets, for
each other board, the set of beams in which it differs.

On 4 x 4 boards of few pieces all other boards are looked at. A table over the at most 2^16 sets of
beams says for each whether some board differs only in beams outside it.

Otherwise boards are found as they are needed (the implicit hitting set approach; A. Ignatiev, A.
Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
dualization", CP 2015). The smallest set of beams that meets all known sets is shown. If a search
still finds another board, that board differs in beams that are not shown. As many of these as
possible are then shown as well, while there is still another board; those that remain are a new set
to be met. When there is no other board, no smaller set of beams would do.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

import exactcover as xc

from ..shared.clock import Clock
from .board import Board
from .puzzle import STRICT, Puzzle, used_pieces
from .solver import Solver

#: Boards compared from one look at the clock to the next.
_CHUNK = 500_000
#: Nodes, or conflicts of SAT, of a search that may be stopped.
_FEW_NODES = 5_000


def all_fewest_beams(
    board: Board, reading: str = STRICT, clock: Clock | None = None
) -> list[list[int]]:
    """All smallest sets of beams of a 4 x 4 board that leave it the only solution.

    Each beam by the lesser of its ends. Empty if not even all beams do, or the clock stopped it.
    Raises ValueError for other sizes. Complexity: all boards of its pieces, and of
    fewer if the reading allows it, are gone through.
    """
    from .fewest_kernel import close_upwards, differences

    if board.n != 4:
        raise ValueError(f"{board.n} x {board.n} cells; expected 4 x 4")
    clock = clock or Clock()
    own = sum(content << 2 * cell for cell, content in enumerate(board.cells))
    ends = board.beam_ends()
    # missed[s]: some other board differs in beams of the set s only.
    missed = np.zeros(1 << len(ends), np.uint8)
    both_ends = np.array(ends, np.int64).reshape(-1, 2)
    for pieces in used_pieces(board.pieces, reading):
        cells = np.repeat(np.arange(4, dtype=np.uint8), [16 - sum(pieces), *pieces])
        more = True
        while more:
            if not clock.goes_on():
                return []
            more = differences(cells, own, both_ends, reading == STRICT, missed, _CHUNK)
        if missed[0]:  # one that differs in no beam, whatever is shown
            return []
    close_upwards(missed)
    shown = np.flatnonzero(missed[::-1] == 0)  # what is left out is the complement
    if not len(shown):
        return []
    sizes = np.bitwise_count(shown.astype(np.uint32))
    return [
        [ends[k][0] for k in range(len(ends)) if chosen >> k & 1]
        for chosen in shown[sizes == sizes.min()].tolist()
    ]


def fewest_beams(
    board: Board,
    solver: Solver,
    *,
    nodes: int | None = None,
    clock: Clock | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> list[int] | None:
    """A smallest set of beams of a board of any size that leaves it the only solution.

    Each beam by the lesser of its ends. None if not even all beams do, or it was stopped: by the
    clock, or because a search that would have proven it took more than so many ``nodes``. ``tell``
    hears now and then how far it is.
    """
    clock = clock or Clock()
    ends = [place for place, _ in board.beam_ends()]

    def missed_by(shown: list[int], nodes: int | None = nodes) -> frozenset[int] | None:
        """The beams in which some other board differs that has those shown; None if none has."""
        puzzle = Puzzle.of_board(board, shown)
        other = solver.other(puzzle, board, seconds=clock.left(), nodes=nodes)
        return None if other is None else _differing(board, other, solver.reading)

    if missed_by(ends) is not None:
        return None
    known: list[frozenset[int]] = []
    while clock.goes_on():
        shown = _smallest_hitting_set(known)
        tell(f"{len(shown)} or more of {len(ends)} beams must be shown")
        missed = missed_by(shown)
        if missed is None:
            return None if solver.stopped else shown
        for place in sorted(missed):
            if place in missed and clock.goes_on():
                # Where a search is stopped the set stays larger than it need be: no harm.
                more = [each for each in ends if each == place or each not in missed]
                fewer = missed_by(more, _FEW_NODES)
                missed = missed if fewer is None else fewer
        if not missed:
            return None  # a board with the same beams, which the first search did not get to
        known = [each for each in known if not missed <= each] + [missed]
    return None


def _differing(board: Board, other: Board, reading: str) -> frozenset[int]:
    """The beams of a board that another one does not have, as far as a player can tell."""
    differing = set()
    for place, end in board.beam_ends():
        split = other.beams[place] == place and other.beams[end] == end
        if other.beams[place] != end and not (reading == STRICT and split):
            differing.add(place)
    return frozenset(differing)


def _smallest_hitting_set(sets: list[frozenset[int]]) -> list[int]:
    if not sets:
        return []
    places = sorted(frozenset().union(*sets))
    problem = xc.Problem(
        range(len(sets)),
        [xc.Option(place, [k for k, each in enumerate(sets) if place in each]) for place in places],
        multiplicity=dict.fromkeys(range(len(sets)), (1, None)),
        costs=dict.fromkeys(places, 1),
    )
    best = problem.minimize()
    assert isinstance(best, xc.Optimum)
    assert best.solution is not None
    return [place for place in places if place in best.solution.options]
