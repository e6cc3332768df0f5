"""Solve a Picture Puzzle from its input to the printed picture, with any engine.

The command ``puzzles picture`` finds its first picture so, and the program of one file is this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..borders.border_sets import BorderSets
from ..borders.dive import Dive
from ..borders.search import Arrangement, Exact, arrangement, exact_cover
from .puzzle import PictureFault, PicturePuzzle, decode, parse

# Exit codes, those of all commands of this project.
ANSWERED, NO_SOLUTION, BAD_INPUT, STOPPED = 0, 1, 2, 3

#: Steps of propagation and trial, per cell of the board, before an engine runs.
_STEPS_FOR_EACH_CELL = 6

#: Asks an engine for a solution of what is left. The iterator it gives has ``stopped``.
Ask = Callable[[Exact], Any]


class FirstPicture:
    """A first picture of a propagation that has run, and whether there are others."""

    def __init__(self, puzzle: PicturePuzzle, sets: BorderSets, ask: Ask):
        self.puzzle, self.sets = puzzle, sets
        self._ask = ask
        self._dive = Dive(sets, _STEPS_FOR_EACH_CELL * sets.board.n_cells)
        self._found = iter(self._dive)
        #: The engine's search, if it was asked.
        self.search: Any = None
        #: The first arrangement, once it is found.
        self.first: Arrangement | None = None

    def find(self) -> Arrangement | None:
        """The first arrangement; None if there is none, or the engine's search was stopped."""
        if self.sets.settled:
            self.first = arrangement(self.sets)
        elif self.sets.contradiction is None:
            self.first = next(self._found, None)
            if self.first is None and not self._dive.over:
                self.search = self._ask(exact_cover(self.sets))
                options = next(self.search, None)
                if options is not None:
                    self.first = arrangement(self.sets, options)
        return self.first

    def others(self) -> tuple[str, str]:
        """Whether there are others than the first: "several", "unique" or "undecided"; and a
        remark about that, or nothing."""
        assert self.first is not None
        second = None
        if not self.sets.settled and self.search is None:
            second = next(self._found, None)
        if second is not None:
            pictures = map(self.puzzle.picture, (self.first, second))
            pairs = zip(*pictures)  # noqa: B905 (Python 3.9)
            number = next(k for k, (one, other) in enumerate(pairs, 1) if one != other)
            remark = f"there are several solutions; another one differs from line {number} on"
            return "several", remark
        if self.sets.settled or (self.search is None and self._dive.over):
            return "unique", ""
        return "undecided", "there may be other solutions: the search for them was not complete"


def solve(
    data: bytes, name: str, ask: Ask, say: Callable[[str], None], write: Callable[[str], None]
) -> int:
    """Print the picture of an input, and say if there are others; returns the exit code.

    ``name`` is what messages call the input, ``write`` prints a line of the answer, and ``say`` a
    remark.
    """
    try:
        puzzle = parse(decode(data))
    except PictureFault as fault:
        line, found, expected = fault.args
        say(f"{name}:{line}: {found}; expected {expected}")
        return BAD_INPUT
    sets = puzzle.propagation()
    sets.run()
    picture = FirstPicture(puzzle, sets, ask)
    first = picture.find()
    if first is not None:
        write("\n".join(puzzle.picture(first)))
        _, remark = picture.others()
        if remark:
            say(f"{name}: {remark}")
        return ANSWERED
    stopped = None if picture.search is None else picture.search.stopped
    if stopped is not None:
        say(f"{name}: stopped by --{stopped}; there may be a solution")
        return STOPPED
    reason = sets.contradiction or "every possibility was tried, and none is left"
    say(f"{name}: no solution: {reason}")
    return NO_SOLUTION
