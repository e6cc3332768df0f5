"""Functions of the user, called in the middle of some work: progress, rules, reports."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..errors import DiagramTooLarge, SearchStopped, UndecidedError
from .arguments import check_progress

#: By these the parts of a search tell each other that something is over, or given up. A user's
#: function raises them too: one that asks a question of its own, or calls ``next``.
_SIGNALS = (StopIteration, SearchStopped, DiagramTooLarge, UndecidedError)


def called(name: str, function: Callable[..., Any], *arguments: Any) -> Any:
    """What a function of the user gives; ``name``: what messages call it.

    What it raises passes through the work around it to the user. So an exception that would end
    that work, as if it were complete or its time over, becomes a RuntimeError.
    """
    try:
        return function(*arguments)
    except _SIGNALS as signal:
        raise RuntimeError(f"{name} raised {type(signal).__name__}") from signal


def reporting(report: Callable[[str], None] | None) -> Callable[[str], None]:
    """The argument ``report=``, checked, as a function to call."""
    check_progress(report, "report")
    return partial(called, "report=", report) if report else lambda text: None
