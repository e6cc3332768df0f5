"""Loaded by the processes of a cluster that this program starts: they leave Ctrl-C to it."""

from __future__ import annotations

import contextlib
import signal
from typing import Any

__all__ = ["dask_setup"]


def dask_setup(server: Any) -> None:
    """Called by Dask in each process, before it works."""
    with contextlib.suppress(ValueError):  # not in the main thread: nothing to be done
        signal.signal(signal.SIGINT, signal.SIG_IGN)
