"""A command's search, divided among its workers."""

from __future__ import annotations

import argparse

import exactcover as xc

__all__ = ["divided"]


def divided(
    parsed: argparse.Namespace, work: xc.Work, listed: int | None = 0
) -> tuple[xc.Divided, str | None]:
    """What was found, and what ended the search early, if anything did.

    ``parsed`` has the arguments of ``add_worker_arguments`` and ``add_answer_arguments``.
    """
    with xc.cli.worker_keywords(parsed) as workers, xc.cli.progress(parsed.quiet) as shown:
        try:
            found = xc.divide(
                work, listed=listed, seconds=parsed.seconds, progress=shown, **workers
            )
        except xc.Interrupted as interruption:
            return interruption.partial, "interrupt"
    return found, found.count.stopped
