"""What the command line says of several workers: arguments, clusters, and ``status``."""

from __future__ import annotations

import argparse
import json
import logging
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from .. import console
from ..errors import MissingLibrary

__all__ = ["add_arguments", "executor_of", "print_status", "wants_workers"]


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of commands that may divide their search."""
    group = parser.add_argument_group("several workers")
    group.add_argument(
        "--workers",
        type=console.whole_number_from_1,
        metavar="N",
        help="threads, or processes of a local cluster; default: one search, undivided",
    )
    group.add_argument(
        "--journal",
        metavar="FILE",
        help="note there what is done and what is left; the same command goes on from it",
    )
    group.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="the scheduler of a Dask cluster, such as tcp://host:8786; local starts one here",
    )


def wants_workers(arguments: argparse.Namespace) -> bool:
    """Whether any of these arguments was given."""
    return (arguments.workers, arguments.journal, arguments.cluster) != (None, None, None)


@contextmanager
def executor_of(arguments: argparse.Namespace) -> Iterator[Executor | None]:
    """The executor of the cluster that was asked for, None without one.

    Raises :class:`exactcover.MissingLibrary`, and OSError if no scheduler answers.
    """
    if arguments.cluster is None:
        yield None
        return
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingLibrary("distributed", "cluster") from None
    if arguments.cluster == "local":
        dask: Any = import_module("dask")
        # Its processes hear Ctrl-C as this one does, and would report it at length.
        quiet = {"distributed.worker.preload": ["exactcover.distributed.quiet_worker"]}
        with (
            dask.config.set(quiet),
            distributed.LocalCluster(
                n_workers=arguments.workers,
                threads_per_worker=1,
                dashboard_address=None,
                silence_logs=logging.CRITICAL,
            ) as cluster,
            distributed.Client(cluster) as client,
        ):
            yield client.get_executor()
        return
    try:
        client = distributed.Client(arguments.cluster, timeout="10s")
    except (OSError, ValueError, TimeoutError) as error:
        text = f"no scheduler answers there ({error})"
        raise OSError(111, text, arguments.cluster) from None
    with client:
        yield client.get_executor()


def print_status(path: str, as_json: bool) -> int:
    """``exactcover status``; returns the exit code."""
    from dataclasses import asdict

    from .journal import read_status

    status = read_status(path)
    if as_json:
        numbers = {**asdict(status), "complete": status.complete}
        numbers["count"] = console.json_number(status.count)
        print(json.dumps(numbers))
        return console.ANSWERED
    print(f"problem     {status.name}, digest {status.digest[:16]}")
    at_least = "" if status.complete else "at least "
    print(f"solutions   {at_least}{status.count:,}")
    print(f"done        {100 * (1 - status.share):.4g} %, {status.tasks:,} tasks", end="")
    print(f", {status.nodes:,} nodes in {status.sessions:,} sessions")
    print(f"open        {status.open:,} prefixes")
    work = console.duration(status.seconds)
    print(f"time        {console.duration(status.elapsed)}, {work} of work")
    if status.rate is not None:
        print(f"rate        {status.rate:,.0f} nodes a second in the last session")
    if not status.complete and status.left is not None:
        print(f"left        about {console.duration(status.left)}, if the rest is like the last")
    return console.ANSWERED
