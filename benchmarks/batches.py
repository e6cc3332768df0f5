"""Many small questions at once: ``python -m benchmarks.batches``.

Whether puzzles have exactly one solution, by ``Problem.batch``: Sudokus of 17 and 18 clues, hard
ones, and trays of 6 x 6 less one cell for seven of the twelve pentominoes. Questions a second, from
lists of names to the answers: as arrays, by one thread and by two, and one by one as objects. Then
the seconds to find ten trays of 5 x 8 cells, some left out, for eight tetrominoes and pentominoes.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Callable
from itertools import islice

import exactcover as xc
from exactcover.questions.batch import Batch
from exactcover_puzzles.polyform.file import puzzle_of
from exactcover_puzzles.polyform.finder import find
from exactcover_puzzles.shared.shipped import shipped
from exactcover_puzzles.shared.source import Source
from exactcover_puzzles.sudoku.lines import clues
from exactcover_puzzles.sudoku.model import usual

from .handing_over import seconds
from .machine import machine

#: So many questions are timed, or a few more.
_MANY = 10_000
_TRAY = "grid: square\npieces: pentominoes\n\nboard:\n" + "######\n" * 6


def sudokus(name: str) -> Batch:
    """The puzzles of a shipped file, repeated."""
    lines = shipped("sudokus", name).read_text(encoding="utf-8").splitlines()
    given = [clues(line) for line in lines if not line.startswith("#")]
    return usual().problem.batch(given * -(-_MANY // len(given)))


def trays() -> Batch:
    """Seven of the twelve pentominoes on 6 x 6 less one cell, both at random."""
    puzzle, _ = puzzle_of(Source("tray", _TRAY))
    options = {(each.piece, *each.cells): [each.piece, *each.cells] for each in puzzle.placements}
    problem, draw = xc.Problem([*puzzle.pieces, *puzzle.board], options), random.Random(1)
    pieces, cells = list(puzzle.pieces), list(puzzle.board)
    return problem.batch(
        without_items=[[*draw.sample(pieces, 5), draw.choice(cells)] for _ in range(2 * _MANY)]
    )


#: Name -> the questions.
BATCHES: dict[str, Callable[[], Batch]] = {
    "Sudokus of 17 and 18 clues": lambda: sudokus("few-clues"),
    "hard Sudokus": lambda: sudokus("hard"),
    "trays of pentominoes": trays,
}


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--runs", type=int, default=3, help="runs of each, default 3")
    runs = parser.parse_args().runs
    print(f"{machine()}\n")
    print(f"{'':<28}{'unique':>8}{'nodes':>8}{'a second':>12}{'two threads':>14}{'objects':>11}")
    for name, state in BATCHES.items():
        batch = state()
        answers = batch.as_arrays()
        n = len(answers.counts)
        rates = [
            n / seconds(action, runs)
            for action in (
                batch.as_arrays,
                lambda b=batch: b.as_arrays(workers=2),
                lambda b=batch: sum(1 for _ in b.is_unique()),
            )
        ]
        unique = (answers.verdicts == "unique").mean()
        print(
            f"{name:<28}{unique:>8.1%}{answers.nodes.mean():>8,.1f}"
            f"{rates[0]:>12,.0f}{rates[1]:>14,.0f}{rates[2]:>11,.0f}"
        )
    stated = "grid: square\npieces: tetrominoes, pentominoes\n\nboard:\n" + 5 * "########\n"
    found = seconds(lambda: [*islice(find(stated, "pieces", use=8), 10)], runs)
    print(f"\nten trays with one solution are found in {found:.2f} s")


if __name__ == "__main__":
    main()
