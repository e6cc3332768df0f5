"""The exit codes of the commands."""

from __future__ import annotations

import sys

from .messages import say

__all__ = [
    "ANSWERED", "BAD_INPUT", "FAULT", "INTERRUPTED", "NO_SOLUTION", "STOPPED", "ended",
]  # fmt: skip

ANSWERED, NO_SOLUTION, BAD_INPUT, STOPPED, FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 130


def ended(program: str, found: object, stopped: str | None, quiet: bool, more: str = "") -> int:
    """The exit code of a command that answered, with a remark where a search was stopped.

    ``found``: whether there are solutions, or how many. ``stopped``: what ended the search, as
    :class:`Count` has it. A search that stops at its limit has answered its question. ``more`` is
    added to the remark.
    """
    if stopped is None:
        return ANSWERED if found else NO_SOLUTION
    if sys.stdout is not None:
        sys.stdout.flush()
    if stopped == "interrupt":
        say(f"{program}: interrupted")
        return INTERRUPTED
    if not quiet:
        how = "at the limit" if stopped == "limit" else f"by the budget of {stopped}"
        say(f"{program}: stopped {how}{more}")
    return ANSWERED if stopped == "limit" else STOPPED
