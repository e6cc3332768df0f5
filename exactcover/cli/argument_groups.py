"""Arguments that several commands take, and the keywords that they stand for."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING, Any

from .. import files
from ..common.textfiles import UNPACKED
from ..engines.choose import ENGINES
from ..statement.results import ProgressCallback
from .arguments import seconds, size, whole_number

if TYPE_CHECKING:
    from ..problem import Problem

__all__ = [
    "add_answer_arguments", "add_budget_arguments", "add_memory_argument", "add_problem_arguments",
    "add_search_arguments", "add_unpacked_argument", "read_problem", "reading_arguments",
    "search_arguments",
]  # fmt: skip


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
    parser.add_argument("--json", action="store_true", help=json)
    if may_stop:
        parser.add_argument("--seconds", type=seconds, metavar="S", help="stop after S seconds")
    parser.add_argument("--quiet", action="store_true", help=quiet)


def add_memory_argument(parser: argparse.ArgumentParser, gigabytes: int = 4) -> None:
    """The memory of a diagram."""
    parser.add_argument(
        "--memory",
        type=size,
        default=gigabytes * 10**9,
        metavar="SIZE",
        help=f"what a diagram may take, such as 500MB or 16GB; default: {gigabytes}GB",
    )


def add_unpacked_argument(parser: argparse.ArgumentParser) -> None:
    """How large a compressed file may be."""
    parser.add_argument(
        "--unpacked",
        type=size,
        default=UNPACKED,
        metavar="SIZE",
        help=f"how large a .gz file may be uncompressed; default: {UNPACKED // 10**6}MB",
    )


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
    group.add_argument("--no-reduce", action="store_true", help="search without propagation first")
    _add_budget(group)


def add_budget_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of every command that may be stopped by its nodes."""
    _add_budget(parser.add_argument_group("search"))


def _add_budget(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--nodes", type=whole_number, metavar="N", help="stop after N search nodes")
    group.add_argument("--seconds", type=seconds, metavar="S", help="stop after S seconds")
    group.add_argument("--quiet", action="store_true", help="no progress and no remarks")


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
