"""How a command runs: from its arguments to its exit code and its messages, whatever goes wrong."""

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


def _show_log() -> None:
    """Show the log of both packages on standard error."""
    for name in ("exactcover", "puzzles"):
        logger = logging.getLogger(name)
        if not any(isinstance(handler, _Remarks) for handler in logger.handlers):
            logger.addHandler(_Remarks())
        logger.setLevel(logging.INFO)
        logger.propagate = False


def run(program: str, main: Callable[[list[str]], int], arguments: list[str] | None = None) -> int:
    """Run a command and give its exit code, with every expected failure as one line."""
    if arguments is None:  # the process is there for this command alone
        arguments = sys.argv[1:]
        # After the reduction, most commands need this kernel.
        allow_other_processes("exactcover.kernels.trees.bitset_loop", "search")
        # It makes many objects and hardly any garbage, for which the collector would look in vain.
        gc.set_threshold(50_000)
    if sys.stderr is None:
        silence()  # some libraries write to it while they are imported
    if "--quiet" not in arguments:
        _show_log()
    if sys.stdout is None:
        say(f"{program}: standard output is closed")
        return BAD_INPUT
    if isinstance(sys.stdout, io.TextIOWrapper):
        # A name that the terminal's encoding cannot show is escaped, and the answer stands.
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
    """The exit code of a command that ended with an error, and what is to be said of it.

    ``pressed``: whether there was a Ctrl-C.
    """
    # What is needed only here is imported here: most commands end well, and begin sooner so.
    from ..errors import DiagramTooLarge, ExactCoverError, SearchStopped, WorkersGone
    from ..statement.results import Interrupted

    if isinstance(error, KeyboardInterrupt):
        message = "interrupted"
        if isinstance(error, Interrupted):
            message += f"; the answer so far: {error.partial}"
        goes_on = "; the same command goes on from the journal"
        return INTERRUPTED, message + (goes_on if "--journal" in arguments else "")
    if isinstance(error, DiagramTooLarge | WorkersGone | SearchStopped):
        return STOPPED, str(error)
    if isinstance(error, OSError) and error.filename == OUTPUT:
        with contextlib.suppress(OSError, ValueError):  # it may be no file
            _unread()  # or the same would be said again of what is left
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
    return FAULT, "this is a fault of the program; please report it"


def _unread() -> None:
    """Nobody reads the output, or it cannot be written: keep Python from flushing it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _flushed(program: str, code: int) -> int:
    """Write out what is left of the output; a disk that is full shows here at the latest."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _unread()
        if isinstance(error, BrokenPipeError):
            return STOPPED
        say(f"{program}: {OUTPUT}: {error.strerror}")
        return BAD_INPUT
    return code
