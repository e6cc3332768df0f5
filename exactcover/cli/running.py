"""How a command runs: from its arguments to its exit code, whatever goes wrong."""

from __future__ import annotations

import contextlib
import io
import os
import sys
import traceback
from collections.abc import Callable

from ..errors import DiagramTooLarge, ExactCoverError, SearchStopped, WorkersGone
from ..statement.results import Interrupted
from ..text import Readable
from .interrupts import noted_presses
from .messages import BAD_INPUT, FAULT, INTERRUPTED, STOPPED, say, say_fault, show_log, silence


def run(program: str, main: Callable[[list[str]], int], arguments: list[str] | None = None) -> int:
    """Run a command and give its exit code, with every expected failure as one line."""
    if arguments is None:
        arguments = sys.argv[1:]
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
    message = ""
    try:
        with noted_presses() as presses, contextlib.redirect_stdout(Readable(sys.stdout)):
            code = main(arguments)
        sys.stdout.flush()
    except SystemExit as end:  # argparse: help was printed, or the usage was bad
        code = end.code if isinstance(end.code, int) else BAD_INPUT
    except Interrupted as interruption:
        code, message = INTERRUPTED, f"interrupted; the answer so far: {interruption.partial}"
        if "--journal" in arguments:
            message += "; the same command goes on from the journal"
    except KeyboardInterrupt:
        code, message = INTERRUPTED, "interrupted"
    except (DiagramTooLarge, WorkersGone, SearchStopped) as error:
        code, message = STOPPED, str(error)
    except BrokenPipeError:
        return _unread()
    except (ExactCoverError, OSError) as error:
        say_fault(program, error)
        code = BAD_INPUT
        if isinstance(error, OSError) and error.filename is None:
            with contextlib.suppress(OSError, ValueError):  # it may be no file
                _unread()  # or the same would be said again of what is left
    except MemoryError:
        code, message = STOPPED, "out of memory"
    except Exception as error:
        if isinstance(error, ModuleNotFoundError) and error.name in ("numba", "llvmlite"):
            code, message = BAD_INPUT, str(error)
        elif presses:
            # A library turned Ctrl-C into an error of its own while it was being loaded.
            code, message = INTERRUPTED, "interrupted"
        else:  # exit code 1 would be taken for an answer
            for line in traceback.format_exc().splitlines():
                say(line)
            code, message = FAULT, "this is a fault of the program; please report it"
    if message:
        say(f"{program}: {message}")
    return _flushed(program, code)


def _unread() -> int:
    """The exit code of a command whose output nobody reads; Python is kept from flushing it."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return STOPPED


def _flushed(program: str, code: int) -> int:
    """Write out what is left of the output; a disk that is full shows here at the latest."""
    try:
        sys.stdout.flush()
    except OSError as error:
        _unread()
        if isinstance(error, BrokenPipeError):
            return STOPPED
        say(f"{program}: standard output: {error.strerror}")
        return BAD_INPUT
    return code
