"""The arguments of commands that may divide their work among several workers, and clusters."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from concurrent.futures import Executor
from contextlib import contextmanager
from importlib import import_module
from typing import Any

from ..errors import MissingLibrary
from ..parallel.local_cluster import local_cluster
from .arguments import add_argument, whole_number_from_1

__all__ = ["add_worker_arguments", "worker_keywords", "workers_are_given"]


def add_worker_arguments(
    parser: argparse.ArgumentParser,
    default: str = "one search, undivided; with a journal all cores",
) -> None:
    """The arguments of commands that may divide their search; ``default``: what holds without."""
    group = parser.add_argument_group("several workers")
    workers = f"threads, or processes of a local cluster; default: {default}"
    add_argument(group, "--workers N", workers, whole_number_from_1)
    journal = "note there what is done and what is left; the same command goes on from it"
    add_argument(group, "--journal FILE", journal)
    add_argument(
        group,
        "--cluster ADDRESS",
        "the scheduler of a Dask cluster, such as tls://host:8786 (whoever reaches one can run"
        " code there: see docs/scaling.md); local starts one here, which nobody else can reach",
    )


def workers_are_given(arguments: argparse.Namespace) -> bool:
    """Whether any of these arguments is."""
    return (arguments.workers, arguments.journal, arguments.cluster) != (None, None, None)


@contextmanager
def worker_keywords(arguments: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """These arguments as keywords, while the executor is open.

    Raises :class:`exactcover.MissingLibrary`, and OSError if no scheduler answers.
    """
    with _executor(arguments) as executor:
        yield {"workers": arguments.workers, "executor": executor, "journal": arguments.journal}


@contextmanager
def _executor(arguments: argparse.Namespace) -> Iterator[Executor | None]:
    """The executor of the cluster that was asked for, None without one."""
    if arguments.cluster is None:
        yield None
        return
    if arguments.cluster == "local":
        with local_cluster(arguments.workers) as cluster, cluster.get_client() as client:
            yield client.get_executor()
        return
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise MissingLibrary("distributed", "cluster") from None
    try:
        client = distributed.Client(arguments.cluster, timeout="10s")
    except (OSError, ValueError, TimeoutError, TypeError, RuntimeError) as error:
        # (TypeError and RuntimeError: keys are missing for tls://, or given without it.)
        text = f"no scheduler answers there ({error})"
        raise OSError(111, text, arguments.cluster) from None
    with client:
        yield client.get_executor()
