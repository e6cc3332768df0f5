"""Arguments shared by several commands, and the keywords that they stand for."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

from .. import files
from ..common.lazy_names import library
from ..common.textfiles import UNPACKED
from ..display.progress_line import progress
from ..engines.choose import ENGINES
from ..errors import DistinctFault, ExactCoverError, UnknownOption, shown
from ..files.formats import READ
from ..parallel.local_cluster import local_cluster
from ..statement.names import near_names
from ..statement.results import Interrupted
from ..text import printable
from .parser import (
    add_argument,
    example_in_help,
    seconds,
    size,
    whole_number,
    whole_number_from_1,
)

if TYPE_CHECKING:
    from ..problem import Problem

#: A problem in the text format, with comments.
EXAMPLE = """\
| The items. Those after the single | are secondary.
across down | corner
| Each further line is an option: its items. Secondary items may have a colour.
across corner:C
across corner:D
down corner:D
"""


def add_problem_arguments(
    parser: argparse.ArgumentParser, fixing: bool = True, example: str = EXAMPLE
) -> None:
    """Add the file and how to read it; with ``fixing``, also the given and forbidden options.
    ``example``: a file that the help shows."""
    file = (
        "the problem: Knuth's text format (TAOCP 7.2.2.1), .json, .mps, .spp, .scp or .rail; a .gz"
        " file is decompressed; - reads standard input"
    )
    add_argument(parser, "FILE", file)
    add_argument(parser, "--from", "format of FILE; default: by its extension", choices=READ)
    parser.epilog = example_in_help(example)
    repeat = "let solutions repeat options, as far as multiplicities allow"
    add_argument(parser, "--repeat", repeat)
    if fixing:
        for name, text in (
            ("--given", "only solutions that contain this option, named as answers print it"),
            ("--without", "only solutions that do not contain this option"),
        ):
            text += "; may be repeated"
            parser.add_argument(name, metavar="OPTION", action="append", default=[], help=text)
    add_unpacked_argument(parser)


def read_problem(arguments: argparse.Namespace) -> Problem:
    """Read the problem, and apply the given and forbidden options. Raises
    :class:`exactcover.FileFault`, :class:`exactcover.UnknownOption` and OSError."""
    problem = files.read(arguments.file, **reading_keywords(arguments))
    given = _options_named(problem, arguments.given)
    return problem.given(*given).without(*_options_named(problem, arguments.without))


def reading_keywords(arguments: argparse.Namespace) -> dict[str, Any]:
    """The arguments that say how to read the file, as keywords of :func:`exactcover.read`."""
    form = vars(arguments)["from"]
    return {"form": form, "repeat": arguments.repeat, "unpacked": arguments.unpacked}


def parts_named(problem: Problem, texts: list[str]) -> list[Hashable]:
    """The options or items that answers print as these texts. Raises DistinctFault."""
    options = set(problem.options)

    def fault(text: str, alike: list[Hashable], near: tuple[Hashable, ...]) -> DistinctFault:
        reason = "is neither an option nor an item of the problem"
        if alike:
            kinds = (f"the {'option' if each in options else 'item'} {shown(each)}"
                     for each in alike)  # fmt: skip
            reason = f"may be {' or '.join(kinds)}: rename the options in the file"
        return DistinctFault(text, reason, near)

    # One name may be that of an option and of an item, which is refused where it is used.
    return _named(texts, [*problem.options, *problem.primary, *problem.secondary], fault)


def _options_named(problem: Problem, texts: list[str]) -> list[Hashable]:
    """The options that answers print as these texts."""
    return _named(
        texts, problem.options, lambda text, alike, near: UnknownOption(text, tuple(alike) or near)
    )


def _named(
    texts: list[str],
    names: Iterable[Hashable],
    fault: Callable[[str, list[Hashable], tuple[Hashable, ...]], ExactCoverError],
) -> list[Hashable]:
    """The names that answers print as these texts. A fault gets the names that print alike, or
    those that are spelled like the text."""
    if not texts:
        return []
    named: dict[str, dict[Hashable, None]] = {}
    for name in names:
        named.setdefault(printable(name), {})[name] = None
    found = []
    for text in texts:
        alike = list(named.get(text, ()))
        if len(alike) != 1:
            raise fault(text, alike, () if alike else near_names(text, list(named)))
        found += alike
    return found


def add_answer_arguments(
    parser: argparse.ArgumentParser,
    json: str = "print the answer as a JSON object",
    quiet: str = "print no remarks",
    may_stop: bool = True,
) -> None:
    """Add how the answer is printed; with ``may_stop``, also how long the command may take."""
    add_argument(parser, "--json", json)
    if may_stop:
        add_argument(parser, "--seconds S", "stop the command after S seconds", seconds)
    add_argument(parser, "--quiet", quiet)


def add_memory_argument(parser: argparse.ArgumentParser, gigabytes: int = 4) -> None:
    """Add the memory limit of diagrams."""
    taken = f"memory limit for diagrams, such as 500MB or 16GB; default: {gigabytes}GB"
    add_argument(parser, "--memory SIZE", taken, size, gigabytes * 10**9)


def add_unpacked_argument(parser: argparse.ArgumentParser) -> None:
    """Add the size limit of compressed files."""
    taken = f"size limit for a decompressed .gz file; default: {UNPACKED // 10**6}MB"
    add_argument(parser, "--unpacked SIZE", taken, size, UNPACKED)


def add_search_arguments(parser: argparse.ArgumentParser, budget_only: bool = False) -> None:
    """Add the arguments of every command that searches, or only its budgets."""
    group = parser.add_argument_group("search")
    if not budget_only:
        engines = "search algorithm; default: auto, which chooses by the size of the problem"
        add_argument(group, "--engine", engines, choices=ENGINES, default="auto")
        order = "branch on the item with fewest options (mrv, the default) or as declared (fixed)"
        add_argument(group, "--order", order, choices=("mrv", "fixed"), default="mrv")
        add_argument(group, "--no-reduce", "skip propagation before the search")
    add_argument(group, "--nodes N", "stop after N search nodes", whole_number)
    add_argument(group, "--seconds S", "stop the command after S seconds", seconds)
    add_argument(group, "--quiet", "print no progress and no remarks")


@contextmanager
def search_keywords(
    arguments: argparse.Namespace,
    show: Callable[[Any], None] | None = None,
    workers: bool = False,
) -> Iterator[Any]:
    """The search arguments as keywords for a question that is asked within this context.

    Progress is shown meanwhile. If Ctrl-C interrupts the question, ``show`` prints the answer so
    far. ``workers``: add the keywords of :func:`worker_keywords`.
    """
    names = ("engine", "order", "nodes", "seconds")
    search: dict[str, Any] = {name: getattr(arguments, name) for name in names if name in arguments}
    search["reduce"] = not arguments.no_reduce
    try:
        with ExitStack() as stack:
            if workers:
                search |= stack.enter_context(worker_keywords(arguments))
            search["progress"] = stack.enter_context(progress(arguments.quiet))
            yield search
    except Interrupted as interruption:
        if show is not None:
            show(interruption.partial)
            sys.stdout.flush()
        raise


def add_worker_arguments(
    parser: argparse.ArgumentParser,
    default: str = "the search is not divided, or with --journal one per core",
) -> None:
    """Add the arguments of commands that may divide their search; ``default``: of --workers."""
    group = parser.add_argument_group("several workers")
    workers = f"number of threads, or of processes of a local cluster; default: {default}"
    add_argument(group, "--workers N", workers, whole_number_from_1)
    journal = "save the progress of the search in FILE; the same command resumes from it"
    add_argument(group, "--journal FILE", journal)
    cluster = (
        "search on a Dask cluster: the address of its scheduler, such as tls://host:8786, or local"
        " for a private cluster on this machine"
    )
    add_argument(group, "--cluster ADDRESS", cluster)


def workers_are_given(arguments: argparse.Namespace) -> bool:
    """Whether any of the arguments of :func:`add_worker_arguments` is given."""
    return (arguments.workers, arguments.journal, arguments.cluster) != (None, None, None)


@contextmanager
def worker_keywords(
    arguments: argparse.Namespace, module: str | None = None
) -> Iterator[dict[str, Any]]:
    """The arguments of :func:`add_worker_arguments` as keywords, while the executor is open.

    ``module``: a Python file to upload to the workers of a cluster. Raises
    :class:`exactcover.MissingLibrary`, and OSError if no scheduler answers.
    """
    executor = client = None
    with ExitStack() as stack:
        if arguments.cluster == "local":
            cluster = stack.enter_context(local_cluster(arguments.workers))
            client = stack.enter_context(cluster.get_client())
        elif arguments.cluster is not None:
            client = stack.enter_context(_client(arguments.cluster))
        if client is not None:
            if module is not None:
                client.upload_file(module)
            executor = client.get_executor()
        yield {"workers": arguments.workers, "executor": executor, "journal": arguments.journal}


def _client(address: str) -> Any:
    """A client of the scheduler at an address."""
    distributed = library("distributed", "cluster")
    try:
        return distributed.Client(address, timeout="10s")
    except (OSError, ValueError, TimeoutError, TypeError, RuntimeError) as error:
        # (TypeError and RuntimeError: keys are missing for tls://, or given without it.)
        raise OSError(111, f"no scheduler answers there ({error})", address) from None
