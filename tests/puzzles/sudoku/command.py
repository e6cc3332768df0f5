"""``puzzles sudoku`` in this process, which spares its start."""

from __future__ import annotations

import io
import sys
from contextlib import redirect_stderr, redirect_stdout
from typing import NamedTuple
from unittest.mock import patch

import exactcover as xc
from puzzles import cli


class Result(NamedTuple):
    returncode: int
    stdout: str
    stderr: str


def run(arguments: list[str], text: str) -> Result:
    """Run the command with this standard input."""
    given = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8")
    out, err = io.StringIO(), io.StringIO()
    with patch.object(sys, "stdin", given), redirect_stdout(out), redirect_stderr(err):
        code = xc.cli.run("puzzles", cli.main, ["sudoku", *arguments])
    return Result(code, out.getvalue(), err.getvalue())
