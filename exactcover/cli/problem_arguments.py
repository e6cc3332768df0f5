"""The problem that a command reads from a file."""

from __future__ import annotations

import argparse
from typing import Any

from ..files import formats
from ..problem import Problem
from .argument_groups import add_unpacked_argument

__all__ = ["add_problem_arguments", "faults_in_problem", "read_problem"]


def add_problem_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how it is read."""
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a problem: the text format of TAOCP 7.2.2.1, or .json; .gz is uncompressed; - is"
        " stdin",
    )
    parser.add_argument(
        "--repeat",
        action="store_true",
        help="options may be chosen several times, as far as multiplicities allow",
    )
    add_unpacked_argument(parser)


def read_problem(arguments: argparse.Namespace) -> Problem:
    """The problem. Raises :class:`FileFault` and OSError."""
    return formats.read(arguments.file, **_keywords(arguments))


def faults_in_problem(arguments: argparse.Namespace) -> tuple[Problem | None, list[str]]:
    """The problem; or None, and all faults of the file. Raises OSError."""
    return formats.faults_in(arguments.file, **_keywords(arguments))


def _keywords(arguments: argparse.Namespace) -> dict[str, Any]:
    return {"repeat": arguments.repeat, "unpacked": arguments.unpacked}
