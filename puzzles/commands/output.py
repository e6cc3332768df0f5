"""Where commands may write files."""

from __future__ import annotations

import argparse
import os
from pathlib import Path

__all__ = ["check_output"]


def check_output(parser: argparse.ArgumentParser, output: str | None) -> None:
    """Before the work: whether there is a place for the file. Ends the program, or OSError."""
    if output is None or output == "-":
        return
    if not output or Path(output).is_dir():
        parser.error(f"-o {output!r}: expected the name of a file")
    folder = os.path.dirname(os.path.realpath(output))  # noqa: PTH120 - a loop of links is no error
    if not Path(folder).is_dir():
        raise FileNotFoundError(2, "no such folder", folder)
