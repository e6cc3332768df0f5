"""Running a command: exit codes, and messages for everything that can go wrong."""

from __future__ import annotations

import contextlib
import gc
import io
import logging
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..common.interrupts import noted_presses
from ..compile import allow_other_processes
from ..display.progress_line import say, silence
from ..text import OUTPUT, Readable

if TYPE_CHECKING:
    from ..errors import ExactCoverError

ANSWERED, NO_SOLUTION, BAD_INPUT, STOPPED, FAULT, INTERRUPTED = 0, 1, 2, 3, 4, 130


def say_fault(program: str, error: ExactCoverError | OSError) -> None:
    """Print a fault of an input or a file."""
    text = str(error)
    if isinstance(error, OSError):
        place = "" if error.filename is None else f"{error.filename}: "
        text = f"{place}{error.strerror or error}"
    say(f"{program}: {text}")


def ended(program: str, found: object, stopped: str | None, quiet: bool, more: str = "") -> int:
    """The exit code of a command that answered; prints a remark if its search was stopped.

    ``found``: whether there are solutions, or how many. ``stopped``: what ended the search, as in
    :class:`Count`. A search that stops at its limit has answered its question. ``more`` is added to
    the remark.
    """
    if stopped is None:
        return ANSWERED if found else NO_SOLUTION
    if sys.stdout is not None:
        sys.stdout.flush()
    if stopped == "interrupt":
        say(f"{program}: interrupted")
        return INTERRUPTED
    if not quiet:
        how = "at the limit" if stopped == "limit" else f"by --{stopped}"
        say(f"{program}: stopped {how}{more}")
    return ANSWERED if stopped == "limit" else STOPPED


class _Remarks(logging.Handler):
    """Prints the package's log, such as what is compiled, on standard error."""

    def emit(self, record: logging.LogRecord) -> None:
        say(f"{record.name.partition('.')[0]}: {record.getMessage()}")


def _show_log() -> None:
    """Show the log of both packages on standard error."""
    for name in ("exactcover", "puzzles"):
        logger = logging.getLogger(name)
        if not any(isinstance(handler, _Remarks) for handler in logger.handlers):
            logger.addHandler(_Remarks())
        logger.setLevel(logging.INFO)
        logger.propagate = False


def run(program: str, main: Callable[[list[str]], int], arguments: list[str] | None = None) -> int:
    """Run a command and return its exit code; every expected failure prints one line."""
    if arguments is None:  # the process runs this command alone
        arguments = sys.argv[1:]
        # After the reduction, most commands need this kernel.
        allow_other_processes("exactcover.kernels.trees.bitset_loop", "search")
        # A command makes many objects and hardly any garbage, so collections are a waste of time.
        gc.set_threshold(50_000)
    if sys.stderr is None:
        silence()  # some libraries write to it while they are imported
    if "--quiet" not in arguments:
        _show_log()
    if sys.stdout is None:
        say(f"{program}: standard output is closed")
        return BAD_INPUT
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal's encoding cannot show is escaped.
        sys.stdout.reconfigure(errors="backslashreplace")
    message, presses = "", list[int]()
    try:
        with noted_presses() as presses, contextlib.redirect_stdout(Readable(sys.stdout)):
            code = main(arguments)
    except SystemExit as end:  # argparse: help was printed, or the usage was bad
        code = end.code if isinstance(end.code, int) else BAD_INPUT
    except (Exception, KeyboardInterrupt) as error:
        code, message = _failed(program, error, arguments, bool(presses))
    if message:
        say(f"{program}: {message}")
    return _flushed(program, code)


def _failed(
    program: str, error: BaseException, arguments: list[str], pressed: bool
) -> tuple[int, str]:
    """The exit code and the message for an error; ``pressed``: whether there was a Ctrl-C."""
    # Imported here, since most commands end well and start faster without.
    from ..errors import DiagramTooLarge, ExactCoverError, SearchStopped, WorkersGone
    from ..statement.results import Interrupted

    if isinstance(error, KeyboardInterrupt):
        message = "interrupted"
        if isinstance(error, Interrupted):
            message += f"; the answer so far: {error.partial}"
        resume = "; the same command resumes from the journal"
        return INTERRUPTED, message + (resume if "--journal" in arguments else "")
    if isinstance(error, DiagramTooLarge | WorkersGone | SearchStopped):
        return STOPPED, str(error)
    if isinstance(error, OSError) and error.filename == OUTPUT:
        with contextlib.suppress(OSError, ValueError):  # it may be no file
            _unread()  # or flushing the rest would report the same again
        if isinstance(error, BrokenPipeError):
            return STOPPED, ""
    if isinstance(error, ExactCoverError | OSError):
        say_fault(program, error)
        return BAD_INPUT, ""
    if isinstance(error, MemoryError):
        return STOPPED, "out of memory"
    if isinstance(error, ModuleNotFoundError) and error.name in ("numba", "llvmlite"):
        return BAD_INPUT, str(error)
    if pressed:
        # A library turned Ctrl-C into an error of its own while it was being loaded.
        return INTERRUPTED, "interrupted"
    import traceback

    for line in "".join(traceback.format_exception(error)).splitlines():
        say(line)  # exit code 1 would be taken for an answer
    return FAULT, "this is a bug in the program; please report it"


def _unread() -> None:
    """Discard the rest of the output, which nobody reads or which cannot be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _flushed(program: str, code: int) -> int:
    """Write out the rest of the output; a full disk shows here at the latest."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _unread()
        if isinstance(error, BrokenPipeError):
            return STOPPED
        say(f"{program}: {OUTPUT}: {error.strerror}")
        return BAD_INPUT
    return code
