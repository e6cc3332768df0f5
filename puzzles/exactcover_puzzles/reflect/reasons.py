"""Why a Reflect puzzle has no solution, or several: incompatible beams, and hints.

Without any letters every way to place the pieces solves a puzzle; so if there is no solution, some
letters cannot be together. They are left out one after the other, as long as there is none still
(deletion); what is left is a set of beams of which none can be left out.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Protocol

import exactcover as xc

from .board import EMPTY, PIECES, Board
from .puzzle import BeamPuzzle

#: The most solutions examined, of a puzzle with several.
_MOST = 20_000

#: What is in a cell: its row, its column, and the character.
Content = tuple[int, int, str]


@dataclass(frozen=True)
class Conflict:
    """Letters whose beams are incompatible with these pieces; ``irreducible``: whether it is
    known that without any one of them the others are compatible."""

    letters: tuple[str, ...]
    irreducible: bool

    def in_words(self) -> str:
        """The reason as a sentence."""
        if not self.letters:
            return "these pieces cannot be placed"
        if len(self.letters) == 1:
            return f"with these pieces, beam {self.letters[0]} cannot occur"
        least = "without any one of them the others can"
        if not self.irreducible:
            least = "whether fewer would do was not known in time"
        listed = f"{', '.join(self.letters[:-1])} and {self.letters[-1]}"
        return f"with these pieces, the beams {listed} cannot occur together ({least})"


@dataclass(frozen=True)
class Hints:
    """What the solutions have in common.

    ``solutions``: how many were found, all if ``complete``; ``shared``: what is in the same cell in
    all of them; ``choice``: contents of cells that only one of them has, of which none can be left
    out, or None; ``smallest``: whether no fewer will do.
    """

    solutions: int
    complete: bool
    shared: tuple[Content, ...]
    choice: tuple[Content, ...] | None
    smallest: bool


class Boards(Protocol):
    """An object that finds the boards of a puzzle, such as :class:`Solver`."""

    stopped: str | None

    def boards(
        self, puzzle: BeamPuzzle, limit: int | None = None, *, seconds: float | None = None
    ) -> Iterator[Board]:
        """The boards that solve a puzzle, each once."""


def conflict(
    puzzle: BeamPuzzle,
    solver: Boards,
    clock: xc.Deadline,
    report: Callable[[str], None] = lambda text: None,
) -> Conflict:
    """The incompatible beams of a puzzle without a solution."""
    letters = sorted({letter for letter in puzzle.letters if letter})
    irreducible = True
    for letter in letters[:]:
        report(f"{len(letters)} beams that cannot be together; is {letter} needed?")
        rest = [other for other in letters if other != letter]
        found = next(solver.boards(_with(puzzle, rest), 1, seconds=clock.left()), None)
        if found is not None:
            continue
        if solver.stopped is not None:
            irreducible = False
            continue
        letters = rest
    return Conflict(tuple(letters), irreducible)


def _with(puzzle: BeamPuzzle, letters: list[str]) -> BeamPuzzle:
    """The puzzle with these letters only."""
    shown = tuple(letter if letter in letters else "" for letter in puzzle.letters)
    return dataclasses.replace(puzzle, letters=shown, board=None)


def hints(
    puzzle: BeamPuzzle,
    solver: Boards,
    clock: xc.Deadline,
    report: Callable[[str], None] = lambda text: None,
) -> Hints:
    """What is open in the solutions of a puzzle; ``solutions`` is 0 where none was found."""
    found: list[frozenset[Content]] = []
    for board in solver.boards(puzzle, _MOST, seconds=clock.left()):
        found.append(
            frozenset(
                (row, column, content)
                for row, contents in enumerate(board.rows())
                for column, content in enumerate(contents)
            )
        )
        if len(found) % 100 == 0:
            report(f"{len(found):,} solutions")
    complete = solver.stopped is None
    if not found:
        return Hints(0, complete, (), None, False)
    shared = tuple(sorted(frozenset.intersection(*found)))
    if not complete:
        return Hints(len(found), False, shared, None, False)
    report(f"{len(found):,} solutions; looking for the fewest hints")
    # In an order that does not depend on who found them, and pieces rather than empty cells.
    ordered = sorted(
        sorted(each, key=lambda content: (content[2] == PIECES[EMPTY], content)) for each in found
    )
    telling = xc.defining_set(ordered, seconds=clock.left())
    if telling is None:
        return Hints(len(found), True, shared, None, False)
    choice: tuple[Content, ...] = telling.members  # type: ignore[assignment]
    return Hints(len(found), True, shared, choice, telling.smallest)
