"""``puzzles reflect generate``."""

from __future__ import annotations

import argparse
import json
import random
from typing import TYPE_CHECKING

import exactcover as xc

from ..shared.clock import Clock
from .arguments import add_answer, add_engine, pieces, size, stopped_or
from .board import PIECES
from .file import format_puzzle, read_puzzles
from .puzzle import READINGS, STRICT, Puzzle
from .solver import Solver

if TYPE_CHECKING:
    from .generate import Wish

__all__ = ["add_arguments", "run"]

#: What a puzzle is to be like, which makes no sense for boards that are given; with the defaults.
_WISHES = {
    "pieces": None, "count": None, "balls": None, "ends": None, "reflections": 0, "number": 1,
    "size": 4,
}  # fmt: skip


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--size", type=size, default=4, metavar="N", help="cells in a row")
    parser.add_argument(
        "--number",
        type=xc.cli.whole_number_from_1,
        default=1,
        metavar="N",
        help="the number of puzzles; default: 1",
    )
    parser.add_argument("--pieces", type=pieces, metavar="P", help=r"these, such as //\o")
    parser.add_argument(
        "--count",
        type=xc.cli.whole_number_from_1,
        metavar="K",
        help="the number of pieces of any kind; default: 5",
    )
    parser.add_argument("--balls", type=xc.cli.whole_number, metavar="K", help="balls among them")
    parser.add_argument(
        "--ends", type=xc.cli.whole_number_from_1, metavar="K", help="at most K ends of beams"
    )
    parser.add_argument(
        "--reflections",
        type=xc.cli.whole_number,
        default=0,
        metavar="K",
        help="a beam that is reflected K times at least",
    )
    parser.add_argument("--reading", choices=READINGS, default=STRICT, help="default: strict")
    parser.add_argument(
        "--boards",
        metavar="FILE",
        help="the fewest beams that tell these boards; - for standard input",
    )
    xc.cli.add_unpacked_argument(parser)
    add_engine(parser)
    parser.add_argument(
        "--seed",
        type=xc.cli.whole_number,
        default=1,
        metavar="N",
        help="other puzzles for another seed, the same for the same; default: 1",
    )
    parser.add_argument("--solved", action="store_true", help="with the solution inside")
    add_answer(parser)


def run(parsed: argparse.Namespace) -> int:
    """Make puzzles, or leave out letters of boards; returns the exit code."""
    from .generate import puzzles

    usage: argparse.ArgumentParser = parsed.parser
    clock = Clock(parsed.seconds)
    solver = Solver(parsed.reading, parsed.engine)
    if parsed.boards is not None:
        for name, usual in _WISHES.items():
            if getattr(parsed, name) != usual:
                usage.error(f"--{name} does not go with --boards")
        return _letters_of(parsed, solver, clock)
    wish = _wish(parsed, usage)
    made = 0
    # On a terminal the line that tells how far it is must be gone before a puzzle is printed.
    tell = [lambda text: None]
    several = puzzles(wish, parsed.seed, solver, clock, lambda text: tell[0](text))
    while made < parsed.number:
        with xc.cli.status(parsed.quiet) as show:
            tell[0] = show or (lambda text: None)
            puzzle = next(several, None)
        if puzzle is None:
            return stopped_or(clock, xc.cli.STOPPED)
        made += 1
        _show(parsed, puzzle, made)
    return xc.cli.ANSWERED


def _wish(parsed: argparse.Namespace, usage: argparse.ArgumentParser) -> Wish:
    if parsed.pieces is not None and parsed.count is not None:
        usage.error("--pieces and --count: choose one")
    count = parsed.count or 5
    number = count if parsed.pieces is None else sum(parsed.pieces)
    if number > parsed.size**2:
        usage.error(f"{number} pieces for {parsed.size**2} cells")
    if parsed.reflections > 4 * parsed.size**2:
        usage.error(f"--reflections: at most {4 * parsed.size**2} of a board of this size")
    if parsed.balls is not None and (parsed.pieces is not None or parsed.balls > count):
        usage.error("--balls goes with --count, and is at most that")
    from .generate import Wish

    return Wish(
        parsed.size, parsed.pieces, number, parsed.balls, parsed.ends, parsed.reflections,
        parsed.reading,
    )  # fmt: skip


def _letters_of(parsed: argparse.Namespace, solver: Solver, clock: Clock) -> int:
    """The puzzle of each board of a file, with as few letters as possible."""
    from .generate import puzzle_of

    draw = random.Random(parsed.seed)
    code = xc.cli.ANSWERED
    boards = read_puzzles(parsed.boards, letters_count=False, unpacked=parsed.unpacked)
    for number, given in enumerate(boards, 1):
        if given.board is None:
            path = xc.cli.shown_path(parsed.boards)
            xc.cli.say(f"puzzles: {path}: board {number} is empty: expected pieces inside")
            return xc.cli.BAD_INPUT
        with xc.cli.status(parsed.quiet) as show:
            puzzle = puzzle_of(given.board, solver, draw, clock, show or (lambda text: None))
        if puzzle is not None:
            _show(parsed, puzzle, number)
            continue
        if not clock.goes_on():
            return stopped_or(clock, code)
        code = xc.cli.NO_SOLUTION
        other = solver.other(Puzzle.of_board(given.board), given.board, seconds=clock.left())
        if other is None:
            xc.cli.say(f"puzzles: board {number}: the search for its beams takes too long")
        else:
            xc.cli.say(
                f"puzzles: board {number} is not the only one with its beams, in the reading"
                f" {solver.reading}; another one: {' '.join(other.rows())}"
            )
    return code


def _show(parsed: argparse.Namespace, puzzle: Puzzle, number: int) -> None:
    text = format_puzzle(puzzle, solution=puzzle.board if parsed.solved else None)
    if not parsed.json:
        print(text, flush=True)
        return
    assert puzzle.board is not None
    beams = [
        {"letter": letter, "places": sorted({place, puzzle.beams[place]})}
        for place, letter in enumerate(puzzle.letters)
        if letter and place <= puzzle.beams[place]
    ]
    answer = {
        "number": number,
        "seed": parsed.seed,
        "puzzle": text,
        "solution": puzzle.board.rows(),
        "pieces": dict(zip(PIECES[1:], puzzle.pieces, strict=True)),
        "beams": beams,
        "ends": len(puzzle.beams),
    }
    print(json.dumps(answer), flush=True)
