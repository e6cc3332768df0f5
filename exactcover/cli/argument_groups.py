"""Arguments that several commands take, and the keywords that they stand for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .. import files
from ..common.textfiles import UNPACKED
from ..engines.choose import ENGINES
from ..statement.results import ProgressCallback
from .arguments import add_argument, seconds, size, whole_number

if TYPE_CHECKING:
    from ..problem import Problem

__all__ = [
    "add_answer_arguments", "add_budget_arguments", "add_memory_argument", "add_problem_arguments",
    "add_search_arguments", "add_unpacked_argument", "read_problem", "reading_arguments",
    "search_arguments",
]  # fmt: skip


def add_problem_arguments(parser: argparse.ArgumentParser) -> None:
    """The file, and how it is read."""
    add_argument(
        parser,
        "FILE",
        "a problem: the text format of TAOCP 7.2.2.1, or .json; .gz is uncompressed; - is stdin",
    )
    repeat = "options may be chosen several times, as far as multiplicities allow"
    add_argument(parser, "--repeat", repeat)
    add_unpacked_argument(parser)


def reading_arguments(arguments: argparse.Namespace) -> dict[str, Any]:
    """How the file is read, as keywords for :func:`exactcover.read`."""
    return {"repeat": arguments.repeat, "unpacked": arguments.unpacked}


def read_problem(arguments: argparse.Namespace) -> Problem:
    """The problem in the file. Raises :class:`exactcover.FileFault` and OSError."""
    return files.read(arguments.file, **reading_arguments(arguments))


def add_answer_arguments(
    parser: argparse.ArgumentParser,
    json: str = "print one object",
    quiet: str = "no remarks",
    may_stop: bool = True,
) -> None:
    """How the answer is printed; ``may_stop``: also how long the command may take."""
    add_argument(parser, "--json", json)
    if may_stop:
        add_argument(parser, "--seconds S", "stop after S seconds", seconds)
    add_argument(parser, "--quiet", quiet)


def add_memory_argument(parser: argparse.ArgumentParser, gigabytes: int = 4) -> None:
    """The memory of a diagram."""
    taken = f"what a diagram may take, such as 500MB or 16GB; default: {gigabytes}GB"
    add_argument(parser, "--memory SIZE", taken, size, gigabytes * 10**9)


def add_unpacked_argument(parser: argparse.ArgumentParser) -> None:
    """How large a compressed file may be."""
    taken = f"how large a .gz file may be uncompressed; default: {UNPACKED // 10**6}MB"
    add_argument(parser, "--unpacked SIZE", taken, size, UNPACKED)


def add_search_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that searches."""
    group = parser.add_argument_group("search")
    group.add_argument("--engine", choices=ENGINES, default="auto", help="default: auto, by size")
    group.add_argument(
        "--order",
        choices=("mrv", "fixed"),
        default="mrv",
        help="branch on the item with the fewest options (mrv, the default) or in order (fixed)",
    )
    add_argument(group, "--no-reduce", "search without propagation first")
    _add_budget(group)


def add_budget_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that may be stopped by its nodes."""
    _add_budget(parser.add_argument_group("search"))


def _add_budget(group: argparse._ArgumentGroup) -> None:
    add_argument(group, "--nodes N", "stop after N search nodes", whole_number)
    add_argument(group, "--seconds S", "stop after S seconds", seconds)
    add_argument(group, "--quiet", "no progress and no remarks")


def search_arguments(arguments: argparse.Namespace, callback: ProgressCallback | None) -> Any:
    """The arguments of a search as keywords for the questions of a problem."""
    return {
        "engine": arguments.engine,
        "order": arguments.order,
        "reduce": not arguments.no_reduce,
        "nodes": arguments.nodes,
        "seconds": arguments.seconds,
        "progress": callback,
    }
