"""The fewest beams that make a board the only solution.

Every other board that shares its pieces (or has fewer, if the reading allows it) must differ from
it in a beam that is shown. So the fewest beams are a smallest *hitting set*: a set that meets, for
each other board, the set of beams in which it differs.

Other boards are found as they are needed (the implicit hitting set approach; A. Ignatiev, A.
Previti, M. Liffiton and J. Marques-Silva, "Smallest MUS extraction with minimal hitting set
dualization", CP 2015). The smallest set of beams that meets all known sets is shown. If a search
still finds another board, that board differs in beams that are not shown. As many of these as
possible are then shown as well, while there is still another board; those that remain are a new set
to be met. When there is no other board, no smaller set of beams would do.
"""

from __future__ import annotations

from collections.abc import Callable

import exactcover as xc

from .board import Board
from .puzzle import STRICT, BeamPuzzle
from .solver import Solver

#: Nodes, or conflicts of SAT, of a search that may be stopped.
_FEW_NODES = 5_000


def fewest_beams(
    board: Board,
    solver: Solver,
    *,
    nodes: int | None = None,
    clock: xc.Deadline | None = None,
    tell: Callable[[str], None] = lambda text: None,
) -> list[int] | None:
    """A smallest set of beams of a board of any size that leaves it the only solution.

    Each beam by the lesser of its ends. None if not even all beams do, or it was stopped: by the
    clock, or because a search that would have proven it took more than so many ``nodes``. ``tell``
    hears now and then how far it is.
    """
    clock = clock or xc.Deadline()
    ends = [place for place, _ in board.beam_ends()]

    def missed_by(shown: list[int], nodes: int | None = nodes) -> frozenset[int] | None:
        """The beams in which some other board differs that has those shown; None if none has."""
        puzzle = BeamPuzzle.of_board(board, shown)
        other = solver.other(puzzle, board, seconds=clock.left(), nodes=nodes)
        return None if other is None else _differing(board, other, solver.reading)

    if missed_by(ends) is not None:
        return None
    known: list[frozenset[int]] = []
    while not clock.passed():
        shown = _smallest_hitting_set(known)
        tell(f"{len(shown)} or more of {len(ends)} beams must be shown")
        missed = missed_by(shown)
        if missed is None:
            return None if solver.stopped else shown
        for place in sorted(missed):
            if place in missed and not clock.passed():
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
