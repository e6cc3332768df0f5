"""Solving a Picture Puzzle from its input to the printed picture, whichever engine is asked.

The command ``puzzles picture`` and the program of one file that it makes are both this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..edges.border_sets import BorderSets
from ..edges.dive import Dive
from ..edges.search import Exact, arrangement, exact_cover
from .puzzle import PictureFault, PicturePuzzle, decode, parse

__all__ = ["ANSWERED", "BAD_INPUT", "NO_SOLUTION", "STOPPED", "Ask", "reason", "show_one", "solve"]

# Exit codes, those of all commands of this project.
ANSWERED, NO_SOLUTION, BAD_INPUT, STOPPED = 0, 1, 2, 3

#: Steps of propagation and trial, for each cell of the board, before an engine is asked.
_STEPS_FOR_EACH_CELL = 6

#: Asks an engine for a solution of what is left. The iterator it gives has ``stopped``.
Ask = Callable[[Exact], Any]


def solve(
    data: bytes,
    name: str,
    ask: Ask,
    say: Callable[[str], None],
    write: Callable[[str], None],
    fixed_piece: bool = True,
) -> int:
    """Print the picture of an input, and say if there are others; returns the exit code.

    ``name`` is what messages call the input, ``write`` prints a line of the answer, and ``say`` a
    remark.
    """
    try:
        puzzle = parse(decode(data))
    except PictureFault as fault:
        say(f"{name}:{fault.line}: {fault.found}; expected {fault.expected}")
        return BAD_INPUT
    sets = puzzle.propagation(fixed_piece)
    sets.run()
    return show_one(puzzle, sets, name, ask, say, write)


def show_one(
    puzzle: PicturePuzzle,
    sets: BorderSets,
    name: str,
    ask: Ask,
    say: Callable[[str], None],
    write: Callable[[str], None],
) -> int:
    """The same for a propagation that has run."""
    if sets.settled:
        write("\n".join(puzzle.picture(arrangement(sets))))
        return ANSWERED
    if sets.contradiction is None:
        dive = Dive(sets, _STEPS_FOR_EACH_CELL * sets.board.n_cells)
        found = iter(dive)
        first = next(found, None)
        if first is not None:
            lines = puzzle.picture(first)
            write("\n".join(lines))
            second = next(found, None)
            if second is not None:
                pairs = zip(lines, puzzle.picture(second))  # noqa: B905 (Python 3.9)
                number = next(k for k, (one, other) in enumerate(pairs, 1) if one != other)
                remark = f"there are several solutions; another one differs from line {number} on"
                say(f"{name}: {remark}")
            elif not dive.over:
                say(f"{name}: there may be other solutions: not all were looked for")
            return ANSWERED
        if not dive.over:
            search = ask(exact_cover(sets))
            options = next(search, None)
            if options is not None:
                write("\n".join(puzzle.picture(arrangement(sets, options))))
                say(f"{name}: there may be other solutions: not all were looked for")
                return ANSWERED
            if search.stopped is not None:
                say(f"{name}: stopped by the budget of {search.stopped}; there may be a solution")
                return STOPPED
    say(f"{name}: no solution: {reason(sets)}")
    return NO_SOLUTION


def reason(sets: BorderSets) -> str:
    """Why there is no picture."""
    return sets.contradiction or "every possibility was tried, and none is left"
