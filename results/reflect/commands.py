"""The commands about boards of Reflect, each as two functions: NAME_arguments and NAME."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Iterator
from functools import partial
from typing import TYPE_CHECKING

import exactcover as xc
from exactcover_puzzles.reflect.adapter import Reflect
from exactcover_puzzles.reflect.board import Board
from exactcover_puzzles.reflect.making import size
from exactcover_puzzles.reflect.puzzle import ALL, BeamPuzzle
from exactcover_puzzles.reflect.solver import Solver
from exactcover_puzzles.shared import runner

from .. import PROGRAM
from ..dividing import divided

if TYPE_CHECKING:
    from .index import Index

_up_to_16 = partial(xc.cli.whole_number, most=16)


def census_arguments(parser: argparse.ArgumentParser) -> None:
    """All 4 x 4 boards, by their numbers of pieces."""
    parser.description = "Count 4 x 4 boards and puzzles of Reflect for each number of pieces."
    xc.cli.add_argument(parser, "--least K", "the fewest pieces; default: 0", _up_to_16, 0)
    xc.cli.add_argument(parser, "--most K", "the most pieces; default: 16", _up_to_16, 16)
    xc.cli.add_worker_arguments(parser, "all cores; each takes up to 0.4 GB")
    xc.cli.add_answer_arguments(parser, "a JSON object on each line")


def census(parsed: argparse.Namespace) -> int:
    """Print a row for each number of pieces."""
    from .census import CensusWork, rows_of

    if parsed.least > parsed.most:
        parsed.parser.error(f"--least {parsed.least} is more than --most {parsed.most}")
    found, stopped = divided(parsed, CensusWork(parsed.least, parsed.most))
    rows = rows_of(found)
    if rows and not parsed.json:
        print(f"{'pieces':>6}{'boards':>15}{'distinct':>14}{'clear':>10}{'unique':>10}")
    for row in rows:
        if parsed.json:
            print(json.dumps(dataclasses.asdict(row)))
        else:
            counts = f"{row.distinct:>14,}{row.clear:>10,}{row.unique:>10,}"
            print(f"{row.pieces:>6}{row.boards:>15,}{counts}")
    return xc.cli.ended(PROGRAM, True, stopped, quiet=False)


def count_arguments(parser: argparse.ArgumentParser) -> None:
    """Boards of any size."""
    parser.description = "Count the N x N boards of Reflect with a number of pieces."
    xc.cli.add_argument(parser, "PIECES", "the number of mirrors and balls", xc.cli.whole_number)
    xc.cli.add_argument(parser, "--size N", "cells in a row; default: 4", size, 4)
    xc.cli.add_answer_arguments(parser, "a JSON object on each line")


def count(parsed: argparse.Namespace) -> int:
    """Print how many there are, also up to symmetry."""
    from .census import burnside, n_boards

    if parsed.pieces > parsed.size**2:
        pieces, cells = parsed.pieces, xc.text.counted(parsed.size**2, "cell")
        parsed.parser.error(f"{xc.text.counted(pieces, 'piece')} for {cells}")
    boards, distinct = (of(parsed.size, parsed.pieces) for of in (n_boards, burnside))
    if parsed.json:
        numbers = {"boards": boards, "distinct": distinct}
        print(json.dumps({key: xc.cli.json_number(each) for key, each in numbers.items()}))
    else:
        print(f"{xc.text.counted(boards, 'board')}, {distinct:,} up to the eight symmetries")
    return xc.cli.ANSWERED


def index_arguments(parser: argparse.ArgumentParser) -> None:
    """All 4 x 4 boards in a folder."""
    parser.description = "Write all 4 x 4 boards of Reflect, with their beams, into a folder."
    xc.cli.add_argument(parser, "FOLDER", "where the index is written")
    xc.cli.add_argument(parser, "--most K", "the most pieces; default: 5", _up_to_16, 5)
    xc.cli.add_argument(parser, "--quiet", "no remarks")


def index(parsed: argparse.Namespace) -> int:
    """Write an index, or add to it."""
    from .index import Index, build_index

    if not parsed.folder:  # an unset variable of a shell is not the current folder
        parsed.parser.error("FOLDER is empty: expected the name of a folder")
    build_index(parsed.folder, parsed.most)
    if not parsed.quiet:
        sys.stdout.flush()
        xc.cli.say(f"{PROGRAM}: {parsed.folder} has boards of 0 to {Index(parsed.folder).most}")
    return xc.cli.ANSWERED


def look_up_arguments(parser: argparse.ArgumentParser) -> None:
    """Those of ``puzzles reflect``, and the index."""
    xc.cli.add_argument(parser, "INDEX", "the folder of an index")
    runner.add_arguments(parser, Reflect)


def look_up(parsed: argparse.Namespace) -> int:
    """Do what ``puzzles reflect`` does, by an index where that has the boards."""
    from .index import Index

    looking = _Looking(Index(parsed.index), parsed)

    class LookedUp(Reflect):
        """Puzzles whose boards are looked up."""

        def solver(self, engine: str = "auto") -> Solver:
            return looking

    return runner.run(LookedUp, parsed)


class _Looking(Solver):
    """Looks puzzles up if the index has boards of so many pieces, and searches otherwise."""

    def __init__(self, index: Index, parsed: argparse.Namespace):
        super().__init__(parsed.reading or ALL, parsed.engine)
        self._index, self._quiet = index, parsed.quiet

    def boards(
        self,
        puzzle: BeamPuzzle,
        limit: int | None = None,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
    ) -> Iterator[Board]:
        if puzzle.n != 4 or sum(puzzle.pieces) > self._index.most:
            if puzzle.n == 4 and not self._quiet:
                self._quiet = True
                more = "puzzles of more pieces than the index has are solved by search"
                xc.cli.say(f"{PROGRAM}: {more}")
            yield from super().boards(puzzle, limit, seconds=seconds, nodes=nodes)
            return
        self.stopped, self.nodes = None, 0
        clock = xc.Deadline(seconds)
        for number, board in enumerate(self._index.boards(puzzle, self.reading, clock)):
            if number == limit:
                self.stopped = "limit"
                return
            yield board
        self.stopped = "seconds" if clock.passed() else None
