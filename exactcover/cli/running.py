"""How a command runs: from its arguments to its exit code, whatever goes wrong."""

from __future__ import annotations

import contextlib
import gc
import io
import os
import sys
from collections.abc import Callable

from ..compile import allow_other_processes
from ..text import OUTPUT, Readable
from .interrupts import noted_presses
from .messages import BAD_INPUT, FAULT, INTERRUPTED, STOPPED, say, say_fault, show_log, silence


def run(program: str, main: Callable[[list[str]], int], arguments: list[str] | None = None) -> int:
    """Run a command and give its exit code, with every expected failure as one line."""
    if arguments is None:  # the process is there for this command alone
        arguments = sys.argv[1:]
        # After the reduction, most commands need this kernel.
        allow_other_processes("exactcover.kernels.bitset", "search")
        # It makes many objects and hardly any garbage, for which the collector would look in vain.
        gc.set_threshold(50_000)
    if sys.stderr is None:
        silence()  # some libraries write to it while they are imported
    if "--quiet" not in arguments:
        show_log()
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
