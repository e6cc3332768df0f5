"""Sudokus as the command ``puzzles sudoku`` asks about them: for each line a line, in order."""

from __future__ import annotations

import argparse
import contextlib
import sys
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from pathlib import Path
from typing import Any, Self

import exactcover as xc

from ..shared.adapter import Options, Puzzle
from ..shared.cell_names import cell_name
from ..shared.screen import Screen
from . import model

__all__ = ["Sudoku"]


class Sudoku(Puzzle):
    """Solve Sudokus: a puzzle a line, 81 digits row by row, with . or 0 for an empty place."""

    brief = True
    items_called = "places and digits"
    options_called = ("digit", "digits")

    def __init__(self, line: str, number: int = 1, grid: bool = False):
        self.line, self.grid = line, grid
        self.title = f"line {number}"
        self.base, self.given = model.problem(), model.clues(line)

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        """Files, and how solutions are printed."""
        super().add_arguments(parser)
        xc.cli.add_argument(parser, "--grid", "print grids instead of lines")

    @classmethod
    def from_file(cls, path: str, arguments: argparse.Namespace) -> Iterator[Self]:
        """The puzzles of a file, each before the next line is read.

        Empty lines and lines that begin with # are none.
        """
        name = xc.cli.shown_path(path)
        with _lines(path, arguments.quiet) as lines:
            for number, text in enumerate(lines, 1):
                line = text.strip().removeprefix("\ufeff")
                if not line or line.startswith("#"):
                    continue
                try:
                    yield cls(line, number, arguments.grid)
                except model.SudokuFault as fault:
                    raise xc.FileFault(
                        name, number, fault.column, fault.found, fault.expected
                    ) from None

    @cached_property
    def problem(self) -> xc.Problem:
        """The empty grid with the clues given."""
        return model.problem().given(*self.given)

    def text(self, options: Options, screen: Screen) -> str:
        """A line of 81 digits, or a grid."""
        line = model.line_of(options)
        return model.picture(line) if self.grid else line

    def as_json(self, options: Options) -> Mapping[str, Any]:
        """The line of the solution."""
        return {"solution": model.line_of(options)}

    def item_called(self, item: Any) -> str:
        """A place, or a digit in a row, column or box."""
        kind, one, other = item
        if kind == "place":
            return cell_name(one, other)
        return f"digit {other} in {kind} {one + 1}"

    def option_called(self, option: Any) -> str:
        """A digit at a place."""
        row, column, digit = option
        return f"{digit} at {cell_name(row, column)}"

    def reason(self, impossible: xc.Impossible) -> str:
        """Why there is no solution, in the words of the puzzle."""
        return model.reason(self.line, impossible)


@contextlib.contextmanager
def _lines(path: str, quiet: bool) -> Iterator[Iterable[str]]:
    if path != "-":
        with Path(path).open(encoding="utf-8-sig", errors="replace") as stream:
            yield stream
        return
    if sys.stdin is None:
        raise OSError(9, "it is closed", "standard input")
    if sys.stdin.isatty() and not quiet:
        xc.cli.say("puzzles: give a puzzle a line, 81 characters each, and Ctrl-D at the end")
    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    yield sys.stdin
