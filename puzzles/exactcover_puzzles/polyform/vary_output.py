"""How ``puzzles polyform --vary`` answers."""

from __future__ import annotations

import argparse
import sys

import exactcover as xc

from ..shared.screen import Screen
from .adapter import Polyform
from .vary import Variations

__all__ = ["print_variations", "refuse_others"]

#: Questions that have another answer.
_OTHERS = "count all unique explain estimate show limit svg png pdf workers journal cluster fixed"


def print_variations(kind: type[Polyform], arguments: argparse.Namespace) -> int:
    """Print the variations of each file's board that have exactly one solution; the exit code."""
    refuse_others(arguments, "vary")
    if not arguments.files:
        arguments.parser.error("expected a FILE, or - for standard input")
    screen = Screen.of_output(arguments.colour)
    deadline = xc.Deadline(arguments.seconds)
    found = 0
    for path in arguments.files:
        for polyform in kind.from_file(path, arguments):
            code = _print_one(polyform, arguments, screen, deadline)
            if code not in (xc.cli.ANSWERED, xc.cli.NO_SOLUTION):
                return code
            found += code == xc.cli.ANSWERED
    return xc.cli.ANSWERED if found else xc.cli.NO_SOLUTION


def refuse_others(arguments: argparse.Namespace, what: str) -> None:
    """Refuse other questions beside something else that is made of boards."""
    for other in _OTHERS.split():
        if getattr(arguments, other) not in (None, False):
            arguments.parser.error(f"--{what} does not go with --{other}")


def _print_one(
    polyform: Polyform, arguments: argparse.Namespace, screen: Screen, deadline: xc.Deadline
) -> int:
    if not arguments.json:
        print(f"{xc.text.printable(polyform.title)}: {polyform.sizes()}", flush=True)
    variations = Variations(polyform.puzzle, arguments.vary)
    stopped: str | None = "interrupt"
    try:
        with xc.cli.status(arguments.quiet) as show:
            unique = variations.unique(deadline, arguments.nodes, show or (lambda text: None))
            for number, (varied, options) in enumerate(unique, 1):
                if arguments.json:
                    answer = {"solution": number, "board": varied.puzzle.board}
                    xc.cli.print_json({**answer, **varied.as_json(options)})
                else:
                    with xc.cli.uninterrupted():
                        print(f"\n{number:,}\n{varied.text(options, screen)}", flush=True)
        stopped = variations.stopped
    finally:
        if arguments.json:
            xc.cli.print_json({**variations.numbers, "complete": stopped is None,
                               "stopped": stopped})  # fmt: skip
        else:
            print(f"\n{'so far, ' if stopped else ''}{variations.in_words()}")
        sys.stdout.flush()
    return xc.cli.ended("puzzles", variations.numbers["unique"], stopped, arguments.quiet)
