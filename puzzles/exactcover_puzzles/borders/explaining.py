"""``--explain`` for square pieces on a board: jigsaws and Picture Puzzle.

First come quick checks that name what is wrong: pieces that fit nowhere, and counting arguments.
Then a solution is searched. If there is none, a smallest set of cells, pieces and seams that cannot
be put together is determined, which may take long.
"""

from __future__ import annotations

import argparse
import dataclasses
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import exactcover as xc

from ..shared.adapter import Puzzle
from .border_sets import BorderSets
from .engine_search import problem_of
from .reasons import Misfit, misfits, where

#: The most misfits printed; ``--json`` lists all.
_MOST_TOLD = 12
#: The most places around a piece that are named.
_MOST_PLACES = 5
#: Seconds to find the smallest part, if the quick checks find nothing.
_SECONDS = 60.0


class SeamQuestion(NamedTuple):
    """A puzzle as ``--explain`` sees it.

    ``fresh``: its propagation before it runs; ``unturned``: the same with what keeps turned
    solutions from coming several times; ``counting``: what counting shows, in sentences;
    ``one_side``: shapes, and what they should be, of which one side would put that right, and
    ``mends``: where that may be, in words, told the pieces that fit nowhere;
    ``up_to``: words for what ``unturned`` leaves out.
    """

    fresh: Callable[[], BorderSets]
    unturned: Callable[[], BorderSets]
    counting: Sequence[str] = ()
    one_side: Sequence[tuple[object, object]] = ()
    mends: Callable[[list[Misfit], Callable[[], None], Callable[[str], None]], list[str]] = (
        lambda found, tick, report: []
    )
    up_to: str = ""


def explain_seams(puzzle: Puzzle, question: SeamQuestion, arguments: argparse.Namespace) -> int:
    """Print why there is no solution, or what is open in the solutions; returns the exit code."""
    deadline = xc.Deadline(arguments.seconds)
    sets = question.fresh()
    told = _Told(puzzle, question, sets, arguments)
    with xc.cli.status(arguments.quiet) as show:
        report = show or (lambda text: None)
        found = [] if sets.contradiction else misfits(sets, deadline.tick, report)
        if sets.contradiction or found or question.counting:
            return told.impossible(found, question.mends(found, deadline.tick, report))
        unturned = question.unturned()
        report("propagation")
        unturned.run()
        answer: Any = None
        if unturned.contradiction is None and not unturned.settled:
            answer = problem_of(unturned).ambiguity(seconds=deadline.left(), report=show)
        if unturned.contradiction is None and answer is None:
            return told.only_one()
        if unturned.contradiction is not None or isinstance(answer, xc.Impossible):
            left = deadline.left()
            seconds = _SECONDS if left is None else left
            # Of the whole puzzle, not only of what propagation has left.
            part = problem_of(question.fresh()).explain(seconds=seconds, report=show)
            assert part is not None
            return told.part(part)
    return told.ambiguous(answer, unturned, deadline)


