"""Calendars: boards with a cell for each month and each day, and perhaps for each weekday. The
pieces leave the cells of a date open.

    open month: r1c1 r1c2 …         open day: r2c6 r2c7 …         open weekday: …

A file is that of a polyform puzzle with these two or three groups of 12, 31 and 7 cells, of which
exactly one stays open each. They count in reading order: January first, and Monday.

The board is one exact cover problem for all dates: each group is an item, which an open cell of the
group covers. A date is two or three of these holes, given; so all dates are answered as one batch.

Source: such boards are sold under many names, the best known one "A-Puzzle-A-Day" (DragonFjord,
2020). The layout of ``month-day`` is our own, and that of
``with-weekdays`` the usual one, turned, with other pieces.
"""

from __future__ import annotations

import argparse
import dataclasses
import datetime
import re
from calendar import day_abbr, day_name, month_abbr, month_name, monthrange
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Self

import exactcover as xc

from ..shared.cell_names import cell_name
from ..shared.parts import Batched
from ..shared.source import Source
from ..shared.view import View
from .cutting_output import PolyformSheets
from .file import puzzle_of
from .grids import Cell
from .polyforms import Hole, PolyformPuzzle
from .view import view_of

#: The names of the groups, and the cells of each.
_GROUPS = {"month": 12, "day": 31, "weekday": 7}
#: A leap year.
_YEAR = 2024


def _named(first: int, end: int) -> str:
    """Cells of an example, in rows of six."""
    return " ".join(cell_name(k // 6, k % 6) for k in range(first, end))


def _own(source: Source) -> str | None:
    """The text of a calendar as it is, so that it is not taken for any polyform puzzle."""
    if "open month" not in source.text:  # (soon, as there may be many lines)
        return None
    opens = (re.match(r"\s*open month\s*:", line.text) for line in source.lines)
    return source.text if any(opens) else None


#: Month, day, and perhaps the weekday, all from 0.
Date = tuple[int, ...]


class Calendar(Batched, PolyformSheets):
    """Cover a calendar board except for the cells of a date."""

    shipped = "calendars"
    foreign = (_own,)
    page_options = ("--date",)
    example = (
        "grid: square\npieces: F, L, N, P, V, Y, Z\npiece bar:\n######\n\nboard:\n"
        + "######\n" * 7
        + "#\n"
        + f"open month: {_named(0, 12)}\nopen day: {_named(12, 43)}\n"
    )

    def __init__(self, puzzle: PolyformPuzzle, title: str = "", date: Date = ()):
        super().__init__(puzzle, f"{title}: {in_words(date)}" if date else title)
        #: The cells of the months, the days and perhaps the weekdays.
        self.groups = [sorted(puzzle.one_open[name]) for name in _GROUPS if name in puzzle.one_open]
        self.date, self.base = date, puzzle.problem
        self.given = [Hole(cells[k]) for cells, k in zip(self.groups, date, strict=False)]

    @classmethod
    def add_arguments(cls, parser: argparse.ArgumentParser) -> None:
        super().add_arguments(parser)
        what = "the date that stays open: 12-25, 2026-12-25, or all of them; default: any date"
        parser.add_argument("--date", metavar="DATE", type=_dates, default=None, help=what)

    @classmethod
    def read(cls, source: Source, arguments: argparse.Namespace) -> Iterator[Self]:
        puzzle, title = puzzle_of(source)
        expected = "'open month:' with 12, 'open day:' with 31, and perhaps 'open weekday:' with 7"
        for name, cells in {"month": (), "day": (), **puzzle.one_open}.items():
            if len(cells) != _GROUPS.get(name):
                found = f"{xc.text.counted(len(cells), 'cell')} in 'open {name}:'"
                raise source.fault(0, 0, found, expected)
        dates: Sequence[Date] = arguments.date or [()]
        if len(dates) > 1 and "weekday" in puzzle.one_open:
            dates = [(*date, weekday) for date in dates for weekday in range(7)]
        for date in dates:
            yield cls(puzzle, title, date[: len(puzzle.one_open)])

    @cached_property
    def problem(self) -> xc.Problem:
        return self.puzzle.problem.given(*self.given)

    @property
    def symmetry(self) -> xc.Symmetry | None:
        """None: a motion of the board shows another date."""
        return None

    @cached_property
    def names(self) -> Mapping[Cell, str]:  # type: ignore[override]
        """What is written on the cells."""
        days = [str(day) for day in range(1, 32)]
        names: list[Sequence[str]] = [month_abbr[1:], days, day_abbr[:]]
        return {
            cell: name
            for cells, called in zip(self.groups, names, strict=False)
            for cell, name in zip(cells, called, strict=True)
        }

    def view(self) -> View:
        return view_of(dataclasses.replace(self.puzzle, painted=self.names), self.labels)

    def about_number(self, fixed: int, least: str) -> tuple[str, Mapping[str, Any]]:
        if not self.date:
            return "", {}
        return f" for {in_words(self.date)}", {"date": [k + 1 for k in self.date]}


def in_words(date: Date) -> str:
    """A date: "Friday, 25 December"."""
    month, day, *weekday = date
    return f"{''.join(f'{day_name[k]}, ' for k in weekday)}{day + 1} {month_name[month + 1]}"


def _dates(text: str) -> list[Date]:
    """The dates that an argument states."""
    if text == "all":
        months = [monthrange(_YEAR, month)[1] for month in range(1, 13)]
        return [(month, day) for month, days in enumerate(months) for day in range(days)]
    found = re.fullmatch(r"(?:([0-9]{4})-)?([0-9]{1,2})-([0-9]{1,2})", text, re.ASCII)
    try:
        assert found is not None
        date = datetime.date(int(found[1] or _YEAR), int(found[2]), int(found[3]))
    except (AssertionError, ValueError):
        expected = "12-25 (month and day), 2026-12-25 or all"
        raise argparse.ArgumentTypeError(f"{text!r}: expected {expected}") from None
    return [(date.month - 1, date.day - 1, *([date.weekday()] if found[1] else []))]
