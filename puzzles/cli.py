"""The command ``puzzles``: puzzles from files or from this project, solved, counted and drawn."""

from __future__ import annotations

import argparse
from collections.abc import Callable

import exactcover as xc

from .shared.explaining import add_explain, require_alone

__all__ = ["main"]


def _parser() -> argparse.ArgumentParser:
    parser = xc.cli.Parser(
        prog="puzzles",
        description="Solve, count and draw puzzles by exact cover.",
        epilog="Exit codes: 0 answered, 1 no solution, 2 bad usage or bad input, 3 stopped before"
        " the end, 4 a fault of the program, 130 interrupted.",
    )
    parser.add_argument("--version", action="version", version=f"puzzles {xc.__version__}")
    commands = parser.add_subparsers(dest="command", required=True, metavar="COMMAND")
    haley = commands.add_parser("haley", help="Haley's board, filled by the twelve hexiamonds")
    haley.set_defaults(file=None, use=None)
    polyform = commands.add_parser("polyform", help="any board and polyform pieces")
    polyform.add_argument(
        "file", metavar="FILE", nargs="?", help="a puzzle file, - for stdin, or a shipped name"
    )
    polyform.add_argument("--list", action="store_true", help="list the puzzles that are shipped")
    xc.cli.add_unpacked_argument(polyform)
    for command in (haley, polyform):
        _add_polyform_arguments(command)
    sudoku = commands.add_parser("sudoku", help="lines of 81 characters, a puzzle each")
    _add_sudoku_arguments(sudoku)
    picture = commands.add_parser("picture", help="CodinGame's Picture Puzzle")
    _add_picture_arguments(picture)
    jigsaw = commands.add_parser("jigsaw", help="square jigsaws and edge-matching puzzles")
    _add_jigsaw_arguments(jigsaw)
    commands.add_parser("reflect", help="mirrors and beams: solve, count, census, generate")
    return parser


def _add_jigsaw_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Solve and count square jigsaws and edge-matching puzzles of any width and height."
        " Without an option that says otherwise, prints a solution."
    )
    parser.epilog = (
        "Puzzles with exactly two solutions: puzzles jigsaw perfect and double make them, verify"
        " proves that one is, draw makes sheets to cut and print. Each has a --help of its own."
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", help="a jigsaw, - for stdin, or a shipped name"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument(
        "--count", action="store_true", help="the numbers of solutions, and up to turning the board"
    )
    what.add_argument(
        "--unique", action="store_true", help="is there one solution? If not, show two"
    )
    what.add_argument("--all", action="store_true", help="every solution, up to turning the board")
    add_explain(what)
    what.add_argument("--list", action="store_true", help="list the jigsaws that are shipped")
    what.add_argument("--make", metavar="WxH", help="print a random jigsaw of that size")
    parser.add_argument("--svg", metavar="OUT", help="draw the solutions that are shown")
    parser.add_argument("--json", action="store_true", help="one object a line, and a last one")
    parser.add_argument("--trace", action="store_true", help="how many candidates each stage left")
    parser.add_argument(
        "--limit", type=xc.cli.whole_number, metavar="N", help="with --count, --all: up to N"
    )
    xc.cli.add_unpacked_argument(parser)
    xc.cli.add_search_arguments(parser)
    xc.cli.add_worker_arguments(parser)
    make = parser.add_argument_group("making a jigsaw")
    make.add_argument("--shapes", type=xc.cli.whole_number_from_1, default=5, help="default: 5")
    make.add_argument("--seed", type=xc.cli.whole_number, default=1, help="default: 1")
    make.add_argument("--fit", choices=("opposite", "equal"), default="opposite")
    make.add_argument("--border", choices=("frame", "none", "torus"), default="frame")
    make.add_argument("--no-turns", action="store_true", help="pieces cannot be turned")


def _share(text: str) -> float:
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 <= value <= 1:
        raise argparse.ArgumentTypeError(f"{text!r}: expected a number from 0 to 1")
    return value


def _add_picture_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Put a picture of characters together that was cut into square pieces. Reads the input of"
        " CodinGame's Picture Puzzle and prints the picture."
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="default: -, standard input"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="the number of different pictures")
    what.add_argument("--all", action="store_true", help="all pictures, an empty line between")
    add_explain(what)
    what.add_argument(
        "--standalone",
        action="store_true",
        help="print a Python program that solves the same input, of one file, for Python 3.9",
    )
    what.add_argument("--make", metavar="CxR", help="print a puzzle of C columns and R rows")
    parser.add_argument(
        "--no-fixed-piece",
        action="store_true",
        help="the first piece may be turned like all others",
    )
    parser.add_argument(
        "--trace", action="store_true", help="what each sweep of propagation removed"
    )
    parser.add_argument("--json", action="store_true", help="with --explain: print one object")
    parser.add_argument(
        "--limit", type=xc.cli.whole_number, metavar="N", help="with --count, --all: up to N"
    )
    xc.cli.add_search_arguments(parser)
    make = parser.add_argument_group("making a puzzle")
    make.add_argument("--size", type=xc.cli.whole_number, default=6, help="default: 6")
    make.add_argument("--seed", type=xc.cli.whole_number, default=1, help="default: 1")
    make.add_argument("--no-turns", action="store_true", help="pieces are not turned")
    make.add_argument(
        "--ink", type=_share, default=1.0, help="share of characters that are no spaces; default: 1"
    )
    make.add_argument(
        "--twins", type=xc.cli.whole_number, default=0, help="pieces like another; default: 0"
    )