class _Told:
    """Print the findings, in words or as JSON."""

    def __init__(
        self,
        puzzle: Puzzle,
        question: SeamQuestion,
        sets: BorderSets,
        arguments: argparse.Namespace,
    ):
        self.puzzle, self.question = puzzle, question
        self.sets, self.arguments = sets, arguments
        self.board = sets.board
        self.reasons = [sets.contradiction] if sets.contradiction else []
        self.reasons += question.counting
        self.words = xc.cli.Wording(
            puzzle.item_called, puzzle.option_called, puzzle.items_called, puzzle.options_called,
            self._name_as_json, program="puzzles",
        )  # fmt: skip

    def impossible(self, found: list[Misfit], mends: list[str]) -> int:
        """Print the pieces that fit nowhere, and counting arguments."""
        if self.arguments.json:
            xc.cli.print_json(
                {
                    "impossible": True,
                    "pieces": [self._as_json(each) for each in found],
                    "counting": self.reasons,
                    "one_side": list(self.question.one_side),
                    "mends": mends,
                }
            )
            return xc.cli.NO_SOLUTION
        if found:
            number = xc.text.counted(len(found), "piece fits", "pieces fit") + " nowhere"
            print(f"impossible: {number}, whatever is done with the others")
            for each in found[:_MOST_TOLD]:
                print(f"  {self._sentence(each)}")
            if len(found) > _MOST_TOLD:
                print(f"  and {len(found) - _MOST_TOLD:,} more")
            print("One of them is wrong, or one that belongs near them.")
        for reason in self.reasons:
            print(f"{'by counting' if found else 'impossible'}: {reason}")
        if mends:
            print("If one side alone is wrong, it may be one of these:")
            for mend in mends[:_MOST_TOLD]:
                print(f"  {mend}")
            if len(mends) > _MOST_TOLD:
                print(f"  and {len(mends) - _MOST_TOLD:,} more")
        elif self.question.one_side:
            ways = [f"a {shape} should be {other}" for shape, other in self.question.one_side]
            print(f"If one side alone is wrong, {', or '.join(ways)}.")
        return xc.cli.NO_SOLUTION

    def part(self, part: Any) -> int:
        """Print a part of the puzzle that cannot be put together."""
        xc.cli.print_explanation(part, self.words, self.arguments.json, self.arguments.quiet)
        return xc.cli.NO_SOLUTION

    def only_one(self) -> int:
        """Propagation finds the solution."""
        if self.arguments.json:
            answer = {"impossible": False, "solutions": 1, "complete": True, "choice": []}
            xc.cli.print_json(answer)
        else:
            print(f"there is exactly one solution{self.question.up_to}")
        return xc.cli.ANSWERED

    def ambiguous(self, found: Any, sets: BorderSets, deadline: xc.Deadline) -> int:
        """Print what all solutions share, and what singles one out."""
        settled = tuple(
            (cell, live.bit_length() - 1)
            for cell, live in enumerate(sets.live)
            if not live & (live - 1)
        )
        shared = tuple(sorted({*settled, *found.shared}))
        # Candidates removed by propagation are in no solution either; a list would lack them.
        found = dataclasses.replace(found, shared=shared, never=())
        if found.solutions == 1 and found.solutions.complete:
            return self.only_one()
        if not self.arguments.json and self.question.up_to:
            print(f"solutions are counted{self.question.up_to}")
        xc.cli.print_ambiguity(found, (), self.words, self.arguments.json)
        return xc.cli.ambiguity_exit_code(found, deadline.passed())

    def _label(self, candidate: int) -> str:
        return self.sets.stock.labels[candidate // 4]

    def _sentence(self, misfit: Misfit) -> str:
        if misfit.cell < 0:
            return f"piece {self._label(misfit.candidate)}: no cell takes it, by its flat sides"
        turn = misfit.candidate % 4
        as_listed = f"turned by {90 * turn}°" if turn else "as it is listed"
        board = self.board
        places = where(misfit, board.columns, board.rows, board.torus)
        together = " together" if len(misfit.around) > 1 else ""
        what = f"nothing fits {places}{together}" if misfit.around else "it fits nowhere"
        if len(misfit.around) > _MOST_PLACES:
            what = f"{len(misfit.around)} of the places around it cannot be filled together"
        return f"piece {self._label(misfit.candidate)}: {as_listed}, {what}"

    def _as_json(self, misfit: Misfit) -> dict[str, Any]:
        columns = self.board.columns
        return {
            "piece": self._label(misfit.candidate),
            "turn": misfit.candidate % 4,
            "cell": None if misfit.cell < 0 else divmod(misfit.cell, columns),
            "around": [divmod(cell, columns) for cell in misfit.around],
        }

    def _name_as_json(self, name: Any) -> Any:
        if isinstance(name, tuple) and isinstance(name[0], int):
            cell, candidate = name
            row, column = divmod(cell, self.board.columns)
            piece = self._label(candidate)
            return {"row": row, "column": column, "piece": piece, "turn": candidate % 4}
        return self.puzzle.item_called(name)
