"""``puzzles reflect --make`` and ``--fewest``: as few letters as one solution needs."""

from __future__ import annotations

import argparse
import random
from functools import partial

import exactcover as xc

from ..shared.clock import Clock
from .board import PIECES
from .file import LARGEST, format_puzzle, parse_pieces
from .puzzle import STRICT, Puzzle
from .solver import Solver

__all__ = ["add_arguments", "fewest", "make", "pieces", "size"]

#: What only ``--make`` takes.
_WISHES = ("number", "of", "balls", "ends", "reflections")


def pieces(text: str) -> tuple[int, int, int]:
    """An argument that lists pieces."""
    try:
        return parse_pieces(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def size(text: str) -> int:
    """An argument that is the size of a board."""
    if (value := xc.text.whole(text, 1, LARGEST)) is None:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size from 1 to {LARGEST}")
    return value


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of both."""
    making = parser.add_argument_group("making puzzles")
    add, whole = partial(xc.cli.add_argument, making), xc.cli.whole_number
    add("--make N", "print a puzzle of N x N cells with one solution; takes no FILE", size)
    add("--fewest", "print the boards inside FILE with as few letters as possible")
    add("--number K", "make K puzzles; default: 1", xc.cli.whole_number_from_1)
    add("--of K", "of K pieces, which --pieces may list instead; default: 5", whole)
    add("--balls K", "K balls among them", whole)
    add("--ends K", "at most K ends of beams", xc.cli.whole_number_from_1)
    add("--reflections K", "with a beam that is reflected K times at least", whole)
    add("--seed N", "another number, another puzzle; default: 1", whole, 1)
    add("--solved", "with the solution inside")


def make(arguments: argparse.Namespace) -> int | None:
    """Make puzzles, if that is asked for; the exit code."""
    from .generate import Wish, puzzles

    error, n = arguments.parser.error, arguments.make
    if n is None:
        for name in _WISHES:
            if getattr(arguments, name) is not None:
                error(f"--{name} goes with --make")
        return None
    if arguments.files or arguments.fewest:
        error("--make takes no FILE, and no --fewest")
    listed, balls, reflections = arguments.pieces, arguments.balls, arguments.reflections or 0
    if listed is not None and arguments.of is not None:
        error("--pieces and --of: choose one")
    number = sum(listed) if listed is not None else 5 if arguments.of is None else arguments.of
    if number > n**2:
        error(f"{number} pieces for {xc.text.counted(n**2, 'cell')}")
    if reflections > 4 * n**2:
        error(f"--reflections: at most {4 * n**2} of a board of this size")
    if balls is not None and (listed is not None or balls > number):
        error("--balls goes with --of, and is at most that")
    reading = arguments.reading or STRICT
    wish = Wish(n, listed, number, balls, arguments.ends, reflections, reading)
    clock = Clock(arguments.seconds)
    # On a terminal the line that tells how far it is must be gone before a puzzle is printed.
    tell = [lambda text: None]
    solver = Solver(reading, arguments.engine)
    several = puzzles(wish, arguments.seed, solver, clock, lambda text: tell[0](text))
    for k in range(1, (arguments.number or 1) + 1):
        with xc.cli.status(arguments.quiet) as show:
            tell[0] = show or (lambda text: None)
            puzzle = next(several, None)
        if puzzle is None:
            return xc.cli.ended("puzzles", 0, "seconds", arguments.quiet)
        _print(puzzle, {"number": k}, arguments)
    return xc.cli.ANSWERED


def fewest(puzzle: Puzzle, about: dict[str, object], arguments: argparse.Namespace) -> int:
    """Print the board of a puzzle with as few letters as possible; the exit code."""
    from .generate import puzzle_of

    board = puzzle.board
    if board is None:
        xc.cli.say(f"puzzles: {_label(about)} is empty: expected pieces inside")
        return xc.cli.BAD_INPUT
    clock = Clock(arguments.seconds)
    solver = Solver(arguments.reading or STRICT, arguments.engine)
    draw = random.Random(arguments.seed)
    with xc.cli.status(arguments.quiet) as show:
        found = puzzle_of(board, solver, draw, clock, show or (lambda text: None))
    if found is not None:
        _print(found, about, arguments)
        return xc.cli.ANSWERED
    if not clock.goes_on():
        return xc.cli.ended("puzzles", 0, "seconds", arguments.quiet)
    other = solver.other(Puzzle.of_board(board), board, seconds=clock.left())
    if other is None:
        xc.cli.say(f"puzzles: {_label(about)}: the search for its beams takes too long")
    else:
        xc.cli.say(
            f"puzzles: {_label(about)} is not the only one with its beams, in the reading"
            f" {solver.reading}; another one: {' '.join(other.rows())}"
        )
    return xc.cli.NO_SOLUTION


def _label(about: dict[str, object]) -> str:
    path = xc.text.printable(about["file"])
    return f"{path}: board {about['puzzle']}"


def _print(puzzle: Puzzle, about: dict[str, object], arguments: argparse.Namespace) -> None:
    text = format_puzzle(puzzle, solution=puzzle.board if arguments.solved else None)
    if not arguments.json:
        print(text, flush=True)
        return
    assert puzzle.board is not None
    beams = [
        {"letter": letter, "places": sorted({place, puzzle.beams[place]})}
        for place, letter in enumerate(puzzle.letters)
        if letter and place <= puzzle.beams[place]
    ]
    answer = {
        **about,
        "seed": arguments.seed,
        "text": text,
        "solution": puzzle.board.rows(),
        "pieces": dict(zip(PIECES[1:], puzzle.pieces, strict=True)),
        "beams": beams,
        "ends": len(puzzle.beams),
    }
    xc.cli.print_json(answer)
