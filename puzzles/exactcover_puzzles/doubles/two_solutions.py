"""Puzzles with two known solutions, and the proof that there is no third."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import exactcover as xc

from ..jigsaw.counting import JigsawSearch
from ..jigsaw.pieces import Jigsaw
from .scrambles import Scramble, coarsest, with_second


@dataclass(frozen=True)
class DoubledPuzzle:
    """A puzzle that is solved as it stands and scrambled, and how it was found."""

    scramble: Scramble
    #: How the scramble was found.
    way: str

    @cached_property
    def p(self) -> Any:
        """Its puzzle vector."""
        return coarsest(self.scramble)

    @property
    def jigsaw(self) -> Jigsaw:
        """The puzzle, its pieces as they lie in the first solution, with the second one."""
        return with_second(self.scramble)


def proven(
    puzzle: DoubledPuzzle,
    seconds: float | None = None,
    engine: str = "auto",
    *,
    perfect: bool = True,
) -> bool | None:
    """Whether it is perfect doubled by definition, and an engine counts exactly two solutions.

    None if the count was stopped. Without ``perfect``: whether no seam is a seam again, instead.
    """
    sides, scramble = puzzle.scramble.sides, puzzle.scramble
    doubled = scramble.is_perfect() if perfect else scramble.similarity() == 0
    if not (doubled and sides.verify(puzzle.p) and scramble.verify(puzzle.p)):
        return False
    return has_exactly_two(puzzle.jigsaw, seconds, engine)


def has_exactly_two(jigsaw: Jigsaw, seconds: float | None, engine: str) -> bool | None:
    """Whether an engine counts exactly two solutions up to turning; None if it was stopped."""
    deadline = xc.Deadline(seconds)
    search = JigsawSearch(jigsaw, seconds=seconds)
    count = search.count(3, seconds=deadline.left(), engine=engine)
    return count.free == 2 if count.stopped in (None, "limit") else None
