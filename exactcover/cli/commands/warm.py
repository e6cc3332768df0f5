"""``exactcover warm``: compile all kernels now, so that no command has to wait for it."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from ... import cli
from ...compile import compiles
from ...parallel.executors import n_cores
from ...parallel.warm import make_bundle, warm
from ...text import counted


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--workers", type=cli.whole_number_from_1, metavar="N",
        help="processes that compile at the same time (default: as many as cores)",
    )  # fmt: skip
    parser.add_argument(
        "--bundle", type=Path, metavar="FILE",
        help="write the kernels into a file that a wheel can bring, instead of compiling them for"
        " this machine",
    )  # fmt: skip


def run(arguments: argparse.Namespace) -> int:
    if not compiles():
        cli.say("exactcover: numba is not installed: nothing is compiled")
        return cli.ANSWERED
    workers = arguments.workers or n_cores()
    done: list[str] = []

    def told(n_done: int, n_all: int, name: str) -> None:
        done.append(name)
        if sys.stderr.isatty():
            print(f"\r\x1b[K{n_done} of {n_all}  {name}", end="", file=sys.stderr, flush=True)

    try:
        if arguments.bundle is None:
            warm(workers, told)
        else:
            make_bundle(arguments.bundle, workers, told)
    finally:
        if done and sys.stderr.isatty():
            print(file=sys.stderr)
    print(f"{counted(len(done), 'kernel')} compiled")
    return cli.ANSWERED
