"""``puzzles reflect census``: all 4 x 4 boards."""

from __future__ import annotations

import argparse
import dataclasses
import json

import exactcover as xc

from ..shared.clock import Clock
from .arguments import add_answer, stopped_or, up_to_16

__all__ = ["add_arguments", "run"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Its arguments."""
    parser.add_argument("--least", type=up_to_16, default=0, metavar="K", help="default: 0")
    parser.add_argument("--most", type=up_to_16, default=16, metavar="K", help="default: 16")
    xc.cli.add_worker_arguments(parser, "all cores; each takes up to 0.4 GB")
    add_answer(parser)


def run(parsed: argparse.Namespace) -> int:
    """Run it; returns the exit code."""
    usage: argparse.ArgumentParser = parsed.parser
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
