"""Solving a Picture Puzzle from its input to the printed picture, whichever engine is asked.

The command ``puzzles picture`` and the program of one file that it makes are both this.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from .border_sets import BorderSets
from .picture import PictureFault, PicturePuzzle, decode, parse
from .seam_search import Exact, arrangement, exact_cover

__all__ = ["ANSWERED", "BAD_INPUT", "NO_SOLUTION", "STOPPED", "Ask", "reason", "show_one", "solve"]

# Exit codes, those of all commands of this project.
ANSWERED, NO_SOLUTION, BAD_INPUT, STOPPED = 0, 1, 2, 3

#: Nodes of the search that a second picture is looked for, once the first one is printed.
_NODES_FOR_ANOTHER = 2_000

#: Asks an engine for solutions of what is left: so many at most, with so many nodes at most. The
#: iterator it gives has ``stopped`` and ``nodes``.
Ask = Callable[[Exact, "int | None", "int | None"], Any]


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
    stopped = None
    if sets.contradiction is None:
        exact = exact_cover(sets)
        search = ask(exact, 1, None)
        first = next(search, None)
        if first is not None:
            write("\n".join(puzzle.picture(arrangement(sets, first))))
            remark = _other_picture(puzzle, sets, exact, ask, search.nodes + _NODES_FOR_ANOTHER)
            if remark:
                say(f"{name}: {remark}")
            return ANSWERED
        stopped = search.stopped
    if stopped is not None:
        say(f"{name}: stopped by the budget of {stopped}; there may be a solution")
        return STOPPED
    say(f"{name}: no solution: {reason(sets)}")
    return NO_SOLUTION


def _other_picture(
    puzzle: PicturePuzzle, sets: BorderSets, exact: Exact, ask: Ask, nodes: int
) -> str:
    """A remark, if there is another picture, or if that is not known after so many nodes."""
    search = ask(exact, 2, nodes)
    found = [puzzle.picture(arrangement(sets, options)) for options in search]
    if len(found) > 1:
        for number, (line, other) in enumerate(zip(*found), 1):  # noqa: B905 (Python 3.9)
            if line != other:
                return f"there are several solutions; another one differs from line {number} on"
    if search.stopped == "nodes":
        return "there may be other solutions: the search for one was given up (--count goes on)"
    return ""


def reason(sets: BorderSets) -> str:
    """Why there is no picture."""
    return sets.contradiction or "every possibility was tried, and none is left"
