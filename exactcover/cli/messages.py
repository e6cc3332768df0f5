"""Exit codes of the commands, and their messages on standard error."""

from __future__ import annotations

import logging
import sys
from typing import TYPE_CHECKING

from ..display.terminal_line import say, silence

if TYPE_CHECKING:
    from ..errors import ExactCoverError

__all__ = [
    "ANSWERED", "BAD_INPUT", "FAULT", "INTERRUPTED", "NO_SOLUTION", "STOPPED", "ended", "say",
    "say_fault", "silence",
]  # fmt: skip

ANSWERED, NO_SOLUTION, BAD_INPUT, STOPPED, FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 130


def say_fault(program: str, error: ExactCoverError | OSError) -> None:
    """Print what is wrong with an input or a file."""
    text = str(error)
    if isinstance(error, OSError):
        place = "" if error.filename is None else f"{error.filename}: "
        text = f"{place}{error.strerror or error}"
    say(f"{program}: {text}")


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


class _Remarks(logging.Handler):
    """Shows the package's log, such as that kernels are being compiled, on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        say(f"{record.name}: {record.getMessage()}")


def show_log() -> None:
    """Show the log of both packages on standard error."""
    for name in ("exactcover", "puzzles"):
        logger = logging.getLogger(name)
        if not any(isinstance(handler, _Remarks) for handler in logger.handlers):
            logger.addHandler(_Remarks())
        logger.setLevel(logging.INFO)
        logger.propagate = False
