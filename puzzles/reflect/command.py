"""What ``puzzles reflect`` reads, prints and returns."""

from __future__ import annotations

import argparse
import dataclasses
import json
import sys
from collections.abc import Callable

import exactcover as xc

from ..shared.clock import Clock
from ..shared.explaining import add_explain, require_alone
from .board import n_boards
from .command_solve import stopped_or
from .file import LARGEST, parse_pieces, read_puzzles
from .puzzle import READINGS, STRICT
from .solver import ENGINES

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its commands, and their arguments."""
    parser.description = "Reflect: mirrors and mirror balls on a square board, and its beams."
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    solve = commands.add_parser("solve", help="solve puzzles of any size")
    solve.add_argument("files", metavar="FILE", nargs="+", help="puzzles; - for standard input")
    solve.add_argument(
        "--reading",
        choices=READINGS,
        default="all",
        help="whether all pieces must be used (the default), fewer may be, or, strict, the two ends"
        " of a letter may also each be sent back by a ball",
    )
    how_many = solve.add_mutually_exclusive_group()
    how_many.add_argument(
        "--limit",
        type=xc.cli.whole_number_from_1,
        metavar="N",
        help="up to N solutions of each puzzle; default: 10",
    )
    how_many.add_argument("--all", action="store_true", help="all solutions")
    solve.add_argument("--pieces", type=_pieces, metavar="P", help=r"what to place, such as //\o")
    solve.add_argument("--index", metavar="FOLDER", help="look 4 x 4 puzzles up in an index")
    add_explain(solve)
    xc.cli.add_unpacked_argument(solve)
    _add_engine(solve)
    _add_common(solve)
    count = commands.add_parser("count", help="how many boards of so many pieces")
    count.add_argument("number", type=xc.cli.whole_number, metavar="PIECES")
    count.add_argument("--size", type=_size, default=4, metavar="N", help="cells in a row")
    _add_common(count)
    census = commands.add_parser("census", help="4 x 4 boards and puzzles of 0 to 16 pieces")
    census.add_argument("--least", type=_up_to_16, default=0, metavar="K", help="default: 0")
    census.add_argument("--most", type=_up_to_16, default=16, metavar="K", help="default: 16")
    xc.cli.add_worker_arguments(census, "all cores; each takes up to 0.4 GB")
    _add_common(census)
    generate = commands.add_parser("generate", help="make puzzles with one solution")
    generate.add_argument("--size", type=_size, default=4, metavar="N", help="cells in a row")
    generate.add_argument(
        "--number",
        type=xc.cli.whole_number_from_1,
        default=1,
        metavar="N",
        help="so many puzzles; default: 1",
    )
    generate.add_argument("--pieces", type=_pieces, metavar="P", help=r"these, such as //\o")
    generate.add_argument(
        "--count",
        type=xc.cli.whole_number_from_1,
        metavar="K",
        help="so many pieces of any kind; default: 5",
    )
    generate.add_argument("--balls", type=xc.cli.whole_number, metavar="K", help="balls among them")
    generate.add_argument(
        "--ends", type=xc.cli.whole_number_from_1, metavar="K", help="at most K ends of beams"
    )
    generate.add_argument(
        "--reflections",
        type=xc.cli.whole_number,
        default=0,
        metavar="K",
        help="a beam that is reflected K times at least",
    )
    generate.add_argument("--reading", choices=READINGS, default=STRICT, help="default: strict")
    generate.add_argument(
        "--boards",
        metavar="FILE",
        help="the fewest beams that tell these boards; - for standard input",
    )
    xc.cli.add_unpacked_argument(generate)
    _add_engine(generate)
    generate.add_argument(
        "--seed",
        type=xc.cli.whole_number,
        default=1,
        metavar="N",
        help="other puzzles for another seed, the same for the same; default: 1",
    )
    generate.add_argument("--solved", action="store_true", help="with the solution inside")
    _add_common(generate)
    draw = commands.add_parser("draw", help="pictures of puzzles, solved if that is in the file")
    draw.add_argument("files", metavar="FILE", nargs="+", help="puzzles; - for standard input")
    draw.add_argument("--svg", metavar="OUT", help="as SVG; several get numbers: OUT-2.svg")
    draw.add_argument("--pieces", type=_pieces, metavar="P", help=r"to place, such as //\o")
    draw.add_argument("--solve", action="store_true", help="with the first solution found")
    draw.add_argument("--reading", choices=READINGS, default="all", help="of what solves it")
    xc.cli.add_unpacked_argument(draw)
    _add_engine(draw)
    draw.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="default: auto, on a terminal unless NO_COLOR is set",
    )
    draw.add_argument("--seconds", type=xc.cli.seconds, metavar="S", help="stop after S")
    index = commands.add_parser("index", help="write all 4 x 4 boards into a folder")
    index.add_argument("folder", metavar="FOLDER")
    index.add_argument("--most", type=_up_to_16, default=5, metavar="K", help="pieces; default: 5")
    index.add_argument("--quiet", action="store_true", help="no remarks")
    for command in commands.choices.values():
        command.set_defaults(parser=command)


def _add_engine(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--engine",
        choices=ENGINES,
        default="auto",
        help="exact cover, or SAT by python-sat (the extra sat), which is faster beyond 4 x 4;"
        " auto: SAT where it is installed",
    )


def _add_common(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--seconds", type=xc.cli.seconds, metavar="S", help="stop after S")
    parser.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument("--quiet", action="store_true", help="no remarks")


def _pieces(text: str) -> tuple[int, int, int]:
    try:
        return parse_pieces(text)
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error)) from None


def _size(text: str) -> int:
    size = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else 0
    if not 1 <= size <= LARGEST:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a size from 1 to {LARGEST}")
    return size


def _up_to_16(text: str) -> int:
    number = int(text) if text.isascii() and text.isdigit() and len(text) < 3 else -1
    if not 0 <= number <= 16:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 to 16")
    return number


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    commands: dict[str, Callable[[argparse.Namespace, argparse.ArgumentParser], int]] = {
        "solve": _solve,
        "count": _count,
        "census": _census,
        "generate": _generate,
        "draw": _draw,
        "index": _index,
    }
    return commands[parsed.command](parsed, parsed.parser)


# -- solving and making ----------------------------------------------------------------------------


def _solve(parsed: argparse.Namespace, usage: argparse.ArgumentParser) -> int:
    from .command_solve import solve_files

    require_alone(usage, parsed, "limit", "all")
    return solve_files(parsed)


def _generate(parsed: argparse.Namespace, usage: argparse.ArgumentParser) -> int:
    from .command_generate import generate

    return generate(parsed, usage)


# -- counting --------------------------------------------------------------------------------------


def _count(parsed: argparse.Namespace, usage: argparse.ArgumentParser) -> int:
    from .four.census import burnside

    cells = parsed.size**2
    if parsed.number > cells:
        usage.error(f"{parsed.number} pieces for {cells} cells")
    boards = n_boards(parsed.size, parsed.number)
    distinct = burnside(parsed.size, parsed.number)
    if parsed.json:
        numbers = {"boards": boards, "distinct": distinct}
        print(json.dumps({key: xc.cli.json_number(each) for key, each in numbers.items()}))
    else:
        print(f"{xc.text.counted(boards, 'board')}, {distinct:,} up to the eight symmetries")
    return xc.cli.ANSWERED


def _census(parsed: argparse.Namespace, usage: argparse.ArgumentParser) -> int:
    from .four.census_work import CensusWork, rows_of

    if parsed.least > parsed.most:
        usage.error(f"--least {parsed.least} is more than --most {parsed.most}")
    work = CensusWork(parsed.least, parsed.most)
    interrupted = False
    with (
        xc.cli.worker_keywords(parsed) as workers,
        xc.cli.progress(parsed.quiet) as callback,
    ):
        try:
            found = xc.divide(work, seconds=parsed.seconds, progress=callback, **workers)
        except xc.Interrupted as interruption:
            found, interrupted = interruption.partial, True
    header = f"{'pieces':>6}{'boards':>15}{'distinct':>14}{'clear':>10}{'unique':>10}\n"
    for row in rows_of(found):
        if parsed.json:
            print(json.dumps(dataclasses.asdict(row)))
        else:
            print(
                f"{header}{row.pieces:>6}{row.boards:>15,}{row.distinct:>14,}{row.clear:>10,}"
                f"{row.unique:>10,}"
            )
            header = ""
    if interrupted:
        return xc.cli.ended("puzzles", 0, "interrupt", parsed.quiet)
    clock = Clock()
    clock.stopped = not found.count.complete
    return stopped_or(clock, xc.cli.ANSWERED)


# -- pictures and files --------------------------------------------------------------------------


def _draw(parsed: argparse.Namespace, usage: argparse.ArgumentParser) -> int:
    from ..shared.terminal import can_show, wants_colour
    from .solver import Solver
    from .svg import reflect_svg, reflect_text

    ending = xc.cli.check_output(usage, "--svg", parsed.svg, xc.cli.SVG)
    clock = Clock(parsed.seconds)
    solver = Solver(parsed.reading, parsed.engine)
    solved = True
    puzzles = [
        each
        for path in parsed.files
        for each in read_puzzles(path, parsed.pieces, unpacked=parsed.unpacked)
    ]
    for number, puzzle in enumerate(puzzles, 1):
        board = puzzle.board
        if parsed.solve:
            board = next(solver.boards(puzzle, 1, seconds=clock.left()), None)
            clock.stopped = clock.stopped or solver.stopped == "seconds"
            solved = solved and board is not None
            if board is None:
                xc.cli.say(f"puzzles: puzzle {number} has no solution that was found")
        if parsed.svg is None:
            colour = wants_colour(sys.stdout, parsed.colour)
            ascii_only = not can_show("─│┼╌╎●╱╲·", sys.stdout.encoding or "ascii")
            print(reflect_text(puzzle, board, colour=colour, ascii_only=ascii_only))
        else:
            place = len(parsed.svg) - len(ending)
            path = parsed.svg[:place] + (f"-{number}" if number > 1 else "") + parsed.svg[place:]
            title = f"Reflect {puzzle.n} x {puzzle.n}"
            xc.cli.write_text(reflect_svg(puzzle, board, title=title), path)
    if parsed.svg is not None and len(puzzles) > 1:
        xc.cli.say(f"puzzles: {len(puzzles)} pictures, {parsed.svg} to {path}")
    return stopped_or(clock, xc.cli.ANSWERED if solved else xc.cli.NO_SOLUTION)


def _index(parsed: argparse.Namespace, usage: argparse.ArgumentParser) -> int:
    from .four.index import Index, build_index

    build_index(parsed.folder, parsed.most)
    if not parsed.quiet:
        sys.stdout.flush()
        xc.cli.say(f"puzzles: {parsed.folder} has boards of 0 to {Index(parsed.folder).most}")
    return xc.cli.ANSWERED
