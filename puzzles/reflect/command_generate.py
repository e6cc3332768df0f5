"""``puzzles reflect generate``."""

from __future__ import annotations

import argparse
import json
import random

import exactcover as xc

from ..shared.clock import Clock
from .board import PIECES
from .command_solve import stopped_or
from .file import format_puzzle, read_puzzles
from .generate import Wish, puzzle_of, puzzles
from .puzzle import Puzzle
from .solver import Solver

__all__ = ["generate"]

#: What a puzzle is to be like, which makes no sense for boards that are given; with the defaults.
_WISHES = {
    "pieces": None, "count": None, "balls": None, "ends": None, "reflections": 0, "number": 1,
    "size": 4,
}  # fmt: skip


def generate(parsed: argparse.Namespace, usage: argparse.ArgumentParser) -> int:
    """Make puzzles, or leave out letters of boards; returns the exit code."""
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
    return Wish(
        parsed.size, parsed.pieces, number, parsed.balls, parsed.ends, parsed.reflections,
        parsed.reading,
    )  # fmt: skip


def _letters_of(parsed: argparse.Namespace, solver: Solver, clock: Clock) -> int:
    """The puzzle of each board of a file, with as few letters as possible."""
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
