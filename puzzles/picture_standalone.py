"""What the program of one file does that ``puzzles picture --standalone`` prints."""

from __future__ import annotations

import sys
from typing import Any

from exactcover.plain import covers

from .picture_solve import solve
from .seam_search import Exact

__all__ = ["main"]


def _ask(exact: Exact, limit: int | None, nodes: int | None) -> Any:
    return covers(
        exact.primary, exact.options, exact.secondary, exact.multiplicity, limit=limit, nodes=nodes
    )


def _write(text: str) -> None:
    sys.stdout.buffer.write(text.encode("utf-8") + b"\n")
    sys.stdout.buffer.flush()


def _say(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def main() -> None:
    """Solve the puzzle on standard input."""
    try:
        code = solve(sys.stdin.buffer.read(), "standard input", _ask, _say, _write)
    except KeyboardInterrupt:
        code = 130
    sys.exit(code)
