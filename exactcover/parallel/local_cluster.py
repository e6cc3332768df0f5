"""A Dask cluster on this machine that no other user can reach.

Anyone who can talk to a Dask scheduler or worker can run any code as its owner. The ports of this
machine are open to all its users. So every connection is TLS in both directions, with a key that is
made for this cluster alone and stays in memory.
"""

from __future__ import annotations

import logging
import signal
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..errors import MissingLibrary

__all__ = ["dask_setup", "local_cluster"]

_QUIET = {
    # Its processes get Ctrl-C as this one does, and would report it at length: see dask_setup.
    "distributed.worker.preload": [__name__],
    # No pages over HTTP, since these ask for no key.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}


@contextmanager
def local_cluster(workers: int | None = None) -> Iterator[Any]:
    """A ``distributed.LocalCluster`` of ``workers`` processes of one thread; None: one per core.

    Only this process can connect, and those that get ``cluster.security``. There is no dashboard.
    Raises :class:`exactcover.MissingLibrary`.
    """
    for library in ("distributed", "cryptography"):
        if find_spec(library) is None:
            raise MissingLibrary(library, "cluster")
    distributed: Any = import_module("distributed")
    dask: Any = import_module("dask")
    with (
        dask.config.set(_QUIET),
        distributed.LocalCluster(
            n_workers=workers,
            threads_per_worker=1,
            host="127.0.0.1",
            protocol="tls://",
            security=distributed.Security.temporary(),
            # Asked for like this, the scheduler's page without routes takes any free port.
            scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
            dashboard_address=None,
            silence_logs=logging.CRITICAL,
        ) as cluster,
    ):
        yield cluster


def dask_setup(server: Any) -> None:
    """Called by Dask in each process of the cluster: they leave Ctrl-C to this one."""
    with suppress(ValueError):  # not in the main thread: nothing to be done
        signal.signal(signal.SIGINT, signal.SIG_IGN)