def _add_sudoku_arguments(parser: argparse.ArgumentParser) -> None:
    parser.description = (
        "Solve Sudokus: a puzzle a line, 81 digits row by row, with . or 0 for an empty place."
        " Prints a line for each: the solution, or 'no solution'."
    )
    parser.add_argument(
        "file", metavar="FILE", nargs="?", default="-", help="default: -, standard input"
    )
    what = parser.add_mutually_exclusive_group()
    what.add_argument("--count", action="store_true", help="the number of solutions instead")
    add_explain(what)
    parser.add_argument(
        "--limit",
        type=xc.cli.whole_number,
        metavar="N",
        help="with --count: up to N for each puzzle",
    )
    form = parser.add_mutually_exclusive_group()
    form.add_argument("--grid", action="store_true", help="print grids instead of lines")
    form.add_argument("--json", action="store_true", help="one object a line")
    parser.add_argument(
        "--seconds", type=xc.cli.seconds, metavar="S", help="with --explain: for each puzzle"
    )
    parser.add_argument("--quiet", action="store_true", help="no remarks")


def _add_polyform_arguments(parser: argparse.ArgumentParser) -> None:
    output = parser.add_argument_group("output")
    output.add_argument(
        "--all", action="store_true", help="every solution, up to the symmetries of the board"
    )
    output.add_argument("--json", action="store_true", help="one object a line, and a last one")
    output.add_argument(
        "--svg", metavar="OUT", help="draw a solution; with --all a sheet of all of them"
    )
    output.add_argument(
        "--colour",
        "--color",
        choices=("auto", "always", "never"),
        default="auto",
        help="default: auto, on a terminal unless NO_COLOR is set",
    )
    output.add_argument(
        "--limit", type=xc.cli.whole_number, metavar="N", help="stop after N solutions"
    )
    add_explain(parser)
    xc.cli.add_search_arguments(parser)


def _laboratory(name: str) -> Callable[[list[str]], int] | None:
    """The command ``puzzles jigsaw NAME``, if there is one of this name, which is then no file."""
    match name:
        case "perfect":
            from .doubles.command_perfect import perfect_command

            return perfect_command
        case "double":
            from .doubles.command_double import double_command

            return double_command
        case "draw":
            from .doubles.command_draw import draw_command

            return draw_command
        case "verify":
            from .doubles.command_verify import verify_command

            return verify_command
    return None


def main(arguments: list[str]) -> int:
    """Run the command with these arguments and return its exit code."""
    if arguments[:1] == ["jigsaw"] and arguments[1:2]:
        laboratory = _laboratory(arguments[1])
        if laboratory is not None:
            return laboratory(arguments[2:])
    if arguments[:1] == ["reflect"]:
        from .reflect.command import reflect_command

        return reflect_command(arguments[1:])
    parser = _parser()
    parsed = parser.parse_args(arguments)
    if parsed.command == "sudoku":
        from .sudoku.command import sudoku_command

        if parsed.limit is not None and not parsed.count:
            parser.error("--limit goes with --count")
        if parsed.seconds is not None and not parsed.explain:
            parser.error("--seconds goes with --explain")
        require_alone(parser, parsed, "grid")
        if parsed.grid and parsed.count:
            parser.error("--count prints numbers, and --grid solutions: choose one")
        return sudoku_command(parsed)
    if parsed.command == "picture":
        from .picture.command import picture_command

        return picture_command(parsed, parser)
    # Better now than after the search.
    xc.cli.check_output(parser, "--svg", parsed.svg, (*xc.cli.SVG, ""))
    if parsed.command == "jigsaw":
        from .jigsaw.command import jigsaw_command

        return jigsaw_command(parsed, parser)
    from .polyform import command as polyform

    require_alone(parser, parsed, "all", "svg", "limit", "nodes")
    if parsed.command == "haley":
        return polyform.haley_command(parsed)
    if parsed.list:
        return polyform.list_shipped()
    if parsed.file is None:
        parser.error("polyform needs a FILE, or --list")
    return polyform.polyform_command(parsed)
