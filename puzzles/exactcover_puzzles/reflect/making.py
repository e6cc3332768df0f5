"""``puzzles reflect --make`` and ``--fewest``: as few letters as uniqueness needs."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import exactcover as xc

from ..shared.adapter import Options, Puzzle
from ..shared.pictures import Pictures, check_pictures
from .board import PIECES
from .file import LARGEST, format_puzzle, parse_pieces
from .puzzle import STRICT, BeamPuzzle
from .solver import Solver

#: A puzzle as its kind draws it, and the options of its board if the board is shown.
Drawn = Callable[[BeamPuzzle, bool], tuple[Puzzle, Options]]
#: The options of ``--make`` alone, and those of ``--fewest`` as well.
_WISHES, _BOTH = ("number", "of", "balls", "ends", "reflections", "seed"), ("solved",)


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
    add("--make N", "make an N x N puzzle with one solution; takes no FILE", size)
    add("--fewest", "print the solved boards in FILE with as few letters as possible")
    add("--number K", "make K puzzles; default: 1", xc.cli.whole_number_from_1)
    add("--of K", "use K pieces (--pieces lists them instead); default: 5", whole)
    add("--balls K", "make K of these pieces balls", whole)
    add("--ends K", "show at most K ends of beams", xc.cli.whole_number_from_1)
    add("--reflections K", "have a beam that is reflected at least K times", whole)
    add("--seed N", "seed: each number makes a different puzzle; default: 1", whole)
    add("--solved", "print the solution inside")


def make(drawn: Drawn, arguments: argparse.Namespace) -> int | None:
    """Make puzzles, if requested; returns the exit code, or None."""
    from .generate import Wish, puzzles

    error, n = arguments.parser.error, arguments.make
    if n is None:
        for name in _WISHES if arguments.fewest else (*_WISHES, *_BOTH):
            if getattr(arguments, name) not in (None, False):
                error(f"--{name} goes with --make" + " or --fewest" * (name in _BOTH))
        return None
    check_pictures(arguments.parser, arguments)
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
    solver = _solver(arguments)
    reading = solver.reading
    wish = Wish(n, listed, number, balls, arguments.ends, reflections, reading)
    clock, seed = xc.Deadline(arguments.seconds), 1 if arguments.seed is None else arguments.seed
    # On a terminal the line that tells how far it is must be gone before a puzzle is printed.
    tell = [lambda text: None]
    several = puzzles(wish, seed, solver, clock, lambda text: tell[0](text))
    pictures = Pictures(arguments)
    for k in range(1, (arguments.number or 1) + 1):
        with xc.cli.status(arguments.quiet) as show:
            tell[0] = show or (lambda text: None)
            puzzle = next(several, None)
        if puzzle is None:
            pictures.end()
            return xc.cli.ended("puzzles", 0, "seconds", arguments.quiet)
        _print(puzzle, {"number": k, "seed": seed}, pictures, drawn, arguments)
    pictures.end()
    return xc.cli.ANSWERED


def fewest(
    puzzle: BeamPuzzle, where: Mapping[str, Any], drawn: Drawn, arguments: argparse.Namespace
) -> int:
    """Print the board of a puzzle with as few letters as possible; the exit code."""
    from .generate import puzzle_of

    board = puzzle.board
    label = f"{xc.text.printable(where['file'])}: board {where['puzzle']}"
    if board is None:
        xc.cli.say(f"puzzles: {label} is empty; expected a board with its pieces")
        return xc.cli.BAD_INPUT
    clock = xc.Deadline(arguments.seconds)
    solver = _solver(arguments)
    with xc.cli.status(arguments.quiet) as show:
        found = puzzle_of(board, solver, clock, show or (lambda text: None))
    if found is not None:
        pictures = Pictures(arguments)
        _print(found, where, pictures, drawn, arguments)
        pictures.end()
        return xc.cli.ANSWERED
    if clock.passed():
        return xc.cli.ended("puzzles", 0, "seconds", arguments.quiet)
    other = solver.other(BeamPuzzle.of_board(board), board, seconds=clock.left())
    if other is None:
        xc.cli.say(f"puzzles: {label}: the search for its beams takes too long")
    else:
        xc.cli.say(
            f"puzzles: {label} is not the only board with its beams, in the reading"
            f" {solver.reading}; another one: {' '.join(other.rows())}"
        )
    return xc.cli.NO_SOLUTION


def _solver(arguments: argparse.Namespace) -> Solver:
    engine = arguments.engine
    return Solver(arguments.reading or STRICT, engine if engine in ("auto", "sat") else "cover")


def _print(
    puzzle: BeamPuzzle,
    about: Mapping[str, Any],
    pictures: Pictures,
    drawn: Drawn,
    arguments: argparse.Namespace,
) -> None:
    """Print a puzzle that was made, and draw it."""
    text = format_puzzle(puzzle, solution=puzzle.board if arguments.solved else None)
    if pictures.asked:
        made, options = drawn(puzzle, arguments.solved)
        pictures.draw(made, [options], 1)
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
        "text": text,
        "solution": puzzle.board.rows(),
        "pieces": dict(zip(PIECES[1:], puzzle.pieces, strict=True)),
        "beams": beams,
        "ends": len(puzzle.beams),
    }
    xc.cli.print_json(answer)
