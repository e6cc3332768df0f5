"""Messages of the commands, on standard error."""

from __future__ import annotations

import logging
import os
import sys
from pathlib import Path

from ..errors import ExactCoverError
from ..text import escaped

__all__ = ["say", "say_fault", "show_log", "silence"]


def say(message: str) -> None:
    """A remark of one line on standard error, if there is one."""
    if sys.stderr is not None:
        try:
            print(escaped(message), file=sys.stderr, flush=True)
        except OSError:
            silence()  # or Python would try to flush it at the end, and exit with 120


def silence() -> None:
    """Throw away what is written to standard error from now on."""
    sys.stderr = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115


def say_fault(program: str, error: ExactCoverError | OSError) -> None:
    """Print what is wrong with an input or a file."""
    if isinstance(error, OSError):
        place = "standard output" if error.filename is None else error.filename
        say(f"{program}: {place}: {error.strerror or error}")
    else:
        say(f"{program}: {error}")


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
