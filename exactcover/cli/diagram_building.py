"""The diagram of all solutions, as the commands build it."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from ..errors import DiagramTooLarge, SearchStopped
from ..problem import Problem
from ..text import counted
from .messages import say
from .progress_line import progress

if TYPE_CHECKING:
    from ..diagrams.zdd import ZDD

__all__ = ["diagram_of"]


def diagram_of(problem: Problem, arguments: argparse.Namespace) -> ZDD | None:
    """The diagram; or None, with a message, if it was stopped."""
    try:
        with progress(arguments.quiet) as callback:
            return problem.zdd(
                memory=arguments.memory, seconds=arguments.seconds, progress=callback
            )
    except DiagramTooLarge as large:
        say(f"exactcover: {large}")
    except SearchStopped as stop:
        say(f"exactcover: stopped by --{stop.stopped}, after {counted(stop.nodes or 0, 'state')}")
    return None
