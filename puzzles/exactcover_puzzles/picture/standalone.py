"""The main function of the program that ``puzzles picture --standalone`` prints."""

from __future__ import annotations

import os
import sys
from typing import Any

from exactcover.engines.standalone import covers

from ..borders.search import Exact
from .solve import BAD_INPUT, STOPPED, solve


def _ask(exact: Exact) -> Any:
    return covers(*exact)


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


def _say(text: str) -> None:
    if sys.stderr is not None:
        print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Solve the puzzle on standard input."""
    code = BAD_INPUT
    try:
        if sys.stdin is None or sys.stdout is None:
            _say("standard input or standard output is closed")
        else:
            code = solve(sys.stdin.buffer.read(), "standard input", _ask, _say, _write)
    except KeyboardInterrupt:
        code = 130
    except OSError as error:
        # Failed output must not be retried at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = STOPPED
        if not isinstance(error, BrokenPipeError):
            _say(f"standard output: {error.strerror}")
            code = BAD_INPUT
    except MemoryError:
        _say("out of memory")
        code = STOPPED
    sys.exit(code)
