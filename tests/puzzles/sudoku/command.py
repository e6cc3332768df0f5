"""``puzzles sudoku`` in this process, which spares its start."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

import exactcover as xc
from exactcover_puzzles import cli


class Result(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(arguments: list[str], text: str) -> Result:
    """Run the command with this standard input."""
    given = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with patch.object(sys, "stdin", given), redirect_stdout(out), redirect_stderr(err):
        code = xc.cli.run("puzzles", cli.main, ["sudoku", *arguments])
    out.flush()
    err.flush()
    return Result(code, *(each.buffer.getvalue().decode() for each in (out, err)))
