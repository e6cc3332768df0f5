"""A Dask cluster on this machine that other users cannot reach.

Anyone who can talk to a Dask scheduler or worker can run any code as its owner. The ports of this
machine are open to all its users. So every connection is TLS in both directions, with a key that is
made for this cluster alone. Its files are in a folder that only its owner may enter: Dask would
take one of a fixed name in the folder for temporary files, whoever made it, and import from there.
"""

from __future__ import annotations

import logging
import multiprocessing
import signal
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from importlib import import_module
from importlib.util import find_spec
from tempfile import TemporaryDirectory
from typing import Any

from ..errors import MissingLibrary
from .executors import environment_kept, n_cores, sheltered

_SETTINGS = {
    # Its processes get Ctrl-C as this one does, and would report it at length: see dask_setup.
    "distributed.worker.preload": [__name__],
    # No pages over HTTP, since these ask for no key.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
    # What sheltered() does; workers are also started later.
    "distributed.nanny.pre-spawn-environ.PYTHONSAFEPATH": "1",
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
    with ExitStack() as stack:
        folder = stack.enter_context(
            TemporaryDirectory(prefix="exactcover-", ignore_cleanup_errors=True)
        )
        stack.enter_context(dask.config.set({**_SETTINGS, "temporary-directory": folder}))
        # Which Dask sets in this process, for those that it starts.
        stated = dask.config.get("distributed.nanny.pre-spawn-environ")
        stack.enter_context(environment_kept([*stated, "PYTHONHASHSEED", "__DASK_PARENT_PID"]))
        security = distributed.Security.temporary()
        with sheltered():  # its thread, which starts the workers
            cluster = stack.enter_context(
                distributed.LocalCluster(
                    n_workers=0,
                    threads_per_worker=1,
                    host="127.0.0.1",
                    protocol="tls://",
                    security=security,
                    # Asked for like this, the scheduler's page without routes takes any free port.
                    scheduler_kwargs={"dashboard": False, "dashboard_address": "127.0.0.1:0"},
                    dashboard_address=None,
                    silence_logs=logging.CRITICAL,
                )
            )
        others = set(multiprocessing.active_children())
        n_workers = workers or n_cores()
        try:
            cluster.scale(n_workers)
            cluster.wait_for_workers(n_workers)
            yield cluster
        except BaseException:
            # To close the cluster would take as long as its workers take to start, and to stop.
            for process in set(multiprocessing.active_children()) - others:
                process.kill()
            raise


def dask_setup(server: Any) -> None:
    """Called by Dask in each process of the cluster: they leave Ctrl-C to this one."""
    with suppress(ValueError):  # not in the main thread: nothing to be done
        signal.signal(signal.SIGINT, signal.SIG_IGN)
